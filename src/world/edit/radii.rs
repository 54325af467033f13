//! Sets the radii of many bodies at once. A body whose look no other body has gets its radius written in its look, in its form and in
//! its box; nothing is allocated.

use crate::cpu::forms::Extent;
use crate::lattice::{LONGEST, UNITS, snap};
use crate::shape::Shape;
use crate::world::edit::turns::CHUNK;
use crate::world::table::axes::Boundary;
use crate::world::table::handle::Handle;
use crate::world::table::rows::Rows;

impl Rows {
    /// Whether simple tests show that all of these bodies can have these radii, in the world's units.
    pub(in crate::world) fn surely_resize(
        &self,
        bodies: &[Handle],
        radii: &[f64],
        boundary: Boundary,
    ) -> bool {
        let mut found = [0; CHUNK];
        bodies.chunks(CHUNK).zip(radii.chunks(CHUNK)).all(|(bodies, radii)| {
            let found = &mut found[..bodies.len()];
            self.find_rows(bodies, found)
                && found
                    .iter()
                    .zip(radii)
                    .all(|(&row, &r)| self.surely_has_radius(row as usize, boundary.length_in(r)))
        })
    }

    /// Whether a body without regions can have a radius, in pixels. One that rounds to 0 would make it thin.
    #[inline(always)]
    fn surely_has_radius(&self, row: usize, r: f64) -> bool {
        let placed = r * self.scale(row).x.abs() * f64::from(UNITS);
        let reach = self.form_table.extent(self.forms[row]).longest_reach();
        (placed >= 1.0)
            && f64::from(reach) + 2.0 * placed < f64::from(LONGEST - UNITS)
            && self.kinds[row].has_exact_box()
            && self.look(row).only_shape().is_some_and(Shape::is_resizable)
    }

    /// Sets the radius of a body that can have it, if no other body has its look. Returns whether it does.
    #[inline(always)]
    pub(in crate::world) fn set_own_radius(&mut self, row: usize, r: f64) -> bool {
        let number = self.looks[row];
        let Some(look) = self.look_table.own_mut(number) else { return false };
        let is_set = look.set_own_radius(r);
        let form = self.own_form(row);
        if !is_set {
            // The placed form of several parts refers to its shape, too, for the field.
            self.form_table.forget_shapes(form);
            let is_set = self.look_table.own_mut(number).is_some_and(|look| look.set_own_radius(r));
            if !is_set {
                return false;
            }
        }
        self.place_radius(row, form, r)
    }

    /// Places a body again whose radius has changed.
    #[inline(always)]
    fn place_radius(&mut self, row: usize, form: u32, r: f64) -> bool {
        let scale = self.scale(row);
        let Some(part) = self.form_table.part_mut(form) else { return self.place_parts_again(row) };
        let Ok(radius) = snap(r * scale.x.abs()) else { return false };
        part.set_radius(radius);
        let extent = Extent::of_part(part);
        self.form_table.set_extent(form, extent);
        self.set_extent(row, extent);
        if extent.kind.stores_discs() {
            self.find_discs(row);
        }
        true
    }

    #[inline(never)]
    fn place_parts_again(&mut self, row: usize) -> bool {
        let Ok(extent) = self.place_again(row) else { return false };
        self.set_extent(row, extent);
        self.find_discs(row);
        true
    }
}

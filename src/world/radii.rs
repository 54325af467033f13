//! Sets the radii of many circles at once. A circle whose look no other body has changes one number in its look, one in its form
//! and its box; nothing is allocated.

use crate::cpu::forms::Extent;
use crate::cpu::kind::Kind;
use crate::lattice::snap;
use crate::shape::ShapeKind;
use crate::world::handle::Handle;
use crate::world::rows::Rows;

/// No circle of this radius in pixels is too large.
const SURELY_FITS: f64 = 8000.0;

impl Rows {
    /// Whether all of these bodies are circles that surely can have these radii, in pixels.
    pub(super) fn are_circles_that_fit(&self, bodies: &[Handle], radius: impl Fn(usize) -> f64) -> bool {
        bodies.iter().enumerate().all(|(k, &body)| {
            let Ok(row) = self.row(body) else { return false };
            let r = radius(k);
            self.kinds[row] == Kind::Circle
                && (r > 0.0) & (r * self.scale(row).x.abs() <= SURELY_FITS)
                && self
                    .look(row)
                    .only_shape()
                    .is_some_and(|shape| matches!(shape.shape_kind(), ShapeKind::Circle { .. }))
        })
    }

    /// Sets the radius of a circle that can have it, if no other body has its look. Returns whether it does.
    #[inline(always)]
    pub(super) fn set_own_radius(&mut self, row: usize, r: f64) -> bool {
        let scale = self.scale(row);
        let alike = self.alike(row);
        let Some(look) = self.look_table.own_mut(self.looks[row]) else { return false };
        if !look.set_own_radius(r) {
            return false;
        }
        let mut form = self.forms[row];
        if !self.form_table.is_own(form) {
            form = self.form_table.own(form, &alike);
            self.forms[row] = form;
        }
        let Some(part) = self.form_table.part_mut(form) else { return false };
        let Ok(radius) = snap(r * scale.x.abs()) else { return false };
        part.set_radius(radius);
        let extent = Extent::of_part(part);
        self.form_table.set_extent(form, extent);
        self.phases.set(row, extent.phases());
        self.bounds[row] = extent.bounds_at(self.points[row]);
        self.forms_version += 1;
        self.changes.note(row);
        self.changed(row);
        true
    }
}

//! The entries of a row: reading them, and the changes that do not place the body anew.

use crate::broad::Runs;
use crate::cpu::forms::Alike;
use crate::cpu::kind;
use crate::cpu::solids::{SolidLayers, Solids, discs_of};
use crate::error::Result;
use crate::form::Form;
use crate::form::Layers;
use crate::kernels::Discs;
use crate::lattice::Vec2;
use crate::shape::Placement;
use crate::world::table::body_rules::Rules;
use crate::world::table::handle::Handle;
use crate::world::table::look::Look;
use crate::world::table::passage::Passage;
use crate::world::table::rows::Rows;

/// A new state of a body: its position, angle and scale, and its frame.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::world) struct RowChange {
    pub(in crate::world) row: usize,
    pub(in crate::world) frame: usize,
    pub(in crate::world) placement: Placement,
}

impl Rows {
    /// Returns the columns that deciding pairs reads.
    pub(crate) fn solids(&self) -> Solids<'_> {
        Solids {
            kinds: &self.kinds,
            bounds: &self.bounds,
            points: &self.points,
            discs: self.discs.held(),
            wide: &self.wide,
            forms: &self.forms,
            form_table: &self.form_table,
            margins: self.margins.held(),
            grazing: self.grazing,
            layers: self,
            rows: &[],
            regions: &[],
        }
    }

    pub(in crate::world) fn placement(&self, row: usize) -> Placement {
        Placement { at: self.at[row], angle: self.angle(row), scale: self.scale(row) }
    }

    /// Returns a change of a body that leaves it as it is.
    #[inline(always)]
    pub(in crate::world) fn as_it_is(&self, body: Handle) -> Result<RowChange> {
        let row = self.row(body)?;
        Ok(RowChange { row, frame: self.frame(row), placement: self.placement(row) })
    }

    /// Returns the key by which a body shares its form.
    pub(in crate::world) fn alike(&self, row: usize) -> Alike {
        self.alike_of(self.looks[row], self.frame(row), self.angle(row), self.scale(row))
    }

    /// Does the same for a body that has no row yet. A round look shares its form at every finite angle. Any other
    /// angle is kept, and refused when the body is placed.
    pub(in crate::world) fn alike_of(&self, look: u32, frame: usize, angle: f64, scale: Vec2) -> Alike {
        let is_round = self.look_table.get(look).get(frame).is_some_and(Look::is_round);
        Alike::new(look, frame as u32, if is_round && angle.is_finite() { 0.0 } else { angle }, scale)
    }

    pub(in crate::world) fn look(&self, row: usize) -> &Look {
        &self.look_table.get(self.looks[row])[self.frame(row)]
    }

    /// Returns the number of a body's form.
    pub(in crate::world) fn form_number(&self, row: u32) -> u32 {
        self.forms[row as usize]
    }

    /// Returns the forms of a body and its regions, relative to its position.
    #[inline(always)]
    pub(crate) fn forms(&self, row: usize) -> &[Form] {
        self.form_table.forms(self.forms[row]).all()
    }

    /// Stores the discs around a body. To be called after the form has changed, for sprites not after a change of the
    /// angle alone.
    #[inline(always)]
    pub(in crate::world) fn find_discs(&mut self, row: usize) {
        let form = self.forms[row];
        let kind = self.form_table.extent(form).kind;
        let discs = match self.forms(row) {
            [only] => discs_of(only, kind, self.form_table.extent(form).bounds),
            _ => Discs::UNKNOWN,
        };
        self.discs.set(row, discs);
    }

    /// Returns the form of a body (0) or of one of its regions (from 1), at its position.
    pub(crate) fn form(&self, row: usize, region: usize) -> Form {
        self.forms(row)[region].standing_at(self.points[row])
    }

    pub(in crate::world) fn set_layers(&mut self, row: usize, layers: Layers) {
        let wide = self.look(row).layers_of_all(layers);
        self.widen(row, layers, wide);
    }

    /// Sets a body's own layers, and `wide`, those of the body and all its regions together.
    pub(in crate::world) fn widen(&mut self, row: usize, layers: Layers, wide: Layers) {
        self.is_sorted_out &= self.wide[row] == wide;
        if self.wide[row].layer != wide.layer {
            // (The index contains these layers too.)
            self.changed(row);
        }
        self.wide[row] = wide;
        self.changes.note(row);
        let own = (wide != layers).then_some(layers);
        let old = self.own_layers(row);
        self.layered += usize::from(own.is_some());
        self.layered -= usize::from(old.is_some());
        if old != own {
            self.rare.get_mut(row).layers = own;
        }
    }

    #[inline(always)]
    pub(super) fn own_layers(&self, row: usize) -> Option<Layers> {
        if self.layered == 0 { None } else { self.rare.get(row)?.layers }
    }

    /// Returns the layers of a body itself.
    #[inline(always)]
    pub(crate) fn layers(&self, row: usize) -> Layers {
        self.own_layers(row).unwrap_or(self.wide[row])
    }

    #[inline(always)]
    pub(in crate::world) fn angle(&self, row: usize) -> f64 {
        f64::from_bits(self.angles.get(row))
    }

    #[inline(always)]
    pub(in crate::world) fn set_angle(&mut self, row: usize, angle: f64) {
        self.angles.set(row, angle.to_bits());
    }

    #[inline(always)]
    pub(in crate::world) fn scale(&self, row: usize) -> Vec2 {
        self.scales.get(row)
    }

    pub(in crate::world) fn set_scale(&mut self, row: usize, scale: Vec2) {
        self.scales.set(row, scale);
    }

    /// Returns the frame that a body shows.
    pub(in crate::world) fn frame(&self, row: usize) -> usize {
        self.frames.get(row) as usize
    }

    pub(in crate::world) fn set_frame(&mut self, row: usize, frame: usize) {
        self.frames.set(row, frame as u32);
    }

    pub(in crate::world) fn data(&self, row: usize) -> u64 {
        self.data.get(row)
    }

    pub(in crate::world) fn set_data(&mut self, row: usize, data: u64) {
        self.data.set(row, data);
    }

    pub(in crate::world) fn set_margin(&mut self, row: usize, margin: i32) {
        let old = self.margin(row);
        self.grazing += usize::from(margin >= 0);
        self.grazing -= usize::from(old >= 0);
        if margin != old {
            self.is_sorted_out = false;
            self.changes.note(row);
            self.margins.set(row, margin);
        }
    }

    /// Returns the graze margin, in lattice units; below 0 for a body without one.
    #[inline(always)]
    pub(crate) fn margin(&self, row: usize) -> i32 {
        self.margins.get(row)
    }

    /// Returns the margins of the first rows; those of the other rows are below 0.
    pub(in crate::world) fn margins(&self) -> &[i32] {
        self.margins.held()
    }

    /// Returns the runs of equal layers, the margins and the kinds of the rows, for few rows. Computes them again if
    /// they have changed.
    pub(in crate::world) fn sort_out(&mut self) -> &Runs {
        if !self.is_sorted_out {
            let margins = if self.grazing > 0 { self.margins.held() } else { &[] };
            let margins = margins.iter().copied().enumerate().filter(|&(_, margin)| margin > 0);
            self.runs.find(&self.wide, margins, kind::boxed(&self.kinds));
            self.is_sorted_out = true;
        }
        &self.runs
    }

    /// Returns the same for rows that are sorted out.
    pub(in crate::world) fn runs(&self) -> &Runs {
        debug_assert!(self.is_sorted_out);
        &self.runs
    }

    /// Returns the layers of a body (0) or of one of its regions (from 1).
    #[inline(always)]
    pub(crate) fn layers_of(&self, row: usize, region: usize) -> Layers {
        if region == 0 { self.layers(row) } else { self.layers_of_region(row, region) }
    }

    #[inline(never)]
    fn layers_of_region(&self, row: usize, region: usize) -> Layers {
        self.look(row).layers_of(region, self.layers(row))
    }

    pub(in crate::world) fn rules(&self, row: usize) -> Rules {
        self.rare.get(row).map(|rare| rare.rules).unwrap_or_default()
    }

    pub(in crate::world) fn passage(&self, row: usize) -> Passage {
        self.rare.get(row).map(|rare| rare.passage).unwrap_or_default()
    }

    pub(in crate::world) fn set_rules(&mut self, row: usize, rules: Rules) {
        let old = std::mem::replace(&mut self.rare.get_mut(row).rules, rules);
        self.ruled += usize::from(rules != Rules::default());
        self.ruled -= usize::from(old != Rules::default());
    }
}

impl SolidLayers for Rows {
    fn layers_of(&self, row: u32, region: usize) -> Layers {
        Rows::layers_of(self, row as usize, region)
    }
}

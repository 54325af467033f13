//! What the executor reads of bodies: columns, borrowed from the table that owns them.

use crate::cpu::Standing;
use crate::cpu::forms::FormTable;
use crate::cpu::kind::Kind;
use crate::form::{Form, Layers};
use crate::kernels::{Ball, Discs, middle};
use crate::lattice::{Bounds, Point};

/// The columns that deciding pairs reads. A row is a solid: a body without regions, or one region of a body (0 is the body
/// itself).
#[derive(Clone, Copy)]
pub(crate) struct Solids<'a> {
    pub(crate) kinds: &'a [Kind],
    pub(crate) bounds: &'a [Bounds],
    pub(crate) points: &'a [Point],
    /// The discs of the first solids; those of the other solids are unknown.
    pub(crate) discs: &'a [Discs],
    /// The layers; those of a body with regions are all layers of body and regions together.
    pub(crate) wide: &'a [Layers],
    /// The number of each body's form in the table.
    pub(crate) forms: &'a [u32],
    pub(crate) form_table: &'a FormTable,
    /// The graze margins of the first solids, in lattice units; those of the other solids are below 0.
    pub(crate) margins: &'a [i32],
    /// How many bodies have a margin.
    pub(crate) grazing: usize,
    pub(crate) layers: &'a dyn SolidLayers,
    /// The row of each solid's body in the world's table, and the number of its region. Empty where all solids are bodies.
    pub(crate) rows: &'a [u32],
    pub(crate) regions: &'a [u8],
}

/// Tells the layers of bodies and regions one by one.
pub(crate) trait SolidLayers: Sync {
    /// Returns the layers of a body (0) or of one of its regions (from 1).
    fn layers_of(&self, row: u32, region: usize) -> Layers;
}

impl<'a> Solids<'a> {
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Returns the number of its body's form in the table.
    #[inline(always)]
    pub(crate) fn form_number(&self, solid: u32) -> u32 {
        self.forms[solid as usize]
    }

    /// Returns the number of its region.
    #[inline(always)]
    pub(crate) fn region(&self, solid: u32) -> u8 {
        self.regions.get(solid as usize).copied().unwrap_or(0)
    }

    /// Returns the row of its body in the world's table.
    #[inline(always)]
    pub(crate) fn row(&self, solid: u32) -> u32 {
        self.rows.get(solid as usize).copied().unwrap_or(solid)
    }

    /// Returns the forms of its body and the body's regions, relative to the body's position.
    #[inline(always)]
    pub(crate) fn forms(&self, solid: u32) -> &'a [Form] {
        self.form_table.forms(self.form_number(solid)).all()
    }

    /// Returns its form, relative to its body's position.
    #[inline(always)]
    pub(crate) fn form(&self, solid: u32) -> &'a Form {
        &self.forms(solid)[usize::from(self.region(solid))]
    }

    #[inline(always)]
    pub(crate) fn kind(&self, solid: u32) -> Kind {
        self.kinds[solid as usize]
    }

    #[inline(always)]
    pub(crate) fn point(&self, solid: u32) -> Point {
        self.points[solid as usize]
    }

    #[inline(always)]
    pub(crate) fn bounds(&self, solid: u32) -> Bounds {
        self.bounds[solid as usize]
    }

    /// Returns the graze margin, in lattice units; below 0 for a body without one.
    #[inline(always)]
    pub(crate) fn margin(&self, solid: u32) -> i32 {
        self.margins.get(solid as usize).copied().unwrap_or(-1)
    }

    /// Returns a solid with its layers, as the rules between layers need it.
    #[inline(always)]
    pub(crate) fn standing(&self, solid: u32) -> Standing<'a> {
        Standing { form: self.form(solid), at: self.point(solid), layers: self.wide[solid as usize] }
    }

    /// Returns discs around a body without regions, with these bounds and of this kind.
    #[inline(always)]
    pub(crate) fn ball(&self, solid: u32, bounds: Bounds, kind: Kind) -> Ball {
        let (width, height) = (bounds.max.x - bounds.min.x, bounds.max.y - bounds.min.y);
        match kind {
            Kind::Turned => Ball { centre: self.point(solid), discs: self.stored_discs(solid) },
            Kind::Circle => Ball { centre: middle(bounds), discs: Discs::of_disc(width >> 1) },
            Kind::Box => Ball { centre: middle(bounds), discs: Discs::of_box(width, height) },
            _ => Ball { centre: middle(bounds), discs: self.stored_discs(solid) },
        }
    }

    #[inline(always)]
    pub(crate) fn stored_discs(&self, solid: u32) -> Discs {
        self.discs.get(solid as usize).copied().unwrap_or(Discs::UNKNOWN)
    }
}

/// Returns the discs of a form, given its box relative to the body's position, if bodies of its kind store them.
#[inline(always)]
pub(crate) fn discs_of(form: &Form, kind: Kind, bounds: Bounds) -> Discs {
    match form {
        Form::Sprite(sprite) => sprite.discs(kind.is_drawn()),
        Form::Shape(parts) if kind.stores_discs() => Discs::of_parts(parts.pieces(), middle(bounds)),
        _ => Discs::UNKNOWN,
    }
}

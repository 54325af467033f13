//! The columns that turns write, of consecutive rows. Threads that turn bodies at once have rows, and chunks of the table of forms,
//! of their own.

use crate::cpu::forms::{Extent, FormWriter, WriterNotes};
use crate::cpu::kind::Kind;
use crate::cpu::solids::discs_of;
use crate::error::Result;
use crate::form::Form;
use crate::kernels::Discs;
use crate::lattice::{Bounds, Point, Vec2, snap};
use crate::mask::{Sprite, Turn};
use crate::shape::{ShapeKind, Transform};
use crate::world::edit::turns::TurnStretch;
use crate::world::edit::turns::rings::TurnedRings;
use crate::world::table::column::LazyColumn;
use crate::world::table::look::Look;
use crate::world::table::looks::LookTable;
use crate::world::table::rows::Rows;

/// Consecutive rows whose bodies are turned. Each has a form of its own.
pub(super) struct TurnedRows<'a> {
    /// The number of the first row.
    first: usize,
    kinds: &'a mut [Kind],
    bounds: &'a mut [Bounds],
    angles: &'a mut [u64],
    /// Empty if only circles turn, for which neither is stored.
    phases: &'a mut [[u8; 4]],
    discs: &'a mut [Discs],
    writer: FormWriter<'a>,
    read: ReadRows<'a>,
    pub(super) notes: TurnNotes,
}

/// What turns read, of all rows.
#[derive(Clone, Copy)]
struct ReadRows<'a> {
    points: &'a [Point],
    forms: &'a [u32],
    looks: &'a [u32],
    look_table: &'a LookTable,
    frames: &'a LazyColumn<u32>,
    scales: &'a LazyColumn<Vec2>,
}

/// What turns note for the table of rows.
#[derive(Debug, Default)]
pub(super) struct TurnNotes {
    of_forms: WriterNotes,
    /// How many bodies got another form.
    count: u64,
    /// Their rows, if anything needs them.
    rows: Option<Vec<u32>>,
    /// Whether the table must sort out its rows again, because of new kinds or sizes.
    is_resorted: bool,
}

impl Rows {
    /// Returns the columns that turns write, of all rows. [`take_over`](Rows::take_over) must follow. If `are_round`, all that
    /// turn are circles.
    #[inline(always)]
    pub(super) fn turned_rows(&mut self, are_round: bool) -> TurnedRows<'_> {
        let all = self.kinds.len();
        let needs_rows = self.index.get().is_some() | self.changes.are_kept();
        let Rows { kinds, bounds, points, phases, discs, angles, forms, form_table, looks, .. } = self;
        let (phases, discs) = match are_round {
            true => (&mut [][..], &mut [][..]),
            false => (&mut phases.hold(all)[..all], &mut discs.hold(all)[..all]),
        };
        TurnedRows {
            first: 0,
            kinds,
            bounds,
            angles: &mut angles.hold(all)[..all],
            phases,
            discs,
            writer: form_table.writer(),
            read: ReadRows {
                points,
                forms,
                looks,
                look_table: &self.look_table,
                frames: &self.frames,
                scales: &self.scales,
            },
            notes: TurnNotes { rows: needs_rows.then(Vec::new), ..TurnNotes::default() },
        }
    }

    /// Takes over what turns have noted.
    pub(super) fn take_over(&mut self, notes: TurnNotes) {
        self.form_table.take_over(&notes.of_forms);
        self.forms_version += notes.count;
        self.is_sorted_out &= !notes.is_resorted;
        if let Some(rows) = notes.rows {
            self.changes.note_all(&rows);
            rows.iter().for_each(|&row| self.changed(row as usize));
        }
    }
}

impl<'a> TurnedRows<'a> {
    /// Cuts into the rows of stretches, which are apart.
    pub(super) fn cut(self, stretches: &[TurnStretch]) -> Vec<TurnedRows<'a>> {
        let (mut rest, mut parts) = (self, Vec::with_capacity(stretches.len()));
        for next in &stretches[1..] {
            let (part, others) = rest.split_at(next.first_row, next.first_chunk);
            parts.push(part);
            rest = others;
        }
        parts.push(rest);
        parts
    }

    /// Cuts before a row, and before a chunk of forms.
    fn split_at(self, row: usize, chunk: usize) -> (TurnedRows<'a>, TurnedRows<'a>) {
        let count = row - self.first;
        let (kinds, other_kinds) = self.kinds.split_at_mut(count);
        let (bounds, other_bounds) = self.bounds.split_at_mut(count);
        let (angles, other_angles) = self.angles.split_at_mut(count);
        let (phases, other_phases) = self.phases.split_at_mut(count.min(self.phases.len()));
        let (discs, other_discs) = self.discs.split_at_mut(count.min(self.discs.len()));
        let (writer, other_writer) = self.writer.split_at(chunk);
        let other_notes =
            TurnNotes { rows: self.notes.rows.is_some().then(Vec::new), ..TurnNotes::default() };
        let part = TurnedRows {
            first: self.first,
            kinds,
            bounds,
            angles,
            phases,
            discs,
            writer,
            read: self.read,
            notes: self.notes,
        };
        let other = TurnedRows {
            first: row,
            kinds: other_kinds,
            bounds: other_bounds,
            angles: other_angles,
            phases: other_phases,
            discs: other_discs,
            writer: other_writer,
            read: self.read,
            notes: other_notes,
        };
        (part, other)
    }

    #[inline(always)]
    pub(super) fn kind(&self, row: usize) -> Kind {
        self.kinds[row - self.first]
    }

    #[inline(always)]
    pub(super) fn form(&self, row: usize) -> u32 {
        self.read.forms[row]
    }

    #[inline(always)]
    pub(super) fn scale(&self, row: usize) -> Vec2 {
        self.read.scales.get(row)
    }

    #[inline(always)]
    pub(super) fn look(&self, row: usize) -> &'a Look {
        &self.read.look_table.get(self.read.looks[row])[self.read.frames.get(row) as usize]
    }

    /// Whether a body is a circle around its position, which looks the same at every angle.
    #[inline(always)]
    pub(super) fn is_round(&self, row: usize) -> bool {
        self.kind(row) == Kind::Circle && self.look(row).is_round()
    }

    #[inline(always)]
    pub(super) fn angle(&self, row: usize) -> f64 {
        f64::from_bits(self.angles[row - self.first])
    }

    #[inline(always)]
    pub(super) fn set_angle(&mut self, row: usize, angle: f64) {
        self.angles[row - self.first] = angle.to_bits();
    }

    /// Calls a function with the index and the sprite of each form that is one sprite.
    #[inline(always)]
    pub(super) fn for_each_sprite(&self, forms: &[u32], read: impl FnMut(usize, &Sprite)) {
        self.writer.for_each_sprite(forms, read);
    }

    /// Places a body again whose new angle and scale are stored, and which is not a single sprite.
    #[inline(never)]
    pub(super) fn turn_shape(&mut self, row: usize, cos: f64, sin: f64) {
        let turned = self.turn_form(row, cos, sin);
        debug_assert!(turned.is_ok(), "{turned:?}");
        if let Ok(extent) = turned {
            self.set_extent(row, extent);
            self.find_discs(row, extent);
        }
    }

    fn turn_form(&mut self, row: usize, cos: f64, sin: f64) -> Result<Extent> {
        // Relative to the body's position.
        let frame = Transform { at: Point::default(), cos, sin, scale: self.scale(row) };
        let look = self.look(row);
        self.writer.rewrite_with(self.form(row), &mut self.notes.of_forms, |forms| look.turn(&frame, forms))
    }

    #[inline(always)]
    fn find_discs(&mut self, row: usize, extent: Extent) {
        let discs = match self.writer.forms(self.form(row)).all() {
            [only] => discs_of(only, extent.kind, extent.bounds),
            _ => Discs::UNKNOWN,
        };
        self.set_discs(row, discs);
    }

    #[inline(always)]
    fn set_discs(&mut self, row: usize, discs: Discs) {
        match self.discs.get_mut(row - self.first) {
            Some(entry) => *entry = discs,
            None => debug_assert!(discs == Discs::UNKNOWN, "the discs of a circle are not stored"),
        }
    }

    /// Scales a circle whose new scale is stored.
    pub(super) fn scale_circle(&mut self, row: usize) {
        let (scale, form) = (self.scale(row), self.form(row));
        let radius = self.look(row).only_shape().and_then(|shape| match shape.shape_kind() {
            ShapeKind::Circle { r } => snap(r * scale.x.abs()).ok(),
            _ => None,
        });
        let (Some(radius), Some(part)) = (radius, self.writer.part_mut(form)) else { return };
        part.set_radius(radius);
        let extent = Extent::of_part(part);
        self.writer.set_extent(form, extent, &mut self.notes.of_forms);
        self.set_extent(row, extent);
    }

    /// Writes the k-th of some rings that were turned. Returns whether it does; if not, the body's vertices stay.
    #[inline(always)]
    pub(super) fn set_ring(&mut self, row: usize, rings: &TurnedRings, k: usize) -> bool {
        let form = self.form(row);
        let (Some(order), Some(part)) = (rings.order(k), self.writer.part_mut(form)) else {
            return false;
        };
        let Some(vertices) = part.vertices_mut(order.count) else { return false };
        rings.write(k, order, vertices);
        part.set_core(rings.core(k));
        if let Some(radius) = rings.radius(k) {
            part.set_radius(radius);
        }
        let (extent, discs) = (Extent::of_part(part), rings.discs(k, order, part.radius()));
        self.writer.set_extent(form, extent, &mut self.notes.of_forms);
        self.set_extent(row, extent);
        self.set_discs(row, if extent.kind.stores_discs() { discs } else { Discs::UNKNOWN });
        true
    }

    /// Stores what a row has of its form's extent.
    #[inline(always)]
    fn set_extent(&mut self, row: usize, extent: Extent) {
        let (k, at) = (row - self.first, self.read.points[row]);
        self.notes.is_resorted |= self.kinds[k].has_exact_box() != extent.kind.has_exact_box();
        self.kinds[k] = extent.kind;
        if let Some(phases) = self.phases.get_mut(k) {
            *phases = extent.phases();
        }
        self.bounds[k] = extent.bounds_at(at);
        self.note(&[row as u32]);
    }

    /// Turns sprites without regions. `turned` returns for the k-th its new turn, its mirroring if its scale changes, and its extent.
    #[inline(always)]
    pub(super) fn set_sprites(
        &mut self,
        (rows, forms): (&[u32], &[u32]),
        widest: i32,
        turned: impl Fn(usize) -> (Turn, Option<[bool; 2]>, Extent),
    ) {
        self.writer.turn(forms, widest, &mut self.notes.of_forms, &turned);
        let all = self.kinds.len();
        let (kinds, bounds) = (&mut self.kinds[..all], &mut self.bounds[..all]);
        let (phases, discs) = (&mut self.phases[..all], &mut self.discs[..all]);
        for (k, row) in rows.iter().map(|&row| row as usize).enumerate() {
            let ((_, scaled, extent), place) = (turned(k), row - self.first);
            if place >= all {
                continue;
            }
            let old = kinds[place];
            if scaled.is_some() | (old != extent.kind) {
                self.notes.is_resorted = true;
                if let [Form::Sprite(sprite)] = self.writer.forms(forms[k]).all() {
                    discs[place] = sprite.discs(extent.kind.is_drawn());
                }
            }
            kinds[place] = extent.kind;
            phases[place] = extent.phases();
            bounds[place] = extent.bounds_at(self.read.points[row]);
        }
        self.note(rows);
    }

    #[inline(always)]
    fn note(&mut self, rows: &[u32]) {
        self.notes.count += rows.len() as u64;
        if let Some(noted) = &mut self.notes.rows {
            noted.extend_from_slice(rows);
        }
    }
}

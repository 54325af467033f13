//! The bodies as rows of a table, in order of spawn. Fields that are read for all bodies at once are stored in
//! columns.
//!
//! Rows are in order of spawn, so row numbers sort as SPEC 6 requires, and no other sort key is needed. A removed body's row stays,
//! on no layer. When more than a quarter of the rows are empty (and more than 32), they are closed up, and the order is kept. Rare
//! properties are in columns that take memory only once a body has an unusual value (`column.rs`, `rows/rare.rs`).

mod entries;
mod info;
mod likes;
mod prefetch;
mod rare;

use std::sync::Arc;

use crate::broad::Runs;
use crate::clone_by_field::clone_by_field;
use crate::cpu::forms::{FormTable, NONE};
use crate::cpu::kind::Kind;
use crate::error::{At, Cause, Result};
use crate::form::Layers;
use crate::kernels::Discs;
use crate::lattice::{Bounds, Point, Vec2};
use crate::shape::Placement;
use crate::world::table::body_rules::Rules;
use crate::world::table::changes::Changes;
use crate::world::table::column::LazyColumn;
use crate::world::table::handle::{Handle, Slots};
use crate::world::table::index::LazyIndex;
use crate::world::table::look::Look;
use crate::world::table::looks::LookTable;
use crate::world::table::passage::Passage;
use crate::world::table::paths::BodyPaths;
use crate::world::table::rows::rare::{Rare, Rares};

pub(in crate::world) use entries::RowChange;
pub(in crate::world) use info::Info;
pub(in crate::world) use likes::Like;
pub(crate) use prefetch::PREFETCH_DEPTH;

/// The table of bodies. The rows of removed bodies stay, on no layer, until [`Rows::compact`], so rows are always in
/// order of spawn.
#[derive(Debug)]
pub(crate) struct Rows {
    pub(in crate::world) slots: Slots,
    pub(in crate::world) handles: Vec<Handle>,
    /// The positions as given, and the lattice points nearest to them.
    pub(in crate::world) at: Vec<Vec2>,
    pub(in crate::world) points: Vec<Point>,
    /// The bits of the angles.
    pub(in crate::world) angles: LazyColumn<u64>,
    pub(in crate::world) scales: LazyColumn<Vec2>,
    /// The box around a body and its regions; [`NOWHERE`] for a body that covers nothing.
    pub(crate) bounds: Vec<Bounds>,
    /// The layers of the body and all its regions together, for the broad phase.
    pub(crate) wide: Vec<Layers>,
    /// The number of each body's form.
    pub(in crate::world) forms: Vec<u32>,
    pub(in crate::world) form_table: FormTable,
    /// The kind of each body; [`Kind::Gone`] for a removed body.
    pub(in crate::world) kinds: Vec<Kind>,
    /// For the forms whose boxes lie along pixels: where within a pixel the box begins and ends.
    pub(in crate::world) phases: LazyColumn<[u8; 4]>,
    /// Discs around bodies without regions: of upright sprites and shapes around the middle of the bounds, of other
    /// sprites around the position. Not stored for circles and boxes, whose bounds say the same.
    pub(in crate::world) discs: LazyColumn<Discs>,
    /// The number of each body's looks, one for each frame.
    pub(in crate::world) looks: Vec<u32>,
    pub(in crate::world) look_table: LookTable,
    /// The frame that each body shows.
    pub(in crate::world) frames: LazyColumn<u32>,
    /// The graze margins, in lattice units; below 0 for a body without one.
    margins: LazyColumn<i32>,
    rare: Rares,
    data: LazyColumn<u64>,
    /// Whether the body was outside the world's bounds when last tested.
    pub(in crate::world) outside: Vec<bool>,
    /// Which bodies are swept, and where their paths begin.
    pub(in crate::world) paths: BodyPaths,
    /// Increases when a form changes, but not when a body moves.
    pub(in crate::world) forms_version: u64,
    /// Which rows changed.
    pub(in crate::world) changes: Changes,
    /// The spatial index for queries; built only once queries need it.
    pub(in crate::world) index: LazyIndex,
    removed: usize,
    /// How many bodies have a margin, have rules, and have layers that differ from their regions'. Code for a feature
    /// that no body uses is skipped.
    pub(in crate::world) grazing: usize,
    pub(in crate::world) ruled: usize,
    layered: usize,
    /// The runs of equal layers, the margins and the kinds along the rows; valid while `is_sorted_out`.
    runs: Runs,
    pub(in crate::world) is_sorted_out: bool,
}

clone_by_field! {
    Rows { slots, handles, at, points, angles, scales, bounds, wide, forms, form_table, kinds, phases, discs, looks, look_table, frames, margins, rare, data, outside, paths, forms_version, changes, index, removed, grazing, ruled, layered, runs, is_sorted_out }
}

impl Default for Rows {
    fn default() -> Rows {
        Rows {
            slots: Slots::default(),
            handles: Vec::new(),
            at: Vec::new(),
            points: Vec::new(),
            angles: LazyColumn::default(),
            scales: LazyColumn::new(UNSCALED),
            bounds: Vec::new(),
            wide: Vec::new(),
            forms: Vec::new(),
            form_table: FormTable::default(),
            kinds: Vec::new(),
            phases: LazyColumn::default(),
            discs: LazyColumn::new(Discs::UNKNOWN),
            looks: Vec::new(),
            look_table: LookTable::default(),
            frames: LazyColumn::default(),
            margins: LazyColumn::new(-1),
            rare: Rares::default(),
            data: LazyColumn::default(),
            outside: Vec::new(),
            paths: BodyPaths::default(),
            forms_version: 0,
            changes: Changes::default(),
            index: LazyIndex::default(),
            removed: 0,
            grazing: 0,
            ruled: 0,
            layered: 0,
            runs: Runs::default(),
            is_sorted_out: false,
        }
    }
}

/// The scale of most bodies.
const UNSCALED: Vec2 = Vec2 { x: 1.0, y: 1.0 };

/// The box of a body that covers nothing. It meets no box within the world.
pub(in crate::world) const NOWHERE: Bounds =
    Bounds { min: Point::new(i32::MAX, i32::MAX), max: Point::new(i32::MAX, i32::MAX) };

/// The checked contents of a new row, or the contents of an existing one.
#[derive(Debug, Clone)]
pub(in crate::world) struct Row {
    pub(in crate::world) placement: Placement,
    pub(in crate::world) layers: Layers,
    pub(in crate::world) looks: Arc<[Look]>,
    pub(in crate::world) frame: usize,
    pub(in crate::world) margin: i32,
    pub(in crate::world) rules: Rules,
    pub(in crate::world) data: u64,
    pub(in crate::world) is_swept: bool,
    pub(in crate::world) passage: Passage,
}

/// A new row whose look and form are already in the tables.
struct PlacedRow {
    look: u32,
    form: u32,
    point: Point,
    placement: Placement,
    frame: usize,
    margin: i32,
    rare: Rare,
    data: u64,
    /// The layers of the body and all its regions.
    wide: Layers,
    is_swept: bool,
}

impl Rows {
    /// Returns the number of rows, with those of removed bodies.
    pub(crate) fn len(&self) -> usize {
        self.handles.len()
    }

    /// Returns the number of living bodies.
    pub(in crate::world) fn living(&self) -> usize {
        self.len() - self.removed
    }

    pub(in crate::world) fn is_living(&self, row: usize) -> bool {
        self.kinds[row] != Kind::Gone
    }

    /// Iterates over the rows of living bodies, in order of spawn.
    pub(in crate::world) fn living_rows(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(|&row| self.is_living(row))
    }

    #[inline(always)]
    pub(in crate::world) fn row(&self, handle: Handle) -> Result<usize> {
        self.slots.row(handle)
    }

    /// Adds a row at the end.
    pub(in crate::world) fn push(&mut self, row: Row) -> Result<Handle> {
        if self.len() >= MOST_ROWS {
            return Err(
                Cause::Count { what: "bodies", count: self.len() + 1, least: 0, most: MOST_ROWS }.error()
            );
        }
        let Row { placement, layers, looks, frame, margin, rules, data, is_swept, passage } = row;
        let look = self.look_table.hold(&looks);
        let (form, point) = match self.form_for(look, frame, &placement) {
            Ok(placed) => placed,
            Err(error) => {
                self.look_table.release(look);
                return Err(error);
            }
        };
        let wide = self.look_table.get(look)[frame].layers_of_all(layers);
        let layers = (wide != layers).then_some(layers);
        let rare = Rare { rules, layers, passage };
        Ok(self.append(PlacedRow { look, form, point, placement, frame, margin, rare, data, wide, is_swept }))
    }

    fn append(&mut self, placed: PlacedRow) -> Handle {
        let PlacedRow { look, form, point, placement, frame, margin, rare, data, wide, is_swept } = placed;
        let row = self.len();
        let handle = self.slots.claim(row as u32);
        let extent = self.form_table.extent(form);
        self.handles.push(handle);
        self.at.push(placement.at);
        self.points.push(point);
        self.angles.set(row, placement.angle.to_bits());
        self.scales.set(row, placement.scale);
        self.bounds.push(extent.bounds_at(point));
        self.kinds.push(extent.kind);
        self.phases.set(row, extent.phases());
        self.forms.push(form);
        self.find_discs(row);
        self.looks.push(look);
        self.frames.set(row, frame as u32);
        self.wide.push(wide);
        self.is_sorted_out = false;
        self.grazing += usize::from(margin >= 0);
        self.ruled += usize::from(rare.rules != Rules::default());
        self.layered += usize::from(rare.layers.is_some());
        self.margins.set(row, margin);
        if rare != Rare::default() {
            *self.rare.get_mut(row) = rare;
        }
        self.data.set(row, data);
        self.outside.push(false);
        self.paths.push(point);
        if is_swept {
            self.set_swept(row, true);
        }
        self.forms_version += 1;
        self.changes.push();
        self.changed(row);
        handle
    }

    /// Returns the form of a body with this placement, and its lattice point. Counts one more use of the form.
    fn form_for(&mut self, look: u32, frame: usize, placement: &Placement) -> Result<(u32, Point)> {
        let alike = self.alike_of(look, frame, placement.angle, placement.scale);
        let point = Point::snapped(placement.at).at("at")?;
        if let Some(form) = self.form_table.find(&alike) {
            if self.form_table.extent(form).fits_at(point) {
                return Ok((form, point));
            }
            self.form_table.release(form, &alike);
        }
        let looks = self.look_table.get(look);
        let shown =
            looks.get(frame).ok_or_else(|| Cause::NoSuchFrame { frame, count: looks.len() }.error())?;
        let (forms, extent) = shown.form(placement)?;
        Ok((self.form_table.share(alike, forms, extent), point))
    }

    /// Returns the contents of a living row.
    pub(in crate::world) fn get(&self, row: usize) -> Row {
        Row {
            placement: self.placement(row),
            layers: self.layers(row),
            looks: self.look_table.get(self.looks[row]).clone(),
            frame: self.frame(row),
            margin: self.margin(row),
            rules: self.rules(row),
            data: self.data(row),
            is_swept: self.is_swept(row),
            passage: self.passage(row),
        }
    }

    /// Changes the contents of a living row.
    pub(in crate::world) fn set(&mut self, row: usize, to: Row) -> Result<()> {
        let Row { placement, layers, looks, frame, margin, rules, data, is_swept, passage } = to;
        self.place_as(row, &looks, placement, frame)?;
        self.set_layers(row, layers);
        self.set_margin(row, margin);
        if rules != self.rules(row) {
            self.set_rules(row, rules);
        }
        self.set_data(row, data);
        if is_swept != self.is_swept(row) {
            self.set_swept(row, is_swept);
        }
        self.set_passage(row, passage);
        Ok(())
    }

    pub(in crate::world) fn set_passage(&mut self, row: usize, passage: Passage) {
        if passage != self.passage(row) {
            self.rare.get_mut(row).passage = passage;
        }
    }

    /// Adds a row at the end for a body that is already removed. Its handle and its data are remembered until the rows
    /// are compacted.
    pub(in crate::world) fn push_gone(&mut self, handle: Handle, data: u64) -> Result<()> {
        let looks: Arc<[Look]> = [Look::new(crate::shape::Shape::point())].into();
        let row = Row {
            placement: Placement::default(),
            layers: Layers::new(0, 0),
            looks,
            frame: 0,
            margin: -1,
            rules: Rules::default(),
            data,
            is_swept: false,
            passage: Passage::default(),
        };
        self.push(row)?;
        let last = self.len() - 1;
        self.remove(last);
        self.handles[last] = handle;
        Ok(())
    }

    /// Notes that a row's box changed.
    #[inline]
    pub(in crate::world) fn changed(&mut self, row: usize) {
        if self.index.get().is_some() {
            self.loosen(row);
        }
    }

    pub(in crate::world) fn loosen(&mut self, row: usize) {
        if let Some(index) = self.index.get_mut() {
            index.loosen(row);
            if index.is_stale() {
                self.index.take();
            }
        }
    }

    /// Reserves room for `more` rows.
    pub(in crate::world) fn reserve(&mut self, more: usize) {
        let rows = self.len() + more;
        self.slots.reserve(more);
        self.handles.reserve(more);
        self.at.reserve(more);
        self.points.reserve(more);
        self.angles.reserve(rows);
        self.scales.reserve(rows);
        self.bounds.reserve(more);
        self.wide.reserve(more);
        self.forms.reserve(more);
        self.kinds.reserve(more);
        self.phases.reserve(rows);
        self.discs.reserve(rows);
        self.looks.reserve(more);
        self.frames.reserve(rows);
        self.margins.reserve(rows);
        self.rare.reserve(rows);
        self.data.reserve(rows);
        self.outside.reserve(more);
        self.changes.reserve(more);
    }

    /// Removes a living body; its row stays, empty.
    pub(in crate::world) fn remove(&mut self, row: usize) {
        self.slots.release(self.handles[row]);
        self.vacate(row);
    }

    fn vacate(&mut self, row: usize) {
        self.form_table.release(self.forms[row], &self.alike(row));
        self.look_table.release(self.looks[row]);
        self.wide[row] = Layers::new(0, 0);
        self.is_sorted_out = false;
        self.bounds[row] = NOWHERE;
        self.forms[row] = NONE;
        self.kinds[row] = Kind::Gone;
        self.set_margin(row, -1);
        self.ruled -= usize::from(self.rules(row) != Rules::default());
        self.layered -= usize::from(self.own_layers(row).is_some());
        self.rare.remove(row);
        self.paths.vacate(row);
        self.removed += 1;
        self.forms_version += 1;
        self.changes.note(row);
        self.changed(row);
    }

    /// Removes the last row as if it was never added.
    pub(in crate::world) fn pop(&mut self) {
        let row = self.len() - 1;
        self.slots.unclaim(self.handles[row]);
        self.vacate(row);
        self.removed -= 1;
        self.forms_version += 1;
        self.index.take();
        self.truncate(row);
    }

    fn truncate(&mut self, len: usize) {
        self.handles.truncate(len);
        self.at.truncate(len);
        self.points.truncate(len);
        self.angles.truncate(len);
        self.scales.truncate(len);
        self.bounds.truncate(len);
        self.wide.truncate(len);
        self.forms.truncate(len);
        self.kinds.truncate(len);
        self.phases.truncate(len);
        self.discs.truncate(len);
        self.is_sorted_out = false;
        self.looks.truncate(len);
        self.frames.truncate(len);
        self.margins.truncate(len);
        self.rare.truncate(len);
        self.data.truncate(len);
        self.outside.truncate(len);
        self.paths.truncate(len);
        self.changes.truncate(len);
    }

    /// Whether enough rows are empty that compacting pays off.
    pub(in crate::world) fn wants_compacting(&self) -> bool {
        self.removed > 32 && self.removed * 4 > self.len()
    }

    /// Removes the empty rows. `moved` becomes each old row's new number, or [`GONE`]. The order stays.
    pub(in crate::world) fn compact(&mut self, moved: &mut Vec<u32>) {
        moved.clear();
        let mut next = 0;
        for row in 0..self.len() {
            if !self.is_living(row) {
                moved.push(GONE);
                continue;
            }
            moved.push(next as u32);
            if row != next {
                self.move_row(row, next);
            }
            next += 1;
        }
        self.truncate(next);
        self.index.renumber(moved);
        self.forms_version += 1;
        self.changes.closed_up(moved);
        self.removed = 0;
    }

    fn move_row(&mut self, from: usize, to: usize) {
        self.handles[to] = self.handles[from];
        self.slots.moved(self.handles[to], to as u32);
        self.at[to] = self.at[from];
        self.points[to] = self.points[from];
        self.angles.copy(from, to);
        self.scales.copy(from, to);
        self.bounds[to] = self.bounds[from];
        self.wide[to] = self.wide[from];
        self.forms[to] = self.forms[from];
        self.kinds[to] = self.kinds[from];
        self.phases.copy(from, to);
        self.discs.copy(from, to);
        self.looks[to] = self.looks[from];
        self.frames.copy(from, to);
        self.margins.copy(from, to);
        self.rare.hand_on(from, to);
        self.data.copy(from, to);
        self.outside[to] = self.outside[from];
        self.paths.move_row(from, to);
        self.changes.move_row(from, to);
    }
}

/// A number that no row has.
pub(in crate::world) const GONE: u32 = u32::MAX;

/// Rows have 32-bit numbers, and the last number is reserved.
const MOST_ROWS: usize = u32::MAX as usize - 1;

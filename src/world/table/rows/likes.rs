//! Many new rows that differ from existing ones only in position and data: each column is filled in one go.

use crate::lattice::{Point, Vec2};
use crate::world::table::body_rules::Rules;
use crate::world::table::column::LazyColumn;
use crate::world::table::handle::Handle;
use crate::world::table::rows::{MOST_ROWS, Rows};

/// A new row that equals the row `of` in everything except these fields.
#[derive(Debug, Clone, Copy)]
pub(in crate::world) struct Like {
    pub(in crate::world) of: u32,
    pub(in crate::world) at: Vec2,
    pub(in crate::world) point: Point,
    pub(in crate::world) data: u64,
    pub(in crate::world) handle: Handle,
    pub(in crate::world) outside: bool,
}

impl Rows {
    /// Whether [`push_all_like`](Rows::push_all_like) can add a row after `more` others: there is room, and the body does
    /// not reach out of the world.
    #[inline]
    pub(in crate::world) fn has_room_like(&self, of: usize, point: Point, more: usize) -> bool {
        self.len() + more < MOST_ROWS && self.form_table.extent(self.forms[of]).fits_at(point)
    }

    /// Adds rows at the end. Does not claim their slots: the caller resets all slots afterwards.
    pub(in crate::world) fn push_all_like(&mut self, new: &[Like]) {
        let first = self.len();
        self.handles.extend(new.iter().map(|new| new.handle));
        self.at.extend(new.iter().map(|new| new.at));
        self.points.extend(new.iter().map(|new| new.point));
        self.outside.extend(new.iter().map(|new| new.outside));
        copy_all(&mut self.kinds, new);
        copy_all(&mut self.forms, new);
        copy_all(&mut self.looks, new);
        copy_all(&mut self.wide, new);
        copy_column(&mut self.angles, first, new);
        copy_column(&mut self.scales, first, new);
        copy_column(&mut self.phases, first, new);
        copy_column(&mut self.discs, first, new);
        copy_column(&mut self.frames, first, new);
        copy_column(&mut self.margins, first, new);
        if new.iter().any(|new| new.data != 0) {
            let data = &mut self.data.hold(first + new.len())[first..];
            data.iter_mut().zip(new).for_each(|(data, new)| *data = new.data);
        }
        let Rows { forms, form_table, looks, look_table, bounds, .. } = self;
        let placed = forms[first..].iter().zip(&looks[first..]).zip(new);
        bounds.extend(placed.map(|((&form, &look), new)| {
            form_table.use_again(form);
            look_table.hold_again(look);
            form_table.extent(form).bounds_at(new.point)
        }));
        self.grazing += self.margins.held().iter().skip(first).filter(|&&margin| margin >= 0).count();
        for (row, new) in (first..).zip(new) {
            self.paths.push(new.point);
            self.changes.push();
            self.changed(row);
            if let Some(&rare) = self.rare.get(new.of as usize) {
                self.ruled += usize::from(rare.rules != Rules::default());
                self.layered += usize::from(rare.layers.is_some());
                *self.rare.get_mut(row) = rare;
            }
            if self.is_swept(new.of as usize) {
                self.set_swept(row, true);
            }
        }
        self.is_sorted_out = false;
        self.forms_version += new.len() as u64;
    }
}

fn copy_all<T: Copy>(column: &mut Vec<T>, new: &[Like]) {
    column.reserve(new.len());
    for like in new {
        column.push(column[like.of as usize]);
    }
}

/// Does the same in a column that stores nothing for usual entries.
fn copy_column<T: Copy + PartialEq>(column: &mut LazyColumn<T>, first: usize, new: &[Like]) {
    if new.iter().any(|like| (like.of as usize) < column.held().len()) {
        let entries = column.hold(first + new.len());
        for (row, like) in (first..).zip(new) {
            entries[row] = entries[like.of as usize];
        }
    }
}

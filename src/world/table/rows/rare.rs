//! Fields that few bodies use. A column for each would take too much memory in a table of a million bodies.

use crate::clone_by_field::clone_by_field;
use crate::form::Layers;
use crate::world::table::body_rules::Rules;
use crate::world::table::column::LazyColumn;
use crate::world::table::passage::Passage;

/// The rarely used fields of a body.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(in crate::world) struct Rare {
    pub(super) rules: Rules,
    /// The body's own layers, if its regions have others.
    pub(super) layers: Option<Layers>,
    pub(super) passage: Passage,
}

/// The rare fields of all rows that have any.
#[derive(Debug, Default)]
pub(super) struct Rares {
    /// For each row: its index in the list, plus 1; 0 for none.
    places: LazyColumn<u32>,
    list: Vec<Rare>,
    free: Vec<u32>,
}

clone_by_field! {
    Rares { places, list, free }
}

impl Rares {
    #[inline(always)]
    pub(super) fn get(&self, row: usize) -> Option<&Rare> {
        match self.places.get(row) {
            0 => None,
            place => Some(&self.list[place as usize - 1]),
        }
    }

    /// Returns the fields of a row to change. The row has an entry from now on.
    pub(super) fn get_mut(&mut self, row: usize) -> &mut Rare {
        let place = match self.places.get(row) {
            0 => self.claim(row),
            place => place,
        };
        &mut self.list[place as usize - 1]
    }

    fn claim(&mut self, row: usize) -> u32 {
        let place = self.free.pop().unwrap_or_else(|| {
            self.list.push(Rare::default());
            self.list.len() as u32
        });
        self.list[place as usize - 1] = Rare::default();
        self.places.set(row, place);
        place
    }

    /// Removes the entry of a row.
    pub(super) fn remove(&mut self, row: usize) {
        let place = self.places.get(row);
        if place != 0 {
            self.free.push(place);
            self.places.set(row, 0);
        }
    }

    /// Moves the entry of one row to another row that has none.
    pub(super) fn hand_on(&mut self, from: usize, to: usize) {
        self.places.copy(from, to);
        self.places.set(from, 0);
    }

    /// Drops the last rows. They have no entries.
    pub(super) fn truncate(&mut self, rows: usize) {
        self.places.truncate(rows);
    }

    pub(super) fn reserve(&mut self, rows: usize) {
        self.places.reserve(rows);
    }

    /// Prefetches the place of a row's entry.
    pub(super) fn prefetch_place(&self, row: usize) {
        self.places.prefetch(row);
    }

    /// Prefetches the entry of a row.
    pub(super) fn prefetch(&self, row: usize) {
        if let Some(rare) = self.get(row) {
            crate::simd::prefetch(std::slice::from_ref(rare));
        }
    }
}

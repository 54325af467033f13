//! What few bodies have: a table of a million has no room for it.

use crate::form::Layers;
use crate::lattice::Vec2;
use crate::world::column::Column;
use crate::world::passage::Passage;
use crate::world::rules::Rules;

/// What few bodies have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::world) struct Rare {
    pub(in crate::world) scale: Vec2,
    pub(super) rules: Rules,
    /// The body's own layers, where its regions have others.
    pub(super) layers: Option<Layers>,
    pub(super) passage: Passage,
}

impl Default for Rare {
    fn default() -> Rare {
        Rare {
            scale: Vec2::new(1.0, 1.0),
            rules: Rules::default(),
            layers: None,
            passage: Passage::default(),
        }
    }
}

/// Those of all rows that have any.
#[derive(Debug, Clone, Default)]
pub(super) struct Rares {
    /// Of each row the place in the list, and one more; 0 for none.
    places: Column<u32>,
    list: Vec<Rare>,
    free: Vec<u32>,
}

impl Rares {
    #[inline(always)]
    pub(super) fn get(&self, row: usize) -> Option<&Rare> {
        match self.places.get(row) {
            0 => None,
            place => Some(&self.list[place as usize - 1]),
        }
    }

    /// Those of a row, which has some from now on.
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

    /// A row has none any more.
    pub(super) fn remove(&mut self, row: usize) {
        let place = self.places.get(row);
        if place != 0 {
            self.free.push(place);
            self.places.set(row, 0);
        }
    }

    /// Those of one row are another's from now on, which has none.
    pub(super) fn hand_on(&mut self, from: usize, to: usize) {
        self.places.copy(from, to);
        self.places.set(from, 0);
    }

    /// The last rows, which have none, are gone.
    pub(super) fn truncate(&mut self, rows: usize) {
        self.places.truncate(rows);
    }

    pub(super) fn reserve(&mut self, rows: usize) {
        self.places.reserve(rows);
    }

    /// Prefetches where those of a row are.
    pub(super) fn bring_place_near(&self, row: usize) {
        self.places.bring_near(row);
    }

    /// Prefetches those of a row.
    pub(super) fn bring_near(&self, row: usize) {
        if let Some(rare) = self.get(row) {
            crate::simd::bring_near(std::slice::from_ref(rare));
        }
    }
}

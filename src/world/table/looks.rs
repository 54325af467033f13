//! The looks of a world's bodies, by number. Bodies with the same look share one entry.

use std::sync::Arc;

use crate::clone_by_field::clone_by_field;
use crate::cpu::table::{Table, Uses};
use crate::quick_hash::QuickMap;
use crate::world::table::look::Look;

/// The frames of bodies, by number.
#[derive(Debug, Default)]
pub(in crate::world) struct LookTable {
    looks: Table<Arc<[Look]>>,
    uses: Uses,
    /// Their numbers, by memory address. Clones share the map until one is written.
    known: Arc<QuickMap<usize, u32>>,
    last: Option<u32>,
    /// The largest sum of a mask's width and height, of all looks so far.
    widest_mask: u32,
}

clone_by_field! {
    LookTable { looks, uses, known, last, widest_mask }
}

impl LookTable {
    #[inline(always)]
    pub(in crate::world) fn get(&self, id: u32) -> &Arc<[Look]> {
        self.looks.get(id)
    }

    /// Returns the largest sum of a mask's width and height, of all looks so far.
    pub(in crate::world) fn widest_mask(&self) -> u32 {
        self.widest_mask
    }

    /// Returns the number of looks, and counts one more use. Adds them if they are new.
    pub(in crate::world) fn hold(&mut self, looks: &Arc<[Look]>) -> u32 {
        let known = match self.last {
            Some(last) if Arc::ptr_eq(self.get(last), looks) => Some(last),
            _ => self.known.get(&address(looks)).copied(),
        };
        let id = match known {
            Some(id) => {
                self.uses.add(id);
                id
            }
            None => self.add(looks.clone()),
        };
        self.last = Some(id);
        id
    }

    /// Returns the look with a number, to change it: only if one body uses it, the body has no other frame, and nothing outside
    /// this table refers to it.
    #[inline(always)]
    pub(in crate::world) fn own_mut(&mut self, id: u32) -> Option<&mut Look> {
        if !self.uses.is_single(id) {
            return None;
        }
        match Arc::get_mut(self.looks.get_mut(id))? {
            [look] => Some(look),
            _ => None,
        }
    }

    /// Counts one more use of looks in the table.
    pub(in crate::world) fn hold_again(&mut self, id: u32) {
        self.uses.add(id);
    }

    /// Returns the looks that were used last. Bodies of a swarm are spawned with equal ones.
    pub(in crate::world) fn last(&self) -> Option<&Arc<[Look]>> {
        self.last.map(|id| self.get(id))
    }

    /// Counts one use less.
    pub(in crate::world) fn release(&mut self, id: u32) {
        if !self.uses.release(id) {
            return;
        }
        let looks = std::mem::take(self.looks.get_mut(id));
        Arc::make_mut(&mut self.known).remove(&address(&looks));
        if self.last == Some(id) {
            self.last = None;
        }
    }

    fn add(&mut self, looks: Arc<[Look]>) -> u32 {
        let (id, is_new) = self.uses.claim();
        Arc::make_mut(&mut self.known).insert(address(&looks), id);
        self.widest_mask = looks.iter().map(Look::widest_mask).fold(self.widest_mask, u32::max);
        if is_new {
            self.looks.push(looks);
        } else {
            *self.looks.get_mut(id) = looks;
        }
        id
    }

    /// Prefetches what finding looks reads.
    pub(in crate::world) fn prefetch(&self) {
        crate::simd::prefetch(self.looks.chunks());
    }
}

fn address(looks: &Arc<[Look]>) -> usize {
    Arc::as_ptr(looks).cast::<Look>() as usize
}

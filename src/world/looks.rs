//! The looks of a world's bodies, by number: bodies that look alike share one.

use std::collections::HashMap;
use std::sync::Arc;

use crate::world::look::Look;
use crate::world::table::{Table, Uses};

/// The frames of bodies, by number.
#[derive(Debug, Clone, Default)]
pub(super) struct LookTable {
    looks: Table<Arc<[Look]>>,
    uses: Uses,
    /// Their numbers, by where they lie in memory.
    known: HashMap<usize, u32>,
    last: Option<u32>,
}

impl LookTable {
    #[inline(always)]
    pub(super) fn get(&self, id: u32) -> &Arc<[Look]> {
        self.looks.get(id)
    }

    /// The number of looks that a caller holds, with one use more.
    pub(super) fn hold(&mut self, looks: &Arc<[Look]>) -> u32 {
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

    /// One use more of looks that are held.
    pub(super) fn hold_again(&mut self, id: u32) {
        self.uses.add(id);
    }

    /// The looks that were held last: bodies of a swarm are spawned with equal ones.
    pub(super) fn last(&self) -> Option<&Arc<[Look]>> {
        self.last.map(|id| self.get(id))
    }

    /// One use less.
    pub(super) fn release(&mut self, id: u32) {
        if !self.uses.release(id) {
            return;
        }
        let looks = std::mem::take(self.looks.get_mut(id));
        self.known.remove(&address(&looks));
        if self.last == Some(id) {
            self.last = None;
        }
    }

    fn add(&mut self, looks: Arc<[Look]>) -> u32 {
        let (id, is_new) = self.uses.claim();
        self.known.insert(address(&looks), id);
        if is_new {
            self.looks.push(looks);
        } else {
            *self.looks.get_mut(id) = looks;
        }
        id
    }

    /// Prefetches what finding looks reads.
    pub(super) fn bring_near(&self) {
        crate::simd::bring_near(self.looks.chunks());
    }
}

fn address(looks: &Arc<[Look]>) -> usize {
    Arc::as_ptr(looks).cast::<Look>() as usize
}

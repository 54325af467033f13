//! What many worlds are told.

use std::sync::Arc;

use crate::world::events::{Events, Hit};
use crate::world::handle::Handle;

/// The answers of one step of many worlds. They are kept as long as they are held: the worlds may change meanwhile.
///
/// See [`Worlds`] for an example.
#[derive(Debug, Clone)]
pub struct Steps(pub(super) Arc<Batch>);

/// The lists of all worlds, in parts of `each`; the last may be smaller.
#[derive(Debug, Default)]
pub(super) struct Batch {
    pub(super) each: usize,
    pub(super) parts: Vec<Part>,
}

/// The lists of some worlds one after another.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// Of each world what began, what stayed, what ended, what grazed.
    hits: Vec<Hit>,
    is_new: Vec<bool>,
    /// Of each world who left, who entered, who was despawned.
    bodies: Vec<Handle>,
    worlds: Vec<Lists>,
}

/// Where one world's lists begin, and how long they are.
#[derive(Debug, Clone, Copy)]
struct Lists {
    number: u64,
    hits: usize,
    is_new: usize,
    bodies: usize,
    of_hits: [u32; 4],
    of_bodies: [u32; 3],
}

impl Part {
    pub(super) fn clear(&mut self) {
        let Part { hits, is_new, bodies, worlds } = self;
        hits.clear();
        is_new.clear();
        bodies.clear();
        worlds.clear();
    }

    pub(super) fn add(&mut self, events: &Events) {
        let Events { now, new, ended, grazes, left, entered, despawned, is_new, report, .. } = events;
        let counts = [*new, now.len() - new, ended.len(), grazes.len()];
        self.worlds.push(Lists {
            number: report.step,
            hits: self.hits.len(),
            is_new: self.is_new.len(),
            bodies: self.bodies.len(),
            of_hits: counts.map(|n| n as u32),
            of_bodies: [left, entered, despawned].map(|list| list.len() as u32),
        });
        for list in [now, ended, grazes] {
            self.hits.extend_from_slice(list);
        }
        self.is_new.extend_from_slice(is_new);
        for list in [left, entered, despawned] {
            self.bodies.extend_from_slice(list);
        }
    }
}

impl Steps {
    /// How many worlds there were.
    pub fn len(&self) -> usize {
        self.0.parts.iter().map(|part| part.worlds.len()).sum()
    }

    /// Whether there was none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What one world is told.
    ///
    /// # Panics
    ///
    /// Where there were not so many worlds.
    pub fn of(&self, k: usize) -> Told<'_> {
        let part = &self.0.parts[k / self.0.each];
        Told { part, lists: part.worlds[k % self.0.each] }
    }

    /// What each world is told, in order.
    pub fn iter(&self) -> impl Iterator<Item = Told<'_>> {
        self.0.parts.iter().flat_map(|part| part.worlds.iter().map(move |&lists| Told { part, lists }))
    }
}

/// What one world of many is told: the lists of a [`Step`](crate::Step).
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    part: &'a Part,
    lists: Lists,
}

impl<'a> Told<'a> {
    /// Which step of the world this is; the first is 1.
    pub fn number(self) -> u64 {
        self.lists.number
    }

    /// What overlaps now and did not after the last step.
    pub fn began(self) -> &'a [Hit] {
        self.hits_of(0)
    }

    /// What overlaps now and did before.
    pub fn stayed(self) -> &'a [Hit] {
        self.hits_of(1)
    }

    /// What overlapped after the last step and does no more.
    pub fn ended(self) -> &'a [Hit] {
        self.hits_of(2)
    }

    /// Near misses: a pair's first within the margin.
    pub fn grazes(self) -> &'a [Hit] {
        self.hits_of(3)
    }

    /// All that overlaps now, whether new or not.
    pub fn hits(self) -> impl Iterator<Item = &'a Hit> {
        let (mut began, mut stayed) = (self.began().iter(), self.stayed().iter());
        let count = self.began().len() + self.stayed().len();
        let is_new = &self.part.is_new[self.lists.is_new..][..count];
        is_new.iter().filter_map(move |&is_new| if is_new { began.next() } else { stayed.next() })
    }

    /// The hits between two sets of layers, the one on the first set first in each.
    pub fn between(self, a: u32, b: u32) -> impl Iterator<Item = Hit> + 'a {
        self.hits().filter_map(move |hit| hit.between(a, b))
    }

    /// Bodies that went out of the world's bounds with this step.
    pub fn left(self) -> &'a [Handle] {
        self.bodies_of(0)
    }

    /// Bodies that came into the world's bounds with this step.
    pub fn entered(self) -> &'a [Handle] {
        self.bodies_of(1)
    }

    /// Bodies that this step removed, too far out of the bounds.
    pub fn despawned(self) -> &'a [Handle] {
        self.bodies_of(2)
    }

    fn hits_of(self, list: usize) -> &'a [Hit] {
        list_of(&self.part.hits, self.lists.hits, &self.lists.of_hits, list)
    }

    fn bodies_of(self, list: usize) -> &'a [Handle] {
        list_of(&self.part.bodies, self.lists.bodies, &self.lists.of_bodies, list)
    }
}

/// One of several lists that stand one after another from a place on.
fn list_of<'a, T>(all: &'a [T], from: usize, counts: &[u32], list: usize) -> &'a [T] {
    let before: u32 = counts[..list].iter().sum();
    &all[from + before as usize..][..counts[list] as usize]
}

//! The answers of a step of many worlds.

use std::sync::Arc;

#[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
use crate::world::step::check::Disagreement;
use crate::world::step::events::{Events, Hit};
use crate::world::table::handle::Handle;

/// The answers of one step of many worlds. They stay valid as long as they are kept, also when the worlds change.
///
/// See [`Worlds`](crate::worlds::Worlds) for an example.
#[derive(Debug, Clone)]
pub struct Steps(pub(super) Arc<BatchLists>);

/// The lists of all worlds, in parts of `each` worlds; the last part may be smaller.
#[derive(Debug, Default)]
pub(super) struct BatchLists {
    pub(super) each: usize,
    pub(super) parts: Vec<WorldsPart>,
}

/// The lists of some worlds, one after another.
#[derive(Debug, Default)]
pub(super) struct WorldsPart {
    /// For each world: the hits that began, stayed, ended, and the grazes.
    hits: Vec<Hit>,
    is_new: Vec<bool>,
    /// For each world: the bodies that left, entered, and were despawned.
    bodies: Vec<Handle>,
    #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
    disagreements: Vec<Disagreement>,
    worlds: Vec<WorldLists>,
}

/// Where the lists of one world begin, and their lengths.
#[derive(Debug, Clone, Copy)]
struct WorldLists {
    number: u64,
    hits: usize,
    is_new: usize,
    bodies: usize,
    of_hits: [u32; 4],
    of_bodies: [u32; 3],
    /// The first of the disagreements, and how many there are.
    #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
    disagreements: [usize; 2],
}

impl WorldsPart {
    pub(super) fn clear(&mut self) {
        let WorldsPart {
            hits,
            is_new,
            bodies,
            #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
            disagreements,
            worlds,
        } = self;
        #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
        disagreements.clear();
        hits.clear();
        is_new.clear();
        bodies.clear();
        worlds.clear();
    }

    pub(super) fn add(&mut self, events: &Events) {
        let Events { now, new, ended, grazes, left, entered, despawned, is_new, report, .. } = events;
        let counts = [*new, now.len() - new, ended.len(), grazes.len()];
        self.worlds.push(WorldLists {
            number: report.step,
            hits: self.hits.len(),
            is_new: self.is_new.len(),
            bodies: self.bodies.len(),
            of_hits: counts.map(|n| n as u32),
            of_bodies: [left, entered, despawned].map(|list| list.len() as u32),
            #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
            disagreements: [self.disagreements.len(), events.disagreements.len()],
        });
        #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
        self.disagreements.extend_from_slice(&events.disagreements);
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
    /// Returns the number of worlds.
    pub fn len(&self) -> usize {
        self.0.parts.iter().map(|part| part.worlds.len()).sum()
    }

    /// Whether there are no worlds.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the answer of one world.
    ///
    /// # Panics
    ///
    /// If `k` is not less than the number of worlds.
    pub fn of(&self, k: usize) -> StepView<'_> {
        let part = &self.0.parts[k / self.0.each];
        StepView { part, lists: part.worlds[k % self.0.each] }
    }

    /// Iterates over the answers of all worlds, in order.
    pub fn iter(&self) -> impl Iterator<Item = StepView<'_>> {
        self.0.parts.iter().flat_map(|part| part.worlds.iter().map(move |&lists| StepView { part, lists }))
    }
}

/// The answer of one world of many: the lists of a [`Step`](crate::Step).
#[derive(Debug, Clone, Copy)]
pub struct StepView<'a> {
    part: &'a WorldsPart,
    lists: WorldLists,
}

impl<'a> StepView<'a> {
    /// Returns the number of this step of the world; the first is 1.
    pub fn number(self) -> u64 {
        self.lists.number
    }

    /// Returns the hits that overlap now and did not after the last step.
    pub fn began(self) -> &'a [Hit] {
        self.hits_of(0)
    }

    /// Returns the hits that overlap now and did after the last step.
    pub fn stayed(self) -> &'a [Hit] {
        self.hits_of(1)
    }

    /// Returns the hits that overlapped after the last step and no longer do.
    pub fn ended(self) -> &'a [Hit] {
        self.hits_of(2)
    }

    /// Returns the near misses: each pair's first time within the margin.
    pub fn grazes(self) -> &'a [Hit] {
        self.hits_of(3)
    }

    /// Iterates over all hits that overlap now, new or not.
    pub fn hits(self) -> impl Iterator<Item = &'a Hit> {
        let (mut began, mut stayed) = (self.began().iter(), self.stayed().iter());
        let count = self.began().len() + self.stayed().len();
        let is_new = &self.part.is_new[self.lists.is_new..][..count];
        is_new.iter().filter_map(move |&is_new| if is_new { began.next() } else { stayed.next() })
    }

    /// Iterates over the hits between two sets of layers. In each hit, the body on the first set is first.
    pub fn between(self, a: u32, b: u32) -> impl Iterator<Item = Hit> + 'a {
        self.hits().filter_map(move |hit| hit.between(a, b))
    }

    /// Returns the bodies that left the world's bounds in this step.
    pub fn left(self) -> &'a [Handle] {
        self.bodies_of(0)
    }

    /// Returns the bodies that entered the world's bounds in this step.
    pub fn entered(self) -> &'a [Handle] {
        self.bodies_of(1)
    }

    /// Returns the bodies that this step removed because they were too far out of the bounds.
    pub fn despawned(self) -> &'a [Handle] {
        self.bodies_of(2)
    }

    /// Returns the pairs on which the plain reference does not agree, if the world
    /// [checks](crate::world::WorldBuilder::check_one_in) some.
    #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
    pub fn disagreements(self) -> &'a [Disagreement] {
        let [first, count] = self.lists.disagreements;
        &self.part.disagreements[first..][..count]
    }

    fn hits_of(self, list: usize) -> &'a [Hit] {
        list_of(&self.part.hits, self.lists.hits, &self.lists.of_hits, list)
    }

    fn bodies_of(self, list: usize) -> &'a [Handle] {
        list_of(&self.part.bodies, self.lists.bodies, &self.lists.of_bodies, list)
    }
}

/// Returns one of several lists that are stored one after another from an index on.
fn list_of<'a, T>(all: &'a [T], from: usize, counts: &[u32], list: usize) -> &'a [T] {
    let before: u32 = counts[..list].iter().sum();
    &all[from + before as usize..][..counts[list] as usize]
}

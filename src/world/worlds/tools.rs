//! Steps a stretch of worlds. A few lists are shared, so they stay in cache. The memory that a world's step reads is
//! prefetched while the worlds before it are stepped.
//!
//! A step of 64 bodies takes 300 ns, and waiting for their memory would take longer. So a step touches only what it needs of a world,
//! and that is prefetched several worlds ahead: the world, then its lists, then, stage by stage, its candidates' data
//! (`rows/prefetch.rs`). `broad::SmallBroad` compares all boxes with all. The runs of layers along the rows are kept until something
//! changes them. No report is made, so pairs that have already grazed are not tested for grazes again.

use crate::broad::{MOST_FEW, SmallBroad, SmallQuery};
#[cfg(feature = "gpu")]
use crate::cpu::RawHits;
use crate::error::{Error, Result};
use crate::simd::prefetch;
use crate::world::World;
use crate::world::step::events::Events;
use crate::world::step::walls::inner;
use crate::world::step::{KnownAtStart, Scratch};
use crate::world::table::rows::{NOWHERE, PREFETCH_DEPTH};
use crate::world::worlds::steps::WorldsPart;

/// The working memory for stepping many worlds one after another.
#[derive(Default)]
pub(super) struct Tools {
    few: SmallBroad,
    /// For the worlds whose candidates are found but not yet decided.
    scratch: [Scratch; WAITING],
    events: Events,
}

/// How many worlds ahead memory is prefetched, where each address is read from memory that was prefetched before.
const AHEAD: usize = 8;
/// The number of worlds between two prefetch stages of a world's candidates.
const STRIDE: usize = 3;
/// How many worlds after a world's candidates were found they are decided.
const BEHIND: usize = STRIDE * PREFETCH_DEPTH;
/// How many worlds' candidates can wait; a power of two.
const WAITING: usize = (BEHIND + 1).next_power_of_two();

impl std::fmt::Debug for Tools {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tools").finish_non_exhaustive()
    }
}

impl Tools {
    /// Changes and steps worlds. An error names the world by its index.
    pub(super) fn step(
        &mut self,
        worlds: &mut [World],
        part: &mut WorldsPart,
        is_changed: bool,
        mut change: impl FnMut(&mut World, usize) -> Result<()>,
    ) -> std::result::Result<(), (usize, Error)> {
        for k in 0..worlds.len() + BEHIND {
            if let Some(world) = worlds.get(k + 2 * AHEAD) {
                prefetch(std::slice::from_ref(world));
            }
            // In pieces, because memory handles only a limited number of requests at a time.
            let ahead = k + AHEAD;
            if let Some(world) = worlds.get(ahead).filter(|_| is_changed) {
                world.rows.prefetch_positions();
            }
            if let Some(world) = worlds.get_mut(k) {
                change(world, k).map_err(|e| (k, e))?;
                self.find(k, world);
            }
            if let Some(world) = worlds.get(ahead) {
                world.rows.prefetch();
            }
            for stage in 1..PREFETCH_DEPTH {
                if let Some(k) = k.checked_sub(STRIDE * stage)
                    && let Some(world) = worlds.get(k)
                {
                    self.scratch[k % WAITING].prefetch(world, stage);
                }
            }
            if let Some(k) = k.checked_sub(BEHIND) {
                self.events.clear();
                self.decide(k, &mut worlds[k]).map_err(|e| (k, e))?;
                part.add(&self.events);
            }
            if let Some(world) = worlds.get(ahead) {
                world.prefetch_memory();
            }
        }
        Ok(())
    }

    /// Steps a world whose overlaps are already found. Without `found` the world finds them by itself.
    #[cfg(feature = "gpu")]
    pub(super) fn step_with(
        &mut self,
        world: &mut World,
        found: Option<&mut RawHits>,
        part: &mut WorldsPart,
    ) -> Result<()> {
        let Tools { scratch: [scratch, ..], events, .. } = self;
        events.clear();
        match found {
            Some(found) => world.finish_step(KnownAtStart::Found(found), scratch, events)?,
            None => world.fill(events)?,
        }
        part.add(events);
        Ok(())
    }

    /// Finds the candidates of a world, and the bodies that may have crossed its bounds.
    fn find(&mut self, k: usize, world: &mut World) {
        let scratch = &mut self.scratch[k % WAITING];
        scratch.candidates.clear();
        scratch.crossing.clear();
        if is_apart(world) {
            return;
        }
        world.rows.sort_out();
        let rows = &world.rows;
        let asked = SmallQuery {
            bounds: &rows.bounds,
            layers: &rows.wide,
            runs: rows.runs(),
            walls: world.walls,
            inner: inner(world.walls.unwrap_or(NOWHERE)),
            outside: &rows.outside,
            are_leashed: rows.ruled > 0,
        };
        self.few.find(asked, &mut scratch.candidates, &mut scratch.crossing);
        scratch.prefetch(world, 0);
    }

    /// Makes the rest of the world's step.
    fn decide(&mut self, k: usize, world: &mut World) -> Result<()> {
        let Tools { scratch, events, .. } = self;
        let scratch = &mut scratch[k % WAITING];
        if is_apart(world) {
            return world.fill(events);
        }
        world.finish_step(KnownAtStart::Candidates, scratch, events)
    }
}

/// Whether a world is stepped by itself: it has too many bodies, or it has swept bodies.
fn is_apart(world: &World) -> bool {
    world.rows.len() > MOST_FEW || world.rows.has_swept()
}

impl World {
    /// Prefetches the results of the last step.
    fn prefetch_memory(&self) {
        prefetch(&self.last.keys);
        prefetch(&self.last.layers);
        self.memory.prefetch();
    }
}

impl Scratch {
    /// Prefetches what deciding the candidates reads, in one stage.
    fn prefetch(&self, world: &World, stage: usize) {
        let rows = &world.rows;
        let solids = rows.solids();
        for &[a, b] in &self.candidates {
            let are_bare = solids.are_upright(a, b);
            for row in [a, b] {
                if !are_bare {
                    rows.prefetch_row(row, stage);
                } else if stage == 0 {
                    rows.prefetch_name(row);
                }
            }
        }
        self.crossing.iter().for_each(|&row| rows.prefetch_row(row, stage));
    }
}

//! How a stretch of worlds is stepped: few lists that stay warm, and of each world only what its step needs, brought near
//! while the worlds before it are stepped.

use crate::broad::{Asked, Few, MOST_FEW};
use crate::error::{Error, Result};
use crate::simd::bring_near;
use crate::world::World;
#[cfg(feature = "gpu")]
use crate::world::backend::Found;
use crate::world::events::Events;
use crate::world::rows::{NOWHERE, WAYS};
use crate::world::step::{Known, Scratch};
use crate::world::walls::inner;
use crate::world::worlds::steps::Part;

/// What many worlds are stepped with, one after another.
#[derive(Default)]
pub(super) struct Tools {
    few: Few,
    /// Of the worlds whose candidates are found and not decided yet.
    scratch: [Scratch; WAITING],
    events: Events,
}

/// So many worlds further on memory is asked for that is followed from world to world, from list to list.
const AHEAD: usize = 8;
/// So many worlds later what a world's candidates are is near at hand, a way further on each.
const STRIDE: usize = 3;
/// So many worlds later they are decided.
const BEHIND: usize = STRIDE * WAYS;
/// As many worlds' candidates wait, and a power of two.
const WAITING: usize = (BEHIND + 1).next_power_of_two();

impl std::fmt::Debug for Tools {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tools").finish_non_exhaustive()
    }
}

impl Tools {
    /// Changes and steps worlds; where one cannot be, says which.
    pub(super) fn step(
        &mut self,
        worlds: &mut [World],
        part: &mut Part,
        is_changed: bool,
        mut change: impl FnMut(&mut World, usize) -> Result<()>,
    ) -> std::result::Result<(), (usize, Error)> {
        for k in 0..worlds.len() + BEHIND {
            if let Some(world) = worlds.get(k + 2 * AHEAD) {
                bring_near(std::slice::from_ref(world));
            }
            // In pieces: memory takes only so many errands at a time.
            let ahead = k + AHEAD;
            if let Some(world) = worlds.get(ahead).filter(|_| is_changed) {
                world.rows.bring_places_near();
            }
            if let Some(world) = worlds.get_mut(k) {
                change(world, k).map_err(|e| (k, e))?;
                self.find(k, world);
            }
            if let Some(world) = worlds.get(ahead) {
                world.rows.bring_near();
            }
            for way in 1..WAYS {
                if let Some(k) = k.checked_sub(STRIDE * way)
                    && let Some(world) = worlds.get(k)
                {
                    self.scratch[k % WAITING].bring_near(world, way);
                }
            }
            if let Some(k) = k.checked_sub(BEHIND) {
                self.events.clear();
                self.decide(k, &mut worlds[k]).map_err(|e| (k, e))?;
                part.add(&self.events);
            }
            if let Some(world) = worlds.get(ahead) {
                world.bring_memory_near();
            }
        }
        Ok(())
    }

    /// Steps a world of which somebody has found what overlaps; one that is given nothing finds it by itself.
    #[cfg(feature = "gpu")]
    pub(super) fn step_with(
        &mut self,
        world: &mut World,
        found: Option<&mut Found>,
        part: &mut Part,
    ) -> Result<()> {
        let Tools { scratch: [scratch, ..], events, .. } = self;
        events.clear();
        match found {
            Some(found) => world.finish_step(Known::Found(found), scratch, events)?,
            None => world.fill(events)?,
        }
        part.add(events);
        Ok(())
    }

    /// The candidates of a world, and who may have crossed its bounds.
    fn find(&mut self, k: usize, world: &mut World) {
        let scratch = &mut self.scratch[k % WAITING];
        scratch.candidates.clear();
        scratch.crossing.clear();
        if is_apart(world) {
            return;
        }
        world.rows.sort_out();
        let rows = &world.rows;
        let asked = Asked {
            bounds: &rows.bounds,
            layers: &rows.wide,
            runs: rows.runs(),
            walls: world.walls,
            inner: inner(world.walls.unwrap_or(NOWHERE)),
            outside: &rows.outside,
            are_leashed: rows.ruled > 0,
        };
        self.few.find(asked, &mut scratch.candidates, &mut scratch.crossing);
        scratch.bring_near(world, 0);
    }

    /// The rest of its step.
    fn decide(&mut self, k: usize, world: &mut World) -> Result<()> {
        let Tools { scratch, events, .. } = self;
        let scratch = &mut scratch[k % WAITING];
        if is_apart(world) {
            return world.fill(events);
        }
        world.finish_step(Known::Candidates, scratch, events)
    }
}

/// Whether a world is stepped by itself: it is not a few bodies, or its candidates are those of ways.
fn is_apart(world: &World) -> bool {
    world.rows.len() > MOST_FEW || world.rows.has_swept()
}

impl World {
    /// What was after the last step.
    fn bring_memory_near(&self) {
        bring_near(&self.last.keys);
        bring_near(&self.last.layers);
        self.memory.bring_near();
    }
}

impl Scratch {
    /// What deciding the candidates reads, `way` steps from the world.
    fn bring_near(&self, world: &World, way: usize) {
        let rows = &world.rows;
        for &[a, b] in &self.candidates {
            let are_bare = rows.are_upright(a, b);
            for row in [a, b] {
                if !are_bare {
                    rows.bring_row_near(row, way);
                } else if way == 0 {
                    rows.bring_name_near(row);
                }
            }
        }
        self.crossing.iter().for_each(|&row| rows.bring_row_near(row, way));
    }
}

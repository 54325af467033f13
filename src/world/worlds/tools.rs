//! How a stretch of worlds is stepped: few lists that stay warm, and of each world only what its step needs, brought near
//! while the worlds before it are stepped.

use crate::broad::{Asked, Few, MOST_FEW};
use crate::error::{Error, Result};
use crate::simd::bring_near;
use crate::world::World;
use crate::world::events::Events;
use crate::world::rows::WAYS;
use crate::world::step::Scratch;
use crate::world::worlds::steps::Part;

/// What many worlds are stepped with, one after another.
#[derive(Default)]
pub(super) struct Tools {
    few: Few,
    /// Of as many worlds at a time.
    scratch: [Scratch; BLOCK],
    events: Events,
}

/// So many worlds are changed and asked for their candidates, and then decided.
const BLOCK: usize = 8;

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
        for first in (0..worlds.len()).step_by(BLOCK) {
            let end = worlds.len().min(first + BLOCK);
            for k in first..end {
                if let Some(world) = worlds.get(k + 2 * BLOCK) {
                    bring_near(std::slice::from_ref(world));
                }
                if let Some(world) = worlds.get(k + BLOCK) {
                    world.bring_near(is_changed);
                }
                change(&mut worlds[k], k).map_err(|e| (k, e))?;
                self.find(k - first, &mut worlds[k]);
            }
            for way in 1..WAYS {
                for k in first..end {
                    self.scratch[k - first].bring_near(&worlds[k], way);
                }
            }
            for k in first..end {
                self.events.clear();
                self.decide(k - first, &mut worlds[k]).map_err(|e| (k, e))?;
                part.add(&self.events);
            }
        }
        Ok(())
    }

    /// The candidates of a world, and who may have crossed its bounds.
    fn find(&mut self, k: usize, world: &mut World) {
        let scratch = &mut self.scratch[k];
        scratch.candidates.clear();
        scratch.crossing.clear();
        if world.rows.len() > MOST_FEW {
            return;
        }
        world.rows.sort_out();
        let (rows, walls) = (&world.rows, world.walls);
        let (bounds, layers, runs, outside) = (&rows.bounds, &rows.wide, rows.runs(), &rows.outside);
        let asked = Asked { bounds, layers, runs, walls, outside };
        self.few.find(asked, &mut scratch.candidates, &mut scratch.crossing);
        scratch.crossing.retain(|&row| world.may_cross(row));
        scratch.bring_near(world, 0);
    }

    /// The rest of its step.
    fn decide(&mut self, k: usize, world: &mut World) -> Result<()> {
        let Tools { scratch, events, .. } = self;
        let scratch = &mut scratch[k];
        if world.rows.len() > MOST_FEW {
            return world.fill(events);
        }
        if scratch.candidates.is_empty() && scratch.crossing.is_empty() && world.is_quiet() {
            world.pass_quietly(scratch, events);
            return Ok(());
        }
        world.go_on(scratch, events)
    }
}

impl World {
    /// What the first half of a step in a batch reads, and what bodies are moved with.
    fn bring_near(&self, is_changed: bool) {
        if is_changed {
            self.rows.bring_places_near();
        }
        self.rows.bring_near();
        bring_near(&self.last.keys);
        bring_near(&self.last.layers);
        self.memory.bring_near();
    }
}

impl Scratch {
    /// What deciding the candidates reads, `way` steps from the world.
    fn bring_near(&self, world: &World, way: usize) {
        let rows = self.candidates.as_flattened().iter().chain(&self.crossing);
        rows.for_each(|&row| world.rows.bring_row_near(row, way));
    }
}

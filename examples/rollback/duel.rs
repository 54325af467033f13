//! A small game for two players: ships shoot at each other through moving hailstones.

use kasuri::{Body, Handle, Result, World};

use crate::peer::{Game, Input};

const SHIP: u32 = 1;
const SHOT: u32 = 2;
const HAIL: u32 = 4;

/// The bits of an input.
pub(crate) const LEFT: Input = 1;
pub(crate) const RIGHT: Input = 2;
pub(crate) const FIRE: Input = 4;

/// The state outside of the world: the handles, and how things fly.
#[derive(Clone)]
pub(crate) struct Duel {
    ships: [Handle; 2],
    fliers: Vec<(Handle, [f64; 2])>,
    frame: u32,
    pub(crate) hits: [u32; 2],
}

impl Duel {
    /// Spawns both ships, one at the top, one at the bottom.
    pub(crate) fn begin() -> Result<(World, Duel)> {
        let mut world = World::builder().bounds([0.0, 0.0], [160.0, 240.0]).build()?;
        let ships = world.spawn_many(2, |k| {
            let ship = Body::rect([6.0, 4.0]).at([80.0, 20.0 + 200.0 * k as f64]).layer(SHIP);
            ship.against(SHOT | HAIL).cooldown(15).invulnerable(30)
        })?;
        Ok((world, Duel { ships: [ships[0], ships[1]], fliers: Vec::new(), frame: 0, hits: [0; 2] }))
    }
}

impl Game for Duel {
    fn play(&mut self, world: &mut World, inputs: [Input; 2]) -> Result<()> {
        self.frame += 1;
        for (k, input) in inputs.into_iter().enumerate() {
            let at = world.get(self.ships[k])?.at();
            let by = f64::from(input & RIGHT) - 2.0 * f64::from(input & LEFT);
            world.edit(self.ships[k]).position([(at.x + by).clamp(8.0, 152.0), at.y])?;
            if input & FIRE != 0 && self.frame.is_multiple_of(6) {
                let way = if k == 0 { 1.0 } else { -1.0 };
                let shot = Body::circle(2.0).at([at.x, at.y + 12.0 * way]).layer(SHOT).against(SHIP | HAIL);
                let shot = world.spawn(shot.despawn_beyond(4.0).max_hits(1))?;
                self.fliers.push((shot, [0.0, 4.0 * way]));
            }
        }
        if self.frame.is_multiple_of(3) {
            let x = f64::from(self.frame * 37 % 160);
            let way = if self.frame.is_multiple_of(2) { 1.5 } else { -1.5 };
            let hail = Body::circle(3.0).at([x, 120.0]).layer(HAIL).against(SHIP | SHOT).despawn_beyond(4.0);
            self.fliers.push((world.spawn(hail)?, [0.25 - f64::from(self.frame % 2) / 2.0, way]));
        }
        for &(body, by) in &self.fliers {
            let at = world.get(body)?.at();
            world.edit(body).position([at.x + by[0], at.y + by[1]])?;
        }
        let step = world.step()?;
        for hit in step.between(SHIP, SHOT | HAIL) {
            self.hits[usize::from(hit.a == self.ships[1])] += 1;
        }
        for hit in step.hits() {
            for body in [hit.a, hit.b] {
                if !self.ships.contains(&body) && world.contains(body) {
                    world.remove(body)?;
                }
            }
        }
        self.fliers.retain(|&(body, _)| world.contains(body));
        Ok(())
    }
}

//! Lasers: straight beams that a thin line announces, and curved ones that move like snakes.

use kasuri::{Body, Handle, Layers, Vec2, World};

use super::field::{CORE, FIELD, LASER};
use super::flying::ahead;
use crate::scenes::skin::Skin;

/// How many steps the announcing line is shown, and the beam.
const WARNS: u32 = 50;
const BURNS: u32 = 110;
const WIDEST: f64 = 4.5;
/// The length of a beam.
const LONG: f64 = 480.0;
/// The links of a snake, and the steps of its head from one link to the next.
const LINKS: usize = 26;
const LINK: usize = 4;

#[derive(Debug, Clone)]
pub(super) struct Laser {
    pub(super) body: Handle,
    age: u32,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    /// A straight beam, which turns around the position of its shooter.
    Beam { angle: f64, turn: f64 },
    /// A curved laser. `trail` has the positions of its head, one per step, the newest last.
    Snake { angle: f64, wave: f64, speed: f64, trail: Vec<Vec2> },
}

impl Laser {
    pub(super) fn beam(world: &mut World, at: Vec2, angle: f64, turn: f64) -> kasuri::Result<Laser> {
        // The announcing line hits nothing.
        let body = Body::capsule([18.0, 0.0], [LONG, 0.0], 0.5).layer(LASER).against(0).graze(10.0);
        let body = world.spawn(body.at(at).turned(angle).data(Skin::Thread.data()))?;
        Ok(Laser { body, age: 0, kind: Kind::Beam { angle, turn } })
    }

    pub(super) fn snake(
        world: &mut World,
        at: Vec2,
        angle: f64,
        wave: f64,
        speed: f64,
    ) -> kasuri::Result<Laser> {
        let trail = vec![at, ahead(at, angle, speed)];
        let body = Body::chain(&trail, 2.5).layer(LASER).against(CORE).graze(10.0).data(Skin::Laser.data());
        Ok(Laser { body: world.spawn(body)?, age: 0, kind: Kind::Snake { angle, wave, speed, trail } })
    }

    /// Makes a step. Returns whether the laser is still there. A beam follows its shooter's position `from`.
    pub(super) fn go(&mut self, world: &mut World, from: Option<Vec2>) -> kasuri::Result<bool> {
        self.age += 1;
        let age = self.age;
        match &mut self.kind {
            Kind::Beam { angle, turn } => {
                let Some(from) = from else { return Ok(false) };
                world.edit(self.body).position(from)?;
                if age == WARNS {
                    world.edit(self.body).layers(Layers::new(LASER, CORE))?;
                    world.edit(self.body).data(Skin::Laser.data())?;
                }
                if age >= WARNS {
                    *angle += *turn;
                    world.edit(self.body).angle(*angle)?;
                    let left = f64::from(WARNS + BURNS - age.min(WARNS + BURNS));
                    world
                        .edit(self.body)
                        .radius((f64::from(age - WARNS) * 0.5 + 0.5).min(left * 0.4).clamp(0.5, WIDEST))?;
                }
                Ok(age < WARNS + BURNS)
            }
            Kind::Snake { angle, wave, speed, trail } => {
                let head = trail[trail.len() - 1];
                let heading = *angle + 0.9 * libm::sin(f64::from(age) * 0.045 + *wave);
                trail.push(ahead(head, heading, *speed));
                if trail.len() > LINKS * LINK {
                    trail.remove(0);
                }
                // Starting at the head, so that links stay where they were placed.
                let links: Vec<Vec2> = trail.iter().rev().step_by(LINK).copied().collect();
                if links.len() > 1 {
                    world.edit(self.body).chain(&links)?;
                }
                Ok(trail.iter().any(|&at| is_seen(at)))
            }
        }
    }
}

fn is_seen(at: Vec2) -> bool {
    let is_in =
        |value: f64, least: i32, most: i32| (f64::from(least) - 8.0..f64::from(most) + 8.0).contains(&value);
    is_in(at.x, FIELD.x0, FIELD.x1) && is_in(at.y, FIELD.y0, FIELD.y1)
}

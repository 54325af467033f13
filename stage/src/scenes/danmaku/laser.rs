//! Lasers: straight ones that are announced by a thread, and curved ones that crawl like snakes.

use kasuri::{Body, Handle, Layers, Vec2, World};

use super::field::{CORE, FIELD, LASER};
use super::flying::ahead;
use crate::scenes::skin::Skin;

/// How long the thread is seen, and the beam.
const WARNS: u32 = 50;
const BURNS: u32 = 110;
const WIDEST: f64 = 4.5;
/// Of a straight one.
const LONG: f64 = 480.0;
/// Of a snake: links, and steps from one to the next.
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
    /// It turns about who fires it.
    Beam { angle: f64, turn: f64 },
    /// Where its head was, step by step, the newest last.
    Snake { angle: f64, wave: f64, speed: f64, trail: Vec<Vec2> },
}

impl Laser {
    pub(super) fn beam(world: &mut World, at: Vec2, angle: f64, turn: f64) -> kasuri::Result<Laser> {
        // A thread hits nothing.
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

    /// A step further; whether it is still there. Beams come from a place that moves.
    pub(super) fn go(&mut self, world: &mut World, from: Option<Vec2>) -> kasuri::Result<bool> {
        self.age += 1;
        let age = self.age;
        match &mut self.kind {
            Kind::Beam { angle, turn } => {
                let Some(from) = from else { return Ok(false) };
                world.set_position(self.body, from)?;
                if age == WARNS {
                    world.set_layers(self.body, Layers { layer: LASER, against: CORE })?;
                    world.set_data(self.body, Skin::Laser.data())?;
                }
                if age >= WARNS {
                    *angle += *turn;
                    world.set_angle(self.body, *angle)?;
                    let left = f64::from(WARNS + BURNS - age.min(WARNS + BURNS));
                    world.set_radius(
                        self.body,
                        (f64::from(age - WARNS) * 0.5 + 0.5).min(left * 0.4).clamp(0.5, WIDEST),
                    )?;
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
                // From the head back, so that links stay where they were put.
                let links: Vec<Vec2> = trail.iter().rev().step_by(LINK).copied().collect();
                if links.len() > 1 {
                    world.set_chain(self.body, &links)?;
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

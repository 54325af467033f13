//! Balls, and round sprites, that bounce off walls and each other.

use std::sync::Arc;

use kasuri::lattice::PixelBox;
use kasuri::{Body, Filter, Handle, Hit, Step, Vec2, World, travel::deflected};

use super::Stage;
use super::cast::Cast;
use super::hand::Hand;
use super::pad::{Pad, button};
use super::random::Random;
use super::scenery::{self, HOME};
use super::skin::{self, Skin};
use super::table::{Play, Table};
use crate::draw::Drawing;

/// The gravity per step.
const FALL: f64 = 0.06;
const MOST: usize = 120;

#[derive(Clone)]
struct Bounce {
    cast: Arc<Cast>,
    hand: Hand,
    balls: Vec<(Handle, Vec2)>,
    random: Random,
    falls: bool,
}

pub(crate) fn open(seed: u64) -> Result<Box<dyn Stage>, String> {
    let cast = Cast::read()?;
    let world = World::builder().bounds([4.0, 18.0], [316.0, 236.0]).build();
    let mut world = world.map_err(|error| error.to_string())?;
    let (hand, random) = (Hand::default(), Random::new(seed));
    let mut bounce = Bounce { cast, hand, balls: Vec::new(), random, falls: false };
    for k in 0..28 {
        let at = Vec2::new(28.0 + 44.0 * f64::from(k % 7), 44.0 + 46.0 * f64::from(k / 7));
        bounce.add(&mut world, at).map_err(|error| error.to_string())?;
    }
    Ok(Box::new(Table::new(world, bounce)))
}

impl Bounce {
    fn add(&mut self, world: &mut World, at: Vec2) -> kasuri::Result<()> {
        let k = self.balls.len();
        let body = match k % 7 {
            3 => Body::sprite(&self.cast.mine.mask).data(Skin::Mine.data()),
            5 => Body::rect([9.0, 6.0]).data(skin::plain(k)),
            _ => Body::circle(self.random.between(5.0, 12.0)).data(skin::plain(k)),
        };
        let angle = self.random.between(0.0, std::f64::consts::TAU);
        let speed = self.random.between(0.8, 2.2);
        let velocity = Vec2::new(speed * libm::cos(angle), speed * libm::sin(angle));
        self.balls.push((world.spawn(body.at(at))?, velocity));
        Ok(())
    }

    fn place_of(&self, body: Handle) -> Option<usize> {
        self.balls.iter().position(|&(ball, _)| ball == body)
    }

    /// Reflects the relative velocity of two bodies at their contact; each body takes half of the change.
    fn collide(&mut self, world: &mut World, hit: &Hit) -> kasuri::Result<()> {
        let (Some(a), Some(b)) = (self.place_of(hit.a), self.place_of(hit.b)) else { return Ok(()) };
        let Some(contact) = world.contact(hit)? else { return Ok(()) };
        world.push_apart(hit, 0.5)?;
        let (va, vb) = (self.balls[a].1, self.balls[b].1);
        let between = Vec2::new(vb.x - va.x, vb.y - va.y);
        let after = deflected(between, contact.normal, 1.0);
        let by = Vec2::new((after.x - between.x) / 2.0, (after.y - between.y) / 2.0);
        self.balls[a].1 = Vec2::new(va.x - by.x, va.y - by.y);
        self.balls[b].1 = Vec2::new(vb.x + by.x, vb.y + by.y);
        Ok(())
    }
}

impl Play for Bounce {
    fn name(&self) -> &'static str {
        "bounce"
    }

    fn home(&self) -> PixelBox {
        HOME
    }

    fn keys(&self) -> &'static str {
        "drag           move a ball\nZ              another ball at the pointer\nC              let them fall, or not"
    }

    fn act(&mut self, world: &mut World, pad: Pad) -> kasuri::Result<bool> {
        self.falls ^= pad.presses(self.hand.before, button::OTHER);
        if pad.presses(self.hand.before, button::FIRE) && self.balls.len() < MOST {
            self.add(world, pad.at())?;
        }
        self.hand.act(world, pad, Filter::ALL)?;
        for (body, velocity) in &mut self.balls {
            if self.falls {
                velocity.y += FALL;
            }
            if self.hand.held() != Some(*body) {
                let at = world.get(*body)?.at();
                world.edit(*body).position([at.x + velocity.x, at.y + velocity.y])?;
            }
            let restitution = if self.falls { 0.85 } else { 1.0 };
            if let Some(turned) = world.keep_inside(*body, *velocity, restitution)? {
                *velocity = turned;
            }
        }
        Ok(true)
    }

    fn react(&mut self, world: &mut World, step: &Step) -> kasuri::Result<()> {
        let hits: Vec<Hit> = step.hits().copied().collect();
        hits.iter().try_for_each(|hit| self.collide(world, hit))
    }

    fn draw(&self, world: &World, last: Option<&Step>, drawing: &mut Drawing) {
        scenery::bodies(world, last, &self.cast, drawing);
        let wall = self.cast.ink('S');
        for edge in [
            PixelBox { x0: 2, y0: 16, x1: 318, y1: 18 },
            PixelBox { x0: 2, y0: 236, x1: 318, y1: 238 },
            PixelBox { x0: 2, y0: 16, x1: 4, y1: 238 },
            PixelBox { x0: 316, y0: 16, x1: 318, y1: 238 },
        ] {
            drawing.fill(edge, wall);
        }
        let falls = if self.falls { "C: THEY FALL" } else { "C: THEY FLOAT" };
        scenery::words(&[format!("{} BALLS   Z: ONE MORE   {falls}", self.balls.len())], &self.cast, drawing);
    }
}

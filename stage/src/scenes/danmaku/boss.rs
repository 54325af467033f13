//! The moth: five patterns one after the other, each with a name, a strength and a time.

use kasuri::{Body, Handle, Vec2, World};

use super::field::{BLAST, CORE, FIELD, FOE, MIDDLE, SHOT};
use super::patterns::{PATTERNS, Pattern, Volley};
use crate::scenes::cast::Cast;
use crate::scenes::random::Random;
use crate::scenes::skin::Skin;

/// The number of steps in which it flies in, and those in which it rests between two patterns.
pub(super) const COMES: u32 = 110;
pub(super) const RESTS: u32 = 70;

#[derive(Debug, Clone)]
pub(super) struct Boss {
    pub(super) body: Handle,
    pub(super) at: Vec2,
    pub(super) health: i32,
    /// The index of the pattern.
    pub(super) round: usize,
    /// The steps of this pattern since the rest.
    age: u32,
    wait: u32,
    time: u32,
}

impl Boss {
    pub(super) fn spawn(world: &mut World, cast: &Cast) -> kasuri::Result<Boss> {
        let at = Vec2::new(MIDDLE, f64::from(FIELD.y0) - 30.0);
        let body = Body::sprite(&cast.boss.mask).layer(FOE).against(SHOT | CORE | BLAST);
        let body = world.spawn(body.at(at).data(Skin::Boss.data()))?;
        Ok(Boss { body, at, health: PATTERNS[0].health, round: 0, age: 0, wait: COMES, time: 0 })
    }

    pub(super) fn pattern(&self) -> &'static Pattern {
        &PATTERNS[self.round.min(PATTERNS.len() - 1)]
    }

    /// Whether it can be hurt: not while it flies in or rests.
    pub(super) fn fights(&self) -> bool {
        self.wait == 0
    }

    /// Returns the number of steps until this pattern ends by itself.
    pub(super) fn left(&self) -> u32 {
        self.pattern().time.saturating_sub(self.age)
    }

    pub(super) fn is_beaten(&self) -> bool {
        self.fights() && (self.health <= 0 || self.left() == 0)
    }

    /// Starts the next pattern. Returns whether there is one.
    pub(super) fn go_on(&mut self) -> bool {
        (self.round, self.age, self.wait) = (self.round + 1, 0, RESTS);
        self.health = self.pattern().health;
        self.round < PATTERNS.len()
    }

    pub(super) fn go(&mut self, world: &mut World) -> kasuri::Result<()> {
        self.time += 1;
        if self.wait > 0 {
            self.wait -= 1;
        } else {
            self.age += 1;
        }
        let t = f64::from(self.time);
        let comes = (t / f64::from(COMES)).min(1.0);
        let sway = (t - f64::from(COMES)).max(0.0);
        self.at = Vec2::new(
            MIDDLE + 70.0 * libm::sin(sway * 0.009),
            f64::from(FIELD.y0) - 30.0 + comes * (2.0 - comes) * 100.0 + 8.0 * libm::sin(sway * 0.027),
        );
        world.edit(self.body).position(self.at).map(drop)
    }

    pub(super) fn fire(&self, random: &mut Random, target: Vec2, volley: &mut Volley) {
        if self.fights() {
            (self.pattern().fire)(self.age, self.at, target, random, volley);
        }
    }
}

//! The ship: it flies and shoots. Only its core can be hit.

use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

use kasuri::{Body, Handle, Look, Region, Shape, Vec2, World};

use super::field::{CORE, DEADLY, FIELD, GEM, MIDDLE, SHIP};
use super::flying::Fired;
use crate::scenes::cast::Cast;
use crate::scenes::pad::{Pad, button};
use crate::scenes::skin::Skin;

/// The radius of the core.
pub(super) const R: f64 = 1.75;
pub(super) const FAST: f64 = 3.25;
pub(super) const SLOW: f64 = 1.5;
/// How far its position stays inside the field.
pub(super) const EDGE: i32 = 10;
/// Steps between two salvos.
const SALVO: u32 = 4;
/// The number of steps for which a new ship cannot be hurt.
const SAFE: u32 = 150;

#[derive(Debug, Clone)]
pub(super) struct Player {
    pub(super) body: Handle,
    pub(super) at: Vec2,
    pub(super) is_slow: bool,
    /// The time until which nothing hurts it.
    pub(super) safe: u32,
}

impl Player {
    pub(super) fn spawn(world: &mut World, cast: &Cast) -> kasuri::Result<Player> {
        let frames: Arc<[Look]> = cast.ship.iter().map(|art| Look::from(&art.mask)).collect();
        let core = Region::new("core", Shape::circle(R)?).layer(CORE).against(DEADLY);
        let body = Body::frames(&frames).pivot([9.5, 10.0]).layer(SHIP).against(GEM).region(core);
        let at = start();
        let body = world.spawn(body.at(at).data(Skin::Ship.data()))?;
        Ok(Player { body, at, is_slow: false, safe: 0 })
    }

    /// Flies by a step; diagonal flight is as fast as straight flight.
    pub(super) fn go(&mut self, world: &mut World, pad: Pad, time: u32) -> kasuri::Result<()> {
        self.is_slow = pad.holds(button::FOCUS);
        self.at = self.next(pad.arrows(), self.is_slow);
        world.edit(self.body).position(self.at)?;
        // The engine flickers.
        world.edit(self.body).frame(time as usize / 4 % 2).map(drop)
    }

    /// Returns its position one step later.
    pub(super) fn next(&self, [x, y]: [f64; 2], is_slow: bool) -> Vec2 {
        let speed = if is_slow { SLOW } else { FAST };
        let speed = if x != 0.0 && y != 0.0 { speed * std::f64::consts::FRAC_1_SQRT_2 } else { speed };
        let within =
            |value: f64, least: i32, most: i32| value.clamp(f64::from(least + EDGE), f64::from(most - EDGE));
        Vec2::new(
            within(self.at.x + x * speed, FIELD.x0, FIELD.x1),
            within(self.at.y + y * speed, FIELD.y0, FIELD.y1),
        )
    }

    /// Fires four shots side by side, spread out in fast flight and parallel in slow flight.
    pub(super) fn shoot(&self, time: u32, fired: &mut Vec<Fired>) {
        if !time.is_multiple_of(SALVO) {
            return;
        }
        for side in [-1.0, -0.5, 0.5, 1.0_f64] {
            let (aside, spread) = if self.is_slow { (5.0, 0.0) } else { (10.0, 0.11) };
            let at = Vec2::new(self.at.x + side * aside, self.at.y - 12.0 + side.abs() * 4.0);
            fired.push(Fired::new(Skin::Shot, at, side * spread - FRAC_PI_2, 7.0));
        }
    }

    /// Brings in a new ship that cannot be hurt for a while.
    pub(super) fn come_back(&mut self, world: &mut World, time: u32) -> kasuri::Result<()> {
        self.at = start();
        world.edit(self.body).position(self.at)?;
        self.spare(world, time, SAFE)
    }

    /// Makes it invulnerable for a number of steps.
    pub(super) fn spare(&mut self, world: &mut World, time: u32, steps: u32) -> kasuri::Result<()> {
        self.safe = self.safe.max(time + steps);
        world.edit(self.body).invulnerable(u64::from(self.safe - time)).map(drop)
    }
}

fn start() -> Vec2 {
    Vec2::new(MIDDLE, f64::from(FIELD.y1) - 44.0)
}

//! The foes that come in waves: how they fly, and what they fire.

use std::f64::consts::{FRAC_PI_2, TAU};

use kasuri::{Body, Handle, Vec2, World};

use super::field::{BLAST, CORE, FIELD, FOE, MIDDLE, SHOT};
use super::flying::{Fired, ahead, towards};
use super::waves::Entry;
use crate::scenes::cast::Cast;
use crate::scenes::skin::Skin;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Fly,
    Lantern,
    Mine,
}

/// The path of a foe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// In at the top, sideways, and out at the other side.
    Cross,
    /// Straight down, with a sideways wave.
    Dive,
    /// Down to a position, and up again after a while.
    Hover,
    /// Down and up again.
    Swoop,
}

#[derive(Debug, Clone)]
pub(super) struct Foe {
    pub(super) body: Handle,
    pub(super) kind: Kind,
    pub(super) at: Vec2,
    pub(super) health: i32,
    age: u32,
    x: f64,
    way: Way,
}

impl Kind {
    fn skin(self) -> Skin {
        match self {
            Kind::Fly => Skin::Fly,
            Kind::Lantern => Skin::Lantern,
            Kind::Mine => Skin::Mine,
        }
    }

    fn health(self) -> i32 {
        match self {
            Kind::Fly => 4,
            Kind::Lantern => 60,
            Kind::Mine => 24,
        }
    }

    pub(super) fn worth(self) -> u64 {
        100 * self.health().unsigned_abs() as u64
    }
}

impl Foe {
    pub(super) fn spawn(world: &mut World, cast: &Cast, entry: &Entry, kind: Kind) -> kasuri::Result<Foe> {
        let at = Vec2::new(entry.x, f64::from(FIELD.y0) - 18.0);
        let art = kind.skin().art(cast, 0).unwrap_or(&cast.fly);
        let body = Body::sprite(&art.mask).layer(FOE).against(SHOT | CORE | BLAST);
        let body = world.spawn(body.at(at).data(kind.skin().data()))?;
        Ok(Foe { body, kind, at, health: kind.health(), age: 0, x: entry.x, way: entry.way })
    }

    /// Moves by a step. Returns whether it is still there.
    pub(super) fn go(&mut self, world: &mut World) -> kasuri::Result<bool> {
        self.age += 1;
        self.at = self.place();
        world.edit(self.body).position(self.at)?;
        if self.kind == Kind::Mine {
            world.edit(self.body).angle(f64::from(self.age) * 0.04)?;
        }
        let margin = 24.0;
        let is_past = self.at.y > f64::from(FIELD.y1) + margin
            || self.at.x < f64::from(FIELD.x0) - margin
            || self.at.x > f64::from(FIELD.x1) + margin
            || (self.age > 60 && self.at.y < f64::from(FIELD.y0) - margin);
        Ok(!is_past)
    }

    fn place(&self) -> Vec2 {
        let (t, top) = (f64::from(self.age), f64::from(FIELD.y0) - 18.0);
        let side = if self.x < MIDDLE { 1.0 } else { -1.0 };
        match self.way {
            Way::Cross => {
                let turn = (t - 40.0).max(0.0);
                Vec2::new(self.x + side * turn * turn * 0.008, top + t * 2.2 - turn * turn * 0.006)
            }
            Way::Dive => Vec2::new(self.x + 16.0 * libm::sin(t * 0.05), top + t * 1.5),
            Way::Hover => {
                let down = (t * 1.6).min(90.0) - ((t - 360.0) * 1.4).max(0.0);
                Vec2::new(self.x + 14.0 * libm::sin(t * 0.02), top + down)
            }
            Way::Swoop => {
                let down = 150.0 * libm::sin((t * 0.011).min(TAU));
                Vec2::new(self.x + 24.0 * libm::sin(t * 0.03), top + down)
            }
        }
    }

    pub(super) fn fire(&self, target: Vec2, fired: &mut Vec<Fired>) {
        let (from, age) = (self.at, self.age);
        if from.y < f64::from(FIELD.y0) || from.y > 250.0 {
            return;
        }
        match self.kind {
            Kind::Fly if age % 70 == 34 => {
                for spread in [-0.14, 0.0, 0.14] {
                    let angle = towards(from, target) + spread;
                    fired.push(Fired::new(Skin::Rice, ahead(from, angle, 6.0), angle, 1.6));
                }
            }
            Kind::Lantern if age % 48 == 20 => {
                let turn = f64::from(age / 48 % 2) * 0.5;
                for k in 0..20 {
                    let angle = (f64::from(k) + turn) * TAU / 20.0;
                    fired.push(Fired::new(Skin::Orb, ahead(from, angle, 9.0), angle, 1.2));
                }
            }
            Kind::Mine if age % 9 == 0 => {
                for arm in 0..3 {
                    let angle = f64::from(age) * 0.045 + f64::from(arm) * TAU / 3.0 + FRAC_PI_2;
                    fired.push(Fired::new(Skin::Pearl, ahead(from, angle, 9.0), angle, 1.0).until(1.7, 0.01));
                }
            }
            _ => {}
        }
    }
}

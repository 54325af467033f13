//! The moth's patterns: what it fires at each step.

use std::f64::consts::{FRAC_PI_2, TAU};

use kasuri::Vec2;

use super::field::{FIELD, MIDDLE};
use super::flying::{Fired, ahead, towards};
use crate::scenes::random::Random;
use crate::scenes::skin::Skin;

/// The things fired in one step.
#[derive(Debug, Default)]
pub(super) struct Volley {
    pub(super) bullets: Vec<Fired>,
    /// Each beam's angle, and the change of that angle per step.
    pub(super) beams: Vec<[f64; 2]>,
    /// Each snake's start, and its angle, the phase of its wave and its speed.
    pub(super) snakes: Vec<(Vec2, [f64; 3])>,
}

type Fire = fn(u32, Vec2, Vec2, &mut Random, &mut Volley);

pub(super) struct Pattern {
    pub(super) name: &'static str,
    pub(super) health: i32,
    /// The duration in steps.
    pub(super) time: u32,
    pub(super) fire: Fire,
}

pub(super) const PATTERNS: [Pattern; 5] = [
    Pattern { name: "first light", health: 420, time: 1500, fire: first_light },
    Pattern { name: "loom", health: 480, time: 1500, fire: loom },
    Pattern { name: "lanterns", health: 480, time: 1620, fire: lanterns },
    Pattern { name: "silk serpents", health: 520, time: 1620, fire: serpents },
    Pattern { name: "ten thousand moths", health: 640, time: 1800, fire: moths },
];

fn ring(count: u32, turn: f64, mut each: impl FnMut(f64)) {
    (0..count).for_each(|k| each((f64::from(k) + turn) * TAU / f64::from(count)));
}

/// Fires rings, every other one into the gaps of the last one, and grains at the ship.
fn first_light(age: u32, at: Vec2, target: Vec2, _: &mut Random, volley: &mut Volley) {
    if age % 36 == 1 {
        ring(26, f64::from(age / 36 % 2) * 0.5, |angle| {
            volley.bullets.push(Fired::new(Skin::Orb, ahead(at, angle, 20.0), angle, 1.25));
        });
    }
    if age % 90 > 60 && age.is_multiple_of(6) {
        for spread in [-0.3, 0.0, 0.3] {
            let angle = towards(at, target) + spread;
            volley.bullets.push(Fired::new(Skin::Rice, ahead(at, angle, 16.0), angle, 2.2));
        }
    }
}

/// Fires arms that turn in both directions, and a curtain of stars with bent paths.
fn loom(age: u32, at: Vec2, _: Vec2, _: &mut Random, volley: &mut Volley) {
    if age.is_multiple_of(4) {
        let turn = 1.6 * libm::sin(f64::from(age) * 0.008);
        ring(5, turn, |angle| {
            volley.bullets.push(Fired::new(Skin::Rice, ahead(at, angle, 18.0), angle, 1.9));
        });
    }
    if age % 50 == 10 {
        for (bend, turn) in [(0.006, 0.0), (-0.006, 0.5)] {
            ring(12, turn, |angle| {
                let star = Fired::new(Skin::Star, ahead(at, angle, 18.0), angle, 1.1);
                volley.bullets.push(star.turning(bend));
            });
        }
    }
}

/// Fires beams that close like a fan, with pearls between them.
fn lanterns(age: u32, at: Vec2, target: Vec2, _: &mut Random, volley: &mut Volley) {
    if age % 200 == 10 {
        for k in 0..3 {
            // They do not close completely: there is room for a ship between them.
            let aside = 0.46 + 0.42 * f64::from(k);
            volley.beams.push([FRAC_PI_2 + aside, -0.0024]);
            volley.beams.push([FRAC_PI_2 - aside, 0.0024]);
        }
    }
    if age.is_multiple_of(16) {
        ring(9, f64::from(age) * 0.013, |angle| {
            volley.bullets.push(Fired::new(Skin::Pearl, ahead(at, angle, 16.0), angle, 1.15));
        });
    }
    if age % 110 == 100 {
        let angle = towards(at, target);
        for k in 0..5 {
            volley.bullets.push(Fired::new(
                Skin::Orb,
                ahead(at, angle, 20.0),
                angle,
                1.4 + 0.2 * f64::from(k),
            ));
        }
    }
}

/// Fires curved lasers from both shoulders, and a slow rain.
fn serpents(age: u32, at: Vec2, _: Vec2, random: &mut Random, volley: &mut Volley) {
    if age % 100 == 10 {
        for (k, side) in [-1.0, -0.4, 0.4, 1.0].into_iter().enumerate() {
            let from = Vec2::new(at.x + side * 16.0, at.y + 4.0);
            volley.snakes.push((from, [FRAC_PI_2 - side * 0.75, k as f64 * 1.7, 2.1]));
        }
    }
    if age.is_multiple_of(5) {
        let x = random.between(f64::from(FIELD.x0), f64::from(FIELD.x1));
        let angle = FRAC_PI_2 + random.between(-0.12, 0.12);
        let skin = if age.is_multiple_of(10) { Skin::Pearl } else { Skin::Star };
        volley.bullets.push(Fired::new(skin, Vec2::new(x, f64::from(FIELD.y0) - 6.0), angle, 1.2));
    }
    if age % 75 == 40 {
        ring(16, random.between(0.0, 1.0), |angle| {
            volley.bullets.push(Fired::new(Skin::Rice, ahead(at, angle, 16.0), angle, 0.6).until(1.8, 0.02));
        });
    }
}

/// Fires two wheels that turn against each other, slow at first, and things that fall between them.
fn moths(age: u32, at: Vec2, target: Vec2, random: &mut Random, volley: &mut Volley) {
    if age.is_multiple_of(3) {
        let spin = f64::from(age) * 0.031;
        for (spin, skin) in [(spin, Skin::Rice), (-spin * 0.83, Skin::Needle)] {
            ring(4, spin / TAU * 4.0, |angle| {
                let from = ahead(at, angle, 18.0);
                volley.bullets.push(Fired::new(skin, from, angle, 2.4).until(1.1, -0.03));
            });
        }
    }
    if age % 120 == 60 {
        for k in 0..24 {
            let angle = towards(at, target) + (f64::from(k % 8) - 3.5) * 0.16;
            let speed = 1.2 + 0.35 * f64::from(k / 8);
            volley.bullets.push(Fired::new(Skin::Orb, ahead(at, angle, 20.0), angle, speed));
        }
    }
    if age % 240 == 200 {
        let side = if random.below(2) == 0 { -1.0 } else { 1.0 };
        let from = Vec2::new(MIDDLE + side * 140.0, f64::from(FIELD.y0) + 2.0);
        volley.snakes.push((from, [FRAC_PI_2 + side * 0.5, 0.0, 1.8]));
    }
}

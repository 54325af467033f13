//! Who fires what and when.

use std::f64::consts::{FRAC_PI_2, TAU};
use std::sync::Arc;

use kasuri::{Body, Vec2};

use super::cast::Cast;
use super::skin::Skin;
use super::{BEYOND, BULLET, BUNKER, ENEMY, SHIP, SHOT};
use crate::draw::Art;

/// Something fired, and how it flies.
pub(super) struct Fired {
    pub(super) body: Body,
    pub(super) at: Vec2,
    /// Pixels a step.
    pub(super) velocity: Vec2,
}

/// Where those who fire are.
pub(super) struct Places {
    pub(super) boss: Vec2,
    pub(super) mines: [Vec2; 2],
    pub(super) ship: Vec2,
}

/// What is fired at a time.
pub(super) fn fire(cast: &Cast, time: u32, from: &Places) -> Vec<Fired> {
    let mut fired = Vec::new();
    boss(cast, time, from.boss, &mut fired);
    for (mine, turn) in from.mines.into_iter().zip([0, 28]) {
        aim(cast, time + 56 - turn, mine, from.ship, &mut fired);
    }
    if time.is_multiple_of(5) {
        for side in [-6.0, 0.0, 6.0] {
            let angle = side * 0.022 - FRAC_PI_2;
            let at = Vec2::new(from.ship.x + side, from.ship.y - 10.0 + side.abs());
            let body = turned(&cast.shot, angle).layer(SHOT).against(ENEMY);
            fired.push(flying(body, Skin::Shot, at, angle, 4.0));
        }
    }
    fired
}

/// Rings, every other one between the last one's gaps, and four arms that turn.
fn boss(cast: &Cast, time: u32, from: Vec2, fired: &mut Vec<Fired>) {
    if time % 34 == 1 {
        for k in 0..22 {
            let angle = (f64::from(k) + 0.5 * f64::from(time / 34 % 2)) * TAU / 22.0;
            fired.push(flying(
                bullet(Body::sprite(&cast.orb.mask)),
                Skin::Orb,
                ahead(from, angle, 22.0),
                angle,
                0.9,
            ));
        }
    }
    if time % 6 == 3 {
        for arm in 0..4 {
            let angle = f64::from(time) * 0.019 + f64::from(arm) * TAU / 4.0;
            let body = bullet(turned(&cast.needle, angle));
            fired.push(flying(body, Skin::Needle, ahead(from, angle, 26.0), angle, 1.4));
        }
    }
}

/// Five grains at the ship, and pearls that fall.
fn aim(cast: &Cast, time: u32, from: Vec2, ship: Vec2, fired: &mut Vec<Fired>) {
    if time.is_multiple_of(56) {
        let towards = libm::atan2(ship.y - from.y, ship.x - from.x);
        for spread in [-0.36, -0.18, 0.0, 0.18, 0.36] {
            let angle = towards + spread;
            let body = bullet(turned(&cast.rice, angle));
            fired.push(flying(body, Skin::Rice, ahead(from, angle, 12.0), angle, 1.2));
        }
    }
    if time % 24 == 4 {
        let angle = FRAC_PI_2 + libm::sin(f64::from(time) * 0.05);
        fired.push(flying(bullet(Body::circle(3.0)), Skin::Pearl, ahead(from, angle, 10.0), angle, 1.0));
    }
}

/// A picture whose top looks along an angle.
fn turned(art: &Arc<Art>, angle: f64) -> Body {
    Body::sprite(&art.mask).turned(angle + FRAC_PI_2)
}

fn bullet(body: Body) -> Body {
    body.layer(BULLET).against(SHIP | BUNKER)
}

fn flying(body: Body, skin: Skin, at: Vec2, angle: f64, speed: f64) -> Fired {
    let body = body.at(at).data(skin.data()).despawn_beyond(BEYOND);
    Fired { body, at, velocity: ahead(Vec2::default(), angle, speed) }
}

/// The place so far ahead of another.
fn ahead(at: Vec2, angle: f64, by: f64) -> Vec2 {
    Vec2::new(at.x + by * libm::cos(angle), at.y + by * libm::sin(angle))
}

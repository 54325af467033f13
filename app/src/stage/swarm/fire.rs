//! Who fires what and when.

use std::f64::consts::{FRAC_PI_2, TAU};

use super::cast::Cast;
use super::mover::{ENEMY, Mover, SHOT};

/// Adds what is fired at this time by the boss, the two mines and the ship, who are at these places.
pub(super) fn fire(
    cast: &Cast,
    time: u32,
    [boss, left, right, ship]: [[f64; 2]; 4],
    flying: &mut Vec<Mover>,
) -> kasuri::Result<()> {
    let t = f64::from(time);
    if time % 34 == 1 {
        for k in 0..22 {
            let angle = (f64::from(k) + 0.5 * f64::from(time / 34 % 2)) * TAU / 22.0;
            flying.push(Mover::flying(&cast.orb, ahead(boss, angle, 22.0), angle, 0.9)?.upright(&cast.orb)?);
        }
    }
    if time % 6 == 3 {
        for arm in 0..4 {
            let angle = t * 0.019 + f64::from(arm) * TAU / 4.0;
            flying.push(Mover::flying(&cast.needle, ahead(boss, angle, 26.0), angle, 1.4)?);
        }
    }
    for (mine, turn) in [(left, 0), (right, 28)] {
        if time % 56 == turn {
            let aim = libm::atan2(ship[1] - mine[1], ship[0] - mine[0]);
            for spread in [-0.36, -0.18, 0.0, 0.18, 0.36] {
                let angle = aim + spread;
                flying.push(Mover::flying(&cast.rice, ahead(mine, angle, 12.0), angle, 1.2)?);
            }
        }
        if time % 24 == turn % 24 {
            let angle = FRAC_PI_2 + libm::sin(t * 0.05);
            flying.push(Mover::pearl(cast.inks.pearl, ahead(mine, angle, 10.0), angle, 1.0)?);
        }
    }
    if time.is_multiple_of(5) {
        for side in [-6.0, 0.0, 6.0] {
            let angle = side * 0.022 - FRAC_PI_2;
            let from = [ship[0] + side, ship[1] - 10.0 + side.abs()];
            flying.push(Mover::flying(&cast.shot, from, angle, 4.0)?.on(SHOT, ENEMY));
        }
    }
    Ok(())
}

/// The place so far ahead of another.
fn ahead([x, y]: [f64; 2], angle: f64, by: f64) -> [f64; 2] {
    [x + by * libm::cos(angle), y + by * libm::sin(angle)]
}

//! The pilot that flies while nobody plays. It flies where the danger seems least. Near bullets it makes only moves after which
//! it can survive, as far as the look ahead can tell (`look_ahead.rs`).

use kasuri::{Area, Placement, Shape, Vec2, World};

use super::field::{FIELD, FOE, LASER};
use super::game::Game;
use super::look_ahead::LookAhead;
use super::player::Player;
use crate::scenes::pad::{Pad, button};

/// The distance in which it looks at bullets, and the numbers of steps that it looks ahead.
const NEAR: f64 = 70.0;
const AHEAD: [f64; 5] = [2.0, 5.0, 9.0, 14.0, 20.0];

const LEFT: u16 = button::LEFT;
const RIGHT: u16 = button::RIGHT;
const UP: u16 = button::UP;
const DOWN: u16 = button::DOWN;
const WAYS: [u16; 9] = [0, LEFT, RIGHT, UP, DOWN, LEFT | UP, RIGHT | UP, LEFT | DOWN, RIGHT | DOWN];

/// Returns the buttons that it presses now.
pub(super) fn pad(game: &Game, world: &World) -> kasuri::Result<Pad> {
    pad_looking(game, world, LOOKED)
}

/// Does the same, looking so many steps ahead for a way out; with 0 it flies by the costs alone.
pub(super) fn pad_looking(game: &Game, world: &World, looked: usize) -> kasuri::Result<Pad> {
    let near: Vec<[Vec2; 2]> = game
        .bullets
        .iter()
        .filter(|b| (b.at.x - game.player.at.x).abs() < NEAR && (b.at.y - game.player.at.y).abs() < NEAR)
        .map(|b| [b.at, b.velocity])
        .collect();
    let mut costs = Vec::with_capacity(2 * WAYS.len());
    for slow in [0, button::FOCUS] {
        for way in WAYS {
            costs.push((cost(game, world, &near, way | slow)?, way | slow));
        }
    }
    costs.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    let is_safe = game.time < game.player.safe;
    let (held, lives) = if looked == 0 || near.is_empty() || is_safe {
        (costs[0].1, costs[0].0 <= HOPELESS)
    } else {
        way_out(game, &LookAhead::of(game, world, looked)?, &costs)?
    };
    let bomb = if lives || is_safe { 0 } else { button::BOMB };
    Ok(Pad { held: held | button::FIRE | bomb, ..Pad::default() })
}

/// Above this cost it uses a bomb.
const HOPELESS: f64 = 900.0;
/// The number of steps for which a way out is looked for, and the number of positions at its end that are enough.
pub(super) const LOOKED: usize = 24;
const ENOUGH: u64 = 150;

/// Returns the cheapest of some directions after which the ship can live on, and `true`; else the one after which it lives
/// longest, with the most positions at the end, and whether it lives on.
fn way_out(game: &Game, ahead: &LookAhead, costs: &[(f64, u16)]) -> kasuri::Result<(u16, bool)> {
    let mut best = ((0, 0), costs[0].1);
    for &(_, held) in costs {
        let arrows = Pad { held, ..Pad::default() }.arrows();
        let at = game.player.next(arrows, held & button::FOCUS != 0);
        if ahead.hits(0, at)? {
            continue;
        }
        let (mut steps, mut room) = (1, 1);
        ahead.reach(at, 1, |reach| {
            room = reach.map().count();
            steps += usize::from(room > 0);
            false
        })?;
        if steps == ahead.steps() && room >= ENOUGH {
            return Ok((held, true));
        }
        if (steps, room) > best.0 {
            best = ((steps, room), held);
        }
    }
    Ok((best.1, best.0.0 == ahead.steps()))
}

/// Returns the cost of flying in a direction; a large cost means danger.
fn cost(game: &Game, world: &World, near: &[[Vec2; 2]], held: u16) -> kasuri::Result<f64> {
    let (player, arrows) = (&game.player, Pad { held, ..Pad::default() }.arrows());
    let is_slow = held & button::FOCUS != 0;
    let mut cost = wish(game, player.next(arrows, is_slow)) + if is_slow { 0.0 } else { 0.4 };
    let mut ghost = Player { ..player.clone() };
    let mut time = 0.0;
    for ahead in AHEAD {
        while time < ahead {
            // It assumes that the ship flies this way for 9 steps, then stops.
            if time < 9.0 {
                ghost.at = ghost.next(arrows, is_slow);
            }
            time += 1.0;
        }
        for [at, velocity] in near {
            let (x, y) = (at.x + velocity.x * ahead - ghost.at.x, at.y + velocity.y * ahead - ghost.at.y);
            let far = (x * x + y * y).sqrt();
            if far < 18.0 {
                cost += if far < 7.0 { 1000.0 / ahead } else { 60.0 / (far * ahead) };
            }
        }
    }
    // It keeps away from lasers and foes, now and at the position where it would be soon.
    for (at, r) in [(player.next(arrows, is_slow), 11.0), (ghost.at, 15.0)] {
        let near = world.overlapping(Area::solid(Shape::circle(r)?, Placement::at(at)), LASER | FOE)?;
        cost += 500.0 * near.len() as f64;
    }
    Ok(cost)
}

/// Returns the cost of the distance to its preferred position: below its target, low in the field.
fn wish(game: &Game, at: Vec2) -> f64 {
    let target = game.boss.as_ref().map(|boss| boss.at.x);
    let lowest = game.foes.iter().max_by(|a, b| a.at.y.total_cmp(&b.at.y)).map(|foe| foe.at.x);
    let middle = f64::from(FIELD.x0 + FIELD.x1) / 2.0;
    let x = target.or(lowest).unwrap_or(middle);
    0.05 * (at.x - x).abs() + 0.03 * (at.y - (f64::from(FIELD.y1) - 60.0)).abs()
}

//! Draws the game in its field.

use kasuri::lattice::PixelBox;
use kasuri::{Placement, Shape, World, query::Form};

use super::field::{CORE, FIELD, HOME, LAYERS};
use super::game::{Game, Mode};
use super::look_ahead::{HeatMap, STEPS};
use super::player::R;
use crate::draw::{Drawing, around};
use crate::picture::{HIT, Rgb};
use crate::scenes::cast::{Cast, GROUND, STARS};
use crate::scenes::skin;

pub(super) fn draw(game: &Game, world: &World, drawing: &mut Drawing) {
    let cast = &*game.cast;
    // While the game stands still after a loss, only what hit is as bright as ever.
    drawing.dim(game.freeze > 0);
    drawing.ground(cast.inks(GROUND));
    stars(cast, game.time as i32, drawing);
    if game.shows_reach && game.mode != Mode::Over {
        heat(game, world, drawing);
    }
    if let Some(blast) = &game.blast {
        ring([blast.at.x, blast.at.y], blast.r(), 6.0, cast.ink('C'), drawing);
        ring([blast.at.x, blast.at.y], blast.r() - 9.0, 2.0, cast.ink('s'), drawing);
    }
    for layer in LAYERS {
        let on_it = world.iter().filter(|body| body.layers().layer == layer);
        on_it.filter(|body| is_seen(game, body)).for_each(|body| skin::draw(body, cast, drawing));
    }
    game.sparks.draw(cast, drawing);
    if game.player.is_slow && game.mode != Mode::Over {
        disc([game.player.at.x, game.player.at.y], R + 1.25, cast.ink('r'), drawing);
        disc([game.player.at.x, game.player.at.y], R, cast.ink('w'), drawing);
    }
    drawing.dim(false);
    cause(game, world, drawing);
}

/// The colours of the positions that the ship can reach in few and in many of the next steps.
const HEAT: [Rgb; 5] = [[24, 34, 66], [26, 58, 88], [28, 88, 104], [36, 124, 112], [70, 168, 118]];

/// Draws where the ship can be in the next half second without a hit.
fn heat(game: &Game, world: &World, drawing: &mut Drawing) {
    // (A body of the game is gone only together with its entry, so there is no error.)
    let Ok(map) = HeatMap::of(game, world) else { return };
    map.stretches(|[x0, y0, x1], heat| {
        let level = usize::from(heat) * HEAT.len() / (STEPS + 1);
        drawing.fill(PixelBox { x0, y0, x1, y1: y0 + 1 }, HEAT[level.min(HEAT.len() - 1)]);
    });
}

/// Whether a body is drawn: a ship that cannot be hurt blinks.
fn is_seen(game: &Game, body: &kasuri::world::BodyRef<'_>) -> bool {
    body.handle() != game.player.body || game.time >= game.player.safe || game.time % 6 < 4
}

/// Shows the hits on the core: what hit it, the core with an outline, and the pixels in which they overlap, lit and ringed.
fn cause(game: &Game, world: &World, drawing: &mut Drawing) {
    if game.freeze == 0 {
        return;
    }
    let at = [game.player.at.x, game.player.at.y];
    ring(at, 12.0 + f64::from(game.freeze) * 0.8, 1.5, game.cast.ink('w'), drawing);
    let Ok(ship) = world.get(game.player.body) else { return };
    let core = ship.regions().find(|(.., layers)| layers.layer == CORE);
    let Some((_, core, _)) = core else { return };
    let others: Vec<_> = game.cause.iter().filter_map(|hit| world.get(hit.b).ok()).collect();
    others.iter().for_each(|other| skin::draw(*other, &game.cast, drawing));
    drawing.body(&core, game.cast.ink('r'));
    ring(at, R + 0.75, 0.5, game.cast.ink('w'), drawing);
    let lit = others.iter().filter_map(|other| drawing.light(&core, &other.form())).reduce(around);
    if let Some(PixelBox { x0, y0, x1, y1 }) = lit {
        let middle = [x0 + x1, y0 + y1].map(|sum| f64::from(sum) / 2.0);
        let r = libm::hypot(f64::from(x1 - x0), f64::from(y1 - y0)) / 2.0 + 3.0;
        ring(middle, r, 1.0, HIT, drawing);
    }
}

fn disc(at: [f64; 2], r: f64, ink: Rgb, drawing: &mut Drawing) {
    if let Ok(disc) = Shape::circle(r).and_then(|disc| disc.place(&Placement::at(at))) {
        drawing.body(&Form::Shape(disc), ink);
    }
}

/// Draws a ring as a chain of 40 capsules.
fn ring([x, y]: [f64; 2], r: f64, width: f64, ink: Rgb, drawing: &mut Drawing) {
    if r <= width {
        return;
    }
    let points: Vec<[f64; 2]> = (0..=40)
        .map(|k| {
            let angle = f64::from(k) * std::f64::consts::TAU / 40.0;
            [x + r * libm::cos(angle), y + r * libm::sin(angle)]
        })
        .collect();
    if let Ok(ring) = Shape::chain(&points, width / 2.0).and_then(|ring| ring.place(&Placement::default())) {
        drawing.body(&Form::Shape(ring), ink);
    }
}

/// Draws falling stars; near stars fall faster.
pub(super) fn stars(cast: &Cast, time: i32, drawing: &mut Drawing) {
    for k in 0..150_u32 {
        // Pseudo-random numbers.
        let mixed = k.wrapping_mul(2_654_435_761) ^ (k << 7);
        let is_near = k % 3 == 0;
        let x = FIELD.x0 + (mixed >> 8) as i32 % (FIELD.x1 - FIELD.x0);
        let start = (mixed >> 19) as i32 % HOME.y1;
        let y = (start + time / if is_near { 2 } else { 5 }) % HOME.y1;
        let star = PixelBox { x0: x, y0: y, x1: x + 1, y1: y + 1 + i32::from(is_near) };
        drawing.fill(star, cast.inks(STARS)[usize::from(is_near)]);
    }
}

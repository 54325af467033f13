//! The frame around the field: score, lives, bombs, grazes; the boss's strength; messages.

use kasuri::lattice::PixelBox;
use kasuri::{Placement, mask::Sprite};

use super::field::{FIELD, MIDDLE};
use super::game::{Game, Mode};
use super::patterns::PATTERNS;
use crate::draw::Drawing;
use crate::picture::Rgb;

/// A box larger than any window shows at a reasonable zoom.
const AROUND: PixelBox = PixelBox { x0: -4000, y0: -4000, x1: 4000, y1: 4000 };
/// The left edge of the right column.
const LEFT: i32 = FIELD.x1 + 16;

pub(super) fn draw(game: &Game, drawing: &mut Drawing) {
    frame(game, drawing);
    column(game, drawing);
    boss(game, drawing);
    words(game, drawing);
}

fn frame(game: &Game, drawing: &mut Drawing) {
    let inside = FIELD;
    let sides = [
        PixelBox { x1: inside.x0, ..AROUND },
        PixelBox { x0: inside.x1, ..AROUND },
        PixelBox { y1: inside.y0, ..AROUND },
        PixelBox { y0: inside.y1, ..AROUND },
    ];
    sides.into_iter().for_each(|side| drawing.fill(side, game.cast.ink('d')));
    let PixelBox { x0, y0, x1, y1 } = inside;
    for edge in [
        PixelBox { x0: x0 - 1, y0: y0 - 1, x1: x1 + 1, y1: y0 },
        PixelBox { x0: x0 - 1, y0: y1, x1: x1 + 1, y1: y1 + 1 },
        PixelBox { x0: x0 - 1, y0, x1: x0, y1 },
        PixelBox { x0: x1, y0, x1: x1 + 1, y1 },
    ] {
        drawing.fill(edge, game.cast.ink('S'));
    }
}

fn column(game: &Game, drawing: &mut Drawing) {
    let (cast, tally) = (&*game.cast, &game.tally);
    let [label, value] = cast.inks(['m', 'w']);
    let mut say =
        |text: &str, y: i32, scale: i32, ink: Rgb| drawing.text(&cast.font, text, [LEFT, y], scale, ink);
    say("KASURI", 20, 4, cast.ink('y'));
    say("TO THE PIXEL", 46, 2, label);
    say("SCORE", 84, 2, label);
    say(&format!("{:09}", tally.score), 98, 3, value);
    say("LIVES", 132, 2, label);
    say("BOMBS", 168, 2, label);
    say("GRAZE", 204, 2, label);
    say(&tally.grazes.to_string(), 218, 3, cast.ink('c'));
    say("BULLETS", 250, 2, label);
    say(&game.bullets.len().to_string(), 264, 3, value);
    say("F1 KEYS  TAB PANEL", 334, 1, label);
    for k in 0..tally.lives {
        picture(drawing, game, &cast.star.mask, LEFT + 6 + 14 * k as i32, 152);
    }
    for k in 0..tally.bombs {
        picture(drawing, game, &cast.gem.mask, LEFT + 6 + 14 * k as i32, 188);
    }
}

/// Draws a small picture of a mask of the cast.
fn picture(drawing: &mut Drawing, game: &Game, mask: &std::sync::Arc<kasuri::Mask>, x: i32, y: i32) {
    let art =
        if std::sync::Arc::ptr_eq(mask, &game.cast.star.mask) { &game.cast.star } else { &game.cast.gem };
    if let Ok(sprite) = Sprite::place(mask, &Placement::at([f64::from(x), f64::from(y)]), None) {
        drawing.art(&sprite, art);
    }
}

fn boss(game: &Game, drawing: &mut Drawing) {
    let (cast, Some(boss)) = (&*game.cast, &game.boss) else { return };
    let (x0, x1) = (FIELD.x0 + 6, FIELD.x1 - 30);
    let full = boss.pattern().health;
    let long = (x1 - x0) * boss.health.clamp(0, full) / full;
    drawing.fill(PixelBox { x0: x0 - 1, y0: 13, x1: x1 + 1, y1: 19 }, cast.ink('s'));
    drawing.fill(PixelBox { x0, y0: 14, x1, y1: 18 }, cast.ink('k'));
    let ink = if boss.fights() { cast.ink('r') } else { cast.ink('S') };
    drawing.fill(PixelBox { x0, y0: 14, x1: x0 + long, y1: 18 }, ink);
    drawing.text(&cast.font, &format!("{}", boss.left().div_ceil(60)), [x1 + 7, 11], 2, cast.ink('w'));
    // A mark for each pattern that is still to come.
    for k in boss.round + 1..PATTERNS.len() {
        let x = x0 + 6 * (k - boss.round - 1) as i32;
        drawing.fill(PixelBox { x0: x, y0: 22, x1: x + 4, y1: 25 }, cast.ink('v'));
    }
    if boss.fights() && boss.left() + 110 > boss.pattern().time {
        let at = [MIDDLE as i32, 34];
        drawing.text_over(&cast.font, boss.pattern().name, at, 2, [cast.ink('w'), cast.ink('u')]);
    }
}

fn words(game: &Game, drawing: &mut Drawing) {
    let cast = &*game.cast;
    let inks = [cast.ink('w'), cast.ink('k')];
    if matches!(game.mode, Mode::Over | Mode::Won) {
        band(game, [106, 224], drawing);
    }
    let mut say = |text: &str, y: i32, scale: i32| {
        drawing.text_over(&cast.font, text, [MIDDLE as i32, y], scale, inks);
    };
    match game.mode {
        Mode::Demo => {
            if game.since / 32 % 4 != 3 {
                say("DEMO: PRESS Z TO PLAY", 316, 2);
            }
        }
        Mode::Play if game.time < 150 => {
            say("ARROWS FLY  Z SHOOTS  X BOMBS", 150, 2);
            say("SHIFT: SLOW, AND SHOWS YOUR CORE", 166, 2);
        }
        Mode::Play => {}
        Mode::Over => {
            say("GAME OVER", 130, 5);
            say(&format!("SCORE {}", game.tally.score), 170, 3);
            say("Z PLAYS AGAIN   Y SHOWS WHY", 200, 2);
        }
        Mode::Won => {
            say("THE MOTH RESTS", 120, 4);
            say(&format!("SCORE {}", game.tally.score), 160, 3);
            say("Z PLAYS AGAIN", 190, 2);
        }
    }
}

/// Draws a dark band across the field between two rows, because bullets behind words make the words hard to read.
fn band(game: &Game, [y0, y1]: [i32; 2], drawing: &mut Drawing) {
    let rows = |y0: i32, y1: i32| PixelBox { y0, y1, ..FIELD };
    drawing.fill(rows(y0, y1), game.cast.ink('S'));
    drawing.fill(rows(y0 + 1, y1 - 1), game.cast.ink('k'));
}

//! What several scenes draw alike: the ground, bodies with those that hit lit up, words.

use kasuri::lattice::PixelBox;
use kasuri::{Convex, Form, Handle, Step, World};

use super::cast::{Cast, GROUND};
use super::skin::{self, Skin};
use crate::draw::{Drawing, HEIGHT};
use crate::picture::{HIT, Rgb};

/// The home of scenes that need no other.
pub(crate) const HOME: PixelBox = PixelBox { x0: 0, y0: 0, x1: 320, y1: 240 };

/// The bodies; those that hit something are rimmed, and the pixels that they have in common are lit.
pub(crate) fn bodies(world: &World, last: Option<&Step>, cast: &Cast, drawing: &mut Drawing) {
    drawing.ground(cast.inks(GROUND));
    for body in world.iter() {
        skin::draw(body, cast, drawing);
    }
    let hits: Vec<_> = last.iter().flat_map(|step| step.hits()).copied().collect();
    let mut rimmed: Vec<Handle> = hits.iter().flat_map(|hit| [hit.a, hit.b]).collect();
    rimmed.sort_unstable();
    rimmed.dedup();
    for body in rimmed.into_iter().filter_map(|body| world.get(body).ok()) {
        if !matches!(Skin::of(body.data()), Skin::None | Skin::Bunker) {
            rim(body.form(), cast.ink('w'), drawing);
        }
    }
    for hit in hits {
        if let (Ok(a), Ok(b)) = (world.get(hit.a), world.get(hit.b)) {
            drawing.light(a.form(), b.form());
        }
    }
}

/// The outline of a form, a pixel wide.
pub(crate) fn rim(form: &Form, ink: Rgb, drawing: &mut Drawing) {
    match form {
        Form::Shape(parts) => parts.iter().for_each(|part| edge(part, ink, drawing)),
        Form::Sprite(sprite) => {
            let reach = sprite.reach();
            for (i, j) in reach.iter().filter(|&(i, j)| sprite.covers(i, j)) {
                let around = [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)];
                if around.into_iter().any(|(i, j)| !sprite.covers(i, j)) {
                    drawing.fill(PixelBox { x0: i, y0: j, x1: i + 1, y1: j + 1 }, ink);
                }
            }
        }
        Form::Tiles(_) => {}
    }
}

/// The pixels at the ends of a convex part's rows.
fn edge(part: &Convex, ink: Rgb, drawing: &mut Drawing) {
    let rows = crate::draw::rows(part);
    let mut before: Option<PixelBox> = None;
    let lines: Vec<PixelBox> =
        rows.iter().flat_map(|run| (run.y0..run.y1).map(|y| PixelBox { y0: y, y1: y + 1, ..*run })).collect();
    for (k, line) in lines.iter().enumerate() {
        let next = lines.get(k + 1);
        let inner = |other: Option<PixelBox>| other.map_or((line.x1, line.x1), |o| (o.x0, o.x1));
        let (above, below) = (inner(before), inner(next.copied()));
        let (x0, x1) = (above.0.max(below.0).max(line.x0 + 1), above.1.min(below.1).min(line.x1 - 1));
        if x0 >= x1 {
            drawing.fill(*line, ink);
        } else {
            drawing.fill(PixelBox { x1: x0, ..*line }, ink);
            drawing.fill(PixelBox { x0: x1, ..*line }, ink);
        }
        before = Some(*line);
    }
}

/// A cross over a place: filled squares, so that it is seen at any zoom.
pub(crate) fn mark([x, y]: [f64; 2], drawing: &mut Drawing) {
    let (x, y) = (x.floor() as i32, y.floor() as i32);
    drawing.fill(PixelBox { x0: x - 2, y0: y, x1: x + 3, y1: y + 1 }, HIT);
    drawing.fill(PixelBox { x0: x, y0: y - 2, x1: x + 1, y1: y + 3 }, HIT);
}

/// Words at the top left, a line below the other.
pub(crate) fn words(lines: &[String], cast: &Cast, drawing: &mut Drawing) {
    for (k, line) in lines.iter().enumerate() {
        let y = 6 + 9 * k as i32;
        let plate = PixelBox { x0: 4, y0: y - 2, x1: 8 + cast.font.width(line, 1), y1: y + HEIGHT + 2 };
        drawing.fill(plate, cast.ink('k'));
        drawing.text(&cast.font, line, [6, 6 + 9 * k as i32], 1, cast.ink('m'));
    }
}

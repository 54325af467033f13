//! Drawing code that several scenes share: the ground, bodies with the hits lit up, words.

use kasuri::lattice::PixelBox;
use kasuri::{Handle, Placement, Shape, Step, World, query::Form};

use super::cast::{Cast, GROUND};
use super::skin::{self, Skin};
use crate::draw::{Drawing, HEIGHT};
use crate::picture::{HIT, Rgb};

/// The visible pixels of scenes that need no other.
pub(crate) const HOME: PixelBox = PixelBox { x0: 0, y0: 0, x1: 320, y1: 240 };

/// Draws the bodies. Bodies that hit something get a rim, and the pixels that they share are lit.
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
            rim(&body.form(), cast.ink('w'), drawing);
        }
    }
    for hit in hits {
        if let (Ok(a), Ok(b)) = (world.get(hit.a), world.get(hit.b)) {
            drawing.light(&a.form(), &b.form());
        }
    }
}

/// Draws the outline of a form, one pixel wide: its pixels that have a neighbour outside the form.
pub(crate) fn rim(form: &Form, ink: Rgb, drawing: &mut Drawing) {
    let Some(bounds) = form.bounds().map(PixelBox::around) else { return };
    match form {
        Form::Shape(parts) => {
            let width = (bounds.x1 - bounds.x0) as usize;
            let place = |i: i32, j: i32| (j - bounds.y0) as usize * width + (i - bounds.x0) as usize;
            let mut is_in = vec![false; width * (bounds.y1 - bounds.y0) as usize];
            let pixels = parts.iter().flat_map(|part| crate::draw::rows(part, None)).flat_map(PixelBox::iter);
            pixels.for_each(|(i, j)| is_in[place(i, j)] = true);
            let reaches = |i, j| (bounds.x0..bounds.x1).contains(&i) && (bounds.y0..bounds.y1).contains(&j);
            edge(bounds, |i, j| reaches(i, j) && is_in[place(i, j)], ink, drawing);
        }
        Form::Sprite(sprite) => edge(bounds, |i, j| sprite.covers(i, j), ink, drawing),
        Form::Tiles(_) => {}
    }
}

fn edge(bounds: PixelBox, holds: impl Fn(i32, i32) -> bool, ink: Rgb, drawing: &mut Drawing) {
    for (i, j) in bounds.iter().filter(|&(i, j)| holds(i, j)) {
        if ![(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)].into_iter().all(|(i, j)| holds(i, j)) {
            drawing.fill(PixelBox { x0: i, y0: j, x1: i + 1, y1: j + 1 }, ink);
        }
    }
}

/// Marks a position with a cross of filled squares, visible at any zoom.
pub(crate) fn mark([x, y]: [f64; 2], drawing: &mut Drawing) {
    let (x, y) = (x.floor() as i32, y.floor() as i32);
    drawing.fill(PixelBox { x0: x - 2, y0: y, x1: x + 3, y1: y + 1 }, HIT);
    drawing.fill(PixelBox { x0: x, y0: y - 2, x1: x + 1, y1: y + 3 }, HIT);
}

/// Draws a short line from a position along a direction, such as a normal.
pub(crate) fn tick([x, y]: [f64; 2], normal: [f64; 2], length: f64, ink: Rgb, drawing: &mut Drawing) {
    let end = [x + normal[0] * length, y + normal[1] * length];
    let line = Shape::capsule([x, y], end, 0.6).and_then(|line| line.place(&Placement::default()));
    if let Ok(line) = line {
        drawing.body(&Form::Shape(line), ink);
    }
}

/// Writes lines of text at the top left, one below the other.
pub(crate) fn words(lines: &[String], cast: &Cast, drawing: &mut Drawing) {
    for (k, line) in lines.iter().enumerate() {
        let y = 6 + 9 * k as i32;
        let plate = PixelBox { x0: 4, y0: y - 2, x1: 8 + cast.font.width(line, 1), y1: y + HEIGHT + 2 };
        drawing.fill(plate, cast.ink('k'));
        drawing.text(&cast.font, line, [6, 6 + 9 * k as i32], 1, cast.ink('m'));
    }
}

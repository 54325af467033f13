//! Whether two bodies overlap while both go from one place to another, linearly (SPEC 6, "Swept bodies").

use crate::answer::OnWay;
use crate::form::{Form, Moving, Touching};
use crate::lattice::{Bounds, Point};
use crate::reference::cast::cast;
use crate::reference::hull::{Hull, meets};
use crate::reference::pairs::overlap;
use crate::reference::seams::first_on_seam;
use crate::reference::wide::V;
use crate::shape::CellForm;

/// When two bodies on their ways first overlap, and for sprites how; `None` where they do not, as two tile maps never do.
pub fn overlap_on_way(a: Moving, b: Moving, touching: Touching) -> Option<OnWay> {
    if !(a.is_in_world() && b.is_in_world()) {
        return None;
    }
    let is = |body: Moving, kind: fn(&Form) -> bool| kind(body.form);
    let (sprite, map) =
        (|form: &Form| matches!(form, Form::Sprite(_)), |form: &Form| matches!(form, Form::Tiles(_)));
    if is(a, map) && is(b, map) {
        None
    } else if is(a, sprite) || is(b, sprite) {
        first_try(a, b, touching)
    } else {
        let t = if is(a, map) { past_map(b, a, touching) } else { past_map(a, b, touching) };
        t.map(|t| OnWay { t, overlap: None })
    }
}

/// The least t at which a shape meets a body, a part or a cell after the other, or lies on one of its seams.
fn past_map(shape: Moving, body: Moving, touching: Touching) -> Option<f64> {
    let d = length_of(shape) - length_of(body);
    let (here, there) = (moved(shape, shape.from)?, moved(body, body.from)?);
    let mut times = Vec::new();
    match &there {
        Form::Shape(parts) => {
            parts.iter().for_each(|part| times.extend(glide(&here, &part.into(), d, touching)))
        }
        Form::Tiles(tiles) => {
            for cell in tiles.cells() {
                match cell.form {
                    CellForm::Convex(part) => times.extend(glide(&here, &(&part).into(), d, touching)),
                    CellForm::Sprite(sprite) => {
                        let at = sprite.at();
                        let cell = Form::Sprite(sprite);
                        times.extend(first_try(shape, Moving::still(&cell, at), touching).map(|met| met.t));
                    }
                }
            }
        }
        Form::Sprite(_) => {}
    }
    if touching == Touching::Ignored {
        times.extend(first_on_seam(&here, &there, d));
    }
    times.into_iter().reduce(f64::min)
}

/// The least t at which a part of a shape that moves along `d` overlaps a set.
fn glide(shape: &Form, set: &Hull, d: V, touching: Touching) -> Option<f64> {
    let Form::Shape(parts) = shape else { return None };
    let times = parts.iter().filter_map(|part| {
        let moves = Hull::difference(&part.into(), set);
        let hit = cast(V::new(0, 0), d, &moves)?;
        // Deep where the way, as a segment, is: nothing is deep in a set of moves without interior.
        let way = Hull::new(vec![V::new(0, 0), d], 0);
        let is_hit =
            touching == Touching::Counts || !moves.is_thin() && meets(&way, &moves, Touching::Ignored);
        is_hit.then_some(hit.t)
    });
    times.reduce(f64::min)
}

/// A sprite with anything: n steps of at most a pixel, each of three tries, so that no thin line is jumped.
fn first_try(a: Moving, b: Moving, touching: Touching) -> Option<OnWay> {
    let longest = [length_of(a), length_of(b)].into_iter().map(|d| d.x.abs().max(d.y.abs())).max()?;
    let n = ((longest + 255) / 256).max(1);
    let tries = (0..=n).flat_map(|k| match k {
        0 => vec![(0, [0, 0])],
        _ => vec![(k, [k, k - 1]), (k, [k - 1, k]), (k, [k, k])],
    });
    tries.into_iter().find_map(|(k, [x_of, y_of])| {
        let place = |body: Moving| Point::new(step(body, x_of, n).x, step(body, y_of, n).y);
        let (at_a, at_b) = (place(a), place(b));
        if !(is_box_near(a, at_a, b, at_b)?) {
            return None;
        }
        let overlap = overlap(&moved(a, at_a)?, &moved(b, at_b)?, touching)?;
        Some(OnWay { t: k as f64 / n as f64, overlap: Some(overlap) })
    })
}

/// Whether the boxes of two bodies at places of their ways come within two pixels of each other. A sprite's box may be
/// another by a pixel where it stands elsewhere within one.
fn is_box_near(a: Moving, at_a: Point, b: Moving, at_b: Point) -> Option<bool> {
    let edges = |body: Moving, at: Point| -> Option<[i64; 4]> {
        let Bounds { min, max } = body.form.bounds()?;
        let by = V::from(at) - V::from(body.to);
        Some([
            i64::from(min.x) + by.x,
            i64::from(min.y) + by.y,
            i64::from(max.x) + by.x,
            i64::from(max.y) + by.y,
        ])
    };
    let ([x0, y0, x1, y1], [u0, v0, u1, v1]) = (edges(a, at_a)?, edges(b, at_b)?);
    Some((u0 - x1).max(x0 - u1).max(v0 - y1).max(y0 - v1) <= 512)
}

fn length_of(body: Moving) -> V {
    V::from(body.to) - V::from(body.from)
}

/// Position k of n: P + floor((2 (Q - P) k + n) / (2 n)).
fn step(body: Moving, k: i64, n: i64) -> Point {
    let d = length_of(body);
    let part = |d: i64| ((2 * d * k + n).div_euclid(2 * n)) as i32;
    Point::new(body.from.x + part(d.x), body.from.y + part(d.y))
}

/// The form of a body at another place of its way; `None` beyond the world's edge, where no way leads.
fn moved(body: Moving, at: Point) -> Option<Form> {
    let by = Point::new(at.x - body.to.x, at.y - body.to.y);
    match body.form {
        Form::Shape(parts) => {
            let parts: Option<_> = parts.iter().map(|part| part.moved_by(by).ok()).collect();
            parts.map(Form::Shape)
        }
        Form::Sprite(sprite) => Some(Form::Sprite(sprite.moved_to(at))),
        Form::Tiles(tiles) => Some(Form::Tiles(tiles.clone())),
    }
}

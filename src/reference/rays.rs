//! Rays and points (SPEC 5).

use crate::answer::RayHit;
use crate::form::{Form, Placed, Touching};
use crate::lattice::{Bounds, Point};
use crate::reference::hull::{Hull, meets};
use crate::reference::outline::normal_at;
use crate::reference::piece::{Piece, cast_at, pieces};
use crate::reference::pixels::covered;
use crate::reference::wide::V;

/// Returns the first body on the layers `against` that a ray hits: the smallest t, for equal t the earlier body.
pub fn ray(bodies: &[Placed], from: Point, to: Point, against: u32) -> Option<RayHit<usize>> {
    let (p, d) = (V::from(from), V::from(to) - V::from(from));
    let way = Bounds::around([from, to])?;
    let mut first: Option<RayHit<usize>> = None;
    for (body, placed) in bodies.iter().enumerate().filter(|(_, placed)| placed.layer & against != 0) {
        if let Some(hit) = cast_at(&placed.form, p, d, way)
            && first.is_none_or(|first| hit.t < first.t)
        {
            let along = |from: i32, d: i64| (f64::from(from) + d as f64 * hit.t) / 256.0 + 0.0;
            let point = [along(from.x, d.x), along(from.y, d.y)];
            let normal = if hit.t == 0.0 { None } else { normal_at(&placed.form, p, d, hit.t) };
            first = Some(RayHit {
                body,
                region: 0,
                t: hit.t,
                point: point.into(),
                normal: normal.unwrap_or(hit.normal).into(),
            });
        }
    }
    first
}

/// Returns the bodies that contain a point, in order.
pub fn containing(bodies: &[Placed], at: Point) -> Vec<usize> {
    (0..bodies.len()).filter(|&k| contains(&bodies[k].form, at)).collect()
}

/// Whether a form contains a point. The form is a closed set; a sprite counts as its covered squares.
pub fn contains(form: &Form, at: Point) -> bool {
    let point = Hull::new(vec![at.into()], 0);
    pieces(form).into_iter().any(|piece| match piece {
        Piece::Convex(convex) => meets(&(&*convex).into(), &point, Touching::Counts),
        // On an edge or a corner a point touches up to four squares.
        Piece::Sprite(sprite) => {
            let beside = |x: i32| ((i64::from(x) - 1) >> 8)..=(i64::from(x) >> 8);
            beside(at.y).any(|j| beside(at.x).any(|i| covered(&sprite, i, j)))
        }
    })
}

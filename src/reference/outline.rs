//! The outline of a body, the union of its pieces (SPEC 5): every curve of every piece, told apart point by point.

use crate::form::Form;
use crate::lattice::{Bounds, PixelBox, Point};
use crate::mask::Sprite;
use crate::reference::curve::{CLOSE, Curve};
use crate::reference::hull::Hull;
use crate::reference::piece::{Piece, pieces};
use crate::reference::pixels::covered;
use crate::reference::plane::P;
use crate::reference::union::Union;
use crate::reference::wide::V;

/// How far along a curve one looks whether it goes on, in lattice units.
const STEP: f64 = 1.0 / 1024.0;
/// How far a ray's computed hit may be off the face that it is on, in lattice units.
const HIT: f64 = 1e-4;

/// The curves on which the outline of a body may run, and what decides where it does.
pub(super) struct Outline {
    pub(super) curves: Vec<Curve>,
    union: Union,
}

impl Outline {
    /// As far as it may lie in a box. Curves come piece by piece.
    pub(super) fn near(form: &Form, origin: V, near: Bounds) -> Outline {
        let mut curves = Vec::new();
        for piece in pieces(form).into_iter().filter(|piece| is_near(piece, near)) {
            match piece {
                Piece::Convex(convex) => curves.extend(Curve::around(&Hull::from(&*convex), origin)),
                Piece::Sprite(sprite) => sides(&sprite, origin, near, &mut curves),
            }
        }
        Outline { curves, union: Union::near(form, origin, near) }
    }

    /// Whether a point of a curve is one of the outline.
    pub(super) fn holds(&self, p: P) -> bool {
        self.union.is_outline(p, 4.0 * CLOSE)
    }

    /// Where the outline goes from one of its points: directions, and along which curves.
    fn ways(&self, p: P) -> Vec<(P, Curve)> {
        let mut ways: Vec<(P, Curve)> = Vec::new();
        for curve in self.curves.iter().filter(|curve| curve.distance(p) <= 4.0 * CLOSE) {
            for q in curve.beside(curve.nearest(p), STEP).into_iter().filter(|&q| self.holds(q)) {
                let way = (q - p).unit();
                if ways.iter().all(|(other, _)| other.dot(way) < 0.999) {
                    ways.push((way, *curve));
                }
            }
        }
        ways
    }

    /// Whether two outlines both run straight, or both around the same centre, through a point of both and along each
    /// other: within a common stretch.
    pub(super) fn runs_along(&self, other: &Outline, p: P) -> bool {
        let (ours, theirs) = (self.ways(p), other.ways(p));
        let [(way, first), (back, last)] = ours[..] else { return false };
        let is_one_line = match (first, last) {
            (Curve::Edge { .. }, Curve::Edge { .. }) => way.dot(back) < -0.999_999,
            (Curve::Arc { centre: c, radius: r, .. }, Curve::Arc { centre: d, radius: q, .. }) => {
                (c, r) == (d, q)
            }
            _ => false,
        };
        let is_theirs = |way: P, curve: Curve| {
            theirs.iter().any(|&(other, along)| {
                let is_same_kind = matches!(
                    (curve, along),
                    (Curve::Edge { .. }, Curve::Edge { .. }) | (Curve::Arc { .. }, Curve::Arc { .. })
                );
                is_same_kind && other.dot(way) > 0.999_999
            })
        };
        is_one_line && theirs.len() == 2 && is_theirs(way, first) && is_theirs(back, last)
    }
}

fn is_near(piece: &Piece, near: Bounds) -> bool {
    piece.bounds().is_some_and(|b| b.meets(near.grown(2)))
}

/// The sides between covered and uncovered pixels, pixel by pixel: those between rows, row by row, then those between
/// columns.
fn sides(sprite: &Sprite, origin: V, near: Bounds, curves: &mut Vec<Curve>) {
    let all = sprite.reach();
    let near = PixelBox {
        x0: (near.min.x >> 8) - 1,
        y0: (near.min.y >> 8) - 1,
        x1: (near.max.x >> 8) + 2,
        y1: (near.max.y >> 8) + 2,
    };
    let pixels = all.intersection(near);
    let is_covered = |i: i32, j: i32| covered(sprite, i.into(), j.into());
    let mut side = |i: i32, j: i32, along: P, out: P| {
        let from = P::of(V::new(i64::from(i) * 256, i64::from(j) * 256), origin);
        curves.push(Curve::Edge { from, along: along * 256.0, normal: out, exact: true });
    };
    for j in pixels.y0..=pixels.y1 {
        for i in pixels.x0..pixels.x1 {
            match (is_covered(i, j - 1), is_covered(i, j)) {
                (true, false) => side(i, j, P(1.0, 0.0), P(0.0, 1.0)),
                (false, true) => side(i, j, P(1.0, 0.0), P(0.0, -1.0)),
                _ => {}
            }
        }
    }
    for i in pixels.x0..=pixels.x1 {
        for j in pixels.y0..pixels.y1 {
            match (is_covered(i - 1, j), is_covered(i, j)) {
                (true, false) => side(i, j, P(0.0, 1.0), P(1.0, 0.0)),
                (false, true) => side(i, j, P(0.0, 1.0), P(-1.0, 0.0)),
                _ => {}
            }
        }
    }
}

/// The normal of the outline of a body of several pieces where a ray first meets it: of the faces that can be seen there the
/// one most against the ray, then the earlier. `None` for a body that is one convex piece there, or where no face is met
/// from before.
pub(super) fn normal_at(form: &Form, from: V, d: V, t: f64) -> Option<[f64; 2]> {
    let [x, y] = [from.x as f64 + d.x as f64 * t, from.y as f64 + d.y as f64 * t];
    let place = Point::new(x.floor() as i32, y.floor() as i32);
    let near = Bounds { min: place, max: place }.grown(2);
    let is_one = pieces(form).iter().filter(|piece| is_near(piece, near)).count() < 2;
    if is_one && matches!(form, Form::Shape(_)) {
        return None;
    }
    let origin = V::from(place);
    let hit = P::from(from - origin) + P::from(d) * t;
    let outline = Outline::near(form, origin, near);
    let mut best: Option<(f64, P)> = None;
    for curve in outline.curves.iter().filter(|curve| curve.distance(hit) <= HIT) {
        let normal = curve.normal(hit);
        let against = normal.dot(P::from(d));
        let is_seen = || curve.beside(curve.nearest(hit), STEP).into_iter().any(|q| outline.holds(q));
        if against < 0.0 && best.is_none_or(|(least, _)| against < least) && is_seen() {
            best = Some((against, normal));
        }
    }
    best.map(|(_, normal)| normal.told())
}

//! The outline of one convex set, and of the covered squares of a sprite.

use crate::lattice::Point;
use crate::mask::Cover;
use crate::query::blob::Blob;
use crate::query::curve::{Curve, SLACK};
use crate::query::exact::Step;
use crate::query::face::Face;

/// Edges moved out by the radius, each with the arc around the vertex that it leads to.
pub(crate) fn around(blob: Blob, origin: Point, add: &mut impl FnMut(Face)) {
    let local = |p: Point| Step::between(origin, p).to_f64();
    let edges: Vec<(Point, Step)> = blob.edges().collect();
    let r = f64::from(blob.radius);
    if edges.is_empty() {
        let (c, n) = (local(blob.vertices[0]), [1.0, 0.0]);
        let curve = match blob.radius {
            0 => Curve::Edge { a: c, e: [0.0, 0.0], slack: 0.0 },
            _ => Curve::Arc { c, r, n0: n, n1: n },
        };
        return add(Face { curve, normal: n });
    }
    for (k, &(a, e)) in edges.iter().enumerate() {
        let normal = e.outward().unit();
        let [x, y] = local(a);
        if blob.radius == 0 {
            add(Face { curve: Curve::Edge { a: [x, y], e: e.to_f64(), slack: 0.0 }, normal });
            continue;
        }
        let (_, next) = edges[(k + 1) % edges.len()];
        let (n0, n1) = (normal, next.outward().unit());
        let moved = [x + n0[0] * r, y + n0[1] * r];
        add(Face { curve: Curve::Edge { a: moved, e: e.to_f64(), slack: SLACK }, normal });
        let [ex, ey] = e.to_f64();
        add(Face { curve: Curve::Arc { c: [x + ex, y + ey], r, n0, n1 }, normal: n0 });
    }
}

/// The edges between covered and uncovered pixels: a row's lower and upper ones as runs, then those between columns.
/// Where the window cuts a sprite there is an edge too, outside the box that was asked for.
pub(crate) fn around_squares(cover: &Cover, origin: Point, add: &mut impl FnMut(Face)) {
    let p = cover.pixels();
    let is_covered = |i: i32, j: i32| cover.bits(i.into(), j.into()) & 1 == 1;
    let mut edge = |x: i32, y: i32, dx: i32, dy: i32, normal: [f64; 2]| {
        let a = Step::between(origin, Point::new(x * 256, y * 256)).to_f64();
        let curve = Curve::Edge { a, e: [f64::from(dx) * 256.0, f64::from(dy) * 256.0], slack: 0.0 };
        add(Face { curve, normal });
    };
    // Which way is out, between a pixel and the next one: 1 away from the one, -1 away from the next.
    let out = |before: bool, after: bool| i32::from(before) - i32::from(after);
    for j in p.y0..=p.y1 {
        let out = |i: i32| if i < p.x1 { out(is_covered(i, j - 1), is_covered(i, j)) } else { 0 };
        stretches(p.x0, p.x1, out, |x0, x1, y| edge(x0, j, x1 - x0, 0, [0.0, f64::from(y)]));
    }
    for i in p.x0..=p.x1 {
        let out = |j: i32| if j < p.y1 { out(is_covered(i - 1, j), is_covered(i, j)) } else { 0 };
        stretches(p.y0, p.y1, out, |y0, y1, x| edge(i, y0, 0, y1 - y0, [f64::from(x), 0.0]));
    }
}

/// The longest stretches of from..to of one value that is not 0; at `to` it is.
fn stretches(from: i32, to: i32, value: impl Fn(i32) -> i32, mut found: impl FnMut(i32, i32, i32)) {
    let (mut start, mut current) = (from, 0);
    for k in from..=to {
        let next = if k < to { value(k) } else { 0 };
        if next != current {
            if current != 0 {
                found(start, k, current);
            }
            (start, current) = (k, next);
        }
    }
}

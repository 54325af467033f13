//! Finds exactly which pixel centres of a row a convex shape contains.

use crate::lattice::{Point, UNITS};
use crate::shape::Convex;

/// The pixels first..=last of a row; none where first is greater than last.
type Span = (i64, i64);

const ALL: Span = (i64::MIN, i64::MAX);
const NONE: Span = (i64::MAX, i64::MIN);

/// Returns the pixels i of row j whose centres lie in the shape, which is closed; `None` where there are none.
///
/// The shape is the union of its hull, a disc at every vertex and a band along every edge. It is convex, so its pixels
/// in a row are one span.
pub(super) fn span(shape: &Convex, j: i32) -> Option<(i32, i32)> {
    let y = centre(j.into());
    let radius = i64::from(shape.radius());
    let vertices = shape.vertices();
    let edges = || vertices.iter().zip(vertices.iter().cycle().skip(1)).map(|(&a, &b)| RowEdge::new(a, b, y));
    let discs = vertices.iter().map(|v| disc_span(*v, radius, y));
    let bands = edges().filter(RowEdge::has_length).map(|edge| edge.band(radius));
    let hull = match vertices.len() {
        1 | 2 => NONE,
        _ => edges().fold(ALL, |span, edge| both(span, edge.inner())),
    };
    let (first, last) = discs.chain(bands).fold(hull, around);
    // Placed shapes are within the world, 2^21 px, so both values fit an i32.
    (first <= last).then_some((first as i32, last as i32))
}

/// An edge from a to b, relative to a row of centres. For a centre that is t to the right of a and h below it, the
/// cross product dx * h - dy * t tells the side of the edge, and the dot product dx * t + dy * h tells how far along it
/// is.
struct RowEdge {
    a: Point,
    dx: i64,
    dy: i64,
    /// The y of the row relative to a.
    h: i64,
}

impl RowEdge {
    fn new(a: Point, b: Point, y: i64) -> RowEdge {
        let d = |p: i32, q: i32| i64::from(p) - i64::from(q);
        RowEdge { a, dx: d(b.x, a.x), dy: d(b.y, a.y), h: y - i64::from(a.y) }
    }

    /// Whether the edge has a length; a lone vertex makes an edge to itself.
    fn has_length(&self) -> bool {
        (self.dx, self.dy) != (0, 0)
    }

    /// Returns the centres on the inner side: dx * h - dy * t <= 0, because (-dy, dx) points outwards.
    fn inner(&self) -> Span {
        at_most(-self.dy, -self.dx * self.h, self.a.x)
    }

    /// Returns the centres next to the edge, between its ends and no further from it than the radius.
    fn band(&self, radius: i64) -> Span {
        let length = (self.dx * self.dx + self.dy * self.dy) as u128;
        // |cross| <= radius * sqrt(length), and the cross product is an integer.
        let reach = ((radius * radius) as u128 * length).isqrt() as i64;
        let cross = self.dx * self.h;
        let near =
            both(at_most(-self.dy, reach - cross, self.a.x), at_most(self.dy, reach + cross, self.a.x));
        // 0 <= dx * t + dy * h <= length.
        let along = self.dy * self.h;
        let beside =
            both(at_most(-self.dx, along, self.a.x), at_most(self.dx, length as i64 - along, self.a.x));
        both(near, beside)
    }
}

/// Returns the centres within the radius of a vertex.
fn disc_span(v: Point, radius: i64, y: i64) -> Span {
    let dy = y - i64::from(v.y);
    let rest = radius * radius - dy * dy;
    if rest < 0 {
        return NONE;
    }
    let half = rest.isqrt();
    both(at_most(1, half, v.x), at_most(-1, half, v.x))
}

/// Returns the pixels i with factor * t <= most, where t is how far their centre is to the right of x.
fn at_most(factor: i64, most: i64, x: i32) -> Span {
    // t = i * 256 + 128 - x
    let rest = most - factor * centre(0) + factor * i64::from(x);
    let step = factor * i64::from(UNITS);
    match step {
        0 if most >= 0 => ALL,
        0 => NONE,
        s if s > 0 => (i64::MIN, rest.div_euclid(s)),
        // Both sides divided by -1: i * -s >= -rest, rounded up.
        s => (-rest.div_euclid(-s), i64::MAX),
    }
}

/// Returns the lattice coordinate of the centre of pixel k.
fn centre(k: i64) -> i64 {
    k * i64::from(UNITS) + i64::from(UNITS / 2)
}

/// Returns the pixels that are in both spans.
fn both(a: Span, b: Span) -> Span {
    (a.0.max(b.0), a.1.min(b.1))
}

/// Returns the smallest span around both.
fn around(a: Span, b: Span) -> Span {
    match (a.0 <= a.1, b.0 <= b.1) {
        (true, true) => (a.0.min(b.0), a.1.max(b.1)),
        (true, false) => a,
        _ => b,
    }
}

//! Where a moving convex shape first hits another (SPEC 5).

use std::borrow::Cow;

use crate::form::Touching;
use crate::query::blob::Blob;
use crate::query::cast_convex::{Cast, cast_outside};
use crate::query::exact::Step;
use crate::query::overlap_convex_convex::overlap;

/// Returns the first hit of `a`, which moves along `d` relative to `b`.
pub(crate) fn sweep(a: Blob, b: Blob, d: Step) -> Option<Cast> {
    if overlap(a, b, Touching::Counts) {
        return Some(Cast::AT_START);
    }
    cast_outside(d, &difference(a, b), i64::from(a.radius) + i64::from(b.radius))
}

/// Returns the hull of all b - a: the edges of both, merged by direction, from the vertex with the least (x, y).
pub(crate) fn difference(a: Blob, b: Blob) -> Vec<Step> {
    let mut hull = Vec::with_capacity(a.vertices.len() + b.vertices.len() + 1);
    each_of_difference(a, b, |at| hull.push(at));
    hull
}

/// Computes the same hull as [`difference`]; it is written to `room` where that is long enough.
pub(crate) fn difference_in<'a>(a: Blob, b: Blob, room: &'a mut [Step]) -> Cow<'a, [Step]> {
    if a.vertices.len() + b.vertices.len() > room.len() {
        return Cow::Owned(difference(a, b));
    }
    let mut count = 0;
    each_of_difference(a, b, |at| {
        room[count] = at;
        count += 1;
    });
    Cow::Borrowed(&room[..count])
}

/// Calls `write` with the vertices of the difference, one after the other.
fn each_of_difference(a: Blob, b: Blob, mut write: impl FnMut(Step)) {
    // -A starts where A has its greatest (x, y). From there on, its edges are A's edges negated.
    let turn = (0..a.vertices.len()).max_by_key(|&k| a.vertices[k]).unwrap_or(0);
    let n = a.vertices.len();
    let mut ours = a.edges().cycle().skip(turn).take(if n < 2 { 0 } else { n }).map(|(_, e)| -e).peekable();
    let mut theirs = b.edges().map(|(_, e)| e).peekable();
    let mut at = Step::between(a.vertices[turn], b.vertices[0]);
    loop {
        let edge = match (ours.peek(), theirs.peek()) {
            (Some(&p), Some(&q)) if is_before(p, q) => ours.next(),
            (Some(&p), Some(&q)) if !is_before(q, p) => {
                ours.next();
                theirs.next();
                Some(p + q)
            }
            (Some(_), None) => ours.next(),
            _ => theirs.next(),
        };
        write(at);
        // The last edge leads back to the start.
        let Some(edge) = edge.filter(|_| ours.peek().is_some() || theirs.peek().is_some()) else { break };
        at = at + edge;
    }
}

/// Whether an edge comes before another in the order around a hull from its vertex with the least (x, y): first the
/// edges that point right (or straight down), then those that point back, each half sorted by direction.
fn is_before(p: Step, q: Step) -> bool {
    let is_back = |e: Step| e.x < 0 || (e.x == 0 && e.y < 0);
    match (is_back(p), is_back(q)) {
        (false, true) => true,
        (true, false) => false,
        _ => p.cross(q) < 0,
    }
}

//! Where a convex shape that moves first meets another (SPEC 5).

use crate::form::Touching;
use crate::query::blob::Blob;
use crate::query::cast_convex::{Cast, cast_outside};
use crate::query::exact::Step;
use crate::query::overlap_convex_convex::overlap;

/// `a` moves along `d`, seen from `b`.
pub(crate) fn sweep(a: Blob, b: Blob, d: Step) -> Option<Cast> {
    if overlap(a, b, Touching::Counts) {
        return Some(Cast::AT_START);
    }
    cast_outside(d, &difference(a, b), i64::from(a.radius) + i64::from(b.radius))
}

/// The hull of all b - a: the edges of both, merged by direction, from the vertex with the least (x, y).
pub(crate) fn difference(a: Blob, b: Blob) -> Vec<Step> {
    // -A starts where A has its greatest (x, y); its edges are A's from there on, turned round.
    let turn = (0..a.vertices.len()).max_by_key(|&k| a.vertices[k]).unwrap_or(0);
    let n = a.vertices.len();
    let mut ours = a.edges().cycle().skip(turn).take(if n < 2 { 0 } else { n }).map(|(_, e)| -e).peekable();
    let mut theirs = b.edges().map(|(_, e)| e).peekable();
    let mut at = Step::between(a.vertices[turn], b.vertices[0]);
    let mut hull = vec![at];
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
        let Some(edge) = edge else { break };
        at = at + edge;
        hull.push(at);
    }
    // The last edge leads back to the start.
    if hull.len() > 1 {
        hull.pop();
    }
    hull
}

/// Whether an edge comes before another on the way round a hull from its vertex with the least (x, y): first the edges
/// with x to the right (or straight down), then those back, each half by its turn.
fn is_before(p: Step, q: Step) -> bool {
    let is_back = |e: Step| e.x < 0 || (e.x == 0 && e.y < 0);
    match (is_back(p), is_back(q)) {
        (false, true) => true,
        (true, false) => false,
        _ => p.cross(q) < 0,
    }
}

//! Where a moving point enters a convex set: whether it does is decided in integers, the time is f64 (SPEC 5).

use crate::form::Touching;
use crate::reference::hull::RoundHull;
use crate::reference::wide::V;

/// How far a fraction may miss its range by rounding.
const SLACK: f64 = 1e-9;

/// Returns the first t in 0 to 1 at which the point p + t d lies in a closed set; where touching is ignored, from which
/// on it lies in the interior.
pub(super) fn entry(set: &RoundHull, p: V, d: V, touching: Touching) -> Option<f64> {
    let path = RoundHull::new(vec![p, p + d], 0);
    let swept = RoundHull::difference(&path, set);
    let origin = V::new(0, 0);
    let meets = match touching {
        Touching::Counts => swept.holds(origin, 0),
        Touching::Ignored => !set.is_thin() && swept.holds_inside(origin),
    };
    if !meets {
        return None;
    }
    if set.holds(p, 0) {
        return Some(0.0);
    }
    let corners = set.vertices.iter().filter_map(|&v| corner_time(v, set.radius, p, d));
    let sides = set.edges().filter_map(|(v, e)| side_time(v, e, set.radius, p, d));
    let first = corners.chain(sides).fold(f64::INFINITY, f64::min);
    Some(first.clamp(0.0, 1.0))
}

/// Returns when the point comes within a radius of a vertex, from outside.
fn corner_time(v: V, radius: i64, p: V, d: V) -> Option<f64> {
    let w = p - v;
    let (square, towards, off) = (d.dot(d), -w.dot(d), d.cross(w));
    if towards <= 0 {
        return None;
    }
    if radius == 0 {
        return (off == 0).then(|| towards as f64 / square as f64);
    }
    let reach = V::new(radius, 0).dot(V::new(radius, 0));
    // The root of a quadratic equation; so written that nearly equal numbers are subtracted as integers only.
    let under = reach.checked_mul(square)?.checked_sub(off.checked_mul(off)?)?;
    if under < 0 {
        return None;
    }
    let height = w.dot(w) - reach;
    (height >= 0).then(|| height as f64 / (towards as f64 + (under as f64).sqrt()))
}

/// Returns when the point comes within a radius of an edge, from its outer side.
fn side_time(v: V, e: V, radius: i64, p: V, d: V) -> Option<f64> {
    let (out, w) = (e.outward(), p - v);
    let (height, speed) = (out.dot(w), -out.dot(d));
    if speed <= 0 {
        return None;
    }
    let length = (e.dot(e) as f64).sqrt();
    let reach = radius as f64 * length;
    let t = if radius == 0 {
        height as f64 / speed as f64
    } else {
        let squares = height * height - i128::from(radius) * i128::from(radius) * e.dot(e);
        squares as f64 / (height as f64 + reach) / speed as f64
    };
    let share = (w.dot(e) as f64 + t * d.dot(e) as f64) / e.dot(e) as f64;
    (t >= -SLACK && (-SLACK..=1.0 + SLACK).contains(&share)).then_some(t)
}

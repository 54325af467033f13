//! parry2d as an oracle: except near touching it must agree on overlap, distance and depth. If it does not, integer
//! arithmetic decides, and only Kasuri must not be wrong.
//!
//! `cargo test --release --package kasuri-bench --features rivals --test parry_agrees -- --nocapture`
#![allow(missing_docs, unreachable_pub, clippy::print_stdout, clippy::unwrap_used)]

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/query_properties/judge.rs"]
#[allow(dead_code, reason = "only the overlap functions are used here")]
mod judge;

use common::{Kind, Random, near_pair};
use judge::{PIXEL, Set, V, origin, product, sets, within};
use kasuri::{
    Touching,
    query::{self, Form},
    shape::Convex,
};
use parry2d_f64::math::{Pose, Vector};
use parry2d_f64::query as parry;
use parry2d_f64::shape::SharedShape;

const PAIRS: usize = 100_000;
/// In pixels: the error that SPEC 5 allows, and the limit below which a pair counts as near touching.
const ALLOWED: f64 = 1e-3;

/// If negative, minus the depth of an overlapping pair; else the distance.
type Gap = f64;

#[derive(Default, Debug)]
struct Figures {
    compared: usize,
    overlapping: usize,
    near: usize,
    agree: usize,
    /// For overlap, distance, depth.
    parry_wrong: [usize; 3],
    unanswered: usize,
}

#[test]
fn parry_agrees_or_is_wrong() {
    // parry has no points; a ball of radius 0 is used instead.
    let kinds = [Kind::Point, Kind::Segment, Kind::Circle, Kind::Capsule, Kind::Rect, Kind::Convex];
    let mut rng = Random::new(11);
    let mut figures = Figures::default();
    while figures.compared < PAIRS {
        let pair = [rng.pick(&kinds), rng.pick(&kinds)];
        let overlaps = |a: &Form, b: &Form| query::overlaps(a, b, Touching::Counts);
        let [a, b] = near_pair(&mut rng, pair, overlaps).map(|(thing, at)| thing.place(&at).form);
        compare(&a, &b, &mut figures);
    }
    println!("{figures:?}");
    assert!((20..=80).contains(&(figures.overlapping * 100 / figures.compared)));
    assert!(figures.agree * 100 >= figures.compared * 95, "an oracle that is mostly wrong is none");
}

fn compare(a: &Form, b: &Form, figures: &mut Figures) {
    let ours = ours(a, b).unwrap();
    let Some(theirs) = theirs(part(a), part(b)) else {
        figures.unanswered += 1;
        return;
    };
    if ours.abs() <= ALLOWED && theirs.abs() <= ALLOWED {
        figures.near += 1;
        return;
    }
    figures.compared += 1;
    figures.overlapping += usize::from(ours <= 0.0);
    if (ours - theirs).abs() <= ALLOWED {
        figures.agree += 1;
        return;
    }
    assert!(is_right(a, b, ours), "Kasuri says {ours}, parry {theirs}: {a:?} {b:?}");
    let kind = if (ours <= 0.0) != (theirs <= 0.0) { 0 } else { usize::from(ours <= 0.0) + 1 };
    figures.parry_wrong[kind] += 1;
    if figures.parry_wrong[kind] <= 3 {
        println!("Kasuri says {ours} and is right, parry {theirs}: {:?} {:?}", part(a), part(b));
    }
}

fn part(form: &Form) -> &Convex {
    let Form::Shape(parts) = form else { unreachable!("only shapes are drawn") };
    &parts[0]
}

fn ours(a: &Form, b: &Form) -> Option<Gap> {
    match query::contact(a, b, Touching::Counts) {
        Some(contact) => Some(0.0 - contact.depth),
        None => query::distance(a, b).map(|found| found.distance),
    }
}

/// Returns parry's answer; `None` if parry refuses the shape or does not answer.
fn theirs(a: &Convex, b: &Convex) -> Option<Gap> {
    // Relative to one origin, so that coordinates are as exact as possible for parry.
    let from = a.vertices()[0];
    let shape = |convex: &Convex| -> Option<(Pose, SharedShape)> {
        let px = |x: i32, o: i32| f64::from(x - o) / 256.0;
        let v: Vec<Vector> =
            convex.vertices().iter().map(|p| Vector::new(px(p.x, from.x), px(p.y, from.y))).collect();
        let r = f64::from(convex.radius()) / 256.0;
        let here = Pose::IDENTITY;
        match v[..] {
            [c] => Some((Pose::translation(c.x, c.y), SharedShape::ball(r))),
            [p, q] if r == 0.0 => Some((here, SharedShape::segment(p, q))),
            [p, q] => Some((here, SharedShape::capsule(p, q, r))),
            _ => Some((here, SharedShape::convex_hull(&v)?)),
        }
    };
    let ((at_a, a), (at_b, b)) = (shape(a)?, shape(b)?);
    if parry::intersection_test(&at_a, &*a, &at_b, &*b).ok()?.intersecting {
        return Some(parry::contact(&at_a, &*a, &at_b, &*b, ALLOWED).ok()??.dist.min(0.0));
    }
    Some(parry::distance(&at_a, &*a, &at_b, &*b).ok()?.distance)
}

/// Whether a gap is right to 1e-3 px, decided with integers.
fn is_right(a: &Form, b: &Form, gap: Gap) -> bool {
    let from = origin(a);
    let (a, b) = (&sets(a, from)[0], &sets(b, from)[0]);
    let fine = |pixels: f64| (pixels * PIXEL) as i128;
    if gap > 0.0 {
        return !within(a, b, 0)
            && within(a, b, fine(gap + ALLOWED))
            && (gap <= ALLOWED || !within(a, b, fine(gap - ALLOWED)));
    }
    let (bare_a, bare_b) = (Set { radius: 0, ..a.clone() }, Set { radius: 0, ..b.clone() });
    if !within(&bare_a, &bare_b, 0) {
        // Only the radii overlap.
        return within(a, b, fine(gap + ALLOWED).min(0)) && !within(a, b, fine(gap - ALLOWED));
    }
    let out = fine(-gap) - a.radius - b.radius;
    let allowed = fine(ALLOWED);
    let ways: Vec<(i128, i128)> =
        separations(&bare_a, &bare_b).chain(separations(&bare_b, &bare_a)).collect();
    // Each separation is the square root of a fraction. The shortest must be `out`, within the allowed error.
    let is_longer = |(deepest, squared): (i128, i128), than: i128| {
        than < 0
            || product(deepest.unsigned_abs(), deepest.unsigned_abs())
                >= product(than.unsigned_abs().pow(2), squared.unsigned_abs())
    };
    ways.iter().all(|&way| is_longer(way, out - allowed)) && ways.iter().any(|&way| !is_longer(way, out + allowed))
        // Two points, or shapes that are a single point: every separation is 0.
        || (ways.is_empty() && out.abs() <= allowed)
}

/// For each edge of `a`, returns how far `b` reaches behind it: the separation times the edge's length, and that
/// length squared. A segment has two sides.
fn separations<'a>(a: &'a Set, b: &'a Set) -> impl Iterator<Item = (i128, i128)> + 'a {
    let sides: &[i128] = if a.vertices.len() < 3 { &[1, -1] } else { &[1] };
    let edges = a.edges().into_iter().filter(|&(_, e)| e.dot(e) > 0);
    edges.flat_map(move |(start, e): (V, V)| {
        sides.iter().map(move |side| {
            let deepest = b.vertices.iter().map(|v| -side * e.cross(v.minus(start))).max().unwrap_or(0);
            (deepest.max(0), e.dot(e))
        })
    })
}

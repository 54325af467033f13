//! Rays: which body a ray meets first, where, and the normal of the surface there (SPEC 5).

use std::f64::consts::TAU;

use crate::answer::RayHit;
use crate::form::{Form, Placed, Touching};
use crate::lattice::{Bounds, Point};
use crate::reference::border::FloatHull;
use crate::reference::entry::entry;
use crate::reference::parts::hulls;
use crate::reference::plane::{FINE, Spot};
use crate::reference::wide::V;

/// Two angles nearer to each other than this are the same.
const NEARLY: f64 = 1e-9;

/// Returns the first body on the layers `against` that a ray hits: the smallest t, for equal t the earlier body.
pub fn ray(bodies: &[Placed], from: Point, to: Point, against: u32) -> Option<RayHit<usize>> {
    let mut first: Option<RayHit<usize>> = None;
    for (body, placed) in bodies.iter().enumerate().filter(|(_, placed)| placed.layer & against != 0) {
        let Some((t, normal)) = cast(&placed.form, from, to) else { continue };
        if first.is_none_or(|first| t < first.t) {
            let along = |p: i32, q: i32| (f64::from(p) + (f64::from(q) - f64::from(p)) * t) / 256.0 + 0.0;
            let point = [along(from.x, to.x), along(from.y, to.y)];
            first = Some(RayHit { body, region: 0, t, point: point.into(), normal: normal.told().into() });
        }
    }
    first
}

/// Returns where a ray enters a form, and the normal there.
fn cast(form: &Form, from: Point, to: Point) -> Option<(f64, Spot)> {
    let (p, d) = (V::from(from), V::from(to) - V::from(from));
    let near = hulls(form, Bounds::around([from, to])?);
    let times: Vec<Option<f64>> = near.iter().map(|set| entry(set, p, d, Touching::Counts)).collect();
    let t = times.iter().copied().flatten().reduce(f64::min)?;
    if near.iter().any(|set| set.holds(p, 0)) {
        return Some((0.0, Spot::ORIGIN));
    }
    // An origin next to the point that is hit keeps the numbers small.
    let at = Spot::from(d) * t;
    let whole = V { x: at.x.round() as i64, y: at.y.round() as i64 };
    let x = at - Spot::from(whole);
    let met = near.iter().map(|set| FloatHull::of(set, p + whole, 0.0));
    let met: Vec<FloatHull> = met.filter(|set| set.height(x).abs() <= 8.0 * FINE).collect();
    Some((t, facing(&met, x, Spot::from(d).unit())))
}

/// A side of a face that ends or passes at a point: its direction away from the point, and its outward normal.
#[derive(Clone, Copy)]
struct HalfFace {
    along: Spot,
    out: Spot,
}

/// Returns the normal of the union of sets at a point of its outline that a ray comes to: of a face that no other set
/// covers, and of several the one that is most against the ray, then the earlier one.
fn facing(sets: &[FloatHull], x: Spot, ray: Spot) -> Spot {
    let faces: Vec<(usize, HalfFace)> = sets
        .iter()
        .enumerate()
        .flat_map(|(k, set)| half_faces(set, x).into_iter().map(move |f| (k, f)))
        .collect();
    let is_open = |&&(k, face): &&(usize, HalfFace)| {
        !sets.iter().enumerate().any(|(other, set)| other != k && covers(set, x, face))
    };
    let mut best: Option<Spot> = None;
    let open: Vec<&(usize, HalfFace)> = faces.iter().filter(is_open).collect();
    for (_, face) in if open.is_empty() { faces.iter().collect() } else { open } {
        if best.is_none_or(|best| face.out.dot(ray) < best.dot(ray) - 1e-12) {
            best = Some(face.out);
        }
    }
    best.unwrap_or(Spot::RIGHT)
}

/// Returns the faces of a set at a point of its border: for each piece of border the side before and the side behind.
fn half_faces(set: &FloatHull, x: Spot) -> Vec<HalfFace> {
    let slack = 8.0 * FINE;
    let at = set.borders.iter().filter_map(|border| Some((border, border.position(x, slack)?)));
    let halves = at.flat_map(|(border, s)| {
        let (along, out) = (border.direction(s), border.out(s));
        let ahead = (s < border.length() - slack).then_some(HalfFace { along, out });
        let behind = (s > slack).then_some(HalfFace { along: -along, out });
        ahead.into_iter().chain(behind)
    });
    halves.collect()
}

/// Whether a set covers a face: whether it fills the directions beside the face, on its outer side.
fn covers(set: &FloatHull, x: Spot, face: HalfFace) -> bool {
    if set.is_thin() {
        return false;
    }
    // Angles are counted from the face towards its normal.
    let angle = |u: Spot| libm::atan2(u.dot(face.out), u.dot(face.along));
    let runs_on = |f: &HalfFace| f.along.turned().dot(f.out) > 0.0;
    let own = half_faces(set, x);
    let (Some(ahead), Some(behind)) = (own.iter().find(|f| runs_on(f)), own.iter().find(|f| !runs_on(f)))
    else {
        return false;
    };
    let (first, last) = if runs_on(&face) { (behind, ahead) } else { (ahead, behind) };
    let (first, last) = (angle(first.along), angle(last.along));
    // The set fills the angles from `first` on to `last`. Is the angle 0 among them, and a little more?
    let width = (last - first).rem_euclid(TAU);
    let begin = (-first).rem_euclid(TAU);
    let begin = if begin > TAU - NEARLY { 0.0 } else { begin };
    begin < width - NEARLY
}

//! What it means that an answer agrees with the reference's. Yes or no, counts, cells and pixels are compared exactly.
//! Lengths, times and points have SPEC 5's tolerance of 1e-3 px, because the reference computes them in its own manner.
//! Where several points are right (of a contact, of a distance), each is held against the bodies instead.

use kasuri::answer::{Contact, Distance, OnWay, Overlap, RayHit, SweepHit};
use kasuri::query::Form;
use kasuri::{Placement, Shape, Vec2, reference};

/// SPEC 5's tolerance, in pixels.
const FINE: f64 = 1e-3;

/// Whether a point lies on a body, to the tolerance and a lattice unit, because the point is snapped.
fn lies_on(form: &Form, at: Vec2) -> bool {
    let point = Form::Shape(Shape::point().place(&Placement::at(at)).unwrap());
    reference::distance(form, &point).is_some_and(|found| found.distance <= FINE + 3.0 / 256.0)
}

fn are_near(a: Vec2, b: Vec2, slack: f64) -> bool {
    (a.x - b.x).hypot(a.y - b.y) <= slack
}

fn has_no_negative_zero(numbers: &[f64]) -> bool {
    numbers.iter().all(|x| *x != 0.0 || x.is_sign_positive())
}

/// Whether two contacts of the same bodies agree: the depth, the normal, and a point that both bodies have. Two moves may
/// be equally short. Of a body of several parts the other one is accepted, if the reference finds its place free.
pub fn contact(ours: &Option<Contact>, theirs: &Option<Contact>, [a, b]: [&Form; 2]) -> bool {
    let (Some(ours), Some(theirs)) = (ours, theirs) else { return ours.is_none() && theirs.is_none() };
    if let (Form::Sprite(_), Form::Sprite(_)) = (a, b) {
        return ours == theirs;
    }
    is_well_formed(ours, [a, b])
        && (ours.depth - theirs.depth).abs() <= FINE
        && (are_near(ours.normal, theirs.normal, 1e-4) || is_equally_short(ours, theirs, [a, b]))
}

/// Whether the normal of a contact has length 1 and both bodies have its point.
pub fn is_well_formed(contact: &Contact, [a, b]: [&Form; 2]) -> bool {
    let (n, p) = (contact.normal, contact.point);
    has_no_negative_zero(&[n.x, n.y, contact.depth, p.x, p.y])
        && (n.x.hypot(n.y) - 1.0).abs() < 1e-12
        && lies_on(a, p)
        && lies_on(b, p)
}

/// Whether another move of the same length is right, too. Of two convex parts it must be the shorter one: the reference takes
/// moves as equally short that differ by 1e-7 px.
fn is_equally_short(ours: &Contact, theirs: &Contact, [a, b]: [&Form; 2]) -> bool {
    let is_single = |form: &Form| matches!(form, Form::Shape(parts) if parts.len() == 1);
    let by = [ours.normal.x * ours.depth, ours.normal.y * ours.depth];
    (ours.depth < theirs.depth || !(is_single(a) && is_single(b))) && reference::separates(a, b, by)
}

pub fn overlap(ours: &Option<Overlap>, theirs: &Option<Overlap>, forms: [&Form; 2]) -> bool {
    match (ours, theirs) {
        (Some(Overlap::ShapeShape(ours)), Some(Overlap::ShapeShape(theirs))) => {
            contact(&Some(*ours), &Some(*theirs), forms)
        }
        _ => ours == theirs,
    }
}

/// Whether two distances agree: their lengths, and that the points are as far apart and lie on the bodies.
pub fn distance(ours: &Option<Distance>, theirs: &Option<Distance>, [a, b]: [&Form; 2]) -> bool {
    let (Some(ours), Some(theirs)) = (ours, theirs) else { return ours.is_none() && theirs.is_none() };
    let apart = (ours.a.x - ours.b.x).hypot(ours.a.y - ours.b.y);
    has_no_negative_zero(&[ours.distance, ours.a.x, ours.a.y, ours.b.x, ours.b.y])
        && (ours.distance == 0.0) == (theirs.distance == 0.0)
        && (ours.distance - theirs.distance).abs() <= FINE
        && (ours.distance - apart).abs() <= FINE
        && lies_on(a, ours.a)
        && lies_on(b, ours.b)
}

/// Whether two times agree, on a path of `path` pixels.
pub fn time(ours: f64, theirs: f64, path: f64) -> bool {
    (ours - theirs).abs() * path.max(1.0) <= FINE && has_no_negative_zero(&[ours])
}

/// Whether two hits of a ray agree: the time, and the normal.
pub fn ray(ours: &Option<(f64, Vec2)>, theirs: &Option<(f64, Vec2)>, path: f64) -> bool {
    match (ours, theirs) {
        (Some((t, normal)), Some((u, wanted))) => {
            time(*t, *u, path)
                && are_near(*normal, *wanted, 1e-4)
                && has_no_negative_zero(&[normal.x, normal.y])
        }
        _ => ours.is_none() && theirs.is_none(),
    }
}

/// Whether two hits of rays agree that name their body.
pub fn ray_hit(ours: &Option<RayHit<usize>>, theirs: &Option<RayHit<usize>>, path: f64) -> bool {
    let both = ours.zip(*theirs);
    ray(&ours.map(|hit| (hit.t, hit.normal)), &theirs.map(|hit| (hit.t, hit.normal)), path)
        && both.is_none_or(|(a, b)| a.body == b.body && are_near(a.point, b.point, 2.0 * FINE))
}

/// Whether two hits of sweeps agree; steps of sprites exactly.
pub fn sweep<B: PartialEq>(ours: &Option<SweepHit<B>>, theirs: &Option<SweepHit<B>>, path: f64) -> bool {
    match (ours, theirs) {
        (Some(a), Some(b)) => {
            let is_exact = a.step.is_some() || b.step.is_some();
            a.body == b.body && a.step == b.step && if is_exact { a.t == b.t } else { time(a.t, b.t, path) }
        }
        _ => ours.is_none() && theirs.is_none(),
    }
}

/// Whether two answers about swept pairs agree; those of sprites exactly.
pub fn on_way(ours: &Option<OnWay>, theirs: &Option<OnWay>, path: f64) -> bool {
    match (ours, theirs) {
        (Some(a), Some(b)) => {
            a.overlap == b.overlap && if a.overlap.is_some() { a.t == b.t } else { time(a.t, b.t, path) }
        }
        _ => ours.is_none() && theirs.is_none(),
    }
}

/// Whether two lists of crossings agree: the same points, in any order where a body has several parts.
pub fn crossings(ours: &[Vec2], theirs: &[Vec2], [a, _]: [&Form; 2]) -> bool {
    let all_in = |a: &[Vec2], b: &[Vec2]| a.iter().all(|&p| b.iter().any(|&q| are_near(p, q, FINE)));
    let is_single = matches!(a, Form::Shape(parts) if parts.len() == 1);
    let in_order = || ours.iter().zip(theirs).all(|(&p, &q)| are_near(p, q, FINE));
    all_in(ours, theirs) && all_in(theirs, ours) && (!is_single || ours.len() != theirs.len() || in_order())
}

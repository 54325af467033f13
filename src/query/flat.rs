//! The straight faces around a hit, of all bodies that stop a mover: bodies end to end are one floor (SPEC 6, "Travels").
//!
//! # What a seam is
//!
//! Seen from a mover, each part of an obstacle is the set of the moves that hit it: their difference, a convex set. The mover is
//! a point, and what stops it is the union of these sets. Two boxes of a floor give two sets side by side:
//!
//! ```text
//!        \  ^ mover            The face of the left set ends at x, and the mover meets the corner there. The left
//!         \                    set alone says: a corner, with a normal that leans. But the right set carries the
//!    ------x------------       face on: at x the outline of the union is flat, and its normal is that of the floor.
//!     left | right
//! ```
//!
//! Vertices are rounded to the lattice, so the two faces may be off by a few units, and there may be a gap between them. So
//! the question is not which faces pass through x exactly. It is:
//!
//! 1. Which straight faces pass within [`NEAR`] of x, go on ahead or behind for some [`reach`], and lie under no other one there?
//!    The highest ones of both sides are the floor.
//! 2. Is the mover free above them? It goes along the two faces, [`LIFT`] higher. If it meets something there, x is no seam but
//!    a step or a wall (the caller asks this, because it knows all obstacles).
//! 3. Does the normal of the hit lie between the normals of the two faces? Then it is right. Else the mover hit a seam.
//!
//! A round part meets a corner a few units high from far away: from the root of its radius times twice the height. So the reach
//! grows with it.

use crate::effort::spend;
use crate::form::Form;
use crate::lattice::Point;
use crate::query::exact::Step;
use crate::query::leg::shifted;
use crate::query::piece::{Set, sets, window};
use crate::query::sweep_convex_convex::difference;
use crate::shape::Convex;

/// A face passes through a place if it is at most this far from it, in lattice units.
const NEAR: f64 = 6.0;

/// How high above the faces the mover must be free, in lattice units. A vertex of a turned box is off by up to 1.5 units on each
/// axis (SPEC 2), so two boxes end to end differ by up to 4.3.
pub(crate) const LIFT: f64 = 5.0;

/// The cosine of the largest angle between two faces of one floor.
const BENT: f64 = 0.7;

/// A straight face of what stops a mover, seen from the place of the mover, in lattice units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StraightFace {
    pub(crate) normal: [f64; 2],
    /// How high the place is above the face.
    height: f64,
    /// From where until where the face goes, along (normal.y, -normal.x).
    from: f64,
    until: f64,
    /// The number of its set.
    set: usize,
}

/// Returns how far around a place faces are looked at, for parts with these radii in sum.
pub(crate) fn reach(radii: f64) -> f64 {
    (48.0 + 3.2 * radii.sqrt()).min(512.0)
}

/// The straight faces around a place.
#[derive(Debug, Default)]
pub(crate) struct StraightFaces {
    faces: Vec<StraightFace>,
    /// The number of sets that are near.
    count: usize,
    radii: f64,
}

impl StraightFaces {
    /// Adds the faces of an obstacle. The mover's parts are given at the start of a motion; `by` leads to the place of the hit.
    pub(crate) fn add(&mut self, parts: &[Convex], by: [f64; 2], other: &Form) {
        let rounded = Step::new(by[0].round() as i64, by[1].round() as i64);
        for part in parts {
            let near = shifted(part.bounds(), rounded).grown(512 + NEAR as i32);
            for set in sets(other, near, window(near)) {
                self.add_set(part, by, &set);
            }
        }
    }

    fn add_set(&mut self, part: &Convex, by: [f64; 2], set: &Set) {
        let (part, set) = (part.into(), set.blob());
        let hull = difference(part, set);
        spend(16 * hull.len() as u64);
        let radii = f64::from(part.radius) + f64::from(set.radius);
        let reach = reach(radii);
        let (n, mut is_near) = (if hull.len() < 2 { 0 } else { hull.len() }, false);
        for k in 0..n {
            let edge = hull[(k + 1) % n] - hull[k];
            let (normal, start) = (edge.outward().unit(), hull[k].to_f64());
            let place = [by[0] - start[0], by[1] - start[1]];
            let height = dot(place, normal) - radii;
            let along = dot(place, tangent(normal));
            let face = StraightFace {
                normal,
                height,
                from: -along,
                until: (edge.squared() as f64).sqrt() - along,
                set: self.count,
            };
            if height.abs() <= NEAR && face.from <= reach && face.until >= -reach {
                self.faces.push(face);
                is_near = true;
            }
        }
        if is_near {
            self.count += 1;
            self.radii = self.radii.max(radii);
        }
    }

    /// Returns the pairs of faces, one on each side of the place, that may be the floor there, the highest first. None where a
    /// single set is near: then the normal of the hit is right.
    pub(crate) fn floors(&self) -> Vec<[StraightFace; 2]> {
        if self.count < 2 {
            return Vec::new();
        }
        let reach = self.reach();
        let covers = |face: &&StraightFace, at: f64| face.from <= at && at <= face.until;
        let mut floors = Vec::new();
        let sees = |face: &&StraightFace, at: f64| covers(face, at) && !self.is_covered(face, at);
        for &behind in self.faces.iter().filter(|face| sees(face, -reach)) {
            for &ahead in self.faces.iter().filter(|face| sees(face, reach)) {
                if dot(behind.normal, ahead.normal) >= BENT && spend(4) {
                    floors.push([behind, ahead]);
                }
            }
        }
        floors.sort_by(|p, q| height_of(p).total_cmp(&height_of(q)));
        floors
    }

    /// Whether a place on a face lies under a face of another set.
    fn is_covered(&self, face: &StraightFace, at: f64) -> bool {
        let ([x, y], [u, v]) = (face.normal, tangent(face.normal));
        let place = [at * u - face.height * x, at * v - face.height * y];
        self.faces.iter().any(|other| {
            let along = dot(place, tangent(other.normal));
            let is_beside = along < other.from || along > other.until;
            other.set != face.set && !is_beside && dot(place, other.normal) + other.height < -1.0
        })
    }

    pub(crate) fn reach(&self) -> f64 {
        reach(self.radii)
    }
}

fn height_of([behind, ahead]: &[StraightFace; 2]) -> f64 {
    behind.height + ahead.height
}

/// Whether a normal lies between the normals of two faces, or is one of them.
pub(crate) fn is_between(normal: [f64; 2], [behind, ahead]: &[StraightFace; 2]) -> bool {
    let least = dot(behind.normal, ahead.normal) - 1e-9;
    dot(normal, behind.normal) >= least && dot(normal, ahead.normal) >= least
}

/// Returns the places behind, at and ahead of a hit, above two faces, relative to the hit and in lattice units.
pub(crate) fn above([behind, ahead]: &[StraightFace; 2], reach: f64) -> [[f64; 2]; 3] {
    // The middle is `LIFT` above both faces.
    let share = LIFT / (1.0 + dot(behind.normal, ahead.normal));
    let middle = [0, 1].map(|k| share * (behind.normal[k] + ahead.normal[k]));
    let from = |face: &StraightFace, far: f64| {
        let [x, y] = tangent(face.normal);
        [middle[0] + far * x, middle[1] + far * y]
    };
    [from(behind, -reach), middle, from(ahead, reach)]
}

/// Returns the direction in which the edges of a hull run around it, for an edge with this normal.
fn tangent([x, y]: [f64; 2]) -> [f64; 2] {
    [y, -x]
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Returns the lattice point nearest to a place relative to another.
pub(crate) fn point_at(from: Point, by: [f64; 2]) -> Point {
    Point::new(from.x + by[0].round() as i32, from.y + by[1].round() as i32)
}

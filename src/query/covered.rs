//! What one part covers of another's outline.

use crate::lattice::Point;
use crate::query::around::around;
use crate::query::blob::Blob;
use crate::query::exact::Step;
use crate::query::face::{Face, TINY};
use crate::query::plane::{dot, minus, plus};

/// The stretches of a face that no other set covers. Of faces that lie on each other the earlier piece's is told.
pub(crate) fn trim(face: Face, others: &[(bool, Screen)], free: &mut Vec<Face>) {
    if others.is_empty() {
        free.push(face);
        return;
    }
    let mut cuts = Vec::new();
    for (_, other) in others {
        other.faces.iter().for_each(|other| face.curve.meet(&other.curve, |p| cuts.push(p)));
    }
    let stretches = face.stretches(cuts);
    let is_free = |stretch: &Face| {
        let (x, normal) = stretch.middle();
        !others.iter().any(|(is_earlier, other)| other.hides(x, normal, *is_earlier))
    };
    let kept: Vec<bool> = stretches.iter().map(is_free).collect();
    if kept.iter().all(|&kept| kept) {
        free.push(face);
        return;
    }
    let mut last: Option<Face> = None;
    for (stretch, kept) in stretches.into_iter().zip(kept) {
        last = match (last, kept) {
            (Some(before), true) => match before.joined(&stretch) {
                Some(joined) => Some(joined),
                None => {
                    free.push(before);
                    Some(stretch)
                }
            },
            (before, is_kept) => {
                free.extend(before);
                is_kept.then_some(stretch)
            }
        };
    }
    free.extend(last);
}

/// A closed convex set that may hide faces.
pub(crate) struct Screen {
    /// The hull, around the origin.
    hull: Vec<[f64; 2]>,
    /// Edges and outward normals.
    edges: Vec<([f64; 2], [f64; 2], [f64; 2])>,
    radius: f64,
    faces: Vec<Face>,
}

impl Screen {
    pub(crate) fn of(blob: Blob, origin: Point) -> Screen {
        let local = |p: Point| Step::between(origin, p).to_f64();
        let mut faces = Vec::new();
        around(blob, origin, &mut |face| faces.push(face));
        Screen {
            hull: blob.vertices.iter().map(|&v| local(v)).collect(),
            edges: blob.edges().map(|(a, e)| (local(a), e.to_f64(), e.outward().unit())).collect(),
            radius: blob.radius.into(),
            faces,
        }
    }

    fn is_thin(&self) -> bool {
        self.radius == 0.0 && self.hull.len() < 3
    }

    /// How deep a point lies in the set, below 0 outside, and which way is out of it there.
    pub(crate) fn depth(&self, x: [f64; 2]) -> (f64, [f64; 2]) {
        let mut inner = (f64::NEG_INFINITY, [0.0, 0.0]);
        for &(a, _, n) in &self.edges {
            let height = dot(n, minus(x, a));
            if height > inner.0 {
                inner = (height, n);
            }
        }
        if self.hull.len() > 2 && inner.0 <= 0.0 {
            return (self.radius - inner.0, inner.1);
        }
        let mut nearest = (f64::INFINITY, [0.0, 0.0]);
        let mut look = |p: [f64; 2]| {
            let d = minus(x, p);
            let squared = dot(d, d);
            if squared < nearest.0 {
                nearest = (squared, d);
            }
        };
        self.hull.iter().for_each(|&v| look(v));
        for &(a, e, _) in &self.edges {
            let along = dot(minus(x, a), e) / dot(e, e);
            if along > 0.0 && along < 1.0 {
                look(plus(a, e, along));
            }
        }
        let distance = nearest.0.sqrt();
        let out = if self.radius == 0.0 { inner.1 } else { nearest.1.map(|x| x / distance) };
        (self.radius - distance, out)
    }

    /// Whether a point of a face with this normal is no face of the union: the set covers what lies before it, or has the
    /// same face and comes earlier.
    fn hides(&self, x: [f64; 2], normal: [f64; 2], is_earlier: bool) -> bool {
        let (depth, out) = self.depth(x);
        if depth.abs() > TINY {
            return depth > 0.0;
        }
        let turn = dot(out, normal);
        match self.is_thin() {
            true => is_earlier && turn.abs() > 0.5,
            false => turn < -0.5 || is_earlier && turn > 0.5,
        }
    }
}

//! Screens: convex sets that may hide faces of other parts, each prepared once for all faces.

use crate::effort::spend;
use crate::lattice::Point;
use crate::query::blob::Blob;
use crate::query::exact::Step;
use crate::query::outline::curve::Curve;
use crate::query::outline::face::{Face, TINY, around};
use crate::query::outline::vectors::{dot, minus, plus};
use crate::query::piece::Set;

/// Far more than all rounding of faces and normals, in lattice units.
const ROOM: f64 = 1.0;

/// The convex sets of a body's pieces as screens. Each is made when a face first asks for it.
pub(super) struct Screens<'a> {
    sets: Vec<(usize, Set<'a>)>,
    made: Vec<Option<Screen>>,
    origin: Point,
}

/// A screen beside a face of another piece: its number, and whether its piece is the earlier one.
#[derive(Debug, Clone, Copy)]
pub(super) struct OtherScreen {
    number: usize,
    pub(super) is_earlier: bool,
}

impl<'a> Screens<'a> {
    pub(super) fn of(sets: Vec<(usize, Set<'a>)>, origin: Point) -> Screens<'a> {
        let made = sets.iter().map(|_| None).collect();
        Screens { sets, made, origin }
    }

    /// Adds a set to those that may cut or hide a face of piece `k`.
    pub(super) fn add(&mut self, number: usize, k: usize, face: &Face, others: &mut Vec<OtherScreen>) {
        let (piece, set) = &self.sets[number];
        if *piece == k {
            return;
        }
        let vertices = set.blob().vertices.len() as u64;
        let screen = self.made[number].get_or_insert_with(|| {
            spend(64 + 8 * vertices);
            Screen::of(set.blob(), self.origin)
        });
        if spend(8 + vertices) && screen.may_cover(face) {
            spend(16 + 8 * vertices);
            others.push(OtherScreen { number, is_earlier: *piece < k });
        }
    }

    /// Returns a screen that was added.
    pub(super) fn get(&self, other: OtherScreen) -> Option<&Screen> {
        self.made[other.number].as_ref()
    }
}

/// A closed convex set that may hide faces.
pub(super) struct Screen {
    /// The hull, around the origin.
    hull: Vec<[f64; 2]>,
    /// The edges, as (start, vector, outward normal).
    pub(super) edges: Vec<([f64; 2], [f64; 2], [f64; 2])>,
    radius: f64,
    pub(super) faces: Vec<Face>,
}

impl Screen {
    fn of(blob: Blob, origin: Point) -> Screen {
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

    /// Whether the set may come near a face. It does not where a line lies between them, with more room than rounding
    /// needs: then the set cannot cut the face, and covers none of it.
    fn may_cover(&self, face: &Face) -> bool {
        match face.curve {
            Curve::Edge { a, e, slack } => {
                let [least, most] = self.heights(a, face.normal);
                if least > self.radius + ROOM || most < -self.radius - ROOM {
                    return false;
                }
                // Edges that are off by the slack may be nearly parallel: only exact ones are asked.
                slack != 0.0 || self.radius != 0.0 || !self.is_beyond_edge(a, plus(a, e, 1.0), ROOM)
            }
            Curve::Arc { c, r, .. } => !self.is_beyond_edge(c, c, r + self.radius + ROOM),
        }
    }

    /// Returns the least and the greatest height of the hull over a line.
    fn heights(&self, a: [f64; 2], normal: [f64; 2]) -> [f64; 2] {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for &v in &self.hull {
            let height = dot(normal, minus(v, a));
            (least, most) = (least.min(height), most.max(height));
        }
        [least, most]
    }

    /// Whether two points are further out than `by` beyond one of the edges.
    fn is_beyond_edge(&self, p: [f64; 2], q: [f64; 2], by: f64) -> bool {
        let is_beyond =
            |&(a, _, n): &([f64; 2], [f64; 2], [f64; 2])| dot(n, minus(p, a)).min(dot(n, minus(q, a))) > by;
        self.edges.iter().any(is_beyond)
    }

    fn is_thin(&self) -> bool {
        self.radius == 0.0 && self.hull.len() < 3
    }

    /// Returns the depth of a point in the set, below 0 outside, and the direction out of the set there.
    fn depth(&self, x: [f64; 2]) -> (f64, [f64; 2]) {
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

    /// Whether a point of a face with this normal is no face of the union: the set covers the area in front of it, or
    /// the set has the same face and comes earlier.
    pub(super) fn hides(&self, x: [f64; 2], normal: [f64; 2], is_earlier: bool) -> bool {
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

//! A body as the union of closed convex sets, looked at around single places: what is inside, what is on the outline.

use crate::form::Form;
use crate::lattice::Bounds;
use crate::reference::curve::Curve;
use crate::reference::hull::Hull;
use crate::reference::piece::pieces;
use crate::reference::plane::P;
use crate::reference::wide::V;

/// A closed convex set: a hull and a radius.
pub(super) struct Set {
    vertices: Vec<P>,
    /// Starts, vectors and outward normals.
    edges: Vec<(P, P, P)>,
    radius: f64,
    pub(super) curves: Vec<Curve>,
    /// The least and the greatest coordinates of the vertices.
    corners: [P; 2],
}

impl Set {
    pub(super) fn of(hull: &Hull, origin: V) -> Set {
        let vertices: Vec<P> = hull.vertices.iter().map(|&v| P::of(v, origin)).collect();
        let edges =
            hull.edges().map(|(a, e)| (P::of(a, origin), e.into(), P::from(e.outward()).unit())).collect();
        let least = vertices.iter().fold(vertices[0], |m, v| P(m.0.min(v.0), m.1.min(v.1)));
        let most = vertices.iter().fold(vertices[0], |m, v| P(m.0.max(v.0), m.1.max(v.1)));
        let curves = Curve::around(hull, origin);
        Set { vertices, edges, radius: hull.radius as f64, curves, corners: [least, most] }
    }

    /// Whether it has no interior.
    pub(super) fn is_thin(&self) -> bool {
        self.radius == 0.0 && self.vertices.len() < 3
    }

    /// Whether a place is nearer to its box than a distance: all that comes near it is.
    fn is_near(&self, p: P, distance: f64) -> bool {
        let [least, most] = self.corners;
        let reach = self.radius + distance;
        let beyond = (least.0 - p.0).max(p.0 - most.0).max(least.1 - p.1).max(p.1 - most.1);
        beyond <= reach
    }

    /// How far a place is from the outside; below 0 how far outside it is.
    pub(super) fn depth(&self, p: P) -> f64 {
        let above = self.edges.iter().map(|&(a, _, n)| n.dot(p - a)).reduce(f64::max);
        match above {
            Some(above) if above <= 0.0 && self.vertices.len() > 2 => self.radius - above,
            _ => {
                let to_edge = |&(a, e, _): &(P, P, P)| {
                    let t = (p - a).dot(e) / e.dot(e);
                    (p - (a + e * t.clamp(0.0, 1.0))).length()
                };
                let nearest = self.edges.iter().map(to_edge).reduce(f64::min);
                self.radius - nearest.unwrap_or_else(|| (p - self.vertices[0]).length())
            }
        }
    }
}

/// The sets of a body that come near a box.
pub(super) struct Union {
    pub(super) sets: Vec<Set>,
}

impl Union {
    pub(super) fn near(form: &Form, origin: V, near: Bounds) -> Union {
        let is_near = |bounds: Option<Bounds>| bounds.is_some_and(|b| b.meets(near.grown(2)));
        let pieces = pieces(form).into_iter().filter(|piece| is_near(piece.bounds()));
        Union {
            sets: pieces.flat_map(|piece| piece.hulls(near)).map(|hull| Set::of(&hull, origin)).collect(),
        }
    }

    /// Whether a place lies on the outline, where what is nearer than `close` to a set's outline lies on it: it is deep in
    /// no set, on some, and not everything just around it lies in one.
    pub(super) fn is_outline(&self, p: P, close: f64) -> bool {
        self.look(p, close) == Side::Outline
    }

    /// Whether a place and all around it lie in the union: deep in a set, or where several join without a gap.
    pub(super) fn is_inside(&self, p: P, close: f64) -> bool {
        self.look(p, close) == Side::Inside
    }

    fn look(&self, p: P, close: f64) -> Side {
        let near: Vec<&Set> = self.sets.iter().filter(|set| set.is_near(p, 512.0 * close)).collect();
        let depths: Vec<f64> = near.iter().map(|set| set.depth(p)).collect();
        if depths.iter().any(|&depth| depth > close) {
            return Side::Inside;
        }
        if depths.iter().all(|&depth| depth < -close) {
            return Side::Outside;
        }
        // What is covered changes only across the curves through the place: beside each, and between any two of them.
        let curves = near.iter().flat_map(|set| &set.curves).filter(|curve| curve.distance(p) <= 2.0 * close);
        let tangents = curves.map(|curve| curve.tangent(curve.nearest(p))).filter(|&t| t != P::ZERO);
        let ways: Vec<P> = tangents.flat_map(|t| [t, t * -1.0]).collect();
        let is_free = |way: P| {
            let place = p + way * (256.0 * close);
            near.iter().all(|set| set.depth(place) < 0.0)
        };
        let beside = |&way: &P| {
            is_free(way + way.outward() * (1.0 / 16.0)) || is_free(way - way.outward() * (1.0 / 16.0))
        };
        let between = |way: &P| {
            let next = |other: &&P| way.dot(**other) > 0.9 && *other != way;
            ways.iter().filter(next).any(|&other| is_free((*way + other).unit()))
        };
        let is_open = ways.is_empty() || ways.iter().any(|way| beside(way) || between(way));
        if is_open { Side::Outline } else { Side::Inside }
    }
}

/// Where a place lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Inside,
    Outline,
    Outside,
}

//! Convex polygons of up to eight vertices, and boxes, from poses.
//!
//! Polygons are judged once a call: a polygon with sharp enough corners stays convex however it is snapped.

use crate::batch::discs::OpenPairs;
use crate::batch::side::{Column, Side};
use crate::batch::standing::PlacedPoses;
use crate::form::Touching;
use crate::lattice::{EDGE, UNITS, rounded};
use crate::shape::{Shape, ShapeKind};
use crate::simd::{Lanes, Simd};

/// The largest number of vertices of a ring.
const MOST: usize = 8;
/// The furthest a vertex may be from the position, in lattice units. Then products with distances in the world stay
/// below 2^51.
const FURTHEST: f64 = (1 << 19) as f64;

/// A polygon that stays convex, with all of its vertices, however it is rotated and snapped.
#[derive(Debug, Clone)]
struct Ring {
    count: usize,
    /// The vertices in pixels, and the vertex after each. Unused entries repeat the first vertex, with edges of length
    /// 0.
    x: [f64; MOST],
    y: [f64; MOST],
    next_x: [f64; MOST],
    next_y: [f64; MOST],
    /// 0 for an edge; for an unused entry, a value so low that it never counts.
    skip: [f64; MOST],
    /// The furthest it can reach from its position, in lattice units.
    reach: f64,
}

impl Ring {
    /// Returns the ring of a shape; `None` where the shape is not such a polygon.
    fn of(shape: &Shape) -> Option<Ring> {
        let ShapeKind::Polygon(polygon) = shape.shape_kind() else { return None };
        let points = polygon.points();
        let n = points.len();
        if n > MOST || !polygon.is_convex() {
            return None;
        }
        let mut vertices: Vec<[f64; 2]> = points.iter().map(|p| [p.x, p.y]).collect();
        let twice_area: f64 = (0..n).map(|k| cross(vertices[k], vertices[(k + 1) % n])).sum();
        if twice_area > 0.0 {
            // (-dy, dx) of every edge points outwards.
            vertices.reverse();
        }
        let reach = vertices.iter().map(|[x, y]| x.abs() + y.abs()).fold(0.0, f64::max);
        let reach = reach * f64::from(UNITS) + 2.0;
        if !(reach <= FURTHEST && turns_everywhere(&vertices)) {
            return None;
        }
        let vertex = |k: usize| vertices[if k < n { k } else { 0 }];
        let next = |k: usize| vertices[if k + 1 < n { k + 1 } else { 0 }];
        Some(Ring {
            count: n,
            x: std::array::from_fn(|k| vertex(k)[0]),
            y: std::array::from_fn(|k| vertex(k)[1]),
            next_x: std::array::from_fn(|k| next(k)[0]),
            next_y: std::array::from_fn(|k| next(k)[1]),
            skip: std::array::from_fn(|k| if k < n { 0.0 } else { f64::NEG_INFINITY }),
            reach,
        })
    }
}

/// Whether every vertex turns in the same direction by so much that snapping cannot change it.
///
/// Snapping moves a vertex by at most 0.71 units and so an edge by 1.42: a cross product of two edges changes by at most
/// 1.42 times both lengths, plus 2. An edge longer than 2 turns by less than an eighth of a turn, so the ring goes
/// around
/// once, as before.
fn turns_everywhere(vertices: &[[f64; 2]]) -> bool {
    let n = vertices.len();
    let edge = |k: usize| {
        let ([ax, ay], [bx, by]) = (vertices[k % n], vertices[(k + 1) % n]);
        [(bx - ax) * f64::from(UNITS), (by - ay) * f64::from(UNITS)]
    };
    (0..n).all(|k| {
        let (a, b) = (edge(k), edge(k + 1));
        let [p, q] = [a, b].map(|[x, y]| x.hypot(y));
        p >= 4.0 && -cross(a, b) > 1.5 * (p + q) + 3.0
    })
}

fn cross(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// What is known of a shape of the list.
#[expect(clippy::large_enum_variant, reason = "most are rings, which are read where they lie")]
enum RingShape {
    Ring(Ring),
    /// Half the sides of a box.
    Box([f64; 2]),
    /// Any other shape: tested one by one.
    Other,
}

impl RingShape {
    fn of(shape: &Shape) -> RingShape {
        match shape.shape_kind() {
            ShapeKind::Rect { half } => RingShape::Box([half.x, half.y]),
            _ => Ring::of(shape).map_or(RingShape::Other, RingShape::Ring),
        }
    }
}

/// The input from which hulls are made.
enum RingSource<'a> {
    /// What is known of each shape of the list, and for each body the index of its shape.
    Shapes { list: Vec<RingShape>, index: &'a [u32] },
    /// Half the sides.
    Boxes([Column<'a>; 2]),
}

/// Polygons or boxes against polygons or boxes.
pub(super) struct RingPairs<'a>([RingSource<'a>; 2]);

impl<'a> RingPairs<'a> {
    /// Builds the pairs. Sides that are neither polygons nor boxes have no rings: they are tested one by one.
    pub(super) fn new(sides: [Side<'a>; 2]) -> RingPairs<'a> {
        RingPairs(sides.map(|side| match side {
            Side::Boxes([_, _, hx, hy, _]) => RingSource::Boxes([hx, hy]),
            Side::Shapes { shapes, index, .. } => {
                RingSource::Shapes { list: shapes.iter().map(RingShape::of).collect(), index }
            }
            Side::Circles(_) | Side::Sprites { .. } => RingSource::Shapes { list: Vec::new(), index: &[] },
        }))
    }
}

/// A ring on the lattice: vertices and edges relative to the position.
struct PlacedRing {
    count: usize,
    at: [f64; 2],
    x: [f64; MOST],
    y: [f64; MOST],
    ex: [f64; MOST],
    ey: [f64; MOST],
    skip: [f64; MOST],
}

impl PlacedRing {
    /// Returns the hull of body `k` of the 64 from `from` on; `None` where it must be tested alone.
    #[inline(always)]
    fn of(source: &RingSource<'_>, standing: &PlacedPoses, from: usize, k: usize) -> Option<PlacedRing> {
        let half = match source {
            RingSource::Shapes { list, index } => match list.get(*index.get(from + k)? as usize)? {
                RingShape::Ring(ring) => return PlacedRing::of_ring(ring, standing, k),
                RingShape::Box(half) => *half,
                RingShape::Other => return None,
            },
            RingSource::Boxes([hx, hy]) => [hx.get(from + k), hy.get(from + k)],
        };
        let ([hx, hy], cos, sin) = (half, standing.cos[k], standing.sin[k]);
        let (px, py) = (rounded(hx * cos), rounded(hx * sin));
        let (qx, qy) = (rounded(-hy * sin), rounded(hy * cos));
        let hull = PlacedRing::of_box([standing.x[k], standing.y[k]], [px, py, qx, qy]);
        if (hx >= 0.0) & (hy >= 0.0) { hull } else { None }
    }

    #[inline(always)]
    fn of_ring(ring: &Ring, turned: &PlacedPoses, k: usize) -> Option<PlacedRing> {
        let (at, cos, sin) = ([turned.x[k], turned.y[k]], turned.cos[k], turned.sin[k]);
        let most = f64::from(EDGE) - ring.reach;
        // NaN compares false.
        let fits = (at[0].abs() <= most) & (at[1].abs() <= most) & (cos.abs() <= 1.0);
        if !fits {
            return None;
        }
        let none = [0.0; MOST];
        let mut hull =
            PlacedRing { count: ring.count, at, x: none, y: none, ex: none, ey: none, skip: ring.skip };
        for v in 0..MOST {
            // The same formula as `Frame::vertex`, at scale 1.
            let x = rounded(cos * ring.x[v] - sin * ring.y[v]);
            let y = rounded(sin * ring.x[v] + cos * ring.y[v]);
            let next_x = rounded(cos * ring.next_x[v] - sin * ring.next_y[v]);
            let next_y = rounded(sin * ring.next_x[v] + cos * ring.next_y[v]);
            (hull.x[v], hull.y[v], hull.ex[v], hull.ey[v]) = (x, y, next_x - x, next_y - y);
        }
        Some(hull)
    }

    /// Returns the hull of a box with an area. Its second half-axis is a quarter turn from the first.
    #[inline(always)]
    fn of_box(at: [f64; 2], [px, py, qx, qy]: [f64; 4]) -> Option<PlacedRing> {
        let reach = px.abs() + py.abs() + qx.abs() + qy.abs();
        let most = f64::from(EDGE) - reach;
        // NaN compares false.
        let fits =
            (reach <= FURTHEST) & (px * qy - py * qx > 0.0) & (at[0].abs() <= most) & (at[1].abs() <= most);
        if !fits {
            return None;
        }
        let (f, o) = (f64::NEG_INFINITY, 0.0);
        let (sx, sy, dx, dy) = (px + qx, py + qy, px - qx, py - qy);
        Some(PlacedRing {
            count: 4,
            at,
            // Along the second half-axis, then the first: (-dy, dx) of every edge points outwards.
            x: [-sx, -dx, sx, dx, 0.0, 0.0, 0.0, 0.0],
            y: [-sy, -dy, sy, dy, 0.0, 0.0, 0.0, 0.0],
            ex: [2.0 * qx, 2.0 * px, -2.0 * qx, -2.0 * px, 0.0, 0.0, 0.0, 0.0],
            ey: [2.0 * qy, 2.0 * py, -2.0 * qy, -2.0 * py, 0.0, 0.0, 0.0, 0.0],
            skip: [o, o, o, o, f, f, f, f],
        })
    }

    /// Returns the distance of the nearest vertex of `other` in front of an edge, times the edge's length: the greatest
    /// over all edges.
    #[inline(always)]
    fn furthest<L: Lanes>(&self, lanes: L, other: &PlacedRing) -> f64 {
        let mut nearest = [f64::INFINITY; MOST];
        for v in 0..other.count {
            let at = [other.x[v], other.y[v]];
            for (k, nearest) in nearest.iter_mut().enumerate() {
                let ahead = lanes.cross([self.ex[k], self.ey[k]], at);
                *nearest = if ahead < *nearest { ahead } else { *nearest };
            }
        }
        let offset = [other.at[0] - self.at[0], other.at[1] - self.at[1]];
        let mut furthest = f64::NEG_INFINITY;
        for (k, &nearest) in nearest.iter().enumerate() {
            let from = [offset[0] - self.x[k], offset[1] - self.y[k]];
            let ahead = nearest + lanes.cross([self.ex[k], self.ey[k]], from) + self.skip[k];
            furthest = if ahead > furthest { ahead } else { furthest };
        }
        furthest
    }
}

impl OpenPairs for RingPairs<'_> {
    type Scratch = ();

    /// Two hulls with an area are apart exactly where an edge of one has the whole other hull in front of it. All
    /// numbers are integers below 2^53.
    #[inline(always)]
    fn decide<L: Lanes>(
        &self,
        (_, lanes): (Simd, L),
        from: usize,
        mut open: u64,
        touching: Touching,
        [a, b]: [&PlacedPoses; 2],
        (): &mut (),
    ) -> [u64; 2] {
        let most = if touching == Touching::Counts { 0.0 } else { -0.5 };
        let (mut hits, mut asks) = (0, 0);
        while open != 0 {
            let k = open.trailing_zeros() as usize;
            open &= open - 1;
            match (PlacedRing::of(&self.0[0], a, from, k), PlacedRing::of(&self.0[1], b, from, k)) {
                (Some(a), Some(b)) => {
                    let (of_a, of_b) = (a.furthest(lanes, &b), b.furthest(lanes, &a));
                    hits |= u64::from((of_a <= most) & (of_b <= most)) << k;
                }
                _ => asks |= 1 << k,
            }
        }
        [hits, asks]
    }
}

//! Where a convex part may not stand: the Minkowski difference of an obstacle and the part, row by row.
//!
//! A part overlaps an obstacle where its position lies in the hull of all b - a, grown by both radii: closed where touching
//! counts, else its interior. In each row that is one stretch. f64 says where it ends; positions near an end are tested
//! exactly.

use crate::form::Touching;
use crate::lattice::Point;
use crate::query::blob::Blob;
use crate::query::overlap_convex_convex::overlap;
use crate::query::piece::Set;
use crate::query::sweep_convex_convex::difference;
use crate::shape::Convex;

/// The positions at which a part overlaps an obstacle.
#[derive(Debug)]
pub(super) struct NoFitHull<'a> {
    part: &'a Convex,
    other: Set<'a>,
    touching: Touching,
    /// The difference's first vertex; the vertices and sides are seen from it.
    origin: [i64; 2],
    vertices: Vec<[f64; 2]>,
    sides: Vec<SlantedSide>,
    radius: f64,
    /// The least and the greatest y of the difference.
    rows: [i64; 2],
}

/// An edge moved out by the radius; it is not level.
#[derive(Debug)]
struct SlantedSide {
    x: f64,
    /// The y of its start, and the least and the greatest y.
    start: f64,
    rows: [f64; 2],
    /// How far x moves for each y.
    slope: f64,
}

/// More than the error of the ends of a stretch, in lattice units. That of a normal (2^-29) times a radius of 2^22, along
/// an edge that runs 2^23 to the side while it falls by 1, is the most: 2^-5.
const UNSURE: f64 = 1.0 / 8.0;

/// The positions in one row at which a part overlaps: surely from `sure[0]` to `sure[1]`, else between `ends`, where an
/// exact test says so.
#[derive(Debug, Clone, Copy)]
pub(super) struct OverlapStretch {
    pub(super) ends: [i64; 2],
    pub(super) sure: [i64; 2],
}

/// Returns the greatest integer that is not more. (`f64::floor` is a call where no instruction does it.)
#[inline]
fn floor(x: f64) -> i64 {
    let towards_zero = x as i64;
    towards_zero - i64::from(towards_zero as f64 > x)
}

impl<'a> NoFitHull<'a> {
    pub(super) fn of(part: &'a Convex, other: Set<'a>, touching: Touching) -> NoFitHull<'a> {
        let (a, b) = (Blob::from(part), other.blob());
        let hull = difference(a, b);
        let radius = i64::from(a.radius) + i64::from(b.radius);
        let origin = [hull[0].x, hull[0].y];
        let vertices: Vec<[f64; 2]> = hull.iter().map(|&v| (v - hull[0]).to_f64()).collect();
        let (least, most) = hull.iter().fold((i64::MAX, i64::MIN), |(l, m), v| (l.min(v.y), m.max(v.y)));
        let edges = hull.iter().enumerate().map(|(k, &v)| (v - hull[0], hull[(k + 1) % hull.len()] - v));
        let sides = edges.filter(|(_, edge)| edge.y != 0).map(|(start, edge)| {
            let [nx, ny] =
                if radius == 0 { [0.0; 2] } else { edge.outward().unit().map(|n| n * radius as f64) };
            let ([x, y], [ex, ey]) = (start.to_f64(), edge.to_f64());
            let ends = [y + ny, y + ny + ey];
            let rows = [ends[0].min(ends[1]), ends[0].max(ends[1])];
            SlantedSide { x: x + nx, start: ends[0], rows, slope: ex / ey }
        });
        let sides = sides.collect();
        let rows = [least - radius, most + radius];
        drop(hull);
        NoFitHull { part, other, touching, origin, vertices, sides, radius: radius as f64, rows }
    }

    /// Returns the least and the greatest row in which the two may overlap.
    pub(super) fn rows(&self) -> [i64; 2] {
        match self.touching {
            Touching::Counts => self.rows,
            // The first and the last row are on the edge: there is no depth.
            Touching::Ignored => [self.rows[0] + 1, self.rows[1] - 1],
        }
    }

    /// Returns the positions of a row, one of [`rows`](NoFitHull::rows), at which the two may overlap.
    #[inline]
    pub(super) fn stretch(&self, y: i32) -> Option<OverlapStretch> {
        let y = (i64::from(y) - self.origin[1]) as f64;
        let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
        for &[vx, vy] in &self.vertices {
            let square = self.radius * self.radius - (y - vy) * (y - vy);
            if square >= 0.0 {
                let half = square.sqrt();
                (from, to) = (from.min(vx - half), to.max(vx + half));
            }
        }
        for side in &self.sides {
            if y >= side.rows[0] && y <= side.rows[1] {
                let x = side.x + (y - side.start) * side.slope;
                (from, to) = (from.min(x), to.max(x));
            }
        }
        let (least, most) = (|x: f64| self.origin[0] - floor(-x), |x: f64| self.origin[0] + floor(x));
        let ends = [least(from - UNSURE), most(to + UNSURE)];
        let sure = [least(from + UNSURE), most(to - UNSURE)];
        (from <= to).then_some(OverlapStretch { ends, sure })
    }

    /// Whether the part overlaps the obstacle from a position.
    pub(super) fn overlaps_at(&self, at: Point) -> bool {
        self.part.with_moved(at, |vertices| {
            overlap(Blob { vertices, radius: self.part.radius() }, self.other.blob(), self.touching)
        })
    }
}

//! Makes a field: descends a square around the shape into quarters, and keeps for each only what counts in it. In a square, no
//! distance differs from that of its centre by more than half a diagonal.
//!
//! The distance from a polygon that is cut is that from its outline, and its pieces say which side of it a place is on. So pieces count
//! only where they are near, for the lists; the straight lines along their edges tell that.

use std::ops::Range;

use crate::lattice::{UNITS, Vec2, rounded};
use crate::shape::ellipse::ellipse_vertices;
use crate::shape::field::{Field, PieceLists};
use crate::shape::kind::ShapeKind;
use crate::shape::near_pieces::FEW_PIECES;
use crate::shape::{Part, Polygon};

/// The cells along the longer side: a power of two for shapes of at most so many pieces.
const CELLS: [(usize, usize); 3] = [(FEW_PIECES, 64), (256, 128), (usize::MAX, 256)];
/// The sides of the cells that have lists, in cells of the field, up to an eighth of the table: no list reaches as far as [`BEYOND`].
const LISTED: [usize; 5] = [1, 2, 4, 8, 16];
/// With more numbers in all lists, 8 MB, there are none: hundreds of large parts that lie on each other are near everywhere.
pub(super) const MOST_LISTED: usize = 1 << 22;
/// How far the table reaches beyond the shape's box, as a share of the longer side.
const BEYOND: f64 = 0.25;
/// More than the rounding of floats, in pixels.
const ROUNDING: f64 = 1.0 / 64.0;

/// Less than any distance that counts, in pixels, and more than the error of one.
const ON_EDGE: f64 = 1e-6;

type Place = [f64; 2];

/// Makes the field of a shape, with at most so many numbers in its lists.
pub(super) fn field_of(shape: &ShapeKind, most_listed: usize) -> Field {
    let mut own = OwnShape::default();
    own.add(shape, Vec2::default());
    let (min, max) = own.bounds();
    let longer = (max[0] - min[0]).max(max[1] - min[1]).max(1.0 / 64.0);
    let has_lists = own.pieces.len() > FEW_PIECES && own.pieces.len() <= usize::from(u16::MAX);
    let (_, cells) = CELLS.into_iter().find(|&(most, _)| own.pieces.len() <= most).unwrap_or(CELLS[0]);
    let side = longer * (1.0 + 2.0 * BEYOND) / cells as f64;
    let count = |axis: usize| {
        let length = max[axis] - min[axis] + 2.0 * BEYOND * longer;
        ((length / side).ceil() as usize).clamp(1, cells)
    };
    let (columns, rows) = (count(0), count(1));
    let unlisted = |side: usize| SquareLists {
        side,
        columns: columns.div_ceil(side),
        lists: vec![Box::default(); columns.div_ceil(side) * rows.div_ceil(side)],
    };
    let mut making = Making {
        corner: min.map(|x| x - BEYOND * longer),
        side,
        columns,
        rows,
        beyond: BEYOND * longer,
        distances: vec![0.0; columns * rows],
        lists: if has_lists { LISTED.map(unlisted).into() } else { Vec::new() },
        room: most_listed,
        own: &own,
    };
    making.fill([0, 0], cells, &own.all());
    making.field()
}

/// What counts in a square, as indices.
struct InSquare {
    /// Whole convex parts.
    whole: Vec<u32>,
    outlines: Vec<OutlineInSquare>,
    /// The pieces of polygons that are cut.
    cut: Vec<u32>,
}

/// The edges of a polygon that is cut.
struct OutlineInSquare {
    polygon: u32,
    edges: Vec<u32>,
    /// Whether the square is in it, where the outline does not cross the square.
    is_in: Option<bool>,
}

/// A field that is being made.
struct Making<'a> {
    own: &'a OwnShape,
    corner: Place,
    side: f64,
    columns: usize,
    rows: usize,
    beyond: f64,
    distances: Vec<f32>,
    /// The pieces near squares of some sizes, and how many numbers more there may be.
    lists: Vec<SquareLists>,
    room: usize,
}

struct SquareLists {
    side: usize,
    columns: usize,
    lists: Vec<Box<[u16]>>,
}

impl Making<'_> {
    /// Fills a square of cells, given what counts there.
    fn fill(&mut self, [column, row]: [usize; 2], cells: usize, counts: &InSquare) {
        if column >= self.columns || row >= self.rows {
            return;
        }
        let half = cells as f64 / 2.0;
        let centre = [column, row].map(|k| k as f64 + half);
        let centre = [0, 1].map(|axis| self.corner[axis] + centre[axis] * self.side);
        let (own, half_diagonal) = (self.own, half * self.side * std::f64::consts::SQRT_2);
        let reach = half_diagonal + cells as f64 * self.side + ROUNDING;
        let distances = counts.whole.iter().map(|&k| own.pieces[k as usize].signed_distance(centre));
        let distances: Vec<f64> = distances.collect();
        let nearest = distances.iter().copied().fold(f64::INFINITY, f64::min);
        let whole = |most: f64| {
            let all = counts.whole.iter().zip(&distances);
            all.filter(move |&(_, &s)| s <= most).map(|(&k, _)| k)
        };
        let is_near = |&k: &u32| own.pieces[k as usize].beyond_lines(centre) <= reach;
        let cut: Vec<u32> = counts.cut.iter().copied().filter(is_near).collect();
        if let Some(of_side) = self.lists.iter_mut().find(|lists| lists.side == cells) {
            let mut near: Vec<u16> = whole(reach).chain(cut.iter().copied()).map(|k| k as u16).collect();
            near.sort_unstable();
            match self.room.checked_sub(near.len()) {
                Some(room) => {
                    self.room = room;
                    of_side.lists[row / cells * of_side.columns + column / cells] = near.into();
                }
                None => self.lists.clear(),
            }
        }
        let of_outline = |outline: &OutlineInSquare| {
            let Outline { radius, .. } = own.outlines[outline.polygon as usize];
            let far = own.nearest_edge(centre, &outline.edges);
            let is_in = || cut.iter().any(|&k| own.is_in_piece(centre, k, outline.polygon));
            (far, outline.is_in.unwrap_or_else(is_in), radius)
        };
        if cells == 1 {
            let signed = counts.outlines.iter().map(of_outline);
            let signed = signed.map(|(far, is_in, radius)| {
                let side = if is_in { -1.0 } else { 1.0 };
                side * far - radius
            });
            self.distances[row * self.columns + column] = signed.fold(nearest, f64::min) as f32;
            return;
        }
        let crosses = 2.0 * half_diagonal + ROUNDING;
        let outlines = counts.outlines.iter().map(|outline| {
            let (far, is_in, _) = of_outline(outline);
            OutlineInSquare {
                polygon: outline.polygon,
                edges: own.edges_within(centre, &outline.edges, far + crosses),
                is_in: (far > half_diagonal + ROUNDING).then_some(is_in),
            }
        });
        let outlines = outlines.collect();
        let inner = InSquare { whole: whole(reach.max(nearest + crosses)).collect(), outlines, cut };
        let half = cells / 2;
        for (right, down) in [(0, 0), (half, 0), (0, half), (half, half)] {
            self.fill([column + right, row + down], half, &inner);
        }
    }

    fn field(self) -> Field {
        Field {
            corner: self.corner.map(|x| x as f32),
            cells_per_pixel: (1.0 / self.side) as f32,
            pixels_per_cell: self.side as f32,
            columns: self.columns,
            rows: self.rows,
            beyond: (self.beyond - ROUNDING) as f32,
            distances: self.distances.into(),
            lists: self.lists.into_iter().map(SquareLists::joined).collect(),
        }
    }
}

impl SquareLists {
    fn joined(self) -> PieceLists {
        let mut end = 0;
        let ends = self.lists.iter().map(|list| {
            end += list.len() as u32;
            end
        });
        let first = std::iter::once(0).chain(ends).collect();
        PieceLists { side: self.side, columns: self.columns, first, all: self.lists.concat().into() }
    }
}

/// A shape in its own coordinates.
#[derive(Debug, Default)]
struct OwnShape {
    /// In the order in which they are placed.
    pieces: Vec<OwnPiece>,
    /// The polygons that are cut, and the edges of all of them.
    outlines: Vec<Outline>,
    edges: Vec<Edge>,
}

/// All points within a radius of a hull, whose corners turn to the left.
#[derive(Debug)]
struct OwnPiece {
    hull: Vec<Edge>,
    radius: f64,
    /// The polygon that it is cut from.
    polygon: Option<u32>,
}

#[derive(Debug, Clone)]
struct Outline {
    edges: Range<u32>,
    radius: f64,
}

/// A directed edge: where it begins, its vector, and the inverse of its length; 0 if it has no length.
#[derive(Debug, Clone, Copy)]
struct Edge {
    from: Place,
    by: Place,
    per_length: f64,
}

impl Edge {
    fn new(a: Place, b: Place) -> Edge {
        let by = [b[0] - a[0], b[1] - a[1]];
        let length = by[0].hypot(by[1]);
        Edge { from: a, by, per_length: if length > 0.0 { 1.0 / length } else { 0.0 } }
    }

    /// Returns the square of the distance of a place.
    #[inline]
    fn squared_distance(&self, p: Place) -> f64 {
        let (e, w) = (self.by, [p[0] - self.from[0], p[1] - self.from[1]]);
        let t = ((w[0] * e[0] + w[1] * e[1]) * (self.per_length * self.per_length)).clamp(0.0, 1.0);
        let (x, y) = (w[0] - e[0] * t, w[1] - e[1] * t);
        x * x + y * y
    }

    /// Returns how far a place is to the left of it.
    #[inline]
    fn height(&self, p: Place) -> f64 {
        let (e, w) = (self.by, [p[0] - self.from[0], p[1] - self.from[1]]);
        (e[0] * w[1] - e[1] * w[0]) * self.per_length
    }
}

impl OwnPiece {
    /// Returns how far a place is at least from the piece: how far it is beyond the line along an edge. Below 0 inside.
    fn beyond_lines(&self, p: Place) -> f64 {
        let farthest = self.hull.iter().map(|edge| -edge.height(p)).fold(f64::NEG_INFINITY, f64::max);
        farthest - self.radius
    }

    /// Returns the distance of a place; inside, its depth below 0.
    fn signed_distance(&self, p: Place) -> f64 {
        if self.hull.len() > 2 {
            let beyond = self.beyond_lines(p);
            if beyond < -self.radius {
                return beyond;
            }
        }
        let squared = self.hull.iter().map(|edge| edge.squared_distance(p)).fold(f64::INFINITY, f64::min);
        squared.sqrt() - self.radius
    }
}

impl OwnShape {
    fn all(&self) -> InSquare {
        let (cut, whole) =
            (0..self.pieces.len() as u32).partition(|&k| self.pieces[k as usize].polygon.is_some());
        let outlines = (0..).zip(&self.outlines);
        let outlines = outlines.map(|(polygon, outline)| OutlineInSquare {
            polygon,
            edges: outline.edges.clone().collect(),
            is_in: None,
        });
        InSquare { whole, outlines: outlines.collect(), cut }
    }

    /// Whether a place is in a piece of a polygon, without the radius. A place on the edge of two pieces is in both.
    fn is_in_piece(&self, p: Place, piece: u32, polygon: u32) -> bool {
        let piece = &self.pieces[piece as usize];
        piece.polygon == Some(polygon) && piece.beyond_lines(p) + piece.radius <= ON_EDGE
    }

    fn nearest_edge(&self, p: Place, edges: &[u32]) -> f64 {
        let squared = edges.iter().map(|&k| self.edges[k as usize].squared_distance(p));
        squared.fold(f64::INFINITY, f64::min).sqrt()
    }

    fn edges_within(&self, p: Place, edges: &[u32], far: f64) -> Vec<u32> {
        let is_near = |&k: &u32| self.edges[k as usize].squared_distance(p) <= far * far;
        edges.iter().copied().filter(is_near).collect()
    }

    /// Adds the pieces of a shape, moved by an offset.
    fn add(&mut self, shape: &ShapeKind, by: Vec2) {
        let rect =
            |Vec2 { x, y }: Vec2| [(-x, -y), (x, -y), (x, y), (-x, y)].map(|(x, y)| Vec2::new(x, y)).to_vec();
        match shape {
            ShapeKind::Point => self.add_piece(&[Vec2::default()], by, 0.0),
            ShapeKind::Circle { r } => self.add_piece(&[Vec2::default()], by, *r),
            ShapeKind::Segment { a, b } => self.add_piece(&[*a, *b], by, 0.0),
            ShapeKind::Capsule { a, b, r } => self.add_piece(&[*a, *b], by, *r),
            ShapeKind::Rect { half } => self.add_piece(&rect(*half), by, 0.0),
            ShapeKind::Ellipse { radii } => {
                self.add_piece(&ellipse_vertices(*radii).collect::<Vec<_>>(), by, 0.0);
            }
            ShapeKind::Polygon(polygon) => self.add_polygon(polygon, by, 0.0),
            ShapeKind::Rounded { polygon, r } => self.add_polygon(polygon, by, *r),
            ShapeKind::Chain { points, r } => points.windows(2).for_each(|two| self.add_piece(two, by, *r)),
            ShapeKind::Compound(parts) => {
                let offset = |part: &Part| Vec2::new(by.x + part.moved().x, by.y + part.moved().y);
                parts.iter().for_each(|part| self.add(part.shape().shape_kind(), offset(part)));
            }
        }
    }

    fn add_polygon(&mut self, polygon: &Polygon, by: Vec2, radius: f64) {
        let points: Vec<Vec2> = polygon.points().iter().copied().map(on_lattice).collect();
        if polygon.pieces().is_empty() {
            return self.add_piece(&points, by, radius);
        }
        let (number, first) = (self.outlines.len() as u32, self.pieces.len());
        for piece in polygon.pieces() {
            let ring: Vec<Vec2> = piece.ring.iter().map(|&k| points[usize::from(k)]).collect();
            self.add_piece(&ring, by, radius);
        }
        self.pieces[first..].iter_mut().for_each(|piece| piece.polygon = Some(number));
        let first = self.edges.len() as u32;
        self.edges.extend(edges_around(&points, by));
        self.outlines.push(Outline { edges: first..self.edges.len() as u32, radius });
    }

    fn add_piece(&mut self, points: &[Vec2], by: Vec2, radius: f64) {
        let mut hull = edges_around(points, by);
        let twice_area: f64 =
            hull.iter().map(|edge| edge.from[0] * edge.by[1] - edge.from[1] * edge.by[0]).sum();
        if twice_area < 0.0 {
            let reversed: Vec<Vec2> = points.iter().rev().copied().collect();
            hull = edges_around(&reversed, by);
        }
        self.pieces.push(OwnPiece { hull, radius, polygon: None });
    }

    fn bounds(&self) -> (Place, Place) {
        let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for piece in &self.pieces {
            for edge in &piece.hull {
                for axis in [0, 1] {
                    min[axis] = min[axis].min(edge.from[axis] - piece.radius);
                    max[axis] = max[axis].max(edge.from[axis] + piece.radius);
                }
            }
        }
        (min, max)
    }
}

/// Returns the nearest point of the lattice. The pieces of a polygon are sure to be convex only between such points. Between the given
/// vertices a corner that is nearly straight may bend inwards, and then the line along a short edge cuts off much of the piece.
fn on_lattice(v: Vec2) -> Vec2 {
    Vec2::new(rounded(v.x), rounded(v.y)) * (1.0 / f64::from(UNITS))
}

/// Returns the edges of a ring of points that are moved by an offset.
fn edges_around(points: &[Vec2], by: Vec2) -> Vec<Edge> {
    let place = |k: usize| {
        let Vec2 { x, y } = points[k % points.len()];
        [x + by.x, y + by.y]
    };
    (0..points.len()).map(|k| Edge::new(place(k), place(k + 1))).collect()
}

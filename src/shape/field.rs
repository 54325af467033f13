//! Fields: how far each place is from a shape of several parts. A concave polygon, a compound or a long chain has many parts, and
//! a small body beside it would be tested against each that is near. But where that body lies far outside, or deep inside, one look
//! at a table says so.
//!
//! The table has a cell for each small square around the shape, in the shape's own coordinates, so all bodies that wear the shape
//! share it, at any angle and scale. A cell holds the signed distance s of its centre: the least of the distances to the parts,
//! below 0 by the depth in a part. No two places differ in s by more than the distance between them, so a place p in a cell with
//! the centre c has
//!
//! ```text
//! s(c) - |p - c|  <=  s(p)  <=  s(c) + |p - c|
//! ```
//!
//! A disc around p that is smaller than the least s(p) is apart from the shape; one that is larger than the greatest overlaps it.
//! Between the two nothing is said, and the parts decide. Placing rounds vertices and radii by less than a unit; [`SLACK`] is more
//! than all of that.
//!
//! A field is made when a shape was asked for often: [`OFTEN`]. A laser that bends in each step never gets there. Making it
//! descends a square into quarters, and keeps only the parts that can be the nearest in each.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::lattice::{Point, Vec2};
use crate::shape::ellipse::ellipse_vertices;
use crate::shape::kind::ShapeKind;
use crate::shape::{Convex, Shape, Transform};

/// After so many questions a field is made, which takes as long as some hundred of them.
const OFTEN: u32 = 2048;
/// The cells along the longer side; a power of two.
const CELLS: usize = 64;
/// How far the table reaches beyond the shape's box, as a share of the longer side.
const BEYOND: f64 = 0.25;
/// More than the rounding of placed vertices, of radii, of centres and of floats, in lattice units.
const SLACK: f32 = 8.0;

/// The field of a shape, which is made when it is worth it.
#[derive(Debug, Default)]
pub(crate) struct LazyField {
    asked: AtomicU32,
    /// (Boxed, because every shape has room for it.)
    made: OnceLock<Box<Field>>,
}

impl LazyField {
    #[inline(always)]
    fn of(&self, shape: &ShapeKind) -> Option<&Field> {
        if let Some(field) = self.made.get() {
            return Some(field);
        }
        (self.asked.fetch_add(1, Ordering::Relaxed) >= OFTEN).then(|| self.make(shape))
    }

    #[cold]
    fn make(&self, shape: &ShapeKind) -> &Field {
        self.made.get_or_init(|| Box::new(Field::of(&parts_of(shape, Vec2::default()))))
    }
}

/// The least and the greatest signed distance of a place from a shape, in lattice units. `[-inf, inf]` where nothing is known.
pub(crate) type SignedRange = [f32; 2];

const UNKNOWN: SignedRange = [f32::NEG_INFINITY, f32::INFINITY];

/// A shape of several parts as it was placed.
#[derive(Debug, Clone)]
pub(crate) struct PlacedShape {
    shape: Shape,
    /// How it was placed, and where it is now.
    frame: Transform,
    at: Point,
    /// The rows of the matrix from offsets in lattice units to the shape's own coordinates.
    back: [[f32; 2]; 2],
    /// The least and the greatest scale, in lattice units.
    scale: [f32; 2],
}

impl PlacedShape {
    pub(super) fn new(shape: &Shape, frame: &Transform) -> PlacedShape {
        let shape = shape.clone();
        let mut placed =
            PlacedShape { shape, frame: *frame, at: frame.at, back: [[0.0; 2]; 2], scale: [0.0; 2] };
        placed.turn_to(frame);
        placed
    }

    /// Places the same shape elsewhere.
    pub(super) fn turn_to(&mut self, frame: &Transform) {
        let Transform { at, cos, sin, scale } = *frame;
        let row = |x: f64, y: f64, by: f64| [(x / (256.0 * by)) as f32, (y / (256.0 * by)) as f32];
        let (x, y) = ((scale.x.abs() * 256.0) as f32, (scale.y.abs() * 256.0) as f32);
        (self.frame, self.at) = (*frame, at);
        self.back = [row(cos, sin, scale.x), row(-sin, cos, scale.y)];
        self.scale = [x.min(y), x.max(y)];
    }

    pub(super) fn translate(&mut self, by: Point) {
        self.at = Point::new(self.at.x + by.x, self.at.y + by.y);
    }

    /// Places the shape once more, and returns its parts.
    #[cold]
    pub(super) fn parts(&self) -> Box<[Convex]> {
        let placed = self.shape.place_parts(&self.frame);
        debug_assert!(placed.is_ok(), "it was placed before");
        let (from, to) = (self.frame.at, self.at);
        let by = Point::new(to.x.wrapping_sub(from.x), to.y.wrapping_sub(from.y));
        let mut parts = placed.unwrap_or_default();
        parts.iter_mut().for_each(|part| part.translate(by));
        parts.into()
    }

    /// Returns what is known of the signed distance of a place.
    #[inline(always)]
    pub(super) fn signed_range(&self, place: Point) -> SignedRange {
        match self.shape.field().of(self.shape.shape_kind()) {
            Some(field) => self.look_up(field, place),
            None => UNKNOWN,
        }
    }

    #[inline(always)]
    fn look_up(&self, field: &Field, place: Point) -> SignedRange {
        let (x, y) = (place.x.wrapping_sub(self.at.x) as f32, place.y.wrapping_sub(self.at.y) as f32);
        let [[a, b], [c, d]] = self.back;
        let [u, v] = [a * x + b * y, c * x + d * y];
        let [least, most] = field.range_at([u, v]);
        let [narrow, wide] = self.scale;
        let scaled = |s: f32, [outside, inside]: [f32; 2]| s * if s < 0.0 { inside } else { outside };
        [scaled(least, [narrow, wide]) - SLACK, scaled(most, [wide, narrow]) + SLACK]
    }
}

/// The signed distances of the centres of cells.
#[derive(Debug)]
struct Field {
    /// The least corner of the first cell, and the cells in one pixel.
    corner: [f32; 2],
    cells_per_pixel: f32,
    pixels_per_cell: f32,
    columns: usize,
    rows: usize,
    distances: Box<[f32]>,
}

impl Field {
    fn of(parts: &[FieldPart]) -> Field {
        let (min, max) = box_of(parts);
        let longer = (max[0] - min[0]).max(max[1] - min[1]).max(1.0 / 64.0);
        let side = longer * (1.0 + 2.0 * BEYOND) / CELLS as f64;
        let count = |axis: usize| {
            let length = max[axis] - min[axis] + 2.0 * BEYOND * longer;
            ((length / side).ceil() as usize).clamp(1, CELLS)
        };
        let corner = min.map(|x| x - BEYOND * longer);
        let (columns, rows) = (count(0), count(1));
        let mut making = Making { parts, corner, side, columns, distances: vec![0.0; columns * rows], rows };
        making.fill([0, 0], CELLS, &(0..parts.len() as u32).collect::<Vec<_>>());
        Field {
            corner: corner.map(|x| x as f32),
            cells_per_pixel: (1.0 / side) as f32,
            pixels_per_cell: side as f32,
            columns,
            rows,
            distances: making.distances.into(),
        }
    }

    /// Returns the least and the greatest signed distance of a place, in pixels.
    #[inline(always)]
    fn range_at(&self, [u, v]: [f32; 2]) -> SignedRange {
        let [x, y] =
            [(u - self.corner[0]) * self.cells_per_pixel, (v - self.corner[1]) * self.cells_per_pixel];
        let is_in = (x >= 0.0) & (y >= 0.0) & (x < self.columns as f32) & (y < self.rows as f32);
        if !is_in {
            return UNKNOWN;
        }
        let (column, row) = (x as usize, y as usize);
        let (dx, dy) = (x - column as f32 - 0.5, y - row as f32 - 0.5);
        let away = (dx * dx + dy * dy).sqrt() * self.pixels_per_cell;
        let s = self.distances[row * self.columns + column];
        [s - away, s + away]
    }
}

/// A field that is being made.
struct Making<'a> {
    parts: &'a [FieldPart],
    corner: [f64; 2],
    side: f64,
    columns: usize,
    rows: usize,
    distances: Vec<f32>,
}

impl Making<'_> {
    /// Fills a square of cells, given the parts that can be the nearest there.
    fn fill(&mut self, [column, row]: [usize; 2], cells: usize, near: &[u32]) {
        if column >= self.columns || row >= self.rows {
            return;
        }
        let half = cells as f64 / 2.0;
        let centre = [column, row].map(|k| k as f64 + half);
        let centre = [0, 1].map(|axis| self.corner[axis] + centre[axis] * self.side);
        let all: Vec<f64> = near.iter().map(|&k| self.parts[k as usize].signed_distance(centre)).collect();
        let nearest = all.iter().copied().fold(f64::INFINITY, f64::min);
        if cells == 1 {
            self.distances[row * self.columns + column] = nearest as f32;
            return;
        }
        // In the square, each distance differs from that of the centre by at most half a diagonal.
        let most = nearest + 2.0 * half * self.side * std::f64::consts::SQRT_2;
        let kept = near.iter().zip(&all).filter(|&(_, &s)| s <= most).map(|(&k, _)| k);
        let kept: Vec<u32> = kept.collect();
        let half = cells / 2;
        for (right, down) in [(0, 0), (half, 0), (0, half), (half, half)] {
            self.fill([column + right, row + down], half, &kept);
        }
    }
}

/// A convex part in the shape's own coordinates: all points within a radius of a hull.
#[derive(Debug)]
struct FieldPart {
    hull: Vec<[f64; 2]>,
    radius: f64,
}

impl FieldPart {
    /// Returns the distance of a place from the part; inside it, its depth below 0.
    fn signed_distance(&self, p: [f64; 2]) -> f64 {
        let n = self.hull.len();
        let (mut outside, mut inside, mut is_in) = (f64::INFINITY, f64::INFINITY, n > 2);
        for k in 0..n {
            let (a, b) = (self.hull[k], self.hull[if k + 1 == n { 0 } else { k + 1 }]);
            let (e, w) = ([b[0] - a[0], b[1] - a[1]], [p[0] - a[0], p[1] - a[1]]);
            let length = e[0] * e[0] + e[1] * e[1];
            let t = if length > 0.0 { ((w[0] * e[0] + w[1] * e[1]) / length).clamp(0.0, 1.0) } else { 0.0 };
            outside = outside.min((w[0] - e[0] * t).hypot(w[1] - e[1] * t));
            let height = (e[0] * w[1] - e[1] * w[0]) / length.sqrt();
            is_in &= height > 0.0;
            inside = inside.min(height);
        }
        (if is_in { -inside } else { outside }) - self.radius
    }
}

/// Returns the parts of a shape, moved by an offset. The corners of hulls turn to the left.
fn parts_of(shape: &ShapeKind, by: Vec2) -> Vec<FieldPart> {
    let moved = |v: Vec2| [v.x + by.x, v.y + by.y];
    let part = |points: &[Vec2], radius: f64| {
        let mut hull: Vec<[f64; 2]> = points.iter().map(|&v| moved(v)).collect();
        let twice_area: f64 = (0..hull.len())
            .map(|k| (hull[k], hull[(k + 1) % hull.len()]))
            .map(|(a, b)| a[0] * b[1] - a[1] * b[0])
            .sum();
        if twice_area < 0.0 {
            hull.reverse();
        }
        FieldPart { hull, radius }
    };
    let cut = |polygon: &crate::shape::Polygon, radius: f64| {
        let points = polygon.points();
        if polygon.pieces().is_empty() {
            return vec![part(points, radius)];
        }
        let ring = |ring: &[u16]| ring.iter().map(|&k| points[usize::from(k)]).collect::<Vec<_>>();
        polygon.pieces().iter().map(|piece| part(&ring(&piece.ring), radius)).collect()
    };
    match shape {
        ShapeKind::Point => vec![part(&[Vec2::default()], 0.0)],
        ShapeKind::Circle { r } => vec![part(&[Vec2::default()], *r)],
        ShapeKind::Segment { a, b } => vec![part(&[*a, *b], 0.0)],
        ShapeKind::Capsule { a, b, r } => vec![part(&[*a, *b], *r)],
        ShapeKind::Rect { half: Vec2 { x, y } } => {
            let corner = |i: f64, j: f64| Vec2::new(i * x, j * y);
            vec![part(&[corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)], 0.0)]
        }
        ShapeKind::Ellipse { radii } => vec![part(&ellipse_vertices(*radii).collect::<Vec<_>>(), 0.0)],
        ShapeKind::Polygon(polygon) => cut(polygon, 0.0),
        ShapeKind::Rounded { polygon, r } => cut(polygon, *r),
        ShapeKind::Chain { points, r } => points.windows(2).map(|two| part(two, *r)).collect(),
        ShapeKind::Compound(parts) => {
            let of = |child: &crate::shape::Part| {
                let Vec2 { x, y } = child.moved();
                parts_of(child.shape().shape_kind(), Vec2::new(by.x + x, by.y + y))
            };
            parts.iter().flat_map(of).collect()
        }
    }
}

fn box_of(parts: &[FieldPart]) -> ([f64; 2], [f64; 2]) {
    let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for part in parts {
        for v in &part.hull {
            for axis in [0, 1] {
                min[axis] = min[axis].min(v[axis] - part.radius);
                max[axis] = max[axis].max(v[axis] + part.radius);
            }
        }
    }
    (min, max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;
    use crate::query::{self, Form};
    use crate::shape::{Part, Placement};

    fn shape(random: &mut Random) -> Shape {
        let (far, kind) = (random.between(3.0, 60.0), random.below(4));
        let mut ring = |count: i32| -> Vec<[f64; 2]> {
            let corner = |k: i32| {
                let (sin, cos) = (f64::from(k) / f64::from(count) * std::f64::consts::TAU).sin_cos();
                let far = far * random.between(0.3, 1.0);
                [cos * far, sin * far]
            };
            (0..count).map(corner).collect()
        };
        match kind {
            0 => Shape::polygon(&ring(5 + far as i32)).expect("a polygon"),
            1 => Shape::rounded_polygon(&ring(9), far / 8.0).expect("a polygon"),
            2 => Shape::chain(&ring(12), far / 20.0).expect("a chain"),
            _ => {
                let part = |shape: crate::error::Result<Shape>, at: [f64; 2]| {
                    Part::new(shape.expect("a valid shape")).offset(at)
                };
                let parts = vec![
                    part(Shape::rect([far, far / 3.0]), [far / 2.0, 0.0]),
                    part(Shape::circle(far / 2.0), [-far, far / 3.0]),
                    part(Shape::capsule([0.0, 0.0], [far, far], far / 9.0), [0.0, 0.0]),
                    part(Shape::polygon(&ring(7)), [0.0, -far]),
                    part(Ok(Shape::point()), [far, far]),
                ];
                Shape::compound(parts).expect("a compound")
            }
        }
    }

    /// Returns the lattice point nearest to the middle of a cell, where ranges are narrow.
    fn middle_of_cell(field: &Field, frame: &Transform, random: &mut Random) -> Point {
        let along = |corner: f32, cells: usize, scale: f64, random: &mut Random| {
            let cell = f64::from(random.below(cells as i32)) + 0.5;
            (f64::from(corner) + cell * f64::from(field.pixels_per_cell)) * scale * 256.0
        };
        let x = along(field.corner[0], field.columns, frame.scale.x, random);
        let y = along(field.corner[1], field.rows, frame.scale.y, random);
        let (cos, sin) = (frame.cos, frame.sin);
        let by = [cos * x - sin * y, sin * x + cos * y].map(|x| x.round() as i32);
        Point::new(frame.at.x + by[0], frame.at.y + by[1])
    }

    /// The true distance is in the range, and a disc as large as the depth is in the shape: for all kinds of shapes, at any
    /// angle, scale and mirroring.
    #[test]
    fn ranges_hold_the_distance() {
        let mut random = Random::new(77);
        let (mut known, mut deep) = (0, 0);
        for round in 0..150 {
            let shape = shape(&mut random);
            let is_round = !matches!(shape.shape_kind(), ShapeKind::Polygon(_));
            let x = random.between(0.3, 3.0) * [1.0, -1.0][round % 2];
            let y = if is_round { x.abs() } else { random.between(0.3, 3.0) };
            let at = [random.between(-900.0, 900.0), random.between(-900.0, 900.0)];
            let placement = Placement::at(at).turned(random.between(0.0, 7.0)).scaled([x, y]);
            let parts = shape.place(&placement).expect("a placed shape");
            let form = Form::Shape(parts.clone());
            let Some(bounds) = form.bounds() else { continue };
            let field = shape.field().make(shape.shape_kind());
            let frame = placement.frame().expect("a frame");
            let by = Point::new(random.below(9000) - 4500, random.below(9000) - 4500);
            let moved = parts.moved_by(by).expect("a place in the world");
            for k in 0..150 {
                let within = |min: i32, max: i32, random: &mut Random| {
                    let beyond = (max - min) / 3;
                    min - beyond + random.below(max - min + 2 * beyond + 1)
                };
                let place = if k % 2 == 0 {
                    middle_of_cell(field, &frame, &mut random)
                } else {
                    Point::new(
                        within(bounds.min.x, bounds.max.x, &mut random),
                        within(bounds.min.y, bounds.max.y, &mut random),
                    )
                };
                let range = parts.signed_range(place);
                let there = Point::new(place.x + by.x, place.y + by.y);
                assert_eq!(moved.signed_range(there), range, "{shape:?} {place:?} {by:?}");
                let [least, most] = range.expect("a shape of several parts");
                let point = Form::Shape(Convex::new(vec![place], 0).expect("a point").into());
                let apart = query::distance(&form, &point).expect("a distance").distance * 256.0;
                assert!(f64::from(least) <= apart + 0.01, "{shape:?} {place:?}: {least} {apart}");
                assert!(f64::from(most.max(0.0)) >= apart - 0.01, "{shape:?} {place:?}: {most} {apart}");
                known += usize::from(least > 0.0);
                if most < 0.0 {
                    deep += 1;
                    for k in 0..16 {
                        let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / 16.0).sin_cos();
                        let by = [cos, sin].map(|x| (x * f64::from(-most)) as i32);
                        let beside = Point::new(place.x + by[0], place.y + by[1]);
                        assert!(query::contains(&form, beside), "{shape:?} {place:?} {most}");
                    }
                }
            }
        }
        assert!(known > 3000 && deep > 2000, "{known} {deep}");
    }

    #[test]
    fn a_field_is_made_after_many_questions() {
        let shape = Shape::chain(&[[0.0, 0.0], [30.0, 0.0], [30.0, 40.0]], 2.0).expect("a chain");
        let parts = shape.place(&Placement::default()).expect("a placed shape");
        let far = Point::new(0, 40 * 256);
        for _ in 0..OFTEN {
            assert_eq!(parts.signed_range(far), Some(UNKNOWN));
        }
        let [least, most] = parts.signed_range(far).expect("a range");
        let exact = 28.0 * 256.0;
        assert!(least < exact && exact < most && most - least < 1024.0, "{least} {most}");
        let circle = Shape::circle(4.0).expect("a circle").place(&Placement::default()).expect("a circle");
        assert_eq!(circle.signed_range(far), None);
    }
}

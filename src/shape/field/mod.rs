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
//! The depth in a polygon that is cut is the distance to its outline: its parts may be slivers that no place is deep in.
//!
//! Where a disc is near the outline, the parts decide, but few of them: a shape of many parts lists those near each cell. A list has
//! all parts that are no farther than the side of its cell, so there are larger cells for larger bodies ([`PieceLists`]).
//!
//! A field is made when a shape was asked for often: [`OFTEN`]. A laser that bends in each step never gets there.

mod make;

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::lattice::Point;
use crate::shape::kind::ShapeKind;
use crate::shape::{Convex, Shape, Transform};

/// A field is made after so many questions, or fewer for a shape of more than [`USUAL`] parts: it takes as long as some hundred of them.
const OFTEN: u32 = 2048;
const USUAL: usize = 8;
/// More than the rounding of placed vertices, of radii, of centres and of floats, in lattice units.
const SLACK: f32 = 8.0;
/// More than the rounding of vertices before they are placed, in pixels of the shape.
const ROUNDED: f32 = 1.0 / 256.0;

/// The field of a shape, which is made when it is worth it.
#[derive(Debug, Default)]
pub(crate) struct LazyField {
    asked: AtomicU32,
    /// (Boxed, because every shape has room for it.)
    made: OnceLock<Box<Field>>,
}

impl LazyField {
    #[inline(always)]
    fn of(&self, shape: &ShapeKind, parts: usize) -> Option<&Field> {
        if let Some(field) = self.made.get() {
            return Some(field);
        }
        let questions = parts.div_ceil(USUAL) as u32;
        (self.asked.fetch_add(questions, Ordering::Relaxed) >= OFTEN).then(|| self.make(shape))
    }

    #[cold]
    pub(super) fn make(&self, shape: &ShapeKind) -> &Field {
        self.made.get_or_init(|| Box::new(make::field_of(shape, make::MOST_LISTED)))
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

    /// Returns what is known of the signed distance of a place from a shape of so many parts.
    #[inline(always)]
    pub(super) fn signed_range(&self, place: Point, parts: usize) -> SignedRange {
        match self.shape.field().of(self.shape.shape_kind(), parts) {
            Some(field) => self.look_up(field, place),
            None => UNKNOWN,
        }
    }

    /// Returns the numbers of all pieces of the shape that are within a distance of a place, and of some others. `None` where that
    /// is not known.
    #[inline(always)]
    pub(super) fn pieces_near(&self, place: Point, distance: f32) -> Option<&[u16]> {
        let field = self.shape.field().made.get()?;
        let [narrow, wide] = self.scale;
        let cells = (distance + SLACK + ROUNDED * wide) / (narrow * field.pixels_per_cell);
        let lists = field.lists.iter().find(|lists| cells <= lists.side as f32)?;
        field.in_cells(self.own(place)).map_or(Some(&[]), |place| lists.at(place))
    }

    /// Returns a place in the shape's own coordinates.
    #[inline(always)]
    fn own(&self, place: Point) -> [f32; 2] {
        let (x, y) = (place.x.wrapping_sub(self.at.x) as f32, place.y.wrapping_sub(self.at.y) as f32);
        self.back.map(|[a, b]| a * x + b * y)
    }

    #[inline(always)]
    fn look_up(&self, field: &Field, place: Point) -> SignedRange {
        let [least, most] = field.range_at(self.own(place));
        let [narrow, wide] = self.scale;
        let scaled = |s: f32, [outside, inside]: [f32; 2]| s * if s < 0.0 { inside } else { outside };
        let slack = SLACK + ROUNDED * wide;
        [scaled(least, [narrow, wide]) - slack, scaled(most, [wide, narrow]) + slack]
    }
}

/// The signed distances of the centres of cells.
#[derive(Debug)]
pub(super) struct Field {
    /// The least corner of the first cell, and the cells in one pixel.
    corner: [f32; 2],
    cells_per_pixel: f32,
    pixels_per_cell: f32,
    columns: usize,
    rows: usize,
    /// Every place that is not in the table is at least so far from the shape. No list reaches as far.
    beyond: f32,
    distances: Box<[f32]>,
    /// The lists of the pieces near each cell, for a shape of many; the smallest cells first.
    lists: Vec<PieceLists>,
}

/// The pieces near each square of one size.
#[derive(Debug)]
struct PieceLists {
    /// The side of a square, in cells of the field. Its list has all pieces that are no farther than this from a place in the square.
    side: usize,
    columns: usize,
    /// For each square, where its list begins; and where the last one ends.
    first: Box<[u32]>,
    all: Box<[u16]>,
}

impl PieceLists {
    /// Returns the list at a place, in cells of the field.
    #[inline(always)]
    fn at(&self, [x, y]: [f32; 2]) -> Option<&[u16]> {
        let cell = y as usize / self.side * self.columns + x as usize / self.side;
        let [first, end] = [self.first.get(cell)?, self.first.get(cell + 1)?];
        self.all.get(*first as usize..*end as usize)
    }
}

impl Field {
    /// Returns a place in units of cells. `None` beyond the table.
    #[inline(always)]
    fn in_cells(&self, [u, v]: [f32; 2]) -> Option<[f32; 2]> {
        let [x, y] =
            [(u - self.corner[0]) * self.cells_per_pixel, (v - self.corner[1]) * self.cells_per_pixel];
        let is_in = (x >= 0.0) & (y >= 0.0) & (x < self.columns as f32) & (y < self.rows as f32);
        is_in.then_some([x, y])
    }

    /// Returns the least and the greatest signed distance of a place, in pixels.
    #[inline(always)]
    fn range_at(&self, place: [f32; 2]) -> SignedRange {
        let Some([x, y]) = self.in_cells(place) else { return [self.beyond, f32::INFINITY] };
        let (column, row) = (x as usize, y as usize);
        let (dx, dy) = (x - column as f32 - 0.5, y - row as f32 - 0.5);
        let away = (dx * dx + dy * dy).sqrt() * self.pixels_per_cell;
        let s = self.distances[row * self.columns + column];
        [s - away, s + away]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;
    use crate::query::{self, Form};
    use crate::shape::{Part, Placement};

    fn shape(random: &mut Random) -> Shape {
        let (far, kind) = (random.between(3.0, 60.0), random.below(6));
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
            3 => {
                let (half, step) = [(150, far / 10.0), (2000, 1.0)][random.below(2) as usize];
                let line = |k: i32| {
                    let x = f64::from(k) * step;
                    [x, 60.0 * (x / 80.0).sin() + 12.0 * (x / 12.5).sin()]
                };
                let mut level: Vec<[f64; 2]> = (-half..=half).map(line).collect();
                level.extend([[f64::from(half) * step, 300.0], [-f64::from(half) * step, 300.0]]);
                Shape::polygon(&level).expect("a level")
            }
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
            let Some(bounds) = form.bounds().filter(|_| parts.single().is_none()) else { continue };
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
    fn lists_have_a_limit() {
        let line: Vec<[f64; 2]> = (0..100).map(|k| [f64::from(k), f64::from(k % 7)]).collect();
        let chain = Shape::chain(&line, 1.0).expect("a chain");
        let lists = |most: usize| make::field_of(chain.shape_kind(), most).lists;
        let count: usize = lists(make::MOST_LISTED).iter().map(|lists| lists.all.len()).sum();
        assert_eq!((lists(count).len(), lists(count - 1).len()), (5, 0), "{count} numbers");
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

//! Convex shapes of few vertices that are turned together. All numbers are in columns, and the loops go over whole
//! columns, so that the compiler computes several bodies at a time.

use crate::kernels::Discs;
use crate::lattice::{Bounds, Point, Vec2, rounded, snap};
use crate::shape::{Polygon, ShapeKind};
use crate::world::edit::turns::CHUNK;
use crate::world::edit::turns::turned_rows::TurnedRows;

/// The largest number of vertices.
const MOST: usize = 8;

type RingColumn<T> = [T; CHUNK];

/// Segments, boxes and convex polygons without regions, with and without a radius. All numbers are relative to the
/// position. After turning they are integers in lattice units.
pub(super) struct TurnedRings {
    count: usize,
    pub(super) rows: RingColumn<u32>,
    sin: RingColumn<f64>,
    cos: RingColumn<f64>,
    scale: [RingColumn<f64>; 2],
    /// The new radius of each, if its scale changes one.
    radii: RingColumn<Option<i32>>,
    /// The number of vertices of each, and the largest of these numbers.
    counts: RingColumn<f64>,
    most: usize,
    is_box: RingColumn<bool>,
    /// The vertices: as given, then turned. The first column is for the last vertex of each; vertex v is in the column
    /// after column v. Unused entries repeat the first vertex. Of a box the first two vertices are half its sides, until it
    /// is turned.
    x: [RingColumn<f64>; MOST + 1],
    y: [RingColumn<f64>; MOST + 1],
    /// The number of vertices that are less than both of their neighbours, and the last one of them.
    leasts: RingColumn<f64>,
    least: RingColumn<f64>,
    /// The least and the greatest cross product of an edge and the edge before. All have one sign in a ring that turns in
    /// one direction.
    sides: [RingColumn<f64>; 2],
    /// The box: left, top, right and bottom.
    bounds: [RingColumn<f64>; 4],
    /// Squares: the distance of the furthest vertex from the middle of the box, and how deep the middle is in the hull;
    /// below 0 if it is outside.
    far: RingColumn<f32>,
    depth: RingColumn<f32>,
}

/// The order of a ring's vertices.
#[derive(Clone, Copy)]
pub(super) struct Order {
    pub(super) count: usize,
    first: usize,
    is_left: bool,
}

impl TurnedRings {
    pub(super) fn new() -> TurnedRings {
        let none = [0.0; CHUNK];
        TurnedRings {
            count: 0,
            rows: [0; CHUNK],
            radii: [None; CHUNK],
            sin: none,
            cos: none,
            scale: [none; 2],
            counts: none,
            most: 0,
            is_box: [false; CHUNK],
            x: [none; MOST + 1],
            y: [none; MOST + 1],
            leasts: none,
            least: none,
            sides: [none; 2],
            bounds: [none; 4],
            far: [0.0; CHUNK],
            depth: [0.0; CHUNK],
        }
    }

    pub(super) fn clear(&mut self) {
        (self.count, self.most) = (0, 0);
    }

    pub(super) fn count(&self) -> usize {
        self.count.min(CHUNK)
    }

    /// Returns the sine and cosine of a ring's angle.
    pub(super) fn sin_cos(&self, k: usize) -> [f64; 2] {
        [self.sin[k], self.cos[k]]
    }

    /// Returns the new radius of a ring, if it has another one.
    #[inline(always)]
    pub(super) fn radius(&self, k: usize) -> Option<i32> {
        self.radii[k]
    }

    /// Adds a body if it is such a shape. Returns whether it is. Its new scale is stored.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        rows: &TurnedRows<'_>,
        row: usize,
        is_scaled: bool,
        [sin, cos]: [f64; 2],
    ) -> bool {
        if !rows.kind(row).has_exact_box() {
            return false;
        }
        let (Some(shape), scale) = (rows.look(row).only_shape(), rows.scale(row)) else { return false };
        let (k, mut r) = (self.count, None);
        let is_added = match shape.shape_kind() {
            ShapeKind::Segment { a, b } => self.put(&[*a, *b], false, scale),
            ShapeKind::Capsule { a, b, r: radius } => {
                r = Some(*radius);
                self.put(&[*a, *b], false, scale)
            }
            ShapeKind::Polygon(polygon) => self.put_polygon(polygon, scale),
            ShapeKind::Rounded { polygon, r: radius } => {
                r = Some(*radius);
                self.put_polygon(polygon, scale)
            }
            ShapeKind::Rect { half } => {
                let half = [half.x * scale.x.abs(), half.y * scale.y.abs()];
                let axes = [Vec2::new(half[0], 0.0), Vec2::new(0.0, half[1])];
                self.put(&[axes[0], axes[1], axes[0], axes[0]], true, Vec2::new(1.0, 1.0))
            }
            _ => false,
        };
        if is_added {
            (self.rows[k], self.sin[k], self.cos[k]) = (row as u32, sin, cos);
            self.radii[k] = r.filter(|_| is_scaled).and_then(|r| snap(r * scale.x.abs()).ok());
        }
        is_added
    }

    #[inline(always)]
    fn put_polygon(&mut self, polygon: &Polygon, scale: Vec2) -> bool {
        let points = polygon.points();
        polygon.triangles().is_empty() && points.len() <= MOST && self.put(points, false, scale)
    }

    #[inline(always)]
    fn put(&mut self, points: &[Vec2], is_box: bool, scale: Vec2) -> bool {
        let k = self.count;
        let Some(&first) = points.first().filter(|_| k < CHUNK) else { return false };
        for v in 0..MOST {
            let at = points.get(v).copied().unwrap_or(first);
            (self.x[v + 1][k], self.y[v + 1][k]) = (at.x, at.y);
        }
        (self.scale[0][k], self.scale[1][k]) = (scale.x, scale.y);
        (self.counts[k], self.is_box[k]) = (points.len() as f64, is_box);
        self.most = self.most.max(points.len());
        self.count += 1;
        true
    }

    /// Turns all.
    #[inline(always)]
    pub(super) fn turn(&mut self) {
        if self.count > 0 {
            self.place();
            self.place_boxes();
            self.find_bounds();
            self.find_order();
            self.find_discs();
        }
    }

    /// Places the vertices like [`Transform::vertex`](crate::shape::Transform::vertex), and the half-axes of boxes.
    #[inline(always)]
    fn place(&mut self) {
        for (xs, ys) in self.x[1..=self.most.min(MOST)].iter_mut().zip(&mut self.y[1..]) {
            for k in 0..CHUNK {
                let (sin, cos, x, y) = (self.sin[k], self.cos[k], xs[k], ys[k]);
                let (sx, sy) = (self.scale[0][k], self.scale[1][k]);
                xs[k] = rounded(cos * sx * x - sin * sy * y);
                ys[k] = rounded(sin * sx * x + cos * sy * y);
            }
        }
    }

    /// Places the corners of boxes: their half-axes, added and subtracted.
    #[inline(always)]
    fn place_boxes(&mut self) {
        for of in [&mut self.x, &mut self.y] {
            for (k, &is_box) in self.is_box.iter().enumerate() {
                let (p, q) = (of[1][k], of[2][k]);
                let corners = [-p - q, p - q, p + q, q - p];
                for v in 0..MOST {
                    let corner = if v < 4 { corners[v] } else { corners[0] };
                    of[v + 1][k] = if is_box { corner } else { of[v + 1][k] };
                }
            }
        }
    }

    #[inline(always)]
    fn find_bounds(&mut self) {
        self.bounds = [self.x[1], self.y[1], self.x[1], self.y[1]];
        let [left, top, right, bottom] = &mut self.bounds;
        for v in 1..self.most.min(MOST) {
            for k in 0..CHUNK {
                let (x, y) = (self.x[v + 1][k], self.y[v + 1][k]);
                left[k] = if x < left[k] { x } else { left[k] };
                top[k] = if y < top[k] { y } else { top[k] };
                right[k] = if x > right[k] { x } else { right[k] };
                bottom[k] = if y > bottom[k] { y } else { bottom[k] };
                let is_last = v as f64 + 1.0 == self.counts[k];
                self.x[0][k] = if is_last { x } else { self.x[0][k] };
                self.y[0][k] = if is_last { y } else { self.y[0][k] };
            }
        }
    }

    /// Finds out in which direction the rings turn, and which vertices are less than both of their neighbours.
    #[inline(always)]
    fn find_order(&mut self) {
        (self.leasts, self.least) = ([0.0; CHUNK], [0.0; CHUNK]);
        self.sides = [[f64::MAX; CHUNK], [f64::MIN; CHUNK]];
        let [least_side, most_side] = &mut self.sides;
        for v in 0..self.most.min(MOST) {
            let next = if v + 1 < self.most { v + 2 } else { 1 };
            for k in 0..CHUNK {
                let (x, y) = (self.x[v + 1][k], self.y[v + 1][k]);
                let (ex, ey) = (self.x[next][k] - x, self.y[next][k] - y);
                let (bx, by) = (x - self.x[v][k], y - self.y[v][k]);
                let (side, is_used) = (bx * ey - by * ex, (v as f64) < self.counts[k]);
                least_side[k] = if is_used & (side < least_side[k]) { side } else { least_side[k] };
                most_side[k] = if is_used & (side > most_side[k]) { side } else { most_side[k] };
                // Whether the vertex is less than its neighbours: by x, then by y.
                let is_least =
                    ((bx < 0.0) | ((bx == 0.0) & (by < 0.0))) & ((ex > 0.0) | ((ex == 0.0) & (ey > 0.0)));
                self.leasts[k] += if is_least { 1.0 } else { 0.0 };
                self.least[k] = if is_least { v as f64 } else { self.least[k] };
            }
        }
    }

    #[inline(always)]
    fn find_discs(&mut self) {
        (self.far, self.depth) = ([0.0; CHUNK], [f32::MAX; CHUNK]);
        let [left, top, right, bottom] = &self.bounds;
        for v in 0..self.most.min(MOST) {
            let next = if v + 1 < self.most { v + 2 } else { 1 };
            for k in 0..CHUNK {
                let (mx, my) = (((left[k] + right[k]) / 2.0).floor(), ((top[k] + bottom[k]) / 2.0).floor());
                let (x, y) = (self.x[v + 1][k], self.y[v + 1][k]);
                let (ex, ey) = (self.x[next][k] - x, self.y[next][k] - y);
                let (x, y) = (mx - x, my - y);
                let square = (x * x + y * y) as f32;
                self.far[k] = if square > self.far[k] { square } else { self.far[k] };
                // How deep the middle is behind this edge, times its length. Unused edges have no length.
                let cross = x * ey - y * ex;
                let cross = (if self.sides[0][k] > 0.0 { -cross } else { cross }) as f32;
                let length_square = (ex * ex + ey * ey) as f32;
                let depth = cross * cross.abs() / length_square;
                self.depth[k] = if depth < self.depth[k] { depth } else { self.depth[k] };
            }
        }
    }

    /// Returns the hull order of a ring's vertices; `None` unless it is strictly convex.
    #[inline(always)]
    pub(super) fn order(&self, k: usize) -> Option<Order> {
        let (count, is_left) = (self.counts[k] as usize, self.sides[0][k] > 0.0);
        // A ring that turns in one direction only goes around once for each vertex that is less than both of its
        // neighbours.
        let is_strict = (count == 2) | is_left | (self.sides[1][k] < 0.0);
        let is_ring = (self.leasts[k] == 1.0) & is_strict;
        is_ring.then_some(Order { count, first: self.least[k] as usize, is_left })
    }

    /// Writes the vertices of a ring in hull order.
    #[inline(always)]
    pub(super) fn write(&self, k: usize, Order { count, first, is_left }: Order, to: &mut [Point]) {
        let mut v = first;
        for vertex in to {
            *vertex = Point::new(whole(self.x[v % MOST + 1][k]), whole(self.y[v % MOST + 1][k]));
            let (before, after) =
                (if v == 0 { count } else { v } - 1, if v + 1 == count { 0 } else { v + 1 });
            v = if is_left { before } else { after };
        }
    }

    /// Returns the box around the vertices of a ring.
    #[inline(always)]
    pub(super) fn core(&self, k: usize) -> Bounds {
        let [left, top, right, bottom] = [0, 1, 2, 3].map(|side| whole(self.bounds[side][k]));
        Bounds { min: Point::new(left, top), max: Point::new(right, bottom) }
    }

    /// Returns the discs of a ring with a radius, around the middle of its box.
    #[inline(always)]
    pub(super) fn discs(&self, k: usize, order: Order, radius: i32) -> Discs {
        let radius = radius as f32;
        let inner = match order.count {
            // The middle of a segment's box is on the segment.
            2 => radius,
            _ if self.depth[k] < 0.0 => -1.0,
            _ => self.depth[k].sqrt() + radius,
        };
        Discs::new(inner, self.far[k].sqrt() + radius)
    }
}

/// Returns an integer of less than 32 bits as such.
#[inline(always)]
fn whole(x: f64) -> i32 {
    const LAST_BIT_IS_ONE: f64 = 1.5 * (1_u64 << 52) as f64;
    (x + LAST_BIT_IS_ONE).to_bits() as i32
}

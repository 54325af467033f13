//! Convex shapes of few vertices that are turned together. All numbers are in columns, and the loops go over whole
//! columns, so that the compiler computes several bodies at a time.

use crate::cpu::forms::Extent;
use crate::kernels::Discs;
use crate::lattice::{Bounds, Point, Vec2, rounded, snap};
use crate::shape::{Polygon, ShapeKind};
use crate::world::rows::Rows;
use crate::world::turns::CHUNK;

/// The largest number of vertices.
const MOST: usize = 8;

type RingColumn<T> = [T; CHUNK];

/// Segments, boxes and convex polygons without regions, with and without a radius. All numbers are relative to the
/// position. After turning they are integers in lattice units.
pub(super) struct TurnedRings {
    count: usize,
    rows: RingColumn<u32>,
    angles: RingColumn<f64>,
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
struct Order {
    count: usize,
    first: usize,
    is_left: bool,
}

/// A ring after its turn, to be written later.
#[derive(Clone, Copy)]
pub(super) struct RingTurn {
    row: u32,
    angle: f64,
    sin_cos: [f64; 2],
    /// The number of vertices in hull order; 0 unless the ring is strictly convex.
    count: usize,
    vertices: [Point; MOST],
    /// The box around the vertices.
    core: Bounds,
    /// The new radius, if it has another one.
    radius: Option<i32>,
    depths: [f32; 2],
}

impl RingTurn {
    /// Writes the ring and its angle.
    #[inline(always)]
    pub(super) fn write_to(&self, rows: &mut Rows) {
        let (row, [sin, cos]) = (self.row as usize, self.sin_cos);
        rows.set_angle(row, self.angle);
        let count = self.count.min(MOST);
        let write = |vertices: &mut [Point]| vertices.copy_from_slice(&self.vertices[..count]);
        if count == 0 || !rows.set_ring(row, count, write, (self.core, self.radius), self.depths) {
            rows.turn_shape(row, cos, sin);
        }
    }
}

impl Rows {
    /// Writes the vertices of a ring in hull order, the box around them, and its radius if that is another one. `depths` say how
    /// deep the middle of the box is in the hull, below 0 if it is outside; and how far the furthest vertex is from it. Returns
    /// whether it does; if not, the body's vertices stay.
    #[inline(always)]
    fn set_ring(
        &mut self,
        row: usize,
        count: usize,
        write: impl FnOnce(&mut [Point]),
        (core, radius): (Bounds, Option<i32>),
        [deep, far]: [f32; 2],
    ) -> bool {
        let form = self.forms[row];
        let Some(part) = self.form_table.part_mut(form) else { return false };
        let Some(vertices) = part.vertices_mut(count) else { return false };
        write(vertices);
        part.set_core(core);
        if let Some(radius) = radius {
            part.set_radius(radius);
        }
        let (extent, radius) = (Extent::of_part(part), part.radius() as f32);
        self.form_table.set_extent(form, extent);
        self.set_extent(row, extent);
        let discs = match extent.kind.stores_discs() {
            true => Discs::new(if deep < 0.0 { -1.0 } else { deep + radius }, far + radius),
            false => Discs::UNKNOWN,
        };
        self.discs.set(row, discs);
        true
    }
}

impl TurnedRings {
    pub(super) fn new() -> TurnedRings {
        let none = [0.0; CHUNK];
        TurnedRings {
            count: 0,
            rows: [0; CHUNK],
            angles: none,
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

    /// Adds a body if it is such a shape. Returns whether it is. Its new scale is stored.
    #[inline(always)]
    pub(super) fn add(
        &mut self,
        rows: &Rows,
        row: usize,
        (angle, is_scaled): (f64, bool),
        [sin, cos]: [f64; 2],
    ) -> bool {
        if !rows.kinds[row].has_exact_box() {
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
            (self.rows[k], self.angles[k], self.sin[k], self.cos[k]) = (row as u32, angle, sin, cos);
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

    /// Returns a ring that was turned, to be written later.
    #[inline(always)]
    pub(super) fn turned(&self, k: usize) -> RingTurn {
        let mut vertices = [Point::default(); MOST];
        let order = self.order(k);
        if let Some(order) = order {
            self.write(k, order, &mut vertices[..order.count.min(MOST)]);
        }
        let count = order.map_or(0, |order| order.count);
        RingTurn {
            row: self.rows[k],
            angle: self.angles[k],
            sin_cos: [self.sin[k], self.cos[k]],
            count,
            vertices,
            core: self.core(k),
            radius: self.radii[k],
            depths: self.depths(k, count),
        }
    }

    /// Returns how deep the middle of the box is in the hull, below 0 if it is outside; and how far the furthest vertex is from it.
    #[inline(always)]
    fn depths(&self, k: usize, count: usize) -> [f32; 2] {
        let deep = match count {
            // The middle of a segment's box is on the segment.
            2 => 0.0,
            _ if self.depth[k] < 0.0 => -1.0,
            _ => self.depth[k].sqrt(),
        };
        [deep, self.far[k].sqrt()]
    }

    /// Writes a ring that was turned. Returns whether it does; if not, the body's vertices stay.
    #[inline(always)]
    pub(super) fn write_to(&self, rows: &mut Rows, k: usize) -> bool {
        let Some(order) = self.order(k) else { return false };
        let write = |vertices: &mut [Point]| self.write(k, order, vertices);
        let depths = self.depths(k, order.count);
        rows.set_ring(self.rows[k] as usize, order.count, write, (self.core(k), self.radii[k]), depths)
    }

    /// Returns a ring's body, and the sine and cosine of its angle.
    #[inline(always)]
    pub(super) fn of(&self, k: usize) -> (usize, [f64; 2]) {
        (self.rows[k] as usize, [self.sin[k], self.cos[k]])
    }

    /// Returns the hull order of a ring's vertices; `None` unless it is strictly convex.
    #[inline(always)]
    fn order(&self, k: usize) -> Option<Order> {
        let (count, is_left) = (self.counts[k] as usize, self.sides[0][k] > 0.0);
        // A ring that turns in one direction only goes around once for each vertex that is less than both of its
        // neighbours.
        let is_strict = (count == 2) | is_left | (self.sides[1][k] < 0.0);
        let is_ring = (self.leasts[k] == 1.0) & is_strict;
        is_ring.then_some(Order { count, first: self.least[k] as usize, is_left })
    }

    /// Writes the vertices of a ring in hull order.
    #[inline(always)]
    fn write(&self, k: usize, Order { count, first, is_left }: Order, to: &mut [Point]) {
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
    fn core(&self, k: usize) -> Bounds {
        let [left, top, right, bottom] = [0, 1, 2, 3].map(|side| whole(self.bounds[side][k]));
        Bounds { min: Point::new(left, top), max: Point::new(right, bottom) }
    }
}

/// Returns an integer of less than 32 bits as such.
#[inline(always)]
fn whole(x: f64) -> i32 {
    const LAST_BIT_IS_ONE: f64 = 1.5 * (1_u64 << 52) as f64;
    (x + LAST_BIT_IS_ONE).to_bits() as i32
}

//! An independent judge: bodies as convex sets on a lattice 2^20 times finer, and brute force in integers.

use kasuri::lattice::Point;
use kasuri::{
    mask::{Cover, Sprite},
    query::Form,
    shape::{CellForm, Convex},
};

/// The fine units in a lattice unit: a fraction of 2^20 of any path is a point of the fine lattice.
pub const FINE: i128 = 1 << 20;
/// The fine units in a pixel.
pub const PIXEL: f64 = 256.0 * FINE as f64;
/// 1e-3 px, the tolerance of SPEC 5.
pub const ALLOWED: i128 = 256 * FINE / 1000;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct V {
    pub x: i128,
    pub y: i128,
}

impl V {
    /// Returns a lattice point relative to an origin.
    pub fn of(p: Point, origin: Point) -> V {
        let fine = |x: i32, o: i32| (i128::from(x) - i128::from(o)) * FINE;
        V { x: fine(p.x, origin.x), y: fine(p.y, origin.y) }
    }

    /// Returns the fine point nearest to a position in pixels, relative to an origin.
    pub fn near(p: [f64; 2], origin: Point) -> V {
        let fine = |x: f64, o: i32| ((x - f64::from(o) / 256.0) * PIXEL).round() as i128;
        V { x: fine(p[0], origin.x), y: fine(p[1], origin.y) }
    }

    /// Returns a vector with a length in pixels along a direction.
    pub fn along(direction: [f64; 2], pixels: f64) -> V {
        let fine = |x: f64| (x * pixels * PIXEL).round() as i128;
        V { x: fine(direction[0]), y: fine(direction[1]) }
    }

    /// Returns a fraction of a path between lattice points; `numerator` is in 2^-20.
    pub fn part_of(from: Point, to: Point, numerator: i128) -> V {
        let part = |a: i32, b: i32| (i128::from(b) - i128::from(a)) * numerator;
        V { x: part(from.x, to.x), y: part(from.y, to.y) }
    }

    pub fn plus(self, o: V) -> V {
        V { x: self.x + o.x, y: self.y + o.y }
    }

    pub fn minus(self, o: V) -> V {
        V { x: self.x - o.x, y: self.y - o.y }
    }

    pub fn cross(self, o: V) -> i128 {
        self.x * o.y - self.y * o.x
    }

    pub fn dot(self, o: V) -> i128 {
        self.x * o.x + self.y * o.y
    }

    /// Returns the vector in pixels, around the origin.
    pub fn pixels(self) -> [f64; 2] {
        [self.x as f64 / PIXEL, self.y as f64 / PIXEL]
    }
}

/// The points within a radius of a hull.
#[derive(Debug, Clone)]
pub struct Set {
    pub vertices: Vec<V>,
    pub radius: i128,
}

impl Set {
    pub fn point(at: V) -> Set {
        Set { vertices: vec![at], radius: 0 }
    }

    pub fn of(convex: &Convex, origin: Point) -> Set {
        let vertices = convex.vertices().iter().map(|&p| V::of(p, origin)).collect();
        Set { vertices, radius: i128::from(convex.radius()) * FINE }
    }

    pub fn moved(&self, by: V) -> Set {
        Set { vertices: self.vertices.iter().map(|v| v.plus(by)).collect(), ..self.clone() }
    }

    /// Returns the edges as (start, vector); one without length for a point, one for a segment.
    pub fn edges(&self) -> Vec<(V, V)> {
        let v = &self.vertices;
        let n = if v.len() < 3 { 1 } else { v.len() };
        (0..n).map(|k| (v[k], v[(k + 1) % v.len()].minus(v[k]))).collect()
    }

    fn box_of(&self) -> [i128; 4] {
        let xs = || self.vertices.iter().map(|v| v.x);
        let ys = || self.vertices.iter().map(|v| v.y);
        [xs().min().unwrap(), ys().min().unwrap(), xs().max().unwrap(), ys().max().unwrap()]
    }

    /// Whether the hull has a point inside or on its edge; always false for a hull without interior.
    fn surrounds(&self, p: V) -> bool {
        self.vertices.len() > 2 && self.edges().iter().all(|&(a, e)| e.cross(p.minus(a)) <= 0)
    }

    /// Returns how far a point lies beyond the surface, in pixels: below 0 inside.
    pub fn height(&self, p: V) -> f64 {
        let away = |&(a, e): &(V, V)| {
            let (w, e) = (p.minus(a).pixels(), e.pixels());
            let length = e[0] * e[0] + e[1] * e[1];
            let t = if length > 0.0 { ((w[0] * e[0] + w[1] * e[1]) / length).clamp(0.0, 1.0) } else { 0.0 };
            (w[0] - t * e[0]).hypot(w[1] - t * e[1])
        };
        let nearest = self.edges().iter().map(away).fold(f64::INFINITY, f64::min);
        let sign = if self.surrounds(p) { -1.0 } else { 1.0 };
        sign * nearest - self.radius as f64 / PIXEL
    }
}

/// Whether two sets come within `slack` of each other; for `slack` below 0, whether their radii overlap by that much.
pub fn within(a: &Set, b: &Set, slack: i128) -> bool {
    let reach = a.radius + b.radius + slack;
    let ([ax0, ay0, ax1, ay1], [bx0, by0, bx1, by1]) = (a.box_of(), b.box_of());
    if reach < 0 || (bx0 - ax1).max(ax0 - bx1).max(by0 - ay1).max(ay0 - by1) > reach {
        return false;
    }
    let near = |a: &Set, b: &Set| {
        let edges = b.edges();
        a.vertices.iter().any(|&v| b.surrounds(v) || edges.iter().any(|&(s, e)| is_near(v, s, e, reach)))
    };
    near(a, b) || near(b, a) || a.edges().iter().any(|&e| b.edges().iter().any(|&f| cross_inside(e, f)))
}

/// Whether any two sets of two lists meet.
pub fn any_meet(a: &[Set], b: &[Set]) -> bool {
    a.iter().any(|a| b.iter().any(|b| within(a, b, 0)))
}

/// Whether a point lies within `reach` of an edge.
fn is_near(p: V, start: V, edge: V, reach: i128) -> bool {
    let (w, length) = (p.minus(start), edge.dot(edge));
    let along = w.dot(edge);
    if along <= 0 {
        return w.dot(w) <= reach * reach;
    }
    if along >= length {
        let w = w.minus(edge);
        return w.dot(w) <= reach * reach;
    }
    let beside = edge.cross(w).unsigned_abs();
    product(beside, beside) <= product(reach.unsigned_abs().pow(2), length.unsigned_abs())
}

/// Whether two edges cross between their ends.
fn cross_inside((a, e): (V, V), (b, f): (V, V)) -> bool {
    let splits = |a: V, e: V, b: V, f: V| {
        let (p, q) = (e.cross(b.minus(a)).signum(), e.cross(b.plus(f).minus(a)).signum());
        p * q < 0
    };
    splits(a, e, b, f) && splits(b, f, a, e)
}

/// Returns a * b in 256 bits, the high half first.
pub fn product(a: u128, b: u128) -> (u128, u128) {
    let halves = |x: u128| (x >> 64, x & u128::from(u64::MAX));
    let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
    let (low, cross, other) = (a0 * b0, a1 * b0, a0 * b1);
    let middle = (low >> 64) + halves(cross).1 + halves(other).1;
    (a1 * b1 + (cross >> 64) + (other >> 64) + (middle >> 64), middle << 64 | halves(low).1)
}

/// Returns the convex sets whose union is the form; for a sprite, its covered squares.
pub fn sets(form: &Form, origin: Point) -> Vec<Set> {
    match form {
        Form::Shape(parts) => parts.iter().map(|part| Set::of(part, origin)).collect(),
        Form::Sprite(sprite) => squares(sprite, origin),
        Form::Tiles(tiles) => {
            let of_cell = |form: &CellForm| match form {
                CellForm::Convex(convex) => vec![Set::of(convex, origin)],
                CellForm::Sprite(sprite) => squares(sprite, origin),
            };
            tiles.cells().flat_map(|cell| of_cell(&cell.form)).collect()
        }
    }
}

fn squares(sprite: &Sprite, origin: Point) -> Vec<Set> {
    let corner = |i: i32, j: i32| V::of(Point::new(i * 256, j * 256), origin);
    let square = |(i, j)| vec![corner(i, j), corner(i, j + 1), corner(i + 1, j + 1), corner(i + 1, j)];
    Cover::of(sprite).iter().map(|at| Set { vertices: square(at), radius: 0 }).collect()
}

/// Returns a lattice point near a form.
pub fn origin(form: &Form) -> Point {
    form.bounds().map_or(Point::default(), |b| b.min)
}

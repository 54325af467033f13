//! Placing by the reference itself (SPEC 2 and 4): it snaps, cuts and turns shapes and masks as they are given. A test
//! compares that with the forms that the library makes.

use crate::lattice::{Point, Vec2};
use crate::reference::hull::RoundHull;
use crate::reference::wide::V;
use crate::shape::{Placement, Polygon, Shape, ShapeKind};

/// The convex parts of a placed shape: the vertices of each one's hull and its radius.
pub type PlacedHulls = Vec<(Vec<Point>, i32)>;

/// Places a shape whose placement is valid and keeps it in the world.
pub fn place(shape: &Shape, placement: &Placement) -> PlacedHulls {
    let mut placed = Vec::new();
    match shape.shape_kind() {
        ShapeKind::Compound(parts) => {
            for part in parts {
                add(part.shape(), part.moved(), placement, &mut placed);
            }
        }
        _ => add(shape, Vec2::default(), placement, &mut placed),
    }
    placed
}

/// Adds the parts of a shape that is no compound, after moving its own coordinates by an offset.
fn add(shape: &Shape, offset: Vec2, placement: &Placement, to: &mut PlacedHulls) {
    let vertex = |v: Vec2| placed_vertex(Vec2::new(v.x + offset.x, v.y + offset.y), placement);
    let radius = |r: f64| snapped(r * placement.scale.x.abs());
    let mut push = |points: Vec<V>, radius: i64| {
        let hull = RoundHull::new(points, radius);
        let vertices = hull.vertices.iter().map(|v| Point::new(v.x as i32, v.y as i32));
        to.push((vertices.collect(), radius as i32));
    };
    match shape.shape_kind() {
        ShapeKind::Point => push(vec![vertex(Vec2::default())], 0),
        ShapeKind::Segment { a, b } => push(vec![vertex(*a), vertex(*b)], 0),
        ShapeKind::Circle { r } => push(vec![vertex(Vec2::default())], radius(*r)),
        ShapeKind::Capsule { a, b, r } => push(vec![vertex(*a), vertex(*b)], radius(*r)),
        ShapeKind::Rect { half } => push(corners(vertex(Vec2::default()), *half, placement), 0),
        ShapeKind::Ellipse { radii } => {
            let angle = |k: i32| f64::from(k) * std::f64::consts::PI / 32.0;
            let on_rim = |k| Vec2::new(radii.x * libm::cos(angle(k)), radii.y * libm::sin(angle(k)));
            push((0..64).map(|k| vertex(on_rim(k))).collect(), 0);
        }
        ShapeKind::Polygon(polygon) => parts_of(polygon).iter().for_each(|part| {
            push(part.iter().map(|&v| vertex(v)).collect(), 0);
        }),
        ShapeKind::Rounded { polygon, r } => parts_of(polygon).iter().for_each(|part| {
            push(part.iter().map(|&v| vertex(v)).collect(), radius(*r));
        }),
        ShapeKind::Chain { points, r } => points.windows(2).for_each(|two| {
            push(two.iter().map(|&v| vertex(v)).collect(), radius(*r));
        }),
        // A compound is no part of a compound.
        ShapeKind::Compound(_) => {}
    }
}

fn snapped(x: f64) -> i64 {
    (x * 256.0).round_ties_even() as i64
}

/// Returns where a vertex lands: snap(p) + snap(offset), the offset computed from left to right.
fn placed_vertex(v: Vec2, placement: &Placement) -> V {
    let (cos, sin) = (libm::cos(placement.angle), libm::sin(placement.angle));
    let Vec2 { x: sx, y: sy } = placement.scale;
    let x = ((cos * sx) * v.x) - ((sin * sy) * v.y);
    let y = ((sin * sx) * v.x) + ((cos * sy) * v.y);
    V { x: snapped(placement.at.x) + snapped(x), y: snapped(placement.at.y) + snapped(y) }
}

/// Returns the corners of a box: its centre plus and minus both half-axes.
fn corners(centre: V, half: Vec2, placement: &Placement) -> Vec<V> {
    let (cos, sin) = (libm::cos(placement.angle), libm::sin(placement.angle));
    let (hx, hy) = (half.x * placement.scale.x.abs(), half.y * placement.scale.y.abs());
    let along = V { x: snapped(hx * cos), y: snapped(hx * sin) };
    let across = V { x: snapped(-hy * sin), y: snapped(hy * cos) };
    vec![centre - along - across, centre + along - across, centre + along + across, centre - along + across]
}

/// Returns the parts of a polygon, by their vertices: itself where it is convex and has at most 64 vertices, else the
/// triangles of its ear clipping.
fn parts_of(polygon: &Polygon) -> Vec<Vec<Vec2>> {
    let given = polygon.points();
    let ring: Vec<V> = given.iter().map(|v| V { x: snapped(v.x), y: snapped(v.y) }).collect();
    let n = ring.len();
    let area: i128 = (0..n).map(|k| ring[k].cross(ring[(k + 1) % n])).sum();
    let turn = |[a, b, c]: [usize; 3]| (ring[b] - ring[a]).cross(ring[c] - ring[b]) * area.signum();
    let is_convex = (0..n).all(|k| turn([(k + n - 1) % n, k, (k + 1) % n]) >= 0);
    if is_convex && n <= 64 {
        return vec![given.to_vec()];
    }
    clipped(&ring, turn).iter().map(|triangle| triangle.map(|k| given[k]).to_vec()).collect()
}

/// Cuts ears off a ring until a triangle remains; `turn` is positive where three vertices turn as the ring does.
fn clipped(ring: &[V], turn: impl Fn([usize; 3]) -> i128) -> Vec<[usize; 3]> {
    let mut left: Vec<usize> = (0..ring.len()).collect();
    let mut triangles = Vec::new();
    let corner = |left: &[usize], k: usize| {
        let n = left.len();
        [left[(k + n - 1) % n], left[k], left[(k + 1) % n]]
    };
    loop {
        while let Some(flat) = (0..left.len()).find(|&k| turn(corner(&left, k)) == 0) {
            left.remove(flat);
        }
        if left.len() <= 3 {
            break;
        }
        let is_ear = |&k: &usize| {
            let three = corner(&left, k);
            turn(three) > 0 && !left.iter().any(|&v| !three.contains(&v) && holds(&turn, three, v))
        };
        let Some(ear) = (0..left.len()).find(is_ear) else { break };
        triangles.push(corner(&left, ear));
        left.remove(ear);
    }
    if let [a, b, c] = left[..] {
        triangles.push([a, b, c]);
    }
    triangles
}

/// Whether a closed triangle holds a vertex.
fn holds(turn: &impl Fn([usize; 3]) -> i128, [a, b, c]: [usize; 3], v: usize) -> bool {
    turn([a, b, v]) >= 0 && turn([b, c, v]) >= 0 && turn([c, a, v]) >= 0
}

/// Returns the six integers of a sprite's turn, ux, uy, vx, vy, u1 and v1, for a mask of a width and a height.
pub fn turn(size: [f64; 2], placement: &Placement, pivot: Option<Vec2>) -> [i64; 6] {
    let [w, h] = size;
    let pivot = pivot.unwrap_or(Vec2::new(w / 2.0, h / 2.0));
    let Vec2 { x: sx, y: sy } = placement.scale;
    // A mirrored mask has a mirrored pivot.
    let ox = if sx < 0.0 { w - pivot.x } else { pivot.x };
    let oy = if sy < 0.0 { h - pivot.y } else { pivot.y };
    let (c, s) = (libm::cos(placement.angle), libm::sin(placement.angle));
    let rint = |x: f64| (x * 65536.0).round_ties_even() as i64;
    [rint(c / sx.abs()), rint(s / sx.abs()), rint(-s / sy.abs()), rint(c / sy.abs()), rint(ox), rint(oy)]
}

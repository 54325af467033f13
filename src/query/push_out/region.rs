//! Convex polygons less some discs: how they are split, and which point of them is nearest to the origin.

use crate::query::push_out::{Vector, cross, dot, minus};

/// An open disc that is not part of a region.
#[derive(Debug, Clone, Copy)]
pub(super) struct RegionDisc {
    pub(super) centre: Vector,
    pub(super) radius: f64,
}

/// Room for rounding where a point is compared with a polygon or a disc: far below [`SHRINKAGE`](super::SHRINKAGE).
pub(super) const ROUNDING: f64 = 1e-6;

/// Where a polygon lies beside a line.
pub(super) enum LineSide {
    Behind,
    Beyond,
    Both,
}

/// Memory for splitting polygons.
#[derive(Debug, Default)]
pub(super) struct Splitter {
    heights: Vec<f64>,
    /// What is beyond the line, and what is behind it, after a split into both.
    pub(super) beyond: Vec<Vector>,
    pub(super) behind: Vec<Vector>,
}

impl Splitter {
    /// Splits a convex polygon by the line of all p with `normal * p = height`.
    pub(super) fn split(&mut self, polygon: &[Vector], normal: Vector, height: f64) -> LineSide {
        self.heights.clear();
        let (mut most, mut least) = (f64::NEG_INFINITY, f64::INFINITY);
        for &p in polygon {
            let h = dot(normal, p) - height;
            most = most.max(h);
            least = least.min(h);
            self.heights.push(h);
        }
        if most <= 0.0 {
            return LineSide::Behind;
        }
        if least >= 0.0 {
            return LineSide::Beyond;
        }
        self.beyond.clear();
        self.behind.clear();
        for (k, &p) in polygon.iter().enumerate() {
            let next = if k + 1 == polygon.len() { 0 } else { k + 1 };
            let (q, hp, hq) = (polygon[next], self.heights[k], self.heights[next]);
            if hp >= 0.0 {
                add(&mut self.beyond, p);
            }
            if hp <= 0.0 {
                add(&mut self.behind, p);
            }
            if (hp > 0.0 && hq < 0.0) || (hp < 0.0 && hq > 0.0) {
                let t = hp / (hp - hq);
                let x = [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
                add(&mut self.beyond, x);
                add(&mut self.behind, x);
            }
        }
        for ring in [&mut self.beyond, &mut self.behind] {
            if ring.len() > 1 && is_same(ring[0], ring[ring.len() - 1]) {
                ring.pop();
            }
        }
        LineSide::Both
    }
}

fn is_same(p: Vector, q: Vector) -> bool {
    (p[0] - q[0]).abs() < ROUNDING && (p[1] - q[1]).abs() < ROUNDING
}

/// Adds a vertex, unless the last one is the same point.
fn add(ring: &mut Vec<Vector>, p: Vector) {
    if ring.last().is_none_or(|&last| !is_same(p, last)) {
        ring.push(p);
    }
}

/// Returns the sides of a polygon as start and end. (-dy, dx) of each points outwards.
fn sides(polygon: &[Vector]) -> impl Iterator<Item = (Vector, Vector)> + '_ {
    let next = polygon.iter().skip(1).chain(polygon.first());
    polygon.iter().copied().zip(next.copied())
}

/// Whether a disc may reach into a polygon: no side has the polygon on one side and the disc on the other.
pub(super) fn may_meet(polygon: &[Vector], disc: &RegionDisc) -> bool {
    !sides(polygon).any(|(p, q)| {
        let e = minus(q, p);
        let away = cross(e, minus(disc.centre, p));
        away > 0.0 && away * away >= disc.radius * disc.radius * dot(e, e)
    })
}

/// Returns the nearest point to the origin of a polygon less some discs, and its distance; `None` where nothing is left.
pub(super) fn nearest(polygon: &[Vector], discs: &[RegionDisc]) -> Option<(Vector, f64)> {
    let of_polygon = nearest_of_polygon(polygon);
    if is_outside(discs, of_polygon) {
        return Some((of_polygon, dot(of_polygon, of_polygon).sqrt()));
    }
    nearest_on_discs(polygon, discs)
}

/// Returns the nearest point of a polygon: the origin itself where the polygon holds it.
fn nearest_of_polygon(polygon: &[Vector]) -> Vector {
    let mut best = (f64::INFINITY, [0.0; 2]);
    let mut holds_origin = polygon.len() > 2;
    for (p, q) in sides(polygon) {
        let e = minus(q, p);
        let (along, length) = (-dot(p, e), dot(e, e));
        holds_origin &= cross(p, e) <= 0.0;
        let x = if along <= 0.0 || length == 0.0 {
            p
        } else if along >= length {
            q
        } else {
            let t = along / length;
            [p[0] + e[0] * t, p[1] + e[1] * t]
        };
        let far = dot(x, x);
        if far < best.0 {
            best = (far, x);
        }
    }
    if holds_origin { [0.0; 2] } else { best.1 }
}

fn is_outside(discs: &[RegionDisc], x: Vector) -> bool {
    discs.iter().all(|disc| {
        let w = minus(x, disc.centre);
        let radius = disc.radius - ROUNDING;
        radius <= 0.0 || dot(w, w) >= radius * radius
    })
}

/// A polygon with its box, for points that may be off by rounding.
struct Roughly<'a> {
    polygon: &'a [Vector],
    min: Vector,
    max: Vector,
}

impl Roughly<'_> {
    fn of(polygon: &[Vector]) -> Roughly<'_> {
        let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for p in polygon {
            for axis in [0, 1] {
                min[axis] = min[axis].min(p[axis] - ROUNDING);
                max[axis] = max[axis].max(p[axis] + ROUNDING);
            }
        }
        Roughly { polygon, min, max }
    }

    fn holds(&self, x: Vector) -> bool {
        let is_in_box = (0..2).all(|axis| x[axis] >= self.min[axis] && x[axis] <= self.max[axis]);
        is_in_box
            && sides(self.polygon).all(|(p, q)| {
                let (e, w) = (minus(q, p), minus(x, p));
                let away = cross(e, w);
                // The ends of a short side are rounded, so it shows its direction only roughly.
                let rounding = ROUNDING * ROUNDING * dot(e, e).max(1e-6 * dot(w, w));
                away <= 0.0 || away * away <= rounding
            })
    }
}

/// Returns the nearest point where discs cover the polygon's own: a vertex, a foot of the origin on a circle, or a crossing
/// of a circle with a side or with another circle.
fn nearest_on_discs(polygon: &[Vector], discs: &[RegionDisc]) -> Option<(Vector, f64)> {
    let around = Roughly::of(polygon);
    let mut best: Option<(f64, Vector)> = None;
    let mut tell = |x: Vector, is_inside: bool| {
        let far = dot(x, x);
        if best.is_none_or(|best| far < best.0) && is_outside(discs, x) && (is_inside || around.holds(x)) {
            best = Some((far, x));
        }
    };
    polygon.iter().for_each(|&p| tell(p, true));
    for (k, disc) in discs.iter().enumerate() {
        feet(disc, |x| tell(x, false));
        sides(polygon).for_each(|(p, q)| cross_side(disc, p, q, |x| tell(x, true)));
        discs[..k].iter().for_each(|other| cross_discs(disc, other, |x| tell(x, false)));
    }
    best.map(|(far, x)| (x, far.sqrt()))
}

/// Reports the nearest point of a circle to the origin; the axis points of one around it.
fn feet(disc: &RegionDisc, mut tell: impl FnMut(Vector)) {
    let far = dot(disc.centre, disc.centre).sqrt();
    if far > 0.0 {
        let t = 1.0 - disc.radius / far;
        return tell(disc.centre.map(|x| x * t));
    }
    for n in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]] {
        tell(n.map(|x| x * disc.radius));
    }
}

/// Reports the points where a circle crosses a side.
fn cross_side(disc: &RegionDisc, p: Vector, q: Vector, mut tell: impl FnMut(Vector)) {
    let (e, w) = (minus(q, p), minus(p, disc.centre));
    let (length, along) = (dot(e, e), dot(w, e));
    let root = along * along - length * (dot(w, w) - disc.radius * disc.radius);
    // A tangent may miss the circle by rounding.
    if root < -2.0 * ROUNDING * disc.radius * length || length == 0.0 {
        return;
    }
    let root = root.max(0.0).sqrt();
    for t in [(-along - root) / length, (-along + root) / length] {
        if (-1e-9..=1.0 + 1e-9).contains(&t) {
            tell([p[0] + e[0] * t, p[1] + e[1] * t]);
        }
    }
}

/// Reports the points where two circles cross.
fn cross_discs(disc: &RegionDisc, other: &RegionDisc, mut tell: impl FnMut(Vector)) {
    let between = minus(other.centre, disc.centre);
    let apart = dot(between, between);
    let along = (apart + disc.radius * disc.radius - other.radius * other.radius) / (2.0 * apart);
    let across = disc.radius * disc.radius / apart - along * along;
    if apart > 0.0 && across >= 0.0 {
        let half = across.sqrt();
        let foot = [disc.centre[0] + between[0] * along, disc.centre[1] + between[1] * along];
        tell([foot[0] - between[1] * half, foot[1] + between[0] * half]);
        tell([foot[0] + between[1] * half, foot[1] - between[0] * half]);
    }
}

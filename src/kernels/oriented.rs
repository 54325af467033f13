//! Boxes that turn with a sprite: whether two are apart is told by four lines, before a pixel of either is looked at.
//!
//! The test only rejects. Everything is rounded in favour of boxes that meet, so no answer depends on it.

use crate::lattice::{Bounds, Point};
use crate::mask::{Mask, Turn};

/// What rounding may take away, in lattice units, where boxes are near each other.
const SLACK: f64 = 16.0;
/// And for every unit that their positions are apart.
const SLACK_OF_WAY: f64 = 1.0 / (1 << 20) as f64;
/// From the middle of a pixel's square to its corners, in lattice units, rounded up.
pub(crate) const SQUARE: f64 = 182.0;

/// A parallelogram around a position, in lattice units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Oriented {
    /// From the position to its middle.
    centre: [f64; 2],
    /// From the middle along each axis to the edge.
    axes: [[f32; 2]; 2],
    /// Perpendicular to each axis, of length 1; where the axis has none, 0.
    normals: [[f32; 2]; 2],
    /// How far it reaches along each of these.
    extents: [f32; 2],
}

impl Oriented {
    /// What holds the centres of all pixels that a sprite covers, mirrored or not. (Its squares reach `SQUARE` further.)
    pub(crate) fn of_sprite(mask: &Mask, turn: &Turn) -> Oriented {
        let [ux, uy, vx, vy] = [turn.ux, turn.uy, turn.vx, turn.vy].map(f64::from);
        let scale = 256.0 / (ux * vy - uy * vx);
        // From texels to the world; what u and v are rounded by is far below a texel.
        let to_world = |u: f64, v: f64| [(vy * u - uy * v) * scale, (ux * v - vx * u) * scale];
        let [w, h] = [mask.width(), mask.height()].map(|side| f64::from(side) * 32768.0);
        let centre = to_world(w - f64::from(turn.u1), h - f64::from(turn.v1));
        Oriented::new(centre, [to_world(w + 1.0, 0.0), to_world(0.0, h + 1.0)])
    }

    /// An upright box.
    pub(crate) fn of_bounds(bounds: Bounds) -> Oriented {
        let middle = |a: i32, b: i32| (f64::from(a) + f64::from(b)) / 2.0;
        let half = |a: i32, b: i32| (f64::from(b) - f64::from(a)) / 2.0;
        let (min, max) = (bounds.min, bounds.max);
        let axes = [[half(min.x, max.x), 0.0], [0.0, half(min.y, max.y)]];
        Oriented::new([middle(min.x, max.x), middle(min.y, max.y)], axes)
    }

    fn new(centre: [f64; 2], axes: [[f64; 2]; 2]) -> Oriented {
        let normals = axes.map(|[x, y]| {
            let length = (x * x + y * y).sqrt();
            if length > 0.0 { [-y / length, x / length] } else { [0.0, 0.0] }
        });
        let extents = [dot(axes[1], normals[0]).abs() as f32, dot(axes[0], normals[1]).abs() as f32];
        let single = |[x, y]: [f64; 2]| [x as f32, y as f32];
        Oriented { centre, axes: axes.map(single), normals: normals.map(single), extents }
    }

    /// Whether they are surely further apart than `grow` lattice units; `by` is the way from one position to the other.
    #[inline(always)]
    pub(crate) fn is_apart(&self, other: &Oriented, by: Point, grow: f64) -> bool {
        let way = [
            f64::from(by.x) + other.centre[0] - self.centre[0],
            f64::from(by.y) + other.centre[1] - self.centre[1],
        ];
        let grow = grow + SLACK + (way[0].abs() + way[1].abs()) * SLACK_OF_WAY;
        self.has_before(other, way, grow) | other.has_before(self, way, grow)
    }

    /// Whether the other lies beyond one of this one's edges.
    #[inline(always)]
    fn has_before(&self, other: &Oriented, way: [f64; 2], grow: f64) -> bool {
        let mut is_apart = false;
        for k in 0..2 {
            let normal = widened(self.normals[k]);
            let (p, q) = (dot(widened(other.axes[0]), normal), dot(widened(other.axes[1]), normal));
            is_apart |= dot(way, normal).abs() > f64::from(self.extents[k]) + p.abs() + q.abs() + grow;
        }
        is_apart
    }
}

#[inline(always)]
fn widened([x, y]: [f32; 2]) -> [f64; 2] {
    [f64::from(x), f64::from(y)]
}

#[inline(always)]
fn dot([a, b]: [f64; 2], [c, d]: [f64; 2]) -> f64 {
    a * c + b * d
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;
    use crate::mask::{Cover, Sprite};

    fn gap(a: &Cover, b: &Cover) -> Option<i64> {
        let near = |a: (i32, i32), b: (i32, i32)| {
            let side = |p: i32, q: i32| 256 * (i64::from(p) - i64::from(q)).abs().saturating_sub(1).max(0);
            side(a.0, b.0).pow(2) + side(a.1, b.1).pow(2)
        };
        a.iter().flat_map(|p| b.iter().map(move |q| near(p, q))).min()
    }

    #[test]
    fn what_is_rejected_is_apart() {
        let mut random = Random::new(11);
        let [mut rejected, mut apart] = [0; 2];
        for _ in 0..4000 {
            let small = |sprite: &Sprite| {
                let reach = sprite.reach();
                (reach.x1 - reach.x0) * (reach.y1 - reach.y0) < 600
            };
            let (a, b) = (random.sprite(), random.sprite());
            if !small(&a) || !small(&b) {
                continue;
            }
            let (p, q) = (a.reach(), b.reach());
            let mut shift = |first: i32, last: i32| 256 * (first - 12 + random.below(last - first + 24));
            let to = Point::new(
                b.at().x + shift(p.x0 - q.x1, p.x1 - q.x0),
                b.at().y + shift(p.y0 - q.y1, p.y1 - q.y0),
            );
            let b = b.moved_to(to);
            let [box_a, box_b] = [&a, &b].map(|sprite| Oriented::of_sprite(sprite.mask(), &sprite.turn()));
            let by = Point::new(to.x - a.at().x, to.y - a.at().y);
            let gap = gap(&Cover::of(&a), &Cover::of(&b));
            for margin in [0, 700, 2048] {
                let grow = f64::from(margin) + 2.0 * SQUARE;
                let is_apart = gap.is_none_or(|gap| gap > i64::from(margin).pow(2));
                let is_rejected = box_a.is_apart(&box_b, by, grow);
                assert!(is_apart || !is_rejected, "{a:?} {b:?}");
                rejected += u32::from(is_rejected);
                apart += u32::from(is_apart);
            }
            // Two that share a pixel have its centre in both boxes.
            let is_met = crate::query::overlap_sprite_sprite::overlap(&a, &b);
            assert!(!(is_met && box_a.is_apart(&box_b, by, 0.0)), "{a:?} {b:?}");
        }
        assert!(rejected > 200 && rejected * 6 > apart, "{rejected} of {apart}");
    }

    #[test]
    fn upright_boxes_are_apart_just_where_they_are() {
        let of = |side: i32| {
            Oriented::of_bounds(Bounds { min: Point::new(-side, 0), max: Point::new(side, 2 * side) })
        };
        let (a, b) = (of(1000), of(500));
        assert!(!a.is_apart(&b, Point::new(1500, 0), 0.0) && a.is_apart(&b, Point::new(1520, 0), 0.0));
        assert!(!a.is_apart(&b, Point::new(0, -1000), 0.0) && a.is_apart(&b, Point::new(0, -1020), 0.0));
        let point = Oriented::of_bounds(Bounds { min: Point::default(), max: Point::default() });
        assert!(
            !point.is_apart(&point, Point::default(), 0.0) && !a.is_apart(&point, Point::new(900, 900), 0.0)
        );
        assert!(a.is_apart(&point, Point::new(1 << 30, 0), 5000.0));
    }
}

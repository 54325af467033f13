//! The kinds of bodies in the matrix.

use std::f64::consts::FRAC_PI_3;
use std::sync::Arc;

use kasuri::{Body, Mask};

use crate::random::Random;
use crate::tables::motion::angle;
use crate::workloads::masks::blob;

/// A kind of body, of a given side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Point,
    Circle,
    Box,
    TurnedBox,
    Capsule,
    Hexagon,
    Segment,
    Sprite,
    Mirrored,
    Larger,
    TurnedSprite,
    Chain,
}

pub(super) const BULLETS: [Kind; 12] = [
    Kind::Circle,
    Kind::Point,
    Kind::Box,
    Kind::TurnedBox,
    Kind::Capsule,
    Kind::Hexagon,
    Kind::Segment,
    Kind::Sprite,
    Kind::Mirrored,
    Kind::Larger,
    Kind::TurnedSprite,
    Kind::Chain,
];
pub(super) const TARGETS: [Kind; 6] =
    [Kind::Circle, Kind::TurnedBox, Kind::Hexagon, Kind::Sprite, Kind::TurnedSprite, Kind::Chain];

/// The number of links of a chain.
pub(super) const LINKS: usize = 8;

/// A side in pixels, the mask of sprites, and the corners of the mask's texels, relative to its middle.
pub(super) struct Art {
    side: f64,
    pub(super) mask: Arc<Mask>,
    corners: Vec<[f64; 2]>,
}

impl Art {
    pub(super) fn new(side: usize) -> Art {
        let texels = blob(&mut Random::new(66 + side as u64), side);
        let mask = Mask::from_fn(side, side, |x, y| texels[y as usize * side + x as usize]);
        let corners = (0..side).flat_map(|y| row_corners(&texels[y * side..][..side], y)).collect();
        Art { side: side as f64, mask: Arc::new(mask.expect("a size that masks may have")), corners }
    }
}

/// Returns the corners of a row's first and last texel.
fn row_corners(row: &[bool], y: usize) -> Vec<[f64; 2]> {
    let middle = row.len() as f64 / 2.0;
    let (first, last) = (row.iter().position(|&solid| solid), row.iter().rposition(|&solid| solid));
    let corners = |x: usize| [[0, 0], [1, 0], [0, 1], [1, 1]].map(|[i, j]| [x + i, y + j]);
    let all = first.into_iter().chain(last).flat_map(corners);
    all.map(|corner| corner.map(|x| x as f64 - middle)).collect()
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Kind::Point => "point",
            Kind::Circle => "circle",
            Kind::Box => "box",
            Kind::TurnedBox => "turned box",
            Kind::Capsule => "capsule",
            Kind::Hexagon => "hexagon",
            Kind::Segment => "segment",
            Kind::Sprite => "sprite",
            Kind::Mirrored => "mirrored",
            Kind::Larger => "sprite x1.5",
            Kind::TurnedSprite => "turned sprite",
            Kind::Chain => "chain",
        }
    }

    pub(super) fn is_sprite(self) -> bool {
        matches!(self, Kind::Sprite | Kind::Mirrored | Kind::Larger | Kind::TurnedSprite)
    }

    /// Whether texels are not aligned with pixels.
    pub(super) fn is_turned_sprite(self) -> bool {
        matches!(self, Kind::Larger | Kind::TurnedSprite)
    }

    fn is_turned(self) -> bool {
        !matches!(self, Kind::Point | Kind::Circle | Kind::Box | Kind::Chain)
            && (!self.is_sprite() || self == Kind::TurnedSprite)
    }

    fn scale(self) -> [f64; 2] {
        match self {
            Kind::Mirrored => [-1.0, 1.0],
            Kind::Larger => [1.5, 1.5],
            _ => [1.0, 1.0],
        }
    }

    /// Makes body `k` of this kind.
    pub(super) fn body(self, art: &Art, k: usize) -> Body {
        let (points, r) = self.points(art);
        let body = match self {
            Kind::Point => Body::point(),
            Kind::Circle => Body::circle(r),
            Kind::Box | Kind::TurnedBox | Kind::Hexagon => Body::polygon(&points),
            Kind::Capsule => Body::capsule(points[0], points[1], r),
            Kind::Segment => Body::segment(points[0], points[1]),
            Kind::Chain => Body::chain(&points, r),
            _ => Body::sprite(&art.mask),
        };
        let body = body.scaled(self.scale());
        if self.is_turned() { body.turned(angle(k)) } else { body }
    }

    /// Returns points and a radius. The body's extent is that of circles with this radius around the points.
    fn points(self, art: &Art) -> (Vec<[f64; 2]>, f64) {
        let h = art.side / 2.0;
        match self {
            Kind::Point => (vec![[0.0, 0.0]], 0.0),
            Kind::Circle => (vec![[0.0, 0.0]], h),
            Kind::Box | Kind::TurnedBox => (vec![[-h, -h], [h, -h], [h, h], [-h, h]], 0.0),
            Kind::Capsule => (vec![[-h / 2.0, 0.0], [h / 2.0, 0.0]], h / 2.0),
            Kind::Hexagon => {
                let corner = |k| [(f64::from(k) * FRAC_PI_3).cos() * h, (f64::from(k) * FRAC_PI_3).sin() * h];
                ((0..6).map(corner).collect(), 0.0)
            }
            Kind::Segment => (vec![[-h, 0.0], [h, 0.0]], 0.0),
            Kind::Chain => {
                let wave = [0.0, 1.0, 0.0, -1.0];
                let point = |k: usize| [k as f64 * art.side / LINKS as f64 - h, wave[k % 4] * h / 3.0];
                ((0..=LINKS).map(point).collect(), h / 16.0)
            }
            _ => (art.corners.clone(), 0.0),
        }
    }

    /// Returns the tight bounding box of body `k`: left, top, right, bottom, relative to its position.
    pub(super) fn extent(self, art: &Art, k: usize) -> [f64; 4] {
        let (points, r) = self.points(art);
        let (sin, cos) = if self.is_turned() { angle(k).sin_cos() } else { (0.0, 1.0) };
        let [sx, sy] = self.scale();
        let mut extent = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
        for [x, y] in points {
            let [x, y] = [x * sx, y * sy];
            for (k, v) in [x * cos - y * sin, x * sin + y * cos].into_iter().enumerate() {
                extent[k] = extent[k].min(v - r);
                extent[k + 2] = extent[k + 2].max(v + r);
            }
        }
        extent
    }
}

/// Counts the pairs of a bullet and a target whose tight boxes overlap; the bullets' boxes are grown by a margin. The
/// count does not depend on how a broad phase finds candidates.
pub(super) fn tight_pairs(places: &[[f64; 2]], extents: &[[f64; 4]], bullets: usize, margin: f64) -> usize {
    let column = |axis: usize, side: usize, by: f64| -> Vec<f32> {
        let value = |k: usize| (places[k][axis] + extents[k][axis + side] + by) as f32;
        (0..bullets).map(value).collect()
    };
    let bullets_at =
        [column(0, 0, -margin), column(1, 0, -margin), column(0, 2, margin), column(1, 2, margin)];
    let [left, top, right, bottom] = &bullets_at;
    let mut sum = 0;
    for (at, extent) in places.iter().zip(extents).skip(bullets) {
        let [x0, y0, x1, y1] = std::array::from_fn(|k| (at[k % 2] + extent[k]) as f32);
        let meets = |k: usize| (left[k] <= x1) & (x0 <= right[k]) & (top[k] <= y1) & (y0 <= bottom[k]);
        sum += (0..bullets).map(|k| u32::from(meets(k))).sum::<u32>();
    }
    sum as usize
}

#[cfg(test)]
mod tests {
    use kasuri::{Touching, World};

    use super::*;

    /// Tests that the boxes are tight: a wall that just overlaps a box hits the body, and a wall just outside does
    /// not.
    #[test]
    fn extents_hold_the_body_and_no_more() {
        let art = Art::new(64);
        for kind in BULLETS {
            for k in [0, 3] {
                let extent = kind.extent(&art, k);
                for (axis, side) in [(0, 0), (0, 2), (1, 0), (1, 2)] {
                    let edge = extent[axis + side];
                    let out = if side == 0 { -1.0 } else { 1.0 };
                    // A wall outside the edge and one inside it, by half a pixel and a rounding error.
                    let is_hit = |by: f64| {
                        let mut world = World::builder().touching(Touching::Counts).build().expect("a world");
                        world.spawn(kind.body(&art, k).at([500.0, 500.0])).expect("valid");
                        let mut at = [500.0, 500.0];
                        at[axis] += edge + out * (by + 100.0);
                        world.spawn(Body::rect([100.0, 100.0]).at(at)).expect("valid");
                        world.step().expect("a CPU").began().len() == 1
                    };
                    assert!(!is_hit(0.6), "{} {k} {axis} {side}", kind.name());
                    assert!(is_hit(-1.1), "{} {k} {axis} {side}", kind.name());
                }
            }
        }
    }

    #[test]
    fn tight_pairs_are_counted() {
        let places = [[0.0, 0.0], [30.0, 0.0], [20.0, 0.0]];
        let extents = [[-4.0, -4.0, 4.0, 4.0], [-4.0, -4.0, 4.0, 4.0], [-10.0, -1.0, 5.0, 1.0]];
        let count = |margin| tight_pairs(&places, &extents, 2, margin);
        assert_eq!([count(0.0), count(1.0), count(5.9), count(6.0)], [0, 1, 1, 2]);
    }
}

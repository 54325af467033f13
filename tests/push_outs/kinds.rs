//! Random bodies of 21 kinds, anywhere or with corners at whole pixels, so that many edges lie on each other.

use std::sync::Arc;

use kasuri::shape::Part;
use kasuri::{Mask, Placement, Shape};

use crate::common::{self, Random, Thing, polygon};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Point,
    Segment,
    Circle,
    Ellipse,
    UprightBox,
    TurnedBox,
    Capsule,
    Convex,
    Concave,
    Round,
    RoundConcave,
    Compound,
    ThinChain,
    ThickChain,
    UprightSprite,
    MirroredSprite,
    ScaledSprite,
    TurnedSprite,
    HoledSprite,
    Checkerboard,
    Tiles,
}

pub const KINDS: [Kind; 21] = [
    Kind::Point,
    Kind::Segment,
    Kind::Circle,
    Kind::Ellipse,
    Kind::UprightBox,
    Kind::TurnedBox,
    Kind::Capsule,
    Kind::Convex,
    Kind::Concave,
    Kind::Round,
    Kind::RoundConcave,
    Kind::Compound,
    Kind::ThinChain,
    Kind::ThickChain,
    Kind::UprightSprite,
    Kind::MirroredSprite,
    Kind::ScaledSprite,
    Kind::TurnedSprite,
    Kind::HoledSprite,
    Kind::Checkerboard,
    Kind::Tiles,
];

impl Kind {
    pub fn is_sprite(self) -> bool {
        use Kind::*;
        [UprightSprite, MirroredSprite, ScaledSprite, TurnedSprite, HoledSprite, Checkerboard].contains(&self)
    }

    /// Whether one scale must hold for both axes.
    fn has_radius(self) -> bool {
        use Kind::*;
        [Circle, Capsule, Round, RoundConcave, Compound, ThinChain, ThickChain].contains(&self)
    }
}

/// Returns all unordered pairs of kinds but two tile maps, which are never paired.
pub fn kind_pairs() -> Vec<[Kind; 2]> {
    let all = (0..KINDS.len()).flat_map(|k| KINDS[..=k].iter().map(move |&b| [KINDS[k], b]));
    all.filter(|&pair| pair != [Kind::Tiles; 2]).collect()
}

/// Where corners are: anywhere, or at whole pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Corners {
    Anywhere,
    Whole,
}

impl Corners {
    fn point(self, rng: &mut Random, reach: f64) -> [f64; 2] {
        match self {
            Corners::Anywhere => rng.point(reach),
            Corners::Whole => [0; 2].map(|_| (rng.between(-reach, reach) / 2.0).round()),
        }
    }

    fn length(self, rng: &mut Random, least: f64, most: f64) -> f64 {
        let length = rng.between(least, most);
        match self {
            Corners::Anywhere => rng.pick(&[length, length.round().max(least)]),
            Corners::Whole => (length / 2.0).round().max(least),
        }
    }
}

/// Returns a random body of a kind.
pub fn body(rng: &mut Random, kind: Kind, corners: Corners) -> (Thing, Placement) {
    let thing = match kind {
        _ if kind.is_sprite() => Thing::Sprite(mask(rng, kind), pivot(rng)),
        Kind::Tiles => Thing::Tiles(common::tiles(rng)),
        _ => Thing::Shape(shape(rng, kind, corners)),
    };
    (thing, placement(rng, kind, corners))
}

fn pivot(rng: &mut Random) -> Option<kasuri::Vec2> {
    rng.chance(3).then(|| rng.point(20.0).into())
}

fn placement(rng: &mut Random, kind: Kind, corners: Corners) -> Placement {
    let turn = std::f64::consts::FRAC_PI_2 * rng.below(4) as f64;
    let angle = match (kind, corners) {
        (Kind::UprightBox | Kind::UprightSprite | Kind::MirroredSprite | Kind::Tiles, _) => 0.0,
        (Kind::TurnedSprite | Kind::TurnedBox, Corners::Anywhere) => rng.between(-10.0, 10.0),
        (_, Corners::Anywhere) => common::angle(rng),
        (_, Corners::Whole) => turn,
    };
    let sizes: &[f64] =
        if corners == Corners::Whole { &[1.0, -1.0] } else { &[1.0, -1.0, 0.5, 1.5, -2.0, 0.8] };
    let x = rng.pick(sizes);
    let y = if kind.has_radius() { x * rng.pick(&[1.0, -1.0]) } else { rng.pick(sizes) };
    let scale = match kind {
        Kind::Tiles | Kind::UprightSprite | Kind::TurnedSprite => [1.0, 1.0],
        Kind::MirroredSprite => rng.pick(&[[-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]]),
        Kind::ScaledSprite => [0; 2].map(|_| rng.pick(&[0.5, 2.0, 1.5, -1.25]) * rng.between(0.8, 1.0)),
        _ => [x, y],
    };
    Placement::default().turned(angle).scaled(scale)
}

pub fn shape(rng: &mut Random, kind: Kind, corners: Corners) -> Shape {
    let made = match kind {
        Kind::Point => Ok(Shape::point()),
        Kind::Segment => Shape::segment(corners.point(rng, 16.0), corners.point(rng, 16.0)),
        Kind::Circle => Shape::circle(corners.length(rng, 0.0, 12.0)),
        Kind::Ellipse => Shape::ellipse(corners.length(rng, 0.0, 12.0), corners.length(rng, 0.0, 9.0)),
        Kind::UprightBox | Kind::TurnedBox => {
            Shape::rect([corners.length(rng, 0.0, 14.0), corners.length(rng, 0.0, 14.0)])
        }
        Kind::Capsule => {
            let ends = [0; 2].map(|_| corners.point(rng, 12.0));
            Shape::capsule(ends[0], ends[1], corners.length(rng, 0.0, 8.0))
        }
        Kind::Convex => Shape::polygon(&outline(rng, corners, false)),
        Kind::Concave => Shape::polygon(&outline(rng, corners, true)),
        Kind::Round => Shape::rounded_polygon(&outline(rng, corners, false), corners.length(rng, 0.0, 5.0)),
        Kind::RoundConcave => {
            Shape::rounded_polygon(&outline(rng, corners, true), corners.length(rng, 0.0, 4.0))
        }
        Kind::Compound => compound(rng, corners),
        Kind::ThinChain => chain(rng, corners, 0.0),
        Kind::ThickChain => {
            let radius = corners.length(rng, 0.5, 5.0);
            chain(rng, corners, radius)
        }
        _ => unreachable!("{kind:?} is not a shape"),
    };
    made.unwrap()
}

fn chain(rng: &mut Random, corners: Corners, radius: f64) -> kasuri::Result<Shape> {
    let points: Vec<[f64; 2]> = (0..2 + rng.below(6)).map(|_| corners.point(rng, 18.0)).collect();
    Shape::chain(&points, radius)
}

fn compound(rng: &mut Random, corners: Corners) -> kasuri::Result<Shape> {
    use Kind::*;
    let kinds = [Point, Segment, Circle, Ellipse, TurnedBox, Capsule, Convex, Round, ThinChain, ThickChain];
    let parts = (0..1 + rng.below(5)).map(|_| {
        let kind = rng.pick(&kinds);
        Part::new(shape(rng, kind, corners)).offset(corners.point(rng, 12.0))
    });
    Shape::compound(parts.collect())
}

/// Returns the vertices of a polygon.
fn outline(rng: &mut Random, corners: Corners, is_concave: bool) -> Vec<[f64; 2]> {
    let mut length = || Corners::Whole.length(rng, 1.0, 16.0);
    let [w, h, x, y] = [length(), length(), length(), length()];
    match (corners, is_concave) {
        (Corners::Anywhere, _) => polygon(rng, is_concave).points().iter().map(|p| [p.x, p.y]).collect(),
        (Corners::Whole, false) => match rng.below(3) {
            0 => vec![[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]],
            1 => vec![[0.0, 0.0], [w, 0.0], [x, h]],
            _ => vec![[0.0, 0.0], [w, 0.0], [w + x, h], [x, h]],
        },
        // An L, a U and a T.
        (Corners::Whole, true) => match rng.below(3) {
            0 => vec![[0.0, 0.0], [w + x, 0.0], [w + x, h], [w, h], [w, h + y], [0.0, h + y]],
            1 => {
                let right = w + x + w;
                let inner = [[w + x, h], [w + x, 0.0], [right, 0.0], [right, h + y], [0.0, h + y]];
                [[0.0, 0.0], [w, 0.0], [w, h]].into_iter().chain(inner).collect()
            }
            _ => {
                let (left, right) = (w, w + x);
                let bar = [[0.0, 0.0], [right + w, 0.0], [right + w, h], [right, h]];
                bar.into_iter().chain([[right, h + y], [left, h + y], [left, h], [0.0, h]]).collect()
            }
        },
    }
}

fn mask(rng: &mut Random, kind: Kind) -> Arc<Mask> {
    let [w, h] = [0; 2].map(|_| rng.size(1..=14));
    let mask = match kind {
        Kind::Checkerboard => {
            let size = rng.int(1..=2) as i32;
            Mask::from_fn(w, h, |x, y| (x / size + y / size) % 2 == 0)
        }
        Kind::HoledSprite => {
            let holes: Vec<[i32; 4]> = (0..rng.size(1..=3))
                .map(|_| [w, h, 6, 6].map(|most| rng.below(most as u64) as i32))
                .collect();
            let is_hole = |[left, top, w, h]: [i32; 4], x, y| {
                (left..=left + w).contains(&x) && (top..=top + h).contains(&y)
            };
            Mask::from_fn(w, h, |x, y| !holes.iter().any(|&hole| is_hole(hole, x, y)))
        }
        _ => {
            let fill = rng.pick(&[20, 60, 90, 100]);
            let mut bits = Random::new(rng.bits());
            Mask::from_fn(w, h, |_, _| bits.below(100) < fill)
        }
    };
    Arc::new(mask.unwrap())
}

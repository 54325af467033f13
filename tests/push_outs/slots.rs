//! Walls with a slot or a pocket that is exactly as large as another body, in lattice units.

use std::sync::Arc;

use kasuri::query::Form;
use kasuri::shape::Part;
use kasuri::{Mask, Placement, Shape, TileMap};

use crate::common::{Random, Thing};
use crate::kinds::Kind;

/// A wall: the body, how it is placed, and how deep the slot is from the top of its box, in lattice units.
pub struct Wall {
    pub thing: Thing,
    pub placement: Placement,
    pub depth: i32,
}

/// Returns the width and the height of the box around a form, in lattice units.
pub fn size(form: &Form) -> Option<[i32; 2]> {
    form.bounds().map(|b| [b.max.x - b.min.x, b.max.y - b.min.y])
}

/// Returns a wall of a kind with a slot for a body; `None` for kinds that have no room for one.
pub fn wall(rng: &mut Random, kind: Kind, inner: [i32; 2]) -> Option<Wall> {
    let [w, h] = inner.map(|side| side.max(1));
    // Some slots are deeper than the body is high.
    let d = h + rng.pick(&[0, 0, 256, 700]);
    let [width, depth] = [w, d].map(|side| f64::from(side) / 256.0);
    let still = Placement::default();
    if kind.is_sprite() {
        return sprite(rng, kind, [w, d]);
    }
    let (thing, depth) = match kind {
        Kind::Concave => (Thing::Shape(polygon(width, depth, 0.0)), d),
        Kind::RoundConcave => (Thing::Shape(polygon(width, depth, rng.pick(&[0.25, 1.0, 2.5]))), d),
        Kind::ThinChain | Kind::ThickChain => {
            let r = if kind == Kind::ThinChain { 0.0 } else { rng.pick(&[0.25, 1.0, 2.5]) };
            let points = [[-r, 0.0], [-r, depth + r], [width + r, depth + r], [width + r, 0.0]];
            (Thing::Shape(Shape::chain(&points, r).unwrap()), d + (r * 256.0) as i32)
        }
        Kind::Compound => (Thing::Shape(posts(rng, width, depth)), d),
        Kind::Tiles => {
            // A closed pocket, or a slot; cells are at least a pixel large.
            let rows: &[&str] = rng.pick(&[&["###", "#.#", "###"][..], &["#.#", "#.#", "###"]]);
            let cell = [width, f64::from(h) / 256.0].map(|side| side.max(1.0));
            let map = TileMap::from_rows(cell, rows, &[]).unwrap();
            (Thing::Tiles(Arc::new(map)), 2 * h.max(256))
        }
        _ => return None,
    };
    Some(Wall { thing, placement: still, depth })
}

/// A block with a slot from above.
fn polygon(width: f64, depth: f64, r: f64) -> Shape {
    // Within the radius, the walls of the slot are further apart.
    let (left, right, floor, side) = (-r, width + r, depth + r, 4.0 + r);
    let mut points = vec![[left - side, r], [left, r], [left, floor], [right, floor], [right, r]];
    points.extend([[right + side, r], [right + side, floor + side], [left - side, floor + side]]);
    if r == 0.0 { Shape::polygon(&points) } else { Shape::rounded_polygon(&points, r) }.unwrap()
}

/// Two posts, with or without a floor.
fn posts(rng: &mut Random, width: f64, depth: f64) -> Shape {
    let part = |[x0, y0]: [f64; 2], [x1, y1]: [f64; 2]| {
        Part::new(Shape::polygon(&[[x0, y0], [x1, y0], [x1, y1], [x0, y1]]).unwrap())
    };
    let mut parts =
        vec![part([-4.0, 0.0], [0.0, depth + 3.0]), part([width, 0.0], [width + 4.0, depth + 3.0])];
    if rng.chance(2) {
        parts.push(part([-4.0, depth], [width + 4.0, depth + 3.0]));
    }
    Shape::compound(parts).unwrap()
}

/// A mask with a slot, or a pocket, of whole pixels.
fn sprite(rng: &mut Random, kind: Kind, inner: [i32; 2]) -> Option<Wall> {
    let (scale, by) = match kind {
        Kind::MirroredSprite => ([-1.0, 1.0], 1),
        Kind::ScaledSprite => ([2.0, 2.0], 2),
        Kind::Checkerboard => return None,
        _ => ([1.0, 1.0], 1),
    };
    let [w, d] = inner.map(|side| (side + 256 * by - 1) / (256 * by));
    let lid = if kind == Kind::HoledSprite { 3 } else { 0 };
    let is_set = |x: i32, y: i32| !((4..4 + w).contains(&x) && (lid..lid + d).contains(&y));
    let mask = Mask::from_fn((w + 8) as usize, (lid + d + 3) as usize, is_set).unwrap();
    let quarters = if kind == Kind::TurnedSprite { rng.below(4) as f64 } else { 0.0 };
    let placement = Placement::default().turned(quarters * std::f64::consts::FRAC_PI_2).scaled(scale);
    Some(Wall { thing: Thing::Sprite(Arc::new(mask), None), placement, depth: (lid + d) * 256 * by })
}

//! Tests of a solid against the cells of a tile map.

use crate::cpu::exact::run::{PlacedSolid, offset};
use crate::form::{Form, Touching};
use crate::kernels::{self, PairQuestion, Strips, middle};
use crate::lattice::{Bounds, Point, UNITS};
use crate::mask::Sprite;
use crate::shape::{CellForm, FourCells, Tiles};
use crate::simd::{Kernel, Lanes};

/// Whether a sprite, given its pixels, overlaps a tile map at a position. A kernel of its own, so that the loop over pairs stays
/// small.
pub(crate) struct SpriteOnMap<'a> {
    pub(crate) side: PlacedSolid<'a>,
    pub(crate) strips: Strips<'a>,
    pub(crate) tiles: &'a Tiles,
    pub(crate) at: Point,
    pub(crate) touching: Touching,
}

impl Kernel for SpriteOnMap<'_> {
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        let SpriteOnMap { side, strips, tiles, at, touching } = self;
        match sprite_meets_four(lanes, tiles, at, (side.bounds, &strips), touching) {
            Some(is_hit) => is_hit,
            None => map_meets(lanes, tiles, at, (&side, &strips), PairQuestion::overlap(touching)),
        }
    }
}

/// Whether a sprite, by its pixels, overlaps one of the four cells of a tile map near it; `None` if it overlaps no box among
/// them, and another cell may decide.
#[inline(always)]
fn sprite_meets_four<L: Lanes>(
    lanes: L,
    tiles: &Tiles,
    at: Point,
    (bounds, strips): (Bounds, &Strips<'_>),
    touching: Touching,
) -> Option<bool> {
    let near = bounds.seen_from(at);
    let all = tiles.four_cells_near(near);
    let around = || {
        let centre = middle(bounds);
        tiles.four_cells_around(Point::new(centre.x - at.x, centre.y - at.y))
    };
    let FourCells { corner, size, filled, whole_boxes } = all.or_else(around)?;
    // Squares are closed; where touches do not count they are open.
    let is_closed = i32::from(touching == Touching::Counts);
    let ranges = |corner: i32, size: i32, origin: i32| {
        let corner = corner - origin * UNITS;
        let first = |x: i32| (x - is_closed) >> 8;
        let end = |x: i32| ((x - 1 + is_closed) >> 8) + 1;
        [[first(corner - size), end(corner)], [first(corner), end(corner + size)]]
    };
    let [x, y] = strips.origin;
    let ranges = [ranges(corner.x + at.x, size.x, x), ranges(corner.y + at.y, size.y, y)];
    let is_hit = strips.has_any_in(lanes, ranges, filled & whole_boxes);
    (is_hit | (all.is_some() & (filled & !whole_boxes == 0))).then_some(is_hit)
}

/// Whether a cell of a tile map overlaps another form. If that is a sprite, its pixels are given.
#[inline(always)]
pub(super) fn map_meets<L: Lanes>(
    lanes: L,
    tiles: &Tiles,
    at: Point,
    (other, strips): (&PlacedSolid<'_>, &Strips<'_>),
    asked: PairQuestion,
) -> bool {
    let near = other.bounds.grown(asked.margin).seen_from(at);
    for cell in tiles.cells_near(near) {
        let corner = Point::new(at.x + cell.corner.x, at.y + cell.corner.y);
        let is_hit = match (cell.form, other.form) {
            (CellForm::Convex(part), Form::Shape(parts)) => kernels::shape_shape(
                lanes,
                std::slice::from_ref(part),
                parts.pieces(),
                offset(corner, other.at),
                asked,
            ),
            (CellForm::Convex(part), Form::Sprite(_)) => {
                let part = std::slice::from_ref(part);
                kernels::sprite_shape(lanes, strips, part, corner, asked)
            }
            (CellForm::Sprite(mask), Form::Shape(parts)) => {
                kernels::sprite_pieces(lanes, &drawn(mask, corner), parts, other.at, asked)
            }
            (CellForm::Sprite(mask), Form::Sprite(_)) => {
                kernels::sprite_sprite(lanes, &drawn(mask, corner), strips)
            }
            (_, Form::Tiles(_)) => false,
        };
        if is_hit {
            return true;
        }
    }
    false
}

/// Returns the strips of a cell's mask: unturned, with its corner at a position.
#[inline(always)]
fn drawn(sprite: &Sprite, corner: Point) -> Strips<'_> {
    let (offset, mask) = (sprite.upright_offset(), sprite.mask());
    let origin = [(corner.x + offset.x) >> 8, (corner.y + offset.y) >> 8];
    Strips::new(mask.strips([false; 2]), [mask.width() as i32, mask.height() as i32], origin)
}

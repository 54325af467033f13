//! Decides the queues, each with its kernel.

use crate::form::{Form, Touching};
use crate::kernels::{self, PairQuestion, Strips, middle};
use crate::lattice::{Bounds, Point, UNITS};
use crate::mask::Sprite;
use crate::query;
use crate::shape::{CellForm, FourCells, Tiles};
use crate::simd::{Kernel, Lanes};
use crate::world::covers::NO_COVER;
use crate::world::queues::bits::Bits;
use crate::world::queues::shapes::{Ask, Shapes};
use crate::world::queues::{Item, QUEUES, Queue, Seen, Side};
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// Runs the kernels of all queues.
#[inline(always)]
pub(super) fn run<L: Lanes>(
    lanes: L,
    seen: Seen<'_>,
    keys: &[Key],
    lists: &[[Vec<Item>; QUEUES]; 2],
    shapes: &mut Shapes,
    hits: &mut Bits,
) {
    let Seen { rows, views, .. } = seen;
    for touching in [Touching::Counts, Touching::Ignored] {
        let (asked, lists) = (PairQuestion::overlap(touching), &lists[touching as usize]);
        for item in &lists[Queue::Sprites as usize] {
            let [p, q] = item.covers.map(|cover| &views[cover as usize]);
            hits.set(item.key, kernels::sprite_sprite(lanes, p, &q.moved(item.way)));
        }
        let ask = |item: &Item| {
            let Key { a, b, regions: [i, j] } = keys[item.key as usize];
            ([Side::of(rows, a, i), Side::of(rows, b, j)], item.covers)
        };
        decide_shapes(lanes, rows, touching, shapes, hits);
        for item in &lists[Queue::SpriteShape as usize] {
            let ([a, b], [p, q]) = ask(item);
            let is_hit = match (a.form, b.form) {
                (Form::Shape(parts), _) => {
                    kernels::sprite_shape(lanes, &b.strips(views, q), parts, a.at, asked)
                }
                (_, Form::Shape(parts)) => {
                    kernels::sprite_shape(lanes, &a.strips(views, p), parts, b.at, asked)
                }
                _ => false,
            };
            hits.set(item.key, is_hit);
        }
        for item in &lists[Queue::Map as usize] {
            let ([a, b], [p, q]) = ask(item);
            hits.set(item.key, lanes.call(Parts { sides: [a, b], covers: [p, q], views, asked }));
        }
        for item in &lists[Queue::Whole as usize] {
            let ([a, b], _) = ask(item);
            hits.set(item.key, query::overlap_at(a.form, a.at, b.form, b.at, touching));
        }
    }
}

/// Decides the requested pairs of shapes: first by their hulls, then exactly where the hulls leave doubt.
#[inline(always)]
pub(super) fn decide_shapes<L: Lanes>(
    lanes: L,
    rows: &Rows,
    touching: Touching,
    shapes: &mut Shapes,
    hits: &mut Bits,
) {
    lanes.call(Decide { rows, touching, shapes, hits });
    while let Some(doubt) = shapes.next_doubtful() {
        let Ask { number, rows: [a, b], regions: [i, j], margin } = doubt;
        if !hits.get(number) {
            let (sides, asked) =
                ([Side::of(rows, a, i), Side::of(rows, b, j)], PairQuestion { touching, margin });
            hits.set(number, lanes.call(Parts { sides, covers: [NO_COVER; 2], views: &[], asked }));
        }
    }
}

/// Decides all requested pairs of shapes.
struct Decide<'a> {
    rows: &'a Rows,
    touching: Touching,
    shapes: &'a mut Shapes,
    hits: &'a mut Bits,
}

impl Kernel for Decide<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        self.shapes.decide(lanes, self.rows, self.touching, self.hits);
    }
}

/// Two regions, at most one of them a sprite, to be tested part by part and cell by cell, with the covers of sprites.
pub(super) struct Parts<'a> {
    pub(super) sides: [Side<'a>; 2],
    pub(super) covers: [u32; 2],
    pub(super) views: &'a [Strips<'a>],
    pub(super) asked: PairQuestion,
}

impl Kernel for Parts<'_> {
    /// Whether they overlap, or are within the margin.
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        let Parts { sides: [a, b], covers: [p, q], views, asked } = self;
        let (tiles, at, other) = match (a.form, b.form) {
            (Form::Shape(p), Form::Shape(q)) => {
                return kernels::shape_shape(lanes, p, q, way(a.at, b.at), asked);
            }
            (Form::Tiles(tiles), _) => (tiles, a.at, (b, q)),
            (_, Form::Tiles(tiles)) => (tiles, b.at, (a, p)),
            _ => return false,
        };
        let (other, cover) = other;
        let strips = match other.form {
            Form::Sprite(_) => other.strips(views, cover),
            _ => Strips::NONE,
        };
        map_meets(lanes, tiles, at, (&other, &strips), asked)
    }
}

/// Returns the vector from one position to another. They differ by at most 2^30.
#[inline(always)]
pub(super) fn way(from: Point, to: Point) -> Point {
    Point::new(to.x - from.x, to.y - from.y)
}

/// Whether a sprite, by its pixels, overlaps one of the four cells of a tile map near it; `None` if it overlaps no box among
/// them, and another cell may decide.
#[inline(always)]
pub(super) fn sprite_meets_four<L: Lanes>(
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
    let FourCells { corner, size, filled, whole_boxes: whole } = all.or_else(around)?;
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
    let is_hit = strips.has_any_in(lanes, ranges, filled & whole);
    (is_hit | (all.is_some() & (filled & !whole == 0))).then_some(is_hit)
}

/// Whether a cell of a tile map overlaps another form. If that is a sprite, its pixels are given.
#[inline(always)]
pub(super) fn map_meets<L: Lanes>(
    lanes: L,
    tiles: &Tiles,
    at: Point,
    (other, strips): (&Side<'_>, &Strips<'_>),
    asked: PairQuestion,
) -> bool {
    let near = other.bounds().grown(asked.margin).seen_from(at);
    for cell in tiles.cells_near(near) {
        let corner = Point::new(at.x + cell.corner.x, at.y + cell.corner.y);
        let is_hit = match (cell.form, other.form) {
            (CellForm::Convex(part), Form::Shape(parts)) => {
                kernels::shape_shape(lanes, std::slice::from_ref(part), parts, way(corner, other.at), asked)
            }
            (CellForm::Convex(part), Form::Sprite(_)) => {
                let part = std::slice::from_ref(part);
                kernels::sprite_shape(lanes, strips, part, corner, asked)
            }
            (CellForm::Sprite(mask), Form::Shape(parts)) => {
                kernels::sprite_shape(lanes, &drawn(mask, corner), parts, other.at, asked)
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

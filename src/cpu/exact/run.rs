//! Runs the listed tests, each list with its kernel.

use crate::cpu::Question;
use crate::cpu::bits::PairBits;
use crate::cpu::both;
use crate::cpu::classify::margin_of;
use crate::cpu::covers::{NO_COVER, recycled};
use crate::cpu::exact::maps::map_meets;
use crate::cpu::exact::shapes::{ShapeTest, Shapes};
use crate::cpu::exact::sprites::SpritePixels;
use crate::cpu::exact::{Owed, Queue, Tests, corner_of, is_sprite, pixels_between};
use crate::cpu::road::{Answers, CandidateEnds};
use crate::cpu::solids::Solids;
use crate::form::{Form, Touching};
use crate::kernels::{self, PairQuestion, Strips};
use crate::lattice::{Bounds, Point};
use crate::query;
use crate::simd::{Kernel, Lanes};

/// A solid at its position.
#[derive(Clone, Copy)]
pub(crate) struct PlacedSolid<'a> {
    pub(crate) form: &'a Form,
    pub(crate) at: Point,
    pub(crate) bounds: Bounds,
}

impl<'a> PlacedSolid<'a> {
    #[inline(always)]
    pub(super) fn of(solids: &Solids<'a>, solid: u32) -> PlacedSolid<'a> {
        PlacedSolid { form: solids.form(solid), at: solids.point(solid), bounds: solids.bounds(solid) }
    }

    /// Returns the strips of a sprite at its position, from those of its cover.
    #[inline(always)]
    fn strips<'s>(&self, views: &[Strips<'s>], cover: u32) -> Strips<'s> {
        views[cover as usize].moved(corner_of(self.bounds))
    }
}

impl Tests {
    /// Finds the pairs that overlap.
    #[inline(always)]
    pub(super) fn find_overlaps<L: Lanes>(&mut self, lanes: L, question: Question<'_>, hits: &mut PairBits) {
        let Tests { lists, shapes, sprites, .. } = self;
        for list in &mut *lists {
            sprites.group(&mut list[Queue::Sprites as usize]);
        }
        let memory = sprites.memory();
        let views = sprites.views(question.solids, memory);
        for touching in [Touching::Counts, Touching::Ignored] {
            let (asked, lists) = (PairQuestion::overlap(touching), &lists[touching as usize]);
            for test in &lists[Queue::Sprites as usize] {
                let [p, q] = both(test.covers, |cover| &views[cover as usize]);
                hits.set(test.number, kernels::sprite_sprite(lanes, p, &q.moved(test.offset)));
            }
            decide_shapes(lanes, question.solids, touching, shapes, hits);
            for test in &lists[Queue::SpriteShape as usize] {
                let pair = question.pairs[test.number as usize];
                let is_hit = sprite_meets_shape(lanes, question.solids, pair, test.covers, &views, asked);
                hits.set(test.number, is_hit);
            }
            for test in &lists[Queue::Map as usize] {
                let sides = sides_of(question, test.number);
                let is_hit = lanes.call(PartByPart { sides, covers: test.covers, views: &views, asked });
                hits.set(test.number, is_hit);
            }
            for test in &lists[Queue::Whole as usize] {
                let [a, b] = sides_of(question, test.number);
                hits.set(test.number, query::overlap_at(a.form, a.at, b.form, b.at, touching));
            }
        }
        let memory = recycled(views);
        sprites.keep(memory);
    }

    /// Finds which of the owed pairs come within their margins, among candidates without a hit.
    #[inline(always)]
    pub(super) fn find_grazes<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        ends: CandidateEnds<'_>,
        answers: &mut Answers,
    ) {
        let Tests { owed, shapes, sprites, .. } = self;
        let solids = question.solids;
        drop_hits(owed, ends, &answers.hits);
        sprites.wide.clear(sprites.covers.len());
        owed.retain_mut(|Owed { number, covers, offset }| {
            let pair = question.pairs[*number as usize];
            let (margin, mut bounds) = (margin_of(solids, pair), both(pair, |solid| solids.bounds(solid)));
            if !bounds[0].grown(margin).meets(bounds[1]) {
                return false;
            }
            match both(*covers, is_sprite) {
                [true, true] => {
                    if sprites.covers.is_second_widened(*covers) {
                        bounds.swap(0, 1);
                        covers.swap(0, 1);
                    }
                    *offset = pixels_between(bounds);
                    covers[0] = sprites.wide.ask(covers[0], margin);
                    true
                }
                [false, false] => {
                    shapes.ask(Touching::Counts, ShapeTest { number: *number, pair, margin });
                    false
                }
                _ => true,
            }
        });
        decide_shapes(lanes, solids, Touching::Counts, shapes, &mut answers.near);
        sprites.widen(solids);
        let memory = sprites.memory();
        let views = sprites.views(solids, memory);
        for &owed in &*owed {
            let is_near = come_near(lanes, question, owed, sprites, &views);
            answers.near.set(owed.number, is_near);
        }
        let memory = recycled(views);
        sprites.keep(memory);
        sprites.wide_pixels.forget_spreads();
    }
}

/// Returns the two solids of a pair.
#[inline(always)]
fn sides_of<'a>(question: Question<'a>, number: u32) -> [PlacedSolid<'a>; 2] {
    both(question.pairs[number as usize], |solid| PlacedSolid::of(question.solids, solid))
}

/// Drops the owed grazes of candidates that hit.
fn drop_hits(owed: &mut Vec<Owed>, ends: CandidateEnds<'_>, hits: &PairBits) {
    if ends.is_empty() {
        owed.retain(|owed| !hits.get(owed.number));
        return;
    }
    let (mut k, mut range, mut has_hit) = (0, [0; 2], false);
    owed.retain(|owed| {
        while owed.number >= range[1] {
            range = [range[1], ends[k]];
            k += 1;
            has_hit = (range[0]..range[1]).any(|number| hits.get(number));
        }
        !has_hit
    });
}

/// Whether a sprite and another solid come within their margin.
#[inline(always)]
fn come_near<L: Lanes>(
    lanes: L,
    question: Question<'_>,
    Owed { number, covers, offset }: Owed,
    sprites: &SpritePixels,
    views: &[Strips<'_>],
) -> bool {
    let (solids, pair) = (question.solids, question.pairs[number as usize]);
    let asked = PairQuestion::within(margin_of(solids, pair));
    if both(covers, is_sprite) == [true, true] {
        // (The first cover is the number of a widened one.)
        let of = sprites.wide.cover(covers[0]);
        let wide = sprites.wide_pixels.strips(&sprites.wide, covers[0], &views[of as usize]);
        return kernels::sprite_sprite(lanes, &wide, &views[covers[1] as usize].moved(offset));
    }
    let sides = both(pair, |solid| PlacedSolid::of(solids, solid));
    match both(sides, |side| side.form) {
        [Form::Tiles(tiles), _] | [_, Form::Tiles(tiles)] if tiles.has_masks() => {
            let [a, b] = both(sides, |side| side.form.standing_at(side.at));
            query::come_near(&a, &b, asked.margin)
        }
        [Form::Tiles(_), _] | [_, Form::Tiles(_)] => lanes.call(PartByPart { sides, covers, views, asked }),
        _ => sprite_meets_shape(lanes, solids, pair, covers, views, asked),
    }
}

/// Whether a sprite and a shape overlap, or come within a margin.
#[inline(always)]
fn sprite_meets_shape<L: Lanes>(
    lanes: L,
    solids: &Solids<'_>,
    pair: [u32; 2],
    covers: [u32; 2],
    views: &[Strips<'_>],
    asked: PairQuestion,
) -> bool {
    let [a, b] = both(pair, |solid| PlacedSolid::of(solids, solid));
    match (a.form, b.form) {
        (Form::Shape(parts), _) => {
            kernels::sprite_pieces(lanes, &b.strips(views, covers[1]), parts, a.at, asked)
        }
        (_, Form::Shape(parts)) => {
            kernels::sprite_pieces(lanes, &a.strips(views, covers[0]), parts, b.at, asked)
        }
        _ => false,
    }
}

/// Decides the requested pairs of shapes: first by their hulls, then exactly where the hulls leave doubt.
#[inline(always)]
fn decide_shapes<L: Lanes>(
    lanes: L,
    solids: &Solids<'_>,
    touching: Touching,
    shapes: &mut Shapes,
    bits: &mut PairBits,
) {
    lanes.call(DecideShapes { solids, touching, shapes, bits });
    while let Some(ShapeTest { number, pair, margin }) = shapes.next_doubtful() {
        if !bits.get(number) {
            let (sides, asked) =
                (both(pair, |solid| PlacedSolid::of(solids, solid)), PairQuestion { touching, margin });
            bits.set(number, lanes.call(PartByPart { sides, covers: [NO_COVER; 2], views: &[], asked }));
        }
    }
}

/// Decides all requested pairs of shapes.
struct DecideShapes<'a> {
    solids: &'a Solids<'a>,
    touching: Touching,
    shapes: &'a mut Shapes,
    bits: &'a mut PairBits,
}

impl Kernel for DecideShapes<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        self.shapes.decide(lanes, self.solids, self.touching, self.bits);
    }
}

/// Two solids, at most one of them a sprite, to be tested part by part and cell by cell, with the covers of sprites.
pub(super) struct PartByPart<'a> {
    pub(super) sides: [PlacedSolid<'a>; 2],
    pub(super) covers: [u32; 2],
    pub(super) views: &'a [Strips<'a>],
    pub(super) asked: PairQuestion,
}

impl Kernel for PartByPart<'_> {
    /// Whether they overlap, or are within the margin.
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        let PartByPart { sides: [a, b], covers: [p, q], views, asked } = self;
        let (tiles, at, other) = match (a.form, b.form) {
            (Form::Shape(p), Form::Shape(q)) => {
                return kernels::shapes_meet(lanes, p, q, offset(a.at, b.at), asked);
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
pub(in crate::cpu) fn offset(from: Point, to: Point) -> Point {
    Point::new(to.x - from.x, to.y - from.y)
}

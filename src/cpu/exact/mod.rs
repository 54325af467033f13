//! Exact tests of what is left: pairs are listed by what decides them, with the covers they need. First all overlaps are
//! decided, then the grazes of what does not overlap. A graze is the same test with a reach.

mod few_pixels;
mod maps;
mod run;
mod shapes;
mod sprites;

pub(crate) use maps::SpriteOnMap;
pub(crate) use run::PlacedSolid;
pub(super) use run::offset;

use crate::cpu::Question;
use crate::cpu::block::EIGHT;
use crate::cpu::both;
use crate::cpu::classify::{Finding, margin_of, ones, touching_of};
use crate::cpu::covers::NO_COVER;
use crate::cpu::exact::few_pixels::{FewPairs, FewPixels, few_pixels, few_pixels_near, few_pixels_on_map};
use crate::cpu::exact::shapes::{ShapeTest, Shapes};
use crate::cpu::exact::sprites::SpritePixels;
use crate::cpu::hulls::Hulls;
use crate::cpu::kind::Kind;
use crate::cpu::road::{Answers, CandidateEnds};
use crate::cpu::solids::Solids;
use crate::form::Touching;
use crate::lattice::{Bounds, PixelBox};
use crate::query;
use crate::simd::Lanes;

/// What decides a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
enum Queue {
    /// Two shapes, or a shape and a tile map.
    Shapes,
    SpriteShape,
    Sprites,
    /// A tile map with a sprite.
    Map,
    /// Pairs that must be decided as whole bodies, because touches are ignored and one has parts without interior
    /// (SPEC 3).
    Whole,
}

const QUEUES: usize = 5;

/// A test of a pair.
#[derive(Debug, Clone, Copy)]
struct Test {
    /// The number of the pair.
    number: u32,
    /// The covers of the two; `NO_COVER` for what is no sprite.
    covers: [u32; 2],
    /// The vector from the first one's box to the second one's, in pixels.
    offset: [i32; 2],
}

/// A pair whose graze must be tested if it does not overlap.
#[derive(Debug, Clone, Copy)]
struct Owed {
    number: u32,
    /// The covers of the two; of two sprites in the end the widened cover of one, and the cover of the other.
    covers: [u32; 2],
    /// The vector from the box of the widened sprite to that of the other, in pixels.
    offset: [i32; 2],
}

/// The listed tests. The memory is reused from one step to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Tests {
    /// The tests for overlaps, by touching and by what decides them.
    lists: [[Vec<Test>; QUEUES]; 2],
    owed: Vec<Owed>,
    few: FewPairs,
    shapes: Shapes,
    sprites: SpritePixels,
}

impl Tests {
    /// Begins a block.
    pub(super) fn begin(&mut self) {
        self.shapes.hulls().begin();
    }

    /// Lends the prepared hulls.
    pub(super) fn hulls(&mut self) -> &mut Hulls {
        self.shapes.hulls()
    }

    /// Lists tests for the open pairs among those with findings, from pair `first` on. Runs the tests when the covers take
    /// enough memory, but not between pairs of one candidate.
    #[inline(always)]
    pub(super) fn list<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        ends: CandidateEnds<'_>,
        (first, findings): (usize, &[Finding]),
        answers: &mut Answers,
    ) {
        for (first, some) in (first..).step_by(EIGHT).zip(findings.chunks(EIGHT)) {
            for k in ones(open_among(some)) {
                let number = (first + k) as u32;
                if self.sprites.covers.are_enough() && begins_candidate(ends, number) {
                    self.run(lanes, question, ends, answers);
                }
                self.put(question, number, some[k]);
            }
        }
    }

    /// Lists the tests of a pair.
    #[inline(always)]
    fn put(&mut self, question: Question<'_>, number: u32, finding: Finding) {
        let solids = question.solids;
        let pair @ [a, b] = question.pairs[number as usize];
        let (kinds, bounds) =
            (both(pair, |solid| solids.kind(solid)), both(pair, |solid| solids.bounds(solid)));
        if !finding.needs_graze_test() & kinds[0].is_drawn() & kinds[1].is_drawn() {
            self.put_drawn(solids, number, pair, bounds);
            return;
        }
        let touching = touching_of(question, pair);
        // For the others a graze takes no further test.
        let is_tested = finding.needs_graze_test();
        let margin = if is_tested { margin_of(solids, pair) } else { -1 };
        let queue = queue_of(solids, pair, touching);
        if let Some(pixels) = few_of(queue, kinds, bounds, margin) {
            let is_apart = finding == Finding::Apart;
            self.few.push(FewPixels { number, touching, margin, is_apart, pixels });
            return;
        }
        let covers = self.sprites.ask_both([a, b], solids, margin);
        if finding != Finding::Apart {
            self.push(queue, touching, pair, Test { number, covers, offset: pixels_between(bounds) });
        }
        if is_tested {
            self.owed.push(Owed { number, covers, offset: [0; 2] });
        }
    }

    /// Lists the test of two upright sprites whose graze needs no test. Their masks are shared: no pixels are made. (Without
    /// this, a frame of 10,000 upright sprites takes a fifth longer.)
    #[inline(always)]
    fn put_drawn(&mut self, solids: &Solids<'_>, number: u32, pair: [u32; 2], bounds: [Bounds; 2]) {
        let masks = &mut self.sprites.covers;
        let covers = [masks.ask_mask(solids, pair[0]), masks.ask_mask(solids, pair[1])];
        let test = Test { number, covers, offset: pixels_between(bounds) };
        self.lists[Touching::Counts as usize][Queue::Sprites as usize].push(test);
    }

    #[inline(always)]
    fn push(&mut self, queue: Queue, touching: Touching, pair: [u32; 2], test: Test) {
        if queue == Queue::Shapes {
            self.shapes.ask(touching, ShapeTest { number: test.number, pair, margin: 0 });
        } else {
            self.lists[touching as usize][queue as usize].push(test);
        }
    }

    /// Runs all listed tests.
    #[inline(always)]
    pub(super) fn run<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        ends: CandidateEnds<'_>,
        answers: &mut Answers,
    ) {
        self.few.decide(lanes, question, answers);
        self.sprites.make(question.solids);
        self.find_overlaps(lanes, question, &mut answers.hits);
        if !self.owed.is_empty() {
            self.find_grazes(lanes, question, ends, answers);
        }
        self.lists.iter_mut().flatten().for_each(Vec::clear);
        self.owed.clear();
        self.sprites.clear();
    }
}

/// Returns a bit for each of eight findings that is open. (Without a branch on each one: a processor could not predict it.)
#[inline(always)]
fn open_among(some: &[Finding]) -> u32 {
    some.iter().rev().fold(0, |bits, finding| 2 * bits + u32::from(finding.is_open()))
}

/// Whether a pair is the first one of its candidate.
fn begins_candidate(ends: CandidateEnds<'_>, number: u32) -> bool {
    ends.is_empty() || ends.binary_search(&number).is_ok()
}

/// Returns what decides two solids.
#[inline(always)]
fn queue_of(solids: &Solids<'_>, pair: [u32; 2], touching: Touching) -> Queue {
    let kinds = both(pair, |solid| solids.kind(solid));
    let are_sprites = both(kinds, Kind::is_sprite);
    match are_sprites {
        [true, true] => Queue::Sprites,
        _ if touching == Touching::Ignored && is_thin(solids, pair) => Queue::Whole,
        [false, false] => Queue::Shapes,
        _ if (kinds[0] == Kind::Map) | (kinds[1] == Kind::Map) => Queue::Map,
        _ => Queue::SpriteShape,
    }
}

/// Whether one of two solids has parts without interior.
#[inline(always)]
fn is_thin(solids: &Solids<'_>, pair: [u32; 2]) -> bool {
    let mut is_thin = false;
    for solid in pair {
        is_thin |= query::has_thin_parts(solids.form(solid));
    }
    is_thin
}

/// Returns the pixels that decide two solids, if they are few. No margin below 0 is asked for.
#[inline(always)]
fn few_of(queue: Queue, kinds: [Kind; 2], bounds: [Bounds; 2], margin: i32) -> Option<PixelBox> {
    match queue {
        Queue::Map => {
            let k = usize::from(!kinds[0].is_sprite());
            if margin < 0 { few_pixels_on_map(kinds[k].is_drawn(), bounds[k]) } else { None }
        }
        Queue::Sprites | Queue::SpriteShape if margin < 0 => few_pixels(bounds, kinds),
        Queue::Sprites | Queue::SpriteShape => few_pixels_near(bounds, kinds, margin),
        Queue::Shapes | Queue::Whole => None,
    }
}

/// Returns the first pixel of a sprite's box.
#[inline(always)]
fn corner_of(bounds: Bounds) -> [i32; 2] {
    [bounds.min.x >> 8, bounds.min.y >> 8]
}

/// Returns the vector from the box of one sprite to that of another, in pixels.
#[inline(always)]
fn pixels_between([from, to]: [Bounds; 2]) -> [i32; 2] {
    let (from, to) = (corner_of(from), corner_of(to));
    [to[0] - from[0], to[1] - from[1]]
}

/// Whether a cover is one of a sprite.
#[inline(always)]
fn is_sprite(cover: u32) -> bool {
    cover != NO_COVER
}

//! Judges candidates before they are queued: boxes and discs, the larger body's hull, or a coarse view of its mask decide
//! most of them.

use crate::form::Touching;
use crate::kernels::{PairQuestion, Settled, known};
use crate::lattice::Bounds;
use crate::simd::{Kernel, Lanes};
use crate::world::backend::{Asked as Question, Standing};
use crate::world::hulls::Hulls;
use crate::world::kind::Kind;
use crate::world::queues::beside_map::BesideMaps;
use crate::world::queues::beside_shape::BesideShapes;
use crate::world::queues::beside_sprite::BesideSprites;
use crate::world::queues::block::{Block, Bodies, EIGHT, Ways, eight_from, margins_of};
use crate::world::rows::Rows;

/// Two bodies without regions.
#[derive(Clone, Copy)]
pub(super) struct Bare {
    pub(super) rows: [u32; 2],
    pub(super) kinds: [Kind; 2],
    pub(super) bounds: [Bounds; 2],
    pub(super) touching: Touching,
    /// The graze margin of the pair, in lattice units; below 0 if neither reports grazes.
    pub(super) margin: i32,
}

impl Bare {
    /// Returns a pair of bodies without regions.
    #[inline(always)]
    pub(super) fn of(question: Question<'_>, [a, b]: [u32; 2]) -> Bare {
        let Question { rows, .. } = question;
        let touching = touching_of(question, [a, b]);
        let margin = margin_of(rows, [a, b]);
        let (first, second) = (a as usize, b as usize);
        Bare {
            rows: [a, b],
            kinds: [rows.kinds[first], rows.kinds[second]],
            bounds: [rows.bounds[first], rows.bounds[second]],
            touching,
            margin,
        }
    }

    /// Whether one of them is a tile map.
    #[inline(always)]
    pub(super) fn has_map(&self) -> bool {
        (self.kinds[0] == Kind::Map) | (self.kinds[1] == Kind::Map)
    }
}

/// Returns the rule between two bodies without regions.
#[inline(always)]
pub(super) fn touching_of(Question { rows, touching, .. }: Question<'_>, [a, b]: [u32; 2]) -> Touching {
    if touching.between.is_empty() {
        touching.usual
    } else {
        touching.of(rows.wide[a as usize], rows.wide[b as usize])
    }
}

/// Whether a pair has grazed before: its graze is not needed.
#[inline(always)]
pub(super) fn has_grazed(Question { grazed, .. }: Question<'_>, pair: [u32; 2]) -> bool {
    grazed.is_some_and(|grazed| grazed.contains(pair))
}

/// Returns the graze margin of a pair; below 0 if neither reports grazes.
#[inline(always)]
pub(super) fn margin_of(rows: &Rows, [a, b]: [u32; 2]) -> i32 {
    if rows.grazing == 0 {
        return -1;
    }
    rows.margin(a as usize).max(rows.margin(b as usize))
}

/// What is known of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Verdict {
    /// They neither overlap nor graze.
    Far = 0,
    /// They overlap.
    Hit = 1,
    /// They graze.
    Graze = 2,
    /// They do not overlap; whether they graze is unknown.
    Apart = 3,
    /// They overlap or graze.
    Close = 4,
    /// Nothing.
    Unknown = 5,
    /// Whether they overlap is unknown; no graze is needed.
    Open = 6,
    /// Nothing. They are two upright sprites of which no graze is needed; their kernel is as fast as any look at discs.
    Drawn = 7,
}

impl Verdict {
    /// Whether a further test must say whether the two graze.
    #[inline(always)]
    pub(super) fn needs_graze_test(self) -> bool {
        (self as u8 == Verdict::Apart as u8) | (self as u8 == Verdict::Unknown as u8)
    }

    /// Whether more can be found out about the candidate.
    #[inline(always)]
    pub(super) fn is_undecided(self) -> bool {
        matches!(self, Verdict::Apart | Verdict::Close | Verdict::Unknown | Verdict::Open)
    }

    /// Whether the candidate must be queued.
    #[inline(always)]
    pub(super) fn is_open(self) -> bool {
        self as u8 > Verdict::Hit as u8
    }
}

/// Verdicts by the bits of [`known`].
pub(super) const VERDICTS: [Verdict; known::END as usize] = {
    use Verdict::{Apart, Close, Far, Graze, Hit, Open, Unknown};
    let mut all = [Unknown; known::END as usize];
    let mut bits = 0;
    while bits < known::END {
        let (is_apart, is_near) = (bits & known::APART != 0, bits & known::NEAR != 0);
        let (is_far, is_enough) = (bits & known::FAR != 0, bits & known::ENOUGH != 0);
        all[bits as usize] = if bits & known::HIT != 0 {
            Hit
        } else if is_far | (is_apart & is_enough) {
            Far
        } else if is_apart & is_near {
            Graze
        } else if is_apart {
            Apart
        } else if is_enough {
            Open
        } else if is_near {
            Close
        } else {
            Unknown
        };
        bits += 1;
    }
    all
};

/// In the set of pairs that have grazed, the number of entries between one that is prefetched and the one that is read.
pub(super) const AHEAD: usize = 16;

/// Returns the numbers of the bits that are set.
#[inline(always)]
pub(super) fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        first
    })
}

/// Judges candidates. The memory is reused.
#[derive(Debug, Clone, Default)]
pub(super) struct Judge {
    verdicts: Vec<Verdict>,
    /// The candidates with a tile map, those whose larger body is a sprite, and those whose larger body is a shape.
    maps: BesideMaps,
    sprites: BesideSprites,
    shapes: BesideShapes,
}

impl Judge {
    /// Returns the verdicts about the candidates before the first one with regions.
    #[inline(always)]
    pub(super) fn judge<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        hulls: &mut Hulls,
    ) -> &[Verdict] {
        let bare = self.pick(lanes, question);
        self.maps.judge(lanes, question, &mut self.verdicts);
        self.shapes.judge(lanes, question, hulls, &mut self.verdicts);
        self.sprites.judge(lanes, question, &mut self.verdicts);
        &self.verdicts[..bare]
    }

    /// Returns the verdicts about pairs of regions of which no graze is needed, as far as boxes and discs can say them.
    #[inline(always)]
    pub(super) fn judge_regions<L: Lanes>(
        &mut self,
        lanes: L,
        bodies: Bodies<'_>,
        pairs: &[[u32; 2]],
    ) -> &[Verdict] {
        self.verdicts.resize(pairs.len() + EIGHT, Verdict::Far);
        lanes.call(CompareRegions { bodies, pairs, verdicts: &mut self.verdicts });
        &self.verdicts[..pairs.len()]
    }

    /// Judges circles, upright boxes and bodies beside shapes as far as boxes and discs can, and lists the others to be
    /// judged further. Returns the number of candidates before the first one with regions.
    #[inline(always)]
    fn pick<L: Lanes>(&mut self, lanes: L, question: Question<'_>) -> usize {
        let all = question.candidates.len();
        self.verdicts.resize(all + EIGHT, Verdict::Far);
        self.maps.begin();
        self.sprites.begin(all + EIGHT);
        self.shapes.begin(all + EIGHT);
        let mut k = 0;
        while k < all {
            let mut last = [[0; 2]; EIGHT];
            let pairs = eight_from(question.candidates, k, &mut last);
            let margins = margins_of(lanes, question.rows, pairs);
            let block = Block::of(lanes, Bodies::of(question.rows), pairs, margins);
            let ways = block.ways(lanes);
            let bare = ways.bare.trailing_ones() as usize;
            let count = bare.min(all - k);
            let ways = ways.first(count as u32);
            if ways.drawn.count_ones() as usize == EIGHT {
                self.verdicts[k..k + EIGHT].fill(Verdict::Drawn);
            } else {
                self.judge_block(lanes, question, (&block, ways), k);
            }
            k += count;
            if bare < EIGHT {
                break;
            }
        }
        k
    }

    /// Judges a block of candidates, the first one of which is number `at`.
    #[inline(always)]
    fn judge_block<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        (block, ways): (&Block<'_, L>, Ways),
        at: usize,
    ) {
        if (ways.upright | ways.drawn | ways.beside_shape) != 0 {
            self.compare_block(lanes, question, (block, ways), at);
        }
        for k in ones(ways.maps) {
            self.verdicts[at + k] = Verdict::Far;
        }
        for k in ones(ways.beside_map) {
            self.maps.list((at + k) as u32, map_first(question.rows, block.pair(k)));
        }
        if ways.beside_sprite != 0 {
            self.sprites.make_room(question.rows);
            for k in 0..EIGHT {
                let is_picked = ways.beside_sprite >> k & 1 != 0;
                self.sprites.pick((at + k) as u32, block.larger_first(k, ways), is_picked);
            }
        }
    }

    /// Judges the candidates of a block that are not beside sprites by their boxes and discs.
    #[inline(always)]
    fn compare_block<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        (block, ways): (&Block<'_, L>, Ways),
        at: usize,
    ) {
        let known = block.known(lanes, Bodies::of(question.rows), ways);
        let verdicts = &mut self.verdicts[at..at + EIGHT];
        let mut open = 0;
        for k in 0..EIGHT {
            verdicts[k] = VERDICTS[known[k] as usize % VERDICTS.len()];
            open |= u32::from(verdicts[k].is_undecided()) << k;
        }
        for k in ones(ways.drawn) {
            verdicts[k] = Verdict::Drawn;
        }
        for k in ones(ways.upright & open) {
            verdicts[k] = decide(question, block.pair(k));
        }
        if !question.touching.rooted.is_empty() {
            for k in ones(ways.upright) {
                if verdicts[k] == Verdict::Hit && !meet_rooted(question, block.pair(k)) {
                    verdicts[k] = VERDICTS[(known[k] & known::ENOUGH | known::APART | known::NEAR) as usize];
                }
            }
        }
        if ways.beside_shape != 0 {
            for (k, &known) in known.iter().enumerate() {
                let is_listed = ways.beside_shape & open & 1 << k != 0;
                self.shapes.list((at + k) as u32, block.larger_first(k, ways), known, is_listed);
            }
        }
    }
}

/// Compares regions by boxes and discs.
struct CompareRegions<'a> {
    bodies: Bodies<'a>,
    pairs: &'a [[u32; 2]],
    /// There is room for eight more.
    verdicts: &'a mut [Verdict],
}

impl Kernel for CompareRegions<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let CompareRegions { bodies, pairs, verdicts } = self;
        let no_graze = lanes.int(u32::MAX);
        for (k, verdicts) in (0..pairs.len()).step_by(EIGHT).zip(verdicts.chunks_exact_mut(EIGHT)) {
            let mut last = [[0; 2]; EIGHT];
            let block = Block::of(lanes, bodies, eight_from(pairs, k, &mut last), no_graze);
            let known = block.known(lanes, bodies, block.ways(lanes).by_discs());
            for (verdict, known) in verdicts.iter_mut().zip(known) {
                *verdict = VERDICTS[known as usize % VERDICTS.len()];
            }
        }
    }
}

/// Returns the map of two bodies, and then the other body.
#[inline(always)]
pub(super) fn map_first(rows: &Rows, [a, b]: [u32; 2]) -> [u32; 2] {
    if rows.kinds[a as usize] == Kind::Map { [a, b] } else { [b, a] }
}

/// Decides two circles or upright boxes.
#[inline(always)]
fn decide(question: Question<'_>, [a, b]: [u32; 2]) -> Verdict {
    let rows = question.rows;
    let (p, q) = (rows.upright(a), rows.upright(b));
    let is_hit = p.meets(q, PairQuestion::overlap(touching_of(question, [a, b])));
    let margin = margin_of(rows, [a, b]);
    let grazes = (margin >= 0) & p.meets(q, PairQuestion::within(margin.max(0)));
    let rest = if grazes { Verdict::Graze } else { Verdict::Far };
    if is_hit { Verdict::Hit } else { rest }
}

/// Whether two overlapping circles or boxes overlap under the `rooted` test too, if it is theirs. Two circles that do not
/// overlap under this test are within every margin.
fn meet_rooted(Question { rows, touching, .. }: Question<'_>, [a, b]: [u32; 2]) -> bool {
    let standing = |row: u32| {
        let (form, at) = (&rows.forms(row as usize)[0], rows.points[row as usize]);
        Standing { form, at, layers: rows.layers(row as usize) }
    };
    touching.rooted_overlap([standing(a), standing(b)]) != Some(false)
}

#[inline(always)]
pub(super) fn size(Bounds { min, max }: Bounds) -> i32 {
    (max.x - min.x) + (max.y - min.y)
}

/// Returns two rows as a pair.
#[inline(always)]
pub(super) fn ordered(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

/// What is settled of a pair, as bits of [`known`].
pub(super) const BITS: [u32; 4] = {
    let mut bits = [0; 4];
    bits[Settled::Overlap as usize] = known::HIT;
    bits[Settled::NoOverlap as usize] = known::APART;
    bits[Settled::Far as usize] = known::APART | known::FAR;
    bits
};

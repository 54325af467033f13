//! Classifies pairs, eight at a time: boxes and discs decide many of them at once. The others are settled by the larger one's
//! hull or by a coarse view of it.

use crate::cpu::Question;
use crate::cpu::block::{Block, EIGHT, Sorting, eight_from, margins_of};
use crate::cpu::both;
use crate::cpu::hulls::Hulls;
use crate::cpu::kind::Kind;
use crate::cpu::settle::{BesideHulls, BesideMaps, BesideMasks};
use crate::cpu::solids::Solids;
use crate::form::Touching;
use crate::kernels::{PairQuestion, known};
use crate::lattice::Bounds;
use crate::simd::Lanes;

/// Returns the rule between two solids.
#[inline(always)]
pub(super) fn touching_of(Question { solids, touching, .. }: Question<'_>, [a, b]: [u32; 2]) -> Touching {
    if touching.between.is_empty() {
        touching.usual
    } else {
        touching.of(solids.wide[a as usize], solids.wide[b as usize])
    }
}

/// Whether the bodies of two solids have grazed before: their graze is not needed.
#[inline(always)]
pub(super) fn has_grazed(Question { solids, grazed, .. }: Question<'_>, pair: [u32; 2]) -> bool {
    grazed.is_some_and(|grazed| grazed.contains(both(pair, |solid| solids.row(solid))))
}

/// Prefetches the entry of the bodies of two solids among those that have grazed.
#[inline(always)]
pub(super) fn prefetch_grazed(Question { solids, grazed, .. }: Question<'_>, pair: [u32; 2]) {
    if let Some(grazed) = grazed {
        grazed.prefetch_entry(both(pair, |solid| solids.row(solid)));
    }
}

/// Returns the graze margin of a pair; below 0 if neither reports grazes.
#[inline(always)]
pub(super) fn margin_of(solids: &Solids<'_>, [a, b]: [u32; 2]) -> i32 {
    if solids.grazing == 0 {
        return -1;
    }
    solids.margin(a).max(solids.margin(b))
}

/// What is known of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Finding {
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
}

impl Finding {
    /// Whether a further test must say whether the two graze.
    #[inline(always)]
    pub(super) fn needs_graze_test(self) -> bool {
        (self as u8 == Finding::Apart as u8) | (self as u8 == Finding::Unknown as u8)
    }

    /// Whether more can be found out about the candidate.
    #[inline(always)]
    pub(super) fn is_undecided(self) -> bool {
        matches!(self, Finding::Apart | Finding::Close | Finding::Unknown | Finding::Open)
    }

    /// Whether the pair needs an exact test.
    #[inline(always)]
    pub(super) fn is_open(self) -> bool {
        self as u8 > Finding::Graze as u8
    }

    /// Whether the two are known to graze unless they overlap.
    #[inline(always)]
    pub(super) fn is_near(self) -> bool {
        (self as u8 == Finding::Graze as u8) | (self as u8 == Finding::Close as u8)
    }
}

/// Verdicts by the bits of [`known`].
pub(super) const FINDINGS: [Finding; known::END as usize] = {
    use Finding::{Apart, Close, Far, Graze, Hit, Open, Unknown};
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

/// Classifies and settles pairs. The memory is reused.
#[derive(Debug, Clone, Default)]
pub(super) struct Classifier {
    findings: Vec<Finding>,
    /// The pairs with a tile map, those whose larger solid is a sprite, and those whose larger solid is a shape.
    maps: BesideMaps,
    masks: BesideMasks,
    hulls: BesideHulls,
}

impl Classifier {
    /// Returns the findings about all pairs.
    #[inline(always)]
    pub(super) fn judge<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        hulls: &mut Hulls,
    ) -> &[Finding] {
        self.classify(lanes, question);
        self.maps.settle(lanes, question, &mut self.findings);
        self.hulls.settle(lanes, question, hulls, &mut self.findings);
        self.masks.settle(lanes, question, &mut self.findings);
        &self.findings[..question.pairs.len()]
    }

    /// Compares boxes and discs, and lists the pairs that need more.
    #[inline(always)]
    fn classify<L: Lanes>(&mut self, lanes: L, question: Question<'_>) {
        let all = question.pairs.len();
        self.findings.resize(all + EIGHT, Finding::Far);
        self.maps.begin();
        self.masks.begin(all + EIGHT);
        self.hulls.begin(all + EIGHT);
        let mut k = 0;
        while k < all {
            let mut last = [[0; 2]; EIGHT];
            let pairs = eight_from(question.pairs, k, &mut last);
            let margins = margins_of(lanes, question.solids, pairs);
            let block = Block::of(lanes, question.solids, pairs, margins);
            let sorting = block.sorting(lanes).first(EIGHT.min(all - k) as u32);
            if sorting.drawn.count_ones() as usize == EIGHT {
                self.findings[k..k + EIGHT].fill(Finding::Open);
            } else {
                self.judge_block(lanes, question, (&block, sorting), k);
            }
            k += EIGHT;
        }
    }

    /// Judges a block of pairs, the first one of which is number `at`.
    #[inline(always)]
    fn judge_block<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        (block, sorting): (&Block<'_, L>, Sorting),
        at: usize,
    ) {
        if (sorting.upright | sorting.drawn | sorting.beside_shape) != 0 {
            self.compare_block(lanes, question, (block, sorting), at);
        }
        for k in ones(sorting.maps) {
            self.findings[at + k] = Finding::Far;
        }
        for k in ones(sorting.beside_map) {
            self.maps.list((at + k) as u32, map_first(question.solids, block.pair(k)));
        }
        if sorting.beside_sprite != 0 {
            self.masks.make_room(question.solids);
            for k in 0..EIGHT {
                let is_listed = sorting.beside_sprite >> k & 1 != 0;
                self.masks.list((at + k) as u32, block.larger_first(k, sorting), is_listed);
            }
        }
    }

    /// Judges the pairs of a block that are not beside sprites by their boxes and discs.
    #[inline(always)]
    fn compare_block<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        (block, sorting): (&Block<'_, L>, Sorting),
        at: usize,
    ) {
        let known = block.known(lanes, question.solids, sorting);
        let findings = &mut self.findings[at..at + EIGHT];
        let mut open = 0;
        for k in 0..EIGHT {
            findings[k] = FINDINGS[known[k] as usize % FINDINGS.len()];
            open |= u32::from(findings[k].is_undecided()) << k;
        }
        for k in ones(sorting.drawn) {
            findings[k] = Finding::Open;
        }
        for k in ones(sorting.upright & open) {
            findings[k] = decide(question, block.pair(k));
        }
        if !question.touching.rooted.is_empty() {
            for k in ones(sorting.upright) {
                if findings[k] == Finding::Hit && !meet_rooted(question, block.pair(k)) {
                    findings[k] = FINDINGS[(known[k] & known::ENOUGH | known::APART | known::NEAR) as usize];
                }
            }
        }
        if sorting.beside_shape != 0 {
            for (k, &known) in known.iter().enumerate() {
                let is_listed = sorting.beside_shape & open & 1 << k != 0;
                self.hulls.list((at + k) as u32, block.larger_first(k, sorting), known, is_listed);
            }
        }
    }
}

/// Returns the map of two bodies, and then the other body.
#[inline(always)]
pub(super) fn map_first(solids: &Solids<'_>, [a, b]: [u32; 2]) -> [u32; 2] {
    if solids.kind(a) == Kind::Map { [a, b] } else { [b, a] }
}

/// Decides two circles or upright boxes.
#[inline(always)]
fn decide(question: Question<'_>, [a, b]: [u32; 2]) -> Finding {
    let solids = question.solids;
    let (p, q) = (solids.upright(a), solids.upright(b));
    let is_hit = p.meets(q, PairQuestion::overlap(touching_of(question, [a, b])));
    let margin = margin_of(solids, [a, b]);
    let grazes = (margin >= 0) & p.meets(q, PairQuestion::within(margin.max(0)));
    let rest = if grazes { Finding::Graze } else { Finding::Far };
    if is_hit { Finding::Hit } else { rest }
}

/// Whether two overlapping circles or boxes overlap under the `rooted` test too, if it is theirs. Two circles that do not
/// overlap under this test are within every margin.
fn meet_rooted(Question { solids, touching, .. }: Question<'_>, pair: [u32; 2]) -> bool {
    touching.rooted_overlap(both(pair, |solid| solids.standing(solid))) != Some(false)
}

#[inline(always)]
pub(super) fn size(Bounds { min, max }: Bounds) -> i32 {
    (max.x - min.x) + (max.y - min.y)
}

/// Returns two solids as a pair.
#[inline(always)]
pub(super) fn ordered(a: u32, b: u32) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

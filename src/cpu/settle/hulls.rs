//! Settles pairs whose larger solid is a shape, and which discs alone do not decide: by the smaller solid's discs, and then by
//! its vertices, beside the larger one's hull; beside a shape of several parts, by its field.

use crate::cpu::Question;
use crate::cpu::block::{EIGHT, EightSolids, eight};
use crate::cpu::classify::{AHEAD, FINDINGS, Finding, has_grazed, margin_of, ordered, prefetch_grazed};
use crate::cpu::hulls::{HullHead, Hulled, Hulls};
use crate::cpu::kind::Kind;
use crate::cpu::settle::corners::{look_at_corners, prefetch_forms};
use crate::cpu::solids::Solids;
use crate::form::Form;
use crate::kernels::{Ball, BallsAt, Hull, compare_hulls, compare_with_discs, known};
use crate::lattice::Point;
use crate::simd::Lanes;

/// A pair that discs do not decide.
#[derive(Debug, Clone, Copy, Default)]
struct HullPair {
    /// The index of the pair.
    at: u32,
    /// The larger solid: its number, and then its index among those that are listed.
    larger: u32,
    smaller: u32,
    /// What is known of it, as bits of [`known`].
    known: u32,
}

/// The pairs that discs do not decide. The memory is reused.
#[derive(Debug, Clone, Default)]
pub(in crate::cpu) struct BesideHulls {
    listed: Vec<HullPair>,
    count: usize,
    /// The larger solids of the listed pairs, and for each solid its index there; [`NOT_LISTED`] before and after.
    larger: Vec<Larger>,
    indices: Vec<u32>,
}

const NOT_LISTED: u32 = u32::MAX;

/// The number of pairs whose forms are prefetched at a time.
const BLOCK: usize = 32;

impl BesideHulls {
    /// Prepares for at most `most` pairs.
    #[inline(always)]
    pub(in crate::cpu) fn begin(&mut self, most: usize) {
        self.listed.resize(most + EIGHT, HullPair::default());
        self.count = 0;
    }

    /// Lists pair `at`, of which this is known, if that is not enough.
    #[inline(always)]
    pub(in crate::cpu) fn list(&mut self, at: u32, [larger, smaller]: [u32; 2], known: u32, is_listed: bool) {
        self.listed[self.count] = HullPair { at, larger, smaller, known };
        self.count += usize::from(is_listed);
    }

    /// Judges the listed pairs: by the smaller solids' discs and then by their vertices, beside the hulls of the larger
    /// ones.
    #[inline(always)]
    pub(in crate::cpu) fn settle<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        hulls: &mut Hulls,
        findings: &mut [Finding],
    ) {
        if self.count == 0 {
            return;
        }
        self.list_larger(lanes, question.solids, hulls);
        self.measure(lanes, question, hulls, findings);
        self.keep_undecided();
        if question.grazed.is_some() {
            self.note_grazed(question, findings);
            self.keep_undecided();
        }
        self.look_at_corners(lanes, question, hulls, findings);
    }

    /// Lists the larger solids.
    #[inline(always)]
    fn list_larger<L: Lanes>(&mut self, lanes: L, solids: &Solids<'_>, hulls: &mut Hulls) {
        self.indices.resize(solids.len(), NOT_LISTED);
        self.larger.clear();
        for listed in &mut self.listed[..self.count] {
            let index = &mut self.indices[listed.larger as usize];
            if *index == NOT_LISTED {
                *index = self.larger.len() as u32;
                self.larger.push(Larger::of(lanes, solids, hulls, listed.larger));
            }
            listed.larger = *index;
        }
        for larger in &self.larger {
            self.indices[larger.solid as usize] = NOT_LISTED;
        }
    }

    /// Compares the smaller solids of the listed pairs with the hulls of the larger ones.
    #[inline(always)]
    fn measure<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        hulls: &Hulls,
        findings: &mut [Finding],
    ) {
        // The last block is filled with its last pair.
        let last = self.listed[self.count - 1];
        self.listed[self.count..self.count + EIGHT].fill(last);
        for block in self.listed[..self.count + EIGHT - 1].as_chunks_mut::<EIGHT>().0 {
            measure_eight(lanes, question, hulls, &self.larger, block);
            for listed in &mut *block {
                let larger = &self.larger[listed.larger as usize];
                if !larger.has_one_part {
                    listed.known |= look_at_field(question.solids, larger.solid, listed.smaller);
                }
            }
            for listed in block {
                findings[listed.at as usize] = FINDINGS[listed.known as usize];
            }
        }
    }

    /// Keeps only the listed pairs of which more can be found out.
    #[inline(always)]
    fn keep_undecided(&mut self) {
        let (mut count, mut k) = (0, 0);
        while k < self.count {
            let listed = self.listed[k];
            self.listed[count] = listed;
            count += usize::from(FINDINGS[listed.known as usize].is_undecided());
            k += 1;
        }
        self.count = count;
    }

    /// Notes which pairs have grazed before.
    #[inline(always)]
    fn note_grazed(&mut self, question: Question<'_>, findings: &mut [Finding]) {
        let pair = |listed: &HullPair, larger: &[Larger]| {
            ordered(larger[listed.larger as usize].solid, listed.smaller)
        };
        for k in 0..self.count {
            if let Some(later) = self.listed[..self.count].get(k + AHEAD) {
                prefetch_grazed(question, pair(later, &self.larger));
            }
            let listed = &mut self.listed[k];
            // (Only those are looked up whose grazes would need a further test.)
            if FINDINGS[listed.known as usize].needs_graze_test() {
                let has_grazed = has_grazed(question, pair(listed, &self.larger));
                listed.known |= u32::from(has_grazed) * known::ENOUGH;
                findings[listed.at as usize] = FINDINGS[listed.known as usize];
            }
        }
    }

    /// Settles listed pairs by the vertices of the smaller solids.
    #[inline(always)]
    fn look_at_corners<L: Lanes>(
        &self,
        lanes: L,
        question: Question<'_>,
        hulls: &Hulls,
        findings: &mut [Finding],
    ) {
        for some in self.listed[..self.count].chunks(BLOCK) {
            prefetch_forms(question.solids, some.iter().map(|listed| listed.smaller));
            for &HullPair { at, larger, smaller, known } in some {
                let more = look_at_corners(lanes, question, hulls, &self.larger[larger as usize], smaller);
                findings[at as usize] = FINDINGS[(known | more) as usize];
            }
        }
    }
}

/// What is needed of the larger solid of a pair: its only part.
#[derive(Debug, Clone, Copy)]
pub(super) struct Larger {
    pub(super) solid: u32,
    /// Where the centre of a circle is, or the origin of the hulls.
    pub(super) at: Point,
    pub(super) radius: i32,
    /// [`Hull::size`] and [`Hull::thin`] of the hulls.
    size: f32,
    thin: f32,
    /// Empty if it is a circle or has several parts.
    pub(super) hulls: Hulled,
    /// If it has several parts, only its number is set.
    pub(super) has_one_part: bool,
}

impl Larger {
    /// A solid of several parts.
    const NONE: Larger = Larger {
        solid: 0,
        at: Point::new(0, 0),
        radius: 0,
        size: 0.0,
        thin: 0.0,
        hulls: Hulled::NONE,
        has_one_part: false,
    };

    #[inline(always)]
    fn is_circle(&self) -> bool {
        self.has_one_part & self.hulls.is_empty()
    }

    #[inline(always)]
    fn of<L: Lanes>(lanes: L, solids: &Solids<'_>, hulls: &mut Hulls, solid: u32) -> Larger {
        if solids.kind(solid) == Kind::Circle {
            let (at, radius) = solids.circle(solid);
            return Larger { solid, at, radius, has_one_part: true, ..Larger::NONE };
        }
        if let Form::Shape(parts) = solids.form(solid)
            && parts.pieces().len() != 1
        {
            return Larger { solid, ..Larger::NONE };
        }
        let &HullHead { count, part, .. } = hulls.head(lanes, solids, solid);
        if count != 1 {
            return Larger { solid, ..Larger::NONE };
        }
        let (size, thin) =
            hulls.of(part.hulls()).first().map_or((0.0, 0.0), |hull| (hull.size(), hull.thin()));
        Larger {
            solid,
            at: part.centre_at(solids.point(solid)),
            radius: part.radius,
            size,
            thin,
            hulls: part.hulls(),
            has_one_part: true,
        }
    }
}

/// Returns what the field of a larger solid of several parts says of a smaller solid's discs, as bits of [`known`].
#[inline(always)]
fn look_at_field(solids: &Solids<'_>, larger: u32, smaller: u32) -> u32 {
    let Form::Shape(parts) = solids.form(larger) else { return 0 };
    let (at, kind) = (solids.point(larger), solids.kind(smaller));
    let Ball { centre, discs } = solids.ball(smaller, solids.bounds(smaller), kind);
    let place = Point::new(centre.x.wrapping_sub(at.x), centre.y.wrapping_sub(at.y));
    let Some([least, most]) = parts.signed_range(place) else { return 0 };
    let margin = margin_of(solids, [larger, smaller]).max(0) as f32;
    let (inner, outer) = (discs.inner(), discs.outer());
    let bit = |is: bool, bit: u32| if is { bit } else { 0 };
    // (A sprite may cover nothing. All of a shape that is so deep inside is inside.)
    let is_inside = (most < -outer) & kind.stores_discs();
    bit(is_inside | (inner >= 0.0) & (most <= inner), known::HIT)
        | bit(least > outer, known::APART)
        | bit(is_inside | (inner >= 0.0) & (most <= inner + margin), known::NEAR)
        | bit(least > outer + margin, known::FAR)
}

/// Adds what the smaller solids' discs say beside the larger ones' hulls.
#[inline(always)]
fn measure_eight<L: Lanes>(
    lanes: L,
    question: Question<'_>,
    hulls: &Hulls,
    all_larger: &[Larger],
    block: &mut [HullPair; EIGHT],
) {
    let solids = question.solids;
    let larger = eight(|k| &all_larger[block[k].larger as usize]);
    let kinds = eight(|k| solids.kind(block[k].smaller));
    let has_hulls = larger.iter().any(|larger| !larger.hulls.is_empty());
    // Distances from circles decide segments and capsules.
    let on_circles = eight(|k| if kinds[k].is_segment() & larger[k].is_circle() { u32::MAX } else { 0 });
    let has_circles = on_circles.iter().any(|&mask| mask != 0);
    // (Beside circles and solids of several parts there is nothing else to measure.)
    if !has_hulls && !has_circles {
        return;
    }
    let small = EightSolids::of(lanes, solids, eight(|k| block[k].smaller));
    let ([x, y], discs) = small.discs(lanes, solids);
    let margin = |k: usize| margin_of(solids, [larger[k].solid, block[k].smaller]);
    let origin_x = lanes.ints(&eight(|k| larger[k].at.x.cast_unsigned()), 0);
    let origin_y = lanes.ints(&eight(|k| larger[k].at.y.cast_unsigned()), 0);
    let balls = BallsAt {
        at: [lanes.floats_of(lanes.sub_ints(x, origin_x)), lanes.floats_of(lanes.sub_ints(y, origin_y))],
        discs,
        are_segments: small.are_segments(lanes),
        halves: small.halves(lanes, discs[0]),
        radii: lanes.floats(&eight(|k| larger[k].radius as f32)),
        sizes: lanes.floats(&eight(|k| larger[k].size)),
        thin: lanes.floats(&eight(|k| larger[k].thin)),
        margins: match solids.grazing {
            0 => lanes.float(0.0),
            _ => lanes.floats(&eight(|k| margin(k).max(0) as f32)),
        },
    };
    let are_unknown = lanes.bits_of(lanes.less(discs[0], lanes.float(0.0)));
    let mut parts: [&[Hull]; EIGHT] = [&[]; EIGHT];
    for k in 0..EIGHT {
        parts[k] = hulls.of(larger[k].hulls);
    }
    let mut all = [0; EIGHT];
    let mut known = if has_hulls { compare_hulls(lanes, &balls, parts) } else { lanes.int(0) };
    if has_circles {
        let are_circles = lanes.ints(&on_circles, 0);
        let others = lanes.sub_ints(lanes.int(u32::MAX), are_circles);
        let of_circles = lanes.and_ints(compare_with_discs(lanes, &balls), are_circles);
        known = lanes.or_ints(lanes.and_ints(known, others), of_circles);
    }
    lanes.put_ints(known, &mut all, 0);
    // (What is known to overlap shares a point in the interior of one of the two: that counts in any case (SPEC 3).)
    for k in 0..EIGHT {
        let counts = if are_unknown >> k & 1 == 0 { u32::MAX } else { known::APART | known::FAR };
        let is_nothing = parts[k].is_empty() & (on_circles[k] == 0);
        block[k].known |= if is_nothing { 0 } else { all[k] & counts };
    }
}

//! Settles pairs whose larger solid is a sprite, in groups that have it in common: by discs, and by a coarse view of its mask.
//! Of long segments that are left, it looks at both ends; of shapes whose middle is not in them, at one of their points.

use crate::cpu::Question;
use crate::cpu::block::{EIGHT, eight};
use crate::cpu::both;
use crate::cpu::classify::{
    AHEAD, FINDINGS, Finding, has_grazed, margin_of, ones, ordered, prefetch_grazed, touching_of,
};
use crate::cpu::kind::Kind;
use crate::cpu::solids::Solids;
use crate::form::{Form, Touching};
use crate::kernels::{
    Ball, EightBalls, EightEnds, LONG, SpriteAt, covered_points, known, known_at_first, look_at_ends,
    look_at_mask,
};
use crate::lattice::Bounds;
use crate::simd::Lanes;

/// A pair to judge.
#[derive(Debug, Clone, Copy, Default)]
struct MaskPair {
    /// The index of the pair.
    at: u32,
    larger: u32,
    smaller: u32,
}

/// The smaller solid of a pair, in its group: two rows of numbers, which are read as columns.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
struct GroupMember {
    /// The middle of its discs, and the bits of their radii.
    ball: [u32; 4],
    /// The graze margin of the pair, as i32; below 0 if no graze is needed. What else is known of it, as bits; the index of
    /// the pair; the solid.
    about: [u32; 4],
}

/// A point of it in the larger solid proves an overlap: not if touches do not count and it has no interior.
const PROVES: u32 = 1;
/// It is an upright sprite.
const IS_DRAWN: u32 = 2;
/// It is a sprite that is not upright.
const IS_TURNED: u32 = 4;
/// The boxes of the two are apart.
const IS_APART: u32 = 8;
/// It is a segment, with or without a radius.
const IS_SEGMENT: u32 = 16;
/// It is a shape without an inner disc: the middle of its box is not in it. A point of it proves an overlap.
const IS_HOLLOW: u32 = 32;

/// What the kind of a solid says of it. (A table, because tests of kinds would branch.)
const OF_KINDS: [u32; Kind::COUNT] = {
    let mut bits = [0; Kind::COUNT];
    bits[Kind::Mirrored as usize] = PROVES | IS_DRAWN;
    bits[Kind::AsDrawn as usize] = PROVES | IS_DRAWN;
    bits[Kind::Turned as usize] = PROVES | IS_TURNED;
    bits[Kind::Rising as usize] = IS_SEGMENT;
    bits[Kind::Falling as usize] = IS_SEGMENT;
    bits
};

impl GroupMember {
    #[inline(always)]
    fn of(question: Question<'_>, MaskPair { at, larger, smaller }: MaskPair) -> GroupMember {
        let solids = question.solids;
        let (kind, p, q) = (solids.kind(smaller), solids.bounds(larger), solids.bounds(smaller));
        let Ball { centre, discs } = solids.ball(smaller, q, kind);
        let touching = touching_of(question, ordered(larger, smaller));
        // Of solids without interior only touches are known.
        let is_proof = (touching == Touching::Counts) | (discs.inner() > 0.0);
        let bit = |is: bool, bit: u32| if is { bit } else { 0 };
        let is_hollow = kind.stores_discs() & is_proof & (discs.inner() < 0.0);
        let bits = OF_KINDS[kind as usize]
            | bit(is_proof, PROVES)
            | bit(!p.meets(q), IS_APART)
            | bit(is_hollow, IS_HOLLOW);
        let [inner, outer] = discs.radii;
        GroupMember {
            ball: [centre.x.cast_unsigned(), centre.y.cast_unsigned(), inner.to_bits(), outer.to_bits()],
            about: [margin_of(solids, [larger, smaller]).cast_unsigned(), bits, at, smaller],
        }
    }

    #[inline(always)]
    fn at(&self) -> u32 {
        self.about[2]
    }

    #[inline(always)]
    fn solid(&self) -> u32 {
        self.about[3]
    }
}

/// A long segment, with or without a radius, that its discs do not decide.
#[derive(Debug, Clone, Copy)]
struct LongSegment {
    member: GroupMember,
    /// The ends: x and y of each.
    ends: [u32; 4],
    /// What is known of it, as bits of [`known`].
    known: u32,
    /// The least squared distance of its centre from the mask.
    gap: f32,
}

impl LongSegment {
    /// Returns `None` for a segment that is described well by one disc.
    #[inline(always)]
    fn of(solids: &Solids<'_>, member: GroupMember, known: u32, gap: f32) -> Option<LongSegment> {
        let solid = member.solid();
        let (Bounds { min, max }, radius) = (solids.bounds(solid), f32::from_bits(member.ball[2]));
        let by = radius as i32;
        let ([x0, y0], [x1, y1]) = ([min.x + by, min.y + by], [max.x - by, max.y - by]);
        let (x, y, wide) = ((x1 - x0) as f32, (y1 - y0) as f32, 2.0 * LONG * radius);
        let is_long = x * x + y * y > wide * wide;
        let [y0, y1] = if solids.kind(solid) == Kind::Falling { [y1, y0] } else { [y0, y1] };
        let ends = [x0, y0, x1, y1].map(i32::cast_unsigned);
        is_long.then_some(LongSegment { member, ends, known, gap })
    }
}

/// A shape without an inner disc, which discs do not decide.
#[derive(Debug, Clone, Copy)]
struct HollowShape {
    member: GroupMember,
    /// A point of it: x and y twice.
    point: [u32; 4],
    /// What is known of it, as bits of [`known`].
    known: u32,
}

impl HollowShape {
    /// Takes a vertex of the piece in the middle of its list: of a chain it is about its middle.
    #[inline(always)]
    fn of(solids: &Solids<'_>, member: GroupMember, known: u32) -> Option<HollowShape> {
        let Form::Shape(parts) = solids.form(member.solid()) else { return None };
        let pieces = parts.pieces();
        let (vertex, at) = (*pieces.get(pieces.len() / 2)?.vertices().first()?, solids.point(member.solid()));
        let [x, y] = [vertex.x + at.x, vertex.y + at.y].map(i32::cast_unsigned);
        Some(HollowShape { member, point: [x, y, x, y], known })
    }
}

/// A pair whose graze would need a further test.
#[derive(Debug, Clone, Copy)]
struct AskedGraze {
    at: u32,
    pair: [u32; 2],
    /// What is known of it, as bits of [`known`].
    known: u32,
}

/// The pairs beside sprites. The memory is reused.
#[derive(Debug, Clone, Default)]
pub(in crate::cpu) struct BesideMasks {
    picks: Vec<MaskPair>,
    count: usize,
    /// The same, grouped by the larger solid.
    members: Vec<GroupMember>,
    /// For each solid the number of pairs of which it is the larger solid, and then where these begin; 0 before and after.
    counts: Vec<u32>,
    /// The solids with a count.
    larger: Vec<u32>,
    groups: usize,
    left: UndecidedMembers,
    asked: Vec<AskedGraze>,
}

/// The members of a group that their discs do not decide, and of which more points are looked at.
#[derive(Debug, Clone, Default)]
struct UndecidedMembers {
    long: Vec<LongSegment>,
    hollow: Vec<HollowShape>,
}

impl BesideMasks {
    /// Prepares for at most `most` pairs.
    #[inline(always)]
    pub(in crate::cpu) fn begin(&mut self, most: usize) {
        self.picks.resize(most + 1, MaskPair::default());
        self.larger.resize(most + 1, 0);
        (self.count, self.groups) = (0, 0);
    }

    /// Makes room for the counts of all solids. (Worlds without sprites never need them.)
    #[inline(always)]
    pub(in crate::cpu) fn make_room(&mut self, solids: &Solids<'_>) {
        self.counts.resize(solids.len(), 0);
    }

    /// Adds pair `at`, if it is to be judged here.
    #[inline(always)]
    pub(in crate::cpu) fn list(&mut self, at: u32, [larger, smaller]: [u32; 2], is_listed: bool) {
        self.picks[self.count] = MaskPair { at, larger, smaller };
        self.count += usize::from(is_listed);
        let counted = &mut self.counts[larger as usize];
        self.larger[self.groups] = larger;
        self.groups += usize::from((*counted == 0) & is_listed);
        *counted += u32::from(is_listed);
    }

    /// Judges the pairs.
    #[inline(always)]
    pub(in crate::cpu) fn settle<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        findings: &mut [Finding],
    ) {
        self.group(question);
        let (mut first, mut k) = (0, 0);
        while k < self.groups {
            let larger = self.larger[k];
            let end = std::mem::take(&mut self.counts[larger as usize]) as usize;
            let members = &self.members[first..end];
            judge_group(lanes, question, (larger, members), &mut self.left, &mut self.asked, findings);
            (first, k) = (end, k + 1);
        }
        self.note_grazed(question, findings);
    }

    /// Groups the pairs by their larger solid. The smaller solids are read here, in the order of the pairs, because
    /// nearly all of them are near each other in memory then.
    #[inline(always)]
    fn group(&mut self, question: Question<'_>) {
        let BesideMasks { picks, count, members, counts, larger, groups, .. } = self;
        let mut sum = 0;
        for &solid in &larger[..*groups] {
            let count = &mut counts[solid as usize];
            (*count, sum) = (sum, sum + *count);
        }
        members.resize(*count, GroupMember::default());
        for &pick in &picks[..*count] {
            let place = &mut counts[pick.larger as usize];
            members[*place as usize] = GroupMember::of(question, pick);
            *place += 1;
        }
    }

    /// Notes which pairs have grazed before, among those whose grazes would need a further test.
    #[inline(always)]
    fn note_grazed(&mut self, question: Question<'_>, findings: &mut [Finding]) {
        if question.grazed.is_none() {
            return;
        }
        for (k, &AskedGraze { at, pair, known }) in self.asked.iter().enumerate() {
            if let Some(later) = self.asked.get(k + AHEAD) {
                prefetch_grazed(question, later.pair);
            }
            let has_grazed = u32::from(has_grazed(question, pair));
            findings[at as usize] = FINDINGS[(known | (has_grazed * known::ENOUGH)) as usize];
        }
        self.asked.clear();
    }
}

/// Judges the pairs that have a larger solid in common.
#[inline(always)]
fn judge_group<L: Lanes>(
    lanes: L,
    question: Question<'_>,
    (larger, members): (u32, &[GroupMember]),
    left: &mut UndecidedMembers,
    asked: &mut Vec<AskedGraze>,
    findings: &mut [Finding],
) {
    let solids = question.solids;
    let at = solids.point(larger);
    let Form::Sprite(sprite) = solids.form(larger) else { return };
    let ball = solids.ball(larger, solids.bounds(larger), solids.kind(larger));
    let sprite = SpriteAt { sprite, at };
    for some in members.chunks(EIGHT) {
        let last = some.len() - 1;
        let EightFindings { known, gaps, are_segments, are_hollow } =
            judge_eight(lanes, sprite, ball, eight(|k| &some[k.min(last)]));
        let (mut open, mut tested) = (0, 0);
        for (k, member) in some.iter().enumerate() {
            let finding = FINDINGS[known[k] as usize];
            findings[member.at() as usize] = finding;
            open |= u32::from(finding.is_undecided()) << k;
            tested |= u32::from(finding.needs_graze_test()) << k;
        }
        for k in ones(open & are_segments) {
            if let Some(segment) = LongSegment::of(solids, some[k], known[k], gaps[k]) {
                left.long.push(segment);
                tested &= !(1 << k);
            }
        }
        for k in ones(open & are_hollow) {
            if let Some(shape) = HollowShape::of(solids, some[k], known[k]) {
                left.hollow.push(shape);
                tested &= !(1 << k);
            }
        }
        if question.grazed.is_some() {
            for k in ones(tested) {
                let (at, pair) = (some[k].at(), ordered(larger, some[k].solid()));
                asked.push(AskedGraze { at, pair, known: known[k] });
            }
        }
    }
    let mut note = |member: &GroupMember, known: u32| {
        let finding = FINDINGS[known as usize];
        findings[member.at() as usize] = finding;
        if question.grazed.is_some() && finding.needs_graze_test() {
            asked.push(AskedGraze { at: member.at(), pair: ordered(larger, member.solid()), known });
        }
    };
    for some in left.long.chunks(EIGHT) {
        let last = some.len() - 1;
        let known = judge_ends(lanes, sprite, eight(|k| &some[k.min(last)]));
        some.iter().zip(known).for_each(|(LongSegment { member, .. }, known)| note(member, known));
    }
    for some in left.hollow.chunks(EIGHT) {
        let last = some.len() - 1;
        let [x, y, ..] = lanes.columns(eight(|k| &some[k.min(last)].point));
        let covered = covered_points(lanes, sprite, [x, y]);
        for (k, shape) in some.iter().enumerate() {
            note(&shape.member, shape.known | if covered >> k & 1 == 1 { known::HIT } else { 0 });
        }
    }
    left.long.clear();
    left.hollow.clear();
}

/// What is known of eight solids beside a sprite.
struct EightFindings {
    /// As bits of [`known`].
    known: [u32; EIGHT],
    /// The least squared distances of their centres from the mask.
    gaps: [f32; EIGHT],
    /// A bit for each segment, and for each shape without an inner disc.
    are_segments: u32,
    are_hollow: u32,
}

/// Returns what the discs and the mask say of eight members.
#[inline(always)]
fn judge_eight<L: Lanes>(
    lanes: L,
    sprite: SpriteAt<'_>,
    ball: Ball,
    some: [&GroupMember; EIGHT],
) -> EightFindings {
    let [x, y, inner, outer] = lanes.columns(eight(|k| &some[k].ball));
    let [margins, bits, ..] = lanes.columns(eight(|k| &some[k].about));
    let zero = lanes.int(0);
    let has = |bit: u32| lanes.less_ints(zero, lanes.and_ints(bits, lanes.int(bit)));
    let small = EightBalls {
        at: [x, y],
        discs: [lanes.as_floats(inner), lanes.as_floats(outer)],
        margins: lanes.floats_of(lanes.max_ints(margins, zero)),
        can_prove: has(PROVES),
        are_drawn: has(IS_DRAWN),
        are_turned: has(IS_TURNED),
    };
    let before = known_at_first(lanes, has(IS_APART), lanes.less_ints(margins, zero));
    let (looked, gap) = look_at_mask(lanes, sprite, ball, &small);
    let all = lanes.or_ints(before, looked);
    let (mut known, mut gaps) = ([0; EIGHT], [0.0; EIGHT]);
    lanes.put_ints(lanes.and_ints(all, lanes.int(known::END - 1)), &mut known, 0);
    lanes.put_floats(gap, &mut gaps);
    let [are_segments, are_hollow] = both([IS_SEGMENT, IS_HOLLOW], |bit| lanes.bits_of(has(bit)));
    EightFindings { known, gaps, are_segments, are_hollow }
}

/// Returns what is known of eight segments when the mask is also looked at under their ends, as bits of [`known`].
#[inline(always)]
fn judge_ends<L: Lanes>(lanes: L, sprite: SpriteAt<'_>, some: [&LongSegment; EIGHT]) -> [u32; EIGHT] {
    let [x0, y0, x1, y1] = lanes.columns(eight(|k| &some[k].ends));
    let [_, _, radii, _] = lanes.columns(eight(|k| &some[k].member.ball));
    let [margins, bits, ..] = lanes.columns(eight(|k| &some[k].member.about));
    let zero = lanes.int(0);
    let ends = EightEnds {
        at: [[x0, y0], [x1, y1]],
        radii: lanes.as_floats(radii),
        margins: lanes.floats_of(lanes.max_ints(margins, zero)),
        prove: lanes.less_ints(zero, lanes.and_ints(bits, lanes.int(PROVES))),
    };
    let known = lanes.ints(&eight(|k| some[k].known), 0);
    let gaps = lanes.floats(&eight(|k| some[k].gap));
    let mut all = [0; EIGHT];
    lanes.put_ints(lanes.or_ints(known, look_at_ends(lanes, sprite, &ends, gaps)), &mut all, 0);
    all
}

//! Judges candidates whose larger body is a sprite, in groups that have it in common: by discs, and by a coarse view of its
//! mask. Of long segments that are left, it looks at both ends.

use crate::form::{Form, Touching};
use crate::kernels::{
    Ball, EightBalls, EightEnds, LONG, SpriteAt, known, known_at_first, look_at_ends, look_at_mask,
};
use crate::lattice::Bounds;
use crate::simd::Lanes;
use crate::world::backend::Asked as Question;
use crate::world::kind::Kind;
use crate::world::queues::block::{EIGHT, eight};
use crate::world::queues::judge::{
    AHEAD, BITS, VERDICTS, Verdict, has_grazed, margin_of, ones, ordered, touching_of,
};
use crate::world::queues::settle::settle_by_forms;
use crate::world::rows::Rows;

/// A candidate to judge.
#[derive(Debug, Clone, Copy, Default)]
struct Pick {
    /// The index of the candidate.
    at: u32,
    /// The larger body, and the smaller one.
    larger: u32,
    row: u32,
}

/// The smaller body of a candidate, in its group: two rows of numbers, which are read as columns.
#[derive(Debug, Clone, Copy, Default)]
#[repr(align(32))]
struct Member {
    /// The middle of its discs, and the bits of their radii.
    ball: [u32; 4],
    /// The graze margin of the pair, as i32; below 0 if no graze is needed. What else is known of it, as bits; the index of
    /// the candidate; the row.
    about: [u32; 4],
}

/// A point of it in the larger body proves an overlap: not if touches do not count and it has no interior.
const PROVES: u32 = 1;
/// It is an upright sprite.
const IS_DRAWN: u32 = 2;
/// It is a sprite that is not upright.
const IS_TURNED: u32 = 4;
/// The boxes of the two are apart.
const IS_APART: u32 = 8;
/// It is a segment, with or without a radius.
const IS_SEGMENT: u32 = 16;

/// What the kind of a body says of it. (A table, because tests of kinds would branch.)
const OF_KINDS: [u32; Kind::COUNT] = {
    let mut bits = [0; Kind::COUNT];
    bits[Kind::Mirrored as usize] = PROVES | IS_DRAWN;
    bits[Kind::AsDrawn as usize] = PROVES | IS_DRAWN;
    bits[Kind::Turned as usize] = PROVES | IS_TURNED;
    bits[Kind::Rising as usize] = IS_SEGMENT;
    bits[Kind::Falling as usize] = IS_SEGMENT;
    bits
};

impl Member {
    #[inline(always)]
    fn of(question: Question<'_>, Pick { at, larger, row }: Pick) -> Member {
        let rows = question.rows;
        let (kind, p, q) =
            (rows.kinds[row as usize], rows.bounds[larger as usize], rows.bounds[row as usize]);
        let Ball { centre, discs } = rows.ball(row, q, kind);
        let touching = touching_of(question, ordered(larger, row));
        // Of bodies without interior only touches are known.
        let is_proof = (touching == Touching::Counts) | (discs.inner() > 0.0);
        let bit = |is: bool, bit: u32| if is { bit } else { 0 };
        let bits = OF_KINDS[kind as usize] | bit(is_proof, PROVES) | bit(!p.meets(q), IS_APART);
        let [inner, outer] = discs.radii;
        Member {
            ball: [centre.x.cast_unsigned(), centre.y.cast_unsigned(), inner.to_bits(), outer.to_bits()],
            about: [margin_of(rows, [larger, row]).cast_unsigned(), bits, at, row],
        }
    }

    #[inline(always)]
    fn at(&self) -> u32 {
        self.about[2]
    }

    #[inline(always)]
    fn row(&self) -> u32 {
        self.about[3]
    }
}

/// A long segment, with or without a radius, that its discs do not decide.
#[derive(Debug, Clone, Copy)]
struct LongSegment {
    member: Member,
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
    fn of(rows: &Rows, member: Member, known: u32, gap: f32) -> Option<LongSegment> {
        let row = member.row() as usize;
        let (Bounds { min, max }, radius) = (rows.bounds[row], f32::from_bits(member.ball[2]));
        let by = radius as i32;
        let ([x0, y0], [x1, y1]) = ([min.x + by, min.y + by], [max.x - by, max.y - by]);
        let (x, y, wide) = ((x1 - x0) as f32, (y1 - y0) as f32, 2.0 * LONG * radius);
        let is_long = x * x + y * y > wide * wide;
        let [y0, y1] = if rows.kinds[row] == Kind::Falling { [y1, y0] } else { [y0, y1] };
        let ends = [x0, y0, x1, y1].map(i32::cast_unsigned);
        is_long.then_some(LongSegment { member, ends, known, gap })
    }
}

/// A candidate whose graze would need a further test.
#[derive(Debug, Clone, Copy)]
struct Asked {
    at: u32,
    pair: [u32; 2],
    /// What is known of it, as bits of [`known`].
    known: u32,
}

/// The candidates beside sprites. The memory is reused.
#[derive(Debug, Clone, Default)]
pub(super) struct BesideSprites {
    picks: Vec<Pick>,
    count: usize,
    /// The same, grouped by the larger body.
    members: Vec<Member>,
    /// For each row the number of picks of which it is the larger body, and then where these begin; 0 before and after.
    counts: Vec<u32>,
    /// The rows with a count.
    larger: Vec<u32>,
    groups: usize,
    long: Vec<LongSegment>,
    asked: Vec<Asked>,
}

impl BesideSprites {
    /// Prepares for at most `most` candidates.
    #[inline(always)]
    pub(super) fn begin(&mut self, most: usize) {
        self.picks.resize(most + 1, Pick::default());
        self.larger.resize(most + 1, 0);
        (self.count, self.groups) = (0, 0);
    }

    /// Makes room for the counts of all rows. (Worlds without sprites never need them.)
    #[inline(always)]
    pub(super) fn make_room(&mut self, rows: &Rows) {
        self.counts.resize(rows.len(), 0);
    }

    /// Adds candidate `at`, if it is to be judged here.
    #[inline(always)]
    pub(super) fn pick(&mut self, at: u32, [larger, row]: [u32; 2], is_picked: bool) {
        self.picks[self.count] = Pick { at, larger, row };
        self.count += usize::from(is_picked);
        let counted = &mut self.counts[larger as usize];
        self.larger[self.groups] = larger;
        self.groups += usize::from((*counted == 0) & is_picked);
        *counted += u32::from(is_picked);
    }

    /// Judges the candidates.
    #[inline(always)]
    pub(super) fn judge<L: Lanes>(&mut self, lanes: L, question: Question<'_>, verdicts: &mut [Verdict]) {
        self.group(question);
        let (mut first, mut k) = (0, 0);
        while k < self.groups {
            let larger = self.larger[k];
            let end = std::mem::take(&mut self.counts[larger as usize]) as usize;
            let members = &self.members[first..end];
            judge_group(lanes, question, (larger, members), &mut self.long, &mut self.asked, verdicts);
            (first, k) = (end, k + 1);
        }
        self.note_grazed(question, verdicts);
    }

    /// Groups the candidates by their larger body. The smaller bodies are read here, in the order of the candidates, because
    /// nearly all of them are near each other in memory then.
    #[inline(always)]
    fn group(&mut self, question: Question<'_>) {
        let BesideSprites { picks, count, members, counts, larger, groups, .. } = self;
        let mut sum = 0;
        for &row in &larger[..*groups] {
            let count = &mut counts[row as usize];
            (*count, sum) = (sum, sum + *count);
        }
        members.resize(*count, Member::default());
        for &pick in &picks[..*count] {
            let place = &mut counts[pick.larger as usize];
            members[*place as usize] = Member::of(question, pick);
            *place += 1;
        }
    }

    /// Notes which candidates have grazed before, among those whose grazes would need a further test.
    #[inline(always)]
    fn note_grazed(&mut self, question: Question<'_>, verdicts: &mut [Verdict]) {
        let Some(grazed) = question.grazed else { return };
        for (k, &Asked { at, pair, known }) in self.asked.iter().enumerate() {
            if let Some(later) = self.asked.get(k + AHEAD) {
                grazed.prefetch_entry(later.pair);
            }
            let has_grazed = u32::from(has_grazed(question, pair));
            verdicts[at as usize] = VERDICTS[(known | (has_grazed * known::ENOUGH)) as usize];
        }
        self.asked.clear();
    }
}

/// Judges the candidates that have a larger body in common.
#[inline(always)]
fn judge_group<L: Lanes>(
    lanes: L,
    question: Question<'_>,
    (larger, members): (u32, &[Member]),
    long: &mut Vec<LongSegment>,
    asked: &mut Vec<Asked>,
    verdicts: &mut [Verdict],
) {
    let rows = question.rows;
    let (row, at) = (larger as usize, rows.points[larger as usize]);
    let Form::Sprite(sprite) = &rows.forms(row)[0] else { return };
    let ball = rows.ball(larger, rows.bounds[row], rows.kinds[row]);
    let sprite = SpriteAt { sprite, at };
    for some in members.chunks(EIGHT) {
        let last = some.len() - 1;
        let Judged { known, gaps, vague, are_segments } =
            judge_eight(lanes, sprite, ball, eight(|k| &some[k.min(last)]));
        let (mut open, mut tested) = (0, 0);
        for (k, member) in some.iter().enumerate() {
            let verdict = VERDICTS[known[k] as usize];
            verdicts[member.at() as usize] = verdict;
            open |= u32::from(verdict.is_undecided()) << k;
            tested |= u32::from(verdict.needs_graze_test()) << k;
        }
        let mut known = known;
        for k in ones(open & vague) {
            let (at, pair) = (some[k].at() as usize, [larger, some[k].row()]);
            let touching = touching_of(question, ordered(pair[0], pair[1]));
            let settled = settle_by_forms(rows, pair, touching, margin_of(rows, pair));
            known[k] |= BITS[settled as usize];
            verdicts[at] = VERDICTS[known[k] as usize];
            open &= !(u32::from(!verdicts[at].is_undecided()) << k);
            tested &= !(u32::from(!verdicts[at].needs_graze_test()) << k);
        }
        for k in ones(open & are_segments) {
            if let Some(segment) = LongSegment::of(rows, some[k], known[k], gaps[k]) {
                long.push(segment);
                tested &= !(1 << k);
            }
        }
        if question.grazed.is_some() {
            for k in ones(tested) {
                let (at, pair) = (some[k].at(), ordered(larger, some[k].row()));
                asked.push(Asked { at, pair, known: known[k] });
            }
        }
    }
    for some in long.chunks(EIGHT) {
        let last = some.len() - 1;
        let known = judge_ends(lanes, sprite, eight(|k| &some[k.min(last)]));
        for (LongSegment { member, .. }, known) in some.iter().zip(known) {
            let verdict = VERDICTS[known as usize];
            verdicts[member.at() as usize] = verdict;
            if question.grazed.is_some() && verdict.needs_graze_test() {
                asked.push(Asked { at: member.at(), pair: ordered(larger, member.row()), known });
            }
        }
    }
    long.clear();
}

/// What is known of eight bodies beside a sprite.
struct Judged {
    /// As bits of [`known`].
    known: [u32; EIGHT],
    /// The least squared distances of their centres from the mask.
    gaps: [f32; EIGHT],
    /// A bit for each whose inner disc proves nothing.
    vague: u32,
    /// A bit for each segment.
    are_segments: u32,
}

/// Returns what the discs and the mask say of eight members.
#[inline(always)]
fn judge_eight<L: Lanes>(lanes: L, sprite: SpriteAt<'_>, ball: Ball, some: [&Member; EIGHT]) -> Judged {
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
    let unknown = lanes.less(small.discs[0], lanes.float(0.0));
    let vague = lanes.bits_of(unknown) | !lanes.bits_of(small.can_prove);
    Judged { known, gaps, vague, are_segments: lanes.bits_of(has(IS_SEGMENT)) }
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

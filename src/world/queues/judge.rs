//! Judges candidates in groups that have the larger body in common: boxes and discs, the larger body's hull, or a coarse
//! view of its mask decide most of them before any pair is queued.

use crate::form::{Form, Touching};
use crate::kernels::{Asked, Ball, Balls, Discs, MOST_BALLS, Settled, Small, SpriteAt, known};
use crate::lattice::{Bounds, Point};
use crate::simd::Lanes;
use crate::world::backend::Asked as Question;
use crate::world::hulls::Hulls;
use crate::world::kind::Kind;
use crate::world::queues::beside_shape::BesideShapes;
use crate::world::queues::block::{Block, EIGHT, Ways, eight_from};
use crate::world::queues::settle::settle_by_forms;
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

/// A candidate to judge in a group.
#[derive(Debug, Clone, Copy, Default)]
struct Pick {
    /// The index of the candidate.
    at: u32,
    /// The larger body, and the smaller one.
    larger: u32,
    row: u32,
}

/// The smaller body of a candidate, in its group.
#[derive(Debug, Clone, Copy)]
struct Member {
    ball: Ball,
    /// The graze margin of the pair; below 0 if neither reports grazes.
    margin: i32,
    /// The index of the candidate.
    at: u32,
    row: u32,
    touching: Touching,
    is_sprite: bool,
    /// Whether the boxes are apart.
    is_apart: bool,
}

impl Member {
    const NONE: Member = Member {
        ball: Ball { centre: Point::new(0, 0), discs: Discs::UNKNOWN },
        margin: 0,
        at: 0,
        row: 0,
        touching: Touching::Counts,
        is_sprite: false,
        is_apart: false,
    };
}

/// How many candidates are to be judged in groups, and how many groups there are.
#[derive(Clone, Copy, Default)]
struct Picked {
    count: usize,
    groups: usize,
}

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
    /// The candidates to judge in groups.
    picks: Vec<Pick>,
    /// The same, grouped by the larger body.
    members: Vec<Member>,
    /// For each row the number of picks of which it is the larger body, and then where these begin; 0 before and after.
    counts: Vec<u32>,
    /// The rows with a count.
    larger: Vec<u32>,
    balls: Balls,
    /// The candidates beside shapes.
    beside: BesideShapes,
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
        self.beside.judge(lanes, question, hulls, &mut self.verdicts);
        self.group(question);
        let mut first = 0;
        let mut k = 0;
        while k < self.larger.len() {
            let larger = self.larger[k];
            let end = std::mem::take(&mut self.counts[larger as usize]) as usize;
            let group = &self.members[first..end];
            Group::of(question, larger).judge(lanes, question, &mut self.balls, group, &mut self.verdicts);
            first = end;
            k += 1;
        }
        &self.verdicts[..bare]
    }

    /// Judges circles, upright boxes and bodies beside shapes as far as boxes and discs can, and lists the others to be
    /// judged further. Returns the number of candidates before the first one with regions.
    #[inline(always)]
    fn pick<L: Lanes>(&mut self, lanes: L, question: Question<'_>) -> usize {
        let all = question.candidates.len();
        self.verdicts.resize(all + EIGHT, Verdict::Far);
        self.picks.resize(all + EIGHT, Pick::default());
        self.larger.resize(all + 1, 0);
        self.beside.begin(all + EIGHT);
        let mut picked = Picked::default();
        let mut k = 0;
        while k < all {
            let mut last = [[0; 2]; EIGHT];
            let pairs = eight_from(question.candidates, k, &mut last);
            let block = Block::of(lanes, question.rows, pairs);
            let ways = block.ways(lanes);
            let bare = ways.bare.trailing_ones() as usize;
            let count = bare.min(all - k);
            let ways = ways.first(count as u32);
            if ways.drawn.count_ones() as usize == EIGHT {
                self.verdicts[k..k + EIGHT].fill(Verdict::Drawn);
            } else {
                self.judge_block(lanes, question, (&block, ways), k, &mut picked);
            }
            k += count;
            if bare < EIGHT {
                break;
            }
        }
        self.picks.truncate(picked.count);
        self.larger.truncate(picked.groups);
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
        picked: &mut Picked,
    ) {
        let known = block.known(lanes, question.rows, ways);
        let verdicts = &mut self.verdicts[at..at + EIGHT];
        let mut open = 0;
        for k in 0..EIGHT {
            verdicts[k] = VERDICTS[known[k] as usize % VERDICTS.len()];
            open |= u32::from(verdicts[k].is_undecided()) << k;
        }
        for k in ones(ways.drawn) {
            verdicts[k] = Verdict::Drawn;
        }
        let is_one_rule = question.touching.between.is_empty();
        for k in ones(if is_one_rule { ways.upright & open } else { ways.upright }) {
            verdicts[k] = decide(question, block.pair(k));
        }
        if ways.beside_shape != 0 {
            for (k, &known) in known.iter().enumerate() {
                let is_listed = ways.beside_shape & open & 1 << k != 0;
                self.beside.list((at + k) as u32, block.larger_first(k, ways), known, is_listed);
            }
        }
        if ways.beside_sprite != 0 {
            // (Worlds without sprites never need the counts.)
            self.counts.resize(question.rows.len(), 0);
            for k in 0..EIGHT {
                let is_picked = ways.beside_sprite >> k & 1;
                let [larger, row] = block.larger_first(k, ways);
                self.picks[picked.count] = Pick { at: (at + k) as u32, larger, row };
                picked.count += is_picked as usize;
                let counted = &mut self.counts[larger as usize];
                self.larger[picked.groups] = larger;
                picked.groups += usize::from((*counted == 0) & (is_picked != 0));
                *counted += is_picked;
            }
        }
    }

    /// Groups the picks by their larger body. The bodies are read here, in the order of the candidates, because nearly
    /// all of them are near each other in memory then.
    #[inline(always)]
    fn group(&mut self, question: Question<'_>) {
        let Judge { picks, members, counts, larger, .. } = self;
        let mut sum = 0;
        for &row in &*larger {
            let count = &mut counts[row as usize];
            (*count, sum) = (sum, sum + *count);
        }
        members.resize(picks.len(), Member::NONE);
        let rows = question.rows;
        let (kinds, bounds) = (&rows.kinds[..], &rows.bounds[..]);
        let mut k = 0;
        while k < picks.len() {
            let Pick { at, larger, row } = picks[k];
            let (kind, p, q) = (kinds[row as usize], bounds[larger as usize], bounds[row as usize]);
            let place = &mut counts[larger as usize];
            members[*place as usize] = Member {
                ball: rows.ball(row, q, kind),
                margin: margin_of(rows, [larger, row]),
                at,
                row,
                touching: touching_of(question, ordered(larger, row)),
                is_sprite: kind.is_sprite(),
                is_apart: !((p.min.x <= q.max.x)
                    & (q.min.x <= p.max.x)
                    & (p.min.y <= q.max.y)
                    & (q.min.y <= p.max.y)),
            };
            *place += 1;
            k += 1;
        }
    }
}

/// Decides two circles or upright boxes.
#[inline(always)]
fn decide(question: Question<'_>, [a, b]: [u32; 2]) -> Verdict {
    let rows = question.rows;
    let (p, q) = (rows.upright(a), rows.upright(b));
    let is_hit = p.meets(q, Asked::overlap(touching_of(question, [a, b])));
    let margin = margin_of(rows, [a, b]);
    let grazes = (margin >= 0) & p.meets(q, Asked::within(margin.max(0)));
    let rest = if grazes { Verdict::Graze } else { Verdict::Far };
    if is_hit { Verdict::Hit } else { rest }
}

#[inline(always)]
pub(super) fn size(Bounds { min, max }: Bounds) -> i32 {
    (max.x - min.x) + (max.y - min.y)
}

/// The larger body of a group.
struct Group {
    row: u32,
    centre: Point,
    discs: Discs,
}

impl Group {
    #[inline(always)]
    fn of(Question { rows, .. }: Question<'_>, row: u32) -> Group {
        let (kind, bounds) = (rows.kinds[row as usize], rows.bounds[row as usize]);
        let ball = rows.ball(row, bounds, kind);
        Group { row, centre: ball.centre, discs: ball.discs }
    }

    /// Judges the members of the group.
    #[inline(always)]
    fn judge<L: Lanes>(
        &self,
        lanes: L,
        question: Question<'_>,
        balls: &mut Balls,
        members: &[Member],
        verdicts: &mut [Verdict],
    ) {
        let rows = question.rows;
        let mut first = 0;
        while first < members.len() {
            let some = &members[first..members.len().min(first + MOST_BALLS)];
            self.write(balls, some);
            balls.compare(lanes, self.discs, some.len());
            self.look(lanes, rows, balls, some);
            self.settle_vague(question, balls, some);
            if rows.grazing > 0 {
                self.note_grazed(question, balls, some);
            }
            let mut k = 0;
            while k < some.len() {
                verdicts[some[k].at as usize] = VERDICTS[balls.known(k) as usize];
                k += 1;
            }
            first += some.len();
        }
    }

    /// Writes the smaller bodies of members.
    #[inline(always)]
    fn write(&self, balls: &mut Balls, members: &[Member]) {
        let centre = self.centre;
        let mut k = 0;
        while k < members.len() {
            let Member { ball, margin, touching, is_sprite, is_apart, .. } = members[k];
            // Of bodies without interior only touches are known.
            let is_proof = (touching == Touching::Counts) | is_sprite | (ball.discs.inner() > 0.0);
            balls.set(k, centre, Small { ball, margin, is_proof, is_apart });
            k += 1;
        }
    }

    /// Notes which members have grazed before. Only those are looked up whose grazes would need a further test.
    #[inline(always)]
    fn note_grazed(&self, Question { grazed, .. }: Question<'_>, balls: &mut Balls, members: &[Member]) {
        let Some(grazed) = grazed else { return };
        let (mut asked, mut count, mut k) = ([0; MOST_BALLS], 0, 0);
        while k < members.len() {
            asked[count % MOST_BALLS] = k;
            count += usize::from(VERDICTS[balls.known(k) as usize].needs_graze_test());
            k += 1;
        }
        for &k in &asked[..count] {
            let row = members[k].row;
            grazed.prefetch_entry(ordered(self.row, row));
        }
        for &k in &asked[..count] {
            let row = members[k].row;
            let has_grazed = grazed.contains(ordered(self.row, row));
            balls.note(k, u32::from(has_grazed) * known::ENOUGH);
        }
    }

    /// Looks at the mask of the sprite for all members.
    #[inline(always)]
    fn look<L: Lanes>(&self, lanes: L, rows: &Rows, balls: &mut Balls, members: &[Member]) {
        let (Form::Sprite(sprite), at) = (&rows.forms(self.row as usize)[0], rows.points[self.row as usize])
        else {
            return;
        };
        let mut k = 0;
        while k < members.len() {
            let Member { ball, is_sprite, .. } = members[k];
            balls.set_pixel(k, at, ball.centre, is_sprite);
            k += 1;
        }
        balls.look(lanes, SpriteAt { sprite, at }, self.centre, members.len());
    }

    /// Settles by their forms the undecided pairs with a sprite in which the smaller body's inner disc proves nothing.
    #[inline(always)]
    fn settle_vague(&self, question: Question<'_>, balls: &mut Balls, members: &[Member]) {
        let mut k = 0;
        while k < members.len() {
            let Member { row, touching, margin, .. } = members[k];
            if balls.is_vague(k) && VERDICTS[balls.known(k) as usize].is_undecided() {
                let settled = settle_by_forms(question.rows, [self.row, row], touching, margin);
                balls.note(k, BITS[settled as usize]);
            }
            k += 1;
        }
    }
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

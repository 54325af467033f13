//! Sorts candidates into queues. Pairs that boxes, discs or a coarse view of a mask decide are decided at once.

use crate::form::{Form, Touching};
use crate::kernels::{Asked, Settled};
use crate::lattice::Bounds;
use crate::query;
use crate::simd::Lanes;
use crate::world::backend::Asked as Question;
use crate::world::covers::{self, NO_COVER};
use crate::world::kind::{Kind, Upright};
use crate::world::queues::grazes::{Near, NearBy};
use crate::world::queues::settle::settle;
use crate::world::queues::shapes::Ask;
use crate::world::queues::{Item, Queue, Queues, Side, way_between};
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// Two bodies without regions.
#[derive(Clone, Copy)]
pub(super) struct Bare {
    pub(super) rows: [u32; 2],
    pub(super) kinds: [Kind; 2],
    pub(super) bounds: [Bounds; 2],
    pub(super) touching: Touching,
    /// The graze margin of the pair, in lattice units; below 0 if no graze is needed.
    pub(super) margin: i32,
}

impl Bare {
    /// Whether both are upright sprites.
    #[inline(always)]
    fn are_drawn(&self) -> bool {
        self.kinds[0].is_drawn() & self.kinds[1].is_drawn()
    }
}

/// What boxes and discs say of a pair. The number is the state of the pair in what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Verdict {
    /// They neither overlap nor graze.
    Far = 0,
    /// They overlap.
    Hit = 1,
    /// They graze.
    Graze = 2,
    /// They do not overlap; whether they graze is unknown.
    Apart = 3,
    /// Nothing is known.
    Unknown = 4,
}

/// A pair that boxes and discs leave open.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    /// The index of the candidate in its chunk.
    at: u32,
    /// The index of its key.
    key: u32,
    verdict: Verdict,
}

const NOT_OPEN: Open = Open { at: 0, key: 0, verdict: Verdict::Far };

/// The most candidates that are compared together.
const CHUNK: usize = 64;

impl Queues {
    /// Sorts candidates until the covers take enough memory, and returns the number sorted.
    #[inline(always)]
    pub(super) fn sort<L: Lanes>(&mut self, lanes: L, question: Question<'_>, parts: usize) -> usize {
        self.clear();
        self.shapes.hulls().begin();
        let all = question.candidates;
        self.keys.reserve((all.len() + CHUNK).next_power_of_two());
        self.hits.reserve((all.len() + CHUNK).next_power_of_two());
        let mut sorted = 0;
        while sorted < all.len() && !self.covers.are_enough(parts) {
            let chunk = &all[sorted..all.len().min(sorted + CHUNK)];
            let count = self.sort_bare(lanes, Question { candidates: chunk, ..question }, parts);
            sorted += count;
            if count == 0 {
                self.put_regions(question, chunk[0]);
                sorted += 1;
            }
        }
        sorted
    }

    /// Puts the regions of two bodies into the queues that decide them.
    #[inline(always)]
    fn put_regions(&mut self, question: Question<'_>, [a, b]: [u32; 2]) {
        let Question { rows, touching, .. } = question;
        let margin = margin_of(question, [a, b]);
        let (first, mut by) = (self.keys.len() as u32, NearBy::Forms);
        let (of_a, of_b) = (rows.all_layers(a as usize), rows.all_layers(b as usize));
        for i in 0..rows.forms(a as usize).len() {
            let (side_a, layers_a) = (Side::of(rows, a, i as u8), of_a.of(i));
            for j in 0..rows.forms(b as usize).len() {
                let layers_b = of_b.of(j);
                if !layers_a.pair_with(layers_b) {
                    continue;
                }
                let side_b = Side::of(rows, b, j as u8);
                let number = self.push_key(Key { a, b, regions: [i as u8, j as u8] });
                let pair = [side_a.standing(layers_a), side_b.standing(layers_b)];
                if let Some(is_hit) = touching.rooted_overlap(pair) {
                    self.hits.set(number, is_hit);
                } else {
                    let touching = touching.of(layers_a, layers_b);
                    self.put(number, [side_a, side_b], touching, margin, rows);
                }
                if ![side_a, side_b].iter().any(|side| matches!(side.form, Form::Sprite(_))) {
                    by = NearBy::Hulls;
                }
            }
        }
        let end = self.keys.len() as u32;
        if margin >= 0 && end > first {
            let by = if end == first + 1 { by } else { NearBy::Forms };
            self.near.push(Near { first, end, margin, by });
        }
    }

    #[inline(always)]
    fn push_key(&mut self, key: Key) -> u32 {
        let number = self.keys.len();
        self.keys.push(key);
        self.hits.resize(number + 1);
        number as u32
    }

    /// Sorts the candidates before the first one with regions, at most a chunk, and returns how many. First it compares
    /// boxes and discs, for all; it does not branch on what they say, because no branch predictor could guess it.
    #[inline(always)]
    fn sort_bare<L: Lanes>(&mut self, lanes: L, question: Question<'_>, parts: usize) -> usize {
        let Question { rows, candidates, touching, .. } = question;
        let mut open = [NOT_OPEN; CHUNK];
        let (first, mut sorted, mut keys, mut count) = (self.keys.len(), 0, 0, 0);
        let is_plain = touching.rooted.is_empty();
        if !(is_plain & are_bare(rows, candidates[0])) {
            return 0;
        }
        self.keys.resize(first + candidates.len(), Key { a: 0, b: 0, regions: [0, 0] });
        self.hits.resize(first + candidates.len());
        for &[a, b] in candidates {
            if !are_bare(rows, [a, b]) {
                break;
            }
            let pair = bare(question, [a, b]);
            let key = (first + keys) as u32;
            self.keys[key as usize] = Key { a, b, regions: [0, 0] };
            if pair.are_drawn() & (count == 0) {
                keys += 1;
                sorted += 1;
                self.put_drawn(rows, key, pair);
                continue;
            }
            let verdict = compare(rows, pair);
            self.hits.put(key, verdict == Verdict::Hit);
            open[count % CHUNK] = Open { at: sorted as u32, key, verdict };
            sorted += 1;
            keys += usize::from(verdict != Verdict::Far);
            count += usize::from(verdict as u8 > Verdict::Hit as u8);
        }
        self.truncate(first + keys);
        let count = self.settle(lanes, question, &mut open, count);
        for &open in &open[..count] {
            if self.covers.are_enough(parts) {
                self.truncate(open.key as usize);
                return open.at as usize;
            }
            self.put_open(rows, open, bare(question, candidates[open.at as usize]));
        }
        sorted
    }

    /// Settles the open pairs with a sprite that is turned or meets a shape, if that is possible. Those that are still open
    /// stay in the list; returns how many.
    #[inline(always)]
    fn settle<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        open: &mut [Open; CHUNK],
        count: usize,
    ) -> usize {
        let mut left = 0;
        for k in 0..count {
            let mut one = open[k];
            let pair = bare(question, question.candidates[one.at as usize]);
            let has_sprite = pair.kinds[0].is_sprite() | pair.kinds[1].is_sprite();
            let mut is_open = true;
            if has_sprite & !pair.are_drawn() {
                let settled = settle(lanes, question.rows, self.shapes.hulls(), pair);
                self.hits.put(one.key, settled == Settled::Overlap);
                // By the outcome: unknown, overlap, no overlap, far, graze.
                is_open = [true, false, true, false, true][settled as usize];
                let unknown = one.verdict;
                one.verdict = [unknown, unknown, Verdict::Apart, unknown, Verdict::Graze][settled as usize];
            }
            open[left] = one;
            left += usize::from(is_open);
        }
        left
    }

    /// Puts two upright sprites into their queue.
    #[inline(always)]
    fn put_drawn(&mut self, rows: &Rows, key: u32, pair: Bare) {
        let Bare { bounds: [p, q], touching, margin, .. } = pair;
        self.hits.put(key, false);
        let is_near = p.meets(q);
        if !is_near && margin < 0 {
            return;
        }
        let (covers, way) = (self.ask_covers(rows, pair), way_between(p, q));
        if is_near {
            self.lists[touching as usize][Queue::Sprites as usize].push(Item { key, covers, way });
        }
        if margin >= 0 {
            self.near.push(Near { first: key, end: key + 1, margin, by: NearBy::Sprites(covers) });
        }
    }

    /// Drops all but the first keys.
    #[inline(always)]
    fn truncate(&mut self, keys: usize) {
        self.keys.truncate(keys);
        self.hits.resize(keys);
    }

    /// Puts two bodies without regions into the queue that decides them.
    #[inline(always)]
    fn put_open(&mut self, rows: &Rows, open: Open, pair: Bare) {
        let Bare { rows: [a, b], kinds, bounds: [p, q], touching, margin } = pair;
        let key = open.key;
        if open.verdict == Verdict::Graze {
            self.near.push(Near { first: key, end: key + 1, margin, by: NearBy::Known });
            return;
        }
        let is_near = open.verdict == Verdict::Unknown;
        let covers = self.ask_covers(rows, pair);
        let queue = match kinds.map(Kind::is_sprite) {
            [true, true] => Queue::Sprites,
            _ if touching == Touching::Ignored && is_thin(rows, [a, b]) => Queue::Whole,
            [false, false] => Queue::Shapes,
            _ => Queue::SpriteShape,
        };
        if is_near {
            self.push(queue, touching, [a, b], [0, 0], Item { key, covers, way: way_between(p, q) });
        }
        if margin >= 0 {
            let by = match kinds.map(Kind::is_sprite) {
                [true, true] => NearBy::Sprites(covers),
                [false, false] => NearBy::Hulls,
                _ => NearBy::Forms,
            };
            self.near.push(Near { first: key, end: key + 1, margin, by });
        }
    }

    /// Requests the covers of the sprites among two bodies with the given boxes.
    #[inline(always)]
    fn ask_covers(&mut self, rows: &Rows, pair: Bare) -> [u32; 2] {
        let mut covers = [NO_COVER; 2];
        let Bare { rows: [a, b], kinds: [first, second], bounds: [p, q], margin, .. } = pair;
        let other = |kind: Kind, bounds| covers::Other { bounds, is_sprite: kind.is_sprite(), margin };
        if first.is_sprite() {
            let asked = covers::Asked { row: a, region: 0, kind: first, bounds: p, is_bare: true };
            covers[0] = self.covers.ask(rows, asked, other(second, q));
        }
        if second.is_sprite() {
            let asked = covers::Asked { row: b, region: 0, kind: second, bounds: q, is_bare: true };
            covers[1] = self.covers.ask(rows, asked, other(first, p));
        }
        covers
    }

    /// Puts two regions into the queue that decides them.
    #[inline(always)]
    fn put(&mut self, key: u32, pair: [Side<'_>; 2], touching: Touching, margin: i32, rows: &Rows) {
        let [a, b] = pair;
        let is_near = a.bounds.meets(b.bounds);
        if let (Some(p), Some(q)) = (Upright::of(a.form, a.bounds), Upright::of(b.form, b.bounds)) {
            return self.hits.set(key, p.meets(q, Asked::overlap(touching)));
        }
        if !is_near && margin < 0 {
            return;
        }
        let mut covers = [NO_COVER; 2];
        for k in 0..2 {
            let (side, other) = (pair[k], pair[1 - k]);
            if let Form::Sprite(sprite) = side.form {
                let Side { row, region, bounds, .. } = side;
                let kind = Kind::of_sprite(sprite.turn(), sprite.flip());
                let asked = covers::Asked { row, region, kind, bounds, is_bare: false };
                let is_sprite = matches!(other.form, Form::Sprite(_));
                let other = covers::Other { bounds: other.bounds, is_sprite, margin };
                covers[k] = self.covers.ask(rows, asked, other);
            }
        }
        if is_near {
            let way = way_between(a.bounds, b.bounds);
            let (rows, regions) = ([a.row, b.row], [a.region, b.region]);
            self.push(queue_of(pair, touching), touching, rows, regions, Item { key, covers, way });
        }
    }

    #[inline(always)]
    fn push(&mut self, queue: Queue, touching: Touching, rows: [u32; 2], regions: [u8; 2], item: Item) {
        if queue == Queue::Shapes {
            self.shapes.ask(touching, Ask { number: item.key, rows, regions, margin: 0 });
        } else {
            self.lists[touching as usize][queue as usize].push(item);
        }
    }
}

/// Returns the graze margin of a pair; below 0 if no graze is needed.
#[inline(always)]
fn margin_of(Question { rows, grazed, .. }: Question<'_>, [a, b]: [u32; 2]) -> i32 {
    if rows.grazing == 0 {
        return -1;
    }
    let margin = rows.margin(a as usize).max(rows.margin(b as usize));
    let is_told = margin >= 0 && grazed.is_some_and(|grazed| grazed.contains([a, b]));
    if is_told { -1 } else { margin }
}

/// Whether two bodies have no regions, and no cells.
#[inline(always)]
fn are_bare(rows: &Rows, [a, b]: [u32; 2]) -> bool {
    rows.kinds[a as usize].is_bare() & rows.kinds[b as usize].is_bare()
}

/// Returns a pair of bodies without regions.
#[inline(always)]
fn bare(question: Question<'_>, pair: [u32; 2]) -> Bare {
    let Question { rows, touching, .. } = question;
    let touching = if touching.between.is_empty() {
        touching.usual
    } else {
        touching.of(rows.wide[pair[0] as usize], rows.wide[pair[1] as usize])
    };
    let (a, b) = (pair[0] as usize, pair[1] as usize);
    Bare {
        rows: pair,
        kinds: [rows.kinds[a], rows.kinds[b]],
        bounds: [rows.bounds[a], rows.bounds[b]],
        touching,
        margin: margin_of(question, pair),
    }
}

/// Compares the boxes of two bodies and the discs in and around them. This decides two circles or upright boxes. Other
/// verdicts come from a table, because the compiler would branch.
#[inline(always)]
fn compare(rows: &Rows, pair: Bare) -> Verdict {
    use Verdict::{Far, Graze, Hit};
    let Bare { rows: [a, b], kinds: [first, second], bounds: [p, q], touching, margin } = pair;
    if first.is_upright() & second.is_upright() {
        let (p, q) = (rows.upright(a), rows.upright(b));
        let is_hit = p.meets(q, Asked::overlap(touching));
        let grazes = (margin >= 0) & p.meets(q, Asked::within(margin.max(0)));
        let rest = if grazes { Graze } else { Far };
        return if is_hit { Hit } else { rest };
    }
    let are_apart =
        !((p.min.x <= q.max.x) & (q.min.x <= p.max.x) & (p.min.y <= q.max.y) & (q.min.y <= p.max.y));
    let by_boxes = usize::from(are_apart) << 1 | usize::from(margin < 0) << 2;
    if first.is_drawn() & second.is_drawn() {
        return VERDICTS[by_boxes];
    }
    let (p, q) = (rows.ball(a, p, first), rows.ball(b, q, second));
    let known = p.discs.compare(q.discs, p.square_to(q), margin.max(0) as f32);
    let (is_graze, is_far) = (known.apart & known.near & (margin >= 0), usize::from(known.far));
    let by_discs = usize::from(known.hit) | usize::from(known.apart) << 1 | usize::from(is_graze) << 3;
    VERDICTS[by_boxes | by_discs | is_far << 4]
}

/// Verdicts by these bits: they overlap; they are apart; no graze is needed; they graze; they are beyond the margin.
const VERDICTS: [Verdict; 32] = {
    use Verdict::{Apart, Far, Graze, Hit, Unknown};
    let mut all = [Unknown; 32];
    let mut bits = 0;
    while bits < 32 {
        all[bits] = if bits & 1 != 0 {
            Hit
        } else if bits & 16 != 0 || bits & 6 == 6 {
            Far
        } else if bits & 8 != 0 {
            Graze
        } else if bits & 2 != 0 {
            Apart
        } else {
            Unknown
        };
        bits += 1;
    }
    all
};

/// Whether one of two shapes has parts without interior.
#[inline(always)]
fn is_thin(rows: &Rows, pair: [u32; 2]) -> bool {
    let mut is_thin = false;
    for row in pair {
        is_thin |= query::has_thin_parts(&rows.forms(row as usize)[0]);
    }
    is_thin
}

/// Returns the queue that decides two regions.
#[inline(always)]
fn queue_of([a, b]: [Side<'_>; 2], touching: Touching) -> Queue {
    if touching == Touching::Ignored && (query::has_thin_parts(a.form) || query::has_thin_parts(b.form)) {
        return Queue::Whole;
    }
    match (a.form, b.form) {
        (Form::Shape(_), Form::Shape(_)) => Queue::Shapes,
        (Form::Sprite(_), Form::Sprite(_)) => Queue::Sprites,
        (Form::Sprite(_), Form::Shape(_)) | (Form::Shape(_), Form::Sprite(_)) => Queue::SpriteShape,
        (Form::Sprite(_), Form::Tiles(_)) | (Form::Tiles(_), Form::Sprite(_)) => Queue::Map,
        _ => Queue::Shapes,
    }
}

//! Sorts candidates into queues, after they are judged.

use crate::form::Touching;
use crate::query;
use crate::simd::Lanes;
use crate::world::backend::Asked as Question;
use crate::world::covers::{self, NO_COVER};
use crate::world::kind::Kind;
use crate::world::queues::block::EIGHT;
use crate::world::queues::few_pixels::{FewPixels, Graze, few_pixels, few_pixels_near, few_pixels_on_map};
use crate::world::queues::grazes::{Near, NearBy};
use crate::world::queues::judge::{Bare, Verdict};
use crate::world::queues::shapes::Ask;
use crate::world::queues::{Item, Queue, Queues, way_between};
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// A candidate that needs a queue.
#[derive(Debug, Clone, Copy)]
pub(super) struct Open {
    /// The index of the candidate.
    pub(super) at: u32,
    /// The index of its key.
    pub(super) key: u32,
}

/// The most candidates that are judged together.
const MOST: usize = 8192;
/// They are halved this many times at most.
const MOST_FEWER: u32 = 7;

impl Queues {
    /// Sorts candidates until the covers take enough memory, and returns the number sorted.
    #[inline(always)]
    pub(super) fn sort<L: Lanes>(&mut self, lanes: L, question: Question<'_>, parts: usize) -> usize {
        self.clear();
        self.regions.clear();
        self.shapes.hulls().begin();
        let all = question.candidates;
        self.keys.reserve((all.len() + 1).next_power_of_two());
        self.hits.reserve((all.len() + 1).next_power_of_two());
        let mut sorted = 0;
        while sorted < all.len() && !self.covers.are_enough(parts) {
            let question = Question { candidates: &all[sorted..], ..question };
            if are_bare(question) {
                self.judge_regions(lanes, question);
                sorted += self.sort_bare(lanes, question, parts);
                continue;
            }
            let pair = all[sorted];
            let is_paired = self.regions.pair_up(question, pair);
            if !is_paired | self.regions.are_many() {
                self.judge_regions(lanes, question);
                self.regions.forget_many();
            }
            if !is_paired {
                self.put_regions(question, pair);
            }
            sorted += 1;
        }
        self.judge_regions(lanes, question);
        self.few.decide(lanes, question.rows, &mut self.hits, &mut self.near);
        sorted
    }

    #[inline(always)]
    pub(super) fn push_key(&mut self, key: Key) -> u32 {
        let number = self.keys.len();
        self.keys.push(key);
        self.hits.resize(number + 1);
        number as u32
    }

    /// Sorts candidates before the first one with regions, and returns how many.
    #[inline(always)]
    fn sort_bare<L: Lanes>(&mut self, lanes: L, question: Question<'_>, parts: usize) -> usize {
        let at_once = (MOST >> self.fewer).min(question.candidates.len());
        let question = Question { candidates: &question.candidates[..at_once], ..question };
        let mut judge = std::mem::take(&mut self.judge);
        let verdicts = judge.judge(lanes, question, self.shapes.hulls());
        let open = self.push_judged(question.candidates, verdicts);
        let mut sorted = verdicts.len();
        let mut k = 0;
        while k < open {
            let Open { at, key } = self.open[k];
            if self.covers.are_enough(parts) {
                self.truncate(key as usize);
                sorted = at as usize;
                break;
            }
            let pair = Bare::of(question, question.candidates[at as usize]);
            let (rows, verdict) = (question.rows, verdicts[at as usize]);
            if verdict == Verdict::Drawn {
                self.put_drawn(rows, key, pair);
            } else if !pair.has_map() || !self.put_upright_on_map(lanes, rows, (key, verdict), pair) {
                self.put_open(rows, key, verdict, pair);
            }
            k += 1;
        }
        // The candidates after the last one sorted are judged again later. So fewer are judged at once next time.
        self.fewer = if 2 * sorted < at_once {
            (self.fewer + 1).min(MOST_FEWER)
        } else {
            self.fewer.saturating_sub(1)
        };
        self.judge = judge;
        sorted
    }

    /// Appends the keys of judged candidates, and lists those that are open. Returns the number of these.
    #[inline(always)]
    fn push_judged(&mut self, candidates: &[[u32; 2]], verdicts: &[Verdict]) -> usize {
        let first = self.keys.len() as u32;
        let keys = candidates[..verdicts.len()].iter().map(|&[a, b]| Key { a, b, regions: [0, 0] });
        self.keys.extend(keys);
        self.hits.extend(verdicts.iter().map(|&verdict| verdict == Verdict::Hit));
        self.open.resize(verdicts.len() + 1, Open { at: 0, key: 0 });
        let mut open = 0;
        for (block, some) in (0..).zip(verdicts.chunks(EIGHT)) {
            if !some.iter().fold(false, |any, verdict| any | verdict.is_open()) {
                continue;
            }
            for (k, verdict) in (0..).zip(some) {
                let at = EIGHT as u32 * block + k;
                self.open[open] = Open { at, key: first + at };
                open += usize::from(verdict.is_open());
            }
        }
        open
    }

    /// Puts two upright sprites of which no graze is needed into their queue.
    #[inline(always)]
    fn put_drawn(&mut self, rows: &Rows, key: u32, pair: Bare) {
        let Bare { rows: [a, b], kinds: [first, second], bounds: [p, q], touching, .. } = pair;
        // (Nearly all of their boxes meet.)
        let asked = |row, kind, bounds| covers::Asked { row, region: 0, kind, bounds, is_bare: true };
        let covers =
            [self.covers.ask_mask(rows, asked(a, first, p)), self.covers.ask_mask(rows, asked(b, second, q))];
        let item = Item { key, covers, way: way_between(p, q) };
        self.lists[touching as usize][Queue::Sprites as usize].push(item);
    }

    /// Drops all but the first keys.
    #[inline(always)]
    pub(super) fn truncate(&mut self, keys: usize) {
        self.keys.truncate(keys);
        self.hits.resize(keys);
    }

    /// Puts two bodies without regions into the queue that decides them.
    #[inline(always)]
    fn put_open(&mut self, rows: &Rows, key: u32, verdict: Verdict, pair: Bare) {
        let Bare { rows: [a, b], kinds, bounds: [p, q], touching, margin } = pair;
        let mut near = Near { first: key, end: key + 1, margin, by: NearBy::Known };
        if verdict == Verdict::Graze {
            self.near.push(near);
            return;
        }
        // For the others a graze takes no further test.
        let is_tested = verdict.needs_graze_test();
        let are_sprites = kinds.map(Kind::is_sprite);
        let queue = match are_sprites {
            [true, true] => Queue::Sprites,
            _ if touching == Touching::Ignored && is_thin(rows, [a, b]) => Queue::Whole,
            [false, false] => Queue::Shapes,
            _ if pair.has_map() => Queue::Map,
            _ => Queue::SpriteShape,
        };
        let has_sprite = matches!(queue, Queue::Sprites | Queue::SpriteShape);
        let few = match (has_sprite, is_tested) {
            _ if pair.has_map() => {
                let (bounds, kind) = if are_sprites[0] { (p, kinds[0]) } else { (q, kinds[1]) };
                let is_few = kind.is_sprite() & !is_tested;
                if is_few { few_pixels_on_map(kind.is_drawn(), bounds) } else { None }
            }
            (false, _) => None,
            (_, false) => few_pixels([p, q], kinds),
            (_, true) => few_pixels_near([p, q], kinds, margin),
        };
        if let Some(pixels) = few {
            let graze = Graze { near: self.near.len() as u32, margin, is_apart: verdict == Verdict::Apart };
            let graze = is_tested.then_some(graze);
            self.few.push(FewPixels { key, rows: [a, b], regions: [0, 0], touching, graze, pixels });
        } else {
            let covers = self.ask_covers(rows, Bare { margin: if is_tested { margin } else { -1 }, ..pair });
            if verdict != Verdict::Apart {
                self.push(queue, touching, [a, b], [0, 0], Item { key, covers, way: way_between(p, q) });
            }
            if is_tested {
                near.by = match are_sprites {
                    [true, true] => NearBy::Sprites(covers),
                    [false, false] => NearBy::Hulls,
                    _ => NearBy::Forms,
                };
            }
        }
        if verdict != Verdict::Open {
            self.near.push(near);
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

    /// Appends a pair to a queue.
    #[inline(always)]
    pub(super) fn push(
        &mut self,
        queue: Queue,
        touching: Touching,
        rows: [u32; 2],
        regions: [u8; 2],
        item: Item,
    ) {
        if queue == Queue::Shapes {
            self.shapes.ask(touching, Ask { number: item.key, rows, regions, margin: 0 });
        } else {
            self.lists[touching as usize][queue as usize].push(item);
        }
    }
}

/// Whether the next candidates can be judged together: they have no regions.
#[inline(always)]
fn are_bare(Question { rows, candidates, .. }: Question<'_>) -> bool {
    let has_no_regions = |row: u32| rows.kinds[row as usize].has_no_regions();
    candidates.first().is_some_and(|&[a, b]| has_no_regions(a) & has_no_regions(b))
}

/// Whether one of two shapes has parts without interior.
#[inline(always)]
fn is_thin(rows: &Rows, pair: [u32; 2]) -> bool {
    let mut is_thin = false;
    for row in pair {
        is_thin |= query::has_thin_parts(&rows.forms(row as usize)[0]);
    }
    is_thin
}

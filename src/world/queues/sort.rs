//! Sorts candidates into queues. Pairs that boxes decide completely are decided at once.

use crate::form::{Form, Touching};
use crate::kernels::{Asked, Settled};
use crate::lattice::Bounds;
use crate::query;
use crate::world::backend::Asked as Question;
use crate::world::covers::{self, NO_COVER};
use crate::world::kind::Kind;
use crate::world::queues::grazes::{Near, NearBy};
use crate::world::queues::settle::settle;
use crate::world::queues::shapes::Ask;
use crate::world::queues::{Item, Queue, Queues, Side, way_between};
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// Two bodies without regions.
pub(super) struct Bare {
    pub(super) rows: [u32; 2],
    pub(super) kinds: [Kind; 2],
    pub(super) touching: Touching,
    /// The graze margin of the pair, in lattice units; below 0 if no graze is needed.
    pub(super) margin: i32,
}

impl Queues {
    /// Sorts candidates until the covers take enough memory, and returns the number sorted.
    #[inline(always)]
    pub(super) fn sort(&mut self, question: Question<'_>, parts: usize) -> usize {
        let Question { rows, candidates, touching, grazed } = question;
        self.clear();
        self.keys.reserve(candidates.len());
        let (is_plain, is_grazing) = (touching.is_plain(), rows.grazing > 0);
        for (k, &[a, b]) in candidates.iter().enumerate() {
            if self.covers.are_enough(parts) {
                return k;
            }
            let margin = if is_grazing { rows.margin(a as usize).max(rows.margin(b as usize)) } else { -1 };
            let is_told = margin >= 0 && grazed.is_some_and(|grazed| grazed.contains([a, b]));
            let margin = if is_told { -1 } else { margin };
            let kinds = [a, b].map(|row| rows.kinds[row as usize]);
            if is_plain && kinds.iter().all(|kind| kind.is_bare()) {
                let touching = touching.usual;
                self.put_bare(rows, Bare { rows: [a, b], kinds, touching, margin });
                continue;
            }
            let (first, mut by) = (self.keys.len() as u32, NearBy::Forms);
            for (key, pair) in touching.region_pairs(rows, [a, b]) {
                let rooted = touching.rooted_overlap(pair);
                let [i, j] = key.regions;
                let sides = [Side::of(rows, a, i), Side::of(rows, b, j)];
                if let Some(is_hit) = rooted {
                    let number = self.push_key(key);
                    self.hits.set(number, is_hit);
                } else {
                    self.put(key, sides, touching.of(pair[0].layers, pair[1].layers), margin, rows);
                }
                if sides.iter().all(|side| !matches!(side.form, Form::Sprite(_))) {
                    by = NearBy::Hulls;
                }
            }
            let end = self.keys.len() as u32;
            if margin >= 0 && end > first {
                let by = if end == first + 1 { by } else { NearBy::Forms };
                self.near.push(Near { first, end, margin, by });
            }
        }
        candidates.len()
    }

    #[inline(always)]
    fn push_key(&mut self, key: Key) -> u32 {
        let number = self.keys.len();
        self.keys.push(key);
        self.hits.make_room(number);
        number as u32
    }

    /// Puts two bodies without regions into their queue, without reading their forms. If their boxes describe them
    /// completely, decides them at once.
    #[inline(always)]
    fn put_bare(&mut self, rows: &Rows, pair: Bare) {
        let Bare { rows: [a, b], kinds, touching, margin } = pair;
        let key = Key { a, b, regions: [0, 0] };
        let (p, q) = (rows.bounds[a as usize], rows.bounds[b as usize]);
        let (mut is_near, grazes) = (p.meets(q), margin >= 0);
        if kinds.iter().any(|&kind| kind.is_sprite()) && !kinds.iter().all(|&kind| kind.is_drawn()) {
            if rows.disc(a, p).is_beyond(rows.disc(b, q), margin) {
                return;
            }
            match settle(rows, &pair, [p, q]) {
                Settled::Far => return,
                Settled::Overlap => {
                    let number = self.push_key(key);
                    self.hits.set(number, true);
                    return;
                }
                Settled::NoOverlap => is_near = false,
                Settled::Unknown => {}
            }
        }
        let number = self.push_key(key);
        if !is_near && !grazes {
            return;
        }
        if kinds.iter().all(|kind| kind.is_upright()) {
            return self.decide_upright(rows, number, pair);
        }
        let covers = self.ask_covers(rows, &pair, [p, q]);
        let queue = match kinds.map(Kind::is_sprite) {
            [true, true] => Queue::Sprites,
            _ if touching == Touching::Ignored && is_thin(rows, [a, b]) => Queue::Whole,
            [false, false] => Queue::Shapes,
            _ => Queue::SpriteShape,
        };
        if is_near {
            self.push(queue, touching, key, Item { key: number, covers, way: way_between(p, q) });
        }
        if grazes {
            let by = match kinds.map(Kind::is_sprite) {
                [true, true] => NearBy::Sprites(covers),
                [false, false] => NearBy::Hulls,
                _ => NearBy::Forms,
            };
            self.near.push(Near { first: number, end: number + 1, margin, by });
        }
    }

    /// Decides two circles or upright boxes.
    #[inline(always)]
    fn decide_upright(&mut self, rows: &Rows, number: u32, pair: Bare) {
        let Bare { rows: [a, b], touching, margin, .. } = pair;
        let (p, q) = (rows.upright(a), rows.upright(b));
        let is_hit = p.meets(q, Asked::overlap(touching));
        self.hits.set(number, is_hit);
        if margin >= 0 && !is_hit && p.meets(q, Asked::within(margin)) {
            self.near.push(Near { first: number, end: number + 1, margin, by: NearBy::Known });
        }
    }

    /// Requests the covers of the sprites among two bodies with the given boxes.
    #[inline(always)]
    fn ask_covers(&mut self, rows: &Rows, pair: &Bare, [p, q]: [Bounds; 2]) -> [u32; 2] {
        let mut covers = [NO_COVER; 2];
        let ([a, b], [first, second], margin) = (pair.rows, pair.kinds, pair.margin);
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
    fn put(&mut self, key: Key, pair: [Side<'_>; 2], touching: Touching, margin: i32, rows: &Rows) {
        let number = self.push_key(key);
        let [a, b] = pair;
        let is_near = a.bounds.meets(b.bounds);
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
            self.push(queue_of(pair, touching), touching, key, Item { key: number, covers, way });
        }
    }

    #[inline(always)]
    fn push(&mut self, queue: Queue, touching: Touching, key: Key, item: Item) {
        if queue == Queue::Shapes {
            let Key { a, b, regions } = key;
            self.shapes.ask(touching, Ask { number: item.key, rows: [a, b], regions, margin: 0 });
        } else {
            self.lists[touching as usize][queue as usize].push(item);
        }
    }
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

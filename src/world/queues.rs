//! The pairs of a step in queues by what the two are: a kernel decides a queue, and hits are bits by number, so that the
//! order of pairs is kept by itself.

use crate::form::{Form, Touching};
use crate::kernels::{self, Asked, PlacedRows};
use crate::lattice::{Bounds, Point};
use crate::mask::{Sprite, overlay};
use crate::query;
use crate::shape::{CellForm, Tiles};
use crate::simd::Lanes;
use crate::world::backend::{Asked as Question, Found};
use crate::world::covers::{self, Covers};
use crate::world::forms::box_at;
use crate::world::kind::Kind;
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// What decides a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
enum Queue {
    /// Two circles: by their boxes, which tell all of them.
    Circles,
    /// Two upright boxes, likewise.
    Boxes,
    /// Two masks as they are drawn.
    Drawn,
    Shapes,
    SpriteShape,
    Sprites,
    /// A tile map with anything else.
    Map,
    /// What only the whole bodies tell: touches are ignored, and one has parts without interior (SPEC 3).
    Whole,
}

const QUEUES: usize = 8;

/// A pair of a queue.
#[derive(Debug, Clone, Copy)]
struct Item {
    /// Its number among the keys.
    key: u32,
    /// The covers of the two, if they have any.
    covers: [u32; 2],
}

/// The cover of what is no sprite.
const NO_COVER: u32 = u32::MAX;

/// What pairs are sorted into, kept from one step to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Queues {
    keys: Vec<Key>,
    /// Of each touching, a list each.
    lists: [[Vec<Item>; QUEUES]; 2],
    /// Pairs of which it is asked whether they graze, where they do not overlap.
    near: Vec<Near>,
    covers: Covers,
    hits: Bits,
}

/// The regions of two bodies that may graze.
#[derive(Debug, Clone, Copy)]
struct Near {
    /// The numbers of the keys.
    first: u32,
    end: u32,
    margin: i32,
    /// Where they are two sprites without regions.
    covers: [u32; 2],
}

/// A bit for every key.
#[derive(Debug, Clone, Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn reset(&mut self, count: usize) {
        self.0.clear();
        self.0.resize(count.div_ceil(64), 0);
    }

    #[inline(always)]
    fn set(&mut self, k: u32, is_set: bool) {
        self.0[k as usize / 64] |= u64::from(is_set) << (k % 64);
    }

    #[inline(always)]
    fn get(&self, k: u32) -> bool {
        self.0[k as usize / 64] >> (k % 64) & 1 == 1
    }

    /// The numbers of the set bits, in order.
    #[inline(always)]
    fn each(&self, mut set: impl FnMut(usize)) {
        for (k, &word) in self.0.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                set(64 * k + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}

/// One side of a pair: a region of a body, as seen from where the body stands.
#[derive(Clone, Copy)]
struct Side<'a> {
    row: u32,
    region: u8,
    form: &'a Form,
    at: Point,
    bounds: Bounds,
}

impl<'a> Side<'a> {
    #[inline(always)]
    fn of(rows: &'a Rows, row: u32, region: u8) -> Side<'a> {
        let forms = rows.forms(row as usize);
        let (form, at) = (&forms[usize::from(region)], rows.points[row as usize]);
        let bounds = match forms {
            [_] => rows.bounds[row as usize],
            _ => box_at(form, at),
        };
        Side { row, region, form, at, bounds }
    }
}

impl Queues {
    /// Which regions of candidates overlap, and which graze that do not.
    #[inline(always)]
    pub(super) fn decide<L: Lanes>(&mut self, lanes: L, question: Question<'_>, found: &mut Found) {
        self.sort(question);
        self.covers.make(lanes, question.rows);
        self.run(lanes, question.rows);
        let keys = &self.keys;
        self.hits.each(|k| found.overlaps.push(keys[k]));
        for k in 0..self.near.len() {
            let Near { first, end, margin, covers } = self.near[k];
            if covers[0] != NO_COVER {
                if !self.hits.get(first) && self.sprites_graze(lanes, question.rows, covers, margin) {
                    found.grazes.push(self.keys[first as usize]);
                }
                continue;
            }
            // (Loops: closures are not compiled for the instruction set.)
            let (mut is_apart, mut key) = (true, first);
            while key < end {
                is_apart &= !self.hits.get(key);
                key += 1;
            }
            key = first;
            while is_apart && key < end {
                if self.grazes(lanes, question.rows, key, margin) {
                    found.grazes.push(self.keys[key as usize]);
                    is_apart = false;
                }
                key += 1;
            }
        }
    }

    #[inline(always)]
    fn sort(&mut self, question: Question<'_>) {
        let Question { rows, candidates, touching, grazed } = question;
        self.keys.clear();
        self.near.clear();
        self.lists.iter_mut().flatten().for_each(Vec::clear);
        self.covers.clear(rows);
        self.keys.reserve(candidates.len());
        // Rooted circles are hits at once: their bits must have a place.
        self.hits.reset(0);
        let (is_plain, is_grazing) = (touching.is_plain(), rows.grazing > 0);
        let mut decided = Vec::new();
        for &[a, b] in candidates {
            let margin = if is_grazing { rows.margin(a as usize).max(rows.margin(b as usize)) } else { -1 };
            let is_told = margin >= 0 && grazed.is_some_and(|grazed| grazed.contains([a, b]));
            let margin = if is_told { -1 } else { margin };
            let first = self.keys.len() as u32;
            if is_plain
                && margin < 0
                && let Some(queue) = queue_of_boxes(rows, a, b)
            {
                let key = self.keys.len() as u32;
                self.keys.push(Key { a, b, regions: [0, 0] });
                let list = &mut self.lists[touching.usual as usize][queue as usize];
                list.push(Item { key, covers: [NO_COVER; 2] });
                continue;
            }
            if is_plain && rows.are_sprites(a, b) {
                self.put_sprites(rows, [a, b], touching.usual, margin);
                continue;
            }
            let bare = |row: u32| rows.forms(row as usize).len() == 1;
            if is_plain && bare(a) && bare(b) {
                let pair = [Side::of(rows, a, 0), Side::of(rows, b, 0)];
                self.put(rows, Key { a, b, regions: [0, 0] }, pair, touching.usual, margin);
            } else {
                for (key, pair) in touching.region_pairs(rows, [a, b]) {
                    let rooted = touching.rooted_overlap(pair);
                    let [i, j] = key.regions;
                    let sides = [Side::of(rows, a, i), Side::of(rows, b, j)];
                    if let Some(is_hit) = rooted {
                        decided.extend(is_hit.then_some(self.keys.len() as u32));
                        self.keys.push(key);
                    } else {
                        self.put(rows, key, sides, touching.of(pair[0].layers, pair[1].layers), margin);
                    }
                }
            }
            let end = self.keys.len() as u32;
            if margin >= 0 && end > first {
                self.near.push(Near { first, end, margin, covers: [NO_COVER; 2] });
            }
        }
        self.hits.reset(self.keys.len());
        decided.into_iter().for_each(|key| self.hits.set(key, true));
    }

    /// Puts two sprites without regions into their queue, without a look at their forms.
    #[inline(always)]
    fn put_sprites(&mut self, rows: &Rows, [a, b]: [u32; 2], touching: Touching, margin: i32) {
        let key = self.keys.len() as u32;
        self.keys.push(Key { a, b, regions: [0, 0] });
        let (p, q) = (rows.bounds[a as usize], rows.bounds[b as usize]);
        let is_near = p.meets(q);
        if !is_near && margin < 0 {
            return;
        }
        let asked = |row: u32, bounds: Bounds| covers::Asked {
            row,
            region: 0,
            is_mask: rows.kinds[row as usize] == Kind::AsDrawn,
            bounds,
        };
        let (more, grazes) = (margin.max(0), margin >= 0);
        let covers = [
            self.covers.ask(asked(a, p), q.grown(more), grazes),
            self.covers.ask(asked(b, q), p.grown(more), grazes),
        ];
        if is_near {
            self.lists[touching as usize][Queue::Sprites as usize].push(Item { key, covers });
        }
        if grazes {
            self.near.push(Near { first: key, end: key + 1, margin, covers });
        }
    }

    /// Puts a pair into the queue that decides it.
    #[inline(always)]
    fn put(&mut self, rows: &Rows, key: Key, pair: [Side<'_>; 2], touching: Touching, margin: i32) {
        let number = self.keys.len() as u32;
        self.keys.push(key);
        let [a, b] = pair;
        let is_near = a.bounds.meets(b.bounds);
        if !is_near && margin < 0 {
            return;
        }
        let mut covers = [NO_COVER; 2];
        let grazes = margin >= 0;
        for k in 0..2 {
            let (side, other) = (pair[k], pair[1 - k]);
            if let Form::Sprite(sprite) = side.form {
                let Side { row, region, bounds, .. } = side;
                let asked = covers::Asked { row, region, is_mask: sprite.is_as_drawn(), bounds };
                covers[k] = self.covers.ask(asked, other.bounds.grown(margin.max(0)), grazes);
            }
        }
        if is_near {
            let queue = queue_of(rows, pair, touching);
            self.lists[touching as usize][queue as usize].push(Item { key: number, covers });
        }
    }

    /// Asks all queues.
    #[inline(always)]
    fn run<L: Lanes>(&mut self, lanes: L, rows: &Rows) {
        for touching in [Touching::Counts, Touching::Ignored] {
            let (asked, lists) = (Asked::overlap(touching), &self.lists[touching as usize]);
            let (keys, covers, hits) = (&self.keys, &self.covers, &mut self.hits);
            let bodies = |item: &Item| keys[item.key as usize].pair();
            for item in &lists[Queue::Circles as usize] {
                let [a, b] = bodies(item);
                hits.set(item.key, rows.circles_overlap(a, b, touching));
            }
            for item in &lists[Queue::Boxes as usize] {
                let [a, b] = bodies(item);
                hits.set(item.key, rows.boxes_overlap(a, b, touching));
            }
            for item in &lists[Queue::Drawn as usize] {
                let [a, b] = bodies(item);
                hits.set(item.key, drawn_meet(lanes, rows, a, b));
            }
            for item in &lists[Queue::Sprites as usize] {
                let (p, q) = (covers.get(rows, item.covers[0]), covers.get(rows, item.covers[1]));
                hits.set(item.key, sprites_meet(lanes, p, q));
            }
            let ask = |item: &Item| {
                let Key { a, b, regions: [i, j] } = keys[item.key as usize];
                ([Side::of(rows, a, i), Side::of(rows, b, j)], item.covers)
            };
            for item in &lists[Queue::Shapes as usize] {
                let ([a, b], _) = ask(item);
                if let (Form::Shape(p), Form::Shape(q)) = (a.form, b.form) {
                    hits.set(item.key, kernels::shape_shape(lanes, p, q, way(a.at, b.at), asked));
                }
            }
            for item in &lists[Queue::SpriteShape as usize] {
                let ([a, b], [p, q]) = ask(item);
                let is_hit = match (a.form, b.form) {
                    (Form::Shape(parts), _) => {
                        kernels::sprite_shape(lanes, covers.get(rows, q), parts, a.at, asked)
                    }
                    (_, Form::Shape(parts)) => {
                        kernels::sprite_shape(lanes, covers.get(rows, p), parts, b.at, asked)
                    }
                    _ => false,
                };
                hits.set(item.key, is_hit);
            }
            for item in &lists[Queue::Map as usize] {
                let ([a, b], [p, q]) = ask(item);
                let is_hit = match (a.form, b.form) {
                    (Form::Tiles(tiles), _) => map_meets(lanes, tiles, a.at, (b, q), (rows, covers), asked),
                    (_, Form::Tiles(tiles)) => map_meets(lanes, tiles, b.at, (a, p), (rows, covers), asked),
                    _ => false,
                };
                hits.set(item.key, is_hit);
            }
            for item in &lists[Queue::Whole as usize] {
                let ([a, b], _) = ask(item);
                hits.set(item.key, query::overlap_at(a.form, a.at, b.form, b.at, touching));
            }
        }
    }

    /// Whether two sprites come within a margin.
    #[inline(always)]
    fn sprites_graze<L: Lanes>(&mut self, lanes: L, rows: &Rows, [p, q]: [u32; 2], margin: i32) -> bool {
        // The one is widened that more pairs ask about.
        let [p, q] = if self.covers.grazes(p) >= self.covers.grazes(q) { [p, q] } else { [q, p] };
        let wide = self.covers.widen(lanes, rows, p, margin);
        sprites_meet(lanes, self.covers.wide(p, wide), self.covers.get(rows, q))
    }

    /// Whether two regions come within a margin.
    #[inline(always)]
    fn grazes<L: Lanes>(&mut self, lanes: L, rows: &Rows, key: u32, margin: i32) -> bool {
        let Key { a, b, regions: [i, j] } = self.keys[key as usize];
        let (a, b) = (Side::of(rows, a, i), Side::of(rows, b, j));
        if !a.bounds.grown(margin).meets(b.bounds) {
            return false;
        }
        let asked = Asked::within(margin);
        let [p, q] = [a, b].map(|side| self.covers.find(side.row, side.region).unwrap_or(NO_COVER));
        match (a.form, b.form) {
            (Form::Shape(p), Form::Shape(q)) => kernels::shape_shape(lanes, p, q, way(a.at, b.at), asked),
            (Form::Sprite(_), Form::Shape(parts)) => {
                kernels::sprite_shape(lanes, self.covers.get(rows, p), parts, b.at, asked)
            }
            (Form::Shape(parts), Form::Sprite(_)) => {
                kernels::sprite_shape(lanes, self.covers.get(rows, q), parts, a.at, asked)
            }
            (Form::Sprite(_), Form::Sprite(_)) => self.sprites_graze(lanes, rows, [p, q], margin),
            (Form::Tiles(_), Form::Tiles(_)) => false,
            (Form::Tiles(_), _) | (_, Form::Tiles(_)) => {
                query::come_near(&a.form.standing_at(a.at), &b.form.standing_at(b.at), margin)
            }
        }
    }
}

/// The queue of two bodies whose boxes tell where they are, without a look at their forms.
#[inline(always)]
fn queue_of_boxes(rows: &Rows, a: u32, b: u32) -> Option<Queue> {
    if rows.are_as_drawn(a, b) {
        Some(Queue::Drawn)
    } else if rows.are_circles(a, b) {
        Some(Queue::Circles)
    } else if rows.are_boxes(a, b) {
        Some(Queue::Boxes)
    } else {
        None
    }
}

/// The queue that decides a pair.
#[inline(always)]
fn queue_of(rows: &Rows, [a, b]: [Side<'_>; 2], touching: Touching) -> Queue {
    if touching == Touching::Ignored && (query::has_thin_parts(a.form) || query::has_thin_parts(b.form)) {
        return Queue::Whole;
    }
    match (a.form, b.form) {
        (Form::Shape(_), Form::Shape(_)) if rows.are_circles(a.row, b.row) => Queue::Circles,
        (Form::Shape(_), Form::Shape(_)) if rows.are_boxes(a.row, b.row) => Queue::Boxes,
        (Form::Shape(_), Form::Shape(_)) => Queue::Shapes,
        (Form::Sprite(_), Form::Sprite(_)) => Queue::Sprites,
        (Form::Sprite(_), Form::Shape(_)) | (Form::Shape(_), Form::Sprite(_)) => Queue::SpriteShape,
        _ => Queue::Map,
    }
}

/// Whether two masks as they are drawn have pixels in common: each begins at the least corner of its body's box.
#[inline(always)]
pub(super) fn drawn_meet<L: Lanes>(lanes: L, rows: &Rows, a: u32, b: u32) -> bool {
    let (Form::Sprite(p), Form::Sprite(q)) = (&rows.forms(a as usize)[0], &rows.forms(b as usize)[0]) else {
        return false;
    };
    let (at, to) = (rows.bounds[a as usize].min, rows.bounds[b as usize].min);
    overlay::meets_on(lanes, p.mask(), q.mask(), [(to.x - at.x) >> 8, (to.y - at.y) >> 8])
}

/// From one position to another: they differ by at most 2^30.
#[inline(always)]
fn way(from: Point, to: Point) -> Point {
    Point::new(to.x - from.x, to.y - from.y)
}

#[inline(always)]
fn sprites_meet<L: Lanes>(lanes: L, p: PlacedRows<'_>, q: PlacedRows<'_>) -> bool {
    kernels::sprite_sprite(lanes, p.rows, q.rows, [q.origin[0] - p.origin[0], q.origin[1] - p.origin[1]])
}

/// Whether a cell of a map meets another form, whose cover is the one given if it is a sprite.
#[inline(always)]
fn map_meets<L: Lanes>(
    lanes: L,
    tiles: &Tiles,
    at: Point,
    (other, cover): (Side<'_>, u32),
    (rows, covers): (&Rows, &Covers),
    asked: Asked,
) -> bool {
    let near = other.bounds.grown(asked.margin).seen_from(at);
    for cell in tiles.cells_near(near) {
        let corner = Point::new(at.x + cell.corner.x, at.y + cell.corner.y);
        let is_hit = match (cell.form, other.form) {
            (CellForm::Convex(part), Form::Shape(parts)) => {
                kernels::shape_shape(lanes, std::slice::from_ref(part), parts, way(corner, other.at), asked)
            }
            (CellForm::Convex(part), Form::Sprite(_)) => {
                let (sprite, part) = (covers.get(rows, cover), std::slice::from_ref(part));
                kernels::sprite_shape(lanes, sprite, part, corner, asked)
            }
            (CellForm::Sprite(mask), Form::Shape(parts)) => {
                kernels::sprite_shape(lanes, drawn(mask, corner), parts, other.at, asked)
            }
            (CellForm::Sprite(mask), Form::Sprite(_)) => {
                sprites_meet(lanes, drawn(mask, corner), covers.get(rows, cover))
            }
            (_, Form::Tiles(_)) => false,
        };
        if is_hit {
            return true;
        }
    }
    false
}

/// A mask of a cell: unturned, with its corner at a place.
#[inline(always)]
fn drawn(sprite: &Sprite, corner: Point) -> PlacedRows<'_> {
    let offset = sprite.upright_offset();
    let origin = [(corner.x + offset.x) >> 8, (corner.y + offset.y) >> 8];
    PlacedRows { rows: (&**sprite.mask()).into(), origin }
}

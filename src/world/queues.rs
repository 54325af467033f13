//! The pairs of a step in queues by what the two are: a kernel decides a queue, and hits are bits by number, so that the
//! order of pairs is kept by itself.

mod shapes;

use crate::form::{Form, Touching};
use crate::kernels::{self, Asked, Strips};
use crate::lattice::{Bounds, Point};
use crate::mask::{Sprite, overlay};
use crate::query;
use crate::shape::{CellForm, Tiles};
use crate::simd::{Kernel, Lanes};
use crate::world::backend::{Asked as Question, Found};
use crate::world::covers::{self, Covers, NO_COVER, recycled};
use crate::world::forms::box_at;
use crate::world::kind::Kind;
use crate::world::queues::shapes::{Ask, Shapes};
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// What decides a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
enum Queue {
    /// Two shapes, or a shape and a tile map.
    Shapes,
    SpriteShape,
    Sprites,
    /// A tile map with a sprite.
    Map,
    /// What only the whole bodies tell: touches are ignored, and one has parts without interior (SPEC 3).
    Whole,
}

const QUEUES: usize = 5;

/// Fewer pairs of sprites are asked in the order they are in.
const ENOUGH_TO_GROUP: usize = 256;

/// A pair of a queue.
#[derive(Debug, Clone, Copy)]
struct Item {
    /// Its number among the keys.
    key: u32,
    /// The covers of the two, if they have any.
    covers: [u32; 2],
}

/// What pairs are sorted into, kept from one step to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Queues {
    keys: Vec<Key>,
    /// Of each touching, a list each.
    lists: [[Vec<Item>; QUEUES]; 2],
    /// Pairs of which it is asked whether they graze, where they do not overlap.
    near: Vec<Near>,
    covers: Covers,
    /// Pairs of sprites, those with the same large one together.
    grouped: Vec<Item>,
    starts: Vec<u32>,
    /// The strips of the covers; empty between steps.
    views: Vec<Strips<'static>>,
    shapes: Shapes,
    hits: Bits,
    /// Which of the near pairs without sprites graze.
    close: Bits,
}

/// The regions of two bodies that may graze.
#[derive(Debug, Clone, Copy)]
struct Near {
    /// The numbers of the keys.
    first: u32,
    end: u32,
    margin: i32,
    by: NearBy,
}

/// What tells whether two bodies graze.
#[derive(Debug, Clone, Copy)]
enum NearBy {
    /// It is known that they do.
    Known,
    /// Two sprites without regions: their covers.
    Sprites([u32; 2]),
    /// The same, of which the first is widened, and its number among those that are.
    Wide([u32; 2], u32),
    /// Neither is a sprite, and neither has regions: their hulls.
    Hulls,
    /// Their forms.
    Forms,
}

/// A bit for every key.
#[derive(Debug, Clone, Default)]
struct Bits(Vec<u64>);

impl Bits {
    /// Room for one more, which is not set.
    #[inline(always)]
    fn make_room(&mut self, k: usize) {
        if k.is_multiple_of(64) {
            self.0.push(0);
        }
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

/// What all queues read.
#[derive(Clone, Copy)]
struct Seen<'a> {
    rows: &'a Rows,
    covers: &'a Covers,
    views: &'a [Strips<'a>],
}

impl Queues {
    /// Which regions of the first candidates overlap, and which graze that do not; and how many candidates these were.
    #[inline(always)]
    pub(super) fn decide<L: Lanes>(&mut self, lanes: L, question: Question<'_>, found: &mut Found) -> usize {
        let rows = question.rows;
        let count = self.sort(question);
        self.group_sprites();
        self.covers.make(lanes, rows);
        let views = self.covers.views(rows, std::mem::take(&mut self.views));
        let seen = Seen { rows, covers: &self.covers, views: &views };
        run(lanes, seen, &self.keys, &self.lists, &mut self.shapes, &mut self.hits);
        self.views = recycled(views);
        let keys = &self.keys;
        self.hits.each(|k| found.overlaps.push(keys[k]));
        if !self.near.is_empty() {
            self.find_grazes(lanes, rows, found);
        }
        count
    }

    /// Sorts candidates until there are enough: their number.
    #[inline(always)]
    fn sort(&mut self, question: Question<'_>) -> usize {
        let Question { rows, candidates, touching, grazed } = question;
        self.keys.clear();
        self.near.clear();
        self.lists.iter_mut().flatten().for_each(Vec::clear);
        self.covers.clear();
        self.shapes.clear();
        self.keys.reserve(candidates.len());
        self.hits.0.clear();
        let (is_plain, is_grazing) = (touching.is_plain(), rows.grazing > 0);
        for (k, &[a, b]) in candidates.iter().enumerate() {
            if self.covers.are_enough() {
                return k;
            }
            let margin = if is_grazing { rows.margin(a as usize).max(rows.margin(b as usize)) } else { -1 };
            let is_told = margin >= 0 && grazed.is_some_and(|grazed| grazed.contains([a, b]));
            let margin = if is_told { -1 } else { margin };
            let kinds = [a, b].map(|row| rows.kinds[row as usize]);
            if is_plain && kinds.iter().all(|kind| kind.is_bare()) {
                self.put_bare(rows, [a, b], kinds, touching.usual, margin);
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

    /// Brings pairs of sprites together that ask about the same large one: it stays in the cache meanwhile. Its own number is
    /// the second of each then.
    #[inline(always)]
    fn group_sprites(&mut self) {
        for list in &mut self.lists {
            let items = &mut list[Queue::Sprites as usize];
            if items.len() < ENOUGH_TO_GROUP {
                continue;
            }
            self.starts.clear();
            self.starts.resize(self.covers.len() + 1, 0);
            for item in &mut *items {
                if self.covers.is_larger(item.covers) {
                    item.covers.swap(0, 1);
                }
                self.starts[item.covers[1] as usize + 1] += 1;
            }
            let mut sum = 0;
            for start in &mut self.starts {
                sum += *start;
                *start = sum;
            }
            self.grouped.clear();
            self.grouped.resize(items.len(), Item { key: 0, covers: [0; 2] });
            for item in &*items {
                let place = &mut self.starts[item.covers[1] as usize];
                self.grouped[*place as usize] = *item;
                *place += 1;
            }
            std::mem::swap(items, &mut self.grouped);
        }
    }

    #[inline(always)]
    fn push_key(&mut self, key: Key) -> u32 {
        let number = self.keys.len();
        self.keys.push(key);
        self.hits.make_room(number);
        number as u32
    }

    /// Puts two bodies without regions into their queue, without a look at their forms; decides them where their boxes tell
    /// all of them.
    #[inline(always)]
    fn put_bare(&mut self, rows: &Rows, [a, b]: [u32; 2], kinds: [Kind; 2], touching: Touching, margin: i32) {
        let key = self.push_key(Key { a, b, regions: [0, 0] });
        let (p, q) = (rows.bounds[a as usize], rows.bounds[b as usize]);
        let (is_near, grazes) = (p.meets(q), margin >= 0);
        if !is_near && !grazes {
            return;
        }
        let near = |by| Near { first: key, end: key + 1, margin, by };
        match kinds {
            [Kind::Circle, Kind::Circle] => {
                let is_hit = rows.circles_overlap(a, b, touching);
                self.hits.set(key, is_hit);
                if grazes && !is_hit && rows.circles_are_within(a, b, margin) {
                    self.near.push(near(NearBy::Known));
                }
                return;
            }
            [Kind::Box, Kind::Box] => {
                let is_hit = rows.boxes_overlap(a, b, touching);
                self.hits.set(key, is_hit);
                if grazes && !is_hit && rows.boxes_are_within(a, b, margin) {
                    self.near.push(near(NearBy::Known));
                }
                return;
            }
            _ => {}
        }
        let mut covers = [NO_COVER; 2];
        let more = margin.max(0);
        if kinds[0].is_sprite() {
            let asked = covers::Asked { row: a, region: 0, kind: kinds[0], bounds: p };
            covers[0] = self.covers.ask(rows, asked, q.grown(more), grazes);
        }
        if kinds[1].is_sprite() {
            let asked = covers::Asked { row: b, region: 0, kind: kinds[1], bounds: q };
            covers[1] = self.covers.ask(rows, asked, p.grown(more), grazes);
        }
        let queue = match kinds.map(Kind::is_sprite) {
            [true, true] => Queue::Sprites,
            _ if touching == Touching::Ignored && is_thin(rows, [a, b]) => Queue::Whole,
            [false, false] => Queue::Shapes,
            _ => Queue::SpriteShape,
        };
        if is_near {
            self.push(queue, touching, Key { a, b, regions: [0, 0] }, Item { key, covers });
        }
        if grazes {
            self.near.push(near(match kinds.map(Kind::is_sprite) {
                [true, true] => NearBy::Sprites(covers),
                [false, false] => NearBy::Hulls,
                _ => NearBy::Forms,
            }));
        }
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
                let asked = covers::Asked { row, region, kind, bounds };
                covers[k] = self.covers.ask(rows, asked, other.bounds.grown(margin.max(0)), margin >= 0);
            }
        }
        if is_near {
            self.push(queue_of(pair, touching), touching, key, Item { key: number, covers });
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

    /// Which of those that are asked about graze, in order.
    #[inline(always)]
    fn find_grazes<L: Lanes>(&mut self, lanes: L, rows: &Rows, found: &mut Found) {
        self.ask_hulls(rows);
        decide_shapes(lanes, rows, Touching::Counts, &mut self.shapes, &mut self.close);
        self.ask_wide(rows);
        self.covers.make_wide(lanes, rows);
        let views = self.covers.views(rows, std::mem::take(&mut self.views));
        let seen = Seen { rows, covers: &self.covers, views: &views };
        let mut k = 0;
        while k < self.near.len() {
            let Near { first, end, margin, by } = self.near[k];
            k += 1;
            match by {
                NearBy::Hulls => {
                    if self.close.get(k as u32 - 1) {
                        found.grazes.push(self.keys[first as usize]);
                    }
                }
                NearBy::Known => found.grazes.push(self.keys[first as usize]),
                NearBy::Wide([p, q], wide) => {
                    let wide = self.covers.wide(p, wide);
                    if kernels::sprite_sprite(lanes, &wide, &views[q as usize]) {
                        found.grazes.push(self.keys[first as usize]);
                    }
                }
                // What overlaps does not graze.
                NearBy::Sprites(_) => {}
                NearBy::Forms => {
                    let (mut key, mut is_apart) = (first, true);
                    while key < end {
                        is_apart &= !self.hits.get(key);
                        key += 1;
                    }
                    key = first;
                    while is_apart && key < end {
                        if grazes(lanes, seen, self.keys[key as usize], margin) {
                            found.grazes.push(self.keys[key as usize]);
                            is_apart = false;
                        }
                        key += 1;
                    }
                }
            }
        }
        self.views = recycled(views);
        self.covers.forget_spreads();
    }

    /// Asks about pairs without sprites that do not overlap, by their numbers among those that are near.
    #[inline(always)]
    fn ask_hulls(&mut self, rows: &Rows) {
        self.close.0.clear();
        for (k, near) in self.near.iter().enumerate() {
            self.close.make_room(k);
            if !matches!(near.by, NearBy::Hulls) || self.hits.get(near.first) {
                continue;
            }
            let Key { a, b, regions } = self.keys[near.first as usize];
            let (p, q) = (rows.bounds[a as usize], rows.bounds[b as usize]);
            if p.grown(near.margin).meets(q) {
                let ask = Ask { number: k as u32, rows: [a, b], regions, margin: near.margin };
                self.shapes.ask(Touching::Counts, ask);
            }
        }
    }

    /// Asks for what has to be widened: of sprites that do not overlap.
    #[inline(always)]
    fn ask_wide(&mut self, rows: &Rows) {
        for near in &mut self.near {
            let Near { first, end, margin, by } = *near;
            match by {
                NearBy::Sprites(pair) if !self.hits.get(first) => {
                    let pair = self.covers.to_widen(pair);
                    let wide = self.covers.ask_wide(rows, pair[0], margin);
                    near.by = NearBy::Wide(pair, wide);
                }
                NearBy::Forms => {
                    for key in first..end {
                        let Key { a, b, regions: [i, j] } = self.keys[key as usize];
                        let pair = [(a, i), (b, j)].map(|(row, region)| self.covers.find(row, region));
                        if let [Some(p), Some(q)] = pair {
                            let [p, _] = self.covers.to_widen([p, q]);
                            self.covers.ask_wide(rows, p, margin);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

/// Asks all queues.
#[inline(always)]
fn run<L: Lanes>(
    lanes: L,
    seen: Seen<'_>,
    keys: &[Key],
    lists: &[[Vec<Item>; QUEUES]; 2],
    shapes: &mut Shapes,
    hits: &mut Bits,
) {
    let Seen { rows, views, .. } = seen;
    for touching in [Touching::Counts, Touching::Ignored] {
        let (asked, lists) = (Asked::overlap(touching), &lists[touching as usize]);
        for item in &lists[Queue::Sprites as usize] {
            let [p, q] = item.covers;
            hits.set(item.key, kernels::sprite_sprite(lanes, &views[p as usize], &views[q as usize]));
        }
        let ask = |item: &Item| {
            let Key { a, b, regions: [i, j] } = keys[item.key as usize];
            ([Side::of(rows, a, i), Side::of(rows, b, j)], item.covers)
        };
        decide_shapes(lanes, rows, touching, shapes, hits);
        for item in &lists[Queue::SpriteShape as usize] {
            let ([a, b], [p, q]) = ask(item);
            let is_hit = match (a.form, b.form) {
                (Form::Shape(parts), _) => {
                    kernels::sprite_shape(lanes, &views[q as usize], parts, a.at, asked)
                }
                (_, Form::Shape(parts)) => {
                    kernels::sprite_shape(lanes, &views[p as usize], parts, b.at, asked)
                }
                _ => false,
            };
            hits.set(item.key, is_hit);
        }
        for item in &lists[Queue::Map as usize] {
            let ([a, b], [p, q]) = ask(item);
            hits.set(item.key, lanes.call(Parts { sides: [a, b], covers: [p, q], views, asked }));
        }
        for item in &lists[Queue::Whole as usize] {
            let ([a, b], _) = ask(item);
            hits.set(item.key, query::overlap_at(a.form, a.at, b.form, b.at, touching));
        }
    }
}

/// Decides shapes that were asked about: by their hulls, and exactly what these leave in doubt.
#[inline(always)]
fn decide_shapes<L: Lanes>(lanes: L, rows: &Rows, touching: Touching, shapes: &mut Shapes, hits: &mut Bits) {
    lanes.call(Decide { rows, touching, shapes, hits });
    while let Some(doubt) = shapes.next_doubtful() {
        let Ask { number, rows: [a, b], regions: [i, j], margin } = doubt;
        if !hits.get(number) {
            let (sides, asked) = ([Side::of(rows, a, i), Side::of(rows, b, j)], Asked { touching, margin });
            hits.set(number, lanes.call(Parts { sides, covers: [NO_COVER; 2], views: &[], asked }));
        }
    }
}

/// All shapes that were asked about.
struct Decide<'a> {
    rows: &'a Rows,
    touching: Touching,
    shapes: &'a mut Shapes,
    hits: &'a mut Bits,
}

impl Kernel for Decide<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        self.shapes.decide(lanes, self.rows, self.touching, self.hits);
    }
}

/// Two regions of which at most one is a sprite, asked part by part and cell by cell, with the covers of sprites.
struct Parts<'a> {
    sides: [Side<'a>; 2],
    covers: [u32; 2],
    views: &'a [Strips<'a>],
    asked: Asked,
}

impl Kernel for Parts<'_> {
    /// Whether they meet.
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        let Parts { sides: [a, b], covers: [p, q], views, asked } = self;
        let (tiles, at, other) = match (a.form, b.form) {
            (Form::Shape(p), Form::Shape(q)) => {
                return kernels::shape_shape(lanes, p, q, way(a.at, b.at), asked);
            }
            (Form::Tiles(tiles), _) => (tiles, a.at, (b, q)),
            (_, Form::Tiles(tiles)) => (tiles, b.at, (a, p)),
            _ => return false,
        };
        map_meets(lanes, tiles, at, other, views, asked)
    }
}

/// Whether two regions come within a margin.
#[inline(always)]
fn grazes<L: Lanes>(lanes: L, seen: Seen<'_>, key: Key, margin: i32) -> bool {
    let Seen { rows, covers, views } = seen;
    let Key { a, b, regions: [i, j] } = key;
    let (a, b) = (Side::of(rows, a, i), Side::of(rows, b, j));
    if !a.bounds.grown(margin).meets(b.bounds) {
        return false;
    }
    let asked = Asked::within(margin);
    let [p, q] = [a, b].map(|side| covers.find(side.row, side.region).unwrap_or(NO_COVER));
    match (a.form, b.form) {
        (Form::Sprite(_), Form::Shape(parts)) => {
            kernels::sprite_shape(lanes, &views[p as usize], parts, b.at, asked)
        }
        (Form::Shape(parts), Form::Sprite(_)) => {
            kernels::sprite_shape(lanes, &views[q as usize], parts, a.at, asked)
        }
        (Form::Sprite(_), Form::Sprite(_)) => {
            let [p, q] = covers.to_widen([p, q]);
            match covers.find_wide(rows, p, margin) {
                Some(wide) => kernels::sprite_sprite(lanes, &covers.wide(p, wide), &views[q as usize]),
                None => false,
            }
        }
        (Form::Tiles(tiles), Form::Sprite(_)) | (Form::Sprite(_), Form::Tiles(tiles))
            if tiles.has_masks() =>
        {
            query::come_near(&a.form.standing_at(a.at), &b.form.standing_at(b.at), margin)
        }
        _ => lanes.call(Parts { sides: [a, b], covers: [p, q], views, asked }),
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

/// The queue that decides two regions.
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

/// Whether a cell of a map meets another form, whose cover is the one given if it is a sprite.
#[inline(always)]
fn map_meets<L: Lanes>(
    lanes: L,
    tiles: &Tiles,
    at: Point,
    (other, cover): (Side<'_>, u32),
    views: &[Strips<'_>],
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
                let part = std::slice::from_ref(part);
                kernels::sprite_shape(lanes, &views[cover as usize], part, corner, asked)
            }
            (CellForm::Sprite(mask), Form::Shape(parts)) => {
                kernels::sprite_shape(lanes, &drawn(mask, corner), parts, other.at, asked)
            }
            (CellForm::Sprite(mask), Form::Sprite(_)) => {
                kernels::sprite_sprite(lanes, &drawn(mask, corner), &views[cover as usize])
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
fn drawn(sprite: &Sprite, corner: Point) -> Strips<'_> {
    let (offset, mask) = (sprite.upright_offset(), sprite.mask());
    let origin = [(corner.x + offset.x) >> 8, (corner.y + offset.y) >> 8];
    Strips::new(mask.strips([false; 2]), [mask.width() as i32, mask.height() as i32], origin)
}

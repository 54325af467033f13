//! The pairs of a step in queues by what the two are. One kernel decides each queue. Hits are bits by the pair's
//! number, so the order of pairs is kept without sorting.

mod beside_map;
mod beside_shape;
mod beside_sprite;
mod bits;
mod block;
mod corners;
mod few_pixels;
mod grazes;
mod judge;
mod regions;
mod run;
mod settle;
mod shapes;
mod sort;
mod upright_on_map;

pub(super) use grazes::Widened;

use crate::form::Form;
use crate::kernels::Strips;
use crate::lattice::{Bounds, Point};
use crate::simd::Lanes;
use crate::world::backend::{Asked as Question, Found};
use crate::world::covers::{Covers, WideCovers};
use crate::world::forms::box_at;
use crate::world::queues::bits::Bits;
use crate::world::queues::few_pixels::FewPairs;
use crate::world::queues::grazes::{Near, NearBy};
use crate::world::queues::judge::Judge;
use crate::world::queues::regions::Regions;
use crate::world::queues::shapes::Shapes;
use crate::world::queues::sort::Open;
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// The queues, by what decides a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
enum Queue {
    /// Two shapes, or a shape and a tile map.
    Shapes,
    SpriteShape,
    Sprites,
    /// A tile map with a sprite.
    Map,
    /// Pairs that must be decided as whole bodies, because touches are ignored and one has parts without interior
    /// (SPEC 3).
    Whole,
}

const QUEUES: usize = 5;

/// With fewer pairs of sprites, or fewer covers, the pairs are tested in the order they are in.
const ENOUGH_TO_GROUP: usize = 256;

/// A pair of a queue.
#[derive(Debug, Clone, Copy)]
struct Item {
    /// The index of its key.
    key: u32,
    /// The covers of the two; `NO_COVER` for what is no sprite.
    covers: [u32; 2],
    /// The vector from the first one's box to the second one's, in pixels.
    way: [i32; 2],
}

/// The queues of candidate pairs. The memory is reused from one step to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Queues {
    judge: Judge,
    /// How often the number of candidates that are judged at once is halved.
    fewer: u32,
    /// The candidates that need a queue.
    open: Vec<Open>,
    keys: Vec<Key>,
    regions: Regions,
    /// The pairs that few pixels decide.
    few: FewPairs,
    /// The pairs of each queue, by touching.
    lists: [[Vec<Item>; QUEUES]; 2],
    /// The pairs to test for grazes if they do not overlap.
    near: Vec<Near>,
    /// The covers that the pairs request.
    covers: Covers,
    wide: WideCovers,
    /// The numbers of these covers among the covers of all parts of the candidates; empty if the numbers stay the
    /// same.
    numbers: Vec<u32>,
    wide_numbers: Vec<u32>,
    /// Pairs of sprites, grouped by their larger sprite.
    grouped: Vec<Item>,
    starts: Vec<u32>,
    shapes: Shapes,
    hits: Bits,
    /// The near pairs without sprites that graze.
    close: Bits,
}

/// One side of a pair: a region of a body, relative to the body's position.
#[derive(Clone, Copy)]
struct Side<'a> {
    row: u32,
    region: u8,
    form: &'a Form,
    at: Point,
    /// The box that the row stores, if the body has no regions.
    stored: Option<Bounds>,
}

impl<'a> Side<'a> {
    #[inline(always)]
    fn of(rows: &'a Rows, row: u32, region: u8) -> Side<'a> {
        let forms = rows.forms(row as usize);
        let stored = (forms.len() == 1).then(|| rows.bounds[row as usize]);
        Side { row, region, form: &forms[usize::from(region)], at: rows.points[row as usize], stored }
    }

    /// Returns its box. The box of a region is computed here, because most tests do not need it.
    #[inline(always)]
    fn bounds(&self) -> Bounds {
        match self.stored {
            Some(bounds) => bounds,
            None => box_at(self.form, self.at),
        }
    }

    /// Returns the strips of a sprite at its position, from those of its cover.
    #[inline(always)]
    fn strips<'s>(&self, views: &[Strips<'s>], cover: u32) -> Strips<'s> {
        views[cover as usize].moved(corner_of(self.bounds()))
    }
}

/// Returns the first pixel of a sprite's box.
#[inline(always)]
fn corner_of(bounds: Bounds) -> [i32; 2] {
    [bounds.min.x >> 8, bounds.min.y >> 8]
}

/// Returns the vector from the box of one sprite to that of another, in pixels.
#[inline(always)]
fn way_between(from: Bounds, to: Bounds) -> [i32; 2] {
    let (from, to) = (corner_of(from), corner_of(to));
    [to[0] - from[0], to[1] - from[1]]
}

/// The data that all queues read.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) rows: &'a Rows,
    pub(super) covers: &'a Covers,
    pub(super) views: &'a [Strips<'a>],
}

impl Queues {
    /// Sorts candidates until the covers take enough memory, and returns the number sorted. `parts` parts of the
    /// candidates are sorted at the same time.
    #[inline(always)]
    pub(super) fn take<L: Lanes>(&mut self, lanes: L, question: Question<'_>, parts: usize) -> usize {
        let count = self.sort(lanes, question, parts);
        self.group_sprites();
        count
    }

    /// Forgets the candidates after they are decided.
    pub(super) fn clear(&mut self) {
        self.keys.clear();
        self.near.clear();
        self.lists.iter_mut().flatten().for_each(Vec::clear);
        self.covers.clear();
        self.wide.clear(0);
        self.numbers.clear();
        self.wide_numbers.clear();
        self.shapes.clear();
        self.hits.clear();
    }

    /// Whether pixels of sprites must be made. All parts of the candidates should share them.
    pub(super) fn need_pixels(&self) -> bool {
        self.covers.need_pixels()
    }

    /// Lends the requested covers. The caller gives them back.
    pub(super) fn covers(&mut self) -> &mut Covers {
        &mut self.covers
    }

    /// Lends the requested widened covers. The caller gives them back.
    pub(super) fn wide(&mut self) -> &mut WideCovers {
        &mut self.wide
    }

    /// Adds the requested covers to those of all parts.
    pub(super) fn join_covers(&mut self, all: &mut Covers) {
        all.join(&self.covers, &mut self.numbers);
    }

    /// Adds the requested widened covers to those of all parts.
    pub(super) fn join_wide(&mut self, all: &mut WideCovers) {
        all.join(&self.wide, &mut self.wide_numbers);
    }

    /// Finds the regions that overlap.
    #[inline(always)]
    pub(super) fn find_overlaps<L: Lanes>(&mut self, lanes: L, seen: Seen<'_>, found: &mut Found) {
        self.renumber();
        run::run(lanes, seen, &self.keys, &self.lists, &mut self.shapes, &mut self.hits);
        self.hits.select(&self.keys, &mut found.overlaps);
    }

    /// Replaces the cover numbers in the pairs by their numbers among the covers of all parts.
    fn renumber(&mut self) {
        let numbers = &self.numbers;
        if numbers.is_empty() {
            return;
        }
        // (What is no sprite has no cover.)
        let of = |cover: u32| numbers.get(cover as usize).copied().unwrap_or(cover);
        self.lists.iter_mut().flatten().flatten().for_each(|item| item.covers = item.covers.map(of));
        for near in &mut self.near {
            if let NearBy::Sprites(covers) = &mut near.by {
                *covers = covers.map(of);
            }
        }
    }

    /// Whether there are pairs to test for grazes.
    pub(super) fn ask_grazes(&self) -> bool {
        !self.near.is_empty()
    }

    /// Groups the pairs of sprites by their larger sprite, so that it stays in the cache. The larger sprite becomes
    /// the second of each pair.
    fn group_sprites(&mut self) {
        for list in &mut self.lists {
            let items = &mut list[Queue::Sprites as usize];
            if items.len().min(self.covers.len()) < ENOUGH_TO_GROUP {
                continue;
            }
            self.starts.clear();
            self.starts.resize(self.covers.len() + 1, 0);
            for item in &mut *items {
                if self.covers.is_larger(item.covers) {
                    item.covers.swap(0, 1);
                    item.way = item.way.map(|pixels| -pixels);
                }
                self.starts[item.covers[1] as usize + 1] += 1;
            }
            let mut sum = 0;
            for start in &mut self.starts {
                sum += *start;
                *start = sum;
            }
            self.grouped.clear();
            self.grouped.resize(items.len(), Item { key: 0, covers: [0; 2], way: [0; 2] });
            for item in &*items {
                let place = &mut self.starts[item.covers[1] as usize];
                self.grouped[*place as usize] = *item;
                *place += 1;
            }
            std::mem::swap(items, &mut self.grouped);
        }
    }
}

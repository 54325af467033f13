//! Which of the pairs that do not overlap graze.

use crate::form::{Form, Touching};
use crate::kernels::{self, PairQuestion, Strips};
use crate::query;
use crate::simd::Lanes;
use crate::world::backend::Found;
use crate::world::covers::{Covers, NO_COVER, WideCovers, WidePixels};
use crate::world::queues::run::{Parts, decide_shapes};
use crate::world::queues::shapes::Ask;
use crate::world::queues::{Queues, Seen, Side, way_between};
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// The regions of two bodies that may graze.
#[derive(Debug, Clone, Copy)]
pub(super) struct Near {
    /// The range of the pair's keys.
    pub(super) first: u32,
    pub(super) end: u32,
    pub(super) margin: i32,
    pub(super) by: NearBy,
}

/// How to decide whether two bodies graze.
#[derive(Debug, Clone, Copy)]
pub(super) enum NearBy {
    /// They are known to graze if they do not overlap.
    Known,
    /// They are known not to graze.
    Never,
    /// Two sprites without regions: by their covers.
    Sprites([u32; 2]),
    /// Two sprites without regions: one widened cover and one plain cover.
    Wide(WideItem),
    /// Two bodies without sprites and regions: by their hulls.
    Hulls,
    /// By their forms.
    Forms,
}

/// Two sprites. The first one is widened.
#[derive(Debug, Clone, Copy)]
pub(super) struct WideItem {
    covers: [u32; 2],
    /// The number of the first one's widened cover.
    wide: u32,
    /// The vector from the first one's box to the second one's, in pixels.
    way: [i32; 2],
}

/// Covers widened by margins, and their pixels.
#[derive(Clone, Copy)]
pub(in crate::world) struct Widened<'a> {
    pub(in crate::world) covers: &'a WideCovers,
    pub(in crate::world) pixels: &'a WidePixels,
}

impl Widened<'_> {
    #[inline(always)]
    fn strips(&self, number: u32, of: &Strips<'_>) -> Strips<'_> {
        self.pixels.strips(self.covers, number, of)
    }
}

impl Queues {
    /// Decides the grazes of shapes by their hulls, and requests the widened covers for the grazes of sprites. It
    /// handles only pairs that do not overlap.
    #[inline(always)]
    pub(in crate::world) fn prepare_grazes<L: Lanes>(&mut self, lanes: L, rows: &Rows, covers: &Covers) {
        self.ask_hulls(rows);
        decide_shapes(lanes, rows, Touching::Counts, &mut self.shapes, &mut self.close);
        self.ask_wide(rows, covers);
    }

    /// Finds the grazes among the near pairs, in order.
    #[inline(always)]
    pub(in crate::world) fn find_grazes<L: Lanes>(
        &mut self,
        lanes: L,
        seen: Seen<'_>,
        widened: Widened<'_>,
        found: &mut Found,
    ) {
        let Seen { views, .. } = seen;
        let numbers = &self.wide_numbers;
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
                NearBy::Known => {
                    if !self.hits.get(first) {
                        found.grazes.push(self.keys[first as usize]);
                    }
                }
                NearBy::Wide(WideItem { covers: [p, q], wide, way }) => {
                    let wide = numbers.get(wide as usize).map_or(wide, |&number| number);
                    let wide = widened.strips(wide, &views[p as usize]);
                    if kernels::sprite_sprite(lanes, &wide, &views[q as usize].moved(way)) {
                        found.grazes.push(self.keys[first as usize]);
                    }
                }
                // These two overlap or are apart.
                NearBy::Sprites(_) | NearBy::Never => {}
                NearBy::Forms => {
                    let (mut key, mut is_apart) = (first, true);
                    while key < end {
                        is_apart &= !self.hits.get(key);
                        key += 1;
                    }
                    key = first;
                    while is_apart && key < end {
                        if grazes(lanes, seen, widened, self.keys[key as usize], margin) {
                            found.grazes.push(self.keys[key as usize]);
                            is_apart = false;
                        }
                        key += 1;
                    }
                }
            }
        }
    }

    /// Requests tests of the pairs without sprites that do not overlap, by their index among the near pairs.
    #[inline(always)]
    fn ask_hulls(&mut self, rows: &Rows) {
        self.close.clear();
        self.close.resize(self.near.len());
        for (k, near) in self.near.iter().enumerate() {
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

    /// Requests the widened covers for sprites that do not overlap.
    #[inline(always)]
    fn ask_wide(&mut self, rows: &Rows, covers: &Covers) {
        self.wide.clear(covers.len());
        for near in &mut self.near {
            let Near { first, end, margin, by } = *near;
            match by {
                NearBy::Sprites(mut pair) if !self.hits.get(first) => {
                    let Key { a, b, .. } = self.keys[first as usize];
                    let mut bounds = [rows.bounds[a as usize], rows.bounds[b as usize]];
                    if covers.is_second_widened(pair) {
                        pair.swap(0, 1);
                        bounds.swap(0, 1);
                    }
                    let wide = self.wide.ask(pair[0], margin);
                    let way = way_between(bounds[0], bounds[1]);
                    near.by = NearBy::Wide(WideItem { covers: pair, wide, way });
                }
                NearBy::Forms => {
                    for key in first..end {
                        let Key { a, b, regions: [i, j] } = self.keys[key as usize];
                        let pair = (covers.find(rows, a, i), covers.find(rows, b, j));
                        if let (Some(p), Some(q)) = pair {
                            let is_second = covers.is_second_widened([p, q]);
                            self.wide.ask(if is_second { q } else { p }, margin);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}

/// Whether two regions are within a margin of each other.
#[inline(always)]
fn grazes<L: Lanes>(lanes: L, seen: Seen<'_>, widened: Widened<'_>, key: Key, margin: i32) -> bool {
    let Seen { rows, covers, views } = seen;
    let Key { a, b, regions: [i, j] } = key;
    let (a, b) = (Side::of(rows, a, i), Side::of(rows, b, j));
    if !a.bounds().grown(margin).meets(b.bounds()) {
        return false;
    }
    let asked = PairQuestion::within(margin);
    let p = covers.find(rows, a.row, a.region).unwrap_or(NO_COVER);
    let q = covers.find(rows, b.row, b.region).unwrap_or(NO_COVER);
    match (a.form, b.form) {
        (Form::Sprite(_), Form::Shape(parts)) => {
            kernels::sprite_shape(lanes, &a.strips(views, p), parts, b.at, asked)
        }
        (Form::Shape(parts), Form::Sprite(_)) => {
            kernels::sprite_shape(lanes, &b.strips(views, q), parts, a.at, asked)
        }
        (Form::Sprite(_), Form::Sprite(_)) => {
            let [(a, p), (b, q)] =
                if covers.is_second_widened([p, q]) { [(b, q), (a, p)] } else { [(a, p), (b, q)] };
            match widened.covers.find(p, margin) {
                Some(wide) => {
                    let of = a.strips(views, p);
                    let wide = widened.strips(wide, &of);
                    kernels::sprite_sprite(lanes, &wide, &b.strips(views, q))
                }
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

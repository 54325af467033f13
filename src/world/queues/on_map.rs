//! Bodies without regions on tile maps without regions: they need no look at regions and layers. Most of them are near
//! four cells at most, whose bits settle the pair.

use crate::form::{Form, Touching};
use crate::kernels::{Asked, Ball};
use crate::lattice::{Bounds, Point};
use crate::shape::{FourCells, Tiles};
use crate::simd::Lanes;
use crate::world::backend::Asked as Question;
use crate::world::hulls::{Head, Hulls};
use crate::world::kind::{Kind, Upright};
use crate::world::queues::Queues;
use crate::world::queues::few_pixels::{FewPixels, few_pixels_on_map};
use crate::world::queues::grazes::{Near, NearBy};
use crate::world::queues::judge::{has_grazed, margin_of, touching_of};
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// A body without regions near a tile map without regions.
struct OnMap<'a> {
    rows: &'a Rows,
    row: u32,
    map: u32,
    kind: Kind,
    tiles: &'a Tiles,
    key: Key,
    touching: Touching,
    /// The graze margin of the pair; below 0 if neither reports grazes.
    margin: i32,
}

impl Queues {
    /// Decides a body on a tile map at once, if the four cells near it say enough. Otherwise it tests a circle or an
    /// upright box cell by cell, and lists a sprite that needs no graze test for a decision by few pixels. Returns
    /// whether the pair needs nothing else.
    #[inline(always)]
    pub(super) fn put_on_map<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        [a, b]: [u32; 2],
    ) -> bool {
        let rows = question.rows;
        let [first, second] = [rows.kinds[a as usize], rows.kinds[b as usize]];
        let (map, row, kind) = match [first == Kind::Map, second == Kind::Map] {
            [true, false] => (a, b, second),
            [false, true] => (b, a, first),
            _ => return false,
        };
        let [Form::Tiles(tiles)] = rows.forms(map as usize) else { return false };
        if !kind.is_bare() || !question.touching.rooted.is_empty() {
            return false;
        }
        let (touching, margin) = (touching_of(question, [a, b]), margin_of(rows, [a, b]));
        // Where touches do not count, a point between two cells is in the map, but in neither cell.
        let bounds = rows.bounds[row as usize];
        if (touching == Touching::Ignored) & (bounds.min == bounds.max) {
            return false;
        }
        let key = Key { a, b, regions: [0, 0] };
        let pair = OnMap { rows, row, map, kind, tiles, key, touching, margin };
        let is_hit = pair.meets_four(Asked::overlap(touching));
        if is_hit == Some(true) {
            let key = self.push_key(key);
            self.hits.put(key, true);
            return true;
        }
        if is_hit == Some(false) {
            if margin < 0 || has_grazed(question, [a, b]) {
                return true;
            }
            if let Some(grazes) = pair.meets_four(Asked::within(margin)) {
                if grazes {
                    self.push_graze(key, margin);
                }
                return true;
            }
        }
        if kind.is_upright() {
            return self.decide_upright_on_map(lanes, question, &pair, is_hit);
        }
        if !kind.is_sprite() || margin >= 0 {
            return false;
        }
        let Some(pixels) = few_pixels_on_map(kind.is_drawn(), bounds) else {
            return false;
        };
        let key = self.push_key(key);
        self.few.push(FewPixels { key, rows: [a, b], regions: [0, 0], touching, graze: None, pixels });
        true
    }

    /// Decides a circle or an upright box on a tile map, if all cells near it are boxes. `is_hit` says whether it
    /// overlaps the map, if that is known. Returns whether it did.
    #[inline(always)]
    fn decide_upright_on_map<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        pair: &OnMap<'_>,
        is_hit: Option<bool>,
    ) -> bool {
        let OnMap { key, margin, touching, .. } = *pair;
        let hulls = self.shapes.hulls();
        let meets = || pair.meets_upright(lanes, hulls, Asked::overlap(touching));
        let Some(is_hit) = is_hit.or_else(meets) else { return false };
        if is_hit {
            let key = self.push_key(key);
            self.hits.put(key, true);
        } else if margin >= 0 && !has_grazed(question, key.pair()) {
            let hulls = self.shapes.hulls();
            let Some(grazes) = pair.meets_upright(lanes, hulls, Asked::within(margin)) else { return false };
            if grazes {
                self.push_graze(key, margin);
            }
        }
        true
    }

    /// Appends a pair that grazes and does not overlap.
    #[inline(always)]
    fn push_graze(&mut self, key: Key, margin: i32) {
        let key = self.push_key(key);
        self.near.push(Near { first: key, end: key + 1, margin, by: NearBy::Known });
    }
}

impl OnMap<'_> {
    /// Whether the body overlaps the map or comes within the margin; `None` if the four cells near the body do not say
    /// it.
    #[inline(always)]
    fn meets_four(&self, asked: Asked) -> Option<bool> {
        let &OnMap { rows, row, map, kind, tiles, .. } = self;
        let (at, bounds) = (rows.points[map as usize], rows.bounds[row as usize]);
        let near = bounds.grown(asked.margin);
        let cells = tiles.four_cells_near(near.seen_from(at))?;
        let FourCells { filled, whole, .. } = cells;
        let spans = cells.spans(at);
        if kind.is_upright() {
            let met = rows.upright(row).meets_four(spans, asked) & filled;
            return if met == 0 { Some(false) } else { (met & whole != 0).then_some(true) };
        }
        let around = Upright { core: near, radius: 0 }.meets_four(spans, Asked::overlap(Touching::Counts));
        if around & filled == 0 {
            return Some(false);
        }
        let Ball { centre, discs } = rows.ball(row, bounds, kind);
        let disc = Upright { core: Bounds { min: centre, max: centre }, radius: discs.surely_inside()? };
        let inside = disc.meets_four(spans, Asked { touching: Touching::Ignored, ..asked });
        (inside & whole != 0).then_some(true)
    }

    /// Whether a circle or an upright box meets the map; `None` if a cell near it is no box, and no other cell
    /// decides.
    #[inline(always)]
    fn meets_upright<L: Lanes>(&self, lanes: L, hulls: &mut Hulls, asked: Asked) -> Option<bool> {
        let &OnMap { rows, row, map, tiles, .. } = self;
        let &Head { first, count, .. } = hulls.head(lanes, rows, map, 0);
        if count == 0 {
            return None;
        }
        let (at, upright) = (rows.points[map as usize], rows.upright(row));
        let near = rows.bounds[row as usize].grown(asked.margin).seen_from(at);
        let mut are_boxes = true;
        for cell in tiles.cells_near(near) {
            let kind = first + cell.kind;
            if hulls.part(kind).is_box {
                let corner = Point::new(at.x + cell.corner.x, at.y + cell.corner.y);
                let core = hulls.bounds(kind).translated(corner);
                if upright.meets(Upright { core, radius: 0 }, asked) {
                    return Some(true);
                }
            } else {
                are_boxes = false;
            }
        }
        are_boxes.then_some(false)
    }
}

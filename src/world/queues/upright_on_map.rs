//! Circles and upright boxes on tile maps, cell by cell, where the four cells near them do not decide.

use crate::form::{Form, Touching};
use crate::kernels::PairQuestion;
use crate::lattice::Point;
use crate::shape::Tiles;
use crate::simd::Lanes;
use crate::world::hulls::{Head, Hulls};
use crate::world::kind::Upright;
use crate::world::queues::Queues;
use crate::world::queues::grazes::{Near, NearBy};
use crate::world::queues::judge::{Bare, Verdict, map_first};
use crate::world::rows::Rows;

impl Queues {
    /// Decides a circle or an upright box on a tile map, if all cells near it are boxes. Returns whether it did.
    #[inline(always)]
    pub(super) fn put_upright_on_map<L: Lanes>(
        &mut self,
        lanes: L,
        rows: &Rows,
        (key, verdict): (u32, Verdict),
        Bare { rows: pair, touching, margin, .. }: Bare,
    ) -> bool {
        let [map, row] = map_first(rows, pair);
        let [Form::Tiles(tiles)] = rows.forms(map as usize) else { return false };
        let bounds = rows.bounds[row as usize];
        // Where touches do not count, a point between two cells is in the map, but in neither cell.
        let is_point_between = (touching == Touching::Ignored) & (bounds.min == bounds.max);
        if !rows.kinds[row as usize].is_upright() | is_point_between | (verdict == Verdict::Graze) {
            return false;
        }
        let on_map = OnMap { rows, row, map, tiles };
        let hulls = self.shapes.hulls();
        let overlaps = match verdict {
            Verdict::Apart => Some(false),
            _ => on_map.meets(lanes, hulls, PairQuestion::overlap(touching)),
        };
        let Some(is_hit) = overlaps else { return false };
        let grazes = if is_hit | !verdict.needs_graze_test() {
            verdict == Verdict::Close
        } else {
            let Some(is_near) = on_map.meets(lanes, hulls, PairQuestion::within(margin)) else {
                return false;
            };
            is_near
        };
        self.hits.put(key, is_hit);
        if grazes {
            self.near.push(Near { first: key, end: key + 1, margin, by: NearBy::Known });
        }
        true
    }
}

/// A circle or an upright box near a tile map without regions.
struct OnMap<'a> {
    rows: &'a Rows,
    row: u32,
    map: u32,
    tiles: &'a Tiles,
}

impl OnMap<'_> {
    /// Whether the body meets the map; `None` if a cell near it is no box, and no other cell decides.
    #[inline(always)]
    fn meets<L: Lanes>(&self, lanes: L, hulls: &mut Hulls, asked: PairQuestion) -> Option<bool> {
        let &OnMap { rows, row, map, tiles } = self;
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

//! Bodies without regions on tile maps without regions: they need no look at regions and layers.

use crate::form::Form;
use crate::kernels::Asked;
use crate::lattice::Point;
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

impl Queues {
    /// Decides a circle or an upright box on a tile map at once, and puts a sprite that needs no graze test among the
    /// pairs that few pixels decide.
    /// Returns whether the pair was one of these.
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
        if rows.forms(map as usize).len() != 1 || !question.touching.rooted.is_empty() {
            return false;
        }
        let key = Key { a, b, regions: [0, 0] };
        if kind.is_upright() {
            return self.decide_upright_on_map(lanes, question, [row, map], key);
        }
        let bounds = rows.bounds[row as usize];
        if !kind.is_sprite() || margin_of(rows, [a, b]) >= 0 {
            return false;
        }
        let Some(pixels) = few_pixels_on_map(kind.is_drawn(), bounds) else { return false };
        let (touching, key) = (touching_of(question, [a, b]), self.push_key(key));
        self.few.push(FewPixels { key, rows: [a, b], regions: [0, 0], touching, graze: None, pixels });
        true
    }

    /// Decides a circle or an upright box on a tile map, if all cells near it are boxes. Returns whether it did.
    #[inline(always)]
    fn decide_upright_on_map<L: Lanes>(
        &mut self,
        lanes: L,
        question: Question<'_>,
        [row, map]: [u32; 2],
        key: Key,
    ) -> bool {
        let (rows, pair) = (question.rows, key.pair());
        let hulls = self.shapes.hulls();
        let asked = Asked::overlap(touching_of(question, pair));
        let Some(is_hit) = upright_meets_map(lanes, rows, hulls, [row, map], asked) else { return false };
        let margin = margin_of(rows, pair);
        let mut grazes = false;
        if (margin >= 0) & !is_hit && !has_grazed(question, pair) {
            let asked = Asked::within(margin);
            let Some(is_near) = upright_meets_map(lanes, rows, hulls, [row, map], asked) else {
                return false;
            };
            grazes = is_near;
        }
        if is_hit | grazes {
            let key = self.push_key(key);
            self.hits.put(key, is_hit);
            if grazes {
                self.near.push(Near { first: key, end: key + 1, margin, by: NearBy::Known });
            }
        }
        true
    }
}

/// Whether a circle or an upright box meets a tile map; `None` if a cell near it is no box, and no other cell decides.
#[inline(always)]
fn upright_meets_map<L: Lanes>(
    lanes: L,
    rows: &Rows,
    hulls: &mut Hulls,
    [row, map]: [u32; 2],
    asked: Asked,
) -> Option<bool> {
    let Form::Tiles(tiles) = &rows.forms(map as usize)[0] else { return None };
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

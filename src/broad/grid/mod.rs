//! A grid that is made anew each time: for the many that move.
//!
//! Bodies are parted by layers and by size, so that sets whose layers do not match never meet, and one large body does
//! not make the cells of all small ones wide. Within a set [`rows`] find the pairs; between two sets [`lists`] of the
//! larger or fewer do.

mod lists;
mod rows;
mod scale;
mod sets;

use crate::broad::found::{All, Found, Matching};
use crate::broad::grid::lists::{Asking, Lists};
use crate::broad::grid::rows::Rows;
use crate::broad::grid::sets::{Members, Set, Sets};
use crate::broad::order::Order;
use crate::broad::{Boxes, Broad, Ids};
use crate::form::Layers;
use crate::lattice::Bounds;
use crate::simd::{Kernel, Lanes, Simd};

/// A sorted uniform grid with levels for mixed sizes.
///
/// ```
/// use kasuri::broad::{Boxes, Broad, Grid, Layers};
/// use kasuri::lattice::{Bounds, Point};
/// let box_at = |x: i32| Bounds { min: Point::new(x, 0), max: Point::new(x + 10, 10) };
/// let (bullet, ship) = (Layers { layer: 1, against: 2 }, Layers { layer: 2, against: 1 });
/// let mut pairs = Vec::new();
/// Grid::default().pairs(Boxes::new(&[0, 5, 10].map(box_at), &[bullet, bullet, ship]), &mut pairs);
/// assert_eq!(pairs, [[0, 2], [1, 2]]);
/// ```
#[derive(Debug, Default)]
pub struct Grid {
    simd: Simd,
    sets: Sets,
    rows: Rows,
    lists: Lists,
    found: Found,
    order: Order,
}

impl Grid {
    /// A grid that uses a given instruction set, not the best there is.
    pub fn with(simd: Simd) -> Grid {
        Grid { simd, ..Grid::default() }
    }

    /// How many boxes were tested against one another in the last call: what its time is made of.
    pub fn tested(&self) -> u64 {
        self.found.tested
    }
}

impl Broad for Grid {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn pairs(&mut self, boxes: Boxes<'_>, pairs: &mut Vec<[u32; 2]>) {
        self.sets.part(self.simd, boxes);
        self.found.clear();
        let sets = &self.sets.sets;
        if comes_in_order(sets) {
            // Found right where they shall stand.
            std::mem::swap(&mut self.found.pairs, pairs);
            self.found.pairs.clear();
        }
        let scene = Scene { boxes, list: &self.sets.list };
        for set in sets.iter().filter(|set| set.measure.count > 1 && set.may_pair(set)) {
            self.simd.run(Within { scene, set, rows: &mut self.rows, found: &mut self.found });
        }
        for (k, few) in sets.iter().enumerate() {
            let many = |(j, set): &(usize, &Set)| set.may_pair(few) && is_few(few, k, set, *j);
            let many = || sets.iter().enumerate().filter(many).map(|(_, set)| set);
            let Some(asking) = many().map(|set| Asking::from(set.measure)).reduce(Asking::and) else {
                continue;
            };
            self.simd.run(Fill { scene, few, asking, lists: &mut self.lists });
            for many in many() {
                self.simd.run(Between { scene, few, many, lists: &self.lists, found: &mut self.found });
            }
        }
        if comes_in_order(sets) {
            std::mem::swap(&mut self.found.pairs, pairs);
        } else {
            self.order.sort(&self.found.pairs, boxes.bounds().len(), pairs);
        }
    }
}

/// Whether all pairs are between two sets of which the many come before the few: asked one by one, they come in order.
fn comes_in_order(sets: &[Set]) -> bool {
    let [a, b] = sets else { return sets.is_empty() };
    if a.may_pair(a) || b.may_pair(b) {
        return false;
    }
    let (many, few) = if is_few(a, 0, b, 1) { (b, a) } else { (a, b) };
    let (Members::Run(many), Members::Run(few)) = (&many.members, &few.members) else { return false };
    many.end <= few.start
}

/// Whether the first of two sets is the one to be listed: the larger ones, or of a size, the fewer.
fn is_few(few: &Set, k: usize, many: &Set, j: usize) -> bool {
    let key = |set: &Set| {
        let side = set.measure.sides / set.measure.count as u64;
        (side.max(1).ilog2() / 2, std::cmp::Reverse(set.measure.count))
    };
    k != j && (key(few), k) > (key(many), j)
}

/// What is looked at: the boxes, and the bodies of sets that are no run.
#[derive(Clone, Copy)]
struct Scene<'a> {
    boxes: Boxes<'a>,
    list: &'a [u32],
}

impl<'a> Scene<'a> {
    fn bounds(self) -> &'a [Bounds] {
        self.boxes.bounds()
    }

    fn layers(self) -> &'a [Layers] {
        self.boxes.layers()
    }
}

struct Within<'a> {
    scene: Scene<'a>,
    set: &'a Set,
    rows: &'a mut Rows,
    found: &'a mut Found,
}

impl Kernel for Within<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        match &self.set.members {
            Members::Run(ids) => self.among(lanes, ids.clone()),
            Members::Listed(range) => {
                let ids = &self.scene.list[range.clone()];
                self.among(lanes, ids);
            }
        }
    }
}

impl Within<'_> {
    #[inline(always)]
    fn among<L: Lanes>(self, lanes: L, ids: impl Ids) {
        let (bounds, bodies) = (self.scene.bounds(), (ids, self.set.measure));
        match self.set.layers {
            Some(_) => self.rows.pairs(lanes, bounds, bodies, All, self.found),
            None => self.rows.pairs(lanes, bounds, bodies, Matching(self.scene.layers()), self.found),
        }
    }
}

struct Fill<'a> {
    scene: Scene<'a>,
    few: &'a Set,
    asking: Asking,
    lists: &'a mut Lists,
}

impl Kernel for Fill<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let bounds = self.scene.bounds();
        match &self.few.members {
            Members::Run(ids) => self.lists.fill(bounds, (ids.clone(), self.few.measure), self.asking),
            Members::Listed(range) => {
                let ids = &self.scene.list[range.clone()];
                self.lists.fill(bounds, (ids, self.few.measure), self.asking);
            }
        }
    }
}

struct Between<'a> {
    scene: Scene<'a>,
    few: &'a Set,
    many: &'a Set,
    lists: &'a Lists,
    found: &'a mut Found,
}

impl Kernel for Between<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        match &self.many.members {
            Members::Run(ids) => self.among(lanes, ids.clone()),
            Members::Listed(range) => {
                let ids = &self.scene.list[range.clone()];
                self.among(lanes, ids);
            }
        }
    }
}

impl Between<'_> {
    #[inline(always)]
    fn among<L: Lanes>(self, lanes: L, ids: impl Ids) {
        let bounds = self.scene.bounds();
        if self.few.layers.is_some() && self.many.layers.is_some() {
            self.lists.pairs(lanes, bounds, ids, All, self.found);
        } else {
            self.lists.pairs(lanes, bounds, ids, Matching(self.scene.layers()), self.found);
        }
    }
}

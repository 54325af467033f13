//! A grid that is rebuilt in every call: for scenes with many moving bodies.
//!
//! Bodies are divided by layers and by size. So sets whose layers do not match are never compared, and one large body
//! does not widen the cells of all small ones. Within a set, [`rows`] finds the pairs. Between two sets, [`lists`] of
//! the set with the larger or fewer bodies does.
//!
//! A counting sort over the first body puts pairs in order. Where many bullets search among few targets that were spawned after
//! them, pairs come in order without sorting. Cells are found by a multiplication ([`scale`]). It need not be exact. It must never
//! fall as the distance grows, and it must never put two things at most a cell's width apart more than one cell apart.

mod classes;
mod direct;
mod lists;
mod rows;
mod scale;
mod sets;

use std::ops::Range;
use std::sync::OnceLock;

use crate::broad::found::{FoundPairs, KeepAll, Matching};
use crate::broad::grid::direct::HANDFUL;
use crate::broad::grid::lists::{Asking, CellLists};
use crate::broad::grid::rows::{CellMap, RowChunk, RowPair, rows_of};
use crate::broad::grid::sets::{BodySet, SetMembers, Sets};
use crate::broad::order::PairOrder;
use crate::broad::{BoxList, Broad, Ids};
use crate::form::Layers;
use crate::laps::lap;
use crate::lattice::Bounds;
use crate::simd::{Kernel, Lanes, Simd};
use crate::threads::{Threads, WorkQueue, stretch, wait_for};

/// A sorted uniform grid with levels for mixed sizes.
///
/// ```
/// use kasuri::broad::{BoxList, Broad, Grid};
/// use kasuri::Layers;
/// use kasuri::lattice::{Bounds, Point};
/// let box_at = |x: i32| Bounds { min: Point::new(x, 0), max: Point::new(x + 10, 10) };
/// let (bullet, ship) = (Layers::new(1, 2), Layers::new(2, 1));
/// let mut pairs = Vec::new();
/// Grid::default().pairs(BoxList::new(&[0, 5, 10].map(box_at), &[bullet, bullet, ship]), &mut pairs);
/// assert_eq!(pairs, [[0, 2], [1, 2]]);
/// ```
#[derive(Debug, Default)]
pub struct Grid {
    simd: Simd,
    threads: Threads,
    sets: Sets,
    chunks: Vec<RowChunk>,
    lists: CellLists,
    stretches: Vec<SetStretch>,
    /// The pieces of work that run in parallel, and the pairs found by each.
    pieces: Vec<(RowPair, FoundPairs)>,
    order: PairOrder,
}

/// The number of boxes for which a thread is worth its cost.
const ENOUGH: usize = 1 << 12;

impl Grid {
    /// Returns a grid that uses one thread and the given instruction set instead of the best available one.
    pub fn with(simd: Simd) -> Grid {
        Grid { simd, threads: Threads::ONE, ..Grid::default() }
    }

    /// Returns the number of box tests in the last call, which determines its time.
    pub fn tested(&self) -> u64 {
        self.pieces.iter().map(|(_, found)| found.tested).sum()
    }

    /// Finds the pairs within a set.
    fn within(&mut self, boxes: BoxList<'_>, set: usize) {
        let Grid { simd, threads, sets, chunks, pieces, .. } = self;
        let (set, scene) = (&sets.sets[set], GridInput { boxes, list: &sets.list });
        let places = CellMap::new(set.measure);
        let parts = threads.parts(set.measure.count, ENOUGH);
        grow(chunks, parts);
        grow(pieces, parts);
        let chunks = &mut chunks[..parts];
        threads.each(chunks, |k, chunk| simd.run(IntoRows { scene, set, part: [k, parts], places, chunk }));
        let chunks = &*chunks;
        threads.each(&mut pieces[..parts], |k, (piece, found)| {
            let rows = rows_of(chunks, places, k, parts);
            simd.run(Within { scene, set, places, chunks, rows, piece, found });
        });
    }

    /// Finds the pairs of a handful with a set of many.
    fn directly(&mut self, boxes: BoxList<'_>, handful: usize, many: usize) {
        let Grid { simd, threads, sets, pieces, .. } = self;
        let (few, many, list) = (&sets.sets[handful], &sets.sets[many], &sets.list);
        let mut ids = [0; HANDFUL];
        ids.iter_mut().zip(few.members.ids(list)).for_each(|(to, id)| *to = id);
        let handful = &ids[..few.measure.count];
        let parts = threads.parts(many.measure.count, ENOUGH);
        grow(pieces, parts);
        threads.each(&mut pieces[..parts], |k, (_, found)| {
            let scene = GridInput { boxes, list };
            simd.run(Directly { scene, handful, many, part: [k, parts], found });
        });
    }

    /// Finds the pairs of a set that may be listed with the sets that search its lists.
    fn between(&mut self, boxes: BoxList<'_>, few: usize) {
        let Grid { simd, threads, sets, lists, stretches, pieces, .. } = self;
        let simd = *simd;
        let (scene, sets) = (GridInput { boxes, list: &sets.list }, &sets.sets);
        let Some(asking) = asking(sets, few) else { return };
        let (k, few) = (few, &sets[few]);
        stretches.clear();
        for (set, many) in many(sets, k) {
            // Smaller stretches than those of `within`: no work is done twice for them.
            let parts = match threads.parts(many.measure.count, ENOUGH) {
                1 => 1,
                parts => 3 * parts,
            };
            stretches.extend((0..parts).map(|part| SetStretch { set, part: [part, parts] }));
        }
        grow(pieces, stretches.len());
        let find = &|lists: &CellLists, SetStretch { set, part }: SetStretch, found: &mut FoundPairs| {
            simd.run(Between { scene, few, many: &sets[set], part, lists, found });
        };
        let (Some(((_, found), pieces)), [first, behind @ ..]) = (pieces.split_first_mut(), &stretches[..])
        else {
            return;
        };
        // Stretches of a few bodies are not given to other threads: waking a thread would take longer.
        let others = if stretches.iter().any(|stretch| stretch.part[1] > 1) { behind.len() } else { 0 };
        let is_shared = others > 0 && threads.at_work() > 1;
        let (queue, filled) = (&WorkQueue::new(behind.iter().zip(pieces)), &OnceLock::new());
        // This thread: stretches from the first on, so that their pairs come directly in order.
        let here = move || {
            let lists = lists;
            // The others wait for the lists.
            if is_shared {
                lap("shared");
            }
            simd.run(Fill { scene, few, asking, lists: &mut *lists });
            if is_shared {
                lap("alone");
            }
            let lists = &*lists;
            let _ = filled.set(lists);
            find(lists, *first, found);
            1 + queue.each_first(|(stretch, _)| find(lists, *stretch, found))
        };
        // Other threads: stretches from the last on. They wake up while the lists are filled.
        let there = || {
            let Some(lists) = wait_for(filled) else { return };
            queue.each_last(|(stretch, (_, found))| find(lists, *stretch, found));
        };
        threads.beside(stretches.len(), others, here, there);
    }
}

/// Some of the bodies of a set.
#[derive(Debug, Clone, Copy)]
struct SetStretch {
    set: usize,
    /// The index of the stretch, and the number of stretches.
    part: [usize; 2],
}

/// Grows a list to at least `count` items.
fn grow<T: Default>(all: &mut Vec<T>, count: usize) {
    if all.len() < count {
        all.resize_with(count, T::default);
    }
}

impl Broad for Grid {
    fn name(&self) -> &'static str {
        "grid"
    }

    fn use_threads(&mut self, threads: &Threads) {
        self.threads = threads.clone();
    }

    fn pairs(&mut self, boxes: BoxList<'_>, pairs: &mut Vec<[u32; 2]>) {
        self.sets.part(self.simd, &self.threads, boxes);
        grow(&mut self.pieces, 1);
        self.pieces.iter_mut().for_each(|(_, found)| found.clear());
        let in_order = comes_in_order(&self.sets.sets, &self.sets.list);
        if in_order {
            // The pairs are written directly to the result.
            std::mem::swap(&mut self.pieces[0].1.pairs, pairs);
            self.pieces[0].1.pairs.clear();
        }
        for k in 0..self.sets.sets.len() {
            let set = &self.sets.sets[k];
            if set.measure.count > 1 && set.may_pair(set) {
                self.within(boxes, k);
            }
        }
        for few in 0..self.sets.sets.len() {
            for many in 0..self.sets.sets.len() {
                let sets = &self.sets.sets;
                if sets[few].may_pair(&sets[many]) && is_asked_directly(sets, few, many) {
                    self.directly(boxes, few, many);
                }
            }
            self.between(boxes, few);
        }
        if in_order {
            if let [(_, found), behind @ ..] = &mut self.pieces[..] {
                found.append(&self.threads, behind);
                std::mem::swap(&mut found.pairs, pairs);
            }
        } else {
            self.order.gather(&self.threads, &mut self.pieces, boxes.bounds().len(), pairs);
        }
    }

    fn cells(&self, show: &mut dyn FnMut(u32, Bounds)) {
        let sets = &self.sets.sets;
        for (k, set) in sets.iter().enumerate() {
            let show = &mut |cell| show(k as u32, cell);
            if set.measure.count > 1 && set.may_pair(set) {
                CellMap::new(set.measure).cells(show);
            }
            if let Some(asking) = asking(sets, k) {
                CellLists::cells_of(set.measure, asking, show);
            }
        }
    }
}

/// Returns the boxes that search the lists of a set; `None` where there are none.
fn asking(sets: &[BodySet], few: usize) -> Option<Asking> {
    many(sets, few).map(|(_, set)| Asking::from(set.measure)).reduce(Asking::and)
}

/// Returns the sets whose boxes search the lists of set `few`.
fn many(sets: &[BodySet], few: usize) -> impl Iterator<Item = (usize, &BodySet)> {
    let is_many = move |j: usize, set: &BodySet| {
        set.may_pair(&sets[few])
            && is_few(&sets[few], few, set, j)
            && !is_asked_directly(sets, few, j)
            && !is_asked_directly(sets, j, few)
    };
    sets.iter().enumerate().filter(move |&(j, set)| is_many(j, set))
}

/// Whether all pairs are between two sets, and the larger set comes before the smaller one. If the bodies of the larger
/// set are then tested one by one, the pairs come in order.
fn comes_in_order(sets: &[BodySet], list: &[u32]) -> bool {
    let [a, b] = sets else { return sets.is_empty() };
    if a.may_pair(a) || b.may_pair(b) {
        return false;
    }
    let is_a_few =
        if a.is_handful() || b.is_handful() { is_asked_directly(sets, 0, 1) } else { is_few(a, 0, b, 1) };
    let (many, few) = if is_a_few { (b, a) } else { (a, b) };
    many.members.ids(list).next_back() < few.members.ids(list).next()
}

/// Whether the first of two sets is a handful that is tested directly against all of the other.
fn is_asked_directly(sets: &[BodySet], few: usize, many: usize) -> bool {
    let key = |k: usize| (sets[k].measure.count, k);
    key(few) < key(many) && sets[few].is_handful()
}

/// Whether the first of two sets is the one to be listed: the one with larger boxes, or for equal sizes, with fewer.
fn is_few(few: &BodySet, k: usize, many: &BodySet, j: usize) -> bool {
    let key = |set: &BodySet| {
        let side = set.measure.sides / set.measure.count as u64;
        (side.max(1).ilog2() / 2, std::cmp::Reverse(set.measure.count))
    };
    k != j && (key(few), k) > (key(many), j)
}

/// The input: the boxes, and the list of the bodies of those sets that are not a run.
#[derive(Clone, Copy)]
struct GridInput<'a> {
    boxes: BoxList<'a>,
    list: &'a [u32],
}

impl<'a> GridInput<'a> {
    fn bounds(self) -> &'a [Bounds] {
        self.boxes.bounds()
    }

    fn layers(self) -> &'a [Layers] {
        self.boxes.layers()
    }
}

/// A chunk of a set's bodies, to be sorted into rows.
struct IntoRows<'a> {
    scene: GridInput<'a>,
    set: &'a BodySet,
    /// The index of the chunk, and the number of chunks.
    part: [usize; 2],
    places: CellMap,
    chunk: &'a mut RowChunk,
}

impl Kernel for IntoRows<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let (bounds, [part, parts]) = (self.scene.bounds(), self.part);
        let stretch = stretch(self.set.measure.count, part, parts);
        match &self.set.members {
            SetMembers::Run(ids) => self.chunk.sort(self.places, bounds, ids.stretch(stretch)),
            SetMembers::Listed(range) => {
                let ids = &self.scene.list[range.clone()];
                self.chunk.sort(self.places, bounds, ids.stretch(stretch));
            }
        }
    }
}

/// A piece of a set's rows.
struct Within<'a> {
    scene: GridInput<'a>,
    set: &'a BodySet,
    places: CellMap,
    chunks: &'a [RowChunk],
    rows: Range<usize>,
    piece: &'a mut RowPair,
    found: &'a mut FoundPairs,
}

impl Kernel for Within<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let boxes = (self.chunks, self.rows);
        if self.set.is_checked {
            self.piece.pairs(lanes, boxes, self.places, Matching(self.scene.layers()), self.found);
        } else {
            self.piece.pairs(lanes, boxes, self.places, KeepAll, self.found);
        }
    }
}

/// A stretch of a set against a handful.
struct Directly<'a> {
    scene: GridInput<'a>,
    handful: &'a [u32],
    many: &'a BodySet,
    /// The index of the stretch of the many, and the number of stretches.
    part: [usize; 2],
    found: &'a mut FoundPairs,
}

impl Kernel for Directly<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Directly { scene, handful, many, part: [part, parts], found } = self;
        let boxes = (scene.bounds(), scene.layers());
        match &many.members {
            // Bodies on no layer may lie among them.
            SetMembers::Run(ids) => {
                direct::pairs(boxes, handful, ids.stretch(stretch(Ids::len(ids), part, parts)), found);
            }
            SetMembers::Listed(range) => {
                let ids = &scene.list[range.clone()];
                direct::pairs(boxes, handful, ids.stretch(stretch(ids.len(), part, parts)), found);
            }
        }
    }
}

struct Fill<'a> {
    scene: GridInput<'a>,
    few: &'a BodySet,
    asking: Asking,
    lists: &'a mut CellLists,
}

impl Kernel for Fill<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let bounds = self.scene.bounds();
        match &self.few.members {
            SetMembers::Run(ids) => self.lists.fill(bounds, (ids.clone(), self.few.measure), self.asking),
            SetMembers::Listed(range) => {
                let ids = &self.scene.list[range.clone()];
                self.lists.fill(bounds, (ids, self.few.measure), self.asking);
            }
        }
    }
}

struct Between<'a> {
    scene: GridInput<'a>,
    few: &'a BodySet,
    many: &'a BodySet,
    /// The index of the stretch of the many, and the number of stretches.
    part: [usize; 2],
    lists: &'a CellLists,
    found: &'a mut FoundPairs,
}

impl Kernel for Between<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let [part, parts] = self.part;
        let stretch = stretch(self.many.measure.count, part, parts);
        match &self.many.members {
            SetMembers::Run(ids) => self.among(lanes, ids.stretch(stretch)),
            SetMembers::Listed(range) => {
                let ids = &self.scene.list[range.clone()];
                self.among(lanes, ids.stretch(stretch));
            }
        }
    }
}

impl Between<'_> {
    #[inline(always)]
    fn among<L: Lanes>(self, lanes: L, ids: impl Ids) {
        let bounds = self.scene.bounds();
        if self.few.is_checked || self.many.is_checked {
            self.lists.pairs(lanes, bounds, ids, Matching(self.scene.layers()), self.found);
        } else {
            self.lists.pairs(lanes, bounds, ids, KeepAll, self.found);
        }
    }
}

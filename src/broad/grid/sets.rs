//! Sets of bodies that may be treated alike: those with the same partners and of about one size.
//!
//! `classes.rs` explains which bodies have the same partners.

use std::ops::Range;

use crate::broad::BoxList;
use crate::broad::Ids;
use crate::broad::grid::classes::{Class, Detail, LayerKeys, MOST_KEYS, is_too_fine};
use crate::broad::grid::direct::HANDFUL;
use crate::broad::measure::{Measure, sides};
use crate::form::Layers;
use crate::lattice::Bounds;
use crate::simd::{Kernel, Lanes, Simd};
use crate::threads::{Threads, stretch};

/// The number of bodies for which a thread is worth its cost.
const ENOUGH: usize = 1 << 12;
/// The number of bodies whose layers are compared at a time.
const BLOCK: usize = 64;
/// The greatest number of runs; more are divided one by one.
const MOST_RUNS: usize = 16;
/// The number of size classes. Sizes within a factor of 4 are one class: a side has 0 to 32 bits.
const SIZES: usize = 17;

/// Some of the bodies.
#[derive(Debug, Clone)]
pub(super) struct BodySet {
    class: Class,
    /// Whether the layers of its bodies are checked pair by pair.
    pub(super) is_checked: bool,
    pub(super) members: SetMembers,
    pub(super) measure: Measure,
}

/// The bodies whose index is in a range, or in a range of the list; in order.
#[derive(Debug, Clone)]
pub(super) enum SetMembers {
    Run(Range<u32>),
    Listed(Range<usize>),
}

impl SetMembers {
    /// Returns their indices, in order; a run includes bodies on no layer.
    pub(super) fn ids<'a>(&self, list: &'a [u32]) -> impl DoubleEndedIterator<Item = u32> + use<'a> {
        let (run, listed) = match self {
            SetMembers::Run(ids) => (ids.clone(), &[][..]),
            SetMembers::Listed(range) => (0..0, &list[range.clone()]),
        };
        run.chain(listed.iter().copied())
    }
}

impl BodySet {
    /// Whether the set has so few bodies that those of other sets are tested directly against it.
    pub(super) fn is_handful(&self) -> bool {
        self.measure.count <= HANDFUL
    }

    /// Whether a run contains bodies on no layer.
    fn has_gaps(&self) -> bool {
        matches!(&self.members, SetMembers::Run(ids) if Ids::len(ids) > self.measure.count)
    }

    /// Whether the two sets can have pairs at all.
    pub(super) fn may_pair(&self, other: &BodySet) -> bool {
        self.class.pairs_with(&other.class)
    }
}

/// Scratch memory, kept from call to call.
#[derive(Debug, Default)]
pub(super) struct Sets {
    pub(super) sets: Vec<BodySet>,
    /// The bodies, grouped by set.
    pub(super) list: Vec<u32>,
    /// The runs that each thread found, and those of all.
    seen: Vec<GridRuns>,
    runs: Vec<GridRun>,
    keys: LayerKeys,
    /// For each body, the index of its key and its size in `counts`; `u16::MAX` for a body on no layer.
    indices: Vec<u16>,
    /// The number of bodies of each key and size, and later their set.
    counts: Vec<u32>,
    /// The same of each class.
    class_counts: Vec<u32>,
    /// While the list is filled, the end of what each set has so far.
    ends: Vec<usize>,
}

impl Sets {
    /// Divides the bodies into sets.
    pub(super) fn part(&mut self, simd: Simd, threads: &Threads, boxes: BoxList<'_>) {
        self.sets.clear();
        if !self.part_by_runs(simd, threads, boxes) {
            self.part_one_by_one(simd, boxes);
        }
    }

    /// Divides the bodies by runs. Bodies of the same layers and size are mostly spawned one after another: then they
    /// need no list.
    fn part_by_runs(&mut self, simd: Simd, threads: &Threads, boxes: BoxList<'_>) -> bool {
        let n = boxes.bounds().len();
        let parts = threads.parts(n, ENOUGH);
        self.seen.resize_with(parts, GridRuns::default);
        threads.each(&mut self.seen, |k, seen| {
            simd.run(FindGridRuns { boxes, bodies: stretch(n, k, parts), seen });
        });
        self.runs.clear();
        let are_runs = self.seen.iter().all(|seen| !seen.is_mixed)
            && self.seen.iter().flat_map(|seen| &seen.runs).all(|run| add_run(&mut self.runs, run))
            && self.runs.iter().all(|run| run.measure.is_even());
        if !are_runs {
            return false;
        }
        self.keys.clear();
        let are_few = self.runs.iter().all(|run| self.keys.key(run.layers).is_some());
        self.keys.find_classes(self.runs.iter().map(|run| run.measure.count));
        if !are_few || is_too_fine(&self.keys.classes) {
            return false;
        }
        let sets = self.runs.iter().zip(&self.keys.classes);
        self.sets.extend(sets.map(|(run, &class)| BodySet {
            class,
            is_checked: false,
            members: SetMembers::Run(run.ids.clone()),
            measure: run.measure,
        }));
        self.list_runs_with_gaps(boxes.layers());
        true
    }

    /// Makes lists of the runs that contain bodies on no layer, such as removed ones. A run that only meets handfuls is
    /// left as it is.
    fn list_runs_with_gaps(&mut self, layers: &[Layers]) {
        let mut end = 0;
        for k in 0..self.sets.len() {
            let set = &self.sets[k];
            let meets_many =
                |(j, other): (usize, &BodySet)| (j == k || !other.is_handful()) && set.may_pair(other);
            if !set.has_gaps() || !(set.is_handful() || self.sets.iter().enumerate().any(meets_many)) {
                continue;
            }
            let BodySet { members, measure, .. } = &mut self.sets[k];
            let (SetMembers::Run(ids), start) = (members.clone(), end) else { continue };
            // At most one more than the kept ones is written.
            self.list.resize(start + measure.count + 1, 0);
            for id in ids {
                self.list[end] = id;
                end += usize::from(!is_out(layers[id as usize]));
            }
            *members = SetMembers::Listed(start..end);
        }
    }

    fn part_one_by_one(&mut self, simd: Simd, boxes: BoxList<'_>) {
        let details = [Detail::Groups, Detail::Layers, Detail::Nothing];
        let detail = details.into_iter().find(|&detail| self.count(boxes, detail) && self.suits());
        let detail = detail.unwrap_or(Detail::Nothing);
        let most = self.join_sizes(detail);
        self.fill_list(boxes, most);
        for set in &mut self.sets {
            if let SetMembers::Listed(range) = &set.members {
                let ids = &self.list[range.clone()];
                set.measure = simd.run(Measuring { bounds: boxes.bounds(), ids });
            }
        }
    }

    /// Counts the bodies of each key and size. Returns whether the keys are few enough.
    fn count(&mut self, boxes: BoxList<'_>, detail: Detail) -> bool {
        self.keys.clear();
        self.counts.clear();
        self.counts.resize(MOST_KEYS * SIZES, 0);
        self.indices.clear();
        let (mut key, mut before) = (0, None);
        for (&layers, b) in boxes.layers().iter().zip(boxes.bounds()) {
            if is_out(layers) {
                self.indices.push(u16::MAX);
                continue;
            }
            if before != Some(layers) {
                let Some(found) = self.keys.key(detail.of(layers)) else { return false };
                (key, before) = (found, Some(layers));
            }
            let index = key * SIZES + size(*b);
            self.indices.push(index as u16);
            self.counts[index] += 1;
        }
        true
    }

    /// Finds the classes of the keys, and whether they are not too fine.
    fn suits(&mut self) -> bool {
        let of_keys = self.counts.chunks(SIZES).map(|sizes| sizes.iter().sum::<u32>() as usize);
        self.keys.find_classes(of_keys);
        !is_too_fine(self.keys.merged())
    }

    /// Makes sets of the sizes for each class. A smaller size joins the next larger one unless it has more
    /// bodies: for few bodies, low rows gain little. Returns the number of bodies in sets.
    fn join_sizes(&mut self, detail: Detail) -> usize {
        let Sets { keys, counts, class_counts, sets, .. } = self;
        class_counts.clear();
        class_counts.resize(MOST_KEYS * SIZES, 0);
        for (class, counts) in keys.classes.iter().zip(counts.chunks(SIZES)) {
            let of_class = &mut class_counts[class.number * SIZES..][..SIZES];
            of_class.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        let mut end = 0;
        for (k, &class) in keys.classes.iter().enumerate().filter(|(k, class)| class.number == *k) {
            let mut joined = 0;
            for size in (0..SIZES).rev() {
                let count = &mut class_counts[k * SIZES + size];
                let n = *count as usize;
                if n == 0 {
                    continue;
                }
                if joined == 0 || n > joined {
                    let (members, measure) = (SetMembers::Listed(end..end), Measure::NOTHING);
                    sets.push(BodySet { class, is_checked: detail.is_checked(), members, measure });
                    joined = 0;
                }
                joined += n;
                end += n;
                if let Some(BodySet { members: SetMembers::Listed(range), .. }) = sets.last_mut() {
                    range.end = end;
                }
                // From now on `count` is the index of the set.
                *count = sets.len() as u32 - 1;
            }
        }
        for (class, counts) in keys.classes.iter().zip(counts.chunks_mut(SIZES)) {
            counts.copy_from_slice(&class_counts[class.number * SIZES..][..SIZES]);
        }
        end
    }

    fn fill_list(&mut self, boxes: BoxList<'_>, bodies: usize) {
        debug_assert_eq!(self.indices.len(), boxes.bounds().len());
        self.list.resize(bodies, 0);
        self.ends.clear();
        self.ends.extend(self.sets.iter().map(|set| match &set.members {
            SetMembers::Listed(range) => range.start,
            SetMembers::Run(_) => 0,
        }));
        for (id, &index) in (0..).zip(&self.indices) {
            if index != u16::MAX {
                let end = &mut self.ends[self.counts[index as usize] as usize];
                self.list[*end] = id;
                *end += 1;
            }
        }
    }
}

/// Returns the number of bits of the longer side, divided by two and rounded up.
fn size(b: Bounds) -> usize {
    let [width, height] = sides(b);
    (32 - width.max(height).leading_zeros()).div_ceil(2) as usize
}

/// Consecutive bodies on the same layers, in the same group. Bodies on no layer may lie among them.
#[derive(Debug, Clone)]
struct GridRun {
    layers: Layers,
    ids: Range<u32>,
    measure: Measure,
}

/// Consecutive bodies, as runs of the same layers.
#[derive(Debug, Default)]
struct GridRuns {
    runs: Vec<GridRun>,
    /// Whether there are too many runs, or two runs have the same layers.
    is_mixed: bool,
}

/// Whether a body on these layers is in no pair.
#[inline(always)]
fn is_out(layers: Layers) -> bool {
    (layers.layer == 0) | (layers.against == 0)
}

/// Adds a run to the runs before it. Returns whether its layers are new or those of the last run, which it continues.
/// (Bodies between two runs are on no layer.)
fn add_run(runs: &mut Vec<GridRun>, run: &GridRun) -> bool {
    if let Some(last) = runs.last_mut()
        && last.layers == run.layers
    {
        last.ids.end = run.ids.end;
        last.measure = last.measure.and(run.measure);
        return true;
    }
    let is_new = runs.len() < MOST_RUNS && runs.iter().all(|before| before.layers != run.layers);
    if is_new {
        runs.push(run.clone());
    }
    is_new
}

struct FindGridRuns<'a> {
    boxes: BoxList<'a>,
    bodies: Range<usize>,
    seen: &'a mut GridRuns,
}

impl Kernel for FindGridRuns<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let FindGridRuns { boxes, bodies, seen: GridRuns { runs, is_mixed } } = self;
        runs.clear();
        *is_mixed = false;
        let mut start = bodies.start;
        while start < bodies.end && !*is_mixed {
            let layers = boxes.layers()[start];
            if is_out(layers) {
                start += 1;
                continue;
            }
            let end = start + run_length(&boxes.layers()[start..bodies.end]);
            let measure = measure_run(boxes, start..end);
            *is_mixed = !add_run(runs, &GridRun { layers, ids: start as u32..end as u32, measure });
            start = end;
        }
    }
}

/// Returns how many bodies from the first on are on the same layers, or on none.
#[inline(always)]
fn run_length(layers: &[Layers]) -> usize {
    let (first, mut length) = (layers[0], 0);
    // No early exit within a block: several layers are compared at a time.
    for block in layers.chunks_exact(BLOCK) {
        let mut are_same = true;
        for &layers in block {
            are_same &= (layers == first) | is_out(layers);
        }
        if !are_same {
            break;
        }
        length += BLOCK;
    }
    while length < layers.len() && (layers[length] == first || is_out(layers[length])) {
        length += 1;
    }
    length
}

/// Measures the bodies of a run that are on layers.
#[inline(always)]
fn measure_run(boxes: BoxList<'_>, run: Range<usize>) -> Measure {
    let (bounds, layers) = (&boxes.bounds()[run.clone()], &boxes.layers()[run.clone()]);
    let mut out = 0;
    for &layers in layers {
        out += usize::from(is_out(layers));
    }
    if out == 0 {
        return Measure::of(boxes.bounds(), run.start as u32..run.end as u32);
    }
    Measure::of_some(bounds, layers.iter().map(|&layers| !is_out(layers)))
}

struct Measuring<'a, I> {
    bounds: &'a [Bounds],
    ids: I,
}

impl<I: Ids> Kernel for Measuring<'_, I> {
    type Out = Measure;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> Measure {
        Measure::of(self.bounds, self.ids)
    }
}

//! Tests a few boxes, all against all, several at a time. The worlds of a batch use this.

use crate::broad::found::{FoundPairs, Matching, Sink};
use crate::form::Layers;
use crate::lattice::Bounds;
use crate::simd::{BoxColumns, Kernel, Lanes, Simd, View};

/// The largest number of boxes for which this is faster.
pub(crate) const MOST_FEW: usize = 256;
/// With more changes of layers along the boxes than this, layers are checked pair by pair.
const MOST_RUNS: usize = 12;

/// Finds the same pairs as every [`Broad`](crate::broad::Broad), in the same order, and the boxes that may have crossed
/// the walls.
#[derive(Debug, Default)]
pub(crate) struct SmallBroad {
    simd: Simd,
    columns: BoxColumns,
    found: FoundPairs,
}

/// The input of [`SmallBroad::find`].
pub(crate) struct SmallQuery<'a> {
    pub(crate) bounds: &'a [Bounds],
    pub(crate) layers: &'a [Layers],
    pub(crate) runs: &'a Runs,
    pub(crate) walls: Option<Bounds>,
    /// A body that was and is within this box has not crossed the walls.
    pub(crate) inner: Bounds,
    /// For each body, whether it was outside of the walls.
    pub(crate) outside: &'a [bool],
    /// Whether a body that stays outside may have to be checked, because some bodies have a leash.
    pub(crate) are_leashed: bool,
}

/// The runs of consecutive boxes on the same layers, and the boxes that are grown by a margin. These seldom change from
/// step to step, while the boxes do.
#[derive(Debug, Clone, Default)]
pub(crate) struct Runs {
    runs: Vec<LayerRun>,
    margins: Vec<(u32, i32)>,
    boxes: Boxed,
}

/// Flags with one bit for each box.
#[derive(Debug, Clone, Default)]
pub(crate) struct Boxed {
    /// Whether the box meets exactly what the body meets.
    pub(crate) exact: [u64; WORDS],
    /// Whether the body is gone.
    pub(crate) removed: [u64; WORDS],
}

/// The number of words with a bit for every box.
const WORDS: usize = MOST_FEW / 64;

#[derive(Debug, Clone, Copy)]
struct LayerRun {
    layers: Layers,
    start: u32,
    end: u32,
}

impl Runs {
    /// Computes the runs again.
    pub(crate) fn find(
        &mut self,
        layers: &[Layers],
        margins: impl Iterator<Item = (usize, i32)>,
        boxes: Boxed,
    ) {
        self.boxes = boxes;
        self.margins.clear();
        self.margins.extend(margins.map(|(k, margin)| (k as u32, margin)));
        self.runs.clear();
        for run in layers.chunk_by(|a, b| a == b) {
            let start = self.runs.last().map_or(0, |run| run.end);
            self.runs.push(LayerRun { layers: run[0], start, end: start + run.len() as u32 });
            if self.runs.len() > MOST_RUNS {
                return;
            }
        }
    }

    /// Prefetches the memory of the runs.
    pub(crate) fn prefetch(&self) {
        crate::simd::prefetch(&self.runs);
        crate::simd::prefetch(&self.margins);
    }
}

impl SmallBroad {
    /// Replaces `pairs`, and fills `astray` with the bodies whose boxes do not prove that they crossed no wall.
    pub(crate) fn find(&mut self, asked: SmallQuery<'_>, pairs: &mut Vec<[u32; 2]>, astray: &mut Vec<u32>) {
        let count = asked.bounds.len();
        assert!(asked.layers.len() == count && asked.outside.len() == count && count <= MOST_FEW);
        astray.clear();
        std::mem::swap(&mut self.found.pairs, pairs);
        self.found.clear();
        let SmallBroad { simd, columns, found } = self;
        columns.resize(count);
        simd.run(AllWithAll { asked, columns, found, astray });
        std::mem::swap(&mut self.found.pairs, pairs);
        // They are found run by run, so they are mostly in order already.
        if !pairs.is_sorted() {
            pairs.sort_unstable();
        }
    }
}

struct AllWithAll<'a> {
    asked: SmallQuery<'a>,
    columns: &'a mut BoxColumns,
    found: &'a mut FoundPairs,
    astray: &'a mut Vec<u32>,
}

impl Kernel for AllWithAll<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let AllWithAll { asked, columns, found, astray } = self;
        let SmallQuery { bounds, layers, runs: Runs { runs, margins, boxes }, .. } = asked;
        columns.fill(bounds);
        if let Some(walls) = asked.walls {
            find_astray(lanes, columns.view(), walls, &asked, boxes, astray);
        }
        for &(k, margin) in margins {
            columns.set(k as usize, bounds[k as usize].grown(margin), k);
        }
        let (columns, mut sink) = (columns.view(), found.sink());
        if runs.len() > MOST_RUNS {
            for a in 0..layers.len() {
                let (probe, rest) = (lanes.probe(columns.get(a)), a + 1..layers.len());
                sink.test_among(lanes, probe, a as u32, columns, rest, Matching(layers));
            }
        } else {
            for k in 0..runs.len() {
                find_later(lanes, columns, &runs[k..], &mut sink);
            }
        }
        sink.finish();
    }
}

/// Finds the pairs of the first run with itself and with the runs after it.
#[inline(always)]
fn find_later<L: Lanes>(lanes: L, columns: View<'_>, runs: &[LayerRun], sink: &mut Sink<'_>) {
    let (first, mut next) = (runs[0], 1);
    if first.layers.pair_with(first.layers) {
        let end = end_of_stretch(first, runs, &mut next);
        for a in first.start..first.end {
            sink.among_few(lanes, lanes.probe(columns.get(a as usize)), a, columns, a + 1..end);
        }
    }
    while next < runs.len() {
        let run = runs[next];
        next += 1;
        if !first.layers.pair_with(run.layers) {
            continue;
        }
        let (mut few, mut many) = (first.start..first.end, run.start..end_of_stretch(first, runs, &mut next));
        if few.len() > many.len() {
            (few, many) = (many, few);
        }
        for a in few {
            sink.among_few(lanes, lanes.probe(columns.get(a as usize)), a, columns, many.clone());
        }
    }
}

/// Returns the end of the longest stretch of consecutive runs, starting before `next`, that all pair with `one`.
#[inline(always)]
fn end_of_stretch(one: LayerRun, runs: &[LayerRun], next: &mut usize) -> u32 {
    while *next < runs.len() && one.layers.pair_with(runs[*next].layers) {
        *next += 1;
    }
    runs[*next - 1].end
}

#[inline(always)]
fn find_astray<L: Lanes>(
    lanes: L,
    columns: View<'_>,
    walls: Bounds,
    asked: &SmallQuery<'_>,
    boxes: &Boxed,
    astray: &mut Vec<u32>,
) {
    let (probe, inner) = (lanes.probe(walls), lanes.probe(asked.inner));
    let leash = if asked.are_leashed { u64::MAX } else { 0 };
    for (word, were_outside) in asked.outside.chunks(64).enumerate() {
        let (mut within, mut reaching) = (0, 0);
        for bit in (0..were_outside.len()).step_by(L::BOXES) {
            // SAFETY: the index is below the length.
            #[allow(unsafe_code)]
            unsafe {
                within |= u64::from(lanes.meets(inner, columns.inside_out(), 64 * word + bit)) << bit;
                reaching |= u64::from(lanes.meets(probe, columns, 64 * word + bit)) << bit;
            }
        }
        let outside = bits_of(were_outside);
        let stays = boxes.exact[word] & (reaching ^ outside) & !(leash & !reaching);
        let there = u64::MAX >> (64 - were_outside.len());
        let mut bits = there & !boxes.removed[word] & (!within | outside) & !stays;
        while bits != 0 {
            astray.push(64 * word as u32 + bits.trailing_zeros());
            bits &= bits - 1;
        }
    }
}

/// Packs at most 64 flags into bits. Mostly none is set.
#[inline(always)]
fn bits_of(list: &[bool]) -> u64 {
    if !list.iter().fold(false, |any, &is_set| any | is_set) {
        return 0;
    }
    list.iter().enumerate().fold(0, |bits, (k, &is_set)| bits | u64::from(is_set) << k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broad::{BoxList, Broad, Brute};
    use crate::lattice::Point;

    #[test]
    fn the_pairs_that_all_against_all_finds_and_those_astray() {
        let mut state = 1_u64;
        let mut random = move |below: u64| {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (state >> 33) % below
        };
        const WALLS: Bounds = Bounds { min: Point::new(20, 20), max: Point::new(480, 480) };
        let walls = WALLS;
        let mut sum = [0; 2];
        for round in 0..600 {
            let count = [0, 1, 3, 16, 17, 64, 65, 200, 256][round % 9];
            let kinds = [1, 2, 3, 8][round % 4];
            let long = if round % 5 == 0 { 1 } else { 30 };
            let mut kind = 0;
            let mut layers = || {
                if random(long) == 0 {
                    kind = random(kinds);
                }
                Layers::new(1 << kind, [u32::MAX, 1, 0b10, 0b101][kind as usize % 4])
            };
            let layers: Vec<Layers> = (0..count).map(|_| layers()).collect();
            let mut state = round as u64;
            let mut random = move |below: u64| {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                (state >> 33) % below
            };
            let mut bounds = || {
                let min = Point::new(random(500) as i32, random(500) as i32);
                Bounds { min, max: Point::new(min.x + random(40) as i32, min.y + random(40) as i32) }
            };
            let bounds: Vec<Bounds> = (0..count).map(|_| bounds()).collect();
            let margins: Vec<(usize, i32)> = (0..count).step_by(7).map(|k| (k, k as i32 % 30)).collect();
            let outside: Vec<bool> = (0..count).map(|k| k % 19 == round % 19).collect();
            let mut grown = bounds.clone();
            margins.iter().for_each(|&(k, margin)| grown[k] = bounds[k].grown(margin));
            let mut expected = Vec::new();
            Brute.pairs(BoxList::new(&grown, &layers), &mut expected);
            for simd in Simd::available() {
                let mut few = SmallBroad { simd, ..SmallBroad::default() };
                let (mut runs, mut pairs, mut astray) = (Runs::default(), Vec::new(), Vec::new());
                let mut boxes = Boxed::default();
                let set = |bits: &mut [u64; WORDS], every: usize| {
                    (0..count).step_by(every).for_each(|k| bits[k / 64] |= 1 << (k % 64));
                };
                set(&mut boxes.exact, 2);
                set(&mut boxes.removed, 23);
                runs.find(&layers, margins.iter().copied(), boxes);
                for walls in [Some(walls), None] {
                    let (bounds, layers, outside) = (&bounds[..], &layers[..], &outside[..]);
                    let are_leashed = round % 3 == 0;
                    let asked =
                        SmallQuery { bounds, layers, runs: &runs, walls, inner: WALLS, outside, are_leashed };
                    few.find(asked, &mut pairs, &mut astray);
                    assert_eq!(pairs, expected, "round {round}");
                    let is_in = |b: &Bounds, w: Bounds| {
                        w.min.x <= b.min.x && w.min.y <= b.min.y && b.max.x <= w.max.x && b.max.y <= w.max.y
                    };
                    let is_astray = |k: usize, walls: Bounds| {
                        let is_outside = !bounds[k].meets(walls);
                        let may = is_outside != outside[k] || is_outside && are_leashed || k % 2 == 1;
                        !k.is_multiple_of(23) && may && (!is_in(&bounds[k], walls) || outside[k])
                    };
                    let expected = (0..count).filter(|&k| walls.is_some_and(|walls| is_astray(k, walls)));
                    let expected: Vec<u32> = expected.map(|k| k as u32).collect();
                    assert_eq!(astray, expected, "round {round}");
                    sum = [sum[0] + pairs.len(), sum[1] + astray.len()];
                }
            }
        }
        assert!(sum.iter().all(|&sum| sum > 1000), "{sum:?}");
    }

    /// Lists that are not as long as the list of boxes are a mistake of the caller, and so are too many boxes.
    #[test]
    fn lists_of_other_lengths_are_a_mistake() {
        let is_found = |boxes: usize, layers: usize, outside: usize| {
            let bounds = vec![Bounds { min: Point::new(0, 0), max: Point::new(9, 9) }; boxes];
            let layers = vec![Layers::new(1, 1); layers];
            let mut runs = Runs::default();
            runs.find(&layers, std::iter::empty(), Boxed::default());
            let outside = &vec![false; outside][..];
            let inner = bounds.first().copied().unwrap();
            let (bounds, layers, runs) = (&bounds[..], &layers[..], &runs);
            let query = SmallQuery { bounds, layers, runs, walls: None, inner, outside, are_leashed: false };
            let find = || SmallBroad::default().find(query, &mut Vec::new(), &mut Vec::new());
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(find)).is_ok()
        };
        assert!(is_found(5, 5, 5) && is_found(MOST_FEW, MOST_FEW, MOST_FEW));
        assert!(!is_found(5, 4, 5) && !is_found(5, 5, 6));
        assert!(!is_found(MOST_FEW + 1, MOST_FEW + 1, MOST_FEW + 1));
    }
}

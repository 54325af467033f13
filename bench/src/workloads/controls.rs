//! Simple methods for the same work, to compare with.

use kasuri::broad::Brute;
use kasuri::lattice::{Bounds, Point};

use crate::workloads::boxes::{Movie, by_broad, timed};
use crate::workloads::frame;
use crate::workloads::masks::Heap;
use crate::{Job, Work, Workload};

pub(crate) const LIST: &[Workload] = &[
    Workload {
        name: "w1-1k",
        by: "brute force",
        about: "",
        prepare: || by_broad(Movie::within(1_000), Brute),
    },
    Workload {
        name: "w1b-1k",
        by: "brute force",
        about: "",
        prepare: || by_broad(Movie::against(1_000), Brute),
    },
    Workload { name: "w1-1k", by: "sweep", about: "", prepare: || sweep(1_000) },
    Workload { name: "w1-10k", by: "sweep", about: "", prepare: || sweep(10_000) },
    Workload { name: "w1-10k", by: "plain grid", about: "", prepare: || grid(10_000) },
    Workload { name: "w1-100k", by: "plain grid", about: "", prepare: || grid(100_000) },
    Workload { name: "w1b-10k", by: "plain grid", about: "", prepare: || grid_against(10_000) },
    Workload { name: "w1b-100k", by: "plain grid", about: "", prepare: || grid_against(100_000) },
    Workload { name: "w5-16", by: "plain rows", about: "", prepare: || meets(16) },
    Workload { name: "w5-64", by: "plain rows", about: "", prepare: || meets(64) },
    Workload { name: "w5-256", by: "plain rows", about: "", prepare: || meets(256) },
    Workload { name: "w5-area-16", by: "plain rows", about: "", prepare: || area(16) },
    Workload { name: "w5-area-64", by: "plain rows", about: "", prepare: || area(64) },
    Workload { name: "w5-area-256", by: "plain rows", about: "", prepare: || area(256) },
    Workload { name: "w6-10k", by: "plain grid and rows", about: "", prepare: frame },
];

/// The words of a mask's rows, and one extra word that is 0.
pub(crate) struct PlainMask {
    pub(crate) size: i32,
    stride: usize,
    words: Vec<u64>,
}

impl PlainMask {
    pub(crate) fn new(size: usize, texels: &[bool]) -> PlainMask {
        let stride = size.div_ceil(64);
        let mut words = vec![0; stride * size + 1];
        for (k, _) in texels.iter().enumerate().filter(|(_, solid)| **solid) {
            words[k / size * stride + k % size / 64] |= 1 << (k % size % 64);
        }
        PlainMask { size: size as i32, stride, words }
    }

    /// Returns 64 texels of a row, starting at x.
    #[inline(always)]
    fn word(&self, y: usize, x: usize) -> u64 {
        let (at, shift) = (y * self.stride + x / 64, x % 64);
        let low = self.words[at] >> shift;
        if shift != 0 && x / 64 + 1 < self.stride { low | self.words[at + 1] << (64 - shift) } else { low }
    }

    /// Passes the words of the overlap of the two boxes to `found`, until `found` returns true.
    #[inline(always)]
    pub(crate) fn find(
        &self,
        other: &PlainMask,
        [dx, dy]: [i32; 2],
        mut found: impl FnMut(u64) -> bool,
    ) -> bool {
        for y in dy.max(0)..(dy + other.size).min(self.size) {
            let mut x = dx.max(0);
            while x < (dx + other.size).min(self.size) {
                let theirs = other.word((y - dy) as usize, (x - dx) as usize);
                if found(self.word(y as usize, x as usize) & theirs) {
                    return true;
                }
                x += 64;
            }
        }
        false
    }
}

fn plain_masks(size: usize, rule: fn(&PlainMask, &PlainMask, [i32; 2]) -> u64) -> Job {
    let heap = Heap::new(size);
    let masks = heap.texels.iter().map(|texels| PlainMask::new(size, texels)).collect();
    heap.timed(masks, rule)
}

fn meets(size: usize) -> Job {
    plain_masks(size, |a, b, at| a.find(b, at, |word| word != 0).into())
}

fn area(size: usize) -> Job {
    plain_masks(size, |a, b, at| {
        let mut n = 0;
        a.find(b, at, |word| {
            n += u64::from(word.count_ones());
            false
        });
        n
    })
}

/// Sorts boxes by their left edges, and tests each against those that begin before it ends.
fn sweep(n: usize) -> Job {
    let mut order: Vec<(i32, u32)> = Vec::new();
    timed(Movie::within(n), move |_, frame, pairs| {
        pairs.clear();
        order.clear();
        order.extend(frame.iter().map(|b| b.min.x).zip(0..));
        order.sort_unstable();
        for (k, &(_, a)) in order.iter().enumerate() {
            let box_a = frame[a as usize];
            for &(_, b) in order[k + 1..].iter().take_while(|(left, _)| *left <= box_a.max.x) {
                if box_a.meets(frame[b as usize]) {
                    pairs.push([a, b]);
                }
            }
        }
    })
}

/// A grid of square cells as wide as the largest box, filled by a counting sort. Each box is in the cell of its least
/// corner.
#[derive(Default)]
pub(crate) struct PlainGrid {
    side: i32,
    columns: usize,
    cell: Vec<u32>,
    starts: Vec<u32>,
    ids: Vec<u32>,
    sorted: Vec<Bounds>,
}

impl PlainGrid {
    /// Fills the grid. All coordinates are at least 0 here.
    fn fill(&mut self, boxes: &[Bounds], side: i32) {
        self.side = side;
        let most = |of: fn(&Bounds) -> i32| boxes.iter().map(of).max().unwrap_or(0);
        self.columns = (most(|b| b.min.x) / self.side) as usize + 3;
        let rows = (most(|b| b.min.y) / self.side) as usize + 3;
        self.starts.clear();
        self.starts.resize(self.columns * rows + 2, 0);
        self.cell.clear();
        for b in boxes {
            let cell = self.cell_of(b.min.x, b.min.y);
            self.cell.push(cell as u32);
            self.starts[cell + 2] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.ids.resize(boxes.len(), 0);
        self.sorted.resize(boxes.len(), boxes[0]);
        for (k, b) in boxes.iter().enumerate() {
            let at = &mut self.starts[self.cell[k] as usize + 1];
            self.ids[*at as usize] = k as u32;
            self.sorted[*at as usize] = *b;
            *at += 1;
        }
    }

    fn cell_of(&self, x: i32, y: i32) -> usize {
        (y.max(0) / self.side) as usize * self.columns + (x.max(0) / self.side) as usize + 1
    }

    fn range(&self, from: usize, to: usize) -> std::ops::Range<usize> {
        self.starts[from] as usize..self.starts[to + 1] as usize
    }
}

fn largest(boxes: &[Bounds]) -> i32 {
    boxes.iter().map(|b| (b.max.x - b.min.x).max(b.max.y - b.min.y)).max().unwrap_or(1)
}

fn grid(n: usize) -> Job {
    let mut grid = PlainGrid::default();
    timed(Movie::within(n), move |_, frame, pairs| {
        pairs.clear();
        grid.fill(frame, largest(frame) + 1);
        for cell in 1..grid.starts.len() - 2 * grid.columns {
            for k in grid.range(cell, cell) {
                let b = grid.sorted[k];
                let below = grid.range(cell + grid.columns - 1, cell + grid.columns + 1);
                for j in (k + 1..grid.range(cell, cell + 1).end).chain(below) {
                    if b.meets(grid.sorted[j]) {
                        pairs.push([grid.ids[k], grid.ids[j]]);
                    }
                }
            }
        }
    })
}

/// Puts the bullets into a grid of 16 px cells, and queries it with each of the few targets.
fn grid_against(n: usize) -> Job {
    let mut grid = PlainGrid::default();
    timed(Movie::against(n), move |movie, frame, pairs| {
        pairs.clear();
        let (bullets, few) = frame.split_at(movie.bullets);
        grid.against(bullets, few, |bullet, k| pairs.push([bullet, (bullets.len() + k) as u32]));
    })
}

impl PlainGrid {
    pub(crate) fn against(&mut self, bullets: &[Bounds], few: &[Bounds], mut found: impl FnMut(u32, usize)) {
        let reach = largest(bullets);
        self.fill(bullets, 16 * 256);
        let rows = self.starts.len() / self.columns;
        for (id, b) in few.iter().enumerate() {
            let first = ((b.min.y - reach).max(0) / self.side) as usize;
            let last = ((b.max.y / self.side) as usize).min(rows - 3);
            for row in first..=last {
                let cell =
                    |x: i32| row * self.columns + ((x.max(0) / self.side) as usize).min(self.columns - 3) + 1;
                for k in self.range(cell(b.min.x - reach), cell(b.max.x)) {
                    if b.meets(self.sorted[k]) {
                        found(self.ids[k], id);
                    }
                }
            }
        }
    }
}

/// Finds overlapping boxes with the grid, then tests rows of words.
fn frame() -> Job {
    let scene = frame::Scene::new();
    let kind = |k: usize| if k < 10_000 { 0 } else { 1 + (k - 10_000) / 200 };
    let masks: Vec<PlainMask> = frame::KINDS
        .iter()
        .zip(&scene.texels)
        .map(|(kind, texels)| PlainMask::new(kind.1 as usize, texels))
        .collect();
    let (mut grid, mut boxes, mut pairs) = (PlainGrid::default(), Vec::new(), Vec::new());
    Box::new(move |clock| {
        let mut work = Work::of(scene.frames.len());
        for frame in &scene.frames {
            clock.time(|| {
                boxes.clear();
                boxes.extend(frame.iter().enumerate().map(|(k, at)| {
                    let [x, y] = at.map(|x| x * 256);
                    let side = masks[kind(k)].size * 256;
                    Bounds { min: Point::new(x, y), max: Point::new(x + side, y + side) }
                }));
                pairs.clear();
                let (bullets, few) = boxes.split_at(10_000);
                grid.against(bullets, few, |bullet, k| {
                    let [b, t] = [frame[bullet as usize], frame[10_000 + k]];
                    let at = [b[0] - t[0], b[1] - t[1]];
                    if masks[kind(10_000 + k)].find(&masks[0], at, |word| word != 0) {
                        pairs.push([bullet, 10_000 + k as u32]);
                    }
                });
            });
            for &[a, b] in &pairs {
                work.add_unordered(u64::from(a) << 32 | u64::from(b));
            }
        }
        work
    })
}

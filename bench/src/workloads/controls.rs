//! Plain ways to do the same, to compare with.

use kasuri::broad::Brute;
use kasuri::lattice::Bounds;

use crate::workloads::boxes::{Movie, by_broad, timed};
use crate::workloads::masks::Heap;
use crate::{Job, Workload};

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
];

/// Words of a mask's rows, and one more that is 0.
struct PlainMask {
    size: i32,
    stride: usize,
    words: Vec<u64>,
}

impl PlainMask {
    fn new(size: usize, texels: &[bool]) -> PlainMask {
        let stride = size.div_ceil(64);
        let mut words = vec![0; stride * size + 1];
        for (k, _) in texels.iter().enumerate().filter(|(_, solid)| **solid) {
            words[k / size * stride + k % size / 64] |= 1 << (k % size % 64);
        }
        PlainMask { size: size as i32, stride, words }
    }

    /// 64 texels of a row from x on.
    #[inline(always)]
    fn word(&self, y: usize, x: usize) -> u64 {
        let (at, shift) = (y * self.stride + x / 64, x % 64);
        let low = self.words[at] >> shift;
        if shift != 0 && x / 64 + 1 < self.stride { low | self.words[at + 1] << (64 - shift) } else { low }
    }

    /// The words of the common box, until one is found.
    #[inline(always)]
    fn find(&self, other: &PlainMask, [dx, dy]: [i32; 2], mut found: impl FnMut(u64) -> bool) -> bool {
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

/// Sorted by their left edges, each against those that begin before it ends.
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

/// A counting sort into square cells as wide as the largest box, each box in that of its least corner.
#[derive(Default)]
struct PlainGrid {
    side: i32,
    columns: usize,
    cell: Vec<u32>,
    starts: Vec<u32>,
    ids: Vec<u32>,
    sorted: Vec<Bounds>,
}

impl PlainGrid {
    /// No coordinate is below 0 here.
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

/// The bullets in a grid of 16 px cells, asked for by each of the few.
fn grid_against(n: usize) -> Job {
    let mut grid = PlainGrid::default();
    timed(Movie::against(n), move |movie, frame, pairs| {
        pairs.clear();
        let (bullets, few) = frame.split_at(movie.bullets);
        let reach = largest(bullets);
        grid.fill(bullets, 16 * 256);
        let rows = grid.starts.len() / grid.columns;
        for (id, b) in (movie.bullets as u32..).zip(few) {
            let first = ((b.min.y - reach).max(0) / grid.side) as usize;
            let last = ((b.max.y / grid.side) as usize).min(rows - 3);
            for row in first..=last {
                let cell =
                    |x: i32| row * grid.columns + ((x.max(0) / grid.side) as usize).min(grid.columns - 3) + 1;
                for k in grid.range(cell(b.min.x - reach), cell(b.max.x)) {
                    if b.meets(grid.sorted[k]) {
                        pairs.push([grid.ids[k], id]);
                    }
                }
            }
        }
    })
}

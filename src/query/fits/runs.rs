//! Rows of runs of pixels: what a sprite covers, and which squares a shape meets (SPEC 4).

use std::ops::Range;

use crate::effort::spend;
use crate::form::Touching;
use crate::lattice::{PixelBox, Point};
use crate::mask::{Cover, Sprite};
use crate::query::blob::Blob;
use crate::query::piece::window;
use crate::query::span::span;
use crate::shape::Convex;

/// The first column of a run, and one past its last.
pub(super) type PixelRun = [i32; 2];

/// Rows of pixels, each with its runs from left to right.
#[derive(Debug, Clone, Default)]
pub(super) struct RunRows {
    first: i32,
    /// Where the runs of each row begin, and after the last row the number of all runs.
    starts: Vec<u32>,
    runs: Vec<PixelRun>,
}

impl RunRows {
    fn starting(first: i32) -> RunRows {
        RunRows { first, starts: vec![0], runs: Vec::new() }
    }

    /// Ends a row: its runs were added.
    fn end_row(&mut self) {
        self.starts.push(self.runs.len() as u32);
    }

    /// Returns the pixels that a sprite covers.
    pub(super) fn of_sprite(sprite: &Sprite) -> RunRows {
        let cover = Cover::of(sprite);
        let pixels = cover.pixels();
        let mut rows = RunRows::starting(pixels.y0);
        let mut next = pixels.y0;
        for run in cover.runs().take_while(|_| spend(1)) {
            while next < run.y0 {
                rows.end_row();
                next += 1;
            }
            rows.runs.push([run.x0, run.x1]);
        }
        rows.end_row();
        rows
    }

    /// Returns the pixels whose squares one of some convex sets meets.
    pub(super) fn of_convex(sets: &[Blob<'_>], window: PixelBox, touching: Touching) -> RunRows {
        RunRows::of_spans(window, |j, row| {
            let spans = sets.iter().filter_map(|&set| span(set, window, j, touching));
            row.extend(spans.map(<[i32; 2]>::from).take_while(|_| spend(16)));
        })
    }

    /// Returns rows whose runs a function adds, in any order.
    pub(super) fn of_spans(window: PixelBox, add: impl Fn(i32, &mut Vec<PixelRun>)) -> RunRows {
        let mut rows = RunRows::starting(window.y0);
        let mut row: Vec<PixelRun> = Vec::new();
        for j in (window.y0..window.y1).take_while(|_| spend(16)) {
            add(j, &mut row);
            row.sort_unstable();
            for run in row.drain(..) {
                rows.join(run);
            }
            rows.end_row();
        }
        rows
    }

    /// Returns the pixels whose squares a shape meets that stands at a lattice point.
    pub(super) fn of_shape(parts: &[Convex], at: Point, touching: Touching) -> RunRows {
        let moved: Vec<Convex> = parts.iter().map(|part| part.translated(at)).collect();
        let blobs: Vec<Blob<'_>> = moved.iter().map(Blob::from).collect();
        let Some(bounds) = moved.iter().map(Convex::bounds).reduce(crate::lattice::Bounds::union) else {
            return RunRows::default();
        };
        RunRows::of_convex(&blobs, window(bounds), touching)
    }

    /// Returns the pixels of a box that pass a test.
    pub(super) fn of_pixels(pixels: PixelBox, passes: impl Fn(i32, i32) -> bool) -> RunRows {
        let mut rows = RunRows::starting(pixels.y0);
        for j in pixels.y0..pixels.y1 {
            for i in (pixels.x0..pixels.x1).filter(|&i| passes(i, j)) {
                rows.join([i, i + 1]);
            }
            rows.end_row();
        }
        rows
    }

    /// Adds a run to the row that is being written. Where it meets the last one, they become one.
    fn join(&mut self, run: PixelRun) {
        let row = self.starts[self.starts.len() - 1] as usize;
        match self.runs[row..].last_mut() {
            Some(last) if run[0] <= last[1] => last[1] = last[1].max(run[1]),
            _ => self.runs.push(run),
        }
    }

    /// Returns the rows that may have runs.
    pub(super) fn rows(&self) -> Range<i32> {
        self.first..self.first + self.starts.len().saturating_sub(1) as i32
    }

    /// Returns the runs of a row, which must be one of [`rows`](RunRows::rows).
    #[inline]
    pub(super) fn row(&self, j: i32) -> &[PixelRun] {
        let k = (j - self.first) as usize;
        &self.runs[self.starts[k] as usize..self.starts[k + 1] as usize]
    }

    pub(super) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }
}

/// Calls `found` with runs of anchors: if the body's anchor pixel is there, in row `at`, its runs meet those of the other.
/// Runs may come twice.
#[inline]
pub(super) fn meeting_anchors(body: &RunRows, other: &RunRows, at: i32, mut found: impl FnMut(PixelRun)) {
    let (ours, theirs) = (body.rows(), other.rows());
    let rows = ours.start.max(theirs.start - at)..ours.end.min(theirs.end - at);
    // Rows next to each other mostly give runs that overlap: they are joined before they are told.
    let mut last: PixelRun = [0, 0];
    for r in rows {
        for &[a, b] in body.row(r) {
            for &[c, d] in other.row(at + r) {
                let run = [c - b + 1, d - a];
                if run[0] <= last[1] && last[0] <= run[1] {
                    last = [last[0].min(run[0]), last[1].max(run[1])];
                } else {
                    if last[0] < last[1] {
                        found(last);
                    }
                    last = run;
                }
            }
        }
    }
    if last[0] < last[1] {
        found(last);
    }
}

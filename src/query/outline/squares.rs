//! The outline of covered squares, 64 pixels at a time.
//!
//! An edge lies between a covered pixel and one that is not. The edges above a row of pixels are the bits in which the row
//! and the row above differ; those to the left of its pixels are the bits in which the row and the row moved by one pixel
//! differ. So whole words say where edges are, and only runs of edges are looked at one by one. Runs along a row end
//! in that row. A run along a column begins in one row and ends in another: where it began is noted for each column.

use std::ops::Range;

use crate::lattice::Point;
use crate::mask::Cover;
use crate::query::exact::Step;
use crate::query::outline::curve::Curve;
use crate::query::outline::face::Face;

/// Adds the edges between covered and uncovered pixels as runs: first those between rows, then those between columns.
/// Where the window cuts a sprite there is an edge too, but outside the requested box.
pub(super) fn around_squares(cover: &Cover, origin: Point, add: &mut impl FnMut(Face)) {
    let p = cover.pixels();
    let mut edge = |x: i32, y: i32, dx: i32, dy: i32, normal: [f64; 2]| {
        let a = Step::between(origin, Point::new(x * 256, y * 256)).to_f64();
        let curve = Curve::Edge { a, e: [f64::from(dx) * 256.0, f64::from(dy) * 256.0], slack: 0.0 };
        add(Face { curve, normal });
    };
    between_rows(cover, &mut |Range { start, end }, j, out| {
        edge(p.x0 + start as i32, p.y0 + j as i32, (end - start) as i32, 0, [0.0, out]);
    });
    for UprightRun { column, rows: [top, bottom], out } in between_columns(cover) {
        edge(p.x0 + column as i32, p.y0 + top as i32, 0, (bottom - top) as i32, [f64::from(out), 0.0]);
    }
}

/// Calls `found` with the runs of edges above each row and below the last one, from left to right: the columns, the row, and
/// 1 for a normal that points down, -1 for one that points up.
fn between_rows(cover: &Cover, found: &mut impl FnMut(Range<usize>, usize, f64)) {
    let none = vec![0; cover.stride()];
    let mut above = &none[..];
    let rows = cover.words().chunks_exact(cover.stride().max(1));
    for (j, below) in rows.chain([&none[..]]).enumerate() {
        let mut last: (Range<usize>, f64) = (0..0, 0.0);
        for k in 0..below.len() {
            let mut edges = above[k] ^ below[k];
            while edges != 0 {
                let from = edges.trailing_zeros();
                let (same, out) = if above[k] >> from & 1 == 1 {
                    (edges & above[k], 1.0)
                } else {
                    (edges & below[k], -1.0)
                };
                let length = (!(same >> from)).trailing_zeros();
                let run = 64 * k + from as usize..64 * k + (from + length) as usize;
                // A run may go on in the next word.
                if last.0.end == run.start && last.1 == out {
                    last.0.end = run.end;
                } else {
                    if !last.0.is_empty() {
                        found(last.0, j, last.1);
                    }
                    last = (run, out);
                }
                edges &= u64::MAX.checked_shl(from + length).unwrap_or(0);
            }
        }
        if !last.0.is_empty() {
            found(last.0, j, last.1);
        }
        above = below;
    }
}

/// A run of edges to the left of the pixels of a column.
#[derive(Debug, Clone, Copy)]
struct UprightRun {
    column: u32,
    rows: [u32; 2],
    /// 1 for a normal that points right, -1 for one that points left.
    out: f32,
}

/// Returns the runs of edges to the left of each column and to the right of the last one, each from top to bottom.
fn between_columns(cover: &Cover) -> Vec<UprightRun> {
    let p = cover.pixels();
    // One column more than pixels: the edges to the right of the last ones.
    let columns = (p.x1 - p.x0).max(0) as usize + 1;
    let (mut rights, mut lefts) = (Open::none(columns, 1.0), Open::none(columns, -1.0));
    let mut runs = Vec::new();
    let none = vec![0; cover.stride()];
    let rows = cover.words().chunks_exact(cover.stride().max(1));
    for (j, row) in rows.chain([&none[..]]).enumerate() {
        let mut carry = 0;
        for k in 0..columns.div_ceil(64) {
            let here = row.get(k).copied().unwrap_or(0);
            let left = here << 1 | carry;
            carry = here >> 63;
            rights.go_on(j, k, left & !here, &mut runs);
            lefts.go_on(j, k, here & !left, &mut runs);
        }
    }
    by_column(&runs, columns)
}

/// The runs of edges of one direction that have not ended yet.
struct Open {
    out: f32,
    words: Vec<u64>,
    /// The row in which the run of each column began.
    since: Vec<u32>,
}

impl Open {
    fn none(columns: usize, out: f32) -> Open {
        Open { out, words: vec![0; columns.div_ceil(64)], since: vec![0; columns] }
    }

    /// Takes the edges of row `j` in word `k`: runs without an edge there end, and new runs begin.
    fn go_on(&mut self, j: usize, k: usize, edges: u64, ended: &mut Vec<UprightRun>) {
        let mut changed = self.words[k] ^ edges;
        while changed != 0 {
            let column = 64 * k + changed.trailing_zeros() as usize;
            if edges >> (column % 64) & 1 == 1 {
                self.since[column] = j as u32;
            } else {
                let rows = [self.since[column], j as u32];
                ended.push(UprightRun { column: column as u32, rows, out: self.out });
            }
            changed &= changed - 1;
        }
        self.words[k] = edges;
    }
}

/// Sorts runs by column, in one pass; in a column they stay in order, from top to bottom.
fn by_column(runs: &[UprightRun], columns: usize) -> Vec<UprightRun> {
    let mut next = vec![0; columns + 1];
    for run in runs {
        next[run.column as usize + 1] += 1;
    }
    for k in 0..columns {
        next[k + 1] += next[k];
    }
    let mut sorted = runs.to_vec();
    for run in runs {
        let place = &mut next[run.column as usize];
        sorted[*place] = *run;
        *place += 1;
    }
    sorted
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::kernels::random::Random;
    use crate::mask::{Mask, Sprite};
    use crate::shape::Placement;

    /// Lists the edges cell by cell.
    fn plain(cover: &Cover) -> Vec<[i32; 5]> {
        let p = cover.pixels();
        let at = |i: i32, j: i32| (cover.bits(i.into(), j.into()) & 1) as i32;
        let mut edges: Vec<[i32; 5]> = Vec::new();
        let mut add = |[x, y]: [i32; 2], [dx, dy]: [i32; 2], out: i32| match edges.last_mut() {
            Some([a, b, ex, ey, last])
                if *last == out && [*a + *ex, *b + *ey] == [x, y] && (*ex == 0) == (dx == 0) =>
            {
                (*ex, *ey) = (*ex + dx, *ey + dy);
            }
            _ if out != 0 => edges.push([x, y, dx, dy, out]),
            _ => {}
        };
        for (i, j) in (p.y0..=p.y1).flat_map(|j| (p.x0..p.x1).map(move |i| (i, j))) {
            add([i, j], [1, 0], at(i, j - 1) - at(i, j));
        }
        for (i, j) in (p.x0..=p.x1).flat_map(|i| (p.y0..p.y1).map(move |j| (i, j))) {
            add([i, j], [0, 1], at(i - 1, j) - at(i, j));
        }
        edges
    }

    #[test]
    fn words_give_the_edges_of_cells() {
        let mut random = Random::new(7);
        for width in [1, 2, 63, 64, 65, 127, 128, 130] {
            for dots in [1, 5, 9] {
                let mask = Mask::from_fn(width, 20, |_, _| random.below(10) < dots).expect("a mask");
                for at in [[0.0, 0.0], [-7.3, 11.0]] {
                    let sprite =
                        Sprite::place(&Arc::new(mask.clone()), &Placement::at(at), None).expect("a sprite");
                    let cover = Cover::of(&sprite);
                    let mut edges = Vec::new();
                    around_squares(&cover, Point::default(), &mut |face| {
                        let Curve::Edge { a, e, .. } = face.curve else { return };
                        let [x, y, dx, dy] = [a[0], a[1], e[0], e[1]].map(|x| (x / 256.0) as i32);
                        edges.push([x, y, dx, dy, (face.normal[0] + face.normal[1]) as i32]);
                    });
                    assert_eq!(edges, plain(&cover), "{width} {dots}");
                }
            }
        }
    }
}

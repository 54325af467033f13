//! Covered pixels, and the pixels that two sprites have in common (SPEC 4).

use crate::answer::Common;
use crate::lattice::{PixelBox, Vec2};
use crate::mask::Sprite;

/// Whether a sprite covers the pixel (i, j): the formula of SPEC 4, in mathematical integers.
pub(super) fn covered(sprite: &Sprite, i: i64, j: i64) -> bool {
    let turn = sprite.turn();
    let [ux, uy, vx, vy, u1, v1] = [turn.ux, turn.uy, turn.vx, turn.vy, turn.u1, turn.v1].map(i64::from);
    let (x, y) = (i64::from(sprite.at().x), i64::from(sprite.at().y));
    let (ai, aj) = (x >> 8, y >> 8);
    let (gx, gy) = (128 - (x & 255), 128 - (y & 255));
    let u0 = u1 + ((ux * gx + uy * gy + 128) >> 8);
    let v0 = v1 + ((vx * gx + vy * gy + 128) >> 8);
    let u = u0 + (i - ai) * ux + (j - aj) * uy;
    let v = v0 + (i - ai) * vx + (j - aj) * vy;
    let (w, h) = (i64::from(sprite.mask().width()), i64::from(sprite.mask().height()));
    if !(0..w * 65536).contains(&u) || !(0..h * 65536).contains(&v) {
        return false;
    }
    let [flip_x, flip_y] = sprite.flip();
    let x = if flip_x { w - 1 - (u >> 16) } else { u >> 16 };
    let y = if flip_y { h - 1 - (v >> 16) } else { v >> 16 };
    sprite.mask().get(x, y)
}

/// Returns a box around all covered pixels of a sprite, found from the corners of its mask (SPEC 4).
pub(super) fn extent(sprite: &Sprite) -> PixelBox {
    let turn = sprite.turn();
    let [ux, uy, vx, vy, u1, v1] = [turn.ux, turn.uy, turn.vx, turn.vy, turn.u1, turn.v1].map(f64::from);
    let size = [sprite.mask().width(), sprite.mask().height()].map(|side| f64::from(side) * 65536.0);
    let area = ux * vy - uy * vx;
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]].map(|[i, j]| {
        let (du, dv) = (i * size[0] - u1, j * size[1] - v1);
        [(du * vy - dv * uy) / area, (dv * ux - du * vx) / area]
    });
    let middle = [sprite.at().x, sprite.at().y];
    // Rounding of the integers moves an edge by less than two pixels.
    let [x0, y0] = [0, 1].map(|k| {
        let least = corners.iter().map(|corner| corner[k]).fold(f64::INFINITY, f64::min);
        (f64::from(middle[k]) / 256.0 + least).floor() as i32 - 3
    });
    let [x1, y1] = [0, 1].map(|k| {
        let most = corners.iter().map(|corner| corner[k]).fold(f64::NEG_INFINITY, f64::max);
        (f64::from(middle[k]) / 256.0 + most).ceil() as i32 + 3
    });
    PixelBox { x0, y0, x1, y1 }
}

/// Returns the runs of covered pixels of a sprite within a window, row by row, each a box one pixel high.
pub(super) fn runs(sprite: &Sprite, window: PixelBox) -> Vec<PixelBox> {
    let window = extent(sprite).intersection(window);
    let mut runs = Vec::new();
    for j in window.y0..window.y1 {
        let mut start = None;
        for i in window.x0..=window.x1 {
            let is_covered = i < window.x1 && covered(sprite, i.into(), j.into());
            match (start, is_covered) {
                (None, true) => start = Some(i),
                (Some(x0), false) => {
                    runs.push(PixelBox { x0, y0: j, x1: i, y1: j + 1 });
                    start = None;
                }
                _ => {}
            }
        }
    }
    runs
}

/// Whether two sprites have a pixel in common.
pub(super) fn share(a: &Sprite, b: &Sprite) -> bool {
    let window = extent(a).intersection(extent(b));
    let both = |i: i32, j: i32| covered(a, i.into(), j.into()) && covered(b, i.into(), j.into());
    (window.y0..window.y1).any(|j| (window.x0..window.x1).any(|i| both(i, j)))
}

/// Returns the pixels that two sprites have in common, or `None` where there are none.
pub(super) fn common(a: &Sprite, b: &Sprite) -> Option<Common> {
    // One pixel more on each side: the normal moves B by one pixel.
    let window = grown(extent(a), 1).intersection(grown(extent(b), 1));
    let (grid_a, grid_b) = (PixelGrid::of(a, window), PixelGrid::of(b, window));
    let found = CommonPixels::between(&grid_a, &grid_b)?;
    let n = |dx, dy| count(&grid_a, &grid_b, dx, dy) as i64;
    let (gx, gy) = (n(-1, 0) - n(1, 0), n(0, -1) - n(0, 1));
    let centroid = |sum: i64| (2 * sum + found.pixels as i64) as f64 / (2 * found.pixels) as f64 + 0.0;
    let q = (gx as f64 * gx as f64 + gy as f64 * gy as f64).sqrt();
    let is_free = gx == 0 && gy == 0;
    Some(Common {
        pixels: found.pixels,
        bounds: found.bounds,
        first: found.first,
        centroid: Vec2::new(centroid(found.sum_i), centroid(found.sum_j)),
        normal: if is_free { Vec2::default() } else { Vec2::new(gx as f64 / q, gy as f64 / q) },
        depth: if is_free { 0 } else { depth(a, b, gx, gy) },
    })
}

/// Returns the smallest k >= 1 for which moving B by the whole pixels nearest to k * g / |g| leaves no common pixel.
fn depth(a: &Sprite, b: &Sprite, gx: i64, gy: i64) -> u32 {
    let (grid_a, grid_b) = (PixelGrid::of(a, extent(a)), PixelGrid::of(b, extent(b)));
    let square = |x: i64| i128::from(x) * i128::from(x);
    let length2 = square(gx) + square(gy);
    let mut k = 1;
    while any(&grid_a, &grid_b, nearest(k, gx, length2), nearest(k, gy, length2)) {
        k += 1;
    }
    k as u32
}

/// Returns the integer nearest to k * g / sqrt(length2), for which there are no ties.
fn nearest(k: i64, g: i64, length2: i128) -> i64 {
    let squared = i128::from(k * g).pow(2);
    // The greatest m for which m - 1/2 is at most k |g| / sqrt(length2): (2m - 1)^2 * length2 <= 4 (kg)^2.
    let fits = |m: i64| m == 0 || i128::from(2 * m - 1).pow(2) * length2 <= 4 * squared;
    let mut m = (k as f64 * g.abs() as f64 / (length2 as f64).sqrt()) as i64;
    while fits(m + 1) {
        m += 1;
    }
    while !fits(m) {
        m -= 1;
    }
    m * g.signum()
}

/// The integers of the common pixels.
struct CommonPixels {
    pixels: u64,
    bounds: PixelBox,
    first: [i32; 2],
    sum_i: i64,
    sum_j: i64,
}

impl CommonPixels {
    fn between(a: &PixelGrid, b: &PixelGrid) -> Option<CommonPixels> {
        let mut found: Option<CommonPixels> = None;
        let window = a.window.intersection(b.window);
        for j in window.y0..window.y1 {
            for i in (window.x0..window.x1).filter(|&i| a.get(i, j) && b.get(i, j)) {
                let one = PixelBox { x0: i, y0: j, x1: i + 1, y1: j + 1 };
                let f = found.get_or_insert(CommonPixels {
                    pixels: 0,
                    bounds: one,
                    first: [i, j],
                    sum_i: 0,
                    sum_j: 0,
                });
                f.pixels += 1;
                f.sum_i += i64::from(i);
                f.sum_j += i64::from(j);
                let b = f.bounds;
                f.bounds = PixelBox { x0: b.x0.min(i), x1: b.x1.max(i + 1), y0: b.y0, y1: j + 1 };
            }
        }
        found
    }
}

/// The covered pixels of a sprite within a window, 64 to a word.
struct PixelGrid {
    window: PixelBox,
    stride: usize,
    words: Vec<u64>,
}

impl PixelGrid {
    fn of(sprite: &Sprite, window: PixelBox) -> PixelGrid {
        let width = (window.x1 - window.x0).max(0) as usize;
        let height = (window.y1 - window.y0).max(0) as usize;
        let stride = width.div_ceil(64);
        let mut grid = PixelGrid { window, stride, words: vec![0; stride * height] };
        for run in runs(sprite, window) {
            for i in run.x0..run.x1 {
                let (x, y) = ((i - window.x0) as usize, (run.y0 - window.y0) as usize);
                grid.words[y * stride + x / 64] |= 1 << (x % 64);
            }
        }
        grid
    }

    fn get(&self, i: i32, j: i32) -> bool {
        self.bits(i.into(), j.into()) & 1 == 1
    }

    /// Returns the 64 pixels from (i, j) to the right; nothing is covered outside the window.
    fn bits(&self, i: i64, j: i64) -> u64 {
        let (x, y) = (i - i64::from(self.window.x0), j - i64::from(self.window.y0));
        if y < 0 || j >= i64::from(self.window.y1) {
            return 0;
        }
        let row = &self.words[y as usize * self.stride..][..self.stride];
        let word = |k: i64| usize::try_from(k).ok().and_then(|k| row.get(k)).copied().unwrap_or(0);
        let (k, shift) = (x.div_euclid(64), x.rem_euclid(64));
        if shift == 0 { word(k) } else { word(k) >> shift | word(k + 1) << (64 - shift) }
    }
}

/// Returns the common pixels, 64 at a time, after moving B's covered set by (dx, dy).
fn words<'a>(a: &'a PixelGrid, b: &'a PixelGrid, dx: i64, dy: i64) -> impl Iterator<Item = u64> + 'a {
    let [x0, y0, x1, y1] = [a.window.x0, a.window.y0, a.window.x1, a.window.y1].map(i64::from);
    let [bx0, by0, bx1, by1] = [b.window.x0, b.window.y0, b.window.x1, b.window.y1].map(i64::from);
    let columns = x0.max(bx0 + dx)..x1.min(bx1 + dx);
    let rows = y0.max(by0 + dy)..y1.min(by1 + dy);
    rows.flat_map(move |j| columns.clone().step_by(64).map(move |i| a.bits(i, j) & b.bits(i - dx, j - dy)))
}

fn count(a: &PixelGrid, b: &PixelGrid, dx: i64, dy: i64) -> u64 {
    words(a, b, dx, dy).map(|w| u64::from(w.count_ones())).sum()
}

fn any(a: &PixelGrid, b: &PixelGrid, dx: i64, dy: i64) -> bool {
    words(a, b, dx, dy).any(|w| w != 0)
}

fn grown(pixels: PixelBox, by: i32) -> PixelBox {
    PixelBox { x0: pixels.x0 - by, y0: pixels.y0 - by, x1: pixels.x1 + by, y1: pixels.y1 + by }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{PixelGrid, nearest};
    use crate::lattice::{PixelBox, Vec2};
    use crate::mask::{Mask, Sprite};
    use crate::shape::Placement;

    #[test]
    fn the_nearest_pixel_is_exact() {
        // 1 / sqrt(2) = 0.7071: k = 1 moves by 1, k = 2 by 1, k = 3 by 2.
        assert_eq!([1, 2, 3, 5].map(|k| nearest(k, 1, 2)), [1, 1, 2, 4]);
        assert_eq!([1, 2, 3].map(|k| nearest(k, -3, 25)), [-1, -1, -2]);
        assert_eq!([1, 2, 3].map(|k| nearest(k, 4, 25)), [1, 2, 2]);
        assert_eq!(nearest(1000, 0, 9), 0);
        assert_eq!(nearest(9, 7, 49), 9);
    }

    /// Within its window a grid holds the covered pixels; outside it holds none.
    #[test]
    fn nothing_is_covered_outside_the_window() {
        let mask = Arc::new(Mask::from_fn(90, 5, |_, _| true).unwrap());
        let sprite = Sprite::place(&mask, &Placement::default(), Some(Vec2::default())).unwrap();
        let window = PixelBox { x0: 3, y0: 1, x1: 80, y1: 4 };
        let grid = PixelGrid::of(&sprite, window);
        for (i, j) in (-5..95).flat_map(|i| (-3..8).map(move |j| (i, j))) {
            let is_inside = (3..80).contains(&i) && (1..4).contains(&j);
            assert_eq!(grid.get(i, j), is_inside, "({i}, {j})");
        }
    }
}

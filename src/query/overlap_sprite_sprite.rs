//! The pixels that two sprites have in common (SPEC 4).

use crate::answer::{Common, Shared};
use crate::effort::spend;
use crate::lattice::{PixelBox, Vec2};
use crate::mask::{Cover, Sprite, overlay, row};

/// Whether two sprites have a pixel in common.
pub(crate) fn overlap(a: &Sprite, b: &Sprite) -> bool {
    let (reach_a, reach_b) = (a.reach(), b.reach());
    if a.is_as_drawn() && b.is_as_drawn() {
        return overlay::meets(a.mask(), b.mask(), [reach_b.x0 - reach_a.x0, reach_b.y0 - reach_a.y0]);
    }
    let window = reach_a.intersection(reach_b);
    // The sprite that is cheaper to read comes first: where its word is empty, the other is not read.
    let (a, b) = if a.turn().is_upright() { (a, b) } else { (b, a) };
    // A rotated row is read texel by texel.
    let each = if a.turn().is_upright() && b.turn().is_upright() { 1 } else { 32 };
    let words = each * ((window.x1 - window.x0).max(0) as u64 / 64 + 1);
    let is_met = |j: i32| {
        if !spend(words) {
            return true;
        }
        let mut columns = (window.x0..window.x1).step_by(64);
        columns.any(|i| {
            let bits = a.word(i, j);
            bits != 0 && bits & b.word(i, j) != 0
        })
    };
    // Round shapes that overlap at all overlap in the middle.
    let middle = window.y0.midpoint(window.y1);
    !window.is_empty() && ((middle..window.y1).any(is_met) || (window.y0..middle).any(is_met))
}

/// Returns the pixels that two sprites have in common, or `None` where there are none.
pub(crate) fn common(a: &Sprite, b: &Sprite) -> Option<Common> {
    Some(shared(a, b)?.finish(|gx, gy| depth(a, b, gx, gy)))
}

/// Returns the integers of the overlap of two sprites.
pub(crate) fn shared(a: &Sprite, b: &Sprite) -> Option<Shared> {
    let window = a.reach().intersection(b.reach());
    // One pixel more on each side: the normal moves B by one pixel.
    let window = PixelBox { x0: window.x0 - 1, y0: window.y0 - 1, x1: window.x1 + 1, y1: window.y1 + 1 };
    if !spend(pixels(window) / 8 * 5) {
        return None;
    }
    Shared::between(&a.cover_within(window), &b.cover_within(window))
}

fn pixels(of: PixelBox) -> u64 {
    (i64::from(of.x1) - i64::from(of.x0)).max(0) as u64 * (i64::from(of.y1) - i64::from(of.y0)).max(0) as u64
}

impl Shared {
    pub(crate) fn between(a: &Cover, b: &Cover) -> Option<Shared> {
        let window = a.pixels().intersection(b.pixels());
        let mut shared: Option<Shared> = None;
        for j in window.y0..window.y1 {
            if !spend((window.x1 - window.x0) as u64 / 64 + 1) {
                break;
            }
            for i in (window.x0..window.x1).step_by(64) {
                let bits = a.bits(i.into(), j.into()) & b.bits(i.into(), j.into());
                if bits != 0 {
                    shared
                        .get_or_insert_with(|| Shared::starting(window, i, j, bits))
                        .add(window, i, j, bits);
                }
            }
        }
        let mut shared = shared?;
        // The sums are relative to the window's corner; make them relative to the corner of the bounds.
        shared.sums[0] -= shared.pixels * (shared.bounds.x0 - window.x0) as u64;
        shared.sums[1] -= shared.pixels * (shared.bounds.y0 - window.y0) as u64;
        shared.moved = [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(dx, dy)| count(a, b, dx, dy));
        Some(shared)
    }

    fn starting(window: PixelBox, i: i32, j: i32, bits: u64) -> Shared {
        let bounds = PixelBox { x0: window.x1, y0: j, x1: window.x0, y1: j };
        let first = [i + bits.trailing_zeros() as i32, j];
        Shared { pixels: 0, bounds, first, sums: [0, 0], moved: [0; 4] }
    }

    fn add(&mut self, window: PixelBox, i: i32, j: i32, bits: u64) {
        let n = u64::from(bits.count_ones());
        self.pixels += n;
        self.bounds.x0 = self.bounds.x0.min(i + bits.trailing_zeros() as i32);
        self.bounds.x1 = self.bounds.x1.max(i + 64 - bits.leading_zeros() as i32);
        self.bounds.y1 = j + 1;
        self.sums[0] += n * (i - window.x0) as u64 + u64::from(row::position_sum(bits));
        self.sums[1] += n * (j - window.y0) as u64;
    }

    /// Computes the divisions and roots, on the host and for hits only. `depth` is called with the direction g.
    pub(crate) fn finish(&self, depth: impl FnOnce(i64, i64) -> u32) -> Common {
        let n = self.pixels as i64;
        let [left, right, up, down] = self.moved.map(|n| n as i64);
        let (gx, gy) = (left - right, up - down);
        let mean =
            |corner: i32, sum: u64| (2 * (i64::from(corner) * n + sum as i64) + n) as f64 / (2 * n) as f64;
        let q = (gx as f64 * gx as f64 + gy as f64 * gy as f64).sqrt();
        let is_free = (gx, gy) == (0, 0);
        Common {
            pixels: self.pixels,
            bounds: self.bounds,
            first: self.first,
            centroid: Vec2::new(mean(self.bounds.x0, self.sums[0]), mean(self.bounds.y0, self.sums[1])),
            normal: if is_free { Vec2::default() } else { Vec2::new(gx as f64 / q, gy as f64 / q) },
            depth: if is_free { 0 } else { depth(gx, gy) },
        }
    }
}

/// Returns the common pixels, 64 at a time, after moving B by (dx, dy).
fn words<'a>(a: &'a Cover, b: &'a Cover, dx: i64, dy: i64) -> impl Iterator<Item = u64> + 'a {
    let range = |a0: i32, a1: i32, b0: i32, b1: i32, d: i64| {
        i64::from(a0).max(i64::from(b0) + d)..i64::from(a1).min(i64::from(b1) + d)
    };
    let (p, q) = (a.pixels(), b.pixels());
    let columns = range(p.x0, p.x1, q.x0, q.x1, dx);
    range(p.y0, p.y1, q.y0, q.y1, dy)
        .flat_map(move |j| columns.clone().step_by(64).map(move |i| a.bits(i, j) & b.bits(i - dx, j - dy)))
}

fn count(a: &Cover, b: &Cover, dx: i64, dy: i64) -> u64 {
    words(a, b, dx, dy).map(|w| u64::from(w.count_ones())).sum()
}

/// Returns the smallest k >= 1 for which moving B by the whole pixels nearest to k * g / |g| leaves no common pixel.
pub(crate) fn depth(a: &Sprite, b: &Sprite, gx: i64, gy: i64) -> u32 {
    if !spend((pixels(a.reach()) + pixels(b.reach())) / 4) {
        return 0;
    }
    let (a, b) = (SpriteRows::of(Cover::of(a)), SpriteRows::of(Cover::of(b)));
    // Two sprites that overlap in a row most often overlap there again one pixel further: test that row first.
    let mut met = i64::MIN;
    let mut apart = |k: &u32| {
        let found = meeting_row(&a, &b, [along(*k, gx, gy), along(*k, gy, gx)], met);
        met = found.unwrap_or(met);
        found.is_none()
    };
    // Both sprites span at most 2^14 pixels a side: beyond twice that along the longer axis they are apart.
    (1..=1 << 16).find(|k| !spend(1) || apart(k)).unwrap_or(1 << 16)
}

/// A cover, and for each of its rows the range that contains covered pixels.
struct SpriteRows {
    cover: Cover,
    /// The first covered column and one past the last; empty where nothing is covered.
    ends: Vec<[i64; 2]>,
}

impl SpriteRows {
    fn of(cover: Cover) -> SpriteRows {
        let x0 = i64::from(cover.pixels().x0);
        let of_row = |row: &[u64]| {
            let first = row.iter().position(|&word| word != 0)?;
            let last = row.iter().rposition(|&word| word != 0)?;
            let from = 64 * first as i64 + i64::from(row[first].trailing_zeros());
            Some([x0 + from, x0 + 64 * last as i64 + 64 - i64::from(row[last].leading_zeros())])
        };
        let rows = cover.words().chunks_exact(cover.stride().max(1));
        let ends = rows.map(|row| of_row(row).unwrap_or([0, 0])).collect();
        SpriteRows { cover, ends }
    }

    fn rows(&self) -> std::ops::Range<i64> {
        self.cover.pixels().y0.into()..self.cover.pixels().y1.into()
    }

    /// Returns the range of covered columns of row j.
    fn ends(&self, j: i64) -> [i64; 2] {
        self.ends[(j - i64::from(self.cover.pixels().y0)) as usize]
    }
}

/// Returns a row of A with common pixels after moving B by (dx, dy); row `first` is tested before the others.
fn meeting_row(a: &SpriteRows, b: &SpriteRows, [dx, dy]: [i64; 2], first: i64) -> Option<i64> {
    let rows = a.rows().start.max(b.rows().start + dy)..a.rows().end.min(b.rows().end + dy);
    let meets = |&j: &i64| {
        let ([from_a, to_a], [from_b, to_b]) = (a.ends(j), b.ends(j - dy));
        let (from, to) = (from_a.max(from_b + dx), to_a.min(to_b + dx));
        // When the work limit is reached, the answer need not be right, but the search has to end.
        if !spend(1 + (to - from).max(0) as u64 / 64) {
            return true;
        }
        (from..to).step_by(64).any(|i| a.cover.bits(i, j) & b.cover.bits(i - dx, j - dy) != 0)
    };
    if rows.contains(&first) && meets(&first) {
        return Some(first);
    }
    rows.into_iter().find(meets)
}

/// Returns the integer nearest to k * g / |(g, h)|; there are no ties (SPEC 4).
fn along(k: u32, g: i64, h: i64) -> i64 {
    let square = |x: i64| i128::from(x) * i128::from(x);
    let wanted = 4 * square(i64::from(k) * g);
    let length = square(g) + square(h);
    let near = (f64::from(k) * g.abs() as f64 / (length as f64).sqrt()).round() as i64;
    // The error of the f64 is far below 1: the answer is `near` or next to it. m is too large where m - 1/2 is beyond.
    let is_beyond = |m: i64| m > 0 && square(2 * m - 1) * length > wanted;
    let m = if is_beyond(near) {
        near - 1
    } else if is_beyond(near + 1) {
        near
    } else {
        near + 1
    };
    m * g.signum()
}

#[cfg(test)]
mod tests {
    use super::along;

    #[test]
    fn the_nearest_pixel_along_a_direction() {
        assert_eq!([1, 2, 3, 5].map(|k| along(k, 1, 1)), [1, 1, 2, 4]);
        assert_eq!([1, 2, 3].map(|k| along(k, -3, 4)), [-1, -1, -2]);
        assert_eq!(along(1000, 0, 3), 0);
    }
}

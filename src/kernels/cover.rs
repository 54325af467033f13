//! The covered pixels of a turned, scaled or mirrored sprite within a window, exactly (SPEC 4).
//!
//! Sixteen rows of pixels are taken at a time, pixel by pixel from the left. Their texels lie in a patch of 32 x 32 that
//! begins at the least u and v of the block: within it nothing leaves 32 bits, and what lies outside the mask is not set,
//! so no pixel is tested for that. Blocks are as wide as their texels fit into a patch. Where not even four pixels do, the
//! sprite is much smaller than its mask, and its few pixels are sampled one by one.

use crate::lattice::{Bounds, PixelBox, Point};
use crate::mask::{Mask, Turn, row, sample_row};
use crate::simd::Lanes;

use super::BitRows;

/// Rows of pixels a block; rooms are so many rows high, or a multiple of that.
const ROWS: i32 = 16;
/// Texels a side of a patch.
const PATCH: i64 = 32;

/// A mask as a sprite shows it.
#[derive(Clone, Copy)]
pub(crate) struct TurnedMask<'a> {
    pub(crate) mask: &'a Mask,
    pub(crate) turn: &'a Turn,
    /// Whether it is mirrored left to right, and top to bottom.
    pub(crate) flip: [bool; 2],
}

/// The box, relative to the sprite's position, outside of which no pixel's centre is covered.
///
/// With p the way from the position to a centre in lattice units, u is u1 + (ux p.x + uy p.y) / 256, rounded once by at
/// most a half, and v likewise. So p solves two linear equations whose right sides lie in known ranges. What f64 rounds
/// away there is far below the slack.
#[inline(always)]
pub(crate) fn extent(mask: &Mask, turn: &Turn) -> Bounds {
    const SLACK: f64 = 1.0 / 64.0;
    let [ux, uy, vx, vy] = [turn.ux, turn.uy, turn.vx, turn.vy].map(f64::from);
    let scale = 256.0 / (ux * vy - uy * vx);
    let u = range(turn.u1, mask.width());
    let v = range(turn.v1, mask.height());
    let x = sum(products(vy * scale, u), products(-uy * scale, v));
    let y = sum(products(-vx * scale, u), products(ux * scale, v));
    // Pivots lie within 12288 texels of the mask, scales within 64: all this is below 2^29.
    let point =
        |k: usize, slack: f64| Point::new((x[k] + slack).floor() as i32, (y[k] + slack).floor() as i32);
    Bounds { min: point(0, -SLACK), max: point(1, 1.0 + SLACK) }
}

/// The range of u - u1 of covered centres, before rounding.
#[inline(always)]
fn range(pivot: i32, texels: u32) -> [f64; 2] {
    let end = f64::from(texels) * 65536.0;
    [-0.5 - f64::from(pivot), 0.5 + end - f64::from(pivot)]
}

#[inline(always)]
fn products(factor: f64, [a, b]: [f64; 2]) -> [f64; 2] {
    let (a, b) = (factor * a, factor * b);
    if a < b { [a, b] } else { [b, a] }
}

#[inline(always)]
fn sum(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

/// The pixels whose centres lie in an extent around a position.
#[inline(always)]
pub(crate) fn window(extent: Bounds, at: Point) -> PixelBox {
    let first = |x: i32, least: i32| (x + least + 127) >> 8;
    let end = |x: i32, most: i32| (x + most + 128) >> 8;
    PixelBox {
        x0: first(at.x, extent.min.x),
        y0: first(at.y, extent.min.y),
        x1: end(at.x, extent.max.x),
        y1: end(at.y, extent.max.y),
    }
}

/// Words that the cover of a window takes: a column of 64 pixels after the other, each as high as blocks reach.
#[inline(always)]
pub(crate) fn room(window: PixelBox) -> usize {
    columns_of(window) * rows_of(window)
}

#[inline(always)]
fn columns_of(window: PixelBox) -> usize {
    (window.x1 - window.x0).max(0).unsigned_abs().div_ceil(64) as usize
}

/// The words of a column.
#[inline(always)]
fn rows_of(window: PixelBox) -> usize {
    (window.y1 - window.y0).max(0).unsigned_abs().next_multiple_of(ROWS as u32) as usize
}

/// Rasterises the pixels of a window into `out`, which is `room(window)` words long; rows below the window are left as
/// the blocks find them.
#[inline(always)]
pub(crate) fn cover<'a, L: Lanes>(
    lanes: L,
    sprite: TurnedMask<'_>,
    at: Point,
    window: PixelBox,
    out: &'a mut [u64],
) -> BitRows<'a> {
    let (rows, columns) = (rows_of(window), columns_of(window));
    let (width, height) = (window.x1 - window.x0, window.y1 - window.y0);
    let out = &mut out[..rows * columns];
    if !out.is_empty() {
        let texels = Texels::of(sprite, at, window);
        if L::HAS_PATCHES && texels.is_small([width, height]) {
            texels.cover_small(lanes, width, out);
        } else {
            match texels.block(width, height) {
                1.. if !L::HAS_PATCHES => sample_all(sprite, at, window, out),
                0 => sample_all(sprite, at, window, out),
                block => texels.cover(lanes, [width, height], block, out),
            }
        }
    }
    let (width, height) = (width.max(0).unsigned_abs(), height.max(0).unsigned_abs());
    BitRows::in_columns(out, rows, [width, height])
}

/// Row by row, texel by texel.
#[cold]
fn sample_all(sprite: TurnedMask<'_>, at: Point, window: PixelBox, out: &mut [u64]) {
    let TurnedMask { mask, turn, flip } = sprite;
    let rows = rows_of(window);
    out.fill(0);
    for (column, i) in out.chunks_exact_mut(rows).zip((window.x0..window.x1).step_by(64)) {
        for (word, j) in column.iter_mut().zip(window.y0..window.y1) {
            let start = texel_at(turn, at, [i, j]);
            let width = i64::from((window.x1 - i).min(64));
            sample_row(mask, turn, flip, std::slice::from_mut(word), start, width);
        }
    }
}

/// u and v at the centre of a pixel, mirroring left out.
#[inline(always)]
fn texel_at(turn: &Turn, at: Point, [i, j]: [i32; 2]) -> [i64; 2] {
    let (u, v) = turn.start(at);
    let [di, dj] = [i64::from(i) - i64::from(at.x >> 8), i64::from(j) - i64::from(at.y >> 8)];
    let along = |start: i64, x: i32, y: i32| start + di * i64::from(x) + dj * i64::from(y);
    [along(u, turn.ux, turn.uy), along(v, turn.vx, turn.vy)]
}

/// Where the texels under the pixels of a window are, mirroring included: x is `u >> 16` of the mask as given, y is
/// `v >> 16`.
#[derive(Clone, Copy)]
struct Texels<'a> {
    mask: &'a Mask,
    /// u and v at the centre of the window's first pixel.
    start: [i64; 2],
    /// What a pixel to the right adds, and what a pixel down does.
    right: [i64; 2],
    down: [i64; 2],
}

impl<'a> Texels<'a> {
    #[inline(always)]
    fn of(sprite: TurnedMask<'a>, at: Point, window: PixelBox) -> Texels<'a> {
        let TurnedMask { mask, turn, flip } = sprite;
        let [u, v] = texel_at(turn, at, [window.x0, window.y0]);
        let [u, ux, uy] = mirrored(flip[0], mask.width(), [u, turn.ux.into(), turn.uy.into()]);
        let [v, vx, vy] = mirrored(flip[1], mask.height(), [v, turn.vx.into(), turn.vy.into()]);
        Texels { mask, start: [u, v], right: [ux, vx], down: [uy, vy] }
    }

    /// Whether the window is one block, and the mask one patch that no pixel's v is taken modulo into.
    #[inline(always)]
    fn is_small(&self, [width, height]: [i32; 2]) -> bool {
        let mask = self.mask;
        let side = mask.width().max(mask.height()) as i64;
        if (width.max(height) > ROWS) | (side > PATCH) {
            return false;
        }
        // All sixteen columns and rows, as all are looked up.
        let last = i64::from(ROWS - 1);
        let (right, down) = (self.right[1], self.down[1]);
        let v =
            [right.min(0) + down.min(0), right.max(0) + down.max(0)].map(|way| self.start[1] + last * way);
        let far = self.right[0].abs() + self.down[0].abs() + (self.start[0].abs() >> 4);
        // (16 of these fit into 31 bits.)
        (v[0] >= (i64::from(mask.height()) - PATCH) << 16) & (v[1] < PATCH << 16) & (far < 1 << 27)
    }

    /// A block of up to sixteen pixels a side.
    #[inline(always)]
    fn cover_small<L: Lanes>(&self, lanes: L, width: i32, out: &mut [u64]) {
        let pixels = match (width > 12, self.mask.height() > 8) {
            (false, false) => self.push_small::<12, true, L>(lanes),
            (true, false) => self.push_small::<16, true, L>(lanes),
            (false, true) => self.push_small::<12, false, L>(lanes),
            (true, true) => self.push_small::<16, false, L>(lanes),
        };
        let keep = u64::MAX >> (64 - width);
        let bits = lanes.join(pixels, lanes.column(0, 0));
        let out = &mut out[..ROWS as usize];
        for k in 0..ROWS as usize {
            out[k] = bits[k] & keep;
        }
    }

    /// N pixels of sixteen rows, shifted down.
    #[inline(always)]
    fn push_small<const N: u32, const LOW: bool, L: Lanes>(&self, lanes: L) -> L::Column {
        let words = self.mask.words();
        let (small, patch) = (lanes.small_patch(words), lanes.narrow_patch(words, 0, 0));
        let mut pixels = lanes.column(0, 0);
        let mut u = lanes.column(self.start[0] as u32, self.down[0] as u32);
        let mut v = lanes.column(self.start[1] as u32, self.down[1] as u32);
        let right = [lanes.column(self.right[0] as u32, 0), lanes.column(self.right[1] as u32, 0)];
        for _ in 0..N {
            let texels = if LOW { lanes.small_texels(&small, u, v) } else { lanes.texels(&patch, u, v) };
            pixels = lanes.push(pixels, texels);
            u = lanes.plus(u, right[0]);
            v = lanes.plus(v, right[1]);
        }
        lanes.drop(pixels, 32 - N)
    }

    /// Pixels a block from left to right whose texels fit into a patch, or 0.
    #[inline(always)]
    fn block(&self, width: i32, height: i32) -> i32 {
        let rows = i64::from(height.min(ROWS) - 1);
        let mut block = 16;
        while block >= 4 {
            let columns = i64::from(width.min(block) - 1);
            let u = self.right[0].abs() * columns + self.down[0].abs() * rows;
            let v = self.right[1].abs() * columns + self.down[1].abs() * rows;
            if u.max(v) <= (PATCH - 1) << 16 {
                return block;
            }
            block /= 2;
        }
        0
    }

    #[inline(always)]
    fn cover<L: Lanes>(&self, lanes: L, [width, height]: [i32; 2], block: i32, out: &mut [u64]) {
        let rows = height.unsigned_abs().next_multiple_of(ROWS as u32) as usize;
        let mut i = 0;
        for column in out.chunks_exact_mut(rows) {
            let width = (width - i).min(64);
            let keep = u64::MAX >> (64 - width);
            let mut j = 0;
            for words in column.chunks_exact_mut(ROWS as usize) {
                let size = [width, (height - j).min(ROWS)];
                let low = self.half(lanes, [i, j], [width.min(32), size[1]], block);
                let high = self.half(lanes, [i + 32, j], [width - 32, size[1]], block);
                let bits = lanes.join(low, high);
                for k in 0..ROWS as usize {
                    words[k] = bits[k] & keep;
                }
                j += ROWS;
            }
            i += 64;
        }
    }

    /// Up to 32 pixels of sixteen rows, block by block; pixels past the width are whatever they are.
    #[inline(always)]
    fn half<L: Lanes>(&self, lanes: L, at: [i32; 2], [width, height]: [i32; 2], block: i32) -> L::Column {
        let mut pixels = lanes.column(0, 0);
        let mut done = 0;
        while done < width {
            let size = [(width - done).min(block), height];
            let place = Place::of(self, [at[0] + done, at[1]], size);
            let wide = if size[0] <= 12 && block == 16 { 12 } else { block };
            pixels = match (place.is_beside(self.mask), wide) {
                (true, wide) => lanes.drop(pixels, wide as u32),
                (_, 16) => self.push::<16, L>(lanes, place, pixels),
                (_, 12) => self.push::<12, L>(lanes, place, pixels),
                (_, 8) => self.push::<8, L>(lanes, place, pixels),
                _ => self.push::<4, L>(lanes, place, pixels),
            };
            done += wide;
        }
        if done > 0 { lanes.drop(pixels, 32 - done as u32) } else { pixels }
    }

    /// N pixels of sixteen rows.
    #[inline(always)]
    fn push<const N: usize, L: Lanes>(&self, lanes: L, place: Place, mut pixels: L::Column) -> L::Column {
        let [x, y] = [place.least[0] >> 16, place.least[1] >> 16].map(|texel| texel as i32);
        let patch = if self.mask.stride() == 1 {
            lanes.narrow_patch(self.mask.words(), y, x)
        } else {
            lanes.patch(&wide_patch(self.mask, [x, y]))
        };
        // Within the patch everything is below 2^21.
        let mut u = lanes.column((place.start[0] - (i64::from(x) << 16)) as u32, self.down[0] as u32);
        let mut v = lanes.column((place.start[1] - (i64::from(y) << 16)) as u32, self.down[1] as u32);
        let (right_u, right_v) =
            (lanes.column(self.right[0] as u32, 0), lanes.column(self.right[1] as u32, 0));
        for _ in 0..N {
            pixels = lanes.push(pixels, lanes.texels(&patch, u, v));
            u = lanes.plus(u, right_u);
            v = lanes.plus(v, right_v);
        }
        pixels
    }
}

/// u or v as a mirrored sprite has it, with its steps: texel w - 1 - (u >> 16) is (w * 65536 - 1 - u) >> 16.
#[inline(always)]
fn mirrored(is_mirrored: bool, side: u32, [start, right, down]: [i64; 3]) -> [i64; 3] {
    let last = (i64::from(side) << 16) - 1;
    if is_mirrored { [last - start, -right, -down] } else { [start, right, down] }
}

/// The texels of a block of pixels.
#[derive(Clone, Copy)]
struct Place {
    /// u and v at the first pixel.
    start: [i64; 2],
    /// The least and the greatest u and v.
    least: [i64; 2],
    most: [i64; 2],
}

impl Place {
    #[inline(always)]
    fn of(texels: &Texels<'_>, [i, j]: [i32; 2], [width, height]: [i32; 2]) -> Place {
        let (i, j) = (i64::from(i), i64::from(j));
        let (columns, rows) = (i64::from(width - 1), i64::from(height - 1));
        let mut place = Place { start: [0; 2], least: [0; 2], most: [0; 2] };
        for axis in 0..2 {
            let (right, down) = (texels.right[axis], texels.down[axis]);
            let start = texels.start[axis] + i * right + j * down;
            place.start[axis] = start;
            place.least[axis] = start + columns * right.min(0) + rows * down.min(0);
            place.most[axis] = start + columns * right.max(0) + rows * down.max(0);
        }
        place
    }

    /// Whether no texel lies in the mask.
    #[inline(always)]
    fn is_beside(&self, mask: &Mask) -> bool {
        let [width, height] = [mask.width(), mask.height()].map(|side| i64::from(side) << 16);
        (self.most[0] < 0) | (self.most[1] < 0) | (self.least[0] >= width) | (self.least[1] >= height)
    }
}

/// A patch of a mask that is more than a word wide.
#[inline(always)]
fn wide_patch(mask: &Mask, [x, y]: [i32; 2]) -> [u32; 32] {
    let mut patch = [0; PATCH as usize];
    let top = y.max(0);
    let end = (y + PATCH as i32).min(mask.height() as i32);
    for k in top..end {
        let row = &mask.words()[k as usize * mask.stride()..][..mask.stride()];
        patch[(k - y) as usize] = row::bits_from(row, x.into()) as u32;
    }
    patch
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::kernels::random::Random;
    use crate::mask::{Cover, Sprite};
    use crate::simd::{Kernel, Simd};

    struct Run<'a>(TurnedMask<'a>, Point, PixelBox, &'a mut [u64]);

    impl<'a> Kernel for Run<'a> {
        type Out = BitRows<'a>;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> BitRows<'a> {
            cover(lanes, self.0, self.1, self.2, self.3)
        }
    }

    fn check(sprite: &Sprite, window: PixelBox, simd: Simd) -> u64 {
        let (mask, turn, flip) = (sprite.mask(), &sprite.turn(), sprite.flip());
        let mut out = vec![u64::MAX; room(window)];
        let rows = simd.run(Run(TurnedMask { mask, turn, flip }, sprite.at(), window, &mut out));
        let all = Cover::of(sprite);
        let mut count = 0;
        for j in window.y0..window.y1 {
            for i in (window.x0..window.x1).step_by(64) {
                let keep = u64::MAX >> (64 - (window.x1 - i).min(64));
                let found = rows.bits((i - window.x0).into(), (j - window.y0).into());
                let name = simd.name();
                assert_eq!(found, all.bits(i.into(), j.into()) & keep, "{sprite:?} {i} {j} {name}");
                count += u64::from(found.count_ones());
            }
        }
        count
    }

    /// Some masks at all scales, turns and pivots, near and far; whole, and a part of each.
    #[test]
    fn covers_are_the_plain_ones() {
        let mut random = Random::new(1);
        let (mut covered, mut sampled) = (0, 0);
        for round in 0..1500 {
            let sprite = random.sprite();
            let (turn, at) = (sprite.turn(), sprite.at());
            let whole = window(extent(sprite.mask(), &turn), at);
            let size = [whole.x1 - whole.x0, whole.y1 - whole.y0];
            if size[0].max(0) * size[1].max(0) > 300_000 {
                continue;
            }
            let part = PixelBox {
                x0: whole.x0 + random.below(70) - 20,
                y0: whole.y0 + random.below(70) - 20,
                x1: whole.x0 + random.below(160),
                y1: whole.y0 + random.below(90),
            };
            for simd in Simd::available() {
                let count = check(&sprite, whole, simd);
                assert_eq!(count, Cover::of(&sprite).count(), "round {round}: {sprite:?}");
                check(&sprite, part, simd);
                covered += count;
            }
            let all = TurnedMask { mask: sprite.mask(), turn: &turn, flip: sprite.flip() };
            sampled += u32::from(Texels::of(all, at, whole).block(size[0], size[1]) == 0);
        }
        assert!(covered > 100_000 && sampled > 100, "{covered} {sampled}");
    }

    #[test]
    fn an_empty_window_has_no_rows() {
        let mask = Arc::new(Mask::from_fn(9, 9, |_, _| true).unwrap());
        let sprite = Sprite::place(&mask, &crate::Placement::default().turned(0.4), None).unwrap();
        let none = PixelBox { x0: 5, y0: 3, x1: 5, y1: 9 };
        assert_eq!((room(none), check(&sprite, none, Simd::best())), (0, 0));
    }
}

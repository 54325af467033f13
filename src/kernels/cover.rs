//! The covered pixels of a turned, scaled or mirrored sprite within a window, exactly (SPEC 4).
//!
//! Sixteen rows of pixels are processed at a time, pixel by pixel from the left. Their texels lie in a patch of 32 x
//! 32 texels that begins at the least u and v of the block. Within the patch all numbers fit into 32 bits, and texels
//! outside the mask are not set, so no pixel needs a test for that. Blocks are as wide as their texels fit into a
//! patch. If not even four pixels fit, the sprite is much smaller than its mask, and its few pixels are sampled one
//! by one.

use crate::counts;
use crate::lattice::{PixelBox, Point};
use crate::mask::{Mask, Turn, sample_row};
use crate::simd::{Kernel, Lanes};

use super::strips::{self, PAD, ROWS, WIDE, clear, clear_pads};
use super::windows;

/// The rows of pixels in a block.
const HIGH: i32 = ROWS as i32;
/// The texels per side of a patch.
const PATCH: i64 = 32;

/// A mask with the turn and flips of a sprite.
#[derive(Clone, Copy)]
pub(crate) struct TurnedMask<'a> {
    pub(crate) mask: &'a Mask,
    pub(crate) turn: &'a Turn,
    /// Whether the mask is mirrored left to right, and top to bottom.
    pub(crate) flip: [bool; 2],
}

/// Rasterises the pixels of a window into strips; the length of `out` is `strips::room`.
#[inline(always)]
pub(crate) fn cover<L: Lanes>(
    lanes: L,
    sprite: TurnedMask<'_>,
    at: Point,
    window: PixelBox,
    out: &mut [u32],
) {
    let size = size_of(window);
    let window = Window::of(sprite, at, window);
    if strips::is_bare(size) {
        let out = &mut out[..ROWS];
        if (size[0] == 0) | (size[1] == 0) {
            clear(lanes, out);
        } else if L::HAS_PATCHES && window.texels.is_small(size) {
            counts::pixels(size);
            window.texels.cover_small(lanes, size, out);
        } else {
            window.block(lanes, 0, 0, out);
        }
        return;
    }
    let tall = strips::tall(size[1]);
    let out = &mut out[..strips::padded_room(size)];
    clear_pads(lanes, out, size[1]);
    let (mut strip, mut x) = (tall, 0);
    while x < size[0] {
        let mut y = 0;
        while y < size[1] {
            window.block(lanes, x, y, &mut out[strip + PAD + y as usize..][..ROWS]);
            y += HIGH;
        }
        (strip, x) = (strip + tall, x + WIDE);
    }
}

/// Returns the width and height of a window in pixels.
#[inline(always)]
pub(crate) fn size_of(window: PixelBox) -> [i32; 2] {
    [(window.x1 - window.x0).max(0), (window.y1 - window.y0).max(0)]
}

/// The pixels of a sprite that are rasterised.
#[derive(Clone, Copy)]
pub(crate) struct Window<'a> {
    sprite: TurnedMask<'a>,
    at: Point,
    pub(super) pixels: PixelBox,
    texels: WindowTexels<'a>,
}

impl<'a> Window<'a> {
    #[inline(always)]
    pub(crate) fn of(sprite: TurnedMask<'a>, at: Point, pixels: PixelBox) -> Window<'a> {
        Window { sprite, at, pixels, texels: WindowTexels::of(sprite, at, pixels) }
    }

    /// Rasterises sixteen rows of one strip's width, from pixel (x, y) of the window on; bits beyond the window are
    /// not set.
    #[inline(always)]
    pub(crate) fn block<L: Lanes>(&self, lanes: L, x: i32, y: i32, out: &mut [u32]) {
        lanes.call(WindowBlock { window: self, at: [x, y], out });
    }

    #[inline(always)]
    fn rasterise<L: Lanes>(&self, lanes: L, [x, y]: [i32; 2], out: &mut [u32]) {
        let [width, height] = size_of(self.pixels);
        let (width, height) = ((width - x).min(WIDE), (height - y).min(HIGH));
        counts::pixels([width, height]);
        let Some(out) = out.first_chunk_mut::<ROWS>() else { return };
        if L::HAS_WINDOWS && self.texels.fits_windows() {
            self.texels.block_of_windows(lanes, [x, y], [width, height], out);
            keep(out, [width, height]);
            return;
        }
        let wide = self.texels.block(width, height);
        if wide == 0 || !L::HAS_PATCHES {
            self.sample(x, y, [width, height], out);
            return;
        }
        let pixels = self.texels.half(lanes, [x, y], [width, height], wide);
        lanes.store_column(pixels, out);
        keep(out, [width, height]);
    }

    /// Samples texel by texel.
    #[cold]
    fn sample(&self, x: i32, y: i32, [width, height]: [i32; 2], out: &mut [u32; ROWS]) {
        let TurnedMask { mask, turn, flip } = self.sprite;
        out.fill(0);
        for (word, j) in out.iter_mut().zip(0..height) {
            let start = turn.at_pixel(self.at, [self.pixels.x0 + x, self.pixels.y0 + y + j]);
            let mut row = [0];
            sample_row(mask, turn, flip, &mut row, start, width.into());
            *word = row[0] as u32;
        }
    }
}

/// A block of a window, as a kernel of its own: it is large when compiled, and several places call it.
struct WindowBlock<'a, 'b> {
    window: &'a Window<'a>,
    at: [i32; 2],
    out: &'b mut [u32],
}

impl Kernel for WindowBlock<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        self.window.rasterise(lanes, self.at, self.out);
    }
}

/// Clears the bits beyond a width, which is at least 1, and a height.
#[inline(always)]
fn keep(rows: &mut [u32; ROWS], [width, height]: [i32; 2]) {
    let inside = u32::MAX >> (WIDE - width.min(WIDE));
    for (k, row) in (0..).zip(rows) {
        *row &= if k < height { inside } else { 0 };
    }
}

/// Where the texels under the pixels of a window are, with mirroring: x is `u >> 16` in the mask as given, y is `v >>
/// 16`.
#[derive(Clone, Copy)]
struct WindowTexels<'a> {
    mask: &'a Mask,
    /// u and v at the centre of the window's first pixel.
    start: [i64; 2],
    /// How much u and v grow with a pixel to the right, and with a pixel down.
    right: [i64; 2],
    down: [i64; 2],
}

impl<'a> WindowTexels<'a> {
    #[inline(always)]
    fn of(sprite: TurnedMask<'a>, at: Point, window: PixelBox) -> WindowTexels<'a> {
        let TurnedMask { mask, turn, flip } = sprite;
        let [u, v] = turn.at_pixel(at, [window.x0, window.y0]);
        let [u, ux, uy] = mirrored(flip[0], mask.width(), [u, turn.ux.into(), turn.uy.into()]);
        let [v, vx, vy] = mirrored(flip[1], mask.height(), [v, turn.vx.into(), turn.vy.into()]);
        WindowTexels { mask, start: [u, v], right: [ux, vx], down: [uy, vy] }
    }

    /// Whether the window is one block, and the mask one patch into which no pixel's v can wrap around.
    #[inline(always)]
    fn is_small(&self, [width, height]: [i32; 2]) -> bool {
        let mask = self.mask;
        let side = mask.width().max(mask.height()) as i64;
        if (width.max(height) > HIGH) | (side > PATCH) {
            return false;
        }
        // For all sixteen columns and rows, since all of them are looked up.
        let last = i64::from(HIGH - 1);
        let (right, down) = (self.right[1], self.down[1]);
        let v =
            [right.min(0) + down.min(0), right.max(0) + down.max(0)].map(|rate| self.start[1] + last * rate);
        let far = self.right[0].abs() + self.down[0].abs() + (self.start[0].abs() >> 4);
        // (16 times this fits into 31 bits.)
        (v[0] >= (i64::from(mask.height()) - PATCH) << 16) & (v[1] < PATCH << 16) & (far < 1 << 27)
    }

    /// Rasterises a block of up to sixteen pixels per side.
    #[inline(always)]
    fn cover_small<L: Lanes>(&self, lanes: L, size: [i32; 2], out: &mut [u32]) {
        let pixels = match (size[0] > 12, self.is_low()) {
            (false, true) => self.push_small::<12, true, L>(lanes),
            (true, true) => self.push_small::<16, true, L>(lanes),
            (false, false) => self.push_small::<12, false, L>(lanes),
            (true, false) => self.push_small::<16, false, L>(lanes),
        };
        let Some(out) = out.first_chunk_mut::<ROWS>() else { return };
        lanes.store_column(pixels, out);
        keep(out, size);
    }

    /// Whether the mask fits into a patch of eight rows of 16 texels, and no texel of the sixteen columns and rows is
    /// far from it.
    #[inline(always)]
    fn is_low(&self) -> bool {
        let last = i64::from(HIGH - 1);
        let (right, down) = (self.right[0], self.down[0]);
        let least = self.start[0] + last * (right.min(0) + down.min(0));
        let most = self.start[0] + last * (right.max(0) + down.max(0));
        let is_small = (self.mask.width() <= 16) & (self.mask.height() <= 8);
        is_small & (least >= -(16 << 16)) & (most < 32 << 16)
    }

    /// Computes N pixels of sixteen rows, shifted down to the lowest bits.
    #[inline(always)]
    fn push_small<const N: u32, const LOW: bool, L: Lanes>(&self, lanes: L) -> L::Column {
        let words = self.mask.words();
        let (small, patch) = (lanes.small_patch(words), lanes.narrow_patch(words, 0, 0));
        let mut pixels = lanes.column(0, 0);
        let scale = if LOW { 1 << 11 } else { 1 };
        let [start_u, right_u, down_u] = [self.start, self.right, self.down].map(|[u, _]| (u * scale) as u32);
        let mut u = lanes.column(start_u, down_u);
        let mut v = lanes.column(self.start[1] as u32, self.down[1] as u32);
        let right = [lanes.column(right_u, 0), lanes.column(self.right[1] as u32, 0)];
        for _ in 0..N {
            let texels = if LOW { lanes.small_texels(&small, u, v) } else { lanes.texels(&patch, u, v) };
            pixels = lanes.push(pixels, texels);
            u = lanes.plus(u, right[0]);
            v = lanes.plus(v, right[1]);
        }
        lanes.drop(pixels, 32 - N)
    }

    /// Returns the width of a block, in pixels, whose texels fit into a patch; 0 if there is none.
    #[inline(always)]
    fn block(&self, width: i32, height: i32) -> i32 {
        let rows = i64::from(height.min(HIGH) - 1);
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

    /// Computes up to 32 pixels of sixteen rows, block by block; pixels beyond the width have no defined value.
    #[inline(always)]
    fn half<L: Lanes>(&self, lanes: L, at: [i32; 2], [width, height]: [i32; 2], block: i32) -> L::Column {
        let mut pixels = lanes.column(0, 0);
        let mut done = 0;
        while done < width {
            let size = [(width - done).min(block), height];
            let place = TexelBlock::of(self, [at[0] + done, at[1]], size);
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

    /// Computes N pixels of sixteen rows.
    #[inline(always)]
    fn push<const N: usize, L: Lanes>(
        &self,
        lanes: L,
        place: TexelBlock,
        mut pixels: L::Column,
    ) -> L::Column {
        let [x, y] = [place.least[0] >> 16, place.least[1] >> 16].map(|texel| texel as i32);
        let patch = if self.mask.stride() == 1 {
            lanes.narrow_patch(self.mask.words(), y, x)
        } else {
            lanes.patch(&wide_patch(self.mask, [x, y], (place.most[1] >> 16) as i32))
        };
        // Relative to the patch all numbers are below 2^21.
        let u = (place.start[0] - (i64::from(x) << 16)) as u32;
        let v = (place.start[1] - (i64::from(y) << 16)) as u32;
        let (mut u, mut v) = (lanes.column(u, self.down[0] as u32), lanes.column(v, self.down[1] as u32));
        let (right_u, right_v) =
            (lanes.column(self.right[0] as u32, 0), lanes.column(self.right[1] as u32, 0));
        for _ in 0..N {
            pixels = lanes.push(pixels, lanes.texels(&patch, u, v));
            u = lanes.plus(u, right_u);
            v = lanes.plus(v, right_v);
        }
        pixels
    }

    /// Whether eight rows of sixteen pixels always fit into a window of the mask, and each column of eight pixels
    /// into eight rows of it.
    #[inline(always)]
    fn fits_windows(&self) -> bool {
        let far = |axis: usize| 15 * self.right[axis].abs() + 7 * self.down[axis].abs();
        let is_near = (far(0) <= 24 << 16) & (far(1) <= 24 << 16) & (self.down[1].abs() <= 1 << 16);
        is_near & windows::are_kept(self.mask)
    }

    /// Rasterises a block with the windows of the mask.
    #[inline(always)]
    fn block_of_windows<L: Lanes>(
        &self,
        lanes: L,
        at: [i32; 2],
        [width, height]: [i32; 2],
        out: &mut [u32; ROWS],
    ) {
        match width {
            ..=12 => self.push_windows::<12, 1, L>(lanes, at, height, out),
            13..=16 => self.push_windows::<16, 1, L>(lanes, at, height, out),
            _ => self.push_windows::<16, 2, L>(lanes, at, height, out),
        }
    }

    /// Computes `PARTS` times `N` pixels of each row of a block.
    #[inline(always)]
    fn push_windows<const N: u32, const PARTS: u32, L: Lanes>(
        &self,
        lanes: L,
        [x, y]: [i32; 2],
        height: i32,
        out: &mut [u32; ROWS],
    ) {
        let (all, tall) = (self.mask.windows(), windows::tall(self.mask));
        let [u_steps, v_steps] = [0, 1].map(|axis| [self.right[axis] as i32, self.down[axis] as i32]);
        for half in 0..2 {
            let mut pixels = lanes.int(0);
            for part in 0..if height <= 8 * half { 0 } else { PARTS } {
                let place = TexelBlock::of(self, [x + (N * part) as i32, y + 8 * half], [N as i32, 8]);
                if place.is_beside(self.mask) {
                    pixels = lanes.right_ints(pixels, N);
                } else {
                    let (first, window) = windows::from((place.least[0] >> 16) as i32);
                    let u = (place.start[0] - (i64::from(first) << 16)) as i32;
                    let v = (place.start[1] + (i64::from(windows::ABOVE) << 16)) as i32;
                    let texels = &all[window * tall..][..tall];
                    let (u, v) = ([u, u_steps[0], u_steps[1]], [v, v_steps[0], v_steps[1]]);
                    pixels = lanes.push_window::<N>(pixels, texels, u, v);
                }
            }
            if N * PARTS < 32 {
                pixels = lanes.right_ints(pixels, 32 - N * PARTS);
            }
            lanes.put_ints(pixels, out, 8 * half as usize);
        }
    }
}

/// Returns u or v of a mirrored sprite, with its steps: texel w - 1 - (u >> 16) is (w * 65536 - 1 - u) >> 16.
#[inline(always)]
fn mirrored(is_mirrored: bool, side: u32, [start, right, down]: [i64; 3]) -> [i64; 3] {
    let last = (i64::from(side) << 16) - 1;
    if is_mirrored { [last - start, -right, -down] } else { [start, right, down] }
}

/// The texels of a block of pixels.
#[derive(Clone, Copy)]
struct TexelBlock {
    /// u and v at the first pixel.
    start: [i64; 2],
    /// The least and the greatest u and v.
    least: [i64; 2],
    most: [i64; 2],
}

impl TexelBlock {
    #[inline(always)]
    fn of(texels: &WindowTexels<'_>, [i, j]: [i32; 2], [width, height]: [i32; 2]) -> TexelBlock {
        let (i, j) = (i64::from(i), i64::from(j));
        let (columns, rows) = (i64::from(width - 1), i64::from(height - 1));
        let mut place = TexelBlock { start: [0; 2], least: [0; 2], most: [0; 2] };
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

/// Makes a patch of a mask that is wider than one word, down to row `last`.
#[inline(always)]
fn wide_patch(mask: &Mask, [x, y]: [i32; 2], last: i32) -> [u32; 32] {
    let mut patch = [0; PATCH as usize];
    let (word, by) = (x.div_euclid(64), x.rem_euclid(64));
    let end = (last + 1).min(y + PATCH as i32).min(mask.height() as i32);
    for k in y.max(0)..end {
        let row = &mask.words()[k as usize * mask.stride()..][..mask.stride()];
        let of = |word: i32| usize::try_from(word).ok().and_then(|word| row.get(word)).map_or(0, |&w| w);
        let both = u128::from(of(word)) | u128::from(of(word + 1)) << 64;
        patch[(k - y) as usize] = (both >> by) as u32;
    }
    patch
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::kernels::random::Random;
    use crate::lattice::Bounds;
    use crate::mask::{Cover, Sprite};
    use crate::simd::Simd;

    struct Run<'a>(TurnedMask<'a>, Point, PixelBox, &'a mut [u32]);

    impl Kernel for Run<'_> {
        type Out = ();

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) {
            cover(lanes, self.0, self.1, self.2, self.3);
        }
    }

    /// Compares the cover with the plain one; pixels around the window must not be set.
    fn check(sprite: &Sprite, window: PixelBox, simd: Simd) -> u64 {
        let (mask, turn, flip) = (sprite.mask(), &sprite.turn(), sprite.flip());
        let size = size_of(window);
        let mut out = vec![u32::MAX; strips::room(size)];
        simd.run(Run(TurnedMask { mask, turn, flip }, sprite.at(), window, &mut out));
        let rows = strips::Strips::new(&out, size, [window.x0, window.y0]);
        let all = Cover::of(sprite);
        let mut count = 0;
        for j in -2..size[1] + 2 {
            for i in -2..size[0] + 34 {
                let found = rows.get(i, j);
                let is_inside = (0..size[0]).contains(&i) && (0..size[1]).contains(&j);
                let bit = all.bits((window.x0 + i).into(), (window.y0 + j).into()) & 1 == 1;
                assert_eq!(found, is_inside && bit, "{sprite:?} {i} {j} {}", simd.name());
                count += u64::from(found);
            }
        }
        count
    }

    /// Masks at all scales, turns and pivots, near and far: each sprite whole, and a part of it.
    #[test]
    fn covers_are_the_plain_ones() {
        let mut random = Random::new(1);
        let (mut covered, mut sampled) = (0, 0);
        for round in 0..1500 {
            let sprite = random.sprite();
            let (turn, at) = (sprite.turn(), sprite.at());
            let Bounds { min, max } = Sprite::extent(turn, sprite.mask());
            let corner = |by: Point| [(at.x + by.x) >> 8, (at.y + by.y) >> 8];
            let ([x0, y0], [x1, y1]) = (corner(min), corner(max));
            let whole = PixelBox { x0, y0, x1, y1 };
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
            sampled += u32::from(WindowTexels::of(all, at, whole).block(size[0], size[1]) == 0);
        }
        assert!(covered > 100_000 && sampled > 100, "{covered} {sampled}");
    }

    #[test]
    fn an_empty_window_has_no_pixel() {
        let mask = Arc::new(Mask::from_fn(9, 9, |_, _| true).unwrap());
        let sprite = Sprite::place(&mask, &crate::Placement::default().turned(0.4), None).unwrap();
        let none = PixelBox { x0: 5, y0: 3, x1: 5, y1: 9 };
        assert_eq!(check(&sprite, none, Simd::best()), 0);
    }
}

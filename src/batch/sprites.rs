//! Sprites from poses against sprites.

use std::sync::Arc;

use crate::batch::discs::OpenPairs;
use crate::batch::side::Side;
use crate::batch::standing::PlacedPoses;
use crate::form::Touching;
use crate::kernels::strips::{self, Strips};
use crate::kernels::{self, TurnedMask};
use crate::lattice::{EDGE, PixelBox, Point, Vec2};
use crate::mask::{Mask, Sprite, Turn, overlay};
use crate::simd::{Kernel, Lanes, Simd};

/// The masks of both sides.
pub(super) struct SpritePairs<'a>([MaskList<'a>; 2]);

#[derive(Clone, Copy)]
struct MaskList<'a> {
    masks: &'a [Arc<Mask>],
    index: &'a [u32],
}

impl<'a> SpritePairs<'a> {
    /// Builds the pairs; `None` where a side is not sprites.
    pub(super) fn new(sides: [Side<'a>; 2]) -> Option<SpritePairs<'a>> {
        match sides {
            [Side::Sprites { masks, index, .. }, Side::Sprites { masks: others, index: of_others, .. }] => {
                Some(SpritePairs([MaskList { masks, index }, MaskList { masks: others, index: of_others }]))
            }
            _ => None,
        }
    }
}

/// A placed mask, and the pixels that it may cover.
struct PlacedMask<'a> {
    mask: &'a Mask,
    turn: Turn,
    at: Point,
    reach: PixelBox,
}

impl<'a> PlacedMask<'a> {
    /// Places a mask; `None` where it must be tested alone.
    #[inline(always)]
    fn of(masks: &MaskList<'a>, standing: &PlacedPoses, from: usize, k: usize) -> Option<PlacedMask<'a>> {
        let mask: &Mask = masks.masks.get(*masks.index.get(from + k)? as usize)?;
        let (x, y, cos, sin) = (standing.x[k], standing.y[k], standing.cos[k], standing.sin[k]);
        let most = f64::from(EDGE);
        // NaN compares false.
        let fits = (x.abs() <= most) & (y.abs() <= most) & (cos.abs() <= 1.0);
        if !fits {
            return None;
        }
        // Rotations at scale 1 around the center: no mask is too large for this.
        let middle = |side: u32| side as i32 * 32768;
        let unturned =
            Turn { ux: 0, uy: 0, vx: 0, vy: 0, u1: middle(mask.width()), v1: middle(mask.height()) };
        let turn = unturned.turned(cos, sin, Vec2::new(1.0, 1.0));
        let (at, extent) = (Point::new(x as i32, y as i32), Sprite::extent(turn, mask));
        let reach = PixelBox {
            x0: (at.x + extent.min.x) >> 8,
            y0: (at.y + extent.min.y) >> 8,
            x1: (at.x + extent.max.x) >> 8,
            y1: (at.y + extent.max.y) >> 8,
        };
        Some(PlacedMask { mask, turn, at, reach })
    }

    /// Whether two masks have a pixel in common.
    #[inline(always)]
    fn meets<L: Lanes>(
        &self,
        other: &PlacedMask<'_>,
        (simd, lanes): (Simd, L),
        [own, others]: [&mut Vec<u32>; 2],
    ) -> bool {
        let window = self.reach.intersection(other.reach);
        if window.is_empty() {
            return false;
        }
        if self.turn.is_upright() && other.turn.is_upright() {
            let by = [other.reach.x0 - self.reach.x0, other.reach.y0 - self.reach.y0];
            return overlay::meets_on(lanes, self.mask, other.mask, by);
        }
        let (p, q) = (self.strips(simd, window, own), other.strips(simd, window, others));
        kernels::sprite_sprite(lanes, &p, &q)
    }

    /// Returns its pixels within a window.
    #[inline(always)]
    fn strips<'b>(&self, simd: Simd, window: PixelBox, words: &'b mut Vec<u32>) -> Strips<'b> {
        let size = kernels::size_of(window);
        let room = strips::room(size);
        if words.len() < room {
            words.resize(room, 0);
        }
        simd.run(Rasterise { sprite: self, window, words: &mut words[..room] });
        Strips::new(&words[..room], size, [window.x0, window.y0])
    }
}

/// (A kernel of its own: it is compiled once for each instruction set, not at every call.)
struct Rasterise<'a, 'b> {
    sprite: &'a PlacedMask<'b>,
    window: PixelBox,
    words: &'a mut [u32],
}

impl Kernel for Rasterise<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Rasterise { sprite: PlacedMask { mask, turn, at, .. }, window, words } = self;
        kernels::cover(lanes, TurnedMask { mask, turn, flip: [false; 2] }, *at, window, words);
    }
}

impl OpenPairs for SpritePairs<'_> {
    /// The words of two covers.
    type Scratch = [Vec<u32>; 2];

    #[inline(always)]
    fn decide<L: Lanes>(
        &self,
        (simd, lanes): (Simd, L),
        from: usize,
        mut open: u64,
        _: Touching,
        [a, b]: [&PlacedPoses; 2],
        [own, others]: &mut [Vec<u32>; 2],
    ) -> [u64; 2] {
        let (mut hits, mut asks) = (0, 0);
        while open != 0 {
            let k = open.trailing_zeros() as usize;
            open &= open - 1;
            match (PlacedMask::of(&self.0[0], a, from, k), PlacedMask::of(&self.0[1], b, from, k)) {
                (Some(p), Some(q)) => hits |= u64::from(p.meets(&q, (simd, lanes), [own, others])) << k,
                _ => asks |= 1 << k,
            }
        }
        [hits, asks]
    }
}

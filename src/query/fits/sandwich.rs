//! A turned sprite at every position within a pixel: what it covers at all of them, and what at any.
//!
//! What a turned sprite covers depends on where in a pixel it stands. Where a question has many such places, most poses are
//! decided by pixels that are covered from all of them, or from none; the others are tested one by one.

use crate::lattice::{PixelBox, Point};
use crate::mask::Sprite;
use crate::query::fits::runs::{PixelRun, RunRows};

/// A sprite with what it covers, seen from the pixel that it stands in.
#[derive(Debug)]
pub(super) struct Sandwich {
    sprite: Sprite,
    /// Pixels that are covered wherever in the pixel the sprite stands.
    pub(super) inner: RunRows,
    /// All pixels that are covered from anywhere in the pixel.
    pub(super) outer: RunRows,
}

impl Sandwich {
    /// Makes the sandwich of a sprite; its position does not matter.
    pub(super) fn of(sprite: &Sprite) -> Sandwich {
        let texels = TexelBoxes::of(sprite);
        let reach =
            [[0, 0], [255, 0], [0, 255], [255, 255]].map(|[x, y]| sprite.moved_to(Point::new(x, y)).reach());
        let reach = reach.into_iter().reduce(|a, b| PixelBox {
            x0: a.x0.min(b.x0),
            y0: a.y0.min(b.y0),
            x1: a.x1.max(b.x1),
            y1: a.y1.max(b.y1),
        });
        let reach = reach.unwrap_or_default();
        Sandwich {
            sprite: sprite.clone(),
            inner: RunRows::of_pixels(reach, |i, j| texels.under(i, j).all(sprite)),
            outer: RunRows::of_pixels(reach, |i, j| texels.under(i, j).any(sprite)),
        }
    }

    /// Whether the sprite covers one of some pixels from a position.
    pub(super) fn meets(&self, at: Point, other: &RunRows) -> bool {
        let sprite = self.sprite.moved_to(at);
        let (i, j) = (at.x >> 8, at.y >> 8);
        let (ours, theirs) = (self.outer.rows(), other.rows());
        (ours.start.max(theirs.start - j)..ours.end.min(theirs.end - j)).any(|r| {
            let common = |&[a, b]: &PixelRun, &[c, d]: &PixelRun| [(a + i).max(c), (b + i).min(d)];
            self.outer.row(r).iter().any(|ours| {
                other
                    .row(j + r)
                    .iter()
                    .map(|theirs| common(ours, theirs))
                    .any(|[from, to]| from < to && sprite.covers_any(j + r, from, to))
            })
        })
    }
}

/// The texels that may be under a pixel's centre as the sprite stands anywhere in its pixel.
struct TexelBoxes {
    /// u and v at the centre of the pixel in which the sprite stands: the least and the greatest.
    u: [i64; 2],
    v: [i64; 2],
    /// How u and v change from pixel to pixel, to the right and down.
    steps: [[i64; 2]; 2],
}

/// Texels from `min` to `max`, both included.
struct TexelBox {
    min: [i64; 2],
    max: [i64; 2],
}

impl TexelBoxes {
    fn of(sprite: &Sprite) -> TexelBoxes {
        let turn = sprite.turn();
        // u0 = u1 + ((ux * gx + uy * gy + 128) >> 8), where gx and gy are -127 to 128 (SPEC 4).
        let ends = |one: i32, x: i32, y: i32| {
            let [x, y] = [x, y].map(|step| [-127 * i64::from(step), 128 * i64::from(step)]);
            let sum = |least: i64| i64::from(one) + ((least + 128) >> 8);
            [sum(x[0].min(x[1]) + y[0].min(y[1])), sum(x[0].max(x[1]) + y[0].max(y[1]))]
        };
        let steps = [[turn.ux, turn.uy], [turn.vx, turn.vy]].map(|two| two.map(i64::from));
        TexelBoxes { u: ends(turn.u1, turn.ux, turn.uy), v: ends(turn.v1, turn.vx, turn.vy), steps }
    }

    fn under(&self, i: i32, j: i32) -> TexelBox {
        let [by_u, by_v] = self.steps.map(|[x, y]| i64::from(i) * x + i64::from(j) * y);
        let texel = |k: usize| [(self.u[k] + by_u) >> 16, (self.v[k] + by_v) >> 16];
        TexelBox { min: texel(0), max: texel(1) }
    }
}

impl TexelBox {
    /// Returns the texels as words, each with the bits that belong to the box.
    fn words<'a>(&self, sprite: &'a Sprite) -> impl Iterator<Item = (u64, u64)> + use<'a> {
        let ([x0, y0], [x1, y1]) = (self.min, self.max);
        (y0..=y1).flat_map(move |y| {
            (x0..=x1).step_by(64).map(move |x| {
                let mask = u64::MAX >> (64 - (x1 - x + 1).min(64));
                (sprite.texels(x, y) & mask, mask)
            })
        })
    }

    fn any(&self, sprite: &Sprite) -> bool {
        self.words(sprite).any(|(bits, _)| bits != 0)
    }

    fn all(&self, sprite: &Sprite) -> bool {
        self.words(sprite).all(|(bits, mask)| bits == mask)
    }
}

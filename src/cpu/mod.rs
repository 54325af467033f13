//! The CPU executor: decides which candidate pairs of a step overlap and which graze.
//!
//! # How it works
//!
//! A step has tens of thousands of candidates, and most of them neither hit nor need a look at their shapes. An exact test
//! takes 50 to 1,000 ns; a comparison of two discs takes one. So the executor never asks "do these two overlap?" one pair at
//! a time. It asks a cheap question of eight pairs at once, keeps what the answers prove as bits, and asks the next, dearer
//! question only of what is still open. All pairs take one road:
//!
//! ```text
//! candidates   pairs of bodies from the broad phase, in order             [a, b]
//!     |        shares.rs: a stretch of them for each thread, in blocks
//!   expand     expand.rs: bodies with regions become pairs of solids      [i, j]
//!     |
//!  classify    classify.rs, block.rs: eight pairs; boxes and discs   ---> most pairs end here
//!     |
//!   settle     settle/: the smaller one's discs beside the larger one's
//!     |        hull, field or coarse mask, or the cells of a map         ---> nearly all others end here
//!     |
//!   exact      exact/: lists by what decides a pair; first the overlaps,
//!     |        then the grazes of what does not overlap
//!     |
//!    bits      a byte for each pair's number: nothing is sorted           hits, near
//! ```
//!
//! - A **solid** is a body without regions, or one region of a body. [`Solids`] are columns; nothing here knows what a world is.
//!   A body without regions is its own solid, so its columns are those of the world's table. Regions get columns of their own
//!   ([`expand`]) and take the same road.
//! - The bits are those of [`known`](crate::kernels::known): HIT, APART, NEAR, FAR, ENOUGH. Each stage only adds bits. A table
//!   turns them into a [finding](classify::Finding), without a branch: no branch predictor could guess what two random bodies do.
//! - Every proof is one-sided. A disc inside one solid that meets a disc inside the other proves a hit; discs around both that
//!   are apart prove a miss. Floats may prove, with a margin for their error; what they leave open is decided in integers.
//! - The larger solid of a pair is prepared once (hulls: [`hulls`]), or it is looked at by eight smaller ones at a time
//!   (masks: a counting sort groups the pairs by it).
//! - A graze is the same question with a reach. Margins and touching rules are looked up where a pair is classified and where it
//!   is listed for an exact test, by the same two functions.
//! - Pixels of sprites are made once a block ([`covers`]), unless so few pixels decide a pair that asking for shared ones takes
//!   longer (`exact/few_pixels.rs`).
//! - A thread shares nothing with the others: it has its own covers, hulls and lists. The results are joined in the order of
//!   the stretches, so no answer depends on the number of threads.
//!
//! # One pair
//!
//! Body 7 is a turned sprite of 64 px, body 4,012 a bullet of 8 px that reports grazes. The broad phase gives `[7, 4012]`, number
//! 912 of its block. `classify` finds a sprite as the larger one, so the pair goes to `settle/masks.rs`. There the bullet is one
//! of 90 in the group of body 7. Its discs are looked at beside the coarse view of the mask: the cell of its centre says that
//! the nearest set texel is 3 texels away, which is more than the bullet's outer disc but less than its margin. That is APART:
//! no overlap, the graze is open. The pair has not grazed before, so `exact` lists it. The two boxes have 14 x 14 px in common:
//! few pixels. They are made for both, the bullet's are widened by its margin, and one AND of words is not 0. The byte 912 of
//! `near` becomes 1, that of `hits` is 0, and the key `(7, 4012)` is told as a graze.
//!
//! Fewer than 32 candidates are decided one after another (`one_by_one.rs`): to group them would take longer.

mod bits;
mod block;
mod classify;
mod covers;
mod exact;
mod expand;
pub(crate) mod forms;
pub(crate) mod hulls;
pub(crate) mod key;
pub(crate) mod kind;
pub(crate) mod near_hulls;
mod one_by_one;
pub(crate) mod pair_set;
mod road;
mod settle;
pub(crate) mod shares;
pub(crate) mod solids;
pub(crate) mod table;
pub(crate) mod touches;

pub(crate) use exact::{PlacedSolid, SpriteOnMap};
pub(crate) use key::{HitKey, RawHits};
pub(crate) use solids::Solids;
pub(crate) use touches::{Standing, Touches};

use crate::cpu::pair_set::PairSet;

/// Pairs to decide, in order, and the rules between them.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) solids: &'a Solids<'a>,
    pub(crate) pairs: &'a [[u32; 2]],
    pub(crate) touching: &'a Touches,
    /// Bodies, by their rows, whose grazes are not needed, whether they graze or not.
    pub(crate) grazed: Option<&'a PairSet>,
}

/// Applies a function to both members of an array. (The `map` of arrays may stay a call, which is then compiled without the
/// kernel's instruction set. Upright sprites took eight times as long to decide.)
#[inline(always)]
pub(in crate::cpu) fn both<T, R>([p, q]: [T; 2], of: impl Fn(T) -> R) -> [R; 2] {
    [of(p), of(q)]
}

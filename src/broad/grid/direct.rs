//! A few boxes against many: each of the many is tested for whether it meets any of the few, several at a time.

use crate::broad::Ids;
use crate::broad::found::FoundPairs;
use crate::form::Layers;
use crate::lattice::Bounds;
use crate::simd::pack;

/// Up to this number of boxes, no list is filled and nothing is sorted.
pub(super) const HANDFUL: usize = 4;
/// The number of boxes tested together.
const CHUNK: usize = 64;

/// Finds the pairs of the many with the few. Some of the many may be on no layer.
#[inline(always)]
pub(super) fn pairs(
    (bounds, layers): (&[Bounds], &[Layers]),
    handful: &[u32],
    many: impl Ids,
    found: &mut FoundPairs,
) {
    let Some(around) = handful.iter().map(|&id| bounds[id as usize]).reduce(Bounds::union) else { return };
    let mut from = 0;
    while from < many.len() {
        let some = many.stretch(from..many.len().min(from + CHUNK));
        let mut may_meet = [0_u8; CHUNK];
        for (may_meet, b) in may_meet.iter_mut().zip(some.boxes(bounds)) {
            *may_meet = u8::from(
                (b.min.x <= around.max.x)
                    & (around.min.x <= b.max.x)
                    & (b.min.y <= around.max.y)
                    & (around.min.y <= b.max.y),
            );
        }
        let mut bits = pack(&may_meet);
        while bits != 0 {
            meet((bounds, layers), handful, some.id(bits.trailing_zeros() as usize), found);
            bits &= bits - 1;
        }
        from += CHUNK;
    }
    found.tested += many.len() as u64;
}

#[inline(always)]
fn meet((bounds, layers): (&[Bounds], &[Layers]), handful: &[u32], one: u32, found: &mut FoundPairs) {
    for &other in handful {
        let [p, q] = [one, other].map(|id| id as usize);
        if bounds[p].meets(bounds[q]) && layers[p].pair_with(layers[q]) {
            found.pairs.push([one.min(other), one.max(other)]);
        }
    }
}

//! The names of hits: two bodies and their regions, in the order of SPEC 6.

use std::cmp::Ordering;

use crate::cpu::pair_set::word;

/// Two bodies by their rows, and the regions that hit each other; 0 is the body itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub(crate) struct HitKey {
    // The later body comes first, so that on little-endian machines the two rows in memory are one number in the
    // order of pairs.
    pub(crate) b: u32,
    pub(crate) a: u32,
    pub(crate) regions: [u8; 2],
}

impl PartialOrd for HitKey {
    #[inline(always)]
    fn partial_cmp(&self, other: &HitKey) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for HitKey {
    /// Compares the bodies, then the regions.
    #[inline(always)]
    fn cmp(&self, other: &HitKey) -> Ordering {
        self.number().cmp(&other.number())
    }
}

impl HitKey {
    /// Returns the number that keys are ordered by. Two numbers are compared without branches.
    #[inline(always)]
    pub(crate) fn number(&self) -> u128 {
        u128::from(word(self.pair())) << 64 | u128::from(u16::from_be_bytes(self.regions))
    }

    pub(crate) fn pair(self) -> [u32; 2] {
        [self.a, self.b]
    }
}

/// The raw answer. Both lists are sorted, in whatever order the backend found the entries.
#[derive(Debug, Clone, Default)]
pub(crate) struct RawHits {
    pub(crate) overlaps: Vec<HitKey>,
    pub(crate) grazes: Vec<HitKey>,
}

impl RawHits {
    pub(crate) fn clear(&mut self) {
        self.overlaps.clear();
        self.grazes.clear();
    }
}

//! The instruction set that a test chooses (feature `internals`).

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::simd::Simd;

/// The place of the set that a test has chosen among those of this machine, from 1 on; 0 for none.
static CHOSEN: AtomicUsize = AtomicUsize::new(0);

impl Simd {
    /// Uses this set for all calls from now on, on all threads; with `None` the best one again. For tests, which change it
    /// between two calls.
    #[doc(hidden)]
    pub fn choose(set: Option<Simd>) {
        let place = set.and_then(|set| Simd::available().position(|other| other == set));
        CHOSEN.store(place.map_or(0, |place| place + 1), Relaxed);
    }

    /// Returns the set that a test has chosen.
    #[inline]
    pub(super) fn chosen() -> Option<Simd> {
        match CHOSEN.load(Relaxed) {
            0 => None,
            place => Simd::available().nth(place - 1),
        }
    }
}

//! Prefetching of memory that is read soon: when much memory is read only once, waiting for it is the main cost.

/// Prefetches a slice into the cache.
#[inline(always)]
pub(crate) fn prefetch<T>(what: &[T]) {
    #[cfg(target_arch = "x86_64")]
    for line in (0..size_of_val(what)).step_by(64) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address is within the slice, and a prefetch does not read it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(what.as_ptr().cast::<i8>().add(line)) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

//! Memory that will be read soon, asked for before that: where much of it is read once, waiting for it is what costs.

/// Has what a slice holds brought near.
#[inline(always)]
pub(crate) fn bring_near<T>(what: &[T]) {
    #[cfg(target_arch = "x86_64")]
    for line in (0..size_of_val(what)).step_by(64) {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address lies within the slice, and asking for it reads nothing.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(what.as_ptr().cast::<i8>().add(line)) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = what;
}

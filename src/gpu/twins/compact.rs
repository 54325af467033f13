//! Converts hit bits to a list of hits, in order (SPEC 6), as a batch does it.

/// Returns the indices of the set bits, 32 a word.
///
/// ```
/// assert_eq!(kasuri::gpu::twins::compact(&[0b101, 0, 1 << 31]), [0, 2, 95]);
/// ```
pub fn compact(bits: &[u32]) -> Vec<u32> {
    let words = (0..).step_by(32).zip(bits);
    words
        .flat_map(|(first, &word)| (0..32).filter(move |b| word >> b & 1 == 1).map(move |b| first + b))
        .collect()
}

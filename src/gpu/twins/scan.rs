//! Prefix sums. Twin: shaders/scan.wgsl.

/// Returns for each word the sum of the words before it.
///
/// ```
/// assert_eq!(kasuri::gpu::twins::scan(&[3, 0, 5, 1]), [0, 3, 3, 8]);
/// ```
pub fn scan(words: &[u32]) -> Vec<u32> {
    let mut sum = 0u32;
    let before = |&word: &u32| {
        let before = sum;
        sum = sum.wrapping_add(word);
        before
    };
    words.iter().map(before).collect()
}

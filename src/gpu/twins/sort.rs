//! Sorts pairs into canonical order (SPEC 6). Twin: shaders/sort.wgsl.

use crate::gpu::twins::scan;

/// Sorts pairs by (a, b), where all bodies are below `bodies`: one byte at a time, the lowest byte first.
///
/// ```
/// assert_eq!(kasuri::gpu::twins::sort(&[[2, 3], [0, 9], [2, 1]], 10), [[0, 9], [2, 1], [2, 3]]);
/// ```
pub fn sort(pairs: &[[u32; 2]], bodies: u32) -> Vec<[u32; 2]> {
    digits(bodies).into_iter().fold(pairs.to_vec(), |pairs, digit| sort_by(&pairs, digit))
}

/// Returns the bytes to sort by: which of the two bodies, and the shift of the byte.
pub(crate) fn digits(bodies: u32) -> Vec<[u32; 2]> {
    let bits = u32::BITS - bodies.saturating_sub(1).leading_zeros();
    [1, 0].iter().flat_map(|&of| (0..bits).step_by(8).map(move |shift| [of, shift])).collect()
}

/// Does one pass of the sort; it is stable.
fn sort_by(pairs: &[[u32; 2]], [of, shift]: [u32; 2]) -> Vec<[u32; 2]> {
    let digit = |pair: &[u32; 2]| (pair[of as usize] >> shift & 255) as usize;
    let mut counts = [0; 256];
    pairs.iter().for_each(|pair| counts[digit(pair)] += 1);
    let mut places = scan(&counts);
    let mut sorted = vec![[0; 2]; pairs.len()];
    for pair in pairs {
        let place = &mut places[digit(pair)];
        sorted[*place as usize] = *pair;
        *place += 1;
    }
    sorted
}

//! Flags that were found side by side, as bits.

/// Bit k: whether byte k is 1; each is 0 or 1.
#[inline(always)]
pub(crate) fn packed(flags: &[u8; 64]) -> u64 {
    let mut word = 0;
    for (k, eight) in flags.as_chunks::<8>().0.iter().enumerate() {
        // Each byte's bit is moved to its place in the highest byte; no two meet on their way.
        let bits = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        word |= bits << (8 * k);
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_become_bits_in_their_order() {
        for word in [0, 1, 1 << 63, u64::MAX, 0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210] {
            let flags = std::array::from_fn(|k| (word >> k & 1) as u8);
            assert_eq!(packed(&flags), word);
        }
    }
}

//! Packs bytes into bits.

/// Returns one bit for each of 64 bytes, which are 0 or 1.
#[inline(always)]
pub(crate) fn pack(bytes: &[u8; 64]) -> u64 {
    let mut bits = 0;
    for (k, eight) in bytes.as_chunks::<8>().0.iter().enumerate() {
        // The product gathers the lowest bits of the eight bytes in its highest byte.
        let packed = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        bits |= packed << (8 * k);
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_has_its_bit() {
        for bits in [0, 1, 1 << 63, u64::MAX, 0x0123_4567_89ab_cdef, 0xf00d_0000_8000_0001] {
            let bytes = std::array::from_fn(|k| (bits >> k & 1) as u8);
            assert_eq!(pack(&bytes), bits);
        }
    }
}

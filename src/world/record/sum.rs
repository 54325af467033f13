//! The checksum of a snapshot's bytes: 64 bits, four words at a time.

/// Returns the checksum. A change within one word of eight bytes always changes it, because each step of a lane, and
/// of the final fold, is invertible.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    let mut lanes = [0; 4];
    let blocks = bytes.chunks_exact(32);
    let rest = blocks.remainder();
    for block in blocks {
        for (lane, word) in lanes.iter_mut().zip(block.chunks_exact(8)) {
            *lane = mixed(*lane, word_of(word));
        }
    }
    let words = lanes.into_iter().chain(rest.chunks(8).map(word_of)).chain([bytes.len() as u64]);
    words.fold(0x6b61_7375_7269, mixed)
}

/// Mixes a number into the state.
fn mixed(before: u64, number: u64) -> u64 {
    // The multiplier comes from the golden ratio; the shift brings the high bits back down.
    let product = (before ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    product ^ product >> 32
}

/// Returns at most eight bytes as a number.
fn word_of(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::checksum;

    #[test]
    fn every_changed_bit_is_told() {
        let bytes: Vec<u8> = (0..77).map(|k| (k * k) as u8).collect();
        let right = checksum(&bytes);
        for bit in 0..8 * bytes.len() {
            let mut other = bytes.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(checksum(&other), right, "{bit}");
        }
        assert_ne!(checksum(&[bytes, vec![0]].concat()), right);
    }

    /// Files contain the checksum, so it must never change.
    #[test]
    fn it_is_always_the_same() {
        assert_eq!(checksum(b""), 10053481106853177130);
        assert_eq!(checksum(b"what you see is what hits, the same on every machine"), 12183288303059009231);
    }
}

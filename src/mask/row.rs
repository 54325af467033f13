//! Rows of bits, 64 to a word: reads them shifted, fills spans, finds runs.

use std::ops::Range;

/// Returns 64 bits of a row from bit `start` on; bits outside the row are 0.
#[inline]
pub(crate) fn bits_from(row: &[u64], start: i64) -> u64 {
    let word = |k: i64| usize::try_from(k).ok().and_then(|k| row.get(k)).copied().unwrap_or(0);
    let (k, shift) = (start >> 6, start & 63);
    // Two shifts, because a single shift by 64 would not give 0.
    word(k) >> shift | word(k + 1) << 1 << (63 - shift)
}

/// Sets the bits of a span.
pub(crate) fn fill(row: &mut [u64], span: Range<usize>) {
    if span.is_empty() {
        return;
    }
    let (first, last) = (span.start / 64, (span.end - 1) / 64);
    let (head, tail) = (u64::MAX << (span.start % 64), u64::MAX >> (63 - (span.end - 1) % 64));
    if first == last {
        row[first] |= head & tail;
        return;
    }
    row[first] |= head;
    row[first + 1..last].fill(u64::MAX);
    row[last] |= tail;
}

/// Whether all bits of a span are set.
pub(crate) fn is_full(row: &[u64], span: Range<usize>) -> bool {
    next_bit(row, span.start, u64::MAX).is_none_or(|clear| clear >= span.end)
}

/// Returns the runs of set bits, from left to right, each as long as possible.
pub(crate) fn runs(row: &[u64]) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = next_bit(row, at, 0)?;
        let end = next_bit(row, start, u64::MAX).unwrap_or(row.len() * 64);
        at = end;
        Some(start..end)
    })
}

/// Returns the first bit at or after `from` that is set in the row, where every word is XORed with `flip`.
fn next_bit(row: &[u64], from: usize, flip: u64) -> Option<usize> {
    let first = from / 64;
    let mut word = (row.get(first)? ^ flip) & u64::MAX << (from % 64);
    for k in first.. {
        if word != 0 {
            return Some(k * 64 + word.trailing_zeros() as usize);
        }
        word = row.get(k + 1)? ^ flip;
    }
    None
}

/// Returns the sum of the positions, 0 to 63, of a word's set bits.
pub(crate) fn position_sum(word: u64) -> u32 {
    const HAVE_BIT: [u64; 6] = [
        0xAAAA_AAAA_AAAA_AAAA,
        0xCCCC_CCCC_CCCC_CCCC,
        0xF0F0_F0F0_F0F0_F0F0,
        0xFF00_FF00_FF00_FF00,
        0xFFFF_0000_FFFF_0000,
        0xFFFF_FFFF_0000_0000,
    ];
    (0..6).map(|b| (word & HAVE_BIT[b]).count_ones() << b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_and_runs_are_each_others_inverse() {
        for start in 0..130 {
            for end in start..191 {
                let mut row = [0; 3];
                fill(&mut row, start..end);
                let expected = (start < end).then_some(start..end);
                assert!(runs(&row).eq(expected));
                assert!(is_full(&row, start..end) && !is_full(&row, start..end + 1));
                let sum: u32 = (start..end).map(|b| b as u32 % 64).sum();
                assert_eq!(row.into_iter().map(position_sum).sum::<u32>(), sum);
            }
        }
    }

    #[test]
    fn any_64_bits_can_be_read() {
        let row = [0x8123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3211];
        for start in -200_i64..200 {
            let bit = |b: i64| (0..128).contains(&b) && row[b as usize / 64] >> (b % 64) & 1 == 1;
            let expected = (0..64).fold(0, |word, b| word | u64::from(bit(start + b)) << b);
            assert_eq!(bits_from(&row, start), expected, "{start}");
        }
    }

    /// These functions are made of shifts, ors and counts, so the bits of a row do not depend on each other: what is right for every
    /// single bit is right for all rows. Tries every bit of rows of up to three words, read from everywhere.
    #[test]
    fn every_bit_is_read_where_it_is() {
        for words in 0..=3_i64 {
            for bit in 0..64 * words {
                let mut row = vec![0; words as usize];
                row[bit as usize / 64] = 1 << (bit % 64);
                for start in -130..64 * words + 130 {
                    let expected = if (0..64).contains(&(bit - start)) { 1 << (bit - start) } else { 0 };
                    assert_eq!(bits_from(&row, start), expected, "bit {bit} from {start}");
                }
                assert_eq!(row.iter().map(|&word| position_sum(word)).sum::<u32>(), bit as u32 % 64);
            }
        }
    }
}

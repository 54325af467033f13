//! Masks as runs: the numbers of clear and solid texels in turn, row by row from the top left corner, first the clear ones. Only the
//! first number may be 0. After the last one all is clear. So a mask has one text only, and a picture of large areas a short one.

use crate::error::{Cause, Result};
use crate::mask::{Mask, row};

/// Returns the mask of a size that has these runs.
pub(super) fn mask([width, height]: [usize; 2], runs: &[u32]) -> Result<Mask> {
    let mut words = Mask::empty(width, height)?.words().to_vec();
    let stride = width.div_ceil(64);
    let mut at = 0;
    for (k, &run) in runs.iter().enumerate() {
        if run == 0 && k > 0 {
            let what = Cause::Scene("0 is no run; only the first run may be 0".to_owned());
            return Err(what.at(format!("[{k}]")));
        }
        let end = at + run as usize;
        if end > width * height {
            let texels = width * height;
            let what = format!("the runs have more than the {texels} texels of {width} x {height}");
            return Err(Cause::Scene(what).at(format!("[{k}]")));
        }
        if k % 2 == 1 {
            fill(&mut words, stride, width, at, end);
        }
        at = end;
    }
    Mask::from_words(width, height, &words)
}

/// Sets the texels from `at` to `end`, which may go over several rows.
fn fill(words: &mut [u64], stride: usize, width: usize, at: usize, end: usize) {
    let mut at = at;
    while at < end {
        let (y, x) = (at / width, at % width);
        let stop = width.min(x + end - at);
        row::fill(&mut words[y * stride..(y + 1) * stride], x..stop);
        at += stop - x;
    }
}

/// Returns the runs of a mask.
pub(super) fn runs(mask: &Mask) -> Vec<u32> {
    let (mut all, width, mut end) = (Vec::new(), mask.width() as usize, 0);
    for (y, bits) in mask.words().chunks(mask.stride()).enumerate() {
        for run in row::runs(bits) {
            let (from, to) = (y * width + run.start, y * width + run.end);
            match all.last_mut() {
                // The run goes on from the row above.
                Some(last) if from == end => *last += (to - from) as u32,
                _ => all.extend([(from - end) as u32, (to - from) as u32]),
            }
            end = to;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_the_mask_and_back() {
        for (width, height) in [(1, 1), (5, 3), (64, 2), (65, 3), (130, 4)] {
            for kind in 0..5_i32 {
                let solid = |x: i32, y: i32| match kind {
                    0 => false,
                    1 => true,
                    2 => (x * 7 + y * 3) % 5 == 0,
                    3 => x > y,
                    _ => (x ^ y) & 1 == 0,
                };
                let made = Mask::from_fn(width, height, solid).unwrap();
                let runs = runs(&made);
                assert!(runs.iter().skip(1).all(|&run| run > 0), "{runs:?}");
                assert_eq!(mask([width, height], &runs).unwrap(), made, "{width} x {height}, {kind}");
            }
        }
    }

    #[test]
    fn a_mask_has_one_text_only() {
        let refused = |runs: &[u32]| mask([3, 2], runs).unwrap_err().to_string();
        assert_eq!(refused(&[1, 0, 2]), "[1]: 0 is no run; only the first run may be 0");
        assert_eq!(refused(&[1, 6]), "[1]: the runs have more than the 6 texels of 3 x 2");
        assert!(refused(&[u32::MAX, u32::MAX]).starts_with("[0]: the runs"));
        assert_eq!(runs(&Mask::from_rows(&["###", "#.."]).unwrap()), [0, 4]);
    }
}

//! Tests every box against every other: the reference for the other broad phases, and the fastest for a few boxes.

use crate::broad::{BoxList, Broad};

/// Tests all pairs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Brute;

impl Broad for Brute {
    fn name(&self) -> &'static str {
        "brute"
    }

    fn pairs(&mut self, boxes: BoxList<'_>, pairs: &mut Vec<[u32; 2]>) {
        pairs.clear();
        let n = boxes.bounds().len();
        for a in 0..n {
            pairs.extend((a + 1..n).filter(|&b| boxes.pair(a, b)).map(|b| [a as u32, b as u32]));
        }
    }
}

//! Every box against every other: the judge of the rest, and the fastest for a handful.

use crate::broad::{Boxes, Broad};

/// Tries all pairs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Brute;

impl Broad for Brute {
    fn name(&self) -> &'static str {
        "brute"
    }

    fn pairs(&mut self, boxes: Boxes<'_>, pairs: &mut Vec<[u32; 2]>) {
        pairs.clear();
        let n = boxes.bounds().len();
        for a in 0..n {
            pairs.extend((a + 1..n).filter(|&b| boxes.pair(a, b)).map(|b| [a as u32, b as u32]));
        }
    }
}

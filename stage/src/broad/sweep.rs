//! Sweep and prune: boxes in the order in which a line that moves over the world comes to them.

use kasuri::broad::{Boxes, Broad};
use kasuri::lattice::Bounds;

/// Every box against those that the line comes to before it has left it, along the axis on which the world is longer.
#[derive(Debug, Default)]
pub struct Sweep {
    /// From where to where each box reaches along the axis, and its number.
    stretches: Vec<(i32, i32, u32)>,
}

impl Broad for Sweep {
    fn name(&self) -> &'static str {
        "sweep"
    }

    fn pairs(&mut self, boxes: Boxes<'_>, pairs: &mut Vec<[u32; 2]>) {
        pairs.clear();
        let Some(all) = boxes.bounds().iter().copied().reduce(Bounds::union) else { return };
        let is_wide = all.max.x.abs_diff(all.min.x) >= all.max.y.abs_diff(all.min.y);
        let stretch = |(b, id): (&Bounds, u32)| {
            if is_wide { (b.min.x, b.max.x, id) } else { (b.min.y, b.max.y, id) }
        };
        self.stretches.clear();
        self.stretches.extend(boxes.bounds().iter().zip(0..).map(stretch));
        self.stretches.sort_unstable();
        for (k, &(_, end, a)) in self.stretches.iter().enumerate() {
            let reached = self.stretches[k + 1..].iter().take_while(|&&(start, ..)| start <= end);
            let met = reached.map(|&(.., b)| b).filter(|&b| boxes.pair(a as usize, b as usize));
            pairs.extend(met.map(|b| [a.min(b), a.max(b)]));
        }
        pairs.sort_unstable();
    }
}

//! Sweep and prune: a line moves over the world, and boxes are handled in the order in which the line reaches them.

use kasuri::broad::{BoxList, Broad};
use kasuri::lattice::Bounds;

/// Tests every box against those that the line reaches before it leaves the box. The line moves along the world's
/// longer axis.
#[derive(Debug, Default)]
pub struct Sweep {
    /// The interval of each box along the axis, and its number.
    stretches: Vec<(i32, i32, u32)>,
}

impl Broad for Sweep {
    fn name(&self) -> &'static str {
        "sweep"
    }

    fn pairs(&mut self, boxes: BoxList<'_>, pairs: &mut Vec<[u32; 2]>) {
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

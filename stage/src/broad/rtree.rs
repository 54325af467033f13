//! An R-tree, by the crate `rstar`: rebuilt each time, and queried once for every box.

use kasuri::broad::{BoxList, Broad};
use kasuri::lattice::Bounds;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree as Tree};

/// Queries a tree of all boxes with every box.
#[derive(Debug, Clone, Copy, Default)]
pub struct RTree;

impl Broad for RTree {
    fn name(&self) -> &'static str {
        "r-tree"
    }

    fn pairs(&mut self, boxes: BoxList<'_>, pairs: &mut Vec<[u32; 2]>) {
        pairs.clear();
        let leaf = |(b, id): (&Bounds, u32)| GeomWithData::new(Rectangle::from_aabb(envelope(b)), id);
        let tree = Tree::bulk_load(boxes.bounds().iter().zip(0..).map(leaf).collect());
        for (b, a) in boxes.bounds().iter().zip(0..) {
            let met = tree.locate_in_envelope_intersecting(envelope(b)).map(|leaf| leaf.data);
            let met = met.filter(|&b| a < b && boxes.pair(a as usize, b as usize));
            pairs.extend(met.map(|b| [a, b]));
        }
        pairs.sort_unstable();
    }
}

/// Converts a box to f64, which represents lattice units and their products exactly.
fn envelope(b: &Bounds) -> AABB<[f64; 2]> {
    AABB::from_corners([b.min.x, b.min.y].map(f64::from), [b.max.x, b.max.y].map(f64::from))
}

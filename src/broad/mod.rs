//! The broad phase: finds which boxes may belong to a pair. One trait has several implementations; all return the same
//! pairs in the same order.
//!
//! ```
//! use kasuri::broad::{BoxList, Broad, Brute};
//! use kasuri::Layers;
//! use kasuri::lattice::{Bounds, Point};
//! let box_at = |x: i32| Bounds { min: Point::new(x, 0), max: Point::new(x + 10, 10) };
//! let bounds = [box_at(0), box_at(11), box_at(10)];
//! let layers = [Layers::default(); 3];
//! let mut pairs = Vec::new();
//! Brute.pairs(BoxList::new(&bounds, &layers), &mut pairs);
//! assert_eq!(pairs, [[0, 2], [1, 2]]);
//! ```

mod auto;
mod brute;
mod found;
mod grid;
mod measure;
mod order;
mod small;
mod tree;

use std::ops::Range;

pub use auto::Auto;
pub use brute::Brute;
pub use grid::Grid;
pub(crate) use small::{Boxed, MOST_FEW, Runs, SmallBroad, SmallQuery};
pub use tree::Tree;

use crate::form::Layers;
use crate::lattice::Bounds;
use crate::threads::Threads;

/// The boxes of all bodies, in the order of spawn, each with its layers. A body on no layer is in no pair.
#[derive(Debug, Clone, Copy)]
pub struct BoxList<'a> {
    bounds: &'a [Bounds],
    layers: &'a [Layers],
}

impl<'a> BoxList<'a> {
    /// Joins boxes and their layers: as many boxes as layers, at most 2^32 - 1.
    ///
    /// # Panics
    ///
    /// If the two slices differ in length: that is a mistake in the program, not in its input.
    pub fn new(bounds: &'a [Bounds], layers: &'a [Layers]) -> BoxList<'a> {
        assert_eq!(bounds.len(), layers.len(), "every box has its layers");
        BoxList { bounds, layers }
    }

    /// Returns the closed boxes.
    pub fn bounds(self) -> &'a [Bounds] {
        self.bounds
    }

    /// Returns the layers of the boxes.
    pub fn layers(self) -> &'a [Layers] {
        self.layers
    }

    /// Whether two boxes meet and their layers match.
    ///
    /// # Panics
    ///
    /// If an index is out of range.
    pub fn pair(self, a: usize, b: usize) -> bool {
        self.layers[a].pair_with(self.layers[b]) && self.bounds[a].meets(self.bounds[b])
    }
}

/// A broad phase.
///
/// Every implementation finds exactly the pairs of boxes that meet and whose layers match, and returns them in the same
/// order. So a world can change from one implementation to another, and only the time differs.
#[doc(alias = "broad phase")]
pub trait Broad: Send + Sync {
    /// Returns the name of the implementation.
    fn name(&self) -> &'static str;

    /// Sets the threads to work on, where it can use them; the pairs are the same for any number of threads.
    fn use_threads(&mut self, threads: &Threads) {
        let _ = threads;
    }

    /// Replaces `pairs` with every pair [a, b], a < b, of boxes that meet and whose layers match, sorted by (a, b).
    ///
    /// Scratch memory is kept from call to call: a warm call on as many boxes and pairs allocates nothing.
    fn pairs(&mut self, boxes: BoxList<'_>, pairs: &mut Vec<[u32; 2]>);

    /// Shows how the last call divided the scene, for debug views: a grid's cells or a tree's nodes, each with its
    /// level, the finest first. An implementation without cells or nodes shows nothing. A box that is the only one of
    /// its size may lie in no cell: then the other boxes search for it.
    ///
    /// ```
    /// use kasuri::broad::{BoxList, Broad, Grid};
    /// use kasuri::Layers;
    /// use kasuri::lattice::{Bounds, Point};
    /// let box_at = |x: i32| Bounds { min: Point::new(x, 0), max: Point::new(x + 256, 256) };
    /// let bounds: Vec<Bounds> = (0..100).map(|k| box_at(200 * k)).collect();
    /// let mut grid = Grid::default();
    /// grid.pairs(BoxList::new(&bounds, &[Layers::default(); 100]), &mut Vec::new());
    /// let mut cells = Vec::new();
    /// grid.cells(&mut |level, cell| cells.push((level, cell)));
    /// // Every box has its least corner in one of them.
    /// let holds = |cell: Bounds, at: Point| cell.min.x <= at.x && at.x < cell.max.x;
    /// assert!(bounds.iter().all(|b| cells.iter().filter(|(_, cell)| holds(*cell, b.min)).count() == 1));
    /// ```
    fn cells(&self, show: &mut dyn FnMut(u32, Bounds)) {
        let _ = show;
    }
}

/// Some bodies, by their index.
trait Ids: Clone + Sync {
    fn len(&self) -> usize;
    fn id(&self, k: usize) -> u32;
    /// Returns some of them.
    fn stretch(&self, of: Range<usize>) -> Self;
    /// Returns the boxes of all of them, in order.
    fn boxes<'b>(&self, of: &'b [Bounds]) -> impl Iterator<Item = &'b Bounds>;
}

impl Ids for Range<u32> {
    #[inline(always)]
    fn len(&self) -> usize {
        (self.end - self.start) as usize
    }

    #[inline(always)]
    fn id(&self, k: usize) -> u32 {
        self.start + k as u32
    }

    #[inline(always)]
    fn stretch(&self, of: Range<usize>) -> Range<u32> {
        self.start + of.start as u32..self.start + of.end as u32
    }

    #[inline(always)]
    fn boxes<'b>(&self, of: &'b [Bounds]) -> impl Iterator<Item = &'b Bounds> {
        of[self.start as usize..self.end as usize].iter()
    }
}

impl Ids for &[u32] {
    #[inline(always)]
    fn len(&self) -> usize {
        <[u32]>::len(self)
    }

    #[inline(always)]
    fn id(&self, k: usize) -> u32 {
        self[k]
    }

    #[inline(always)]
    fn stretch(&self, of: Range<usize>) -> Self {
        &self[of]
    }

    #[inline(always)]
    fn boxes<'b>(&self, of: &'b [Bounds]) -> impl Iterator<Item = &'b Bounds> {
        self.iter().map(|&id| &of[id as usize])
    }
}

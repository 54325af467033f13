//! A broad phase that chooses among the others by the measured cost of recent calls.
//!
//! It counts the grid's tests. Above 24 tests per body and pair it tries the tree and keeps the better one, for 256 calls at most. It
//! uses counts and not time, so the same scene always uses the same implementation.

use crate::broad::{BoxList, Broad, Brute, Grid, Tree};
use crate::lattice::Bounds;
use crate::simd::Simd;
use crate::threads::Threads;

/// Brute force for a few bodies; a grid for most scenes; a tree where a grid tests far more pairs than it finds. Counts
/// decide, not the clock, so the same scene always uses the same broad phase. The choice is renewed as the scene
/// changes.
///
/// ```
/// use kasuri::broad::{Auto, BoxList, Broad};
/// use kasuri::Layers;
/// use kasuri::lattice::{Bounds, Point};
/// let mut auto = Auto::default();
/// let bounds = [Bounds { min: Point::new(0, 0), max: Point::new(9, 9) }; 3];
/// let mut pairs = Vec::new();
/// auto.pairs(BoxList::new(&bounds, &[Layers::default(); 3]), &mut pairs);
/// assert_eq!((auto.name(), pairs.len()), ("brute", 3));
/// ```
#[derive(Debug, Default)]
pub struct Auto {
    brute: Brute,
    grid: Grid,
    tree: Tree,
    now: Choice,
    /// The cost of the last call of each, per body and pair.
    grid_cost: f64,
    tree_cost: Option<f64>,
    calls: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Choice {
    Brute,
    #[default]
    Grid,
    Tree,
}

/// Up to this number of bodies, testing all pairs is cheaper than any other broad phase.
const HANDFUL: usize = 24;
/// The number of tested boxes per body and pair above which a grid does not suit. In scenes that suit a grid, it is
/// below 10.
const MANY: f64 = 24.0;
/// The number of calls after which the other broad phase is tried again.
const PATIENCE: u32 = 256;
/// The measured cost of a tree's test relative to a grid's: a tree reads memory in jumps, a grid reads along a row.
const JUMP: f64 = 2.0;

impl Auto {
    /// Returns one that uses the given instruction set instead of the best available one.
    pub fn with(simd: Simd) -> Auto {
        Auto { grid: Grid::with(simd), tree: Tree::with(simd), ..Auto::default() }
    }

    fn choose(&mut self, bodies: usize) {
        self.calls += 1;
        if bodies <= HANDFUL {
            self.now = Choice::Brute;
            return;
        }
        if self.now == Choice::Brute || self.calls >= PATIENCE {
            (self.now, self.tree_cost, self.calls) = (Choice::Grid, None, 0);
            return;
        }
        // Where the grid does badly, the tree is tried once. Then the better one is kept for a while.
        self.now = match self.tree_cost {
            None if self.grid_cost <= MANY => Choice::Grid,
            Some(tree) if tree >= self.grid_cost => Choice::Grid,
            _ => Choice::Tree,
        };
    }
}

impl Broad for Auto {
    fn name(&self) -> &'static str {
        match self.now {
            Choice::Brute => self.brute.name(),
            Choice::Grid => self.grid.name(),
            Choice::Tree => self.tree.name(),
        }
    }

    fn use_threads(&mut self, threads: &Threads) {
        self.grid.use_threads(threads);
    }

    fn pairs(&mut self, boxes: BoxList<'_>, pairs: &mut Vec<[u32; 2]>) {
        let bodies = boxes.bounds().len();
        self.choose(bodies);
        match self.now {
            Choice::Brute => self.brute.pairs(boxes, pairs),
            Choice::Grid => {
                self.grid.pairs(boxes, pairs);
                self.grid_cost = self.grid.tested() as f64 / (bodies + pairs.len()) as f64;
            }
            Choice::Tree => {
                self.tree.pairs(boxes, pairs);
                self.tree_cost = Some(JUMP * self.tree.tested() as f64 / (bodies + pairs.len()) as f64);
            }
        }
    }

    fn cells(&self, show: &mut dyn FnMut(u32, Bounds)) {
        match self.now {
            Choice::Brute => self.brute.cells(show),
            Choice::Grid => self.grid.cells(show),
            Choice::Tree => self.tree.cells(show),
        }
    }
}

//! The broad phase that suits the scene, chosen by what the last ones took.

use crate::broad::{Boxes, Broad, Brute, Grid, Tree};
use crate::lattice::Bounds;
use crate::simd::Simd;
use crate::threads::Threads;

/// Brute force for a handful; a grid for most; a tree where a grid tests far more than it finds. Chosen by counts, not by
/// the clock, so that the same scene always takes the same way; and chosen anew as the scene changes.
///
/// ```
/// use kasuri::broad::{Auto, Boxes, Broad, Layers};
/// use kasuri::lattice::{Bounds, Point};
/// let mut auto = Auto::default();
/// let bounds = [Bounds { min: Point::new(0, 0), max: Point::new(9, 9) }; 3];
/// let mut pairs = Vec::new();
/// auto.pairs(Boxes::new(&bounds, &[Layers::default(); 3]), &mut pairs);
/// assert_eq!((auto.name(), pairs.len()), ("brute", 3));
/// ```
#[derive(Debug, Default)]
pub struct Auto {
    brute: Brute,
    grid: Grid,
    tree: Tree,
    now: Choice,
    /// What a call of each took when it was last tried, for each body and pair.
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

/// Up to so many bodies every other way costs more than trying all pairs.
const HANDFUL: usize = 24;
/// Boxes tested for each body and pair, above which a grid does not suit: on scenes that it is made for it is below 10.
const MANY: f64 = 24.0;
/// Calls after which the way that was given up is tried again.
const PATIENCE: u32 = 256;
/// A tree's tests jump about; a grid's run along a row. Measured: so much more does one cost.
const JUMP: f64 = 2.0;

impl Auto {
    /// One that uses a given instruction set, not the best there is.
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
        // The tree is tried once where the grid does badly; then the better one is kept for a while.
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

    fn pairs(&mut self, boxes: Boxes<'_>, pairs: &mut Vec<[u32; 2]>) {
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

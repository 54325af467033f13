//! Finds the candidate pairs of a grid. Twin: shaders/pairs.wgsl.

use crate::form::Layers;
use crate::gpu::layout::{Item, Traits};
use crate::gpu::twins::cells::{MIXED, bits_of, bucket_of, cell_of};
use crate::gpu::twins::grid::BucketGrid;

/// Returns the pairs of bodies whose boxes meet and whose layers match, each once, in the order in which they are
/// found. For each flock, `partners` has a bit for each flock that its layers match.
///
/// ```
/// use kasuri::gpu::{layout::{PlacedBody, Traits}, twins};
/// let ball = |x: i32| PlacedBody { min: [x, 0], max: [x + 512, 512], count: 1, ..PlacedBody::default() };
/// let of = |owner| Traits { layer: 1, against: 1, margin: -1, owner, ..Traits::default() };
/// let traits = [of(0), of(1), of(2)];
/// let grid = twins::grid(&[ball(0), ball(400), ball(9000)], &traits);
/// let mut partners = [0; 32];
/// partners[0] = 1;
/// assert_eq!(twins::pairs(&grid, &traits, &partners), [[0, 1]]);
/// ```
pub fn pairs(grid: &BucketGrid, traits: &[Traits], partners: &[u32; 32]) -> Vec<[u32; 2]> {
    let mut search = PairSearch { grid, traits, found: Vec::new() };
    for (index, asking) in grid.items.iter().enumerate() {
        let (flock, level) = (asking.kin / 32, asking.kin % 32);
        for other in bits(partners[flock as usize]) {
            if other == flock {
                search.search_own_kin(asking, index);
            }
            // Where both are at the same level, the first flock searches.
            let above = if flock < other { level } else { level + 1 };
            for level in bits(grid.levels[other as usize]).filter(|&level| level >= above) {
                search.search_other_kin(asking, other * 32 + level);
            }
        }
    }
    search.found
}

fn bits(of: u32) -> impl Iterator<Item = u32> {
    (0..32).filter(move |bit| of >> bit & 1 == 1)
}

struct PairSearch<'a> {
    grid: &'a BucketGrid,
    traits: &'a [Traits],
    found: Vec<[u32; 2]>,
}

impl PairSearch<'_> {
    /// Searches the item's own kin (its flock and level), from its own cell on.
    fn search_own_kin(&mut self, asking: &Item, index: usize) {
        let level = asking.kin % 32;
        let (here, end) = (cell_of(asking.min, level), cell_of(asking.max, level));
        self.search_row(asking, asking.kin, [here[0], end[0]], here[1], Some(index));
        let low = first_cell(asking.min, level);
        for row in here[1] + 1..=end[1] {
            self.search_row(asking, asking.kin, [low[0], end[0]], row, None);
        }
    }

    /// Searches another kin, whose boxes are as large or larger.
    fn search_other_kin(&mut self, asking: &Item, kin: u32) {
        let level = kin % 32;
        let (low, end) = (first_cell(asking.min, level), cell_of(asking.max, level));
        for row in low[1]..=end[1] {
            self.search_row(asking, kin, [low[0], end[0]], row, None);
        }
    }

    /// Searches the cells of a kin in a row; in the asking item's own cell only items after it count.
    fn search_row(&mut self, asking: &Item, kin: u32, [low, high]: [i32; 2], row: i32, own: Option<usize>) {
        let (level, buckets) = (kin % 32, self.grid.starts.len() as u32 - 1);
        for column in low..=high {
            let bucket = bucket_of([column, row], kin, asking.world, buckets) as usize;
            let [from, to] = [bucket, bucket + 1].map(|k| self.grid.starts[k] as usize);
            for k in from..to {
                let other = &self.grid.items[k];
                let is_before = column == low && own.is_some_and(|index| k <= index);
                let is_here = (other.kin, other.world) == (kin, asking.world)
                    && cell_of(other.min, level) == [column, row];
                if is_here && !is_before && meet(asking, other) && self.is_pair(asking, other) {
                    self.found.push([asking.body.min(other.body), asking.body.max(other.body)]);
                }
            }
        }
    }

    fn is_pair(&self, a: &Item, b: &Item) -> bool {
        let layers = |item: &Item| {
            let Traits { layer, against, group, .. } = self.traits[item.body as usize];
            Layers { layer, against, group }
        };
        let is_mixed = [a, b].iter().any(|item| item.kin / 32 == MIXED);
        a.owner != b.owner && (!is_mixed || layers(a).pair_with(layers(b)))
    }
}

fn meet(a: &Item, b: &Item) -> bool {
    (0..2).all(|k| a.min[k] <= b.max[k] && b.min[k] <= a.max[k])
}

/// Returns the first column and row in which a box of a level may begin that reaches as far as a position.
fn first_cell(place: [i32; 2], level: u32) -> [i32; 2] {
    cell_of(place.map(|x| x - (1 << bits_of(level))), level)
}

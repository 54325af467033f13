//! Bodies sorted by the cells of a grid. Twin: shaders/grid.wgsl.

use crate::gpu::layout::{Item, PlacedBody, Traits};
use crate::gpu::twins::cells::{NOWHERE, bucket_of, cell_of, item_of};
use crate::gpu::twins::scan;

/// A grid: its buckets, each a range of the items.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BucketGrid {
    /// The index at which each bucket begins; after the last bucket, the number of items.
    pub starts: Vec<u32>,
    /// The bodies that may meet others, bucket by bucket.
    pub items: Vec<Item>,
    /// For each flock the levels of its bodies, one bit each.
    pub levels: [u32; 32],
}

/// Returns the number of buckets for a number of bodies: a power of two, at least twice as many.
///
/// ```
/// assert_eq!([0, 32, 33, 1000].map(kasuri::gpu::twins::buckets_for), [64, 64, 128, 2048]);
/// ```
pub fn buckets_for(bodies: usize) -> u32 {
    (2 * bodies as u64).next_power_of_two().max(64) as u32
}

/// Sorts the bodies into a grid at their positions: it counts the bodies of each bucket, computes offsets from the
/// counts with a scan, and puts each body at its offset. Within a bucket they keep their order; on a device the order
/// is arbitrary.
///
/// ```
/// use kasuri::gpu::{layout::{PlacedBody, Traits}, twins};
/// let ball = |x: i32| PlacedBody { min: [x, 0], max: [x + 512, 512], count: 1, ..PlacedBody::default() };
/// let traits = [Traits { layer: 1, against: 1, margin: -1, ..Traits::default() }; 2];
/// let grid = twins::grid(&[ball(0), ball(9000)], &traits);
/// assert_eq!((grid.starts.len(), grid.items.len(), grid.levels[0]), (65, 2, 1));
/// ```
pub fn grid(placed: &[PlacedBody], traits: &[Traits]) -> BucketGrid {
    let buckets = buckets_for(placed.len());
    let bodies = (0..).zip(placed.iter().zip(traits)).filter(|(_, (_, own))| own.flock != NOWHERE);
    let items: Vec<Item> = bodies.map(|(body, (place, own))| item_of(body, place, own)).collect();
    let bucket = |item: &Item| {
        let cell = cell_of(item.min, item.kin % 32);
        bucket_of(cell, item.kin, item.world, buckets) as usize
    };
    let mut counts = vec![0; buckets as usize + 1];
    let mut levels = [0; 32];
    for item in &items {
        counts[bucket(item)] += 1;
        levels[item.kin as usize / 32] |= 1 << (item.kin % 32);
    }
    let starts = scan(&counts);
    let mut places = starts.clone();
    let mut sorted = vec![Item::default(); items.len()];
    for item in items {
        let place = &mut places[bucket(&item)];
        sorted[*place as usize] = item;
        *place += 1;
    }
    BucketGrid { starts, items: sorted, levels }
}

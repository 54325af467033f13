//! Tests the kernels of whole frames, each alone against its plain twin, at every size around the boundaries of blocks.
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used)]

mod common;
mod gpu;

use common::{Random, cases};
use kasuri::gpu::layout::{Item, PlacedBody, Traits};
use kasuri::gpu::twins;

/// The number of words or pairs in a block.
const BLOCK: usize = 1024;

/// Returns sizes: 0 and 1, the items of a thread, a block, and around each; then several blocks.
fn sizes() -> Vec<usize> {
    // Up to 8 blocks, one workgroup does all the work.
    let seams = [1, 4, 256, BLOCK, 2 * BLOCK, 8 * BLOCK, 9 * BLOCK];
    let around = seams.iter().flat_map(|&seam| [seam - 1, seam, seam + 1]);
    around.chain(past_a_block_of_blocks()).collect()
}

/// Returns sizes for which the blocks' sums take more than one round: over 256 blocks, and in the long mode over as many
/// blocks as a block has words.
fn past_a_block_of_blocks() -> Vec<usize> {
    let seam = 256 * BLOCK;
    let mut sizes = vec![seam - 1, seam, seam + 1];
    if cases(0, 1) == 1 {
        sizes.extend([BLOCK * BLOCK - 1, BLOCK * BLOCK, BLOCK * BLOCK + 1]);
    }
    sizes
}

#[test]
fn sums_are_those_of_the_twin() {
    let mut random = Random::new(1);
    for size in sizes() {
        let words: Vec<u32> = (0..size).map(|_| random.below(1 << 20) as u32).collect();
        let expected = twins::scan(&words);
        for gpu in gpu::all() {
            assert_eq!(gpu.scan(&words).unwrap(), expected, "{size} words on {}", gpu.adapter().name);
        }
    }
}

#[test]
fn sums_wrap_alike() {
    let words = vec![u32::MAX / 3; 3000];
    for gpu in gpu::all() {
        assert_eq!(gpu.scan(&words).unwrap(), twins::scan(&words));
    }
}

#[test]
fn pairs_are_sorted_as_by_the_twin_and_by_the_library() {
    let mut random = Random::new(2);
    for size in sizes() {
        // Body indices of one byte, two and three; many pairs with few different first bodies, which shows whether a
        // pass is stable.
        let bodies = random.pick(&[200, 256, 257, 65_536, 1_000_000]);
        let firsts = random.pick(&[1, 3, bodies]);
        let mut body = |below: u32| random.below(below.into()) as u32;
        let pairs: Vec<[u32; 2]> = (0..size).map(|_| [body(firsts), body(bodies)]).collect();
        let expected = twins::sort(&pairs, bodies);
        let mut sorted = pairs.clone();
        sorted.sort_unstable();
        assert_eq!(expected, sorted, "{size} pairs of {bodies}");
        for gpu in gpu::all() {
            let found = gpu.sort(&pairs, bodies).unwrap();
            assert_eq!(found, expected, "{size} pairs of {bodies} on {}", gpu.adapter().name);
        }
    }
}

#[test]
fn pairs_of_all_bytes_are_sorted() {
    let mut random = Random::new(3);
    let pairs: Vec<[u32; 2]> = (0..5000).map(|_| [random.bits() as u32, random.bits() as u32]).collect();
    for gpu in gpu::all() {
        assert_eq!(gpu.sort(&pairs, u32::MAX).unwrap(), twins::sort(&pairs, u32::MAX));
    }
}

/// Returns random bodies: small and large ones, on a few flocks or on none, of a few worlds, some with margins, some far
/// away.
fn bodies(random: &mut Random, count: usize) -> (Vec<PlacedBody>, Vec<Traits>) {
    let side = 24.0 * (count as f64).sqrt() + 20.0;
    let body = |k: usize| {
        let is_sprite = random.chance(3);
        let units = if is_sprite { 1.0 } else { 256.0 };
        let size = random.pick(&[1.0, 8.0, 8.0, 20.0, 20.0, 33.0, 150.0]);
        let [w, h] = [(); 2].map(|()| (units * random.between(0.0, size)) as i32);
        let from = if random.chance(50) { random.pick(&[-2e6, 2e6]) } else { 0.0 };
        let [x, y] = [(); 2].map(|()| (units * (from + random.between(-side, side))) as i32);
        let place = PlacedBody { min: [x, y], max: [x + w, y + h], count: 1, ..PlacedBody::default() };
        let (layer, against) = random.pick(&[(1, 7), (2, 5), (4, 4), (1, 2)]);
        let flock = match (layer, against) {
            _ if random.chance(12) => u32::MAX,
            (1, 7) => 0,
            (2, 5) => 1,
            (4, 4) => 2,
            _ => 31,
        };
        let margin = match random.below(6) {
            0 => random.below(256 * 20) as i32,
            1 if random.chance(20) => 1 << 29,
            _ => -1,
        };
        let form = if is_sprite { 1 << 31 } else { 1 };
        let owner = if random.chance(5) { 0 } else { k as u32 };
        // Groups count where layers are compared pair by pair, so only mixed bodies have one here.
        let group = if flock == 31 { random.below(3) as u32 } else { 0 };
        (place, Traits { layer, against, group, margin, owner, flock, form, world: random.below(3) as u32 })
    };
    (0..count).map(body).unzip()
}

/// The layers of the flocks: 0 pairs with 0, 1 and the mixed ones, 1 with 0 and the mixed, 2 with itself and the mixed.
const PARTNERS: [u32; 32] = {
    let mut partners = [0; 32];
    [partners[0], partners[1], partners[2]] = [1 << 31 | 0b11, 1 << 31 | 0b001, 1 << 31 | 0b100];
    partners[31] = u32::MAX;
    partners
};

/// The sizes around a workgroup of the grid and a workgroup of pairs, and sizes whose sums take more than one workgroup.
const CROWDS: [usize; 15] = [0, 1, 2, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1023, 2500, 4097];

#[test]
fn bodies_are_sorted_into_cells_as_by_the_twin() {
    let mut random = Random::new(4);
    for size in CROWDS {
        let (placed, traits) = bodies(&mut random, size);
        let expected = twins::grid(&placed, &traits);
        for gpu in gpu::all() {
            let mut found = gpu.grid(&placed, &traits).unwrap();
            assert_eq!(found.starts, expected.starts, "{size} on {}", gpu.adapter().name);
            // Atomics put the items of a bucket in any order.
            for bucket in found.starts.windows(2) {
                found.items[bucket[0] as usize..bucket[1] as usize].sort_by_key(|item| item.body);
            }
            assert!(found == expected, "{size} on {}", gpu.adapter().name);
        }
    }
}

#[test]
fn pairs_are_those_of_the_twin_and_of_brute_force() {
    let mut random = Random::new(5);
    let mut most = 0;
    for size in CROWDS {
        let (placed, traits) = bodies(&mut random, size);
        let grid = twins::grid(&placed, &traits);
        let mut expected = twins::pairs(&grid, &traits, &PARTNERS);
        expected.sort_unstable();
        assert_eq!(expected, all_pairs(&grid.items, &traits), "{size}");
        most = most.max(expected.len());
        for gpu in gpu::all() {
            let room = expected.len() as u32 + 5;
            let (mut found, count) = gpu.grid_pairs(&grid, &traits, PARTNERS, room).unwrap();
            found.sort_unstable();
            assert_eq!(count as usize, expected.len());
            assert!(found == expected, "{size} on {}", gpu.adapter().name);
            // With too little room all pairs are counted, and as many as fit are returned, each once.
            let room = expected.len() as u32 / 2;
            let (mut some, count) = gpu.grid_pairs(&grid, &traits, PARTNERS, room).unwrap();
            some.sort_unstable();
            assert_eq!((count as usize, some.len()), (expected.len(), room as usize));
            some.dedup();
            assert!(
                some.len() == room as usize && some.iter().all(|pair| expected.binary_search(pair).is_ok())
            );
        }
    }
    assert!(most > 10_000, "{most}");
}

fn all_pairs(items: &[Item], traits: &[Traits]) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    for (k, a) in items.iter().enumerate() {
        for b in &items[..k] {
            let [p, q] = [a, b].map(|item| &traits[item.body as usize]);
            let layers_match = p.layer & q.against != 0 && q.layer & p.against != 0;
            let boxes_meet = (0..2).all(|k| a.min[k] <= b.max[k] && b.min[k] <= a.max[k]);
            let is_one_group = p.group != 0 && p.group == q.group;
            if boxes_meet && layers_match && !is_one_group && a.owner != b.owner && a.world == b.world {
                pairs.push([a.body.min(b.body), a.body.max(b.body)]);
            }
        }
    }
    pairs.sort_unstable();
    pairs
}

//! The kernels that whole frames stand on, each alone against its plain twin, at every size around the seams of blocks.
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used)]

mod common;
mod gpu;

use common::{Random, cases};
use kasuri::cpu;

/// Words and pairs a block.
const BLOCK: usize = 1024;

/// 0 and 1, a thread's worth, a block, and around each; then several blocks.
fn sizes() -> Vec<usize> {
    // Up to 8 blocks one workgroup does it alone.
    let seams = [1, 4, 256, BLOCK, 2 * BLOCK, 8 * BLOCK, 9 * BLOCK];
    let around = seams.iter().flat_map(|&seam| [seam - 1, seam, seam + 1]);
    around.chain(past_a_block_of_blocks()).collect()
}

/// Where the blocks' sums take more than one round: past 256 blocks, and in the long mode past as many blocks as words.
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
        let expected = cpu::scan(&words);
        for gpu in gpu::all() {
            assert_eq!(gpu.scan(&words).unwrap(), expected, "{size} words on {}", gpu.adapter().name);
        }
    }
}

#[test]
fn sums_wrap_alike() {
    let words = vec![u32::MAX / 3; 3000];
    for gpu in gpu::all() {
        assert_eq!(gpu.scan(&words).unwrap(), cpu::scan(&words));
    }
}

#[test]
fn pairs_are_sorted_as_by_the_twin_and_by_the_library() {
    let mut random = Random::new(2);
    for size in sizes() {
        // Bodies of one byte, of two, of three; many pairs of few firsts, which tells whether a pass is stable.
        let bodies = random.pick(&[200, 256, 257, 65_536, 1_000_000]);
        let firsts = random.pick(&[1, 3, bodies]);
        let mut body = |below: u32| random.below(below.into()) as u32;
        let pairs: Vec<[u32; 2]> = (0..size).map(|_| [body(firsts), body(bodies)]).collect();
        let expected = cpu::sort(&pairs, bodies);
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
        assert_eq!(gpu.sort(&pairs, u32::MAX).unwrap(), cpu::sort(&pairs, u32::MAX));
    }
}

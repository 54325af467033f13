//! Pairs of masks by parry2d's `Voxels`, one square for each texel. Squares that only touch hit, unlike texels.

use std::hint::black_box;

use parry2d::math::{IVector, Pose, Vector};
use parry2d::query;
use parry2d::shape::Voxels;

use crate::workloads::masks::{Heap, turns};
use crate::{Job, Work, Workload};

pub(super) const LIST: &[Workload] = &[
    Workload { name: "w5-touching-64", by: "parry Voxels", about: "", prepare: touching },
    Workload { name: "w5-turned-64", by: "parry Voxels", about: "", prepare: turned },
];

/// The masks of a heap, each with its middle at the origin.
fn voxels(heap: &Heap) -> Vec<Voxels> {
    let (size, half) = (heap.size as i32, heap.size as i32 / 2);
    let voxels = |texels: &Vec<bool>| {
        let solid = (0..size * size).filter(|&k| texels[k as usize]);
        let grid: Vec<IVector> = solid.map(|k| IVector::new(k % size - half, k / size - half)).collect();
        Voxels::new(Vector::new(1.0, 1.0), &grid)
    };
    heap.texels.iter().map(voxels).collect()
}

fn meets([a, b]: [(&Pose, &Voxels); 2]) -> bool {
    query::intersection_test(a.0, a.1, b.0, b.1).is_ok_and(|met| met.intersecting)
}

fn touching() -> Job {
    let heap = Heap::new(64);
    let voxels = voxels(&heap);
    heap.timed(voxels, |a, b, [x, y]| {
        let at = Pose::from_translation(Vector::new(x as f32, y as f32));
        meets([(&Pose::IDENTITY, a), (&at, b)]).into()
    })
}

/// The timed part includes sine and cosine, as in Kasuri. The squares turn; no pixels are computed.
fn turned() -> Job {
    let heap = Heap::new(64);
    let (voxels, turns) = (voxels(&heap), turns(64));
    let still = Pose::from_translation(Vector::new(500.0, 500.0));
    Box::new(move |clock| {
        let is_hit = |(k, &([x, y], angle)): (usize, &([f64; 2], f64))| {
            let at = Pose::new(Vector::new(x as f32, y as f32), angle as f32);
            meets([(&at, &voxels[k % 8]), (&still, &voxels[0])])
        };
        let hits = clock.time(|| black_box(&turns).iter().enumerate().map(is_hit).filter(|&hit| hit).count());
        Work { checksum: hits as u64, ..Work::of(turns.len()) }
    })
}

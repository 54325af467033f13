//! Tests that a batch of poses on a GPU gives the same answers and errors as on the CPU.
#![cfg(feature = "gpu")]
#![allow(missing_docs, clippy::unwrap_used)]

mod gpu;
mod support;

use std::sync::Arc;

use kasuri::batch::{Batch, BoxPoses, CirclePoses, Poses, ShapePoses, SpritePoses};
use kasuri::{Mask, Shape, Touching};
use support::{Random, refusal};

#[test]
fn a_gpu_answers_as_the_cpu_does() {
    let random = &mut Random::new(3);
    let n = 700;
    let mut column =
        |least: f64, most: f64| (0..n).map(|_| random.between(least, most)).collect::<Vec<f64>>();
    let sides = [(); 2].map(|()| {
        [column(0.0, 30.0), column(0.0, 30.0), column(0.0, 9.0), column(0.0, 9.0), column(-7.0, 7.0)]
    });
    let index: Vec<u32> = (0..n as u32).map(|k| k * 7 % 2).collect();
    let shapes = [
        Shape::polygon(&[[-6.0, -5.0], [7.0, -3.0], [0.0, 8.0]]).unwrap(),
        Shape::capsule([-5.0, 0.0], [5.0, 1.0], 2.0).unwrap(),
    ];
    // A small blob in the middle of a mask that is large enough for a GPU.
    let blob = |step: i32| {
        let is_in = |x: i32, y: i32| (26..39).contains(&x) && (24..41).contains(&y);
        Arc::new(Mask::from_fn(64, 64, |x, y| is_in(x, y) && (x * step + y * 3) % 5 < 3).unwrap())
    };
    let masks = [blob(1), blob(2)];
    let poses = |side: usize| -> [Poses<'_>; 4] {
        let [x, y, hx, hy, angle] = &sides[side];
        [
            BoxPoses { x, y, hx, hy, angle }.into(),
            CirclePoses { x, y, r: hx }.into(),
            ShapePoses { shapes: &shapes, shape: &index, x, y, angle }.into(),
            SpritePoses { masks: &masks, mask: &index, x, y, angle }.into(),
        ]
    };
    for device in gpu::all() {
        for touching in [Touching::Counts, Touching::Ignored] {
            for (first, second) in [(0, 0), (1, 0), (2, 0), (2, 2), (3, 3), (3, 1)] {
                let (a, b) = (poses(0)[first], poses(1)[second]);
                let (here, there) =
                    (Batch::new().touching(touching), Batch::new().touching(touching).gpu(device));
                let right = here.overlaps(a, b).unwrap();
                assert!(right.count() > 50 && right.count() < n as u64 - 50, "{first} {second}");
                assert_eq!(there.uses_gpu(a, b), [first, second] == [3, 3]);
                assert!(!here.uses_gpu(a, b));
                assert_eq!(there.overlaps(a, b).unwrap(), right, "{first} {second} {touching:?}");
                assert_eq!(there.hits(a, b).unwrap(), here.hits(a, b).unwrap());
                assert_eq!(there.separations(a, b).unwrap(), here.separations(a, b).unwrap());
            }
        }
        let there = Batch::new().gpu(device);
        let mut broken = sides[1][0].clone();
        broken[600] = f64::NAN;
        let circles = CirclePoses { x: &broken, y: &sides[1][1], r: &sides[1][2] };
        assert_eq!(refusal(there.overlaps(poses(0)[0], circles)), "b.x[600]: NaN is not a finite number");
        let none: [f64; 0] = [];
        let nobody = CirclePoses { x: &none, y: &none, r: &none };
        assert!(there.overlaps(nobody, nobody).unwrap().is_empty());
    }
}

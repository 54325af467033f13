//! Measures whole frames on a software GPU: how time grows with the bodies, and how much is sent and read.
#![cfg(feature = "gpu")]
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod common;
mod gpu;
#[path = "common/pace.rs"]
mod pace;

use std::sync::Arc;

use common::{Random, cases};
use kasuri::Layers;
use kasuri::gpu::{Crowd, FrameReport, Gpu, Member};
use kasuri::lattice::Point;
use kasuri::{Mask, Placement, mask::Sprite, query::Form};
use pace::all_seconds;

/// Discs of 8 to 24 px, each with about one neighbor, all of which move.
struct Swarm {
    crowd: Crowd,
    side: i32,
    places: Vec<[i32; 2]>,
    steps: Vec<[i32; 2]>,
}

impl Swarm {
    fn new(gpu: &Gpu, count: usize) -> Swarm {
        let mut random = Random::new(5);
        let masks: Vec<Arc<Mask>> = (8..=24)
            .map(|d: i32| {
                let middle = |x: i32| (2 * x + 1).abs_diff(d).pow(2);
                Arc::new(
                    Mask::from_fn(d as usize, d as usize, |x, y| middle(x) + middle(y) <= (d * d) as u32)
                        .unwrap(),
                )
            })
            .collect();
        let side = (32.0 * 256.0 * (count as f64).sqrt()) as i32;
        let mut any = |below: i32| random.below(below as u64) as i32;
        let mut swarm = Swarm { crowd: gpu.crowd(), side, places: Vec::new(), steps: Vec::new() };
        for k in 0..count {
            let mask = &masks[any(17) as usize];
            let form = Form::Sprite(Sprite::place(mask, &Placement::default(), None).unwrap());
            let member = Member {
                form: &form,
                at: Point::default(),
                layers: Layers::default(),
                margin: -1,
                owner: k as u32,
                world: 0,
            };
            swarm.crowd.push(member).unwrap();
            swarm.places.push([any(side), any(side)]);
            swarm.steps.push([any(1537) - 768, any(1537) - 768]);
        }
        swarm
    }

    /// Moves everything; bodies turn back at the walls.
    fn advance(&mut self) {
        for (k, (place, step)) in self.places.iter_mut().zip(&mut self.steps).enumerate() {
            for axis in 0..2 {
                place[axis] += step[axis];
                if !(0..self.side).contains(&place[axis]) {
                    step[axis] = -step[axis];
                    place[axis] = place[axis].clamp(0, self.side);
                }
            }
            self.crowd.move_to(k as u32, Point::new(place[0], place[1])).unwrap();
        }
    }

    /// Returns one frame's time, in milliseconds, and its report.
    fn time_one(&mut self) -> (f64, FrameReport) {
        self.advance();
        let before = all_seconds();
        let report = self.crowd.frame().unwrap().report;
        (1000.0 * (all_seconds() - before), report)
    }

    /// Returns the fastest of some frames; busy machines are slower at times.
    fn time(&mut self, frames: usize) -> f64 {
        for _ in 0..2 {
            self.time_one();
        }
        let times = (0..frames).map(|_| {
            let (time, report) = self.time_one();
            assert_eq!((report.submissions, report.waits, report.bytes_tables), (1, 1, 0));
            assert_eq!(report.bytes_moved, 8 * self.places.len() as u64);
            time
        });
        times.fold(f64::INFINITY, f64::min)
    }
}

/// Time grows within a factor of 1.3 of linear for each decade, from 10,000 to a million bodies in the long mode.
#[test]
fn time_grows_as_the_bodies_do() {
    let (sizes, frames): (&[usize], usize) =
        if cases(0, 1) == 1 { (&[10_000, 100_000, 1_000_000], 7) } else { (&[1000, 10_000], 4) };
    for gpu in gpu::all().iter().filter(|gpu| gpu.adapter().name.contains("llvmpipe")) {
        let times: Vec<f64> = sizes.iter().map(|&size| Swarm::new(gpu, size).time(frames)).collect();
        println!("{sizes:?} bodies on {}: {times:.2?} ms", gpu.adapter().name);
        for decade in times.windows(2) {
            // A few frames of few bodies are inaccurate.
            let most = if cases(0, 1) == 1 { 1.3 } else { 3.0 };
            assert!(decade[1] < 10.0 * most * decade[0], "{decade:?}");
        }
    }
}

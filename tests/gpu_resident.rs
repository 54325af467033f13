//! Tests that positions are snapped on the device as by the CPU, and that the example of resident data finds what a `World` finds.
#![cfg(feature = "gpu")]
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod common;
mod gpu;
#[allow(dead_code, unreachable_pub, missing_docs)]
#[path = "../examples/resident.rs"]
mod resident;

use std::collections::HashMap;

use common::{Random, cases};
use kasuri::gpu::{FrameVerdict, Gpu, layout::Outcome};
use kasuri::lattice::Point;
use kasuri::{Body, Handle, Shape, World};
use resident::Game;

/// Returns the lattice coordinate of an f32 given by its bits; for one beyond the world, and for what is no number, the one past
/// its edge.
fn snapped(bits: u32) -> i32 {
    let x = f32::from_bits(bits);
    // The errors of numbers far beyond the world take long to make.
    let x = if x.abs() <= 3e6 { x } else { 3e6_f32.copysign(x) };
    let sign = if x.is_sign_negative() { -1 } else { 1 };
    Point::snapped([f64::from(x), 0.0]).map_or(sign * ((1 << 29) + 1), |at| at.x)
}

fn check_snap(gpu: &Gpu, bits: &[u32]) {
    let places: &[[f32; 2]] = bytemuck::cast_slice(bits);
    let found = gpu.snap(places).unwrap();
    for (&bits, &found) in bits.iter().zip(found.as_flattened()) {
        assert_eq!(found, snapped(bits), "{bits:#x} on {}", gpu.adapter().name);
    }
}

/// Every f32 in the long mode. Else for each exponent the numbers at its ends, those around ties, and some others.
#[test]
fn every_position_is_snapped_as_by_the_cpu() {
    const CHUNK: u64 = 1 << 24;
    for gpu in gpu::all() {
        if cases(0, 1) == 1 {
            for from in (0..1u64 << 32).step_by(CHUNK as usize) {
                let bits: Vec<u32> = (from..from + CHUNK).map(|bits| bits as u32).collect();
                check_snap(gpu, &bits);
            }
            continue;
        }
        let mut random = Random::new(57);
        let mut bits = Vec::new();
        for (exponent, sign) in (0..256u32).flat_map(|exponent| [(exponent, 0), (exponent, 1 << 31)]) {
            let one = |mantissa: u32| sign | exponent << 23 | mantissa & 0x7f_ffff;
            let ties = (0..24).flat_map(|k| {
                let tie = (1u32 << k) >> 1;
                [tie, tie.wrapping_sub(1), tie + 1, tie | 1 << k, (tie | 1 << k) - 1, (tie | 1 << k) + 1]
            });
            bits.extend(ties.map(one));
            bits.extend((0..1000).map(|_| one(random.bits() as u32)));
        }
        check_snap(gpu, &bits);
    }
}

/// A `World` with the bodies of the example.
fn world_of(ships: u32, bodies: u32) -> (World, Vec<Handle>) {
    let mut world = World::new();
    let shapes = [Shape::circle(12.0).unwrap(), Shape::rect([6.0, 2.0]).unwrap()];
    let spawn = |body: u32| {
        let [ship, bullet] = &shapes;
        let (shape, layer, against) = if body < ships { (ship, 1, 2) } else { (bullet, 2, 1) };
        world.spawn(Body::new(shape.clone()).layer(layer).against(against)).unwrap()
    };
    let handles = (0..bodies).map(spawn).collect();
    (world, handles)
}

/// The program of the example on its own device: its positions, its hits and its damage are those of a `World`. The host sends at
/// most 4 KiB a frame, and 128 bytes come back.
#[test]
fn the_example_finds_what_a_world_finds() {
    let frames = cases(40, 300);
    let (ships, bodies) = (cases(60, 1000) as u32, cases(3000, 100_000) as u32);
    for name in gpu::names() {
        let adapter = gpu::adapter(&name, Default::default());
        let (device, queue) = pollster::block_on(adapter.request_device(&Default::default())).unwrap();
        let mut game = Game::new(device, queue, ships, bodies).unwrap();
        let gpu = game.crowd.gpu().clone();
        let (mut world, handles) = world_of(ships, bodies);
        let index: HashMap<Handle, u32> = handles.iter().copied().zip(0..).collect();
        let mut damage = vec![0u32; bodies as usize];
        let (mut answered, mut all_hits, mut voids) = (0, 0, 0);
        while answered < frames {
            let frame = game.step().unwrap();
            let outcome: Outcome = gpu::read(&gpu, &frame.outcome, 1)[0];
            let report = game.crowd.report().unwrap();
            assert_eq!((report.number, report.hits), (frame.number, outcome.hits));
            if outcome.is_void == 1 {
                assert_eq!((report.verdict, outcome.groups, outcome.hits), (FrameVerdict::NoRoom, [0; 3], 0));
                voids += 1;
                assert!(voids < 8, "{report:?}");
                continue;
            }
            assert_eq!(report.verdict, FrameVerdict::Answered);
            if answered > 4 {
                assert!(report.bytes_sent <= 4096 && report.bytes_back <= 128, "{report:?}");
            }
            let at: Vec<[f32; 2]> = gpu::read(&gpu, &game.positions, bodies as usize);
            world.set_positions(&handles, &at).unwrap();
            let step = world.step().unwrap();
            let expected: Vec<[u32; 2]> = step.hits().map(|hit| [index[&hit.a], index[&hit.b]]).collect();
            let hits: Vec<[u32; 2]> = gpu::read(&gpu, &frame.hits, outcome.hits as usize);
            assert_eq!(hits, expected, "frame {answered} on {name}");
            hits.iter().for_each(|hit| damage[hit[0] as usize] += 1);
            all_hits += hits.len();
            answered += 1;
        }
        let found: Vec<u32> = gpu::read(&gpu, &game.damage, bodies as usize);
        assert_eq!(found, damage, "{name}");
        println!("{frames} frames of {bodies} bodies on {name}: {all_hits} hits, {voids} void frames");
        assert!(all_hits > frames);
    }
}

//! The bullet hell of the LÖVE and C# examples, played with the Rust API, without pictures. For each frame it prints
//! the frame's number, the numbers of hits and grazes, and a sum over the hits. The examples print the same lines.
#![allow(clippy::print_stdout)]

use std::f64::consts::TAU;
use std::sync::Arc;

use kasuri::{Body, Look, Mask, Placement, Region, Result, Shape, World};

const PLAYER: u32 = 1;
const BULLET: u32 = 2;
const MOON: u32 = 4;
const BULLETS: i64 = 5000;
const MOONS: i64 = 60;
const FRAMES: i64 = 300;
const AGE: i64 = 241;

/// Returns 64 directions around a circle, each of length 256, with integers only.
fn ways() -> [[i64; 2]; 64] {
    let (mut x, mut y) = (1_i64 << 16, 0_i64);
    [(); 64].map(|()| {
        let way = [x >> 8, y >> 8];
        x -= (y * 6434) >> 16;
        y += (x * 6434) >> 16;
        way
    })
}

/// Returns a position that moves between -half and half.
fn swing(time: i64, half: i64) -> f64 {
    ((time % (4 * half) - 2 * half).abs() - half) as f64
}

fn main() -> Result<()> {
    let ways = ways();
    let bullet = Arc::new(Mask::from_fn(16, 8, |x, y| (2 * x - 15).pow(2) + 4 * (2 * y - 7).pow(2) < 220)?);
    let moon = Arc::new(Mask::from_fn(32, 32, |x, y| {
        (2 * x - 31).pow(2) + (2 * y - 31).pow(2) < 900 && (2 * x - 45).pow(2) + (2 * y - 20).pow(2) >= 300
    })?);
    let ship = Arc::new(Mask::from_fn(32, 32, |x, y| (2 * x - 31).abs() <= y)?);
    let mut world = World::builder().bounds([0.0, 0.0], [960.0, 720.0]).build()?;
    let look = Look::from(ship).region(Region::new("core", Shape::circle(3.0)?));
    let ship = world.spawn(Body::new(look).layer(PLAYER).against(BULLET).graze(12.0))?;
    let moons = world.spawn_many(MOONS as usize, |_| Body::sprite(&moon).layer(MOON).against(BULLET))?;
    let way = |k: i64| k * 7 % 64;
    let angle = |k: i64| way(k) as f64 * (TAU / 64.0);
    let bullets = world.spawn_many(BULLETS as usize, |k| {
        Body::sprite(&bullet).turned(angle(k as i64)).layer(BULLET).against(PLAYER | MOON)
    })?;
    for frame in 0..FRAMES {
        let at = |k: i64| {
            let (by, speed, age) = (ways[way(k) as usize], 2 + k % 5, (frame + k * 37 % AGE) % AGE);
            let from = [240 + 240 * (k % 3), 160];
            [0, 1].map(|i| (from[i] * 256 + ((by[i] * speed) >> 2) * age) as f64 / 256.0)
        };
        world.set_positions(&bullets, &(0..BULLETS).map(at).collect::<Vec<_>>())?;
        let moon = |j: i64| {
            let at = [(80 + j % 12 * 72) as f64 + swing(frame + j * 13, 32), (260 + j / 12 * 80) as f64];
            Placement::at(at).turned(j as f64 * 0.3 + frame as f64 * 0.02)
        };
        world.set_placements(&moons, &(0..MOONS).map(moon).collect::<Vec<_>>())?;
        world.edit(ship).position([480.0 + 3.0 * swing(frame, 64), 500.0])?;
        let step = world.step()?;
        let (mut count, mut sum) = (0, 0_u32);
        for hit in step.hits() {
            let [a, b] = [hit.a, hit.b].map(|body| body.to_bits() as u32);
            let told =
                a.wrapping_mul(8192).wrapping_add(b.wrapping_mul(4)).wrapping_add(hit.regions[0].into());
            sum = sum.wrapping_mul(31).wrapping_add(told);
            count += 1;
        }
        println!("{frame} {count} {} {sum}", step.grazes().len());
    }
    Ok(())
}

//! Scene F with the Rust API, the reference for the speed of the bindings. bench/scene_f.c describes the scene. With the
//! argument `f32` the angles are those that a host with 32-bit angles can give, such as Godot.
#![allow(clippy::print_stdout)]

use std::sync::Arc;
use std::time::Instant;

use kasuri::{Body, Handle, Mask, Result, World};

const BULLETS: usize = 10_000;
const BODIES: usize = 10_200;
const FRAMES: usize = 120;
const TIMED: usize = 100;

struct Random(u32);

impl Random {
    fn below(&mut self, n: i32) -> i32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        ((u64::from(self.0) * n as u64) >> 32) as i32
    }
}

fn disc(side: i32) -> Result<Arc<Mask>> {
    let square = |x: i32| (2 * x - side + 1) * (2 * x - side + 1);
    let is_solid = |x: i32, y: i32| 100 * (square(x) + square(y)) < 79 * side * side;
    Ok(Arc::new(Mask::from_fn(side as usize, side as usize, is_solid)?))
}

fn play(name: &str, turn: f64, spin: f64) -> Result<()> {
    let is_rounded = std::env::args().any(|argument| argument == "f32");
    let told = |angle: f64| if is_rounded { f64::from(angle as f32) } else { angle };
    let (small, large, mut random) = (disc(8)?, disc(64)?, Random(6));
    let mut world = World::builder().threads(1).build()?;
    let (mut at, mut by, mut angles) = (Vec::new(), Vec::new(), Vec::new());
    for k in 0..BODIES {
        let fastest = if k < BULLETS { 6 * 256 } else { 2 * 256 };
        at.push([random.below(1920 * 256), random.below(1080 * 256)]);
        by.push([(); 2].map(|()| random.below(2 * fastest + 1) - fastest));
        angles.push(turn * k as f64);
    }
    let bodies: Vec<Handle> = world.spawn_many(BODIES, |k| {
        let (mask, layer, against) = if k < BULLETS { (&small, 1, 2) } else { (&large, 2, 1) };
        Body::sprite(mask).turned(told(angles[k])).layer(layer).against(against)
    })?;
    let (mut places, mut turns) = (vec![[0.0; 2]; BODIES], vec![0.0; BODIES]);
    let (mut times, mut sum) = (Vec::new(), 0_u64);
    for frame in 0..FRAMES {
        for k in 0..BODIES {
            for (i, most) in [1920 * 256, 1080 * 256].into_iter().enumerate() {
                at[k][i] += by[k][i];
                if at[k][i] < 0 || at[k][i] > most {
                    by[k][i] = -by[k][i];
                    at[k][i] += 2 * by[k][i];
                }
                places[k][i] = f64::from(at[k][i]) / 256.0;
            }
            angles[k] += spin;
            turns[k] = told(angles[k]);
        }
        let before = Instant::now();
        world.set_positions(&bodies, &places)?;
        if spin != 0.0 {
            world.set_angles(&bodies, &turns)?;
        }
        for hit in world.step()?.hits() {
            let pair = (hit.a.to_bits() as u32).wrapping_mul(10_200).wrapping_add(hit.b.to_bits() as u32);
            sum = sum.wrapping_mul(31).wrapping_add(pair.into());
        }
        if frame >= FRAMES - TIMED {
            times.push(before.elapsed().as_secs_f64() * 1e6);
        }
    }
    times.sort_by(f64::total_cmp);
    println!("{name} {:.1} {sum:016x}", times[TIMED / 2]);
    Ok(())
}

fn main() -> Result<()> {
    play("upright", 0.0, 0.0)?;
    play("turned", 0.7, 0.0)?;
    play("spin", 0.7, 0.05)
}

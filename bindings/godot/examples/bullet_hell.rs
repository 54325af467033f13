//! The bullet hell of `demo/bullet_hell` without Godot: it prints the same hashes.
#![allow(clippy::print_stdout, reason = "its lines are its result")]

use std::sync::Arc;

use kasuri::{Area, Body, Filter, Handle, Layers, Look, Mask, Region, Shape, Vec2, World};

const SHIP: u32 = 1;
const BULLET: u32 = 2;
const MOTH: u32 = 4;
const LASER: u32 = 8;

fn main() -> kasuri::Result<()> {
    let ways = ways();
    let mut world = World::builder().bounds([0.0, 0.0], [640.0, 720.0]).build()?;
    let star = Arc::new(Mask::from_fn(41, 41, |i, j| (i - 20).abs() * (j - 20).abs() < 40)?);
    let hull = Arc::new(Mask::from_fn(24, 20, |i, j| (i - 12).abs() * 3 < j + 6 && j > 1)?);
    let dart = Arc::new(Mask::from_fn(14, 7, |i, j| (j - 3).abs() * 4 < 14 - i)?);
    let moth = Look::new(star).pivot([20.5, 20.5]);
    let moth = world.spawn(Body::new(moth).at([320.0, 200.0]).layer(MOTH).against(SHIP))?;
    let core = Region::new("core", Shape::circle(2.0)?).against(BULLET + LASER);
    let ship = Body::new(Look::new(hull).pivot([12.0, 10.0]).region(core)).at([320.0, 600.0]);
    let ship = world.spawn(ship.layer(SHIP).against(0).graze(24.0))?;
    let laser = Body::chain(&[[0.0, 0.0], [0.0, 10.0]], 3.0).at([320.0, 200.0]);
    let laser = world.spawn(laser.layer(LASER).against(SHIP))?;
    let layers = Layers::new(BULLET, SHIP);
    let bullet = Body::sprite(&dart).layer(layers.layer).against(layers.against).despawn_beyond(16.0);
    let (mut bodies, mut at, mut velocities): (Vec<Handle>, Vec<Vec2>, Vec<Vec2>) = Default::default();
    let (mut hits, mut grazes) = (0, 0);
    for frame in 1..=600_i32 {
        let ahead = f64::from(frame % 600);
        let x = if ahead < 300.0 { 20.0 + ahead * 2.0 } else { 1220.0 - ahead * 2.0 };
        world.edit(ship).position([x, f64::from(600 - frame % 64)])?;
        world.edit(moth).angle(f64::from(frame) / 64.0)?;
        let points = (0..12).map(|j| {
            let [x, y] = ways[((frame + j * 7) % 64) as usize];
            [f64::from(x * j * 3) / 256.0, f64::from(j * 40 * 256 + y) / 256.0]
        });
        world.edit(laser).look(Shape::chain(&points.collect::<Vec<_>>(), 3.0)?)?;
        if frame % 3 == 0 {
            for k in 0..64 {
                let turn = (k + frame) % 64;
                let velocity = ways[turn as usize].map(|v| f64::from(v) * f64::from(3 + k % 4) / 16.0);
                let angle = f64::from((f64::from(turn) * 0.098_174_770_424_681_03) as f32);
                bodies.push(world.spawn(bullet.clone().at([320.0, 200.0]).turned(angle))?);
                at.push(Vec2::new(320.0, 200.0));
                velocities.push(velocity.into());
            }
        }
        for (at, velocity) in at.iter_mut().zip(&velocities) {
            *at += *velocity * (1.0 / 60.0);
        }
        world.set_positions(&bodies, &at)?;
        let step = world.step()?;
        hits += step.began().len();
        grazes += step.grazes().len();
        for _ in step.began().iter().filter(|hit| hit.involves(ship)) {
            world.edit(ship).invulnerable(90)?;
            let place = world.get(ship)?.at();
            world.remove_overlapping(Area::circle(place, 60.0), Filter::against(BULLET))?;
        }
        let living: Vec<bool> = bodies.iter().map(|&body| world.contains(body)).collect();
        let mut is_alive = living.iter().copied().cycle();
        bodies.retain(|_| is_alive.next() == Some(true));
        let mut is_alive = living.iter().copied().cycle();
        at.retain(|_| is_alive.next() == Some(true));
        let mut is_alive = living.iter().copied().cycle();
        velocities.retain(|_| is_alive.next() == Some(true));
        if frame % 100 == 0 {
            println!("{frame:5} {:016x}", world.hash());
        }
    }
    println!("{hits} hits, {grazes} grazes, {} bullets", bodies.len());
    Ok(())
}

/// Returns 64 directions around a circle, with integers only: each is the previous one turned a little.
fn ways() -> Vec<[i32; 2]> {
    let (mut x, mut y) = (65536_i64, 0_i64);
    let mut ways = Vec::new();
    for _ in 0..64 {
        ways.push([(x >> 8) as i32, (y >> 8) as i32]);
        x -= (y * 6434) >> 16;
        y += (x * 6434) >> 16;
    }
    ways
}

//! The game of `demo/rollback` without Godot, with all inputs known at once: it prints the same hashes.
#![allow(clippy::print_stdout, reason = "its lines are its result")]

use kasuri::{Body, Handle, Shape, Vec2, World};

/// The input of a player in a frame: -1, 0 or 1 on both axes, changed now and then.
fn pressed(player: i32, at: i32) -> [i32; 2] {
    let k = (at / (7 + player * 4)) * 31 + player * 17;
    [k % 3 - 1, (k / 3) % 3 - 1]
}

fn main() -> kasuri::Result<()> {
    let mut world = World::builder().bounds([0.0, 0.0], [320.0, 240.0]).build()?;
    let hull = Shape::polygon(&[[-8.0, -6.0], [8.0, -6.0], [0.0, 9.0]])?;
    let mut at = [Vec2::new(160.0, 40.0), Vec2::new(160.0, 200.0)];
    let mut ships: Option<[Handle; 2]> = None;
    let mut shots: [Vec<(Handle, Vec2, Vec2)>; 2] = Default::default();
    let mut hits = 0;
    for frame in 0..600 {
        for k in 0..2 {
            let input = pressed(k as i32, frame).map(f64::from);
            at[k].x = (at[k].x + 2.0 * input[0]).clamp(10.0, 310.0);
            at[k].y = (at[k].y + 2.0 * input[1]).clamp(10.0, 230.0);
            if (frame + 1) % 5 == 0 {
                let shot = Body::circle(3.0).layer(4).against(2 >> k).despawn_beyond(8.0).at(at[k]);
                let velocity = Vec2::new(input[0] * 32.0, 128.0 - 256.0 * k as f64);
                shots[k].push((world.spawn(shot)?, at[k], velocity));
            }
        }
        // As in Godot, the nodes get their bodies in the first step.
        if let Some(ships) = ships {
            world.set_positions(&ships, &at)?;
        } else {
            // Godot keeps the angle as an f32.
            let ship = |k: usize| {
                let angle = f64::from((std::f64::consts::PI * k as f64) as f32);
                Body::new(hull.clone()).at(at[k]).turned(angle).layer(1 << k).graze(10.0)
            };
            ships = Some([world.spawn(ship(0))?, world.spawn(ship(1))?]);
        }
        for (body, at, velocity) in shots.iter_mut().flatten() {
            *at += *velocity * (1.0 / 64.0);
            world.edit(*body).position(*at)?;
        }
        hits += world.step()?.began().len();
        shots.iter_mut().for_each(|shots| shots.retain(|&(body, ..)| world.contains(body)));
        if (frame + 1) % 100 == 0 {
            println!("{:5} {:016x}", frame + 1, world.hash());
        }
    }
    println!("{hits} hits");
    Ok(())
}

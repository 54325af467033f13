//! A game loop: a ship flies below fans of bullets, grazes some, and is hit in the end. Run it with
//! `cargo run --example game`.
#![allow(clippy::print_stdout)]

use std::f64::consts::PI;
use std::sync::Arc;

use kasuri::{Area, Body, Filter, Handle, Mask, Region, Shape, World, travel::Response};

const PLAYER: u32 = 1;
const BULLET: u32 = 2;
const WALL: u32 = 4;

struct Bullet {
    body: Handle,
    velocity: [f64; 2],
}

fn main() -> kasuri::Result<()> {
    let mut world = World::builder().bounds([0.0, 0.0], [320.0, 240.0]).build()?;
    let art = Arc::new(Mask::from_rows(&["...##...", "..####..", ".######.", "########", "##.##.##"])?);
    let ship =
        Body::sprite(&art).at([160.0, 200.0]).layer(PLAYER).region(Region::new("core", Shape::circle(1.0)?));
    let ship = world.spawn(ship)?;
    let core = world.get(ship)?.region_index("core");
    world.spawn(Body::rect([40.0, 4.0]).at([160.0, 225.0]).layer(WALL).against(PLAYER))?;

    let mut bullets: Vec<Bullet> = Vec::new();
    let (mut score, mut lives) = (0, 3);
    for frame in 0..600 {
        if frame % 20 == 0 {
            bullets.extend(fan(&mut world, frame)?);
        }
        fly(&mut world, &bullets)?;
        // Away from the nearest bullet, and not through the wall.
        if let Some(near) = world.nearest(world.get(ship)?.at(), 1, BULLET)?.first() {
            let away = if near.point.x < world.get(ship)?.at().x { 1.5 } else { -1.5 };
            world.travel(ship, [away, 0.0], Response::Slide)?;
        }
        world.keep_inside(ship, [0.0, 0.0], 0.0)?;

        let step = world.step()?;
        score += step.grazes().len();
        if let Some(hit) = step.between(PLAYER, BULLET).find(|hit| Some(hit.regions[0]) == core) {
            world.remove(hit.b)?;
            world.edit(ship).invulnerable(60)?;
            lives -= 1;
            println!("frame {frame}: hit by {}, {lives} lives left", hit.b);
        }
        bullets.retain(|bullet| world.contains(bullet.body));
        if lives == 0 {
            break;
        }
    }
    let left = world.overlapping(Area::rect([0.0, 0.0], [320.0, 240.0]), Filter::against(BULLET))?.len();
    println!("{score} grazes, {lives} lives left, {left} bullets on the screen");
    println!("{}", world.step()?.report());
    Ok(())
}

/// Spawns a fan of bullets that are removed 20 px outside the screen.
fn fan(world: &mut World, frame: u32) -> kasuri::Result<Vec<Bullet>> {
    let angle = |k: usize| PI * (0.1 + 0.8 * k as f64 / 24.0) + 0.05 * f64::from(frame % 7);
    let bodies = world.spawn_many(25, |_| {
        let bullet = Body::circle(3.0).at([160.0, 20.0]).layer(BULLET).against(PLAYER);
        bullet.graze(8.0).despawn_beyond(20.0)
    })?;
    let velocity = |k: usize| [1.8 * angle(k).cos(), 1.8 * angle(k).sin()];
    Ok(bodies.into_iter().enumerate().map(|(k, body)| Bullet { body, velocity: velocity(k) }).collect())
}

/// Moves all bullets in one call.
fn fly(world: &mut World, bullets: &[Bullet]) -> kasuri::Result<()> {
    let mut places = Vec::with_capacity(bullets.len());
    for bullet in bullets {
        let at = world.get(bullet.body)?.at();
        places.push([at.x + bullet.velocity[0], at.y + bullet.velocity[1]]);
    }
    let bodies: Vec<Handle> = bullets.iter().map(|bullet| bullet.body).collect();
    world.set_positions(&bodies, &places)
}

//! A whole game in one file: bullets that turn as they fly, a laser, a ship with a small core, grazes, lives, and a replay.
//! examples/tutorial/README.md walks through it. The same game in seven other languages lies beside it, and all print the
//! same hashes. Run it with `cargo run --example tutorial`.
#![allow(clippy::print_stdout)]
use std::f64::consts::TAU;
use std::sync::Arc;

use kasuri::det::{self, RandomStream};
use kasuri::{Body, Handle, Mask, Recorder, Recording, Region, Shape, Vec2, World};

// A layer is a bit. Each body has the layers that it is on, and the layers that it can hit.
const SHIP: u32 = 1;
const BULLET: u32 = 2;
const LASER: u32 = 4;

const SHIP_PICTURE: [&str; 7] =
    ["....#....", "...###...", "...###...", "..#####..", ".#######.", "#########", "##.....##"];
const BULLET_PICTURE: [&str; 3] = ["..####...", "#########", "..####..."];

const BOSS: Vec2 = Vec2::new(192.0, 96.0);

struct Bullet {
    body: Handle,
    at: Vec2,
    velocity: Vec2,
}

/// Returns a velocity in pixels a frame. The world keeps positions in steps of 1/256 px, and so does this game: then sums
/// are exact in every language, also where positions are single-precision floats.
fn velocity(direction: f64, speed: f64) -> Vec2 {
    let part = |length: f64| (length * speed * 256.0).floor() / 256.0;
    Vec2::new(part(det::cos(direction)), part(det::sin(direction)))
}

/// Plays the game and its replay. Returns what there is to tell, line by line.
pub(crate) fn play() -> kasuri::Result<Vec<String>> {
    // The world finds out what hits what. It is as large as the screen.
    let mut world = World::builder().bounds([0.0, 0.0], [384.0, 448.0]).build()?;

    // The ship looks large, but bullets and the laser hit only its core, a region. Near misses within 12 px are grazes.
    let picture = Arc::new(Mask::from_rows(&SHIP_PICTURE)?);
    let core = Region::new("core", Shape::circle(2.0)?).against(BULLET | LASER);
    let mut ship_at = Vec2::new(192.0, 400.0);
    let ship = Body::sprite(&picture).at(ship_at).layer(SHIP).against(0).region(core).graze(12.0);
    let ship = world.spawn(ship)?;

    // The laser is a long capsule that hangs from the boss. After a hit it does not hit again for 60 frames.
    let laser = Body::capsule([0.0, 0.0], [0.0, 400.0], 3.0).at(BOSS).layer(LASER).against(SHIP).cooldown(60);
    let laser = world.spawn(laser)?;

    // What all bullets have in common. A step removes bullets that are more than 16 px outside the bounds.
    let picture = Arc::new(Mask::from_rows(&BULLET_PICTURE)?);
    let model = Body::sprite(&picture).at(BOSS).layer(BULLET).against(SHIP).despawn_beyond(16.0);
    let mut bullets: Vec<Bullet> = Vec::new();

    // Random numbers that are the same everywhere: one stream for the boss, one that plays for the player.
    let (boss, player) = (RandomStream::new(1), RandomStream::new(18));
    let (mut lives, mut score, mut grazes) = (5, 0, 0);
    let (mut recorder, mut told) = (Recorder::new(), Vec::new());

    for frame in 1..=600_u32 {
        // The boss fires a ring of bullets. Each picture is turned to where its bullet flies.
        if frame % 10 == 0 {
            let mut direction = boss.split(frame.into()).between(0.0, TAU);
            for _ in 0..18 {
                let body = world.spawn(model.clone().turned(direction))?;
                bullets.push(Bullet { body, at: BOSS, velocity: velocity(direction, 1.5) });
                direction += TAU / 18.0;
            }
        }

        // The game moves everything: all bullets with one call, the ship by the player's keys, the laser by a sine.
        for bullet in &mut bullets {
            bullet.at += bullet.velocity;
        }
        let bodies: Vec<Handle> = bullets.iter().map(|bullet| bullet.body).collect();
        let places: Vec<Vec2> = bullets.iter().map(|bullet| bullet.at).collect();
        world.set_positions(&bodies, &places)?;
        let mut keys = player.split((frame / 20).into());
        ship_at.x = (ship_at.x + 2.0 * (f64::from(keys.below(3)) - 1.0)).clamp(16.0, 368.0);
        ship_at.y = (ship_at.y + 2.0 * (f64::from(keys.below(3)) - 1.0)).clamp(240.0, 432.0);
        world.edit(ship).position(ship_at)?;
        world.edit(laser).angle(0.7 * det::sin(0.02 * f64::from(frame)))?;

        // One step finds what hits now. The recorder makes it, and writes it down for the replay.
        let step = recorder.step(&mut world)?;
        grazes += step.grazes().len();
        score += 1 + 10 * step.grazes().len();
        if !step.began().is_empty() {
            lives -= 1;
            world.edit(ship).invulnerable(90)?;
        }
        bullets.retain(|bullet| world.contains(bullet.body));

        if frame % 100 == 0 || lives == 0 {
            let (count, hash) = (bullets.len(), world.hash());
            told.push(format!("frame {frame}: {count} bullets, {grazes} grazes, {lives} lives, {hash:016x}"));
        }
        if lives == 0 {
            break;
        }
    }
    told.push(format!("score {score}"));

    // The replay plays the recorded bytes again, on any machine, and ends in the same world: the same hash.
    let mut replay = Recording::new(recorder.bytes())?.replay();
    while replay.step()?.is_some() {}
    told.push(format!("replay of {} steps: {:016x}", replay.steps(), replay.world().hash()));
    Ok(told)
}

fn main() -> kasuri::Result<()> {
    play()?.iter().for_each(|line| println!("{line}"));
    Ok(())
}

//! The platformer of `demo/platformer` without Godot: it prints the same hashes. Velocities are f32 as in Godot.
#![allow(clippy::print_stdout, reason = "its lines are its result")]

use std::sync::Arc;

use kasuri::shape::{Cell, Polygon};
use kasuri::travel::Travel;
use kasuri::{Body, Filter, Handle, TileMap, Vec2, World};

const MAP: [&str; 11] = [
    "........................................",
    "........................................",
    "........................................",
    "........................................",
    "...................===..................",
    "........................................",
    "#............................/##\\......#",
    "#.........................../####\\.....#",
    "#......../##\\............../######\\....#",
    "######################...###############",
    "######################...###############",
];

/// What `KasuriCharacterBody2D` keeps.
struct Hero {
    body: Handle,
    velocity: [f32; 2],
    is_on_floor: bool,
}

fn main() -> kasuri::Result<()> {
    let mut world = World::new();
    let box_of = |bottom| Polygon::new(&[[0.0, 0.0], [16.0, 0.0], [16.0, bottom], [0.0, bottom]]);
    let kinds = [
        Cell::Polygon(Polygon::new(&[[16.0, 0.0], [16.0, 16.0], [0.0, 16.0]])?),
        Cell::Polygon(box_of(16.0)?),
        Cell::Polygon(box_of(4.0)?).one_way([0.0, -1.0]),
        Cell::Polygon(Polygon::new(&[[0.0, 0.0], [0.0, 16.0], [16.0, 16.0]])?),
    ];
    // The used cells begin in the row 4.
    let rows = &MAP[4..];
    let map = TileMap::from_fn([16.0, 16.0], [40, rows.len()], &kinds, |x, y| match rows[y].as_bytes()[x] {
        b'/' => Some(0),
        b'#' => Some(1),
        b'=' => Some(2),
        b'\\' => Some(3),
        _ => None,
    })?;
    world.spawn(Body::tiles(&Arc::new(map)).at([0.0, 64.0]))?;
    let lift = world.spawn(Body::rect([22.0, 3.0]).at([376.0, 150.0]))?;
    let body = world.spawn(Body::rect([5.0, 9.0]).at([40.0, 120.0]))?;
    let mut hero = Hero { body, velocity: [0.0; 2], is_on_floor: false };
    let mut lift_way = 1.0;
    for frame in 1..=600 {
        for carried in world.carry(lift, [0.0, lift_way], Filter::ALL)? {
            round(&mut world, carried.body)?;
        }
        let height = world.get(lift)?.at().y;
        if height <= 80.0 || height >= 150.0 {
            lift_way = -lift_way;
        }
        hero.velocity[0] = if frame % 400 < 200 { 90.0 } else { -90.0 };
        hero.velocity[1] += 15.0;
        if frame % 90 == 0 && hero.is_on_floor {
            hero.velocity[1] = -300.0;
        }
        hero.move_and_slide(&mut world)?;
        world.step()?;
        if frame % 100 == 0 {
            println!("{frame:5} {:016x}", world.hash());
        }
    }
    Ok(())
}

impl Hero {
    /// Does what the function of this name in `character_body_2d.gd` does.
    fn move_and_slide(&mut self, world: &mut World) -> kasuri::Result<()> {
        let delta = (1.0_f64 / 60.0) as f32;
        let by = self.velocity.map(|v| f64::from(v * delta));
        let walks = self.is_on_floor && self.velocity[1] >= 0.0;
        let Travel { velocity, hits, .. } = if walks {
            world.walk(self.body, by, 4.0)?
        } else {
            world.travel(self.body, by, kasuri::travel::Response::Slide)?
        };
        round(world, self.body)?;
        let least = steepest();
        self.is_on_floor = hits.iter().any(|hit| f64::from(hit.normal.y as f32) <= -least);
        if !hits.is_empty() {
            self.velocity = [velocity.x, velocity.y].map(|v| v as f32 / delta);
        }
        if self.velocity[1] >= 0.0
            && let Some(below) = world.ground(self.body, 1.0)?
        {
            self.is_on_floor |= f64::from(below.normal.y as f32) <= -least;
        }
        if self.is_on_floor && self.velocity[1] > 0.0 {
            self.velocity[1] = 0.0;
        }
        Ok(())
    }
}

/// The cosine of the steepest floor, with the tolerance of the script.
fn steepest() -> f64 {
    Vec2::from_angle(46.0_f64.to_radians()).x - 0.001
}

/// Puts a body at the nearest place of the lattice, as a node of Godot is.
fn round(world: &mut World, body: Handle) -> kasuri::Result<()> {
    let at = world.get(body)?.at();
    world.edit(body).position([at.x, at.y].map(|v| (v * 256.0).round() / 256.0)).map(|_| ())
}

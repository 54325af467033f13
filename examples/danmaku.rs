//! The whole bullet-hell kit in one small game that plays itself: regions for each frame, grazes, cooldowns,
//! invulnerability, maximum hits, bombs, curved lasers, homing, despawning, the rooted circle metric, rewinding,
//! recording and replaying. Run it with `cargo run --example danmaku`; docs/bullet-hell.md explains it piece by piece.
#![allow(clippy::print_stdout)]
use std::f64::consts::{FRAC_PI_2, TAU};
use std::sync::Arc;

use kasuri::{
    Area, Body, Handle, Look, Mask, Placement, Recorder, Recording, Region, Result, Shape, Step, Vec2, World,
};

const SHIP: u32 = 1;
const BULLET: u32 = 2;
const BOSS: u32 = 4;
const SHOT: u32 = 8;
const LASER: u32 = 16;

#[derive(Clone)]
struct Flier {
    body: Handle,
    by: Vec2,
}

#[derive(Clone)]
struct Game {
    frame: u32,
    ship: Handle,
    boss: Handle,
    laser: Handle,
    fliers: Vec<Flier>,
    score: usize,
    lives: u32,
    bombs: u32,
    wounds: u32,
}

fn main() -> Result<()> {
    // Between ship and bullets, the rooted metric of circles is used, which is kinder to the player.
    let mut world =
        World::builder().bounds([0.0, 0.0], [384.0, 448.0]).rooted_circles_between(SHIP, BULLET).build()?;
    let mut game = Game::begin(&mut world)?;
    let mut recorder = Recorder::new();
    let mut checkpoint = (world.snapshot(), game.clone());
    for _ in 0..1800 {
        let lives = game.lives;
        let step = game.frame(&mut world, &mut recorder)?;
        if game.frame.is_multiple_of(300) {
            println!(
                "frame {}: {} bullets, score {}, {} lives",
                game.frame,
                world.len(),
                game.score,
                game.lives
            );
            checkpoint = (world.snapshot(), game.clone());
        }
        if game.lives == 0 {
            // Back to the checkpoint: the world continues from there.
            println!("frame {}: no life left, back to frame {}", step.number(), checkpoint.1.frame);
            world.restore(&checkpoint.0);
            game = checkpoint.1.clone();
            (game.lives, game.bombs) = (lives.max(3), game.bombs + 2);
        }
    }
    println!("boss wounded {} times; hash {:016x}", game.wounds, world.hash());

    // The recording is replayed: the same steps, the same hashes, on any machine.
    let recording = Recording::new(recorder.into_bytes())?;
    let mut replay = recording.replay();
    while replay.step()?.is_some() {}
    assert!(replay.difference().is_none());
    println!("{} steps replayed", recording.len());
    Ok(())
}

impl Game {
    fn begin(world: &mut World) -> Result<Game> {
        // Two frames, each with its own mask and its own core.
        let frame = |tilt: i32| -> Result<Look> {
            let art = Arc::new(Mask::from_fn(21, 25, |x, y| 2 * (x - 10 - tilt * y / 12).abs() < y + 2)?);
            let core = Shape::circle(if tilt == 0 { 2.0 } else { 1.5 })?;
            Ok(Look::from(art).region(Region::new("core", core).against(BULLET | LASER)))
        };
        let frames: Arc<[Look]> = [frame(0)?, frame(4)?].into();
        // Every bullet that comes within 12 px of the ship without hitting it grazes once.
        let ship = Body::frames(&frames).at([192.0, 400.0]).layer(SHIP).against(BOSS).graze(12.0);
        let ship = world.spawn(ship.invulnerable(120))?;
        let art = Arc::new(Mask::from_fn(49, 33, |x, y| (x - 24).pow(2) + 2 * (y - 16).pow(2) < 560)?);
        let boss = Body::sprite(&art).at([192.0, 80.0]).layer(BOSS).against(SHIP | SHOT);
        let boss = world.spawn(boss.region(Region::new("eye", Shape::circle(6.0)?)).cooldown(4))?;
        let laser = Body::chain(&[[0.0, 0.0], [0.0, 1.0]], 4.0).at([192.0, 96.0]).layer(LASER);
        let laser = world.spawn(laser.against(SHIP).cooldown(30))?;
        Ok(Game { frame: 0, ship, boss, laser, fliers: Vec::new(), score: 0, lives: 3, bombs: 3, wounds: 0 })
    }

    fn frame(&mut self, world: &mut World, recorder: &mut Recorder) -> Result<Step> {
        self.frame += 1;
        self.fire(world)?;
        self.fly(world)?;
        self.dodge(world)?;
        self.wave(world)?;
        let step = recorder.step(world)?;
        self.judge(world, &step)?;
        Ok(step)
    }

    /// The boss fires a ring of bullets, which are removed 16 px outside; the ship shoots spears, which hit twice at
    /// most.
    fn fire(&mut self, world: &mut World) -> Result<()> {
        if self.frame.is_multiple_of(5) {
            let turn = f64::from(self.frame) * 0.013;
            let petals = world.spawn_many(18, |_| {
                let bullet = Body::circle(3.0).at([192.0, 80.0]).layer(BULLET).against(SHIP);
                bullet.despawn_beyond(16.0)
            })?;
            let way = |k: usize| turn + TAU * k as f64 / 18.0;
            self.fliers.extend(
                petals.into_iter().enumerate().map(|(k, body)| Flier { body, by: polar(way(k), 1.2) }),
            );
        }
        if self.frame.is_multiple_of(8) {
            let at = world.get(self.ship)?.at();
            let spear = Body::segment([0.0, -6.0], [0.0, 6.0]).at([at.x, at.y - 16.0]).layer(SHOT);
            let body = world.spawn(spear.against(BOSS).max_hits(2).despawn_beyond(8.0))?;
            self.fliers.push(Flier { body, by: polar(-FRAC_PI_2, 5.0) });
        }
        Ok(())
    }

    /// All bodies fly straight, except the spears, which turn to the boss when it is ahead.
    fn fly(&mut self, world: &mut World) -> Result<()> {
        let mut at = Vec::with_capacity(self.fliers.len());
        for flier in &mut self.fliers {
            let seen = world.get(flier.body)?;
            let from = seen.at();
            if seen.layers().layer == SHOT
                && world.overlapping(Area::cone(from, -FRAC_PI_2, 0.6, 300.0), BOSS)?.contains(&self.boss)
            {
                let near = world.nearest(from, 1, BOSS)?[0];
                flier.by.x += (near.point.x - from.x).clamp(-0.2, 0.2);
            }
            at.push([from.x + flier.by.x, from.y + flier.by.y]);
        }
        let bodies: Vec<Handle> = self.fliers.iter().map(|flier| flier.body).collect();
        world.set_positions(&bodies, &at)
    }

    /// Moves the ship away from the nearest body; the frame shows whether it dodges.
    fn dodge(&mut self, world: &mut World) -> Result<()> {
        let at = world.get(self.ship)?.at();
        let away = match world.nearest(at, 1, BULLET | LASER)?.first() {
            Some(near) if near.distance < 40.0 => {
                if near.point.x < at.x {
                    2.0
                } else {
                    -2.0
                }
            }
            _ => (192.0 - at.x).clamp(-1.0, 1.0),
        };
        world.edit(self.ship).position([(at.x + away).clamp(16.0, 368.0), at.y])?;
        world.edit(self.ship).frame(usize::from(away.abs() > 1.0)).map(drop)
    }

    /// Moves the laser's points in every step, and turns the boss.
    fn wave(&mut self, world: &mut World) -> Result<()> {
        let sway = |k: i32| 60.0 * libm::sin(f64::from(self.frame) * 0.02 + f64::from(k) * 0.5);
        let points: Vec<[f64; 2]> =
            (0..10).map(|k| [sway(k) * f64::from(k) / 4.0, 38.0 * f64::from(k)]).collect();
        world.edit(self.laser).chain(&points)?;
        world.edit(self.boss).angle(0.2 * libm::sin(f64::from(self.frame) * 0.05)).map(drop)
    }

    /// Applies what the step reported: score, wounds, deaths, bombs.
    fn judge(&mut self, world: &mut World, step: &Step) -> Result<()> {
        self.score += 10 * step.grazes().len();
        self.wounds += step.between(SHOT, BOSS).count() as u32;
        let core = world.get(self.ship)?.region_index("core");
        if step.between(SHIP, BULLET | LASER).any(|hit| Some(hit.regions[0]) == core) {
            self.lives -= 1;
            world.edit(self.ship).invulnerable(90)?;
            if self.bombs > 0 {
                self.bombs -= 1;
                let gone = world.remove_overlapping(
                    Area::solid(Shape::circle(120.0)?, Placement::at(world.get(self.ship)?.at())),
                    BULLET,
                )?;
                self.score += gone.len();
            }
        }
        self.fliers.retain(|flier| world.contains(flier.body));
        Ok(())
    }
}

/// Returns a vector from an angle. It is the same on every machine, because libm is and the standard library is not.
fn polar(angle: f64, speed: f64) -> Vec2 {
    Vec2::new(speed * libm::cos(angle), speed * libm::sin(angle))
}

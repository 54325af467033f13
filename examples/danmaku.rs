//! The whole bullet-hell kit in one small game that plays itself: regions by frame, grazes, cooldowns, invulnerability,
//! maximum hits, bombs, curved lasers, homing, despawning, the kind circle metric, rewinding, recording and replaying.
//! Run it with `cargo run --example danmaku`; docs/bullet-hell.md goes through it piece by piece.
#![allow(clippy::print_stdout)]
use std::f64::consts::{FRAC_PI_2, TAU};
use std::sync::Arc;

use kasuri::{
    Body, Handle, Look, Mask, Placement, Recorder, Recording, Region, Result, Shape, Step, Vec2, World,
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
    // Between ship and bullets, circles hit by the kind metric.
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
            // Back to the checkpoint: the world goes on from there as if nothing had been.
            println!("frame {}: no life left, back to frame {}", step.number(), checkpoint.1.frame);
            world.restore(&checkpoint.0);
            game = checkpoint.1.clone();
            (game.lives, game.bombs) = (lives.max(3), game.bombs + 2);
        }
    }
    println!("boss wounded {} times; hash {:016x}", game.wounds, world.hash());

    // The recording goes again: the same steps, the same hashes, on any machine.
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
            Ok(Look::from(art).with_region(Region::new("core", core).against(BULLET | LASER)))
        };
        let frames: Arc<[Look]> = [frame(0)?, frame(4)?].into();
        // Whatever comes within 12 px of the ship without hitting it grazes, once a bullet.
        let ship = Body::frames(&frames).at([192.0, 400.0]).layer(SHIP).against(BOSS).graze(12.0);
        let ship = world.spawn(ship.invulnerable(120))?;
        let art = Arc::new(Mask::from_fn(49, 33, |x, y| (x - 24).pow(2) + 2 * (y - 16).pow(2) < 560)?);
        let boss = Body::sprite(&art).at([192.0, 80.0]).layer(BOSS).against(SHIP | SHOT);
        let boss = world.spawn(boss.region("eye", Shape::circle(6.0)?).cooldown(4))?;
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

    /// The boss opens a flower of bullets, gone 16 px outside; the ship shoots spears that hit two and are spent.
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

    /// All fly straight but the spears, which home in on the boss when they see it ahead.
    fn fly(&mut self, world: &mut World) -> Result<()> {
        let mut at = Vec::with_capacity(self.fliers.len());
        for flier in &mut self.fliers {
            let seen = world.get(flier.body)?;
            let from = seen.at();
            if seen.layers().layer == SHOT
                && world.in_cone(from, -FRAC_PI_2, 0.6, 300.0, BOSS)?.contains(&self.boss)
            {
                let near = world.nearest(from, 1, BOSS)?[0];
                flier.by.x += (near.point.x - from.x).clamp(-0.2, 0.2);
            }
            at.push([from.x + flier.by.x, from.y + flier.by.y]);
        }
        let bodies: Vec<Handle> = self.fliers.iter().map(|flier| flier.body).collect();
        world.set_positions(&bodies, &at)
    }

    /// Away from what is nearest; the frame shows which way.
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
        world.set_position(self.ship, [(at.x + away).clamp(16.0, 368.0), at.y])?;
        world.set_frame(self.ship, usize::from(away.abs() > 1.0))
    }

    /// The laser's points move every step, and the boss turns.
    fn wave(&mut self, world: &mut World) -> Result<()> {
        let sway = |k: i32| 60.0 * libm::sin(f64::from(self.frame) * 0.02 + f64::from(k) * 0.5);
        let points: Vec<[f64; 2]> =
            (0..10).map(|k| [sway(k) * f64::from(k) / 4.0, 38.0 * f64::from(k)]).collect();
        world.set_chain(self.laser, &points)?;
        world.set_angle(self.boss, 0.2 * libm::sin(f64::from(self.frame) * 0.05))
    }

    /// What the step told: score, wounds, deaths, bombs.
    fn judge(&mut self, world: &mut World, step: &Step) -> Result<()> {
        self.score += 10 * step.grazes().len();
        self.wounds += step.between(SHOT, BOSS).count() as u32;
        let core = world.get(self.ship)?.region_index("core");
        if step.between(SHIP, BULLET | LASER).any(|hit| Some(hit.regions[0]) == core) {
            self.lives -= 1;
            world.set_invulnerable(self.ship, 90)?;
            if self.bombs > 0 {
                self.bombs -= 1;
                let gone = world.remove_overlapping(
                    Shape::circle(120.0)?,
                    &Placement::at(world.get(self.ship)?.at()),
                    BULLET,
                )?;
                self.score += gone.len();
            }
        }
        self.fliers.retain(|flier| world.contains(flier.body));
        Ok(())
    }
}

/// The same on every machine, as libm is and the standard library is not.
fn polar(angle: f64, speed: f64) -> Vec2 {
    Vec2::new(speed * libm::cos(angle), speed * libm::sin(angle))
}

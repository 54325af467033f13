//! A moth and its mines against a ship: bullets of every kind in a world, what hits lit. It plays itself.

mod cast;
mod fire;
mod skin;

use std::sync::Arc;

use kasuri::lattice::PixelBox;
use kasuri::{Body, Handle, Look, Step, Vec2, World};

use super::{Counts, Stage};
use crate::draw::Drawing;
use cast::Cast;
use fire::{Places, fire};
use skin::Skin;

// Bullets meet the ship and what shelters it, lasers only the ship, its shots the enemies.
const SHIP: u32 = 1;
const ENEMY: u32 = 2;
const BULLET: u32 = 4;
const SHOT: u32 = 8;
const BUNKER: u32 = 16;
const LASER: u32 = 32;
/// Back to front.
const LAYERS: [u32; 6] = [BUNKER, SHOT, LASER, ENEMY, SHIP, BULLET];

/// The world pixels of the stage.
const HOME: PixelBox = PixelBox { x0: 0, y0: 0, x1: 320, y1: 240 };
/// What is further out than this is gone.
const BEYOND: f64 = 16.0;
/// It begins after so many steps, when the stage is full.
const WARM: u32 = 300;
/// What is stopped by what it hit shows that for so many steps.
const FADE: u32 = 6;

pub(crate) struct Swarm {
    cast: Cast,
    world: World,
    time: u32,
    boss: Handle,
    mines: [Handle; 2],
    ship: Handle,
    /// To the boss's left and right.
    lasers: [Handle; 2],
    flying: Vec<Flying>,
    /// What the last step told.
    last: Option<Step>,
}

/// A shot or a bullet.
struct Flying {
    body: Handle,
    at: Vec2,
    velocity: Vec2,
    /// When it ends, once something stopped it.
    ends: Option<u32>,
}

impl Swarm {
    /// Well under way.
    pub(crate) fn new() -> Result<Swarm, String> {
        let mut swarm = Swarm::at_rest(Cast::read()?).map_err(|error| error.to_string())?;
        for _ in 0..WARM {
            swarm.step().map_err(|error| error.to_string())?;
        }
        Ok(swarm)
    }

    fn at_rest(cast: Cast) -> kasuri::Result<Swarm> {
        let corner = |x: i32, y: i32| [f64::from(x), f64::from(y)];
        let world = World::builder().bounds(corner(HOME.x0, HOME.y0), corner(HOME.x1, HOME.y1));
        let mut world = world.build()?;
        for at in [[62.0, 168.0], [222.0, 168.0]] {
            let bunker = Body::tiles(&cast.bunker).at(at).layer(BUNKER).against(BULLET);
            world.spawn(bunker.data(Skin::Bunker.data()))?;
        }
        let enemy = |body: Body, skin: Skin| body.layer(ENEMY).against(SHOT).data(skin.data());
        let boss = world.spawn(enemy(Body::sprite(&cast.boss.mask), Skin::Boss))?;
        let mine = || enemy(Body::sprite(&cast.mine.mask), Skin::Mine);
        let mines = [world.spawn(mine())?, world.spawn(mine())?];
        let frames: Arc<[Look]> = cast.ship.iter().map(|art| Look::from(&art.mask)).collect();
        let ship = Body::frames(&frames).pivot([9.5, 10.0]).layer(SHIP).against(BULLET | LASER);
        let ship = world.spawn(ship.data(Skin::Ship.data()))?;
        let laser = |side: f64| Body::chain(&beam(side, 0.0), 2.0).layer(LASER).against(SHIP);
        let mut spawn_laser = |side: f64| world.spawn(laser(side).data(Skin::Laser.data()));
        let lasers = [spawn_laser(-1.0)?, spawn_laser(1.0)?];
        Ok(Swarm { cast, world, time: 0, boss, mines, ship, lasers, flying: Vec::new(), last: None })
    }

    /// Everybody goes where they are at this time.
    fn act(&mut self) -> kasuri::Result<Places> {
        let t = f64::from(self.time);
        let mine = |side: f64| {
            let x = 160.0 + side * (108.0 - 10.0 * libm::cos(t * 0.02));
            Vec2::new(x, 84.0 + 14.0 * libm::sin(t * 0.02))
        };
        let places = Places {
            boss: Vec2::new(160.0 + 34.0 * libm::sin(t * 0.011), 46.0 + 6.0 * libm::sin(t * 0.031)),
            mines: [mine(-1.0), mine(1.0)],
            ship: Vec2::new(160.0 + 82.0 * libm::sin(t * 0.013 + 0.4), 206.0 + 14.0 * libm::sin(t * 0.029)),
        };
        self.world.set_position(self.boss, places.boss)?;
        self.world.set_positions(&self.mines, &places.mines)?;
        self.world.set_angles(&self.mines, &[t * 0.03, t * -0.03])?;
        self.world.set_position(self.ship, places.ship)?;
        // Its engine flickers.
        self.world.set_frame(self.ship, self.time as usize / 4 % 2)?;
        for (laser, side) in self.lasers.into_iter().zip([-1.0, 1.0]) {
            self.world.set_position(laser, places.boss)?;
            self.world.set_chain(laser, &beam(side, t))?;
        }
        Ok(places)
    }

    /// What flies goes on, in one call; what was stopped goes.
    fn fly(&mut self) -> kasuri::Result<()> {
        let is_over = |flying: &Flying| flying.ends == Some(self.time);
        let over: Vec<Handle> = self.flying.iter().filter(|f| is_over(f)).map(|f| f.body).collect();
        self.world.remove_many(&over)?;
        self.flying.retain(|flying| !is_over(flying));
        for Flying { at, velocity, .. } in &mut self.flying {
            *at = Vec2::new(at.x + velocity.x, at.y + velocity.y);
        }
        let bodies: Vec<Handle> = self.flying.iter().map(|flying| flying.body).collect();
        let places: Vec<Vec2> = self.flying.iter().map(|flying| flying.at).collect();
        self.world.set_positions(&bodies, &places)
    }

    /// Shots end in enemies and bullets in bunkers; the ship only feels them.
    fn stop_what_hit(&mut self, step: &Step) {
        let stopped = |a, b| step.between(a, b).map(|hit| hit.a);
        for body in stopped(SHOT, ENEMY).chain(stopped(BULLET, BUNKER)) {
            if let Some(flying) = self.flying.iter_mut().find(|flying| flying.body == body) {
                flying.ends.get_or_insert(self.time + FADE);
            }
        }
    }

    fn stars(&self, drawing: &mut Drawing) {
        for k in 0..90_u32 {
            // Numbers of no particular order.
            let mixed = k.wrapping_mul(2_654_435_761) ^ (k << 7);
            let is_near = k % 3 == 0;
            let (x, start) = ((mixed >> 8) as i32 % HOME.x1, (mixed >> 19) as i32 % HOME.y1);
            let y = (start + self.time as i32 / if is_near { 3 } else { 7 }) % HOME.y1;
            let star = PixelBox { x0: x, y0: y, x1: x + 1, y1: y + 1 + i32::from(is_near) };
            drawing.fill(star, self.cast.inks.stars[usize::from(is_near)]);
        }
    }
}

/// A laser's points around the boss: it waves like a rope.
fn beam(side: f64, t: f64) -> Vec<[f64; 2]> {
    let link = |k: u32| {
        let along = f64::from(k) * 8.0;
        let wave = 9.0 * libm::sin(along * 0.045 - t * 0.06) * (along / 80.0).min(1.0);
        [side * (26.0 + along * 0.42 + wave), 6.0 + along]
    };
    (0..28).map(link).collect()
}

impl Stage for Swarm {
    fn name(&self) -> &str {
        "swarm"
    }

    fn home(&self) -> PixelBox {
        HOME
    }

    fn moves(&self) -> bool {
        true
    }

    fn step(&mut self) -> kasuri::Result<()> {
        self.time += 1;
        self.fly()?;
        let places = self.act()?;
        for fired in fire(&self.cast, self.time, &places) {
            let body = self.world.spawn(fired.body)?;
            self.flying.push(Flying { body, at: fired.at, velocity: fired.velocity, ends: None });
        }
        let step = self.world.step()?;
        let world = &self.world;
        self.flying.retain(|flying| world.contains(flying.body));
        self.stop_what_hit(&step);
        self.last = Some(step);
        Ok(())
    }

    fn draw(&self, drawing: &mut Drawing) {
        drawing.ground(self.cast.inks.ground);
        self.stars(drawing);
        for layer in LAYERS {
            let on_it = self.world.iter().filter(|body| body.layers().layer == layer);
            on_it.for_each(|body| skin::draw(body, &self.cast, drawing));
        }
        for hit in self.last.iter().flat_map(Step::hits) {
            if let (Ok(a), Ok(b)) = (self.world.get(hit.a), self.world.get(hit.b)) {
                drawing.light(a.form(), b.form());
            }
        }
    }

    fn counts(&self) -> Counts {
        let hits = self.last.iter().flat_map(Step::hits).count();
        Counts { bodies: self.world.len(), hits }
    }

    fn tell(&self) -> String {
        let Counts { bodies, hits } = self.counts();
        format!("{bodies} bodies, {hits} hits after {} steps\n", self.time)
    }
}

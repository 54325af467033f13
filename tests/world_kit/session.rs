//! A bullet-hell session that plays itself, with every rule of the kit. All its input is integers, so it is the same
//! session on every machine.

use std::sync::Arc;

use kasuri::{
    Area, Body, Filter, Handle, Look, Mask, Placement, Recorder, Region, Shape, Step, Vec2, World,
    world::WorldBuilder,
};

pub(crate) const STEPS: u32 = 3200;
const SHIP: u32 = 1;
const BULLET: u32 = 2;
const FOE: u32 = 4;
const SHOT: u32 = 8;
const LASER: u32 = 16;
const WIDTH: i64 = 480;
const HEIGHT: i64 = 640;

/// A body that flies straight, in lattice units.
#[derive(Debug, Clone, Copy)]
struct Flier {
    body: Handle,
    at: [i64; 2],
    by: [i64; 2],
}

#[derive(Debug, Clone)]
pub(crate) struct Session {
    step: u32,
    ship: Handle,
    ship_at: [i64; 2],
    boss: Handle,
    foes: Vec<Handle>,
    lasers: Vec<Handle>,
    bullets: Vec<Flier>,
    shots: Vec<Flier>,
    ways: Arc<[[i64; 2]]>,
    star: Arc<Mask>,
    pub(crate) peak: usize,
    pub(crate) grazed: usize,
    pub(crate) died: usize,
    pub(crate) cancelled: usize,
    pub(crate) wounds: usize,
    random: u64,
}

/// Returns 64 directions around a circle, from integers alone: each is the last one rotated a little.
fn ways() -> Arc<[[i64; 2]]> {
    let (mut x, mut y) = (1_i64 << 16, 0_i64);
    (0..64)
        .map(|_| {
            let way = [x >> 8, y >> 8];
            // 2 pi / 64, in 2^-16; two shears, which keep the circle closed.
            x -= (y * 6434) >> 16;
            y += (x * 6434) >> 16;
            way
        })
        .collect()
}

fn place([x, y]: [i64; 2]) -> Vec2 {
    Vec2::new(x as f64 / 256.0, y as f64 / 256.0)
}

impl Session {
    /// Spawns the cast into a world without bodies; the world's bounds and touching are those of [`arena`].
    pub(crate) fn begin(world: &mut World) -> kasuri::Result<Session> {
        let hull = |wing: i32| {
            let mask = Mask::from_fn(24, 20, move |x, y| (x - 12).abs() * 3 < y + wing && y > 1);
            mask.map(Arc::new)
        };
        let frame = |wing: i32, core: [f64; 2]| {
            let core = Region::new("core", Shape::capsule([-core[0], 0.0], core, 2.0)?);
            let look = Look::from(hull(wing)?).region(core.against(BULLET | LASER));
            kasuri::Result::Ok(look.region(Region::new("hull", Shape::circle(9.0)?)))
        };
        let frames: Arc<[Look]> = [frame(0, [0.0, 0.0])?, frame(6, [1.5, 1.0])?].into();
        let ship = Body::frames(&frames).at([240.0, 560.0]).layer(SHIP).against(FOE).graze(24.0);
        let ship = world.spawn(ship.invulnerable(60))?;
        let star = Arc::new(Mask::from_fn(41, 41, |x, y| (x - 20).abs() * (y - 20).abs() < 40)?);
        let boss = Body::sprite(&star).at([240.0, 120.0]).layer(FOE).against(SHIP | SHOT).cooldown(6);
        let boss = world.spawn(boss.region(Region::new("eye", Shape::circle(7.0)?)))?;
        let foes = world.spawn_many(12, |k| {
            let foe =
                Body::polygon(&[[-9.0, -7.0], [9.0, -7.0], [0.0, 11.0]]).at([40.0 * k as f64 + 20.0, 60.0]);
            foe.layer(FOE).against(SHIP | SHOT).cooldown(3).scaled([1.0, 1.5])
        })?;
        let lasers = world.spawn_many(2, |k| {
            let points = [[0.0, 0.0], [10.0, 40.0], [0.0, 80.0]];
            Body::chain(&points, 3.0)
                .at([160.0 * (k + 1) as f64, 80.0])
                .layer(LASER)
                .against(SHIP)
                .cooldown(20)
        })?;
        let ways = ways();
        let (bullets, shots) = (Vec::new(), Vec::new());
        Ok(Session {
            step: 0,
            ship,
            ship_at: [240 * 256, 560 * 256],
            boss,
            foes,
            lasers,
            bullets,
            shots,
            ways,
            star,
            peak: 0,
            grazed: 0,
            died: 0,
            cancelled: 0,
            wounds: 0,
            random: 1,
        })
    }

    fn below(&mut self, n: u64) -> u64 {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) % n
    }

    /// Moves everything, steps the world, and acts on what it reports.
    pub(crate) fn step(
        &mut self,
        world: &mut World,
        recorder: Option<&mut Recorder>,
    ) -> kasuri::Result<Step> {
        self.step += 1;
        self.fire(world)?;
        self.fly(world)?;
        self.steer(world)?;
        self.wave(world)?;
        let step = match recorder {
            Some(recorder) => recorder.step(world)?,
            None => world.step()?,
        };
        self.follow(world, &step)?;
        Ok(step)
    }

    fn fire(&mut self, world: &mut World) -> kasuri::Result<()> {
        let middle = [240 * 256, 120 * 256];
        let turn = u64::from(self.step) * 3 + self.below(4);
        let arms = if self.step.is_multiple_of(4) { 32 } else { 0 };
        for arm in 0..arms {
            let way = self.ways[((turn + arm * 2) % 64) as usize];
            let slow = 3 + (arm as i64 + i64::from(self.step / 4)) % 4;
            let by = way.map(|x| x * slow / 5);
            let kind = self.below(3);
            let body = match kind {
                0 => Body::circle(3.0),
                1 => Body::capsule([-3.0, 0.0], [3.0, 0.0], 1.5).turned(turn as f64 / 16.0),
                _ => Body::rect([2.5, 2.5]).turned(arm as f64 / 8.0),
            };
            let body = body.at(place(middle)).layer(BULLET).against(SHIP | SHOT).despawn_beyond(12.0);
            let body = world.spawn(body.data(u64::from(self.step)))?;
            self.bullets.push(Flier { body, at: middle, by });
        }
        if self.step.is_multiple_of(5) {
            let at = [self.ship_at[0], self.ship_at[1] - 12 * 256];
            let spear = Body::segment([0.0, -6.0], [0.0, 6.0])
                .at(place(at))
                .layer(SHOT)
                .against(if self.step.is_multiple_of(2) { FOE } else { BULLET });
            let body = world.spawn(spear.max_hits(3).despawn_beyond(4.0))?;
            self.shots.push(Flier { body, at, by: [0, -7 * 256] });
        }
        Ok(())
    }

    fn fly(&mut self, world: &mut World) -> kasuri::Result<()> {
        for fliers in [&mut self.bullets, &mut self.shots] {
            for flier in fliers.iter_mut() {
                flier.at = [flier.at[0] + flier.by[0], flier.at[1] + flier.by[1]];
            }
            let (bodies, at): (Vec<_>, Vec<_>) = fliers.iter().map(|f| (f.body, place(f.at))).unzip();
            world.set_positions(&bodies, &at)?;
        }
        // Some shots turn to the nearest foe ahead.
        for k in 0..self.shots.len().min(4) {
            let from = place(self.shots[k].at);
            let ahead = world.overlapping(Area::cone(from, -std::f64::consts::FRAC_PI_2, 0.5, 300.0), FOE)?;
            let near = world.nearest(from, 2, Filter::against(FOE))?;
            if let Some(near) = near.iter().find(|near| ahead.contains(&near.body)) {
                let side = near.point.x.total_cmp(&from.x) as i64;
                self.shots[k].by[0] = (self.shots[k].by[0] + side * 64).clamp(-512, 512);
            }
        }
        Ok(())
    }

    fn steer(&mut self, world: &mut World) -> kasuri::Result<()> {
        let by = [self.below(5) as i64 - 2, self.below(5) as i64 - 2];
        let least = [20 * 256, 400 * 256];
        let most = [(WIDTH - 20) * 256, (HEIGHT - 20) * 256];
        for k in 0..2 {
            self.ship_at[k] = (self.ship_at[k] + by[k] * 700).clamp(least[k], most[k]);
        }
        world.edit(self.ship).position(place(self.ship_at))?;
        if self.step.is_multiple_of(40) {
            world.edit(self.ship).frame((self.step / 40 % 2) as usize)?;
        }
        world.edit(self.boss).angle(f64::from(self.step) / 64.0)?;
        let turned: Vec<f64> =
            (0..self.foes.len()).map(|k| f64::from(self.step) / 128.0 + k as f64).collect();
        world.set_angles(&self.foes, &turned)
    }

    /// Moves the lasers' points, in every step.
    fn wave(&mut self, world: &mut World) -> kasuri::Result<()> {
        for (k, &laser) in self.lasers.iter().enumerate() {
            let points: Vec<Vec2> = (0..12)
                .map(|j: i64| {
                    let way = self.ways[((i64::from(self.step) + j * 7 + k as i64 * 20) % 64) as usize];
                    place([way[0] * j * 3, j * 40 * 256 + way[1]])
                })
                .collect();
            world.edit(laser).chain(&points)?;
        }
        Ok(())
    }

    fn follow(&mut self, world: &mut World, step: &Step) -> kasuri::Result<()> {
        self.peak = self.peak.max(self.bullets.len());
        self.grazed += step.grazes().len();
        self.wounds += step.between(SHOT, FOE).count();
        let core = world.get(self.ship)?.region_index("core");
        let hit = step.between(SHIP, BULLET | LASER).find(|hit| Some(hit.regions[0]) == core);
        if hit.is_some() && world.get(self.ship)?.invulnerable_for() == 0 {
            self.died += 1;
            world.edit(self.ship).invulnerable(90)?;
            let area = Placement::at(place(self.ship_at));
            let gone = match self.died % 3 {
                0 => world.remove_overlapping(Area::solid(Shape::circle(90.0)?, area), BULLET)?,
                1 => world.remove_overlapping(Area::solid(Shape::rect([400.0, 40.0])?, area), BULLET)?,
                _ => world.remove_overlapping(Area::solid(&self.star, area.scaled([4.0, 4.0])), BULLET)?,
            };
            self.cancelled += gone.len();
        }
        for hit in step.between(SHOT, BULLET) {
            if world.contains(hit.b) {
                world.remove(hit.b)?;
            }
        }
        for shot in &self.shots {
            if world.get(shot.body).is_ok_and(|seen| seen.hits_left() == Some(0)) {
                world.remove(shot.body)?;
            }
        }
        self.bullets.retain(|flier| world.contains(flier.body));
        self.shots.retain(|flier| world.contains(flier.body));
        Ok(())
    }
}

/// Returns the world in which a session plays, from a given builder.
pub(crate) fn arena(builder: WorldBuilder) -> World {
    let builder = builder.bounds([0.0, 0.0], [WIDTH as f64, HEIGHT as f64]);
    builder.rooted_circles_between(SHIP, BULLET).build().unwrap()
}

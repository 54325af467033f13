//! Thousands of small games at a time, as machine learning needs them: the positions of all worlds go in as one slice,
//! and the reports and observations of all worlds come out as slices. Run it with `cargo run --release --example
//! training`.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use kasuri::{
    Body, Handle, Result, Snapshot, Vec2, World,
    worlds::{StepView, Worlds},
};

const SHIP: u32 = 1;
const BULLET: u32 = 2;
const SIDE: f64 = 160.0;
const BULLETS: usize = 63;
/// The number of bodies of a world: a ship and its bullets.
const BODIES: usize = 1 + BULLETS;
/// The number of bullets that a ship observes.
const SEEN: usize = 2;

/// A batch of environments, in the style of Gym.
struct Dodge {
    worlds: Worlds,
    /// The initial state of every world: a reset restores it.
    start: Snapshot,
    /// For each world the ship and then the bullets; and the ships alone.
    bodies: Vec<Handle>,
    ships: Vec<Handle>,
    /// The positions of the bodies, and their velocities.
    at: Vec<Vec2>,
    by: Vec<Vec2>,
    ages: Vec<u32>,
    /// For each world the vectors to the nearest bullets, and their distances.
    seen: Vec<f32>,
    rewards: Vec<f64>,
    done: Vec<bool>,
    random: u64,
}

impl Dodge {
    fn new(count: usize) -> Result<Dodge> {
        let mut world = World::builder().bounds([0.0, 0.0], [SIDE, SIDE]).build()?;
        let ship = Body::circle(3.0).at([SIDE / 2.0, SIDE / 2.0]).layer(SHIP).against(BULLET).graze(6.0);
        let mut bodies = vec![world.spawn(ship)?];
        bodies.extend(world.spawn_many(BULLETS, |_| Body::circle(2.0).layer(BULLET).against(SHIP))?);
        let start = world.snapshot();
        let worlds = Worlds::new(count, |_| {
            let mut world = World::new();
            world.restore(&start);
            Ok(world)
        })?;
        let mut dodge = Dodge {
            worlds,
            start,
            ships: vec![bodies[0]; count],
            bodies: bodies.repeat(count),
            at: vec![Vec2::default(); count * BODIES],
            by: vec![Vec2::default(); count * BODIES],
            ages: vec![0; count],
            seen: vec![0.0; count * SEEN * 3],
            rewards: vec![0.0; count],
            done: vec![true; count],
            random: 1,
        };
        dodge.reset()?;
        Ok(dodge)
    }

    fn random(&mut self, least: f64, most: f64) -> f64 {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        least + (most - least) * (self.random >> 40) as f64 / f64::from(1 << 24)
    }

    /// Resets the worlds that are done.
    fn reset(&mut self) -> Result<()> {
        self.worlds.reset(&self.done, &self.start)?;
        for k in (0..self.done.len()).filter(|&k| self.done[k]).collect::<Vec<_>>() {
            self.ages[k] = 0;
            self.at[k * BODIES] = Vec2::new(SIDE / 2.0, SIDE / 2.0);
            for bullet in k * BODIES + 1..(k + 1) * BODIES {
                self.at[bullet] = Vec2::new(self.random(0.0, SIDE), self.random(0.0, 20.0));
                self.by[bullet] = Vec2::new(self.random(-0.7, 0.7), self.random(0.5, 1.5));
            }
        }
        Ok(())
    }

    /// Applies one action for each world; a world that is done is reset.
    fn step(&mut self, actions: &[Vec2]) -> Result<()> {
        for (world, action) in actions.iter().enumerate() {
            self.by[world * BODIES] = Vec2::new(action.x.clamp(-1.0, 1.0), action.y.clamp(-1.0, 1.0));
            let bodies = world * BODIES..(world + 1) * BODIES;
            for (at, &by) in self.at[bodies.clone()].iter_mut().zip(&self.by[bodies]) {
                // A body that leaves at the bottom comes back at the top.
                *at = Vec2::new((at.x + by.x).rem_euclid(SIDE), (at.y + by.y).rem_euclid(SIDE));
            }
        }
        let steps = self.worlds.step_at(&self.bodies, &self.at)?;
        let (began, grazes) = (steps.flat(StepView::began), steps.flat(StepView::grazes));
        let count = |offsets: &[usize], k: usize| offsets[k + 1] - offsets[k];
        for k in 0..actions.len() {
            let (hits, near) = (count(&began.offsets, k), count(&grazes.offsets, k));
            self.ages[k] += 1;
            self.rewards[k] = if hits > 0 { -10.0 } else { 0.01 + 0.1 * near as f64 };
            self.done[k] = hits > 0 || self.ages[k] >= 600;
        }
        self.worlds.observe_nearest(&self.ships, SEEN, BULLET, &mut self.seen)?;
        self.reset()
    }
}

fn main() -> Result<()> {
    let count = 2048;
    // Two policies: stand still, or flee from the nearest bullet.
    for (name, speed) in [("stand", 0.0), ("flee", 1.0)] {
        let mut dodge = Dodge::new(count)?;
        let mut actions = vec![Vec2::default(); count];
        let (mut reward, mut episodes, clock) = (0.0, 0, Instant::now());
        let steps = 300;
        for _ in 0..steps {
            dodge.step(&actions)?;
            for (action, near) in actions.iter_mut().zip(dodge.seen.chunks_exact(SEEN * 3)) {
                let far = f64::from(near[2]);
                let away = Vec2::from([-near[0], -near[1]]);
                *action = if far > 0.0 && far.is_finite() { away * (speed / far) } else { Vec2::default() };
            }
            reward += dodge.rewards.iter().sum::<f64>();
            episodes += dodge.done.iter().filter(|&&done| done).count();
        }
        let rate = f64::from(steps) * count as f64 / clock.elapsed().as_secs_f64();
        let each = reward / (f64::from(steps) * count as f64);
        println!("{name}: {each:.4} a step, {episodes} episodes; {rate:.0} steps a second");
    }
    Ok(())
}

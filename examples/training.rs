//! Thousands of small games at a time, as training wants them: reset, step, observe, reward. Run it with
//! `cargo run --release --example training`.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use kasuri::{Body, Handle, Result, Snapshot, World, Worlds};

const SHIP: u32 = 1;
const BULLET: u32 = 2;
const SIDE: f64 = 160.0;
const BULLETS: usize = 63;

/// A batch of environments, in the manner of Gym.
struct Dodge {
    worlds: Worlds,
    /// Every world's beginning: to reset is to restore it.
    start: Snapshot,
    ship: Handle,
    bullets: Vec<Handle>,
    flights: Vec<Flight>,
    /// How many episodes were begun: each has its own seed.
    begun: u64,
}

/// Where a world's bullets fly.
#[derive(Clone)]
struct Flight {
    ship: [f64; 2],
    at: Vec<[f64; 2]>,
    by: Vec<[f64; 2]>,
    action: [f64; 2],
    age: u32,
}

impl Flight {
    fn go_on(&mut self) {
        self.age += 1;
        for (x, by) in self.ship.iter_mut().zip(self.action) {
            *x = (*x + by.clamp(-1.0, 1.0)).clamp(4.0, SIDE - 4.0);
        }
        for (at, by) in self.at.iter_mut().zip(&self.by) {
            // What leaves below comes again from above.
            *at = [(at[0] + by[0]).rem_euclid(SIDE), (at[1] + by[1]).rem_euclid(SIDE)];
        }
    }
}

/// What an environment answers to an action.
#[derive(Clone, Copy)]
struct Answer {
    /// Where the nearest bullet lies as the ship sees it.
    observation: [f64; 2],
    reward: f64,
    done: bool,
}

impl Dodge {
    fn new(count: usize) -> Result<Dodge> {
        let mut world = World::builder().bounds([0.0, 0.0], [SIDE, SIDE]).build()?;
        let ship = Body::circle(3.0).at([SIDE / 2.0, SIDE / 2.0]).layer(SHIP).against(BULLET).graze(6.0);
        let ship = world.spawn(ship)?;
        let bullets = world.spawn_many(BULLETS, |_| Body::circle(2.0).layer(BULLET).against(SHIP))?;
        let start = world.snapshot();
        let worlds = Worlds::new(count, |_| {
            let mut world = World::new();
            world.restore(&start);
            Ok(world)
        })?;
        let flight = Flight { ship: [0.0; 2], at: Vec::new(), by: Vec::new(), action: [0.0; 2], age: 0 };
        let flights = vec![flight; count];
        let mut dodge = Dodge { worlds, start, ship, bullets, flights, begun: 0 };
        (0..count).for_each(|k| dodge.reset(k));
        Ok(dodge)
    }

    /// One world begins anew.
    fn reset(&mut self, k: usize) {
        self.begun += 1;
        let mut seed = self.begun;
        let mut random = |least: f64, most: f64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            least + (most - least) * (seed >> 40) as f64 / f64::from(1 << 24)
        };
        self.worlds[k].restore(&self.start);
        let flight = &mut self.flights[k];
        (flight.ship, flight.age) = ([SIDE / 2.0; 2], 0);
        flight.at = (0..BULLETS).map(|_| [random(0.0, SIDE), random(0.0, 20.0)]).collect();
        flight.by = (0..BULLETS).map(|_| [random(-0.7, 0.7), random(0.5, 1.5)]).collect();
    }

    /// One action for each world; where one is done it begins anew.
    fn step(&mut self, actions: &[[f64; 2]]) -> Result<Vec<Answer>> {
        for (flight, action) in self.flights.iter_mut().zip(actions) {
            flight.action = *action;
        }
        // Each world's bodies move, and it is stepped, on as many threads as there are.
        let (ship, bullets) = (self.ship, &self.bullets);
        let steps = self.worlds.step_after(&mut self.flights, |world, flight| {
            flight.go_on();
            world.set_position(ship, flight.ship)?;
            world.set_positions(bullets, &flight.at)
        })?;
        let mut answers = Vec::with_capacity(steps.len());
        for (k, told) in steps.iter().enumerate() {
            let (is_hit, age) = (!told.began().is_empty(), self.flights[k].age);
            let ship = self.flights[k].ship;
            let near = self.flights[k].at.iter().map(|at| [at[0] - ship[0], at[1] - ship[1]]);
            let square = |v: &[f64; 2]| v[0] * v[0] + v[1] * v[1];
            let observation = near.min_by(|a, b| square(a).total_cmp(&square(b))).unwrap_or_default();
            let reward = if is_hit { -10.0 } else { 0.01 + 0.1 * told.grazes().len() as f64 };
            answers.push(Answer { observation, reward, done: is_hit || age >= 600 });
        }
        for (k, _) in answers.iter().enumerate().filter(|(_, answer)| answer.done) {
            self.reset(k);
        }
        Ok(answers)
    }
}

fn main() -> Result<()> {
    let count = 2048;
    // Two policies: to stand still, and to flee from what is nearest.
    for (name, speed) in [("stand", 0.0), ("flee", 1.0)] {
        let mut dodge = Dodge::new(count)?;
        let mut actions = vec![[0.0; 2]; count];
        let (mut reward, mut episodes, clock) = (0.0, 0, Instant::now());
        let steps = 300;
        for _ in 0..steps {
            let answers = dodge.step(&actions)?;
            for (action, Answer { observation: [x, y], .. }) in actions.iter_mut().zip(&answers) {
                let far = libm::sqrt(x * x + y * y).max(1e-9);
                *action = [-x / far * speed, -y / far * speed];
            }
            reward += answers.iter().map(|answer| answer.reward).sum::<f64>();
            episodes += answers.iter().filter(|answer| answer.done).count();
        }
        let rate = f64::from(steps) * count as f64 / clock.elapsed().as_secs_f64();
        let each = reward / (f64::from(steps) * count as f64);
        println!("{name}: {each:.4} a step, {episodes} episodes; {rate:.0} steps a second");
    }
    Ok(())
}

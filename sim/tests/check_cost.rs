//! Measures what `check_one_in` costs: 10,000 bullets with masks of 8 px against 200 enemies of 64 px on 1920 x 1080 (scene F), by
//! turns with a world that checks nothing. Prints CPU time for each step; docs/never-down.md has the values.
#![allow(missing_docs, dead_code, clippy::unwrap_used, clippy::print_stdout)]

#[path = "../../tests/common/pace.rs"]
mod pace;
#[path = "../../tests/common/random.rs"]
mod random;

use std::sync::Arc;

use kasuri::{Body, Handle, Mask, World};
use random::Random;

const BULLETS: usize = 10_000;
const SCREEN: [f64; 2] = [1920.0, 1080.0];

struct Game {
    world: World,
    bodies: Vec<Handle>,
    at: Vec<[f64; 2]>,
    by: Vec<[f64; 2]>,
}

impl Game {
    fn new(check: u32) -> Game {
        let random = &mut Random::new(6);
        let mut blob = |side: usize| {
            let middle = side as f64 / 2.0 - 0.5;
            let mask = Mask::from_fn(side, side, |x, y| {
                let off = (f64::from(x) - middle).hypot(f64::from(y) - middle);
                off < middle * random.between(0.85, 1.05)
            });
            Arc::new(mask.unwrap())
        };
        let (bullet, enemy) = (blob(8), blob(64));
        let mut world = World::builder().threads(1).check_one_in(check).build().unwrap();
        let mut random = Random::new(7);
        let mut at = Vec::new();
        let mut by = Vec::new();
        let mut bodies = Vec::new();
        for k in 0..BULLETS + 200 {
            let place = SCREEN.map(|side| random.between(0.0, side).floor());
            let body = match k < BULLETS {
                true => Body::sprite(&bullet).layer(2).against(1),
                false => Body::sprite(&enemy).layer(1).against(2),
            };
            bodies.push(world.spawn(body.at(place)).unwrap());
            at.push(place);
            by.push([(); 2].map(|()| random.between(-6.0, 6.0).round()));
        }
        Game { world, bodies, at, by }
    }

    /// Plays a frame; returns the CPU seconds of the step.
    fn frame(&mut self) -> f64 {
        for (at, by) in self.at.iter_mut().zip(&self.by) {
            for k in 0..2 {
                at[k] = (at[k] + by[k]).rem_euclid(SCREEN[k]);
            }
        }
        self.world.set_positions(&self.bodies, &self.at).unwrap();
        let before = pace::own_seconds();
        let step = self.world.step().unwrap();
        let seconds = pace::own_seconds() - before;
        assert!(step.disagreements().is_empty() && step.hits().count() > 100);
        seconds
    }
}

#[test]
fn what_a_check_costs() {
    const CHECKS: [u32; 4] = [0, 1000, 100, 1];
    let mut games = CHECKS.map(Game::new);
    let frames = if std::env::var_os("KASURI_LONG").is_some() { 400 } else { 40 };
    let mut seconds = [const { Vec::new() }; 4];
    for frame in 0..frames {
        for (k, game) in games.iter_mut().enumerate() {
            // All pairs are checked in a few frames only.
            if CHECKS[k] != 1 || frame % 10 == 0 {
                seconds[k].push(game.frame());
            }
        }
    }
    let medians = seconds.map(|mut all| {
        all.sort_by(f64::total_cmp);
        all[all.len() / 2] * 1e6
    });
    for (check, median) in CHECKS.iter().zip(medians) {
        println!("check_one_in({check}): {median:.0} us a step, {:.2} times as long", median / medians[0]);
    }
    let pairs = games[0].world.step().unwrap().report().candidates;
    println!("{pairs} pairs a step");
    // Far more than it takes, for busy machines.
    assert!(medians[1] < 3.0 * medians[0], "{medians:?}");
}

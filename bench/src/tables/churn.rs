//! Bullets that come and go around one player: they are spawned, fly, graze and are removed, upright or turned to
//! their direction of flight.

use std::sync::Arc;
use std::time::{Duration, Instant};

use kasuri::{Body, Handle, Mask, World};

use crate::Clock;
use crate::random::Random;
use crate::tables::motion::SCREEN;
use crate::tables::play::{Played, Tally, best};
use crate::tables::yardstick::{BULLET, TARGET};
use crate::tables::{Cell, Effort, Row, Rows};

const SIZES: [usize; 3] = [5_000, 20_000, 100_000];
/// One bullet out of this many is replaced in every frame.
const LIVES: usize = 200;
const MARGIN: f64 = 8.0;
/// The goal per bullet in nanoseconds, upright and turned.
const GOALS: [f64; 2] = [10.0, 15.0];

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    for count in SIZES {
        for is_turned in [false, true] {
            let (count, way) = (effort.scaled(count), if is_turned { "turned" } else { "upright" });
            let name = format!("{count} bullets, {way}");
            let mut spawning = 0.0;
            let played = best(effort, &name, || {
                let (played, spawned) = Churn::new(count, is_turned, 1).play(effort);
                spawning = spawned;
                played
            })?;
            add(row(name, &played, spawning, GOALS[usize::from(is_turned)], count));
        }
    }
    Ok(())
}

fn row(name: String, played: &Played, spawning: f64, goal: f64, count: usize) -> Row {
    let each = |us: f64| us * 1e3 / count as f64;
    let cells = vec![
        Cell::new("frame us", played.frame),
        Cell::new("ns each", each(played.frame)).goal(goal),
        Cell::new("worst us", played.worst()),
        Cell::new("spawns us", spawning),
        Cell::new("moves us", played.moves),
        Cell::new("step us", played.step),
        Cell::new("bounds", played.bounds),
        Cell::new("broad", played.broad),
        Cell::new("decide", played.decide),
        Cell::new("events", played.events),
        Cell::new("hits", played.hits),
        Cell::new("grazes", played.grazes),
    ];
    Row { name, cells }
}

/// A bullet's position and velocity.
#[derive(Clone, Copy)]
struct Flight {
    at: [f64; 2],
    by: [f64; 2],
}

/// A world of a player, who comes first, and bullets.
pub(super) struct Churn {
    world: World,
    handles: Vec<Handle>,
    flights: Vec<Flight>,
    disc: Arc<Mask>,
    random: Random,
    is_turned: bool,
}

impl Churn {
    pub(super) fn new(count: usize, is_turned: bool, threads: usize) -> Churn {
        let world = World::builder().threads(threads).bounds([0.0, 0.0], SCREEN).build();
        let mut churn = Churn {
            world: world.expect("a valid world"),
            handles: Vec::new(),
            flights: Vec::new(),
            disc: Arc::new(disc(12)),
            random: Random::new(9),
            is_turned,
        };
        churn.flights.push(Flight { at: SCREEN.map(|side| side / 2.0), by: [1.5, 1.0] });
        churn.flights.extend((0..count).map(|_| Flight::any(&mut churn.random)));
        let bullets: Vec<Body> = churn.flights.iter().map(|flight| churn.bullet(*flight)).collect();
        let player = Body::sprite(&Arc::new(disc(32))).layer(TARGET).against(BULLET);
        let body = |k: usize| if k == 0 { player.clone() } else { bullets[k].clone() };
        churn.handles = churn.world.spawn_many(count + 1, body).expect("valid bodies");
        churn
    }

    fn bullet(&self, flight: Flight) -> Body {
        let body = Body::sprite(&self.disc).at(flight.at).layer(BULLET).against(TARGET).graze(MARGIN);
        if self.is_turned { body.turned(flight.by[1].atan2(flight.by[0])) } else { body }
    }

    /// Plays the scene. Returns its times, and the microseconds for removing and spawning.
    pub(super) fn play(mut self, effort: &Effort) -> (Played, f64) {
        let mut tally = Tally::new(effort);
        let mut spawning = Vec::new();
        for frame in 0..effort.frames {
            if tally.is_enough() {
                break;
            }
            let (gone, bullets) = self.next();
            let [renewed, moves, steps] = &mut [(); 3].map(|()| Clock::default());
            renewed.time(|| self.replace(&gone, &bullets));
            let places: Vec<[f64; 2]> = self.flights.iter().map(|flight| flight.at).collect();
            moves.time(|| self.world.set_positions(&self.handles, &places)).expect("places in the world");
            let start = Instant::now();
            let step = steps.time(|| self.world.step()).expect("a CPU");
            let on_wall = start.elapsed();
            let times = [moves, renewed, steps].map(|clock| clock.elapsed());
            tally.add(times, on_wall, &step, Handle::to_bits);
            if frame >= effort.warm_up {
                spawning.push(times[1]);
            }
        }
        (tally.played(), median(spawning))
    }

    /// Moves every bullet. Returns the bullets to remove, and new ones to replace them.
    fn next(&mut self) -> (Vec<usize>, Vec<Body>) {
        self.flights.iter_mut().for_each(Flight::fly);
        let count = self.flights.len() - 1;
        // Every LIVES-th bullet, starting at a random one, so that none is picked twice.
        let first = self.random.between(0.0, LIVES as f64) as usize;
        let gone: Vec<usize> = (first..count).step_by(LIVES).map(|k| k + 1).collect();
        let bullet = |&k: &usize| {
            self.flights[k] = Flight::any(&mut self.random);
            self.flights[k]
        };
        let flights: Vec<Flight> = gone.iter().map(bullet).collect();
        let bodies = flights.into_iter().map(|flight| self.bullet(flight)).collect();
        (gone, bodies)
    }

    fn replace(&mut self, gone: &[usize], bullets: &[Body]) {
        let old: Vec<Handle> = gone.iter().map(|&k| self.handles[k]).collect();
        self.world.remove_many(&old).expect("bodies that live");
        let new = self.world.spawn_many(bullets.len(), |k| bullets[k].clone()).expect("valid bodies");
        gone.iter().zip(new).for_each(|(&k, handle)| self.handles[k] = handle);
    }
}

impl Flight {
    fn any(random: &mut Random) -> Flight {
        let at = SCREEN.map(|side| random.between(0.0, side));
        let angle = random.between(0.0, std::f64::consts::TAU);
        let speed = random.between(1.0, 5.0);
        Flight { at, by: [angle.cos() * speed, angle.sin() * speed] }
    }

    /// Moves a bullet. Bullets that leave at one side enter at the opposite side, so their number and angles stay the
    /// same.
    fn fly(&mut self) {
        self.at = std::array::from_fn(|k| (self.at[k] + self.by[k]).rem_euclid(SCREEN[k]));
    }
}

fn disc(side: usize) -> Mask {
    let r = side as f64 / 2.0;
    let solid = |x: i32, y: i32| (f64::from(x) + 0.5 - r).hypot(f64::from(y) + 0.5 - r) <= r;
    Mask::from_fn(side, side, solid).expect("a size that masks may have")
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e6)
}

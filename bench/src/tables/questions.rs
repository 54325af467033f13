//! What every question of a world costs, and adding, removing and keeping bodies, for every kind of body. Each cell stands beside
//! the median of its column. What takes more than four times that is a cliff.

use std::hint::black_box;

use kasuri::travel::Response;
use kasuri::world::Area;
use kasuri::{Body, Filter, Handle, Placement, Shape, World};

use crate::Clock;
use crate::random::Random;
use crate::tables::cliffs::{CLIFF, KINDS, Kind};
use crate::tables::kinds::Art;
use crate::tables::motion::{SCREEN, angle};
use crate::tables::yardstick::world;
use crate::tables::{Cell, Effort, Row, Rows};

/// The side of bodies, in pixels.
const SIDE: usize = 32;
/// How often a question is asked, and how often all bodies are changed or kept; the shortest time of all rounds counts.
const ASKED: usize = 200;
const ROUNDS: usize = 5;

/// The bodies of a kind in a world, to ask about.
struct Crowd {
    world: World,
    bodies: Vec<Handle>,
    /// Where questions are asked.
    places: Vec<[f64; 2]>,
    /// Makes a body with a number.
    body: Box<dyn Fn(usize) -> Body>,
}

/// A question: what it is called, by how many its time is divided, and a round of it.
struct Question {
    name: &'static str,
    count: fn(&Crowd) -> usize,
    ask: fn(&mut Crowd) -> usize,
}

const fn each(name: &'static str, ask: fn(&mut Crowd) -> usize) -> Question {
    Question { name, count: |crowd| crowd.places.len(), ask }
}

const fn whole(name: &'static str, ask: fn(&mut Crowd) -> usize) -> Question {
    Question { name, count: |_| 1, ask }
}

const QUESTIONS: [Question; 12] = [
    each("overlapping us", |crowd| {
        crowd.sum(|world, at| {
            world.overlapping(Area::circle(at, 40.0), Filter::ALL).map_or(0, |met| met.len())
        })
    }),
    each("ray us", |crowd| {
        crowd.sum(|world, at| {
            let to = [at[0] + 300.0, at[1] + 120.0];
            world.first_on_ray(at, to, Filter::ALL).map_or(0, |met| met.is_some().into())
        })
    }),
    each("nearest us", |crowd| {
        crowd.sum(|world, at| world.nearest(at, 8, Filter::ALL).map_or(0, |near| near.len()))
    }),
    each("sweep us", |crowd| {
        crowd.sum(|world, at| {
            let (ball, from) = (Shape::circle(10.0).expect("a circle"), Placement::at(at));
            let met = world.sweep_solid(ball, &from, [at[0] - 200.0, at[1] + 90.0], Filter::ALL);
            met.map_or(0, |met| met.is_some().into())
        })
    }),
    each("distance us", |crowd| {
        let two = crowd.bodies.windows(2).take(crowd.places.len());
        two.map(|two| usize::from(crowd.world.distance(two[0], two[1]).is_ok())).sum()
    }),
    each("contacts us", |crowd| {
        // (The hits of a step, as many as there are places.)
        let step = crowd.world.step().expect("a CPU");
        let hits = step.hits().take(crowd.places.len());
        hits.filter(|hit| crowd.world.contact(hit).is_ok_and(|contact| contact.is_some())).count()
    }),
    each("travel us", |crowd| {
        let mover = crowd.world.spawn(Body::circle(10.0)).expect("a valid body");
        let mut done = 0;
        for &at in &crowd.places {
            crowd.world.edit(mover).position(at).map(drop).expect("in the world");
            done += usize::from(crowd.world.travel(mover, [60.0, 20.0], Response::Slide).is_ok());
        }
        crowd.world.remove(mover).expect("a living body");
        done
    }),
    Question {
        name: "spawn us",
        count: |crowd| crowd.bodies.len(),
        ask: |crowd| {
            let mut world = world(1);
            world.spawn_many(crowd.bodies.len(), |k| (crowd.body)(k)).map_or(0, |bodies| bodies.len())
        },
    },
    whole("snapshot us", |crowd| black_box(crowd.world.snapshot()).to_bytes().len().min(1)),
    whole("restore us", |crowd| {
        let kept = crowd.world.snapshot();
        crowd.world.restore(&kept);
        1
    }),
    whole("hash us", |crowd| usize::from(crowd.world.hash() != 0)),
    Question {
        name: "remove us",
        count: |crowd| crowd.bodies.len(),
        ask: |crowd| {
            let mut world = world(1);
            world.restore(&crowd.world.snapshot());
            world.remove_many(&crowd.bodies).expect("living bodies");
            world.step().expect("a CPU");
            crowd.bodies.len()
        },
    },
];

impl Crowd {
    fn of(kind: &'static Kind, count: usize) -> Crowd {
        let random = &mut Random::new(59);
        let mut place = || SCREEN.map(|side| random.between(0.0, side));
        let sites: Vec<[f64; 2]> = (0..count).map(|_| place()).collect();
        let places = (0..ASKED.min(count)).map(|_| place()).collect();
        let (art, h) = (Art::new(SIDE), SIDE as f64 / 2.0);
        let first = kind.body(&art, h);
        let body = move |k: usize| {
            let body = first.clone().at(sites[k]);
            if kind.is_turned { body.turned(angle(k)) } else { body }
        };
        let mut world = world(1);
        let bodies = world.spawn_many(count, &body).expect("valid bodies");
        Crowd { world, bodies, places, body: Box::new(body) }
    }

    /// Asks at every place, and returns the sum of the answers.
    fn sum(&self, ask: impl Fn(&World, [f64; 2]) -> usize) -> usize {
        self.places.iter().map(|&at| ask(&self.world, at)).sum()
    }

    /// Returns the time of a question, in microseconds.
    fn time(&mut self, question: &Question) -> f64 {
        let round = |crowd: &mut Crowd| {
            let mut clock = Clock::default();
            clock.time(|| black_box((question.ask)(crowd)));
            clock.elapsed().as_secs_f64() * 1e6 / (question.count)(crowd).max(1) as f64
        };
        (0..ROUNDS).map(|_| round(self)).fold(f64::INFINITY, f64::min)
    }
}

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let is_asked = |kind: &&Kind| effort.wants(kind.name);
    // (A tile map is one body.)
    let kinds = || KINDS.iter().filter(|kind| kind.name != "tile map").filter(is_asked);
    let measured = |kind| {
        let mut crowd = Crowd::of(kind, effort.scaled(2000));
        QUESTIONS.each_ref().map(|question| crowd.time(question))
    };
    let times: Vec<[f64; QUESTIONS.len()]> = kinds().map(measured).collect();
    let median = |column: usize| {
        let mut all: Vec<f64> = times.iter().map(|row| row[column]).collect();
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    for (kind, row) in kinds().zip(&times) {
        let cell =
            |column: usize| Cell::new(QUESTIONS[column].name, row[column]).goal(CLIFF * median(column));
        add(Row { name: kind.name.into(), cells: (0..QUESTIONS.len()).map(cell).collect() });
    }
    Ok(())
}

//! What it costs to change a body: every setter of many bodies, for every kind that it can change.

use std::sync::Arc;

use kasuri::{Body, Handle, Look, Placement, World};

use crate::Clock;
use crate::random::Random;
use crate::tables::kinds::Art;
use crate::tables::yardstick::world;
use crate::tables::{Cell, Effort, Row, Rows};

/// The number of frames of an animation, and of links of a chain.
const FRAMES: usize = 4;
const LINKS: usize = 32;

/// Makes the new values for a number of bodies in a round, and returns what sets them. Only that is timed.
type Change = Box<dyn Fn(usize, usize) -> Set>;
type Set = Box<dyn FnOnce(&mut World, &[Handle])>;

/// A setter, with what it changes, the goal in nanoseconds a body, how the bodies are made, and the change.
struct Setter {
    name: &'static str,
    goal: f64,
    body: Box<dyn Fn(usize) -> Body>,
    change: Change,
}

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let count = effort.bullets;
    let sites: Vec<[f64; 2]> = {
        let random = &mut Random::new(53);
        (0..count).map(|_| [random.between(0.0, 1920.0), random.between(0.0, 1080.0)]).collect()
    };
    let is_asked = |setter: &Setter| effort.wants(setter.name);
    for setter in setters().into_iter().filter(is_asked) {
        let mut world = world(1);
        let body = |k: usize| (setter.body)(k).against(0).at(sites[k]);
        let bodies = world.spawn_many(count, body).expect("valid bodies");
        let mut times = Vec::new();
        for round in 0..effort.warm_up.min(4) + effort.frames.min(24) {
            let mut clock = Clock::default();
            let set = (setter.change)(count, round);
            clock.time(|| set(&mut world, &bodies));
            if round >= effort.warm_up.min(4) {
                times.push(clock.elapsed().as_secs_f64() * 1e9 / count as f64);
            }
            world.step().expect("a CPU");
        }
        times.sort_by(f64::total_cmp);
        let cells = vec![
            Cell::new("ns a body", times[times.len() / 2]).goal(setter.goal),
            Cell::new("worst", times[times.len() - 1]),
        ];
        add(Row { name: setter.name.into(), cells });
    }
    Ok(())
}

fn setters() -> Vec<Setter> {
    let art = Arc::new(Art::new(8));
    let masks: Vec<Art> = (0..FRAMES).map(|k| Art::new(8 + k)).collect();
    let of_one_size: Arc<[Look]> = (0..FRAMES).map(|k| Look::from(&frame(&art, k))).collect();
    let of_sizes: Arc<[Look]> = masks.iter().map(|art| Look::from(&art.mask)).collect();
    let star = |_: usize| Body::polygon(&star());
    let sprite = move |_: usize| Body::sprite(&art.mask);
    let turned = |k: usize| k as f64 * 0.7;
    let animated = |looks: &Arc<[Look]>, is_turned: bool| -> Box<dyn Fn(usize) -> Body> {
        let looks = looks.clone();
        Box::new(move |k| {
            let body = Body::frames(&looks).frame(k % FRAMES);
            if is_turned { body.turned(k as f64 * 0.7) } else { body }
        })
    };
    let set =
        |name, goal, body: Box<dyn Fn(usize) -> Body>, change: Change| Setter { name, goal, body, change };
    let frames = || -> Change {
        Box::new(|count, round| {
            let frames: Vec<usize> = (0..count).map(|k| (k + round + 1) % FRAMES).collect();
            Box::new(move |world, bodies| world.set_frames(bodies, &frames).expect("frames"))
        })
    };
    let radii = || -> Change {
        Box::new(|count, round| {
            let radii: Vec<f64> = (0..count).map(|k| 2.0 + ((k + round) % 50) as f64 / 10.0).collect();
            Box::new(move |world, bodies| world.set_radii(bodies, &radii).expect("radii"))
        })
    };
    let scales = || -> Change {
        Box::new(|count, round| {
            let scale = |k: usize| [1.0 + ((k + round) % 50) as f64 / 100.0; 2];
            let scales: Vec<[f64; 2]> = (0..count).map(scale).collect();
            Box::new(move |world, bodies| world.set_scales(bodies, &scales).expect("scales"))
        })
    };
    let angles = || -> Change {
        Box::new(|count, round| {
            let angles: Vec<f64> = (0..count).map(|k| (k + round) as f64 * 0.7).collect();
            Box::new(move |world, bodies| world.set_angles(bodies, &angles).expect("angles"))
        })
    };
    let placements = || -> Change {
        Box::new(|count, round| {
            let at = |k: usize| {
                Placement::at([(k % 1900) as f64, (k / 10) as f64]).turned((k + round) as f64 * 0.7)
            };
            let all: Vec<Placement> = (0..count).map(at).collect();
            Box::new(move |world, bodies| world.set_placements(bodies, &all).expect("placements"))
        })
    };
    let bent = |k: usize, round: usize| -> Vec<[f64; 2]> {
        let point = |n: usize| [n as f64, ((n + k + round) as f64 * 0.2).sin() * 4.0];
        (0..=LINKS).map(point).collect()
    };
    let chains: Change = Box::new(move |count, round| {
        let points: Vec<[f64; 2]> = (0..count).flat_map(|k| bent(k, round)).collect();
        Box::new(move |world, bodies| world.set_chains(bodies, &points).expect("chains"))
    });
    let circle = |_: usize| Body::circle(4.0);
    let boxy = move |k: usize| Body::rect([4.0, 4.0]).turned(turned(k));
    vec![
        set("frames, upright sprites", 15.0, animated(&of_one_size, false), frames()),
        set("frames, turned sprites", 40.0, animated(&of_one_size, true), frames()),
        set("frames of other sizes, upright", 60.0, animated(&of_sizes, false), frames()),
        set("frames of other sizes, turned", 60.0, animated(&of_sizes, true), frames()),
        set("radii, circles", 12.0, Box::new(circle), radii()),
        set("radii, capsules", 40.0, Box::new(|_| Body::capsule([-4.0, 0.0], [4.0, 0.0], 2.0)), radii()),
        set("scales, circles", 40.0, Box::new(circle), scales()),
        set("scales, turned boxes", 40.0, Box::new(boxy), scales()),
        set("scales, sprites", 40.0, Box::new(sprite.clone()), scales()),
        set("scales, polygons of 28", 900.0, Box::new(star), scales()),
        set("angles, turned boxes", 40.0, Box::new(boxy), angles()),
        set("angles, sprites", 40.0, Box::new(sprite.clone()), angles()),
        set("angles, polygons of 28", 900.0, Box::new(star), angles()),
        set("placements, circles", 40.0, Box::new(circle), placements()),
        set("placements, turned boxes", 40.0, Box::new(boxy), placements()),
        set("placements, sprites", 40.0, Box::new(sprite), placements()),
        set("chains of 32 links, bent", 900.0, Box::new(move |k| Body::chain(&bent(k, 0), 0.5)), chains),
    ]
}

/// A frame of an animation: the mask with one texel less.
fn frame(art: &Art, k: usize) -> Arc<kasuri::Mask> {
    let side = art.mask.width() as usize;
    let is_set = |x: i32, y: i32| art.mask.get(x.into(), y.into()) && (x, y) != (k as i32 + 2, 4);
    Arc::new(kasuri::Mask::from_fn(side, side, is_set).expect("a size that masks may have"))
}

fn star() -> Vec<[f64; 2]> {
    let corner = |k: usize| {
        let turn = k as f64 / 28.0 * std::f64::consts::TAU;
        let far = 4.0 * (0.75 + 0.25 * (7.0 * turn).sin());
        [turn.cos() * far, turn.sin() * far]
    };
    (0..28).map(corner).collect()
}

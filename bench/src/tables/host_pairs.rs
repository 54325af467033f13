//! The host's share of a batch on a GPU, for prepared bodies and pairs by index: the CPU time of the calling thread, which does all
//! of the host's work here.

use std::sync::Arc;
use std::time::Duration;

use kasuri::gpu::{Gpu, Want};
use kasuri::query::Form;
use kasuri::{Mask, Placement, Shape, Touching, mask::Sprite};

use crate::clock::thread_time;
use crate::random::Random;
use crate::tables::{Cell, Effort, Row, Rows};

const PAIRS: usize = 1_000_000;
const BODIES: usize = 20_000;
const ROUNDS: usize = 15;
/// The goal on `noop`, in nanoseconds a pair.
const GOAL: f64 = 2.0;

/// The sets of bodies: how many kinds each has of boxes, upright and turned masks, and large masks.
const SETS: [(&str, usize); 3] = [("boxes", 1), ("boxes and masks", 2), ("boxes, turned and large masks", 4)];

pub(super) fn rows(effort: &Effort, add: Rows, device: &str, gpu: &Gpu) -> Result<(), String> {
    let count = effort.scaled(PAIRS);
    let mut random = Random::new(57);
    let mut body = || (random.bits() % BODIES as u64) as u32;
    let pairs: Vec<[u32; 2]> = (0..count).map(|_| [body(), body()]).collect();
    for (set, kinds) in SETS {
        let name = format!("{device}, {count} pairs of {set}");
        if effort.only.is_some_and(|part| !name.contains(part)) {
            continue;
        }
        let forms = forms(kinds).map_err(|error| error.to_string())?;
        let mut bodies = gpu.bodies(&forms).map_err(|error| error.to_string())?;
        let mut times: Vec<Duration> = Vec::new();
        for _ in 0..ROUNDS.min(effort.frames.max(3)) {
            let start = thread_time();
            bodies.ask(&pairs, Want::Bits, Touching::Counts).map_err(|error| error.to_string())?;
            times.push(thread_time().saturating_sub(start));
        }
        times.sort_unstable();
        let each = |time: &Duration| time.as_secs_f64() * 1e9 / count as f64;
        let median = Cell::new("ns each", each(&times[times.len() / 2]));
        let cells = vec![
            if device == "noop" { median.goal(GOAL) } else { median },
            Cell::new("least ns", each(&times[0])),
        ];
        add(Row { name, cells });
    }
    Ok(())
}

fn forms(kinds: usize) -> kasuri::Result<Vec<Form>> {
    let mut random = Random::new(58);
    let shape = Shape::rect([6.0, 3.0])?;
    let mask = |side: usize| Mask::from_fn(side, side, |x, y| (x + y) % 3 > 0).map(Arc::new);
    let (small, large) = (mask(32)?, mask(200)?);
    let mut form = |k: usize| -> kasuri::Result<Form> {
        let at = Placement::at([random.between(0.0, 2000.0).floor(), random.between(0.0, 2000.0).floor()]);
        match k % kinds {
            0 => Ok(Form::Shape(shape.place(&at)?)),
            1 => Ok(Form::Sprite(Sprite::place(&small, &at, None)?)),
            2 => Ok(Form::Sprite(Sprite::place(&small, &at.turned(0.7), None)?)),
            _ => Ok(Form::Sprite(Sprite::place(&large, &at, None)?)),
        }
    };
    (0..BODIES).map(&mut form).collect()
}

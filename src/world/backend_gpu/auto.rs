//! Chooses the faster of CPU and GPU for each step, by costs measured on this machine.

use std::time::Instant;

use crate::cpu::{RawHits, Touches};
use crate::error::Result;
use crate::form::{Form, Touching};
use crate::gpu::{Crowd, Gpu, Member};
use crate::lattice::Point;
use crate::query;
use crate::world::backend_gpu::OnGpu;
use crate::world::step::backend::{Asked, Cpu, Decide};
use crate::world::table::rows::Rows;

/// The CPU or the GPU, whichever has been faster for that number of bodies or pairs. After a GPU failure it uses the
/// CPU only.
pub(in crate::world) struct AutoBackend {
    cpu: Cpu,
    gpu: Option<OnGpu>,
    costs: Costs,
    frame: Option<Costs>,
    /// When candidates were last requested, and for how many bodies.
    asked: Option<(Instant, usize)>,
    used: &'static str,
}

/// The measured costs of steps, in seconds: of batches by pairs, and of whole steps by bodies. The device's first
/// values come from a trial, later ones from real steps.
#[derive(Debug, Clone, Copy)]
struct Costs {
    /// The host's cost of a pair, or of a body with finding candidates; `None` before it is known.
    host_item: Option<f64>,
    device_step: f64,
    device_item: f64,
}

impl Costs {
    /// Those of a device that is never used.
    const NEVER: Costs = Costs { host_item: None, device_step: f64::INFINITY, device_item: 0.0 };

    /// Whether the device is likely faster than the host.
    fn favor_device(&self, items: usize) -> bool {
        let items = items as f64;
        self.host_item.is_some_and(|host| self.device_step + self.device_item * items < host * items)
    }
}

/// The least number of bodies for which a whole step on the device is considered.
const MANY: usize = 4096;

impl AutoBackend {
    /// Measures both on a few thousand pairs. Without a GPU, or with one that fails, it uses the CPU.
    pub(in crate::world) fn new(gpu: Option<Gpu>, cpu: Cpu) -> AutoBackend {
        let mut gpu = gpu.map(|gpu| OnGpu::new(gpu, cpu.threads()));
        let costs = gpu.as_ref().and_then(|on| trial(&on.gpu).ok());
        if costs.is_none() {
            gpu = None;
        }
        AutoBackend { cpu, gpu, costs: costs.unwrap_or(Costs::NEVER), frame: None, asked: None, used: "cpu" }
    }

    fn wants_gpu(&self, pairs: usize) -> bool {
        self.gpu.is_some() && self.costs.favor_device(pairs)
    }

    /// Whether a whole step on the device is likely faster than the host's steps so far.
    fn wants_frame(&mut self, bodies: usize) -> bool {
        let Some(gpu) = self.gpu.as_ref().filter(|_| bodies >= MANY) else { return false };
        // The host makes the first step, which measures its cost.
        let costs = self.frame.get_or_insert_with(|| frame_trial(&gpu.gpu).unwrap_or(Costs::NEVER));
        costs.favor_device(bodies)
    }

    /// Records the time of a step on the host, counted from when its candidates were requested.
    fn note_host(&mut self) {
        if let (Some((start, bodies)), Some(costs)) = (self.asked.take(), &mut self.frame) {
            let measured = start.elapsed().as_secs_f64() / bodies as f64;
            drift(costs.host_item.get_or_insert(measured), measured);
        }
    }
}

impl Decide for AutoBackend {
    fn name(&self) -> &'static str {
        self.used
    }

    fn decide(&mut self, asked: Asked<'_>, found: &mut RawHits) -> Result<()> {
        let pairs = asked.candidates.len();
        let start = Instant::now();
        if self.wants_gpu(pairs)
            && let Some(gpu) = &mut self.gpu
        {
            if gpu.decide(asked, found).is_ok() {
                self.used = "gpu";
                let beyond = (start.elapsed().as_secs_f64() - self.costs.device_item * pairs as f64).max(0.0);
                drift(&mut self.costs.device_step, beyond);
                self.note_host();
                return Ok(());
            }
            // The GPU is lost, too small or out of memory. The CPU gives the same answer, now and from now on.
            self.gpu = None;
        }
        self.used = "cpu";
        let start = Instant::now();
        self.cpu.decide(asked, found)?;
        if pairs > 256 {
            let measured = start.elapsed().as_secs_f64() / pairs as f64;
            drift(self.costs.host_item.get_or_insert(measured), measured);
        }
        self.note_host();
        Ok(())
    }

    fn gpu_for_fits(&self, [host, device]: [f64; 2]) -> Option<(&Gpu, bool)> {
        let Costs { host_item, device_step, device_item } = self.costs;
        let is_faster = device_step + device_item * device < host_item? * host;
        self.gpu.as_ref().filter(|_| is_faster).map(|on| (&on.gpu, false))
    }

    fn decide_all(
        &mut self,
        rows: &mut Rows,
        touching: &Touches,
        found: &mut RawHits,
    ) -> Option<Result<usize>> {
        let bodies = rows.living();
        if self.wants_frame(bodies)
            && let (Some(gpu), Some(costs)) = (&mut self.gpu, &mut self.frame)
        {
            let start = Instant::now();
            match gpu.decide_all(rows, touching, found) {
                Some(Ok(pairs)) => {
                    self.used = "gpu";
                    let beyond = start.elapsed().as_secs_f64() - costs.device_step;
                    drift(&mut costs.device_item, beyond.max(0.0) / bodies as f64);
                    return Some(Ok(pairs));
                }
                Some(Err(_)) => self.gpu = None,
                None => costs.device_step = f64::INFINITY,
            }
        }
        self.asked = (bodies >= MANY).then(|| (Instant::now(), bodies));
        None
    }
}

/// Moves a running value by an eighth toward a new measurement.
fn drift(value: &mut f64, measured: f64) {
    *value += (measured - *value) / 8.0;
}

/// The number of pairs, and of bodies, in a trial.
const TRIAL: usize = 4096;

fn circle(k: usize) -> Result<Form> {
    let shape = crate::shape::Shape::circle(4.0)?;
    let placement = crate::shape::Placement::at([(k % 64) as f64 * 8.0, (k / 64) as f64 * 8.0]);
    Ok(Form::Shape(shape.place(&placement)?))
}

/// Returns the mean time of four runs after one warm-up run, in seconds.
fn time(mut work: impl FnMut() -> Result<()>) -> Result<f64> {
    work()?;
    let start = Instant::now();
    for _ in 0..4 {
        work()?;
    }
    Ok(start.elapsed().as_secs_f64() / 4.0)
}

/// Measures both on circles that nearly touch, each after a warm-up.
fn trial(gpu: &Gpu) -> Result<Costs> {
    let forms: Vec<Form> = (0..TRIAL).map(circle).collect::<Result<_>>()?;
    let pairs: Vec<[u32; 2]> = (0..TRIAL as u32).map(|k| [k, (k + 1) % TRIAL as u32]).collect();
    let mut bodies = gpu.bodies(&forms)?;
    let mut batch = |pairs: &[[u32; 2]]| time(|| bodies.hits(pairs, Touching::Counts).map(drop));
    let (one, all) = (batch(&pairs[..1])?, batch(&pairs)?);
    let start = Instant::now();
    let met =
        |&&[a, b]: &&[u32; 2]| query::overlaps(&forms[a as usize], &forms[b as usize], Touching::Counts);
    let count = pairs.iter().filter(met).count();
    debug_assert!(count > 0);
    Ok(Costs {
        host_item: Some(start.elapsed().as_secs_f64() / TRIAL as f64),
        device_step: one,
        device_item: (all - one).max(0.0) / TRIAL as f64,
    })
}

/// Measures whole frames of the same circles: with a few of them and with all.
fn frame_trial(gpu: &Gpu) -> Result<Costs> {
    let mut crowd = gpu.crowd();
    let few = time_frames(&mut crowd, 16)?;
    let all = time_frames(&mut crowd, TRIAL)?;
    Ok(Costs { host_item: None, device_step: few, device_item: (all - few).max(0.0) / TRIAL as f64 })
}

/// Measures a frame of `count` circles that all move.
fn time_frames(crowd: &mut Crowd, count: usize) -> Result<f64> {
    let (at, layers) = (Point::default(), crate::form::Layers::default());
    for k in crowd.len()..count {
        crowd.push(Member { form: &circle(0)?, at, layers, margin: -1, owner: k as u32, world: 0 })?;
    }
    let mut x = 0;
    time(|| {
        x += 1;
        for k in 0..count {
            crowd.move_to(k as u32, Point::new((k % 64) as i32 * 2048 + x, (k / 64) as i32 * 2048))?;
        }
        crowd.frame().map(drop)
    })
}

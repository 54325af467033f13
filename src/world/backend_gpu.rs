//! Steps decided on a GPU, and by whichever is faster.
//!
//! Bodies are uploaded when one comes, goes or changes its form; while they only move, just their places are.

use std::time::Instant;

use crate::error::{Error, Result};
use crate::form::{Form, Touching};
use crate::gpu::{Bodies, Gpu};
use crate::lattice::Point;
use crate::query;
use crate::world::backend::{Asked, Cpu, Decide, Found};
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// A GPU and the bodies it holds.
pub(super) struct OnGpu {
    gpu: Gpu,
    bodies: Option<Uploaded>,
    counted: Batch,
    ignored: Batch,
    moves: Vec<Point>,
}

struct Uploaded {
    bodies: Bodies,
    /// Of which forms, and where their bodies were.
    forms_version: u64,
    origins: Vec<Point>,
    /// Each row's first form.
    first: Vec<u32>,
}

/// Pairs of forms whose touches count alike, and what a hit of each is.
#[derive(Default)]
struct Batch {
    pairs: Vec<[u32; 2]>,
    keys: Vec<Key>,
}

impl OnGpu {
    pub(super) fn new(gpu: Gpu) -> OnGpu {
        OnGpu { gpu, bodies: None, counted: Batch::default(), ignored: Batch::default(), moves: Vec::new() }
    }

    /// The device's bodies, as they are now.
    fn upload(&mut self, rows: &Rows) -> Result<&mut Uploaded> {
        let is_current = self.bodies.as_ref().is_some_and(|held| held.forms_version == rows.forms_version);
        if !is_current {
            let mut first = Vec::with_capacity(rows.len());
            let mut forms: Vec<Form> = Vec::with_capacity(rows.len());
            let mut origins = Vec::with_capacity(rows.len());
            for row in 0..rows.len() {
                first.push(forms.len() as u32);
                // A removed body has no form to upload: it is in no pair.
                let here = if rows.is_living(row) { rows.forms[row].all() } else { &[] };
                forms.extend_from_slice(here);
                origins.extend(here.iter().map(|_| rows.point(row)));
            }
            let bodies = match self.bodies.take() {
                Some(mut held) => held.bodies.replace(&forms).map(|()| held.bodies)?,
                None => self.gpu.bodies(&forms)?,
            };
            self.bodies = Some(Uploaded { bodies, forms_version: rows.forms_version, origins, first });
        }
        let held = self.bodies.as_mut().ok_or_else(|| Error::GpuLost("its bodies are gone".into()))?;
        if is_current {
            self.moves.clear();
            for row in (0..rows.len()).filter(|&row| rows.is_living(row)) {
                for k in 0..rows.forms[row].all().len() {
                    let (from, to) = (held.origins[held.first[row] as usize + k], rows.point(row));
                    self.moves.push(Point::new(to.x - from.x, to.y - from.y));
                }
            }
            held.bodies.set_moves(&self.moves)?;
        }
        Ok(held)
    }

    /// Sorts the regions' pairs by how their touches count; circles that are measured otherwise are decided here.
    fn sort(&mut self, asked: &Asked<'_>, found: &mut Found) -> Result<()> {
        let Asked { rows, touching, .. } = *asked;
        let first = &self.bodies.as_ref().ok_or_else(|| Error::GpuLost("its bodies are gone".into()))?.first;
        for batch in [&mut self.counted, &mut self.ignored] {
            batch.pairs.clear();
            batch.keys.clear();
        }
        for &[a, b] in asked.candidates {
            for (key, pair) in touching.region_pairs(rows, [a, b]) {
                match touching.rooted_overlap(pair) {
                    Some(true) => found.overlaps.push(key),
                    Some(false) => {}
                    None => {
                        let batch = match touching.of(pair[0].1, pair[1].1) {
                            Touching::Counts => &mut self.counted,
                            Touching::Ignored => &mut self.ignored,
                        };
                        let [i, j] = key.regions.map(u32::from);
                        batch.pairs.push([first[a as usize] + i, first[b as usize] + j]);
                        batch.keys.push(key);
                    }
                }
            }
        }
        Ok(())
    }
}

impl Decide for OnGpu {
    fn name(&self) -> &'static str {
        "gpu"
    }

    fn decide(&mut self, asked: Asked<'_>, found: &mut Found) -> Result<()> {
        found.overlaps.clear();
        found.grazes.clear();
        if asked.candidates.is_empty() {
            return Ok(());
        }
        self.upload(asked.rows)?;
        self.sort(&asked, found)?;
        let Some(held) = &mut self.bodies else { return Ok(()) };
        // Both batches are under way before the first is waited for.
        let batches = [(&self.counted, Touching::Counts), (&self.ignored, Touching::Ignored)];
        for (batch, touching) in batches.into_iter().filter(|(batch, _)| !batch.pairs.is_empty()) {
            let hits = held.bodies.hits(&batch.pairs, touching)?;
            found.overlaps.extend(hits.into_iter().map(|k| batch.keys[k as usize]));
        }
        found.overlaps.sort_unstable();
        graze(&asked, found);
        Ok(())
    }
}

/// Grazes of pairs that do not overlap: few bodies have margins, and those that are near are fewer.
fn graze(asked: &Asked<'_>, found: &mut Found) {
    let Asked { rows, touching, .. } = asked;
    if rows.grazing == 0 {
        return;
    }
    let overlaps = &found.overlaps;
    for &[a, b] in asked.candidates {
        let margin = rows.margin(a as usize).max(rows.margin(b as usize));
        let at = overlaps.partition_point(|key| key.pair() < [a, b]);
        if margin >= 0 && overlaps.get(at).is_none_or(|key| key.pair() != [a, b]) {
            found.grazes.extend(touching.first_graze(rows, [a, b], margin));
        }
    }
}

/// The CPU or the GPU, whichever has been faster for so many pairs; the CPU alone once the GPU has failed.
pub(super) struct Auto {
    cpu: Cpu,
    gpu: Option<OnGpu>,
    costs: Costs,
    used: &'static str,
}

/// What steps cost, in seconds, as measured: at first on a trial, then on what is decided.
#[derive(Debug, Clone, Copy)]
struct Costs {
    cpu_pair: f64,
    gpu_step: f64,
    gpu_pair: f64,
}

impl Auto {
    /// Measures both on a few thousand pairs. Without a GPU, or with one that fails, it is the CPU.
    pub(super) fn new(gpu: Option<Gpu>, cpu: Cpu) -> Auto {
        let mut gpu = gpu.map(OnGpu::new);
        let costs = gpu.as_ref().and_then(|on| trial(&on.gpu).ok());
        if costs.is_none() {
            gpu = None;
        }
        let none = Costs { cpu_pair: 0.0, gpu_step: f64::INFINITY, gpu_pair: 0.0 };
        Auto { cpu, gpu, costs: costs.unwrap_or(none), used: "cpu" }
    }

    fn wants_gpu(&self, pairs: usize) -> bool {
        let (pairs, costs) = (pairs as f64, self.costs);
        self.gpu.is_some() && costs.gpu_step + costs.gpu_pair * pairs < costs.cpu_pair * pairs
    }
}

impl Decide for Auto {
    fn name(&self) -> &'static str {
        self.used
    }

    fn decide(&mut self, asked: Asked<'_>, found: &mut Found) -> Result<()> {
        let pairs = asked.candidates.len();
        let start = Instant::now();
        if self.wants_gpu(pairs)
            && let Some(gpu) = &mut self.gpu
        {
            if gpu.decide(asked, found).is_ok() {
                self.used = "gpu";
                let beyond = (start.elapsed().as_secs_f64() - self.costs.gpu_pair * pairs as f64).max(0.0);
                drift(&mut self.costs.gpu_step, beyond);
                return Ok(());
            }
            // Lost, too small or out of memory: the same answer from the CPU, now and from now on.
            self.gpu = None;
        }
        self.used = "cpu";
        let start = Instant::now();
        self.cpu.decide(asked, found)?;
        if pairs > 256 {
            drift(&mut self.costs.cpu_pair, start.elapsed().as_secs_f64() / pairs as f64);
        }
        Ok(())
    }
}

/// A measured value follows what is measured, slowly.
fn drift(value: &mut f64, measured: f64) {
    *value += (measured - *value) / 8.0;
}

/// Pairs of a trial.
const TRIAL: usize = 4096;

/// Times circles that nearly touch on both, each warm.
fn trial(gpu: &Gpu) -> Result<Costs> {
    let circle = |k: usize| {
        let shape = crate::shape::Shape::circle(4.0)?;
        let placement = crate::shape::Placement::at([(k % 64) as f64 * 8.0, (k / 64) as f64 * 8.0]);
        Ok(Form::Shape(shape.place(&placement)?))
    };
    let forms: Vec<Form> = (0..TRIAL).map(circle).collect::<Result<_>>()?;
    let pairs: Vec<[u32; 2]> = (0..TRIAL as u32).map(|k| [k, (k + 1) % TRIAL as u32]).collect();
    let mut bodies = gpu.bodies(&forms)?;
    let mut time = |pairs: &[[u32; 2]]| -> Result<f64> {
        bodies.hits(pairs, Touching::Counts)?;
        let start = Instant::now();
        for _ in 0..4 {
            bodies.hits(pairs, Touching::Counts)?;
        }
        Ok(start.elapsed().as_secs_f64() / 4.0)
    };
    let (one, all) = (time(&pairs[..1])?, time(&pairs)?);
    let start = Instant::now();
    let met =
        |&&[a, b]: &&[u32; 2]| query::overlaps(&forms[a as usize], &forms[b as usize], Touching::Counts);
    let count = pairs.iter().filter(met).count();
    debug_assert!(count > 0);
    Ok(Costs {
        cpu_pair: start.elapsed().as_secs_f64() / TRIAL as f64,
        gpu_step: one,
        gpu_pair: (all - one).max(0.0) / TRIAL as f64,
    })
}

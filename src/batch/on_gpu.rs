//! Pairs of poses tested by a GPU.

use crate::batch::Bits;
use crate::batch::side::Side;
use crate::error::{At, Result};
use crate::form::{Form, Touching};
use crate::gpu::Gpu;
use crate::threads::Threads;

/// The number of bodies uploaded at a time, of both sides together.
const MOST: usize = 1 << 20;
/// The least number of bodies that a thread places.
const LEAST: usize = 1024;

/// The pixels of a mask from which on a GPU is worth it. An NVIDIA H200 takes 121 ns for a pair of turned sprites of 64 by 64 pixels
/// and one core of its machine 471 ns; for boxes it is 62 against 2, and for smaller sprites the host's work alone takes longer
/// (docs/speed.md).
const COSTLY: u32 = 64 * 64;

/// Whether a GPU can decide pairs of two sides faster than the CPU: not where the host's own work is most of the cost.
pub(super) fn is_worth_it(sides: [Side<'_>; 2]) -> bool {
    sides.into_iter().all(|side| match side {
        Side::Sprites { masks, .. } => masks.iter().any(|mask| mask.width() * mask.height() >= COSTLY),
        _ => false,
    })
}

/// Returns which pairs overlap. The CPU places the bodies, a part of the batch at a time.
pub(super) fn overlaps(
    gpu: &Gpu,
    threads: &Threads,
    sides: [Side<'_>; 2],
    count: usize,
    touching: Touching,
) -> Result<Bits> {
    let mut all = Bits::none(count);
    for from in (0..count).step_by(MOST / 2) {
        let to = count.min(from + MOST / 2);
        let mut forms = placed(threads, sides[0], from..to).at("a")?;
        forms.extend(placed(threads, sides[1], from..to).at("b")?);
        let first_of_b = (to - from) as u32;
        let pairs: Vec<[u32; 2]> = (0..first_of_b).map(|k| [k, first_of_b + k]).collect();
        let hits = gpu.bodies(&forms)?.overlaps(&pairs, touching)?;
        hits.iter().for_each(|k| all.set(from as u32 + k));
    }
    Ok(all)
}

/// Returns some bodies of a side. If several are invalid, the error names the first.
fn placed(threads: &Threads, side: Side<'_>, bodies: std::ops::Range<usize>) -> Result<Vec<Form>> {
    let length = bodies.len().div_ceil(threads.parts(bodies.len(), LEAST).max(1)).max(1);
    let mut parts: Vec<(usize, Result<Vec<Form>>)> =
        bodies.clone().step_by(length).map(|from| (from, Ok(Vec::new()))).collect();
    threads.each(&mut parts, |_, (from, forms)| {
        *forms = (*from..bodies.end.min(*from + length)).map(|k| side.form(k)).collect();
    });
    let mut forms = Vec::with_capacity(2 * bodies.len());
    for (_, part) in parts {
        forms.extend(part?);
    }
    Ok(forms)
}

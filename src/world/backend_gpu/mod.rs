//! The backends that decide steps on a GPU, or on whichever of CPU and GPU is faster.

mod auto;
mod batch;
mod device_forms;
mod device_rows;

pub(in crate::world) use auto::AutoBackend;
pub(in crate::world) use device_rows::DeviceRows;

use crate::cpu::{RawHits, Touches};
use crate::error::Result;
use crate::form::Touching;
use crate::gpu::Gpu;
use crate::threads::Threads;
use crate::world::backend_gpu::batch::Batches;
use crate::world::step::backend::{Asked, Decide};
use crate::world::table::rows::Rows;

/// A GPU and the bodies uploaded to it.
pub(in crate::world) struct OnGpu {
    gpu: Gpu,
    rows: DeviceRows,
    batches: Batches,
}

/// Whether touches may be ignored for a body that has parts without interior.
pub(super) fn asks_for_seams(rows: &Rows, touching: &Touches) -> bool {
    let ignored = Touching::Ignored;
    let may_ignore =
        touching.usual == ignored || touching.between.iter().any(|&(.., which)| which == ignored);
    may_ignore && rows.form_table.has_thin_parts()
}

impl OnGpu {
    pub(in crate::world) fn new(gpu: Gpu, threads: &Threads) -> OnGpu {
        OnGpu { rows: DeviceRows::new(&gpu, threads), batches: Batches::new(gpu.clone()), gpu }
    }
}

impl Decide for OnGpu {
    fn name(&self) -> &'static str {
        "gpu"
    }

    fn decide(&mut self, asked: Asked<'_>, found: &mut RawHits) -> Result<()> {
        self.batches.decide(asked, found)
    }

    fn gpu_for_fits(&self, _: [f64; 2]) -> Option<(&Gpu, bool)> {
        Some((&self.gpu, true))
    }

    fn decide_all(
        &mut self,
        rows: &mut Rows,
        touching: &Touches,
        found: &mut RawHits,
    ) -> Option<Result<usize>> {
        // The device decides part by part and ignores seams (SPEC 3). The host decides such pairs one by one.
        if asks_for_seams(rows, touching) || self.rows.rests() {
            return None;
        }
        match self.rows.decide(rows, touching, found) {
            // Batches can be split, and do not need room for all pairs at once.
            Err(error) if self.rows.forget_after(&error) => None,
            result => Some(result),
        }
    }
}

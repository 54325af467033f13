//! The backends that decide steps on a GPU, or on whichever of CPU and GPU is faster.

mod auto;
mod batch;
mod device_forms;
mod held;
mod many;

pub(in crate::world) use auto::Auto;
pub(in crate::world) use many::Many;

use crate::error::{ErrorKind, Result};
use crate::form::Touching;
use crate::gpu::Gpu;
use crate::world::backend::{Asked, Decide, Found, Touches};
use crate::world::backend_gpu::batch::Batches;
use crate::world::backend_gpu::held::Held;
use crate::world::rows::Rows;

/// A GPU and the bodies uploaded to it.
pub(in crate::world) struct OnGpu {
    gpu: Gpu,
    held: Option<Held>,
    batches: Batches,
    /// The number of steps for which no whole step is tried on the device.
    rest: u32,
}

/// Whether touches may be ignored for a body that has parts without interior.
pub(super) fn asks_for_seams(rows: &Rows, touching: &Touches) -> bool {
    let ignored = Touching::Ignored;
    let may_ignore =
        touching.usual == ignored || touching.between.iter().any(|&(.., which)| which == ignored);
    may_ignore && rows.form_table.has_thin_parts()
}

/// The number of steps without a whole step on the device, after one did not fit.
const REST: u32 = 64;

impl OnGpu {
    pub(in crate::world) fn new(gpu: Gpu) -> OnGpu {
        OnGpu { held: None, batches: Batches::new(gpu.clone()), gpu, rest: 0 }
    }
}

impl Decide for OnGpu {
    fn name(&self) -> &'static str {
        "gpu"
    }

    fn decide(&mut self, asked: Asked<'_>, found: &mut Found) -> Result<()> {
        self.batches.decide(asked, found)
    }

    fn decide_all(
        &mut self,
        rows: &mut Rows,
        touching: &Touches,
        found: &mut Found,
    ) -> Option<Result<usize>> {
        // The device decides part by part and ignores seams (SPEC 3). The host decides such pairs one by one.
        if asks_for_seams(rows, touching) {
            return None;
        }
        if self.rest > 0 {
            self.rest -= 1;
            return None;
        }
        let held = self.held.get_or_insert_with(|| Held::new(&self.gpu));
        match held.decide(rows, touching, found) {
            // Batches can be split, and do not need room for all pairs at once.
            Err(error) if error.kind() == ErrorKind::GpuTooSmall => {
                (self.held, self.rest) = (None, REST);
                None
            }
            result => Some(result),
        }
    }
}

//! Tries a device once before it is trusted: some drivers end long shaders early, without an error.

use crate::error::{Cause, Result};
use crate::gpu::Gpu;
use crate::gpu::arena::{Arenas, Role};
use crate::gpu::constants::ROUNDS;
use crate::gpu::kernels::Kernel;
use crate::gpu::layout::Ask;
use crate::gpu::pass::{Groups, PassRecorder};
use crate::gpu::queues::HostPass;
use crate::gpu::readback::Reading;
use crate::gpu::scope::caught;

/// The invocations of the trial.
const INVOCATIONS: u32 = 64;
/// The rounds left for an invocation's own turn. Each of the 64 turns costs two rounds, and one to leave the inner
/// loop; leaving the outer loop costs two, and one must remain.
const COUNT: u32 = ROUNDS - 3 * INVOCATIONS - 3;

impl Gpu {
    /// Returns an error if the device computes the trial wrongly; the trial runs once.
    pub(super) async fn trust(&self) -> Result<()> {
        let is_right = match self.trial().get() {
            Some(&is_right) => is_right,
            None => {
                let is_right = self.answers_rightly().await?;
                *self.trial().get_or_init(|| is_right)
            }
        };
        if is_right { Ok(()) } else { Err(Cause::GpuWrong(self.adapter().name).error()) }
    }

    async fn answers_rightly(&self) -> Result<bool> {
        let bytes = 4 * u64::from(INVOCATIONS);
        let mut arenas = Arenas::new(self);
        let mut reading = caught(self, || {
            arenas.ask(HostPass::Words, Ask { count: COUNT, ..Ask::default() })?;
            arenas[Role::Words].reserve(bytes)?;
            let mut encoder = self.device().create_command_encoder(&Default::default());
            let ask = arenas.asked(HostPass::Words);
            let groups = Groups(INVOCATIONS.into(), INVOCATIONS);
            PassRecorder::new(self, &mut encoder, &arenas).pass(Kernel::Trial, ask, &[], groups);
            Ok(Reading::first(self, encoder, arenas[Role::Words].buffer(), bytes))
        })
        .await?;
        let words = reading.take(self, cfg!(not(target_arch = "wasm32"))).await?;
        Ok(words == (0..INVOCATIONS).map(outcome).collect::<Vec<_>>())
    }
}

/// Returns the expected result of an invocation.
fn outcome(invocation: u32) -> u32 {
    let next = |x: u32| (x ^ (x >> 7)).wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    (0..COUNT).fold(invocation, |x, _| next(x))
}

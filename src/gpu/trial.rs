//! Tries a device once before it is trusted: some drivers end long shaders early, without an error.

use crate::error::{Cause, Result};
use crate::gpu::Gpu;
use crate::gpu::arena::Arena;
use crate::gpu::kernels::Builder;
use crate::gpu::kernels::Use::Write;
use crate::gpu::layout::Ask;
use crate::gpu::pass::{Groups, dispatch};
use crate::gpu::readback::Staging;
use crate::gpu::scope::caught;

/// The most loop rounds of one invocation: `ROUNDS` in shaders/shared/placed.wgsl.
pub(super) const ROUNDS: u32 = 7900;
/// The invocations of the trial.
const INVOCATIONS: u32 = 64;
/// The rounds left for an invocation's own turn. Each of the 64 turns costs two rounds, and one to leave the inner
/// loop; leaving the outer loop costs two, and one must remain.
const COUNT: u32 = ROUNDS - 3 * INVOCATIONS - 3;

impl Gpu {
    /// Returns an error if the device computes the trial wrongly; the trial runs once.
    pub(super) async fn trust(&self) -> Result<()> {
        let is_right = match self.trial() {
            Some(is_right) => is_right,
            None => {
                let is_right = self.answers_rightly().await?;
                self.set_trial(is_right);
                is_right
            }
        };
        if is_right { Ok(()) } else { Err(Cause::GpuWrong(self.adapter().name).error()) }
    }

    async fn answers_rightly(&self) -> Result<bool> {
        let bytes = 4 * u64::from(INVOCATIONS);
        let mut ask = Arena::new(self, "ask of the trial", wgpu::BufferUsages::UNIFORM);
        let mut words = Arena::storage(self, "trial");
        let staging = caught(self, || {
            let kernel = Builder::new(self.device(), "trial", self.trial_text(), &[Write]).build("main", &[]);
            ask.fill(&[Ask { count: COUNT, ..Ask::default() }])?;
            words.reserve(bytes)?;
            let mut encoder = self.device().create_command_encoder(&Default::default());
            let groups = Groups::Threads(INVOCATIONS.into(), INVOCATIONS);
            dispatch(self, &mut encoder, &kernel, &[ask.buffer(), words.buffer()], groups);
            let staging = Staging::new(self, bytes);
            encoder.copy_buffer_to_buffer(words.buffer(), 0, staging.buffer(), 0, Some(bytes));
            self.queue().submit([encoder.finish()]);
            Ok(staging)
        })
        .await?;
        let mapping = staging.map(self, bytes);
        if cfg!(not(target_arch = "wasm32")) {
            mapping.wait();
        }
        mapping.await?;
        Ok(staging.take(self, bytes)? == (0..INVOCATIONS).map(outcome).collect::<Vec<_>>())
    }
}

/// Returns the expected result of an invocation.
fn outcome(invocation: u32) -> u32 {
    let next = |x: u32| (x ^ (x >> 7)).wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    (0..COUNT).fold(invocation, |x, _| next(x))
}

//! Many worlds stepped on a GPU, all in one submission.

use crate::error::{Error, Result};
use crate::gpu::{FrameReport, Gpu};
use crate::world::World;
use crate::world::backend_gpu::DeviceRows;
use crate::world::worlds::Worlds;
use crate::world::worlds::steps::{BatchLists, WorldsPart};
use crate::world::worlds::tools::Tools;

impl Worlds {
    /// Steps the worlds on a GPU from now on: all of them in one submission, whatever their own backends are. The
    /// answers are the same. A world whose touching rules differ from the first world's steps by itself. If the GPU
    /// is too small for a step, all worlds step by themselves.
    ///
    /// ```no_run
    /// use kasuri::{gpu::Gpu, worlds::Worlds, World};
    /// let mut worlds = Worlds::new(1000, |_| Ok(World::new()))?.on_gpu(&Gpu::new()?);
    /// let steps = worlds.step()?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn on_gpu(self, gpu: &Gpu) -> Worlds {
        Worlds { many: Some(DeviceRows::new(gpu, &self.threads)), ..self }
    }

    /// Returns the report of the last step on the GPU; `None` if the last step did not use it.
    pub fn gpu_report(&self) -> Option<FrameReport> {
        self.many.as_ref().and_then(DeviceRows::report)
    }

    pub(super) fn fill_on_gpu<S: Send>(
        &mut self,
        batch: &mut BatchLists,
        states: &mut [S],
        change: &(impl Fn(&mut World, &mut S) -> Result<()> + Sync),
    ) -> Result<()> {
        let told = |k: usize, e: Error| e.at(format!("worlds[{k}]"));
        for (k, (world, state)) in self.worlds.iter_mut().zip(&mut *states).enumerate() {
            change(world, state).map_err(|e| told(k, e))?;
        }
        let Some(many) = &mut self.many else { return Ok(()) };
        if let Err(error) = many.decide_all(&mut self.worlds) {
            // The changes are already applied at this point.
            return if many.forget_after(&error) {
                self.fill_here(batch, states, &|_, _| Ok(()), false)
            } else {
                Err(error)
            };
        }
        batch.each = self.worlds.len().max(1);
        batch.parts.resize_with(1, WorldsPart::default);
        self.tools.resize_with(self.tools.len().max(1), Tools::default);
        for (k, world) in self.worlds.iter_mut().enumerate() {
            let found = if many.is_apart(world) { None } else { Some(many.found(k)) };
            self.tools[0].step_with(world, found, &mut batch.parts[0]).map_err(|e| told(k, e))?;
        }
        Ok(())
    }
}

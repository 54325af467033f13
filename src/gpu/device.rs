//! The device's copy of the bodies of batches, and the passes that place them and make their covers.

use std::sync::Arc;

use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::arena::{Arenas, Role, most_bytes};
use crate::gpu::forms::{FormTables, SentEntries};
use crate::gpu::frame::FrameJob;
use crate::gpu::kernels::Kernel;
use crate::gpu::layout::{Ask, Head, PlacedBody, Raster, Terms};
use crate::gpu::masks::MaskWords;
use crate::gpu::pass::{Groups, PassRecorder};
use crate::gpu::queues::{DevicePass, HostPass};

/// The arenas of a set of bodies, and what they contain.
#[derive(Debug)]
pub(super) struct Device {
    pub(super) arenas: Arenas,
    /// The positions that the boxes were computed from.
    stand: Option<Arc<Vec<[i32; 2]>>>,
    /// Whether the bodies are uploaded.
    is_up: bool,
    /// The passes that make covers: a frame without pairs.
    job: FrameJob,
}

impl Device {
    pub(super) fn new(gpu: &Gpu) -> Device {
        Device { arenas: Arenas::new(gpu), stand: None, is_up: false, job: FrameJob::default() }
    }

    /// Marks the uploaded bodies as outdated: they have to be uploaded again.
    pub(super) fn outdate(&mut self) {
        self.is_up = false;
    }

    /// Uploads the forms and masks, unless they are there, and makes room for the covers of all bodies, if they fit at once. The pass
    /// `place` adds the positions later.
    pub(super) fn upload(&mut self, gpu: &Gpu, forms: &FormTables, masks: &MaskWords) -> Result<()> {
        if self.is_up {
            return Ok(());
        }
        let (bodies, base) = (forms.bodies.len(), masks.words.len() as u64);
        let covers = forms.all_covers.min((most_bytes(gpu) / 4).saturating_sub(base));
        self.arenas[Role::Bodies].fill(&forms.marked_bodies())?;
        SentEntries::default().extend(&mut self.arenas, forms, masks, 4 * covers)?;
        // An arena is one binding, so words and bodies are fewer than 2^32.
        let terms = Terms { covers: covers as u32, base: base as u32, ..Terms::default() };
        self.job = FrameJob { bodies, turned: covers > 0, terms, ..FrameJob::default() };
        let count = |count: usize| Ask { count: count as u32, ..Ask::default() };
        self.arenas.ask(HostPass::Bodies, count(bodies))?;
        if covers > 0 {
            self.arenas.ask(HostPass::Covers, count(bodies))?;
            self.arenas.ask(HostPass::CoverScan, count(bodies + 1))?;
            self.arenas[Role::Terms].fill(&[terms])?;
            let bodies = bodies as u64;
            for (role, bytes) in [
                (Role::Planned, DevicePass::ROOM),
                (Role::Plan, DevicePass::ROOM),
                (Role::Head, size_of::<Head>() as u64),
                (Role::Marks, 4 * bodies),
                (Role::Words, 4 * (bodies + 1)),
                (Role::Blocks, 4 * (bodies + 1).div_ceil(1024)),
                (Role::Rasters, size_of::<Raster>() as u64 * bodies),
            ] {
                self.arenas[role].reserve(bytes)?;
            }
        }
        self.stand = None;
        self.is_up = true;
        Ok(())
    }

    /// Returns the words of covers that there is room for.
    pub(super) fn cover_room(&self) -> u64 {
        self.job.terms.covers.into()
    }

    /// Writes some ranges of the mask words again.
    pub(super) fn rewrite(&mut self, masks: &MaskWords, stretches: &[[u32; 2]]) {
        for &[from, to] in stretches {
            self.arenas[Role::Bits].write(4 * u64::from(from), &masks.words[from as usize..=to as usize]);
        }
    }

    /// Forgets the bodies' positions.
    pub(super) fn forget(&mut self) {
        self.stand = None;
    }

    /// Runs the pass `place`, so that the bodies are at `positions`, unless they are there already.
    pub(super) fn place_bodies(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        positions: &Arc<Vec<[i32; 2]>>,
    ) -> Result<()> {
        if self.stand.as_ref().is_some_and(|stand| Arc::ptr_eq(stand, positions)) {
            return Ok(());
        }
        let count = positions.len() as u64;
        self.arenas[Role::Positions].fill(positions)?;
        self.arenas[Role::Placed].reserve(size_of::<PlacedBody>() as u64 * count)?;
        let groups = Groups(count, 64);
        PassRecorder::new(gpu, encoder, &self.arenas).asked(Kernel::Place, HostPass::Bodies, groups);
        self.stand = Some(positions.clone());
        Ok(())
    }

    /// Records that no body is marked.
    pub(super) fn clear_marks(&self, encoder: &mut wgpu::CommandEncoder) {
        encoder.clear_buffer(self.arenas[Role::Marks].buffer(), 0, Some(4 * self.job.bodies as u64));
    }

    /// Records the passes that make the covers of the marked bodies.
    pub(super) fn cover(&self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder) {
        if self.job.turned {
            encoder.clear_buffer(self.arenas[Role::Head].buffer(), 0, Some(size_of::<Head>() as u64));
            PassRecorder::new(gpu, encoder, &self.arenas).plan_queues(&self.job);
        }
    }
}

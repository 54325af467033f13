//! The device's copy of the bodies of batches, and the passes `place` and `cover` that fill them.

use std::sync::Arc;

use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::arena::{Arenas, Role, most_bytes};
use crate::gpu::covers::{CoverLayout, Plan};
use crate::gpu::forms::{FormTables, SentEntries};
use crate::gpu::kernels::Kernel;
use crate::gpu::layout::{Ask, PlacedBody, Raster};
use crate::gpu::masks::MaskWords;
use crate::gpu::pass::{Groups, PassRecorder};
use crate::gpu::queues::HostPass;

/// The arenas of a set of bodies, and what they contain.
#[derive(Debug)]
pub(super) struct Device {
    pub(super) arenas: Arenas,
    plan: CoverLayout,
    /// The positions that the boxes were computed from.
    stand: Option<Arc<Vec<[i32; 2]>>>,
    /// Whether the bodies are uploaded.
    is_up: bool,
}

const WORKGROUP: u32 = 64;

impl Device {
    pub(super) fn new(gpu: &Gpu) -> Device {
        Device { arenas: Arenas::new(gpu), plan: CoverLayout::default(), stand: None, is_up: false }
    }

    /// Marks the uploaded bodies as outdated: they have to be uploaded again.
    pub(super) fn outdate(&mut self) {
        self.is_up = false;
    }

    /// Uploads the forms and masks, unless they are there; the pass `place` adds the positions later.
    pub(super) fn upload(&mut self, forms: &FormTables, masks: &MaskWords) -> Result<()> {
        if self.is_up {
            return Ok(());
        }
        self.arenas[Role::Bodies].fill(&forms.bodies)?;
        SentEntries::default().extend(&mut self.arenas, forms, masks, 0)?;
        self.stand = None;
        self.is_up = true;
        Ok(())
    }

    /// Writes some ranges of the mask words again, and drops the covers made from them.
    pub(super) fn rewrite(&mut self, masks: &MaskWords, stretches: &[[u32; 2]]) {
        for &[from, to] in stretches {
            self.arenas[Role::Bits].write(4 * u64::from(from), &masks.words[from as usize..=to as usize]);
        }
        self.forget();
    }

    /// Forgets the bodies' positions and covers.
    pub(super) fn forget(&mut self) {
        self.stand = None;
    }

    /// Returns the first word of a body's planned cover, if it has one.
    pub(super) fn cover_of(&self, body: u32) -> Option<u32> {
        self.plan.first_word(body)
    }

    /// Runs the pass `place`, so that the bodies are at `positions`, unless they are there already. Afterwards there
    /// are no covers.
    pub(super) fn place_bodies(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        positions: &Arc<Vec<[i32; 2]>>,
    ) -> Result<()> {
        if self.stand.as_ref().is_some_and(|stand| Arc::ptr_eq(stand, positions)) {
            return Ok(());
        }
        let count = positions.len();
        self.arenas[Role::Positions].fill(positions)?;
        self.arenas[Role::Placed].reserve((count * size_of::<PlacedBody>()) as u64)?;
        self.arenas.ask(HostPass::Bodies, Ask { count: count as u32, ..Ask::default() })?;
        let groups = Groups(count as u64, WORKGROUP);
        PassRecorder::new(gpu, encoder, &self.arenas).asked(Kernel::Place, HostPass::Bodies, groups);
        self.plan.forget(count);
        self.stand = Some(positions.clone());
        Ok(())
    }

    /// Runs the pass `cover`, so that the covers that `pairs` need exist. Returns false if they do not fit at once,
    /// in at most `most` words. Adds the number of words rasterised to `rasterised`.
    pub(super) fn cover(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        (forms, masks): (&FormTables, &MaskWords),
        pairs: &[[u32; 2]],
        (most, rasterised): (u64, &mut u64),
    ) -> Result<bool> {
        if !forms.has_covers {
            return Ok(true);
        }
        let (base, before) = (masks.words.len() as u64, self.plan.used());
        let most = most.min((most_bytes(gpu) / 4).saturating_sub(base));
        let bits = &mut self.arenas[Role::Bits];
        let room = most.min((bits.size() / 4).saturating_sub(base));
        let (rasters, before) = match self.plan.plan(forms, pairs, [base, room, most])? {
            Plan::Add(rasters) => (rasters, before),
            Plan::Renew(rasters) => {
                if bits.reserve(4 * (base + self.plan.used()))? {
                    bits.fill(&masks.words)?;
                }
                (rasters, 0)
            }
            Plan::Split => return Ok(false),
        };
        let words = self.plan.used() - before;
        *rasterised += words;
        self.rasterise(gpu, encoder, &rasters, words)?;
        Ok(true)
    }

    fn rasterise(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        rasters: &[Raster],
        words: u64,
    ) -> Result<()> {
        if rasters.is_empty() {
            return Ok(());
        }
        self.arenas[Role::Rasters].fill(rasters)?;
        // An arena is one binding, so words and sprites are fewer than 2^32.
        let ask = Ask { count: words as u32, room: rasters.len() as u32, ..Ask::default() };
        self.arenas.ask(HostPass::Covers, ask)?;
        let groups = Groups(words, WORKGROUP);
        PassRecorder::new(gpu, encoder, &self.arenas).asked(Kernel::Cover, HostPass::Covers, groups);
        Ok(())
    }
}

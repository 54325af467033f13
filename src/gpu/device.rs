//! The device's copy of the bodies: one arena per role, and the passes `place` and `cover` that fill them.

use std::sync::Arc;

use crate::error::Result;
use crate::gpu::Gpu;
use crate::gpu::arena::{Arena, most_bytes};
use crate::gpu::covers::{Covers, Plan};
use crate::gpu::forms::Forms;
use crate::gpu::layout::{Ask, Placed, Raster};
use crate::gpu::masks::Masks;
use crate::gpu::pass::{Groups, dispatch};

/// The arenas of a set of bodies.
#[derive(Debug)]
pub(super) struct Device {
    ask_place: Arena,
    ask_cover: Arena,
    bodies: Arena,
    positions: Arena,
    shapes: Arena,
    sprites: Arena,
    parts: Arena,
    vertices: Arena,
    rasters: Arena,
    /// The masks, followed by the covers.
    bits: Arena,
    placed: Arena,
    plan: Covers,
    /// The positions that `placed` was computed from.
    stand: Option<Arc<Vec<[i32; 2]>>>,
    /// Whether the bodies are uploaded.
    is_up: bool,
}

const WORKGROUP: u32 = 64;

impl Device {
    pub(super) fn new(gpu: &Gpu) -> Device {
        let storage = |label| Arena::storage(gpu, label);
        let uniform = |label| Arena::new(gpu, label, wgpu::BufferUsages::UNIFORM);
        Device {
            ask_place: uniform("ask to place"),
            ask_cover: uniform("ask to cover"),
            bodies: storage("bodies"),
            positions: storage("positions"),
            shapes: storage("shapes"),
            sprites: storage("sprites"),
            parts: storage("parts"),
            vertices: storage("vertices"),
            rasters: storage("rasters"),
            bits: storage("bits"),
            placed: storage("placed"),
            plan: Covers::default(),
            stand: None,
            is_up: false,
        }
    }

    /// Marks the uploaded bodies as outdated: they have to be uploaded again.
    pub(super) fn outdate(&mut self) {
        self.is_up = false;
    }

    /// Uploads the forms and masks, unless they are there; the pass `place` adds the positions later.
    pub(super) fn upload(&mut self, forms: &Forms, masks: &Masks) -> Result<()> {
        if self.is_up {
            return Ok(());
        }
        self.bodies.fill(&forms.bodies)?;
        self.shapes.fill(&forms.shapes)?;
        self.sprites.fill(&forms.sprites)?;
        self.parts.fill(&forms.parts)?;
        self.vertices.fill(&forms.vertices)?;
        self.bits.fill(&masks.words)?;
        self.stand = None;
        self.is_up = true;
        Ok(())
    }

    /// Writes some ranges of the mask words again, and drops the covers made from them.
    pub(super) fn rewrite(&mut self, gpu: &Gpu, masks: &Masks, stretches: &[[u32; 2]]) {
        for &[from, to] in stretches {
            let words = &masks.words[from as usize..=to as usize];
            gpu.queue().write_buffer(self.bits.buffer(), 4 * u64::from(from), bytemuck::cast_slice(words));
        }
        self.forget();
    }

    /// Forgets the bodies' positions and covers.
    pub(super) fn forget(&mut self) {
        self.stand = None;
    }

    /// Returns the arenas that the pair kernels read.
    pub(super) fn read(&self) -> [&wgpu::Buffer; 4] {
        [&self.placed, &self.bits, &self.parts, &self.vertices].map(Arena::buffer)
    }

    /// Returns the boxes and positions that the pair kernels read.
    pub(super) fn placed(&self) -> &wgpu::Buffer {
        self.placed.buffer()
    }

    /// Returns the buffer with the masks, followed by the covers.
    pub(super) fn bits(&self) -> &wgpu::Buffer {
        self.bits.buffer()
    }

    /// Returns the first word of a body's planned cover, if it has one.
    pub(super) fn cover_of(&self, body: u32) -> Option<u32> {
        self.plan.first_word(body)
    }

    /// Runs the pass `place`, so that the bodies are at `positions`, unless they are there already. Afterwards there
    /// are no covers.
    pub(super) fn stand(
        &mut self,
        gpu: &Gpu,
        encoder: &mut wgpu::CommandEncoder,
        positions: &Arc<Vec<[i32; 2]>>,
    ) -> Result<()> {
        if self.stand.as_ref().is_some_and(|stand| Arc::ptr_eq(stand, positions)) {
            return Ok(());
        }
        let count = positions.len();
        self.positions.fill(positions)?;
        self.placed.reserve((count * size_of::<Placed>()) as u64)?;
        self.ask_place.fill(&[Ask { count: count as u32, ..Ask::default() }])?;
        let arenas =
            [&self.ask_place, &self.bodies, &self.positions, &self.shapes, &self.sprites, &self.placed];
        let groups = Groups::Threads(count as u64, WORKGROUP);
        dispatch(gpu, encoder, &gpu.kernels().place, &arenas.map(Arena::buffer), groups);
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
        (forms, masks): (&Forms, &Masks),
        pairs: &[[u32; 2]],
        (most, rasterised): (u64, &mut u64),
    ) -> Result<bool> {
        let (base, before) = (masks.words.len() as u64, self.plan.used());
        let most = most.min((most_bytes(gpu) / 4).saturating_sub(base));
        let room = most.min((self.bits.size() / 4).saturating_sub(base));
        let (rasters, before) = match self.plan.plan(forms, pairs, [base, room, most])? {
            Plan::Add(rasters) => (rasters, before),
            Plan::Renew(rasters) => {
                if self.bits.reserve(4 * (base + self.plan.used()))? {
                    self.bits.fill(&masks.words)?;
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
        self.rasters.fill(rasters)?;
        // An arena is one binding, so words and sprites are fewer than 2^32.
        let ask = Ask { count: words as u32, room: rasters.len() as u32, ..Ask::default() };
        self.ask_cover.fill(&[ask])?;
        let arenas =
            [&self.ask_cover, &self.rasters, &self.sprites, &self.positions, &self.bits, &self.placed];
        let groups = Groups::Threads(words, WORKGROUP);
        dispatch(gpu, encoder, &gpu.kernels().cover, &arenas.map(Arena::buffer), groups);
        Ok(())
    }
}

//! What the device knows of the bodies: arenas by role, and the passes that fill them, place and cover.

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
    /// The masks and, behind them, the covers.
    bits: Arena,
    placed: Arena,
    plan: Covers,
    /// The positions that `placed` was made from.
    stand: Option<Arc<Vec<[i32; 2]>>>,
    /// Whether it has the bodies.
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

    /// The bodies are others: they have to be uploaded.
    pub(super) fn outdate(&mut self) {
        self.is_up = false;
    }

    /// Uploads what the bodies are, unless it was; where they stand comes with the next pass.
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

    /// Writes stretches of the masks' words anew; covers made of them are forgotten.
    pub(super) fn rewrite(&mut self, gpu: &Gpu, masks: &Masks, stretches: &[[u32; 2]]) {
        for &[from, to] in stretches {
            let words = &masks.words[from as usize..=to as usize];
            gpu.queue().write_buffer(self.bits.buffer(), 4 * u64::from(from), bytemuck::cast_slice(words));
        }
        self.forget();
    }

    /// Forgets where the bodies stand and what covers there are.
    pub(super) fn forget(&mut self) {
        self.stand = None;
    }

    /// The arenas that the kernels of pairs read.
    pub(super) fn read(&self) -> [&wgpu::Buffer; 4] {
        [&self.placed, &self.bits, &self.parts, &self.vertices].map(Arena::buffer)
    }

    /// The boxes and places that the kernels of pairs read.
    pub(super) fn placed(&self) -> &wgpu::Buffer {
        self.placed.buffer()
    }

    /// The masks, and behind them the covers.
    pub(super) fn bits(&self) -> &wgpu::Buffer {
        self.bits.buffer()
    }

    /// Where a body's cover is planned to be, if it has one.
    pub(super) fn cover_of(&self, body: u32) -> Option<u32> {
        self.plan.first_word(body)
    }

    /// Makes the bodies stand at some positions, unless they do: the pass `place`, after which there are no covers.
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

    /// Makes the covers that some pairs need, unless they are there: the pass `cover`. False where they do not fit at
    /// once, which `most` words do. How many words were rasterised is added to `rasterised`.
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
        // An arena is one binding: below 2^32 words and sprites.
        let ask = Ask { count: words as u32, room: rasters.len() as u32, ..Ask::default() };
        self.ask_cover.fill(&[ask])?;
        let arenas =
            [&self.ask_cover, &self.rasters, &self.sprites, &self.positions, &self.bits, &self.placed];
        let groups = Groups::Threads(words, WORKGROUP);
        dispatch(gpu, encoder, &gpu.kernels().cover, &arenas.map(Arena::buffer), groups);
        Ok(())
    }
}

//! Runs a batch pass by pass, some passes on the device and some on the host, to find where their results differ.
//!
//! A pass on the host reads from the device's buffers what earlier passes left there, whichever side ran them, and
//! writes its own results there. So any pass can run on either side.

use std::collections::{BTreeSet, HashMap};

use crate::answer::Found;
use crate::error::Result;
use crate::form::{Form, Touching};
use crate::gpu::arena::Role;
use crate::gpu::constants::{HAS_PARTS, HAS_THIN};
use crate::gpu::forms::{FormKind, FormTables};
use crate::gpu::kernels::Kernel;
use crate::gpu::layout::{Ask, CommonCounts, PlacedBody};
use crate::gpu::readback::read;
use crate::gpu::run::{PairRun, result_words};
use crate::gpu::ticket::Ticket;
use crate::gpu::twins::{self, PlacedBox};
use crate::gpu::{Bodies, Hits, Want};
use crate::lattice::{PixelBox, Point};
use crate::mask::{Mask, Sprite};
use crate::shape::Placement;

/// The passes of a batch, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Pass {
    /// Computes where the bodies are.
    Place,
    /// Turns rotated sprites into rows of bits.
    Cover,
    /// Finds which pairs overlap: sprite_sprite, sprite_shape or shape_shape.
    Overlap,
    /// Computes the integer results of the hits: common or squares.
    Integers,
}

impl Pass {
    /// All passes, in order.
    pub const ALL: [Pass; 4] = [Pass::Place, Pass::Cover, Pass::Overlap, Pass::Integers];
}

/// Which side runs which passes. All splits give equal answers; if they do not, comparing them shows which pass is
/// wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Split {
    /// Runs all passes on the device.
    #[default]
    None,
    /// Runs this number of passes on the CPU, then the rest on the GPU. The host waits after every pass, as in
    /// `GpuFirst`.
    CpuFirst(usize),
    /// Runs this number of passes on the GPU, then the rest on the CPU.
    GpuFirst(usize),
}

impl Split {
    fn is_on_cpu(self, pass: Pass) -> bool {
        match self {
            Split::None => false,
            Split::CpuFirst(passes) => (pass as usize) < passes,
            Split::GpuFirst(passes) => pass as usize >= passes,
        }
    }
}

impl Bodies {
    /// Returns the first pass whose result on the GPU leads to another answer than the CPU's; `None` if all answers
    /// are equal, as they must be.
    #[doc(hidden)]
    pub fn first_divergent_pass(
        &mut self,
        pairs: &[[u32; 2]],
        want: Want,
        touching: Touching,
    ) -> Result<Option<Pass>> {
        let split = self.tuning.split;
        let found = self.part(pairs, want, touching);
        self.tuning.split = split;
        found
    }

    fn part(&mut self, pairs: &[[u32; 2]], want: Want, touching: Touching) -> Result<Option<Pass>> {
        let mut answer = |passes| -> Result<Hits> {
            self.tuning.split = Split::GpuFirst(passes);
            Ok(self.ask(pairs, want, touching)?.hits)
        };
        let expected = answer(0)?;
        for (k, pass) in (1..).zip(Pass::ALL) {
            if answer(k)? != expected {
                return Ok(Some(pass));
            }
        }
        Ok(None)
    }

    /// Ends a pass as [`Tuning::split`](crate::gpu::Tuning) says: the host runs `on_host` in place of the recorded
    /// pass, or that pass is submitted. Returns the encoder for the next pass.
    pub(super) fn end_pass(
        &self,
        pass: Pass,
        encoder: wgpu::CommandEncoder,
        on_host: impl FnOnce(&Bodies) -> Result<()>,
    ) -> Result<wgpu::CommandEncoder> {
        match self.tuning.split {
            Split::None => return Ok(encoder),
            // The recorded pass is not submitted.
            split if split.is_on_cpu(pass) => on_host(self)?,
            _ => drop(self.gpu.queue().submit([encoder.finish()])),
        }
        Ok(self.gpu.device().create_command_encoder(&Default::default()))
    }

    /// Runs the pass `place` on the host.
    pub(super) fn place_on_host(&self, ticket: &Ticket) {
        self.device.arenas[Role::Placed].write(0, &place(&self.tables, ticket));
    }

    /// Runs the pass `cover` on the host: writes the covers that pairs need behind the masks. Twin of shaders/cover.wgsl.
    pub(super) fn cover_on_host(&self, ticket: &Ticket, pairs: &[[u32; 2]]) -> Result<()> {
        let arenas = &self.device.arenas;
        let mut placed = self.placed(ticket)?;
        let mut first = self.masks.words.len() as u32;
        for body in bodies_of(pairs) {
            let form = ticket.form(body);
            let (FormKind::Sprite(k), Form::Sprite(sprite)) = (self.tables.kind(body), &*form) else {
                continue;
            };
            if self.tables.cover_words(k) == 0 {
                continue;
            }
            let (on, cover) = (rows_of(sprite), twins::cover(sprite));
            let row = |j: i32| (on.x0..on.x1).step_by(64).map(move |i| [i, j]);
            let words = (on.y0..on.y1).flat_map(row).map(|[i, j]| cover.bits(i.into(), j.into()));
            let halves: Vec<u32> = words.flat_map(|word| [word as u32, (word >> 32) as u32]).collect();
            arenas[Role::Bits].write(4 * u64::from(first), &halves);
            placed[body as usize].first = first;
            first += halves.len() as u32;
        }
        arenas[Role::Placed].write(0, &placed);
        Ok(())
    }

    /// Runs the pass that finds overlaps on the host.
    pub(super) fn overlap_on_host(&self, ticket: &Ticket, run: &PairRun, pairs: &[[u32; 2]]) -> Result<()> {
        let hits = PairsOnHost::of(self, ticket, pairs)?.overlap(run.ask);
        run.slot[Role::HitBits].write(0, &hits);
        Ok(())
    }

    /// Runs the pass that computes integer results on the host.
    pub(super) fn integers_on_host(&self, ticket: &Ticket, run: &PairRun, pairs: &[[u32; 2]]) -> Result<()> {
        let results = PairsOnHost::of(self, ticket, pairs)?.integers(run.kernel);
        run.slot[Role::Results].write(0, &results);
        Ok(())
    }

    /// Reads back where the bodies are.
    fn placed(&self, ticket: &Ticket) -> Result<Vec<PlacedBody>> {
        let bytes = ticket.positions.len() * size_of::<PlacedBody>();
        let words = read(&self.gpu, self.device.arenas[Role::Placed].buffer(), bytes as u64)?;
        Ok(bytemuck::cast_slice(&words).to_vec())
    }
}

/// Computes where the bodies are. Twin of shaders/place.wgsl.
fn place(tables: &FormTables, ticket: &Ticket) -> Vec<PlacedBody> {
    let stand = |(body, &at): (u32, &[i32; 2])| {
        let form = ticket.form(body);
        match (&*form, tables.kind(body)) {
            (Form::Sprite(sprite), FormKind::Sprite(k)) => {
                let (on, form) = (rows_of(sprite), tables.sprites[k as usize]);
                let words = (on.x1 - on.x0).unsigned_abs().div_ceil(64) * 2;
                // The start of a turned sprite's cover is set when its cover is made.
                let (first, count) =
                    if sprite.turn().is_upright() { (form.mask, form.stride) } else { (0, words) };
                PlacedBody { min: [on.x0, on.y0], max: [on.x1, on.y1], first, count, at }
            }
            (form, FormKind::Shape(k)) => {
                let Some(PlacedBox::Shape(on)) = twins::place(form) else { return PlacedBody::default() };
                let form = tables.shapes[k as usize];
                let (min, max) = ([on.min.x, on.min.y], [on.max.x, on.max.y]);
                PlacedBody { min, max, first: form.first, count: form.count, at }
            }
            _ => PlacedBody { min: at, max: at, at, ..PlacedBody::default() },
        }
    };
    (0..).zip(ticket.positions.iter()).map(stand).collect()
}

/// Returns the pixels that a sprite's rows of bits span; for a turned sprite they depend only on the anchor pixel.
fn rows_of(sprite: &Sprite) -> PixelBox {
    let middle = |x: i32| (x >> 8 << 8) + 128;
    let seen = match sprite.turn().is_upright() {
        true => sprite.clone(),
        false => sprite.moved_to(Point::new(middle(sprite.at().x), middle(sprite.at().y))),
    };
    match twins::place(&Form::Sprite(seen)) {
        Some(PlacedBox::Sprite(on)) => on,
        _ => sprite.reach(),
    }
}

/// Pairs and their bodies, read back from the device as the earlier passes left them.
struct PairsOnHost<'a> {
    pairs: &'a [[u32; 2]],
    ticket: &'a Ticket,
    marks: Vec<u32>,
    placed: Vec<PlacedBody>,
    forms: HashMap<u32, Form>,
}

impl PairsOnHost<'_> {
    fn of<'a>(bodies: &Bodies, ticket: &'a Ticket, pairs: &'a [[u32; 2]]) -> Result<PairsOnHost<'a>> {
        let placed = bodies.placed(ticket)?;
        let bits = &bodies.device.arenas[Role::Bits];
        let bits = read(&bodies.gpu, bits.buffer(), bits.size())?;
        let see = |body: u32| {
            let on = &placed[body as usize];
            let form = match bodies.tables.kind(body) {
                FormKind::Sprite(_) => Form::Sprite(sprite_of(on, &bits)?),
                _ => ticket.form_at(body, on.at).into_owned(),
            };
            Ok((body, form))
        };
        let forms = bodies_of(pairs).into_iter().map(see).collect::<Result<_>>()?;
        Ok(PairsOnHost { pairs, ticket, marks: bodies.tables.marked_bodies(), placed, forms })
    }

    /// Computes the hit bits and the words after them. Twins: `twins::sprite_sprite`, `twins::sprite_shape`,
    /// `twins::shape_shape`.
    fn overlap(&self, ask: Ask) -> Vec<u32> {
        let words = ask.words as usize;
        let mut hits = vec![0; 2 * (words + 1)];
        for (k, &[a, b]) in self.pairs.iter().enumerate() {
            let (p, q) = (&self.forms[&a], &self.forms[&b]);
            let bit = 1 << (k % 32);
            if self.is_left_open(a, b) {
                hits[words + 1] += 1;
                hits[words + 2 + k / 32] |= bit;
            } else if self.boxes_meet(a, b) && twins::overlaps(p, q, self.ticket.touching) {
                hits[k / 32] |= bit;
            }
        }
        hits
    }

    /// Whether the pass leaves a pair undecided: one with a tile map, or one that may meet on seams.
    fn is_left_open(&self, a: u32, b: u32) -> bool {
        let has_map = [a, b].iter().any(|body| matches!(self.forms[body], Form::Tiles(_)));
        let marks = self.marks[a as usize] | self.marks[b as usize];
        let may_be_seam = marks & HAS_THIN != 0 && marks & HAS_PARTS != 0;
        has_map || self.ticket.touching == Touching::Ignored && may_be_seam
    }

    /// Whether the closed boxes of two bodies share a point.
    fn boxes_meet(&self, a: u32, b: u32) -> bool {
        let lattice = |body: u32| {
            let PlacedBody { min, max, .. } = self.placed[body as usize];
            let scale = if matches!(self.forms[&body], Form::Sprite(_)) { 256 } else { 1 };
            [min, max].map(|corner| corner.map(|x| i64::from(x) * scale))
        };
        let ([min_a, max_a], [min_b, max_b]) = (lattice(a), lattice(b));
        (0..2).all(|k| min_a[k] <= max_b[k] && min_b[k] <= max_a[k])
    }

    /// Computes the results of hits. Twins: `twins::common`, `twins::squares`.
    fn integers(&self, kernel: Kernel) -> Vec<u32> {
        let found = |[a, b]: &[u32; 2]| twins::found(&self.forms[a], &self.forms[b], self.ticket.touching);
        self.pairs.iter().flat_map(|pair| words_of(kernel, found(pair))).collect()
    }
}

/// Returns the bodies of pairs, each once.
fn bodies_of(pairs: &[[u32; 2]]) -> BTreeSet<u32> {
    pairs.iter().flatten().copied().collect()
}

/// Makes an upright sprite of the bits that a body has on the device.
fn sprite_of(on: &PlacedBody, bits: &[u32]) -> Result<Sprite> {
    let [width, height] = [0, 1].map(|k| on.max[k].saturating_sub(on.min[k]).max(1) as usize);
    let bit = |x: i32, y: i32| {
        let word = on.first as usize + y as usize * on.count as usize + x as usize / 32;
        bits.get(word).is_some_and(|word| word >> (x % 32) & 1 == 1)
    };
    let mask = Mask::from_fn(width, height, bit)?;
    let corner = Placement::at(on.min.map(f64::from));
    Sprite::place(&mask.into(), &corner, Some([0.0, 0.0].into()))
}

/// Returns a hit's result in words, as its kernel writes it.
fn words_of(kernel: Kernel, found: Option<Found>) -> Vec<u32> {
    match found {
        Some(Found::Squares { pixels }) => vec![pixels as u32],
        Some(Found::Sprites(shared)) => {
            let low_high = |sum: u64| [sum as u32, (sum >> 32) as u32];
            let PixelBox { x0, y0, x1, y1 } = shared.bounds;
            let common = CommonCounts {
                bounds: [x0, y0, x1, y1],
                moved: shared.moved.map(|n| n as u32),
                sum_i: low_high(shared.sums[0]),
                sum_j: low_high(shared.sums[1]),
                first: shared.first,
                pixels: shared.pixels as u32,
                cut: 0,
            };
            bytemuck::cast_slice(&[common]).to_vec()
        }
        _ => vec![0; result_words(kernel)],
    }
}

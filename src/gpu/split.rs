//! Runs a batch pass by pass, some passes on the device and some on the host, to find where their results differ.
//!
//! A pass on the host reads from the device's buffers what earlier passes left there, whichever side ran them, and
//! writes its own results there. So any pass can run on either side.

use std::collections::HashMap;

use bytemuck::Pod;

use crate::answer::Found;
use crate::cpu::{self, Standing};
use crate::error::Result;
use crate::form::{Form, Touching};
use crate::gpu::device::Device;
use crate::gpu::forms::{Forms, Kind};
use crate::gpu::layout::{Ask, Common, Placed};
use crate::gpu::queues::{Kernel, Queue};
use crate::gpu::readback::Staging;
use crate::gpu::run::{self, HEAD, Run, Slot};
use crate::gpu::ticket::Ticket;
use crate::gpu::{Bodies, Gpu, Hits, Want};
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
    /// Turns the hit bits into a list.
    Compact,
    /// Computes the integer results of the hits: common or squares.
    Integers,
}

impl Pass {
    /// All passes, in order.
    pub const ALL: [Pass; 5] = [Pass::Place, Pass::Cover, Pass::Overlap, Pass::Compact, Pass::Integers];
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

    /// Sends a queue as [`Tuning::split`](crate::gpu::Tuning) says, and waits after every pass of the host.
    pub(super) fn start_split(&mut self, ticket: &mut Ticket, queue: Queue, room: Option<u32>) -> Result<()> {
        let (gpu, split) = (self.gpu.clone(), self.tuning.split);
        // Results of earlier queues are dropped, so that each pass has to do all of its work.
        self.device.forget();
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        self.device.stand(&gpu, &mut encoder, &ticket.positions)?;
        gpu.queue().submit([encoder.finish()]);
        if split.is_on_cpu(Pass::Place) {
            write(&gpu, self.device.placed(), 0, &place(&self.tables, ticket));
        }
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        let most = (self.tuning.cover_words, &mut ticket.report.cover_words);
        if !self.device.cover(&gpu, &mut encoder, (&self.tables, &self.masks), &queue.pairs, most)? {
            let [first, second] = queue.halves();
            self.start_split(ticket, first, room)?;
            return self.start_split(ticket, second, room);
        }
        if split.is_on_cpu(Pass::Cover) {
            // Only the plan of the covers is needed; the recorded pass is not submitted.
            drop(encoder);
            cover(&gpu, &self.device, ticket, &queue)?;
        } else {
            gpu.queue().submit([encoder.finish()]);
        }
        let slot = self.free.pop().unwrap_or_else(|| Slot::new(&gpu));
        let room = self.room_for(ticket, &queue, room);
        let run = pairs_passes(&gpu, (&self.device, &self.tables), ticket, (slot, queue, room), split)?;
        self.sent(ticket, run);
        Ok(())
    }
}

/// Runs the passes over pairs and hits.
fn pairs_passes(
    gpu: &Gpu,
    (device, tables): (&Device, &Forms),
    ticket: &Ticket,
    (mut slot, queue, room): (Slot, Queue, u32),
    split: Split,
) -> Result<Run> {
    let want = ticket.want;
    let ask = Ask::of_pairs(queue.pairs.len(), ticket.touching, room);
    slot.prepare(&queue, ask, want)?;
    let mut encoder = gpu.device().create_command_encoder(&Default::default());
    run::overlap(gpu, &mut encoder, device, &slot, &queue, ask);
    gpu.queue().submit([encoder.finish()]);
    if split.is_on_cpu(Pass::Overlap) {
        let hits = Seen::of(gpu, (device, tables), ticket, &queue)?.overlap(ask);
        write(gpu, slot.hits.buffer(), 0, &hits);
    }
    if want != Want::Bits {
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        run::compact(gpu, &mut encoder, &slot, ask);
        gpu.queue().submit([encoder.finish()]);
        if split.is_on_cpu(Pass::Compact) {
            let bits = read(gpu, slot.hits.buffer(), 4 * u64::from(ask.words))?;
            write(gpu, slot.list.buffer(), 0, &list_of(&bits, room));
        }
    }
    let mut encoder = gpu.device().create_command_encoder(&Default::default());
    if want == Want::Integers && !split.is_on_cpu(Pass::Integers) {
        run::integers(gpu, &mut encoder, device, &slot, queue.kernel);
    } else if want == Want::Integers {
        let list = read(gpu, slot.list.buffer(), 4 * (HEAD as u64 + u64::from(room)))?;
        let results = Seen::of(gpu, (device, tables), ticket, &queue)?.integers(&list);
        write(gpu, slot.results.buffer(), 0, &results);
    }
    Ok(Run::read_back(gpu, slot, queue, ask, want, encoder))
}

/// Computes where the bodies are. Twin of shaders/place.wgsl.
fn place(tables: &Forms, ticket: &Ticket) -> Vec<Placed> {
    let stand = |(body, &at): (u32, &[i32; 2])| {
        let form = ticket.form(body);
        match (&*form, tables.kind(body)) {
            (Form::Sprite(sprite), Kind::Sprite(k)) => {
                let (on, form) = (rows_of(sprite), tables.sprites[k as usize]);
                let words = (on.x1 - on.x0).unsigned_abs().div_ceil(64) * 2;
                // The start of a turned sprite's cover is set when its cover is made.
                let (first, count) =
                    if sprite.turn().is_upright() { (form.mask, form.stride) } else { (0, words) };
                Placed { min: [on.x0, on.y0], max: [on.x1, on.y1], first, count, at }
            }
            (form, Kind::Shape(k)) => {
                let Some(Standing::Shape(on)) = cpu::place(form) else { return Placed::default() };
                let form = tables.shapes[k as usize];
                let (min, max) = ([on.min.x, on.min.y], [on.max.x, on.max.y]);
                Placed { min, max, first: form.first, count: form.count, at }
            }
            _ => Placed { min: at, max: at, at, ..Placed::default() },
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
    match cpu::place(&Form::Sprite(seen)) {
        Some(Standing::Sprite(on)) => on,
        _ => sprite.reach(),
    }
}

/// Writes the covers that a queue needs to their planned places. Twin of shaders/cover.wgsl.
fn cover(gpu: &Gpu, device: &Device, ticket: &Ticket, queue: &Queue) -> Result<()> {
    let mut placed = placed_of(gpu, device, ticket)?;
    for body in queue.bodies() {
        let form = ticket.form(body);
        let (Some(first), Form::Sprite(sprite)) = (device.cover_of(body), &*form) else { continue };
        let (on, cover) = (rows_of(sprite), cpu::cover(sprite));
        let row = |j: i32| (on.x0..on.x1).step_by(64).map(move |i| [i, j]);
        let words = (on.y0..on.y1).flat_map(row).map(|[i, j]| cover.bits(i.into(), j.into()));
        let halves: Vec<u32> = words.flat_map(|word| [word as u32, (word >> 32) as u32]).collect();
        write(gpu, device.bits(), first, &halves);
        placed[body as usize].first = first;
    }
    write(gpu, device.placed(), 0, &placed);
    Ok(())
}

/// A queue's bodies, read back from the device as the earlier passes left them.
struct Seen<'a> {
    queue: &'a Queue,
    touching: Touching,
    placed: Vec<Placed>,
    forms: HashMap<u32, Form>,
}

impl Seen<'_> {
    fn of<'a>(
        gpu: &Gpu,
        (device, tables): (&Device, &Forms),
        ticket: &Ticket,
        queue: &'a Queue,
    ) -> Result<Seen<'a>> {
        let placed = placed_of(gpu, device, ticket)?;
        let bits = read(gpu, device.bits(), device.bits().size())?;
        let see = |body: u32| {
            let on = &placed[body as usize];
            let form = match tables.kind(body) {
                Kind::Sprite(_) => Form::Sprite(sprite_of(on, &bits)?),
                _ => ticket.form_at(body, on.at).into_owned(),
            };
            Ok((body, form))
        };
        let forms = queue.bodies().into_iter().map(see).collect::<Result<_>>()?;
        Ok(Seen { queue, touching: ticket.touching, placed, forms })
    }

    /// Computes the hit bits and the words after them. Twins: `cpu::sprite_sprite`, `cpu::sprite_shape`,
    /// `cpu::shape_shape`.
    fn overlap(&self, ask: Ask) -> Vec<u32> {
        let mut hits = vec![0; 2 * (ask.words as usize + 1)];
        for (k, &[a, b]) in self.queue.pairs.iter().enumerate() {
            let is_hit =
                self.boxes_meet(a, b) && cpu::overlaps(&self.forms[&a], &self.forms[&b], self.touching);
            hits[k / 32] |= u32::from(is_hit) << (k % 32);
        }
        hits
    }

    /// Whether the closed boxes of two bodies share a point.
    fn boxes_meet(&self, a: u32, b: u32) -> bool {
        let lattice = |body: u32| {
            let Placed { min, max, .. } = self.placed[body as usize];
            let scale = if matches!(self.forms[&body], Form::Sprite(_)) { 256 } else { 1 };
            [min, max].map(|corner| corner.map(|x| i64::from(x) * scale))
        };
        let ([min_a, max_a], [min_b, max_b]) = (lattice(a), lattice(b));
        (0..2).all(|k| min_a[k] <= max_b[k] && min_b[k] <= max_a[k])
    }

    /// Computes the results of the hits of a list. Twins: `cpu::common`, `cpu::squares`.
    fn integers(&self, list: &[u32]) -> Vec<u32> {
        let places = &list[HEAD..][..(list[0] as usize).min(list.len() - HEAD)];
        let result = |&place: &u32| {
            let found = self.queue.pairs.get(place as usize).and_then(|[a, b]| {
                let (a, b) = (self.forms.get(a)?, self.forms.get(b)?);
                cpu::found(a, b, self.touching)
            });
            words_of(self.queue.kernel, found)
        };
        places.iter().flat_map(result).collect()
    }
}

/// Makes an upright sprite of the bits that a body has on the device.
fn sprite_of(on: &Placed, bits: &[u32]) -> Result<Sprite> {
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
    match (kernel, found) {
        (Kernel::ShapeShape, _) => Vec::new(),
        (Kernel::SpriteShape, Some(Found::Squares { pixels })) => vec![pixels as u32],
        (Kernel::SpriteShape, _) => vec![0],
        (Kernel::SpriteSprite, Some(Found::Sprites(shared))) => {
            let low_high = |sum: u64| [sum as u32, (sum >> 32) as u32];
            let PixelBox { x0, y0, x1, y1 } = shared.bounds;
            let common = Common {
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
        (Kernel::SpriteSprite, _) => bytemuck::cast_slice(&[Common::default()]).to_vec(),
    }
}

/// Makes a list with its head, as shaders/compact.wgsl writes it. Twin: `cpu::compact`.
fn list_of(bits: &[u32], room: u32) -> Vec<u32> {
    let places = cpu::compact(bits);
    let (total, most) = (places.len() as u32, 65535);
    let groups = total.min(room);
    let mut list = vec![total, groups.min(most), groups.div_ceil(most), 1];
    list.extend(places.into_iter().take(room as usize));
    list
}

fn placed_of(gpu: &Gpu, device: &Device, ticket: &Ticket) -> Result<Vec<Placed>> {
    let words = read(gpu, device.placed(), (ticket.positions.len() * size_of::<Placed>()) as u64)?;
    Ok(bytemuck::cast_slice(&words).to_vec())
}

/// Reads the first bytes of a buffer, after all work submitted before is done.
fn read(gpu: &Gpu, buffer: &wgpu::Buffer, bytes: u64) -> Result<Vec<u32>> {
    let staging = Staging::new(gpu, bytes);
    let mut encoder = gpu.device().create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(buffer, 0, staging.buffer(), 0, Some(bytes));
    gpu.queue().submit([encoder.finish()]);
    pollster::block_on(staging.map(gpu, bytes))?;
    staging.take(gpu, bytes)
}

/// Writes a list to a buffer from a word on.
fn write<T: Pod>(gpu: &Gpu, buffer: &wgpu::Buffer, word: u32, list: &[T]) {
    if !list.is_empty() {
        gpu.queue().write_buffer(buffer, 4 * u64::from(word), bytemuck::cast_slice(list));
    }
}

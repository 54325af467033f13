//! Growable buffers. Each role has its own buffer, because a pass cannot read and write one buffer at the same time.

use std::ops::{Index, IndexMut};
use std::sync::{Arc, OnceLock};

use bytemuck::Pod;

use crate::error::{Cause, Result};
use crate::gpu::Gpu;
use crate::gpu::late::LateWrites;
use crate::gpu::layout::Ask;
use crate::gpu::queues::HostPass;

listed! {
    /// What a buffer is for.
    pub(super) enum Role {
        /// The parameters of passes: those that the host sets, and those that the device plans, copied from `Plan`.
        Asked,
        Planned,
        Plan,
        /// The bytes that hits are sorted by.
        Digits,
        Terms,
        Rules,
        Head,
        Moves,
        Changes,
        Velocities,
        Positions,
        Traits,
        /// Each body's form.
        Bodies,
        Shapes,
        Sprites,
        Parts,
        Vertices,
        Maps,
        /// The masks, followed by the covers.
        Bits,
        Placed,
        Buckets,
        /// The sums of blocks of words.
        Blocks,
        Places,
        Items,
        /// The pairs of a queue in a batch; the candidates of a frame.
        Pairs,
        Queues,
        Marks,
        Words,
        Rasters,
        /// The hit bits of a queue; then two words: the counts of pairs that f32 could not decide and of those cut
        /// short. In a batch then one bit for each pair that is undecided, and the list of large pairs.
        HitBits,
        Hits,
        SortedHits,
        Counts,
        /// 1 if a frame did not fit: the changes of later frames are skipped until that frame is sent again.
        Stall,
        /// The caller's buffer of positions; its place is taken by that buffer where it is bound.
        Given,
        /// What a frame leaves for the caller's shaders.
        Outcome,
        /// The workgroups that decide the large pairs of a batch.
        LargeGroups,
        /// The integer results of hits.
        Results,
        /// Where a body is asked to fit: the pieces that may meet, and the columns and rows of positions.
        FitJobs,
        FitPlaces,
    }
}

impl Role {
    /// Whether each part of a batch that is in flight has its own buffer.
    pub(super) fn is_of_slot(self) -> bool {
        matches!(self, Role::Pairs | Role::HitBits | Role::LargeGroups | Role::Results)
    }

    fn usage(self) -> wgpu::BufferUsages {
        let of_role = match self {
            Role::Asked | Role::Planned | Role::Digits => wgpu::BufferUsages::UNIFORM,
            Role::Outcome | Role::LargeGroups => wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::INDIRECT,
            _ => wgpu::BufferUsages::STORAGE,
        };
        of_role | wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC
    }
}

/// A buffer that keeps spare room. The buffer is created at its first use, where device errors are caught. After such
/// an error the buffer may be invalid, and its owner replaces the whole arena.
#[derive(Debug)]
pub(super) struct Arena {
    gpu: Gpu,
    role: Role,
    buffer: OnceLock<wgpu::Buffer>,
    late: Arc<LateWrites>,
}

/// The smallest size in bytes: bindings may not be empty.
const LEAST: u64 = 256;

impl Arena {
    pub(super) fn buffer(&self) -> &wgpu::Buffer {
        self.buffer.get_or_init(|| self.make(LEAST))
    }

    fn make(&self, size: u64) -> wgpu::Buffer {
        make(&self.gpu, &format!("{:?}", self.role), self.role.usage(), size)
    }

    /// Returns the whole buffer, to bind it.
    pub(super) fn binding(&self) -> wgpu::BufferBinding<'_> {
        self.buffer().as_entire_buffer_binding()
    }

    /// Returns a part of the buffer, to bind it.
    pub(super) fn part_binding(&self, offset: u64, size: u64) -> wgpu::BufferBinding<'_> {
        let size = std::num::NonZeroU64::new(size);
        wgpu::BufferBinding { buffer: self.buffer(), offset, size }
    }

    pub(super) fn size(&self) -> u64 {
        self.buffer.get().map_or(0, wgpu::Buffer::size)
    }

    /// Makes room for `bytes` bytes, plus half as much again when the buffer grows; its contents are then lost.
    /// Returns whether it grew.
    pub(super) fn reserve(&mut self, bytes: u64) -> Result<bool> {
        if bytes <= self.size() {
            return Ok(false);
        }
        let most = most_bytes(&self.gpu);
        if bytes > most {
            return Err(Cause::GpuTooSmall { what: "a buffer", needed: bytes, most }.error());
        }
        let size = (bytes + bytes / 2).next_multiple_of(LEAST).min(most);
        self.buffer = self.make(size).into();
        Ok(true)
    }

    /// Like [`reserve`](Arena::reserve), but keeps the contents.
    pub(super) fn reserve_keeping(&mut self, encoder: &mut wgpu::CommandEncoder, bytes: u64) -> Result<()> {
        let old = self.buffer.get().cloned();
        if let (true, Some(old)) = (self.reserve(bytes)?, old) {
            encoder.copy_buffer_to_buffer(&old, 0, self.buffer(), 0, Some(old.size()));
        }
        Ok(())
    }

    /// Writes a list to the start of the buffer, over whatever was there; returns the number of bytes.
    pub(super) fn fill<T: Pod>(&mut self, list: &[T]) -> Result<u64> {
        self.reserve(size_of_val(list) as u64)?;
        self.write(0, list);
        Ok(size_of_val(list) as u64)
    }

    /// Writes a list from a byte on; there must be room for it.
    pub(super) fn write<T: Pod>(&self, offset: u64, list: &[T]) {
        if !list.is_empty() {
            let bytes = bytemuck::cast_slice(list);
            if !self.late.keep(self.buffer(), offset, bytes) {
                self.gpu.queue().write_buffer(self.buffer(), offset, bytes);
            }
        }
    }

    /// Sends a table from entry `sent` on, or all of it if the buffer grew; returns the number of bytes. `behind` is
    /// room in bytes after the table.
    pub(super) fn extend<T: Pod>(&mut self, table: &[T], sent: &mut usize, behind: u64) -> Result<u64> {
        let from = if self.reserve(size_of_val(table) as u64 + behind)? { 0 } else { *sent };
        let rest = &table[from..];
        *sent = table.len();
        self.write((from * size_of::<T>()) as u64, rest);
        Ok(size_of_val(rest) as u64)
    }
}

/// An arena for each role.
#[derive(Debug)]
pub(super) struct Arenas {
    arenas: Vec<Arena>,
    /// What is written to them for an encoder.
    pub(super) late: Arc<LateWrites>,
}

impl Arenas {
    pub(super) fn new(gpu: &Gpu) -> Arenas {
        let late = Arc::<LateWrites>::default();
        let arena = |&role| Arena { gpu: gpu.clone(), role, buffer: OnceLock::new(), late: late.clone() };
        Arenas { arenas: Role::ALL.iter().map(arena).collect(), late }
    }

    /// Writes the parameters of a pass.
    pub(super) fn ask(&mut self, asked: HostPass, ask: Ask) -> Result<()> {
        self[Role::Asked].reserve(HostPass::ROOM)?;
        self[Role::Asked].write(asked.offset(), &[ask]);
        Ok(())
    }

    /// Returns the parameters of a pass, to bind them.
    pub(super) fn asked(&self, asked: HostPass) -> wgpu::BufferBinding<'_> {
        self[Role::Asked].part_binding(asked.offset(), size_of::<Ask>() as u64)
    }
}

impl Index<Role> for Arenas {
    type Output = Arena;

    fn index(&self, role: Role) -> &Arena {
        &self.arenas[role as usize]
    }
}

impl IndexMut<Role> for Arenas {
    fn index_mut(&mut self, role: Role) -> &mut Arena {
        &mut self.arenas[role as usize]
    }
}

/// Returns the size in bytes of the largest buffer that can be bound whole.
pub(super) fn most_bytes(gpu: &Gpu) -> u64 {
    gpu.most_bytes() / LEAST * LEAST
}

pub(super) fn make(gpu: &Gpu, label: &str, usage: wgpu::BufferUsages, size: u64) -> wgpu::Buffer {
    gpu.device().create_buffer(&wgpu::BufferDescriptor {
        label: Some(label),
        size,
        usage,
        mapped_at_creation: false,
    })
}

//! The queues of pairs: each is decided by one kernel in a frame, and by one function of shaders/batch.wgsl in a batch. The device
//! sorts the pairs into them.

use crate::form::Touching;
use crate::gpu::constants::{NEAR, PLAN_WORDS, ROOTED, STRICT};
use crate::gpu::kernels::Kernel;

listed! {
    /// The queues. A pair is in one by the kinds of its bodies, by its size, so that a large pair does not delay the small
    /// ones, and in a frame by whether touches count. The shaders have the same names.
    pub(super) enum GpuQueue {
        /// Each queue with shapes or tile maps is followed by the one in which touches are ignored.
        Shapes,
        StrictShapes,
        /// Shapes whose circles are measured by the root of their squared radii.
        Circles,
        StrictCircles,
        SpriteShape,
        StrictSpriteShape,
        LargeSpriteShape,
        StrictLargeSpriteShape,
        Tiles,
        StrictTiles,
        /// Sprites whose rows have at most 64 bits.
        NarrowSprites,
        Sprites,
        LargeSprites,
        /// From here on the queues of pairs that may be within a margin.
        NearShapes,
        NearSpriteShape,
        LargeNearSpriteShape,
        NearSprites,
        LargeNearSprites,
        NearTiles,
        /// The list of grazes, which no kernel decides.
        Grazes,
    }
}

listed! {
    /// The passes whose parameters the host sets.
    pub(super) enum HostPass {
        /// The moves of the host, or, if the positions are the caller's, the order of frames.
        Moves,
        Changes,
        Bodies,
        Grid,
        Buckets,
        Covers,
        CoverScan,
        Words,
    }
}

listed! {
    /// The passes that the device plans, besides those of the queues.
    pub(super) enum DevicePass {
        Queuing,
        Covering,
        Sorting,
        Scanning,
    }
}

/// Bytes from one `Ask` to the next: bindings must begin at multiples of it.
pub(super) const STRIDE: u64 = 4 * PLAN_WORDS as u64;

impl HostPass {
    /// The bytes of all parameters.
    pub(super) const ROOM: u64 = HostPass::ALL.len() as u64 * STRIDE;

    /// Returns where its parameters are.
    pub(super) fn offset(self) -> u64 {
        self as u64 * STRIDE
    }
}

impl DevicePass {
    /// The bytes of the parameters and workgroups of all planned passes, with those of the queues.
    pub(super) const ROOM: u64 = (GpuQueue::Grazes as u64 + DevicePass::ALL.len() as u64) * STRIDE;

    /// Returns its number among all planned passes: the queues come first.
    pub(super) fn place(self) -> u64 {
        GpuQueue::Grazes as u64 + self as u64
    }
}

impl GpuQueue {
    /// The queues that a kernel decides.
    pub(super) const DECIDED: &[GpuQueue] = GpuQueue::ALL.split_at(GpuQueue::Grazes as usize).0;

    /// Returns the kernel that decides its pairs.
    pub(super) fn kernel(self) -> Kernel {
        match self {
            GpuQueue::Shapes | GpuQueue::StrictShapes | GpuQueue::Circles | GpuQueue::StrictCircles => {
                Kernel::Shapes
            }
            GpuQueue::SpriteShape | GpuQueue::StrictSpriteShape => Kernel::SpriteShape,
            GpuQueue::LargeSpriteShape | GpuQueue::StrictLargeSpriteShape => Kernel::LargeSpriteShape,
            GpuQueue::Tiles | GpuQueue::StrictTiles | GpuQueue::NearTiles => Kernel::Tiles,
            GpuQueue::NarrowSprites => Kernel::NarrowSprites,
            GpuQueue::Sprites => Kernel::Sprites,
            GpuQueue::LargeSprites => Kernel::LargeSprites,
            GpuQueue::NearShapes => Kernel::NearShapes,
            GpuQueue::NearSpriteShape => Kernel::NearSpriteShape,
            GpuQueue::LargeNearSpriteShape => Kernel::LargeNearSpriteShape,
            GpuQueue::NearSprites => Kernel::NearSprites,
            GpuQueue::LargeNearSprites => Kernel::LargeNearSprites,
            GpuQueue::Grazes => Kernel::Gather,
        }
    }

    /// Returns the number of threads per pair.
    pub(super) fn lanes(self) -> u32 {
        self.kernel().lanes()
    }

    /// Whether its pairs may be within a margin.
    pub(super) fn is_near(self) -> bool {
        self as u32 >= GpuQueue::NearShapes as u32
    }

    /// Returns the touching that its pairs have; `None` if that makes no difference.
    pub(super) fn touching(self) -> Option<Touching> {
        match self {
            _ if self as u32 >= GpuQueue::NarrowSprites as u32 => None,
            _ if (self as u32).is_multiple_of(2) => Some(Touching::Counts),
            _ => Some(Touching::Ignored),
        }
    }

    /// Returns the flags of its pass in a frame.
    pub(super) fn flags(self) -> u32 {
        let strict = if self.touching() == Some(Touching::Ignored) { STRICT } else { 0 };
        let rooted = if matches!(self, GpuQueue::Circles | GpuQueue::StrictCircles) { ROOTED } else { 0 };
        strict | rooted | if self.is_near() { NEAR } else { 0 }
    }
}

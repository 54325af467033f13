//! The queues of pairs: each is decided by one kernel. A batch is sorted into queues here, a frame on the device.

use crate::form::Touching;
use crate::gpu::constants::{LARGE_ROWS, LARGE_WORDS, NEAR, PLAN_WORDS, ROOTED, STRICT};
use crate::gpu::forms::{Forms, Kind};
use crate::gpu::kernels::Kernel;

listed! {
    /// The queues of a frame; a batch uses some of them. A pair is in one by the kinds of its bodies, by its size, so
    /// that a large pair does not delay the small ones, and in a frame by whether touches count. The shaders have the
    /// same names.
    pub(super) enum Queue {
        /// Each queue with shapes or tile maps is followed by the one in which touches are ignored.
        Shapes,
        StrictShapes,
        /// Shapes of which circles are measured by the root of their squared radii.
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
    pub(super) enum Asked {
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
    pub(super) enum Planned {
        Queuing,
        Covering,
        Sorting,
        Scanning,
    }
}

/// Bytes from one `Ask` to the next: bindings must begin at multiples of it.
pub(super) const STRIDE: u64 = 4 * PLAN_WORDS as u64;

impl Asked {
    /// The bytes of all parameters.
    pub(super) const ROOM: u64 = Asked::ALL.len() as u64 * STRIDE;

    /// Returns where its parameters are.
    pub(super) fn offset(self) -> u64 {
        self as u64 * STRIDE
    }
}

impl Planned {
    /// The bytes of the parameters and workgroups of all planned passes, with those of the queues.
    pub(super) const ROOM: u64 = (Queue::Grazes as u64 + Planned::ALL.len() as u64) * STRIDE;

    /// Returns its number among all planned passes: the queues come first.
    pub(super) fn place(self) -> u64 {
        Queue::Grazes as u64 + self as u64
    }
}

impl Queue {
    /// The queues that a kernel decides.
    pub(super) const DECIDED: &[Queue] = Queue::ALL.split_at(Queue::Grazes as usize).0;

    /// Returns the kernel that decides its pairs.
    pub(super) fn kernel(self) -> Kernel {
        match self {
            Queue::Shapes | Queue::StrictShapes | Queue::Circles | Queue::StrictCircles => Kernel::Shapes,
            Queue::SpriteShape | Queue::StrictSpriteShape => Kernel::SpriteShape,
            Queue::LargeSpriteShape | Queue::StrictLargeSpriteShape => Kernel::LargeSpriteShape,
            Queue::Tiles | Queue::StrictTiles | Queue::NearTiles => Kernel::Tiles,
            Queue::NarrowSprites => Kernel::NarrowSprites,
            Queue::Sprites => Kernel::Sprites,
            Queue::LargeSprites => Kernel::LargeSprites,
            Queue::NearShapes => Kernel::NearShapes,
            Queue::NearSpriteShape => Kernel::NearSpriteShape,
            Queue::LargeNearSpriteShape => Kernel::LargeNearSpriteShape,
            Queue::NearSprites => Kernel::NearSprites,
            Queue::LargeNearSprites => Kernel::LargeNearSprites,
            Queue::Grazes => Kernel::Gather,
        }
    }

    /// Returns the kernel that computes the integer results of its hits; shapes have none.
    pub(super) fn integers(self) -> Option<Kernel> {
        match self.kernel() {
            Kernel::NarrowSprites | Kernel::Sprites | Kernel::LargeSprites => Some(Kernel::Common),
            Kernel::SpriteShape | Kernel::LargeSpriteShape => Some(Kernel::Squares),
            _ => None,
        }
    }

    /// Returns the number of threads per pair.
    pub(super) fn lanes(self) -> u32 {
        self.kernel().lanes()
    }

    /// Whether its pairs may be within a margin.
    pub(super) fn is_near(self) -> bool {
        self as u32 >= Queue::NearShapes as u32
    }

    /// Returns the touching that its pairs have; `None` if that makes no difference.
    pub(super) fn touching(self) -> Option<Touching> {
        match self {
            _ if self as u32 >= Queue::NarrowSprites as u32 => None,
            _ if (self as u32).is_multiple_of(2) => Some(Touching::Counts),
            _ => Some(Touching::Ignored),
        }
    }

    /// Returns the flags of its pass in a frame.
    pub(super) fn flags(self) -> u32 {
        let strict = if self.touching() == Some(Touching::Ignored) { STRICT } else { 0 };
        let rooted = if matches!(self, Queue::Circles | Queue::StrictCircles) { ROOTED } else { 0 };
        strict | rooted | if self.is_near() { NEAR } else { 0 }
    }
}

/// Pairs of a batch that one kernel decides together.
#[derive(Debug)]
pub(super) struct Queued {
    pub(super) queue: Queue,
    /// The bodies of each pair; a sprite comes first if the other is a shape.
    pub(super) pairs: Vec<[u32; 2]>,
    /// The index of each pair in the batch.
    pub(super) indices: Vec<u32>,
}

/// Sorts a batch into queues with at most `most` pairs each, none of them empty; also returns the pairs for the host.
pub(super) fn sort(
    forms: &Forms,
    pairs: &[[u32; 2]],
    touching: Touching,
    most: usize,
) -> (Vec<Queued>, Vec<u32>) {
    // The queues that are being filled.
    let mut open: [Option<Queued>; Queue::ALL.len()] = Default::default();
    let (mut full, mut host) = (Vec::new(), Vec::new());
    for (index, &[a, b]) in (0..).zip(pairs) {
        // Kernels test part against part, so they miss overlaps on the seams between parts.
        let is_for_host = touching == Touching::Ignored && forms.may_meet_on_seams(a, b);
        let Some((queue, pair)) = queue_of(forms, a, b).filter(|_| !is_for_host) else {
            host.push(index);
            continue;
        };
        let slot = &mut open[queue as usize];
        let queued = slot.get_or_insert_with(|| Queued { queue, pairs: Vec::new(), indices: Vec::new() });
        queued.pairs.push(pair);
        queued.indices.push(index);
        if queued.pairs.len() >= most {
            full.extend(slot.take());
        }
    }
    full.extend(open.into_iter().flatten());
    (full, host)
}

/// Returns the queue of a pair, and the pair in the order of its kernel; `None` for a pair with a tile map, which the
/// host decides.
fn queue_of(forms: &Forms, a: u32, b: u32) -> Option<(Queue, [u32; 2])> {
    let (of_a, of_b) = (forms.kind(a), forms.kind(b));
    let ([width_a, height_a], [width_b, height_b]) = (forms.pixels(of_a), forms.pixels(of_b));
    let rows = height_a.min(height_b);
    let mixed = if rows >= LARGE_ROWS { Queue::LargeSpriteShape } else { Queue::SpriteShape };
    match (of_a, of_b) {
        (Kind::Tiles, _) | (_, Kind::Tiles) => None,
        (Kind::Shape(_), Kind::Shape(_)) => Some((Queue::Shapes, [a, b])),
        (Kind::Sprite(_), Kind::Shape(_)) => Some((mixed, [a, b])),
        (Kind::Shape(_), Kind::Sprite(_)) => Some((mixed, [b, a])),
        (Kind::Sprite(_), Kind::Sprite(_)) => {
            let queue = match () {
                () if (width_a.min(width_b) / 32 + 1) * rows >= LARGE_WORDS => Queue::LargeSprites,
                () if width_a.max(width_b) <= 64 => Queue::NarrowSprites,
                () => Queue::Sprites,
            };
            Some((queue, [a, b]))
        }
    }
}

impl Queued {
    /// Returns the bodies of its pairs, each once.
    pub(super) fn bodies(&self) -> Vec<u32> {
        let mut bodies: Vec<u32> = self.pairs.iter().flatten().copied().collect();
        bodies.sort_unstable();
        bodies.dedup();
        bodies
    }

    /// Splits the queue into the first half of its pairs and the rest.
    pub(super) fn halves(mut self) -> [Queued; 2] {
        let middle = self.pairs.len() / 2;
        let (pairs, indices) = (self.pairs.split_off(middle), self.indices.split_off(middle));
        let second = Queued { queue: self.queue, pairs, indices };
        [self, second]
    }
}

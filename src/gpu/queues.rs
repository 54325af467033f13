//! The queues of pairs: each is decided by one kernel. A batch is sorted into queues here, a frame on the device.

use crate::form::Touching;
use crate::gpu::constants::{LARGE_ROWS, LARGE_WORDS, NEAR, PLAN_WORDS, ROOTED, STRICT};
use crate::gpu::forms::{FormKind, FormTables};
use crate::gpu::kernels::Kernel;

listed! {
    /// The queues of a frame; a batch uses some of them. A pair is in one by the kinds of its bodies, by its size, so
    /// that a large pair does not delay the small ones, and in a frame by whether touches count. The shaders have the
    /// same names.
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

/// Pairs of a batch that one kernel decides together.
#[derive(Debug)]
pub(super) struct Queued {
    pub(super) queue: GpuQueue,
    /// The bodies of each pair; a sprite comes first if the other is a shape.
    pub(super) pairs: Vec<[u32; 2]>,
    /// The index of each pair in the batch.
    pub(super) indices: PairIndices,
}

/// The indices of a queue's pairs in their batch.
#[derive(Debug)]
pub(super) enum PairIndices {
    /// The pairs follow one another in the batch, from this one on.
    From(u32),
    Listed(Vec<u32>),
}

impl PairIndices {
    /// Returns the index of a pair of the queue.
    pub(super) fn get(&self, place: usize) -> Option<u32> {
        match self {
            PairIndices::From(first) => Some(first + place as u32),
            PairIndices::Listed(all) => all.get(place).copied(),
        }
    }

    fn split_off(&mut self, at: usize) -> PairIndices {
        match self {
            PairIndices::From(first) => PairIndices::From(*first + at as u32),
            PairIndices::Listed(all) => PairIndices::Listed(all.split_off(at)),
        }
    }
}

/// Sorts a batch into queues with at most `most` pairs each, none of them empty; also returns the pairs for the host.
pub(super) fn sort(
    forms: &FormTables,
    pairs: &[[u32; 2]],
    touching: Touching,
    most: usize,
) -> (Vec<Queued>, Vec<u32>) {
    if let Some(queue) = forms.only_queue(touching) {
        // No pair has to be looked at: each is its own place in the batch.
        let indices = (0..).step_by(most.max(1)).map(PairIndices::From);
        let queued = |(pairs, indices): (&[[u32; 2]], _)| Queued { queue, pairs: pairs.to_vec(), indices };
        return (pairs.chunks(most.max(1)).zip(indices).map(queued).collect(), Vec::new());
    }
    // The queues that are being filled.
    let mut open: [Option<(Queued, Vec<u32>)>; GpuQueue::ALL.len()] = Default::default();
    let (mut full, mut host) = (Vec::new(), Vec::new());
    let done = |(queued, indices)| Queued { indices: PairIndices::Listed(indices), ..queued };
    for (index, &[a, b]) in (0..).zip(pairs) {
        // Kernels test part against part, so they miss overlaps on the seams between parts.
        let is_for_host = touching == Touching::Ignored && forms.may_meet_on_seams(a, b);
        let Some((queue, pair)) = queue_of(forms, a, b).filter(|_| !is_for_host) else {
            host.push(index);
            continue;
        };
        let slot = &mut open[queue as usize];
        let (queued, indices) = slot.get_or_insert_with(|| {
            (Queued { queue, pairs: Vec::new(), indices: PairIndices::From(0) }, Vec::new())
        });
        queued.pairs.push(pair);
        indices.push(index);
        if indices.len() >= most {
            full.extend(slot.take().map(done));
        }
    }
    full.extend(open.into_iter().flatten().map(done));
    (full, host)
}

/// Returns the queue of all pairs of bodies with these kinds, if it is only one: of shapes, or of sprites that together span at most
/// `width` by `height` pixels each.
pub(super) fn only_queue_of(
    [shapes, sprites, maps]: [bool; 3],
    [width, height]: [u32; 2],
) -> Option<GpuQueue> {
    let is_large = (width / 32 + 1) * height >= LARGE_WORDS;
    match [shapes, sprites, maps] {
        [true, false, false] => Some(GpuQueue::Shapes),
        [false, true, false] if width <= 64 && !is_large => Some(GpuQueue::NarrowSprites),
        _ => None,
    }
}

/// Returns the queue of a pair, and the pair in the order of its kernel; `None` for a pair with a tile map, which the
/// host decides.
fn queue_of(forms: &FormTables, a: u32, b: u32) -> Option<(GpuQueue, [u32; 2])> {
    let (of_a, of_b) = (forms.kind(a), forms.kind(b));
    let ([width_a, height_a], [width_b, height_b]) = (forms.pixels(of_a), forms.pixels(of_b));
    let rows = height_a.min(height_b);
    let mixed = if rows >= LARGE_ROWS { GpuQueue::LargeSpriteShape } else { GpuQueue::SpriteShape };
    match (of_a, of_b) {
        (FormKind::Tiles, _) | (_, FormKind::Tiles) => None,
        (FormKind::Shape(_), FormKind::Shape(_)) => Some((GpuQueue::Shapes, [a, b])),
        (FormKind::Sprite(_), FormKind::Shape(_)) => Some((mixed, [a, b])),
        (FormKind::Shape(_), FormKind::Sprite(_)) => Some((mixed, [b, a])),
        (FormKind::Sprite(_), FormKind::Sprite(_)) => {
            let queue = match () {
                () if (width_a.min(width_b) / 32 + 1) * rows >= LARGE_WORDS => GpuQueue::LargeSprites,
                () if width_a.max(width_b) <= 64 => GpuQueue::NarrowSprites,
                () => GpuQueue::Sprites,
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

//! Sorts pairs by the kernel that decides them, and by size, so that a large pair does not delay the small ones.

use crate::form::Touching;
use crate::gpu::forms::{Forms, Kind};
use crate::gpu::kernels::Size;

/// The kernel that decides a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kernel {
    ShapeShape,
    SpriteShape,
    SpriteSprite,
}

/// Pairs that one kernel decides together.
#[derive(Debug)]
pub(super) struct Queue {
    pub(super) kernel: Kernel,
    /// The size of its pairs.
    pub(super) size: Size,
    /// The bodies of each pair; a sprite comes first if the other is a shape.
    pub(super) pairs: Vec<[u32; 2]>,
    /// The index of each pair in the batch.
    pub(super) indices: Vec<u32>,
}

/// The words of bits, or the rows, from which on a pair takes a whole workgroup.
const LARGE_WORDS: u32 = 1024;
const LARGE_ROWS: u32 = 24;

/// Sorts a batch into queues with at most `most` pairs each, none of them empty; also returns the pairs for the host.
pub(super) fn sort(
    forms: &Forms,
    pairs: &[[u32; 2]],
    touching: Touching,
    most: usize,
) -> (Vec<Queue>, Vec<u32>) {
    let mut sorter = Sorter { most: most.max(1), open: Default::default(), queues: Vec::new() };
    let mut host = Vec::new();
    for (index, &[a, b]) in (0..).zip(pairs) {
        let (of_a, of_b) = (forms.kind(a), forms.kind(b));
        // Kernels test part against part, so they miss overlaps on the seams between parts.
        if touching == Touching::Ignored && forms.may_meet_on_seams(a, b) {
            host.push(index);
            continue;
        }
        let (kernel, pair) = match (of_a, of_b) {
            (Kind::Tiles, _) | (_, Kind::Tiles) => {
                host.push(index);
                continue;
            }
            (Kind::Shape(_), Kind::Shape(_)) => (Kernel::ShapeShape, [a, b]),
            (Kind::Sprite(_), Kind::Sprite(_)) => (Kernel::SpriteSprite, [a, b]),
            (Kind::Sprite(_), Kind::Shape(_)) => (Kernel::SpriteShape, [a, b]),
            (Kind::Shape(_), Kind::Sprite(_)) => (Kernel::SpriteShape, [b, a]),
        };
        sorter.push(kernel, size(forms, kernel, of_a, of_b), pair, index);
    }
    (sorter.finish(), host)
}

/// Returns the bin of a pair.
fn size(forms: &Forms, kernel: Kernel, a: Kind, b: Kind) -> Size {
    let ([width_a, height_a], [width_b, height_b]) = (forms.pixels(a), forms.pixels(b));
    let rows = height_a.min(height_b);
    match kernel {
        Kernel::ShapeShape => Size::Small,
        Kernel::SpriteShape if rows >= LARGE_ROWS => Size::Large,
        Kernel::SpriteShape => Size::Small,
        Kernel::SpriteSprite if (width_a.min(width_b) / 32 + 1) * rows >= LARGE_WORDS => Size::Large,
        Kernel::SpriteSprite if width_a.max(width_b) <= 64 => Size::Narrow,
        Kernel::SpriteSprite => Size::Small,
    }
}

struct Sorter {
    most: usize,
    /// The queues that are being filled: one for each kernel and size.
    open: [Option<Queue>; 9],
    queues: Vec<Queue>,
}

impl Sorter {
    fn push(&mut self, kernel: Kernel, size: Size, pair: [u32; 2], index: u32) {
        let slot = &mut self.open[kernel as usize * 3 + size as usize];
        let queue =
            slot.get_or_insert_with(|| Queue { kernel, size, pairs: Vec::new(), indices: Vec::new() });
        queue.pairs.push(pair);
        queue.indices.push(index);
        if queue.pairs.len() == self.most {
            self.queues.extend(slot.take());
        }
    }

    fn finish(mut self) -> Vec<Queue> {
        self.queues.extend(self.open.into_iter().flatten());
        self.queues
    }
}

impl Queue {
    /// Returns the bodies of its pairs, each once.
    pub(super) fn bodies(&self) -> Vec<u32> {
        let mut bodies: Vec<u32> = self.pairs.iter().flatten().copied().collect();
        bodies.sort_unstable();
        bodies.dedup();
        bodies
    }

    /// Splits the queue into the first half of its pairs and the rest.
    pub(super) fn halves(mut self) -> [Queue; 2] {
        let middle = self.pairs.len() / 2;
        let second = Queue {
            kernel: self.kernel,
            size: self.size,
            pairs: self.pairs.split_off(middle),
            indices: self.indices.split_off(middle),
        };
        [self, second]
    }
}

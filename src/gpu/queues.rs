//! Pairs sorted by the kernel that answers them, and by size, so that a large pair does not hold up the small ones.

use crate::gpu::forms::{Forms, Kind};

/// Which kernel answers a queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kernel {
    ShapeShape,
    SpriteShape,
    SpriteSprite,
}

/// Pairs that go through one kernel together.
#[derive(Debug)]
pub(super) struct Queue {
    pub(super) kernel: Kernel,
    /// Whether each pair takes a workgroup rather than a thread.
    pub(super) is_large: bool,
    /// The bodies of each; the sprite first where the other is a shape.
    pub(super) pairs: Vec<[u32; 2]>,
    /// Which of the batch's pairs each is.
    pub(super) indices: Vec<u32>,
}

/// The words of bits, or the rows, from which on a pair takes a workgroup.
const LARGE_WORDS: u32 = 1024;
const LARGE_ROWS: u32 = 64;

/// The queues of a batch, none longer than `most`, none empty, and the pairs that are the host's.
pub(super) fn sort(forms: &Forms, pairs: &[[u32; 2]], most: usize) -> (Vec<Queue>, Vec<u32>) {
    let mut sorter = Sorter { most: most.max(1), open: Default::default(), queues: Vec::new() };
    let mut host = Vec::new();
    for (index, &[a, b]) in (0..).zip(pairs) {
        let (of_a, of_b) = (forms.kind(a), forms.kind(b));
        match (of_a, of_b) {
            (Kind::Tiles, _) | (_, Kind::Tiles) => host.push(index),
            (Kind::Shape(_), Kind::Shape(_)) => sorter.push(Kernel::ShapeShape, false, [a, b], index),
            (Kind::Sprite(_), Kind::Sprite(_)) => {
                let is_large = words(forms, of_a, of_b) >= LARGE_WORDS;
                sorter.push(Kernel::SpriteSprite, is_large, [a, b], index);
            }
            (Kind::Sprite(_), Kind::Shape(_)) => {
                sorter.push(Kernel::SpriteShape, rows(forms, of_a, of_b) >= LARGE_ROWS, [a, b], index);
            }
            (Kind::Shape(_), Kind::Sprite(_)) => {
                sorter.push(Kernel::SpriteShape, rows(forms, of_a, of_b) >= LARGE_ROWS, [b, a], index);
            }
        }
    }
    (sorter.finish(), host)
}

/// The most words of bits that two sprites can have to compare.
fn words(forms: &Forms, a: Kind, b: Kind) -> u32 {
    let ([w, _], [v, _]) = (forms.pixels(a), forms.pixels(b));
    (w.min(v) / 32 + 1) * rows(forms, a, b)
}

/// The most rows of pixels that two bodies can share.
fn rows(forms: &Forms, a: Kind, b: Kind) -> u32 {
    forms.pixels(a)[1].min(forms.pixels(b)[1])
}

struct Sorter {
    most: usize,
    /// The queues being filled: a kernel's, small and large.
    open: [Option<Queue>; 6],
    queues: Vec<Queue>,
}

impl Sorter {
    fn push(&mut self, kernel: Kernel, is_large: bool, pair: [u32; 2], index: u32) {
        let slot = &mut self.open[kernel as usize * 2 + usize::from(is_large)];
        let queue =
            slot.get_or_insert_with(|| Queue { kernel, is_large, pairs: Vec::new(), indices: Vec::new() });
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
    /// The first half of its pairs and the rest.
    pub(super) fn halves(mut self) -> [Queue; 2] {
        let middle = self.pairs.len() / 2;
        let second = Queue {
            kernel: self.kernel,
            is_large: self.is_large,
            pairs: self.pairs.split_off(middle),
            indices: self.indices.split_off(middle),
        };
        [self, second]
    }
}

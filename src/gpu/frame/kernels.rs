//! The kernels that only a whole frame uses, built at the first frame; those for margins and for tile maps are built
//! when a crowd first has one.

use std::borrow::Cow;

use crate::gpu::kernels::Use::{Read, Write};
use crate::gpu::kernels::{Builder, FRAME, Kernel, Use};

pub(in crate::gpu) struct FrameKernels {
    pub(super) scan_few: Kernel,
    pub(super) sum_blocks: Kernel,
    pub(super) add_blocks: Kernel,
    pub(super) write_sums: Kernel,
    pub(super) count_digits: Kernel,
    pub(super) scatter: Kernel,
    pub(super) set_positions: Kernel,
    pub(super) set_traits: Kernel,
    pub(super) drift: Kernel,
    pub(super) count_bodies: Kernel,
    pub(super) sort_bodies: Kernel,
    pub(super) pairs: Kernel,
    pub(super) queue: Kernel,
    pub(super) count_words: Kernel,
    pub(super) list_rasters: Kernel,
    pub(super) after_pairs: Kernel,
    pub(super) after_queues: Kernel,
    pub(super) after_hits: Kernel,
    pub(super) gather: Kernel,
}

impl FrameKernels {
    /// Builds the kernels from the texts of [`FRAME`], in its order.
    pub(in crate::gpu) fn new(device: &wgpu::Device, texts: &[Cow<'_, str>]) -> FrameKernels {
        let of =
            |k: usize, uses: &[Use]| Builder::new(device, FRAME[k].0, Cow::Borrowed(texts[k].as_ref()), uses);
        let scan = of(0, &[Write, Write]);
        let sort = of(1, &[Read, Read, Write, Write]);
        let steer = of(2, &[Read, Read, Read, Write, Write, Write, Read]);
        let grid = of(3, &[Read, Read, Write, Write, Write, Write]);
        let pairs = of(4, &[Read, Read, Read, Read, Write, Write]);
        let queue = of(5, &[Read, Read, Read, Read, Read, Write, Write, Write]);
        let raster = of(6, &[Read, Read, Read, Read, Write, Write, Write]);
        let plan = of(7, &[Read, Write, Write, Write]);
        let gather = of(8, &[Read, Read, Read, Write, Write, Write]);
        FrameKernels {
            scan_few: scan.build("scan_few", &[]),
            sum_blocks: scan.build("sum_blocks", &[]),
            add_blocks: scan.build("add_blocks", &[]),
            write_sums: scan.build("write_sums", &[]),
            count_digits: sort.build("count_digits", &[]),
            scatter: sort.build("scatter", &[]),
            set_positions: steer.build("set_positions", &[]),
            set_traits: steer.build("set_traits", &[]),
            drift: steer.build("drift", &[]),
            count_bodies: grid.build("count_bodies", &[]),
            sort_bodies: grid.build("sort_bodies", &[]),
            pairs: pairs.build("main", &[]),
            queue: queue.build("main", &[]),
            count_words: raster.build("count_words", &[]),
            list_rasters: raster.build("list_rasters", &[]),
            after_pairs: plan.build("after_pairs", &[]),
            after_queues: plan.build("after_queues", &[]),
            after_hits: plan.build("after_hits", &[]),
            gather: gather.build("main", &[]),
        }
    }
}

/// The kernels that test margins: with one thread per pair, and those of sprites also with a workgroup per pair.
pub(in crate::gpu) struct NearKernels {
    pub(super) shapes: Kernel,
    pub(super) sprite_shape: [Kernel; 2],
    pub(super) sprites: [Kernel; 2],
}

impl NearKernels {
    pub(in crate::gpu) fn new(device: &wgpu::Device, texts: &[Cow<'_, str>]) -> NearKernels {
        let uses = [Read, Read, Read, Read, Read, Read, Write];
        let near = Builder::new(device, "near", Cow::Borrowed(texts[NEAR].as_ref()), &uses);
        let both = |entry| [1.0, 64.0].map(|lanes| near.build(entry, &[("lanes", lanes)]));
        NearKernels {
            shapes: near.build("shapes", &[]),
            sprite_shape: both("sprite_shape"),
            sprites: both("sprites"),
        }
    }
}

/// Builds the kernel of tile maps.
pub(in crate::gpu) fn of_tiles(device: &wgpu::Device, texts: &[Cow<'_, str>]) -> Kernel {
    let uses = [Read, Read, Read, Read, Read, Read, Read, Write];
    Builder::new(device, "tiles", Cow::Borrowed(texts[TILES].as_ref()), &uses).build("main", &[])
}

/// The indices of these texts in [`FRAME`].
const NEAR: usize = 9;
const TILES: usize = 10;

//! The table of kernels: their shaders, bindings, entry points and constants, and the pipelines made of them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use crate::gpu::arena::Role;
use crate::gpu::constants;
use crate::gpu::queues::GpuQueue;

listed! {
    /// When kernels are built: all kernels of a group at once, at the first use of one of them.
    pub(super) enum Group {
        /// Those for batches of pairs.
        Pairs,
        /// Those for batches of one kind.
        ShapePairs,
        NarrowPairs,
        /// Those for batches and frames of bodies that need covers; a frame uses some of them in any case.
        Covers,
        /// That for the large pairs of batches.
        LargePairs,
        /// Those for the integer results of batches.
        Integers,
        /// Those that only a whole frame uses.
        Frames,
        /// Those of crowds with margins.
        Margins,
        /// That of crowds with tile maps.
        Maps,
        /// Those of crowds whose positions stay on the device.
        Resident,
        /// Those that say where a body fits.
        Fits,
        /// That of the device's trial.
        Trial,
    }
}

/// A source text with its kernels.
pub(super) struct Shader {
    pub(super) name: &'static str,
    group: Group,
    text: &'static str,
    /// The arenas that it binds after the parameters of the pass: first those that it reads, then those that it
    /// writes.
    reads: &'static [Role],
    writes: &'static [Role],
    /// The kernels and their entry points.
    kernels: &'static [(Kernel, &'static str)],
}

/// Makes the enum of kernels and the list of shaders. For each shader: its name, the shared texts that it needs, the
/// arenas that it reads and writes, and its kernels with their entry points and constants.
macro_rules! kernels {
    ($($group:ident { $(
        $shader:literal ($($shared:literal)*): $($read:ident)* => $($write:ident)*
            { $($kernel:ident = $entry:literal $(($($constant:literal: $value:tt)*))?,)* }
    )* })*) => {
        /// The kernels.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub(super) enum Kernel { $($($($kernel,)*)*)* }

        impl Kernel {
            pub(super) fn group(self) -> Group {
                match self { $($($(Kernel::$kernel => Group::$group,)*)*)* }
            }

            /// Returns the values of the constants that its shader leaves open.
            fn constants(self) -> &'static [(&'static str, u32)] {
                match self { $($($(Kernel::$kernel => &[$($(($constant, $value),)*)?],)*)*)* }
            }
        }

        static SHADERS: &[Shader] = &[$($(Shader {
            name: $shader,
            group: Group::$group,
            text: concat!(
                $(include_str!(concat!("../../shaders/shared/", $shared, ".wgsl")), "\n",)*
                include_str!(concat!("../../shaders/", $shader, ".wgsl")),
            ),
            reads: &[$(Role::$read),*],
            writes: &[$(Role::$write),*],
            kernels: &[$((Kernel::$kernel, $entry)),*],
        },)*)*];
    };
}

kernels! {
    Pairs {
        "place" ("placed" "placement" "sprite"): Bodies Positions Shapes Sprites => Placed {
            Place = "main",
        }
        "batch" ("placed" "wide" "convex" "parts" "shapes" "span" "bits" "rows" "hits" "pixels" "kinds" "batch"):
            Pairs Bodies Placed Bits Bits Parts Vertices => HitBits {
            Batch = "main",
        }
    }
    ShapePairs {
        "batch" ("placed" "wide" "convex" "parts" "shapes" "span" "bits" "rows" "hits" "pixels" "kinds" "batch"):
            Pairs Bodies Placed Bits Bits Parts Vertices => HitBits {
            ShapesBatch = "main" ("only": (GpuQueue::Shapes as u32)),
        }
    }
    NarrowPairs {
        "batch" ("placed" "wide" "convex" "parts" "shapes" "span" "bits" "rows" "hits" "pixels" "kinds" "batch"):
            Pairs Bodies Placed Bits Bits Parts Vertices => HitBits {
            NarrowBatch = "main" ("only": (GpuQueue::NarrowSprites as u32)),
        }
    }
    Covers {
        "mark" ("placed" "kinds"): Pairs Bodies Placed => Marks {
            Mark = "main",
        }
        "raster" ("placed" "placement" "sprite" "raster" "crowd"): Marks Bodies Sprites Terms => Words Rasters Head {
            CountWords = "count_words",
            ListRasters = "list_rasters",
        }
        "cover" ("placed" "placement" "sprite" "raster"): Rasters Sprites Positions => Bits Placed {
            Cover = "main",
        }
        "scan" ("placed" "sums"): => Words Blocks {
            ScanFew = "scan_few",
            SumBlocks = "sum_blocks",
            AddSums = "add_blocks",
            WriteSums = "write_sums",
        }
        "plan" ("placed" "crowd"): Terms => Head Plan Stall {
            AfterPairs = "after_pairs",
            AfterQueues = "after_queues",
            AfterHits = "after_hits",
        }
    }
    LargePairs {
        "large" ("placed" "wide" "convex" "parts" "shapes" "span" "bits" "rows" "hits" "pixels" "kinds" "batch"):
            Pairs Bodies Placed Bits Bits Parts Vertices => HitBits {
            LargePairs = "main" ("lanes": 64),
        }
    }
    Integers {
        "common" ("placed" "wide" "bits"): Pairs Placed Bits => Results {
            Common = "main",
        }
        "squares" ("placed" "wide" "convex" "parts" "span" "bits"): Pairs Placed Bits Parts Vertices => Results {
            Squares = "main",
        }
    }
    Frames {
        "sprite_sprite" ("placed" "hits" "pixels"): Pairs Placed Bits Bits => HitBits {
            NarrowSprites = "main" ("lanes": 1 "narrow": 1),
            Sprites = "main" ("lanes": 1),
            LargeSprites = "main" ("lanes": 64),
        }
        "sprite_shape" ("placed" "wide" "convex" "parts" "shapes" "span" "bits" "rows" "hits"):
            Pairs Placed Bits Parts Vertices => HitBits {
            SpriteShape = "main" ("lanes": 1),
            LargeSpriteShape = "main" ("lanes": 64),
        }
        "shape_shape" ("placed" "wide" "convex" "parts" "shapes" "hits"): Pairs Placed Parts Vertices => HitBits {
            Shapes = "main",
        }
        "sort" ("placed"): Plan Hits => Counts SortedHits {
            CountDigits = "count_digits",
            Scatter = "scatter",
        }
        "steer" ("placed" "crowd"): Moves Changes Velocities Stall => Positions Traits Bodies {
            SetPositions = "set_positions",
            SetTraits = "set_traits",
            Drift = "drift",
        }
        "grid" ("placed" "crowd" "cells"): Placed Traits => Buckets Places Items Head {
            CountBodies = "count_bodies",
            SortBodies = "sort_bodies",
        }
        "pairs" ("placed" "crowd" "cells"): Items Buckets Traits Terms => Head Pairs {
            FindPairs = "main",
        }
        "queue" ("placed" "crowd" "kinds"): Pairs Placed Traits Terms Rules => Head Queues Marks {
            SortPairs = "main",
        }
        "gather" ("placed" "crowd"): Terms HitBits Marks => Queues Head Hits {
            Gather = "main",
        }
    }
    Margins {
        "near" ("placed" "crowd" "wide" "convex" "parts" "shapes" "span" "bits" "rows" "sprites" "hits"):
            Pairs Placed Traits Bits Parts Vertices => HitBits {
            NearShapes = "shapes",
            NearSpriteShape = "sprite_shape" ("lanes": 1),
            LargeNearSpriteShape = "sprite_shape" ("lanes": 64),
            NearSprites = "sprites" ("lanes": 1),
            LargeNearSprites = "sprites" ("lanes": 64),
        }
    }
    Maps {
        "tiles" ("placed" "crowd" "wide" "convex" "parts" "shapes" "span" "bits" "rows" "sprites" "hits"):
            Pairs Placed Traits Bits Parts Vertices Maps => HitBits {
            Tiles = "main" ("lanes": 64),
        }
    }
    Resident {
        "snap" ("placed"): Given => Positions {
            SnapPixels = "from_pixels",
            TakeUnits = "from_units",
        }
        "outcome" ("placed" "crowd" "outcome"): Stall => Head Outcome {
            WriteOutcome = "main",
        }
    }
    Fits {
        "fits" ("placed" "wide" "convex" "parts" "shapes" "span" "bits" "rows" "sprites" "hits"):
            FitJobs FitPlaces Placed Bits Parts Vertices => HitBits {
            FitShapes = "shapes",
            FitShapeSprite = "shape_sprite",
            FitSpriteShape = "sprite_shape",
            FitSprites = "sprites",
        }
    }
    Trial {
        "trial" ("placed"): => Words {
            Trial = "main",
        }
    }
}

/// The full texts of [`SHADERS`].
static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let constants = constants::in_wgsl();
    SHADERS.iter().map(|shader| format!("{constants}\n{}", shader.text)).collect()
});

/// Returns every shader's name and full text, as it is compiled.
///
/// ```
/// assert!(kasuri::gpu::shaders().iter().any(|(name, text)| *name == "cover" && text.contains("fn main")));
/// ```
pub fn shaders() -> Vec<(&'static str, &'static str)> {
    SHADERS.iter().map(|shader| shader.name).zip(TEXTS.iter().map(String::as_str)).collect()
}

impl Kernel {
    /// Returns the number of threads for each item.
    pub(super) fn lanes(self) -> u32 {
        let lanes = self.constants().iter().find(|(name, _)| *name == "lanes");
        lanes.map_or(1, |&(_, lanes)| lanes)
    }
}

/// A kernel that is built: its pipeline, and the layout of its one bind group.
pub(super) struct Pipeline {
    pub(super) shader: &'static Shader,
    pub(super) pipeline: wgpu::ComputePipeline,
    pub(super) layout: wgpu::BindGroupLayout,
}

/// Builds the kernels of a group from the texts of all shaders.
pub(super) fn build(
    device: &wgpu::Device,
    group: Group,
    texts: &[Cow<'_, str>],
) -> HashMap<Kernel, Pipeline> {
    let shaders = SHADERS.iter().zip(texts).filter(|(shader, _)| shader.group == group);
    shaders.flat_map(|(shader, text)| shader.build(device, text)).collect()
}

impl Shader {
    /// Returns the arenas that it binds after the parameters of the pass, in order.
    pub(super) fn roles(&self) -> impl Iterator<Item = Role> {
        self.reads.iter().chain(self.writes).copied()
    }

    fn build(&'static self, device: &wgpu::Device, text: &str) -> Vec<(Kernel, Pipeline)> {
        let label = Some(self.name);
        let source = wgpu::ShaderSource::Wgsl(text.into());
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label, source });
        let group = self.layout(device);
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label,
            bind_group_layouts: &[Some(&group)],
            ..Default::default()
        });
        let pipeline = |&(kernel, entry): &(Kernel, &str)| {
            let constants: Vec<_> =
                kernel.constants().iter().map(|&(name, value)| (name, value.into())).collect();
            let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label,
                layout: Some(&layout),
                module: &module,
                entry_point: Some(entry),
                compilation_options: wgpu::PipelineCompilationOptions {
                    constants: &constants,
                    ..Default::default()
                },
                cache: None,
            });
            (kernel, Pipeline { shader: self, pipeline, layout: group.clone() })
        };
        self.kernels.iter().map(pipeline).collect()
    }

    /// Makes the layout of its bind group: first a uniform, the parameters of the pass, then storage buffers.
    fn layout(&self, device: &wgpu::Device) -> wgpu::BindGroupLayout {
        let storage = |read_only| wgpu::BufferBindingType::Storage { read_only };
        let reads = self.reads.iter().map(|_| storage(true));
        let writes = self.writes.iter().map(|_| storage(false));
        let types = std::iter::once(wgpu::BufferBindingType::Uniform).chain(reads).chain(writes);
        let entry = |(binding, ty)| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None },
            count: None,
        };
        let entries: Vec<_> = (0..).zip(types).map(entry).collect();
        device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
            label: Some(self.name),
            entries: &entries,
        })
    }
}

//! The kernels: their texts put together, and their pipelines, made once.

use std::borrow::Cow;
use std::num::NonZeroU64;

/// How a kernel uses a binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    Write,
}
use Use::{Read, Write};

/// The text of a kernel behind the shared texts it stands on.
macro_rules! text {
    ($name:literal: $($shared:literal)*) => {
        concat!(
            $(include_str!(concat!("../../shaders/shared/", $shared, ".wgsl")), "\n",)*
            include_str!(concat!("../../shaders/", $name, ".wgsl")),
        )
    };
}

const PLACE: &str = text!("place": "placed" "placement" "sprite");
const COVER: &str = text!("cover": "placed" "placement" "sprite");
const SPRITE_SPRITE: &str = text!("sprite_sprite": "placed");
const COMMON: &str = text!("common": "placed" "wide" "bits");
const SPRITE_SHAPE: &str =
    text!("sprite_shape": "placed" "wide" "convex" "parts" "shapes" "span" "bits" "rows");
const SQUARES: &str = text!("squares": "placed" "wide" "convex" "parts" "span" "bits");
const SHAPE_SHAPE: &str = text!("shape_shape": "placed" "wide" "convex" "parts" "shapes");
const COMPACT: &str = text!("compact": "placed" "sums");
/// The kernels of a whole frame.
pub(super) const FRAME: [(&str, &str); 11] = [
    ("scan", text!("scan": "placed" "sums")),
    ("sort", text!("sort": "placed")),
    ("steer", text!("steer": "placed" "crowd")),
    ("grid", text!("grid": "placed" "crowd" "cells")),
    ("pairs", text!("pairs": "placed" "crowd" "cells")),
    ("queue", text!("queue": "placed" "crowd")),
    ("raster", text!("raster": "placed" "placement" "sprite" "crowd")),
    ("plan", text!("plan": "placed" "crowd")),
    ("gather", text!("gather": "placed" "crowd")),
    ("near", text!("near": "placed" "crowd" "wide" "convex" "parts" "shapes" "span" "bits" "rows" "sprites")),
    (
        "tiles",
        text!("tiles": "placed" "crowd" "wide" "convex" "parts" "shapes" "span" "bits" "rows" "sprites"),
    ),
];

/// Every shader by name, as it is compiled.
///
/// ```
/// assert!(kasuri::gpu::shaders().iter().any(|(name, text)| *name == "cover" && text.contains("fn main")));
/// ```
pub fn shaders() -> Vec<(&'static str, &'static str)> {
    let of_pairs = [
        ("place", PLACE),
        ("cover", COVER),
        ("sprite_sprite", SPRITE_SPRITE),
        ("common", COMMON),
        ("sprite_shape", SPRITE_SHAPE),
        ("squares", SQUARES),
        ("shape_shape", SHAPE_SHAPE),
        ("compact", COMPACT),
    ];
    of_pairs.into_iter().chain(FRAME).collect()
}

/// A pipeline and the layout of its one bind group: first the uniform `Ask`, then storage buffers.
pub(super) struct Kernel {
    /// Its shader's.
    pub(super) name: &'static str,
    pub(super) pipeline: wgpu::ComputePipeline,
    pub(super) layout: wgpu::BindGroupLayout,
}

/// A kernel for every size of pairs.
pub(super) struct Binned([Kernel; 3]);

impl Binned {
    pub(super) fn of(&self, size: Size) -> &Kernel {
        &self.0[size as usize]
    }
}

pub(super) struct Kernels {
    pub(super) place: Kernel,
    pub(super) cover: Kernel,
    pub(super) sprite_sprite: Binned,
    pub(super) common: Kernel,
    pub(super) sprite_shape: Binned,
    pub(super) squares: Kernel,
    pub(super) shape_shape: Kernel,
    pub(super) count_blocks: Kernel,
    pub(super) add_blocks: Kernel,
    pub(super) write_list: Kernel,
}

/// How large the pairs of a bin are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    /// Rows of at most 64 bits: a thread a pair.
    Narrow,
    /// A thread a pair.
    Small,
    /// A workgroup a pair.
    Large,
}

impl Size {
    /// Threads a pair.
    pub(super) fn lanes(self) -> u32 {
        if self == Size::Large { 64 } else { 1 }
    }
}

impl Kernels {
    /// Of the texts that `text` gives for the names and texts of [`shaders`].
    pub(super) fn new(
        device: &wgpu::Device,
        text: impl Fn(&str, &'static str) -> Cow<'static, str>,
    ) -> Kernels {
        let builder = |name, of, uses: &[Use]| Builder::new(device, name, text(name, of), uses);
        let sprite_sprite = builder("sprite_sprite", SPRITE_SPRITE, &[Read, Read, Read, Read, Write]);
        let uses = [Read, Read, Read, Read, Read, Write];
        let sprite_shape = builder("sprite_shape", SPRITE_SHAPE, &uses);
        let compact = builder("compact", COMPACT, &[Read, Write, Write]);
        let one = |name, of, uses: &[Use]| builder(name, of, uses).build("main", &[]);
        Kernels {
            place: one("place", PLACE, &[Read, Read, Read, Read, Write]),
            cover: one("cover", COVER, &[Read, Read, Read, Write, Write]),
            sprite_sprite: sprite_sprite.binned(true),
            common: one("common", COMMON, &[Read, Read, Read, Read, Write]),
            sprite_shape: sprite_shape.binned(false),
            squares: one("squares", SQUARES, &[Read, Read, Read, Read, Read, Read, Write]),
            shape_shape: one("shape_shape", SHAPE_SHAPE, &[Read, Read, Read, Read, Write]),
            count_blocks: compact.build("count_blocks", &[]),
            add_blocks: compact.build("add_blocks", &[]),
            write_list: compact.build("write_list", &[]),
        }
    }
}

/// What pipelines of one shader share.
pub(super) struct Builder<'a> {
    device: &'a wgpu::Device,
    name: &'static str,
    module: wgpu::ShaderModule,
    layout: wgpu::BindGroupLayout,
}

impl<'a> Builder<'a> {
    pub(super) fn new(
        device: &'a wgpu::Device,
        name: &'static str,
        text: Cow<'_, str>,
        uses: &[Use],
    ) -> Builder<'a> {
        let descriptor =
            wgpu::ShaderModuleDescriptor { label: Some(name), source: wgpu::ShaderSource::Wgsl(text) };
        let module = device.create_shader_module(descriptor);
        Builder { device, name, module, layout: layout(device, name, uses) }
    }

    pub(super) fn build(&self, entry: &str, constants: &[(&str, f64)]) -> Kernel {
        let layout = self.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(self.name),
            bind_group_layouts: &[Some(&self.layout)],
            ..Default::default()
        });
        let pipeline = self.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(self.name),
            layout: Some(&layout),
            module: &self.module,
            entry_point: Some(entry),
            compilation_options: wgpu::PipelineCompilationOptions { constants, ..Default::default() },
            cache: None,
        });
        Kernel { name: self.name, pipeline, layout: self.layout.clone() }
    }

    /// For each size; shaders without the constant `narrow` take small ones for those.
    fn binned(&self, has_narrow: bool) -> Binned {
        Binned([Size::Narrow, Size::Small, Size::Large].map(|size| {
            let constants =
                [("lanes", size.lanes().into()), ("narrow", f64::from(u8::from(size == Size::Narrow)))];
            self.build("main", if has_narrow { &constants } else { &constants[..1] })
        }))
    }
}

fn layout(device: &wgpu::Device, name: &str, uses: &[Use]) -> wgpu::BindGroupLayout {
    let entry = |binding: usize, ty| wgpu::BindGroupLayoutEntry {
        binding: binding as u32,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: false, min_binding_size: None::<NonZeroU64> },
        count: None,
    };
    let storage = uses
        .iter()
        .enumerate()
        .map(|(k, &of)| entry(k + 1, wgpu::BufferBindingType::Storage { read_only: of == Read }));
    let entries: Vec<_> =
        std::iter::once(entry(0, wgpu::BufferBindingType::Uniform)).chain(storage).collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(name), entries: &entries })
}

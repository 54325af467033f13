//! The kernels: their source texts, put together from shared parts, and their pipelines.

use std::borrow::Cow;
use std::num::NonZeroU64;

/// How a kernel uses a binding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    Read,
    Write,
}
use Use::{Read, Write};

/// Joins a kernel's text with the shared texts that it needs, which come first.
macro_rules! text {
    ($name:literal: $($shared:literal)*) => {
        concat!(
            $(include_str!(concat!("../../shaders/shared/", $shared, ".wgsl")), "\n",)*
            include_str!(concat!("../../shaders/", $name, ".wgsl")),
        )
    };
}

/// The kernels for batches of pairs; a whole frame uses many of them too.
pub(super) const PAIRS: [(&str, &str); 8] = [
    ("place", text!("place": "placed" "placement" "sprite")),
    ("cover", text!("cover": "placed" "placement" "sprite")),
    ("sprite_sprite", text!("sprite_sprite": "placed" "hits")),
    ("common", text!("common": "placed" "wide" "bits")),
    (
        "sprite_shape",
        text!("sprite_shape": "placed" "wide" "convex" "parts" "shapes" "span" "bits" "rows" "hits"),
    ),
    ("squares", text!("squares": "placed" "wide" "convex" "parts" "span" "bits")),
    ("shape_shape", text!("shape_shape": "placed" "wide" "convex" "parts" "shapes" "hits")),
    ("compact", text!("compact": "placed" "sums")),
];
/// The kernels that only a whole frame uses.
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
    (
        "near",
        text!("near": "placed" "crowd" "wide" "convex" "parts" "shapes" "span" "bits" "rows" "sprites" "hits"),
    ),
    (
        "tiles",
        text!("tiles": "placed" "crowd" "wide" "convex" "parts" "shapes" "span" "bits" "rows" "sprites" "hits"),
    ),
];

/// The kernel of the device's trial.
pub(super) const TRIAL: (&str, &str) = ("trial", text!("trial": "placed"));

/// Returns every shader's name and full text, as it is compiled.
///
/// ```
/// assert!(kasuri::gpu::shaders().iter().any(|(name, text)| *name == "cover" && text.contains("fn main")));
/// ```
pub fn shaders() -> Vec<(&'static str, &'static str)> {
    PAIRS.into_iter().chain(FRAME).chain([TRIAL]).collect()
}

/// A pipeline and the layout of its one bind group: first the uniform `Ask`, then storage buffers.
pub(super) struct Kernel {
    /// The name of its shader.
    pub(super) name: &'static str,
    pub(super) pipeline: wgpu::ComputePipeline,
    pub(super) layout: wgpu::BindGroupLayout,
}

/// One kernel for each size of pairs.
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

/// The size of the pairs in a bin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    /// Rows of at most 64 bits; one thread per pair.
    Narrow,
    /// One thread per pair.
    Small,
    /// One workgroup per pair.
    Large,
}

impl Size {
    /// Returns the number of threads per pair.
    pub(super) fn lanes(self) -> u32 {
        if self == Size::Large { 64 } else { 1 }
    }
}

impl Kernels {
    /// Builds the kernels from the texts of [`PAIRS`], in its order.
    pub(super) fn new(device: &wgpu::Device, texts: &[Cow<'_, str>]) -> Kernels {
        let of =
            |k: usize, uses: &[Use]| Builder::new(device, PAIRS[k].0, Cow::Borrowed(texts[k].as_ref()), uses);
        let one = |k, uses: &[Use]| of(k, uses).build("main", &[]);
        let compact = of(7, &[Read, Write, Write]);
        Kernels {
            place: one(0, &[Read, Read, Read, Read, Write]),
            cover: one(1, &[Read, Read, Read, Write, Write]),
            sprite_sprite: of(2, &[Read, Read, Read, Read, Write]).binned(true),
            common: one(3, &[Read, Read, Read, Read, Write]),
            sprite_shape: of(4, &[Read, Read, Read, Read, Read, Write]).binned(false),
            squares: one(5, &[Read, Read, Read, Read, Read, Read, Write]),
            shape_shape: one(6, &[Read, Read, Read, Read, Write]),
            count_blocks: compact.build("count_blocks", &[]),
            add_blocks: compact.build("add_blocks", &[]),
            write_list: compact.build("write_list", &[]),
        }
    }
}

/// What the pipelines of one shader share.
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

    /// Builds a kernel for each size. A shader without the constant `narrow` has the same kernel for narrow and small
    /// pairs.
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

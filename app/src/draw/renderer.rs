//! Draws on a GPU: first each world pixel once onto a canvas, then the canvas, enlarged, onto the screen.

use kasuri::mask::PLACEMENT_WGSL;
use kasuri_stage::draw::{Instance, SCREEN_WGSL, Store, View, WORLD_WGSL};

use super::gpu::Gpu;
use super::{Camera, Drawing};

/// Up to this many words are kept even if nothing uses them any more.
const KEPT: usize = 1 << 22;

/// The vertex attributes of an instance.
const ATTRIBUTES: [wgpu::VertexAttribute; 4] =
    wgpu::vertex_attr_array![0 => Sint32x4, 1 => Sint32x4, 2 => Sint32x4, 3 => Uint32x4];

/// The pipelines and the buffers that they read. The buffers grow as needed.
pub(crate) struct Renderer {
    world: wgpu::RenderPipeline,
    screen: wgpu::RenderPipeline,
    view: wgpu::Buffer,
    words: wgpu::Buffer,
    instances: wgpu::Buffer,
    /// The content of `words`, and how many of its words the GPU already has.
    store: Store,
    written: usize,
    /// Above this many words, the unused ones are removed.
    most: usize,
    canvas: wgpu::Texture,
    /// The instances of the current frame; kept to reuse its memory.
    list: Vec<Instance>,
}

impl Renderer {
    /// The format of the canvas: it stores colours unchanged.
    const CANVAS: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

    /// Makes a renderer that draws onto targets of a format.
    pub(crate) fn new(gpu: &Gpu, format: wgpu::TextureFormat) -> Renderer {
        Renderer::blending(gpu, format, None)
    }

    /// Makes a renderer that blends its drawing with the target's content.
    pub(super) fn blending(
        gpu: &Gpu,
        format: wgpu::TextureFormat,
        blend: Option<wgpu::BlendState>,
    ) -> Renderer {
        let world = [PLACEMENT_WGSL, WORLD_WGSL].concat();
        let screen = SCREEN_WGSL.to_owned();
        let instance = wgpu::VertexBufferLayout {
            array_stride: size_of::<Instance>() as u64,
            step_mode: wgpu::VertexStepMode::Instance,
            attributes: &ATTRIBUTES,
        };
        let strip = wgpu::PrimitiveTopology::TriangleStrip;
        let list = wgpu::PrimitiveTopology::TriangleList;
        Renderer {
            world: pipeline(gpu, "world", world, &[Some(instance)], strip, (Renderer::CANVAS, blend)),
            screen: pipeline(gpu, "screen", screen, &[], list, (format, None)),
            view: buffer(gpu, "view", size_of::<View>(), wgpu::BufferUsages::UNIFORM),
            words: buffer(gpu, "words", 1 << 16, wgpu::BufferUsages::STORAGE),
            instances: buffer(gpu, "instances", 1 << 16, wgpu::BufferUsages::VERTEX),
            store: Store::default(),
            written: 0,
            most: KEPT,
            canvas: canvas(gpu, [1, 1]),
            list: Vec::new(),
        }
    }

    /// Draws what a camera sees onto a target of the camera's size. Fails where the drawing is too large for the GPU.
    pub(crate) fn draw(
        &mut self,
        gpu: &Gpu,
        drawing: &Drawing,
        camera: Camera,
        target: &wgpu::TextureView,
    ) -> Result<(), String> {
        let seen = camera.canvas();
        self.upload(gpu, drawing)?;
        gpu.queue.write_buffer(&self.view, 0, bytemuck::bytes_of(&View::of(seen)));
        if [self.canvas.width(), self.canvas.height()] != seen.size {
            self.canvas = canvas(gpu, seen.size);
        }
        let drawn = self.canvas.create_view(&wgpu::TextureViewDescriptor::default());
        let view = self.view.as_entire_binding();
        let words = self.words.as_entire_binding();
        let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let reads = bind(gpu, &self.world, [view.clone(), words]);
        pass(&mut encoder, &drawn, &self.world, &reads, |pass| {
            pass.set_vertex_buffer(0, self.instances.slice(..));
            pass.draw(0..4, 0..self.list.len() as u32);
        });
        let reads = bind(gpu, &self.screen, [view, wgpu::BindingResource::TextureView(&drawn)]);
        pass(&mut encoder, target, &self.screen, &reads, |pass| pass.draw(0..3, 0..1));
        gpu.queue.submit([encoder.finish()]);
        Ok(())
    }

    /// Copies masks, art and instances to the GPU.
    fn upload(&mut self, gpu: &Gpu, drawing: &Drawing) -> Result<(), String> {
        let is_tidied = self.store.tidy(self.most);
        self.list.clear();
        self.list.extend(drawing.items().iter().map(|item| Instance::of(item, &mut self.store)));
        if is_tidied {
            self.written = 0;
            self.most = KEPT.max(2 * self.store.words().len());
        }
        let words = self.store.words();
        let limits = gpu.device.limits();
        if grow(gpu, &mut self.words, size_of_val(words), limits.max_storage_buffer_binding_size)? {
            self.written = 0;
        }
        grow(gpu, &mut self.instances, size_of_val(&self.list[..]), limits.max_buffer_size)?;
        let at = (4 * self.written) as u64;
        gpu.queue.write_buffer(&self.words, at, bytemuck::cast_slice(&words[self.written..]));
        self.written = words.len();
        gpu.queue.write_buffer(&self.instances, 0, bytemuck::cast_slice(&self.list));
        Ok(())
    }
}

fn pipeline(
    gpu: &Gpu,
    name: &str,
    shader: String,
    buffers: &[Option<wgpu::VertexBufferLayout<'_>>],
    topology: wgpu::PrimitiveTopology,
    (format, blend): (wgpu::TextureFormat, Option<wgpu::BlendState>),
) -> wgpu::RenderPipeline {
    let source = wgpu::ShaderSource::Wgsl(shader.into());
    let module = &gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor { label: Some(name), source });
    let compilation_options = wgpu::PipelineCompilationOptions::default();
    gpu.device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: Some(name),
        layout: None,
        vertex: wgpu::VertexState {
            module,
            entry_point: Some("vertex"),
            compilation_options: compilation_options.clone(),
            buffers,
        },
        primitive: wgpu::PrimitiveState { topology, ..Default::default() },
        depth_stencil: None,
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module,
            entry_point: Some("fragment"),
            compilation_options,
            targets: &[Some(wgpu::ColorTargetState { blend, ..format.into() })],
        }),
        multiview_mask: None,
        cache: None,
    })
}

fn bind(
    gpu: &Gpu,
    pipeline: &wgpu::RenderPipeline,
    resources: [wgpu::BindingResource<'_>; 2],
) -> wgpu::BindGroup {
    let [first, second] = resources;
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[
            wgpu::BindGroupEntry { binding: 0, resource: first },
            wgpu::BindGroupEntry { binding: 1, resource: second },
        ],
    })
}

fn pass(
    encoder: &mut wgpu::CommandEncoder,
    onto: &wgpu::TextureView,
    pipeline: &wgpu::RenderPipeline,
    reads: &wgpu::BindGroup,
    draw: impl FnOnce(&mut wgpu::RenderPass<'_>),
) {
    let ops = wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Store };
    let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: onto,
            depth_slice: None,
            resolve_target: None,
            ops,
        })],
        ..Default::default()
    });
    pass.set_pipeline(pipeline);
    pass.set_bind_group(0, reads, &[]);
    draw(&mut pass);
}

fn buffer(gpu: &Gpu, name: &str, size: usize, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some(name),
        size: size as u64,
        usage: usage | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    })
}

/// Replaces a buffer that is too small. Returns whether it did.
fn grow(gpu: &Gpu, buffer: &mut wgpu::Buffer, needed: usize, most: u64) -> Result<bool, String> {
    if needed as u64 <= buffer.size() {
        return Ok(false);
    }
    if needed as u64 > most {
        return Err(format!(
            "{needed} bytes are needed; a buffer of the GPU {} has at most {most}",
            gpu.name
        ));
    }
    let size = (needed as u64).next_power_of_two().min(most);
    *buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size,
        usage: buffer.usage(),
        mapped_at_creation: false,
    });
    Ok(true)
}

fn canvas(gpu: &Gpu, [width, height]: [u32; 2]) -> wgpu::Texture {
    texture(gpu, [width, height], Renderer::CANVAS, wgpu::TextureUsages::TEXTURE_BINDING)
}

/// A texture to draw on.
pub(super) fn texture(
    gpu: &Gpu,
    [width, height]: [u32; 2],
    format: wgpu::TextureFormat,
    usage: wgpu::TextureUsages,
) -> wgpu::Texture {
    gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size: wgpu::Extent3d { width, height, depth_or_array_layers: 1 },
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format,
        usage: usage | wgpu::TextureUsages::RENDER_ATTACHMENT,
        view_formats: &[],
    })
}

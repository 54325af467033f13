//! Tests that sprites drawn with the public placement shader text, added up, cover exactly the pixels of their covers
//! (SPEC 4).
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used)]

mod common;
mod gpu;

use common::{Random, angle, cases, mask};
use kasuri::gpu::Gpu;
use kasuri::gpu::wgpu::{self, util::DeviceExt};
use kasuri::{
    Placement,
    mask::{Cover, PLACEMENT_WGSL, Sprite},
};

const SIZE: i32 = 128;

fn sprites(random: &mut Random, count: usize) -> Vec<Sprite> {
    let mut sprite = || {
        let sizes = [1.0, 1.0, -1.0, 0.4, 2.5, -1.7, 64.0, 1.0 / 64.0];
        let scale = [random.pick(&sizes), random.pick(&sizes)];
        let at = [64.0 + random.coordinate(70.0), 64.0 + random.coordinate(70.0)];
        let placement = Placement::at(at).turned(angle(random)).scaled(scale);
        let pivot = random.chance(3).then(|| random.point(30.0).into());
        Sprite::place(&mask(random), &placement, pivot).unwrap()
    };
    (0..count).map(|_| sprite()).collect()
}

/// Returns how many sprites cover each pixel.
fn expected(sprites: &[Sprite]) -> Vec<u8> {
    let mut counts = vec![0; (SIZE * SIZE) as usize];
    for (i, j) in sprites.iter().flat_map(|s| Cover::of(s).iter().collect::<Vec<_>>()) {
        if (0..SIZE).contains(&i) && (0..SIZE).contains(&j) {
            counts[(j * SIZE + i) as usize] += 1;
        }
    }
    counts
}

/// Returns the instances and mask words in the layout of tests/gpu/draw.wgsl.
fn instances(sprites: &[Sprite]) -> (Vec<i32>, Vec<u32>) {
    let (mut drawn, mut masks) = (Vec::new(), Vec::new());
    for sprite in sprites {
        let reach = sprite.reach();
        drawn.extend(sprite.shader_placement());
        drawn.extend([reach.x0, reach.y0, reach.x1, reach.y1]);
        drawn.extend([masks.len() as i32, 2 * sprite.mask().stride() as i32, 0, 0]);
        masks.extend(sprite.mask().words().iter().flat_map(|&word| [word as u32, (word >> 32) as u32]));
    }
    (drawn, masks)
}

fn pipeline(device: &wgpu::Device) -> wgpu::RenderPipeline {
    let text = format!("{PLACEMENT_WGSL}\n{}", include_str!("gpu/draw.wgsl"));
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: None,
        source: wgpu::ShaderSource::Wgsl(text.into()),
    });
    let add = wgpu::BlendComponent {
        src_factor: wgpu::BlendFactor::One,
        dst_factor: wgpu::BlendFactor::One,
        operation: wgpu::BlendOperation::Add,
    };
    let target = wgpu::ColorTargetState {
        format: wgpu::TextureFormat::Rgba8Unorm,
        blend: Some(wgpu::BlendState { color: add, alpha: add }),
        write_mask: wgpu::ColorWrites::ALL,
    };
    device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: None,
        vertex: wgpu::VertexState {
            module: &module,
            entry_point: Some("corner"),
            compilation_options: Default::default(),
            buffers: &[],
        },
        primitive: wgpu::PrimitiveState {
            topology: wgpu::PrimitiveTopology::TriangleStrip,
            ..Default::default()
        },
        depth_stencil: None,
        multisample: Default::default(),
        fragment: Some(wgpu::FragmentState {
            module: &module,
            entry_point: Some("colour"),
            compilation_options: Default::default(),
            targets: &[Some(target)],
        }),
        multiview_mask: None,
        cache: None,
    })
}

/// Draws the sprites and reads one channel back.
fn drawn(gpu: &Gpu, sprites: &[Sprite]) -> Vec<u8> {
    let (device, queue) = (gpu.device(), gpu.queue());
    let (instances, masks) = instances(sprites);
    let buffer = |contents: &[u8]| {
        let usage = wgpu::BufferUsages::STORAGE;
        device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents, usage })
    };
    let buffers = [buffer(bytes_of(&instances)), buffer(bytes_of(&masks))];
    let pipeline = pipeline(device);
    let entry =
        |k: usize| wgpu::BindGroupEntry { binding: k as u32, resource: buffers[k].as_entire_binding() };
    let bound = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[entry(0), entry(1)],
    });
    let side = SIZE as u32;
    let size = wgpu::Extent3d { width: side, height: side, depth_or_array_layers: 1 };
    let texture = device.create_texture(&wgpu::TextureDescriptor {
        label: None,
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8Unorm,
        usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
        view_formats: &[],
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    {
        let view = texture.create_view(&Default::default());
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &view,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::TRANSPARENT),
                    store: wgpu::StoreOp::Store,
                },
            })],
            ..Default::default()
        });
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &bound, &[]);
        pass.draw(0..4, 0..sprites.len() as u32);
    }
    let read = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: u64::from(4 * side * side),
        usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let layout =
        wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(4 * side), rows_per_image: None };
    let to = wgpu::TexelCopyBufferInfo { buffer: &read, layout };
    encoder.copy_texture_to_buffer(texture.as_image_copy(), to, size);
    queue.submit([encoder.finish()]);
    read.slice(..).map_async(wgpu::MapMode::Read, |result| result.unwrap());
    device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    read.slice(..).get_mapped_range().unwrap().iter().step_by(4).copied().collect()
}

/// Returns integers as bytes.
fn bytes_of<T: bytemuck::Pod>(list: &[T]) -> &[u8] {
    bytemuck::cast_slice(list)
}

#[test]
fn drawn_pixels_are_covered_pixels() {
    let mut random = Random::new(95);
    for round in 0..cases(20, 300) {
        let sprites = sprites(&mut random, 60);
        let expected = expected(&sprites);
        assert!(expected.iter().any(|&count| count > 1));
        for gpu in gpu::all() {
            assert!(drawn(gpu, &sprites) == expected, "round {round} on {}", gpu.adapter().name);
        }
    }
}

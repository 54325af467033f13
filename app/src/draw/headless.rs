//! A drawing as a picture, on a GPU without a window.

use super::Drawing;
use super::camera::Camera;
use super::gpu::Gpu;
use super::renderer::{Renderer, texture};
use crate::picture::Picture;

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// The picture that a camera takes of a drawing. The error is a clause that says why there is none.
pub(crate) fn draw(gpu: &Gpu, drawing: &Drawing, camera: Camera) -> Result<Picture, String> {
    let [width, height] = camera.size();
    let target = texture(gpu, camera.size(), FORMAT, wgpu::TextureUsages::COPY_SRC);
    let view = target.create_view(&wgpu::TextureViewDescriptor::default());
    Renderer::new(gpu, FORMAT).draw(gpu, drawing, camera, &view)?;
    let rgba = read(gpu, &target)?;
    gpu.check()?;
    let rgb = rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Ok(Picture { width: width as usize, height: height as usize, rgb })
}

/// The texels of a texture of 4 bytes each.
fn read(gpu: &Gpu, texture: &wgpu::Texture) -> Result<Vec<u8>, String> {
    let row = 4 * texture.width();
    let padded = row.next_multiple_of(wgpu::COPY_BYTES_PER_ROW_ALIGNMENT);
    let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("picture"),
        size: u64::from(padded) * u64::from(texture.height()),
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(padded), rows_per_image: None };
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo { buffer: &buffer, layout },
        texture.size(),
    );
    gpu.queue.submit([encoder.finish()]);
    buffer.slice(..).map_async(wgpu::MapMode::Read, |_| {});
    let polled = gpu.device.poll(wgpu::PollType::wait_indefinitely());
    polled.map_err(|error| format!("the GPU {} does not answer: {error}", gpu.name))?;
    gpu.check()?;
    let mapped = buffer.slice(..).get_mapped_range();
    let mapped = mapped.map_err(|error| format!("the GPU {} gives nothing back: {error}", gpu.name))?;
    let rows = mapped.chunks_exact(padded as usize);
    Ok(rows.flat_map(|padded| &padded[..row as usize]).copied().collect())
}

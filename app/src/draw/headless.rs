//! Draws a picture on a GPU without a window.

use super::Camera;
use super::Drawing;
use super::gpu::{Gpu, survived};
use super::renderer::{Renderer, texture};
use crate::picture::Picture;

const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

/// Draws what a camera sees as a picture. The error is a clause that says why there is none.
pub(crate) fn draw(gpu: &Gpu, drawing: &Drawing, camera: Camera) -> Result<Picture, String> {
    survived(|| draw_with(&mut Renderer::new(gpu, FORMAT), gpu, drawing, camera))?
}

fn draw_with(
    renderer: &mut Renderer,
    gpu: &Gpu,
    drawing: &Drawing,
    camera: Camera,
) -> Result<Picture, String> {
    let [width, height] = camera.size();
    let target = texture(gpu, camera.size(), FORMAT, wgpu::TextureUsages::COPY_SRC);
    let view = target.create_view(&wgpu::TextureViewDescriptor::default());
    renderer.draw(gpu, drawing, camera, &view)?;
    let rgba = read(gpu, &target)?;
    gpu.check()?;
    let rgb = rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Ok(Picture { width: width as usize, height: height as usize, rgb })
}

/// Reads the texels of a texture with 4 bytes per texel.
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

#[cfg(test)]
mod tests {
    use kasuri::answer::Overlap;
    use kasuri::lattice::PixelBox;
    use kasuri::{
        Mask, Placement, Touching,
        mask::Sprite,
        query::{self, Form},
    };

    use super::*;
    use crate::draw::{Zoom, instance};

    /// A mask with holes and without symmetry.
    fn holed(width: usize, height: usize) -> std::sync::Arc<Mask> {
        Mask::from_fn(width, height, |x, y| (x * 7 + y * 5) % 11 < 7 || x < 3).unwrap().into()
    }

    #[test]
    fn pixels_drawn_twice_are_the_common_pixels() {
        let gpu = Gpu::open(&instance(None), None);
        let gpu = gpu.expect("a GPU or a software one: apt-get install mesa-vulkan-drivers libvulkan1");
        let one = wgpu::BlendComponent {
            src_factor: wgpu::BlendFactor::One,
            dst_factor: wgpu::BlendFactor::One,
            operation: wgpu::BlendOperation::Add,
        };
        let adds = wgpu::BlendState { color: one, alpha: one };
        let mut renderer = Renderer::blending(&gpu, FORMAT, Some(adds));
        let home = PixelBox { x0: -60, y0: -60, x1: 60, y1: 60 };
        let camera = Camera::over(home, [120, 120], Zoom::enlarged(1));
        let (mut twice, mut apart) = (0, 0);
        for k in 0..60 {
            let t = f64::from(k);
            let a = Placement::at([t * 0.31 - 9.0, 4.0]).turned(t * 0.37).scaled([1.0 + t * 0.01, -1.0]);
            let b = Placement::at([20.25 - t * 0.9, t * 0.43 - 8.0]).turned(-t * 0.21);
            let a = Sprite::place(&holed(45, 20), &a, None).unwrap();
            let b = Sprite::place(&holed(20, 33), &b, None).unwrap();
            let [a, b] = [a, b].map(Form::Sprite);
            let mut drawing = Drawing::default();
            drawing.body(&a, [1, 0, 0]);
            drawing.body(&b, [1, 0, 0]);
            let drawn = draw_with(&mut renderer, &gpu, &drawing, camera).unwrap();
            let counted = drawn.rgb.chunks_exact(3).filter(|pixel| pixel[0] == 2).count() as u64;
            let common = match query::overlap(&a, &b, Touching::Counts) {
                Some(Overlap::SpriteSprite(common)) => common.pixels,
                _ => 0,
            };
            assert_eq!(counted, common, "case {k}");
            twice += common;
            apart += usize::from(common == 0);
        }
        assert!(twice > 3000 && apart < 50, "{twice} {apart}");
    }
}

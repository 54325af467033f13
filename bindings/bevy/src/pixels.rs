//! Makes masks from parts of images.

use bevy_image::Image;
use bevy_math::URect;
use kasuri::Mask;
use kasuri::mask::Alpha;
use wgpu_types::{TextureDimension, TextureFormat};

use crate::refused::Reason;

/// Makes a mask from a part of an image: a texel is set where its alpha is at least `alpha`.
pub(crate) fn mask_of(image: &Image, part: URect, alpha: u8) -> Result<Mask, Reason> {
    let Some(data) = &image.data else { return Err(Reason::NoPixels) };
    let format = image.texture_descriptor.format;
    if image.texture_descriptor.dimension != TextureDimension::D2 || format.is_compressed() {
        return Err(Reason::Format(format!("{format:?}, {:?}", image.texture_descriptor.dimension)));
    }
    let [width, height] = [part.width() as usize, part.height() as usize];
    match format {
        TextureFormat::Rgba8Unorm
        | TextureFormat::Rgba8UnormSrgb
        | TextureFormat::Bgra8Unorm
        | TextureFormat::Bgra8UnormSrgb => {
            let pixels = rows_of(data, image.width() as usize, part).ok_or(Reason::NoPixels)?;
            Ok(Mask::from_rgba(width, height, &pixels, Alpha(alpha))?)
        }
        _ => {
            // Other formats are rare, so they are read texel by texel, once for each image.
            let mut unreadable = None;
            let mask = Mask::from_fn(width, height, |x, y| {
                match image.get_color_at(part.min.x + x as u32, part.min.y + y as u32) {
                    Ok(colour) => colour.to_srgba().alpha * 255.0 >= f32::from(alpha) - 0.5,
                    Err(error) => {
                        unreadable = Some(error);
                        false
                    }
                }
            })?;
            match unreadable {
                Some(error) => Err(Reason::Format(format!("{format:?}: {error}"))),
                None => Ok(mask),
            }
        }
    }
}

/// Returns the bytes of a part of a picture with four bytes a pixel; `None` if some are missing.
fn rows_of(data: &[u8], width: usize, part: URect) -> Option<Vec<u8>> {
    let [left, top, right, bottom] = [part.min.x, part.min.y, part.max.x, part.max.y].map(|v| v as usize);
    let mut pixels = Vec::with_capacity((right - left) * (bottom - top) * 4);
    for y in top..bottom {
        pixels.extend_from_slice(data.get((y * width + left) * 4..(y * width + right) * 4)?);
    }
    Some(pixels)
}

//! Masks: which pixels of a picture are covered.

use std::sync::Arc;

use godot::classes::image::Format;
use godot::classes::{Image, Texture2D};
use godot::prelude::*;
use kasuri::Mask;
use kasuri::mask::Alpha;

use crate::errors::{given, or_report, report};

/// The covered pixels of a picture: one bit for each. Sprites hit with the pixels of their masks.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriMask {
    pub(crate) mask: Arc<Mask>,
}

#[godot_api]
impl KasuriMask {
    /// Makes a mask from an image. A pixel is covered if its alpha is at least [param alpha] (0 to 255).
    #[func]
    fn from_image(image: Option<Gd<Image>>, #[opt(default = 128)] alpha: i64) -> Option<Gd<KasuriMask>> {
        let place = "KasuriMask.from_image";
        let image = given(place, "image", image)?;
        or_report(place, mask_of_image(&image, alpha)).map(KasuriMask::of)
    }

    /// Makes a mask from a texture, see [method from_image].
    #[func]
    fn from_texture(
        texture: Option<Gd<Texture2D>>,
        #[opt(default = 128)] alpha: i64,
    ) -> Option<Gd<KasuriMask>> {
        let place = "KasuriMask.from_texture";
        let texture = given(place, "texture", texture)?;
        or_report(place, mask_of_texture(&texture, alpha)).map(KasuriMask::of)
    }

    /// Makes a mask from rows of text: [code]#[/code] is a covered pixel, [code].[/code] is none.
    #[func]
    fn from_rows(rows: PackedStringArray) -> Option<Gd<KasuriMask>> {
        let rows: Vec<String> = rows.as_slice().iter().map(GString::to_string).collect();
        or_report("KasuriMask.from_rows", Mask::from_rows(&rows)).map(KasuriMask::of)
    }

    /// Makes a mask without covered pixels.
    #[func]
    fn empty(width: i64, height: i64) -> Option<Gd<KasuriMask>> {
        let side = |side| usize::try_from(side).unwrap_or(0);
        or_report("KasuriMask.empty", Mask::empty(side(width), side(height))).map(KasuriMask::of)
    }

    /// Covers or uncovers a pixel. Bodies that already have the mask keep their pixels.
    #[func]
    fn set_pixel(&mut self, x: i64, y: i64, covered: bool) {
        Arc::make_mut(&mut self.mask).set(x, y, covered);
    }

    /// Whether a pixel is covered. Pixels outside the mask are not.
    #[func]
    fn get_pixel(&self, x: i64, y: i64) -> bool {
        self.mask.get(x, y)
    }

    /// Returns the number of covered pixels.
    #[func]
    fn count(&self) -> i64 {
        self.mask.count().cast_signed()
    }

    /// Returns the width and the height.
    #[func]
    fn size(&self) -> Vector2i {
        Vector2i::new(self.mask.width().cast_signed(), self.mask.height().cast_signed())
    }

    /// Returns an image with the covered pixels in white and the others transparent.
    #[func]
    fn to_image(&self) -> Option<Gd<Image>> {
        let image = image_of(&self.mask);
        if image.is_none() {
            report("KasuriMask.to_image", "Godot makes no image of this size");
        }
        image
    }
}

impl KasuriMask {
    pub(crate) fn of(mask: Mask) -> Gd<KasuriMask> {
        Gd::from_object(KasuriMask { mask: Arc::new(mask) })
    }
}

/// Makes a mask from the alpha of a texture.
pub(crate) fn mask_of_texture(texture: &Gd<Texture2D>, alpha: i64) -> Result<Mask, String> {
    let image = texture.get_image().ok_or("the texture has no image that can be read")?;
    mask_of_image(&image, alpha)
}

fn mask_of_image(image: &Gd<Image>, alpha: i64) -> Result<Mask, String> {
    let alpha = u8::try_from(alpha).map_err(|_| format!("an alpha of {alpha} is not within 0 to 255"))?;
    let image = pixels_of(image)?;
    let side = |side: i32| usize::try_from(side).unwrap_or(0);
    let (width, height) = (side(image.get_width()), side(image.get_height()));
    Mask::from_rgba(width, height, image.get_data().as_slice(), Alpha(alpha)).map_err(|e| e.to_string())
}

/// Returns a copy of an image with four bytes for each pixel.
pub(crate) fn pixels_of(image: &Gd<Image>) -> Result<Gd<Image>, String> {
    if image.is_empty() {
        return Err("the image is empty".into());
    }
    let mut image = image.duplicate_resource();
    if image.is_compressed() && image.decompress() != godot::global::Error::OK {
        return Err("the image is compressed in a way that cannot be read".into());
    }
    image.clear_mipmaps();
    image.convert(Format::RGBA8);
    Ok(image)
}

/// Draws a mask into an image.
pub(crate) fn image_of(mask: &Mask) -> Option<Gd<Image>> {
    let (width, height) = (mask.width().cast_signed(), mask.height().cast_signed());
    let pixels: PackedByteArray = (0..height)
        .flat_map(|y| {
            (0..width).flat_map(move |x| [255, 255, 255, if mask.get(x.into(), y.into()) { 255 } else { 0 }])
        })
        .collect();
    Image::create_from_data(width, height, false, Format::RGBA8, &pixels)
}

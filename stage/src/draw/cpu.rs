//! Draws a picture on the CPU alone.

use kasuri::lattice::PixelBox;
use kasuri::mask::Sprite;

use super::camera::{Camera, Canvas};
use super::{Drawing, Item, Paint};
use crate::picture::{Picture, Rgb};

/// The colour that the GPU shows where nothing is drawn.
const NOTHING: Rgb = [0; 3];

/// Draws what a camera sees as a picture.
pub fn draw(drawing: &Drawing, camera: Camera) -> Picture {
    let canvas = camera.canvas();
    let mut texels = vec![NOTHING; canvas.size[0] as usize * canvas.size[1] as usize];
    for item in drawing.items() {
        paint(&mut texels, canvas, item);
    }
    show(&texels, canvas, camera.size())
}

fn paint(texels: &mut [Rgb], canvas: Canvas, item: &Item) {
    match item {
        Item::Ground(inks) => {
            let ink = |[i, j]: [i32; 2]| inks[((i >> 3) + (j >> 3)) as usize & 1];
            each(texels, canvas, None, |pixel| Some(ink(pixel)));
        }
        Item::Fill(pixels, ink) => each(texels, canvas, Some(*pixels), |_| Some(*ink)),
        Item::Sprite(sprite, paint) => {
            each(texels, canvas, Some(sprite.reach()), |[i, j]| colour(sprite, paint, i, j));
        }
    }
}

/// Returns a sprite's colour in a world pixel, if it covers the pixel.
fn colour(sprite: &Sprite, paint: &Paint, i: i32, j: i32) -> Option<Rgb> {
    let [x, y] = sprite.texel_at(i, j)?;
    let is_set = sprite.mask().get(x.into(), y.into());
    is_set.then(|| match paint {
        Paint::Ink(ink) => *ink,
        Paint::Art(art) => art.colour([x, y]),
    })
}

/// Colours the texels that show pixels of a box, or all texels.
fn each(
    texels: &mut [Rgb],
    canvas: Canvas,
    pixels: Option<PixelBox>,
    colour: impl Fn([i32; 2]) -> Option<Rgb>,
) {
    let [xs, ys] = pixels.map_or(canvas.size.map(|side| 0..side), |pixels| canvas.texels_of(pixels));
    for y in ys {
        for x in xs.clone() {
            if let Some(colour) = colour(canvas.pixel(x, y)) {
                texels[(y * canvas.size[0] + x) as usize] = colour;
            }
        }
    }
}

/// Enlarges the texels, beginning at the canvas's shift within the first texel.
fn show(texels: &[Rgb], canvas: Canvas, [width, height]: [u32; 2]) -> Picture {
    let texel = |at: u32, k: usize| (at + canvas.shift[k]) / canvas.enlarge;
    let mut rgb = Vec::with_capacity(3 * width as usize * height as usize);
    for y in 0..height {
        let row = &texels[(texel(y, 1) * canvas.size[0]) as usize..][..canvas.size[0] as usize];
        rgb.extend((0..width).flat_map(|x| row[texel(x, 0) as usize]));
    }
    Picture { width: width as usize, height: height as usize, rgb }
}

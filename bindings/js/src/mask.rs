//! Masks: creating them from pictures, changing, measuring and tracing them.

use kasuri::Mask;
use kasuri::lattice::PixelBox;
use kasuri::mask::{Alpha, Key, Neighbours};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::{OrThrow, Result, refused};
use crate::form::RawCover;
use crate::solid::RawSolid;

/// Returns a box as a corner, width and height.
pub(crate) fn rect(b: PixelBox) -> [f64; 4] {
    [b.x0, b.y0, b.x1 - b.x0, b.y1 - b.y0].map(f64::from)
}

/// Converts a colour key in one number, 0xRRGGBB; a larger number means no key.
fn key(rgb: u32) -> Option<Key> {
    let [top, r, g, b] = rgb.to_be_bytes();
    (top == 0).then_some(Key([r, g, b]))
}

/// Appends rings of points, one after the other: the number of points of each, then their coordinates.
fn rings<'a>(all: impl IntoIterator<Item = &'a Vec<kasuri::Vec2>>, flat: &mut Vec<f64>) {
    for ring in all {
        flat.push(crate::numbers::count(ring.len()));
        flat.extend(ring.iter().flat_map(|at| [at.x, at.y]));
    }
}

fn neighbours(diagonal: bool) -> Neighbours {
    if diagonal { Neighbours::Eight } else { Neighbours::Four }
}

#[wasm_bindgen]
impl RawSolid {
    pub fn empty_mask(width: u32, height: u32) -> Result<RawSolid> {
        Mask::empty(width as usize, height as usize).or_throw().map(RawSolid::of_mask)
    }

    pub fn mask_from_rows(rows: Vec<String>) -> Result<RawSolid> {
        Mask::from_rows(&rows).or_throw().map(RawSolid::of_mask)
    }

    pub fn mask_from_rgba(width: u32, height: u32, pixels: &[u8], alpha: u8, rgb: u32) -> Result<RawSolid> {
        let (width, height) = (width as usize, height as usize);
        let mask = match key(rgb) {
            Some(key) => Mask::from_rgba(width, height, pixels, key),
            None => Mask::from_rgba(width, height, pixels, Alpha(alpha)),
        };
        mask.or_throw().map(RawSolid::of_mask)
    }

    pub fn mask_from_png(png: &[u8], alpha: u8, rgb: u32) -> Result<RawSolid> {
        let mask = match key(rgb) {
            Some(key) => Mask::from_image(png, key),
            None => Mask::from_image(png, Alpha(alpha)),
        };
        mask.or_throw().map(RawSolid::of_mask)
    }

    /// Creates a mask from one byte per texel, set if it is not 0. The class checks that the number of bytes matches
    /// the size.
    pub fn mask_from_texels(width: u32, height: u32, texels: &[u8]) -> Result<RawSolid> {
        let mask = Mask::from_fn(width as usize, height as usize, |x, y| {
            let k = y as usize * width as usize + x as usize;
            texels.get(k).is_some_and(|&texel| texel != 0)
        });
        mask.or_throw().map(RawSolid::of_mask)
    }

    /// Returns a copy.
    pub fn copied(&self) -> Result<RawSolid> {
        Ok(RawSolid::of_mask(self.mask()?.as_ref().clone()))
    }

    /// Returns one byte per texel, 1 if it is set.
    pub fn texels(&self) -> Result<Vec<u8>> {
        let mask = self.mask()?;
        let (width, height) = (i64::from(mask.width()), i64::from(mask.height()));
        let texels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Ok(texels.map(|(x, y)| u8::from(mask.get(x, y))).collect())
    }

    pub fn rows(&self) -> Result<Vec<String>> {
        let mask = self.mask()?;
        let (width, height) = (i64::from(mask.width()), i64::from(mask.height()));
        let row = |y: i64| (0..width).map(|x| if mask.get(x, y) { '#' } else { '.' }).collect();
        Ok((0..height).map(row).collect())
    }

    pub fn get(&self, x: i32, y: i32) -> Result<bool> {
        Ok(self.mask()?.get(x.into(), y.into()))
    }

    pub fn set(&mut self, x: i32, y: i32, solid: bool) -> Result<()> {
        self.mask_mut()?.set(x.into(), y.into(), solid);
        Ok(())
    }

    pub fn equals(&self, other: &RawSolid) -> Result<bool> {
        Ok(self.mask()? == other.mask()?)
    }

    pub fn count(&self) -> Result<f64> {
        Ok(self.mask()?.count() as f64)
    }

    pub fn bounds(&self) -> Result<Option<Vec<f64>>> {
        Ok(self.mask()?.bounds().map(|b| rect(b).to_vec()))
    }

    pub fn centroid(&self) -> Result<Option<Vec<f64>>> {
        Ok(self.mask()?.centroid().map(|at| at.to_vec()))
    }

    pub fn angle(&self) -> Result<Option<f64>> {
        Ok(self.mask()?.angle())
    }

    pub fn fill(&mut self) -> Result<()> {
        self.mask_mut()?.fill();
        Ok(())
    }

    pub fn clear(&mut self) -> Result<()> {
        self.mask_mut()?.clear();
        Ok(())
    }

    pub fn invert(&mut self) -> Result<()> {
        self.mask_mut()?.invert();
        Ok(())
    }

    pub fn meets(&self, other: &RawSolid, dx: i32, dy: i32) -> Result<bool> {
        Ok(self.mask()?.meets(other.mask()?, [dx, dy]))
    }

    pub fn common_count(&self, other: &RawSolid, dx: i32, dy: i32) -> Result<f64> {
        Ok(self.mask()?.common_count(other.mask()?, [dx, dy]) as f64)
    }

    pub fn common_first(&self, other: &RawSolid, dx: i32, dy: i32) -> Result<Option<Vec<f64>>> {
        Ok(self.mask()?.common_first(other.mask()?, [dx, dy]).map(|at| at.map(f64::from).to_vec()))
    }

    /// Combines the mask with the texels that are set in the other, by `how`: 0 sets them, 1 clears them, 2 clears
    /// all others, 3 inverts them.
    pub fn combine(&mut self, other: &RawSolid, dx: i32, dy: i32, how: u8) -> Result<()> {
        let (mask, at) = (self.mask_mut()?, [dx, dy]);
        let other = other.mask()?;
        match how {
            0 => mask.draw(other, at),
            1 => mask.erase(other, at),
            2 => mask.and(other, at),
            _ => mask.xor(other, at),
        }
        Ok(())
    }

    pub fn cropped(&self, x: i32, y: i32, width: u32, height: u32) -> Result<RawSolid> {
        let side = |at: i32, size: u32| i32::try_from(i64::from(at) + i64::from(size)).unwrap_or(i32::MAX);
        let texels = PixelBox { x0: x, y0: y, x1: side(x, width), y1: side(y, height) };
        self.mask()?.cropped(texels).or_throw().map(RawSolid::of_mask)
    }

    pub fn sliced(&self, width: u32, height: u32) -> Result<Vec<RawSolid>> {
        let frames = self.mask()?.sliced(width as usize, height as usize).or_throw()?;
        Ok(frames.into_iter().map(RawSolid::of_mask).collect())
    }

    pub fn scaled(&self, width: u32, height: u32) -> Result<RawSolid> {
        self.mask()?.scaled(width as usize, height as usize).or_throw().map(RawSolid::of_mask)
    }

    pub fn flipped(&self, sideways: bool, upside_down: bool) -> Result<RawSolid> {
        Ok(RawSolid::of_mask(self.mask()?.flipped([sideways, upside_down])))
    }

    pub fn turned(&self, quarters: i32) -> Result<RawSolid> {
        Ok(RawSolid::of_mask(self.mask()?.turned(quarters)))
    }

    pub fn dilated(&self, radius: u32) -> Result<RawSolid> {
        Ok(RawSolid::of_mask(self.mask()?.dilated(radius)))
    }

    pub fn eroded(&self, radius: u32) -> Result<RawSolid> {
        Ok(RawSolid::of_mask(self.mask()?.eroded(radius)))
    }

    pub fn convolved(&self, other: &RawSolid) -> Result<RawSolid> {
        self.mask()?.convolved(other.mask()?).or_throw().map(RawSolid::of_mask)
    }

    /// Returns the connected pieces, five numbers each: the box and the number of texels.
    pub fn components(&self, diagonal: bool) -> Result<Vec<f64>> {
        let pieces = self.mask()?.components(neighbours(diagonal));
        let piece = |piece: kasuri::mask::Component<'_>| {
            let [x, y, width, height] = rect(piece.bounds());
            [x, y, width, height, piece.count() as f64]
        };
        Ok(pieces.iter().flat_map(piece).collect())
    }

    /// Returns the mask of one of these pieces.
    pub fn component(&self, index: u32, diagonal: bool) -> Result<RawSolid> {
        let pieces = self.mask()?.components(neighbours(diagonal));
        let missing = || {
            let text = format!("there is no piece {index} among {}", pieces.len());
            refused(kasuri::Error::new(kasuri::ErrorKind::NotFound, text).at("index"))
        };
        Ok(RawSolid::of_mask(pieces.iter().nth(index as usize).ok_or_else(missing)?.mask()))
    }

    /// Returns boxes that cover every set texel once and nothing else, four numbers per box.
    pub fn rectangles(&self) -> Result<Vec<f64>> {
        Ok(self.mask()?.rectangles().into_iter().flat_map(rect).collect())
    }

    /// Returns the border of the first piece, two numbers per texel.
    pub fn outline(&self) -> Result<Vec<f64>> {
        Ok(self.mask()?.outline().iter().flat_map(|at| at.map(f64::from)).collect())
    }

    /// Returns contours: the number of holes of each, then its rings.
    pub fn traced(&self, tolerance: f64) -> Result<Vec<f64>> {
        let mut flat = Vec::new();
        for contour in self.mask()?.traced(tolerance).or_throw()? {
            flat.push(crate::numbers::count(contour.holes.len()));
            rings([&contour.outer], &mut flat);
            rings(&contour.holes, &mut flat);
        }
        Ok(flat)
    }

    pub fn convex_parts(&self, tolerance: f64) -> Result<Vec<f64>> {
        let mut flat = Vec::new();
        rings(&self.mask()?.convex_parts(tolerance).or_throw()?, &mut flat);
        Ok(flat)
    }

    pub fn carve(&mut self, cover: &RawCover, x: i32, y: i32) -> Result<f64> {
        Ok(self.mask_mut()?.carve(&cover.0, [x, y]).texels as f64)
    }

    pub fn stamp(&mut self, cover: &RawCover, x: i32, y: i32) -> Result<f64> {
        Ok(self.mask_mut()?.stamp(&cover.0, [x, y]).texels as f64)
    }
}

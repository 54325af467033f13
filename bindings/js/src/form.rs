//! Placed bodies, and the pixels that they cover.

use kasuri::Vec2;
use kasuri::mask::Cover;
use kasuri::query::{Form, Placed};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::{OrThrow, Result, refused};
use crate::mask::rect;
use crate::solid::RawSolid;

/// A placed shape, mask or tile map.
#[wasm_bindgen]
pub struct RawForm {
    form: Form,
    at: Vec2,
}

impl RawForm {
    pub(crate) fn new(form: Form, at: Vec2) -> RawForm {
        RawForm { form, at }
    }

    pub(crate) fn form(&self) -> &Form {
        &self.form
    }

    pub(crate) fn placed(&self) -> Placed {
        Placed { form: self.form.clone(), at: self.at, layer: 1, against: u32::MAX, group: 0 }
    }
}

#[wasm_bindgen]
impl RawForm {
    pub fn at(&self) -> Vec<f64> {
        vec![self.at.x, self.at.y]
    }

    /// Returns the box around it: a corner, width and height.
    pub fn bounds(&self) -> Option<Vec<f64>> {
        let b = self.form.bounds()?;
        let pixels = |x: i32| f64::from(x) / 256.0;
        Some([b.min.x, b.min.y, b.max.x - b.min.x, b.max.y - b.min.y].map(pixels).to_vec())
    }

    pub fn cover(&self) -> Option<RawCover> {
        match &self.form {
            Form::Shape(parts) => Some(RawCover(Cover::of_shape(parts))),
            Form::Sprite(sprite) => Some(RawCover(Cover::of(sprite))),
            Form::Tiles(_) => None,
        }
    }

    /// Returns the pixels of a placed mask and the texel under each, four numbers per pixel.
    pub fn texels(&self) -> Option<Vec<i32>> {
        let Form::Sprite(sprite) = &self.form else { return None };
        let texel = |i, j| sprite.texel_at(i, j).unwrap_or_default().map(|x| x as i32);
        let four = |(i, j)| {
            let [u, v] = texel(i, j);
            [i, j, u, v]
        };
        Some(Cover::of(sprite).iter().flat_map(four).collect())
    }

    /// Returns a mask's picture (RGBA), drawn as the mask is placed, within the box of the covered pixels.
    /// `painted_at` returns the box.
    pub fn painted(&self, rgba: &[u8]) -> Result<Option<Vec<u8>>> {
        let Form::Sprite(sprite) = &self.form else { return Ok(None) };
        let [width, height] = [sprite.mask().width(), sprite.mask().height()].map(|side| side as usize);
        let (texels, rest) = rgba.as_chunks::<4>();
        if texels.len() != width * height || !rest.is_empty() {
            let text = format!(
                "the pixel data has {} bytes; {width} x {height} RGBA pixels need {}",
                rgba.len(),
                width * height * 4
            );
            return Err(refused(kasuri::Error::new(kasuri::ErrorKind::Texels, text)));
        }
        let Some(cover) = Cover::of(sprite).trimmed() else { return Ok(None) };
        let b = cover.pixels();
        let across = (b.x1 - b.x0) as usize;
        let mut drawn = vec![[0; 4]; across * (b.y1 - b.y0) as usize];
        for (i, j) in cover.iter() {
            if let Some([u, v]) = sprite.texel_at(i, j) {
                drawn[(j - b.y0) as usize * across + (i - b.x0) as usize] =
                    texels[v as usize * width + u as usize];
            }
        }
        Ok(Some(drawn.into_flattened()))
    }

    pub fn painted_at(&self) -> Option<Vec<f64>> {
        let Form::Sprite(sprite) = &self.form else { return None };
        Cover::of(sprite).trimmed().map(|cover| rect(cover.pixels()).to_vec())
    }
}

/// The world pixels that a placed body covers.
#[wasm_bindgen]
pub struct RawCover(pub(crate) Cover);

#[wasm_bindgen]
impl RawCover {
    pub fn count(&self) -> f64 {
        self.0.count() as f64
    }

    pub fn bounds(&self) -> Vec<f64> {
        rect(self.0.pixels()).to_vec()
    }

    pub fn common(&self, other: &RawCover) -> Option<RawCover> {
        self.0.common(&other.0).map(RawCover)
    }

    pub fn to_mask(&self) -> Result<RawSolid> {
        self.0.to_mask().or_throw().map(RawSolid::of_mask)
    }

    /// Returns two numbers per pixel.
    pub fn pixels(&self) -> Vec<i32> {
        self.0.iter().flat_map(|(i, j)| [i, j]).collect()
    }
}

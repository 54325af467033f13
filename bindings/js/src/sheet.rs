//! Sheets of the hit box editor. JavaScript reads their names and values from the JSON that the library writes.

use kasuri::mask::Animation;
use kasuri::sheet::Sheet;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::body::{RawBody, RawLook};
use crate::errors::{OrThrow, Result};
use crate::solid::RawSolid;

/// A sheet.
#[wasm_bindgen]
pub struct RawSheet(Sheet);

#[wasm_bindgen]
impl RawSheet {
    /// Reads a sheet, with the bytes of its picture if its masks are there.
    pub fn from_json(json: &[u8], picture: Option<Vec<u8>>) -> Result<RawSheet> {
        let sheet = match picture {
            Some(picture) => Sheet::from_json_with(json, &picture),
            None => Sheet::from_json(json),
        };
        sheet.or_throw().map(RawSheet)
    }

    pub fn to_json(&self) -> String {
        self.0.to_json()
    }

    pub fn body(&self) -> RawBody {
        RawBody(self.0.body())
    }

    /// Returns the mask of a frame. The class checks that there is such a frame.
    pub fn mask(&self, frame: u32) -> Option<RawSolid> {
        let frame = self.0.frames().get(frame as usize)?;
        Some(RawSolid(kasuri::world::Solid::Mask(frame.mask.clone())))
    }

    /// Returns the look of a frame. The class checks that there is such a frame.
    pub fn look(&self, frame: u32) -> Option<RawLook> {
        self.0.looks().get(frame as usize).cloned().map(RawLook)
    }

    /// Returns the milliseconds of one pass of a tag.
    pub fn length(&self, tag: &str) -> Option<f64> {
        self.0.animation(tag).as_ref().map(Animation::length).map(|length| length as f64)
    }

    /// Returns the frame that a tag shows at a time.
    pub fn frame_at(&self, tag: &str, milliseconds: f64) -> Option<u32> {
        // The conversion rounds down, and takes a negative time for 0.
        self.0.animation(tag).map(|animation| animation.frame_at(milliseconds as u64) as u32)
    }
}

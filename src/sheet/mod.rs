//! Sheets: the frames of a sprite with their masks, pivots, regions, tags and values, as one JSON file. The hit box editor of the
//! site writes it, and every binding reads it. In the repository, `docs/sheets.md` defines the file.
//!
//! ```
//! use kasuri::{sheet::Sheet, World};
//! let json = r#"{"kasuri_sheet": 1,
//!   "frames": [
//!     {"name": "open", "size": [4, 2], "duration": 80, "pivot": [2, 2], "mask": {"runs": [0, 1, 2, 5]},
//!      "regions": [{"name": "core", "circle": {"at": [2, 1], "r": 0.5}, "values": {"damage": 3}}]},
//!     {"name": "shut", "size": [4, 2], "duration": 40, "pivot": [2, 2], "mask": {"runs": [1, 2, 1, 4]}}],
//!   "tags": [{"name": "snap", "from": 0, "to": 1}]}"#;
//! let jaw = Sheet::from_json(json)?;
//! assert_eq!(jaw.frames()[0].region("core").and_then(|core| core.values.number("damage")), Some(3.0));
//!
//! let mut world = World::new();
//! let body = world.spawn(jaw.body().at([100.0, 50.0]))?;
//! let snap = jaw.animation("snap").ok_or_else(|| kasuri::Error::new(kasuri::ErrorKind::NotFound, "no tag snap"))?;
//! for step in 0..600 {
//!     world.edit(body).frame(snap.frame_at(step * 1000 / 60))?;
//!     world.step()?;
//! }
//! # Ok::<(), kasuri::Error>(())
//! ```

mod check;
mod convert;
mod engines;
mod engines_write;
mod frame;
mod read;
mod read_regions;
mod runs;
mod shapes;
mod values;
mod write;

use std::sync::Arc;

pub use engines::SheetEngine;
pub use frame::{SheetFrame, SheetRegion, SheetShape};
pub use values::{SheetValue, SheetValues};

use crate::ceilings::Ceilings;
use crate::error::Result;
use crate::mask::Animation;
use crate::mask::aseprite::Tag;
use crate::world::{Body, Look};

/// The frames of a sprite, with all that a world needs of them.
///
/// Frame k of the sheet is frame k of a [`body`](Sheet::body). Region k of a frame has number k + 1 in the hits of such a body,
/// because 0 is the body itself.
#[doc(alias("spritesheet", "atlas"))]
#[derive(Debug, Clone)]
pub struct Sheet {
    image: Option<String>,
    frames: Vec<SheetFrame>,
    tags: Vec<Tag>,
    values: SheetValues,
    looks: Arc<[Look]>,
}

impl Sheet {
    /// Makes a sheet of frames and tags. It checks the shapes, names and durations.
    ///
    /// ```
    /// use kasuri::{sheet::{Sheet, SheetFrame, SheetRegion, SheetShape}, Mask};
    /// let mut frame = SheetFrame::new(Mask::from_rows(&[".##.", "####"])?);
    /// frame.regions.push(SheetRegion::new("core", SheetShape::Circle { at: [2.0, 1.0].into(), r: 0.5 }));
    /// let sheet = Sheet::new(vec![frame], Vec::new())?;
    /// assert_eq!(Sheet::from_json(sheet.to_json())?.frames(), sheet.frames());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn new(frames: Vec<SheetFrame>, tags: Vec<Tag>) -> Result<Sheet> {
        let looks = check::looks(&frames, &tags)?;
        Ok(Sheet { image: None, frames, tags, values: SheetValues::default(), looks })
    }

    /// Reads a sheet whose masks are in the file itself, under the default [`Ceilings`].
    ///
    /// ```
    /// use kasuri::sheet::Sheet;
    /// let error = Sheet::from_json(r#"{"kasuri_sheet": 1, "frames": [{"size": [2, 0]}]}"#).unwrap_err();
    /// assert_eq!(error.to_string(), "frames[0].size: a mask of 2 x 0 texels; 1 to 4096 a side are allowed");
    /// ```
    pub fn from_json(json: impl AsRef<[u8]>) -> Result<Sheet> {
        Sheet::from_json_within(json, None, Ceilings::default())
    }

    /// Reads a sheet whose masks are cut out of a picture beside it: `picture` is the bytes of that file.
    ///
    /// ```
    /// use kasuri::sheet::Sheet;
    /// let json = r#"{"kasuri_sheet": 1, "image": "ship.png",
    ///                "frames": [{"size": [8, 8], "at": [0, 0], "mask": {"alpha": 128}}]}"#;
    /// let error = Sheet::from_json(json).unwrap_err();
    /// assert!(error.to_string().ends_with("the mask is in the picture \"ship.png\", which was not given"), "{error}");
    /// assert!(Sheet::from_json_with(json, b"no picture").is_err());
    /// ```
    pub fn from_json_with(json: impl AsRef<[u8]>, picture: &[u8]) -> Result<Sheet> {
        Sheet::from_json_within(json, Some(picture), Ceilings::default())
    }

    /// Does the same with other ceilings: `values` limits the document, `texels` all masks together, `work` the reading of
    /// pictures and shapes.
    ///
    /// ```
    /// use kasuri::{sheet::Sheet, Ceilings};
    /// let json = r#"{"kasuri_sheet": 1, "frames": [{"size": [4096, 4096]}]}"#;
    /// let error = Sheet::from_json_within(json, None, Ceilings::default().texels(1 << 20)).unwrap_err();
    /// assert_eq!(error.to_string(), "frames[0]: more than 1048576 texels in all frames; Ceilings::texels allows more");
    /// ```
    pub fn from_json_within(
        json: impl AsRef<[u8]>,
        picture: Option<&[u8]>,
        ceilings: Ceilings,
    ) -> Result<Sheet> {
        ceilings.hold(|| read::sheet(json.as_ref(), picture, ceilings))
    }

    /// Sets the file name of the picture that shows the frames.
    #[must_use]
    pub fn with_image(self, image: impl Into<String>) -> Sheet {
        Sheet { image: Some(image.into()), ..self }
    }

    /// Sets the values of the sheet as a whole.
    #[must_use]
    pub fn with_values(self, values: SheetValues) -> Sheet {
        Sheet { values, ..self }
    }

    /// Returns the file name of the picture that shows the frames, if the sheet names one.
    pub fn image(&self) -> Option<&str> {
        self.image.as_deref()
    }

    /// Returns the frames, in order.
    pub fn frames(&self) -> &[SheetFrame] {
        &self.frames
    }

    /// Returns the number of the frame with a name.
    pub fn frame(&self, name: &str) -> Option<usize> {
        self.frames.iter().position(|frame| frame.name == name)
    }

    /// Returns the tags: named parts of the timeline.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// Returns the frames of a tag as an animation in milliseconds; `None` where there is no such tag.
    pub fn animation(&self, tag: &str) -> Option<Animation> {
        let tag = self.tags.iter().find(|t| t.name == tag)?;
        let shown = tag.frames().into_iter().map(|k| (k, self.frames[k].duration));
        Animation::new(&shown.collect::<Vec<_>>()).ok()
    }

    /// Returns the values of the sheet as a whole.
    pub fn values(&self) -> &SheetValues {
        &self.values
    }

    /// Returns a look for each frame. Bodies that share this list share their forms.
    pub fn looks(&self) -> &Arc<[Look]> {
        &self.looks
    }

    /// Returns a body that shows frame 0 first.
    pub fn body(&self) -> Body {
        Body::frames(&self.looks)
    }

    /// Returns the sheet as JSON, all masks as runs: a line for each frame and tag. Equal sheets give equal texts.
    pub fn to_json(&self) -> String {
        write::sheet(self)
    }
}

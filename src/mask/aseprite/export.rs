//! The JSON that Aseprite writes.

use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};

use crate::mask::aseprite::Direction;

#[derive(Deserialize)]
pub(super) struct Export {
    pub(super) frames: Frames,
    #[serde(default)]
    pub(super) meta: Meta,
}

#[derive(Deserialize, Default)]
pub(super) struct Meta {
    pub(super) image: Option<String>,
    #[serde(default, rename = "frameTags")]
    pub(super) tags: Vec<ExportedTag>,
    #[serde(default)]
    pub(super) slices: Vec<Slice>,
    #[serde(default)]
    pub(super) layers: Vec<SheetLayer>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct SheetLayer {
    pub(super) name: String,
}

#[derive(Deserialize)]
pub(super) struct ExportedTag {
    pub(super) name: String,
    pub(super) from: usize,
    pub(super) to: usize,
    #[serde(default)]
    pub(super) direction: Direction,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct Slice {
    pub(super) name: String,
    #[serde(default)]
    pub(super) keys: Vec<SliceKey>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) struct SliceKey {
    pub(super) frame: usize,
    pub(super) bounds: Rect,
    pub(super) pivot: Option<PixelPoint>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) struct ExportedFrame {
    pub(super) frame: Rect,
    #[serde(default)]
    pub(super) rotated: bool,
    #[serde(rename = "spriteSourceSize")]
    pub(super) in_source: Rect,
    #[serde(rename = "sourceSize")]
    pub(super) source: Size,
    pub(super) duration: u32,
}

/// A frame with its name. With serde's `flatten`, all fields, unknown ones included, would first be buffered as a tree.
#[derive(Deserialize)]
struct Named {
    #[serde(default)]
    filename: String,
    frame: Rect,
    #[serde(default)]
    rotated: bool,
    #[serde(rename = "spriteSourceSize")]
    in_source: Rect,
    #[serde(rename = "sourceSize")]
    source: Size,
    duration: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) struct Rect {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) w: u32,
    pub(super) h: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) struct Size {
    pub(super) w: u32,
    pub(super) h: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(super) struct PixelPoint {
    pub(super) x: i32,
    pub(super) y: i32,
}

/// Frames by name, in the order of the file; tags refer to them by their index in this order.
pub(super) struct Frames(pub(super) Vec<(String, ExportedFrame)>);

impl<'de> Deserialize<'de> for Frames {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Frames, D::Error> {
        deserializer.deserialize_any(EitherForm)
    }
}

/// Reads an object of frames by name, or a list of frames that contain their names.
struct EitherForm;

impl<'de> Visitor<'de> for EitherForm {
    type Value = Frames;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object or a list of frames")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Frames, A::Error> {
        let mut frames = Vec::new();
        while let Some(entry) = map.next_entry()? {
            frames.push(entry);
        }
        Ok(Frames(frames))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Frames, A::Error> {
        let mut frames = Vec::new();
        while let Some(named) = list.next_element()? {
            let Named { filename, frame, rotated, in_source, source, duration } = named;
            frames.push((filename, ExportedFrame { frame, rotated, in_source, source, duration }));
        }
        Ok(Frames(frames))
    }
}

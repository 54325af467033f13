//! Sheets of the hit box editor: frames with masks, pivots, regions, tags and values in one file (docs/sheets.md).

use std::ffi::c_char;
use std::mem::MaybeUninit;

use kasuri::mask::Animation;
use kasuri::sheet::{Sheet, SheetFrame, SheetRegion, SheetValue, SheetValues};

use crate::border::{Done, Refusal, border};
use crate::looks::{KASURI_LOOK_AGAINST, KASURI_LOOK_LAYER};
use crate::mask_make::keep;
use crate::pointers::{list, needed, put, put_text, text};
use crate::status::kasuri_status;
use crate::table;
use crate::types::{kasuri_layers, kasuri_look, kasuri_mask, kasuri_sheet, kasuri_vec2};

/// Instead of a frame: the values of the sheet as a whole.
pub const KASURI_SHEET_ITSELF: u32 = 0xffff_ffff;

/// The kind of a value of a sheet.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_value_kind {
    /// There is no value of this name.
    None = 0,
    /// A number.
    Number = 1,
    /// A text; `kasuri_sheet_text` writes it.
    Text = 2,
    /// True or false.
    Truth = 3,
}

/// A value of a sheet, which was asked for by its name.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_named_value {
    /// The number, if it is one; else 0.
    pub number: f64,
    /// One of `kasuri_value_kind`.
    pub kind: u32,
    /// 1 if the value is true, else 0.
    pub truth: u8,
}

/// A frame of a sheet, in texels.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_frame_info {
    /// The texel coordinate that is placed at the body's position.
    pub pivot: kasuri_vec2,
    /// The width and height.
    pub size: [u32; 2],
    /// The top left corner of the frame in the picture, if `has_at` is 1.
    pub at: [u32; 2],
    /// How long the frame is shown, in milliseconds.
    pub duration: u32,
    /// The number of regions. They are numbered from 1, as in hits.
    pub regions: u32,
    /// 1 if the file says where the frame is in the picture, else 0.
    pub has_at: u8,
}

/// A region of a frame.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_region_info {
    /// The region's own layers, with `KASURI_LOOK_LAYER` and `KASURI_LOOK_AGAINST`; else 0.
    pub layers: kasuri_layers,
    /// The flags of the layers that the region has.
    pub flags: u32,
}

/// A tag: a named part of the timeline.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_tag_info {
    /// The milliseconds of one pass.
    pub length: u64,
    /// The first frame.
    pub from: u32,
    /// The last frame.
    pub to: u32,
}

/// A sheet, and its tags as animations.
pub(crate) struct SheetEntry {
    pub(crate) sheet: Sheet,
    animations: Vec<Animation>,
}

impl SheetEntry {
    fn frame(&self, frame: u32) -> Done<&SheetFrame> {
        let frames = self.sheet.frames();
        frames.get(frame as usize).ok_or_else(|| no_such("frame", frame, frames.len(), 0))
    }

    fn region(&self, frame: u32, region: u32) -> Done<&SheetRegion> {
        let regions = &self.frame(frame)?.regions;
        let found = region.checked_sub(1).and_then(|k| regions.get(k as usize));
        found.ok_or_else(|| no_such("region", region, regions.len(), 1))
    }

    fn animation(&self, tag: u32) -> Done<&Animation> {
        let count = self.animations.len();
        self.animations.get(tag as usize).ok_or_else(|| no_such("tag", tag, count, 0))
    }

    fn values(&self, frame: u32, region: u32) -> Done<&SheetValues> {
        match (frame, region) {
            (KASURI_SHEET_ITSELF, 0) => Ok(self.sheet.values()),
            (frame, 0) => Ok(&self.frame(frame)?.values),
            (frame, region) => Ok(&self.region(frame, region)?.values),
        }
    }
}

#[cold]
fn no_such(what: &str, index: u32, count: usize, first: u32) -> Refusal {
    let text = format!("there is no {what} {index} among {count}; the first is {first}");
    Refusal::new(kasuri_status::Refused, text)
}

fn read<R>(sheet: kasuri_sheet, f: impl FnOnce(&SheetEntry) -> Done<R>) -> Done<R> {
    table::read(sheet, "sheet", f)
}

/// Reads a sheet, the JSON file of the hit box editor. `picture` is the bytes of its picture, if the masks are there;
/// else NULL and 0. A sheet is an appearance: a body of it has all frames.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_from_json(
    json: *const u8,
    count: usize,
    picture: *const u8,
    picture_count: usize,
    sheet: Option<&mut MaybeUninit<kasuri_sheet>>,
) -> kasuri_status {
    border(|| {
        let out = needed(sheet, "sheet")?;
        let (json, picture) = (list(json, count, "json")?, list(picture, picture_count, "picture")?);
        let sheet = match picture {
            [] => Sheet::from_json(json)?,
            picture => Sheet::from_json_with(json, picture)?,
        };
        let animations = sheet.tags().iter().filter_map(|tag| sheet.animation(&tag.name)).collect();
        out.put(table::insert(SheetEntry { sheet, animations })?);
        Ok(())
    })
}

/// Writes the sheet as JSON, all masks as runs.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_to_json(
    sheet: kasuri_sheet,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let json = read(sheet, |entry| Ok(entry.sheet.to_json()))?;
        put_text(buffer, capacity, length, &json)
    })
}

/// Writes the numbers of frames and of tags.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_size(
    sheet: kasuri_sheet,
    frames: Option<&mut MaybeUninit<u32>>,
    tags: Option<&mut MaybeUninit<u32>>,
) -> kasuri_status {
    border(|| {
        let (frames, tags) = (needed(frames, "frames")?, needed(tags, "tags")?);
        read(sheet, |entry| {
            frames.put(entry.sheet.frames().len() as u32);
            tags.put(entry.animations.len() as u32);
            Ok(())
        })
    })
}

/// Writes the file name of the picture that shows the frames; `length` is 0 if the sheet names none.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_image(
    sheet: kasuri_sheet,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        read(sheet, |entry| put_text(buffer, capacity, length, entry.sheet.image().unwrap_or_default()))
    })
}

/// Writes what a frame is. The first frame is 0.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_frame(
    sheet: kasuri_sheet,
    frame: u32,
    info: Option<&mut MaybeUninit<kasuri_frame_info>>,
) -> kasuri_status {
    border(|| {
        let out = needed(info, "info")?;
        read(sheet, |entry| {
            let frame = entry.frame(frame)?;
            out.put(kasuri_frame_info {
                pivot: frame.pivot.into(),
                size: [frame.mask.width(), frame.mask.height()],
                at: frame.at.unwrap_or_default(),
                duration: frame.duration,
                regions: frame.regions.len() as u32,
                has_at: frame.at.is_some().into(),
            });
            Ok(())
        })
    })
}

/// Writes the name of a frame; it may be empty.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_frame_name(
    sheet: kasuri_sheet,
    frame: u32,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| read(sheet, |entry| put_text(buffer, capacity, length, &entry.frame(frame)?.name)))
}

/// Writes the number of the frame with a name; `found` is false if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_frame_index(
    sheet: kasuri_sheet,
    name: *const c_char,
    frame: Option<&mut MaybeUninit<u32>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (name, out, found) = (text(name, "name")?, needed(frame, "frame")?, needed(found, "found")?);
        read(sheet, |entry| {
            let index = entry.sheet.frame(name);
            found.put(index.is_some());
            out.put(index.unwrap_or_default() as u32);
            Ok(())
        })
    })
}

/// Creates the mask of a frame.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_mask(
    sheet: kasuri_sheet,
    frame: u32,
    mask: Option<&mut MaybeUninit<kasuri_mask>>,
) -> kasuri_status {
    border(|| {
        let out = needed(mask, "mask")?;
        keep(out, read(sheet, |entry| Ok((*entry.frame(frame)?.mask).clone()))?)
    })
}

/// Creates the look of a frame: its mask, its pivot and its regions.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_look(
    sheet: kasuri_sheet,
    frame: u32,
    look: Option<&mut MaybeUninit<kasuri_look>>,
) -> kasuri_status {
    border(|| {
        let out = needed(look, "look")?;
        let made = read(sheet, |entry| {
            entry.frame(frame)?;
            Ok(entry.sheet.looks()[frame as usize].clone())
        })?;
        out.put(table::insert(made)?);
        Ok(())
    })
}

/// Writes what a region of a frame is. The first region is 1, as in hits, where 0 is the body itself.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_region(
    sheet: kasuri_sheet,
    frame: u32,
    region: u32,
    info: Option<&mut MaybeUninit<kasuri_region_info>>,
) -> kasuri_status {
    border(|| {
        let out = needed(info, "info")?;
        read(sheet, |entry| {
            let &SheetRegion { layer, against, .. } = entry.region(frame, region)?;
            let flag = |layers: Option<u32>, flag: u32| if layers.is_some() { flag } else { 0 };
            out.put(kasuri_region_info {
                layers: kasuri_layers {
                    layer: layer.unwrap_or_default(),
                    against: against.unwrap_or_default(),
                    group: 0,
                },
                flags: flag(layer, KASURI_LOOK_LAYER) | flag(against, KASURI_LOOK_AGAINST),
            });
            Ok(())
        })
    })
}

/// Writes the name of a region of a frame.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_region_name(
    sheet: kasuri_sheet,
    frame: u32,
    region: u32,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| read(sheet, |entry| put_text(buffer, capacity, length, &entry.region(frame, region)?.name)))
}

/// Writes the number of the region with a name, as in hits; 0 if the frame has none of this name.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_region_index(
    sheet: kasuri_sheet,
    frame: u32,
    name: *const c_char,
    region: Option<&mut MaybeUninit<u32>>,
) -> kasuri_status {
    border(|| {
        let (name, out) = (text(name, "name")?, needed(region, "region")?);
        read(sheet, |entry| {
            let regions = &entry.frame(frame)?.regions;
            let index = regions.iter().position(|region| region.name == name);
            out.put(index.map_or(0, |index| index as u32 + 1));
            Ok(())
        })
    })
}

/// Writes what a tag is. The first tag is 0.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_tag(
    sheet: kasuri_sheet,
    tag: u32,
    info: Option<&mut MaybeUninit<kasuri_tag_info>>,
) -> kasuri_status {
    border(|| {
        let out = needed(info, "info")?;
        read(sheet, |entry| {
            let length = entry.animation(tag)?.length();
            let tag = &entry.sheet.tags()[tag as usize];
            out.put(kasuri_tag_info { length, from: tag.from as u32, to: tag.to as u32 });
            Ok(())
        })
    })
}

/// Writes the name of a tag.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_tag_name(
    sheet: kasuri_sheet,
    tag: u32,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        read(sheet, |entry| {
            entry.animation(tag)?;
            put_text(buffer, capacity, length, &entry.sheet.tags()[tag as usize].name)
        })
    })
}

/// Writes the number of the tag with a name; `found` is false if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_tag_index(
    sheet: kasuri_sheet,
    name: *const c_char,
    tag: Option<&mut MaybeUninit<u32>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (name, out, found) = (text(name, "name")?, needed(tag, "tag")?, needed(found, "found")?);
        read(sheet, |entry| {
            let index = entry.sheet.tags().iter().position(|tag| tag.name == name);
            found.put(index.is_some());
            out.put(index.unwrap_or_default() as u32);
            Ok(())
        })
    })
}

/// Writes the frame that a tag shows at a time in milliseconds; it starts again after its end.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_frame_at(
    sheet: kasuri_sheet,
    tag: u32,
    milliseconds: u64,
    frame: Option<&mut MaybeUninit<u32>>,
) -> kasuri_status {
    border(|| {
        let out = needed(frame, "frame")?;
        read(sheet, |entry| {
            out.put(entry.animation(tag)?.frame_at(milliseconds) as u32);
            Ok(())
        })
    })
}

/// Writes the value with a name of a region of a frame. Region 0 is the frame itself, as in hits; with
/// `KASURI_SHEET_ITSELF` as the frame and region 0 it is the sheet.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_value(
    sheet: kasuri_sheet,
    frame: u32,
    region: u32,
    name: *const c_char,
    value: Option<&mut MaybeUninit<kasuri_named_value>>,
) -> kasuri_status {
    border(|| {
        let name = text(name, "name")?;
        let found = read(sheet, |entry| {
            let told = |number, kind: kasuri_value_kind, truth: bool| kasuri_named_value {
                number,
                kind: kind as u32,
                truth: truth.into(),
            };
            Ok(match entry.values(frame, region)?.get(name) {
                None => told(0.0, kasuri_value_kind::None, false),
                Some(&SheetValue::Number(number)) => told(number, kasuri_value_kind::Number, false),
                Some(SheetValue::Text(_)) => told(0.0, kasuri_value_kind::Text, false),
                Some(&SheetValue::Truth(truth)) => told(0.0, kasuri_value_kind::Truth, truth),
            })
        })?;
        put(value, "value", found)
    })
}

/// Writes the text with a name of a region of a frame; `length` is 0 if there is none, or another kind of value. The frame
/// and the region are those of `kasuri_sheet_value`.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_sheet_text(
    sheet: kasuri_sheet,
    frame: u32,
    region: u32,
    name: *const c_char,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let name = text(name, "name")?;
        read(sheet, |entry| {
            let found = entry.values(frame, region)?.text(name);
            put_text(buffer, capacity, length, found.unwrap_or_default())
        })
    })
}

//! Reads what a sheet is made of: a sheet, an Aseprite export with its picture, or a picture.

use std::path::{Component, Path, PathBuf};

use kasuri::mask::ImageFrame;
use kasuri::mask::aseprite::Aseprite;
use kasuri::sheet::{Sheet, SheetFrame};
use kasuri::{Error, ErrorKind, Result};
use serde_json::Value;

use super::SheetOf;
use crate::input::Input;
use crate::stop::Stop;

/// The largest JSON that is read, in MiB.
const MOST_JSON: u64 = 256;

/// Reads the input, of whatever kind it is.
pub(super) fn read(asked: &SheetOf) -> Result<Sheet, Stop> {
    let mut input = Input::open(&asked.input)?;
    let is_json = input.begins_with(b"{")? || input.begins_with(b"\xEF\xBB\xBF{")?;
    if !is_json {
        let bytes = input.read_picture()?;
        return of_picture(asked, &bytes).map_err(|error| Stop::refused(&input.name, error));
    }
    if asked.frames.is_some() {
        return Err(Stop::refused(&input.name, "--frames cuts a picture; this is JSON"));
    }
    let json = input.read_whole(MOST_JSON)?;
    match kind(&json) {
        Kind::Sheet { image: Some(image), needs_picture: true } => {
            let picture = picture(asked, &input, &image)?;
            Sheet::from_json_with(&json, &picture).map_err(|error| Stop::refused(&input.name, error))
        }
        Kind::Sheet { .. } => {
            let sheet = match &asked.picture {
                Some(path) => Sheet::from_json_with(&json, &Input::open(path)?.read_picture()?),
                None => Sheet::from_json(&json),
            };
            sheet.map_err(|error| Stop::refused(&input.name, error))
        }
        Kind::Aseprite => of_export(asked, &input, &json),
    }
}

enum Kind {
    Sheet { image: Option<String>, needs_picture: bool },
    Aseprite,
}

/// Looks at what the JSON is. What is wrong with it is told by the reader of that kind.
fn kind(json: &[u8]) -> Kind {
    let Ok(Value::Object(fields)) = serde_json::from_slice(json) else {
        return Kind::Sheet { image: None, needs_picture: false };
    };
    if !fields.contains_key("kasuri_sheet") && fields.contains_key("frames") {
        return Kind::Aseprite;
    }
    let frames = fields.get("frames").and_then(Value::as_array).into_iter().flatten();
    let mut masks = frames.filter_map(|frame| frame.get("mask"));
    let needs_picture = masks.any(|mask| mask.get("alpha").is_some() || mask.get("key").is_some());
    let image = fields.get("image").and_then(Value::as_str).map(str::to_owned);
    Kind::Sheet { image, needs_picture }
}

/// Reads the picture beside the JSON, or the one that was given.
fn picture(asked: &SheetOf, input: &Input, image: &str) -> Result<Vec<u8>, Stop> {
    if let Some(path) = &asked.picture {
        return Input::open(path)?.read_picture();
    }
    Input::open(&beside(input, image)?)?.read_picture()
}

/// Returns the path of a picture that the JSON names: a relative one, which does not leave the folder.
fn beside(input: &Input, image: &str) -> Result<PathBuf, Stop> {
    let stays = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    if image.is_empty() || !Path::new(image).components().all(stays) {
        let why = format!("its picture {image:?} may leave its folder; --picture takes any file");
        return Err(Stop::refused(&input.name, why));
    }
    Ok(input.folder.join(image))
}

fn of_export(asked: &SheetOf, input: &Input, json: &[u8]) -> Result<Sheet, Stop> {
    let refused = |error: Error| Stop::refused(&input.name, error);
    let text = std::str::from_utf8(json).map_err(|error| Stop::refused(&input.name, error))?;
    let export = Aseprite::from_json(text).map_err(refused)?;
    let path = match (&asked.picture, export.image()) {
        (Some(path), _) => path.clone(),
        (None, Some(image)) => beside(input, image)?,
        (None, None) => return Err(Stop::refused(&input.name, "it names no picture; --picture gives one")),
    };
    let mask = asked.art.read(&path)?;
    Sheet::from_aseprite(&export, &mask).map_err(refused)
}

/// Makes a sheet of a picture: of its frames if it is animated, or of equal parts.
fn of_picture(asked: &SheetOf, bytes: &[u8]) -> Result<Sheet> {
    let mut found = asked.art.frames_of(bytes)?;
    let stem = asked.input.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let image = asked.input.file_name().map(|name| name.to_string_lossy().into_owned());
    let mut frames = Vec::new();
    match (asked.frames, found.len()) {
        (Some([w, h]), 1) => {
            let whole = found.swap_remove(0).mask;
            let width = whole.width() as usize;
            for (k, mask) in whole.sliced(w, h)?.into_iter().enumerate() {
                let mut frame = SheetFrame::new(mask);
                frame.at = Some([k * w % width, k * w / width * h].map(|at| at as u32));
                frames.push(frame);
            }
        }
        (Some(_), count) => {
            let why = format!("it has {count} frames; --frames cuts a still picture");
            return Err(Error::new(ErrorKind::Other, why));
        }
        (None, 1) => {
            let mut frame = SheetFrame::new(found.swap_remove(0).mask);
            frame.at = Some([0, 0]);
            frames.push(frame);
        }
        (None, _) => frames.extend(found.into_iter().map(|ImageFrame { mask, milliseconds, .. }| {
            let mut frame = SheetFrame::new(mask);
            frame.duration = milliseconds.max(1);
            frame
        })),
    }
    for (k, frame) in frames.iter_mut().enumerate() {
        frame.name = format!("{stem} {k}");
    }
    let sheet = Sheet::new(frames, Vec::new())?;
    Ok(match image {
        Some(image) if image != "-" => sheet.with_image(image),
        _ => sheet,
    })
}

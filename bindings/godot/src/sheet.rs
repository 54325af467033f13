//! Sheets of the hit box editor as a resource.

use std::sync::Arc;

use godot::classes::{FileAccess, Json, Texture2D};
use godot::prelude::*;
use kasuri::sheet::Sheet;

use crate::errors::{or_report, report};
use crate::look::KasuriLook;
use crate::mask::pixels_of;
use crate::sheet_parts::{KasuriSheetFrame, KasuriSheetTag, dictionary};

/// The frames of a sprite from one file of the hit box editor: for each its solid pixels, its pivot, its regions, and values that
/// the game reads by name.
///
/// A [KasuriBody2D] with a sheet hits as the frame that it shows, and plays the sheet's tags:
///
/// ```gdscript
/// ship.sheet = KasuriSheet.load_from_file("res://ship.sheet.json")
/// ship.play("fly")
/// var damage: float = ship.sheet.frame(0).region("core").values["damage"]
/// ```
#[derive(GodotClass)]
#[class(tool, init, base = Resource)]
pub(crate) struct KasuriSheet {
    /// The file of the sheet. If masks are in its picture, the picture is beside it.
    #[export(file = "*.json")]
    #[var(get, set)]
    file: GString,
    sheet: Option<Arc<Sheet>>,
    base: Base<Resource>,
}

#[godot_api]
impl KasuriSheet {
    /// Reads a sheet from a file, see [member file]. Returns [code]null[/code] if it is refused.
    #[func]
    fn load_from_file(path: GString) -> Option<Gd<KasuriSheet>> {
        let sheet = or_report("KasuriSheet.load_from_file", read(&path))?;
        Some(KasuriSheet::of(path, sheet))
    }

    /// Reads a sheet from its text. [param picture] is the content of the file of its picture, if masks are in it. Returns
    /// [code]null[/code] if it is refused.
    #[func]
    fn from_json(
        json: GString,
        #[opt(default = &PackedByteArray::new())] picture: PackedByteArray,
    ) -> Option<Gd<KasuriSheet>> {
        let json = json.to_string();
        let sheet = match picture.is_empty() {
            true => Sheet::from_json(&json),
            false => Sheet::from_json_with(&json, picture.as_slice()),
        };
        Some(KasuriSheet::of(GString::new(), or_report("KasuriSheet.from_json", sheet)?))
    }

    #[func]
    fn get_file(&self) -> GString {
        self.file.clone()
    }

    #[func]
    fn set_file(&mut self, file: GString) {
        self.sheet = match file.is_empty() {
            true => None,
            false => or_report("KasuriSheet.file", read(&file)).map(Arc::new),
        };
        self.file = file;
        self.base_mut().emit_changed();
    }

    /// Returns the number of frames.
    #[func]
    fn frame_count(&self) -> i64 {
        self.sheet.as_ref().map_or(0, |sheet| number(sheet.frames().len()))
    }

    /// Returns a frame by its number; the first is 0.
    #[func]
    fn frame(&self, frame: i64) -> Option<Gd<KasuriSheetFrame>> {
        let place = "KasuriSheet.frame";
        let sheet = or_report(place, self.sheet())?;
        let found = usize::try_from(frame).ok().and_then(|k| sheet.frames().get(k));
        if found.is_none() {
            report(place, missing(frame, &sheet));
        }
        found.map(KasuriSheetFrame::of)
    }

    /// Returns the number of the frame with a name; -1 if there is none.
    #[func]
    fn frame_named(&self, name: GString) -> i64 {
        let name = name.to_string();
        self.sheet.as_ref().and_then(|sheet| sheet.frame(&name)).map_or(-1, number)
    }

    /// Returns the looks of all frames, for [member KasuriBodyDefinition.frames].
    #[func]
    fn looks(&self) -> Array<Gd<KasuriLook>> {
        let looks = self.sheet.iter().flat_map(|sheet| sheet.looks().iter());
        looks.map(|look| Gd::from_object(KasuriLook { look: look.clone() })).collect()
    }

    /// Returns the tags: named parts of the timeline.
    #[func]
    fn tags(&self) -> Array<Gd<KasuriSheetTag>> {
        self.sheet.iter().flat_map(|sheet| sheet.tags()).map(KasuriSheetTag::of).collect()
    }

    /// Returns the milliseconds of one pass of a tag; 0 if there is no such tag.
    #[func]
    fn length(&self, tag: GString) -> i64 {
        let tag = tag.to_string();
        let animation = self.sheet.as_ref().and_then(|sheet| sheet.animation(&tag));
        animation.map_or(0, |animation| animation.length().cast_signed())
    }

    /// Returns the frame that a tag shows at a time; -1 if there is no such tag.
    #[func]
    fn frame_at(&self, tag: GString, milliseconds: f64) -> i64 {
        let tag = tag.to_string();
        let animation = self.sheet.as_ref().and_then(|sheet| sheet.animation(&tag));
        // The conversion rounds down, and takes a negative time for 0.
        animation.map_or(-1, |animation| number(animation.frame_at(milliseconds as u64)))
    }

    /// Returns the values of the sheet as a whole, by name.
    #[func]
    fn values(&self) -> VarDictionary {
        self.sheet.as_ref().map_or_else(VarDictionary::new, |sheet| dictionary(sheet.values()))
    }

    /// Returns the file name of the picture that shows the frames; empty if the sheet names none.
    #[func]
    fn image(&self) -> GString {
        self.sheet.as_ref().and_then(|sheet| sheet.image()).unwrap_or_default().into()
    }

    /// Returns the sheet as JSON, all masks in the text itself.
    #[func]
    fn to_json(&self) -> GString {
        self.sheet.as_ref().map(|sheet| sheet.to_json()).unwrap_or_default().as_str().into()
    }
}

impl KasuriSheet {
    fn of(file: GString, sheet: Sheet) -> Gd<KasuriSheet> {
        Gd::from_init_fn(|base| KasuriSheet { file, sheet: Some(Arc::new(sheet)), base })
    }

    /// Returns the library's sheet.
    pub(crate) fn sheet(&self) -> Result<Arc<Sheet>, String> {
        self.sheet.clone().ok_or_else(|| "The sheet is empty: set its file.".into())
    }
}

/// Says that there is no such frame.
pub(crate) fn missing(frame: i64, sheet: &Sheet) -> String {
    format!("there is no frame {frame} among {}; the first is 0", sheet.frames().len())
}

pub(crate) fn number(k: usize) -> i64 {
    i64::try_from(k).unwrap_or(i64::MAX)
}

/// Reads a sheet from a file of the project or of the user.
fn read(path: &GString) -> Result<Sheet, String> {
    let json = bytes_of(path).ok_or_else(|| format!("{path} cannot be read"))?;
    // Most sheets have their masks in the text. The picture is looked for only where one needs it.
    Sheet::from_json(&json).or_else(|refused| match picture_beside(path, &json) {
        Some(picture) => Sheet::from_json_with(&json, &picture).map_err(|e| format!("{path}: {e}")),
        None => Err(format!("{path}: {refused}")),
    })
}

fn bytes_of(path: &GString) -> Option<Vec<u8>> {
    FileAccess::file_exists(path).then(|| FileAccess::get_file_as_bytes(path).to_vec())
}

/// Returns the bytes of the picture that a sheet names, beside its file. An exported game has only what the import made of it.
fn picture_beside(path: &GString, json: &[u8]) -> Option<Vec<u8>> {
    let mut parser = Json::new_gd();
    if parser.parse(&GString::from(std::str::from_utf8(json).ok()?)) != godot::global::Error::OK {
        return None;
    }
    let name = parser.get_data().try_to::<VarDictionary>().ok()?.get("image")?;
    let path = path.to_string();
    // The folder keeps both slashes of "res://".
    let (folder, _) = path.rsplit_once('/').unwrap_or((".", ""));
    let file = GString::from(&format!("{folder}/{}", name.try_to::<GString>().ok()?));
    bytes_of(&file).or_else(|| {
        let image = try_load::<Texture2D>(&file).ok()?.get_image()?;
        Some(pixels_of(&image).ok()?.save_png_to_buffer().to_vec())
    })
}

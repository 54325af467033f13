//! Reads a sheet. Every error names its place and says what would be accepted (SPEC 7).

use std::collections::HashMap;
use std::sync::Arc;

use crate::ceilings::Ceilings;
use crate::effort::spend;
use crate::error::{At, Cause, Error, Result};
use crate::lattice::{PixelBox, Vec2};
use crate::mask::aseprite::{Direction, Tag};
use crate::mask::{Alpha, Key, Mask};
use crate::scene::fields::{Fields, expected, integer, key, list, number, object, rows, text, vec2};
use crate::scene::json::{Json, quoted};
use crate::sheet::{Sheet, SheetFrame, SheetValue, SheetValues, check, frame, read_regions, runs};

/// The version that is read and written.
pub(super) const VERSION: u32 = 1;
/// The kinds of masks: in the file itself, or in the picture.
const MASKS: &[&str] = &["runs", "rows", "alpha", "key"];

/// Reads one document.
pub(super) fn sheet(json: &[u8], picture: Option<&[u8]>, ceilings: Ceilings) -> Result<Sheet> {
    let fields = Fields::of(
        Json::parse(json, &ceilings)?,
        "a sheet",
        &["kasuri_sheet", "image", "frames", "tags", "values"],
    )?;
    fields.must("kasuri_sheet", version)?;
    let image = fields.may("image", text)?.map(String::from);
    let mut reader =
        SheetReader { picture, image: image.as_deref(), cuts: HashMap::new(), ceilings, texels: 0 };
    let frames = fields.must("frames", |json| {
        // They are counted first, so that a long list takes no memory.
        let (what, most) = ("frames in the sheet", check::MOST_FRAMES);
        match json.items().map_or(0, Iterator::count) {
            count if count > most => Err(Cause::Count { what, count, least: 1, most }.error()),
            _ => list(json, |json| reader.frame(json)),
        }
    })?;
    let tags = fields.may("tags", |json| list(json, tag))?.unwrap_or_default();
    let sheet = Sheet::new(frames, tags)?;
    Ok(Sheet { image, values: values(&fields)?, ..sheet })
}

fn version(json: Json<'_>) -> Result<()> {
    match number(json)? {
        value if value == f64::from(VERSION) => Ok(()),
        _ => Err(Cause::Scene(format!(
            "{} is not a version known here; this is version {VERSION}",
            json.describe()
        ))
        .error()),
    }
}

/// Reads frames, and counts what they take.
pub(super) struct SheetReader<'a> {
    picture: Option<&'a [u8]>,
    image: Option<&'a str>,
    /// The masks of the whole picture, by how they were made.
    cuts: HashMap<Cut, Mask>,
    ceilings: Ceilings,
    texels: u64,
}

/// What makes a texel of a picture solid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Cut {
    Alpha(u8),
    Key([u8; 3], u8),
}

impl SheetReader<'_> {
    fn frame(&mut self, json: Json<'_>) -> Result<SheetFrame> {
        let known = &["name", "size", "at", "duration", "pivot", "mask", "regions", "values"];
        let fields = Fields::of(json, "a frame", known)?;
        let size = fields.must("size", size)?;
        self.claim(size)?;
        let at = fields.may("at", corner)?;
        let mask = fields.may("mask", |json| self.mask(json, size, at))?;
        let mask = Arc::new(mask.map_or_else(|| Mask::empty(size[0], size[1]).at("size"), Ok)?);
        Ok(SheetFrame {
            name: fields.may("name", text)?.map(String::from).unwrap_or_default(),
            at,
            duration: fields.may("duration", duration)?.unwrap_or(100),
            pivot: fields.may("pivot", vec2)?.unwrap_or_else(|| frame::middle(&mask)),
            regions: read_regions::regions(&fields, self)?,
            values: values(&fields)?,
            mask,
        })
    }

    /// Counts the texels of one more mask, before it takes memory.
    pub(super) fn claim(&mut self, [width, height]: [usize; 2]) -> Result<()> {
        self.texels = self.texels.saturating_add(width.next_multiple_of(64) as u64 * height as u64);
        if self.texels > self.ceilings.texels { Err(self.ceilings.too_many_texels()) } else { Ok(()) }
    }

    fn mask(&mut self, json: Json<'_>, size: [usize; 2], at: Option<[u32; 2]>) -> Result<Mask> {
        let fields = Fields::of(json, "a mask", &["runs", "rows", "alpha", "key", "tolerance"])?;
        let (kind, json) = fields.one_of(MASKS)?;
        let tolerance = fields.may("tolerance", |json| byte(json, "a tolerance"))?;
        if kind != "key" && tolerance.is_some() {
            return Err(Cause::Scene(format!("a tolerance goes with a key, not with {kind}")).at("tolerance"));
        }
        match kind {
            "alpha" => {
                let cut = byte(json, "an alpha threshold").map(Cut::Alpha).at("alpha")?;
                self.cut_out(cut, size, at)
            }
            "key" => {
                let colour = colour(json).at("key")?;
                self.cut_out(Cut::Key(colour, tolerance.unwrap_or(0)), size, at)
            }
            kind => own_mask(kind, json, size).at(kind),
        }
    }

    /// Cuts a mask out of the picture.
    fn cut_out(&mut self, cut: Cut, [width, height]: [usize; 2], at: Option<[u32; 2]>) -> Result<Mask> {
        let Some([x, y]) = at else {
            let why = "the mask is in the picture, so the frame needs `at`: its corner there";
            return Err(Cause::Scene(why.to_owned()).error());
        };
        let whole = self.whole(cut)?;
        let (x1, y1) = (u64::from(x) + width as u64, u64::from(y) + height as u64);
        if x1 > u64::from(whole.width()) || y1 > u64::from(whole.height()) {
            let (across, down) = (whole.width(), whole.height());
            let why =
                format!("the frame ends at [{x1}, {y1}], outside the picture, which is {across} x {down}");
            return Err(Cause::Scene(why).error());
        }
        whole.cropped(PixelBox { x0: x as i32, y0: y as i32, x1: x1 as i32, y1: y1 as i32 })
    }

    /// Returns the mask of the whole picture.
    fn whole(&mut self, cut: Cut) -> Result<&Mask> {
        if !self.cuts.contains_key(&cut) {
            let Some(picture) = self.picture else { return Err(not_given(self.image)) };
            let mask = match cut {
                Cut::Alpha(alpha) => Mask::from_image(picture, Alpha(alpha))?,
                Cut::Key(colour, tolerance) => Mask::from_image(picture, Key(colour).within(tolerance))?,
            };
            // Each reading of the picture costs all of its pixels. The error of the ceiling replaces this one.
            if !spend(u64::from(mask.width()) * u64::from(mask.height()) / 8) {
                return Err(Cause::Scene("the picture takes too much work".to_owned()).error());
            }
            self.claim([mask.width() as usize, mask.height() as usize])?;
            self.cuts.insert(cut, mask);
        }
        self.cuts.get(&cut).ok_or_else(|| not_given(self.image))
    }
}

fn not_given(image: Option<&str>) -> Error {
    let name = image.map(|name| format!(" {}", quoted(name))).unwrap_or_default();
    Cause::Scene(format!("the mask is in the picture{name}, which was not given")).error()
}

/// Reads a mask of a size that is in the file itself, as runs or rows.
pub(super) fn own_mask(kind: &str, json: Json<'_>, size: [usize; 2]) -> Result<Mask> {
    if kind == "runs" {
        let most = (size[0] * size[1]) as u32;
        return runs::mask(size, &list(json, |json| integer(json, "a run", most))?);
    }
    let mask = Mask::from_rows(&rows(json)?)?;
    let found = [mask.width() as usize, mask.height() as usize];
    match found == size {
        true => Ok(mask),
        false => Err(Cause::Scene(format!(
            "the rows are {} x {} characters; the size is {} x {}",
            found[0], found[1], size[0], size[1]
        ))
        .error()),
    }
}

/// Reads the size of a mask.
pub(super) fn size(json: Json<'_>) -> Result<[usize; 2]> {
    let [width, height] = pair(json, "a side of a mask", u32::MAX)?.map(|side| side as usize);
    let sides = 1..=crate::mask::MOST_TEXELS;
    match sides.contains(&width) && sides.contains(&height) {
        true => Ok([width, height]),
        false => Err(Cause::MaskSize { width, height }.error()),
    }
}

/// Reads a corner in the picture. No picture is larger than a mask.
fn corner(json: Json<'_>) -> Result<[u32; 2]> {
    pair(json, "a coordinate in the picture", crate::mask::MOST_TEXELS as u32)
}

fn pair(json: Json<'_>, what: &'static str, most: u32) -> Result<[u32; 2]> {
    let both = list(json, |json| integer(json, what, most))?;
    <[u32; 2]>::try_from(both).map_err(|_| expected(json, "a pair of integers"))
}

fn colour(json: Json<'_>) -> Result<[u8; 3]> {
    let all = list(json, |json| byte(json, "a part of a colour"))?;
    <[u8; 3]>::try_from(all).map_err(|_| expected(json, "a colour [r, g, b]"))
}

fn byte(json: Json<'_>, what: &'static str) -> Result<u8> {
    integer(json, what, 255).map(|value| value as u8)
}

fn duration(json: Json<'_>) -> Result<u32> {
    integer(json, "a duration", u32::MAX)
}

fn tag(json: Json<'_>) -> Result<Tag> {
    let fields = Fields::of(json, "a tag", &["name", "from", "to", "direction"])?;
    let frame = |json| integer(json, "a frame", u32::MAX).map(|frame| frame as usize);
    Ok(Tag {
        name: fields.must("name", text)?.into(),
        from: fields.must("from", frame)?,
        to: fields.must("to", frame)?,
        direction: fields.may("direction", direction)?.unwrap_or_default(),
    })
}

fn direction(json: Json<'_>) -> Result<Direction> {
    let known = Direction::ALL.into_iter().find(|direction| Some(direction.word()) == json.text().as_deref());
    known.ok_or_else(|| expected(json, "\"forward\", \"reverse\", \"pingpong\" or \"pingpong_reverse\""))
}

/// Reads the field `values`: numbers, texts, true and false by name.
pub(super) fn values(fields: &Fields<'_>) -> Result<SheetValues> {
    fields.may("values", named_values).map(Option::unwrap_or_default)
}

fn named_values(json: Json<'_>) -> Result<SheetValues> {
    let mut values = SheetValues::default();
    let mut seen = std::collections::HashSet::new();
    for (name, json) in object(json, "an object of values by name")? {
        if !seen.insert(name.clone()) {
            return Err(Cause::RepeatedField.at(key(&name)));
        }
        values.push(&name, value(json).map_err(|error| error.at(key(&name)))?);
    }
    Ok(values)
}

fn value(json: Json<'_>) -> Result<SheetValue> {
    let number = json.number().map(SheetValue::Number);
    let text = || json.text().map(|text| SheetValue::Text(text.into()));
    let truth = || json.truth().map(SheetValue::Truth);
    number.or_else(text).or_else(truth).ok_or_else(|| expected(json, "a number, a text, true or false"))
}

/// Returns a point with both coordinates finite, as JSON always has them.
pub(super) fn point(fields: &Fields<'_>, name: &'static str) -> Result<Vec2> {
    fields.must(name, vec2)
}

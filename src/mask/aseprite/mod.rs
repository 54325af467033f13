//! Sprite sheets that Aseprite exports: a picture, and JSON that says where everything is in it.

mod export;

use crate::ceilings::Ceilings;
use crate::error::{Cause, Result};
use crate::lattice::{PixelBox, Vec2};
use crate::mask::animation::{Animation, check_duration};
use crate::mask::{Mask, bits::MOST_TEXELS};
use export::{Export, ExportedFrame, SheetLayer, Size, Slice, SliceKey};

/// An exported sprite sheet: the JSON data of Aseprite's "Export Sprite Sheet", in its hash or its array form.
///
/// ```
/// use kasuri::{mask::aseprite::Aseprite, Mask};
/// let json = r#"{
///   "frames": {
///     "ship 0.aseprite": { "frame": { "x": 0, "y": 0, "w": 2, "h": 2 }, "rotated": false, "trimmed": false,
///       "spriteSourceSize": { "x": 0, "y": 0, "w": 2, "h": 2 }, "sourceSize": { "w": 2, "h": 2 }, "duration": 100 },
///     "ship 1.aseprite": { "frame": { "x": 2, "y": 0, "w": 1, "h": 2 }, "rotated": false, "trimmed": true,
///       "spriteSourceSize": { "x": 1, "y": 0, "w": 1, "h": 2 }, "sourceSize": { "w": 2, "h": 2 }, "duration": 50 } },
///   "meta": { "image": "ship.png",
///     "frameTags": [{ "name": "fly", "from": 0, "to": 1, "direction": "pingpong" }],
///     "slices": [{ "name": "core", "keys": [
///       { "frame": 0, "bounds": { "x": 0, "y": 1, "w": 2, "h": 1 }, "pivot": { "x": 1, "y": 0 } }] }] } }"#;
/// let ship = Aseprite::from_json(json)?;
/// let masks = ship.masks(&Mask::from_rows(&["#.#", "###"])?)?;
/// assert_eq!(masks[1], Mask::from_rows(&[".#", ".#"])?);
/// assert_eq!(ship.animation("fly").unwrap().frame_at(120), 1);
/// let core = &ship.regions(1)[0];
/// assert_eq!((core.name, core.pivot.unwrap().y), ("core", 1.0));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aseprite {
    image: Option<String>,
    frames: Vec<(String, ExportedFrame)>,
    tags: Vec<Tag>,
    slices: Vec<Slice>,
    layers: Vec<SheetLayer>,
    ceilings: Ceilings,
}

/// A named part of the timeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// The tag's name.
    pub name: String,
    /// The first frame.
    pub from: usize,
    /// The last frame.
    pub to: usize,
    /// The direction in which it plays.
    pub direction: Direction,
}

/// The direction in which the frames of a tag are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// From first to last.
    #[default]
    Forward,
    /// From last to first.
    Reverse,
    /// From first to last and back.
    #[serde(rename = "pingpong")]
    PingPong,
    /// From last to first and back.
    #[serde(rename = "pingpong_reverse")]
    PingPongReverse,
}

/// A slice in one frame: a named box, in the texels of the whole frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SliceRegion<'a> {
    /// The slice's name.
    pub name: &'a str,
    /// The slice's box.
    pub bounds: PixelBox,
    /// The slice's pivot, if it has one; relative to the frame, not to the box.
    pub pivot: Option<Vec2>,
}

impl Aseprite {
    /// Reads the JSON data. Fields that are not needed may be missing, and unknown ones are ignored.
    pub fn from_json(json: &str) -> Result<Aseprite> {
        let export: Export =
            serde_json::from_str(json).map_err(|e| Cause::Aseprite(e.to_string()).error())?;
        let frames = export.frames.0;
        if frames.is_empty() {
            return Err(
                Cause::Count { what: "frames in the sheet", count: 0, least: 1, most: usize::MAX }.error()
            );
        }
        for (k, (_, frame)) in frames.iter().enumerate() {
            check_frame(frame).map_err(|e| e.at(format!("frames[{k}]")))?;
        }
        let tag = |tag: export::ExportedTag| Tag {
            name: tag.name,
            from: tag.from,
            to: tag.to,
            direction: tag.direction,
        };
        let mut export = export.meta;
        let tags: Vec<Tag> = std::mem::take(&mut export.tags).into_iter().map(tag).collect();
        for (k, tag) in tags.iter().enumerate() {
            let checked = tag.check(frames.len()).map_err(|why| Cause::Aseprite(why).error());
            checked.map_err(|e| e.at(format!("meta.frameTags[{k}]")))?;
        }
        for (k, slice) in export.slices.iter().enumerate() {
            check_slice(slice).map_err(|e| e.at(format!("meta.slices[{k}]")))?;
        }
        let export::Meta { image, slices, layers, .. } = export;
        Ok(Aseprite { image, frames, tags, slices, layers, ceilings: Ceilings::default() })
    }

    /// Sets other ceilings. Only `texels` matters here: it limits [`masks`](Aseprite::masks).
    ///
    /// ```
    /// use kasuri::{mask::aseprite::Aseprite, Ceilings, Mask};
    /// let json = r#"{ "frames": [{ "frame": { "x": 0, "y": 0, "w": 1, "h": 1 }, "duration": 100,
    ///     "spriteSourceSize": { "x": 0, "y": 0, "w": 1, "h": 1 }, "sourceSize": { "w": 4096, "h": 4096 } }] }"#;
    /// let sheet = Aseprite::from_json(json)?.within(Ceilings::default().texels(1 << 20));
    /// let error = sheet.masks(&Mask::from_rows(&["#"])?).unwrap_err();
    /// assert_eq!(error.to_string(), "more than 1048576 texels in all frames; Ceilings::texels allows more");
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn within(self, ceilings: Ceilings) -> Aseprite {
        Aseprite { ceilings, ..self }
    }

    /// Returns the file name of the picture, if the export contains it.
    pub fn image(&self) -> Option<&str> {
        self.image.as_deref()
    }

    /// Returns the names of the frames, in the order of the export.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.frames.iter().map(|(name, _)| name.as_str())
    }

    /// Cuts the frames out of the sheet's mask. Each has the size of the sprite; what was trimmed is clear. It is an
    /// error if they have more texels than [allowed](Aseprite::within), because a frame of a few bytes may be as large
    /// as any mask.
    pub fn masks(&self, sheet: &Mask) -> Result<Vec<Mask>> {
        let texels = |Size { w, h }: Size| u64::from(w.next_multiple_of(64)) * u64::from(h);
        // Each is at most 4096 x 4096, so the sum over as many as fit in memory does not overflow.
        if self.frames.iter().map(|(_, frame)| texels(frame.source)).sum::<u64>() > self.ceilings.texels {
            return Err(self.ceilings.too_many_texels());
        }
        let cut = |(k, (_, frame)): (usize, &(String, ExportedFrame))| {
            cut_out(sheet, frame).map_err(|e| e.at(format!("frames[{k}]")))
        };
        self.frames.iter().enumerate().map(cut).collect()
    }

    /// Returns the sheet of one layer alone: a layer may hold what hurts, another one what can be hit. `None` where there is no
    /// such layer.
    ///
    /// Export with layers split and listed in the JSON data, and do not ignore empty cels: then each layer has all frames, named
    /// as Aseprite does without other wishes, "ship (hurts) 0.aseprite".
    ///
    /// ```
    /// use kasuri::{mask::aseprite::Aseprite, Mask};
    /// let frame = |name: &str, x: u32| format!(r#"{{ "filename": "{name}", "duration": 100,
    ///   "frame": {{ "x": {x}, "y": 0, "w": 2, "h": 1 }}, "spriteSourceSize": {{ "x": 0, "y": 0, "w": 2, "h": 1 }},
    ///   "sourceSize": {{ "w": 2, "h": 1 }} }}"#);
    /// let frames = [frame("ship (body) 0.aseprite", 0), frame("ship (hurts) 0.aseprite", 2)].join(",");
    /// let json = format!(r#"{{ "frames": [{frames}], "meta": {{ "layers": [{{ "name": "body" }}, {{ "name": "hurts" }}] }} }}"#);
    /// let ship = Aseprite::from_json(&json)?;
    /// let sheet = Mask::from_rows(&["##.#"])?;
    /// let hurts = ship.layer("hurts").expect("the layer is there").masks(&sheet)?;
    /// assert_eq!(hurts, [Mask::from_rows(&[".#"])?]);
    /// assert!(ship.layer("shield").is_none());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn layer(&self, name: &str) -> Option<Aseprite> {
        let layer = self.layers.iter().find(|layer| layer.name == name)?;
        let mark = format!("({name})");
        let frames: Vec<_> = self.frames.iter().filter(|(frame, _)| frame.contains(&mark)).cloned().collect();
        if frames.is_empty() {
            return None;
        }
        let tags = self.tags.iter().filter(|tag| tag.to < frames.len()).cloned().collect();
        Some(Aseprite {
            image: self.image.clone(),
            frames,
            tags,
            slices: self.slices.clone(),
            layers: vec![layer.clone()],
            ceilings: self.ceilings,
        })
    }

    /// Returns how long a frame is shown, in milliseconds.
    #[cfg(feature = "sheet")]
    pub(crate) fn duration(&self, frame: usize) -> u32 {
        self.frames[frame].1.duration
    }

    /// Returns the corner of a frame in the picture; `None` where it was trimmed or has padding, so that it is not there as a whole.
    #[cfg(feature = "sheet")]
    pub(crate) fn corner(&self, frame: usize) -> Option<[u32; 2]> {
        let ExportedFrame { frame, source, .. } = self.frames[frame].1;
        let is_whole = (frame.w, frame.h) == (source.w, source.h);
        is_whole.then(|| Some([u32::try_from(frame.x).ok()?, u32::try_from(frame.y).ok()?]))?
    }

    /// Returns all tags.
    pub fn tags(&self) -> &[Tag] {
        &self.tags
    }

    /// Returns a tag's frames as an animation in milliseconds; `None` where there is no such tag. Aseprite's repeat
    /// counts are ignored.
    pub fn animation(&self, tag: &str) -> Option<Animation> {
        let tag = self.tags.iter().find(|t| t.name == tag)?;
        let shown = tag.frames().into_iter().map(|k| (k, self.frames[k].1.duration));
        Animation::new(&shown.collect::<Vec<_>>()).ok()
    }

    /// Returns the slices in a frame, without those that are hidden in it.
    pub fn regions(&self, frame: usize) -> Vec<SliceRegion<'_>> {
        let of_slice = |slice: &'_ Slice| {
            // A key is valid until the next one.
            let key = *slice.keys.iter().filter(|key| key.frame <= frame).max_by_key(|key| key.frame)?;
            (key.bounds.w > 0 && key.bounds.h > 0).then_some(key)
        };
        self.slices.iter().filter_map(|slice| Some(region(&slice.name, of_slice(slice)?))).collect()
    }
}

#[cfg(feature = "sheet")]
impl Direction {
    pub(crate) const ALL: [Direction; 4] =
        [Direction::Forward, Direction::Reverse, Direction::PingPong, Direction::PingPongReverse];

    /// Returns the word for the direction in a file.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Direction::Forward => "forward",
            Direction::Reverse => "reverse",
            Direction::PingPong => "pingpong",
            Direction::PingPongReverse => "pingpong_reverse",
        }
    }
}

impl Tag {
    /// Says what is wrong where a tag's frames are not in a sheet of that many.
    pub(crate) fn check(&self, frames: usize) -> Result<(), String> {
        let (Tag { from, to, .. }, last) = (self, frames.saturating_sub(1));
        if *from <= *to && *to <= last {
            return Ok(());
        }
        Err(format!("the tag has frames {from} to {to}; the sheet has frames 0 to {last}"))
    }

    /// Returns the frames in the order in which they are shown, for one pass.
    pub(crate) fn frames(&self) -> Vec<usize> {
        let forward = self.from..=self.to;
        // Backwards, neither end is shown again.
        let between = self.from + 1..self.to.max(self.from + 1);
        match self.direction {
            Direction::Forward => forward.collect(),
            Direction::Reverse => forward.rev().collect(),
            Direction::PingPong => forward.chain(between.rev()).collect(),
            Direction::PingPongReverse => forward.rev().chain(between).collect(),
        }
    }
}

/// Refuses a frame that cannot be cut out and put back in place.
fn check_frame(frame: &ExportedFrame) -> Result<()> {
    let (source, inside, cut) = (frame.source, frame.in_source, frame.frame);
    if frame.rotated {
        return Err(Cause::Aseprite("the frame is rotated; export the sheet without rotation".into()).error());
    }
    let side = 1..=MOST_TEXELS as u32;
    if !side.contains(&source.w) || !side.contains(&source.h) {
        return Err(Cause::MaskSize { width: source.w as usize, height: source.h as usize }.at("sourceSize"));
    }
    if !is_within([inside.x, inside.y], [inside.w, inside.h], [source.w, source.h]) {
        return Err(Cause::Aseprite("spriteSourceSize must lie within sourceSize".into()).error());
    }
    let padding = [(cut.w, inside.w), (cut.h, inside.h)].map(|(outer, inner)| outer.checked_sub(inner));
    if !matches!(padding, [Some(across), Some(down)] if across % 2 == 0 && across == down)
        && inside.w * inside.h > 0
    {
        return Err(Cause::Aseprite(
            "frame must be as large as spriteSourceSize, except for equal padding on all sides".into(),
        )
        .error());
    }
    check_duration(frame.duration).map_err(|e| e.at("duration"))
}

fn check_slice(slice: &Slice) -> Result<()> {
    let fits = |start: i32, length: u32| start.checked_add_unsigned(length).is_some();
    match slice.keys.iter().all(|key| fits(key.bounds.x, key.bounds.w) && fits(key.bounds.y, key.bounds.h)) {
        true => Ok(()),
        false => Err(Cause::Aseprite("a slice is too large: its end does not fit an i32".into()).error()),
    }
}

/// Whether a box of this size at a position lies within 0 to `whole`.
fn is_within(at: [i32; 2], size: [u32; 2], whole: [u32; 2]) -> bool {
    (0..2).all(|k| at[k] >= 0 && i64::from(at[k]) + i64::from(size[k]) <= i64::from(whole[k]))
}

/// Returns a frame with the size of the sprite, read from the sheet without its padding.
fn cut_out(sheet: &Mask, frame: &ExportedFrame) -> Result<Mask> {
    let (cut, inside) = (frame.frame, frame.in_source);
    let mut whole = Mask::empty(frame.source.w as usize, frame.source.h as usize)?;
    if inside.w == 0 || inside.h == 0 {
        return Ok(whole);
    }
    if !is_within([cut.x, cut.y], [cut.w, cut.h], [sheet.width(), sheet.height()]) {
        let (width, height) = (sheet.width(), sheet.height());
        return Err(Cause::Aseprite(format!(
            "the frame is not inside the sheet, which is {width} x {height}"
        ))
        .error());
    }
    // Within a sheet all of this is at most 4096.
    let padding = (cut.w - inside.w) as i32 / 2;
    let (x0, y0) = (cut.x + padding, cut.y + padding);
    let part = sheet.cropped(PixelBox { x0, y0, x1: x0 + inside.w as i32, y1: y0 + inside.h as i32 })?;
    whole.draw(&part, [inside.x, inside.y]);
    Ok(whole)
}

fn region(name: &str, key: SliceKey) -> SliceRegion<'_> {
    let export::Rect { x, y, w, h } = key.bounds;
    let bounds =
        PixelBox { x0: x, y0: y, x1: x.saturating_add_unsigned(w), y1: y.saturating_add_unsigned(h) };
    let along = |start: i32, offset: i32| f64::from(start) + f64::from(offset);
    let pivot = key.pivot.map(|pivot| Vec2::new(along(x, pivot.x), along(y, pivot.y)));
    SliceRegion { name, bounds, pivot }
}

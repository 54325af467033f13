//! What a sheet must be: checked where it is made and where it is read, so that a sheet is always good to spawn.

use std::collections::HashSet;
use std::sync::Arc;

use crate::error::{At, Cause, Result};
use crate::mask::Sprite;
use crate::mask::animation::check_duration;
use crate::mask::aseprite::Tag;
use crate::shape::Placement;
use crate::sheet::SheetFrame;
use crate::world::Look;

/// The most frames of a sheet.
pub(super) const MOST_FRAMES: usize = 65_536;

/// Returns the looks of the frames.
pub(super) fn looks(frames: &[SheetFrame], tags: &[Tag]) -> Result<Arc<[Look]>> {
    if !(1..=MOST_FRAMES).contains(&frames.len()) {
        let count = frames.len();
        return Err(
            Cause::Count { what: "frames in the sheet", count, least: 1, most: MOST_FRAMES }.at("frames")
        );
    }
    names("frames", frames.iter().map(|frame| &*frame.name).filter(|name| !name.is_empty()))?;
    names("tags", tags.iter().map(|tag| &*tag.name))?;
    for (k, tag) in tags.iter().enumerate() {
        tag.check(frames.len()).map_err(|why| Cause::Scene(why).at(format!("tags[{k}]")))?;
    }
    let look =
        |(k, frame): (usize, &SheetFrame)| look(frame).map_err(|error| error.at(format!("frames[{k}]")));
    frames.iter().enumerate().map(look).collect()
}

/// Returns the look of a frame.
fn look(frame: &SheetFrame) -> Result<Look> {
    check_duration(frame.duration).at("duration")?;
    Sprite::place(&frame.mask, &Placement::default(), Some(frame.pivot)).at("pivot")?;
    let mut look = Look::from(&frame.mask).pivot(frame.pivot);
    for (k, region) in frame.regions.iter().enumerate() {
        look = look.region(region.region(frame.pivot).map_err(|error| error.at(format!("regions[{k}]")))?);
    }
    look.check_regions()?;
    Ok(look)
}

/// Refuses a name that two of them have.
fn names<'a>(list: &'static str, names: impl Iterator<Item = &'a str>) -> Result<()> {
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(
                Cause::Scene(format!("two of the {list} have the name {name:?}; names are unique")).at(list)
            );
        }
    }
    Ok(())
}

//! Bodies that show the frames of a sheet, and play its tags.
//!
//! Time is counted by the world in whole nanoseconds, so a tag shows the same frames on every machine, and again after a restore.

use std::sync::Arc;

use godot::classes::{Node2D, Sprite2D};
use godot::prelude::*;
use kasuri::Vec2;
use kasuri::mask::Animation;
use kasuri::sheet::{Sheet, SheetFrame};

use crate::body::KasuriBody2D;
use crate::errors::{or_report, report, vector2};
use crate::picture::{Drawn, Picture};
use crate::pose::Pose;
use crate::sheet::{missing, number};

const NANOSECONDS: u64 = 1_000_000;

/// A tag that a body plays.
#[derive(Clone)]
pub(crate) struct Playing {
    tag: GString,
    is_once: bool,
    /// The world's time when the first step saw it.
    since: Option<u64>,
    /// The frames of the tag, and the sheet that they are from.
    known: Option<Arc<(Arc<Sheet>, Animation)>>,
}

impl Playing {
    /// Returns the frame at a time of the world, and whether the tag is over.
    fn frame(&mut self, sheet: &Arc<Sheet>, clock: u64) -> Result<(usize, bool), String> {
        let known = match self.known.take().filter(|known| Arc::ptr_eq(&known.0, sheet)) {
            Some(known) => known,
            None => Arc::new((sheet.clone(), animation(sheet, &self.tag)?)),
        };
        let time = self.time(clock);
        self.since.get_or_insert(clock);
        let last = known.1.length() - 1;
        let frame = known.1.frame_at(if self.is_once { time.min(last) } else { time });
        self.known = Some(known);
        Ok((frame, self.is_once && time > last))
    }

    /// Returns for how many milliseconds it has been played.
    fn time(&self, clock: u64) -> u64 {
        self.since.map_or(0, |since| clock.saturating_sub(since) / NANOSECONDS)
    }
}

fn animation(sheet: &Sheet, tag: &GString) -> Result<Animation, String> {
    let tag = tag.to_string();
    sheet.animation(&tag).ok_or_else(|| {
        let known: Vec<&str> = sheet.tags().iter().map(|tag| tag.name.as_str()).collect();
        format!("the sheet has no tag {tag:?}; it has {known:?}")
    })
}

#[godot_api(secondary)]
impl KasuriBody2D {
    /// Plays a tag of [member sheet]: each step shows the frame of its time, beginning with the next one. With [param once] it is
    /// played once and its last frame stays; else it is repeated. A tag that is played already goes on. Returns whether the
    /// sheet has the tag.
    #[func]
    fn play(&mut self, tag: GString, #[opt(default = false)] once: bool) -> bool {
        let place = "KasuriBody2D.play";
        let Some(sheet) = &self.sheet else {
            report(place, "the body has no sheet");
            return false;
        };
        let found = sheet.bind().sheet().and_then(|sheet| animation(&sheet, &tag));
        if or_report(place, found).is_none() {
            return false;
        }
        match &mut self.playing {
            Some(playing) if playing.tag == tag => playing.is_once = once,
            playing => *playing = Some(Playing { tag, is_once: once, since: None, known: None }),
        }
        true
    }

    /// Ends the tag that is played. Its frame of now stays.
    #[func]
    fn stop(&mut self) {
        self.playing = None;
    }

    /// Returns the name of the tag that is played; empty if none is.
    #[func]
    fn playing_tag(&self) -> GString {
        self.playing.as_ref().map(|playing| playing.tag.clone()).unwrap_or_default()
    }

    /// Returns for how many milliseconds the tag has been played; 0 if none is.
    #[func]
    fn playing_time(&self) -> i64 {
        let clock = self.home.world().map_or(0, |world| world.bind().core.clock);
        self.playing.as_ref().map_or(0, |playing| playing.time(clock)).cast_signed()
    }
}

impl KasuriBody2D {
    /// Moves on to the frame of the sheet at a time of the world, and shows it in the sprite.
    pub(crate) fn show_frame(
        &mut self,
        sheet: &Arc<Sheet>,
        sprite: Option<&Gd<Sprite2D>>,
        clock: u64,
    ) -> Result<usize, String> {
        if let Some(playing) = &mut self.playing {
            let (frame, is_over) = playing.frame(sheet, clock)?;
            self.sheet_frame = number(frame);
            if is_over {
                self.playing = None;
            }
        }
        let (frame, shown) = frame_of(sheet, self.sheet_frame)?;
        if let Some(sprite) = sprite {
            dress(&mut sprite.clone(), shown);
        }
        Ok(frame)
    }
}

/// Returns a frame of a sheet by a script's number.
pub(crate) fn frame_of(sheet: &Sheet, frame: i64) -> Result<(usize, &SheetFrame), String> {
    let found = usize::try_from(frame).ok().and_then(|k| Some((k, sheet.frames().get(k)?)));
    found.ok_or_else(|| missing(frame, sheet))
}

/// Returns where the sprite draws the corner of a frame. It is flipped around the frame's pivot, not around its middle.
fn corner(sprite: &Gd<Sprite2D>, frame: &SheetFrame) -> Vec2 {
    let (width, height) = (f64::from(frame.mask.width()), f64::from(frame.mask.height()));
    let side = |pivot: f64, length: f64, is_flipped: bool| if is_flipped { pivot - length } else { -pivot };
    Vec2::new(
        side(frame.pivot.x, width, sprite.is_flipped_h()),
        side(frame.pivot.y, height, sprite.is_flipped_v()),
    )
}

/// Makes a sprite draw a frame.
fn dress(sprite: &mut Gd<Sprite2D>, frame: &SheetFrame) {
    let Some([x, y]) = frame.at else { return };
    let size = Vector2::new(frame.mask.width() as f32, frame.mask.height() as f32);
    let part = Rect2::new(Vector2::new(x as f32, y as f32), size);
    let offset = vector2(corner(sprite, frame));
    if sprite.get_hframes() != 1 || sprite.get_vframes() != 1 {
        sprite.set_frame(0);
        sprite.set_hframes(1);
        sprite.set_vframes(1);
    }
    if !sprite.is_region_enabled() || sprite.get_region_rect() != part {
        sprite.set_region_enabled(true);
        sprite.set_region_rect(part);
    }
    if sprite.is_centered() || sprite.get_offset() != offset {
        sprite.set_centered(false);
        sprite.set_offset(offset);
    }
}

/// Returns the pose of a body with a sheet: a flipped sprite mirrors it.
pub(crate) fn mirrored(pose: Pose, sprite: Option<&Gd<Sprite2D>>) -> Pose {
    let flips = sprite.map_or([false; 2], |sprite| [sprite.is_flipped_h(), sprite.is_flipped_v()]);
    let side = |scale: f64, is_flipped: bool| if is_flipped { -scale } else { scale };
    Pose { scale: Vec2::new(side(pose.scale.x, flips[0]), side(pose.scale.y, flips[1])), ..pose }
}

/// Returns what the sprite draws, for the shader: all pixels of the frame that are not clear.
pub(crate) fn drawn_by(sprite: &Gd<Sprite2D>, frame: &SheetFrame) -> Option<Drawn> {
    let (texture, at) = (sprite.get_texture()?, frame.at?);
    let part = [at[0], at[1], frame.mask.width(), frame.mask.height()].map(u32::cast_signed);
    let picture = Picture::of_part(&texture, part);
    Some(Drawn { picture, texture, pivot: -corner(sprite, frame) })
}

/// Returns the first child of a node that is a Sprite2D.
pub(crate) fn sprite_below(node: &Gd<Node2D>) -> Option<Gd<Sprite2D>> {
    node.get_children().iter_shared().find_map(|child| child.try_cast::<Sprite2D>().ok())
}

//! The picture that a sprite node draws, as a mask: texture, region, frame, flips and offset.

use std::collections::HashMap;
use std::sync::Arc;

use godot::classes::{AnimatedSprite2D, Node2D, Sprite2D, Texture2D};
use godot::prelude::*;
use kasuri::{Mask, Vec2};

use crate::errors::vec2;
use crate::mask::mask_of_texture;

/// A rectangle of a texture, as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Picture {
    texture: InstanceId,
    /// The left, the top, the width and the height, in pixels of the texture.
    part: [i32; 4],
    flips: [bool; 2],
    alpha: i64,
}

impl Picture {
    /// Describes a part of a texture with all pixels that are not clear.
    pub(crate) fn of_part(texture: &Gd<Texture2D>, part: [i32; 4]) -> Picture {
        Picture { texture: texture.instance_id(), part, flips: [false; 2], alpha: 1 }
    }

    /// Returns the left and the top in the texture.
    pub(crate) fn corner(&self) -> [i32; 2] {
        [self.part[0], self.part[1]]
    }

    pub(crate) fn flips(&self) -> [bool; 2] {
        self.flips
    }

    pub(crate) fn alpha(&self) -> i64 {
        self.alpha
    }
}

/// A picture and where it is drawn.
#[derive(Clone)]
pub(crate) struct Drawn {
    pub(crate) picture: Picture,
    pub(crate) texture: Gd<Texture2D>,
    /// The texel that is at the node's position.
    pub(crate) pivot: Vec2,
}

/// Whether a node draws a picture that a body can take.
pub(crate) fn is_sprite(node: &Gd<Node2D>) -> bool {
    node.clone().try_cast::<Sprite2D>().is_ok() || node.clone().try_cast::<AnimatedSprite2D>().is_ok()
}

/// Returns what a sprite node draws now.
pub(crate) fn drawn_by(node: &Gd<Node2D>, alpha: i64) -> Result<Drawn, String> {
    let name = node.get_name();
    if let Ok(sprite) = node.clone().try_cast::<Sprite2D>() {
        let texture = sprite.get_texture().ok_or_else(|| format!("{name} has no texture"))?;
        let whole = Rect2::new(Vector2::ZERO, texture.get_size());
        let part = if sprite.is_region_enabled() { sprite.get_region_rect() } else { whole };
        let (columns, rows) = (sprite.get_hframes().max(1), sprite.get_vframes().max(1));
        let size = part.size / Vector2::new(columns as f32, rows as f32);
        let (column, row) = (sprite.get_frame() % columns, sprite.get_frame() / columns);
        let corner = part.position + size * Vector2::new(column as f32, row as f32);
        let flips = [sprite.is_flipped_h(), sprite.is_flipped_v()];
        let part = Rect2::new(corner, size);
        return drawn(texture, part, flips, sprite.is_centered(), sprite.get_offset(), alpha);
    }
    let sprite = node.clone().try_cast::<AnimatedSprite2D>().map_err(|_| format!("{name} is no sprite"))?;
    let frames = sprite.get_sprite_frames().ok_or_else(|| format!("{name} has no sprite frames"))?;
    let (animation, frame) = (sprite.get_animation(), sprite.get_frame());
    if !frames.has_animation(&animation) || frame >= frames.get_frame_count(&animation) {
        return Err(format!("{name} has no frame {frame} in the animation {animation}"));
    }
    let texture = frames.get_frame_texture(&animation, frame);
    let texture = texture.ok_or_else(|| format!("frame {frame} of {name} has no texture"))?;
    let part = Rect2::new(Vector2::ZERO, texture.get_size());
    let flips = [sprite.is_flipped_h(), sprite.is_flipped_v()];
    drawn(texture, part, flips, sprite.is_centered(), sprite.get_offset(), alpha)
}

fn drawn(
    texture: Gd<Texture2D>,
    part: Rect2,
    flips: [bool; 2],
    is_centered: bool,
    offset: Vector2,
    alpha: i64,
) -> Result<Drawn, String> {
    let numbers = [part.position.x, part.position.y, part.size.x, part.size.y];
    if numbers.iter().any(|v| v.fract() != 0.0 || v.abs() > 32768.0) {
        return Err(format!("the rectangle {part} of its texture does not have whole pixels"));
    }
    let corner = vec2(offset) - if is_centered { vec2(part.size) / 2.0 } else { Vec2::default() };
    let picture = Picture { texture: texture.instance_id(), part: numbers.map(|v| v as i32), flips, alpha };
    Ok(Drawn { picture, texture, pivot: -corner })
}

/// The masks of textures and of their parts, so that each is made once.
#[derive(Default)]
pub(crate) struct Pictures {
    whole: HashMap<(InstanceId, i64), Arc<Mask>>,
    parts: HashMap<Picture, Arc<Mask>>,
}

impl Pictures {
    pub(crate) fn mask(&mut self, drawn: &Drawn) -> Result<Arc<Mask>, String> {
        let Drawn { picture, texture, .. } = drawn;
        if let Some(mask) = self.parts.get(picture) {
            return Ok(mask.clone());
        }
        let key = (picture.texture, picture.alpha);
        let whole = match self.whole.get(&key) {
            Some(whole) => whole.clone(),
            None => {
                let whole = Arc::new(mask_of_texture(texture, picture.alpha)?);
                self.whole.insert(key, whole.clone());
                whole
            }
        };
        let [left, top, width, height] = picture.part.map(i64::from);
        let side = |side: i64| usize::try_from(side).unwrap_or(0);
        let part = Mask::from_fn(side(width), side(height), |x, y| {
            whole.get(left + i64::from(x), top + i64::from(y))
        });
        let part = Arc::new(part.map_err(|e| e.to_string())?.flipped(picture.flips));
        self.parts.insert(picture.clone(), part.clone());
        Ok(part)
    }

    /// Forgets all masks, for textures that have changed.
    pub(crate) fn clear(&mut self) {
        *self = Pictures::default();
    }
}

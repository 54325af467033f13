//! The masks of sprites: made when the image has loaded, kept until the image changes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use bevy_asset::{AssetEvent, AssetId, Assets};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_math::URect;
use bevy_sprite::{Anchor, Sprite};
use kasuri::{Look, Mask};

use crate::collider::{BodyHandle, Collider, Source};
use crate::pixels::mask_of;
use crate::queue::What;
use crate::refused::Reason;
use crate::resource::Kasuri;

/// A part of an image, and the least alpha that is solid.
type Key = (AssetId<Image>, URect, u8);

/// The masks of images.
#[derive(Resource, Default)]
pub(crate) struct Masks(HashMap<Key, Result<Arc<Mask>, Reason>>);

/// Sprites with their images.
#[derive(SystemParam)]
pub(crate) struct Sprites<'w, 's> {
    sprites: Query<'w, 's, (&'static Sprite, Option<&'static Anchor>), Allow<Disabled>>,
    images: Option<Res<'w, Assets<Image>>>,
    layouts: Option<Res<'w, Assets<TextureAtlasLayout>>>,
    masks: ResMut<'w, Masks>,
}

impl Sprites<'_, '_> {
    /// Returns a sprite's look and the size of a texel in units, negative where it is flipped. `None` while the image
    /// loads.
    pub(crate) fn look(&mut self, entity: Entity, alpha: u8) -> Result<Option<(Look, [f64; 2])>, Reason> {
        let Ok((sprite, anchor)) = self.sprites.get(entity) else { return Err(Reason::NoSprite) };
        if sprite.image_mode.uses_slices() || sprite.image_mode.scale().is_some() {
            return Err(Reason::ImageMode);
        }
        let Some(image) = self.images.as_ref().and_then(|images| images.get(&sprite.image)) else {
            return Ok(None);
        };
        let Some(part) = part_of(sprite, image, self.layouts.as_deref())? else { return Ok(None) };
        let key = (sprite.image.id(), part, alpha);
        let mask =
            self.masks.0.entry(key).or_insert_with(|| mask_of(image, part, alpha).map(Arc::new)).clone()?;
        let texels = [f64::from(part.width()), f64::from(part.height())];
        let drawn = sprite.custom_size.map_or(texels, |size| [f64::from(size.x), f64::from(size.y)]);
        let flips = [sprite.flip_x, sprite.flip_y];
        let anchor = anchor.copied().unwrap_or_default().as_vec();
        // The texel at the entity's position, from the top left of what is drawn. A flip mirrors the picture within its
        // frame, but a mirrored body is mirrored about its pivot, so the pivot changes sides too.
        let from_left = [0.5 + f64::from(anchor.x), 0.5 - f64::from(anchor.y)];
        let pivot: [f64; 2] = std::array::from_fn(|k| {
            let from = if flips[k] { 1.0 - from_left[k] } else { from_left[k] };
            from * texels[k]
        });
        let size = std::array::from_fn(|k| {
            let size = drawn[k] / texels[k];
            if flips[k] { -size } else { size }
        });
        Ok(Some((Look::from(&mask).pivot(pivot), size)))
    }
}

/// Returns the texels of its image that a sprite shows; `None` while its atlas loads.
fn part_of(
    sprite: &Sprite,
    image: &Image,
    layouts: Option<&Assets<TextureAtlasLayout>>,
) -> Result<Option<URect>, Reason> {
    let whole = URect::from_corners(Default::default(), image.size());
    let frame = match &sprite.texture_atlas {
        None => whole,
        Some(atlas) => match layouts.and_then(|layouts| layouts.get(&atlas.layout)) {
            None => return Ok(None),
            Some(layout) => *layout.textures.get(atlas.index).ok_or(Reason::Outside)?,
        },
    };
    let Some(rect) = sprite.rect else { return inside(frame, whole).map(Some) };
    let corner = frame.min.as_vec2();
    let (min, max) = (rect.min + corner, rect.max + corner);
    // A mask consists of whole texels.
    if min.fract() != Default::default() || max.fract() != Default::default() || min.min_element() < 0.0 {
        return Err(Reason::Outside);
    }
    inside(URect { min: min.as_uvec2(), max: max.as_uvec2() }, whole).map(Some)
}

fn inside(part: URect, whole: URect) -> Result<URect, Reason> {
    if part.is_empty() || !whole.contains(part.min) || !whole.contains(part.max) {
        return Err(Reason::Outside);
    }
    Ok(part)
}

/// Notes the bodies whose sprite, image or atlas changed.
pub(crate) fn watch_sprites(
    mut kasuri: ResMut<Kasuri>,
    mut masks: ResMut<Masks>,
    changed: Query<Entity, (With<BodyHandle>, Or<(Changed<Sprite>, Changed<Anchor>)>)>,
    all: Query<(Entity, &Sprite, &Collider), Allow<Disabled>>,
    mut images: Option<MessageReader<AssetEvent<Image>>>,
    mut layouts: Option<MessageReader<AssetEvent<TextureAtlasLayout>>>,
) {
    let kasuri = &mut *kasuri;
    kasuri.noted.extend(changed.iter().map(|entity| (entity, What::LOOK)));
    let images: HashSet<_> =
        images.iter_mut().flat_map(MessageReader::read).filter_map(other_than_before).collect();
    let layouts: HashSet<_> =
        layouts.iter_mut().flat_map(MessageReader::read).filter_map(other_than_before).collect();
    if images.is_empty() && layouts.is_empty() {
        return;
    }
    masks.0.retain(|(image, ..), _| !images.contains(image));
    for (entity, sprite, collider) in &all {
        let is_other = images.contains(&sprite.image.id())
            || sprite.texture_atlas.as_ref().is_some_and(|atlas| layouts.contains(&atlas.layout.id()));
        if is_other && matches!(collider.source, Source::Sprite { .. }) {
            kasuri.noted.push((entity, What::LOOK));
        }
    }
}

fn other_than_before<A: bevy_asset::Asset>(event: &AssetEvent<A>) -> Option<AssetId<A>> {
    match event {
        AssetEvent::Added { id } | AssetEvent::Modified { id } | AssetEvent::Removed { id } => Some(*id),
        AssetEvent::Unused { .. } | AssetEvent::LoadedWithDependencies { .. } => None,
    }
}

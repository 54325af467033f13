//! Turns an entity's collider into a look of the library.

use std::sync::Arc;

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use kasuri::{Body, Look};

use crate::collider::{Collider, Source};
use crate::refused::Reason;
#[cfg(feature = "sprites")]
use crate::sprites::Sprites;

/// The system parameters that reading a collider needs.
#[derive(SystemParam)]
pub(crate) struct Looks<'w, 's> {
    #[cfg(feature = "sheets")]
    sheets: Option<Res<'w, bevy_asset::Assets<crate::KasuriSheet>>>,
    #[cfg(feature = "sprites")]
    sprites: Sprites<'w, 's>,
    nothing: std::marker::PhantomData<(&'w (), &'s ())>,
}

/// One look, or several frames that bodies share.
pub(crate) enum Shown {
    Look(Look),
    Frames(Arc<[Look]>, usize),
}

/// A look, and the size of one of its texels or units.
pub(crate) struct SizedLook {
    pub(crate) shown: Shown,
    pub(crate) size: [f64; 2],
}

impl Shown {
    pub(crate) fn body(self) -> Body {
        match self {
            Shown::Look(look) => Body::new(look),
            Shown::Frames(looks, frame) => Body::frames(&looks).frame(frame),
        }
    }

    /// Returns the look that is shown.
    pub(crate) fn look(self) -> Result<Look, Reason> {
        match self {
            Shown::Look(look) => Ok(look),
            Shown::Frames(looks, frame) => match looks.get(frame) {
                Some(look) => Ok(look.clone()),
                None => {
                    let text = format!("there is no frame {frame} among {}; the first is 0", looks.len());
                    Err(kasuri::Error::new(kasuri::ErrorKind::NotFound, text).into())
                }
            },
        }
    }
}

impl Looks<'_, '_> {
    /// Returns the current look of a collider; `None` while its image loads.
    pub(crate) fn of(
        &mut self,
        entity: Entity,
        collider: &Collider,
        frame: usize,
        pixels_per_unit: f64,
    ) -> Result<Option<SizedLook>, Reason> {
        let plain = |shown| Ok(Some(SizedLook { shown, size: [1.0, 1.0] }));
        match &collider.source {
            Source::Look(look) => plain(Shown::Look(collider.with_regions(look.clone()?))),
            Source::Frames(looks) => plain(Shown::Frames(collider.with_regions_each(looks), frame)),
            #[cfg(feature = "sheets")]
            Source::Sheet(sheet) => {
                let sheets = self.sheets.as_ref();
                let Some(sheet) = sheets.and_then(|sheets| sheets.get(sheet)) else { return Ok(None) };
                // It is drawn as a sprite is, with one unit per texel.
                let shown = Shown::Frames(collider.with_regions_each(sheet.looks()), frame);
                Ok(Some(SizedLook { shown, size: [pixels_per_unit; 2] }))
            }
            #[cfg(feature = "sprites")]
            &Source::Sprite { alpha } => {
                let Some((look, size)) = self.sprites.look(entity, alpha)? else { return Ok(None) };
                // A sprite is drawn with one unit per texel, but a mask has one pixel per texel.
                let size = size.map(|size| size * pixels_per_unit);
                Ok(Some(SizedLook { shown: Shown::Look(collider.with_regions(look)), size }))
            }
        }
    }
}

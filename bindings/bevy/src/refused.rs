//! The reasons why an entity has no body at the moment.

use bevy_ecs::prelude::*;

/// An entity's body was refused: it hits nothing until it can be placed again. Sent once for each reason, and logged.
#[derive(Message, Debug, Clone, PartialEq)]
pub struct Refused {
    /// The entity.
    pub entity: Entity,
    /// The reason.
    pub reason: Reason,
}

/// The reason why a body was refused.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// The library refused it.
    Kasuri(kasuri::Error),
    /// The transforms of the entity and its parents turn squares into parallelograms. A turned child of a parent with
    /// different scales in x and y does that. The library turns, scales and mirrors, but it does not shear.
    Sheared,
    /// The entity is among its own parents, or has more than [`MOST_PARENTS`](crate::MOST_PARENTS).
    Parents,
    /// The collider follows a `Sprite`, and the entity has none.
    NoSprite,
    /// The image is not kept in memory: load it with `RenderAssetUsages::MAIN_WORLD` too.
    NoPixels,
    /// The image is compressed or is not a plain two-dimensional picture.
    Format(String),
    /// The sprite's atlas or rectangle is not a part of its image.
    Outside,
    /// The sprite is sliced or tiled: give it another collider.
    ImageMode,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Reason::Kasuri(error) => error.fmt(f),
            Reason::Sheared => f.write_str("its transform shears; a body can be turned, scaled and mirrored"),
            Reason::Parents => f.write_str("it has too many parents, or is one of them"),
            Reason::NoSprite => f.write_str("its collider follows a Sprite, and it has none"),
            Reason::NoPixels => {
                f.write_str("its image is not kept in memory; load it with RenderAssetUsages::MAIN_WORLD too")
            }
            Reason::Format(format) => write!(f, "its image is {format}; a plain picture is needed"),
            Reason::Outside => f.write_str("its atlas or rectangle names no part of its image"),
            Reason::ImageMode => f.write_str("its sprite is sliced or tiled; give it another collider"),
        }
    }
}

impl std::error::Error for Reason {}

impl From<kasuri::Error> for Reason {
    fn from(error: kasuri::Error) -> Reason {
        Reason::Kasuri(error)
    }
}

//! Kasuri for Bevy: pixel-accurate hits between entities. The answers are the same, bit for bit, on every machine.
#![doc = include_str!("../README.md")]

mod angle;
mod apply;
mod bodies;
mod collider;
mod family;
mod follow;
#[cfg(feature = "gizmos")]
mod gizmos;
mod layers;
mod looks;
#[cfg(feature = "sprites")]
mod pixels;
mod place;
mod plugin;
mod queue;
mod refused;
mod resource;
mod rollback;
mod settings;
#[cfg(feature = "sheets")]
mod sheets;
#[cfg(feature = "sprites")]
mod sprites;
mod sync;
mod tell;

pub use crate::resource::Kasuri;
pub use angle::angle_of;
pub use collider::{BodyHandle, Collider};
pub use family::MOST_PARENTS;
#[cfg(feature = "gizmos")]
pub use gizmos::{KasuriGizmos, KasuriGizmosPlugin};
pub use kasuri;
pub use layers::{CollisionLayers, LayerBits};
pub use plugin::{KasuriPlugin, KasuriSet};
pub use refused::{Reason, Refused};
pub use rollback::{KasuriSnapshot, restore};
pub use settings::{
    BodyData, ColliderDisabled, Cooldown, DespawnBeyond, Frame, Graze, HitEvents, Invulnerable, MaxHits,
    Swept, Teleport,
};
#[cfg(feature = "sheets")]
pub use sheets::KasuriSheet;
pub use tell::{EnteredBounds, Grazed, HitBegan, HitEnded, LeftBounds};

/// The names that games use.
pub mod prelude {
    pub use crate::{
        BodyData, BodyHandle, Collider, ColliderDisabled, CollisionLayers, Cooldown, DespawnBeyond,
        EnteredBounds, Frame, Graze, Grazed, HitBegan, HitEnded, HitEvents, Invulnerable, Kasuri,
        KasuriPlugin, KasuriSet, LayerBits, LeftBounds, MaxHits, Refused, Swept, Teleport,
    };
    pub use kasuri;
}

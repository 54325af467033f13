//! Layers: they select which bodies are tested against which (SPEC 5), as a typed enum or as bits.

use bevy_ecs::prelude::*;
use kasuri::Layers;

use crate::queue::{self, What};

/// The types that functions accept as layers: an enum made by [`layers!`](crate::layers), a list of its values, or bits.
pub trait LayerBits {
    /// Returns the layers as bits, one for each.
    fn bits(&self) -> u32;
}

impl LayerBits for u32 {
    fn bits(&self) -> u32 {
        *self
    }
}

impl<L: LayerBits, const N: usize> LayerBits for [L; N] {
    fn bits(&self) -> u32 {
        self.iter().fold(0, |all, layer| all | layer.bits())
    }
}

impl<L: LayerBits> LayerBits for &[L] {
    fn bits(&self) -> u32 {
        self.iter().fold(0, |all, layer| all | layer.bits())
    }
}

/// Makes an enum whose values are layers, at most 32.
///
/// ```
/// use kasuri_bevy::prelude::*;
///
/// kasuri_bevy::layers! {
///     /// The layers of this game.
///     pub enum Layer {
///         Player,
///         Bullet,
///         Wall,
///     }
/// }
///
/// let bullet = CollisionLayers::new(Layer::Bullet, [Layer::Player, Layer::Wall]);
/// assert_eq!((bullet.layers().layer, bullet.layers().against), (2, 5));
/// ```
#[macro_export]
macro_rules! layers {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$on:meta])* $layer:ident),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        $vis enum $name {
            $($(#[$on])* $layer,)+
        }

        // An enum with more than 32 layers does not compile.
        const _: () = assert!([$(stringify!($layer)),+].len() <= 32, "there are at most 32 layers");

        impl $crate::LayerBits for $name {
            fn bits(&self) -> u32 {
                1 << (*self as u32)
            }
        }
    };
}

/// The layers that a body is on, and the layers that it is against. An entity without this component is on layer 1,
/// against all. A pair is tested when each of the two is on a layer that the other is against, and they are not in one
/// group.
///
/// The component is replaced, not changed in place: insert another one.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
#[component(immutable, on_insert = queue::on_insert::<Self>, on_remove = queue::on_remove::<Self>)]
pub struct CollisionLayers(Layers);

impl queue::Noted for CollisionLayers {
    const WHAT: What = What::LAYERS;
}

impl CollisionLayers {
    /// Makes a component on `layer`, against `against`. Either may be one layer or several.
    ///
    /// ```
    /// use kasuri_bevy::prelude::*;
    /// assert_eq!(CollisionLayers::new(2, [1, 4]).layers().against, 5);
    /// ```
    pub fn new(layer: impl LayerBits, against: impl LayerBits) -> CollisionLayers {
        CollisionLayers(Layers::new(layer.bits(), against.bits()))
    }

    /// Makes a component on `layer`, against all layers.
    ///
    /// ```
    /// use kasuri_bevy::prelude::*;
    /// assert_eq!(CollisionLayers::on(2).layers().against, u32::MAX);
    /// ```
    pub fn on(layer: impl LayerBits) -> CollisionLayers {
        CollisionLayers(Layers { layer: layer.bits(), ..Layers::default() })
    }

    /// Returns the same layers in a group; 0 is none. Two bodies of one group are no pair, whatever their layers say: a
    /// boss and its own shots.
    ///
    /// ```
    /// use kasuri_bevy::prelude::*;
    /// assert_eq!(CollisionLayers::on(2).in_group(7).layers().group, 7);
    /// ```
    #[must_use]
    pub fn in_group(self, group: u32) -> CollisionLayers {
        CollisionLayers(Layers { group, ..self.0 })
    }

    /// Returns the layers as the library's type.
    pub fn layers(self) -> Layers {
        self.0
    }
}

//! The changes of bodies' components since the last step, in order. Hooks note each change when it happens, so a frame
//! without changes costs nothing.

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;

use crate::resource::Kasuri;

/// The parts of a body that the library's world does not know yet, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct What(u16);

impl What {
    pub(crate) const LAYERS: What = What(1);
    pub(crate) const GRAZE: What = What(1 << 1);
    pub(crate) const COOLDOWN: What = What(1 << 2);
    pub(crate) const MAX_HITS: What = What(1 << 3);
    pub(crate) const INVULNERABLE: What = What(1 << 4);
    pub(crate) const LEASH: What = What(1 << 5);
    pub(crate) const DATA: What = What(1 << 6);
    pub(crate) const FRAME: What = What(1 << 7);
    pub(crate) const LOOK: What = What(1 << 8);
    pub(crate) const PLACE: What = What(1 << 9);
    pub(crate) const TELEPORT: What = What(1 << 10);
    pub(crate) const ACTIVE: What = What(1 << 11);
    pub(crate) const EVENTS: What = What(1 << 12);
    pub(crate) const SWEPT: What = What(1 << 13);

    /// All parts that the library can refuse.
    pub(crate) const ALL_REFUSABLE: What = What::LAYERS
        .and(What::GRAZE)
        .and(What::LEASH)
        .and(What::SWEPT)
        .and(What::FRAME)
        .and(What::LOOK)
        .and(What::PLACE)
        .and(What::ACTIVE);

    pub(crate) const fn has(self, other: What) -> bool {
        self.0 & other.0 != 0
    }

    pub(crate) const fn and(self, other: What) -> What {
        What(self.0 | other.0)
    }
}

/// A component whose changes are all noted.
pub(crate) trait Noted: Component {
    /// The parts of the body that it describes.
    const WHAT: What;
}

/// Notes that a component was inserted, also when it replaces another one.
pub(crate) fn on_insert<C: Noted>(world: DeferredWorld<'_>, context: HookContext) {
    note(world, context.entity, C::WHAT);
}

/// Notes that a component was removed, also when its entity was despawned.
pub(crate) fn on_remove<C: Noted>(world: DeferredWorld<'_>, context: HookContext) {
    note(world, context.entity, C::WHAT);
}

pub(crate) fn note(mut world: DeferredWorld<'_>, entity: Entity, what: What) {
    if let Some(mut kasuri) = world.get_resource_mut::<Kasuri>() {
        kasuri.noted.push((entity, what));
    }
}

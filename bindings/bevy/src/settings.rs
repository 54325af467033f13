//! The settings of a body, one component each. All of them are replaced, not changed in place: insert another one.

use bevy_ecs::prelude::*;

use crate::queue::{self, What};

/// Makes a component that is noted whenever it is inserted or removed.
macro_rules! setting {
    ($(#[$meta:meta])* $name:ident $(($field:ty))? => $what:ident) => {
        $(#[$meta])*
        #[derive(Component, Debug, Clone, Copy, PartialEq)]
        #[component(immutable, on_insert = queue::on_insert::<Self>, on_remove = queue::on_remove::<Self>)]
        pub struct $name $((pub $field))?;

        impl queue::Noted for $name {
            const WHAT: What = What::$what;
        }
    };
}

setting! {
    /// Near misses within this margin are reported as [`Grazed`](crate::Grazed), once for each pair.
    Graze(f64) => GRAZE
}
setting! {
    /// The body misses nothing between one step and the next, however fast it is (SPEC 6).
    ///
    /// To move an entity without sweeping the path in between, insert [`Teleport`] together with the new `Transform`.
    Swept => SWEPT
}
setting! {
    /// The body jumps to its `Transform`; nothing in between is hit. The next step removes the component.
    Teleport => TELEPORT
}
setting! {
    /// After a hit between two bodies the pair does not hit for this many steps.
    Cooldown(u32) => COOLDOWN
}
setting! {
    /// The number of hits the body makes; after them it hits nothing. Inserting the component again starts a new count.
    MaxHits(u32) => MAX_HITS
}
setting! {
    /// Nothing hits the body for this many steps. Inserting the component again starts a new count.
    Invulnerable(u64) => INVULNERABLE
}
setting! {
    /// The entity is despawned when its body is outside the world's bounds by more than this margin.
    DespawnBeyond(f64) => LEASH
}
setting! {
    /// A number that is stored with the body, also in snapshots and hashes.
    BodyData(u64) => DATA
}
setting! {
    /// The index of the look that a body with [several](crate::Collider::frames) shows; 0 without this component.
    Frame(usize) => FRAME
}
setting! {
    /// The body hits nothing and no query finds it. Its state stays: its remaining hits, its cooldowns.
    ColliderDisabled => ACTIVE
}
setting! {
    /// [`HitBegan`](crate::HitBegan), [`HitEnded`](crate::HitEnded) and [`Grazed`](crate::Grazed) are triggered on the entity,
    /// for observers. Messages are written for every body, with or without this component.
    HitEvents => EVENTS
}

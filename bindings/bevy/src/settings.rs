//! What a body is told to do, a component each. All of them are replaced, not changed in place: insert another one.

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
    /// Near misses within this margin are told as [`Grazed`](crate::Grazed), a pair's first.
    Graze(f64) => GRAZE
}
setting! {
    /// The body misses nothing on its way from one step to the next, however fast it is (SPEC 6).
    ///
    /// Where an entity is put elsewhere without a way, insert [`Teleport`] beside the new `Transform`.
    Swept => SWEPT
}
setting! {
    /// The body is put where its `Transform` says without a way there. The next step removes the component.
    Teleport => TELEPORT
}
setting! {
    /// After a hit between two bodies the pair does not hit for so many steps.
    Cooldown(u32) => COOLDOWN
}
setting! {
    /// How many hits the body makes; after them it hits nothing. Inserting it again starts anew.
    MaxHits(u32) => MAX_HITS
}
setting! {
    /// For so many steps nothing hits the body. Inserting it again starts anew.
    Invulnerable(u64) => INVULNERABLE
}
setting! {
    /// The entity is despawned when its body is outside the world's bounds by more than this margin.
    DespawnBeyond(f64) => LEASH
}
setting! {
    /// A number that is kept with the body, in snapshots and hashes too.
    BodyData(u64) => DATA
}
setting! {
    /// Which of its looks a body with [several](crate::Collider::frames) shows; the first without this component.
    Frame(usize) => FRAME
}
setting! {
    /// The body hits nothing, is found by no question, and keeps what is known of it: its hits left, its cooldowns.
    ColliderDisabled => ACTIVE
}
setting! {
    /// [`HitBegan`](crate::HitBegan), [`HitEnded`](crate::HitEnded) and [`Grazed`](crate::Grazed) are triggered on the entity,
    /// for observers; messages are written for every body.
    HitEvents => EVENTS
}

//! What a body says of its own hits. `step/rules.rs` applies it.

/// The rules of a body besides its layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(in crate::world) struct Rules {
    /// After a hit that counts, the pair's hits are ignored for this many steps.
    pub(in crate::world) cooldown: u32,
    /// How many bodies it may still hit.
    pub(in crate::world) hits_left: Option<u32>,
    /// It takes no hits up to and including this step; 0 is the time before the first step.
    pub(in crate::world) invulnerable: u64,
    /// The body is removed when it is this far beyond the world's bounds, in lattice units.
    pub(in crate::world) leash: Option<i32>,
}

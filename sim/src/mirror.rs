//! The mirror of tests/world_soak: bodies as plain values, and what a step must tell of them by the reference.
#![allow(dead_code, clippy::unwrap_used)]

#[path = "../../tests/world_soak/mirror/judge.rs"]
pub mod judge;
#[path = "../../tests/world_soak/mirror/twin.rs"]
pub mod twin;

//! Tests the bullet-hell kit: rules, snapshots, recordings, rollback, many worlds.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../../examples/rollback/duel.rs"]
mod duel;
mod golden;
#[path = "../world_soak/mirror/mod.rs"]
mod mirror;
#[path = "../../examples/rollback/peer.rs"]
mod peer;
mod programs;
mod record;
mod rollback;
mod session;
mod snapshot;
mod worlds;

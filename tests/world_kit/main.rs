//! The bullet-hell kit: rules, snapshots, recordings, rollback, many worlds.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod worlds;

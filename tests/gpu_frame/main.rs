//! Tests that whole frames on the device find what the host finds, in one submission and one wait.
#![cfg(feature = "gpu")]
#![allow(clippy::print_stdout, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
mod counts;
#[path = "../gpu/mod.rs"]
mod gpu;
mod kinds;
mod on_device;
mod resident;
mod scenes;
mod timed;
mod twin;
mod under_way;

//! Tests mask operations, each compared with a twin that handles one texel at a time.

#![allow(clippy::unwrap_used)] // Helpers of tests count as tests, too.

mod algebra;
mod aseprite;
mod carve;
mod components;
mod convex_parts;
mod outline;
#[path = "../common/pace.rs"]
mod pace;
mod reshape;
mod support;
mod trace;

//! Tests that contacts are right (SPEC 5). Those of a million pairs of bodies of all kinds are the reference's, and they do what
//! SPEC 5 says: after the move no two parts overlap by more than 1e-3 px, and no shorter move is free. What they cost is
//! counted in units of work.
#![allow(missing_docs, unreachable_pub, clippy::print_stdout, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[cfg(feature = "scene")]
#[path = "../common/pace.rs"]
mod pace;

mod brute;
#[cfg(feature = "scene")]
mod costs;
mod judged;
mod kinds;
mod large;
mod places;
#[cfg(feature = "scene")]
mod scenes;
mod shorter;
mod slots;

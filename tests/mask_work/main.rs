//! Masks people can work with: every operation against a twin that looks at one texel at a time.

#![allow(clippy::unwrap_used)] // what helps tests is a test, too

mod algebra;
mod aseprite;
mod carve;
mod coarse;
mod components;
mod convex_parts;
mod outline;
mod reshape;
mod support;
mod trace;

//! Tests platformers: walkers on tiles, slopes, masks, one-way cells and lifts.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

#[path = "../common/mod.rs"]
mod common;
mod level;
mod play;
mod rides;
mod what_users_met;

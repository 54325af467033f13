//! A world and its mirror: the test's own account of every body, judged by the reference and by plain rules.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used)]

pub mod judge;
pub mod program;
pub mod random;
pub mod twin;

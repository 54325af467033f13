//! A world and its mirror: the test's own record of every body, compared by the reference and by plain rules.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used)]

pub mod judge;
pub mod program;
pub mod random;
pub mod twin;

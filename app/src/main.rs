//! Kasuri's program.

fn main() {}

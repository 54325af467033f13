//! The table of bodies. A body is a **row**: an entry in each column. Handles lead to rows by slots; looks and placed forms are stored once
//! and named by numbers. Everything above this folder reads the columns, and changes them through the functions of [`rows`].

pub(in crate::world) mod axes;
pub(in crate::world) mod body;
pub(in crate::world) mod body_rules;
pub(in crate::world) mod changes;
pub(in crate::world) mod column;
pub(in crate::world) mod handle;
pub(in crate::world) mod hasher;
pub(in crate::world) mod index;
pub(in crate::world) mod look;
pub(in crate::world) mod looks;
pub(in crate::world) mod passage;
pub(in crate::world) mod paths;
pub(in crate::world) mod rows;
pub(in crate::world) mod scan;

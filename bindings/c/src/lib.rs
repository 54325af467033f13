//! Kasuri for C: the implementation of every function that `include/kasuri.h` declares.
//!
//! The binding only translates types and errors. It decides nothing: every answer comes from the library.
#![allow(non_camel_case_types, reason = "the names of types are those of the header")]

mod ask;
mod batch;
mod border;
mod choices;
mod det;
mod draw;
mod edit;
mod filter;
mod fits;
mod hits;
mod looks;
mod mask_make;
mod mask_pairs;
mod mask_pieces;
mod mask_verbs;
mod object;
mod pointers;
mod query;
mod record;
mod seen;
mod shapes;
mod sheet;
mod snapshot;
mod spawn;
mod status;
mod step;
mod table;
mod tiles;
mod travel;
mod types;
mod version;
mod way;
mod world;

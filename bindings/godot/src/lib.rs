//! Kasuri for Godot 4: a GDExtension. The addon's folder is `addons/kasuri`; the README tells how to use it.
//!
//! Godot calls every function here between two of its own. No borrow of a Kasuri object is held while a signal is emitted,
//! so a handler may step, remove, free and query. What Kasuri refuses becomes an error in Godot's log and an empty answer.

mod answers;
mod body;
mod body_moves;
mod bullets;
#[cfg(test)]
mod class_reference;
mod crowd;
mod definition;
mod det;
mod drawing;
mod entry;
mod errors;
mod exact;
mod fits;
mod hit;
mod home;
mod look;
mod mask;
mod overlay;
mod picture;
#[cfg(feature = "bench")]
mod plain_scene;
mod pose;
mod recording;
mod rules;
mod shape;
mod sheet;
mod sheet_parts;
mod sheet_play;
mod signals;
mod snapshot;
mod tile_map;
mod world;
mod world_bodies;
mod world_queries;

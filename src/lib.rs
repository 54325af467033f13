//! Kasuri finds out what hit what in a 2D game: exactly, to the pixel, and with the same answers on every machine.
//! Sprites collide exactly as they are drawn, also turned, scaled and mirrored, with other sprites, shapes and tile
//! maps.
//!
//! ```
//! use std::sync::Arc;
//! use kasuri::{Body, Mask, World};
//!
//! let mut world = World::new();
//! let art = Arc::new(Mask::from_rows(&["...##...", ".######.", "########"])?);
//! let ship = world.spawn(Body::sprite(&art).at([100.0, 100.0]))?;
//! let shot = world.spawn(Body::circle(2.0).at([100.0, 80.0]))?;
//! assert!(world.step()?.began().is_empty());
//! world.edit(shot).position([100.0, 98.0])?;
//! let hit = world.step()?.began()[0];
//! assert_eq!((hit.a, hit.b), (ship, shot));
//! # Ok::<(), kasuri::Error>(())
//! ```
//!
//! # Which page answers which question
//!
//! | question | page |
//! |---|---|
//! | How do I add, move and remove bodies, and how do I get their hits? | [`World`] |
//! | What can a body be: shapes, sprites, regions, layers, rules? | [`Body`] |
//! | How do I make a mask from a picture, and what can I do with it? | [`Mask`] and [`mask`] |
//! | How do I load a sheet of the hit box editor? | `sheet`, with that feature |
//! | How do I test two bodies without a world? | [`query`] |
//! | How do I test many pairs of numbers at once? | [`batch`] |
#![cfg_attr(feature = "gpu", doc = "| How do I use a GPU? | [`gpu`] |")]
//! | How does a body move until it hits something, walk, or ride a lift? | [`travel`] |
//! | How do I record a game and compare two machines? | [`record`], [`guide::rollback`] |
//! | Which sine and which random numbers are the same on every machine? | [`det`] |
//! | How do I step thousands of small worlds? | [`worlds`] |
//! | What can go wrong, and what do the messages mean? | [`Error`] |
//! | How do I do what pygame, parry and rapier, or Box2D do? | [`guide::coming_from_pygame`], [`guide::coming_from_parry_and_rapier`], [`guide::coming_from_box2d`] |
//! | How do I solve a common task? | [`guide::recipes`] |
//! | Why is this answer not what I expected? | [`guide::mistakes`] |
//! | How do I build a bullet hell or a platformer? | [`guide::bullet_hell`], [`guide::platformer`] |
//! | How do I draw exactly what hits? | [`guide::drawing`] |
//! | What do *graze*, *against*, *lattice* and *cover* mean? | [`guide::words`] |
//! | What exactly is an overlap? | [`guide::spec`] |
//!
//! # A game
//!
//! Masks come from rows of text, or from pictures by alpha, by colour key or by your own predicate. Bodies are points,
//! segments, circles, ellipses, capsules, boxes, polygons (also concave ones), chains, compounds, sprites and tile maps, with frames
//! and named regions. Between steps, a world answers queries: what is at a point, in a box, a circle or a cone, along a ray,
//! or nearest. It sweeps bodies so that none passes through another, and pushes, slides and bounces them. A
//! [`swept`](Body::swept) body misses nothing in a step, however fast it is, and each hit says at which time it was.
//!
//! ```
//! use std::sync::Arc;
//! use kasuri::{Body, Mask, Region, Shape, World};
//!
//! const PLAYER: u32 = 1;
//! const BULLET: u32 = 2;
//!
//! let mut world = World::builder().bounds([0.0, 0.0], [640.0, 480.0]).build()?;
//! let art = Arc::new(Mask::from_rows(&["...##...", ".######.", "########"])?);
//! let ship = Body::sprite(&art).at([320.0, 400.0]).layer(PLAYER).region(Region::new("core", Shape::circle(1.5)?));
//! let ship = world.spawn(ship)?;
//! let shots = world.spawn_many(1000, |k| {
//!     Body::circle(3.0).at([k as f64 * 0.64, 380.0]).layer(BULLET).against(PLAYER).graze(12.0)
//! })?;
//! for frame in 0..60 {
//!     let places: Vec<_> = (0..1000).map(|k| [k as f64 * 0.64, 380.0 + f64::from(frame)]).collect();
//!     world.set_positions(&shots, &places)?;
//!     let step = world.step()?;
//!     for hit in step.began() {
//!         if world.get(ship)?.region(hit.regions[0]) == Some("core") {
//!             world.edit(ship).invulnerable(60)?;
//!         }
//!     }
//!     println!("{} hits, {} grazes", step.hits().count(), step.grazes().len());
//! }
//! # Ok::<(), kasuri::Error>(())
//! ```
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `gpu` | no | the GPU executor, on wgpu: the same answers; `kasuri::gpu::wgpu` is the one it is built with |
//! | `threads` | yes | several threads for large steps and many worlds, with the same answers |
//! | `images` | yes | masks from PNG files, still or animated |
//! | `gif`, `webp`, `bmp`, `qoi`, `tga` | no | masks from files of these formats |
//! | `scene` | no | scene files: reading, solving, answers as JSON; worlds whose pairs are checked by the plain reference |
//! | `aseprite` | no | sprite sheets with Aseprite's JSON: frames, tags, slices with pivots |
//! | `sheet` | no | the sheets of the hit box editor: frames, masks, regions, values; from Aseprite, too |
//! | `tiled` | no | levels with the JSON of the editor Tiled: tile maps, flipped tiles, one-way tiles, objects |
//! | `glam`, `mint` | no | `From` and `Into` for their vectors |
//! | `tracing` | no | a span for every step and each of its stages |
//!
//! No feature changes an answer.
//!
//! # Debug builds
//!
//! Debug builds are ten times slower, or more. Put `[profile.dev.package.kasuri]` with `opt-level = 3` into the
//! `Cargo.toml` of your game: then Cargo optimises Kasuri also there.

#![cfg_attr(docsrs, feature(doc_cfg))]
// Some items are used only with `internals`. Tests and lints of the workspace are built with it.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unreachable_pub, unused_imports))]

pub mod answer;
pub mod batch;
#[doc(alias = "broad phase")]
pub mod broad;
mod ceilings;
mod clock;
mod clone_by_field;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod counts;
#[cfg(not(feature = "internals"))]
mod counts;
mod cpu;
mod crc;
pub mod det;
mod effort;
mod error;
mod form;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod guide;
mod kernels;
mod laps;
pub mod lattice;
pub mod mask;
#[doc(alias = "narrow phase")]
pub mod query;
mod quick_hash;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod reference;
#[cfg(all(feature = "scene", not(feature = "internals")))]
mod reference;
#[cfg(feature = "scene")]
pub mod scene;
pub mod shape;
#[cfg(feature = "sheet")]
pub mod sheet;
mod shortest;
mod simd;
mod threads;
mod vec2;
pub mod world;

pub use ceilings::Ceilings;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub use error::Cause;
pub use error::{Error, ErrorKind, Result};
pub use form::{Layers, Touching};
pub use lattice::Vec2;
pub use mask::Mask;
pub use shape::{Placement, Shape, TileMap};
pub use world::record::{Recorder, Recording};
pub use world::{
    Area, Backend, Body, Filter, Handle, Hit, Look, Region, Snapshot, Step, World, record, travel, worlds,
};

/// How the CPU computes: threads and vector units.
pub mod parallel {
    #[doc(hidden)]
    pub use crate::laps::on_lap;
    pub use crate::simd::Simd;
    pub use crate::threads::Threads;
}

/// The README; its example runs as a test.
#[cfg(all(doctest, feature = "images"))]
#[doc = include_str!("../README.md")]
pub struct Readme;

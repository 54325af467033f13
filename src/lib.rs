//! Kasuri tells games what hit what, to the pixel, exactly, the same on every machine.

pub mod answer;
pub mod batch;
pub mod broad;
mod ceilings;
mod clock;
pub mod cpu;
mod crc;
mod effort;
mod error;
mod form;
#[cfg(feature = "gpu")]
pub mod gpu;
mod kernels;
pub mod lattice;
mod mask;
pub mod query;
pub mod reference;
#[cfg(feature = "scene")]
pub mod scene;
mod shape;
mod shortest;
mod simd;
mod threads;
mod vec2;
mod world;

pub use ceilings::Ceilings;
pub use error::{Error, Result};
pub use form::{Form, Layers, Moving, Placed, Touching};
pub use lattice::Vec2;
#[cfg(feature = "aseprite")]
pub use mask::aseprite;
pub use mask::{
    Alpha, Animation, Changed, Coarse, Component, Components, Contour, Cover, Key, Mask, Neighbours, Opaque,
    PLACEMENT_GLSL, PLACEMENT_WGSL, Sprite, Turn,
};
#[cfg(feature = "tiled")]
pub use shape::tiled;
pub use shape::{
    Cell, CellForm, Convex, Frame, Part, Parts, PlacedCell, Placement, Polygon, Shape, TileMap, Tiles,
};
pub use simd::Simd;
pub use threads::Threads;

pub use world::{
    Axes, Backend, Body, Builder, Carried, DebugDraw, Difference, Filter, Flat, Ground, Handle, Hit, Look,
    Met, Near, Pass, RayMet, Recorder, Recording, Region, Replay, Report, Response, Seen, Snapshot, Solid,
    Step, Steps, Times, Told, Travel, World, Worlds, deflected,
};

/// The wgpu that the feature `gpu` is built with, for those who bring their own device.
#[cfg(feature = "gpu")]
pub use wgpu;

/// The README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// The page on GPUs, its examples run as tests.
#[cfg(all(doctest, feature = "gpu"))]
#[doc = include_str!("../docs/gpu.md")]
pub struct GpuGuide;

/// The page on drawing, its examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/drawing.md")]
pub struct DrawingGuide;

/// The guide to `query`, its examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/query.md")]
pub struct QueryGuide;

/// The guide to the bullet-hell kit, its examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/bullet-hell.md")]
pub struct BulletHellGuide;

/// The guide to platformers, its examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/platformer.md")]
pub struct PlatformerGuide;

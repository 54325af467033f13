//! Pictures as bits, and the world pixels that a placed picture covers (SPEC 4).

mod algebra;
pub(crate) mod animation;
#[cfg(feature = "images")]
mod apng;
#[cfg(feature = "aseprite")]
pub mod aseprite;
mod bits;
mod by_colour;
mod carve;
#[cfg(feature = "images")]
mod chunks;
mod common;
mod components;
mod convex_parts;
mod convolve;
mod cover;
mod crossing;
#[cfg(feature = "images")]
mod decode;
mod disc;
mod edit;
mod extents;
#[cfg(feature = "images")]
mod formats;
mod labels;
mod measure;
#[cfg(feature = "images")]
mod moving;
mod nine_slice;
mod operators;
mod orient;
mod outline;
pub(crate) mod overlay;
mod picture;
mod placed_bits;
mod rectangles;
mod resize;
pub(crate) mod row;
mod simplify;
mod span;
mod sprite;
mod trace;
mod turn;
#[cfg(feature = "webp")]
mod webp;
mod window;

pub use animation::Animation;
#[cfg(feature = "sheet")]
pub(crate) use bits::MOST_TEXELS;
pub use bits::Mask;
pub use by_colour::Colour;
pub use carve::Changed;
pub use components::{Component, Components, Neighbours};
pub use cover::Cover;
pub(crate) use cover::sample_row;
#[cfg(feature = "images")]
pub use picture::ImageFrame;
pub use picture::{Alpha, Key, Opaque};
pub use sprite::Sprite;
pub(crate) use sprite::{SLACK, flip_of};
pub use trace::Contour;
#[doc(hidden)]
pub use turn::Turn;
pub use turn::{PLACEMENT_GLSL, PLACEMENT_WGSL};

//! All bodies that are not plain pictures: shapes in their own coordinates, tile maps, and their placement.

mod convex;
mod ellipse;
mod field;
mod four_cells;
mod kind;
mod near_pieces;
mod parts;
mod placed;
mod placed_tiles;
mod placement;
mod polygon;
#[cfg(any(feature = "scene", feature = "serde"))]
mod serial;
#[cfg(feature = "tiled")]
pub mod tiled;
mod tiles;

pub use convex::Convex;
pub(crate) use convex::hull;
pub(crate) use four_cells::FourCells;
pub(crate) use kind::ShapeKind;
pub use kind::{Part, Shape};
pub(crate) use near_pieces::{FEW_PIECES, ListedPieces, NearPieces};
pub use parts::Parts;
pub(crate) use placed_tiles::CellAt;
pub use placed_tiles::{CellForm, PlacedCell, Tiles};
pub(crate) use placement::{GREATEST_SCALE, is_valid_scale};
pub use placement::{Placement, Transform};
pub use polygon::Polygon;
#[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
pub(crate) use serial::written;
pub use tiles::{Cell, TileMap};

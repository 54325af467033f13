//! What a body can be besides a picture: shapes in their own coordinates, and what a placement makes of them.

mod convex;
mod kind;
mod parts;
mod placement;
mod polygon;
mod tiles;

pub use convex::Convex;
pub(crate) use convex::hull;
pub(crate) use kind::Kind;
pub use kind::{Part, Shape};
pub use parts::Parts;
pub use placement::{Frame, Placement};
pub use polygon::Polygon;
pub use tiles::{Cell, CellForm, PlacedCell, TileMap, Tiles};

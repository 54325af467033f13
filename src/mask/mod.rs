//! Pictures as bits, and which world pixels a placed picture covers (SPEC 4).

mod bits;
mod cover;
mod picture;
mod sprite;
mod turn;
mod window;

pub use bits::Mask;
pub use cover::Cover;
pub use picture::{Alpha, Key, Opaque};
pub use sprite::Sprite;
pub use turn::Turn;

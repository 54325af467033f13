//! What the page asks: scenes to play, a scene to edit, the golden session. One instance of the module shows one of them.
//!
//! [`Page`] has everything, and is tested like any other Rust. `exports` gives its functions the names that the page calls,
//! where it is built for a browser.

mod batch;
mod desk;
mod exports;
mod golden;
mod hashes;
mod page;
mod player;
mod texels;

pub use desk::Desk;
pub use golden::Golden;
pub use page::Page;
pub use player::Player;

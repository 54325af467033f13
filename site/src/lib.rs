//! The module behind the page: scenes to play, a scene to edit, the golden session. One instance of the module shows
//! one of them.
//!
//! [`Page`] contains everything, and is tested like any other Rust code. In a build for a browser, `exports` exports its
//! functions under the names that the page calls.

mod batch;
mod desk;
mod exports;
mod golden;
mod hashes;
mod page;
mod player;
mod texels;
mod try_out;

pub use desk::Desk;
pub use golden::Golden;
pub use page::Page;
pub use player::Player;
pub use try_out::{Follower, TryOut};

//! Kasuri's scenes: which bodies they have, how the bodies move, and how they are drawn. The program shows them in a
//! window, the site on a web page. Each step gives the same report in both, and the CPU draws the same picture.
//!
//! [`scenes`] contains the scenes and makes their steps, [`draw`] turns them into pictures, [`overlay`] makes marks
//! that can be drawn over them, and [`broad`] contains broad phases to compare with the library's own.

pub mod broad;
pub mod clock;
pub mod draw;
pub mod inspect;
pub mod overlay;
pub mod picture;
pub mod scenes;

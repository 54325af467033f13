//! Kasuri's scenes: what there is, how it moves and what of it is drawn. The program shows them in a window, the site on a
//! page; both are told the same by each step, and the CPU's picture of it is the same in both.
//!
//! [`scenes`] say what stands on the stage and make its steps, [`draw`] turns what they show into pictures, [`overlay`] tells
//! what may be drawn over them, [`broad`] has broad phases to look at beside the library's own.

pub mod broad;
pub mod clock;
pub mod draw;
pub mod inspect;
pub mod overlay;
pub mod picture;
pub mod scenes;

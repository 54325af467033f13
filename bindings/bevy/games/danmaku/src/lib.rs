//! A bullet hell that depends on no engine: its pictures and its rules. `../macroquad` and `../ggez` draw it.

pub mod art;
pub mod game;

//! A bullet hell that knows nothing of an engine: its pictures, and its rules on Kasuri. `../macroquad` and `../ggez` show it.

pub mod art;
pub mod game;

//! Drawings on a GPU. What is drawn, and how the CPU does it, is for the crate `kasuri-stage` to know; both make the same
//! picture.

mod gpu;
mod headless;
mod renderer;

pub(crate) use gpu::{Gpu, instance, survived};
pub(crate) use headless::draw as draw_on_gpu;
pub(crate) use kasuri_stage::draw::{Camera, Drawing, Font, HEIGHT, MOST, Zoom, draw_on_cpu};
pub(crate) use renderer::Renderer;

//! Draws drawings on a GPU. The crate `kasuri-stage` defines what is drawn and draws it on the CPU; both make the
//! same picture.

mod gpu;
mod headless;
mod renderer;

pub(crate) use gpu::{Gpu, instance, survived};
pub(crate) use headless::draw as draw_on_gpu;
pub(crate) use kasuri_stage::draw::{Camera, Drawing, FONT, Font, HEIGHT, MOST, Zoom, draw_on_cpu};
pub(crate) use renderer::Renderer;

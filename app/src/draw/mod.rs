//! Draws drawings on a GPU. The crate `kasuri-stage` defines what is drawn and draws it on the CPU; both make the
//! same picture.
//!
//! Every world pixel is drawn once, onto a canvas (`stage/shaders/draw_world.wgsl`): one instanced draw of quads over the sprites'
//! boxes; `shared/placement.wgsl` gives each pixel its texel. Then the canvas is enlarged onto the screen (`draw_screen.wgsl`). So
//! zoomed pixels are squares, zooming costs nothing, and all coordinates are integers. The camera has only whole zooms: n picture
//! pixels for a world pixel, or every n-th world pixel. Shapes and solid tiles are filled where they contain pixel centers: the CPU
//! finds the runs, the GPU draws them as boxes. Masks' bits and art's colors are in one storage buffer. Nothing needs more than
//! `Limits::default()`. Tests compare this with the CPU's picture, and the window with both.

mod gpu;
mod headless;
mod renderer;

pub(crate) use gpu::{Gpu, instance, survived};
pub(crate) use headless::draw as draw_on_gpu;
pub(crate) use kasuri_stage::draw::{Camera, Drawing, FONT, Font, HEIGHT, MOST, Zoom, draw_on_cpu};
pub(crate) use renderer::Renderer;

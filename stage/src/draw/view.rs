//! A camera's canvas in the layout of the shaders.

use bytemuck::{Pod, Zeroable};

use super::camera::Canvas;

/// The struct `View` of both shaders.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct View {
    origin: [i32; 2],
    size: [i32; 2],
    skip: i32,
    enlarge: u32,
    shift: [u32; 2],
}

impl View {
    /// Makes the view of a canvas.
    pub fn of(canvas: Canvas) -> View {
        let Canvas { origin, size, skip, enlarge, shift } = canvas;
        View { origin, size: size.map(|side| side as i32), skip, enlarge, shift }
    }
}

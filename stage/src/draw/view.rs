//! A camera's canvas as the shaders know it.

use bytemuck::{Pod, Zeroable};

use super::camera::Canvas;

/// What both shaders know as `View`.
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
    /// Of a canvas.
    pub fn of(canvas: Canvas) -> View {
        let Canvas { origin, size, skip, enlarge, shift } = canvas;
        View { origin, size: size.map(|side| side as i32), skip, enlarge, shift }
    }
}

//! Creating shapes. A shape is checked when it is created.

use kasuri::{Result, Shape, shape::Part};
use std::mem::MaybeUninit;

use crate::border::{Done, border};
use crate::filter::shape as shape_of;
use crate::pointers::{Out, list, needed};
use crate::status::kasuri_status;
use crate::table;
use crate::types::{kasuri_shape, kasuri_vec2};

/// A part of a compound.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_part {
    /// Any shape except a compound or a tile map.
    pub shape: kasuri_shape,
    /// The part's position in the compound.
    pub offset: kasuri_vec2,
}

fn keep(out: Out<'_, kasuri_shape>, make: impl FnOnce() -> Result<Shape>) -> Done {
    let out = needed(out, "shape")?;
    out.put(table::insert(make()?)?);
    Ok(())
}

/// Creates a point.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_shape_point(shape: Option<&mut MaybeUninit<kasuri_shape>>) -> kasuri_status {
    border(|| keep(shape, || Ok(Shape::point())))
}

/// Creates a segment from (ax, ay) to (bx, by).
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_shape_segment(
    ax: f64,
    ay: f64,
    bx: f64,
    by: f64,
    shape: Option<&mut MaybeUninit<kasuri_shape>>,
) -> kasuri_status {
    border(|| keep(shape, || Shape::segment([ax, ay], [bx, by])))
}

/// Creates a circle.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_shape_circle(
    r: f64,
    shape: Option<&mut MaybeUninit<kasuri_shape>>,
) -> kasuri_status {
    border(|| keep(shape, || Shape::circle(r)))
}

/// Creates an ellipse, given by its radii along x and y. Unlike a circle it may have any scale.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_shape_ellipse(
    rx: f64,
    ry: f64,
    shape: Option<&mut MaybeUninit<kasuri_shape>>,
) -> kasuri_status {
    border(|| keep(shape, || Shape::ellipse(rx, ry)))
}

/// Creates a capsule: all points within a radius of a segment.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_shape_capsule(
    ax: f64,
    ay: f64,
    bx: f64,
    by: f64,
    r: f64,
    shape: Option<&mut MaybeUninit<kasuri_shape>>,
) -> kasuri_status {
    border(|| keep(shape, || Shape::capsule([ax, ay], [bx, by], r)))
}

/// Creates a box around its origin, given by half its sides.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_shape_box(
    half_width: f64,
    half_height: f64,
    shape: Option<&mut MaybeUninit<kasuri_shape>>,
) -> kasuri_status {
    border(|| keep(shape, || Shape::rect([half_width, half_height])))
}

/// Creates a polygon, which may be concave. The last vertex is joined to the first.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_shape_polygon(
    points: *const kasuri_vec2,
    count: usize,
    shape: Option<&mut MaybeUninit<kasuri_shape>>,
) -> kasuri_status {
    border(|| {
        let points = list(points, count, "points")?;
        keep(shape, || Shape::polygon(points))
    })
}

/// Creates a rounded polygon: all points within a radius of a polygon.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_shape_rounded_polygon(
    points: *const kasuri_vec2,
    count: usize,
    r: f64,
    shape: Option<&mut MaybeUninit<kasuri_shape>>,
) -> kasuri_status {
    border(|| {
        let points = list(points, count, "points")?;
        keep(shape, || Shape::rounded_polygon(points, r))
    })
}

/// Creates a chain of capsules through 2 to 4096 points: a curved laser.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_shape_chain(
    points: *const kasuri_vec2,
    count: usize,
    r: f64,
    shape: Option<&mut MaybeUninit<kasuri_shape>>,
) -> kasuri_status {
    border(|| {
        let points = list(points, count, "points")?;
        keep(shape, || Shape::chain(points, r))
    })
}

/// Creates a compound: several shapes as one.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_shape_compound(
    parts: *const kasuri_part,
    count: usize,
    shape: Option<&mut MaybeUninit<kasuri_shape>>,
) -> kasuri_status {
    border(|| {
        let parts = list(parts, count, "parts")?.iter().enumerate();
        let part = |(k, part): (usize, &kasuri_part)| {
            Ok(Part::new(shape_of(part.shape, &format!("parts[{k}].shape"))?).offset(part.offset))
        };
        let parts = parts.map(part).collect::<Done<Vec<_>>>()?;
        keep(shape, || Shape::compound(parts))
    })
}

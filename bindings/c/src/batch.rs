//! Testing many pairs at a time, without a world: bodies as columns of numbers.

use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::sync::Arc;

use kasuri::batch::{Batch, BoxPoses, CirclePoses, Number, Poses, Separation, ShapePoses, SpritePoses};
use kasuri::{Mask, Shape};

use crate::border::{Done, border};
use crate::choices::choice;
use crate::filter::shape;
use crate::mask_make::shared;
use crate::pointers::{Buffer, buffer, given, list};
use crate::status::kasuri_status;
use crate::types::{kasuri_solid, kasuri_vec2};
use crate::world::touching as touching_of;

/// The kind of the bodies on one side of a batch.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_pose_kind {
    /// Circles. Columns: x, y, radius.
    Circles = 0,
    /// Boxes. Columns: x, y, half_width, half_height, angle.
    Boxes = 1,
    /// Shapes of a list. Columns: x, y, angle, index; the list: solids.
    Shapes = 2,
    /// Masks of a list, each turned around its middle. Columns: x, y, angle, index; the list: solids.
    Masks = 3,
}

/// The type of the numbers in the columns.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_number {
    /// The C type `double`.
    Double = 0,
    /// The C type `float`.
    Float = 1,
}

/// One side of a batch: bodies of one kind, as columns, in pixels, +y down. Columns that the kind does not use may be
/// NULL; the others have `count` numbers.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_poses {
    /// One of `kasuri_pose_kind`.
    pub kind: u32,
    /// One of `kasuri_number`: the type of the numbers in the columns.
    pub number: u32,
    /// The number of bodies.
    pub count: usize,
    /// The positions: x.
    pub x: *const c_void,
    /// The positions: y, down.
    pub y: *const c_void,
    /// The radii of circles.
    pub radius: *const c_void,
    /// Half the widths of boxes.
    pub half_width: *const c_void,
    /// Half the heights of boxes.
    pub half_height: *const c_void,
    /// The angles in radians; a positive angle turns +x towards +y.
    pub angle: *const c_void,
    /// The list of shapes or masks.
    pub solids: *const kasuri_solid,
    /// The number of shapes or masks.
    pub solid_count: usize,
    /// For each body, the index of its shape or mask in the list.
    pub index: *const u32,
}

/// The separation of two bodies of a batch; all zeros if they do not overlap.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_separation {
    /// The unit vector from the first to the second.
    pub normal: kasuri_vec2,
    /// How far the second must move along the normal until the two just touch.
    pub depth: f64,
    /// 1 if they overlap, else 0.
    pub overlaps: u8,
}

impl From<Option<Separation>> for kasuri_separation {
    fn from(way: Option<Separation>) -> kasuri_separation {
        way.map_or_else(kasuri_separation::default, |way| kasuri_separation {
            normal: way.normal.into(),
            depth: way.depth,
            overlaps: 1,
        })
    }
}

/// One side of a batch, with the shapes and masks that its handles refer to, kept for the duration of the call.
struct Side<'a> {
    poses: &'a kasuri_poses,
    name: &'static str,
    shapes: Vec<Shape>,
    masks: Vec<Arc<Mask>>,
}

impl<'a> Side<'a> {
    fn new(poses: Option<&'a kasuri_poses>, name: &'static str) -> Done<Side<'a>> {
        let poses = given(poses, name)?;
        let solids =
            || -> Done<_> { Ok(list(poses.solids, poses.solid_count, &format!("{name}.solids"))?.iter()) };
        let named = |k: usize| format!("{name}.solids[{k}]");
        let (mut shapes, mut masks) = (Vec::new(), Vec::new());
        choice!(&format!("{name}.kind"), poses.kind, kasuri_pose_kind {
            Circles => (),
            Boxes => (),
            Shapes => shapes = solids()?.enumerate().map(|(k, &id)| shape(id, &named(k))).collect::<Done<_>>()?,
            Masks => masks = solids()?.enumerate().map(|(k, &id)| shared(id, &named(k))).collect::<Done<_>>()?,
        })?;
        Ok(Side { poses, name, shapes, masks })
    }

    fn poses(&self) -> Done<Poses<'_>> {
        choice!(&format!("{}.number", self.name), self.poses.number, kasuri_number {
            Double => self.of::<f64>(),
            Float => self.of::<f32>(),
        })?
    }

    fn of<'b, T: Number + Copy + 'b>(&'b self) -> Done<Poses<'b>> {
        let kasuri_poses { count, x, y, radius, half_width, half_height, angle, .. } = *self.poses;
        let column =
            |at: *const c_void, what: &str| list(at.cast::<T>(), count, &format!("{}.{what}", self.name));
        let index = || list(self.poses.index, count, &format!("{}.index", self.name));
        let (x, y) = (column(x, "x")?, column(y, "y")?);
        choice!("kind", self.poses.kind, kasuri_pose_kind {
            Circles => CirclePoses { x, y, r: column(radius, "radius")? }.into(),
            Boxes => BoxPoses {
                x,
                y,
                hx: column(half_width, "half_width")?,
                hy: column(half_height, "half_height")?,
                angle: column(angle, "angle")?,
            }.into(),
            Shapes => ShapePoses { shapes: &self.shapes, shape: index()?, x, y, angle: column(angle, "angle")? }.into(),
            Masks => SpritePoses { masks: &self.masks, mask: index()?, x, y, angle: column(angle, "angle")? }.into(),
        })
    }
}

fn ask<T: Copy>(
    [a, b]: [Option<&kasuri_poses>; 2],
    [touching, threads]: [u32; 2],
    buffer: Buffer<'_, T>,
    answer: impl FnOnce(&Batch, Poses<'_>, Poses<'_>, Buffer<'_, T>) -> Done,
) -> Done {
    let mut batch = Batch::new().touching(touching_of(touching)?);
    if threads > 0 {
        batch = batch.threads(threads as usize);
    }
    let (a, b) = (Side::new(a, "a")?, Side::new(b, "b")?);
    answer(&batch, a.poses()?, b.poses()?, buffer)
}

/// Writes which pairs overlap: body k of `a` with body k of `b`, a bit each, in words of 64, the first in the lowest
/// bit. `touching` is one of `kasuri_touching`; if `threads` is 0, the library uses as many as the machine has.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_batch_overlaps(
    a: Option<&kasuri_poses>,
    b: Option<&kasuri_poses>,
    touching: u32,
    threads: u32,
    words: *mut u64,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(words, capacity, count)?;
        ask([a, b], [touching, threads], buffer, |batch, a, b, buffer| {
            buffer.fill_from(batch.overlaps(a, b)?.words())
        })
    })
}

/// Lists the indices of the pairs that overlap, in order.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_batch_hits(
    a: Option<&kasuri_poses>,
    b: Option<&kasuri_poses>,
    touching: u32,
    threads: u32,
    pairs: *mut u32,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(pairs, capacity, count)?;
        ask([a, b], [touching, threads], buffer, |batch, a, b, buffer| {
            buffer.fill(batch.overlaps(a, b)?.iter())
        })
    })
}

/// Writes the separation of each pair.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_batch_separations(
    a: Option<&kasuri_poses>,
    b: Option<&kasuri_poses>,
    touching: u32,
    threads: u32,
    separations: *mut kasuri_separation,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(separations, capacity, count)?;
        ask([a, b], [touching, threads], buffer, |batch, a, b, buffer| buffer.fill(batch.separations(a, b)?))
    })
}

//! Masks: outlines, pieces, rectangles, polygons.

use std::mem::MaybeUninit;
use std::sync::Arc;

use kasuri::{Vec2, mask::Neighbours};

use crate::border::{Done, Refusal, border};
use crate::choices::choice;
use crate::mask_make::{keep, shared};
use crate::pointers::{buffer, needed};
use crate::status::kasuri_status;
use crate::table;
use crate::types::{kasuri_mask, kasuri_pixel, kasuri_pixel_box, kasuri_vec2};

/// The rule for which adjacent texels belong to the same piece.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_neighbours {
    /// Texels that share an edge.
    Four = 0,
    /// Texels that share an edge or a corner.
    Eight = 1,
}

/// A piece of a mask.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct kasuri_piece {
    /// The box around the piece.
    pub bounds: kasuri_pixel_box,
    /// The number of texels in the piece.
    pub texels: u64,
}

fn neighbours(value: u32) -> Done<Neighbours> {
    choice!("neighbours", value, kasuri_neighbours {
        Four => Neighbours::Four,
        Eight => Neighbours::Eight,
    })
}

/// Lists the texels of the outline of the mask's first piece, in order around it.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_outline(
    mask: kasuri_mask,
    texels: *mut kasuri_pixel,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(texels, capacity, count)?;
        buffer.fill(shared(mask, "mask")?.outline())
    })
}

/// Lists rectangles that cover the solid texels, each texel once.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_rectangles(
    mask: kasuri_mask,
    boxes: *mut kasuri_pixel_box,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(boxes, capacity, count)?;
        buffer.fill(shared(mask, "mask")?.rectangles())
    })
}

/// Lists the connected pieces by `neighbours`, one of `kasuri_neighbours`, in the order of their first texels.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_components(
    mask: kasuri_mask,
    neighbours: u32,
    pieces: *mut kasuri_piece,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let (buffer, by) = (buffer(pieces, capacity, count)?, self::neighbours(neighbours)?);
        let pieces = shared(mask, "mask")?.components(by);
        let piece = |piece: kasuri::mask::Component<'_>| kasuri_piece {
            bounds: piece.bounds().into(),
            texels: piece.count(),
        };
        buffer.fill(pieces.iter().map(piece))
    })
}

/// Creates a mask of one of these pieces, by its index in the list, of the size of its box.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_component(
    mask: kasuri_mask,
    neighbours: u32,
    index: usize,
    made: Option<&mut MaybeUninit<kasuri_mask>>,
) -> kasuri_status {
    border(|| {
        let (out, by) = (needed(made, "made")?, self::neighbours(neighbours)?);
        let pieces = shared(mask, "mask")?.components(by);
        let piece = pieces.iter().nth(index).ok_or_else(|| no_such("piece", index, pieces.len()))?;
        keep(out, piece.mask())
    })
}

/// Slices a sheet into frames of `width` by `height` texels, row by row, and creates a mask of each. With a short
/// buffer no mask is created.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_sliced(
    mask: kasuri_mask,
    width: usize,
    height: usize,
    masks: *mut kasuri_mask,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(masks, capacity, count)?;
        let frames = shared(mask, "mask")?.sliced(width, height)?;
        if frames.len() > buffer.room() {
            let zeros: Vec<kasuri_mask> = vec![0; frames.len()];
            return buffer.fill_from(&zeros);
        }
        let mut made = Vec::with_capacity(frames.len());
        for frame in frames {
            match table::insert(Arc::new(frame)) {
                Ok(id) => made.push(id),
                Err(refusal) => {
                    made.into_iter().for_each(|id| drop(table::free(id)));
                    return Err(refusal);
                }
            }
        }
        buffer.fill_from(&made)
    })
}

/// Lists convex polygons that together cover the mask, within `tolerance` texels of it. `vertices` gets the vertices
/// of all polygons, one polygon after the other; `ends[k]` is the end of polygon k in `vertices`.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "two lists come back")]
pub extern "C" fn kasuri_mask_convex_parts(
    mask: kasuri_mask,
    tolerance: f64,
    vertices: *mut kasuri_vec2,
    vertex_capacity: usize,
    vertex_count: Option<&mut MaybeUninit<usize>>,
    ends: *mut u32,
    end_capacity: usize,
    end_count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let vertices = buffer(vertices, vertex_capacity, vertex_count)?;
        let ends = buffer(ends, end_capacity, end_count)?;
        fill_rings(&shared(mask, "mask")?.convex_parts(tolerance)?, vertices, ends)
    })
}

/// Lists the polygons around the mask's pieces, within `tolerance` texels of it: outer rings and holes. `vertices`
/// gets the vertices of all rings, one ring after the other; `ends[k]` is the end of ring k in `vertices`. A ring
/// around a hole has the opposite direction.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "two lists come back")]
pub extern "C" fn kasuri_mask_traced(
    mask: kasuri_mask,
    tolerance: f64,
    vertices: *mut kasuri_vec2,
    vertex_capacity: usize,
    vertex_count: Option<&mut MaybeUninit<usize>>,
    ends: *mut u32,
    end_capacity: usize,
    end_count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let vertices = buffer(vertices, vertex_capacity, vertex_count)?;
        let ends = buffer(ends, end_capacity, end_count)?;
        let contours = shared(mask, "mask")?.traced(tolerance)?;
        let rings =
            contours.into_iter().flat_map(|contour| std::iter::once(contour.outer).chain(contour.holes));
        fill_rings(&rings.collect::<Vec<_>>(), vertices, ends)
    })
}

fn fill_rings(
    rings: &[Vec<Vec2>],
    vertices: crate::pointers::Buffer<'_, kasuri_vec2>,
    ends: crate::pointers::Buffer<'_, u32>,
) -> Done {
    let end = |sum: &mut u32, ring: &Vec<Vec2>| {
        *sum += ring.len() as u32;
        Some(*sum)
    };
    let filled = ends.fill(rings.iter().scan(0, end));
    vertices.fill(rings.iter().flatten().copied())?;
    filled
}

fn no_such(what: &str, index: usize, count: usize) -> Refusal {
    Refusal::new(kasuri_status::Refused, format!("there is no {what} {index} among {count}; the first is 0"))
}

//! Queries about hits and about two bodies: how they overlap, in which direction they separate, how far apart they
//! are.

use kasuri::answer::Overlap;
use kasuri::{Hit, World};
use std::mem::MaybeUninit;

use crate::border::{Done, border};
use crate::pointers::{Place, buffer, given, needed, put};
use crate::status::kasuri_status;
use crate::types::{
    kasuri_body, kasuri_common, kasuri_contact, kasuri_distance, kasuri_hit, kasuri_pixel, kasuri_vec2,
    kasuri_world,
};
use crate::world::{ask, change};

/// The kind of an overlap.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum kasuri_overlap_kind {
    /// The two do not overlap.
    None = 0,
    /// Two sprites have pixels in common: `common` and `pixels` are set.
    SpriteSprite = 1,
    /// A shape overlaps covered pixels of a sprite: `pixels` is their number.
    SpriteShape = 2,
    /// Two shapes overlap: `contact` is set.
    ShapeShape = 3,
    /// A body overlaps cells of a tile map: `cells` is their number.
    Tiles = 4,
}

/// How two bodies overlap. Fields that the kind does not name are 0.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct kasuri_overlap {
    /// One of `kasuri_overlap_kind`.
    pub kind: u32,
    /// The number of cells of a tile map; the list of cells has their positions.
    pub cells: u32,
    /// The number of pixels.
    pub pixels: u64,
    /// The pixels that two sprites have in common.
    pub common: kasuri_common,
    /// How two shapes touch.
    pub contact: kasuri_contact,
}

pub(crate) fn overlap_of(overlap: Option<&Overlap>) -> kasuri_overlap {
    let kind = match overlap {
        None => kasuri_overlap_kind::None,
        Some(Overlap::SpriteSprite(_)) => kasuri_overlap_kind::SpriteSprite,
        Some(Overlap::SpriteShape { .. }) => kasuri_overlap_kind::SpriteShape,
        Some(Overlap::ShapeShape(_)) => kasuri_overlap_kind::ShapeShape,
        Some(Overlap::Tiles { .. }) => kasuri_overlap_kind::Tiles,
    };
    let mut told = kasuri_overlap {
        kind: kind as u32,
        cells: 0,
        pixels: 0,
        common: kasuri_common::default(),
        contact: kasuri_contact::default(),
    };
    match overlap {
        Some(Overlap::SpriteSprite(common)) => {
            (told.common, told.pixels) = ((*common).into(), common.pixels);
        }
        Some(Overlap::SpriteShape { pixels }) => told.pixels = *pixels,
        Some(Overlap::ShapeShape(contact)) => told.contact = (*contact).into(),
        Some(Overlap::Tiles { cells }) => told.cells = cells.len() as u32,
        None => {}
    }
    told
}

/// Returns the cells of a tile map in an overlap; an empty list if it is of another kind.
pub(crate) fn cells_of(overlap: Option<Overlap>) -> Vec<[u32; 2]> {
    match overlap {
        Some(Overlap::Tiles { cells }) => cells,
        _ => Vec::new(),
    }
}

fn about<R>(
    world: kasuri_world,
    hit: Option<&kasuri_hit>,
    f: impl FnOnce(&World, &Hit) -> Done<R>,
) -> Done<R> {
    let hit = given(hit, "hit")?.hit()?;
    ask(world, |world, _| f(world, &hit))
}

/// Writes an optional answer. Without one it writes zeros, and `found` is false.
pub(crate) fn put_if<T: Default>(
    out: Place<'_, T>,
    found: Place<'_, bool>,
    answer: Option<impl Into<T>>,
) -> Done {
    found.put(answer.is_some());
    out.put(answer.map_or_else(T::default, Into::into));
    Ok(())
}

/// Writes how the two bodies of a hit overlap now. If they hit during a motion, it writes how they overlapped at that
/// time.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_overlap(
    world: kasuri_world,
    hit: Option<&kasuri_hit>,
    overlap: Option<&mut MaybeUninit<kasuri_overlap>>,
) -> kasuri_status {
    border(|| {
        let out = needed(overlap, "overlap")?;
        out.put(overlap_of(about(world, hit, |world, hit| Ok(world.overlap(hit)?))?.as_ref()));
        Ok(())
    })
}

/// Lists the cells of a tile map that the other body of a hit overlaps, row by row.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_overlap_cells(
    world: kasuri_world,
    hit: Option<&kasuri_hit>,
    cells: *mut kasuri_pixel,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(cells, capacity, count)?;
        buffer.fill(cells_of(about(world, hit, |world, hit| Ok(world.overlap(hit)?))?))
    })
}

/// Writes how the two bodies of a hit touch: the normal, the depth and a point. `found` is false if they do not
/// overlap any more.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_contact(
    world: kasuri_world,
    hit: Option<&kasuri_hit>,
    contact: Option<&mut MaybeUninit<kasuri_contact>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (out, found) = (needed(contact, "contact")?, needed(found, "found")?);
        put_if(out, found, about(world, hit, |world, hit| Ok(world.contact(hit)?))?)
    })
}

/// Lists the pixels that the two bodies of a hit have in common, row by row, if both are sprites: in pixels, +y down.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_common_pixels(
    world: kasuri_world,
    hit: Option<&kasuri_hit>,
    pixels: *mut kasuri_pixel,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(pixels, capacity, count)?;
        let common = about(world, hit, |world, hit| Ok(world.common_pixels(hit)?))?;
        buffer.fill(common.iter().flat_map(kasuri::mask::Cover::iter))
    })
}

/// Moves the two bodies of a hit apart until they do not hit any more: the first by `share` of the distance, the
/// second by the rest. `moved` has room for two vectors: how far each body was moved. `found` is false if they are
/// already apart.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_push_apart(
    world: kasuri_world,
    hit: Option<&kasuri_hit>,
    share: f64,
    moved: *mut kasuri_vec2,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (hit, found) = (given(hit, "hit")?.hit()?, needed(found, "found")?);
        let mut total = MaybeUninit::uninit();
        let buffer = buffer(moved, 2, Some(&mut total))?;
        let by = change(world, |world| Ok(world.push_apart(&hit, share)?))?;
        found.put(by.is_some());
        buffer.fill(by.unwrap_or_default())
    })
}

/// Writes the distance of two bodies, and their closest points, without regions. `found` is false if one of them
/// covers nothing.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_distance(
    world: kasuri_world,
    a: kasuri_body,
    b: kasuri_body,
    distance: Option<&mut MaybeUninit<kasuri_distance>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (out, found) = (needed(distance, "distance")?, needed(found, "found")?);
        let (a, b) = (a.handle("a")?, b.handle("b")?);
        put_if(out, found, ask(world, |world, _| Ok(world.distance(a, b)?))?)
    })
}

/// Lists the points where the outlines of two bodies cross, without regions.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_crossings(
    world: kasuri_world,
    a: kasuri_body,
    b: kasuri_body,
    points: *mut kasuri_vec2,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let (buffer, a, b) = (buffer(points, capacity, count)?, a.handle("a")?, b.handle("b")?);
        buffer.fill(ask(world, |world, _| Ok(world.crossings(a, b)?))?)
    })
}

/// Writes a velocity after a hit on a surface: the component against the normal is removed, and `restitution` of it
/// is added in the opposite direction.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_deflected(
    velocity: kasuri_vec2,
    normal: kasuri_vec2,
    restitution: f64,
    deflected: Option<&mut MaybeUninit<kasuri_vec2>>,
) -> kasuri_status {
    border(|| put(deflected, "deflected", kasuri::travel::deflected(velocity, normal, restitution).into()))
}

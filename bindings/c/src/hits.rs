//! Questions about hits and about two bodies: how they overlap, which way is out, how far apart they are.

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

/// How two bodies overlap.
#[repr(u32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum kasuri_overlap_kind {
    /// They do not.
    None = 0,
    /// Two sprites have pixels in common: `common` and `pixels` tell which.
    SpriteSprite = 1,
    /// A shape meets covered squares of a sprite: `pixels` tells how many.
    SpriteShape = 2,
    /// Two shapes meet: `contact` tells how.
    ShapeShape = 3,
    /// A body meets cells of a tile map: `cells` tells how many.
    Tiles = 4,
}

/// How two bodies overlap. What its kind does not name is 0.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct kasuri_overlap {
    /// One of `kasuri_overlap_kind`.
    pub kind: u32,
    /// How many cells of a tile map; the list of cells has their places.
    pub cells: u32,
    /// How many pixels.
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

/// The cells of a tile map that an overlap names; none where it names none.
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

/// Writes an answer that there may be none of: zeros then, and `found` is false.
pub(crate) fn put_if<T: Default>(
    out: Place<'_, T>,
    found: Place<'_, bool>,
    answer: Option<impl Into<T>>,
) -> Done {
    found.put(answer.is_some());
    out.put(answer.map_or_else(T::default, Into::into));
    Ok(())
}

/// How the two of a hit overlap now; of a hit on the way, how they overlapped when they met.
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

/// The cells of a tile map that the other of a hit meets, row by row.
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

/// How the two of a hit touch: which way is out, how deep, where. `found` is false where they do not overlap any more.
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

/// The pixels that the two of a hit have in common, row by row, where both are sprites: in pixels, +y down.
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
        buffer.fill(common.iter().flat_map(kasuri::Cover::iter))
    })
}

/// Moves the two of a hit apart until they are no hit any more, the first by `share` of the way and the second by the rest.
/// `moved` has room for two: how far each was moved. `found` is false where they are apart.
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

/// How far two bodies are apart, and their closest points. Regions aside. `found` is false where one covers nothing.
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

/// Where the outlines of two bodies cross. Regions aside.
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

/// A velocity after it met a surface: its part against the normal is taken away, and `restitution` of it given back the other
/// way.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_deflected(
    velocity: kasuri_vec2,
    normal: kasuri_vec2,
    restitution: f64,
    deflected: Option<&mut MaybeUninit<kasuri_vec2>>,
) -> kasuri_status {
    border(|| put(deflected, "deflected", kasuri::deflected(velocity, normal, restitution).into()))
}

//! Queries about placed solids, without a world: in pixels, +y down.

use kasuri::answer::SweepHit;
use kasuri::lattice::Point;
use kasuri::{
    Touching,
    mask::Cover,
    query::{self, Form, Placed},
};
use std::mem::MaybeUninit;

use crate::border::{Done, border};
use crate::filter::solid;
use crate::hits::{cells_of, kasuri_overlap, overlap_of, put_if};
use crate::looks::kasuri_placed;
use crate::pointers::{buffer, given, needed, put};
use crate::status::kasuri_status;
use crate::types::{kasuri_contact, kasuri_distance, kasuri_pixel, kasuri_vec2};

/// The first overlap of two moving solids.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_meeting {
    /// The fraction of the paths up to the overlap, 0 to 1.
    pub t: f64,
    /// If a sprite moves: the step of the overlap, and the number of steps of the path; else 0 of 0.
    pub step: [u32; 2],
}

impl From<SweepHit<()>> for kasuri_meeting {
    fn from(hit: SweepHit<()>) -> kasuri_meeting {
        let step = hit.step.map_or([0; 2], |step| [step.number, step.count]);
        kasuri_meeting { t: hit.t, step }
    }
}

/// The first hit of a ray on a solid.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_cast {
    /// The fraction of the ray up to the hit, 0 to 1.
    pub t: f64,
    /// The normal out of the solid; (0, 0) if the ray starts in it.
    pub normal: kasuri_vec2,
}

fn form(placed: Option<&kasuri_placed>, name: &str) -> Done<Form> {
    let placed = given(placed, name)?;
    placed.form(solid(placed.solid, &format!("{name}.solid"))?)
}

fn touching_of(touching: u32) -> Done<Touching> {
    crate::world::touching(touching)
}

/// Writes whether two solids overlap. `touching` is one of `kasuri_touching`.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_query_overlaps(
    a: Option<&kasuri_placed>,
    b: Option<&kasuri_placed>,
    touching: u32,
    overlaps: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (out, touching) = (needed(overlaps, "overlaps")?, touching_of(touching)?);
        out.put(query::overlaps(&form(a, "a")?, &form(b, "b")?, touching));
        Ok(())
    })
}

/// Writes how two solids overlap.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_query_overlap(
    a: Option<&kasuri_placed>,
    b: Option<&kasuri_placed>,
    touching: u32,
    overlap: Option<&mut MaybeUninit<kasuri_overlap>>,
) -> kasuri_status {
    border(|| {
        let (out, touching) = (needed(overlap, "overlap")?, touching_of(touching)?);
        out.put(overlap_of(query::overlap(&form(a, "a")?, &form(b, "b")?, touching).as_ref()));
        Ok(())
    })
}

/// Lists the cells of a tile map that a solid overlaps, row by row.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_query_overlap_cells(
    a: Option<&kasuri_placed>,
    b: Option<&kasuri_placed>,
    touching: u32,
    cells: *mut kasuri_pixel,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let (buffer, touching) = (buffer(cells, capacity, count)?, touching_of(touching)?);
        buffer.fill(cells_of(query::overlap(&form(a, "a")?, &form(b, "b")?, touching)))
    })
}

/// Writes how two solids touch: the normal, the depth and a point. `found` is false if they do not overlap.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_query_contact(
    a: Option<&kasuri_placed>,
    b: Option<&kasuri_placed>,
    touching: u32,
    contact: Option<&mut MaybeUninit<kasuri_contact>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (out, found) = (needed(contact, "contact")?, needed(found, "found")?);
        let touching = touching_of(touching)?;
        put_if(out, found, query::contact(&form(a, "a")?, &form(b, "b")?, touching))
    })
}

/// Writes the distance of two solids, and their closest points. `found` is false if one of them covers nothing.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_query_distance(
    a: Option<&kasuri_placed>,
    b: Option<&kasuri_placed>,
    distance: Option<&mut MaybeUninit<kasuri_distance>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (out, found) = (needed(distance, "distance")?, needed(found, "found")?);
        put_if(out, found, query::distance(&form(a, "a")?, &form(b, "b")?))
    })
}

/// Lists the pixels that two masks have in common, row by row; none if one of the two is not a mask.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_query_common_pixels(
    a: Option<&kasuri_placed>,
    b: Option<&kasuri_placed>,
    pixels: *mut kasuri_pixel,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(pixels, capacity, count)?;
        let common = match (form(a, "a")?, form(b, "b")?) {
            (Form::Sprite(a), Form::Sprite(b)) => a.common(&b),
            _ => None,
        };
        buffer.fill(common.iter().flat_map(Cover::iter))
    })
}

/// Lists the points where the outlines of two solids cross.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_query_crossings(
    a: Option<&kasuri_placed>,
    b: Option<&kasuri_placed>,
    points: *mut kasuri_vec2,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(points, capacity, count)?;
        buffer.fill(query::crossings(&form(a, "a")?, &form(b, "b")?))
    })
}

/// Writes whether a solid contains a point.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_query_contains(
    a: Option<&kasuri_placed>,
    x: f64,
    y: f64,
    contains: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (form, at) = (form(a, "a")?, Point::snapped([x, y]).map_err(|e| e.at("at"))?);
        put(contains, "contains", query::contains(&form, at))
    })
}

/// Finds the first hit of a ray or segment on a solid. `found` is false if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_query_cast(
    a: Option<&kasuri_placed>,
    from: kasuri_vec2,
    to: kasuri_vec2,
    hit: Option<&mut MaybeUninit<kasuri_cast>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (out, found, form) = (needed(hit, "hit")?, needed(found, "found")?, form(a, "a")?);
        let from = Point::snapped(from).map_err(|e| e.at("from"))?;
        let to = Point::snapped(to).map_err(|e| e.at("to"))?;
        let cast = query::cast(&form, from, to);
        put_if(out, found, cast.map(|hit| kasuri_cast { t: hit.t, normal: hit.normal.into() }))
    })
}

/// Finds the first overlap of two solids while `a` moves from its placement to `a_to`, and `b` to `b_to`. `found` is
/// false if they do not overlap.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_query_sweep(
    a: Option<&kasuri_placed>,
    a_to: kasuri_vec2,
    b: Option<&kasuri_placed>,
    b_to: kasuri_vec2,
    meeting: Option<&mut MaybeUninit<kasuri_meeting>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (out, found) = (needed(meeting, "meeting")?, needed(found, "found")?);
        let placed = |placed: Option<&kasuri_placed>, name: &str| -> Done<Placed> {
            let at = given(placed, name)?.placement.at.into();
            Ok(Placed { form: form(placed, name)?, at, layer: 1, against: u32::MAX, group: 0 })
        };
        put_if(out, found, query::sweep(&placed(a, "a")?, a_to, &placed(b, "b")?, b_to)?)
    })
}

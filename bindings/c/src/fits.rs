//! Where a body fits: at which positions of a grid, and at which of some angles.

use std::mem::MaybeUninit;

use kasuri::query::{self, Fits, FreePose, PlaceGrid, Placed};
use kasuri::{Body, Filter, Touching};

use crate::border::{Done, border};
use crate::filter::{filter as filter_of, solid};
use crate::hits::put_if;
use crate::looks::kasuri_placed;
use crate::pointers::{Buffer, buffer, given, list, needed};
use crate::status::kasuri_status;
use crate::types::{kasuri_body_def, kasuri_filter, kasuri_vec2, kasuri_world};
use crate::world::{ask, touching as touching_of};

/// A grid of positions: the one in column i and row j is (from.x + i * step.x, from.y + j * step.y).
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct kasuri_place_grid {
    /// The position in column 0 and row 0.
    pub from: kasuri_vec2,
    /// The distance from one column to the next, and from one row to the next. It may be negative.
    pub step: kasuri_vec2,
    /// The numbers of columns and rows, at least 1 each.
    pub count: [u32; 2],
}

/// A free pose of a body.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_free_pose {
    /// The position, before it is snapped.
    pub at: kasuri_vec2,
    /// The index of the angle.
    pub angle: u32,
    /// The column.
    pub x: u32,
    /// The row.
    pub y: u32,
}

impl From<FreePose> for kasuri_free_pose {
    fn from(free: FreePose) -> kasuri_free_pose {
        // There are at most 2^32 poses, so an index is below that.
        kasuri_free_pose { at: free.at.into(), angle: free.angle as u32, x: free.x, y: free.y }
    }
}

fn places_of(places: Option<&kasuri_place_grid>) -> Done<PlaceGrid> {
    let &kasuri_place_grid { from, step, count } = given(places, "places")?;
    Ok(PlaceGrid::new(from, step, count))
}

/// Writes the map of a question, unless the buffer is too short: nothing is decided then.
fn put_map(buffer: Buffer<'_, u64>, fits: &Fits<'_>, places: PlaceGrid, angles: usize) -> Done {
    let [w, h] = places.count.map(|side| side as usize);
    // At most 2^32 poses, so this is no overflow.
    buffer.has_room(w.div_ceil(64) * h * angles)?.fill_from(fits.map().words())
}

/// A question for a world.
struct Question<'a> {
    body: Body,
    angles: &'a [f64],
    places: PlaceGrid,
    filter: Filter,
}

impl<'a> Question<'a> {
    fn new(
        def: Option<&kasuri_body_def>,
        angles: *const f64,
        angle_count: usize,
        places: Option<&kasuri_place_grid>,
        filter: Option<&kasuri_filter>,
    ) -> Done<Question<'a>> {
        let angles = list(angles, angle_count, "angles")?;
        let (body, places) = (given(def, "def")?.body()?, places_of(places)?);
        Ok(Question { body, angles, places, filter: filter_of(filter) })
    }

    fn ask<R>(&self, world: kasuri_world, answer: impl FnOnce(Fits<'_>) -> Done<R>) -> Done<R> {
        ask(world, |world, _| answer(world.fits(&self.body, self.angles, &self.places, self.filter)?))
    }
}

/// Writes where a body would fit: a bit for each angle, row and column, in this order, set where the body would be in no
/// pair. Each row begins with a new word of 64 bits, its first column in the lowest bit, so `count` is
/// angle_count * places.count[1] * ((places.count[0] + 63) / 64). The body is not in the world; the position and the angle
/// of `def` do not matter. Only the bodies that the filter selects block it. With a short buffer nothing is written but
/// `count`.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "angles go in, and a list comes back")]
pub extern "C" fn kasuri_world_fits(
    world: kasuri_world,
    def: Option<&kasuri_body_def>,
    angles: *const f64,
    angle_count: usize,
    places: Option<&kasuri_place_grid>,
    filter: Option<&kasuri_filter>,
    words: *mut u64,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(words, capacity, count)?;
        let asked = Question::new(def, angles, angle_count, places, filter)?;
        asked.ask(world, |fits| put_map(buffer, &fits, asked.places, angle_count))
    })
}

/// Writes at how many positions and angles a body would fit.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_count_fits(
    world: kasuri_world,
    def: Option<&kasuri_body_def>,
    angles: *const f64,
    angle_count: usize,
    places: Option<&kasuri_place_grid>,
    filter: Option<&kasuri_filter>,
    fits: Option<&mut MaybeUninit<u64>>,
) -> kasuri_status {
    border(|| {
        let out = needed(fits, "fits")?;
        let asked = Question::new(def, angles, angle_count, places, filter)?;
        out.put(asked.ask(world, |fits| Ok(fits.count()))?);
        Ok(())
    })
}

/// Finds the first pose at which a body would fit, in order of angle, row and column. `found` is false if there is none.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "angles go in, and an answer that may be missing comes back")]
pub extern "C" fn kasuri_world_first_fit(
    world: kasuri_world,
    def: Option<&kasuri_body_def>,
    angles: *const f64,
    angle_count: usize,
    places: Option<&kasuri_place_grid>,
    filter: Option<&kasuri_filter>,
    pose: Option<&mut MaybeUninit<kasuri_free_pose>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (out, found) = (needed(pose, "pose")?, needed(found, "found")?);
        let asked = Question::new(def, angles, angle_count, places, filter)?;
        put_if(out, found, asked.ask(world, |fits| Ok(fits.first()))?)
    })
}

/// Finds the pose nearest to a position at which a body would fit, the first of those that are equally near. `found` is
/// false if there is none.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "angles go in, and an answer that may be missing comes back")]
pub extern "C" fn kasuri_world_nearest_fit(
    world: kasuri_world,
    def: Option<&kasuri_body_def>,
    angles: *const f64,
    angle_count: usize,
    places: Option<&kasuri_place_grid>,
    filter: Option<&kasuri_filter>,
    to: kasuri_vec2,
    pose: Option<&mut MaybeUninit<kasuri_free_pose>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (out, found) = (needed(pose, "pose")?, needed(found, "found")?);
        let asked = Question::new(def, angles, angle_count, places, filter)?;
        put_if(out, found, asked.ask(world, |fits| Ok(fits.nearest(to)?))?)
    })
}

/// A question about placed solids, without a world.
struct Placing {
    poses: Vec<Placed>,
    bodies: Vec<Placed>,
    places: PlaceGrid,
    touching: Touching,
}

fn placed_of(at: *const kasuri_placed, count: usize, name: &str) -> Done<Vec<Placed>> {
    let placed = |(k, placed): (usize, &kasuri_placed)| {
        let form = placed.form(solid(placed.solid, &format!("{name}[{k}].solid"))?)?;
        Ok(Placed::new(form, placed.placement.at))
    };
    list(at, count, name)?.iter().enumerate().map(placed).collect()
}

impl Placing {
    fn new(
        [(poses, pose_count), (bodies, body_count)]: [(*const kasuri_placed, usize); 2],
        places: Option<&kasuri_place_grid>,
        touching: u32,
    ) -> Done<Placing> {
        let (places, touching) = (places_of(places)?, touching_of(touching)?);
        let poses = placed_of(poses, pose_count, "poses")?;
        Ok(Placing { poses, bodies: placed_of(bodies, body_count, "bodies")?, places, touching })
    }

    fn ask(&self) -> Done<Fits<'_>> {
        Ok(query::fits(&self.poses, &self.places, &self.bodies, self.touching)?)
    }
}

/// Writes where a solid would fit among others, as `kasuri_world_fits` does. `poses` has the solid once for each angle; the
/// positions at which they are given do not matter. `touching` is one of `kasuri_touching`.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "two lists go in, and one comes back")]
pub extern "C" fn kasuri_query_fits(
    poses: *const kasuri_placed,
    pose_count: usize,
    bodies: *const kasuri_placed,
    body_count: usize,
    places: Option<&kasuri_place_grid>,
    touching: u32,
    words: *mut u64,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(words, capacity, count)?;
        let asked = Placing::new([(poses, pose_count), (bodies, body_count)], places, touching)?;
        put_map(buffer, &asked.ask()?, asked.places, pose_count)
    })
}

/// Writes at how many positions and angles a solid would fit among others.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_query_count_fits(
    poses: *const kasuri_placed,
    pose_count: usize,
    bodies: *const kasuri_placed,
    body_count: usize,
    places: Option<&kasuri_place_grid>,
    touching: u32,
    fits: Option<&mut MaybeUninit<u64>>,
) -> kasuri_status {
    border(|| {
        let out = needed(fits, "fits")?;
        let asked = Placing::new([(poses, pose_count), (bodies, body_count)], places, touching)?;
        out.put(asked.ask()?.count());
        Ok(())
    })
}

/// Finds the first pose at which a solid would fit among others. `found` is false if there is none.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "two lists go in, and an answer that may be missing comes back")]
pub extern "C" fn kasuri_query_first_fit(
    poses: *const kasuri_placed,
    pose_count: usize,
    bodies: *const kasuri_placed,
    body_count: usize,
    places: Option<&kasuri_place_grid>,
    touching: u32,
    pose: Option<&mut MaybeUninit<kasuri_free_pose>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (out, found) = (needed(pose, "pose")?, needed(found, "found")?);
        let asked = Placing::new([(poses, pose_count), (bodies, body_count)], places, touching)?;
        put_if(out, found, asked.ask()?.first())
    })
}

/// Finds the pose nearest to a position at which a solid would fit among others. `found` is false if there is none.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "two lists go in, and an answer that may be missing comes back")]
pub extern "C" fn kasuri_query_nearest_fit(
    poses: *const kasuri_placed,
    pose_count: usize,
    bodies: *const kasuri_placed,
    body_count: usize,
    places: Option<&kasuri_place_grid>,
    touching: u32,
    to: kasuri_vec2,
    pose: Option<&mut MaybeUninit<kasuri_free_pose>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (out, found) = (needed(pose, "pose")?, needed(found, "found")?);
        let asked = Placing::new([(poses, pose_count), (bodies, body_count)], places, touching)?;
        put_if(out, found, asked.ask()?.nearest(to)?)
    })
}

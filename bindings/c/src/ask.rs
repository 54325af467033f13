//! Questions at any time: who is at a place, in an area, along a ray, nearest.

use kasuri::{Near, Placement, RayMet};
use std::mem::MaybeUninit;

use crate::border::border;
use crate::filter::{filter as filter_of, solid as solid_of};
use crate::hits::put_if;
use crate::pointers::{buffer, given, needed};
use crate::status::kasuri_status;
use crate::types::{kasuri_body, kasuri_filter, kasuri_placement, kasuri_solid, kasuri_vec2, kasuri_world};
use crate::world::ask;

/// Where a ray meets a body.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_ray_hit {
    /// Which body.
    pub body: kasuri_body,
    /// How far along the ray, 0 to 1.
    pub t: f64,
    /// Where.
    pub point: kasuri_vec2,
    /// Out of the body; (0, 0) where the ray starts in it.
    pub normal: kasuri_vec2,
    /// Which of its regions; 0 is the body itself.
    pub region: u8,
}

impl From<RayMet> for kasuri_ray_hit {
    fn from(met: RayMet) -> kasuri_ray_hit {
        let RayMet { body, region, t, point, normal } = met;
        kasuri_ray_hit { body: body.into(), t, point: point.into(), normal: normal.into(), region }
    }
}

/// How near a body is to a place.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_neighbor {
    /// Which body.
    pub body: kasuri_body,
    /// How far its nearest point is; 0 where it contains the place.
    pub distance: f64,
    /// Its nearest point.
    pub point: kasuri_vec2,
}

impl From<Near> for kasuri_neighbor {
    fn from(near: Near) -> kasuri_neighbor {
        kasuri_neighbor { body: near.body.into(), distance: near.distance, point: near.point.into() }
    }
}

/// The bodies that contain a point, in order of spawn. Here and below a `filter` of NULL stands for every body.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_at_point(
    world: kasuri_world,
    x: f64,
    y: f64,
    filter: Option<&kasuri_filter>,
    bodies: *mut kasuri_body,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let (buffer, filter) = (buffer(bodies, capacity, count)?, filter_of(filter));
        ask(world, |world, _| buffer.fill_from(&world.at_point([x, y], filter)?))
    })
}

/// The bodies that overlap a box, given by two opposite corners; it may be as large as the world.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_in_box(
    world: kasuri_world,
    corner: kasuri_vec2,
    opposite: kasuri_vec2,
    filter: Option<&kasuri_filter>,
    bodies: *mut kasuri_body,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let (buffer, filter) = (buffer(bodies, capacity, count)?, filter_of(filter));
        ask(world, |world, _| buffer.fill_from(&world.in_box(corner, opposite, filter)?))
    })
}

/// The bodies that overlap a circle.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_in_circle(
    world: kasuri_world,
    centre: kasuri_vec2,
    r: f64,
    filter: Option<&kasuri_filter>,
    bodies: *mut kasuri_body,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let (buffer, filter) = (buffer(bodies, capacity, count)?, filter_of(filter));
        ask(world, |world, _| buffer.fill_from(&world.in_circle(centre, r, filter)?))
    })
}

/// The bodies that overlap a cone: from its apex towards an angle, opened by half an angle to each side, so far.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a cone has four, and a list comes back")]
pub extern "C" fn kasuri_world_in_cone(
    world: kasuri_world,
    apex: kasuri_vec2,
    towards: f64,
    half_angle: f64,
    reach: f64,
    filter: Option<&kasuri_filter>,
    bodies: *mut kasuri_body,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let (buffer, filter) = (buffer(bodies, capacity, count)?, filter_of(filter));
        ask(world, |world, _| buffer.fill_from(&world.in_cone(apex, towards, half_angle, reach, filter)?))
    })
}

/// The bodies that overlap a solid placed somewhere.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_overlapping(
    world: kasuri_world,
    solid: kasuri_solid,
    placement: Option<&kasuri_placement>,
    filter: Option<&kasuri_filter>,
    bodies: *mut kasuri_body,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let (buffer, solid) = (buffer(bodies, capacity, count)?, solid_of(solid, "solid")?);
        let (placement, filter) = (Placement::from(*given(placement, "placement")?), filter_of(filter));
        ask(world, |world, _| buffer.fill_from(&world.overlapping(solid, &placement, filter)?))
    })
}

/// What a ray or segment meets first; of what it meets at once the body spawned first. `found` is false where it meets nothing.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_first_on_ray(
    world: kasuri_world,
    from: kasuri_vec2,
    to: kasuri_vec2,
    filter: Option<&kasuri_filter>,
    hit: Option<&mut MaybeUninit<kasuri_ray_hit>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (out, found, filter) = (needed(hit, "hit")?, needed(found, "found")?, filter_of(filter));
        put_if(out, found, ask(world, |world, _| Ok(world.first_on_ray(from, to, filter)?))?)
    })
}

/// Every body that a ray or segment meets, in the order it does, each where it first does.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_along_ray(
    world: kasuri_world,
    from: kasuri_vec2,
    to: kasuri_vec2,
    filter: Option<&kasuri_filter>,
    hits: *mut kasuri_ray_hit,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let (buffer, filter) = (buffer(hits, capacity, count)?, filter_of(filter));
        ask(world, |world, _| buffer.fill(world.along_ray(from, to, filter)?))
    })
}

/// The `most` bodies nearest to a place, the nearest first; of those equally near the one spawned first.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a list comes back")]
pub extern "C" fn kasuri_world_nearest(
    world: kasuri_world,
    x: f64,
    y: f64,
    most: usize,
    filter: Option<&kasuri_filter>,
    neighbors: *mut kasuri_neighbor,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let (buffer, filter) = (buffer(neighbors, capacity, count)?, filter_of(filter));
        ask(world, |world, _| buffer.fill(world.nearest([x, y], most, filter)?))
    })
}

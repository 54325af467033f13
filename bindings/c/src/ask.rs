//! Queries at any time: the bodies at a position, in an area, along a ray, or nearest.

use kasuri::{Area, Placement, answer::RayHit, world::Neighbor};
use std::mem::MaybeUninit;

use crate::border::border;
use crate::filter::{filter as filter_of, solid as solid_of};
use crate::hits::put_if;
use crate::pointers::{buffer, given, needed};
use crate::status::kasuri_status;
use crate::types::{kasuri_body, kasuri_filter, kasuri_placement, kasuri_solid, kasuri_vec2, kasuri_world};
use crate::world::ask;

/// A hit of a ray on a body.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_ray_hit {
    /// The body.
    pub body: kasuri_body,
    /// The fraction of the ray up to the hit, 0 to 1.
    pub t: f64,
    /// The point of the hit.
    pub point: kasuri_vec2,
    /// The normal out of the body; (0, 0) if the ray starts in it.
    pub normal: kasuri_vec2,
    /// The body's region; 0 is the body itself.
    pub region: u8,
}

impl From<RayHit> for kasuri_ray_hit {
    fn from(met: RayHit) -> kasuri_ray_hit {
        let RayHit { body, region, t, point, normal } = met;
        kasuri_ray_hit { body: body.into(), t, point: point.into(), normal: normal.into(), region }
    }
}

/// A body and its distance to a position.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_neighbor {
    /// The body.
    pub body: kasuri_body,
    /// The distance to the body's nearest point; 0 if the body contains the position.
    pub distance: f64,
    /// The body's nearest point.
    pub point: kasuri_vec2,
}

impl From<Neighbor> for kasuri_neighbor {
    fn from(near: Neighbor) -> kasuri_neighbor {
        kasuri_neighbor { body: near.body.into(), distance: near.distance, point: near.point.into() }
    }
}

/// Lists the bodies that contain a point, in order of spawn. Here and below a `filter` of NULL means every body.
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
        ask(world, |world, _| buffer.fill_from(&world.overlapping(Area::point([x, y]), filter)?))
    })
}

/// Lists the bodies that overlap a box, given by two opposite corners; it may be as large as the world.
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
        ask(world, |world, _| buffer.fill_from(&world.overlapping(Area::rect(corner, opposite), filter)?))
    })
}

/// Lists the bodies that overlap a circle.
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
        ask(world, |world, _| buffer.fill_from(&world.overlapping(Area::circle(centre, r), filter)?))
    })
}

/// Lists the bodies that overlap a cone: from its apex in `direction`, `half_angle` wide to each side,
/// `reach` long.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a cone has four, and a list comes back")]
pub extern "C" fn kasuri_world_in_cone(
    world: kasuri_world,
    apex: kasuri_vec2,
    direction: f64,
    half_angle: f64,
    reach: f64,
    filter: Option<&kasuri_filter>,
    bodies: *mut kasuri_body,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let (buffer, filter) = (buffer(bodies, capacity, count)?, filter_of(filter));
        ask(world, |world, _| {
            buffer.fill_from(&world.overlapping(Area::cone(apex, direction, half_angle, reach), filter)?)
        })
    })
}

/// Lists the bodies that overlap a placed solid.
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
        ask(world, |world, _| buffer.fill_from(&world.overlapping(Area::solid(solid, placement), filter)?))
    })
}

/// Finds the first body that a ray or segment hits; if it hits several at once, the body spawned first. `found` is
/// false if it hits nothing.
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

/// Lists every body that a ray or segment hits, in order along the ray, each with its first hit.
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

/// Lists the `most` bodies nearest to a position, the nearest first; of equally near bodies the one spawned first.
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

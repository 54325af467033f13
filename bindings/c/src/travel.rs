//! Motion: along a way to the first thing met, however fast, and on from there.

use kasuri::{Met, Placement, Response, Vec2};
use std::mem::MaybeUninit;

use crate::border::{Done, border};
use crate::choices::choice;
use crate::filter::{filter as filter_of, solid as solid_of};
use crate::hits::put_if;
use crate::pointers::{buffer, given, list, needed};
use crate::status::kasuri_status;
use crate::types::{kasuri_body, kasuri_filter, kasuri_placement, kasuri_solid, kasuri_vec2, kasuri_world};
use crate::world::{ask, change};

/// What a moving body first meets.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_sweep_hit {
    /// The body that it meets.
    pub body: kasuri_body,
    /// How far along the way, 0 to 1.
    pub t: f64,
    /// The surface's normal, out of what was met, where a travel tells it; else (0, 0).
    pub normal: kasuri_vec2,
    /// For a sprite: at which of how many steps; else 0 of 0.
    pub step: [u32; 2],
    /// Which leg of a path, from 0.
    pub leg: u32,
    /// The regions that meet, the mover's and the other's; 0 is the body itself.
    pub regions: [u8; 2],
}

impl From<Met> for kasuri_sweep_hit {
    fn from(met: Met) -> kasuri_sweep_hit {
        let (step, steps) = met.step.unwrap_or_default();
        kasuri_sweep_hit {
            body: met.body.into(),
            t: met.t,
            normal: kasuri_vec2::default(),
            step: [step, steps],
            leg: met.leg as u32,
            regions: met.regions,
        }
    }
}

impl From<(Met, Vec2)> for kasuri_sweep_hit {
    fn from((met, normal): (Met, Vec2)) -> kasuri_sweep_hit {
        kasuri_sweep_hit { normal: normal.into(), ..met.into() }
    }
}

/// What a body does when it meets another.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_response {
    /// It stays where it met.
    Stick = 0,
    /// It goes on along the surface.
    Slide = 1,
    /// It is thrown back: with a restitution of 1 as fast as it came, with 0 it slides.
    Bounce = 2,
}

/// Where a travel led.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_travel {
    /// Where the body is now.
    pub at: kasuri_vec2,
    /// The way it was given, turned as it was on the way, and slowed: its velocity from now on.
    pub velocity: kasuri_vec2,
}

/// What a body would first meet on its way while the others stay. Nothing moves. `found` is false where it meets nothing.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_sweep(
    world: kasuri_world,
    body: kasuri_body,
    to: kasuri_vec2,
    hit: Option<&mut MaybeUninit<kasuri_sweep_hit>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (out, found, body) = (needed(hit, "hit")?, needed(found, "found")?, body.handle("body")?);
        put_if(out, found, ask(world, |world, _| Ok(world.sweep(body, to)?))?)
    })
}

/// The same for a solid that is no body: from where it is placed on.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "two answers come back")]
pub extern "C" fn kasuri_world_sweep_solid(
    world: kasuri_world,
    solid: kasuri_solid,
    placement: Option<&kasuri_placement>,
    to: kasuri_vec2,
    filter: Option<&kasuri_filter>,
    hit: Option<&mut MaybeUninit<kasuri_sweep_hit>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (out, found) = (needed(hit, "hit")?, needed(found, "found")?);
        let (solid, filter) = (solid_of(solid, "solid")?, filter_of(filter));
        let placement = Placement::from(*given(placement, "placement")?);
        put_if(out, found, ask(world, |world, _| Ok(world.sweep_solid(solid, &placement, to, filter)?))?)
    })
}

/// Moves a body along a path until it meets something, and leaves it there. `found` is false where it meets nothing.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_advance(
    world: kasuri_world,
    body: kasuri_body,
    path: *const kasuri_vec2,
    count: usize,
    hit: Option<&mut MaybeUninit<kasuri_sweep_hit>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (out, found, body) = (needed(hit, "hit")?, needed(found, "found")?, body.handle("body")?);
        let path = list(path, count, "path")?;
        put_if(out, found, change(world, |world| Ok(world.advance(body, path)?))?)
    })
}

/// Moves a body by a vector and does what `response`, one of `kasuri_response`, says whenever it meets something. A short
/// buffer does not keep it from moving. At most 16 things are met.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a list comes back")]
pub extern "C" fn kasuri_world_travel(
    world: kasuri_world,
    body: kasuri_body,
    by: kasuri_vec2,
    response: u32,
    restitution: f64,
    travel: Option<&mut MaybeUninit<kasuri_travel>>,
    hits: *mut kasuri_sweep_hit,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let (out, buffer) = (needed(travel, "travel")?, buffer(hits, capacity, count)?);
        let (body, response) = (body.handle("body")?, response_of(response, restitution)?);
        let travel = change(world, |world| Ok(world.travel(body, by, response)?))?;
        out.put(kasuri_travel { at: travel.at.into(), velocity: travel.velocity.into() });
        buffer.fill(travel.met)
    })
}

fn response_of(response: u32, restitution: f64) -> Done<Response> {
    choice!("response", response, kasuri_response {
        Stick => Response::Stick,
        Slide => Response::Slide,
        Bounce => Response::Bounce { restitution },
    })
}

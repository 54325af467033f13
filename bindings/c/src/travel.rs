//! Motion: along a path to the first hit, at any speed, and on from there.

use kasuri::travel::{Impact, Response};
use kasuri::{Placement, answer::SweepHit};
use std::mem::MaybeUninit;

use crate::border::{Done, border};
use crate::choices::choice;
use crate::filter::{filter as filter_of, solid as solid_of};
use crate::hits::put_if;
use crate::pointers::{buffer, given, list, needed};
use crate::status::kasuri_status;
use crate::types::{kasuri_body, kasuri_filter, kasuri_placement, kasuri_solid, kasuri_vec2, kasuri_world};
use crate::world::{ask, change};

/// The first hit of a moving body.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_sweep_hit {
    /// The body that is hit.
    pub body: kasuri_body,
    /// The fraction of the motion up to the hit, 0 to 1.
    pub t: f64,
    /// The surface's normal, out of the body that is hit, if a travel reports it; else (0, 0).
    pub normal: kasuri_vec2,
    /// For a sprite: the step of the hit, and the number of steps of the motion; else 0 of 0.
    pub step: [u32; 2],
    /// The leg of the path, from 0.
    pub leg: u32,
    /// The regions of the hit: that of the moving body and that of the other; 0 is the body itself.
    pub regions: [u8; 2],
}

impl From<SweepHit> for kasuri_sweep_hit {
    fn from(met: SweepHit) -> kasuri_sweep_hit {
        let step = met.step.map_or([0; 2], |step| [step.number, step.count]);
        kasuri_sweep_hit {
            body: met.body.into(),
            t: met.t,
            normal: kasuri_vec2::default(),
            step,
            leg: met.leg as u32,
            regions: met.regions,
        }
    }
}

impl From<Impact> for kasuri_sweep_hit {
    fn from(impact: Impact) -> kasuri_sweep_hit {
        kasuri_sweep_hit { normal: impact.normal.into(), ..impact.hit.into() }
    }
}

/// The response of a body to a hit on another body.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_response {
    /// The body stops at the hit.
    Stick = 0,
    /// The body continues along the surface.
    Slide = 1,
    /// The body bounces: with a restitution of 1 as fast as it came; with 0 it slides.
    Bounce = 2,
}

/// The result of a travel.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct kasuri_travel {
    /// The body's position after the travel.
    pub at: kasuri_vec2,
    /// The motion `by`, redirected and slowed by the hits: the body's velocity from now on.
    pub velocity: kasuri_vec2,
}

/// Finds the first hit of a body on its motion to `to` while the others do not move. Nothing moves. `found` is false
/// if there is no hit.
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

/// Does the same for a solid that is not a body, from its placement on.
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

/// Moves a body along a path up to its first hit, and leaves it there. `found` is false if there is no hit.
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

/// Moves a body by a vector and applies `response`, one of `kasuri_response`, at each hit. The body moves even if the
/// buffer is too short. There are at most 16 hits.
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
        buffer.fill(travel.hits)
    })
}

fn response_of(response: u32, restitution: f64) -> Done<Response> {
    choice!("response", response, kasuri_response {
        Stick => Response::Stick,
        Slide => Response::Slide,
        Bounce => Response::Bounce { restitution },
    })
}

//! Bodies that are swept, and moves that are no way.

use crate::border::border;
use crate::choices::yes_or_no;
use crate::pointers::{bodies, list};
use crate::status::kasuri_status;
use crate::types::{kasuri_body, kasuri_vec2, kasuri_world};
use crate::world::change;

/// Sweeps a body from the next step on (1), or no more (0): a step misses nothing on its way, however fast it is.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_swept(world: kasuri_world, body: kasuri_body, has: u32) -> kasuri_status {
    border(|| {
        let (body, is_swept) = (body.handle("body")?, yes_or_no("has", has)?);
        change(world, |world| Ok(world.set_swept(body, is_swept)?))
    })
}

/// Puts a body somewhere without a way there: a swept body hits nothing in between.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_teleport(
    world: kasuri_world,
    body: kasuri_body,
    x: f64,
    y: f64,
) -> kasuri_status {
    border(|| {
        let body = body.handle("body")?;
        change(world, |world| Ok(world.teleport(body, [x, y])?))
    })
}

/// The same for bodies, each to its own place: all of them, or none.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_teleport_many(
    world: kasuri_world,
    bodies: *const kasuri_body,
    at: *const kasuri_vec2,
    count: usize,
) -> kasuri_status {
    border(|| {
        let (bodies, at) = (self::bodies(bodies, count, "bodies")?, list(at, count, "at")?);
        change(world, |world| Ok(world.teleport_many(bodies, at)?))
    })
}

//! Swept bodies, and moves without a path in between.

use crate::border::border;
use crate::choices::yes_or_no;
use crate::pointers::{bodies, list};
use crate::status::kasuri_status;
use crate::types::{kasuri_body, kasuri_vec2, kasuri_world};
use crate::world::change;

/// Makes a body swept from the next step on (1), or not swept any more (0): a step misses nothing along the motion of
/// a swept body, at any speed.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_swept(world: kasuri_world, body: kasuri_body, has: u32) -> kasuri_status {
    border(|| {
        let (body, is_swept) = (body.handle("body")?, yes_or_no("has", has)?);
        change(world, |world| Ok(world.edit(body).swept(is_swept).map(drop)?))
    })
}

/// Moves a body to a position without a path in between: a swept body hits nothing on the way there.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_teleport(
    world: kasuri_world,
    body: kasuri_body,
    x: f64,
    y: f64,
) -> kasuri_status {
    border(|| {
        let body = body.handle("body")?;
        change(world, |world| Ok(world.edit(body).teleport([x, y]).map(drop)?))
    })
}

/// Teleports many bodies, each to its own position: all of them, or none.
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

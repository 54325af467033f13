//! Changing bodies, one by one and many at once. What is refused changes nothing.

use kasuri::Shape;

use crate::border::{Done, border};
use crate::choices::yes_or_no;
use crate::filter::shape as shape_of;
use crate::looks::look as look_of;
use crate::mask_make::shared;
use crate::object::WorldEntry;
use crate::pointers::{bodies, list};
use crate::status::kasuri_status;
use crate::table;
use crate::types::{
    kasuri_appearance, kasuri_body, kasuri_layers, kasuri_mask, kasuri_placement, kasuri_shape, kasuri_vec2,
    kasuri_vec2f, kasuri_world,
};
use crate::world::change;

fn edit(
    world: kasuri_world,
    body: kasuri_body,
    edit: impl FnOnce(&mut kasuri::World, kasuri::Handle) -> kasuri::Result<()>,
) -> Done {
    let body = body.handle("body")?;
    change(world, |world| Ok(edit(world, body)?))
}

/// Puts a body somewhere.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_position(
    world: kasuri_world,
    body: kasuri_body,
    x: f64,
    y: f64,
) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.set_position(body, [x, y])))
}

/// Puts bodies somewhere, each at its own place: all of them, or none.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_positions(
    world: kasuri_world,
    bodies: *const kasuri_body,
    at: *const kasuri_vec2,
    count: usize,
) -> kasuri_status {
    border(|| {
        let (bodies, at) = (self::bodies(bodies, count, "bodies")?, list(at, count, "at")?);
        change(world, |world| Ok(world.set_positions(bodies, at)?))
    })
}

/// The same from places in single precision.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_positions_float(
    world: kasuri_world,
    bodies: *const kasuri_body,
    at: *const kasuri_vec2f,
    count: usize,
) -> kasuri_status {
    border(|| {
        let (bodies, at) = (self::bodies(bodies, count, "bodies")?, list(at, count, "at")?);
        change(world, |world| Ok(world.set_positions(bodies, at)?))
    })
}

/// Turns a body to an angle in radians.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_angle(
    world: kasuri_world,
    body: kasuri_body,
    angle: f64,
) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.set_angle(body, angle)))
}

/// Turns bodies, each to its own angle: all of them, or none.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_angles(
    world: kasuri_world,
    bodies: *const kasuri_body,
    angles: *const f64,
    count: usize,
) -> kasuri_status {
    border(|| {
        let (bodies, angles) = (self::bodies(bodies, count, "bodies")?, list(angles, count, "angles")?);
        change(world, |world| Ok(world.set_angles(bodies, angles)?))
    })
}

/// Scales a body; negative to mirror.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_scale(
    world: kasuri_world,
    body: kasuri_body,
    x: f64,
    y: f64,
) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.set_scale(body, [x, y])))
}

/// Scales bodies, each by its own: all of them, or none.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_scales(
    world: kasuri_world,
    bodies: *const kasuri_body,
    scales: *const kasuri_vec2,
    count: usize,
) -> kasuri_status {
    border(|| {
        let (bodies, scales) = (self::bodies(bodies, count, "bodies")?, list(scales, count, "scales")?);
        change(world, |world| Ok(world.set_scales(bodies, scales)?))
    })
}

/// Shows another of a body's frames.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_frame(
    world: kasuri_world,
    body: kasuri_body,
    frame: u32,
) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.set_frame(body, frame as usize)))
}

/// Shows other frames, each its own: all of them, or none.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_frames(
    world: kasuri_world,
    bodies: *const kasuri_body,
    frames: *const u32,
    count: usize,
) -> kasuri_status {
    border(|| {
        let (bodies, frames) = (self::bodies(bodies, count, "bodies")?, list(frames, count, "frames")?);
        table::write(world, "world", |entry: &mut WorldEntry| {
            let WorldEntry { world, frames: own, .. } = entry;
            own.clear();
            own.extend(frames.iter().map(|&frame| frame as usize));
            Ok(world.set_frames(bodies, own)?)
        })
    })
}

/// Puts, turns and scales bodies, each as its placement says: all of them, or none.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_placements(
    world: kasuri_world,
    bodies: *const kasuri_body,
    placements: *const kasuri_placement,
    count: usize,
) -> kasuri_status {
    border(|| {
        let bodies = self::bodies(bodies, count, "bodies")?;
        let placements = list(placements, count, "placements")?;
        table::write(world, "world", |entry: &mut WorldEntry| {
            let WorldEntry { world, placements: own, .. } = entry;
            own.clear();
            own.extend(placements.iter().map(|&placement| kasuri::Placement::from(placement)));
            Ok(world.set_placements(bodies, own)?)
        })
    })
}

/// Moves the points of a curved laser; its radius stays.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_chain(
    world: kasuri_world,
    body: kasuri_body,
    points: *const kasuri_vec2,
    count: usize,
) -> kasuri_status {
    border(|| {
        let points = list(points, count, "points")?;
        edit(world, body, |world, body| world.set_chain(body, points))
    })
}

/// Gives a circle, a capsule or a chain another radius.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_radius(world: kasuri_world, body: kasuri_body, r: f64) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.set_radius(body, r)))
}

/// Gives circles, capsules and chains other radii: all of them, or none.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_radii(
    world: kasuri_world,
    bodies: *const kasuri_body,
    radii: *const f64,
    count: usize,
) -> kasuri_status {
    border(|| {
        let (bodies, radii) = (self::bodies(bodies, count, "bodies")?, list(radii, count, "radii")?);
        change(world, |world| Ok(world.set_radii(bodies, radii)?))
    })
}

/// Makes a body another shape; its regions stay.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_shape(
    world: kasuri_world,
    body: kasuri_body,
    shape: kasuri_shape,
) -> kasuri_status {
    border(|| {
        let shape: Shape = shape_of(shape, "shape")?;
        edit(world, body, |world, body| world.set_shape(body, shape))
    })
}

/// Gives a body another mask, as a picture that was carved into; pivot and regions stay. A mask that changes later changes no
/// body: it has to be set again.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_mask(
    world: kasuri_world,
    body: kasuri_body,
    mask: kasuri_mask,
) -> kasuri_status {
    border(|| {
        let mask = shared(mask, "mask")?;
        edit(world, body, |world, body| world.set_mask(body, &mask))
    })
}

/// Makes a body look otherwise altogether: a look, a shape, a mask or a tile map.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_look(
    world: kasuri_world,
    body: kasuri_body,
    look: kasuri_appearance,
) -> kasuri_status {
    border(|| {
        let look = look_of(look, "look")?;
        edit(world, body, |world, body| world.set_look(body, look))
    })
}

/// Puts a body on other layers.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_layers(
    world: kasuri_world,
    body: kasuri_body,
    layers: kasuri_layers,
) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.set_layers(body, layers.into())))
}

/// Near misses within this margin are told (`has` is 1), or none any more (`has` is 0).
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_graze(
    world: kasuri_world,
    body: kasuri_body,
    has: u32,
    margin: f64,
) -> kasuri_status {
    border(|| {
        let margin = yes_or_no("has", has)?.then_some(margin);
        edit(world, body, |world, body| world.set_graze(body, margin))
    })
}

/// It takes no hits in the next `steps` steps.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_invulnerable(
    world: kasuri_world,
    body: kasuri_body,
    steps: u64,
) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.set_invulnerable(body, steps)))
}

/// After a hit, the same two bodies do not hit again in so many steps.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_cooldown(
    world: kasuri_world,
    body: kasuri_body,
    steps: u32,
) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.set_cooldown(body, steps)))
}

/// It may hit so many others from now on (`has` is 1), or any number (`has` is 0).
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_max_hits(
    world: kasuri_world,
    body: kasuri_body,
    has: u32,
    hits: u32,
) -> kasuri_status {
    border(|| {
        let hits = yes_or_no("has", has)?.then_some(hits);
        edit(world, body, |world, body| world.set_max_hits(body, hits))
    })
}

/// It is removed when it is so far out of the world's bounds (`has` is 1), or never (`has` is 0).
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_despawn_beyond(
    world: kasuri_world,
    body: kasuri_body,
    has: u32,
    margin: f64,
) -> kasuri_status {
    border(|| {
        let margin = yes_or_no("has", has)?.then_some(margin);
        edit(world, body, |world, body| world.set_despawn_beyond(body, margin))
    })
}

/// Gives a body another number to carry along.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_data(world: kasuri_world, body: kasuri_body, data: u64) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.set_data(body, data)))
}

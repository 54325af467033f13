//! Changing bodies, one by one and many at once. A refused call changes nothing.

use std::ffi::c_char;

use kasuri::{Shape, Vec2};

use crate::border::{Done, border};
use crate::choices::yes_or_no;
use crate::filter::shape as shape_of;
use crate::looks::{kasuri_region, look as look_of, region_of};
use crate::mask_make::shared;
use crate::object::WorldEntry;
use crate::pointers::{bodies, list, text};
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

/// Moves a body to a position.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_position(
    world: kasuri_world,
    body: kasuri_body,
    x: f64,
    y: f64,
) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.edit(body).position([x, y]).map(drop)))
}

/// Moves many bodies, each to its own position: all of them, or none.
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

/// Does the same with positions in single precision.
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
    border(|| edit(world, body, |world, body| world.edit(body).angle(angle).map(drop)))
}

/// Turns many bodies, each to its own angle: all of them, or none.
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

/// Scales a body; a negative factor mirrors it.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_scale(
    world: kasuri_world,
    body: kasuri_body,
    x: f64,
    y: f64,
) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.edit(body).scale([x, y]).map(drop)))
}

/// Scales many bodies, each by its own factors: all of them, or none.
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

/// Shows another frame of a body.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_frame(
    world: kasuri_world,
    body: kasuri_body,
    frame: u32,
) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.edit(body).frame(frame as usize).map(drop)))
}

/// Shows another frame of many bodies, each its own: all of them, or none.
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

/// Moves, turns and scales many bodies, each to its own placement: all of them, or none.
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

/// Moves the points of a chain (a curved laser); its radius does not change.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_chain(
    world: kasuri_world,
    body: kasuri_body,
    points: *const kasuri_vec2,
    count: usize,
) -> kasuri_status {
    border(|| {
        let points = list(points, count, "points")?;
        edit(world, body, |world, body| world.edit(body).chain(points).map(drop))
    })
}

/// Moves the points of many chains: `points` has those of the first chain, then those of the second, and so on; each
/// chain keeps its number of points. All of them, or none.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_chains(
    world: kasuri_world,
    bodies: *const kasuri_body,
    count: usize,
    points: *const kasuri_vec2,
    point_count: usize,
) -> kasuri_status {
    border(|| {
        let bodies = self::bodies(bodies, count, "bodies")?;
        let points = list(points, point_count, "points")?;
        change(world, |world| Ok(world.set_chains(bodies, points)?))
    })
}

/// Changes the radius of a circle, a capsule or a chain.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_radius(world: kasuri_world, body: kasuri_body, r: f64) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.edit(body).radius(r).map(drop)))
}

/// Changes the radii of many circles, capsules and chains: all of them, or none.
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

/// Changes the shape of a body; its regions do not change.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_shape(
    world: kasuri_world,
    body: kasuri_body,
    shape: kasuri_shape,
) -> kasuri_status {
    border(|| {
        let shape: Shape = shape_of(shape, "shape")?;
        edit(world, body, |world, body| world.edit(body).shape(shape).map(drop))
    })
}

/// Changes the mask of a body, for example after a carve; pivot and regions do not change. A later change of the mask
/// changes no body: the mask must be set again.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_mask(
    world: kasuri_world,
    body: kasuri_body,
    mask: kasuri_mask,
) -> kasuri_status {
    border(|| {
        let mask = shared(mask, "mask")?;
        edit(world, body, |world, body| world.edit(body).mask(&mask).map(drop))
    })
}

/// Changes the whole look of a body: to a look, a shape, a mask or a tile map.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_look(
    world: kasuri_world,
    body: kasuri_body,
    look: kasuri_appearance,
) -> kasuri_status {
    border(|| {
        let look = look_of(look, "look")?;
        edit(world, body, |world, body| world.edit(body).look(look).map(drop))
    })
}

/// Changes the layers of a body, and its group.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_layers(
    world: kasuri_world,
    body: kasuri_body,
    layers: kasuri_layers,
) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.edit(body).layers(layers.into()).map(drop)))
}

/// Puts a body in a group; 0 takes it out of its group. Two bodies of one group are no pair, whatever their layers say.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_group(
    world: kasuri_world,
    body: kasuri_body,
    group: u32,
) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.edit(body).group(group).map(drop)))
}

/// Makes a body a sensor, which stops no travel (`has` is 1), or one that stops travels from all sides (`has` is 0).
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_sensor(world: kasuri_world, body: kasuri_body, has: u32) -> kasuri_status {
    border(|| {
        let is_sensor = yes_or_no("has", has)?;
        edit(world, body, |world, body| world.edit(body).sensor(is_sensor).map(drop))
    })
}

/// Makes a body one-way: it stops only travels that hit a face of it that looks in this direction (`has` is 1). With 0
/// it stops travels from all sides.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_one_way(
    world: kasuri_world,
    body: kasuri_body,
    has: u32,
    x: f64,
    y: f64,
) -> kasuri_status {
    border(|| {
        let direction = yes_or_no("has", has)?.then_some(Vec2::new(x, y));
        edit(world, body, |world, body| world.edit(body).one_way(direction).map(drop))
    })
}

/// Gives a body a region in all its frames; a region of the same name is replaced.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_region(
    world: kasuri_world,
    body: kasuri_body,
    region: Option<&kasuri_region>,
) -> kasuri_status {
    border(|| {
        let region = region_of(region)?;
        edit(world, body, |world, body| world.edit(body).region(region).map(drop))
    })
}

/// Removes a region from all frames of a body. It is refused where no frame has a region of that name.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_remove_region(
    world: kasuri_world,
    body: kasuri_body,
    name: *const c_char,
) -> kasuri_status {
    border(|| {
        let name = text(name, "name")?;
        edit(world, body, |world, body| world.edit(body).remove_region(name).map(drop))
    })
}

/// Sets the margin within which the body's near misses are reported (`has` is 1), or stops such reports (`has` is 0).
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_graze(
    world: kasuri_world,
    body: kasuri_body,
    has: u32,
    margin: f64,
) -> kasuri_status {
    border(|| {
        let margin = yes_or_no("has", has)?.then_some(margin);
        edit(world, body, |world, body| world.edit(body).graze(margin).map(drop))
    })
}

/// Makes a body take no hits in the next `steps` steps.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_invulnerable(
    world: kasuri_world,
    body: kasuri_body,
    steps: u64,
) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.edit(body).invulnerable(steps).map(drop)))
}

/// Sets the number of steps after a hit in which the same two bodies do not hit again.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_cooldown(
    world: kasuri_world,
    body: kasuri_body,
    steps: u32,
) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.edit(body).cooldown(steps).map(drop)))
}

/// Limits the number of other bodies that the body may hit from now on (`has` is 1), or removes the limit (`has` is
/// 0).
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_max_hits(
    world: kasuri_world,
    body: kasuri_body,
    has: u32,
    hits: u32,
) -> kasuri_status {
    border(|| {
        let hits = yes_or_no("has", has)?.then_some(hits);
        edit(world, body, |world, body| world.edit(body).max_hits(hits).map(drop))
    })
}

/// Sets the distance outside the world's bounds beyond which the body is removed (`has` is 1), or keeps it at any
/// distance (`has` is 0).
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_despawn_beyond(
    world: kasuri_world,
    body: kasuri_body,
    has: u32,
    margin: f64,
) -> kasuri_status {
    border(|| {
        let margin = yes_or_no("has", has)?.then_some(margin);
        edit(world, body, |world, body| world.edit(body).despawn_beyond(margin).map(drop))
    })
}

/// Changes the number that is attached to a body.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_data(world: kasuri_world, body: kasuri_body, data: u64) -> kasuri_status {
    border(|| edit(world, body, |world, body| world.edit(body).data(data).map(drop)))
}

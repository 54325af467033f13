//! Reading the state of bodies.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use kasuri::world::BodyRef;

use crate::border::{Refusal, border};
use crate::pointers::{bodies, buffer, needed, put, put_text, text};
use crate::status::kasuri_status;
use crate::types::{kasuri_body, kasuri_layers, kasuri_placement, kasuri_vec2, kasuri_world};
use crate::world::ask;

/// The present state of a body.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_body_state {
    /// The position, angle and scale as they were set, not snapped.
    pub placement: kasuri_placement,
    /// The number that is attached to the body.
    pub data: u64,
    /// The number of next steps in which the body takes no hits.
    pub invulnerable_for: u64,
    /// The direction of the faces that stop travels if `has_one_way` is 1, else (0, 0).
    pub one_way: kasuri_vec2,
    /// The body's layers, and its group.
    pub layers: kasuri_layers,
    /// The index of the frame that the body shows.
    pub frame: u32,
    /// The number of other bodies that the body may still hit if `has_max_hits` is 1, else 0.
    pub hits_left: u32,
    /// 1 if the number of hits is limited, else 0.
    pub has_max_hits: u8,
    /// 1 if the body is swept, else 0.
    pub is_swept: u8,
    /// 1 if the body is a sensor, which stops no travel, else 0.
    pub is_sensor: u8,
    /// 1 if only faces in one direction stop travels, else 0.
    pub has_one_way: u8,
}

fn placement(seen: BodyRef<'_>) -> kasuri_placement {
    kasuri_placement { at: seen.at().into(), angle: seen.angle(), scale: seen.scale().into() }
}

/// Reads the state of a body.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_get(
    world: kasuri_world,
    body: kasuri_body,
    state: Option<&mut MaybeUninit<kasuri_body_state>>,
) -> kasuri_status {
    border(|| {
        let (out, body) = (needed(state, "state")?, body.handle("body")?);
        ask(world, |world, _| {
            let seen = world.get(body)?;
            out.put(kasuri_body_state {
                placement: placement(seen),
                data: seen.data(),
                invulnerable_for: seen.invulnerable_for(),
                layers: seen.layers().into(),
                frame: seen.frame() as u32,
                hits_left: seen.hits_left().unwrap_or(0),
                has_max_hits: seen.hits_left().is_some().into(),
                is_swept: seen.is_swept().into(),
                is_sensor: seen.is_sensor().into(),
                has_one_way: seen.one_way().is_some().into(),
                one_way: seen.one_way().unwrap_or_default().into(),
            });
            Ok(())
        })
    })
}

/// Writes the positions of bodies. `at` has room for `count`. If a body does not exist any more, the content of `at`
/// is meaningless.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_positions(
    world: kasuri_world,
    bodies: *const kasuri_body,
    count: usize,
    at: *mut kasuri_vec2,
) -> kasuri_status {
    border(|| {
        let bodies = self::bodies(bodies, count, "bodies")?;
        let mut total = MaybeUninit::uninit();
        let buffer = buffer(at, count, Some(&mut total))?;
        ask(world, |world, _| {
            let mut gone = None;
            buffer.fill(bodies.iter().enumerate().map_while(|(k, &body)| match world.get(body) {
                Ok(seen) => Some(seen.at()),
                Err(error) => {
                    gone = Some(error.at(format!("[{k}]")));
                    None
                }
            }))?;
            gone.map_or(Ok(()), |error| Err(error.into()))
        })
    })
}

/// Writes the positions, angles and scales of bodies. `placements` has room for `count`. If a body does not exist any
/// more, the content of `placements` is meaningless.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_placements(
    world: kasuri_world,
    bodies: *const kasuri_body,
    count: usize,
    placements: *mut kasuri_placement,
) -> kasuri_status {
    border(|| {
        let bodies = self::bodies(bodies, count, "bodies")?;
        let mut total = MaybeUninit::uninit();
        let buffer = buffer(placements, count, Some(&mut total))?;
        ask(world, |world, _| {
            let mut gone = None;
            buffer.fill(bodies.iter().enumerate().map_while(|(k, &body)| match world.get(body) {
                Ok(seen) => Some(placement(seen)),
                Err(error) => {
                    gone = Some(error.at(format!("[{k}]")));
                    None
                }
            }))?;
            gone.map_or(Ok(()), |error| Err(error.into()))
        })
    })
}

/// Writes the index by which hits report a region of a body.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_region_index(
    world: kasuri_world,
    body: kasuri_body,
    name: *const c_char,
    index: Option<&mut MaybeUninit<u8>>,
) -> kasuri_status {
    border(|| {
        let (body, name) = (body.handle("body")?, text(name, "name")?);
        let found = ask(world, |world, _| Ok(world.get(body)?.region_index(name)))?;
        let missing =
            || Refusal::new(kasuri_status::Refused, format!("name: the body has no region {name:?}"));
        put(index, "index", found.ok_or_else(missing)?)
    })
}

/// Writes the name of a region by the index in hits. `length` is the length of the whole name, without the 0 at its
/// end.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_region_name(
    world: kasuri_world,
    body: kasuri_body,
    index: u8,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let body = body.handle("body")?;
        ask(world, |world, _| {
            let seen = world.get(body)?;
            let count = seen.regions().count() + 1;
            let missing = || {
                let text = format!("there is no region {index} among {count}; 0 is the body itself");
                kasuri::Error::new(kasuri::ErrorKind::NotFound, text)
            };
            put_text(buffer, capacity, length, seen.region(index).ok_or_else(missing)?)
        })
    })
}

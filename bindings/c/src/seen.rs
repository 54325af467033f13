//! Bodies as they are now.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use kasuri::Seen;

use crate::border::{Refusal, border};
use crate::pointers::{bodies, buffer, needed, put, put_text, text};
use crate::status::kasuri_status;
use crate::types::{kasuri_body, kasuri_layers, kasuri_placement, kasuri_vec2, kasuri_world};
use crate::world::ask;

/// A body as it is now.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_body_state {
    /// Where it stands, as given.
    pub placement: kasuri_placement,
    /// The number that came with it.
    pub data: u64,
    /// In how many of the next steps it takes no hits.
    pub invulnerable_for: u64,
    /// Its layers.
    pub layers: kasuri_layers,
    /// Which of its frames it shows.
    pub frame: u32,
    /// How many others it may still hit, where `has_max_hits` is 1, else 0.
    pub hits_left: u32,
    /// 1 where it may hit only so many others, else 0.
    pub has_max_hits: u8,
    /// 1 where it is swept, else 0.
    pub is_swept: u8,
}

fn placement(seen: Seen<'_>) -> kasuri_placement {
    kasuri_placement { at: seen.at().into(), angle: seen.angle(), scale: seen.scale().into() }
}

/// A look at a body.
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
            });
            Ok(())
        })
    })
}

/// Where bodies stand. `at` has room for `count`; where a body is gone nothing that is in it counts.
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

/// Where bodies stand, how they are turned and scaled. `placements` has room for `count`; where a body is gone nothing that is
/// in it counts.
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

/// The index that hits tell a region of a body by.
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

/// The name of a region that hits tell of. `length` is that of the whole name, without the 0 at its end.
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
            let missing = || kasuri::Error::NoSuchRegion { region: index.into(), count };
            put_text(buffer, capacity, length, seen.region(index).ok_or_else(missing)?)
        })
    })
}

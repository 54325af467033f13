//! Spawning and removing bodies.

use std::mem::MaybeUninit;
use std::sync::Arc;

use kasuri::{Area, Body, Handle, Look, Placement};

use crate::border::{Done, Refusal, border};
use crate::filter::{filter, solid, solid_if_any};
use crate::looks::known_flags;
use crate::pointers::{Place, bodies, buffer, given, list, needed, put, usable};
use crate::sheet::SheetEntry;
use crate::status::kasuri_status;
use crate::table;
use crate::types::{
    KASURI_BODY_DESPAWN_BEYOND, KASURI_BODY_GRAZE, KASURI_BODY_MAX_HITS, KASURI_BODY_ONE_WAY,
    KASURI_BODY_PIVOT, KASURI_BODY_SENSOR, KASURI_BODY_SWEPT, kasuri_body, kasuri_body_def, kasuri_filter,
    kasuri_layers, kasuri_placement, kasuri_solid, kasuri_vec2, kasuri_world,
};
use crate::world::{ask, change};

fn default_def() -> kasuri_body_def {
    let at = kasuri_vec2::default();
    kasuri_body_def {
        appearance: 0,
        placement: kasuri_placement { at, angle: 0.0, scale: kasuri_vec2 { x: 1.0, y: 1.0 } },
        pivot: at,
        one_way: at,
        graze: 0.0,
        despawn_beyond: 0.0,
        data: 0,
        invulnerable: 0,
        layers: kasuri_layers { layer: 1, against: u32::MAX, group: 0 },
        frame: 0,
        cooldown: 0,
        max_hits: 0,
        flags: 0,
    }
}

impl kasuri_body_def {
    pub(crate) fn body(&self) -> Done<Body> {
        let name = "appearance";
        let mut body = if let Some(solid) = solid_if_any(self.appearance, name)? {
            Body::new(Look::new(solid))
        } else if table::is_a::<Look>(self.appearance) {
            table::read(self.appearance, name, |look: &Look| Ok(Body::new(look.clone())))?
        } else if table::is_a::<Arc<[Look]>>(self.appearance) {
            table::read(self.appearance, name, |frames: &Arc<[Look]>| Ok(Body::frames(frames)))?
        } else if table::is_a::<SheetEntry>(self.appearance) {
            table::read(self.appearance, name, |entry: &SheetEntry| Ok(entry.sheet.body()))?
        } else {
            return Err(table::unexpected(
                self.appearance,
                name,
                "a shape, a mask, a tile map, a look, a list of frames or a sheet",
            ));
        };
        known_flags("flags", self.flags, 127)?;
        let has = |flag: u32| self.flags & flag != 0;
        let Placement { at, angle, scale } = self.placement.into();
        body = body.at(at).turned(angle).scaled(scale).frame(self.frame as usize);
        let kasuri_layers { layer, against, group } = self.layers;
        body = body.layer(layer).against(against).group(group).data(self.data);
        body = body.cooldown(self.cooldown).invulnerable(self.invulnerable);
        if has(KASURI_BODY_PIVOT) {
            body = body.pivot(self.pivot);
        }
        if has(KASURI_BODY_GRAZE) {
            body = body.graze(self.graze);
        }
        if has(KASURI_BODY_DESPAWN_BEYOND) {
            body = body.despawn_beyond(self.despawn_beyond);
        }
        if has(KASURI_BODY_MAX_HITS) {
            body = body.max_hits(self.max_hits);
        }
        if has(KASURI_BODY_SWEPT) {
            body = body.swept();
        }
        if has(KASURI_BODY_SENSOR) {
            body = body.sensor();
        }
        if has(KASURI_BODY_ONE_WAY) {
            if has(KASURI_BODY_SENSOR) {
                let text = "KASURI_BODY_SENSOR and KASURI_BODY_ONE_WAY exclude each other";
                return Err(Refusal::new(kasuri_status::WrongValue, format!("flags: {text}")));
            }
            body = body.one_way(self.one_way);
        }
        Ok(body)
    }
}

/// Fills `def` with the default settings: at (0, 0), unturned, at scale 1, on layer 1, tested against all layers.
/// `appearance` is 0 and must be set.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_body_def_default(def: Option<&mut MaybeUninit<kasuri_body_def>>) -> kasuri_status {
    border(|| put(def, "def", default_def()))
}

/// Spawns a body, the last in the order of spawn.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_spawn(
    world: kasuri_world,
    def: Option<&kasuri_body_def>,
    body: Option<&mut MaybeUninit<kasuri_body>>,
) -> kasuri_status {
    border(|| {
        let (out, def) = (needed(body, "body")?, given(def, "def")?.body()?);
        put_body(out, change(world, |world| Ok(world.spawn(def)?))?)
    })
}

fn put_body(out: Place<'_, kasuri_body>, body: Handle) -> Done {
    out.put(body.into());
    Ok(())
}

/// Spawns `count` bodies, in order: all of them, or none if one is refused. `bodies` has room for `count`.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_spawn_many(
    world: kasuri_world,
    defs: *const kasuri_body_def,
    count: usize,
    bodies: *mut kasuri_body,
) -> kasuri_status {
    border(|| {
        let defs = list(defs, count, "defs")?;
        usable(bodies, count, ["bodies"; 2])?;
        let mut made = Vec::with_capacity(count.min(1 << 20));
        for (k, def) in defs.iter().enumerate() {
            made.push(def.body().map_err(|refusal| at_index(refusal, k))?);
        }
        let mut made = made.into_iter();
        // There is a body for each call: `spawn_many` calls `next` exactly `count` times.
        let next = |_| made.next().unwrap_or_else(Body::point);
        let spawned = change(world, |world| Ok(world.spawn_many(count, next)?))?;
        let mut total = MaybeUninit::uninit();
        buffer(bodies, count, Some(&mut total))?.fill_from(&spawned)
    })
}

fn at_index(mut refusal: Refusal, k: usize) -> Refusal {
    refusal.text = format!("[{k}].{}", refusal.text);
    refusal
}

/// Removes a body. The next step reports the end of its contacts.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_remove(world: kasuri_world, body: kasuri_body) -> kasuri_status {
    border(|| {
        let body = body.handle("body")?;
        change(world, |world| Ok(world.remove(body)?))
    })
}

/// Removes many bodies: all of them, or none if one does not exist any more.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_remove_many(
    world: kasuri_world,
    bodies: *const kasuri_body,
    count: usize,
) -> kasuri_status {
    border(|| {
        let bodies = self::bodies(bodies, count, "bodies")?;
        change(world, |world| Ok(world.remove_many(bodies)?))
    })
}

/// Removes every body that overlaps a placed solid, as a bomb does, and lists the removed bodies in order. With a
/// short buffer nothing is removed.
#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "a list comes back")]
pub extern "C" fn kasuri_world_remove_overlapping(
    world: kasuri_world,
    solid: kasuri_solid,
    placement: Option<&kasuri_placement>,
    filter: Option<&kasuri_filter>,
    bodies: *mut kasuri_body,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let (buffer, solid) = (buffer(bodies, capacity, count)?, self::solid(solid, "solid")?);
        let (placement, filter) = (Placement::from(*given(placement, "placement")?), self::filter(filter));
        change(world, |world| {
            let gone = world.overlapping(Area::solid(solid, placement), filter)?;
            if gone.len() <= buffer.room() {
                world.remove_many(&gone)?;
            }
            buffer.fill_from(&gone)
        })
    })
}

/// Removes every body.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_clear(world: kasuri_world) -> kasuri_status {
    border(|| {
        change(world, |world| {
            world.clear();
            Ok(())
        })
    })
}

/// Writes whether a body still exists.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_contains(
    world: kasuri_world,
    body: kasuri_body,
    contains: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let body = body.handle("body");
        let lives = ask(world, |world, _| Ok(body.is_ok_and(|body| world.contains(body))))?;
        put(contains, "contains", lives)
    })
}

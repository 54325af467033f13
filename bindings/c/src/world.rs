//! Creating, counting and hashing worlds.

use kasuri::broad::{Auto, Brute, Grid, Tree};
use kasuri::{Backend, Step, Touching, World, world::Axes};
use std::mem::MaybeUninit;

use crate::border::{Done, border};
#[cfg(not(feature = "gpu"))]
use crate::choices::missing;
use crate::choices::{
    choice, kasuri_axes, kasuri_backend, kasuri_broad, kasuri_rule, kasuri_touching, yes_or_no,
};
use crate::object::{ReplayEntry, WorldEntry};
use crate::pointers::{buffer, list, needed, put};
use crate::status::kasuri_status;
use crate::table;
use crate::types::{kasuri_body, kasuri_pair_rule, kasuri_vec2, kasuri_world, kasuri_world_def};

/// Queries a world, or the world of a replay.
pub(crate) fn ask<R>(id: u64, f: impl FnOnce(&World, Option<&Step>) -> Done<R>) -> Done<R> {
    if table::is_a::<ReplayEntry>(id) {
        return table::read(id, "world", |it: &ReplayEntry| f(it.replay.world(), it.step.as_ref()));
    }
    table::read(id, "world", |it: &WorldEntry| f(&it.world, it.step.as_ref()))
}

/// Calls `f` to change a world.
#[inline]
pub(crate) fn change<R>(id: u64, f: impl FnOnce(&mut World) -> Done<R>) -> Done<R> {
    table::write(id, "world", |it: &mut WorldEntry| f(&mut it.world))
}

fn backend(value: u32) -> Done<Backend> {
    #[cfg(feature = "gpu")]
    let (gpu, auto) = (Ok(Backend::Gpu), Backend::Auto);
    #[cfg(not(feature = "gpu"))]
    let (gpu, auto) = (Err(missing("a GPU")), Backend::Cpu);
    choice!("backend", value, kasuri_backend { Cpu => Ok(Backend::Cpu), Gpu => gpu, Auto => Ok(auto) })?
}

/// Converts a value of `kasuri_touching`.
pub(crate) fn touching(value: u32) -> Done<Touching> {
    choice!("touching", value, kasuri_touching {
        Counts => Touching::Counts,
        Ignored => Touching::Ignored,
    })
}

fn build(def: &kasuri_world_def) -> Done<World> {
    let axes = choice!("axes", def.axes, kasuri_axes { YDown => Axes::YDown, YUp => Axes::YUp })?;
    let builder = World::builder().axes(axes).pixels_per_unit(def.pixels_per_unit);
    let builder = builder.touching(touching(def.touching)?).backend(backend(def.backend)?);
    let mut builder = choice!("broad", def.broad, kasuri_broad {
        Auto => builder.broad(Auto::default()),
        Grid => builder.broad(Grid::default()),
        Tree => builder.broad(Tree::default()),
        Brute => builder.broad(Brute),
    })?;
    if def.threads > 0 {
        builder = builder.threads(def.threads as usize);
    }
    if yes_or_no("has_bounds", def.has_bounds)? {
        builder = builder.bounds(def.bounds[0], def.bounds[1]);
    }
    for (k, &kasuri_pair_rule { rule, a, b }) in list(def.rules, def.rule_count, "rules")?.iter().enumerate()
    {
        builder = choice!(&format!("rules[{k}].rule"), rule, kasuri_rule {
            TouchingCounts => builder.touching_between(a, b, Touching::Counts),
            TouchingIgnored => builder.touching_between(a, b, Touching::Ignored),
            RootedCircles => builder.rooted_circles_between(a, b),
        })?;
    }
    Ok(builder.build()?)
}

fn default_def() -> kasuri_world_def {
    kasuri_world_def {
        axes: 0,
        touching: 0,
        broad: 0,
        backend: 0,
        threads: 0,
        has_bounds: 0,
        pixels_per_unit: 1.0,
        bounds: [kasuri_vec2::default(); 2],
        rules: std::ptr::null(),
        rule_count: 0,
    }
}

/// Fills `def` with the default settings: +y down, one pixel per unit, no bounds, no rules.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_def_default(def: Option<&mut MaybeUninit<kasuri_world_def>>) -> kasuri_status {
    border(|| put(def, "def", default_def()))
}

/// Creates a world without bodies. `def` has its settings; NULL means the default.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_new(
    def: Option<&kasuri_world_def>,
    world: Option<&mut MaybeUninit<kasuri_world>>,
) -> kasuri_status {
    border(|| {
        let out = needed(world, "world")?;
        let made = build(def.unwrap_or(&default_def())).map_err(|mut refusal| {
            refusal.text = format!("def: {}", refusal.text);
            refusal
        })?;
        out.put(table::insert(WorldEntry::new(made))?);
        Ok(())
    })
}

/// Writes the number of bodies in the world.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_len(
    world: kasuri_world,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| put(count, "count", ask(world, |world, _| Ok(world.len()))?))
}

/// Lists all bodies, in order of spawn.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_bodies(
    world: kasuri_world,
    bodies: *mut kasuri_body,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(bodies, capacity, count)?;
        ask(world, |world, _| buffer.fill(world.bodies()))
    })
}

/// Writes the number of steps that the world has made.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_steps(
    world: kasuri_world,
    steps: Option<&mut MaybeUninit<u64>>,
) -> kasuri_status {
    border(|| put(steps, "steps", ask(world, |world, _| Ok(world.steps()))?))
}

/// Writes the hash of everything that the world's answers depend on: the same on every machine.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_hash(
    world: kasuri_world,
    hash: Option<&mut MaybeUninit<u64>>,
) -> kasuri_status {
    border(|| put(hash, "hash", ask(world, |world, _| Ok(world.hash()))?))
}

/// Selects the device that tests candidate pairs from now on: one of `kasuri_backend`.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_set_backend(world: kasuri_world, backend: u32) -> kasuri_status {
    border(|| {
        let backend = self::backend(backend)?;
        change(world, |world| Ok(world.set_backend(backend)?))
    })
}

/// Converts a position in the world's units and axes to pixels, +y down.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_pixels_of(
    world: kasuri_world,
    x: f64,
    y: f64,
    pixels: Option<&mut MaybeUninit<kasuri_vec2>>,
) -> kasuri_status {
    border(|| put(pixels, "pixels", ask(world, |world, _| Ok(world.pixels_of([x, y])))?.into()))
}

/// Converts a position in pixels to the world's units and axes.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_place_of(
    world: kasuri_world,
    x: f64,
    y: f64,
    place: Option<&mut MaybeUninit<kasuri_vec2>>,
) -> kasuri_status {
    border(|| put(place, "place", ask(world, |world, _| Ok(world.place_of([x, y])))?.into()))
}

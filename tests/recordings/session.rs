//! A session with every kind of content of a recording, in calls that exist in every version: older versions of this
//! project recorded it into the files next to this one.

use std::sync::Arc;

use kasuri::{
    Body, Layers, Look, Mask, Recorder, Region, Result, Shape, TileMap, Touching, World,
    shape::{Cell, Part, Polygon},
    world::Solid,
};

/// Returns the recording, as this version writes it.
pub(crate) fn recorded() -> Result<Vec<u8>> {
    let mut world = World::builder()
        .bounds([-200.0, -200.0], [200.0, 200.0])
        .touching_between(2, 4, Touching::Ignored)
        .rooted_circles_between(1, 8)
        .build()?;
    let mut recorder = Recorder::new();
    let ship = Arc::new(Mask::from_rows(&[".##.", "####", "#..#"])?);
    let open = Arc::new(Mask::from_rows(&["#..#", "####", ".##."])?);
    let looks = [
        Look::new(&ship),
        Look::new(&open).pivot([2.0, 2.0]).region(Region::new("core", Shape::circle(1.0)?)),
    ];
    let frames: Arc<[Look]> = looks.into();
    let core = Region::new("core", &ship).pivot([1.0, 1.0]).layer(8).against(1);
    let slope = Polygon::new(&[[0.0, 8.0], [8.0, 8.0], [8.0, 0.0]])?;
    let legend = [('/', Cell::Polygon(slope)), ('m', Cell::Mask(ship.clone()))];
    let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["#/..", "####", ".m.#"], &legend)?);
    let arm = Part::new(Shape::rect([6.0, 1.0])?).offset([3.0, 2.0]).tag("arm");
    let corners = [[0.0, 0.0], [8.0, 0.0], [2.0, 2.0], [0.0, 8.0]];
    let bodies = [
        Body::point().at([3.0, 4.0]),
        Body::segment([-9.0, 0.0], [9.0, 1.0]).at([5.0, 5.0]).layer(2).against(4),
        Body::circle(6.0).at([8.0, 5.0]).graze(9.5).data(77),
        Body::circle(5.0).at([20.0, 5.0]).layer(8).cooldown(3),
        Body::capsule([0.0, -4.0], [0.0, 4.0], 2.5).at([-20.0, 5.0]).turned(0.4).max_hits(5),
        Body::rect([5.0, 7.5]).at([-14.0, 5.0]).layer(4).invulnerable(2),
        Body::polygon(&corners).at([-30.0, -30.0]).scaled([1.5, -2.0]),
        Body::chain(&[[0.0, 0.0], [9.0, 3.0], [18.0, 0.0]], 0.5).at([-30.0, -20.0]),
        Body::new(Look::new(Shape::compound(vec![arm, Part::new(Shape::circle(3.0)?)])?)).at([40.0, 0.0]),
        Body::frames(&frames).at([41.0, 4.0]).frame(1),
        Body::sprite(&open).at([44.25, 2.5]).turned(1.0).scaled([2.0, 2.0]).region(core),
        Body::tiles(&map).at([30.0, -10.0]),
        Body::circle(2.0).at([190.0, 0.0]).despawn_beyond(4.0),
    ];
    let all: Vec<_> = bodies.into_iter().map(|body| world.spawn(body)).collect::<Result<_>>()?;
    for step in 0..24_u32 {
        // In later steps all bodies are gone.
        if step < 18 {
            let t = f64::from(step);
            world.edit(all[0]).position([3.0 + 0.75 * t, 4.0 + 0.1 * t * t])?;
            world.edit(all[2]).position([8.0 + t, 5.0])?;
            world.edit(all[10]).angle(0.3 * t)?;
            world.edit(all[9]).frame(step as usize % 2)?;
        }
        match step {
            2 => world.edit(all[12]).position([199.0, 0.0]).map(drop)?,
            3 => world.edit(all[3]).radius(7.25).map(drop)?,
            4 => world.edit(all[12]).position([212.0, 0.0]).map(drop)?,
            5 => world.edit(all[6]).scale([2.0, 1.0]).map(drop)?,
            7 => world.remove(all[1])?,
            8 => drop(world.spawn(Body::circle(3.0).at([8.0, 8.0]).max_hits(1))?),
            9 => world.edit(all[5]).layers(Layers::new(3, 9)).map(drop)?,
            11 => world.edit(all[4]).graze(Some(20.0)).map(drop)?,
            13 => world.edit(all[8]).look(Look::new(Solid::from(&ship))).map(drop)?,
            15 => world.edit(all[2]).cooldown(4).map(drop)?,
            18 => world.clear(),
            19 => drop(world.spawn_many(6, |k| Body::circle(4.0).at([5.0 * k as f64, 0.0]))?),
            _ => {}
        }
        recorder.step(&mut world)?;
    }
    Ok(recorder.into_bytes())
}

//! A session with one of everything that a recording holds, in calls that every version has had: older versions of this
//! project recorded it into the files beside this one.

use std::sync::Arc;

use kasuri::{
    Body, Cell, Layers, Look, Mask, Part, Polygon, Recorder, Region, Result, Shape, Solid, TileMap, Touching,
    Vec2, World,
};

/// The recording, as this version writes it.
pub(crate) fn recorded() -> Result<Vec<u8>> {
    let mut world = World::builder()
        .bounds([-200.0, -200.0], [200.0, 200.0])
        .touching_between(2, 4, Touching::Ignored)
        .rooted_circles_between(1, 8)
        .build()?;
    let mut recorder = Recorder::new();
    let ship = Arc::new(Mask::from_rows(&[".##.", "####", "#..#"])?);
    let open = Arc::new(Mask::from_rows(&["#..#", "####", ".##."])?);
    let looks = [Look::new(&ship), Look::new(&open).pivot([2.0, 2.0]).region("core", Shape::circle(1.0)?)];
    let frames: Arc<[Look]> = looks.into();
    let core = Region::new("core", &ship).pivot([1.0, 1.0]).layer(8).against(1);
    let slope = Polygon::new(&[[0.0, 8.0], [8.0, 8.0], [8.0, 0.0]].map(Vec2::from))?;
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
        Body::sprite(&open).at([44.25, 2.5]).turned(1.0).scaled([2.0, 2.0]).with_region(core),
        Body::tiles(&map).at([30.0, -10.0]),
        Body::circle(2.0).at([190.0, 0.0]).despawn_beyond(4.0),
    ];
    let all: Vec<_> = bodies.into_iter().map(|body| world.spawn(body)).collect::<Result<_>>()?;
    for step in 0..24_u32 {
        // Later everything has gone.
        if step < 18 {
            let t = f64::from(step);
            world.set_position(all[0], [3.0 + 0.75 * t, 4.0 + 0.1 * t * t])?;
            world.set_position(all[2], [8.0 + t, 5.0])?;
            world.set_angle(all[10], 0.3 * t)?;
            world.set_frame(all[9], step as usize % 2)?;
        }
        match step {
            2 => world.set_position(all[12], [199.0, 0.0])?,
            3 => world.set_radius(all[3], 7.25)?,
            4 => world.set_position(all[12], [212.0, 0.0])?,
            5 => world.set_scale(all[6], [2.0, 1.0])?,
            7 => world.remove(all[1])?,
            8 => drop(world.spawn(Body::circle(3.0).at([8.0, 8.0]).max_hits(1))?),
            9 => world.set_layers(all[5], Layers { layer: 3, against: 9 })?,
            11 => world.set_graze(all[4], Some(20.0))?,
            13 => world.set_look(all[8], Look::new(Solid::from(&ship)))?,
            15 => world.set_cooldown(all[2], 4)?,
            18 => world.clear(),
            19 => drop(world.spawn_many(6, |k| Body::circle(4.0).at([5.0 * k as f64, 0.0]))?),
            _ => {}
        }
        recorder.step(&mut world)?;
    }
    Ok(recorder.into_bytes())
}

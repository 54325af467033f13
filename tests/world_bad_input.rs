//! Tests that every invalid call gets the right error and changes nothing (SPEC 7).
#![allow(missing_docs, clippy::expect_used, clippy::unwrap_used)]

use std::sync::Arc;

use kasuri::{
    Area, Body, Filter, Handle, Layers, Look, Mask, Placement, Region, Result, Shape, TileMap, Vec2, World,
    travel::Response,
    world::{Axes, Solid},
};

const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

/// One body of each kind for which calls differ.
struct Bodies {
    ball: Handle,
    ship: Handle,
    laser: Handle,
    wall: Handle,
    map: Handle,
    hero: Handle,
    lone: Handle,
    gone: Handle,
}

fn mask() -> Arc<Mask> {
    Arc::new(Mask::from_rows(&["##", "##"]).unwrap())
}

fn tiles() -> Arc<TileMap> {
    Arc::new(TileMap::from_rows([8.0, 8.0], &["##"], &[]).unwrap())
}

fn circle(r: f64) -> Shape {
    Shape::circle(r).unwrap()
}

fn stage() -> (World, Bodies) {
    let mut world = World::builder().bounds([-50.0, -50.0], [50.0, 50.0]).build().unwrap();
    let frames: Arc<[Look]> =
        [Look::from(circle(3.0)), Look::from(mask()).region(Region::new("hand", circle(1.0)))].into();
    let mut spawn = |body: Body| world.spawn(body.graze(2.0)).unwrap();
    let bodies = Bodies {
        ball: spawn(Body::circle(3.0).at([9.0, 4.0])),
        ship: spawn(Body::sprite(&mask()).region(Region::new("core", circle(1.0)))),
        laser: spawn(Body::chain(&[[0.0, 0.0], [9.0, 9.0]], 1.0)),
        wall: spawn(Body::rect([4.0, 4.0]).at([11.0, 4.0])),
        map: spawn(Body::tiles(&tiles()).at([4.0, 0.0])),
        hero: spawn(Body::frames(&frames).frame(1).at([12.0, 1.0])),
        lone: spawn(Body::rect([5.0, 5.0]).at([-40.0, -40.0])),
        gone: spawn(Body::point()),
    };
    world.remove(bodies.gone).unwrap();
    (world, bodies)
}

fn ok<T>(result: Result<T>) -> Result<()> {
    result.map(|_| ())
}

type Call = fn(&mut World, &Bodies) -> Result<()>;

/// Returns everything a world reports of every body and of a step.
fn told(world: &mut World) -> String {
    let mut text = String::new();
    for seen in world.iter() {
        let about =
            (seen.handle(), seen.at(), seen.angle(), seen.scale(), seen.layers(), seen.frame(), seen.data());
        text += &format!("{about:?} {:?} {:?}\n", seen.form(), seen.regions().collect::<Vec<_>>());
    }
    let step = world.step().unwrap();
    let lists = [step.began(), step.stayed(), step.ended(), step.grazes()];
    text + &format!("{lists:?} {:?} {:?}", step.left(), step.entered())
}

/// Makes every call of a table: each must be refused with its message, and all together must change nothing.
fn check(table: &[(&str, Call)]) {
    let ((mut world, bodies), (mut untouched, _)) = (stage(), stage());
    for (expected, call) in table {
        let refused = call(&mut world, &bodies).expect_err(expected);
        assert_eq!(refused.to_string(), *expected);
        // Future handles are the same as well.
        assert_eq!(world.hash(), untouched.hash(), "{expected}");
    }
    assert_eq!(told(&mut world), told(&mut untouched));
}

#[test]
fn bodies_to_spawn() {
    check(&[
        ("r: NaN is not a finite number", |w, _| ok(w.spawn(Body::circle(NAN)))),
        ("r: -1 is negative; a radius is 0 or more", |w, _| ok(w.spawn(Body::circle(-1.0)))),
        ("circle: the bounding box is 18000 x 18000 px; at most 16384 px a side are allowed", |w, _| {
            ok(w.spawn(Body::circle(9000.0)))
        }),
        ("r: inf is not a finite number", |w, _| ok(w.spawn(Body::circle(INF)))),
        ("a[1]: NaN is not a finite number", |w, _| ok(w.spawn(Body::capsule([0.0, NAN], [1.0, 1.0], 1.0)))),
        ("b[0]: inf is not a finite number", |w, _| ok(w.spawn(Body::segment([0.0, 0.0], [INF, 1.0])))),
        ("half[1]: -2 is negative; half a side is 0 or more", |w, _| ok(w.spawn(Body::rect([1.0, -2.0])))),
        ("points: there are 2 vertices in the polygon; 3 to 4096 are allowed", |w, _| {
            ok(w.spawn(Body::polygon(&[[0.0, 0.0], [1.0, 1.0]])))
        }),
        ("points: the polygon has no area; its vertices must not all lie on one line", |w, _| {
            ok(w.spawn(Body::polygon(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]])))
        }),
        ("points: there are 1 points in the chain; 2 to 4096 are allowed", |w, _| {
            ok(w.spawn(Body::chain(&[[0.0, 0.0]], 1.0)))
        }),
        ("at[1]: NaN is not a finite number", |w, _| ok(w.spawn(Body::point().at([0.0, NAN])))),
        ("at[0]: 2097153 is out of range; a placed coordinate is -2097152 to 2097152", |w, _| {
            ok(w.spawn(Body::point().at([2_097_153.0, 0.0])))
        }),
        ("box: 2097159 is out of range; a placed coordinate is -2097152 to 2097152", |w, _| {
            ok(w.spawn(Body::rect([9.0, 9.0]).at([2_097_150.0, 0.0])))
        }),
        ("angle: inf is not a finite number", |w, _| ok(w.spawn(Body::point().turned(INF)))),
        ("scale[1]: 0 is not a valid scale; use 1/64 to 64, or -64 to -1/64 to mirror", |w, _| {
            ok(w.spawn(Body::rect([1.0, 1.0]).scaled([1.0, 0.0])))
        }),
        ("scale[0]: 65 is not a valid scale; use 1/64 to 64, or -64 to -1/64 to mirror", |w, _| {
            ok(w.spawn(Body::rect([1.0, 1.0]).scaled([65.0, 1.0])))
        }),
        (
            "scale: the scale [2, 1] would turn a circle into an ellipse; a shape with a radius needs |sx| = |sy|; `Shape::ellipse` takes any scale",
            |w, _| ok(w.spawn(Body::circle(1.0).scaled([2.0, 1.0]))),
        ),
        ("pivot[0]: 9000 is out of range; a pivot is -4096 to 8192", |w, _| {
            ok(w.spawn(Body::sprite(&mask()).pivot([9000.0, 0.0])))
        }),
        ("pivot: only a sprite has a pivot", |w, _| ok(w.spawn(Body::circle(1.0).pivot([0.0, 0.0])))),
        ("a tile map cannot be turned or scaled; its angle is 0 and its scale [1, 1]", |w, _| {
            ok(w.spawn(Body::tiles(&tiles()).turned(1.0)))
        }),
        ("a tile map cannot be turned or scaled; its angle is 0 and its scale [1, 1]", |w, _| {
            ok(w.spawn(Body::tiles(&tiles()).scaled([2.0, 2.0])))
        }),
        ("graze: -1 is negative; a margin is 0 or more", |w, _| ok(w.spawn(Body::point().graze(-1.0)))),
        ("graze: 3000000 is out of range; a margin is 0 to 2097152", |w, _| {
            ok(w.spawn(Body::point().graze(3e6)))
        }),
        ("despawn_beyond: NaN is not a finite number", |w, _| ok(w.spawn(Body::point().despawn_beyond(NAN)))),
        ("there is no frame 1 among 1; the first is 0", |w, _| ok(w.spawn(Body::point().frame(1)))),
        ("there is no frame 0 among 0; the first is 0", |w, _| ok(w.spawn(Body::frames(&Arc::default())))),
        ("regions[1]: two regions have the name \"a\"; names of regions must be unique", |w, _| {
            ok(w.spawn(
                Body::point().region(Region::new("a", circle(1.0))).region(Region::new("a", circle(2.0))),
            ))
        }),
        ("regions[0]: a tile map cannot be a region; regions are shapes and masks", |w, _| {
            ok(w.spawn(Body::point().region(Region::new("a", tiles()))))
        }),
        ("regions[0].pivot: only a sprite has a pivot", |w, _| {
            ok(w.spawn(Body::point().region(Region::new("a", circle(1.0)).pivot([0.0, 0.0]))))
        }),
        ("regions[0].pivot[0]: NaN is not a finite number", |w, _| {
            ok(w.spawn(Body::point().region(Region::new("a", mask()).pivot([NAN, 0.0]))))
        }),
        ("regions: there are 256 regions; 0 to 255 are allowed", |w, _| {
            ok(w.spawn(
                (0..256).fold(Body::point(), |b, k| b.region(Region::new(&k.to_string(), circle(1.0)))),
            ))
        }),
        ("[2].r: -1 is negative; a radius is 0 or more", |w, _| {
            ok(w.spawn_many(3, |k| Body::circle(1.0 - k as f64)))
        }),
        // Into slots that were free, and into new ones.
        ("[9].r: -1 is negative; a radius is 0 or more", |w, _| {
            ok(w.spawn_many(12, |k| Body::circle(8.0 - k as f64)))
        }),
    ]);
}

#[test]
fn changes() {
    check(&[
        ("at[0]: NaN is not a finite number", |w, b| w.edit(b.ball).position([NAN, 0.0]).map(drop)),
        ("chain.points: 2097159 is out of range; a placed coordinate is -2097152 to 2097152", |w, b| {
            w.edit(b.laser).position([2_097_150.0, 0.0]).map(drop)
        }),
        ("tiles.rows[0][0]: 2097158 is out of range; a placed coordinate is -2097152 to 2097152", |w, b| {
            w.edit(b.map).position([2_097_150.0, 0.0]).map(drop)
        }),
        ("at[1]: -2097153 is out of range; a placed coordinate is -2097152 to 2097152", |w, b| {
            w.edit(b.ship).position([0.0, -2_097_153.0]).map(drop)
        }),
        ("[1].at[1]: inf is not a finite number", |w, b| {
            w.set_positions(&[b.ball, b.map], &[[1.0, 1.0], [0.0, INF]])
        }),
        ("[2].at[0]: 3000000 is out of range; a placed coordinate is -2097152 to 2097152", |w, b| {
            w.set_positions(&[b.ball, b.ball, b.wall], &[[1.0, 1.0], [2.0, 2.0], [3e6, 0.0]])
        }),
        ("there are 2 values for 1 bodies; each body needs one", |w, b| {
            w.set_positions(&[b.ball], &[[1.0, 1.0], [2.0, 2.0]])
        }),
        ("angle: inf is not a finite number", |w, b| w.edit(b.ball).angle(INF).map(drop)),
        ("a tile map cannot be turned or scaled; its angle is 0 and its scale [1, 1]", |w, b| {
            w.edit(b.map).angle(1.0).map(drop)
        }),
        ("[2]: a tile map cannot be turned or scaled; its angle is 0 and its scale [1, 1]", |w, b| {
            w.set_angles(&[b.ship, b.wall, b.map], &[1.0, 1.0, 1.0])
        }),
        ("there are 0 values for 1 bodies; each body needs one", |w, b| w.set_angles(&[b.ship], &[])),
        (
            "scale: the scale [2, 1] would turn a circle into an ellipse; a shape with a radius needs |sx| = |sy|; `Shape::ellipse` takes any scale",
            |w, b| w.edit(b.ball).scale([2.0, 1.0]).map(drop),
        ),
        ("scale[0]: 0 is not a valid scale; use 1/64 to 64, or -64 to -1/64 to mirror", |w, b| {
            w.edit(b.ship).scale([0.0, 1.0]).map(drop)
        }),
        (
            "regions[0].scale: the scale [2, 1] would turn a circle into an ellipse; a shape with a radius needs |sx| = |sy|; `Shape::ellipse` takes any scale",
            |w, b| w.edit(b.ship).scale([2.0, 1.0]).map(drop),
        ),
        ("[1].scale[1]: NaN is not a finite number", |w, b| {
            w.set_scales(&[b.wall, b.ball], &[[2.0, 1.0], [2.0, NAN]])
        }),
        ("there are 2 values for 1 bodies; each body needs one", |w, b| {
            w.set_scales(&[b.wall], &[[2.0, 1.0], [2.0, 1.0]])
        }),
        ("frame: there is no frame 2 among 2; the first is 0", |w, b| w.edit(b.hero).frame(2).map(drop)),
        ("[1].frame: there is no frame 1 among 1; the first is 0", |w, b| {
            w.set_frames(&[b.hero, b.ball], &[0, 1])
        }),
        ("there are 0 values for 1 bodies; each body needs one", |w, b| w.set_frames(&[b.hero], &[])),
        ("points: there are 1 points in the chain; 2 to 4096 are allowed", |w, b| {
            w.edit(b.laser).chain(&[[0.0, 0.0]]).map(drop)
        }),
        ("points[1][0]: NaN is not a finite number", |w, b| {
            w.edit(b.laser).chain(&[[0.0, 0.0], [NAN, 0.0]]).map(drop)
        }),
        ("chain: the bounding box is 20002 x 2 px; at most 16384 px a side are allowed", |w, b| {
            w.edit(b.laser).chain(&[[0.0, 0.0], [20_000.0, 0.0]]).map(drop)
        }),
        ("the body is not a chain", |w, b| w.edit(b.ball).chain(&[[0.0, 0.0], [1.0, 0.0]]).map(drop)),
        ("the body is not a chain", |w, b| w.edit(b.ship).chain(&[[0.0, 0.0], [1.0, 0.0]]).map(drop)),
        ("r: -1 is negative; a radius is 0 or more", |w, b| w.edit(b.ball).radius(-1.0).map(drop)),
        ("circle: the bounding box is 18000 x 18000 px; at most 16384 px a side are allowed", |w, b| {
            w.edit(b.ball).radius(9000.0).map(drop)
        }),
        ("the body is not a circle, a capsule or a chain", |w, b| w.edit(b.wall).radius(1.0).map(drop)),
        ("the body is not a circle, a capsule or a chain", |w, b| w.edit(b.map).radius(1.0).map(drop)),
        ("[2]: the body is not a circle, a capsule or a chain", |w, b| {
            w.set_radii(&[b.ball, b.laser, b.hero], &[5.0, 5.0, 5.0])
        }),
        ("there are 0 values for 1 bodies; each body needs one", |w, b| w.set_radii(&[b.ball], &[])),
        ("segment: the bounding box is 20000 x 0 px; at most 16384 px a side are allowed", |w, b| {
            w.edit(b.ball).shape(Shape::segment([0.0, 0.0], [20_000.0, 0.0]).unwrap()).map(drop)
        }),
        ("pivot: only a sprite has a pivot", |w, b| {
            w.edit(b.ball).look(Look::from(circle(1.0)).pivot([0.0, 0.0])).map(drop)
        }),
        ("regions[0]: a tile map cannot be a region; regions are shapes and masks", |w, b| {
            w.edit(b.ball).look(Look::from(mask()).region(Region::new("a", tiles()))).map(drop)
        }),
        ("margin: -1 is negative; a margin is 0 or more", |w, b| w.edit(b.ball).graze(Some(-1.0)).map(drop)),
        ("margin: NaN is not a finite number", |w, b| w.edit(b.ball).graze(Some(NAN)).map(drop)),
    ]);
}

#[test]
fn questions_and_ways() {
    check(&[
        ("at[0]: NaN is not a finite number", |w, _| ok(w.overlapping(Area::point([NAN, 0.0]), Filter::ALL))),
        ("at[0]: 3000000 is out of range; a placed coordinate is -2097152 to 2097152", |w, _| {
            ok(w.overlapping(Area::point([3e6, 0.0]), Filter::ALL))
        }),
        ("opposite[0]: inf is not a finite number", |w, _| {
            ok(w.overlapping(Area::rect([0.0, 0.0], [INF, 1.0]), Filter::ALL))
        }),
        ("r: -1 is negative; a radius is 0 or more", |w, _| {
            ok(w.overlapping(Area::circle([0.0, 0.0], -1.0), Filter::ALL))
        }),
        ("at[1]: NaN is not a finite number", |w, _| {
            ok(w.overlapping(Area::circle([0.0, NAN], 1.0), Filter::ALL))
        }),
        ("cone[0]: NaN is not a finite number", |w, _| {
            ok(w.overlapping(Area::cone([NAN, 0.0], 0.0, 1.0, 1.0), Filter::ALL))
        }),
        ("direction: inf is not a finite number", |w, _| {
            ok(w.overlapping(Area::cone([0.0, 0.0], INF, 1.0, 1.0), Filter::ALL))
        }),
        ("half_angle: 2 is out of range; half the angle of a cone is 0 to 1.5707963267948966", |w, _| {
            ok(w.overlapping(Area::cone([0.0, 0.0], 0.0, 2.0, 1.0), Filter::ALL))
        }),
        ("reach: -1 is negative; a reach is 0 or more", |w, _| {
            ok(w.overlapping(Area::cone([0.0, 0.0], 0.0, 1.0, -1.0), Filter::ALL))
        }),
        ("the bounding box is 20000 x 33658.8359375 px; at most 16384 px a side are allowed", |w, _| {
            ok(w.overlapping(Area::cone([0.0, 0.0], 0.0, 1.0, 20_000.0), Filter::ALL))
        }),
        ("at[1]: NaN is not a finite number", |w, _| {
            ok(w.overlapping(Area::solid(circle(1.0), Placement::at([0.0, NAN])), Filter::ALL))
        }),
        ("scale[0]: 0 is not a valid scale; use 1/64 to 64, or -64 to -1/64 to mirror", |w, _| {
            ok(w.overlapping(Area::solid(mask(), Placement::default().scaled([0.0, 1.0])), Filter::ALL))
        }),
        ("a tile map cannot be turned or scaled; its angle is 0 and its scale [1, 1]", |w, _| {
            ok(w.overlapping(Area::solid(tiles(), Placement::default().turned(1.0)), Filter::ALL))
        }),
        ("to[1]: NaN is not a finite number", |w, _| {
            ok(w.sweep_solid(circle(1.0), &Placement::default(), [0.0, NAN], Filter::ALL))
        }),
        ("a tile map does not move; sweep the other body instead", |w, _| {
            ok(w.sweep_solid(tiles(), &Placement::default(), [5.0, 0.0], Filter::ALL))
        }),
        ("to[1]: NaN is not a finite number", |w, _| ok(w.first_on_ray([0.0, 0.0], [0.0, NAN], Filter::ALL))),
        ("from[0]: 3000000 is out of range; a placed coordinate is -2097152 to 2097152", |w, _| {
            ok(w.along_ray([3e6, 0.0], [0.0, 0.0], Filter::ALL))
        }),
        ("to[0]: NaN is not a finite number", |w, _| ok(w.nearest([NAN, 0.0], 3, Filter::ALL))),
        ("to[0]: NaN is not a finite number", |w, b| ok(w.sweep(b.ball, [NAN, 0.0]))),
        ("a tile map does not move; sweep the other body instead", |w, b| ok(w.sweep(b.map, [9.0, 0.0]))),
        ("[1][0]: inf is not a finite number", |w, b| ok(w.advance(b.ball, &[[1.0, 0.0], [INF, 0.0]]))),
        ("[1].to: -2097157 is out of range; a placed coordinate is -2097152 to 2097152", |w, b| {
            ok(w.advance(b.lone, &[[-30.0, -40.0], [-2_097_152.0, -40.0]]))
        }),
        ("to: -2097157 is out of range; a placed coordinate is -2097152 to 2097152", |w, b| {
            ok(w.travel(b.lone, [-2_097_112.0, 0.0], Response::Stick))
        }),
        ("by[0]: NaN is not a finite number", |w, b| ok(w.travel(b.ball, [NAN, 0.0], Response::Slide))),
        ("restitution: 2 is out of range; a restitution is 0 to 1", |w, b| {
            ok(w.travel(b.ball, [1.0, 0.0], Response::Bounce { restitution: 2.0 }))
        }),
        ("velocity[0]: NaN is not a finite number", |w, b| ok(w.keep_inside(b.ball, [NAN, 0.0], 1.0))),
        ("restitution: -1 is out of range; a restitution is 0 to 1", |w, b| {
            ok(w.keep_inside(b.ball, [0.0, 0.0], -1.0))
        }),
    ]);
}

/// Calls every method that takes a handle, with one whose body is removed.
#[test]
fn stale_handles() {
    let table: &[Call] = &[
        |w, b| w.remove(b.gone),
        |w, b| w.remove_many(&[b.ball, b.gone]),
        |w, b| ok(w.get(b.gone)),
        |w, b| w.edit(b.gone).position([0.0, 0.0]).map(drop),
        |w, b| w.set_positions(&[b.ball, b.gone], &[[5.0, 5.0], [0.0, 0.0]]),
        |w, b| w.edit(b.gone).angle(0.0).map(drop),
        |w, b| w.set_angles(&[b.ship, b.gone], &[1.0, 0.0]),
        |w, b| w.edit(b.gone).scale([1.0, 1.0]).map(drop),
        |w, b| w.set_scales(&[b.wall, b.gone], &[[2.0, 1.0], [1.0, 1.0]]),
        |w, b| w.edit(b.gone).frame(0).map(drop),
        |w, b| w.set_frames(&[b.hero, b.gone], &[0, 0]),
        |w, b| w.edit(b.gone).chain(&[[0.0, 0.0], [1.0, 0.0]]).map(drop),
        |w, b| w.edit(b.gone).radius(1.0).map(drop),
        |w, b| w.set_radii(&[b.ball, b.gone], &[1.0, 1.0]),
        |w, b| w.edit(b.gone).shape(circle(1.0)).map(drop),
        |w, b| w.edit(b.gone).mask(&mask()).map(drop),
        |w, b| w.edit(b.gone).look(circle(1.0)).map(drop),
        |w, b| w.edit(b.gone).layers(Layers::default()).map(drop),
        |w, b| w.edit(b.gone).graze(None).map(drop),
        |w, b| w.edit(b.gone).invulnerable(1).map(drop),
        |w, b| w.edit(b.gone).data(1).map(drop),
        |w, b| ok(w.sweep(b.gone, [1.0, 1.0])),
        |w, b| ok(w.advance(b.gone, &[[1.0, 1.0]])),
        |w, b| ok(w.travel(b.gone, [1.0, 1.0], Response::Stick)),
        |w, b| ok(w.keep_inside(b.gone, [1.0, 1.0], 1.0)),
        |w, b| ok(w.distance(b.gone, b.ball)),
        |w, b| ok(w.distance(b.ball, b.gone)),
        |w, b| ok(w.crossings(b.ball, b.gone)),
    ];
    let ((mut world, bodies), (mut untouched, _)) = (stage(), stage());
    // The slot has another body now.
    for world in [&mut world, &mut untouched] {
        assert_ne!(world.spawn(Body::circle(2.0)).unwrap(), bodies.gone);
    }
    for (k, call) in table.iter().enumerate() {
        let refused = call(&mut world, &bodies).expect_err(&k.to_string()).to_string();
        assert!(
            refused.ends_with("7v1 was removed, or the handle belongs to another world"),
            "{k}: {refused}"
        );
    }
    assert!(!world.contains(bodies.gone));
    assert_eq!(told(&mut world), told(&mut untouched));
}

/// A hit outlives its bodies; queries about it are errors then.
#[test]
fn hits_of_bodies_that_are_gone() {
    let mut world = World::new();
    let bodies = world.spawn_many(2, |_| Body::circle(2.0)).unwrap();
    let step = world.step().unwrap();
    let hit = &step.began()[0];
    assert!(world.contact(hit).is_ok() && world.push_apart(hit, NAN).is_err());
    world.remove(bodies[1]).unwrap();
    let refused = [
        ok(world.contact(hit)),
        ok(world.overlap(hit)),
        ok(world.common_pixels(hit)),
        ok(world.push_apart(hit, 0.5)),
    ];
    for refused in refused {
        assert!(
            refused
                .unwrap_err()
                .to_string()
                .ends_with("1v1 was removed, or the handle belongs to another world")
        );
    }
}

#[test]
fn worlds_that_cannot_be() {
    let table = [
        ("pixels_per_unit: NaN is not a finite number", World::builder().pixels_per_unit(NAN)),
        (
            "pixels_per_unit: 0 is out of range; a unit's size in pixels is 9.5367431640625e-7 to 1048576",
            World::builder().pixels_per_unit(0.0),
        ),
        (
            "pixels_per_unit: -2 is out of range; a unit's size in pixels is 9.5367431640625e-7 to 1048576",
            World::builder().pixels_per_unit(-2.0),
        ),
        (
            "pixels_per_unit: 2000000 is out of range; a unit's size in pixels is 9.5367431640625e-7 to 1048576",
            World::builder().pixels_per_unit(2e6),
        ),
        (
            "bounds: the bounds have no interior; two opposite corners of a box are expected",
            World::builder().bounds([0.0, 0.0], [0.0, 5.0]),
        ),
        ("bounds[0]: NaN is not a finite number", World::builder().bounds([0.0, 0.0], [NAN, 5.0])),
        (
            "bounds[1]: -10000000 is out of range; a placed coordinate is -2097152 to 2097152",
            World::builder().axes(Axes::YUp).pixels_per_unit(100.0).bounds([0.0, 0.0], [5.0, 1e5]),
        ),
    ];
    for (expected, builder) in table {
        assert_eq!(builder.build().unwrap_err().to_string(), expected);
    }
}

/// Numbers that are valid in pixels are not valid in larger units, and the errors are in these units.
#[test]
fn in_units() {
    let mut world = World::builder().pixels_per_unit(1000.0).axes(Axes::YUp).build().unwrap();
    let ball = world.spawn(Body::circle(1.0)).unwrap();
    assert!(world.edit(ball).position([0.0, 2000.0]).is_ok());
    assert!(world.edit(ball).position([0.0, 2100.0]).is_err());
    assert!(world.edit(ball).radius(9.0).is_err());
    assert!(world.edit(ball).graze(Some(2100.0)).is_err());
    assert_eq!(world.get(ball).unwrap().at(), Vec2::new(0.0, 2000.0));
    let Solid::Shape(_) = Solid::from(circle(1.0)) else { unreachable!() };
}

/// A round body shares the form of earlier ones at any angle, but the angle must still be a number.
#[test]
fn the_angle_of_what_is_round_is_a_number() {
    let mut world = World::new();
    world.spawn(Body::circle(3.0)).unwrap();
    let before = world.hash();
    for angle in [NAN, INF, -INF] {
        let refused = world.spawn(Body::circle(3.0).turned(angle)).unwrap_err();
        assert!(refused.to_string().starts_with("angle: "), "{refused}");
        let refused = world.spawn_many(2, |k| Body::circle(3.0).turned(k as f64 * angle)).unwrap_err();
        assert!(refused.to_string().contains("angle: "), "{refused}");
    }
    assert_eq!((world.len(), world.hash()), (1, before));
}

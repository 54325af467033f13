//! Worlds: bodies to spawn, changes, queries, motions, many worlds, recordings.

use std::sync::Arc;

use kasuri::query::PlaceGrid;
use kasuri::{
    Area, Backend, Body, Filter, Handle, Layers, Look, Mask, Placement, Recorder, Recording, Region, Shape,
    TileMap, Touching, Vec2, World,
    travel::{Response, deflected},
    worlds::Worlds,
};

use crate::book::{Book, Done, Plain};

const ALL: Filter = Filter::ALL;

fn mask() -> Arc<Mask> {
    Arc::new(Mask::from_rows(&["##", "##"]).unwrap())
}

fn circle(r: f64) -> Shape {
    Shape::circle(r).unwrap()
}

/// A world with a body of each kind, two of which overlap, and handles that are not valid in it.
struct Stage {
    world: World,
    ball: Handle,
    ship: Handle,
    laser: Handle,
    wall: Handle,
    map: Handle,
    hero: Handle,
    gone: Handle,
    foreign: Handle,
}

fn stage() -> Stage {
    let mut world = World::builder().bounds([-50.0, -50.0], [50.0, 50.0]).threads(1).build().unwrap();
    let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["##"], &[]).unwrap());
    let frames: Arc<[Look]> = [Look::from(circle(3.0)), Look::from(mask())].into();
    let gone = world.spawn(Body::point()).unwrap();
    world.remove(gone).unwrap();
    let mut spawn = |body: Body| world.spawn(body.graze(2.0)).unwrap();
    let [ball, ship, laser] = [
        spawn(Body::circle(3.0).at([9.0, 4.0])),
        spawn(Body::sprite(&mask()).region(Region::new("core", circle(1.0)))),
        spawn(Body::chain(&[[0.0, 0.0], [9.0, 9.0]], 1.0)),
    ];
    let [wall, map, hero] = [
        spawn(Body::rect([4.0, 4.0]).at([11.0, 4.0])),
        spawn(Body::tiles(&map).at([4.0, 0.0])),
        spawn(Body::frames(&frames).frame(1).at([12.0, 1.0])),
    ];
    let mut other = World::new();
    let foreign = *other.spawn_many(99, |_| Body::point()).unwrap().last().unwrap();
    Stage { world, ball, ship, laser, wall, map, hero, gone, foreign }
}

pub fn write(book: &mut Book) {
    spawning(book);
    builder(book);
    changes(book);
    handles(book);
    questions(book);
    moving(book);
    many(book);
    records(book);
}

/// Bodies keep invalid values; a world refuses them.
fn spawning(book: &mut Book) {
    let spawn = |body: Body| stage().world.spawn(body);
    let o = Vec2::default();
    book.number("Body::circle", "r", |x| spawn(Body::circle(x)));
    book.vec2("Body::segment", "a", |v| spawn(Body::segment(v, o)));
    book.vec2("Body::segment", "b", |v| spawn(Body::segment(o, v)));
    book.number("Body::ellipse", "rx", |x| spawn(Body::ellipse(x, 1.0)));
    book.number("Body::ellipse", "ry", |x| spawn(Body::ellipse(1.0, x)));
    book.vec2("Body::capsule", "a", |v| spawn(Body::capsule(v, o, 1.0)));
    book.vec2("Body::capsule", "b", |v| spawn(Body::capsule(o, v, 1.0)));
    book.number("Body::capsule", "r", |x| spawn(Body::capsule(o, o, x)));
    book.vec2("Body::rect", "half", |v| spawn(Body::rect(v)));
    book.vec2("Body::polygon", "points", |v| {
        spawn(Body::polygon(&[v, Vec2::new(9.0, 0.0), Vec2::new(0.0, 9.0)]))
    });
    book.one("Body::polygon", "points", "none", || spawn(Body::polygon::<Vec2>(&[])));
    book.vec2("Body::chain", "points", |v| spawn(Body::chain(&[o, v], 1.0)));
    book.number("Body::chain", "r", |x| spawn(Body::chain(&[o, o], x)));
    book.one("Body::chain", "points", "none", || spawn(Body::chain::<Vec2>(&[], 1.0)));
    book.vec2("Body::at", "at", |v| spawn(Body::point().at(v)));
    book.number("Body::turned", "angle", |x| spawn(Body::point().turned(x)));
    book.vec2("Body::scaled", "scale", |v| spawn(Body::rect([1.0, 1.0]).scaled(v)));
    book.one("Body::scaled", "scale", "[2, 1] of a circle", || spawn(Body::circle(1.0).scaled([2.0, 1.0])));
    book.vec2("Body::pivot", "pivot", |v| spawn(Body::sprite(&mask()).pivot(v)));
    book.one("Body::pivot", "pivot", "of a circle", || spawn(Body::circle(1.0).pivot(o)));
    book.one("Body::frames", "frames", "none", || spawn(Body::frames(&Arc::default())));
    book.whole("Body::frame", "frame", |n: usize| spawn(Body::point().frame(n)));
    book.number("Body::graze", "margin", |x| spawn(Body::point().graze(x)));
    book.number("Body::despawn_beyond", "margin", |x| spawn(Body::point().despawn_beyond(x)));
    let step = |body: Body| {
        let mut world = stage().world;
        world.spawn(body.at([9.0, 4.0]))?;
        world.step()?;
        world.step()
    };
    book.whole("Body::cooldown", "steps", |n: u32| step(Body::point().cooldown(n)));
    book.whole("Body::max_hits", "hits", |n: u32| step(Body::point().max_hits(n)));
    book.whole("Body::invulnerable", "steps", |n: u64| step(Body::point().invulnerable(n)));
    book.whole("Body::layer", "layer", |n: u32| step(Body::point().layer(n)));
    book.whole("Body::against", "against", |n: u32| step(Body::point().against(n)));
    book.whole("Body::group", "group", |n: u32| step(Body::point().group(n)));
    book.vec2("Body::one_way", "direction", |v| spawn(Body::point().one_way(v)));
    book.one("Body::one_way", "direction", "[0, 0]", || spawn(Body::point().one_way(o)));
    let map = || Arc::new(TileMap::from_rows([8.0, 8.0], &["#"], &[]).unwrap());
    book.one("Body::swept", "body", "a tile map", || spawn(Body::tiles(&map()).swept()));
    book.whole("Body::data", "data", |n: u64| step(Body::point().data(n)));
    book.one("Body::region", "name", "twice", || {
        spawn(Body::point().region(Region::new("a", circle(1.0))).region(Region::new("a", circle(1.0))))
    });
    book.one("Body::region", "name", "empty", || spawn(Body::point().region(Region::new("", circle(1.0)))));
    book.one("Body::region", "region", "the 256th", || {
        let region = |k: usize| Region::new(&k.to_string(), circle(1.0));
        spawn((0..256).fold(Body::point(), |body, k| body.region(region(k))))
    });
    book.vec2("Region::pivot", "pivot", |v| spawn(Body::point().region(Region::new("a", mask()).pivot(v))));
    let region = || Region::new("a", circle(9.0));
    book.whole("Region::layer", "layer", |n: u32| step(Body::point().region(region().layer(n))));
    book.whole("Region::against", "against", |n: u32| step(Body::point().region(region().against(n))));
    book.vec2("Look::pivot", "pivot", |v| spawn(Body::new(Look::new(mask()).pivot(v))));
    book.one("Look::region", "name", "twice", || {
        spawn(Body::new(Look::new(mask()).region(Region::new("a", mask())).region(Region::new("a", mask()))))
    });
    book.one("Look::region", "region", "a tile map", || {
        let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["##"], &[]).unwrap());
        spawn(Body::new(Look::new(mask()).region(Region::new("a", map))))
    });
    book.number("World::spawn_many", "body", |x| stage().world.spawn_many(3, |_| Body::circle(x)));
    book.one("World::spawn_many", "count", "0", || stage().world.spawn_many(0, |_| Body::point()));
    book.one("World::spawn_many", "count", "most, the first of them refused", || {
        stage().world.spawn_many(usize::MAX, |_| Body::circle(-1.0))
    });
}

fn builder(book: &mut Book) {
    book.number("WorldBuilder::pixels_per_unit", "pixels", |x| World::builder().pixels_per_unit(x).build());
    book.vec2("WorldBuilder::bounds", "corner", |v| World::builder().bounds(v, [9.0, 9.0]).build());
    book.vec2("WorldBuilder::bounds", "opposite", |v| World::builder().bounds([-9.0, -9.0], v).build());
    book.one("WorldBuilder::bounds", "corner, opposite", "alike", || {
        World::builder().bounds([1.0, 1.0], [1.0, 1.0]).build()
    });
    let count = |n: usize| World::builder().threads(n).build()?.step();
    book.whole("WorldBuilder::threads", "count", count);
    book.whole("WorldBuilder::touching_between", "a", |n: u32| {
        World::builder().touching_between(n, 1, Touching::Ignored).build()?.step()
    });
    book.whole("WorldBuilder::touching_between", "b", |n: u32| {
        World::builder().touching_between(1, n, Touching::Ignored).build()?.step()
    });
    book.whole("WorldBuilder::rooted_circles_between", "a", |n: u32| {
        World::builder().rooted_circles_between(n, 1).build()?.step()
    });
    book.whole("WorldBuilder::rooted_circles_between", "b", |n: u32| {
        World::builder().rooted_circles_between(1, n).build()?.step()
    });
    let _ = Backend::Cpu;
}

fn changes(book: &mut Book) {
    book.vec2("BodyEditor::position", "at", |v| {
        let mut s = stage();
        s.world.edit(s.ball).position(v).map(drop)
    });
    book.vec2("World::set_positions", "at", |v| {
        let mut s = stage();
        s.world.set_positions(&[s.ball, s.ship], &[Vec2::default(), v])
    });
    book.vec2("BodyEditor::teleport", "at", |v| {
        let mut s = stage();
        s.world.edit(s.ball).teleport(v).map(drop)
    });
    book.vec2("World::teleport_many", "at", |v| {
        let mut s = stage();
        s.world.teleport_many(&[s.ball, s.ship], &[Vec2::default(), v])
    });
    book.one("BodyEditor::swept", "body", "a tile map", || {
        let mut s = stage();
        s.world.edit(s.map).swept(true).map(drop)
    });
    book.number("BodyEditor::angle", "angle", |x| {
        let mut s = stage();
        s.world.edit(s.wall).angle(x).map(drop)
    });
    book.number("World::set_angles", "angles", |x| {
        let mut s = stage();
        s.world.set_angles(&[s.ball, s.wall], &[0.0, x])
    });
    book.vec2("BodyEditor::scale", "scale", |v| {
        let mut s = stage();
        s.world.edit(s.wall).scale(v).map(drop)
    });
    let edited = |placement: Placement| {
        let mut s = stage();
        s.world.edit(s.wall).placement(placement).map(drop)
    };
    book.vec2("BodyEditor::placement", "placement.at", |v| edited(Placement::at(v)));
    book.number("BodyEditor::placement", "placement.angle", |x| edited(Placement::default().turned(x)));
    book.vec2("BodyEditor::placement", "placement.scale", |v| edited(Placement::default().scaled(v)));
    let placed = |s: &mut Stage, placement: Placement| {
        s.world.set_placements(&[s.wall, s.hero], &[Placement::default(), placement])
    };
    book.vec2("World::set_placements", "placements.at", |v| placed(&mut stage(), Placement::at(v)));
    book.number("World::set_placements", "placements.angle", |x| {
        placed(&mut stage(), Placement::default().turned(x))
    });
    book.vec2("World::set_placements", "placements.scale", |v| {
        placed(&mut stage(), Placement::default().scaled(v))
    });
    book.vec2("World::set_scales", "scales", |v| {
        let mut s = stage();
        s.world.set_scales(&[s.wall, s.hero], &[Vec2::new(1.0, 1.0), v])
    });
    book.whole("BodyEditor::frame", "frame", |n: usize| {
        let mut s = stage();
        s.world.edit(s.hero).frame(n).map(drop)
    });
    book.whole("World::set_frames", "frames", |n: usize| {
        let mut s = stage();
        s.world.set_frames(&[s.hero, s.hero], &[0, n])
    });
    book.vec2("BodyEditor::chain", "points", |v| {
        let mut s = stage();
        s.world.edit(s.laser).chain(&[Vec2::default(), v]).map(drop)
    });
    book.vec2("World::set_chains", "points", |v| {
        let mut s = stage();
        let points = [Vec2::default(), Vec2::new(1.0, 0.0), Vec2::default(), v];
        s.world.set_chains(&[s.laser, s.laser], &points)
    });
    book.one("World::set_chains", "bodies", "a circle", || {
        let mut s = stage();
        s.world.set_chains(&[s.ball], &[[0.0, 0.0]; 2])
    });
    book.number("BodyEditor::radius", "r", |x| {
        let mut s = stage();
        s.world.edit(s.laser).radius(x).map(drop)
    });
    book.number("World::set_radii", "radii", |x| {
        let mut s = stage();
        s.world.set_radii(&[s.ball, s.laser], &[1.0, x])
    });
    book.number("BodyEditor::graze", "margin", |x| {
        let mut s = stage();
        s.world.edit(s.ball).graze(Some(x)).map(drop)
    });
    book.number("BodyEditor::despawn_beyond", "margin", |x| {
        let mut s = stage();
        s.world.edit(s.ball).despawn_beyond(Some(x)).map(drop)
    });
    book.vec2("BodyEditor::look", "look.pivot", |v| {
        let mut s = stage();
        s.world.edit(s.ball).look(Look::new(mask()).pivot(v)).map(drop)
    });
    book.one("BodyEditor::shape", "shape", "of 20,000 px", || {
        let mut s = stage();
        s.world.edit(s.ball).shape(Shape::segment([0.0, 0.0], [20_000.0, 0.0])?).map(drop)
    });
    let step = |change: &dyn Fn(&mut Stage) -> kasuri::Result<()>| {
        let mut s = stage();
        change(&mut s)?;
        s.world.step()?;
        s.world.step()
    };
    book.whole("BodyEditor::layers", "layers", |n: u32| {
        step(&|s| s.world.edit(s.ball).layers(Layers::new(n, n)).map(drop))
    });
    book.vec2("BodyEditor::one_way", "direction", |v| {
        let mut s = stage();
        s.world.edit(s.ball).one_way(Some(v)).map(drop)
    });
    book.one("BodyEditor::one_way", "direction", "[0, 0]", || {
        let mut s = stage();
        s.world.edit(s.ball).one_way(Some(Vec2::new(0.0, 0.0))).map(drop)
    });
    book.one("BodyEditor::region", "region", "a tile map", || {
        let mut s = stage();
        let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["#"], &[]).unwrap());
        s.world.edit(s.ball).region(Region::new("a", &map)).map(drop)
    });
    book.one("BodyEditor::region", "region", "the 256th", || {
        let mut s = stage();
        (0..256)
            .try_for_each(|k| s.world.edit(s.ball).region(Region::new(&k.to_string(), circle(1.0))).map(drop))
    });
    book.one("World::threats", "region", "of no region", || {
        let s = stage();
        s.world.threats(s.ship, Some("wing"), ALL).map(drop)
    });
    book.one("BodyEditor::remove_region", "name", "of no region", || {
        let mut s = stage();
        s.world.edit(s.ship).remove_region("wing").map(drop)
    });
    book.whole("BodyEditor::group", "group", |n: u32| step(&|s| s.world.edit(s.ball).group(n).map(drop)));
    book.whole("BodyEditor::invulnerable", "steps", |n: u64| {
        step(&|s| s.world.edit(s.ball).invulnerable(n).map(drop))
    });
    book.whole("BodyEditor::cooldown", "steps", |n: u32| {
        step(&|s| s.world.edit(s.ball).cooldown(n).map(drop))
    });
    book.whole("BodyEditor::max_hits", "hits", |n: u32| {
        step(&|s| s.world.edit(s.ball).max_hits(Some(n)).map(drop))
    });
    book.whole("BodyEditor::data", "data", |n: u64| step(&|s| s.world.edit(s.ball).data(n).map(drop)));
    lengths(book);
}

/// Tries lists of bodies and values with different lengths.
fn lengths(book: &mut Book) {
    let o = Vec2::default();
    for (given, bodies, values) in
        [("2 bodies, 1 value", 2, 1), ("1 body, 2 values", 1, 2), ("none, 1 value", 0, 1)]
    {
        let mut bulk =
            |function: &str, argument: &str, call: &dyn Fn(&mut World, &[Handle]) -> kasuri::Result<()>| {
                book.one(function, argument, given, || {
                    let mut s = stage();
                    let of = vec![s.laser; bodies];
                    call(&mut s.world, &of)
                });
            };
        bulk("World::set_positions", "at, its length", &|w, of| w.set_positions(of, &vec![o; values]));
        bulk("World::teleport_many", "at, its length", &|w, of| w.teleport_many(of, &vec![o; values]));
        bulk("World::set_angles", "angles, their length", &|w, of| w.set_angles(of, &vec![0.0; values]));
        bulk("World::set_placements", "placements, their length", &|w, of| {
            w.set_placements(of, &vec![Placement::default(); values])
        });
        bulk("World::set_scales", "scales, their length", &|w, of| w.set_scales(of, &vec![o; values]));
        bulk("World::set_frames", "frames, their length", &|w, of| w.set_frames(of, &vec![0; values]));
        bulk("World::set_radii", "radii, their length", &|w, of| w.set_radii(of, &vec![1.0; values]));
        bulk("World::set_chains", "points, their length", &|w, of| w.set_chains(of, &vec![o; 3 * values]));
    }
}

/// Tries every method that takes a handle, with handles that name no body of the world.
fn handles(book: &mut Book) {
    type Call = fn(&mut World, Handle, Handle) -> kasuri::Result<()>;
    let calls: &[(&str, &str, Call)] = &[
        ("World::remove", "body", |w, h, _| w.remove(h)),
        ("World::remove_many", "bodies", |w, h, ball| w.remove_many(&[ball, h])),
        ("World::get", "body", |w, h, _| w.get(h).map(drop)),
        ("BodyEditor::position", "body", |w, h, _| w.edit(h).position([0.0, 0.0]).map(drop)),
        ("World::set_positions", "bodies", |w, h, b| w.set_positions(&[b, h], &[[0.0, 0.0]; 2])),
        ("BodyEditor::teleport", "body", |w, h, _| w.edit(h).teleport([0.0, 0.0]).map(drop)),
        ("World::teleport_many", "bodies", |w, h, b| w.teleport_many(&[b, h], &[[0.0, 0.0]; 2])),
        ("BodyEditor::swept", "body", |w, h, _| w.edit(h).swept(true).map(drop)),
        ("BodyEditor::angle", "body", |w, h, _| w.edit(h).angle(0.0).map(drop)),
        ("BodyEditor::placement", "body", |w, h, _| w.edit(h).placement(Placement::default()).map(drop)),
        ("World::set_angles", "bodies", |w, h, b| w.set_angles(&[b, h], &[0.0; 2])),
        ("BodyEditor::scale", "body", |w, h, _| w.edit(h).scale([1.0, 1.0]).map(drop)),
        ("World::set_placements", "bodies", |w, h, b| w.set_placements(&[b, h], &[Placement::default(); 2])),
        ("World::set_scales", "bodies", |w, h, b| w.set_scales(&[b, h], &[[1.0, 1.0]; 2])),
        ("BodyEditor::frame", "body", |w, h, _| w.edit(h).frame(0).map(drop)),
        ("World::set_frames", "bodies", |w, h, b| w.set_frames(&[b, h], &[0; 2])),
        ("BodyEditor::chain", "body", |w, h, _| w.edit(h).chain(&[[0.0, 0.0], [1.0, 0.0]]).map(drop)),
        ("BodyEditor::radius", "body", |w, h, _| w.edit(h).radius(1.0).map(drop)),
        ("World::set_radii", "bodies", |w, h, b| w.set_radii(&[b, h], &[1.0; 2])),
        ("World::set_chains", "bodies", |w, h, _| w.set_chains(&[h], &[[0.0, 0.0]; 2])),
        ("BodyEditor::shape", "body", |w, h, _| w.edit(h).shape(circle(1.0)).map(drop)),
        ("BodyEditor::mask", "body", |w, h, _| w.edit(h).mask(&mask()).map(drop)),
        ("BodyEditor::look", "body", |w, h, _| w.edit(h).look(circle(1.0)).map(drop)),
        ("BodyEditor::layers", "body", |w, h, _| w.edit(h).layers(Layers::default()).map(drop)),
        ("BodyEditor::sensor", "body", |w, h, _| w.edit(h).sensor(true).map(drop)),
        ("BodyEditor::one_way", "body", |w, h, _| w.edit(h).one_way(None).map(drop)),
        ("BodyEditor::region", "body", |w, h, _| w.edit(h).region(Region::new("a", circle(1.0))).map(drop)),
        ("BodyEditor::remove_region", "body", |w, h, _| w.edit(h).remove_region("a").map(drop)),
        ("World::threats", "player", |w, h, _| w.threats(h, None, ALL).map(drop)),
        ("BodyEditor::group", "body", |w, h, _| w.edit(h).group(1).map(drop)),
        ("BodyEditor::graze", "body", |w, h, _| w.edit(h).graze(None).map(drop)),
        ("BodyEditor::invulnerable", "body", |w, h, _| w.edit(h).invulnerable(1).map(drop)),
        ("BodyEditor::cooldown", "body", |w, h, _| w.edit(h).cooldown(1).map(drop)),
        ("BodyEditor::max_hits", "body", |w, h, _| w.edit(h).max_hits(None).map(drop)),
        ("BodyEditor::despawn_beyond", "body", |w, h, _| w.edit(h).despawn_beyond(None).map(drop)),
        ("BodyEditor::data", "body", |w, h, _| w.edit(h).data(1).map(drop)),
        ("World::sweep", "body", |w, h, _| w.sweep(h, [1.0, 1.0]).map(drop)),
        ("World::advance", "body", |w, h, _| w.advance(h, &[[1.0, 1.0]]).map(drop)),
        ("World::travel", "body", |w, h, _| w.travel(h, [1.0, 1.0], Response::Stick).map(drop)),
        ("World::travel_against", "body", |w, h, _| {
            w.travel_against(h, [1.0, 1.0], Response::Stick, Filter::ALL).map(drop)
        }),
        ("World::walk", "body", |w, h, _| w.walk(h, [1.0, 0.0], 1.0).map(drop)),
        ("World::ground", "body", |w, h, _| w.ground(h, 1.0).map(drop)),
        ("World::settle", "body", |w, h, _| w.settle(h, 1.0).map(drop)),
        ("World::carry", "platform", |w, h, _| w.carry(h, [1.0, 1.0], Filter::ALL).map(drop)),
        ("World::keep_inside", "body", |w, h, _| w.keep_inside(h, [1.0, 1.0], 1.0).map(drop)),
        ("World::distance", "a", |w, h, b| w.distance(h, b).map(drop)),
        ("World::distance", "b", |w, h, b| w.distance(b, h).map(drop)),
        ("World::crossings", "a", |w, h, b| w.crossings(h, b).map(drop)),
        ("World::crossings", "b", |w, h, b| w.crossings(b, h).map(drop)),
    ];
    for (function, argument, call) in calls {
        for (given, handle) in [
            ("a removed body's", (|s| s.gone) as fn(&Stage) -> Handle),
            ("another world's", |s| s.foreign),
            ("one made up", |_| Handle::from_bits(u64::MAX).unwrap()),
        ] {
            let mut s = stage();
            let handle = handle(&s);
            let before = s.world.hash();
            book.one(function, argument, given, || {
                let told = call(&mut s.world, handle, s.ball);
                assert!(told.is_err(), "it was let through");
                assert_eq!(s.world.hash(), before, "it has changed the world");
                told
            });
        }
    }
    let s = stage();
    book.one("World::contains", "body", "a removed body's", || Plain(s.world.contains(s.gone)));
    book.one("Handle::from_bits", "bits", "0", || Plain(Handle::from_bits(0)));
    book.one("Filter::except", "body", "a removed body's", || {
        s.world.overlapping(Area::point([0.0, 0.0]), ALL.except(s.gone))
    });
    book.whole("Filter::against", "layers", |n: u32| {
        s.world.overlapping(Area::point([0.0, 0.0]), Filter::against(n))
    });
    let mut wrong_kind = |function: &str, body: fn(&Stage) -> Handle, call: Call, given: &str| {
        let mut s = stage();
        let handle = body(&s);
        book.one(function, "body", given, || call(&mut s.world, handle, handle));
    };
    wrong_kind(
        "BodyEditor::chain",
        |s| s.ball,
        |w, h, _| w.edit(h).chain(&[[0.0, 0.0], [1.0, 0.0]]).map(drop),
        "a circle's",
    );
    wrong_kind("BodyEditor::radius", |s| s.wall, |w, h, _| w.edit(h).radius(1.0).map(drop), "a box's");
    wrong_kind("BodyEditor::angle", |s| s.map, |w, h, _| w.edit(h).angle(1.0).map(drop), "a tile map's");
    wrong_kind(
        "BodyEditor::scale",
        |s| s.map,
        |w, h, _| w.edit(h).scale([2.0, 2.0]).map(drop),
        "a tile map's",
    );
    wrong_kind("World::sweep", |s| s.map, |w, h, _| w.sweep(h, [9.0, 9.0]).map(drop), "a tile map's");
}

fn questions(book: &mut Book) {
    let s = stage();
    let (w, o) = (&s.world, Vec2::default());
    book.vec2("Area::point", "at", |v| w.overlapping(Area::point(v), ALL));
    book.vec2("Area::rect", "corner", |v| w.overlapping(Area::rect(v, o), ALL));
    book.vec2("Area::rect", "opposite", |v| w.overlapping(Area::rect(o, v), ALL));
    book.vec2("Area::circle", "center", |v| w.overlapping(Area::circle(v, 1.0), ALL));
    book.number("Area::circle", "r", |x| w.overlapping(Area::circle(o, x), ALL));
    book.vec2("Area::cone", "apex", |v| w.overlapping(Area::cone(v, 0.0, 1.0, 1.0), ALL));
    book.number("Area::cone", "direction", |x| w.overlapping(Area::cone(o, x, 1.0, 1.0), ALL));
    book.number("Area::cone", "half_angle", |x| w.overlapping(Area::cone(o, 0.0, x, 1.0), ALL));
    book.number("Area::cone", "reach", |x| w.overlapping(Area::cone(o, 0.0, 1.0, x), ALL));
    book.vec2("Area::solid", "placement.at", |v| {
        w.overlapping(Area::solid(circle(1.0), Placement::at(v)), ALL)
    });
    book.vec2("Area::solid", "placement.scale", |v| {
        w.overlapping(Area::solid(mask(), Placement::default().scaled(v)), ALL)
    });
    book.vec2("World::first_on_ray", "from", |v| w.first_on_ray(v, o, ALL));
    book.vec2("World::first_on_ray", "to", |v| w.first_on_ray(o, v, ALL));
    book.vec2("World::along_ray", "from", |v| w.along_ray(v, o, ALL));
    book.vec2("World::along_ray", "to", |v| w.along_ray(o, v, ALL));
    book.vec2("World::nearest", "to", |v| w.nearest(v, 3, ALL));
    book.whole("World::nearest", "count", |n: usize| w.nearest(o, n, ALL).map(|near| near.len()));
    let grid = |from: Vec2, step: Vec2| PlaceGrid { from, step, count: [2, 2] };
    let (by, ball) = (Vec2::new(1.0, 1.0), Body::circle(1.0));
    let fits =
        |body: &Body, angle: f64, places| w.fits(body, &[angle], &places, ALL).map(|fits| fits.count());
    book.vec2("World::fits", "places.from", |v| fits(&ball, 0.0, grid(v, by)));
    book.vec2("World::fits", "places.step", |v| fits(&ball, 0.0, grid(o, v)));
    book.number("World::fits", "angles[0]", |x| fits(&ball, x, grid(o, by)));
    book.number("World::fits", "body, a circle of radius", |x| fits(&Body::circle(x), 0.0, grid(o, by)));
    book.vec2("World::remove_overlapping", "area.at", |v| {
        stage().world.remove_overlapping(Area::solid(circle(1.0), Placement::at(v)), ALL)
    });
    // Only numbers are converted: the world is not used.
    book.keeps("World::pixels_of");
    book.keeps("World::place_of");
    book.vec2("World::pixels_of", "place", |v| Plain(w.pixels_of(v)));
    book.vec2("World::place_of", "pixels", |v| Plain(w.place_of(v)));
    // A hit whose bodies are removed.
    let mut s = stage();
    let step = s.world.step().unwrap();
    let hit = step.began()[0];
    book.one("World::debug_draw_hits", "step", "of bodies that are gone", || {
        let mut other = stage().world;
        other.clear();
        other.debug_draw_hits(&step, &mut Canvas)
    });
    book.number("World::push_apart", "share", |x| stage().world.push_apart(&hit, x));
    s.world.clear();
    book.one("World::push_apart", "hit", "of bodies that are gone", || s.world.push_apart(&hit, 0.5));
    book.one("World::overlap", "hit", "of bodies that are gone", || s.world.overlap(&hit));
    book.one("World::contact", "hit", "of bodies that are gone", || s.world.contact(&hit));
    book.one("World::common_pixels", "hit", "of bodies that are gone", || s.world.common_pixels(&hit));
    book.one("World::part_tags", "hit", "of bodies that are gone", || s.world.part_tags(&hit).map(drop));
    let mut forged = hit;
    forged.regions = [255, 255];
    let mut s = stage();
    book.one("World::overlap", "hit", "of regions that there are not", || s.world.overlap(&forged));
    book.one("World::contact", "hit", "of regions that there are not", || s.world.contact(&forged));
    book.one("World::common_pixels", "hit", "of regions that there are not", || {
        s.world.common_pixels(&forged)
    });
    book.one("World::push_apart", "hit", "of regions that there are not", || {
        s.world.push_apart(&forged, 0.5)
    });
    book.one("Hit::involves", "body", "a removed body's", || Plain(hit.involves(s.gone)));
    book.one("Hit::other", "body", "a removed body's", || Plain(hit.other(s.gone)));
    book.whole("Hit::between", "a", |n: u32| Plain(hit.between(n, 1).is_some()));
    book.whole("Hit::between", "b", |n: u32| Plain(hit.between(1, n).is_some()));
    book.whole("Step::between", "a", |n: u32| Plain(step.between(n, 1).count() > 0));
    book.whole("Step::between", "b", |n: u32| Plain(step.between(1, n).count() > 0));
    let seen = s.world.get(s.ship).unwrap();
    book.whole("BodyRef::region", "index", |n: u8| Plain(seen.region(n)));
    book.one("BodyRef::region_index", "name", "of none", || Plain(seen.region_index("tail")));
}

struct Canvas;

impl kasuri::world::DebugDraw for Canvas {}

fn moving(book: &mut Book) {
    let o = Vec2::default();
    book.vec2("World::sweep", "to", |v| {
        let s = stage();
        s.world.sweep(s.ball, v)
    });
    book.vec2("World::sweep_solid", "to", |v| {
        stage().world.sweep_solid(circle(1.0), &Placement::default(), v, ALL)
    });
    book.vec2("World::sweep_solid", "placement.at", |v| {
        stage().world.sweep_solid(circle(1.0), &Placement::at(v), o, ALL)
    });
    book.vec2("World::advance", "path", |v| {
        let mut s = stage();
        s.world.advance(s.ball, &[o, v])
    });
    book.one("World::advance", "path", "none", || {
        let mut s = stage();
        s.world.advance::<Vec2>(s.ball, &[])
    });
    book.vec2("World::travel", "by", |v| {
        let mut s = stage();
        s.world.travel(s.ball, v, Response::Slide)
    });
    book.number("World::travel", "response.restitution", |x| {
        let mut s = stage();
        s.world.travel(s.ball, [9.0, 0.0], Response::Bounce { restitution: x })
    });
    book.vec2("World::travel_against", "by", |v| {
        let mut s = stage();
        s.world.travel_against(s.ball, v, Response::Slide, Filter::ALL)
    });
    book.vec2("World::walk", "by", |v| {
        let mut s = stage();
        s.world.walk(s.ball, v, 1.0)
    });
    book.number("World::walk", "step", |x| {
        let mut s = stage();
        s.world.walk(s.ball, [1.0, 0.0], x)
    });
    book.number("World::ground", "within", |x| {
        let s = stage();
        s.world.ground(s.ball, x)
    });
    book.number("World::settle", "within", |x| {
        let mut s = stage();
        s.world.settle(s.ball, x)
    });
    book.vec2("World::carry", "by", |v| {
        let mut s = stage();
        s.world.carry(s.ball, v, Filter::ALL)
    });
    book.vec2("World::keep_inside", "velocity", |v| {
        let mut s = stage();
        s.world.keep_inside(s.ball, v, 1.0)
    });
    book.number("World::keep_inside", "restitution", |x| {
        let mut s = stage();
        s.world.keep_inside(s.ball, o, x)
    });
    book.keeps("world::deflected");
    book.vec2("world::deflected", "velocity", |v| Plain(deflected(v, [0.0, 1.0], 1.0)));
    book.vec2("world::deflected", "normal", |v| Plain(deflected([0.0, 1.0], v, 1.0)));
    book.number("world::deflected", "restitution", |x| Plain(deflected([0.0, 1.0], [0.0, 1.0], x)));
}

fn many(book: &mut Book) {
    book.one("Worlds::new", "count", "0", || Worlds::new(0, |_| Ok(World::new()))?.step());
    book.one("Worlds::new", "count", "most, the first of them refused", || {
        Worlds::new(usize::MAX, |_| World::builder().pixels_per_unit(0.0).build())
    });
    let worlds = || Worlds::new(2, |_| Ok(World::new())).unwrap();
    book.whole("Worlds::threads", "count", |n: usize| worlds().threads(n).step());
    book.whole("Worlds::get", "k", |k: usize| Plain(worlds().get(k).is_some()));
    book.whole("Worlds::get_mut", "k", |k: usize| Plain(worlds().get_mut(k).is_some()));
    book.one("Worlds::step_after", "states", "fewer than worlds", || {
        worlds().step_after(&mut [0], |_, _| Ok(()))
    });
    let one = || {
        let mut world = World::new();
        let ball = world.spawn(Body::circle(2.0)).unwrap();
        (Worlds::from(vec![world]), ball)
    };
    book.vec2("Worlds::step_at", "at", |at| {
        let (mut worlds, ball) = one();
        worlds.step_at(&[ball], &[at])
    });
    book.one("Worlds::step_at", "at", "fewer than bodies", || {
        let (mut worlds, ball) = one();
        worlds.step_at::<[f64; 2]>(&[ball], &[])
    });
    book.one("Worlds::step_at", "bodies", "not as many for each world", || {
        worlds().step_at(&[one().1], &[[0.0, 0.0]])
    });
    book.one("Worlds::step_at", "bodies", "one that is gone", || {
        let (mut worlds, ball) = one();
        worlds[0].remove(ball)?;
        worlds.step_at(&[ball], &[[0.0, 0.0]])
    });
    book.one("Worlds::observe_positions", "out", "too short", || {
        let (worlds, ball) = one();
        worlds.observe_positions(&[ball], &mut [0.0])
    });
    book.one("Worlds::observe_nearest", "out", "too long", || {
        let (worlds, ball) = one();
        worlds.observe_nearest(&[ball], 1, Filter::ALL, &mut [0.0; 4])
    });
    book.one("Worlds::observe_nearest", "count", "most", || {
        let (worlds, ball) = one();
        worlds.observe_nearest(&[ball], usize::MAX, Filter::ALL, &mut [0.0; 4])
    });
    book.vec2("Worlds::observe_rays", "rays", |ray| {
        let (worlds, ball) = one();
        worlds.observe_rays(&[ball], &[ray], Filter::ALL, &mut [0.0])
    });
    book.one("Worlds::reset", "which", "fewer than worlds", || {
        worlds().reset(&[true], &World::new().snapshot())
    });
    book.may_panic("Steps::of");
    book.whole("Steps::of", "k", |k: usize| {
        let steps = worlds().step().unwrap();
        Plain(steps.of(k).began().len())
    });
    let steps = worlds().step().unwrap();
    book.whole("StepView::between", "a", |n: u32| {
        Plain(steps.iter().all(|told| told.between(n, 1).count() > 0))
    });
    book.whole("StepView::between", "b", |n: u32| {
        Plain(steps.iter().all(|told| told.between(1, n).count() > 0))
    });
}

fn records(book: &mut Book) {
    let mut world = stage().world;
    let mut recorder = Recorder::new();
    for _ in 0..4 {
        recorder.step(&mut world).unwrap();
    }
    let bytes = recorder.into_bytes();
    let read = |bytes: &[u8]| {
        let recording = Recording::new(bytes)?;
        let mut replay = recording.replay();
        while replay.step()?.is_some() {}
        Ok(())
    };
    book.one("Recording::new", "bytes", "cut short anywhere", || {
        (0..bytes.len()).map(|n| read(&bytes[..n])).find(Result::is_err).unwrap_or(Ok(()))
    });
    book.one("Replay::step", "self", "any one byte another", || {
        for k in 0..bytes.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut other = bytes.clone();
                other[k] = value;
                let _ = read(&other);
            }
        }
        Done
    });
    book.one("Recording::first_difference", "other", "of another world", || {
        let mut recorder = Recorder::new();
        let mut world = World::new();
        recorder.step(&mut world)?;
        Recording::new(recorder.into_bytes())?.first_difference(&Recording::new(bytes.clone())?)
    });
    let snapshot = stage().world.snapshot();
    book.one("World::restore", "snapshot", "of another world", || {
        let mut world = World::new();
        world.restore(&snapshot);
        world.step()
    });
}

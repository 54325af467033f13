//! Tests that swept bodies miss nothing (SPEC 6): shots at thin walls, when and where they hit, and swept bodies in
//! snapshots, recordings and batches.
#![allow(clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;

use std::sync::Arc;

use common::{Random, cases};
use kasuri::{
    Body, Handle, Hit, Look, Mask, Recorder, Recording, Shape, Step, TileMap, Touching, Vec2, World,
    travel::Response, worlds::Worlds,
};
use kasuri::{Region, answer::Overlap};

const WALL: u32 = 1;
const SHOT: u32 = 2;

/// Returns a very thin wall, and the segment through its center.
fn wall(random: &mut Random, at: Vec2) -> (Body, [Vec2; 2]) {
    let angle = random.between(0.0, 7.0);
    let (sin, cos) = angle.sin_cos();
    let half = random.between(20.0, 60.0);
    let end = |far: f64| Vec2::new(at.x + far * cos, at.y + far * sin);
    let line = Arc::new(Mask::from_fn(2 * half as usize, 1, |_, _| true).unwrap());
    match random.below(5) {
        0 => (Body::segment([-half, 0.0], [half, 0.0]).at(at).turned(angle), [end(-half), end(half)]),
        1 => (Body::rect([half, 0.25]).at(at).turned(angle), [end(-half), end(half)]),
        2 => {
            let points = [[-half, 0.0], [0.0, 0.0], [half, 0.0]];
            (Body::chain(&points, 0.0).at(at).turned(angle), [end(-half), end(half)])
        }
        // Pixels in a line, at any angle.
        3 => (Body::sprite(&line).at(at).turned(angle), [end(-half), end(half)]),
        _ => {
            let across = |far: f64| Vec2::new(at.x + far, at.y);
            (Body::sprite(&line).at(at), [across(-half), across(half)])
        }
    }
}

fn shot(random: &mut Random, dot: &Arc<Mask>) -> Body {
    let body = match random.below(6) {
        0 => Body::point(),
        1 => Body::circle(random.between(0.0, 3.0)),
        2 => Body::rect([0.5, 0.5]).turned(random.between(0.0, 7.0)),
        3 => Body::capsule([-3.0, 0.0], [3.0, 0.0], 0.5).turned(random.between(0.0, 7.0)),
        4 => Body::sprite(dot).turned(random.between(0.0, 7.0)),
        _ => Body::sprite(dot),
    };
    body.layer(SHOT).against(WALL).swept()
}

/// Tests 200,000 shots; ten million with KASURI_LONG=1. Each flies through a point of a wall, from well before it to
/// well beyond.
#[test]
fn no_shot_gets_through() {
    let random = &mut Random::new(17);
    let dot = Arc::new(Mask::from_rows(&["##", "##"]).unwrap());
    let (shots, mut seen, most) = (500, 0, cases(200_000, 10_000_000));
    while seen < most {
        let mut world = World::new();
        let mut walls = Vec::new();
        for k in 0..12 {
            let at = Vec2::new(f64::from(k % 4) * 300.0, f64::from(k / 4) * 300.0);
            let (body, ends) = wall(random, at);
            walls.push((world.spawn(body.layer(WALL).against(SHOT)).unwrap(), ends));
        }
        let handles = world.spawn_many(shots, |_| shot(random, &dot)).unwrap();
        for _ in 0..8 {
            let aims: Vec<_> = handles.iter().map(|_| aim(random, &walls)).collect();
            let [from, to] = [0, 1].map(|end| aims.iter().map(|(_, way)| way[end]).collect::<Vec<Vec2>>());
            world.teleport_many(&handles, &from).unwrap();
            world.set_positions(&handles, &to).unwrap();
            let step = world.step().unwrap();
            let mut hits: Vec<(Handle, Handle)> = step.hits().map(|hit| (hit.b, hit.a)).collect();
            hits.sort_unstable();
            for (&handle, (wall, way)) in handles.iter().zip(&aims) {
                let seen = world.get(handle).unwrap().form();
                assert!(hits.binary_search(&(handle, *wall)).is_ok(), "{way:?} {seen:?}");
            }
            assert!(step.hits().all(|hit| hit.t().is_some_and(|t| (0.0..=1.0).contains(&t))));
            seen += shots;
        }
    }
}

/// Returns a wall, and a path through it at an angle that is not too flat.
fn aim(random: &mut Random, walls: &[(Handle, [Vec2; 2])]) -> (Handle, [Vec2; 2]) {
    let (wall, [a, b]) = random.pick(walls);
    let along = random.between(0.15, 0.85);
    let through = Vec2::new(a.x + (b.x - a.x) * along, a.y + (b.y - a.y) * along);
    let angle = (b.y - a.y).atan2(b.x - a.x) + random.between(0.3, 2.8) * random.pick(&[1.0, -1.0]);
    let (sin, cos) = angle.sin_cos();
    let way = |far: f64| Vec2::new(through.x + far * cos, through.y + far * sin);
    let longest = random.pick(&[12.0, 60.0, 900.0]);
    (wall, [way(-random.between(8.0, longest)), way(random.between(8.0, longest))])
}

fn flown(world: &mut World, body: Handle, to: [f64; 2]) -> Step {
    world.edit(body).position(to).unwrap();
    world.step().unwrap()
}

#[test]
fn a_hit_says_when_it_was_and_contact_how() {
    let mut world = World::new();
    let wall = world.spawn(Body::segment([0.0, -40.0], [0.0, 40.0]).at([100.0, 0.0])).unwrap();
    let ball = world.spawn(Body::circle(2.0).swept()).unwrap();
    assert!(world.step().unwrap().began().is_empty());
    let step = flown(&mut world, ball, [196.0, 0.0]);
    let hit = step.began()[0];
    assert_eq!((hit.a, hit.b, hit.t()), (wall, ball, Some(0.5)));
    let contact = world.contact(&hit).unwrap().unwrap();
    assert_eq!((contact.normal, contact.depth), (Vec2::new(-1.0, 0.0), 0.0));
    assert!((contact.point.x - 100.0).abs() < 0.01 && contact.point.y.abs() < 0.01, "{contact:?}");
    assert_eq!(world.overlap(&hit).unwrap(), Some(Overlap::ShapeShape(contact)));
    // If the contact is queried after the ball has moved on, it is the same; with the bodies swapped, the normal is
    // reversed.
    world.edit(ball).position([0.0, 90.0]).unwrap();
    assert_eq!(world.contact(&hit).unwrap(), Some(contact));
    let turned = hit.between(1, 1).unwrap();
    assert_eq!(turned.t(), Some(0.5));
    // Beyond the wall the ball has no contact any more.
    world.edit(ball).teleport([196.0, 0.0]).unwrap();
    let step = world.step().unwrap();
    assert_eq!((step.ended().len(), step.began().len(), step.ended()[0].t()), (1, 0, None));
    // Back again, from the other side; and a ball that is in the wall from the start.
    let step = flown(&mut world, ball, [0.0, 0.0]);
    assert_eq!(world.contact(&step.began()[0]).unwrap().unwrap().normal, [1.0, 0.0]);
    world.edit(ball).teleport([99.0, 0.0]).unwrap();
    let step = flown(&mut world, ball, [0.0, 0.0]);
    let hit = step.stayed()[0];
    let contact = world.contact(&hit).unwrap().unwrap();
    assert_eq!((hit.t(), contact.normal, contact.depth), (Some(0.0), Vec2::new(-1.0, 0.0), 1.0));
}

#[test]
fn sprites_meet_where_their_pixels_do() {
    let mut world = World::new();
    let bar = Arc::new(Mask::from_fn(1, 40, |_, _| true).unwrap());
    let dot = Arc::new(Mask::from_fn(3, 3, |_, _| true).unwrap());
    world.spawn(Body::sprite(&bar).at([100.5, 0.0])).unwrap();
    let shot = world.spawn(Body::sprite(&dot).at([0.5, 0.5]).swept()).unwrap();
    let step = flown(&mut world, shot, [500.5, 0.5]);
    let hit = step.began()[0];
    // The sprite's right column is in the bar's column after 99 px.
    assert_eq!(hit.t(), Some(99.0 / 500.0));
    let common = world.common_pixels(&hit).unwrap().unwrap();
    assert_eq!(common.iter().collect::<Vec<_>>(), [(100, -1), (100, 0), (100, 1)]);
    let Some(Overlap::SpriteSprite(common)) = world.overlap(&hit).unwrap() else { panic!("two sprites") };
    assert_eq!((common.pixels, common.normal), (3, Vec2::new(-1.0, 0.0)));
    assert_eq!(world.contact(&hit).unwrap().unwrap().normal, [-1.0, 0.0]);
}

#[test]
fn both_go_their_ways_and_a_map_none() {
    let mut world = World::new();
    let map = Arc::new(TileMap::from_rows([16.0, 16.0], &["#"], &[]).unwrap());
    let map = world.spawn(Body::tiles(&map).at([200.0, -8.0]).layer(WALL).against(SHOT)).unwrap();
    // The gate is not swept, and leaves the shot's path in time.
    let gate = world.spawn(Body::rect([1.0, 9.0]).at([100.0, 0.0]).layer(WALL).against(SHOT)).unwrap();
    let shot = world.spawn(Body::point().layer(SHOT).against(WALL).swept()).unwrap();
    world.edit(gate).position([100.0, 80.0]).unwrap();
    let step = flown(&mut world, shot, [198.0, 0.0]);
    assert!(step.began().is_empty(), "{step:?}");
    // The map is moved into the path: it is there from the start.
    world.edit(shot).teleport([0.0, 0.0]).unwrap();
    world.edit(map).position([50.0, -8.0]).unwrap();
    let hit = flown(&mut world, shot, [100.0, 0.0]).began()[0];
    assert_eq!((hit.a, hit.t()), (map, Some(0.5)));
    let refused = world.edit(map).swept(true).unwrap_err();
    assert_eq!(refused.place(), "swept", "{refused}");
    let tiles = Arc::new(TileMap::from_rows([16.0, 16.0], &["#"], &[]).unwrap());
    assert!(world.spawn(Body::tiles(&tiles).swept()).is_err());
}

#[test]
fn who_is_pushed_or_travels_begins_anew() {
    let mut world = World::new();
    let wall = world.spawn(Body::rect([1.0, 50.0]).at([100.0, 0.0])).unwrap();
    let ball = world.spawn(Body::circle(4.0).swept()).unwrap();
    world.step().unwrap();
    // `travel` stops at the wall; nothing is swept again.
    let travel = world.travel(ball, [300.0, 0.0], Response::Stick).unwrap();
    assert!(travel.at.x < 95.1);
    assert!(world.step().unwrap().began().is_empty());
    world.edit(ball).position([98.0, 0.0]).unwrap();
    let hit = world.step().unwrap().began()[0];
    world.edit(ball).position([97.0, 0.0]).unwrap();
    world.push_apart(&hit, 0.0).unwrap().unwrap();
    let step = world.step().unwrap();
    assert_eq!((step.ended().len(), step.hits().count()), (1, 0));
    assert!(world.contains(wall));
}

/// SPEC 6 measures paths from the last step on, even for bodies that become swept later.
#[test]
fn a_way_begins_at_the_last_step_also_of_who_is_swept_later() {
    let walls = |world: &mut World| world.spawn(Body::rect([1.0, 50.0]).at([100.0, 0.0])).unwrap();
    let began = |world: &mut World| world.step().unwrap().began().to_vec();
    // The ball has moved in a world without swept bodies, once or more, and becomes swept after that.
    let mut world = World::new();
    let wall = walls(&mut world);
    let ball = world.spawn(Body::circle(1.0).at([-4.0, 0.0])).unwrap();
    world.step().unwrap();
    world.edit(ball).position([50.0, 0.0]).unwrap();
    world.set_positions(&[ball, ball], &[[300.0, 0.0], [204.0, 0.0]]).unwrap();
    world.edit(ball).swept(true).unwrap();
    let hit = began(&mut world)[0];
    assert_eq!((hit.a, hit.t()), (wall, Some(102.0 / 208.0)));
    // The same for a ball that was swept, is not for a while, and is again.
    world.edit(ball).swept(false).unwrap();
    world.edit(ball).position([-4.0, 0.0]).unwrap();
    world.edit(ball).swept(true).unwrap();
    assert_eq!(world.step().unwrap().hits().next().and_then(Hit::t), Some(102.0 / 208.0));
    // A gate that is not swept moves along its path, whether the first shot is spawned before or after the gate moves.
    let both = [false, true].map(|moves_first| {
        let mut world = World::new();
        let gate = world.spawn(Body::rect([4.0, 1.0]).at([0.0, 40.0])).unwrap();
        world.step().unwrap();
        let lower = |world: &mut World| world.edit(gate).position([0.0, -40.0]).map(drop).unwrap();
        if moves_first {
            lower(&mut world);
        }
        let shot = world.spawn(Body::point().swept()).unwrap();
        if !moves_first {
            lower(&mut world);
        }
        assert_eq!(world.step().unwrap().began().len(), 1);
        assert!(world.contains(shot));
        world.hash()
    });
    assert_eq!(both[0], both[1]);
    // A snapshot in between contains the start of the path. A world without swept bodies now equals one that never had
    // any.
    let (mut world, mut plain) = (World::new(), World::new());
    let shots = [&mut world, &mut plain].map(|world| {
        walls(world);
        world.spawn(Body::circle(1.0)).unwrap()
    });
    world.edit(shots[0]).swept(true).unwrap();
    assert_ne!(world.hash(), plain.hash());
    for (world, shot) in [&mut world, &mut plain].into_iter().zip(shots) {
        world.edit(shot).position([204.0, 0.0]).unwrap();
    }
    world.edit(shots[0]).swept(false).unwrap();
    assert_eq!(world.hash(), plain.hash());
    let mut other = World::new();
    other.restore(&plain.snapshot());
    other.edit(shots[1]).swept(true).unwrap();
    assert_eq!(began(&mut other).len(), 1);
    assert_eq!(began(&mut plain).len(), 0);
}

#[test]
fn touches_that_are_ignored_are_so_on_the_way() {
    let mut world = World::builder().touching(Touching::Ignored).build().unwrap();
    world.spawn(Body::rect([10.0, 10.0]).at([100.0, 0.0])).unwrap();
    let shots = world.spawn_many(2, |_| Body::circle(2.0).layer(2).against(1).swept()).unwrap();
    // One shot slides along the box's top, the other a lattice unit deeper.
    world.teleport_many(&shots, &[[0.0, -12.0], [0.0, -12.0 + 1.0 / 256.0]]).unwrap();
    world.set_positions(&shots, &[[300.0, -12.0], [300.0, -12.0 + 1.0 / 256.0]]).unwrap();
    let step = world.step().unwrap();
    assert_eq!(step.began().iter().map(|hit| hit.b).collect::<Vec<_>>(), shots[1..]);
    assert!(world.contact(&step.began()[0]).unwrap().is_some());
}

#[test]
fn a_near_miss_at_the_end_counts_where_nothing_was_hit() {
    let mut world = World::new();
    world.spawn(Body::rect([1.0, 50.0]).at([100.0, 0.0]).graze(5.0)).unwrap();
    let shots = world.spawn_many(2, |_| Body::circle(1.0).layer(2).against(1).swept()).unwrap();
    // One shot ends beyond the wall, within its margin; the other ends before the wall.
    world.set_positions(&shots, &[[104.0, 0.0], [96.0, 0.0]]).unwrap();
    let step = world.step().unwrap();
    assert_eq!(step.began().iter().map(|hit| hit.b).collect::<Vec<_>>(), shots[..1]);
    assert_eq!(step.grazes().iter().map(|hit| hit.b).collect::<Vec<_>>(), shots[1..]);
}

#[test]
fn what_is_refused_changes_nothing() {
    let mut world = World::new();
    world.spawn(Body::circle(3.0)).unwrap();
    let before = world.hash();
    assert!(world.spawn_many(3, |k| Body::circle(1.0 - k as f64).swept()).is_err());
    assert_eq!(world.hash(), before);
    let balls = world.spawn_many(2, |_| Body::circle(3.0).swept()).unwrap();
    assert_ne!(world.hash(), before);
    world.edit(balls[0]).position([9.0, 0.0]).unwrap();
    let before = world.hash();
    assert!(world.edit(balls[0]).teleport([f64::NAN, 0.0]).is_err());
    assert!(world.teleport_many(&balls, &[[1.0, 0.0], [3e6, 0.0]]).is_err());
    assert!(world.teleport_many(&balls, &[[1.0, 0.0]]).is_err());
    world.remove(balls[1]).unwrap();
    assert!(world.edit(balls[1]).swept(true).is_err() && world.edit(balls[1]).teleport([0.0, 0.0]).is_err());
    assert_ne!(world.hash(), before);
    // The starts of paths are part of the state.
    let hash = world.hash();
    world.edit(balls[0]).teleport([9.0, 0.0]).unwrap();
    assert_ne!(world.hash(), hash);
}

/// Returns bodies of many kinds that fly fast; some rotate, some are teleported.
fn crowd(random: &mut Random, world: &mut World, count: usize) -> Vec<Handle> {
    let dot = Arc::new(Mask::from_rows(&["###", "#.#", "###"]).unwrap());
    let looks: Arc<[Look]> = [Look::from(&dot), Shape::circle(4.0).unwrap().into()].into();
    let bodies = (0..count).map(|k| {
        let body = match k % 6 {
            0 => Body::circle(3.0),
            1 => Body::rect([5.0, 1.0]).turned(k as f64),
            2 => Body::sprite(&dot).turned(k as f64),
            3 => Body::frames(&looks).frame(k % 2),
            4 => Body::polygon(&[[0.0, 0.0], [9.0, 1.0], [3.0, 3.0], [1.0, 9.0]]),
            _ => Body::sprite(&dot).region(Region::new("core", Shape::circle(1.0).unwrap())).graze(2.0),
        };
        let body = body.at(random.point(120.0)).max_hits(100).cooldown((k % 4) as u32);
        world.spawn(if random.chance(2) { body.swept() } else { body }).unwrap()
    });
    bodies.collect()
}

fn fly(random: &mut Random, world: &mut World, bodies: &[Handle]) {
    for &body in bodies.iter().filter(|&&body| world.contains(body)).collect::<Vec<_>>() {
        let at = world.get(body).unwrap().at();
        let [dx, dy] = random.point(30.0);
        let back = |x: f64| if x.abs() > 150.0 { x / 2.0 } else { x };
        let to = [back(at.x + dx), back(at.y + dy)];
        match random.below(9) {
            0 => world.edit(body).teleport(to).map(drop).unwrap(),
            1 => world.edit(body).swept(random.chance(2)).map(drop).unwrap(),
            2 => world.edit(body).angle(dx).map(drop).unwrap(),
            _ => world.edit(body).position(to).map(drop).unwrap(),
        }
    }
}

#[test]
fn a_recording_goes_again_from_before_the_first_swept_body() {
    let random = &mut Random::new(5);
    let mut world = World::new();
    let mut recorder = Recorder::new();
    let still = world.spawn_many(9, |k| Body::circle(9.0).at([30.0 * k as f64 - 120.0, 0.0])).unwrap();
    recorder.step(&mut world).unwrap();
    let plain = recorder.bytes().len();
    // The still bodies move, and only then the first swept bodies are spawned.
    world.set_positions(&still, &[[0.0, 50.0]; 9].map(Vec2::from)).unwrap();
    let mut bodies = crowd(random, &mut world, 60);
    bodies.extend(still);
    let mut told = Vec::new();
    for step in 0..60 {
        let answer = recorder.step(&mut world).unwrap();
        told.push((answer.began().to_vec(), answer.stayed().to_vec(), world.hash()));
        fly(random, &mut world, &bodies);
        if step % 7 == 3 {
            world.remove(bodies.remove(step % bodies.len())).unwrap();
            bodies.extend(crowd(random, &mut world, 1));
        }
        if step == 30 {
            // Restores the whole world while its bodies are on their paths.
            let snapshot = world.snapshot();
            world.restore(&snapshot);
        }
    }
    assert!(recorder.bytes().len() > plain);
    assert!(told.iter().flat_map(|(began, ..)| began).filter(|hit| hit.t().is_some()).count() > 200);
    let recording = Recording::new(recorder.bytes()).unwrap();
    let mut replay = recording.replay();
    replay.step().unwrap().unwrap();
    for (began, stayed, hash) in told {
        let step = replay.step().unwrap().unwrap();
        assert_eq!((step.began(), step.stayed()), (&began[..], &stayed[..]));
        assert_eq!(replay.world().hash(), hash);
    }
    assert!(replay.step().unwrap().is_none() && replay.difference().is_none());
    // If the recording is cut off or changed anywhere, it is an error or a different recording, never a panic.
    let bytes = recorder.bytes();
    for k in (0..bytes.len()).step_by(1 + bytes.len() / 400) {
        let mut broken = bytes.to_vec();
        broken[k] ^= 0x55;
        if let Ok(recording) = Recording::new(broken) {
            let mut replay = recording.replay();
            while let Ok(Some(_)) = replay.step() {}
        }
    }
}

#[test]
fn a_snapshot_holds_where_ways_begin() {
    let random = &mut Random::new(6);
    let mut world = World::new();
    let bodies = crowd(random, &mut world, 60);
    for _ in 0..20 {
        fly(random, &mut world, &bodies);
        let snapshot = world.snapshot();
        let mut other = World::new();
        other.restore(&snapshot);
        assert_eq!(other.hash(), world.hash());
        let [p, q] = [&mut world, &mut other].map(|world| world.step().unwrap());
        assert_eq!((p.began(), p.stayed(), p.ended()), (q.began(), q.stayed(), q.ended()));
        assert_eq!(other.hash(), world.hash());
        for hit in p.hits() {
            assert_eq!(world.contact(hit).unwrap(), other.contact(hit).unwrap());
        }
    }
}

/// Half of the worlds have swept bodies.
#[test]
fn a_batch_is_told_what_each_world_is_told() {
    let make = |k: usize| {
        let random = &mut Random::new(k as u64);
        let mut world = World::new();
        let mut bodies = crowd(random, &mut world, 40);
        if k.is_multiple_of(2) {
            bodies.iter().for_each(|&body| world.edit(body).swept(false).map(drop).unwrap());
        }
        bodies.truncate(40);
        (world, bodies)
    };
    let (mut alone, all): (Vec<World>, Vec<Vec<Handle>>) = (0..70).map(make).unzip();
    let mut batch = Worlds::new(70, |k| Ok(make(k).0)).unwrap().threads(2);
    let mut hits = 0;
    for round in 0..12 {
        for (k, world) in alone.iter_mut().enumerate() {
            // Every other world is swept only at times.
            let is_swept = |world: &mut World| {
                if k.is_multiple_of(2) {
                    world.edit(all[k][0]).swept(round % 3 == 0).unwrap();
                }
            };
            for world in [world, &mut batch[k]] {
                let random = &mut Random::new(1000 * round + k as u64);
                for &body in &all[k] {
                    let to = random.point(120.0);
                    world.edit(body).position(to).unwrap();
                }
                is_swept(world);
            }
        }
        let steps = batch.step().unwrap();
        for (k, world) in alone.iter_mut().enumerate() {
            let (step, told) = (world.step().unwrap(), steps.of(k));
            assert_eq!((told.began(), told.stayed()), (step.began(), step.stayed()));
            assert_eq!((told.ended(), told.grazes()), (step.ended(), step.grazes()));
            assert_eq!(batch[k].hash(), world.hash());
            hits += step.hits().filter(|hit| hit.t().is_some()).count();
        }
    }
    assert!(hits > 1000, "{hits}");
}

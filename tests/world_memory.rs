//! Tests memory: a warm step allocates none, none is lost as bodies come and go, and a body needs little.
#![allow(missing_docs, unsafe_code, clippy::print_stdout, clippy::unwrap_used)]

mod common;
#[path = "world_soak/mirror/mod.rs"]
mod mirror;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

use common::Random;
use kasuri::{Body, Handle, Shape, World};
use mirror::random;

/// An allocator that counts for each thread, so that parallel tests do not count each other's memory.
struct Counting;

/// The bytes of threads that are not tests: a step's data may be allocated by one thread and freed by another.
static ELSEWHERE: AtomicI64 = AtomicI64::new(0);

thread_local! {
    static CALLS: Cell<u64> = const { Cell::new(0) };
    static HELD: Cell<i64> = const { Cell::new(0) };
    static MOST: Cell<i64> = const { Cell::new(0) };
    static IS_TEST: Cell<bool> = const { Cell::new(false) };
}

fn note(calls: u64, bytes: i64) {
    // A thread that ends frees memory after its counters are gone.
    let _ = CALLS.try_with(|cell| cell.set(cell.get() + calls));
    let held = HELD.try_with(|cell| {
        cell.set(cell.get() + bytes);
        cell.get()
    });
    if IS_TEST.try_with(|cell| !cell.get()).unwrap_or(false) {
        ELSEWHERE.fetch_add(bytes, Relaxed);
    }
    let _ = MOST.try_with(|cell| cell.set(cell.get().max(held.unwrap_or(0))));
}

// SAFETY: the system's allocator does the work; the counters next to it touch none of its memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(1, layout.size() as i64);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        note(0, -(layout.size() as i64));
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // While the data moves, both blocks exist.
        note(1, size as i64);
        note(0, -(layout.size() as i64));
        // SAFETY: the caller's promises are passed on.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns the allocations of a piece of work: the number of calls, the bytes kept, and the largest extra bytes on the
/// way.
fn cost<T>(work: impl FnOnce() -> T) -> (T, u64, i64, i64) {
    let (calls, held) = (CALLS.get(), HELD.get());
    MOST.set(held);
    let result = work();
    (result, CALLS.get() - calls, HELD.get() - held, MOST.get() - held)
}

/// Tests 10,000 steps in which bodies come, go and change: the same bodies need the same memory.
#[test]
fn memory_stays_flat() {
    IS_TEST.set(true);
    let mut random = Random::new(4);
    let mut world = World::builder().bounds([-100.0, -100.0], [100.0, 100.0]).build().unwrap();
    // The bodies' own memory must be the same each time: the test measures when all are of one kind.
    let regular = |world: &mut World| {
        world.clear();
        world
            .spawn_many(300, |k| Body::circle(4.0).at([7.0 * (k % 20) as f64, 7.0 * (k / 20) as f64]))
            .unwrap();
        let bodies: Vec<Handle> = world.bodies().collect();
        drop((world.step().unwrap(), world.step().unwrap()));
        bodies
    };
    let mut bodies = regular(&mut world);
    let mut held = Vec::new();
    let all = || HELD.get() + ELSEWHERE.load(Relaxed);
    let before = all();
    for step in 1..=16_000 {
        let count = random.size(0..=9);
        let come: Vec<Body> = (0..count).map(|_| random::twin(&mut random, 90.0).body().unwrap()).collect();
        bodies.extend(world.spawn_many(count, |k| come[k].clone()).unwrap());
        drop(come);
        while bodies.len() > 300 {
            let k = random.size(0..=bodies.len() - 1);
            let _ = world.remove(bodies.swap_remove(k));
        }
        bodies.retain(|&body| world.contains(body));
        for &body in bodies.iter().step_by(3) {
            world.edit(body).position(random.point(90.0)).unwrap();
        }
        if step % 7 == 0 {
            let _ = world.edit(bodies[step % bodies.len()]).mask(&random::mask(&mut random));
            let _ = world.edit(bodies[step % 11]).look(Shape::circle(2.0).unwrap());
        }
        world.step().unwrap();
        if step % 1000 == 0 {
            drop(std::mem::take(&mut bodies));
            bodies = regular(&mut world);
            held.push(all() - before);
        }
    }
    println!("held more than at first, every 1000 steps: {held:?}");
    // Lists grow to their greatest length, which a few large sprites cause: the last of them comes in the 14th part here.
    let (early, last) = (held[13], held[15]);
    assert!(last <= early + early / 4 + 16_384, "{held:?}");
}

#[test]
fn no_body_at_all() {
    IS_TEST.set(true);
    let mut world = World::new();
    for _ in 0..3 {
        let (step, _, held, _) = cost(|| world.step().unwrap());
        assert!(step.hits().next().is_none() && step.report().bodies == 0);
        assert!(held < 2000, "{held} bytes");
    }
}

/// Bodies may share a form with many regions: what a step lists of them does not grow with their number.
#[test]
fn many_bodies_of_many_regions() {
    IS_TEST.set(true);
    let region = |k: usize| {
        let shape = Shape::circle(0.5 + k as f64 / 400.0).unwrap();
        kasuri::Region::new(&format!("region {k}"), shape).layer(0).against(0)
    };
    let body = (0..200).fold(Body::circle(2.0), |body, k| body.region(region(k)));
    let mut world = World::builder().threads(1).build().unwrap();
    let at = |k: usize| [(k % 100) as f64 * 3.0, (k / 100) as f64 * 3.0];
    world.spawn_many(10_000, |k| body.clone().at(at(k))).unwrap();
    let (hits, _, _, most) = cost(|| world.step().unwrap().hits().count());
    assert_eq!(hits, 19_800);
    // All two million regions at a time would take 100 MB.
    assert!(most < 10_000_000, "{most} bytes");
}

/// Returns the memory of a million bodies after some steps, in bytes for each body, not counting 16 bytes for each pair.
fn a_million(body: impl Fn(usize) -> Body) -> f64 {
    IS_TEST.set(true);
    let count: usize = 1_000_000;
    let mut random = Random::new(3);
    let places: Vec<[f64; 2]> =
        (0..count).map(|_| [random.between(0.0, 8000.0), random.between(0.0, 8000.0)]).collect();
    // Only this thread's memory is counted.
    let mut world = World::builder().threads(1).build().unwrap();
    let spawn = |k: usize| body(k).at(places[k]);
    let (bodies, _, held, most) = cost(|| world.spawn_many(count, spawn).unwrap());
    let mut held = held - (bodies.capacity() * size_of::<Handle>()) as i64;
    println!("spawned: {:.1} bytes a body, {most} at most", held as f64 / count as f64);
    let mut pairs = 0;
    for _ in 0..3 {
        let (step, calls, more, most) = cost(|| world.step().unwrap());
        held += more;
        pairs = step.report().candidates as i64;
        println!("{}; {calls} allocations, {more} bytes more, {most} at most", step.report());
    }
    let a_body = (held - 16 * pairs) as f64 / count as f64;
    println!("{a_body:.1} bytes a body, and 16 a pair");
    a_body
}

#[test]
fn a_million_circles() {
    let a_body = a_million(|_| Body::circle(2.25));
    assert!(a_body <= 153.0, "{a_body}");
}

/// The layers never match: another test counts the memory of covers.
#[test]
fn a_million_turned_sprites_of_64_angles() {
    let mask = Arc::new(kasuri::Mask::from_fn(5, 5, |x, y| x + y > 1).unwrap());
    let a_body = a_million(|k| Body::sprite(&mask).turned((k % 64) as f64 / 10.0).layer(1).against(2));
    assert!(a_body <= 170.0, "{a_body}");
}

mod steps {
    use std::sync::Arc;

    use kasuri::{Body, Handle, Mask, TileMap, Vec2, World, world::WorldBuilder};

    use super::cost;
    use crate::common::Random;

    /// Returns the builder of a world stepped by the test's thread alone: waking other threads allocates.
    fn one_thread() -> WorldBuilder {
        World::builder().threads(1)
    }

    /// Moves and rotates everything. After some steps, steps allocate nothing, whatever they find.
    fn is_free_once_warm(name: &str, world: &mut World, bodies: &[Handle], reach: f64) {
        let mut random = Random::new(9);
        let mut hits = [0; 4];
        // The same positions again and again, so that lists have reached their greatest lengths.
        let places: Vec<Vec<Vec2>> =
            (0..8).map(|_| bodies.iter().map(|_| random.point(reach).into()).collect()).collect();
        for round in 0..64 {
            world.set_positions(bodies, &places[round % 8]).unwrap();
            let (step, calls, held, _) = cost(|| world.step().unwrap());
            assert!(round > 0 || calls > 0, "what is counted counts");
            hits[0] += step.began().len();
            hits[1] += step.stayed().len();
            hits[2] += step.ended().len();
            hits[3] += step.grazes().len();
            if round >= 8 {
                assert_eq!((calls, held), (0, 0), "{name}, round {round}");
            }
        }
        println!("{name}: began, stayed, ended, grazes {hits:?}");
        assert!(hits[0] > 300 && hits[2] > 300, "{name}: {hits:?}");
    }

    fn disc() -> Arc<Mask> {
        Arc::new(Mask::from_fn(17, 17, |x, y| (x - 8).pow(2) + (y - 8).pow(2) <= 64).unwrap())
    }

    #[test]
    fn of_circles() {
        super::IS_TEST.set(true);
        let mut world = one_thread().build().unwrap();
        let bodies = world.spawn_many(400, |k| Body::circle(2.0 + (k % 5) as f64)).unwrap();
        is_free_once_warm("circles", &mut world, &bodies, 100.0);
    }

    #[test]
    fn of_polygons() {
        super::IS_TEST.set(true);
        let ring = [[0.0, -9.0], [7.0, 4.0], [1.0, 1.0], [-8.0, 5.0]];
        let mut world = one_thread().touching(kasuri::Touching::Ignored).build().unwrap();
        let bodies = world.spawn_many(300, |k| Body::polygon(&ring).turned(k as f64)).unwrap();
        is_free_once_warm("polygons", &mut world, &bodies, 120.0);
    }

    #[test]
    fn of_upright_sprites() {
        super::IS_TEST.set(true);
        let mut world = one_thread().build().unwrap();
        let bodies = world.spawn_many(200, |_| Body::sprite(&disc())).unwrap();
        is_free_once_warm("upright sprites", &mut world, &bodies, 120.0);
    }

    #[test]
    fn of_swept_bodies() {
        super::IS_TEST.set(true);
        let ring = [[0.0, -9.0], [7.0, 4.0], [1.0, 1.0], [-8.0, 5.0]];
        let art = disc();
        let body = |k: usize| match k % 5 {
            0 => Body::circle(4.0).swept(),
            1 => Body::polygon(&ring).turned(k as f64).swept(),
            2 => Body::sprite(&art).swept(),
            3 => Body::sprite(&art).turned(k as f64),
            _ => Body::rect([6.0, 3.0]),
        };
        let mut world = one_thread().build().unwrap();
        let bodies = world.spawn_many(200, body).unwrap();
        is_free_once_warm("swept bodies", &mut world, &bodies, 120.0);
    }

    #[test]
    fn of_turned_sprites() {
        super::IS_TEST.set(true);
        let mut world = one_thread().build().unwrap();
        let wide = Arc::new(Mask::from_fn(150, 9, |x, y| (x + y) % 3 == 0).unwrap());
        let art = [disc(), wide];
        let body = |k: usize| Body::sprite(&art[k % 2]).turned(k as f64).scaled([1.5, -0.75]);
        let bodies = world.spawn_many(120, body).unwrap();
        is_free_once_warm("turned sprites", &mut world, &bodies, 200.0);
    }

    /// Few pairs need medium sprites, so their pixels are made in blocks, and all blocks for grazes.
    #[test]
    fn of_medium_sprites_that_graze() {
        super::IS_TEST.set(true);
        let mut world = one_thread().build().unwrap();
        let far = |x: i32, y: i32| (x - 32).pow(2) + (y - 32).pow(2);
        let ring = Arc::new(Mask::from_fn(65, 65, |x, y| (800..=1024).contains(&far(x, y))).unwrap());
        let art = [disc(), ring];
        let body = |k: usize| Body::sprite(&art[k % 2]).turned(k as f64).graze(6.0);
        let bodies = world.spawn_many(48, body).unwrap();
        is_free_once_warm("medium sprites that graze", &mut world, &bodies, 150.0);
    }

    #[test]
    fn of_sprites_and_shapes() {
        super::IS_TEST.set(true);
        let mut world = one_thread().build().unwrap();
        let body = |k: usize| match k % 4 {
            0 => Body::sprite(&disc()).turned(k as f64),
            1 => Body::sprite(&disc()),
            2 => Body::capsule([0.0, 0.0], [30.0, 5.0], 2.0),
            _ => Body::chain(&[[0.0, 0.0], [20.0, 9.0], [40.0, 0.0]], 1.0),
        };
        let bodies = world.spawn_many(200, body).unwrap();
        is_free_once_warm("sprites and shapes", &mut world, &bodies, 150.0);
    }

    #[test]
    fn of_tile_maps() {
        super::IS_TEST.set(true);
        let legend = [('m', kasuri::shape::Cell::Mask(disc()))];
        let map = Arc::new(TileMap::from_rows([17.0, 17.0], &["#.m", "m#.", "..#"], &legend).unwrap());
        let mut world = one_thread().build().unwrap();
        for k in 0..9 {
            world
                .spawn(
                    Body::tiles(&map).at([f64::from(k % 3) * 70.0 - 100.0, f64::from(k / 3) * 70.0 - 100.0]),
                )
                .unwrap();
        }
        let body = |k: usize| {
            let body =
                if k.is_multiple_of(2) { Body::circle(4.0) } else { Body::sprite(&disc()).turned(0.3) };
            body.layer(2).against(1)
        };
        let bodies = world.spawn_many(200, body).unwrap();
        is_free_once_warm("tile maps", &mut world, &bodies, 110.0);
    }

    #[test]
    fn with_grazes_rules_and_walls() {
        super::IS_TEST.set(true);
        let mut world = one_thread().bounds([-90.0, -90.0], [90.0, 90.0]).build().unwrap();
        let body = |k: usize| {
            let body = match k % 3 {
                0 => Body::circle(3.0),
                1 => Body::sprite(&disc()).turned(k as f64),
                _ => Body::rect([5.0, 4.0])
                    .region(kasuri::Region::new("core", kasuri::Shape::circle(1.0).unwrap())),
            };
            let body = if k.is_multiple_of(2) { body.graze(4.0) } else { body.cooldown(3) };
            body.max_hits(1_000_000).invulnerable(k as u64 % 3)
        };
        let bodies = world.spawn_many(200, body).unwrap();
        is_free_once_warm("grazes", &mut world, &bodies, 110.0);
    }
}

//! Runs every unsafe line of the library over little data: small enough for Miri and valgrind, with odd lengths to test
//! the ends (scripts/sanitize). Tests each instruction set; the answers are those of the plainest code.
#![allow(missing_docs, clippy::unwrap_used)]

use kasuri::lattice::{Bounds, Point};
use kasuri::{
    Body, Layers, Mask, Placement, Shape, Touching, World, batch,
    mask::{Cover, Sprite},
    parallel::Simd,
    query,
    worlds::Worlds,
};
use kasuri::{
    Region,
    broad::{Auto, BoxList, Broad, Brute, Grid, Tree},
};

/// A generator of pseudo-random numbers.
struct Some(u64);

impl Some {
    fn below(&mut self, n: i32) -> i32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as i32 % n
    }
}

fn boxes(count: usize, some: &mut Some) -> (Vec<Bounds>, Vec<Layers>) {
    let one = |some: &mut Some| {
        let (x, y) = (some.below(9000) - 4000, some.below(9000) - 4000);
        let [w, h] = [some.below(900), some.below(900)];
        Bounds { min: Point::new(x, y), max: Point::new(x + w, y + h) }
    };
    let bounds: Vec<Bounds> = (0..count).map(|_| one(some)).collect();
    let layers = (0..count).map(|k| Layers::new(1 << (k % 3), 0b110 | (k as u32 & 1))).collect();
    (bounds, layers)
}

#[test]
fn broad_phases_at_every_length() {
    for count in [0, 1, 2, 7, 8, 9, 16, 17, 33, 70] {
        let (bounds, layers) = boxes(count, &mut Some(count as u64));
        let mut right = Vec::new();
        Brute.pairs(BoxList::new(&bounds, &layers), &mut right);
        for simd in Simd::available() {
            let ways: [Box<dyn Broad>; 3] =
                [Box::new(Grid::with(simd)), Box::new(Tree::with(simd)), Box::new(Auto::with(simd))];
            for mut way in ways {
                // First without and then with memory kept from the call before.
                for _ in 0..2 {
                    let mut pairs = Vec::new();
                    way.pairs(BoxList::new(&bounds, &layers), &mut pairs);
                    assert_eq!(pairs, right, "{} of {count} by {}", way.name(), simd.name());
                }
            }
        }
    }
}

#[test]
fn masks_at_every_width() {
    for width in [1, 3, 63, 64, 65, 127, 130, 257] {
        let mut some = Some(width as u64);
        let mask = |some: &mut Some| Mask::from_fn(width, 5, |_, _| some.below(4) == 0).unwrap();
        let (a, b) = (mask(&mut some), mask(&mut some));
        for at in [[0, 0], [1, -1], [-(width as i32) + 1, 4], [63, 2], [-64, 0], [width as i32, 0]] {
            let both = |x: i32, y: i32| {
                a.get(x.into(), y.into()) && b.get(i64::from(x - at[0]), i64::from(y - at[1]))
            };
            let all: Vec<[u32; 2]> = (0..5)
                .flat_map(|y| (0..width as i32).map(move |x| (x, y)))
                .filter(|&(x, y)| both(x, y))
                .map(|(x, y)| [x as u32, y as u32])
                .collect();
            assert_eq!(a.meets(&b, at), !all.is_empty());
            assert_eq!(a.common_count(&b, at), all.len() as u64);
            assert_eq!(a.common_first(&b, at), all.first().copied());
        }
        let sprite = |angle: f64, mask: &Mask| {
            Sprite::place(&mask.clone().into(), &Placement::default().turned(angle), None).unwrap()
        };
        let (p, q) = (sprite(0.2, &a), sprite(-0.4, &b));
        let covered: Vec<(i32, i32)> = Cover::of(&q).iter().collect();
        let common = Cover::of(&p).iter().filter(|pixel| covered.contains(pixel)).count() as u64;
        let found = query::overlap(&query::Form::Sprite(p), &query::Form::Sprite(q), Touching::Counts);
        match found {
            Option::Some(kasuri::answer::Overlap::SpriteSprite(found)) => assert_eq!(found.pixels, common),
            None => assert_eq!(common, 0),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn batches_at_every_length() {
    for count in [0, 1, 4, 7, 8, 15, 17] {
        let mut some = Some(count as u64);
        let mut part = |shape: Shape| {
            let at = [f64::from(some.below(30)), f64::from(some.below(30))];
            let placement = Placement::at(at).turned(f64::from(some.below(6)));
            shape.place(&placement).unwrap()[0].clone()
        };
        for simd in Simd::available() {
            let mut boxes = [batch::Boxes::default(), batch::Boxes::default()];
            let mut circles = [batch::Circles::default(), batch::Circles::default()];
            let (mut flat, mut round) = (Vec::new(), Vec::new());
            for _ in 0..count {
                let pair = [0, 1].map(|_| part(Shape::rect([6.0, 2.0]).unwrap()));
                let discs = [0, 1].map(|_| part(Shape::circle(5.0).unwrap()));
                for k in 0..2 {
                    assert!(boxes[k].push(&pair[k]) && circles[k].push(&discs[k]));
                }
                let meets = |[a, b]: &[kasuri::shape::Convex; 2]| {
                    let form = |convex: &kasuri::shape::Convex| query::Form::Shape(convex.clone().into());
                    query::overlaps(&form(a), &form(b), Touching::Counts)
                };
                flat.push(meets(&pair));
                round.push(meets(&discs));
            }
            let mut hits = Vec::new();
            boxes[0].overlaps_by(simd, &boxes[1], Touching::Counts, &mut hits);
            assert_eq!(hits, flat, "{}", simd.name());
            circles[0].overlaps_by(simd, &circles[1], Touching::Counts, &mut hits);
            assert_eq!(hits, round, "{}", simd.name());
        }
    }
}

#[test]
fn a_small_world() {
    let mut world = World::builder().threads(1).build().unwrap();
    let ship = std::sync::Arc::new(Mask::from_rows(&[".##.", "####", "#..#"]).unwrap());
    let bodies = world
        .spawn_many(24, |k| {
            let body = if k % 2 == 0 { Body::sprite(&ship).turned(k as f64) } else { Body::circle(2.0) };
            body.at([(k % 6) as f64 * 2.5, (k / 6) as f64 * 2.5]).graze(1.0)
        })
        .unwrap();
    let mut hits = 0;
    for step in 0..4 {
        world.edit(bodies[step]).position([step as f64, 3.0]).unwrap();
        hits += world.step().unwrap().hits().count();
        let snapshot = world.snapshot();
        world.remove(bodies[20 + step]).unwrap();
        world.restore(&snapshot);
    }
    assert!(hits > 40, "{hits}");
    assert!(!world.nearest([4.0, 4.0], 3, kasuri::Filter::ALL).unwrap().is_empty());
}

/// Tests more worlds than are processed at a time, with more bodies than a word has bits.
#[test]
fn a_small_batch_of_worlds() {
    let make = |k: usize| {
        let mut world = World::builder().bounds([0.0, 0.0], [40.0, 30.0]).build()?;
        let rock = std::sync::Arc::new(Mask::from_rows(&[".##.", "####", "#..#"])?);
        let body = |n: usize| {
            let body = [Body::sprite(&rock), Body::circle(2.0), Body::rect([2.0, 1.0])][n % 3].clone();
            let body = if n == 4 {
                body.graze(3.0).region(Region::new("core", Shape::circle(0.5).unwrap()))
            } else {
                body
            };
            let against = if k.is_multiple_of(2) { u32::MAX } else { 1 + (n as u32 & 4) };
            body.layer([1, 4][n / 40]).against(against).at([(n * 7 % 41) as f64, (n * 5 % 31) as f64])
        };
        world.spawn_many([0, 17, 70][k % 3], body)?;
        Ok(world)
    };
    let mut alone: Vec<World> = (0..20).map(|k| make(k).unwrap()).collect();
    let mut batch = Worlds::new(20, make).unwrap().threads(1);
    let mut hits = 0;
    for step in 0..3 {
        let fly = |world: &mut World| {
            let bodies: Vec<kasuri::Handle> = world.bodies().collect();
            let at: Vec<[f64; 2]> =
                (0..bodies.len()).map(|n| [(n * 7 % 41 + step) as f64, (n % 31) as f64]).collect();
            world.set_positions(&bodies, &at)
        };
        let told = batch.step_after(&mut [(); 20], |world, ()| fly(world)).unwrap();
        for (world, told) in alone.iter_mut().zip(told.iter()) {
            fly(world).unwrap();
            let step = world.step().unwrap();
            assert!(
                told.hits().eq(step.hits()) && told.grazes() == step.grazes() && told.left() == step.left()
            );
            hits += step.hits().count();
        }
    }
    assert!(hits > 100, "{hits}");
}

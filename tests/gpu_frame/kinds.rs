//! Tests rare cases that the device must handle: margins, circles measured by their squared radii, tile maps. All of
//! them are decided on the device, and none is left to the host.

use std::sync::Arc;

use kasuri::{ErrorKind, Mask, Placement, Shape, TileMap, Touching, shape::Cell};
use kasuri::{
    Layers,
    broad::{BoxList, Broad, Brute},
    lattice::Margin,
};

use crate::common::{KINDS, Kind, Random, Thing, cases, near_pair};
use crate::gpu;
use crate::twin::{Body, Twin, moved, place};

fn body(thing: Thing, at: [f64; 2], owner: u32) -> Body {
    let (placement, layers) = (Placement::at(at), Layers::default());
    Body { thing, placement, layers, margin: -1, owner, world: 0 }
}

/// The device decides every pair whose boxes meet, margins included: as many as every broad phase finds.
#[test]
fn all_candidates_are_decided_on_the_device() {
    for gpu in gpu::all() {
        let mut random = Random::new(51);
        let mut twin = Twin::new(gpu);
        twin.set_terms(Touching::Counts, &[(2, 2, Touching::Ignored)], &[(1, 1), (2, 4)]);
        for k in 0..400 {
            let kind = random.pick(&KINDS);
            let (thing, placement) = Thing::random(&mut random, kind);
            let placement = if kind == Kind::Sprite { Placement::default() } else { placement };
            let layers = Layers { layer: 1 << random.below(3), against: 7, group: random.below(4) as u32 };
            let margin = if random.chance(3) { random.below(256 * 12) as i32 } else { -1 };
            let at = place(&mut random, 150.0);
            twin.put(None, moved(Body { placement, layers, margin, ..body(thing, at, k) }, at));
        }
        let is_map = |body: &Body| matches!(body.thing, Thing::Tiles(_));
        let grown = |body: &Body| {
            // Tile maps are searched with a pixel more on each side.
            let more = body.margin.max(0) + if is_map(body) { 256 } else { 0 };
            body.form().bounds().map(|bounds| bounds.grown(more))
        };
        let nowhere = Layers::new(0, 0);
        let here = kasuri::lattice::Bounds::around([kasuri::lattice::Point::default()]).unwrap();
        let (bounds, layers): (Vec<_>, Vec<_>) = twin
            .bodies
            .iter()
            .flatten()
            .map(|body| grown(body).map_or((here, nowhere), |bounds| (bounds, body.layers)))
            .unzip();
        let mut pairs = Vec::new();
        Brute.pairs(BoxList::new(&bounds, &layers), &mut pairs);
        let bodies: Vec<&Body> = twin.bodies.iter().flatten().collect();
        let are_two_maps = |&&[a, b]: &&[u32; 2]| is_map(bodies[a as usize]) && is_map(bodies[b as usize]);
        let of_maps = pairs.iter().filter(are_two_maps).count();
        // The grid grows both boxes by their own margins, but a pair's margin is the larger one: there may be fewer
        // pairs.
        let most = (pairs.len() - of_maps) as u64;
        let frame = twin.check("every kind");
        assert!(
            frame.report.pairs <= most && frame.report.pairs > most * 2 / 3,
            "{most}, {:?}",
            frame.report
        );
        assert!(frame.hits.len() > 200 && frame.grazes.len() > 100);
    }
}

/// Tests pairs that are moved until they just graze or just do not, and then by a lattice unit.
#[test]
fn margins_are_exact() {
    for gpu in gpu::all() {
        let is_slow = gpu.adapter().name.contains("SwiftShader");
        let mut random = Random::new(52);
        let (mut grazes, mut pairs) = (0, 0);
        for round in 0..if is_slow { cases(2, 20) } else { cases(6, 100) } {
            let mut twin = Twin::new(gpu);
            for k in 0..150 {
                let kinds = [random.pick(&KINDS), random.pick(&KINDS)];
                let wide = random.chance(20);
                let margin = if wide { random.below(1 << 20) } else { random.below(30 * 256) } as i32;
                let margin = if random.chance(6) { 256 * (margin / 256) } else { margin };
                let near = near_pair(&mut random, kinds, |a, b| {
                    let touching = Touching::Counts;
                    kasuri::query::grazes(a, b, Margin::from_units(margin).unwrap(), touching)
                        || kasuri::query::overlaps(a, b, touching)
                });
                for (n, (thing, placement)) in near.into_iter().enumerate() {
                    let mut it = body(thing, [0.0, 0.0], 2 * k + n as u32);
                    (it.placement, it.world) = (placement, k);
                    it.margin = if n == 0 { margin } else { -1 };
                    twin.put(None, it);
                }
            }
            let frame = twin.check(&format!("round {round}"));
            grazes += frame.grazes.len();
            pairs += 150;
        }
        assert!(grazes * 4 > pairs, "{grazes} of {pairs}");
    }
}

/// Tests margins so wide that differences are not exact in f32.
#[test]
fn wide_margins_are_exact() {
    for gpu in gpu::all() {
        let mut random = Random::new(53);
        let (mut grazes, mut others, mut refused) = (0, 0, 0);
        for round in 0..cases(3, 40) {
            let mut twin = Twin::new(gpu);
            for k in 0..60 {
                let margin = random.between(1e6, 5e8) as i32;
                let kinds = [(); 2].map(|()| random.pick(&KINDS));
                let turn = random.between(0.0, std::f64::consts::TAU);
                let away = f64::from(margin) / 256.0 + random.between(-30.0, 60.0);
                let from = [-away * turn.cos() / 2.0, -away * turn.sin() / 2.0];
                for (n, kind) in kinds.into_iter().enumerate() {
                    let (thing, placement) = Thing::random(&mut random, kind);
                    let mut it = body(thing, [0.0, 0.0], 2 * k + n as u32);
                    (it.placement, it.world, it.margin) = (placement, k, if n == 0 { margin } else { -1 });
                    let at = if n == 0 { from } else { [-from[0], -from[1]] };
                    twin.put(None, moved(it, at));
                }
            }
            match twin.try_check(&format!("round {round}")) {
                Ok(frame) => {
                    grazes += frame.grazes.len();
                    others += 60 - frame.grazes.len();
                }
                // The rows of two large sprites take nearly as many rounds of loops as a shader may run. Where a device
                // rounds square roots down, they take more.
                Err(error) if error.kind() == ErrorKind::GpuTooSmall => refused += 1,
                Err(error) => panic!("round {round}: {error}"),
            }
        }
        assert!(grazes > 20 && others > 20 && refused < 3, "{grazes} {others} {refused}");
    }
}

/// Tests circles at whole pixels; for many, the distance is exactly the root of the sum of their squared radii.
#[test]
fn circles_are_measured_by_their_squares_where_it_is_said_so() {
    for gpu in gpu::all() {
        let mut random = Random::new(54);
        let mut twin = Twin::new(gpu);
        for k in 0..200 {
            let thing = match random.below(6) {
                0 => Thing::Shape(Shape::rect([3.0, 4.0]).unwrap()),
                1 => Thing::Shape(Shape::point()),
                r => Thing::Shape(Shape::circle(r as f64 + 1.0).unwrap()),
            };
            let [x, y] = [(); 2].map(|()| random.below(60) as f64);
            let layers = Layers::new(1 << random.below(3), u32::MAX);
            let margin = if random.chance(3) { 256 * random.below(3) as i32 } else { -1 };
            twin.put(None, Body { layers, margin, ..body(thing, [x, y], k) });
        }
        let plain = twin.check("as all shapes");
        let mut hits = vec![plain.hits.len()];
        for usual in [Touching::Counts, Touching::Ignored] {
            for rooted in [&[(1, 1)][..], &[(1, 6), (4, 4)], &[(7, 7)]] {
                twin.set_terms(usual, &[(2, 2, Touching::Ignored)], rooted);
                let frame = twin.check(&format!("{usual:?} {rooted:?}"));
                assert!(frame.grazes.len() > 10);
                hits.push(frame.hits.len());
            }
        }
        assert!(hits[0] > hits[1] && hits[1] > hits[3], "{hits:?}");
    }
}

/// Masks in tile maps cover different pixels when the map's position within a pixel changes.
#[test]
fn tile_maps_stand_wherever_they_are_moved() {
    for gpu in gpu::all() {
        let mut random = Random::new(55);
        let mut twin = Twin::new(gpu);
        let art = Arc::new(Mask::from_fn(9, 9, |_, _| true).unwrap());
        let legend = [('m', Cell::Mask(art))];
        let map = TileMap::from_rows([9.25, 9.5], &["mm", "mm"], &legend).unwrap();
        twin.put(None, body(Thing::Tiles(Arc::new(map)), [0.0, 0.0], 0));
        for k in 1..60 {
            let side = random.pick(&[-4.5, 23.0]);
            let at = [side + random.between(-1.0, 1.0), random.between(0.0, 16.0)];
            let at = if random.chance(2) { at } else { [at[1], at[0]] };
            let margin = if k % 3 == 0 { 64 } else { -1 };
            twin.put(None, Body { margin, ..body(Thing::Shape(Shape::circle(4.0).unwrap()), at, k) });
        }
        let (mut met, mut near) = (0, 0);
        for _ in 0..16 {
            let at = [random.between(0.0, 1.0), random.between(0.0, 1.0)];
            let map = moved(twin.bodies[0].clone().unwrap(), at);
            twin.crowd.move_to(0, map.at()).unwrap();
            twin.bodies[0] = Some(map);
            let frame = twin.check("a map between pixels");
            met += frame.hits.iter().filter(|[a, _]| *a == 0).count();
            near += frame.grazes.iter().filter(|[a, _]| *a == 0).count();
        }
        assert!(met > 100 && near > 10, "{met} {near}");
    }
}

/// Tests maps of many cells, most of them empty in some rows, under large and small bodies, including masks larger than
/// their cells.
#[test]
fn large_tile_maps_are_searched_by_their_rows() {
    for gpu in gpu::all() {
        let mut random = Random::new(56);
        let mut twin = Twin::new(gpu);
        let large = Arc::new(Mask::from_fn(40, 23, |x, y| (x * y) % 3 != 1).unwrap());
        let small = Arc::new(Mask::from_fn(3, 3, |x, _| x != 1).unwrap());
        let legend = [('m', Cell::Mask(large)), ('s', Cell::Mask(small))];
        for k in 0..2 {
            let rows: Vec<String> = (0..40)
                .map(|row| {
                    (0..60)
                        .map(
                            |_| if row % 4 != 1 { '.' } else { random.pick(&['.', '#', '.', 'm', 's', '.']) },
                        )
                        .collect()
                })
                .collect();
            let map = TileMap::from_rows([10.5, 7.75], &rows, &legend).unwrap();
            let at = [600.0 * f64::from(k) - 500.0, -150.0];
            twin.put(None, body(Thing::Tiles(Arc::new(map)), at, k));
        }
        for k in 2..200 {
            let kind = random.pick(&[Kind::Sprite, Kind::Circle, Kind::Rect, Kind::Chain, Kind::Concave]);
            let (thing, placement) = Thing::random(&mut random, kind);
            let by = if random.chance(10) && kind != Kind::Sprite { 20.0 } else { 1.0 };
            let placement = placement.scaled([placement.scale.x * by, placement.scale.y * by]);
            let margin = if random.chance(3) { random.below(256 * 9) as i32 } else { -1 };
            let at = [random.between(-550.0, 800.0), random.between(-180.0, 190.0)];
            twin.put(None, moved(Body { placement, margin, ..body(thing, at, k) }, at));
        }
        let frame = twin.check("over maps");
        let with_maps = |list: &[[u32; 2]]| list.iter().filter(|[a, _]| *a < 2).count();
        assert!(with_maps(&frame.hits) > 40, "{}", with_maps(&frame.hits));
        assert!(with_maps(&frame.grazes) > 5, "{}", with_maps(&frame.grazes));
    }
}

#[test]
fn two_tile_maps_are_never_a_pair() {
    for gpu in gpu::all() {
        let mut random = Random::new(57);
        let mut twin = Twin::new(gpu);
        for k in 0..6 {
            let map = Thing::Tiles(crate::common::tiles(&mut random));
            let margin = if k % 2 == 0 { 256 * 9 } else { -1 };
            twin.put(None, Body { margin, ..body(map, place(&mut random, 4.0), k) });
        }
        let frame = twin.check("maps on maps");
        assert_eq!((frame.hits.len(), frame.grazes.len(), frame.report.pairs), (0, 0, 0));
    }
}

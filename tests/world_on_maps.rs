//! Bodies of every kind on tile maps: the world tells the hits and grazes that `query` finds. Most bodies are decided by
//! the bits of four cells, so bodies on the edges of cells, of words of cells and of the map are among them.
#![allow(missing_docs, clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;

use std::collections::BTreeSet;
use std::sync::Arc;

use common::{Kind, Random, angle, cases, mask, shape};
use kasuri::lattice::Margin;
use kasuri::shape::{Cell, Polygon};
use kasuri::{Body, Handle, TileMap, Touching, World, query};

const KINDS: [Kind; 9] = [
    Kind::Point,
    Kind::Segment,
    Kind::Circle,
    Kind::Capsule,
    Kind::Rect,
    Kind::Convex,
    Kind::Chain,
    Kind::Compound,
    Kind::Sprite,
];

/// Returns a map with these kinds of cells, and its number of columns and rows.
fn map(random: &mut Random, cell: [f64; 2]) -> (Arc<TileMap>, [usize; 2]) {
    let kinds: &[char] =
        random.pick(&[&['.', '#'][..], &['.', '.', '#', '^'], &['.', '#', '/'], &['.', '/', 'm', '#', 'o']]);
    let (columns, rows) = (random.pick(&[1, 3, 63, 64, 65, 130]), 1 + random.below(12) as usize);
    let mut line = |_| (0..columns).map(|_| random.pick(kinds)).collect();
    let text: Vec<String> = (0..rows).map(&mut line).collect();
    let slope = Polygon::new(&[[0.0, cell[1]], [cell[0], 0.0], cell]).unwrap();
    // A cell that reaches beyond its square.
    let outside = Polygon::new(&[[-2.0, 0.0], [cell[0], -1.0], [cell[0], cell[1] + 2.0]]).unwrap();
    let legend = [
        ('/', Cell::Polygon(slope)),
        ('m', Cell::Mask(mask(random))),
        ('o', Cell::Polygon(outside)),
        ('^', Cell::OneWay { cell: Box::new(Cell::Solid), direction: [0.0, -1.0].into() }),
    ];
    (Arc::new(TileMap::from_rows(cell, &text, &legend).unwrap()), [columns, rows])
}

/// Returns a body whose box often touches the edges of cells.
fn body(random: &mut Random, kind: Kind, corner: [f64; 2], cell: [f64; 2], size: [usize; 2]) -> Body {
    let at = [0, 1].map(|k| {
        let within = random.between(-1.5, size[k] as f64 + 1.5);
        let on_edge = within.round() * cell[k];
        let beside = [0.0, 4.0, 8.0, -1.0 / 256.0, 1.0 / 256.0, 8.0 - 1.0 / 256.0];
        corner[k] + if random.below(2) == 0 { on_edge + random.pick(&beside) } else { within * cell[k] }
    });
    let body = match kind {
        Kind::Sprite => Body::sprite(&mask(random)),
        Kind::Circle if random.below(2) == 0 => Body::circle(4.0),
        Kind::Rect if random.below(2) == 0 => Body::rect([4.0, 8.0]),
        kind => Body::new(shape(random, kind)),
    };
    let body = if random.below(2) == 0 { body.turned(angle(random)) } else { body };
    body.at(at)
}

#[test]
fn bodies_on_tile_maps() {
    let mut random = Random::new(23);
    let mut counts = [0; 4];
    for round in 0..cases(2000, 60_000) {
        let touching = random.pick(&[Touching::Counts, Touching::Ignored]);
        let margin = random.pick(&[None, Some(0.0), Some(1.5), Some(40.0)]);
        let mut world = World::builder().touching(touching).build().unwrap();
        let cell = [random.pick(&[8.0, 16.0, 12.5]), random.pick(&[8.0, 10.25, 16.0])];
        let (map, size) = map(&mut random, cell);
        let corner = [random.pick(&[0.0, -700.0, 0.25]), random.pick(&[0.0, -96.5, 4000.0])];
        let is_map_first = random.below(2) == 0;
        let tiles = Body::tiles(&map).at(corner).layer(2).against(1);
        let mut handles: Vec<Handle> = Vec::new();
        let mut spawn = |world: &mut World, body: Body| handles.push(world.spawn(body).unwrap());
        if is_map_first {
            spawn(&mut world, tiles.clone());
        }
        for _ in 0..150 {
            let body = body(&mut random, KINDS[round % KINDS.len()], corner, cell, size).layer(1).against(2);
            spawn(&mut world, if let Some(margin) = margin { body.graze(margin) } else { body });
        }
        if !is_map_first {
            spawn(&mut world, tiles);
        }
        let step = world.step().unwrap();
        let pair = |a: Handle, b: Handle| if is_map_first { (a, b) } else { (b, a) };
        let hits: BTreeSet<_> = step.began().iter().map(|hit| pair(hit.a, hit.b)).collect();
        let grazes: BTreeSet<_> = step.grazes().iter().map(|hit| pair(hit.a, hit.b)).collect();
        let the_map = if is_map_first { handles[0] } else { handles[150] };
        let form = world.get(the_map).unwrap().form();
        for &handle in handles.iter().filter(|&&handle| handle != the_map) {
            let other = world.get(handle).unwrap().form();
            let [a, b] = if is_map_first { [&form, &other] } else { [&other, &form] };
            let is_hit = query::overlaps(a, b, touching);
            assert_eq!(
                hits.contains(&(the_map, handle)),
                is_hit,
                "hit {is_hit}: {touching:?} {margin:?} {other:?} on {corner:?}, cells of {cell:?}"
            );
            let margin = margin.map(|margin| Margin::new(margin).unwrap());
            let is_near = margin.is_some_and(|margin| query::grazes(a, b, margin, touching));
            assert_eq!(
                grazes.contains(&(the_map, handle)),
                is_near,
                "hit {is_hit}: {touching:?} {margin:?} {other:?} on {corner:?}, cells of {cell:?}"
            );
            counts[usize::from(is_hit)] += 1;
            counts[2 + usize::from(is_near)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

//! Random bodies: small, of every kind, often at round numbers so that they just touch.

use std::sync::Arc;

use kasuri::{Layers, Mask, Placement, TileMap, Vec2};

use super::twin::{Stuff, Twin, View, Zone};
use crate::common::{self, KINDS, Kind, Random};

/// How far positions lie from the center in the soak.
pub const REACH: f64 = 276.0;

pub fn mask(random: &mut Random) -> Arc<Mask> {
    let wide = random.chance(12);
    let (w, h) =
        (random.size(if wide { 60..=80 } else { 1..=16 }), random.size(1..=if wide { 4 } else { 16 }));
    let fill = random.pick(&[0, 20, 60, 90, 100, 100]);
    let mut bits = Random::new(random.bits());
    Arc::new(Mask::from_fn(w, h, |_, _| bits.below(100) < fill).unwrap())
}

fn map(random: &mut Random) -> Arc<TileMap> {
    if random.chance(6) {
        return Arc::new(TileMap::from_rows([8.0, 8.0], &[".."], &[]).unwrap());
    }
    common::tiles(random)
}

pub fn points(random: &mut Random) -> Vec<[f64; 2]> {
    (0..random.size(2..=6)).map(|_| random.point(14.0)).collect()
}

pub fn radius(random: &mut Random) -> f64 {
    if random.chance(6) { 0.0 } else { random.coordinate(7.0).abs() }
}

pub fn stuff(random: &mut Random, kind: Kind) -> Stuff {
    match kind {
        Kind::Circle => Stuff::Circle(radius(random) * 1.5),
        Kind::Capsule => Stuff::Capsule(random.point(9.0), random.point(9.0), radius(random)),
        Kind::Chain => Stuff::Chain(points(random), radius(random) / 2.0),
        Kind::Sprite => Stuff::Mask(mask(random)),
        Kind::Tiles => Stuff::Tiles(map(random)),
        kind => Stuff::Other(common::shape(random, kind)),
    }
}

/// Returns a kind of body; tile maps are rare, because they are large and never swept.
pub fn kind(random: &mut Random) -> Kind {
    match random.pick(&KINDS) {
        Kind::Tiles if !random.chance(3) => Kind::Sprite,
        kind => kind,
    }
}

fn zone(random: &mut Random, k: usize) -> Zone {
    let kind = loop {
        let kind = kind(random);
        if kind != Kind::Tiles {
            break kind;
        }
    };
    let own = |random: &mut Random, bits: &[u32]| random.chance(3).then(|| random.pick(bits));
    Zone {
        name: format!("zone {k}"),
        pivot: (kind == Kind::Sprite && random.chance(3)).then(|| random.point(9.0).into()),
        stuff: stuff(random, kind),
        layer: own(random, &LAYERS),
        against: own(random, &AGAINST),
    }
}

pub fn view(random: &mut Random, kind: Kind) -> View {
    let zones = if random.chance(6) { random.size(1..=3) } else { 0 };
    View {
        stuff: stuff(random, kind),
        pivot: (kind == Kind::Sprite && random.chance(3)).then(|| random.point(20.0).into()),
        zones: (0..zones).map(|k| zone(random, k)).collect(),
    }
}

const LAYERS: [u32; 7] = [1, 1, 1, 2, 4, 6, 8];
const AGAINST: [u32; 6] = [u32::MAX, u32::MAX, u32::MAX, 1, !4, 11];
const GROUPS: [u32; 6] = [0, 0, 0, 1, 2, u32::MAX];

pub fn layers(random: &mut Random) -> Layers {
    Layers { layer: random.pick(&LAYERS), against: random.pick(&AGAINST), group: random.pick(&GROUPS) }
}

pub fn place(random: &mut Random, reach: f64) -> Vec2 {
    let [x, y] = random.point(reach);
    Vec2::new(x, y)
}

pub fn scale(random: &mut Random) -> Vec2 {
    let sizes = [1.0, -1.0, 0.5, 1.5, -2.0, 1.0, random.between(0.3, 2.0)];
    let x = random.pick(&sizes);
    let y = if random.chance(2) { random.pick(&sizes) } else { x * random.pick(&[1.0, -1.0]) };
    Vec2::new(x, y)
}

pub fn margin(random: &mut Random) -> f64 {
    random.pick(&[0.0, 0.5, 3.0, 1.0 / 256.0, 6.25])
}

/// Returns a body that can be spawned.
pub fn twin(random: &mut Random, reach: f64) -> Twin {
    let kind = kind(random);
    let frames = if random.chance(6) { random.size(2..=3) } else { 1 };
    let mut twin = Twin::new((0..frames).map(|_| view(random, kind)).collect());
    twin.frame = random.size(0..=frames - 1);
    twin.placement = Placement::at(place(random, reach));
    if kind != Kind::Tiles && random.chance(2) {
        twin.placement.angle = common::angle(random);
        twin.placement.scale = if random.chance(2) { scale(random) } else { Vec2::new(1.0, 1.0) };
    }
    twin.layers = layers(random);
    twin.data = random.bits();
    twin.margin = random.chance(6).then(|| margin(random));
    twin.leash = random.chance(4).then(|| random.pick(&[0.0, 4.0, 30.0]));
    twin.cooldown = if random.chance(9) { random.below(6) as u32 } else { 0 };
    twin.hits_left = random.chance(12).then(|| random.below(4) as u32);
    twin.invulnerable = if random.chance(12) { random.below(9) } else { 0 };
    if twin.place().is_err() {
        // A body that does not allow uneven scales.
        twin.placement.scale = Vec2::new(1.0, 1.0);
        twin.place().unwrap();
    }
    twin
}

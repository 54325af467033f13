//! Tests scenes of many frames: every pair is found, each once, in order. Bodies are of every kind and size, on layers
//! that match or do not; they are rotated, moved, changed, removed and added.

use kasuri::Layers;
use kasuri::gpu::Gpu;
use kasuri::{Placement, Touching};

use crate::common::{KINDS, Kind, Random, Thing, cases};
use crate::gpu;
use crate::twin::{Body, Twin, moved, place};

/// The settings of a scene.
#[derive(Clone, Copy)]
struct Scene {
    name: &'static str,
    kinds: &'static [Kind],
    /// The largest factor by which masks are enlarged.
    scale: f64,
    layers: &'static [(u32, u32)],
    margins: bool,
    turned: bool,
}

const ALL: &[(u32, u32)] = &[(1, u32::MAX)];
const SCENES: [Scene; 6] = [
    Scene {
        name: "upright sprites",
        kinds: &[Kind::Sprite],
        scale: 1.0,
        layers: ALL,
        margins: false,
        turned: false,
    },
    Scene {
        name: "turned sprites",
        kinds: &[Kind::Sprite],
        scale: 2.0,
        layers: ALL,
        margins: false,
        turned: true,
    },
    Scene {
        name: "shapes",
        kinds: &[Kind::Circle, Kind::Rect, Kind::Convex, Kind::Concave, Kind::Segment],
        scale: 1.0,
        layers: ALL,
        margins: false,
        turned: true,
    },
    Scene {
        name: "mixed sizes",
        kinds: &[Kind::Sprite, Kind::Circle, Kind::Rect, Kind::Chain],
        scale: 12.0,
        layers: ALL,
        margins: false,
        turned: true,
    },
    Scene {
        name: "layers",
        kinds: &[Kind::Circle, Kind::Sprite],
        scale: 1.0,
        layers: &[(1, 2), (2, 5), (4, 2), (8, 0), (0, 3), (2, 2)],
        margins: false,
        turned: false,
    },
    Scene {
        name: "everything",
        kinds: &KINDS,
        scale: 3.0,
        layers: &[(1, 3), (2, 7), (3, 2), (4, u32::MAX)],
        margins: true,
        turned: true,
    },
];

impl Scene {
    fn body(&self, rng: &mut Random, side: f64) -> Body {
        let kind = rng.pick(self.kinds);
        let (thing, mut placement) = Thing::random(rng, kind);
        if kind != Kind::Tiles {
            if !self.turned {
                placement = Placement::default();
            }
            // One in eight is larger.
            if self.scale > 1.0 && rng.chance(8) {
                let by = rng.between(1.0, self.scale);
                let scale = |s: f64| (s * by).clamp(-60.0, 60.0);
                placement = placement.scaled([scale(placement.scale.x), scale(placement.scale.y)]);
            }
        }
        let (layer, against) = rng.pick(self.layers);
        let margin = if self.margins && rng.chance(4) { rng.below(20 * 256) as i32 } else { -1 };
        let body = Body { thing, placement, layers: Layers::new(layer, against), margin, owner: 0, world: 0 };
        let at = place(rng, side);
        moved(body, at)
    }
}

/// Plays frames between which bodies move, rotate, come and go.
fn play(gpu: &Gpu, scene: Scene, seed: u64, frames: usize) -> u64 {
    let mut rng = Random::new(seed);
    let mut twin = Twin::new(gpu);
    let side = 110.0;
    for k in 0..150 {
        let body = Body { owner: k, ..scene.body(&mut rng, side) };
        twin.put(None, body);
    }
    if scene.margins {
        let between = [(1, 1, Touching::Ignored), (2, 4, Touching::Counts), (2, 2, Touching::Ignored)];
        twin.set_terms(Touching::Counts, &between, &[(1, 2)]);
    }
    let (mut hits, mut grazes) = (0, 0);
    for frame in 0..frames {
        for _ in 0..rng.below(80) {
            let k = rng.below(twin.bodies.len() as u64) as usize;
            let Some(body) = twin.bodies[k].clone() else { continue };
            let body = moved(body, place(&mut rng, side));
            twin.crowd.move_to(k as u32, body.at()).unwrap();
            twin.bodies[k] = Some(body);
        }
        if rng.chance(2) {
            let k = rng.below(twin.bodies.len() as u64) as usize;
            let owner = rng.pick(&[k as u32, k as u32 ^ 1]);
            let body = Body { owner, ..scene.body(&mut rng, side) };
            twin.put(Some(k), body);
        }
        if rng.chance(4) {
            let k = rng.below(twin.bodies.len() as u64) as usize;
            twin.crowd.remove(k as u32).unwrap();
            twin.bodies[k] = None;
            let owner = twin.bodies.len() as u32;
            let body = Body { owner, ..scene.body(&mut rng, side) };
            twin.put(None, body);
        }
        if rng.chance(10) {
            twin.usual = rng.pick(&[Touching::Counts, Touching::Ignored]);
            twin.crowd.set_touching(twin.usual, &twin.between);
        }
        let found = twin.check(&format!("{}, frame {frame} on {}", scene.name, gpu.adapter().name));
        hits += found.hits.len() as u64;
        grazes += found.grazes.len() as u64;
    }
    assert!(!scene.margins || grazes > hits / 3, "{grazes} grazes, {hits} hits");
    hits
}

/// Returns the number of frames; SwiftShader is several times slower.
fn frames(gpu: &Gpu) -> usize {
    if gpu.adapter().name.contains("SwiftShader") { cases(10, 1000) } else { cases(40, 1000) }
}

macro_rules! scenes {
    ($($name:ident: $k:literal;)*) => {
        $(
            #[test]
            fn $name() {
                for gpu in gpu::all() {
                    let hits = play(gpu, SCENES[$k], $k, frames(gpu));
                    assert!(hits > 100, "{hits}");
                }
            }
        )*
    };
}

scenes! {
    upright_sprites: 0;
    turned_sprites: 1;
    shapes: 2;
    mixed_sizes: 3;
    layers: 4;
    everything: 5;
}

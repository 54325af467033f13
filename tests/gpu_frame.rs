//! Whole frames on the device find what the host finds: every pair, each once, in order. Bodies of every kind and size, on
//! layers that match or do not, turned, moved by the host or by the device, changed, removed and added.
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used)]

mod common;
mod gpu;

use common::{KINDS, Kind, Random, Thing, cases};
use kasuri::broad::Layers;
use kasuri::gpu::{Crowd, Frame, Gpu, Member};
use kasuri::lattice::Point;
use kasuri::{Form, Placement, Touching, query};

/// A crowd and beside it what the host knows.
struct Twin {
    crowd: Crowd,
    bodies: Vec<Option<Body>>,
    usual: Touching,
    between: Vec<(u32, u32, Touching)>,
}

/// A body as it was placed; it may have moved since.
#[derive(Clone)]
struct Body {
    thing: Thing,
    placement: Placement,
    layers: Layers,
    margin: i32,
    owner: u32,
}

impl Body {
    fn form(&self) -> Form {
        self.thing.place(&self.placement).form
    }

    fn at(&self) -> Point {
        Point::snapped(self.placement.at).unwrap()
    }
}

impl Twin {
    fn new(gpu: &Gpu) -> Twin {
        Twin { crowd: gpu.crowd(), bodies: Vec::new(), usual: Touching::Counts, between: Vec::new() }
    }

    fn put(&mut self, at: Option<usize>, body: Body) {
        let form = body.form();
        let Body { layers, margin, owner, .. } = body;
        let member = Member { form: &form, at: body.at(), layers, margin, owner };
        match at {
            Some(k) => {
                self.crowd.change(k as u32, member).unwrap();
                self.bodies[k] = Some(body);
            }
            None => {
                assert_eq!(self.crowd.push(member).unwrap() as usize, self.bodies.len());
                self.bodies.push(Some(body));
            }
        }
    }

    fn touching(&self, a: Layers, b: Layers) -> Touching {
        let on = |x: u32, y: u32| a.layer & x != 0 && b.layer & y != 0;
        let fits = |&&(x, y, _): &&(u32, u32, Touching)| on(x, y) || on(y, x);
        self.between.iter().rev().find(fits).map_or(self.usual, |&(.., touching)| touching)
    }

    /// What the host finds: hits, and those pairs among which all that may graze are.
    fn expected(&self) -> Expected {
        let forms: Vec<Option<(&Body, Form)>> =
            self.bodies.iter().map(|body| body.as_ref().map(|body| (body, body.form()))).collect();
        let mut expected = Expected::default();
        for (b, second) in forms.iter().enumerate() {
            for (a, first) in forms[..b].iter().enumerate() {
                let (Some((p, form_p)), Some((q, form_q))) = (first, second) else { continue };
                if !p.layers.pair_with(q.layers) || p.owner == q.owner {
                    continue;
                }
                let pair = [a as u32, b as u32];
                let touching = self.touching(p.layers, q.layers);
                let is_map = [form_p, form_q].iter().any(|form| matches!(form, Form::Tiles(_)));
                let margin = p.margin.max(q.margin);
                if query::overlaps(form_p, form_q, touching) {
                    if is_map { expected.of_maps.push(pair) } else { expected.hits.push(pair) }
                } else if margin >= 0 && query::grazes(form_p, form_q, margin, touching) {
                    expected.grazes.push((pair, is_map));
                }
            }
        }
        expected.hits.sort_unstable();
        expected
    }

    fn check(&mut self, what: &str) -> Frame {
        let expected = self.expected();
        let frame = self.crowd.frame().unwrap();
        assert_eq!(frame.hits, expected.hits, "{what}");
        assert!(frame.near.is_sorted() && frame.undecided.is_sorted());
        for pair in &frame.near {
            assert!(frame.hits.binary_search(pair).is_err(), "{pair:?} hits and is near, {what}");
        }
        for pair in &expected.of_maps {
            assert!(frame.undecided.binary_search(pair).is_ok(), "{pair:?} is lost, {what}");
        }
        for (pair, is_map) in &expected.grazes {
            let list = if *is_map { &frame.undecided } else { &frame.near };
            assert!(list.binary_search(pair).is_ok(), "{pair:?} may not graze, {what}");
        }
        frame
    }
}

#[derive(Default)]
struct Expected {
    hits: Vec<[u32; 2]>,
    of_maps: Vec<[u32; 2]>,
    grazes: Vec<([u32; 2], bool)>,
}

/// What a scene has.
#[derive(Clone, Copy)]
struct Scene {
    name: &'static str,
    kinds: &'static [Kind],
    /// Masks are enlarged by up to so much.
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
        let body = Body { thing, placement, layers: Layers { layer, against }, margin, owner: 0 };
        let at = place(rng, side);
        moved(body, at)
    }
}

fn place(rng: &mut Random, side: f64) -> [f64; 2] {
    [rng.between(-side, side), rng.between(-side, side)]
}

fn moved(body: Body, at: [f64; 2]) -> Body {
    Body { placement: Placement { at: at.into(), ..body.placement }, ..body }
}

/// Frames between which bodies move, turn, come and go.
fn play(gpu: &Gpu, scene: Scene, seed: u64, frames: usize) -> u64 {
    let mut rng = Random::new(seed);
    let mut twin = Twin::new(gpu);
    let side = 110.0;
    for k in 0..150 {
        let body = Body { owner: k, ..scene.body(&mut rng, side) };
        twin.put(None, body);
    }
    if scene.margins {
        twin.between = vec![(1, 1, Touching::Ignored), (2, 4, Touching::Counts), (2, 2, Touching::Ignored)];
        twin.crowd.set_touching(twin.usual, &twin.between);
    }
    let mut hits = 0;
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
    }
    hits
}

/// SwiftShader is several times slower.
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

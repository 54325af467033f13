//! Random scenes of the two kinds of the conformance kit that ask most: `questions`, with all requests about crowded bodies of
//! many parts, and `asking`, with rays, points, sweeps and grazes.

use std::f64::consts::{FRAC_PI_4, TAU};

use crate::common::{Random, ring};

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SceneKind {
    Questions,
    Asking,
}

/// A mask by name: its width, its height, and which texels are set.
type NamedMask = (&'static str, usize, usize, fn(usize, usize) -> bool);

const MASKS: [NamedMask; 7] = [
    ("m0", 8, 8, |x, y| (x * 7 + y * 13) % 5 != 0),
    ("m1", 16, 16, |x, y| (x as i32 - 8).pow(2) + (y as i32 - 8).pow(2) <= 60),
    ("m2", 10, 24, |x, y| (x + y) % 3 != 0),
    ("ring", 20, 20, |x, y| (36..100).contains(&((x as i32 - 10).pow(2) + (y as i32 - 10).pow(2)))),
    ("bar", 30, 1, |_, _| true),
    ("solid", 8, 8, |_, _| true),
    ("large", 64, 64, |x, y| (x * 7 + y * 13) % 33 != 0),
];

/// Returns a random scene as a text.
pub fn scene(rng: &mut Random, kind: SceneKind) -> String {
    let (count, spread) = if kind == SceneKind::Questions { (16, 45.0) } else { (14, 160.0) };
    let mut bodies: Vec<String> = (0..count).map(|k| body(rng, k, kind, spread)).collect();
    if kind == SceneKind::Questions && rng.chance(2) {
        let n = rng.pick(&[65, 300, 1000]);
        bodies.push(format!(r#"{{"id": "b{count}", "at": {}, {}}}"#, at(rng, spread), big(n)));
    }
    let masks: Vec<String> = MASKS.iter().map(mask).collect();
    let touching = rng.pick(&["counts", "ignored"]);
    format!(
        r#"{{"kasuri": 1, "touching": "{touching}", "masks": {{{}}}, "bodies": [{}], {}}}"#,
        masks.join(", "),
        bodies.join(", "),
        requests(rng, &bodies, kind, spread)
    )
}

fn mask(&(name, w, h, is_set): &NamedMask) -> String {
    let row = |y: usize| (0..w).map(|x| if is_set(x, y) { '#' } else { '.' }).collect::<String>();
    let rows: Vec<String> = (0..h).map(|y| format!("{:?}", row(y))).collect();
    format!(r#""{name}": {{"rows": [{}]}}"#, rows.join(", "))
}

fn at(rng: &mut Random, spread: f64) -> String {
    format!("{:?}", rng.point(spread))
}

fn points(points: &[[f64; 2]]) -> String {
    format!("{points:?}")
}

/// Returns a large polygon: a ring of `n` vertices.
fn big(n: usize) -> String {
    let vertex = |k: usize| {
        let turn = TAU * k as f64 / n as f64;
        [60.0 * turn.cos(), 60.0 * turn.sin()]
    };
    let ring: Vec<[f64; 2]> = (0..n).map(vertex).collect();
    format!(r#""polygon": {{"points": {}}}"#, points(&ring))
}

fn body(rng: &mut Random, k: usize, kind: SceneKind, spread: f64) -> String {
    let (form, is_tiles) = form(rng, kind);
    let any = rng.between(-7.0, 7.0);
    let turn = rng.pick(&[0.0, 2.0 * FRAC_PI_4, FRAC_PI_4, any]);
    let scale = rng.pick(&["[1, 1]", "[1, 1]", "[-0.75, 0.75]", "[1, -1]", "1.25", "0.5", "-1", "2"]);
    let placed = if is_tiles { String::new() } else { format!(r#""angle": {turn}, "scale": {scale}, "#) };
    let layer = rng.pick(&[1, 1, 1, 2, 4]);
    format!(r#"{{"id": "b{k}", "at": {}, "layer": {layer}, {placed}{form}}}"#, at(rng, spread))
}

/// Returns the fields of a body, and whether it is a tile map.
fn form(rng: &mut Random, kind: SceneKind) -> (String, bool) {
    let asks_little = kind == SceneKind::Asking;
    let r = rng.between(0.0, 24.0);
    let form = match rng.below(if asks_little { 9 } else { 14 }) {
        0 => format!(r#""circle": {{"r": {r}}}"#),
        1 => format!(r#""segment": {{"a": {}, "b": {}}}"#, at(rng, 60.0), at(rng, 60.0)),
        2 => format!(r#""capsule": {{"a": {}, "b": {}, "r": {r}}}"#, at(rng, 28.0), at(rng, 28.0)),
        3 => format!(r#""box": {{"half": [{r}, {}]}}"#, rng.between(0.0, 24.0)),
        4 => r#""point": {}"#.into(),
        5 | 6 => format!(r#""sprite": "{}""#, rng.pick(&MASKS).0),
        7 => polygon(rng, false),
        8 | 9 => {
            let links: Vec<[f64; 2]> = (0..2 + rng.below(8)).map(|_| rng.point(55.0)).collect();
            format!(r#""chain": {{"points": {}, "r": {}}}"#, points(&links), rng.pick(&[0.0, 1.0, 2.5, 5.1]))
        }
        10 | 11 => polygon(rng, true),
        12 => {
            let part = |rng: &mut Random| {
                let offset = at(rng, 20.0);
                let part = rng.pick(&[
                    r#""box": {"half": [12, 3]}"#,
                    r#""circle": {"r": 9}"#,
                    r#""segment": {"a": [-9, 4], "b": [9, 0]}"#,
                ]);
                format!(r#"{{"offset": {offset}, {part}}}"#)
            };
            let parts: Vec<String> = (0..1 + rng.below(5)).map(|_| part(rng)).collect();
            format!(r#""compound": {{"parts": [{}]}}"#, parts.join(", "))
        }
        _ => return (tiles(rng), true),
    };
    (form, false)
}

fn polygon(rng: &mut Random, dents: bool) -> String {
    let size = rng.pick(&[1.0, 2.0]);
    loop {
        let vertices: Vec<[f64; 2]> = ring(rng, dents).iter().map(|p| p.map(|x| x * size)).collect();
        if kasuri::Shape::polygon(&vertices).is_ok() {
            return format!(r#""polygon": {{"points": {}}}"#, points(&vertices));
        }
    }
}

fn tiles(rng: &mut Random) -> String {
    let (columns, rows) = (1 + rng.below(5), 1 + rng.below(4));
    let row =
        |rng: &mut Random| (0..columns).map(|_| rng.pick(&['.', '#', '#', '/', 'm'])).collect::<String>();
    let rows: Vec<String> = (0..rows).map(|_| format!("{:?}", row(rng))).collect();
    let slope = r#"{"polygon": {"points": [[0, 16], [16, 0], [16, 16]]}}"#;
    let legend = format!(r#"{{"/": {slope}, "m": {{"sprite": "solid"}}}}"#);
    format!(r#""tiles": {{"cell": [16, 16], "rows": [{}], "legend": {legend}}}"#, rows.join(", "))
}

fn requests(rng: &mut Random, bodies: &[String], kind: SceneKind, spread: f64) -> String {
    let is_map = |k: usize| bodies[k].contains("tiles");
    let list = |count: usize, one: &mut dyn FnMut() -> String| {
        (0..count).map(|_| one()).collect::<Vec<_>>().join(", ")
    };
    let rays = list(12, &mut || {
        let (from, to) = (at(rng, 2.0 * spread), at(rng, 2.0 * spread));
        format!(r#"{{"from": {from}, "to": {to}, "all": {}}}"#, rng.chance(2))
    });
    let asked = list(16, &mut || at(rng, spread));
    let movers: Vec<usize> = (0..bodies.len()).filter(|&k| !is_map(k)).collect();
    let sweeps =
        list(4, &mut || format!(r#"{{"id": "b{}", "to": {}}}"#, rng.pick(&movers), at(rng, 2.0 * spread)));
    let margin = rng.pick(&[0.0, 4.5, 9.0]);
    let both = format!(
        r#""rays": [{rays}], "points": [{asked}], "sweeps": [{sweeps}], "grazes": {{"margin": {margin}}}"#
    );
    if kind == SceneKind::Asking {
        return both;
    }
    let mut two = |are_maps_asked: bool| loop {
        let [a, b] = [0; 2].map(|_| rng.below(bodies.len() as u64) as usize);
        if a != b && (are_maps_asked || !(is_map(a) && is_map(b))) {
            return format!(r#"{{"a": "b{a}", "b": "b{b}"}}"#);
        }
    };
    let distances = list(14, &mut || two(true));
    let crossings = list(14, &mut || two(true));
    let contacts = list(20, &mut || two(false));
    format!(r#"{both}, "distances": [{distances}], "crossings": [{crossings}], "contacts": [{contacts}]"#)
}

//! Tests that GPUs give the CPU's answers bit for bit: random pairs of every kind, many of them made to nearly touch.
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used)]

mod common;
mod gpu;

use std::sync::Arc;

use common::{KINDS, Kind, Random, SHAPES, cases, near_pair};
use kasuri::gpu::{Hits, Want};
use kasuri::{
    Mask, Placement, Shape, Touching,
    gpu::twins,
    mask::{Cover, Sprite},
    query::{self, Form},
};

/// Returns bodies in pairs: 2k and 2k + 1 were made to be near each other.
fn near_bodies(rng: &mut Random, kinds: impl Fn(&mut Random) -> [Kind; 2], count: usize) -> Vec<Form> {
    let overlaps = |a: &Form, b: &Form| query::overlaps(a, b, Touching::Counts);
    let mut pair = || {
        let kinds = kinds(rng);
        near_pair(rng, kinds, overlaps).map(|(thing, placement)| thing.place(&placement).form)
    };
    (0..count).flat_map(|_| pair()).collect()
}

fn couples(bodies: usize) -> Vec<[u32; 2]> {
    (0..bodies as u32 / 2).map(|k| [2 * k, 2 * k + 1]).collect()
}

fn check(forms: &[Form], what: &str) {
    let pairs = couples(forms.len());
    for touching in [Touching::Counts, Touching::Ignored] {
        let expected = twins::integers(forms, &pairs, touching).unwrap();
        let places: Vec<u32> = expected.iter().map(|hit| hit.pair).collect();
        let tiles = |form: &Form| matches!(form, Form::Tiles(_));
        let is_hosts = |&&[a, b]: &&[u32; 2]| {
            let [a, b] = [a, b].map(|body| &forms[body as usize]);
            tiles(a) || tiles(b) || touching == Touching::Ignored && may_meet_on_seams(a, b)
        };
        let on_host = pairs.iter().filter(is_hosts).count() as u64;
        for gpu in gpu::all() {
            let mut bodies = gpu.bodies(forms).unwrap();
            let adapter = gpu.adapter().name;
            let of = |pair: u32| [0, 1].map(|k| &forms[pairs[pair as usize][k] as usize]);
            let bits = bodies.overlaps(&pairs, touching).unwrap();
            for pair in 0..pairs.len() as u32 {
                let is_hit = places.binary_search(&pair).is_ok();
                assert_eq!(bits.get(pair as usize), is_hit, "{what} on {adapter}: {:?}", of(pair));
            }
            assert_eq!(bodies.hits(&pairs, touching).unwrap(), places, "{what} on {adapter}");
            let answer = bodies.ask(&pairs, Want::Integers, touching).unwrap();
            assert_eq!(answer.report.on_device, pairs.len() as u64 - on_host);
            let Hits::Integers(hits) = answer.hits else { panic!("not what was asked") };
            for (hit, expected) in hits.iter().zip(&expected) {
                assert_eq!(hit, expected, "{what} on {adapter}: {:?}", of(hit.pair));
            }
            assert_eq!(hits.len(), expected.len());
        }
    }
}

/// Whether one has parts without interior and the other several parts or squares: the host tests such pairs (SPEC 3).
fn may_meet_on_seams(a: &Form, b: &Form) -> bool {
    let parts = |form: &Form| match form {
        Form::Shape(parts) => parts.to_vec(),
        _ => Vec::new(),
    };
    let is_thin = |form: &Form| parts(form).iter().any(|p| p.radius() == 0 && p.vertices().len() < 3);
    (is_thin(a) || is_thin(b)) && !(parts(a).len() == 1 && parts(b).len() == 1)
}

#[test]
fn pairs_of_every_kind() {
    let mut rng = Random::new(61);
    let kinds = |rng: &mut Random| [rng.pick(&KINDS), rng.pick(&KINDS)];
    check(&near_bodies(&mut rng, kinds, cases(4000, 100_000)), "any kinds");
}

#[test]
fn shapes() {
    let mut rng = Random::new(62);
    let kinds = |rng: &mut Random| [rng.pick(SHAPES), rng.pick(SHAPES)];
    check(&near_bodies(&mut rng, kinds, cases(8000, 400_000)), "shapes");
}

#[test]
fn sprites_and_shapes() {
    let mut rng = Random::new(63);
    let kinds = |rng: &mut Random| [Kind::Sprite, rng.pick(SHAPES)];
    check(&near_bodies(&mut rng, kinds, cases(3000, 100_000)), "sprites and shapes");
}

#[test]
fn sprites() {
    let mut rng = Random::new(64);
    check(&near_bodies(&mut rng, |_| [Kind::Sprite; 2], cases(4000, 100_000)), "sprites");
}

#[test]
fn carved_and_stamped_masks() {
    let mut random = Random::new(65);
    let mut masks: Vec<Arc<Mask>> = (0..12).map(|_| common::mask(&mut random)).collect();
    let mut place = |k: usize| {
        let scale = random.pick(&[[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.5, -1.5]]);
        (k % 12, Placement::at(random.point(20.0)).scaled(scale).turned(random.pick(&[0.0, 0.0, 0.7])))
    };
    // Each body's mask index and its placement.
    let places: Vec<(usize, Placement)> = (0..80).map(&mut place).collect();
    let pairs: Vec<[u32; 2]> = (0..80).flat_map(|a| (a + 1..80).map(move |b| [a, b])).collect();
    let forms = |masks: &[Arc<Mask>]| -> Vec<Form> {
        let form =
            |&(of, at): &(usize, Placement)| Form::Sprite(Sprite::place(&masks[of], &at, None).unwrap());
        places.iter().map(form).collect()
    };
    for gpu in gpu::all() {
        let mut bodies = gpu.bodies(&forms(&masks)).unwrap();
        for round in 0..cases(20, 500) {
            let which = random.below(12) as usize;
            let before = masks[which].clone();
            let mut after = Mask::clone(&before);
            let hole = Shape::circle(random.between(0.5, 6.0)).unwrap();
            let at = [random.between(0.0, 25.0), random.between(0.0, 25.0)];
            let cover = Cover::of_shape(&hole.place(&Placement::at(at)).unwrap());
            let changed =
                if round % 2 == 0 { after.carve(&cover, [0, 0]) } else { after.stamp(&cover, [0, 0]) };
            masks[which] = Arc::new(after);
            bodies.change_mask(&before, &masks[which], &changed).unwrap();
            let expected = twins::integers(&forms(&masks), &pairs, Touching::Counts).unwrap();
            assert_eq!(bodies.integers(&pairs, Touching::Counts).unwrap(), expected, "round {round}");
        }
    }
}

#[test]
fn rows_of_every_width_at_every_offset() {
    let widths = [1, 31, 32, 33, 63, 64, 65, 95, 127, 128, 129, 200];
    let row = |width: usize, first: i32| {
        let mask = Arc::new(Mask::from_fn(width, 2, |x, y| x >= first && y == 1).unwrap());
        move |x: i32| {
            let at = Placement::at([f64::from(x), 0.0]);
            Form::Sprite(Sprite::place(&mask, &at, Some([0.0, 0.0].into())).unwrap())
        }
    };
    // Each width with all columns and with its last column only. These come first; all others are tested against them.
    let kinds: Vec<_> = widths.iter().flat_map(|&w| [row(w, 0), row(w, w as i32 - 1)]).collect();
    let mut forms: Vec<Form> = kinds.iter().map(|kind| kind(0)).collect();
    forms.extend(kinds.iter().flat_map(|kind| (-201..=201).map(kind)));
    let count = kinds.len() as u32;
    let pairs: Vec<[u32; 2]> =
        (0..count).flat_map(|a| (count..forms.len() as u32).map(move |b| [a, b])).collect();
    let expected = twins::hits(&forms, &pairs, Touching::Counts).unwrap();
    for gpu in gpu::all() {
        let hits = gpu.bodies(&forms).unwrap().hits(&pairs, Touching::Counts).unwrap();
        assert!(hits == expected, "on {}", gpu.adapter().name);
    }
}

//! GPUs answer bit for bit what the CPU answers: random pairs of every kind, near-touching ones made on purpose.
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used)]

mod common;
mod gpu;

use common::{KINDS, Kind, Random, cases, near_pair};
use kasuri::gpu::{Hits, Want};
use kasuri::{Form, Touching, cpu, query};

/// Bodies in pairs: 2k and 2k + 1 were made to be near each other.
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
        let expected = cpu::integers(forms, &pairs, touching).unwrap();
        let places: Vec<u32> = expected.iter().map(|hit| hit.pair).collect();
        let tiles = |form: &Form| matches!(form, Form::Tiles(_));
        let on_host = pairs.iter().filter(|p| p.iter().any(|&b| tiles(&forms[b as usize]))).count() as u64;
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

#[test]
fn pairs_of_every_kind() {
    let mut rng = Random::new(61);
    let kinds = |rng: &mut Random| [rng.pick(&KINDS), rng.pick(&KINDS)];
    check(&near_bodies(&mut rng, kinds, cases(4000, 100_000)), "any kinds");
}

#[test]
fn shapes() {
    let mut rng = Random::new(62);
    let kinds = |rng: &mut Random| [rng.pick(&KINDS[..9]), rng.pick(&KINDS[..9])];
    check(&near_bodies(&mut rng, kinds, cases(8000, 400_000)), "shapes");
}

#[test]
fn sprites_and_shapes() {
    let mut rng = Random::new(63);
    let kinds = |rng: &mut Random| [Kind::Sprite, rng.pick(&KINDS[..9])];
    check(&near_bodies(&mut rng, kinds, cases(3000, 100_000)), "sprites and shapes");
}

#[test]
fn sprites() {
    let mut rng = Random::new(64);
    check(&near_bodies(&mut rng, |_| [Kind::Sprite; 2], cases(4000, 100_000)), "sprites");
}

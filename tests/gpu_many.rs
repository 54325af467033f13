//! Tests large batches of pairs whose boxes touch, many of them made to just touch: bit for bit the CPU's answers,
//! nearly all of them decided on the device. KASURI_LONG=1 takes a million pairs of shapes and 100,000 of sprites.
#![cfg(feature = "gpu")]
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod common;
mod gpu;

use common::{Kind, Random, SHAPES, cases, near_pair};
use kasuri::gpu::{Hits, Want};
use kasuri::{
    Touching,
    gpu::twins,
    query::{self, Form},
};

/// Returns bodies of which 2k and 2k + 1 were made to be near each other, and `pairs` pairs whose boxes touch, those
/// first.
fn crowd(
    random: &mut Random,
    mut kinds: impl FnMut(&mut Random) -> [Kind; 2],
    couples: u32,
    pairs: usize,
) -> (Vec<Form>, Vec<[u32; 2]>) {
    let overlaps = |a: &Form, b: &Form| query::overlaps(a, b, Touching::Counts);
    let mut couple = || {
        let kinds = kinds(random);
        near_pair(random, kinds, overlaps).map(|(thing, placement)| thing.place(&placement).form)
    };
    let forms: Vec<Form> = (0..couples).flat_map(|_| couple()).collect();
    let bounds: Vec<_> = forms.iter().map(Form::bounds).collect();
    let mut list: Vec<[u32; 2]> = (0..couples).map(|k| [2 * k, 2 * k + 1]).collect();
    while list.len() < pairs {
        let [a, b] = [(); 2].map(|()| random.below(2 * u64::from(couples)) as u32);
        let touch = bounds[a as usize].zip(bounds[b as usize]).is_some_and(|(p, q)| p.meets(q));
        if a != b && touch {
            list.push([a, b]);
        }
    }
    (forms, list)
}

fn check(what: &str, (forms, pairs): &(Vec<Form>, Vec<[u32; 2]>)) {
    let expected = twins::integers(forms, pairs, Touching::Counts).unwrap();
    let share = expected.len() as f64 / pairs.len() as f64;
    assert!((0.1..0.9).contains(&share), "{share} of them hit");
    for gpu in gpu::all() {
        let mut bodies = gpu.bodies(forms).unwrap();
        let answer = bodies.ask(pairs, Want::Integers, Touching::Counts).unwrap();
        let report = answer.report;
        assert!(answer.hits == Hits::Integers(expected.clone()), "{what} on {}", gpu.adapter().name);
        assert!(report.on_device as f64 >= 0.99 * pairs.len() as f64, "{report:?}");
        let past = 100.0 * report.past_filter as f64 / pairs.len() as f64;
        let name = gpu.adapter().name;
        println!(
            "{what} on {name}: {} pairs, {} hit, {past:.2} % past the filter",
            pairs.len(),
            expected.len()
        );
    }
}

#[test]
fn pairs_of_shapes() {
    let mut random = Random::new(91);
    let kinds = |random: &mut Random| [random.pick(SHAPES), random.pick(SHAPES)];
    check("shapes", &crowd(&mut random, kinds, 5000, cases(100_000, 1_000_000)));
}

#[test]
fn pairs_of_sprites() {
    let mut random = Random::new(92);
    check("sprites", &crowd(&mut random, |_| [Kind::Sprite; 2], 1000, cases(10_000, 100_000)));
}

#[test]
fn pairs_of_sprites_and_shapes() {
    let mut random = Random::new(93);
    let kinds = |random: &mut Random| [Kind::Sprite, random.pick(SHAPES)];
    check("sprites and shapes", &crowd(&mut random, kinds, 1000, cases(10_000, 100_000)));
}

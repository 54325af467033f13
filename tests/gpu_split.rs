//! Tests splits with some passes on the CPU and the rest on the GPU: answers are equal wherever the passes are split,
//! and a broken pass is named.
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used)]

mod common;
mod gpu;

use common::{KINDS, Random, cases, near_pair};
use kasuri::gpu::{Gpu, Pass, Split, Tuning, Want, shaders};
use kasuri::lattice::Point;
use kasuri::{
    Touching,
    query::{self, Form},
};

/// Returns bodies of every kind, in pairs near each other.
fn couples(seed: u64, count: usize) -> (Vec<Form>, Vec<[u32; 2]>) {
    let mut random = Random::new(seed);
    let overlaps = |a: &Form, b: &Form| query::overlaps(a, b, Touching::Counts);
    let mut couple = || {
        let kinds = [random.pick(&KINDS), random.pick(&KINDS)];
        near_pair(&mut random, kinds, overlaps).map(|(thing, placement)| thing.place(&placement).form)
    };
    let forms = (0..count).flat_map(|_| couple()).collect();
    (forms, (0..count as u32).map(|k| [2 * k, 2 * k + 1]).collect())
}

#[test]
fn answers_are_equal_wherever_the_sides_change() {
    let (forms, pairs) = couples(81, cases(600, 10_000));
    for gpu in gpu::all() {
        let mut bodies = gpu.bodies(&forms).unwrap();
        // Tile maps do not move.
        let moves = forms.iter().map(|form| match form {
            Form::Tiles(_) => Point::new(0, 0),
            _ => Point::new(77, -345),
        });
        bodies.set_moves(&moves.collect::<Vec<_>>()).unwrap();
        for touching in [Touching::Counts, Touching::Ignored] {
            for want in [Want::Bits, Want::List, Want::Integers] {
                bodies.tune(Tuning::default());
                let expected = bodies.ask(&pairs, want, touching).unwrap().hits;
                for passes in 0..=Pass::ALL.len() {
                    for split in [Split::CpuFirst(passes), Split::GpuFirst(passes)] {
                        // Little room: the batch is cut into parts.
                        bodies.tune(Tuning { split, queue: 333, cover_words: 20_000 });
                        let answer = bodies.ask(&pairs, want, touching).unwrap();
                        let adapter = gpu.adapter().name;
                        assert!(answer.hits == expected, "{want:?}, {split:?} on {adapter}");
                    }
                }
            }
        }
        assert_eq!(bodies.first_divergent_pass(&pairs, Want::Integers, Touching::Counts).unwrap(), None);
    }
}

/// Returns a GPU with one shader in which a piece of the text is replaced.
fn broken(name: &str, shader: &str, from: &str, to: &str) -> Gpu {
    let text = shaders().iter().find(|(name, _)| *name == shader).unwrap().1;
    assert!(text.contains(from), "{shader} has no {from}");
    let (from, to, shader) = (from.to_owned(), to.to_owned(), shader.to_owned());
    let whole =
        gpu::all().iter().find(|gpu| gpu.adapter().name.to_lowercase().contains(&name.to_lowercase()));
    let gpu = whole.unwrap();
    let broken = move |name: &str, text: &'static str| match name == shader {
        true => text.replacen(&from, &to, 1).into(),
        false => text.into(),
    };
    Gpu::with_shaders(gpu.device().clone(), gpu.queue().clone(), broken).unwrap()
}

#[test]
fn a_broken_pass_is_the_first_to_part() {
    let (forms, pairs) = couples(82, 1000);
    let breaks = [
        ("place", "form.min + at, form.max + at", "form.min + at, form.min + at", Pass::Place),
        ("place", "anchor - (placement_start", "vec2<i32>(1) + anchor - (placement_start", Pass::Place),
        ("cover", "k < 32u", "k < 27u", Pass::Cover),
        ("cover", "bits[raster.first +", "bits[raster.first + 1u +", Pass::Cover),
        ("mark", "mark(pair.x);", "mark(pair.y);", Pass::Cover),
        ("batch", "let mine = two_rows[row / 2u]", "let mine = two_rows[row / 2u + 1u]", Pass::Overlap),
        ("batch", "31 - (last - i)", "30 - (last - i)", Pass::Overlap),
        (
            "batch",
            "1u << (place % 32u));\n    }\n    if (was_unsure",
            "1u << (place % 31u));\n    }\n    if (was_unsure",
            Pass::Overlap,
        ),
        ("large", "bodies[pair.x] ^ bodies[pair.y]", "bodies[pair.x] & bodies[pair.y]", Pass::Overlap),
        ("common", "(at.y << 16u)", "(at.y << 15u)", Pass::Integers),
        ("squares", "min(span.y - i, 31)", "min(span.y - i, 7)", Pass::Integers),
    ];
    // One adapter only: just the text is broken, and some adapters take half a minute to compile the pipelines again.
    for name in gpu::names().into_iter().take(1) {
        for (shader, from, to, pass) in breaks {
            let gpu = broken(&name, shader, from, to);
            let mut bodies = gpu.bodies(&forms).unwrap();
            let found = bodies.first_divergent_pass(&pairs, Want::Integers, Touching::Counts).unwrap();
            assert_eq!(found, Some(pass), "{shader}: {from} -> {to} on {name}");
        }
    }
}

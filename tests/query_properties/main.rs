//! Tests properties that hold for every answer of `query`, whatever the bodies. The judge is the property itself and
//! brute force in integers, not the reference.
#![allow(missing_docs, unreachable_pub, clippy::print_stdout, clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod casts;
mod contacts;
mod crossings;
mod distances;
mod judge;
mod sweeps;
mod symmetry;

use common::{KINDS, Kind, Random, Thing, cases, near_pair};
use kasuri::{
    Placement, Touching,
    query::{self, Placed},
};

/// The kinds that are one convex part.
const SINGLE: [Kind; 6] = [Kind::Point, Kind::Segment, Kind::Circle, Kind::Capsule, Kind::Rect, Kind::Convex];

/// Every kind except tile maps, which can be neither rotated nor mirrored.
const MOVABLE: [Kind; 10] = {
    let mut kinds = [Kind::Point; 10];
    let mut k = 0;
    while k < kinds.len() {
        kinds[k] = KINDS[k];
        k += 1;
    }
    kinds
};

/// Two bodies that can be placed again, with their placements and their placed forms.
struct Near {
    things: [Thing; 2],
    at: [Placement; 2],
    placed: [Placed; 2],
}

impl Near {
    fn random(rng: &mut Random, kinds: [Kind; 2]) -> Near {
        let overlaps = |a: &_, b: &_| query::overlaps(a, b, Touching::Counts);
        let [(a, at_a), (b, at_b)] = near_pair(rng, kinds, overlaps);
        let placed = [a.place(&at_a), b.place(&at_b)];
        Near { things: [a, b], at: [at_a, at_b], placed }
    }

    fn overlap(&self) -> bool {
        query::overlaps(&self.placed[0].form, &self.placed[1].form, Touching::Counts)
    }
}

/// Checks near pairs of every combination of kinds, `short` or `long` in all. Each check returns whether its bodies
/// overlap: between 20 and 80 % of all must.
fn on_pairs(
    kinds: [&[Kind]; 2],
    (short, long): (usize, usize),
    check: impl Fn(&mut Random, &Near) -> bool + Sync,
) {
    let all = kinds[0].iter().flat_map(|&a| kinds[1].iter().map(move |&b| [a, b]));
    let pairs: Vec<_> = all.filter(|&pair| pair != [Kind::Tiles; 2]).collect();
    let each = cases(short, long).div_ceil(pairs.len());
    let run = |pairs: &[[Kind; 2]], seed: u64| -> usize {
        let mut rng = Random::new(seed);
        let each = pairs.iter().flat_map(|&kinds| (0..each).map(move |_| kinds));
        let met = each.filter(|&kinds| {
            let near = Near::random(&mut rng, kinds);
            check(&mut rng, &near)
        });
        met.count()
    };
    let (left, right) = pairs.split_at(pairs.len() / 2);
    let met = std::thread::scope(|scope| {
        let other = scope.spawn(|| run(left, 1));
        run(right, 2) + other.join().unwrap()
    });
    let total = each * pairs.len();
    println!("{total} pairs, {met} met");
    assert!((20..=80).contains(&(met * 100 / total)), "{met} of {total} met");
}

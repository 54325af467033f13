//! Samples of shorter moves: none is free. Nothing here knows how the shortest move is found.

use std::sync::atomic::{AtomicUsize, Ordering};

use kasuri::lattice::Point;
use kasuri::{Touching, query, query::Form};

use crate::brute::{ALLOWED, is_free, left_after, moved, solids};
use crate::common::{Random, cases};
use crate::judged::{number, on_all_cores, random};
use crate::kinds::{KINDS, Kind, kind_pairs};
use crate::places::random_pair;

/// Samples of one pair of bodies.
const EACH: usize = 100;
/// Less than this, in lattice units, is rounding.
const ROUNDING: f64 = 1e-6;

/// Checks the contact of two bodies, if they overlap: that it is enough, and that no shorter move of the sampled ones is.
/// Returns how many were sampled; `None` where the bodies do not overlap.
pub fn check(rng: &mut Random, a: &Form, b: &Form, samples: usize) -> Option<usize> {
    let contact = query::contact(a, b, Touching::Counts)?;
    let depth = contact.depth * 256.0;
    let by = [contact.normal.x * depth, contact.normal.y * depth];
    let solid = [a, b].map(solids);
    let left = left_after(&solid[0], &solid[1], by);
    assert!(left <= ALLOWED, "{left} left after {contact:?} {a:?} {b:?}");
    let mut sampled = 0;
    for k in 0..samples {
        let (turn, u) = (rng.between(0.0, std::f64::consts::TAU), rng.between(0.0, 1.0));
        // Half of them anywhere; others near the rim, and some of these near the answer.
        let (turn, share) = match k % 8 {
            0..=3 => (turn, u.sqrt()),
            4..=6 => (turn, 1.0 - 0.02 * u * u),
            _ => (by[1].atan2(by[0]) + 0.05 * (turn - 3.0), 1.0 - 0.02 * u * u),
        };
        let [x, y] = [turn.cos(), turn.sin()].map(|x| (share * depth * x).round());
        if x.hypot(y) > depth - ALLOWED {
            continue;
        }
        let (x, y) = (x as i32, y as i32);
        let free = match (moved(b, Point::new(x, y)), moved(a, Point::new(-x, -y))) {
            (Some(b), _) => is_free(a, &b),
            (_, Some(a)) => is_free(&a, b),
            // Neither can be moved by less than a pixel and stay what it is; all their parts have an interior.
            _ => left_after(&solid[0], &solid[1], [x.into(), y.into()]) <= ROUNDING,
        };
        assert!(!free, "({x}, {y}) is free, but not as long as {contact:?} {a:?} {b:?}");
        sampled += 1;
    }
    Some(sampled)
}

/// Whether contacts of two kinds have a length. A point in lines has none, and two sprites have one of their own (SPEC 4).
fn has_shorter_moves(pair: &[Kind; 2]) -> bool {
    let is_line = |kind: &Kind| [Kind::Point, Kind::Segment, Kind::ThinChain].contains(kind);
    let is_point_in_lines = pair.contains(&Kind::Point) && pair.iter().all(is_line);
    !is_point_in_lines && !pair.iter().all(|kind| kind.is_sprite())
}

/// `KASURI_SAMPLES` says how many shorter moves are sampled for each kind, with all the others, and `KASURI_SEED` which.
#[test]
fn a_push_out_is_enough_and_no_shorter_one_is() {
    let kinds: Vec<_> = kind_pairs().into_iter().filter(has_shorter_moves).collect();
    let wanted = number("KASURI_SAMPLES", cases(4000, 200_000));
    let seed = number("KASURI_SEED", 1);
    let of_kind: Vec<AtomicUsize> = KINDS.iter().map(|_| AtomicUsize::new(0)).collect();
    let each = wanted.div_ceil(KINDS.len() - 6);
    on_all_cores(kinds.len(), |k| {
        let mut sampled = 0;
        for case in 0.. {
            let rng = &mut random(seed, case * kinds.len() + k);
            let [a, b] = random_pair(rng, kinds[k]);
            sampled += check(rng, &a, &b, EACH).unwrap_or(0);
            if sampled >= each {
                break;
            }
            // At least one pair in fifty overlaps by more than a lattice unit.
            assert!(
                case < 100 + 50 * (each / EACH),
                "{:?}: only {sampled} samples of {case} pairs",
                kinds[k]
            );
        }
        for (kind, count) in KINDS.iter().zip(&of_kind) {
            count.fetch_add(if kinds[k].contains(kind) { sampled } else { 0 }, Ordering::Relaxed);
        }
    });
    for (kind, count) in KINDS.iter().zip(of_kind) {
        let count = count.into_inner();
        println!("{kind:?}: {count} samples");
        assert!(count >= wanted, "{kind:?}: {count} samples of {wanted}");
    }
}

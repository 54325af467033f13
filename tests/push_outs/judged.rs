//! Contacts of random pairs of all kinds, held against the reference and against the text of SPEC 5.

use std::sync::atomic::{AtomicUsize, Ordering};

use kasuri::answer::Contact;
use kasuri::query::{self, Form};
use kasuri::{Touching, reference};

use crate::brute::{ALLOWED, left_after, solids};
use crate::common::{Random, agree, cases};
use crate::kinds::{Kind, kind_pairs};
use crate::places::random_pair;

/// Returns the number in an environment variable, or another one where it is not set.
pub fn number(variable: &str, or: usize) -> usize {
    std::env::var(variable).map_or(or, |text| text.parse().unwrap())
}

/// Returns the random numbers of one case, so that it can be run alone.
pub fn random(seed: usize, case: usize) -> Random {
    let mut mixed = Random::new((seed as u64) << 40 ^ case as u64);
    Random::new(mixed.bits())
}

/// Runs a number of cases on all cores.
pub fn on_all_cores(count: usize, run: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let case = next.fetch_add(1, Ordering::Relaxed);
                    if case >= count {
                        break;
                    }
                    run(case);
                }
            });
        }
    });
}

/// Returns what is wrong with a contact; `None` where nothing is.
///
/// A shorter move than the reference's is right if it leaves nothing. The reference makes closed sets a little larger. Where two
/// lines cross at a small angle, this moves the free corner between them by many times as much. For bodies of several parts, another
/// move of the same length is right, too.
fn fault(ours: &Option<Contact>, [a, b]: [&Form; 2], touching: Touching) -> Option<String> {
    let theirs = reference::contact(a, b, touching);
    let is_single = |form: &Form| matches!(form, Form::Shape(parts) if parts.len() == 1);
    let room = if is_single(a) && is_single(b) { 0.0 } else { 1e-6 };
    let is_as_short = |ours: &Contact, theirs: &Contact| {
        ours.depth < theirs.depth + room && agree::is_well_formed(ours, [a, b])
    };
    let may_differ =
        ours.as_ref().zip(theirs.as_ref()).is_some_and(|(ours, theirs)| is_as_short(ours, theirs));
    if !may_differ && !agree::contact(ours, &theirs, [a, b]) {
        return Some(format!("not the reference's {theirs:?}"));
    }
    // Two sprites have a depth of their own (SPEC 4).
    if matches!((a, b), (Form::Sprite(_), Form::Sprite(_))) {
        return (*ours != theirs).then(|| format!("not the reference's {theirs:?}"));
    }
    let contact = ours.as_ref()?;
    let by = [contact.normal.x, contact.normal.y].map(|x| x * contact.depth * 256.0);
    let left = left_after(&solids(a), &solids(b), by);
    (left > ALLOWED).then(|| format!("{left} lattice units are left"))
}

/// `KASURI_PAIRS` says how many pairs are tried, evenly of all kinds, and `KASURI_SEED` which. `KASURI_CASE` runs one alone.
/// `KASURI_COUNT=1` prints the differences and goes on.
#[test]
fn contacts_are_those_of_the_reference() {
    let kinds = kind_pairs();
    let count = number("KASURI_PAIRS", cases(10 * kinds.len(), 250_000));
    let seed = number("KASURI_SEED", 1);
    let only = std::env::var_os("KASURI_CASE").map(|_| number("KASURI_CASE", 0));
    let met: Vec<AtomicUsize> = kinds.iter().map(|_| AtomicUsize::new(0)).collect();
    let faults = AtomicUsize::new(0);
    let run = |case: usize| {
        let kind = case % kinds.len();
        let rng = &mut random(seed, case);
        let [a, b] = random_pair(rng, kinds[kind]);
        let touching = rng.pick(&[Touching::Counts, Touching::Ignored]);
        let ours = query::contact(&a, &b, touching);
        met[kind].fetch_add(usize::from(ours.is_some()), Ordering::Relaxed);
        if let Some(fault) = fault(&ours, [&a, &b], touching) {
            faults.fetch_add(1, Ordering::Relaxed);
            let told = format!("KASURI_SEED={seed} KASURI_CASE={case} {:?}: {ours:?}: {fault}", kinds[kind]);
            if std::env::var_os("KASURI_COUNT").is_some() {
                println!("DIFFERENCE {told}");
            } else {
                panic!("{told}: {touching:?} {a:?} {b:?}");
            }
        }
    };
    match only {
        Some(case) => run(case),
        None => on_all_cores(count, run),
    }
    if only.is_none() {
        tell(&kinds, count, &met);
    }
    println!("{count} pairs, {} differences", faults.into_inner());
}

/// Prints how many pairs of each two kinds there were, and how many of them met. Enough of them must.
fn tell(kinds: &[[Kind; 2]], count: usize, met: &[AtomicUsize]) {
    let mut all = 0;
    for (k, pair) in kinds.iter().enumerate() {
        let (tried, met) =
            (count / kinds.len() + usize::from(k < count % kinds.len()), met[k].load(Ordering::Relaxed));
        println!("{pair:?}: {tried} pairs, {met} overlap");
        assert!(tried < 200 || (tried / 20..tried).contains(&met), "{pair:?}: {met} of {tried} overlap");
        all += met;
    }
    assert!((count / 3..count).contains(&all), "{all} of {count} overlap");
}

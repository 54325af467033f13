//! Measures the yes/no sprite kernel on a software GPU, compared with a plain loop on one core.
#![cfg(feature = "gpu")]
#![allow(clippy::print_stdout, clippy::unwrap_used)]

mod common;
mod gpu;

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::Random;
use kasuri::gpu::{Bodies, Hits, Want};
use kasuri::lattice::Point;
use kasuri::{Mask, Placement, Shape, Touching, mask::Sprite, query::Form};

const SPRITES: usize = 2000;
const PAIRS: usize = 100_000;
const PATIENCE: Duration = Duration::from_secs(300);

/// Returns the largest allowed cost of the kernel, in plain loops. Lavapipe puts each loaded word into its lane of a
/// vector. With AVX-512 that is one instruction; without it the vector is stored, changed and loaded again, and the
/// processor waits for the store.
fn most() -> f64 {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx512f") {
        return 3.0;
    }
    16.0
}

/// Returns 64 x 64 masks of the even columns and of the odd ones, at even positions so near each other that all boxes
/// meet. An even one and an odd one have no common pixel, so all rows are compared.
fn combs(random: &mut Random) -> Vec<(Vec<u64>, Form)> {
    let masks = [0, 1].map(|odd| Arc::new(Mask::from_fn(64, 64, |x, _| x % 2 == odd).unwrap()));
    let mut comb = |odd: usize| {
        let at = [2.0 * random.below(32) as f64, random.below(32) as f64];
        let sprite = Sprite::place(&masks[odd], &Placement::at(at), Some([0.0, 0.0].into())).unwrap();
        (masks[odd].words().to_vec(), Form::Sprite(sprite))
    };
    (0..SPRITES).map(|k| comb(k % 2)).collect()
}

/// Counts the pairs that overlap by plain loops: shifts rows of 64 bits and ANDs them until one row has a common bit.
fn plain(sprites: &[(Vec<u64>, Form)], pairs: &[[u32; 2]]) -> usize {
    let at = |form: &Form| match form {
        Form::Sprite(sprite) => (sprite.at().x >> 8, sprite.at().y >> 8),
        _ => unreachable!("all are sprites"),
    };
    let places: Vec<_> = sprites.iter().map(|(_, form)| at(form)).collect();
    let meets = |&&[a, b]: &&[u32; 2]| {
        let (a, b) = (a as usize, b as usize);
        let ((xa, ya), (xb, yb)) = (places[a], places[b]);
        let (dx, dy) = (xb - xa, yb - ya);
        (dy.max(0)..(64 + dy).min(64)).any(|y| {
            let (mine, theirs) = (sprites[a].0[y as usize], sprites[b].0[(y - dy) as usize]);
            mine & (if dx >= 0 { theirs << dx } else { theirs >> -dx }) != 0
        })
    };
    pairs.iter().filter(meets).count()
}

/// Returns the shortest time of each work, run in turn. Repeats until the times are good enough or time is up: other
/// processes on the machine only ever add to the times.
fn fastest<const N: usize>(
    mut works: [&mut dyn FnMut(); N],
    enough: impl Fn([Duration; N]) -> bool,
) -> [Duration; N] {
    let (start, mut least) = (Instant::now(), [Duration::MAX; N]);
    for round in 1.. {
        for (work, least) in works.iter_mut().zip(&mut least) {
            let clock = Instant::now();
            work();
            *least = (*least).min(clock.elapsed());
        }
        if round >= 9 && enough(least) || start.elapsed() > PATIENCE {
            break;
        }
    }
    least
}

#[test]
fn pairs_of_64_px_masks_beside_a_plain_loop() {
    let mut random = Random::new(71);
    let sprites = combs(&mut random);
    let mut some = |odd: u64| 2 * random.below(SPRITES as u64 / 2) as u32 + odd as u32;
    // One pair in ten overlaps in its first row.
    let pairs: Vec<[u32; 2]> = (0..PAIRS as u64).map(|k| [some(0), some(u64::from(k % 10 > 0))]).collect();
    let forms: Vec<Form> = sprites.iter().map(|(_, form)| form.clone()).collect();
    let expected = plain(&sprites, &pairs) as u64;
    for gpu in gpu::all() {
        let [mut bodies, mut apart] = [(); 2].map(|()| gpu.bodies(&forms).unwrap());
        // The same number of pairs without rows to compare: their time is that of sending and reading back.
        let moves = (0..SPRITES as i32).map(|k| Point::new(256 * 128 * k, 0));
        apart.set_moves(&moves.collect::<Vec<_>>()).unwrap();
        let different: Vec<[u32; 2]> =
            pairs.iter().map(|&[a, b]| [a, if a == b { a ^ 1 } else { b }]).collect();
        let ask = |bodies: &mut Bodies, pairs: &[[u32; 2]], expected: u64| {
            let answer = bodies.ask(pairs, Want::Bits, Touching::Counts).unwrap();
            assert_eq!(answer.report.on_device, PAIRS as u64);
            let Hits::Bits(bits) = answer.hits else { panic!("not what was asked") };
            assert_eq!(bits.count(), expected);
        };
        let times = |time: Duration, plain: Duration| time.as_secs_f64() / plain.as_secs_f64();
        let name = gpu.adapter().name;
        let is_held = name.contains("llvmpipe");
        let [plain, whole, around] = fastest(
            [
                &mut || assert_eq!(plain(&sprites, &pairs) as u64, expected),
                &mut || ask(&mut bodies, &pairs, expected),
                &mut || ask(&mut apart, &different, 0),
            ],
            |[plain, whole, around]| !is_held || times(whole.saturating_sub(around), plain) <= most(),
        );
        let kernel = whole.saturating_sub(around);
        println!(
            "{PAIRS} pairs: plain {plain:?}, {name} {whole:?}, {:.2} times; the kernel {kernel:?}, {:.2} times",
            times(whole, plain),
            times(kernel, plain)
        );
        assert!(!is_held || times(kernel, plain) <= most(), "{:.2} times", times(kernel, plain));
    }
}

/// Returns the CPU seconds of this thread; `None` where they cannot be read.
fn thread_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(1e-9 * text.split(' ').next()?.parse::<f64>().ok()?)
}

/// Pairs of prepared bodies: the host copies the pairs and the bits, and looks at no pair, whatever kinds the bodies have. Beside them
/// pairs of one kind, and a plain copy of the pairs.
#[test]
fn the_host_takes_little_time_for_pairs_by_index() {
    let (count, rounds) = (1 << 18, 9);
    let mut random = Random::new(72);
    let mut ball = |_| {
        let at = [random.below(400) as f64, random.below(400) as f64];
        Form::Shape(Shape::circle(3.0).unwrap().place(&Placement::at(at)).unwrap())
    };
    let balls: Vec<Form> = (0..SPRITES).map(&mut ball).collect();
    let mask = Arc::new(Mask::from_fn(8, 8, |_, _| true).unwrap());
    let sprite =
        |angle| Form::Sprite(Sprite::place(&mask, &Placement::default().turned(angle), None).unwrap());
    let mixed: Vec<Form> = balls.iter().cloned().chain([sprite(0.0)]).collect();
    let turned: Vec<Form> = balls.iter().cloned().chain([sprite(0.7)]).collect();
    let pairs: Vec<[u32; 2]> =
        (0..count).map(|_| [(); 2].map(|()| random.below(SPRITES as u64) as u32)).collect();
    for gpu in gpu::all().iter().filter(|gpu| gpu.adapter().name.contains("llvmpipe")) {
        let mut bodies = [&balls, &mixed, &turned].map(|forms| gpu.bodies(forms).unwrap());
        let mut least = [f64::INFINITY; 3];
        let mut answers = [const { None }; 3];
        for _ in 0..rounds {
            for k in 0..3 {
                let Some(start) = thread_time() else { return };
                let answer = bodies[k].ask(&pairs, Want::Bits, Touching::Counts).unwrap();
                least[k] = least[k].min(thread_time().unwrap() - start);
                answers[k] = Some(answer.hits);
            }
        }
        assert!(answers[0] == answers[1] && answers[0] == answers[2]);
        let [alike, mixed, turned] = least.map(|time| 1e9 * time / pairs.len() as f64);
        println!(
            "host: {alike:.2} ns a pair of one kind, {mixed:.2} ns of two kinds, {turned:.2} ns with a turned sprite"
        );
        // Looking at each pair once took more than twice the time.
        assert!(mixed.max(turned) < 1.5 * alike + 1.0, "{mixed} and {turned} of {alike} ns");
    }
}

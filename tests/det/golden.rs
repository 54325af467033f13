//! The bits of many results as one number for each function. They were made on x86-64; a machine that differs in a single
//! bit fails.

use kasuri::Vec2;
use kasuri::det::{self, RandomStream};

const GOLDEN: &str = include_str!("../golden/det.txt");

/// Returns the hash of what a function returns for many arguments: every size, every sign, special values.
fn hash(results: impl Fn(f64, f64) -> [f64; 2]) -> u64 {
    let mut random = RandomStream::new(2026);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut number = |k: usize| match k % 4 {
        0 => random.between(-10.0, 10.0),
        1 => random.between(-2000.0, 2000.0),
        // Any bits: infinities and NaN too.
        2 => f64::from_bits(random.bits()),
        _ => (f64::from(random.below(1 << 20)) - 500_000.0) / 8.0,
    };
    for k in 0..400_000 {
        let (a, b) = (number(k), number(k / 4));
        for result in results(a, b) {
            hash = (hash ^ result.to_bits()).wrapping_mul(0x0100_0000_01b3).rotate_left(23);
        }
    }
    hash
}

#[test]
fn every_machine_gives_these_bits() {
    let found = [
        ("sin, cos", hash(|a, _| det::sin_cos(a).into())),
        ("atan2, hypot", hash(|a, b| [det::atan2(a, b), det::hypot(a, b)])),
        ("exp2, sqrt", hash(|a, _| [det::exp2(a), det::sqrt(a)])),
        ("rotate", hash(|a, b| det::rotate(Vec2::new(a, 1.0), b).into())),
        ("move_towards", hash(|a, b| det::move_towards(Vec2::new(a, b), Vec2::new(1.0, 2.0), 3.0).into())),
        ("turn_towards", hash(|a, b| det::turn_towards(Vec2::new(a, b), Vec2::new(1.0, 2.0), 0.3).into())),
        ("random", hash(|a, b| [RandomStream::new(a.to_bits()).split(1).between(-1.0, 1.0), det::sqrt(b)])),
    ];
    let found = found.map(|(name, hash)| format!("{name}: {hash:016x}"));
    assert_eq!(found.join("\n"), GOLDEN.trim_end());
}

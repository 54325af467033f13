//! Tests that `kasuri::det` gives the same bits on every machine, and that its errors are as small as its page says.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::print_stdout)]

mod fixed;
mod golden;
#[allow(dead_code)]
#[path = "../../examples/tutorial/tutorial.rs"]
mod tutorial;

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use fixed::Fixed;
use kasuri::Vec2;
use kasuri::det::{self, RandomStream};

/// How many random arguments each function is tried with.
fn count() -> usize {
    if std::env::var_os("KASURI_LONG").is_some() { 3_000_000 } else { 30_000 }
}

/// Returns the power of two; it is no subnormal number.
fn power(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// Returns the exponent: the number is from 2^e to 2^(e + 1).
fn exponent(x: f64) -> i32 {
    (x.to_bits() >> 52 & 0x7ff) as i32 - 1023
}

/// Returns a number from 2^least to 2^most of either sign, all exponents equally likely.
fn any(random: &mut RandomStream, least: i32, most: i32) -> f64 {
    let exponent = least + random.below((most - least) as u32) as i32;
    let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
    sign * random.between(1.0, 2.0).min(2.0_f64.next_down()) * power(exponent)
}

/// Keeps the largest error of a function, and where it is.
#[derive(Default)]
struct Worst {
    ulps: f64,
    at: [f64; 2],
}

impl Worst {
    /// Notes that a result differs from the exact one by `error`.
    fn note(&mut self, at: [f64; 2], exact: f64, error: f64) {
        let ulps = (error / power(exponent(exact) - 52)).abs();
        if ulps.is_nan() || ulps > self.ulps {
            *self = Worst { ulps, at };
        }
    }

    fn check(&self, name: &str, most: f64) {
        println!("{name}: {:.4} ulp at {:e}, {:e}", self.ulps, self.at[0], self.at[1]);
        assert!(self.ulps <= most, "{name}: {} ulp at {:?}", self.ulps, self.at);
    }
}

/// The tutorial in Rust tells what its seven siblings tell; their own tests compare them with the same file.
#[test]
fn the_tutorial_is_the_same_everywhere() {
    let lines = tutorial::play().unwrap();
    assert!(lines[lines.len() - 3].ends_with(lines[lines.len() - 1].split(": ").nth(1).unwrap()));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/tutorial/expected.txt");
    assert_eq!(lines.join("\n") + "\n", std::fs::read_to_string(path).unwrap());
}

#[test]
fn sine_and_cosine() {
    let (mut sin, mut cos) = (Worst::default(), Worst::default());
    let mut random = RandomStream::new(1);
    for k in 0..count() {
        let angle = match k % 4 {
            0 => random.between(-7.0, 7.0),
            1 => any(&mut random, -30, 60),
            // Next to multiples of a quarter of a turn, where most digits cancel.
            2 => f64::from(random.below(1 << 30)) * FRAC_PI_2,
            _ => f64::from(random.below(50)) * FRAC_PI_4 + any(&mut random, -52, -2),
        };
        let [exact_sin, exact_cos] = Fixed::of(angle).sin_cos();
        let found = det::sin_cos(angle);
        assert_eq!(found, (det::sin(angle), det::cos(angle)));
        sin.note([angle, 0.0], exact_sin.to_f64(), Fixed::of(found.0).minus(exact_sin).to_f64());
        cos.note([angle, 0.0], exact_cos.to_f64(), Fixed::of(found.1).minus(exact_cos).to_f64());
    }
    sin.check("sin", 0.85);
    cos.check("cos", 0.85);
}

#[test]
fn arc_tangent() {
    let mut worst = Worst::default();
    let mut random = RandomStream::new(2);
    for k in 0..count() {
        let (mut y, mut x) = (any(&mut random, -20, 20), any(&mut random, -20, 20));
        if k % 2 == 0 {
            (y, x) = (random.between(-3.0, 3.0), random.between(-3.0, 3.0));
        }
        let found = det::atan2(y, x);
        // The tangent of the error: the sine and the cosine of the difference of the two angles.
        let [sin, cos] = Fixed::of(found).sin_cos();
        let (wide_y, wide_x) = (Fixed::of(y), Fixed::of(x));
        let across = wide_y.times(cos).minus(wide_x.times(sin)).to_f64();
        let along = wide_x.times(cos).plus(wide_y.times(sin)).to_f64();
        worst.note([y, x], found, across / along);
        // The length does not matter.
        let size = power(random.below(900) as i32 - 450);
        assert_eq!(det::atan2(y * size, x * size).to_bits(), found.to_bits());
    }
    worst.check("atan2", 1.5);
}

#[test]
fn lengths() {
    let mut worst = Worst::default();
    let mut random = RandomStream::new(3);
    for k in 0..count() {
        let (x, y) = match k % 2 {
            0 => (random.between(1.0, 2.0), random.between(0.0, 2.0).max(power(-50))),
            _ => (any(&mut random, 0, 1), any(&mut random, -70, 30)),
        };
        let found = det::hypot(x, y);
        assert_eq!(found.to_bits(), det::hypot(-y, x).to_bits());
        let (wide, x_wide, y_wide) = (Fixed::of(found), Fixed::of(x), Fixed::of(y));
        let squares = wide.times(wide).minus(x_wide.times(x_wide)).minus(y_wide.times(y_wide));
        worst.note([x, y], found, squares.to_f64() / (2.0 * found));
        let size = power(random.below(1800) as i32 - 900);
        assert_eq!(det::hypot(x * size, y * size).to_bits(), (found * size).to_bits(), "{x} {y} {size}");
    }
    worst.check("hypot", 1.0);
}

#[test]
fn powers_of_two() {
    let mut worst = Worst::default();
    let mut random = RandomStream::new(4);
    for k in 0..count() {
        let x = match k % 3 {
            0 => random.between(-1021.5, 1023.5),
            1 => random.between(-1.0, 1.0),
            _ => any(&mut random, -40, 9),
        };
        let (found, whole) = (det::exp2(x), x.round());
        let exact = Fixed::of(x - whole).exp2();
        let scaled = f64::from_bits(found.to_bits().wrapping_sub((whole as i64 as u64) << 52));
        worst.note([x, 0.0], exact.to_f64(), Fixed::of(scaled).minus(exact).to_f64());
    }
    worst.check("exp2", 0.52);
    for n in -1022..1024 {
        assert_eq!(det::exp2(f64::from(n)), power(n), "2^{n}");
    }
}

/// Where IEEE 754 says what a result is. NaN is one NaN, whatever went in.
#[test]
fn special_values() {
    let (inf, nan, odd_nan) = (f64::INFINITY, f64::NAN, f64::from_bits(0xfff8_0000_dead_beef));
    let is =
        |found: f64, expected: f64| assert_eq!(found.to_bits(), expected.to_bits(), "{found} {expected}");
    for x in [0.0, -0.0] {
        is(det::sin(x), x);
        is(det::cos(x), 1.0);
        is(det::sqrt(x), x);
        is(det::exp2(x), 1.0);
        is(det::hypot(x, -0.0), 0.0);
        is(det::atan2(x, 1.0), x);
        is(det::atan2(x, -1.0), PI.copysign(x));
        is(det::atan2(x, -0.0), PI.copysign(x));
        is(det::atan2(x, 0.0), x);
        is(det::atan2(1.0, x), FRAC_PI_2);
    }
    for x in [inf, -inf, nan, odd_nan] {
        is(det::sin(x), nan);
        is(det::cos(x), nan);
        is(det::atan2(x, odd_nan), nan);
        is(det::hypot(odd_nan, 1.0), nan);
    }
    is(det::atan2(inf, -inf), 3.0 * FRAC_PI_4);
    is(det::atan2(1.0, inf), 0.0);
    is(det::hypot(odd_nan, -inf), inf);
    is(det::hypot(f64::MAX, f64::MAX), inf);
    is(det::hypot(f64::from_bits(3), f64::from_bits(4)), f64::from_bits(5));
    is(det::sqrt(-1.0), nan);
    is(det::sqrt(odd_nan), nan);
    is(det::sqrt(inf), inf);
    is(det::exp2(odd_nan), nan);
    is(det::exp2(1024.0), inf);
    is(det::exp2(-inf), 0.0);
    is(det::exp2(-1074.0), f64::from_bits(1));
    is(det::exp2(-1080.0), 0.0);
    is(RandomStream::new(1).between(-inf, inf), nan);
    assert_eq!(RandomStream::new(1).below(0), 0);
}

#[test]
fn random_numbers_are_spread_evenly() {
    let mut random = RandomStream::new(9);
    let (mut counts, mut sum) = ([0_u32; 60], 0.0);
    for _ in 0..60_000 {
        counts[random.below(60) as usize] += 1;
        sum += random.between(-1.0, 1.0);
    }
    // Chi squared with 59 degrees of freedom is below 110 in all but one of 10,000 tests.
    let chi: f64 = counts.iter().map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0).sum();
    assert!((20.0..110.0).contains(&chi) && f64::abs(sum) < 600.0, "{chi} {sum}");
    // Streams that are split off do not share numbers.
    let mut all: Vec<u64> = (0..1000)
        .flat_map(|k| {
            let mut one = random.split(k);
            [one.bits(), one.bits(), one.split(k).bits(), RandomStream::new(k).bits()]
        })
        .collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 4000);
    // Any number of a stream can be had at once.
    let mut late = RandomStream { key: 9, drawn: 120_000 };
    assert_eq!(late.bits(), random.bits());
}

#[test]
fn turns_end_where_they_should() {
    let mut random = RandomStream::new(5);
    for _ in 0..300 {
        let [v, target] = [(); 2].map(|()| Vec2::new(any(&mut random, -9, 9), any(&mut random, -9, 9)));
        let most = random.between(0.1, 1.0);
        let mut turned = v;
        let apart = |a: Vec2, b: Vec2| det::rotate(a.normalized(), -b.angle()).angle().abs();
        for _ in 0..(PI / most) as usize + 1 {
            let before = apart(turned, target);
            turned = det::turn_towards(turned, target, most);
            assert!((apart(turned, target) - (before - most).max(0.0)).abs() < 1e-12);
        }
        assert!((turned.length() / v.length() - 1.0).abs() < 1e-12);
        assert!(apart(turned, target) < 1e-15, "{v} {target} {most}");
        let mut at = v;
        for _ in 0..((target - v).length() / most) as usize + 2 {
            at = det::move_towards(at, target, most);
        }
        assert_eq!(at, target);
    }
    let (v, zero) = (Vec2::new(2.0, 0.0), Vec2::default());
    for most in [0.0, -1.0, f64::NEG_INFINITY] {
        assert_eq!(det::turn_towards(v, Vec2::new(0.0, 1.0), most), v);
        assert_eq!(det::move_towards(v, zero, most), v);
    }
    assert_eq!((det::turn_towards(v, zero, 1.0), det::turn_towards(zero, v, 1.0)), (v, zero));
    for behind in [Vec2::new(-1.0, 0.0), Vec2::new(-1.0, -0.0)] {
        assert!(det::turn_towards(v, behind, 1.0).y > 0.0, "clockwise");
    }
}

//! Sprites at the extremes: the covered pixels, the cover's rows and the reach agree (SPEC 4).
#![no_main]

use std::sync::Arc;

use arbitrary::Arbitrary;
use kasuri::mask::{Cover, Sprite};
use kasuri::{Mask, Placement, Vec2};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    size: [u16; 2],
    /// The texel (x, y) is set where this, rotated by x + 7 y bits, is odd.
    pattern: u64,
    at: [Number; 2],
    angle: Number,
    scale: [Number; 2],
    pivot: Option<[Number; 2]>,
}

/// A number of any size, or one near the limits of SPEC 1, 2 and 4.
#[derive(Arbitrary, Debug)]
enum Number {
    Any(f64),
    Small(i16),
    /// 2^k, moved by some units in the last place, and negated or not.
    Power(i8, i8, bool),
    QuarterTurns(i8, i8),
}

impl Number {
    fn value(&self) -> f64 {
        let near = |x: f64, ulps: i8| f64::from_bits(x.to_bits().wrapping_add_signed(ulps.into()));
        match *self {
            Number::Any(x) => x,
            Number::Small(k) => f64::from(k) / 256.0,
            Number::Power(k, ulps, negative) => {
                let x = near(f64::from(k % 24).exp2(), ulps);
                if negative { -x } else { x }
            }
            Number::QuarterTurns(k, ulps) => near(f64::from(k) * std::f64::consts::FRAC_PI_2, ulps),
        }
    }
}

fn pair(numbers: &[Number; 2]) -> Vec2 {
    Vec2::new(numbers[0].value(), numbers[1].value())
}

fuzz_target!(|input: Input| {
    let [w, h] = input.size.map(|k| usize::from(k) % 4097);
    let bit = |x: i32, y: i32| input.pattern.rotate_right((x + 7 * y) as u32 % 64) & 1 == 1;
    let Ok(mask) = Mask::empty(w, h) else { return };
    // Large masks stay empty: this target does not test the picture.
    let mask = if w * h <= 1 << 14 { Mask::from_fn(w, h, bit).expect("the size was checked") } else { mask };
    let placement = Placement::at(pair(&input.at)).turned(input.angle.value()).scaled(pair(&input.scale));
    let pivot = input.pivot.as_ref().map(pair);
    let Ok(sprite) = Sprite::place(&Arc::new(mask), &placement, pivot) else { return };
    let reach = sprite.reach();
    assert!(!reach.is_empty() && reach.bounds().is_some());
    let size = i64::from(reach.x1 - reach.x0) * i64::from(reach.y1 - reach.y0);
    if size > 1 << 14 {
        return;
    }
    let cover = Cover::of(&sprite);
    assert_eq!(cover.pixels(), reach);
    let mut covered = cover.iter();
    for j in reach.y0 - 2..reach.y1 + 2 {
        for i in reach.x0 - 2..reach.x1 + 2 {
            if sprite.covers(i, j) {
                assert_eq!(covered.next(), Some((i, j)));
            }
        }
    }
    assert_eq!(covered.next(), None);
});

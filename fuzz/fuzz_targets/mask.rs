//! Mask operations on any bits: counts agree, carved texels can be stamped back, and traced outlines and convex parts
//! contain exactly the set texels.
#![no_main]

use arbitrary::Arbitrary;
use kasuri::lattice::Point;
use kasuri::mask::{Cover, Neighbours};
use kasuri::query::{self, Form};
use kasuri::{Mask, Placement, Shape, Vec2};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input {
    sizes: [[u8; 2]; 2],
    bits: Vec<u8>,
    at: [i8; 2],
    tolerance: u8,
}

impl Input {
    fn mask(&self, k: usize) -> Mask {
        let [w, h] = [self.sizes[k][0] % 131 + 1, self.sizes[k][1] % 12 + 1].map(usize::from);
        let bit =
            |n: usize| self.bits.get(n / 8 % self.bits.len().max(1)).is_some_and(|b| b >> (n % 8) & 1 == 1);
        let start = 37 * k;
        Mask::from_fn(w, h, |x, y| bit(start + y as usize * w + x as usize)).expect("a size in range")
    }
}

/// Returns where rings cross a line at `y`, from left to right: the inside is between odd and even ones.
fn crossings(rings: &[&[Vec2]], y: f64) -> Vec<f64> {
    let edges = rings.iter().flat_map(|ring| (0..ring.len()).map(|k| (ring[k], ring[(k + 1) % ring.len()])));
    let crossed = edges.filter(|(a, b)| (a.y > y) != (b.y > y));
    let mut at: Vec<f64> = crossed.map(|(a, b)| a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x)).collect();
    at.sort_by(f64::total_cmp);
    at
}

fuzz_target!(|input: Input| {
    let (a, b) = (input.mask(0), input.mask(1));
    let at = input.at.map(i32::from);
    let back = at.map(|x| -x);
    let count = a.common_count(&b, at);
    assert_eq!(count, b.common_count(&a, back));
    assert_eq!(count > 0, a.meets(&b, at));
    assert_eq!(count > 0, a.common_first(&b, at).is_some());
    for neighbours in [Neighbours::Four, Neighbours::Eight] {
        let pieces = a.components(neighbours);
        assert_eq!(pieces.iter().map(|piece| piece.count()).sum::<u64>(), a.count());
    }

    let (mut carved, cover) = (a.clone(), Cover::of_mask(&b, at));
    let changed = carved.carve(&cover, [0, 0]);
    assert_eq!(changed.texels, count);
    let differ = (0..a.words().len()).filter(|&k| a.words()[k] != carved.words()[k]);
    assert!(differ.eq(changed.words.iter().map(|&k| k as usize)));
    carved.stamp(&Cover::of_mask(&a, [0, 0]), [0, 0]);
    assert_eq!(carved, a);

    let traced = a.traced(0.0).expect("a tolerance of 0");
    let rings: Vec<&[Vec2]> = traced
        .iter()
        .flat_map(|piece| std::iter::once(&piece.outer).chain(&piece.holes))
        .map(Vec::as_slice)
        .collect();
    let parts = a.convex_parts(0.0).expect("a tolerance of 0");
    let parts: Vec<Form> = parts
        .iter()
        .map(|part| {
            Shape::polygon(part).and_then(|shape| shape.place(&Placement::default())).map(Form::Shape)
        })
        .collect::<Result<_, _>>()
        .expect("parts are polygons");
    for y in 0..a.height() as i32 {
        let level = y * 256 + 128;
        let reaches = |part: &&Form| part.bounds().is_some_and(|b| b.min.y <= level && level <= b.max.y);
        let parts: Vec<_> = parts.iter().filter(reaches).collect();
        let crossings = crossings(&rings, f64::from(y) + 0.5);
        for x in 0..a.width() as i32 {
            let is_set = a.get(x.into(), y.into());
            let before = crossings.iter().filter(|&&at| at < f64::from(x) + 0.5).count();
            assert_eq!(before % 2 == 1, is_set);
            let holders = parts.iter().filter(|part| query::contains(part, Point::new(x * 256 + 128, level)));
            assert_eq!(holders.count(), usize::from(is_set));
        }
    }
    let tolerance = f64::from(input.tolerance) / 16.0;
    a.traced(tolerance).expect("a tolerance in range");
    a.convex_parts(tolerance).expect("a tolerance in range");
});

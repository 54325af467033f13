//! Tests SPEC 4: the bits of a mask.
#![allow(clippy::unwrap_used)]

mod support;

use std::sync::Arc;

use kasuri::{
    Mask, Placement,
    mask::{Cover, Sprite},
};
use support::{Random, refusal, rounds};

#[test]
fn rows_are_set_unless_dots_or_spaces() {
    let mask = Mask::from_rows(&[".# x", "é.\u{1F600}."]).unwrap();
    assert_eq!((mask.width(), mask.height(), mask.stride()), (4, 2, 1));
    assert_eq!(mask.words(), [0b1010, 0b0101]);
    assert_eq!(mask.count(), 4);
}

#[test]
fn bits_are_where_they_were_set() {
    let mut random = Random::new(21);
    for _ in 0..rounds(60) {
        let (w, h) = (random.pick(&[1, 5, 63, 64, 65, 128, 130]), random.size(1..=9));
        let bits: Vec<bool> = (0..w * h).map(|_| random.chance(3)).collect();
        let bit = |x: i64, y: i64| bits[y as usize * w + x as usize];
        let mask = Mask::from_fn(w, h, |x, y| bit(x.into(), y.into())).unwrap();
        assert_eq!((mask.width() as usize, mask.height() as usize), (w, h));
        assert_eq!(mask.stride(), w.div_ceil(64));
        assert_eq!(mask.words().len(), mask.stride() * h);
        let (w, h) = (w as i64, h as i64);
        for y in -2..h + 2 {
            for x in -2..w + 66 {
                let inside = (0..w).contains(&x) && (0..h).contains(&y);
                assert_eq!(mask.get(x, y), inside && bit(x, y), "{x} {y}");
            }
        }
        assert_eq!(mask.count(), bits.iter().map(|&b| u64::from(b)).sum::<u64>());
        assert_eq!(mask.is_empty(), mask.count() == 0);
    }
}

#[test]
fn bits_are_set_and_cleared_one_by_one() {
    let mut mask = Mask::empty(70, 2).unwrap();
    for (x, y) in [(0, 0), (63, 0), (64, 1), (69, 1), (70, 0), (-1, 1), (0, 2), (0, -1)] {
        mask.set(x, y, true);
    }
    assert_eq!(mask.words(), [1 << 63 | 1, 0, 0, 1 << 5 | 1]);
    for (x, y) in [(63, 0), (69, 1), (70, 1), (1, 0)] {
        mask.set(x, y, false);
    }
    assert_eq!(mask.words(), [1, 0, 0, 1]);
}

#[test]
fn far_bits_are_not_set() {
    let mask = Mask::from_fn(3, 3, |_, _| true).unwrap();
    for far in [i64::MIN, -1 << 32, 1 << 32, i64::MAX] {
        assert!(!mask.get(far, 0) && !mask.get(0, far) && !mask.get(far, far));
    }
}

#[test]
fn an_empty_mask_is_valid() {
    let mask = Mask::empty(3, 70).unwrap();
    assert!(mask.is_empty() && mask.count() == 0);
    assert_eq!(mask, Mask::from_fn(3, 70, |_, _| false).unwrap());
    assert!(!Mask::from_rows(&["..", ".#"]).unwrap().is_empty());
}

#[test]
fn a_mask_has_1_to_4096_texels_a_side() {
    assert!(Mask::empty(1, 4096).is_ok() && Mask::empty(4096, 1).is_ok());
    for (w, h) in [(0, 1), (1, 0), (4097, 1), (1, 4097), (usize::MAX, usize::MAX)] {
        let says = format!("a mask of {w} x {h} texels; 1 to 4096 a side are allowed");
        assert_eq!(refusal(Mask::empty(w, h)), says);
        assert_eq!(refusal(Mask::from_fn(w, h, |_, _| panic!("nothing to ask"))), says);
    }
    assert_eq!(refusal(Mask::from_rows::<&str>(&[])), "a mask of 0 x 0 texels; 1 to 4096 a side are allowed");
    assert_eq!(refusal(Mask::from_rows(&["", ""])), "a mask of 0 x 2 texels; 1 to 4096 a side are allowed");
}

#[test]
fn rows_are_equally_long() {
    for (rows, found) in [(["##", "##", "#"], 1), (["##", "..", "..."], 3)] {
        let says = format!("row 2 has {found} characters where row 0 has 2; rows must be equally long");
        assert_eq!(refusal(Mask::from_rows(&rows)), says);
    }
}

#[test]
fn a_sprite_covers_the_pixels_under_which_a_texel_is_set() {
    let mask = Arc::new(Mask::from_rows(&["##..#", "#..##", "..#.#"]).unwrap());
    for (angle, scale) in [(0.0, [1.0, 1.0]), (0.7, [1.5, -2.0]), (2.0, [-3.0, 1.0]), (4.0, [-1.0, -1.25])] {
        let placement = Placement::at([7.25, -3.5]).turned(angle).scaled(scale);
        let sprite = Sprite::place(&mask, &placement, None).unwrap();
        let covered: Vec<(i32, i32)> = Cover::of(&sprite).iter().collect();
        assert!(covered.len() > 5, "{covered:?}");
        let mut outside = 0;
        for (i, j) in (-20..40).flat_map(|i| (-30..20).map(move |j| (i, j))) {
            let texel = sprite.texel_at(i, j);
            let is_set = texel.is_some_and(|[x, y]| mask.get(x.into(), y.into()));
            assert_eq!(is_set, covered.contains(&(i, j)), "({i}, {j}) {angle} {scale:?} {texel:?}");
            outside += usize::from(texel.is_none());
        }
        assert!(outside > 1000, "{outside}");
        assert_eq!(sprite, sprite.clone());
        assert_ne!(sprite, Sprite::place(&mask, &placement.turned(0.25), None).unwrap());
    }
}

#[test]
fn words_are_as_many_as_the_mask_needs() {
    let mask = Mask::from_words(70, 2, &[1, 2, 3, u64::MAX]).unwrap();
    // Bits past the width are dropped: the last word holds 6 texels.
    assert_eq!((mask.words(), mask.count()), (&[1, 2, 3, 63][..], 1 + 1 + 2 + 6));
    for count in [0, 3, 5] {
        let said = refusal(Mask::from_words(70, 2, &vec![0; count]));
        assert!(said.starts_with("words"), "{said}");
    }
}

//! Tests two masks at an offset.

use kasuri::Mask;

use crate::support::{WIDTHS, for_masks, is_tidy, like, texels};

/// Compares an operation on two masks with its rule for one texel.
fn check(seed: u64, apply: fn(&mut Mask, &Mask, [i32; 2]), rule: fn(bool, bool) -> bool) {
    for_masks(seed, 60, |a, random| {
        let (w, h) = (random.pick(&WIDTHS), random.within(1, 30) as usize);
        let b = random.mask(w, h);
        let at = random.offset(a, &b);
        let mut result = a.clone();
        apply(&mut result, &b, at);
        let [dx, dy] = at.map(i64::from);
        assert_eq!(result, like(a, |x, y| rule(a.get(x, y), b.get(x - dx, y - dy))), "{at:?}\n{a:?}\n{b:?}");
        assert!(is_tidy(&result));
    });
}

#[test]
fn and_keeps_what_both_have() {
    check(1, Mask::and, |a, b| a && b);
}

#[test]
fn draw_sets_what_one_of_them_has() {
    check(2, Mask::draw, |a, b| a || b);
}

#[test]
fn xor_sets_what_only_one_of_them_has() {
    check(3, Mask::xor, |a, b| a != b);
}

#[test]
fn erase_clears_what_the_other_has() {
    check(4, Mask::erase, |a, b| a && !b);
}

#[test]
fn what_is_common_is_met_counted_and_found() {
    for_masks(5, 200, |a, random| {
        let (w, h) = (random.pick(&WIDTHS), random.within(1, 30) as usize);
        let b = random.mask(w, h);
        let at = random.offset(a, &b);
        let [dx, dy] = at.map(i64::from);
        let common: Vec<_> = texels(a).filter(|&(x, y)| a.get(x, y) && b.get(x - dx, y - dy)).collect();
        assert_eq!(a.meets(&b, at), !common.is_empty());
        assert_eq!(a.common_count(&b, at), common.len() as u64);
        assert_eq!(a.common_first(&b, at), common.first().map(|&(x, y)| [x as u32, y as u32]));
    });
}

#[test]
fn fill_clear_invert_and_set_change_the_texels_they_say() {
    for_masks(6, 20, |a, random| {
        let mut mask = a.clone();
        mask.invert();
        assert_eq!(mask, like(a, |x, y| !a.get(x, y)));
        let (x, y) = (random.within(-1, a.width() as i32 + 1).into(), random.within(-1, 9).into());
        let solid = random.chance(2);
        mask.set(x, y, solid);
        assert_eq!(mask, like(a, |u, v| if (u, v) == (x, y) { solid } else { !a.get(u, v) }));
        mask.fill();
        assert_eq!(mask, like(a, |_, _| true));
        assert!(is_tidy(&mask));
        mask.clear();
        assert!(mask.is_empty());
        mask.set(i64::MIN, i64::MAX, true);
        assert!(mask.is_empty());
    });
}

#[test]
fn bounds_and_centroid_are_those_of_the_set_texels() {
    for_masks(7, 60, |a, _| {
        let set: Vec<_> = texels(a).filter(|&(x, y)| a.get(x, y)).collect();
        let Some(bounds) = a.bounds() else {
            assert!(set.is_empty() && a.centroid().is_none());
            return;
        };
        let (xs, ys) = (|| set.iter().map(|p| p.0 as i32), || set.iter().map(|p| p.1 as i32));
        assert_eq!((bounds.x0, bounds.x1), (xs().min().unwrap(), xs().max().unwrap() + 1));
        assert_eq!((bounds.y0, bounds.y1), (ys().min().unwrap(), ys().max().unwrap() + 1));
        let n = set.len() as i64;
        let mean = |sum: i64| (2 * sum + n) as f64 / (2 * n) as f64;
        let sums = set.iter().fold((0, 0), |(u, v), (x, y)| (u + x, v + y));
        assert_eq!(a.centroid(), Some([mean(sums.0), mean(sums.1)]));
    });
}

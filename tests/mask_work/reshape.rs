//! Tests masks of other sizes and orientations.

use kasuri::lattice::PixelBox;
use kasuri::{Cause, Mask};

use crate::support::{WIDTHS, for_masks, is_tidy, like, texels};

#[test]
fn cropped_reads_any_box() {
    for_masks(11, 40, |a, random| {
        let (x0, y0) = (random.within(-70, 140), random.within(-9, 30));
        let (w, h) = (random.pick(&WIDTHS) as i32, random.within(1, 20));
        let part = a.cropped(PixelBox { x0, y0, x1: x0 + w, y1: y0 + h }).unwrap();
        assert_eq!((part.width(), part.height()), (w as u32, h as u32));
        assert!(texels(&part).all(|(x, y)| part.get(x, y) == a.get(x + i64::from(x0), y + i64::from(y0))));
        assert!(is_tidy(&part));
    });
}

#[test]
fn slices_are_the_frames_of_a_sheet() {
    for_masks(12, 10, |a, random| {
        let (w, h) = (a.width() as usize, a.height() as usize);
        let (across, down) = (random.within(1, 5) as usize, random.within(1, 4) as usize);
        let sheet = like(&Mask::empty(w * across, h * down).unwrap(), |_, _| random.chance(2));
        let frames = sheet.sliced(w, h).unwrap();
        assert_eq!(frames.len(), across * down);
        for (k, frame) in frames.iter().enumerate() {
            let (x0, y0) = ((k % across * w) as i64, (k / across * h) as i64);
            assert_eq!(frame, &like(a, |x, y| sheet.get(x0 + x, y0 + y)));
        }
    });
    let sheet = Mask::empty(64, 32).unwrap();
    assert_eq!(
        sheet.sliced(24, 32),
        Err(Cause::SheetSize { width: 64, height: 32, frame: [24, 32] }.error())
    );
    assert_eq!(sheet.sliced(0, 32), Err(Cause::SheetSize { width: 64, height: 32, frame: [0, 32] }.error()));
}

#[test]
fn scaled_reads_the_texel_that_scale_says() {
    for_masks(13, 30, |a, random| {
        let (w, h) = (random.pick(&WIDTHS), random.within(1, 70) as usize);
        let scaled = a.scaled(w, h).unwrap();
        let source = |k: i64, from: u32, to: usize| k * i64::from(from) / to as i64;
        let expected = like(&scaled, |x, y| a.get(source(x, a.width(), w), source(y, a.height(), h)));
        assert_eq!(scaled, expected);
    });
}

#[test]
fn flips_and_turns_move_every_texel() {
    for_masks(14, 30, |a, _| {
        let (w, h) = (i64::from(a.width()), i64::from(a.height()));
        for flip in [[false, false], [true, false], [false, true], [true, true]] {
            let [fx, fy] = flip;
            let from = |x, y| a.get(if fx { w - 1 - x } else { x }, if fy { h - 1 - y } else { y });
            assert_eq!(a.flipped(flip), like(a, from), "{flip:?}");
        }
        let quarter = a.turned(1);
        assert_eq!((quarter.width(), quarter.height()), (a.height(), a.width()));
        assert_eq!(quarter, like(&quarter, |x, y| a.get(y, h - 1 - x)));
        assert_eq!(a.turned(3), a.turned(-1));
        assert_eq!(a.turned(-1).turned(1), *a);
        assert_eq!(a.turned(i32::MIN), *a);
        assert_eq!(a.turned(2), quarter.turned(1));
    });
}

#[test]
fn discs_grow_and_shrink_as_defined() {
    for_masks(15, 12, |a, random| {
        let radius = random.within(0, 7);
        let offsets: Vec<(i64, i64)> = (-radius..=radius)
            .flat_map(|dx| (-radius..=radius).map(move |dy| (dx, dy)))
            .filter(|(dx, dy)| dx * dx + dy * dy <= radius * radius)
            .map(|(dx, dy)| (dx.into(), dy.into()))
            .collect();
        let reads = |x, y| offsets.iter().map(move |(dx, dy)| (x + dx, y + dy));
        assert_eq!(a.dilated(radius as u32), like(a, |x, y| reads(x, y).any(|(x, y)| a.get(x, y))));
        assert_eq!(a.eroded(radius as u32), like(a, |x, y| reads(x, y).all(|(x, y)| a.get(x, y))));
    });
}

#[test]
fn huge_discs_fill_or_clear() {
    let mut dot = Mask::empty(129, 40).unwrap();
    dot.set(128, 39, true);
    let mut full = dot.clone();
    full.fill();
    for radius in [200, 1 << 16, u32::MAX] {
        assert_eq!(dot.dilated(radius), full);
        assert!(full.eroded(radius).is_empty());
    }
}

#[test]
fn convolved_draws_one_at_every_texel_of_the_other() {
    for_masks(16, 8, |a, random| {
        let (w, h) = (random.pick(&[1, 2, 9, 33, 65]), random.within(1, 9) as usize);
        let b = random.mask(w, h);
        let sum = a.convolved(&b).unwrap();
        let size = (a.width() + b.width() - 1, a.height() + b.height() - 1);
        assert_eq!((sum.width(), sum.height()), size);
        let right = |x: i64| x - i64::from(b.width()) + 1;
        let down = |y: i64| y - i64::from(b.height()) + 1;
        let meets = |x, y| texels(&b).any(|(u, v)| b.get(u, v) && a.get(right(x) + u, down(y) + v));
        assert_eq!(sum, like(&sum, meets));
    });
}

#[test]
fn sizes_that_no_mask_has_are_refused() {
    let mask = Mask::empty(100, 100).unwrap();
    let size = |width, height| Err(Cause::MaskSize { width, height }.error());
    assert_eq!(Mask::empty(0, 5), size(0, 5));
    assert_eq!(Mask::empty(5, 4097), size(5, 4097));
    assert_eq!(mask.scaled(0, 5), size(0, 5));
    assert_eq!(mask.scaled(5, usize::MAX), size(5, usize::MAX));
    let (x0, y0) = (i32::MIN, i32::MIN);
    assert_eq!(mask.cropped(PixelBox { x0: 0, y0: 0, x1: 0, y1: 9 }), size(0, 9));
    assert_eq!(mask.cropped(PixelBox { x0: 9, y0: 0, x1: 0, y1: 9 }), size(0, 9));
    assert!(mask.cropped(PixelBox { x0, y0, x1: i32::MAX, y1: i32::MAX }).is_err());
    assert!(mask.cropped(PixelBox { x0, y0, x1: x0 + 3, y1: y0 + 3 }).unwrap().is_empty());
    // Beyond the mask in one direction only.
    let full = Mask::from_fn(9, 9, |_, _| true).unwrap();
    for (x0, y0) in [(0, 1 << 20), (0, -(1 << 20)), (1 << 20, 0), (0, 4096), (0, -4097)] {
        let part = full.cropped(PixelBox { x0, y0, x1: x0 + 9, y1: y0 + 9 }).unwrap();
        assert!(part.is_empty() && (part.width(), part.height()) == (9, 9), "{x0} {y0}");
    }
    let large = Mask::empty(4000, 1).unwrap();
    assert_eq!(large.convolved(&mask), size(4099, 100));
}

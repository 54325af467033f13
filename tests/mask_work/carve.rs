//! Tests covers of shapes, common covers, and masks carved by covers.

use std::sync::Arc;

use kasuri::lattice::Point;
use kasuri::{
    Mask, Placement, Shape,
    mask::{Changed, Cover, Sprite},
    shape::{Convex, Parts},
};

use crate::support::{Random, WIDTHS, for_masks, is_tidy, like, texels};

/// Whether a lattice point lies in a convex shape, by comparing squares.
fn holds(shape: &Convex, p: Point) -> bool {
    let v = shape.vertices();
    let d = |a: Point, b: Point| (i128::from(b.x) - i128::from(a.x), i128::from(b.y) - i128::from(a.y));
    let cross = |a: Point, b: Point| d(a, b).0 * d(a, p).1 - d(a, b).1 * d(a, p).0;
    let edges: Vec<_> = v.iter().copied().zip(v.iter().copied().cycle().skip(1)).collect();
    if v.len() > 2 && edges.iter().all(|&(a, b)| cross(a, b) <= 0) {
        return true;
    }
    let square = i128::from(shape.radius()).pow(2);
    edges.iter().any(|&(a, b)| {
        let ((ex, ey), (px, py)) = (d(a, b), d(a, p));
        let (length, along) = (ex * ex + ey * ey, ex * px + ey * py);
        if along <= 0 {
            px * px + py * py <= square
        } else if along >= length {
            let (qx, qy) = d(b, p);
            qx * qx + qy * qy <= square
        } else {
            cross(a, b).pow(2) <= square * length
        }
    })
}

fn shape(random: &mut Random) -> Parts {
    let mut number = |most: i32| f64::from(random.within(-most * 64, most * 64)) / 64.0;
    let (a, b, c) = ([number(30), number(30)], [number(30), number(30)], [number(30), number(30)]);
    let (r, angle, at) = (number(9).abs(), number(3), [number(40), number(40)]);
    let shape = match random.bits() % 7 {
        0 => Shape::circle(r),
        1 => Shape::capsule(a, b, r),
        2 => Shape::segment(a, [b[0], a[1]]),
        3 => Shape::rect([a[0].abs(), b[1].abs()]),
        4 => Shape::chain(&[a, b, c], r),
        5 => Ok(Shape::point()),
        _ => Shape::polygon(&[a, b, c]).or_else(|_| Shape::circle(0.0)),
    };
    let at = if random.chance(3) { [0.5, 7.5] } else { at };
    shape.unwrap().place(&Placement::at(at).turned(angle)).unwrap()
}

#[test]
fn the_cover_of_a_shape_is_every_centre_in_it() {
    let mut random = Random::new(61);
    for _ in 0..400 {
        let parts = shape(&mut random);
        let cover = Cover::of_shape(&parts);
        let mut found = cover.iter().collect::<Vec<_>>();
        let mut expected = Vec::new();
        for (i, j) in (-90..90).flat_map(|j| (-90..90).map(move |i| (i, j))) {
            let centre = Point::new(i * 256 + 128, j * 256 + 128);
            if parts.iter().any(|part| holds(part, centre)) {
                expected.push((i, j));
            }
        }
        found.sort_by_key(|&(i, j)| (j, i));
        assert_eq!(found, expected, "{parts:?}");
    }
    assert_eq!(Cover::of_shape(&[]).count(), 0);
}

#[test]
fn carving_and_stamping_change_what_they_say() {
    for_masks(62, 60, |mask, random| {
        let cover = match random.bits() % 3 {
            0 => Cover::of_shape(&shape(random)),
            1 => {
                let (w, h) = (random.pick(&WIDTHS), random.within(1, 20) as usize);
                let brush = random.mask(w, h);
                Cover::of_mask(&brush, random.offset(mask, &brush).map(|x| x.clamp(-9999, 9999)))
            }
            _ => {
                let brush = Arc::new(random.mask(33, 17));
                let place = Placement::at([f64::from(random.within(-9, 90)), 6.3]).turned(0.7);
                Cover::of(&Sprite::place(&brush, &place, None).unwrap())
            }
        };
        let at = [random.within(-20, 20), random.within(-20, 20)];
        let inside: Vec<_> =
            cover.iter().map(|(i, j)| (i64::from(i - at[0]), i64::from(j - at[1]))).collect();
        let [mut carved, mut stamped] = [mask.clone(), mask.clone()];
        let (from_carve, from_stamp) = (carved.carve(&cover, at), stamped.stamp(&cover, at));
        assert_eq!(carved, like(mask, |x, y| mask.get(x, y) && !inside.contains(&(x, y))));
        assert_eq!(stamped, like(mask, |x, y| mask.get(x, y) || inside.contains(&(x, y))));
        for (after, changed) in [(&carved, from_carve), (&stamped, from_stamp)] {
            assert!(is_tidy(after));
            check_changed(mask, after, &changed);
        }
        let away = carved.carve(&cover, [i32::MIN, i32::MAX]);
        assert!(away.is_empty(), "a mask at the end of the numbers");
    });
}

fn check_changed(before: &Mask, after: &Mask, changed: &Changed) {
    let differ = |k: &usize| before.words()[*k] != after.words()[*k];
    let words: Vec<u32> = (0..before.words().len()).filter(differ).map(|k| k as u32).collect();
    assert_eq!(changed.words, words);
    let texels = texels(before).filter(|&(x, y)| before.get(x, y) != after.get(x, y)).count();
    assert_eq!((changed.texels, changed.is_empty()), (texels as u64, texels == 0));
}

#[test]
fn the_ends_of_the_numbers_are_no_trouble() {
    let mut brush = Mask::empty(129, 70).unwrap();
    brush.fill();
    for (x, y) in
        [i32::MIN, -1, i32::MAX - 64, i32::MAX].map(|x| [i32::MIN, i32::MAX - 3].map(|y| (x, y))).concat()
    {
        let cover = Cover::of_mask(&brush, [x, y]);
        assert_eq!(cover.iter().count() as u64, cover.count());
        let whole = cover.trimmed().map_or(0, |c| c.count());
        assert_eq!((cover.common(&cover).map_or(0, |c| c.count()), whole), (cover.count(), cover.count()));
        let mut ground = brush.clone();
        assert_eq!(ground.carve(&cover, [x, y]).texels, cover.count());
        assert!(ground.stamp(&cover, [0, 0]).is_empty() || (x, y) == (-1, 0));
    }
}

#[test]
fn common_pixels_are_those_that_both_cover() {
    let mut random = Random::new(63);
    let mut sprite = |w: usize| {
        let mask = Arc::new(random.mask(w, 20));
        let place =
            Placement::at([f64::from(random.within(-40, 40)) / 3.0, f64::from(random.within(-40, 40)) / 3.0]);
        let angle = [0.0, 0.4, 1.9][random.within(0, 3) as usize];
        Sprite::place(&mask, &place.turned(angle).scaled([1.0, -1.25]), None).unwrap()
    };
    for _ in 0..200 {
        let (a, b) = (sprite(33), sprite(65));
        let expected: Vec<_> = Cover::of(&a).iter().filter(|&(i, j)| b.covers(i, j)).collect();
        let Some(common) = a.common(&b) else {
            assert!(expected.is_empty());
            continue;
        };
        assert_eq!(common.iter().collect::<Vec<_>>(), expected);
        let (pixels, mask) = (common.pixels(), common.to_mask().unwrap());
        assert_eq!(pixels.x0, expected.iter().map(|p| p.0).min().unwrap());
        assert_eq!(pixels.y1, expected.iter().map(|p| p.1).max().unwrap() + 1);
        assert_eq!(mask.bounds().map(|b| (b.x1, b.y1)), Some((pixels.x1 - pixels.x0, pixels.y1 - pixels.y0)));
        assert_eq!(mask.count(), expected.len() as u64);
    }
}

#[test]
fn a_common_region_too_large_for_a_mask_is_refused_as_one() {
    let mut wide = Mask::empty(4096, 1).unwrap();
    wide.fill();
    let sprite = Sprite::place(&Arc::new(wide), &Placement::default().scaled([3.0, 3.0]), None).unwrap();
    let common = sprite.common(&sprite).unwrap();
    assert_eq!(common.count(), 4096 * 9);
    assert!(common.to_mask().is_err());
}

#[test]
fn texels_beyond_the_ends_of_i32_are_lost() {
    let full = Mask::from_fn(10, 3, |_, _| true).unwrap();
    let cover = Cover::of_mask(&full, [i32::MAX - 4, i32::MAX - 2]);
    assert_eq!(cover.iter().count(), 8);
    assert_eq!(cover.count(), 8);
}

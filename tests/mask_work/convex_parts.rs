//! Tests convex parts: what they cover, and that they are valid shapes.

use kasuri::{Mask, Placement, Shape, Vec2, mask::Cover, shape::Polygon};

use crate::support::{for_masks, texels};

#[test]
fn rectangles_hold_every_set_texel_once() {
    for_masks(51, 40, |mask, _| {
        let mut left = mask.clone();
        for r in mask.rectangles() {
            for (x, y) in (r.y0..r.y1).flat_map(|y| (r.x0..r.x1).map(move |x| (x.into(), y.into()))) {
                assert!(left.get(x, y), "set, and not in another one");
                left.set(x, y, false);
            }
        }
        assert!(left.is_empty());
        let order: Vec<_> = mask.rectangles().iter().map(|r| (r.y0, r.x0)).collect();
        assert!(order.is_sorted());
    });
}

/// Returns the texels whose centers lie in a part.
fn covered(mask: &Mask, parts: &[Vec<Vec2>]) -> Mask {
    let mut covered = Mask::empty(mask.width() as usize, mask.height() as usize).unwrap();
    for part in parts {
        assert!(part.len() <= 64 && Polygon::new(part).unwrap().is_convex());
        let placed = Shape::polygon(part).unwrap().place(&Placement::default()).unwrap();
        covered.stamp(&Cover::of_shape(&placed), [0, 0]);
    }
    covered
}

fn contains(part: &[Vec2], x: f64, y: f64) -> bool {
    let edges = part.iter().zip(part.iter().cycle().skip(1));
    let mut sides = edges.map(|(a, b)| (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x));
    sides.clone().all(|s| s >= 0.0) || sides.all(|s| s <= 0.0)
}

#[test]
fn parts_cover_exactly_or_within_the_tolerance() {
    for_masks(52, 6, |mask, _| {
        assert_eq!(&covered(mask, &mask.convex_parts(0.0).unwrap()), mask);
        let set: Vec<_> = texels(mask).filter(|&(x, y)| mask.get(x, y)).collect();
        for tolerance in [0.5, 1.0, 1.5, 4.0] {
            let parts = mask.convex_parts(tolerance).unwrap();
            let cover = covered(mask, &parts);
            for (x, y) in texels(mask) {
                let near =
                    |&(u, v): &(i64, i64)| ((x - u).pow(2) + (y - v).pow(2)) as f64 <= tolerance * tolerance;
                assert!(cover.get(x, y) >= mask.get(x, y));
                assert!(!cover.get(x, y) || set.iter().any(near));
            }
            let whole = |&(x, y): &(i64, i64)| {
                let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
                parts.iter().any(|p| corners.iter().all(|c| contains(p, x as f64 + c.0, y as f64 + c.1)))
            };
            assert!(set.iter().all(whole), "squares, not just centres");
            assert!(parts.len() <= mask.rectangles().len());
        }
    });
}

#[test]
fn parts_have_64_vertices_at_most() {
    let disc = Mask::from_fn(1501, 1501, |x, y| (x - 750).pow(2) + (y - 750).pow(2) <= 750 * 750).unwrap();
    let parts = disc.convex_parts(1.5).unwrap();
    assert!(parts.len() > 1 && parts.len() < 40, "{}", parts.len());
    assert!(parts.iter().all(|part| part.len() <= 64));
}

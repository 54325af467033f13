//! Tests the rules of an outline; scripts/compare-pygame compares it with pygame's own.

use std::collections::BTreeSet;

use kasuri::{Mask, mask::Neighbours};

use crate::support::{for_masks, like, texels};

/// Returns the clear texels that reach the outside over edges.
fn outside(mask: &Mask) -> impl Fn(i64, i64) -> bool {
    let (w, h) = (mask.width() as usize + 2, mask.height() as usize + 2);
    let clear = Mask::from_fn(w, h, |x, y| !mask.get(i64::from(x) - 1, i64::from(y) - 1)).unwrap();
    let outside = clear.components(Neighbours::Four).at(0, 0).unwrap().mask();
    move |x, y| outside.get(x + 1, y + 1)
}

#[test]
fn an_outline_walks_the_outer_border_of_the_first_piece() {
    for_masks(31, 60, |mask, _| {
        let outline = mask.outline();
        let pieces = mask.components(Neighbours::Eight);
        let Some(piece) = pieces.iter().next() else {
            assert!(outline.is_empty());
            return;
        };
        let alone = like(mask, |x, y| piece.holds(x, y));
        let is_outside = outside(&alone);
        let on_border = |x: i64, y: i64| {
            [(1, 0), (-1, 0), (0, 1), (0, -1)].into_iter().any(|(dx, dy)| is_outside(x + dx, y + dy))
        };
        let border: BTreeSet<_> =
            texels(&alone).filter(|&(x, y)| alone.get(x, y) && on_border(x, y)).collect();
        let walked: BTreeSet<_> = outline.iter().map(|&[x, y]| (i64::from(x), i64::from(y))).collect();
        assert_eq!(walked, border);
        assert_eq!(
            Some(outline[0]),
            texels(mask).find(|&(x, y)| mask.get(x, y)).map(|(x, y)| [x as u32, y as u32])
        );
        assert!(outline.windows(2).all(|w| w[0] != w[1] && (0..2).all(|k| w[0][k].abs_diff(w[1][k]) <= 1)));
        assert!(outline.len() == 1 || outline.first() == outline.last());
    });
}

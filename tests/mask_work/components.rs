//! Compares connected pieces with a flood fill.

use kasuri::{Mask, mask::Neighbours};

use crate::support::{for_masks, texels};

/// Returns the pieces as lists of texels, by flooding from the first remaining texel.
fn flood(mask: &Mask, around: &[(i64, i64)]) -> Vec<Vec<(i64, i64)>> {
    let mut left = mask.clone();
    let mut pieces = Vec::new();
    for (x, y) in texels(mask) {
        let mut piece = Vec::new();
        let mut open = vec![(x, y)];
        while let Some((x, y)) = open.pop() {
            if left.get(x, y) {
                left.set(x, y, false);
                piece.push((x, y));
                open.extend(around.iter().map(|(dx, dy)| (x + dx, y + dy)));
            }
        }
        if !piece.is_empty() {
            piece.sort_by_key(|&(x, y)| (y, x));
            pieces.push(piece);
        }
    }
    pieces
}

const FOUR: [(i64, i64); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const EIGHT: [(i64, i64); 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];

#[test]
fn pieces_are_those_of_a_flood_fill() {
    for_masks(21, 40, |mask, random| {
        for (neighbours, around) in [(Neighbours::Four, &FOUR[..]), (Neighbours::Eight, &EIGHT[..])] {
            let expected = flood(mask, around);
            let pieces = mask.components(neighbours);
            assert_eq!((pieces.len(), pieces.is_empty()), (expected.len(), expected.is_empty()));
            for (piece, expected) in pieces.iter().zip(&expected) {
                let (bounds, own) = (piece.bounds(), piece.mask());
                let (x0, y0) = (i64::from(bounds.x0), i64::from(bounds.y0));
                let found: Vec<_> =
                    texels(&own).filter(|&(x, y)| own.get(x, y)).map(|(x, y)| (x + x0, y + y0)).collect();
                assert_eq!(&found, expected);
                assert_eq!(piece.count(), expected.len() as u64);
                assert_eq!(own.bounds().map(|b| (b.x0, b.y0)), Some((0, 0)));
                assert_eq!(
                    own.bounds().map(|b| (b.x1, b.y1)),
                    Some((bounds.x1 - bounds.x0, bounds.y1 - bounds.y0))
                );
            }
            let least = random.within(1, 9) as u64;
            let large = expected.iter().filter(|piece| piece.len() as u64 >= least);
            assert!(
                pieces.at_least(least).map(|piece| piece.count()).eq(large.map(|piece| piece.len() as u64))
            );
            let largest = expected.iter().map(Vec::len).max();
            assert_eq!(pieces.largest().map(|piece| piece.count() as usize), largest);
            assert_eq!(
                pieces.largest(),
                pieces.iter().find(|piece| Some(piece.count() as usize) == largest),
                "the first of equals"
            );
            let (x, y) = (random.within(-1, 130).into(), random.within(-1, 30).into());
            let there = expected.iter().position(|piece| piece.contains(&(x, y)));
            assert_eq!(pieces.at(x, y), there.and_then(|k| pieces.iter().nth(k)));
        }
    });
}

#[test]
fn millions_of_pieces_are_no_trouble() {
    let board = Mask::from_fn(2048, 2048, |x, y| (x + y) % 2 == 0).unwrap();
    assert_eq!(board.components(Neighbours::Four).len(), 1 << 21);
    let whole = board.components(Neighbours::Eight);
    assert_eq!((whole.len(), whole.largest().unwrap().count()), (1, 1 << 21));
}

//! Which pieces of a shape are near a box. A level that is one polygon or one chain has thousands of pieces, and a small body is near
//! a few of them. Pieces that follow each other mostly lie beside each other: chains are in the order of their points, and the pieces
//! of a cut polygon are sorted along a curve. So boxes around sixteen at a time leave out most.

use std::sync::OnceLock;

use crate::lattice::Bounds;
use crate::shape::Convex;

/// Up to this many pieces are all near.
const FEW: usize = 32;
/// The number of pieces in a group.
const GROUP: usize = 16;

/// The boxes around groups of pieces, made when they are first asked for.
#[derive(Debug, Clone, Default)]
pub(super) struct PieceGroups {
    boxes: OnceLock<Box<[Bounds]>>,
}

impl PieceGroups {
    /// Forgets the boxes: the pieces change.
    pub(super) fn forget(&mut self) {
        self.boxes.take();
    }

    /// Returns the box around all pieces.
    pub(super) fn around(&self, pieces: &[Convex]) -> Option<Bounds> {
        if pieces.len() <= FEW {
            return around(pieces);
        }
        self.boxes(pieces).iter().copied().reduce(Bounds::union)
    }

    /// Returns all pieces whose boxes meet an area, and others of their groups.
    #[inline]
    pub(super) fn near<'a>(
        &'a self,
        pieces: &'a [Convex],
        area: Bounds,
    ) -> impl Iterator<Item = &'a [Convex]> + use<'a> {
        let (boxes, each) = match pieces.len() <= FEW {
            true => (&[][..], FEW),
            false => (self.boxes(pieces), GROUP),
        };
        let is_near = move |k: usize| boxes.get(k).is_none_or(|group| group.meets(area));
        pieces.chunks(each).enumerate().filter(move |&(k, _)| is_near(k)).map(|(_, group)| group)
    }

    fn boxes(&self, pieces: &[Convex]) -> &[Bounds] {
        self.boxes.get_or_init(|| pieces.chunks(GROUP).filter_map(around).collect())
    }
}

fn around(pieces: &[Convex]) -> Option<Bounds> {
    pieces.iter().map(Convex::bounds).reduce(Bounds::union)
}

#[cfg(test)]
mod tests {
    use crate::kernels::random::Random;
    use crate::lattice::{Bounds, Point};
    use crate::shape::{Convex, Parts, Placement, Shape};

    /// A long chain and a concave polygon with a thousand corners.
    fn levels() -> [Shape; 2] {
        let line: Vec<[f64; 2]> =
            (0..500).map(|k| [4.0 * f64::from(k), 40.0 * (f64::from(k) / 9.0).sin()]).collect();
        let ring = [&line[..], &[[1996.0, 300.0], [0.0, 300.0]]].concat();
        [Shape::chain(&line, 2.0), Shape::polygon(&ring)].map(|shape| shape.expect("a valid shape"))
    }

    fn near(parts: &Parts, area: Bounds) -> Vec<&Convex> {
        parts.pieces_near(area).flatten().collect()
    }

    /// No piece that meets an area is left out, also after the shape was placed anew and moved; and most others are.
    #[test]
    fn pieces_that_meet_an_area_are_near() {
        let mut random = Random::new(3);
        let (mut all, mut found) = (0, 0);
        for level in levels() {
            for round in 0..40 {
                let placement =
                    Placement::at([random.between(-500.0, 500.0), 9.0]).turned(0.1 * f64::from(round));
                let mut parts = level.place(&placement).expect("a placed shape");
                assert_eq!(parts.bounds(), parts.pieces().iter().map(Convex::bounds).reduce(Bounds::union));
                parts.translate(Point::new(random.below(9_000), -random.below(9_000)));
                let around = parts.bounds().expect("pieces");
                for _ in 0..20 {
                    let x = around.min.x + random.below(around.max.x - around.min.x);
                    let y = around.min.y + random.below(around.max.y - around.min.y);
                    let area = Bounds { min: Point::new(x, y), max: Point::new(x + 3_000, y + 3_000) };
                    let near = near(&parts, area);
                    all += parts.pieces().len();
                    found += near.len();
                    for piece in parts.pieces().iter().filter(|piece| piece.bounds().meets(area)) {
                        assert!(near.iter().any(|one| std::ptr::eq(*one, piece)));
                    }
                }
            }
        }
        assert!(found * 4 < all, "{found} of {all} pieces are near");
    }

    #[test]
    fn few_pieces_are_all_near() {
        let chain = Shape::chain(&[[0.0, 0.0], [30.0, 0.0], [30.0, 40.0]], 2.0).expect("a chain");
        let parts = chain.place(&Placement::default()).expect("a placed shape");
        let far = Bounds { min: Point::new(1 << 20, 0), max: Point::new(1 << 20, 0) };
        assert_eq!(near(&parts, far).len(), 2);
    }
}

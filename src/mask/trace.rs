//! The edges of a mask as polygons with holes.
//!
//! Tracing walks texel edges with the solid texel on the right. A ring that comes back to a corner is cut in two there, so rings are
//! simple. Simplifying (`simplify.rs`) replaces chains by chords within a sleeve. Chords that cross, fold back, jump over a ring or
//! turn a ring inside out are halved until none is left. Single edges never do harm, so this ends.

use std::collections::HashMap;

use crate::error::{At, Result};
use crate::lattice::{Vec2, not_negative};
use crate::mask::components::Neighbours;
use crate::mask::labels::Labels;
use crate::mask::simplify::simplify;
use crate::mask::{Mask, row};

/// A corner of a texel: texel (x, y) is between the corners [x, y] and [x + 1, y + 1].
pub(super) type TexelCorner = [i32; 2];

/// A polygon with holes around one piece of a mask, in texels.
///
/// The rings are simple: no vertex occurs twice, and no edges cross. On the screen the outer ring runs clockwise and
/// holes run counter-clockwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Contour {
    /// The ring around the piece.
    pub outer: Vec<Vec2>,
    /// The rings around the clear areas inside it.
    pub holes: Vec<Vec<Vec2>>,
}

impl Mask {
    /// Returns the polygons around the pieces (of four neighbours), in the order of their first texels by (y, x).
    ///
    /// At tolerance 0 they follow the edges of the texels exactly. Otherwise vertices are dropped, and every dropped
    /// vertex is within `tolerance` of the edge that replaces it. So a texel's centre may change sides only within
    /// `tolerance` of the exact edge. Rings never cross, and none disappears, however small it is. A larger tolerance
    /// drops the same vertices, and then more of them.
    ///
    /// ```
    /// use kasuri::{Mask, Shape, Vec2};
    /// let stairs = Mask::from_rows(&["#..", "##.", "###"])?;
    /// let exact = stairs.traced(0.0)?;
    /// assert_eq!(exact[0].outer.len(), 8);
    /// let simple = stairs.traced(1.0)?;
    /// assert_eq!(simple[0].outer.len(), 3);
    /// let shape = Shape::polygon(&simple[0].outer)?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn traced(&self, tolerance: f64) -> Result<Vec<Contour>> {
        not_negative(tolerance, "a tolerance").at("tolerance")?;
        let labels = Labels::of(self, Neighbours::Four);
        let mut rings = Walker::new(self).rings();
        let pieces: Vec<_> = rings.iter().map(|ring| piece_of(ring, &labels)).collect();
        simplify(&mut rings, tolerance);
        let mut contours = vec![Contour { outer: Vec::new(), holes: Vec::new() }; labels.pieces];
        for (ring, piece) in rings.iter().zip(pieces) {
            let Some(contour) = piece.and_then(|k| contours.get_mut(k)) else { continue };
            let points = ring.iter().map(|&[x, y]| Vec2::new(x.into(), y.into())).collect();
            if area(ring) > 0 { contour.outer = points } else { contour.holes.push(points) }
        }
        Ok(contours)
    }
}

/// Returns twice the area; positive for a ring that runs clockwise on the screen.
fn area(ring: &[TexelCorner]) -> i64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter()
        .zip(next)
        .map(|(a, b)| i64::from(a[0]) * i64::from(b[1]) - i64::from(b[0]) * i64::from(a[1]))
        .sum()
}

/// Returns the piece to the right of a ring's first edge; the solid texel of every edge is on that side.
fn piece_of(ring: &[TexelCorner], labels: &Labels) -> Option<usize> {
    let [x, y] = ring[0];
    let direction = [(ring[1][0] - x).signum(), (ring[1][1] - y).signum()];
    let [x, y] = texel(ring[0], direction, EdgeSide::Right);
    labels.piece_at(x, y)
}

#[derive(Clone, Copy)]
enum EdgeSide {
    Left,
    Right,
}

/// Returns the texel ahead of a corner, on one side of the direction `[dx, dy]`.
fn texel([x, y]: TexelCorner, [dx, dy]: [i32; 2], side: EdgeSide) -> [i64; 2] {
    let (rx, ry) = match side {
        EdgeSide::Right => (-dy, dx),
        EdgeSide::Left => (dy, -dx),
    };
    [i64::from(x + (dx + rx - 1) / 2), i64::from(y + (dy + ry - 1) / 2)]
}

/// Walks along the edges of a mask, with the solid texels on the right.
struct Walker<'a> {
    mask: &'a Mask,
    /// The texels whose left edge was walked; left edges are walked upwards.
    walked: Mask,
    rings: Vec<Vec<TexelCorner>>,
}

impl<'a> Walker<'a> {
    fn new(mask: &'a Mask) -> Walker<'a> {
        Walker { mask, walked: Mask::blank(mask.width(), mask.height()), rings: Vec::new() }
    }

    /// Returns all rings, without vertices where they run straight on. Every ring has a left edge, by which it is
    /// found.
    fn rings(mut self) -> Vec<Vec<TexelCorner>> {
        let stride = self.mask.stride();
        for (y, k) in (0..self.mask.height() as usize).flat_map(|y| (0..stride).map(move |k| (y, k))) {
            let row = self.mask.row(y);
            let left_edges = row[k] & !row::bits_from(row, 64 * k as i64 - 1);
            loop {
                let new = left_edges & !self.walked.row(y)[k];
                if new == 0 {
                    break;
                }
                self.walk([64 * k as i32 + new.trailing_zeros() as i32, y as i32]);
            }
        }
        self.rings
    }

    /// Walks once around a ring, from the upper end of a left edge that has no other left edge of the same ring above
    /// it.
    fn walk(&mut self, start: TexelCorner) {
        let (mut at, mut direction) = (start, [0, -1]);
        let mut ring: Vec<TexelCorner> = Vec::new();
        let mut pinched = HashMap::new();
        loop {
            if direction == [0, -1] {
                if self.walked.get(at[0].into(), at[1].into()) {
                    break;
                }
                self.walked.set(at[0].into(), at[1].into(), true);
            }
            let [left, right] = [EdgeSide::Left, EdgeSide::Right].map(|side| {
                let [x, y] = texel(at, direction, side);
                self.mask.get(x, y)
            });
            // Where two solid texels touch only at a corner, the ring stays with its own texel.
            if left && !right {
                self.close_loop(&mut ring, &mut pinched, at);
            }
            if left || !right {
                ring.push(at);
            }
            direction = match (left, right) {
                (_, false) => [-direction[1], direction[0]],
                (true, true) => [direction[1], -direction[0]],
                (false, true) => direction,
            };
            at = [at[0] + direction[0], at[1] + direction[1]];
        }
        self.rings.push(ring);
    }

    /// On the second visit to a corner, splits off what was walked since the first visit as a separate ring.
    fn close_loop(
        &mut self,
        ring: &mut Vec<TexelCorner>,
        pinched: &mut HashMap<TexelCorner, usize>,
        at: TexelCorner,
    ) {
        match pinched.get(&at) {
            Some(&first) if ring.get(first) == Some(&at) => self.rings.push(ring.split_off(first)),
            _ => _ = pinched.insert(at, ring.len()),
        }
    }
}

//! A quadtree: squares that are cut into four, down to the size of the boxes in them.
//!
//! A box is in every square of its own size that it touches, at most four. No tree is built: the squares are sorted
//! along the Morton curve, larger ones first, so that every square is followed by all squares within it.

use kasuri::broad::{BoxList, Broad};
use kasuri::lattice::{Bounds, Point};

/// Tests every box against the boxes in its square and in the larger squares around that.
#[derive(Debug, Default)]
pub struct Quadtree {
    entries: Vec<Entry>,
    /// The entries of the squares around the current entry, the largest first.
    open: Vec<Entry>,
}

/// A box in a square.
#[derive(Debug, Clone, Copy)]
struct Entry {
    /// Where the square begins and ends on the curve.
    first: u64,
    last: u64,
    id: u32,
}

impl Broad for Quadtree {
    fn name(&self) -> &'static str {
        "quadtree"
    }

    fn pairs(&mut self, boxes: BoxList<'_>, pairs: &mut Vec<[u32; 2]>) {
        pairs.clear();
        self.fill(boxes.bounds());
        self.open.clear();
        for &entry in &self.entries {
            while self.open.last().is_some_and(|open| open.last < entry.first) {
                self.open.pop();
            }
            let (id, b) = (entry.id, boxes.bounds()[entry.id as usize]);
            for other in &self.open {
                // Two boxes may share several squares. They are reported only in the square that contains the least
                // corner of their intersection.
                if boxes.pair(id as usize, other.id as usize)
                    && (entry.first..=entry.last)
                        .contains(&along_curve(common_corner(b, boxes.bounds()[other.id as usize])))
                {
                    pairs.push([id.min(other.id), id.max(other.id)]);
                }
            }
            self.open.push(entry);
        }
        pairs.sort_unstable();
    }

    fn cells(&self, show: &mut dyn FnMut(u32, Bounds)) {
        for square in self.entries.chunk_by(|a, b| (a.first, a.last) == (b.first, b.last)) {
            let [min, max] = [square[0].first, square[0].last].map(point_at);
            show(0, Bounds { min, max });
        }
    }
}

impl Quadtree {
    fn fill(&mut self, bounds: &[Bounds]) {
        self.entries.clear();
        for (b, id) in bounds.iter().zip(0..) {
            let size = |min: i32, max: i32| max.wrapping_sub(min).cast_unsigned();
            let side = size(b.min.x, b.max.x).max(size(b.min.y, b.max.y));
            // Squares of side 2^bits are longer than the box, so it touches at most two along each axis.
            let bits = 32 - side.leading_zeros();
            let within = u64::MAX.checked_shr(64 - 2 * bits).unwrap_or(0);
            let corners = [[b.min.x, b.min.y], [b.max.x, b.min.y], [b.min.x, b.max.y], [b.max.x, b.max.y]];
            let squares = corners.map(|[x, y]| along_curve(Point::new(x, y)) & !within);
            for (k, &first) in squares.iter().enumerate() {
                if !squares[..k].contains(&first) {
                    self.entries.push(Entry { first, last: first | within, id });
                }
            }
        }
        self.entries.sort_unstable_by_key(|entry| (entry.first, !entry.last, entry.id));
    }
}

/// Returns the least corner of the intersection of two boxes.
fn common_corner(a: Bounds, b: Bounds) -> Point {
    Point::new(a.min.x.max(b.min.x), a.min.y.max(b.min.y))
}

/// Returns a point's position along the Morton curve.
fn along_curve(at: Point) -> u64 {
    let [x, y] = [at.x, at.y].map(|x| spread(x.cast_unsigned() ^ 1 << 31));
    x | y << 1
}

/// Spreads the bits of a number, with a 0 before each.
fn spread(x: u32) -> u64 {
    let halves = [(16, 0x0000_ffff_0000_ffff), (8, 0x00ff_00ff_00ff_00ff), (4, 0x0f0f_0f0f_0f0f_0f0f)];
    let quarters = [(2, 0x3333_3333_3333_3333), (1, 0x5555_5555_5555_5555)];
    halves.into_iter().chain(quarters).fold(u64::from(x), |x, (by, keep)| (x | x << by) & keep)
}

/// Returns the point at a position along the curve.
fn point_at(along: u64) -> Point {
    let [x, y] = [along, along >> 1].map(|bits| (gathered(bits) ^ 1 << 31).cast_signed());
    Point::new(x, y)
}

/// Gathers every other bit of a number, starting with the lowest.
fn gathered(bits: u64) -> u32 {
    let quarters = [(1, 0x3333_3333_3333_3333), (2, 0x0f0f_0f0f_0f0f_0f0f)];
    let halves = [(4, 0x00ff_00ff_00ff_00ff), (8, 0x0000_ffff_0000_ffff), (16, 0xffff_ffff)];
    let every_other = bits & 0x5555_5555_5555_5555;
    quarters.into_iter().chain(halves).fold(every_other, |x, (by, keep)| (x | x >> by) & keep) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_hold_a_corner_of_their_boxes() {
        for k in 0..2000 {
            let point = Point::new(k * 1_048_583 - (1 << 30), (k * k * 77) % 5000 - 2500);
            assert_eq!(point_at(along_curve(point)), point);
        }
        let box_at =
            |x: i32, side: i32| Bounds { min: Point::new(x, 7), max: Point::new(x + side, 7 + side) };
        let bounds = [box_at(-300, 255), box_at(9, 64), box_at(40, 3)];
        let mut quadtree = Quadtree::default();
        quadtree.pairs(BoxList::new(&bounds, &[kasuri::Layers::default(); 3]), &mut Vec::new());
        let mut squares = Vec::new();
        quadtree.cells(&mut |_, square| squares.push(square));
        for b in bounds {
            let holding = squares.iter().find(|square| {
                let side = square.max.x - square.min.x;
                square.meets(Bounds { min: b.min, max: b.min }) && side >= b.max.x - b.min.x && side < 600
            });
            assert!(holding.is_some_and(|square| square.min.x % 4 == 0), "{squares:?}");
        }
    }
}

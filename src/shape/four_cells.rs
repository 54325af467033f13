//! The four cells of a tile map around one corner. Most bodies are near no others.

use crate::lattice::{Bounds, Point};
use crate::shape::placed_tiles::Tiles;

/// Two by two cells. Bit `2 * row + column` stands for each of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FourCells {
    /// The corner that they have in common, relative to the map's position.
    pub(crate) corner: Point,
    /// The size of a cell.
    pub(crate) size: Point,
    /// The cells that are not empty.
    pub(crate) filled: u32,
    /// The cells that are whole boxes.
    pub(crate) whole_boxes: u32,
}

impl Tiles {
    /// Returns four cells that contain all cells of the map that reach into a box, which is relative to the map's
    /// position. `None` where there may be others, and where one of the four is beyond the map or in another word: then
    /// [`cells_near`](Tiles::cells_near) finds them.
    #[inline(always)]
    pub(crate) fn four_cells_near(&self, near: Bounds) -> Option<FourCells> {
        let (cells, at) = (self.cells_of(), self.at());
        let least = [i64::from(near.min.x) - i64::from(at.x), i64::from(near.min.y) - i64::from(at.y)];
        // The cell that contains the point just before the box: the box may touch it.
        let cell_of = |least: i64, in_unit: f64| ((least - 1).max(0) as f64 * in_unit) as i64;
        let (column, row) = (cell_of(least[0], cells.in_unit[0]), cell_of(least[1], cells.in_unit[1]));
        let size = cells.size;
        let (x, y) = ((column + 1) * i64::from(size.x), (row + 1) * i64::from(size.y));
        let is_alone = cells.keep_to_their_squares
            & (least[0] > 0)
            & (least[1] > 0)
            & (i64::from(near.max.x) - i64::from(at.x) < x + i64::from(size.x))
            & (i64::from(near.max.y) - i64::from(at.y) < y + i64::from(size.y))
            & (column % 64 < 63);
        let words = cells.words as i64;
        let first = row * words + column / 64;
        if !is_alone | (column >= 64 * words) | (first + words >= cells.rows.len() as i64) {
            return None;
        }
        let (first, shift) = (first as usize, column % 64);
        let [above, below] = [&cells.rows[first], &cells.rows[first + cells.words]];
        let four = |above: u64, below: u64| (above >> shift & 3 | (below >> shift & 3) << 2) as u32;
        let corner = Point::new((i64::from(at.x) + x) as i32, (i64::from(at.y) + y) as i32);
        let (filled, whole) = (four(above.bits, below.bits), four(above.whole_boxes, below.whole_boxes));
        Some(FourCells { corner, size, filled, whole_boxes: whole })
    }

    /// Returns the four cells around the corner of cells nearest to a point, which is relative to the map's position: the
    /// point is in one of them. `None` as for [`four_cells_near`](Tiles::four_cells_near).
    #[inline(always)]
    pub(crate) fn four_cells_around(&self, point: Point) -> Option<FourCells> {
        let size = self.cells_of().size;
        let before = Point::new(point.x - size.x / 2, point.y - size.y / 2);
        self.four_cells_near(Bounds { min: before, max: before })
    }
}

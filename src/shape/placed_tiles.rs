//! A tile map on the lattice. Its cells are relative to the map's corner and shared by all placements of the map
//! (SPEC 2).

use std::sync::{Arc, OnceLock};

use crate::error::Result;
use crate::lattice::{Bounds, EDGE, PixelBox, Point, UNITS, Vec2};
use crate::mask::Sprite;
use crate::shape::{Cell, Convex, TileMap};

/// A tile map on the lattice: its cells that are not empty, in (y, x) order. The cost of moving it does not depend on
/// the number of cells.
#[derive(Debug, Clone)]
pub struct Tiles {
    at: Point,
    /// The box around all cells; `None` without any.
    bounds: Option<Bounds>,
    cells: Arc<Cells>,
}

/// The cells of a map, relative to its corner.
#[derive(Debug)]
pub(super) struct Cells {
    /// The size of a cell in lattice units, and 1 / size, rounded up a little.
    pub(super) size: Point,
    pub(super) in_unit: [f64; 2],
    /// The cells that are not empty, in (y, x) order.
    places: Box<[CellPlace]>,
    /// For each row, the words that say which of its cells are not empty.
    pub(super) rows: Box<[Word]>,
    /// The number of words in a row.
    pub(super) words: usize,
    /// Whether no cell reaches beyond its own square.
    pub(super) keep_to_their_squares: bool,
    /// The kinds of cells, each with its corner at the origin.
    kinds: Box<[CellKind]>,
    /// The box around all cell corners and vertices, relative to the map's corner; `None` without cells.
    extent: Option<Bounds>,
    /// The box around all kinds of cells, relative to a cell's own corner.
    reach: Bounds,
    /// Whether some kinds are one-way.
    has_one_way: bool,
    /// The cells without the one-way ones; made on first use.
    closed: OnceLock<Arc<Cells>>,
}

/// The position of a cell, and its kind.
#[derive(Debug, Clone, Copy)]
struct CellPlace {
    column: u32,
    row: u32,
    kind: u32,
}

/// 64 cells of a row, as bits.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Word {
    /// The cells that are not empty.
    pub(super) bits: u64,
    /// The cells that are whole boxes.
    pub(super) whole_boxes: u64,
    /// The index in `Cells::places` of the first of these cells.
    first: u32,
}

/// A kind of cell, with the box around the corners of all cells of this kind.
#[derive(Debug, Clone)]
struct CellKind {
    form: CellForm,
    corners: Bounds,
    one_way: Option<Vec2>,
}

impl Cells {
    /// Returns `None` where the map fits nowhere: it is larger than the world, or one of its cells is larger than a
    /// body may be.
    pub(super) fn of(map: &TileMap) -> Option<Cells> {
        let (size, columns, all, cells) = map.raw();
        let mut corners: Vec<Option<Bounds>> = vec![None; cells.len()];
        let mut places = Vec::new();
        let words = columns.div_ceil(64);
        let mut rows = vec![Word::default(); words * (all.len() / columns)];
        let are_whole: Vec<bool> = cells.iter().map(is_whole).collect();
        for (row, line) in all.chunks(columns).enumerate() {
            for (column, kind) in line.iter().enumerate().filter(|&(_, &kind)| kind > 0) {
                let kind = kind - 1;
                let corner = corner_of(size, column as u32, row as u32)?;
                let here = Bounds { min: corner, max: corner };
                let around = &mut corners[kind as usize];
                *around = Some(around.map_or(here, |b| b.union(here)));
                let word = &mut rows[row * words + column / 64];
                word.bits |= 1 << (column % 64);
                word.whole_boxes |= u64::from(are_whole[kind as usize]) << (column % 64);
                places.push(CellPlace { column: column as u32, row: row as u32, kind });
            }
        }
        number_words(&mut rows);
        let mut kinds = Vec::new();
        let mut names = vec![0; cells.len()];
        for (k, (cell, corners)) in cells.iter().zip(corners).enumerate() {
            if let Some(corners) = corners {
                names[k] = kinds.len() as u32;
                kinds.push(CellKind { form: cell.at_origin(size).ok()?, corners, one_way: cell.direction() });
            }
        }
        places.iter_mut().for_each(|place| place.kind = names[place.kind as usize]);
        let extents = kinds.iter().map(CellKind::extent).collect::<Option<Vec<_>>>()?;
        let own = Bounds { min: Point::default(), max: size };
        let reach = kinds.iter().map(CellKind::reach).fold(own, Bounds::union);
        let extent = extents.into_iter().reduce(Bounds::union);
        // Slightly more than 1 / side: the product with a whole number below 2^33, rounded down, is the exact quotient.
        let in_unit = [size.x, size.y].map(|side| (1.0 + 2.0_f64.powi(-50)) / f64::from(side));
        let has_one_way = kinds.iter().any(|kind| kind.one_way.is_some());
        let (places, rows, kinds) = (places.into(), rows.into(), kinds.into());
        let (closed, keep_to_their_squares) = (OnceLock::new(), reach == own);
        Some(Cells {
            size,
            in_unit,
            places,
            rows,
            words,
            keep_to_their_squares,
            kinds,
            extent,
            reach,
            has_one_way,
            closed,
        })
    }

    /// Returns the cells without the one-way ones; `extent` and `reach` stay as they are.
    fn only_closed(&self) -> Cells {
        let is_closed = |place: &&CellPlace| self.kinds[place.kind as usize].one_way.is_none();
        let places: Box<[CellPlace]> = self.places.iter().filter(is_closed).copied().collect();
        let mut rows: Box<[Word]> = vec![Word::default(); self.rows.len()].into();
        for place in &places {
            let (row, column) = (place.row as usize, place.column as usize);
            let at = row * self.words + column / 64;
            rows[at].bits |= 1 << (column % 64);
            rows[at].whole_boxes |= self.rows[at].whole_boxes & 1 << (column % 64);
        }
        number_words(&mut rows);
        Cells {
            places,
            rows,
            kinds: self.kinds.clone(),
            has_one_way: false,
            closed: OnceLock::new(),
            ..*self
        }
    }

    /// Whether all cells are within the world when the map's corner is at `at`.
    pub(super) fn fit_at(&self, at: Point) -> bool {
        let fits = |at: i32, by: i32| i64::from(at).saturating_add(by.into()).unsigned_abs() <= EDGE as u64;
        self.extent.is_none_or(|Bounds { min, max }| {
            fits(at.x, min.x) && fits(at.x, max.x) && fits(at.y, min.y) && fits(at.y, max.y)
        })
    }

    /// Returns the box around all cells when the map's corner is at `at`.
    fn bounds(&self, at: Point) -> Option<Bounds> {
        let around = self.kinds.iter().filter_map(|kind| {
            // A greater corner never gives a lesser box, so the least and the greatest corner are enough.
            let [first, last] = [kind.corners.min, kind.corners.max].map(|corner| moved(corner, at));
            Some(kind.form.bounds_at(first)?.union(kind.form.bounds_at(last)?))
        });
        around.reduce(Bounds::union)
    }
}

impl CellKind {
    /// Returns the box around corners and vertices, relative to the map's corner; `None` where an i32 overflows.
    fn extent(&self) -> Option<Bounds> {
        let CellForm::Convex(convex) = &self.form else { return Some(self.corners) };
        let Bounds { min, max } = convex.bounds();
        let add = |p: Point, by: Point| Some(Point::new(p.x.checked_add(by.x)?, p.y.checked_add(by.y)?));
        let around = Bounds { min: add(self.corners.min, min)?, max: add(self.corners.max, max)? };
        Some(around.union(self.corners))
    }

    /// Returns the box that contains such cells, relative to their corners.
    fn reach(&self) -> Bounds {
        match &self.form {
            CellForm::Convex(convex) => convex.bounds(),
            // The pixels that a mask covers depend on the position of its corner within a pixel.
            CellForm::Sprite(sprite) => sprite.bounds().grown(UNITS),
        }
    }
}

/// Whether a cell is a box as large as the cell.
fn is_whole(cell: &Cell) -> bool {
    match cell {
        Cell::Solid => true,
        Cell::OneWay { cell, .. } => is_whole(cell),
        Cell::Polygon(_) | Cell::Mask(_) => false,
    }
}

/// Sets for each word the index of its first cell.
fn number_words(rows: &mut [Word]) {
    let mut count = 0;
    for word in rows {
        word.first = count;
        count += word.bits.count_ones();
    }
}

/// Returns a cell's corner relative to the map's; `None` where it is further away than the world is wide.
fn corner_of(size: Point, column: u32, row: u32) -> Option<Point> {
    let along = |k: u32, side: i32| {
        let units = i64::from(k) * i64::from(side);
        i32::try_from(units).ok().filter(|&units| units <= 2 * EDGE)
    };
    Some(Point::new(along(column, size.x)?, along(row, size.y)?))
}

/// Returns a point moved by another; the caller guarantees that it stays within `i32`.
fn moved(p: Point, by: Point) -> Point {
    Point::new(p.x + by.x, p.y + by.y)
}

impl Tiles {
    /// Makes a placed tile map; the caller guarantees that the cells are within the world.
    pub(super) fn new(cells: Arc<Cells>, at: Point) -> Tiles {
        Tiles { at, bounds: cells.bounds(at), cells }
    }

    /// Returns the position of the map's top left corner.
    pub fn at(&self) -> Point {
        self.at
    }

    /// Returns the size of a cell in lattice units.
    pub(crate) fn cell_size(&self) -> Point {
        self.cells.size
    }

    /// Returns the same map with its corner at another lattice point; an error where a cell would be beyond the world's
    /// edge.
    pub fn moved_to(&self, at: Point) -> Result<Tiles> {
        if let Some(Bounds { min, max }) = self.cells.extent {
            at.offset(min)?;
            at.offset(max)?;
        }
        Ok(Tiles::new(self.cells.clone(), at))
    }

    /// Moves the map; the caller guarantees that it stays within the world.
    pub(crate) fn move_to(&mut self, at: Point) {
        self.at = at;
        self.bounds = self.cells.bounds(at);
    }

    /// Returns the box around all cells; `None` without any.
    pub fn bounds(&self) -> Option<Bounds> {
        self.bounds
    }

    /// Returns the cells that are not empty, in (y, x) order.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = PlacedCell> {
        self.cells.places.iter().map(|place| self.cell(place).placed())
    }

    /// Returns the box around the map's corner, the corners of its cells and all vertices.
    pub(crate) fn reach(&self) -> Bounds {
        let here = Bounds { min: self.at, max: self.at };
        self.cells.extent.map_or(here, |extent| extent.translated(self.at).union(here))
    }

    /// Whether some cells are masks. The pixels they cover depend on the map's position within a pixel.
    pub(crate) fn has_masks(&self) -> bool {
        self.cells.kinds.iter().any(|kind| matches!(kind.form, CellForm::Sprite(_)))
    }

    /// Returns the number of the kind of each of those cells. Equal cells have the same number.
    #[cfg(feature = "gpu")]
    pub(crate) fn kinds(&self) -> impl Iterator<Item = u32> {
        self.cells.places.iter().map(|place| place.kind)
    }

    /// Whether some of its cells are one-way.
    pub(crate) fn has_one_way(&self) -> bool {
        self.cells.has_one_way
    }

    /// Returns column, row and direction of each one-way cell. Only faces that look in this direction stop travels.
    pub(crate) fn one_way_cells(&self) -> impl Iterator<Item = (u32, u32, Vec2)> {
        let places = if self.cells.has_one_way { &self.cells.places[..] } else { &[] };
        places.iter().filter_map(|&CellPlace { column, row, kind }| {
            self.cells.kinds[kind as usize].one_way.map(|direction| (column, row, direction))
        })
    }

    /// Returns the same map without its one-way cells.
    pub(crate) fn without_one_way(&self) -> Tiles {
        let cells = self.cells.closed.get_or_init(|| Arc::new(self.cells.only_closed()));
        Tiles::new(cells.clone(), self.at)
    }

    /// Returns the direction of the faces of a cell that stop travels; `None` where all faces do.
    pub(crate) fn one_way(&self, cell: &CellAt<'_>) -> Option<Vec2> {
        self.cells.kinds[cell.kind as usize].one_way
    }

    /// Returns the cells, relative to the map's corner.
    pub(super) fn cells_of(&self) -> &Cells {
        &self.cells
    }

    /// Returns the number of cells that are not empty.
    pub fn count(&self) -> usize {
        self.cells.places.len()
    }

    /// Returns the map's position, the size of a cell, and how far cells reach from their corners at most.
    #[cfg(feature = "gpu")]
    pub(crate) fn grid(&self) -> (Point, Point, Bounds) {
        (self.at, self.cells.size, self.cells.reach)
    }

    /// Returns the cells that may reach into a box, in (y, x) order. It finds them by dividing by the cell's size.
    #[inline(always)]
    pub(crate) fn cells_near(&self, near: Bounds) -> CellsNear<'_> {
        let Cells { rows, words, in_unit, reach, .. } = &*self.cells;
        let rows_reached = cells_between(
            i64::from(near.min.y) - i64::from(self.at.y) - i64::from(reach.max.y),
            i64::from(near.max.y) - i64::from(self.at.y) - i64::from(reach.min.y),
            in_unit[1],
            rows.len() / words,
        );
        let columns = cells_between(
            i64::from(near.min.x) - i64::from(self.at.x) - i64::from(reach.max.x),
            i64::from(near.max.x) - i64::from(self.at.x) - i64::from(reach.min.x),
            in_unit[0],
            words * 64,
        );
        let [row, last_row] = if columns[0] < columns[1] { rows_reached } else { [0, 0] };
        let mut cells =
            CellsNear { tiles: self, columns, row, last_row, word: columns[0] / 64, bits: 0, number: 0 };
        cells.read();
        cells
    }

    /// Returns the forms of all kinds of cells; a cell's kind is an index into these.
    pub(crate) fn forms(&self) -> impl Iterator<Item = &CellForm> + Clone {
        self.cells.kinds.iter().map(|kind| &kind.form)
    }

    #[inline(always)]
    fn cell(&self, place: &CellPlace) -> CellAt<'_> {
        let &CellPlace { column, row, kind } = place;
        let along = |at: i32, k: u32, side: i32| at + k as i32 * side;
        let size = self.cells.size;
        let corner = Point::new(along(self.at.x, column, size.x), along(self.at.y, row, size.y));
        CellAt { column, row, corner, kind, form: &self.cells.kinds[kind as usize].form }
    }
}

impl PartialEq for Tiles {
    fn eq(&self, other: &Tiles) -> bool {
        let same = |(a, b): (&CellPlace, &CellPlace)| self.cell(a) == other.cell(b);
        self.at == other.at
            && (Arc::ptr_eq(&self.cells, &other.cells)
                || self.count() == other.count()
                    && self.cells.size == other.cells.size
                    && self.cells.places.iter().zip(&other.cells.places).all(same))
    }
}

/// A cell on the lattice.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedCell {
    /// The column of the cell.
    pub column: u32,
    /// The row of the cell.
    pub row: u32,
    /// The form of the cell.
    pub form: CellForm,
}

/// A cell of a placed map; its form is still relative to its corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CellAt<'a> {
    pub(crate) column: u32,
    pub(crate) row: u32,
    pub(crate) corner: Point,
    /// The index of its form among the map's forms.
    pub(crate) kind: u32,
    pub(crate) form: &'a CellForm,
}

/// Returns the half-open range of rows or columns, of `count`, that the closed interval from `from` to `to` touches.
#[inline(always)]
fn cells_between(from: i64, to: i64, in_unit: f64, count: usize) -> [usize; 2] {
    let cell = |x: i64| ((x.max(0) as f64 * in_unit) as usize).min(count);
    [cell(from), if to < 0 { 0 } else { (cell(to) + 1).min(count) }]
}

/// The cells that may reach into a box, in (y, x) order.
pub(crate) struct CellsNear<'a> {
    tiles: &'a Tiles,
    columns: [usize; 2],
    row: usize,
    last_row: usize,
    /// The word that is read, the bits of its remaining cells, and the index of the first of these.
    word: usize,
    bits: u64,
    number: u32,
}

impl CellsNear<'_> {
    /// Reads the word, if there is one.
    #[inline(always)]
    fn read(&mut self) {
        if self.row >= self.last_row {
            return;
        }
        let Word { bits, first, .. } = self.tiles.cells.rows[self.row * self.tiles.cells.words + self.word];
        let [from, to] = self.columns;
        let (before, after) = (from.saturating_sub(64 * self.word), to - 64 * self.word);
        self.number = first + (bits & !(u64::MAX << before)).count_ones();
        self.bits = bits & u64::MAX << before;
        if after < 64 {
            self.bits &= !(u64::MAX << after);
        }
    }

    /// Moves on to the next word; returns whether there is one.
    #[inline(always)]
    fn advance(&mut self) -> bool {
        let [from, to] = self.columns;
        self.word += 1;
        if 64 * self.word >= to {
            (self.word, self.row) = (from / 64, self.row + 1);
        }
        self.read();
        self.row < self.last_row
    }
}

impl<'a> Iterator for CellsNear<'a> {
    type Item = CellAt<'a>;

    #[inline(always)]
    fn next(&mut self) -> Option<CellAt<'a>> {
        while self.bits == 0 {
            if self.row >= self.last_row || !self.advance() {
                return None;
            }
        }
        self.bits &= self.bits - 1;
        let place = &self.tiles.cells.places[self.number as usize];
        self.number += 1;
        Some(self.tiles.cell(place))
    }
}

impl CellAt<'_> {
    /// Returns the closed box around the cell; `None` where the cell is empty.
    pub(crate) fn bounds(&self) -> Option<Bounds> {
        self.form.bounds_at(self.corner)
    }

    /// Returns the cell with its form on the lattice.
    pub(crate) fn placed(&self) -> PlacedCell {
        let form = match self.form {
            CellForm::Convex(convex) => {
                let mut convex = convex.clone();
                convex.translate(self.corner);
                CellForm::Convex(convex)
            }
            CellForm::Sprite(sprite) => CellForm::Sprite(sprite.moved_to(self.corner)),
        };
        PlacedCell { column: self.column, row: self.row, form }
    }
}

/// The form of a placed cell.
#[derive(Debug, Clone, PartialEq)]
pub enum CellForm {
    /// A solid cell or a polygon.
    Convex(Convex),
    /// A mask.
    Sprite(Sprite),
}

impl CellForm {
    /// Returns the closed box around the form; `None` where the form is empty.
    pub fn bounds(&self) -> Option<Bounds> {
        match self {
            CellForm::Convex(convex) => Some(convex.bounds()),
            CellForm::Sprite(sprite) => sprite.reach().bounds(),
        }
    }

    /// Returns the same for a form that was placed at the origin, with its corner at a lattice point.
    fn bounds_at(&self, corner: Point) -> Option<Bounds> {
        match self {
            CellForm::Convex(convex) => Some(convex.bounds().translated(corner)),
            CellForm::Sprite(sprite) => reach_at(sprite, corner).bounds(),
        }
    }
}

/// Returns the reach that an unturned sprite would have at another position.
fn reach_at(sprite: &Sprite, at: Point) -> PixelBox {
    let (offset, mask) = (sprite.upright_offset(), sprite.mask());
    let (x0, y0) = ((at.x + offset.x) >> 8, (at.y + offset.y) >> 8);
    PixelBox { x0, y0, x1: x0 + mask.width() as i32, y1: y0 + mask.height() as i32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;
    use crate::mask::Mask;
    use crate::shape::Polygon;

    /// Every cell that meets a box is found, once and in order, and no empty one. Where cells do not reach beyond their
    /// squares, only those and their neighbours are found.
    #[test]
    fn cells_near_a_box_are_found() {
        let mut random = Random::new(9);
        let slope = Polygon::new(&[[0.0, 3.0], [5.0, 0.0], [5.0, 3.0]]).unwrap();
        let mask = Arc::new(Mask::from_fn(7, 2, |_, _| true).unwrap());
        let legend = [('/', Cell::Polygon(slope)), ('m', Cell::Mask(mask))];
        let mut found = 0;
        for round in 0..60 {
            let columns = random.pick(&[1, 5, 63, 64, 65, 200]);
            let kinds = if round % 2 == 0 { "...#" } else { "..#/m" };
            let mut cell = |_| kinds.as_bytes()[random.below(kinds.len() as i32) as usize] as char;
            let rows: Vec<String> = (0..9).map(|_| (0..columns).map(&mut cell).collect()).collect();
            let side = random.pick(&[0.004, 1.0, 4.7]);
            let map = TileMap::from_rows([side, 3.0], &rows, &legend).unwrap();
            let [x, y] = [(); 2].map(|()| random.below(9000) + random.pick(&[-4000, -(1 << 28)]));
            let at = Point::new(x, y);
            let tiles = Arc::new(map).place([f64::from(at.x) / 256.0, f64::from(at.y) / 256.0]).unwrap();
            for _ in 0..100 {
                let width = (side * 256.0) as i32 * columns;
                let corner = Point::new(
                    at.x - 500 + random.below(width + 1000),
                    at.y - 500 + random.below(9 * 768 + 1000),
                );
                // Also tests boxes on the edges of cells.
                let corner = if random.below(3) == 0 { Point::new(at.x + 256, at.y + 768) } else { corner };
                let [w, h] = [(); 2].map(|()| random.pick(&[0, 1, 300, 5000]));
                let near = Bounds { min: corner, max: Point::new(corner.x + w, corner.y + h) };
                let all: Vec<_> = tiles.cells_near(near).map(|cell| (cell.row, cell.column)).collect();
                assert!(all.is_sorted() && all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
                found += all.len();
                let mut count = 0;
                for cell in tiles.cells() {
                    let is_found = all.binary_search(&(cell.row, cell.column)).is_ok();
                    let meets = cell.form.bounds().is_some_and(|bounds| bounds.meets(near));
                    assert!(is_found || !meets, "{near:?} {cell:?}");
                    let size = tiles.cells.size;
                    let is_close = |bounds: Bounds| bounds.grown(size.x.max(size.y)).meets(near);
                    let is_close = cell.form.bounds().is_some_and(is_close);
                    assert!(is_close || !is_found || round % 2 == 1, "{near:?} {cell:?}");
                    count += usize::from(is_found);
                }
                assert_eq!(count, all.len());
            }
        }
        assert!(found > 10_000, "{found}");
    }

    /// A map is made of plain values only where all of them are valid.
    #[test]
    fn values_that_are_no_map_are_refused() {
        let cell = Point::new(256, 512);
        let made = |cell: Point, columns: usize, cells: &[u32], kinds: &[Cell]| {
            TileMap::from_raw(cell, columns, cells.to_vec(), kinds.to_vec())
        };
        let kinds = [Cell::Solid];
        let map = made(cell, 2, &[0, 1, 1, 0], &kinds).unwrap();
        assert_eq!(map, TileMap::from_rows([1.0, 2.0], &[".#", "#."], &[]).unwrap());
        let longest = crate::lattice::LONGEST;
        for side in [0, -256, longest + 1] {
            assert_eq!(made(Point::new(side, 512), 2, &[0, 1], &kinds), None, "{side}");
            assert_eq!(made(Point::new(256, side), 2, &[0, 1], &kinds), None, "{side}");
        }
        assert_eq!(made(cell, 2, &[], &kinds), None, "no cells");
        assert_eq!(made(cell, 0, &[0, 1], &kinds), None, "no columns");
        assert_eq!(made(cell, 2, &[0, 1, 1], &kinds), None, "half a row");
        assert_eq!(made(cell, 2, &[0, 2], &kinds), None, "an unknown kind");
        let bent = Polygon::new(&[[0.0, 0.0], [1.0, 0.0], [0.2, 0.2], [0.0, 1.0]]).unwrap();
        assert_eq!(made(cell, 2, &[0, 1], &[Cell::Polygon(bent)]), None, "a concave cell");
    }
}

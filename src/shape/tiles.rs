//! Tile maps: unturned cells, each empty, solid, a convex polygon or a mask (SPEC 2).

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::{At, Error, Result};
use crate::lattice::{Bounds, Point, Vec2, finite, snap};
use crate::mask::{Mask, Sprite};
use crate::shape::{Convex, Placement, Polygon};

/// What a cell of a tile map holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// A closed box as large as the cell.
    Solid,
    /// A convex polygon in the cell's coordinates.
    Polygon(Polygon),
    /// A mask with its top left corner at the cell's.
    Mask(Arc<Mask>),
}

/// A grid of cells in its own coordinates.
#[derive(Debug, Clone, PartialEq)]
pub struct TileMap {
    cell: Point,
    columns: usize,
    /// Index into `kinds` plus one, row by row; 0 is an empty cell.
    cells: Vec<u32>,
    kinds: Vec<Cell>,
}

impl TileMap {
    /// A map from rows of characters: '.' and ' ' are empty, '#' is solid, others stand in the legend.
    ///
    /// ```
    /// use kasuri::{Cell, Polygon, TileMap};
    /// let slope = Polygon::new(&[[0.0, 16.0].into(), [16.0, 0.0].into(), [16.0, 16.0].into()])?;
    /// let map = TileMap::from_rows([16.0, 16.0], &["..", "/#"], &[('/', Cell::Polygon(slope))])?;
    /// assert_eq!(map.size(), (2, 2));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn from_rows<S: AsRef<str>>(
        cell: impl Into<Vec2>,
        rows: &[S],
        legend: &[(char, Cell)],
    ) -> Result<TileMap> {
        let cell = cell.into();
        let cell = Point::new(cell_side(cell.x).at("cell[0]")?, cell_side(cell.y).at("cell[1]")?);
        let mut kinds = vec![Cell::Solid];
        let mut meanings = HashMap::from([('.', 0), (' ', 0), ('#', 1)]);
        for (c, kind) in legend {
            if let Cell::Polygon(p) = kind
                && !p.is_convex()
            {
                let hint = "a cell holds a convex polygon; use a mask for other forms";
                return Err(Error::Concave(hint).at("polygon").at(format!("legend.{c}")));
            }
            kinds.push(kind.clone());
            meanings.entry(*c).or_insert(kinds.len() as u32);
        }
        let columns = rows.first().map_or(0, |row| row.as_ref().chars().count());
        if columns == 0 {
            return Err(Error::Count { what: "cells in the tile map", count: 0, least: 1, most: 1 << 24 })
                .at("rows");
        }
        let count = columns.saturating_mul(rows.len());
        if count > 1 << 24 {
            return Err(Error::Count { what: "cells in the tile map", count, least: 1, most: 1 << 24 })
                .at("rows");
        }
        let mut cells = Vec::with_capacity(count);
        for (row, text) in rows.iter().enumerate() {
            let found = text.as_ref().chars().count();
            if found != columns {
                return Err(Error::UnequalRows { row, found, expected: columns }.at("rows"));
            }
            for (column, c) in text.as_ref().chars().enumerate() {
                match meanings.get(&c) {
                    Some(&kind) => cells.push(kind),
                    None => return Err(Error::UnknownTile(c).at(format!("rows[{row}][{column}]"))),
                }
            }
        }
        Ok(TileMap { cell, columns, cells, kinds })
    }

    /// The size of a cell, the columns, what each cell holds (an index into the kinds plus one), the kinds.
    pub(crate) fn raw(&self) -> (Point, usize, &[u32], &[Cell]) {
        (self.cell, self.columns, &self.cells, &self.kinds)
    }

    /// From the same; `None` where no map is like that.
    pub(crate) fn from_raw(
        cell: Point,
        columns: usize,
        cells: Vec<u32>,
        kinds: Vec<Cell>,
    ) -> Option<TileMap> {
        let side = 1..=crate::lattice::LONGEST;
        let is_kind = |kind: &Cell| !matches!(kind, Cell::Polygon(polygon) if !polygon.is_convex());
        let fits = side.contains(&cell.x)
            && side.contains(&cell.y)
            && (1..=1 << 24).contains(&cells.len())
            && columns > 0
            && cells.len().is_multiple_of(columns)
            && cells.iter().all(|&kind| kind as usize <= kinds.len())
            && kinds.iter().all(is_kind);
        fits.then_some(TileMap { cell, columns, cells, kinds })
    }

    /// Columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.columns, self.cells.len() / self.columns)
    }

    /// What the cell at a column and row holds; `None` for an empty one or one outside.
    pub fn cell(&self, column: usize, row: usize) -> Option<&Cell> {
        if column >= self.columns {
            return None;
        }
        let kind = *self.cells.get(row.checked_mul(self.columns)?.checked_add(column)?)?;
        (kind as usize).checked_sub(1).map(|k| &self.kinds[k])
    }

    /// The map with its top left corner at a place; refused where a cell lies beyond the world's edge.
    pub fn place(self: &Arc<TileMap>, at: impl Into<Vec2>) -> Result<Tiles> {
        let at = Point::snapped(at).at("at")?;
        let (columns, rows) = self.size();
        let mut cells = Vec::new();
        // How far cells reach from their corners, at most.
        let mut reach = Bounds { min: Point::default(), max: self.cell };
        for row in 0..rows {
            for column in 0..columns {
                let Some(cell) = self.cell(column, row) else { continue };
                let (corner, form) = self
                    .place_cell(cell, at, column, row)
                    .map_err(|e| e.at(format!("tiles.rows[{row}][{column}]")))?;
                if let Some(Bounds { min, max }) = form.bounds() {
                    let from = |p: Point| Point::new(p.x - corner.x, p.y - corner.y);
                    reach = reach.union(Bounds { min: from(min), max: from(max) });
                }
                cells.push(PlacedCell { column: column as u32, row: row as u32, form });
            }
        }
        Ok(Tiles { at, grid: Arc::new(Cells { cells: cells.into(), cell: self.cell, reach }) })
    }

    /// A cell's corner and what stands there.
    fn place_cell(&self, cell: &Cell, at: Point, column: usize, row: usize) -> Result<(Point, CellForm)> {
        let along = |k: usize, side: i32| i64::try_from(k).ok().and_then(|k| k.checked_mul(side.into()));
        let narrow = |units: Option<i64>| units.and_then(|u| i32::try_from(u).ok()).unwrap_or(i32::MAX);
        let offset = Point::new(narrow(along(column, self.cell.x)), narrow(along(row, self.cell.y)));
        let corner = at.offset(offset)?;
        let vertex = |x: i32, y: i32| corner.offset(Point::new(x, y));
        let Point { x: w, y: h } = self.cell;
        let form = match cell {
            Cell::Solid => {
                let corners = vec![corner, vertex(w, 0)?, vertex(w, h)?, vertex(0, h)?];
                CellForm::Convex(Convex::new(corners, 0)?)
            }
            Cell::Polygon(polygon) => {
                let placed = polygon.points().iter().map(|v| vertex(snap(v.x)?, snap(v.y)?));
                CellForm::Convex(Convex::new(placed.collect::<Result<_>>()?, 0)?)
            }
            Cell::Mask(mask) => {
                let sprite = Sprite::place(mask, &Placement::default(), Some(Vec2::default()))?;
                CellForm::Sprite(sprite.moved_to(corner))
            }
        };
        Ok((corner, form))
    }
}

/// A tile map on the lattice: its cells that are not empty, in (y, x) order.
#[derive(Debug, Clone, PartialEq)]
pub struct Tiles {
    at: Point,
    grid: Arc<Cells>,
}

#[derive(Debug, PartialEq)]
struct Cells {
    cells: Box<[PlacedCell]>,
    /// The size of a cell.
    cell: Point,
    /// How far cells reach from their corners, at most.
    reach: Bounds,
}

impl Tiles {
    /// The cells that are not empty, in (y, x) order.
    pub fn cells(&self) -> &[PlacedCell] {
        &self.grid.cells
    }

    /// Where the map stands, the size of a cell, and how far cells reach from their corners at most.
    #[cfg(feature = "gpu")]
    pub(crate) fn grid(&self) -> (Point, Point, Bounds) {
        (self.at, self.grid.cell, self.grid.reach)
    }

    /// The cells that may reach into a box, in (y, x) order, found by dividing by the cell's size.
    pub(crate) fn cells_near(&self, near: Bounds) -> impl Iterator<Item = &PlacedCell> {
        let range = |min: i32, max: i32, at: i32, side: i32, from: i32, to: i32| {
            let cell = |x: i64| x.div_euclid(side.into());
            let first = cell(i64::from(min) - i64::from(at) - i64::from(to));
            let last = cell(i64::from(max) - i64::from(at) - i64::from(from));
            (first.clamp(0, 1 << 25) as u32, last.clamp(-1, 1 << 25) + 1)
        };
        let Cells { cells, cell, reach: r } = &*self.grid;
        let rows = range(near.min.y, near.max.y, self.at.y, cell.y, r.min.y, r.max.y);
        let columns = range(near.min.x, near.max.x, self.at.x, cell.x, r.min.x, r.max.x);
        let end = cells.last().map_or(0, |cell| i64::from(cell.row) + 1).min(rows.1) as u32;
        (rows.0..end).flat_map(move |row| {
            let start = cells.partition_point(|cell| (cell.row, cell.column) < (row, columns.0));
            let in_range = move |cell: &&PlacedCell| cell.row == row && i64::from(cell.column) < columns.1;
            cells[start..].iter().take_while(in_range)
        })
    }
}

/// A cell on the lattice.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedCell {
    /// Which column it stands in.
    pub column: u32,
    /// Which row it stands in.
    pub row: u32,
    /// What it is.
    pub form: CellForm,
}

/// What a cell is, placed.
#[derive(Debug, Clone, PartialEq)]
pub enum CellForm {
    /// A solid cell or a polygon.
    Convex(Convex),
    /// A mask.
    Sprite(Sprite),
}

impl CellForm {
    /// The closed box around it; `None` where there is nothing.
    pub fn bounds(&self) -> Option<Bounds> {
        match self {
            CellForm::Convex(convex) => Some(convex.bounds()),
            CellForm::Sprite(sprite) => sprite.reach().bounds(),
        }
    }
}

/// A side of a cell on the lattice: more than 0, at most 2^14 px.
fn cell_side(side: f64) -> Result<i32> {
    let most = f64::from(crate::lattice::LONGEST) / 256.0;
    let out = Error::OutOfRange { what: "a cell's side", value: side, least: 1.0 / 256.0, most };
    if finite(side)? > most {
        return Err(out);
    }
    match snap(side)? {
        units if units > 0 => Ok(units),
        _ => Err(out),
    }
}

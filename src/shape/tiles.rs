//! Tile maps: unturned cells, each empty, solid, a convex polygon or a mask (SPEC 2).

use std::collections::HashMap;
use std::sync::Arc;

use crate::error::{At, Error, Result};
use crate::lattice::{Point, Vec2, finite, snap};
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

    /// Columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.columns, self.cells.len() / self.columns)
    }

    /// What the cell at a column and row holds; `None` for an empty one or one outside.
    pub fn cell(&self, column: usize, row: usize) -> Option<&Cell> {
        if column >= self.columns {
            return None;
        }
        let kind = *self.cells.get(row * self.columns + column)?;
        (kind as usize).checked_sub(1).map(|k| &self.kinds[k])
    }

    /// The map with its top left corner at a place; refused where a cell lies beyond the world's edge.
    pub fn place(self: &Arc<TileMap>, at: impl Into<Vec2>) -> Result<Tiles> {
        let at = Point::snapped(at).at("at")?;
        let (columns, rows) = self.size();
        let mut placed = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                if let Some(cell) = self.cell(column, row) {
                    let form = self.place_cell(cell, at, column, row);
                    let form = form.map_err(|e| e.at(format!("tiles.rows[{row}][{column}]")))?;
                    placed.push(PlacedCell { column: column as u32, row: row as u32, form });
                }
            }
        }
        Ok(Tiles { cells: placed.into() })
    }

    fn place_cell(&self, cell: &Cell, at: Point, column: usize, row: usize) -> Result<CellForm> {
        let along = |k: usize, side: i32| i64::try_from(k).ok().and_then(|k| k.checked_mul(side.into()));
        let narrow = |units: Option<i64>| units.and_then(|u| i32::try_from(u).ok()).unwrap_or(i32::MAX);
        let offset = Point::new(narrow(along(column, self.cell.x)), narrow(along(row, self.cell.y)));
        let corner = at.offset(offset)?;
        let vertex = |x: i32, y: i32| corner.offset(Point::new(x, y));
        let Point { x: w, y: h } = self.cell;
        Ok(match cell {
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
        })
    }
}

/// A tile map on the lattice: its cells that are not empty, in (y, x) order.
#[derive(Debug, Clone, PartialEq)]
pub struct Tiles {
    cells: Arc<[PlacedCell]>,
}

impl Tiles {
    /// The cells that are not empty, in (y, x) order.
    pub fn cells(&self) -> &[PlacedCell] {
        &self.cells
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

//! Tile maps: unturned cells, each empty, solid, a convex polygon or a mask (SPEC 2).

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use crate::error::{At, Cause, Error, Result};
use crate::lattice::{EDGE, Point, UNITS, Vec2, finite, pixels, snap};
use crate::mask::{Mask, Sprite};
use crate::shape::placed_tiles::Cells;
use crate::shape::{CellForm, Convex, Placement, Polygon, Tiles};
use crate::world::unit;

/// The content of a cell of a tile map.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// A closed box as large as the cell.
    Solid,
    /// A convex polygon in the cell's coordinates, at most 64 vertices. A map with a concave polygon is an error: use a
    /// mask, or cut the polygon into convex cells.
    Polygon(Polygon),
    /// A mask with its top left corner at the cell's top left corner.
    Mask(Arc<Mask>),
    /// Another cell that stops travels from one side only, as a [one-way body](crate::Body::one_way) does.
    OneWay {
        /// The cell's content.
        cell: Box<Cell>,
        /// The direction of the faces that stop travels, +y down.
        direction: Vec2,
    },
}

/// A grid of cells in its own coordinates.
#[derive(Debug, Clone)]
pub struct TileMap {
    cell: Point,
    columns: usize,
    /// Index into `kinds` plus one, row by row; 0 is an empty cell.
    cells: Vec<u32>,
    kinds: Vec<Cell>,
    /// The cells shared by all placements of the map, made when it is first placed; `None` where the map fits nowhere.
    placeable: OnceLock<Option<Arc<Cells>>>,
}

impl PartialEq for TileMap {
    fn eq(&self, other: &TileMap) -> bool {
        self.raw() == other.raw()
    }
}

impl TileMap {
    /// Makes a map from rows of characters: '.' and ' ' are empty, '#' is solid, others are defined by the legend.
    ///
    /// ```
    /// use kasuri::{shape::{Cell, Polygon}, TileMap};
    /// let slope = Polygon::new(&[[0.0, 16.0], [16.0, 0.0], [16.0, 16.0]])?;
    /// let map = TileMap::from_rows([16.0, 16.0], &["..", "/#"], &[('/', Cell::Polygon(slope))])?;
    /// assert_eq!(map.size(), (2, 2));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn from_rows<S: AsRef<str>>(
        cell: impl Into<Vec2>,
        rows: &[S],
        legend: &[(char, Cell)],
    ) -> Result<TileMap> {
        let cell = cell_size(cell.into())?;
        let mut kinds = vec![Cell::Solid];
        let mut meanings = HashMap::from([('.', 0), (' ', 0), ('#', 1)]);
        for (c, kind) in legend {
            kinds.push(kind.clone().checked().at(format!("legend.{c}"))?);
            meanings.entry(*c).or_insert(kinds.len() as u32);
        }
        let columns = rows.first().map_or(0, |row| row.as_ref().chars().count());
        if columns == 0 {
            return Err(
                Cause::Count { what: "cells in the tile map", count: 0, least: 1, most: 1 << 24 }.error()
            )
            .at("rows");
        }
        let count = columns.saturating_mul(rows.len());
        if count > 1 << 24 {
            return Err(
                Cause::Count { what: "cells in the tile map", count, least: 1, most: 1 << 24 }.error()
            )
            .at("rows");
        }
        let mut cells = Vec::with_capacity(count);
        for (row, text) in rows.iter().enumerate() {
            let found = text.as_ref().chars().count();
            if found != columns {
                return Err(Cause::UnequalRows { row, found, expected: columns }.at("rows"));
            }
            for (column, c) in text.as_ref().chars().enumerate() {
                match meanings.get(&c) {
                    Some(&kind) => cells.push(kind),
                    None => return Err(Cause::UnknownTile(c).at(format!("rows[{row}][{column}]"))),
                }
            }
        }
        Ok(TileMap { cell, columns, cells, kinds, placeable: OnceLock::new() })
    }

    /// Makes a map from a function of column and row, which returns an index into the list of kinds, or `None` for an
    /// empty cell.
    ///
    /// ```
    /// use kasuri::{shape::Cell, TileMap};
    /// let heights = [1, 3, 2];
    /// let map = TileMap::from_fn([8.0, 8.0], [3, 4], &[Cell::Solid], |column, row| {
    ///     (row >= 4 - heights[column]).then_some(0)
    /// })?;
    /// assert_eq!(map.cell(1, 1), Some(&Cell::Solid));
    /// assert_eq!(map.cell(0, 1), None);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn from_fn(
        cell: impl Into<Vec2>,
        [columns, rows]: [usize; 2],
        kinds: &[Cell],
        mut kind_of: impl FnMut(usize, usize) -> Option<usize>,
    ) -> Result<TileMap> {
        let cell = cell_size(cell.into())?;
        let mut known = vec![Cell::Solid];
        for (k, kind) in kinds.iter().enumerate() {
            known.push(kind.clone().checked().at(format!("kinds[{k}]"))?);
        }
        let count = columns.saturating_mul(rows);
        if !(1..=1 << 24).contains(&count) {
            return Err(
                Cause::Count { what: "cells in the tile map", count, least: 1, most: 1 << 24 }.error()
            )
            .at("size");
        }
        let mut cells = Vec::with_capacity(count);
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let kind = kind_of(column, row);
            if let Some(index) = kind.filter(|&kind| kind >= kinds.len()) {
                return Err(Cause::NoSuchEntry { what: "kind of cell", index, count: kinds.len() }.error())
                    .at(format!("cells[{row}][{column}]"));
            }
            cells.push(kind.map_or(0, |kind| kind as u32 + 2));
        }
        Ok(TileMap { cell, columns, cells, kinds: known, placeable: OnceLock::new() })
    }

    /// Returns the size of a cell, the number of columns, the cells (each an index into the kinds plus one) and the
    /// kinds.
    pub(crate) fn raw(&self) -> (Point, usize, &[u32], &[Cell]) {
        (self.cell, self.columns, &self.cells, &self.kinds)
    }

    /// Makes a map from the same values; `None` where they are not valid.
    pub(crate) fn from_raw(
        cell: Point,
        columns: usize,
        cells: Vec<u32>,
        kinds: Vec<Cell>,
    ) -> Option<TileMap> {
        let side = 1..=crate::lattice::LONGEST;
        let is_kind = |kind: &Cell| kind.check().is_ok();
        let fits = side.contains(&cell.x)
            && side.contains(&cell.y)
            && (1..=1 << 24).contains(&cells.len())
            && columns > 0
            && cells.len().is_multiple_of(columns)
            && cells.iter().all(|&kind| kind as usize <= kinds.len())
            && kinds.iter().all(is_kind);
        fits.then_some(TileMap { cell, columns, cells, kinds, placeable: OnceLock::new() })
    }

    /// Returns the numbers of columns and rows.
    pub fn size(&self) -> (usize, usize) {
        (self.columns, self.cells.len() / self.columns)
    }

    /// Returns the width and height of a cell in lattice units.
    #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
    pub(crate) fn cell_size(&self) -> Point {
        self.cell
    }

    /// Returns the cell at a column and row; `None` where it is empty or outside the map.
    pub fn cell(&self, column: usize, row: usize) -> Option<&Cell> {
        if column >= self.columns {
            return None;
        }
        let kind = *self.cells.get(row.checked_mul(self.columns)?.checked_add(column)?)?;
        (kind as usize).checked_sub(1).map(|k| &self.kinds[k])
    }

    /// Places the map with its top left corner at a position; an error where a cell would be beyond the world's edge.
    ///
    /// The cells are computed once. To place the map again takes no time, however many cells there are.
    pub fn place(self: &Arc<TileMap>, at: impl Into<Vec2>) -> Result<Tiles> {
        let at = Point::snapped(at).at("at")?;
        let cells = self.placeable.get_or_init(|| Cells::of(self).map(Arc::new));
        match cells {
            Some(cells) if cells.fit_at(at) => Ok(Tiles::new(cells.clone(), at)),
            _ => Err(self.refusal(at)),
        }
    }

    /// Returns why the map cannot be placed at a position: the error of the first cell, row by row, that does not fit.
    #[cold]
    fn refusal(&self, at: Point) -> Error {
        let (columns, rows) = self.size();
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            let Some(cell) = self.cell(column, row) else { continue };
            let placed = self.corner(at, column, row).and_then(|corner| cell.check_at(self.cell, corner));
            if let Err(e) = placed {
                return e.at(format!("tiles.rows[{row}][{column}]"));
            }
        }
        beyond_the_edge(at)
    }

    /// Returns the lattice position of a cell's corner.
    fn corner(&self, at: Point, column: usize, row: usize) -> Result<Point> {
        let along = |k: usize, side: i32| i64::try_from(k).ok().and_then(|k| k.checked_mul(side.into()));
        let narrow = |units: Option<i64>| units.and_then(|u| i32::try_from(u).ok()).unwrap_or(i32::MAX);
        at.offset(Point::new(narrow(along(column, self.cell.x)), narrow(along(row, self.cell.y))))
    }
}

impl Cell {
    /// Returns the same cell as a one-way cell: only faces that look in `direction` stop travels; +y is down, as in
    /// rows.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{shape::Cell, travel::Response, Body, TileMap, World};
    /// let legend = [('=', Cell::Solid.one_way([0.0, -1.0]))];
    /// let map = Arc::new(TileMap::from_rows([16.0, 16.0], &["..", "==", "..", "##"], &legend)?);
    /// let mut world = World::new();
    /// world.spawn(Body::tiles(&map))?;
    /// let walker = world.spawn(Body::rect([4.0, 6.0]).at([16.0, 40.0]))?;
    /// assert_eq!(world.travel(walker, [0.0, -36.0], Response::Slide)?.at.y, 4.0);
    /// assert!(world.travel(walker, [0.0, 36.0], Response::Slide)?.at.y < 10.0);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn one_way(self, direction: impl Into<Vec2>) -> Cell {
        let direction = direction.into();
        match self {
            Cell::OneWay { cell, .. } => Cell::OneWay { cell, direction },
            cell => Cell::OneWay { cell: Box::new(cell), direction },
        }
    }

    /// Returns the cell itself, without the direction of a one-way cell.
    #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
    pub(crate) fn inner(&self) -> &Cell {
        if let Cell::OneWay { cell, .. } = self { cell.inner() } else { self }
    }

    /// Returns the direction of the faces that stop travels; `None` where all faces do.
    pub(super) fn direction(&self) -> Option<Vec2> {
        if let Cell::OneWay { direction, .. } = self { Some(*direction) } else { None }
    }

    /// Refuses a cell that is not valid.
    fn check(&self) -> Result<()> {
        match self {
            Cell::Polygon(p) if p.points().len() > 64 => {
                let count = p.points().len();
                Err(Cause::Count { what: "vertices in a cell's polygon", count, least: 3, most: 64 }.error())
                    .at("points")
                    .at("polygon")
            }
            Cell::Polygon(p) if !p.is_convex() => {
                let hint = "a cell holds a convex polygon; use a mask for other forms";
                Err(Cause::Concave(hint).error()).at("polygon")
            }
            Cell::OneWay { cell, .. } if matches!(**cell, Cell::OneWay { .. }) => {
                let expected = "a cell that is solid, a polygon or a mask";
                Err(Cause::Expected { found: "a one-way cell".into(), expected }.error()).at("one_way")
            }
            Cell::OneWay { cell, direction } => unit(*direction).at("one_way").and_then(|_| cell.check()),
            _ => Ok(()),
        }
    }

    /// Returns the same cell with a direction of length 1, if it is valid.
    fn checked(self) -> Result<Cell> {
        self.check()?;
        Ok(match self {
            Cell::OneWay { cell, direction } => Cell::OneWay { cell, direction: unit(direction)? },
            cell => cell,
        })
    }

    /// Returns the vertices of a convex cell, relative to its corner.
    fn vertices(&self, size: Point) -> Result<Vec<Point>> {
        match self {
            Cell::OneWay { cell, .. } => cell.vertices(size),
            Cell::Solid => Ok([(0, 0), (size.x, 0), (size.x, size.y), (0, size.y)]
                .map(|(x, y)| Point::new(x, y))
                .to_vec()),
            Cell::Polygon(polygon) => {
                polygon.points().iter().map(|v| Ok(Point::new(snap(v.x)?, snap(v.y)?))).collect()
            }
            Cell::Mask(_) => Ok(Vec::new()),
        }
    }

    /// Returns the cell's form with its corner at the origin.
    pub(super) fn at_origin(&self, size: Point) -> Result<CellForm> {
        match self {
            Cell::OneWay { cell, .. } => cell.at_origin(size),
            Cell::Mask(mask) => {
                Ok(CellForm::Sprite(Sprite::place(mask, &Placement::default(), Some(Vec2::default()))?))
            }
            _ => Ok(CellForm::Convex(Convex::new(self.vertices(size)?, 0)?)),
        }
    }

    /// Refuses a corner that would put the cell beyond the world's edge, and a cell that is too large.
    fn check_at(&self, size: Point, corner: Point) -> Result<()> {
        self.vertices(size)?.into_iter().try_for_each(|v| corner.offset(v).map(|_| ()))?;
        self.at_origin(size).map(|_| ())
    }
}

/// Returns a general error, for a map without a cell that gives a more precise one.
fn beyond_the_edge(at: Point) -> Error {
    let most = f64::from(EDGE / UNITS);
    Cause::OutOfRange { what: "a placed coordinate", value: pixels(at.x.into()), least: -most, most }.error()
}

fn cell_size(cell: Vec2) -> Result<Point> {
    Ok(Point::new(cell_side(cell.x).at("cell[0]")?, cell_side(cell.y).at("cell[1]")?))
}

/// Snaps a side of a cell: more than 0, at most 2^14 px.
fn cell_side(side: f64) -> Result<i32> {
    let most = f64::from(crate::lattice::LONGEST) / 256.0;
    let units = if finite(side)? > most { 0 } else { snap(side)? };
    if units > 0 {
        return Ok(units);
    }
    Err(Cause::OutOfRange { what: "a cell's side", value: side, least: 1.0 / 256.0, most }.error())
}

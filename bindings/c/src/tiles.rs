//! Tile maps.

use std::ffi::c_char;
use std::mem::MaybeUninit;
use std::sync::Arc;

use kasuri::{
    Error, TileMap, Vec2,
    shape::{Cell, Polygon},
};

use crate::border::{Done, Refusal, border};
use crate::choices::choice;
use crate::mask_make::shared;
use crate::pointers::{list, needed, put, text};
use crate::status::kasuri_status;
use crate::table;
use crate::types::{kasuri_mask, kasuri_tiles, kasuri_vec2};

/// The content of a cell of a tile map.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_cell_kind {
    /// The whole cell is solid.
    Solid = 0,
    /// A convex polygon, relative to the cell's top left corner.
    Polygon = 1,
    /// A mask whose top left corner is the cell's.
    Mask = 2,
}

/// The meaning of a character in a tile map's rows.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_cell {
    /// The character: a Unicode scalar value.
    pub character: u32,
    /// One of `kasuri_cell_kind`.
    pub kind: u32,
    /// The vertices of a polygon.
    pub points: *const kasuri_vec2,
    /// The number of vertices.
    pub count: usize,
    /// The mask of `KASURI_CELL_KIND_MASK`.
    pub mask: kasuri_mask,
}

impl kasuri_cell {
    fn meaning(&self, k: usize) -> Done<(char, Cell)> {
        let name = |field: &str| format!("legend[{k}].{field}");
        let character = char::from_u32(self.character).ok_or_else(|| {
            Refusal::value(&name("character"), self.character, "a Unicode scalar value is expected")
        })?;
        let polygon = || {
            let points = list(self.points, self.count, &name("points"))?;
            let points: Vec<Vec2> = points.iter().map(|&p| p.into()).collect();
            Ok(Cell::Polygon(Polygon::new(&points).map_err(|e: Error| e.at(name("points")))?))
        };
        let cell = choice!(&name("kind"), self.kind, kasuri_cell_kind {
            Solid => Ok(Cell::Solid),
            Polygon => polygon(),
            Mask => shared(self.mask, &name("mask")).map(Cell::Mask),
        })?;
        Ok((character, cell?))
    }
}

/// Creates a tile map of text: rows that end with a line break, one character per cell. '.' and ' ' are empty, '#' is
/// solid, and the legend gives the meaning of other characters.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_tiles_from_rows(
    cell_width: f64,
    cell_height: f64,
    rows: *const c_char,
    legend: *const kasuri_cell,
    count: usize,
    tiles: Option<&mut MaybeUninit<kasuri_tiles>>,
) -> kasuri_status {
    border(|| {
        let (out, rows) = (needed(tiles, "tiles")?, text(rows, "rows")?);
        let rows: Vec<&str> = rows.lines().collect();
        let legend = list(legend, count, "legend")?.iter().enumerate();
        let legend = legend.map(|(k, cell)| cell.meaning(k)).collect::<Done<Vec<_>>>()?;
        out.put(table::insert(Arc::new(TileMap::from_rows([cell_width, cell_height], &rows, &legend)?))?);
        Ok(())
    })
}

/// Writes the number of columns and rows of a tile map.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_tiles_size(
    tiles: kasuri_tiles,
    columns: Option<&mut MaybeUninit<usize>>,
    rows: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let size = table::read(tiles, "tiles", |map: &Arc<TileMap>| Ok(map.size()))?;
        put(columns, "columns", size.0)?;
        put(rows, "rows", size.1)
    })
}

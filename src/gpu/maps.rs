//! Tile maps as one table of words, which tiles.wgsl reads. Cells are relative to their map and indexed by row.

use std::collections::HashMap;

use bytemuck::{Pod, Zeroable};

use crate::lattice::{Bounds, Point};

/// The maps, one after another. Each map has: the cell size, how far cells reach from their corners, the number of
/// rows; then the index of each row's first cell, and the end of the last row; then the cells.
#[derive(Debug, Default)]
pub(super) struct Maps {
    pub(super) words: Vec<i32>,
    /// The first word of each map that is already in the table.
    known: HashMap<Vec<i32>, u32>,
}

/// A non-empty cell: `MapCell` in tiles.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct MapCell {
    /// The cell's corner, relative to the map's corner.
    pub(super) corner: [i32; 2],
    /// A mask's size; 0 for a convex part.
    pub(super) size: [i32; 2],
    /// A mask's first word, or the part's index.
    pub(super) first: u32,
    /// A mask's words per row; 0 for a convex part.
    pub(super) stride: u32,
}

/// The words before the row table.
const HEADER: usize = 7;
/// The words of one cell.
const CELL: usize = size_of::<MapCell>() / 4;

impl Maps {
    /// Adds a map with the given cells, sorted by row; returns its first word. Equal maps are stored once.
    pub(super) fn add(&mut self, side: Point, reach: Bounds, cells: &[(u32, MapCell)]) -> u32 {
        let rows = cells.last().map_or(0, |&(row, _)| row + 1);
        let Bounds { min, max } = reach;
        let mut map = vec![side.x, side.y, min.x, min.y, max.x, max.y, rows as i32];
        map.extend((0..=rows).map(|row| cells.partition_point(|cell| cell.0 < row) as i32));
        cells.iter().for_each(|(_, cell)| map.extend_from_slice(bytemuck::cast_slice(&[*cell])));
        self.keep(map)
    }

    fn keep(&mut self, map: Vec<i32>) -> u32 {
        let next = self.words.len() as u32;
        let words = &mut self.words;
        *self.known.entry(map).or_insert_with_key(|map| {
            words.extend_from_slice(map);
            next
        })
    }

    /// Copies a map from another table, after `change` has updated each cell; returns its new first word.
    pub(super) fn take(&mut self, old: &Maps, first: u32, change: impl Fn(&mut MapCell)) -> u32 {
        let map = &old.words[first as usize..];
        let starts = HEADER + map[HEADER - 1] as usize;
        let cells = starts + 1;
        let end = cells + CELL * map[starts] as usize;
        let mut map = map[..end].to_vec();
        for words in map[cells..].chunks_exact_mut(CELL) {
            let mut cell: MapCell = bytemuck::pod_read_unaligned(bytemuck::cast_slice(words));
            change(&mut cell);
            words.copy_from_slice(bytemuck::cast_slice(&[cell]));
        }
        self.keep(map)
    }

    /// Returns the part indices of a map's cells.
    pub(super) fn parts(&self, first: u32) -> impl Iterator<Item = u32> {
        self.cells(first).filter(|cell| cell.stride == 0).map(|cell| cell.first)
    }

    /// Returns the first words of a map's masks.
    pub(super) fn masks(&self, first: u32) -> impl Iterator<Item = u32> {
        self.cells(first).filter(|cell| cell.stride != 0).map(|cell| cell.first)
    }

    fn cells(&self, first: u32) -> impl Iterator<Item = MapCell> {
        let map = &self.words[first as usize..];
        let starts = HEADER + map[HEADER - 1] as usize;
        let cells = map[starts + 1..].chunks_exact(CELL).take(map[starts] as usize);
        cells.map(|words| bytemuck::pod_read_unaligned(bytemuck::cast_slice(words)))
    }
}

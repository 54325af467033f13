//! Tile maps as a table of words, which tiles.wgsl reads: cells relative to their map, found by rows.

use std::collections::HashMap;

use bytemuck::{Pod, Zeroable};

use crate::lattice::{Bounds, Point};

/// The maps one after another. Of each a cell's size, how far cells reach from their corners, how many rows; where each row
/// begins among the cells, and where the last ends; then the cells.
#[derive(Debug, Default)]
pub(super) struct Maps {
    pub(super) words: Vec<i32>,
    /// Where those that there are begin.
    known: HashMap<Vec<i32>, u32>,
}

/// A cell that is not empty: `Cell` in tiles.wgsl.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Cell {
    /// Its corner as seen from the map's.
    pub(super) corner: [i32; 2],
    /// Of a mask its size; of a convex part 0.
    pub(super) size: [i32; 2],
    /// A mask's first word, or the part.
    pub(super) first: u32,
    /// A mask's words a row.
    pub(super) stride: u32,
}

/// Words before the rows.
const HEADER: usize = 7;
/// Words of a cell.
const CELL: usize = size_of::<Cell>() / 4;

impl Maps {
    /// Where a map begins, of cells by their rows; alike ones are one.
    pub(super) fn add(&mut self, side: Point, reach: Bounds, cells: &[(u32, Cell)]) -> u32 {
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

    /// Takes a map of other tables, whose cells are seen to first; where it begins now.
    pub(super) fn take(&mut self, old: &Maps, first: u32, change: impl Fn(&mut Cell)) -> u32 {
        let map = &old.words[first as usize..];
        let starts = HEADER + map[HEADER - 1] as usize;
        let cells = starts + 1;
        let end = cells + CELL * map[starts] as usize;
        let mut map = map[..end].to_vec();
        for words in map[cells..].chunks_exact_mut(CELL) {
            let mut cell: Cell = bytemuck::pod_read_unaligned(bytemuck::cast_slice(words));
            change(&mut cell);
            words.copy_from_slice(bytemuck::cast_slice(&[cell]));
        }
        self.keep(map)
    }

    /// The parts of a map's cells.
    pub(super) fn parts(&self, first: u32) -> impl Iterator<Item = u32> {
        self.cells(first).filter(|cell| cell.stride == 0).map(|cell| cell.first)
    }

    /// The first words of its masks.
    pub(super) fn masks(&self, first: u32) -> impl Iterator<Item = u32> {
        self.cells(first).filter(|cell| cell.stride != 0).map(|cell| cell.first)
    }

    fn cells(&self, first: u32) -> impl Iterator<Item = Cell> {
        let map = &self.words[first as usize..];
        let starts = HEADER + map[HEADER - 1] as usize;
        let cells = map[starts + 1..].chunks_exact(CELL).take(map[starts] as usize);
        cells.map(|words| bytemuck::pod_read_unaligned(bytemuck::cast_slice(words)))
    }
}

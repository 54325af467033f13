//! Which tile is in which cell: numbers, or base64 of numbers, whole or in chunks.

use crate::error::{Cause, Result};
use crate::shape::tiled::export::{Layer, TileNumbers};

/// The bits of a tile's number that say how it is flipped.
pub(super) const LEFT_TO_RIGHT: u32 = 1 << 31;
pub(super) const TOP_TO_BOTTOM: u32 = 1 << 30;
/// Flips about the line from the top left to the bottom right corner, before the other flips.
pub(super) const DIAGONALLY: u32 = 1 << 29;
pub(super) const FLAGS: u32 = 0xf << 28;

/// The most cells that a tile map may have.
const MOST: usize = 1 << 24;

/// The tiles of a layer, row by row; 0 is an empty cell.
#[derive(Debug, Clone)]
pub(super) struct Gids {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) all: Vec<u32>,
}

impl Gids {
    pub(super) fn of(layer: Layer) -> Result<Gids> {
        if let Some(name) = layer.compression.filter(|name| !name.is_empty()) {
            let text = format!(
                "its tiles are compressed with {name}; save the map with CSV, or base64 uncompressed"
            );
            return Err(Cause::Tiled(text).error());
        }
        let (columns, rows) = (layer.width, layer.height);
        let count = columns.saturating_mul(rows);
        if !(1..=MOST).contains(&count) {
            return Err(Cause::Count { what: "cells in the layer", count, least: 1, most: MOST }.error());
        }
        match (layer.data, layer.chunks) {
            (Some(data), _) => Ok(Gids { columns, rows, all: numbers(data, count)? }),
            (None, Some(chunks)) => {
                let mut all = vec![0; count];
                for chunk in chunks {
                    let tiles = numbers(chunk.data, chunk.width.saturating_mul(chunk.height))?;
                    let [left, top] = [(chunk.x, layer.startx), (chunk.y, layer.starty)]
                        .map(|(at, start)| usize::try_from(at.saturating_sub(start)).unwrap_or(usize::MAX));
                    let fits = left.saturating_add(chunk.width) <= columns
                        && top.saturating_add(chunk.height) <= rows;
                    if !fits {
                        return Err(Cause::Tiled("a chunk lies beyond its layer".into()).error());
                    }
                    for (row, tiles) in tiles.chunks(chunk.width.max(1)).enumerate() {
                        let at = (top + row) * columns + left;
                        all[at..at + tiles.len()].copy_from_slice(tiles);
                    }
                }
                Ok(Gids { columns, rows, all })
            }
            (None, None) => Err(Cause::Tiled("it has no tiles; data or chunks is expected".into()).error()),
        }
    }
}

fn numbers(data: TileNumbers, count: usize) -> Result<Vec<u32>> {
    let numbers = match data {
        TileNumbers::Numbers(numbers) => numbers,
        TileNumbers::Text(text) => of_base64(&text)?,
    };
    if numbers.len() == count {
        return Ok(numbers);
    }
    let found = numbers.len();
    Err(Cause::Tiled(format!("there are {found} tiles where width and height say {count}")).error())
}

/// Decodes base64 to numbers of four bytes each, lowest byte first.
fn of_base64(text: &str) -> Result<Vec<u32>> {
    let wrong = || Cause::Tiled("its tiles are no base64 of whole numbers".into()).error();
    let text = text.trim().trim_end_matches('=');
    let (mut bytes, mut bits, mut held) = (Vec::with_capacity(text.len() / 4 * 3), 0_u32, 0);
    for c in text.bytes() {
        let six = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return Err(wrong()),
        };
        (bits, held) = (bits << 6 | u32::from(six), held + 6);
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    let (numbers, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        return Err(wrong());
    }
    Ok(numbers.iter().map(|&four| u32::from_le_bytes(four)).collect())
}

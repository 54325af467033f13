//! Builds the cell of a tile.

use std::sync::Arc;

use crate::effort::spend;
use crate::error::{Cause, Result};
use crate::lattice::Vec2;
use crate::mask::Mask;
use crate::shape::tiled::export::ExportedObject;
use crate::shape::tiled::gids::{DIAGONALLY, LEFT_TO_RIGHT, TOP_TO_BOTTOM};
use crate::shape::{Cell, Polygon};

/// A piece of a tile, relative to the tile's top left corner.
#[derive(Debug, Clone)]
pub(super) enum TilePiece {
    Polygon(Vec<Vec2>),
    /// An ellipse in a box that is turned about the box's corner.
    Ellipse {
        at: Vec2,
        half: Vec2,
        angle: f64,
    },
}

pub(super) fn piece(object: &ExportedObject) -> TilePiece {
    if object.ellipse {
        let half = Vec2::new(object.width / 2.0, object.height / 2.0);
        return TilePiece::Ellipse {
            at: Vec2::new(object.x, object.y),
            half,
            angle: object.rotation.to_radians(),
        };
    }
    let corners = corners(object);
    if corners.is_empty() {
        let (w, h) = (object.width, object.height);
        let corners = [[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]];
        return TilePiece::Polygon(corners.map(|corner| placed(object, corner.into())).to_vec());
    }
    TilePiece::Polygon(corners)
}

/// Returns the corners of a polygon, in pixels, relative to the same origin as the object's position.
pub(super) fn corners(object: &ExportedObject) -> Vec<Vec2> {
    let corners = object.polygon.iter().flatten();
    corners.map(|corner| placed(object, Vec2::new(corner.x, corner.y))).collect()
}

/// Returns a point of an object, turned about the object's position.
fn placed(object: &ExportedObject, v: Vec2) -> Vec2 {
    Vec2::new(object.x, object.y) + turned(v, object.rotation.to_radians())
}

fn turned(v: Vec2, angle: f64) -> Vec2 {
    if angle == 0.0 {
        return v;
    }
    let (c, s) = (libm::cos(angle), libm::sin(angle));
    Vec2::new(c * v.x - s * v.y, s * v.x + c * v.y)
}

/// Makes the cell of a tile from its pieces, flipped as the highest bits of the tile's number say; `None` where it
/// covers nothing.
pub(super) fn cell(pieces: &[TilePiece], size: [u32; 2], gid: u32) -> Result<Option<Cell>> {
    if pieces.is_empty() {
        return Ok(Some(Cell::Solid));
    }
    if let [TilePiece::Polygon(corners)] = pieces {
        let corners: Vec<Vec2> = corners.iter().map(|&v| flipped(v, size, gid)).collect();
        let polygon = Polygon::new(&corners)?;
        if polygon.is_convex() && corners.len() <= 64 {
            return Ok(Some(Cell::Polygon(polygon)));
        }
    }
    pixels(pieces, size, gid)
}

/// Returns where a point of a tile is after the tile is flipped.
fn flipped(v: Vec2, size: [u32; 2], gid: u32) -> Vec2 {
    let [w, h] = size.map(f64::from);
    let v = if gid & DIAGONALLY != 0 { Vec2::new(v.y, v.x) } else { v };
    let x = if gid & LEFT_TO_RIGHT != 0 { w - v.x } else { v.x };
    let y = if gid & TOP_TO_BOTTOM != 0 { h - v.y } else { v.y };
    Vec2::new(x, y)
}

/// Returns the point of a tile that flipping moves to `v`.
fn unflipped(v: Vec2, size: [u32; 2], gid: u32) -> Vec2 {
    let [w, h] = size.map(f64::from);
    let x = if gid & LEFT_TO_RIGHT != 0 { w - v.x } else { v.x };
    let y = if gid & TOP_TO_BOTTOM != 0 { h - v.y } else { v.y };
    if gid & DIAGONALLY != 0 { Vec2::new(y, x) } else { Vec2::new(x, y) }
}

/// Returns a mask of the pixels whose centres lie in a piece.
fn pixels(pieces: &[TilePiece], size: [u32; 2], gid: u32) -> Result<Option<Cell>> {
    if let Some(bad) = pieces.iter().find(|piece| !piece.is_finite()) {
        return Err(Cause::Tiled(format!("a piece has a number that is not finite: {bad:?}")).error());
    }
    let work: u64 = pieces.iter().map(TilePiece::work).sum();
    if !spend(work.saturating_mul(u64::from(size[0]) * u64::from(size[1]))) {
        // The caller that set the ceiling reports the error.
        return Ok(None);
    }
    let mask = Mask::from_fn(size[0] as usize, size[1] as usize, |x, y| {
        let centre = unflipped(Vec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5), size, gid);
        pieces.iter().any(|piece| piece.contains(centre))
    })?;
    Ok((mask.count() > 0).then(|| Cell::Mask(Arc::new(mask))))
}

impl TilePiece {
    fn is_finite(&self) -> bool {
        match self {
            TilePiece::Polygon(corners) => corners.iter().all(|v| v.finite().is_ok()),
            TilePiece::Ellipse { at, half, angle } => {
                at.finite().is_ok() && half.finite().is_ok() && angle.is_finite()
            }
        }
    }

    fn work(&self) -> u64 {
        if let TilePiece::Polygon(corners) = self { corners.len() as u64 } else { 8 }
    }

    fn contains(&self, v: Vec2) -> bool {
        match self {
            TilePiece::Polygon(corners) => {
                let edges = corners.iter().zip(corners.iter().cycle().skip(1));
                edges.filter(|&(&a, &b)| crosses(a, b, v)).count() % 2 == 1
            }
            TilePiece::Ellipse { at, half, angle } => {
                let seen = turned(v - *at, -angle) - *half;
                let (x, y) = (seen.x / half.x, seen.y / half.y);
                x * x + y * y <= 1.0
            }
        }
    }
}

/// Whether the ray from a point to the right crosses an edge.
fn crosses(a: Vec2, b: Vec2, v: Vec2) -> bool {
    (a.y > v.y) != (b.y > v.y) && v.x < a.x + (v.y - a.y) * (b.x - a.x) / (b.y - a.y)
}

//! New angles, scales or placements of many bodies, as the caller gives them. This is one type instead of closures, because the
//! kernels that turn bodies are large, and each closure would have them compiled again, for every instruction set.

use crate::error::Result;
use crate::lattice::{Point, Vec2};
use crate::shape::Placement;
use crate::world::edit::turns::NewTurn;
use crate::world::table::axes::Boundary;
use crate::world::table::handle::Handle;
use crate::world::table::rows::RowChange;
use crate::world::table::rows::Rows;

/// The new angles, scales or placements of a list of bodies, in the same order.
#[derive(Debug, Clone, Copy)]
pub(in crate::world) enum NewTurns<'a> {
    Angles(Boundary, &'a [f64]),
    Scales(&'a [Vec2]),
    Placements(Boundary, &'a [Placement]),
}

impl NewTurns<'_> {
    /// Returns the new angle of the k-th body; `None` if it stays.
    #[inline(always)]
    pub(super) fn angle(&self, k: usize) -> Option<f64> {
        match self {
            NewTurns::Angles(boundary, angles) => Some(boundary.angle(angles[k])),
            NewTurns::Scales(_) => None,
            NewTurns::Placements(boundary, placements) => Some(boundary.angle(placements[k].angle)),
        }
    }

    /// Returns the new turn of the k-th body, which has a row.
    #[inline(always)]
    pub(super) fn turn(&self, rows: &Rows, k: usize, row: usize) -> NewTurn {
        match self {
            NewTurns::Angles(boundary, angles) => {
                NewTurn { at: Some(rows.points[row]), angle: boundary.angle(angles[k]), scale: None }
            }
            NewTurns::Scales(scales) => {
                NewTurn { at: Some(rows.points[row]), angle: rows.angle(row), scale: Some(scales[k]) }
            }
            NewTurns::Placements(boundary, placements) => NewTurn {
                at: Point::snapped(boundary.place_in(placements[k].at)).ok(),
                angle: boundary.angle(placements[k].angle),
                scale: Some(placements[k].scale),
            },
        }
    }

    /// Returns the new state of the k-th body.
    pub(in crate::world) fn change(&self, rows: &Rows, k: usize, body: Handle) -> Result<RowChange> {
        let change = rows.as_it_is(body)?;
        let placement = match self {
            NewTurns::Angles(boundary, angles) => {
                Placement { angle: boundary.angle(angles[k]), ..change.placement }
            }
            NewTurns::Scales(scales) => Placement { scale: scales[k], ..change.placement },
            NewTurns::Placements(boundary, placements) => {
                let Placement { at, angle, scale } = placements[k];
                Placement { at: boundary.place_in(at), angle: boundary.angle(angle), scale }
            }
        };
        Ok(RowChange { placement, ..change })
    }
}

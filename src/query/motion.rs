//! The path of a moving body.

use crate::error::{At, Cause, Result};
use crate::form::Form;
use crate::lattice::{Point, Vec2};
use crate::query::exact::Step;

/// The path of a body, in pixels and on the lattice.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Motion {
    from: Vec2,
    to: Vec2,
    pub(crate) start: Point,
    pub(crate) end: Point,
}

impl Motion {
    /// Builds a path. Errors for a tile map that would move, and where the end lies beyond the world's edge.
    pub(crate) fn of(form: &Form, at: Vec2, to: Vec2) -> Result<Motion> {
        let motion =
            Motion { from: at, to, start: Point::snapped(at).at("at")?, end: Point::snapped(to).at("to")? };
        match form {
            Form::Tiles(_) if to != at => Err(Cause::TileMapMoves.error()),
            _ => motion.moved(form, motion.end).at("to").map(|_| motion),
        }
    }

    pub(crate) fn moves(&self) -> bool {
        self.from != self.to
    }

    /// Returns the snapped path as a vector.
    pub(crate) fn vector(&self) -> Step {
        Step::between(self.start, self.end)
    }

    /// Returns the number of whole-pixel steps of a sprite on this path: at least 1, from the unsnapped ends.
    pub(crate) fn steps(&self) -> u32 {
        let longer = (self.to.x - self.from.x).abs().max((self.to.y - self.from.y).abs());
        longer.ceil().max(1.0) as u32
    }

    /// Returns position k of n, snapped. Both ends are valid positions, and so are all positions between them.
    pub(crate) fn place(&self, k: u32, n: u32) -> Point {
        let along = |from: f64, to: f64| from + ((to - from) * f64::from(k)) / f64::from(n);
        let at = Vec2::new(along(self.from.x, self.to.x), along(self.from.y, self.to.y));
        if k == n { self.end } else { Point::snapped(at).unwrap_or(self.end) }
    }

    /// Returns the form at another position.
    pub(crate) fn moved(&self, form: &Form, to: Point) -> Result<Form> {
        let by = Point::new(to.x - self.start.x, to.y - self.start.y);
        Ok(match form {
            Form::Sprite(sprite) => Form::Sprite(sprite.moved_to(to)),
            Form::Shape(parts) => Form::Shape(parts.moved_by(by)?),
            Form::Tiles(tiles) => Form::Tiles(tiles.clone()),
        })
    }
}

//! Where a body fits, pose by pose (SPEC 8, `fits`).

use crate::error::{Cause, Result};
use crate::form::{Form, Placed, Touching};
use crate::lattice::{Point, Vec2};
use crate::reference::pairs::overlaps;
use crate::shape::Convex;

/// Which poses are free: for each angle, for each row, for each column.
pub type FreeCells = Vec<Vec<Vec<bool>>>;

/// Returns for each pose whether the body would be in no pair. `poses` has the body once for each angle. The positions begin
/// at `from`, are `step` apart, and there are `count` columns and rows of them.
pub fn fits(
    poses: &[Placed],
    [from, step]: [Vec2; 2],
    [w, h]: [u32; 2],
    bodies: &[Placed],
    touching: impl Fn(&Placed, &Placed) -> Touching,
) -> Result<FreeCells> {
    let is_free = |pose: &Placed, i: u32, j: u32| {
        let (x, y) = (f64::from(i) * step.x, f64::from(j) * step.y);
        let there = stood_at(pose, Vec2::new(from.x + x, from.y + y))?;
        Ok(!bodies
            .iter()
            .any(|other| pose.pairs_with(other) && overlaps(&there, &other.form, touching(pose, other))))
    };
    let row = |pose: &Placed, j: u32| (0..w).map(|i| is_free(pose, i, j)).collect::<Result<Vec<bool>>>();
    let rows = |pose: &Placed| (0..h).map(|j| row(pose, j)).collect();
    poses.iter().map(rows).collect()
}

/// Returns a body's form at another position: its vertices keep their snapped offsets (SPEC 2).
fn stood_at(body: &Placed, place: Vec2) -> Result<Form> {
    let (old, new) = (Point::snapped(body.at)?, Point::snapped(place)?);
    let by = Point::new(new.x - old.x, new.y - old.y);
    match &body.form {
        Form::Shape(parts) => {
            let moved: Vec<Convex> = parts.iter().map(|part| part.moved_by(by)).collect::<Result<_>>()?;
            Ok(Form::Shape(moved.into()))
        }
        Form::Sprite(sprite) => Ok(Form::Sprite(sprite.moved_to(new))),
        Form::Tiles(_) => Err(Cause::TileMapFits.error()),
    }
}

//! Which bodies are swept, and moves without a path (SPEC 6, "Swept bodies").

use crate::error::{Cause, Result};
use crate::lattice::Vec2;
use crate::world::World;
use crate::world::edit::equally_many;
use crate::world::table::handle::Handle;

impl World {
    pub(in crate::world) fn set_swept(&mut self, body: Handle, is_swept: bool) -> Result<()> {
        let row = self.rows.row(body)?;
        if is_swept && self.rows.kinds[row].is_map() {
            return Err(Cause::TileMapMoves.at("swept"));
        }
        self.rows.set_swept(row, is_swept);
        Ok(())
    }

    pub(in crate::world) fn teleport(&mut self, body: Handle, at: impl Into<Vec2>) -> Result<()> {
        self.set_position(body, at)?;
        let row = self.rows.row(body)?;
        self.rows.end_path(row);
        Ok(())
    }

    /// Moves each body to its own position without a path: all of them, or none if one is refused.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::rect([1.0, 50.0]).at([100.0, 0.0]))?;
    /// let shots = world.spawn_many(2, |_| Body::circle(2.0).swept())?;
    /// world.teleport_many(&shots, &[[200.0, 0.0], [300.0, 0.0]])?;
    /// assert_eq!(world.step()?.began().len(), 0);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn teleport_many<P: Into<Vec2> + Copy + Sync>(&mut self, bodies: &[Handle], at: &[P]) -> Result<()> {
        equally_many(bodies, at)?;
        self.set_positions(bodies, at)?;
        for &body in bodies {
            let row = self.rows.row(body)?;
            self.rows.end_path(row);
        }
        Ok(())
    }
}

//! Bends many chains at once: curved lasers get new points in each step. A chain whose look no other body has gets its points, its
//! parts and its box written in place; nothing is allocated.

use crate::cpu::forms::Extent;
use crate::error::{Cause, Result};
use crate::lattice::Vec2;
use crate::shape::ShapeKind;
use crate::world::World;
use crate::world::table::handle::Handle;
use crate::world::table::look::Solid;
use crate::world::table::rows::Rows;

impl World {
    /// Gives each chain other points: all of them, or none if one is refused. Each gets as many as it has; the points of one
    /// chain follow those of the one before.
    ///
    /// ```
    /// use kasuri::{Area, Body, Filter, World};
    /// let mut world = World::new();
    /// let straight = [[0.0, 0.0], [10.0, 0.0], [20.0, 0.0]];
    /// let lasers = world.spawn_many(2, |_| Body::chain(&straight, 1.0))?;
    /// let bent = [[0.0, 0.0], [10.0, 5.0], [20.0, 20.0], [0.0, 0.0], [10.0, -5.0], [20.0, -20.0]];
    /// world.set_chains(&lasers, &bent)?;
    /// assert_eq!(world.overlapping(Area::point([20.0, -20.0]), Filter::ALL)?, lasers[1..]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn set_chains<P: Into<Vec2> + Copy>(&mut self, bodies: &[Handle], points: &[P]) -> Result<()> {
        self.timed(bodies.len(), |world| {
            let mut scratch = world.scratch.take().unwrap_or_default();
            let (new, before) = (&mut scratch.points, &mut scratch.at);
            let boundary = world.boundary;
            new.clear();
            new.extend(points.iter().map(|&p| boundary.place_in(p.into())));
            let bent = world.bend_all(bodies, new, before);
            world.scratch = Some(scratch);
            bent
        })
    }

    /// Bends each chain to its points. `before` receives the old points, in case a later chain is refused.
    fn bend_all(&mut self, bodies: &[Handle], new: &[Vec2], before: &mut Vec<Vec2>) -> Result<()> {
        before.clear();
        for (k, &body) in bodies.iter().enumerate() {
            let left = &new[before.len()..];
            if let Err(refused) = self.bend(body, left, before) {
                self.straighten(&bodies[..k], before);
                return Err(refused.at(format!("[{k}]")));
            }
        }
        let all = before.len();
        if all != new.len() {
            self.straighten(bodies, before);
            let cause = Cause::Count { what: "points in all", count: new.len(), least: all, most: all };
            return Err(cause.at("points"));
        }
        Ok(())
    }

    /// Bends the chain of a body to the first of some points, and adds its points so far to `before`.
    fn bend(&mut self, body: Handle, points: &[Vec2], before: &mut Vec<Vec2>) -> Result<()> {
        let row = self.rows.row(body)?;
        let old = chain_of(&self.rows, row)?;
        let (first, count) = (before.len(), old.len());
        let Some(new) = points.get(..count) else {
            let cause =
                Cause::Count { what: "points for the chain", count: points.len(), least: count, most: count };
            return Err(cause.at("points"));
        };
        if !new.iter().all(|p| p.x.is_finite() & p.y.is_finite()) {
            let finite =
                |(k, p): (usize, &Vec2)| p.finite().map(drop).map_err(|e| e.at(format!("points[{k}]")));
            return new.iter().enumerate().try_for_each(finite);
        }
        before.extend_from_slice(old);
        let bent = self.bend_to(row, new, &before[first..]);
        if bent.is_err() {
            before.truncate(first);
        }
        bent
    }

    /// Bends the chain of a row from old points to new ones.
    fn bend_to(&mut self, row: usize, new: &[Vec2], old: &[Vec2]) -> Result<()> {
        if let Some(bent) = self.rows.bend_own(row, new, old) {
            return bent;
        }
        match &self.rows.look(row).solid {
            Solid::Shape(shape) => {
                let shape = shape.with_points(new)?;
                self.set_solid(row, Solid::Shape(shape))
            }
            _ => Err(Cause::NotA("a chain").error()),
        }
    }

    /// Gives chains their old points back, the last one first.
    fn straighten(&mut self, bodies: &[Handle], before: &[Vec2]) {
        let mut end = before.len();
        for &body in bodies.iter().rev() {
            let Ok(row) = self.rows.row(body) else { continue };
            let Ok(count) = chain_of(&self.rows, row).map(<[Vec2]>::len) else { continue };
            let old = &before[end - count..end];
            let _ = self.bend_to(row, old, old);
            end -= count;
        }
    }
}

/// Returns the points of a body that is a chain.
fn chain_of(rows: &Rows, row: usize) -> Result<&[Vec2]> {
    let Solid::Shape(shape) = &rows.look(row).solid else { return Err(Cause::NotA("a chain").error()) };
    match shape.shape_kind() {
        ShapeKind::Chain { points, .. } => Ok(points),
        _ => Err(Cause::NotA("a chain").error()),
    }
}

impl Rows {
    /// Bends a chain whose look no other body has; `None` for any other. A refused change changes nothing.
    fn bend_own(&mut self, row: usize, new: &[Vec2], old: &[Vec2]) -> Option<Result<()>> {
        let look = self.looks[row];
        self.look_table.own_mut(look)?;
        let form = self.own_form(row);
        // The placed form refers to its shape, too, for the field.
        self.form_table.forget_shapes(form);
        if !self.look_table.own_mut(look)?.set_own_points(new) {
            return None;
        }
        let fits = |extent: &Extent, rows: &Rows| extent.fits_at(rows.points[row]);
        let placed = self.place_again(row);
        if let Ok(extent) = placed
            && fits(&extent, self)
        {
            self.set_extent(row, extent);
            self.find_discs(row);
            return Some(Ok(()));
        }
        // Placing it there again gives an error that names the point.
        let refused = self.look(row).form(&self.placement(row)).err();
        self.form_table.forget_shapes(form);
        self.look_table.own_mut(look)?.set_own_points(old);
        if let Ok(extent) = self.place_again(row) {
            self.set_extent(row, extent);
            self.find_discs(row);
        }
        Some(Err(refused.unwrap_or_else(|| Cause::NotA("a chain in the world").error())))
    }
}

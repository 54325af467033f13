//! Bodies come and go.

use std::sync::Arc;

use crate::error::{At, Error, Result};
use crate::lattice::{EDGE, UNITS, not_negative, snap};
use crate::shape::Placement;
use crate::world::World;
use crate::world::body::{Body, Looks};
use crate::world::filter::Filter;
use crate::world::handle::Handle;
use crate::world::look::{Look, Solid};
use crate::world::rows::Row;
use crate::world::rules::Rules;
use crate::world::walls::reaches;

impl World {
    /// A new body, the last in the order of spawn.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::circle(3.0).at([10.0, 20.0]).data(7))?;
    /// assert_eq!(world.get(ball)?.data(), 7);
    /// assert!(world.spawn(Body::circle(f64::NAN)).is_err());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn spawn(&mut self, body: Body) -> Result<Handle> {
        let row = self.row_of(body)?;
        let handle = self.rows.push(row)?;
        if let Some(walls) = self.walls {
            let row = self.rows.len() - 1;
            self.rows.outside[row] = !reaches(&self.rows, row, walls);
        }
        Ok(handle)
    }

    /// As many new bodies, in order: all of them, or where one is refused none.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let shots = world.spawn_many(100, |k| Body::circle(3.0).at([8.0 * k as f64, 0.0]))?;
    /// assert_eq!((shots.len(), world.len()), (100, 100));
    /// let refused = world.spawn_many(9, |k| Body::circle(5.0 - k as f64)).unwrap_err();
    /// assert_eq!(refused.to_string(), "[6].r: -1 is negative; a radius is 0 or more");
    /// assert_eq!(world.len(), 100);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn spawn_many(&mut self, count: usize, mut body: impl FnMut(usize) -> Body) -> Result<Vec<Handle>> {
        self.edit(count, |world| {
            // However many are asked for, the first may be refused.
            let room = count.min(1 << 20);
            let mut handles = Vec::with_capacity(room);
            world.rows.reserve(room);
            for k in 0..count {
                match world.spawn(body(k)) {
                    Ok(handle) => handles.push(handle),
                    Err(error) => {
                        handles.iter().for_each(|_| world.rows.pop());
                        return Err(error.at(format!("[{k}]")));
                    }
                }
            }
            Ok(handles)
        })
    }

    /// Removes a body. The next step tells its contacts' end.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::point())?;
    /// world.remove(ball)?;
    /// assert!(world.remove(ball).is_err() && !world.contains(ball));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn remove(&mut self, body: Handle) -> Result<()> {
        let row = self.rows.row(body)?;
        self.rows.remove(row);
        Ok(())
    }

    /// Removes bodies: all of them, or where one is gone already none.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let balls = world.spawn_many(3, |_| Body::circle(3.0))?;
    /// world.remove_many(&balls[1..])?;
    /// assert!(world.remove_many(&balls).is_err() && world.contains(balls[0]));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn remove_many(&mut self, bodies: &[Handle]) -> Result<()> {
        for (k, &body) in bodies.iter().enumerate() {
            self.rows.row(body).map_err(|e| e.at(format!("[{k}]")))?;
        }
        self.edit(bodies.len(), |world| {
            // A handle that stands in the list twice is gone the second time.
            for &body in bodies {
                if let Ok(row) = world.rows.row(body) {
                    world.rows.remove(row);
                }
            }
        });
        Ok(())
    }

    /// Removes every body that overlaps a shape or a mask placed somewhere, as a bomb does, and names them in order.
    ///
    /// ```
    /// use kasuri::{Body, Placement, Shape, World};
    /// const BULLET: u32 = 2;
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::point())?;
    /// let shots = world.spawn_many(5, |k| Body::circle(3.0).layer(BULLET).at([20.0 * k as f64, 0.0]))?;
    /// let gone = world.remove_overlapping(Shape::circle(37.0)?, &Placement::default(), BULLET)?;
    /// assert_eq!(gone, shots[..3]);
    /// assert!(world.contains(ship) && !world.contains(shots[2]) && world.contains(shots[3]));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn remove_overlapping(
        &mut self,
        solid: impl Into<Solid>,
        placement: &Placement,
        filter: impl Into<Filter>,
    ) -> Result<Vec<Handle>> {
        let gone = self.overlapping(solid, placement, filter)?;
        self.remove_many(&gone)?;
        Ok(gone)
    }

    /// Removes every body.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn_many(3, |_| Body::circle(3.0))?;
    /// world.clear();
    /// assert!(world.is_empty());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn clear(&mut self) {
        for row in 0..self.rows.len() {
            if self.rows.is_living(row) {
                self.rows.remove(row);
            }
        }
    }

    fn row_of(&mut self, body: Body) -> Result<Row> {
        let Body { looks, frame, mut placement, layers, margin, leash, rules, data, is_swept, passage } =
            body;
        let looks = self.looks_of(looks?)?;
        if is_swept && looks.iter().any(|look| matches!(look.solid, Solid::Tiles(_))) {
            return Err(Error::TileMapMoves.at("swept"));
        }
        placement.at = self.boundary.place_in(placement.at);
        placement.angle = self.boundary.angle(placement.angle);
        let margin = margin.map(|m| self.margin_in(m).at("graze")).transpose()?.unwrap_or(-1);
        let leash = leash.map(|m| self.leash_in(m).at("despawn_beyond")).transpose()?;
        let until = if rules.invulnerable > 0 { self.steps.saturating_add(rules.invulnerable) } else { 0 };
        let rules = Rules { invulnerable: until, leash, ..rules };
        let passage = passage.checked(|direction| self.boundary.turned(direction))?;
        Ok(Row { placement, layers, looks, frame, margin, rules, data, is_swept, passage })
    }

    fn looks_of(&mut self, looks: Looks) -> Result<Arc<[Look]>> {
        let look = match looks {
            Looks::Own(look) => look.through(self.boundary)?,
            Looks::Shared(looks) if self.boundary.is_identity() => {
                looks.iter().cloned().try_for_each(|look| look.through(self.boundary).map(|_| ()))?;
                return Ok(looks);
            }
            Looks::Shared(looks) => {
                return looks.iter().cloned().map(|look| look.through(self.boundary)).collect();
            }
        };
        // A swarm shares one look.
        match self.rows.look_table.last() {
            Some(last) if last.len() == 1 && last[0].is_same(&look) => Ok(last.clone()),
            _ => Ok([look].into()),
        }
    }

    /// A margin beyond the world's bounds, which there have to be.
    pub(super) fn leash_in(&self, margin: f64) -> Result<i32> {
        let margin = self.margin_in(margin)?;
        self.walls.map(|_| margin).ok_or(Error::NoWorldBounds)
    }

    /// A margin in lattice units: at most as far as the world reaches.
    pub(super) fn margin_in(&self, margin: f64) -> Result<i32> {
        let value = self.boundary.length_in(not_negative(margin, "a margin")?);
        match snap(value) {
            Ok(units) if units <= EDGE => Ok(units),
            _ => {
                Err(Error::OutOfRange { what: "a margin", value, least: 0.0, most: f64::from(EDGE / UNITS) })
            }
        }
    }
}

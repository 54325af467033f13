//! Spawning and removing bodies.

use std::sync::Arc;

use crate::error::{At, Cause, Result};
use crate::lattice::{Margin, not_negative};
use crate::world::World;
use crate::world::ask::area::Area;
use crate::world::ask::filter::Filter;
use crate::world::step::walls::reaches;
use crate::world::table::body::{Body, Looks};
use crate::world::table::body_rules::Rules;
use crate::world::table::handle::Handle;
use crate::world::table::look::{Look, Solid};
use crate::world::table::rows::Row;

impl World {
    /// Adds a new body, which is the last one in the order of spawn.
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

    /// Adds `count` new bodies, in order: all of them, or none if one is refused. The function gets the index of each
    /// body, from 0.
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
        self.timed(count, |world| {
            // Limits the memory reserved for a large count, because the first body may already be refused.
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

    /// Removes a body. The next step reports the end of its contacts.
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

    /// Removes bodies: all of them, or none if one is gone already. A handle may be given twice.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let balls = world.spawn_many(3, |_| Body::circle(3.0))?;
    /// world.remove_many(&[balls[1], balls[2], balls[1]])?;
    /// assert!(world.remove_many(&balls).is_err() && world.contains(balls[0]));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn remove_many(&mut self, bodies: &[Handle]) -> Result<()> {
        for (k, &body) in bodies.iter().enumerate() {
            self.rows.row(body).map_err(|e| e.at(format!("[{k}]")))?;
        }
        self.timed(bodies.len(), |world| {
            // A body that is in the list twice is already gone the second time.
            for &body in bodies {
                if let Ok(row) = world.rows.row(body) {
                    world.rows.remove(row);
                }
            }
        });
        Ok(())
    }

    /// Removes every body that overlaps an area, as a bomb does, and returns their handles in order.
    ///
    /// ```
    /// use kasuri::{Area, Body, World};
    /// const BULLET: u32 = 2;
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::point())?;
    /// let shots = world.spawn_many(5, |k| Body::circle(3.0).layer(BULLET).at([20.0 * k as f64, 0.0]))?;
    /// let gone = world.remove_overlapping(Area::circle([0.0, 0.0], 37.0), BULLET)?;
    /// assert_eq!(gone, shots[..3]);
    /// assert!(world.contains(ship) && !world.contains(shots[2]) && world.contains(shots[3]));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn remove_overlapping(&mut self, area: Area, filter: impl Into<Filter>) -> Result<Vec<Handle>> {
        let gone = self.overlapping(area, filter)?;
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
            return Err(Cause::TileMapMoves.at("swept"));
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
        // Bodies that are spawned one after the other with the same look share it.
        match self.rows.look_table.last() {
            Some(last) if last.len() == 1 && last[0].is_same(&look) => Ok(last.clone()),
            _ => Ok([look].into()),
        }
    }

    /// Converts a margin beyond the world's bounds to lattice units; an error if the world has no bounds.
    pub(in crate::world) fn leash_in(&self, margin: f64) -> Result<i32> {
        let margin = self.margin_in(margin)?;
        self.walls.map(|_| margin).ok_or_else(|| Cause::NoWorldBounds.error())
    }

    /// Converts a margin to lattice units; an error if it is larger than the world.
    pub(in crate::world) fn margin_in(&self, margin: f64) -> Result<i32> {
        not_negative(margin, "a margin")?;
        Margin::new(self.boundary.length_in(margin)).map(Margin::units)
    }
}

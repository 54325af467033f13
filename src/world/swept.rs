//! Swept bodies: which they are, and where the way of every body begins (SPEC 6, "Swept bodies").
//!
//! A world keeps where ways begin from its first swept body on; one that never had any keeps nothing and pays nothing.

use crate::error::{Error, Result};
use crate::form::{Form, Moving};
use crate::lattice::{Bounds, Point, Vec2};
use crate::world::World;
use crate::world::edit::equally_many;
use crate::world::handle::Handle;
use crate::world::hash::Hasher;
use crate::world::kind::Kind;
use crate::world::rows::Rows;

/// Columns of the rows that stay empty until there is a swept body.
#[derive(Debug, Clone, Default)]
pub(super) struct Ways {
    /// Whether each body is swept.
    swept: Vec<bool>,
    /// Where the way of each begins.
    from: Vec<Point>,
    /// How many are swept.
    count: usize,
    /// Whether there ever was one: only then the columns are as long as the rows.
    is_kept: bool,
}

impl Ways {
    /// Another row, at the end, of a body that stands at a place.
    #[inline(always)]
    pub(super) fn push(&mut self, at: Point) {
        if self.is_kept {
            self.swept.push(false);
            self.from.push(at);
        }
    }

    /// The body of a row is gone.
    #[inline(always)]
    pub(super) fn vacate(&mut self, row: usize) {
        if self.is_kept {
            self.count -= usize::from(self.swept[row]);
            self.swept[row] = false;
        }
    }

    #[inline(always)]
    pub(super) fn truncate(&mut self, len: usize) {
        self.swept.truncate(len);
        self.from.truncate(len);
    }

    #[inline(always)]
    pub(super) fn move_row(&mut self, from: usize, to: usize) {
        if self.is_kept {
            self.swept[to] = self.swept[from];
            self.from[to] = self.from[from];
        }
    }
}

impl Rows {
    /// Whether there is a swept body.
    #[inline(always)]
    pub(super) fn has_swept(&self) -> bool {
        self.ways.count > 0
    }

    /// Whether it is kept where ways begin.
    pub(super) fn keeps_ways(&self) -> bool {
        self.ways.is_kept
    }

    pub(super) fn is_swept(&self, row: usize) -> bool {
        self.ways.count > 0 && self.ways.swept[row]
    }

    pub(super) fn set_swept(&mut self, row: usize, is_swept: bool) {
        if is_swept {
            self.keep_ways();
        }
        if self.ways.is_kept {
            self.ways.count += usize::from(is_swept);
            self.ways.count -= usize::from(std::mem::replace(&mut self.ways.swept[row], is_swept));
        }
    }

    /// From now on it is kept where ways begin: where the bodies stand now.
    pub(super) fn keep_ways(&mut self) {
        if !self.ways.is_kept {
            let count = self.len();
            self.ways =
                Ways { swept: vec![false; count], from: self.points.clone(), count: 0, is_kept: true };
        }
    }

    /// As if there had never been a swept body.
    pub(super) fn forget_ways(&mut self) {
        self.ways = Ways::default();
    }

    /// A step is over: every way begins where its body stands.
    #[inline(always)]
    pub(super) fn end_ways(&mut self) {
        if self.ways.is_kept {
            self.ways.from.copy_from_slice(&self.points);
        }
    }

    /// The way of a body begins where it stands.
    pub(super) fn end_way(&mut self, row: usize) {
        self.begin_way(row, self.points[row]);
    }

    pub(super) fn begin_way(&mut self, row: usize, from: Point) {
        if self.ways.is_kept {
            self.ways.from[row] = from;
        }
    }

    /// Where the way of a body begins as it is kept, also of what is a tile map now.
    pub(super) fn kept_from(&self, row: usize) -> Point {
        self.ways.from[row]
    }

    /// Where the way of a body begins; a tile map stays where it is.
    #[inline(always)]
    pub(super) fn way_from(&self, row: usize) -> Point {
        if self.ways.is_kept && self.kinds[row] != Kind::Map { self.ways.from[row] } else { self.points[row] }
    }

    /// The ways of the regions of a body, each with its form where it stands now.
    pub(super) fn moving<'a>(&self, row: usize, form: &'a Form) -> Moving<'a> {
        Moving { form, from: self.way_from(row), to: self.points[row] }.of_its_kind()
    }

    /// The box of the way of a body.
    #[inline(always)]
    pub(super) fn box_of_way(&self, row: usize) -> Bounds {
        let (bounds, from) = (self.bounds[row], self.way_from(row));
        if self.kinds[row] == Kind::Gone {
            return bounds;
        }
        if from == self.points[row] {
            return bounds;
        }
        // Between its ends no box reaches further: its corners go where the body goes.
        bounds.union(self.form_table.extent(self.forms[row]).bounds_at(from))
    }

    /// The swept bodies and the ways, as they are part of the state of a world that keeps them.
    pub(super) fn hash_way(&self, hasher: &mut Hasher, row: usize) {
        if self.ways.is_kept {
            hasher.add(u64::from(self.ways.swept[row]));
            hasher.point(self.ways.from[row]);
        }
    }
}

impl World {
    /// Makes a body swept, or one that is not: see [`Body::swept`](crate::Body::swept).
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::rect([1.0, 50.0]).at([100.0, 0.0]))?;
    /// let shot = world.spawn(Body::circle(2.0))?;
    /// world.set_swept(shot, true)?;
    /// world.set_position(shot, [500.0, 0.0])?;
    /// assert_eq!(world.step()?.began().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn set_swept(&mut self, body: Handle, is_swept: bool) -> Result<()> {
        let row = self.rows.row(body)?;
        if is_swept && self.rows.kinds[row] == Kind::Map {
            return Err(Error::TileMapMoves.at("swept"));
        }
        self.rows.set_swept(row, is_swept);
        Ok(())
    }

    /// Puts a body somewhere without a way: in the next step it sweeps nothing between where it was and where it is now.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::rect([1.0, 50.0]).at([100.0, 0.0]))?;
    /// let ship = world.spawn(Body::circle(2.0).swept())?;
    /// world.teleport(ship, [500.0, 0.0])?;
    /// assert!(world.step()?.began().is_empty());
    /// world.set_position(ship, [0.0, 0.0])?;
    /// assert_eq!(world.step()?.began().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn teleport(&mut self, body: Handle, at: impl Into<Vec2>) -> Result<()> {
        self.set_position(body, at)?;
        let row = self.rows.row(body)?;
        self.rows.end_way(row);
        Ok(())
    }

    /// Puts bodies somewhere without a way, each at its own place: all of them, or none.
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
    pub fn teleport_many<P: Into<Vec2> + Copy>(&mut self, bodies: &[Handle], at: &[P]) -> Result<()> {
        equally_many(bodies, at)?;
        self.set_positions(bodies, at)?;
        for &body in bodies {
            let row = self.rows.row(body)?;
            self.rows.end_way(row);
        }
        Ok(())
    }
}

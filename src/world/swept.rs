//! Swept bodies: which they are, and where the way of every body begins (SPEC 6, "Swept bodies").
//!
//! SPEC 6 counts ways from the last step on, also in a world whose first swept body comes after some of the others have
//! moved. So where bodies stood is kept before the first of them moves in a step; a world in which nothing moves keeps nothing.

use crate::error::{Error, Result};
use crate::form::{Form, Moving};
use crate::lattice::{Bounds, Point, Vec2, is_within_world};
use crate::simd::{Kernel, Lanes, Simd, bring_near};
use crate::world::World;
use crate::world::column::Column;
use crate::world::edit::equally_many;
use crate::world::forms::moved;
use crate::world::handle::Handle;
use crate::world::hash::Hasher;
use crate::world::kind::Kind;
use crate::world::rows::Rows;

/// Columns of the rows.
#[derive(Debug, Default)]
pub(super) struct Ways {
    /// Whether each body is swept.
    swept: Column<bool>,
    /// How many are.
    count: usize,
    /// Where the way of each begins, if any body has moved since the last step: then there is an entry for every row.
    from: Vec<Point>,
    has_moved: bool,
}

impl Clone for Ways {
    fn clone(&self) -> Ways {
        // Between a step and the first move the places are old ones.
        let from = if self.has_moved { self.from.clone() } else { Vec::new() };
        Ways { swept: self.swept.clone(), count: self.count, from, has_moved: self.has_moved }
    }
}

impl Ways {
    /// Another row, at the end, of a body that stands at a place.
    #[inline(always)]
    pub(super) fn push(&mut self, at: Point) {
        if self.has_moved {
            self.from.push(at);
        }
    }

    /// The body of a row is gone.
    #[inline(always)]
    pub(super) fn vacate(&mut self, row: usize) {
        self.count -= usize::from(self.swept.get(row));
        self.swept.set(row, false);
    }

    #[inline(always)]
    pub(super) fn truncate(&mut self, len: usize) {
        self.swept.truncate(len);
        self.from.truncate(len);
    }

    #[inline(always)]
    pub(super) fn move_row(&mut self, from: usize, to: usize) {
        self.swept.copy(from, to);
        if self.has_moved {
            self.from[to] = self.from[from];
        }
    }

    /// Prefetches what moving bodies writes besides.
    pub(super) fn bring_near(&self) {
        bring_near(&self.from);
    }
}

impl Rows {
    /// Whether there is a swept body.
    #[inline(always)]
    pub(super) fn has_swept(&self) -> bool {
        self.ways.count > 0
    }

    #[inline(always)]
    pub(super) fn is_swept(&self, row: usize) -> bool {
        self.ways.swept.get(row)
    }

    pub(super) fn set_swept(&mut self, row: usize, is_swept: bool) {
        self.ways.count += usize::from(is_swept);
        self.ways.count -= usize::from(self.is_swept(row));
        self.ways.swept.set(row, is_swept);
    }

    /// A body is about to move: before the first of them does it is kept where all of them stand.
    #[inline(always)]
    pub(super) fn begin_ways(&mut self) {
        if !self.ways.has_moved {
            self.keep_places();
        }
    }

    #[inline(never)]
    fn keep_places(&mut self) {
        self.ways.from.clone_from(&self.points);
        self.ways.has_moved = true;
    }

    /// A step is over: every way begins where its body stands.
    #[inline(always)]
    pub(super) fn end_ways(&mut self) {
        self.ways.has_moved = false;
    }

    /// The way of a body begins where it stands.
    pub(super) fn end_way(&mut self, row: usize) {
        if self.ways.has_moved {
            self.ways.from[row] = self.points[row];
        }
    }

    /// The way of a body begins somewhere.
    pub(super) fn begin_way(&mut self, row: usize, from: Point) {
        self.begin_ways();
        self.ways.from[row] = from;
    }

    /// Where the way of a body begins as it is kept, also of what is a tile map now.
    #[inline(always)]
    pub(super) fn kept_from(&self, row: usize) -> Point {
        if self.ways.has_moved { self.ways.from[row] } else { self.points[row] }
    }

    /// Where the way of a body begins; a tile map stays where it is.
    #[inline(always)]
    pub(super) fn way_from(&self, row: usize) -> Point {
        if self.kinds[row] == Kind::Map { self.points[row] } else { self.kept_from(row) }
    }

    /// The ways of the regions of a body, each with its form where it stands now.
    pub(super) fn moving<'a>(&self, row: usize, form: &'a Form) -> Moving<'a> {
        Moving { form, from: self.way_from(row), to: self.points[row] }.of_its_kind()
    }

    /// Finds where bodies stood when their ways began, and the boxes that go with it.
    pub(super) fn find_starts(&self, starts: &mut Starts) {
        Simd::best().run(FindStarts { rows: self, starts });
    }

    /// The swept bodies and the ways, as they are part of the state of a world with swept bodies.
    pub(super) fn hash_way(&self, hasher: &mut Hasher, row: usize) {
        if self.has_swept() {
            hasher.add(u64::from(self.is_swept(row)));
            hasher.point(self.kept_from(row));
        }
    }
}

/// Where bodies stood when their ways began, by row.
#[derive(Debug, Clone, Default)]
pub(super) struct Starts {
    /// Tile maps stand where they stand now.
    pub(super) points: Vec<Point>,
    bounds: Vec<Bounds>,
    /// Whether all bodies fit there for sure.
    pub(super) all_fit: bool,
    /// The boxes of the ways: between its ends no box reaches further, as corners go where the body goes.
    pub(super) ways: Vec<Bounds>,
}

impl Starts {
    /// Asks something of the rows as they were when the ways began. Nothing grazes there.
    pub(super) fn ask<T>(&mut self, rows: &mut Rows, ask: impl FnOnce(&Rows) -> T) -> T {
        let grazing = std::mem::take(&mut rows.grazing);
        self.swap(rows);
        let answer = ask(rows);
        self.swap(rows);
        rows.grazing = grazing;
        answer
    }

    fn swap(&mut self, rows: &mut Rows) {
        std::mem::swap(&mut self.points, &mut rows.points);
        std::mem::swap(&mut self.bounds, &mut rows.bounds);
    }
}

struct FindStarts<'a> {
    rows: &'a Rows,
    starts: &'a mut Starts,
}

/// So many rows are looked at together: what they have in common saves a look at each.
const CHUNK: usize = 64;

impl Kernel for FindStarts<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let (rows, Starts { points, bounds, all_fit, ways }) = (self.rows, self.starts);
        points.clear();
        points.extend_from_slice(if rows.ways.has_moved { &rows.ways.from } else { &rows.points });
        bounds.clear();
        bounds.extend_from_slice(&rows.bounds);
        ways.clear();
        ways.extend_from_slice(&rows.bounds);
        let mut first = 0;
        while rows.ways.has_moved && first < rows.len() {
            let run = first..(first + CHUNK).min(rows.len());
            first += CHUNK;
            let kinds = &rows.kinds[run.clone()];
            let (points, to) = (&mut points[run.clone()], &rows.points[run.clone()]);
            let (bounds, ways) = (&mut bounds[run.clone()], &mut ways[run.clone()]);
            // Corners of anything but a sprite go as far as the body goes.
            let are_plain = kinds.iter().fold(true, |so_far, &kind| so_far & is_plain(kind));
            if are_plain {
                for (((bounds, way), &from), &to) in bounds.iter_mut().zip(ways).zip(&*points).zip(to) {
                    let (x, y) = (from.x - to.x, from.y - to.y);
                    let Bounds { min, max } = *bounds;
                    bounds.min = Point::new(min.x + x, min.y + y);
                    bounds.max = Point::new(max.x + x, max.y + y);
                    way.min = Point::new(min.x + x.min(0), min.y + y.min(0));
                    way.max = Point::new(max.x + x.max(0), max.y + y.max(0));
                }
                continue;
            }
            for k in 0..kinds.len() {
                match kinds[k] {
                    // The place of a body that is gone does not matter, and a tile map stands still.
                    Kind::Gone | Kind::Map => points[k] = to[k],
                    kind => {
                        let phases = rows.phases.get(run.start + k);
                        bounds[k] = moved(to[k], bounds[k], phases, kind.grain(), points[k]);
                        ways[k] = ways[k].union(bounds[k]);
                    }
                }
            }
        }
        let furthest = rows.form_table.furthest();
        let mut box_of_all = Bounds { min: Point::default(), max: Point::default() };
        for &point in &*points {
            box_of_all = box_of_all.union(Bounds { min: point, max: point });
        }
        let Bounds { min, max } = box_of_all;
        let fits = |x: i32| is_within_world(x.into(), furthest);
        *all_fit = fits(min.x) & fits(min.y) & fits(max.x) & fits(max.y);
        if rows.grazing > 0 {
            for (way, &margin) in ways.iter_mut().zip(rows.margins()) {
                *way = way.grown(margin.max(0));
            }
        }
    }
}

#[inline(always)]
fn is_plain(kind: Kind) -> bool {
    (kind.grain() == -1) & (kind != Kind::Gone) & (kind != Kind::Map)
}

impl World {
    /// Makes a body swept, or one that is not: see [`Body::swept`](crate::Body::swept). Its way begins where it stood after the
    /// last step, also if it has moved since.
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

    /// Puts a body somewhere without a way: the next step sweeps nothing between where it was and where it is now.
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

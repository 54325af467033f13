//! Moves many bodies at once: first all are tested, then all are moved, which cannot fail.
//!
//! A move is the same for every kind of body: snap, check, shift (`forms::moved`). The table of forms knows the largest distance of
//! any vertex from its position, so it is enough to check the positions, and the bounds shift as the positions do. The bounds of
//! sprites lie along pixels: a row's phases say how much rounding to whole pixels removed. If the quick check refuses a move, the
//! body is placed anew, so the error names the vertex that is at fault.

use std::ops::Range;

use crate::cpu::forms::moved;
use crate::cpu::kind::Kind;
use crate::lattice::{EDGE, Point, Vec2, is_within_world, units};
use crate::simd::{Kernel, Lanes, Simd, prefetch};
use crate::world::World;
use crate::world::axes::Boundary;
use crate::world::handle::Handle;
use crate::world::rows::Rows;

/// The number of positions computed at a time: several lanes wide, and still in the cache when they are used.
const CHUNK: usize = 64;

impl World {
    /// Moves bodies, each to its own position, if a simple test shows that all can move. Returns whether they do; if
    /// not, nothing changes.
    pub(super) fn move_all<P: Into<Vec2> + Copy>(&mut self, bodies: &[Handle], at: &[P]) -> bool {
        let (rows, boundary, simd) = (&mut self.rows, self.boundary, Simd::best());
        let targets = &mut self.targets;
        targets.clear();
        let can = simd.run(CheckMoves { rows, boundary, bodies, at, targets });
        if can {
            simd.run(ApplyMoves { rows, boundary, at, targets });
        }
        can
    }
}

/// The rows of the bodies to move, in chunks: the test finds them, the move uses them. The memory is reused.
#[derive(Debug, Default)]
pub(super) struct Targets {
    /// The first row of each chunk whose rows are consecutive; `SCATTERED` for the others.
    starts: Vec<u32>,
    /// The rows of the scattered chunks, one chunk after the other.
    rows: Vec<u32>,
}

const SCATTERED: u32 = u32::MAX;

impl Targets {
    fn clear(&mut self) {
        self.starts.clear();
        self.rows.clear();
    }

    /// Finds the rows of a chunk of bodies. Returns whether all bodies live.
    #[inline(always)]
    fn find(&mut self, rows: &Rows, bodies: &[Handle]) -> bool {
        if let Some(run) = rows.run_of(bodies) {
            self.starts.push(run.start as u32);
            return true;
        }
        let (mut found, mut all_live) = ([0; CHUNK], true);
        for (found, &body) in found.iter_mut().zip(bodies) {
            match rows.row(body) {
                Ok(row) => *found = row as u32,
                Err(_) => all_live = false,
            }
        }
        self.starts.push(SCATTERED);
        self.rows.extend_from_slice(&found[..bodies.len().min(CHUNK)]);
        all_live
    }
}

/// Some positions, and the lattice points nearest to them.
struct SnappedPositions {
    at: [Vec2; CHUNK],
    points: [Point; CHUNK],
}

impl SnappedPositions {
    #[inline(always)]
    fn new() -> SnappedPositions {
        SnappedPositions { at: [Vec2::default(); CHUNK], points: [Point::default(); CHUNK] }
    }

    /// Takes over at most `CHUNK` positions. Returns whether all are within the world and at least `from_edge` from
    /// its edge.
    #[inline(always)]
    fn take<P: Into<Vec2> + Copy>(&mut self, boundary: Boundary, places: &[P], from_edge: i32) -> bool {
        if boundary.is_identity() {
            self.at.iter_mut().zip(places).for_each(|(to, &at)| *to = at.into());
        } else {
            self.at.iter_mut().zip(places).for_each(|(to, &at)| *to = boundary.place_in(at.into()));
        }
        let mut all_fit = from_edge <= EDGE;
        for k in 0..CHUNK {
            let [x, y] = [units(self.at[k].x), units(self.at[k].y)];
            self.points[k] = Point::new(x as i32, y as i32);
            all_fit &= is_within_world(x, from_edge) & is_within_world(y, from_edge);
        }
        all_fit
    }
}

/// Tests whether all bodies can be moved.
struct CheckMoves<'a, P> {
    rows: &'a Rows,
    boundary: Boundary,
    bodies: &'a [Handle],
    at: &'a [P],
    targets: &'a mut Targets,
}

impl<P: Into<Vec2> + Copy> Kernel for CheckMoves<'_, P> {
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> bool {
        let CheckMoves { rows, boundary, bodies, at, targets } = self;
        // No vertex of any body is further from its position than this. At that distance from the edge, no body
        // leaves the world.
        let (furthest, mut places) = (rows.form_table.furthest(), SnappedPositions::new());
        let mut chunks = bodies.chunks(CHUNK).zip(at.chunks(CHUNK));
        chunks.all(|(bodies, at)| places.take(boundary, at, furthest) && targets.find(rows, bodies))
    }
}

/// Moves bodies that can be moved.
struct ApplyMoves<'a, P> {
    rows: &'a mut Rows,
    boundary: Boundary,
    at: &'a [P],
    targets: &'a Targets,
}

impl<P: Into<Vec2> + Copy> Kernel for ApplyMoves<'_, P> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let ApplyMoves { rows, boundary, at, targets } = self;
        let (mut places, mut scattered) = (SnappedPositions::new(), &targets.rows[..]);
        rows.begin_paths();
        for (&start, at) in targets.starts.iter().zip(at.chunks(CHUNK)) {
            places.take(boundary, at, 0);
            let count = at.len();
            let (at, points) = (&places.at[..count], &places.points[..count]);
            if start == SCATTERED {
                let (chunk, rest) = scattered.split_at(count);
                rows.move_scattered(chunk, at, points);
                scattered = rest;
            } else {
                let start = start as usize;
                rows.move_run(start..start + count, at, points);
            }
        }
    }
}

impl Rows {
    /// Returns the rows of some bodies if all live and their rows are consecutive in the same order. Usually they
    /// are, and then no handle needs to be looked up.
    #[inline(always)]
    pub(super) fn run_of(&self, bodies: &[Handle]) -> Option<Range<usize>> {
        let first = self.row(*bodies.first()?).ok()?;
        let run = first..first + bodies.len();
        let (handles, kinds) = (self.handles.get(run.clone())?, &self.kinds[run.clone()]);
        // The loops have no early exit, so that several items are compared at a time.
        let differ = |so_far: u64, (p, q): (&Handle, &Handle)| so_far | (p.to_bits() ^ q.to_bits());
        let are_these = handles.iter().zip(bodies).fold(0, differ) == 0;
        let live = kinds.iter().fold(true, |so_far, &kind| so_far & (kind != Kind::Gone));
        (are_these & live).then_some(run)
    }

    #[inline(always)]
    fn move_run(&mut self, run: Range<usize>, at: &[Vec2], points: &[Point]) {
        let kinds = &self.kinds[run.clone()];
        let from = &mut self.points[run.clone()];
        let bounds = &mut self.bounds[run.clone()];
        if kinds.iter().fold(true, |so_far, kind| so_far & (kind.grain() == -1)) {
            for ((bounds, from), &to) in bounds.iter_mut().zip(&*from).zip(points) {
                *bounds = moved(*from, *bounds, [0; 4], -1, to);
            }
        } else {
            let phases = &self.phases.hold(run.end)[run.clone()];
            let how = phases.iter().zip(kinds);
            for (((bounds, from), &to), (&phases, kind)) in bounds.iter_mut().zip(&*from).zip(points).zip(how)
            {
                *bounds = moved(*from, *bounds, phases, kind.grain(), to);
            }
        }
        from.copy_from_slice(points);
        self.at[run.clone()].copy_from_slice(at);
        if self.index.get().is_some() {
            run.for_each(|row| self.loosen(row));
        }
    }

    #[inline(always)]
    fn move_scattered(&mut self, rows: &[u32], at: &[Vec2], points: &[Point]) {
        let count = self.kinds.len();
        // All have the same length, so that one comparison with it tests an index for all of them.
        let (kinds, phases) = (&self.kinds[..count], &self.phases);
        let (from, bounds) = (&mut self.points[..count], &mut self.bounds[..count]);
        let places = &mut self.at[..count];
        for &row in rows {
            let row = row as usize..row as usize + 1;
            prefetch(&bounds[row.clone()]);
            prefetch(&places[row.clone()]);
            prefetch(&from[row]);
        }
        for (&row, (&at, &to)) in rows.iter().zip(at.iter().zip(points)) {
            let row = row as usize;
            if row < count {
                bounds[row] = moved(from[row], bounds[row], phases.get(row), kinds[row].grain(), to);
                (places[row], from[row]) = (at, to);
            }
        }
        if self.index.get().is_some() {
            rows.iter().for_each(|&row| self.loosen(row as usize));
        }
    }

    /// Moves a body to a position that snaps to `point`, where it must fit.
    #[inline(always)]
    pub(super) fn move_row_to(&mut self, row: usize, at: Vec2, point: Point) {
        self.begin_paths();
        let (from, grain) = (self.points[row], self.kinds[row].grain());
        self.bounds[row] = moved(from, self.bounds[row], self.phases.get(row), grain, point);
        (self.at[row], self.points[row]) = (at, point);
        self.changed(row);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::lattice::Vec2;
    use crate::mask::Mask;
    use crate::world::{Body, Handle, World};

    /// Sprites upright, turned, mirrored and with regions, shapes, and one that hardly fits in the world.
    fn crowd(world: &mut World) -> Vec<Handle> {
        let mask = Arc::new(Mask::from_fn(9, 5, |x, y| (x + y) % 3 != 0).expect("a good size"));
        let body = |k: usize| match k % 7 {
            // Many upright boxes in consecutive rows.
            _ if k >= 200 => Body::polygon(&[
                [0.0, 0.0],
                [0.0, 5.0],
                [3.0 + k as f64 / 64.0, 5.0],
                [3.0 + k as f64 / 64.0, 0.0],
            ]),
            0 | 1 => Body::sprite(&mask).pivot([k as f64 / 3.0, -1.25]),
            2 => Body::sprite(&mask).turned(k as f64),
            3 => Body::sprite(&mask).scaled([-1.0, 1.0]),
            4 => Body::circle(3.0),
            5 => Body::polygon(&[[0.0, 0.0], [9.0, 1.0], [2.0, 2.0], [1.0, 9.0]]),
            _ => Body::capsule([0.0, 0.0], [5.0, 5.0], 2.0),
        };
        world.spawn_many(300, body).expect("valid bodies")
    }

    #[test]
    fn all_at_once_is_one_by_one() {
        let mut state = 1_u64;
        let mut place = || {
            let mut next = || {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                (state >> 40) as f64 / f64::from(1 << 16) - 128.0
            };
            Vec2::new(next(), next())
        };
        let (mut together, mut alone) = (World::new(), World::new());
        let mut bodies = crowd(&mut together);
        assert_eq!(crowd(&mut alone), bodies);
        // One body is in the list twice: its last position counts.
        bodies.push(bodies[8]);
        let mut refused = 0;
        for round in 0..20 {
            let mut places: Vec<Vec2> = bodies.iter().map(|_| place()).collect();
            // A few at the world's edge, where some shapes do not fit. Then no body moves.
            let edge = [4, 5, 6].map(|k| k + 7 * round);
            if round % 4 == 3 {
                let edge = if round % 8 == 7 { [200, 250, 299] } else { edge };
                edge.iter().for_each(|&k| places[k] = Vec2::new(2_097_151.0, -2_097_152.0));
            }
            let before = together.hash();
            if together.set_positions(&bodies, &places).is_err() {
                assert_eq!(together.hash(), before);
                refused += 1;
                continue;
            }
            for (&body, &at) in bodies.iter().zip(&places) {
                alone.edit(body).position(at).expect("what went together goes alone");
            }
            assert_eq!(together.hash(), alone.hash(), "round {round}");
            assert!(together.rows.bounds == alone.rows.bounds);
            for row in 0..together.rows.len() {
                let rows = &together.rows;
                let extent = rows.form_table.extent(rows.forms[row]);
                assert_eq!(rows.bounds[row], extent.bounds_at(rows.points[row]), "{:?}", rows.kinds[row]);
            }
            let [p, q] = [&mut together, &mut alone].map(|world| world.step().expect("a step"));
            assert!(p.hits().eq(q.hits()) && p.began() == q.began() && p.ended() == q.ended());
        }
        assert!((2..6).contains(&refused), "{refused}");
    }
}

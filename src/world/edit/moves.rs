//! Moves many bodies at once: first all are tested, then all are moved, which cannot fail.
//!
//! A move is the same for every kind of body: snap, check, shift (`forms::moved`). The table of forms knows the largest distance of
//! any vertex from its position, so it is enough to check the positions, and the bounds shift as the positions do. The bounds of
//! sprites lie along pixels: a row's phases say how much rounding to whole pixels removed. If the quick check refuses a move, the
//! body is placed anew, so the error names the vertex that is at fault.
//!
//! Threads share the test by ranges of the list. They share the moves, too, if the ranges have rows of their own: if the bodies are
//! about in the order of spawn.

use std::ops::Range;

use crate::cpu::forms::moved;
use crate::cpu::kind::Kind;
use crate::lattice::{Bounds, EDGE, Point, Vec2, is_within_world, units};
use crate::simd::{Kernel, Lanes, Simd, prefetch};
use crate::world::World;
use crate::world::table::axes::Boundary;
use crate::world::table::handle::Handle;
use crate::world::table::rows::Rows;

/// The number of positions computed at a time: several lanes wide, and still in the cache when they are used.
const CHUNK: usize = 64;

/// The number of moves that is worth a thread.
const ENOUGH: usize = 1 << 12;

/// Writes the positions of a list of bodies from an index on. A function, because a type of positions would have the kernels that
/// move bodies compiled again, for every instruction set.
pub(in crate::world) type Positions<'a> = &'a (dyn Fn(usize, &mut [Vec2]) + Sync);

impl World {
    /// Moves bodies, each to its own position, if a simple test shows that all can move. Returns whether they do; if
    /// not, nothing changes.
    pub(in crate::world) fn move_all(&mut self, bodies: &[Handle], at: Positions<'_>) -> bool {
        let (rows, boundary, simd, threads) = (&mut self.rows, self.boundary, Simd::best(), &self.threads);
        let count = threads.parts(bodies.len(), ENOUGH);
        let each = bodies.len().div_ceil(count).next_multiple_of(CHUNK);
        let parts = self.targets.parts(count);
        let of = |k: usize| stretch_of(bodies.len(), k, each);
        threads.each(parts, |k, part| {
            let (rows, part_of, places) = (&*rows, of(k), Places { at, range: of(k) });
            part.can =
                simd.run(CheckMoves { rows, boundary, bodies: &bodies[part_of], places, targets: part });
            part.measure(count, bodies.len());
        });
        if !parts.iter().all(|part| part.can) {
            return false;
        }
        let is_shared = count > 1 && parts.is_sorted_by(|p, q| p.rows_end <= q.first_row);
        if is_shared {
            let keeps = rows.paths_to_keep();
            let starts: Vec<usize> = parts.iter().map(|part| part.first_row).collect();
            let mut work: Vec<_> = rows.split(&starts, keeps).into_iter().zip(&*parts).collect();
            threads.each(&mut work, |k, (rows, targets)| {
                simd.run(ApplyMoves { rows, boundary, places: Places { at, range: of(k) }, targets });
            });
        } else {
            rows.begin_paths();
            for (k, targets) in parts.iter().enumerate() {
                let rows = &mut rows.all_to_move();
                simd.run(ApplyMoves { rows, boundary, places: Places { at, range: of(k) }, targets });
            }
        }
        if rows.index.get().is_some() {
            for (k, part) in parts.iter().enumerate() {
                part.each_row(of(k).len(), |row| rows.loosen(row));
            }
        }
        true
    }
}

/// Returns the `k`-th range of `each` items.
fn stretch_of(items: usize, k: usize, each: usize) -> Range<usize> {
    (k * each).min(items)..((k + 1) * each).min(items)
}

/// The rows of the bodies to move: the test finds them, the move uses them. The memory is reused.
#[derive(Debug, Default)]
pub(in crate::world) struct Targets(Vec<TargetsPart>);

impl Targets {
    fn parts(&mut self, count: usize) -> &mut [TargetsPart] {
        if self.0.len() < count {
            self.0.resize_with(count, TargetsPart::default);
        }
        self.0[..count].iter_mut().for_each(TargetsPart::clear);
        &mut self.0[..count]
    }
}

/// The rows of a range of the bodies, in chunks.
#[derive(Debug, Default)]
struct TargetsPart {
    /// The first row of each chunk whose rows are consecutive; `SCATTERED` for the others.
    starts: Vec<u32>,
    /// The rows of the scattered chunks, one chunk after the other.
    rows: Vec<u32>,
    /// Whether all can be moved.
    can: bool,
    /// All rows are in this range; unknown if there is one part.
    first_row: usize,
    rows_end: usize,
}

const SCATTERED: u32 = u32::MAX;

impl TargetsPart {
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

    /// Calls `see` with the row of each of the `count` bodies.
    fn each_row(&self, count: usize, mut see: impl FnMut(usize)) {
        self.rows.iter().for_each(|&row| see(row as usize));
        let mut left = count;
        for &start in &self.starts {
            let chunk = left.min(CHUNK);
            if start != SCATTERED {
                (start as usize..start as usize + chunk).for_each(&mut see);
            }
            left -= chunk;
        }
    }

    /// Finds the range of the rows of the `count` bodies, if there are several parts.
    fn measure(&mut self, parts: usize, count: usize) {
        if parts > 1 && self.can {
            let (mut first, mut end) = (usize::MAX, 0);
            self.each_row(count, |row| (first, end) = (first.min(row), end.max(row + 1)));
            (self.first_row, self.rows_end) = (first, end);
        }
    }
}

/// The positions of a range of the list.
struct Places<'a> {
    at: Positions<'a>,
    range: Range<usize>,
}

impl Places<'_> {
    /// Writes the next positions, at most `CHUNK`. Returns their number.
    #[inline(always)]
    fn next(&mut self, to: &mut [Vec2; CHUNK]) -> usize {
        let count = self.range.len().min(CHUNK);
        (self.at)(self.range.start, &mut to[..count]);
        self.range.start += count;
        count
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

    /// Takes over the next positions. Returns their number, and whether all are within the world and at least `from_edge` from
    /// its edge.
    #[inline(always)]
    fn take(&mut self, boundary: Boundary, places: &mut Places<'_>, from_edge: i32) -> (usize, bool) {
        let count = places.next(&mut self.at);
        if !boundary.is_identity() {
            self.at[..count].iter_mut().for_each(|at| *at = boundary.place_in(*at));
        }
        let mut all_fit = from_edge <= EDGE;
        for k in 0..CHUNK {
            let [x, y] = [units(self.at[k].x), units(self.at[k].y)];
            self.points[k] = Point::new(x as i32, y as i32);
            all_fit &= is_within_world(x, from_edge) & is_within_world(y, from_edge);
        }
        (count, all_fit)
    }
}

/// Tests whether all bodies can be moved.
struct CheckMoves<'a> {
    rows: &'a Rows,
    boundary: Boundary,
    bodies: &'a [Handle],
    places: Places<'a>,
    targets: &'a mut TargetsPart,
}

impl Kernel for CheckMoves<'_> {
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> bool {
        let CheckMoves { rows, boundary, bodies, mut places, targets } = self;
        // No vertex of any body is further from its position than this. At that distance from the edge, no body
        // leaves the world.
        let (furthest, mut snapped) = (rows.form_table.furthest(), SnappedPositions::new());
        bodies.chunks(CHUNK).all(|bodies| {
            let (_, all_fit) = snapped.take(boundary, &mut places, furthest);
            all_fit && targets.find(rows, bodies)
        })
    }
}

/// Moves bodies that can be moved.
struct ApplyMoves<'a, 'b> {
    rows: &'a mut MovedRows<'b>,
    boundary: Boundary,
    places: Places<'a>,
    targets: &'a TargetsPart,
}

impl Kernel for ApplyMoves<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let ApplyMoves { rows, boundary, mut places, targets } = self;
        let (mut snapped, mut scattered) = (SnappedPositions::new(), &targets.rows[..]);
        rows.keep_places();
        for &start in &targets.starts {
            let (count, _) = snapped.take(boundary, &mut places, 0);
            let (at, points) = (&snapped.at[..count], &snapped.points[..count]);
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
    pub(in crate::world) fn run_of(&self, bodies: &[Handle]) -> Option<Range<usize>> {
        let first = self.row(*bodies.first()?).ok()?;
        let run = first..first + bodies.len();
        let (handles, kinds) = (self.handles.get(run.clone())?, &self.kinds[run.clone()]);
        // The loops have no early exit, so that several items are compared at a time.
        let differ = |so_far: u64, (p, q): (&Handle, &Handle)| so_far | (p.to_bits() ^ q.to_bits());
        let are_these = handles.iter().zip(bodies).fold(0, differ) == 0;
        let live = kinds.iter().fold(true, |so_far, &kind| so_far & (kind != Kind::Gone));
        (are_these & live).then_some(run)
    }

    /// Returns the columns that moves change, of all rows.
    fn all_to_move(&mut self) -> MovedRows<'_> {
        MovedRows {
            first: 0,
            kinds: &self.kinds,
            phases: self.phases.held(),
            points: &mut self.points,
            bounds: &mut self.bounds,
            at: &mut self.at,
            kept: &mut [],
        }
    }

    /// Does the same for ranges of rows: one ends where the next begins, and together they are all rows. If `keeps`, the places
    /// before the moves are kept, too.
    fn split(&mut self, starts: &[usize], keeps: bool) -> Vec<MovedRows<'_>> {
        let Rows { kinds, phases, points, bounds, at, paths, .. } = self;
        let all = kinds.len();
        let mut kept = if keeps { paths.places_to_keep(all) } else { &mut [] };
        let mut rest =
            MovedRows { first: 0, kinds, phases: phases.held(), points, bounds, at, kept: &mut [] };
        let mut parts = Vec::with_capacity(starts.len());
        for k in 1..=starts.len() {
            let count = starts.get(k).map_or(all, |&start| start.min(all)) - rest.first;
            let (mut part, behind) = rest.split_at(count);
            rest = behind;
            if keeps {
                (part.kept, kept) = kept.split_at_mut(count);
            }
            parts.push(part);
        }
        parts
    }

    /// Moves a body to a position that snaps to `point`, where it must fit.
    #[inline(always)]
    pub(in crate::world) fn move_row_to(&mut self, row: usize, at: Vec2, point: Point) {
        self.begin_paths();
        let (from, grain) = (self.points[row], self.kinds[row].grain());
        self.bounds[row] = moved(from, self.bounds[row], self.phases.get(row), grain, point);
        (self.at[row], self.points[row]) = (at, point);
        self.changed(row);
    }
}

/// The columns of consecutive rows that moves change.
struct MovedRows<'a> {
    /// The number of the first row.
    first: usize,
    kinds: &'a [Kind],
    /// The phases as far as they are stored; the other rows have none.
    phases: &'a [[u8; 4]],
    points: &'a mut [Point],
    bounds: &'a mut [Bounds],
    at: &'a mut [Vec2],
    /// Where to keep the places before the moves; empty if they are kept already.
    kept: &'a mut [Point],
}

impl<'a> MovedRows<'a> {
    fn split_at(self, count: usize) -> (MovedRows<'a>, MovedRows<'a>) {
        let (kinds, other_kinds) = self.kinds.split_at(count);
        let (phases, other_phases) = self.phases.split_at(count.min(self.phases.len()));
        let (points, other_points) = self.points.split_at_mut(count);
        let (bounds, other_bounds) = self.bounds.split_at_mut(count);
        let (at, other_at) = self.at.split_at_mut(count);
        let part = MovedRows { first: self.first, kinds, phases, points, bounds, at, kept: &mut [] };
        let other = MovedRows {
            first: self.first + count,
            kinds: other_kinds,
            phases: other_phases,
            points: other_points,
            bounds: other_bounds,
            at: other_at,
            kept: &mut [],
        };
        (part, other)
    }

    fn keep_places(&mut self) {
        if !self.kept.is_empty() {
            self.kept.copy_from_slice(self.points);
        }
    }

    #[inline(always)]
    fn move_run(&mut self, run: Range<usize>, at: &[Vec2], points: &[Point]) {
        let run = run.start - self.first..run.end - self.first;
        let kinds = &self.kinds[run.clone()];
        let from = &mut self.points[run.clone()];
        let bounds = &mut self.bounds[run.clone()];
        if kinds.iter().fold(true, |so_far, kind| so_far & (kind.grain() == -1)) {
            for ((bounds, from), &to) in bounds.iter_mut().zip(&*from).zip(points) {
                *bounds = moved(*from, *bounds, [0; 4], -1, to);
            }
        } else {
            let mut some = [[0; 4]; CHUNK];
            let phases = match self.phases.get(run.clone()) {
                Some(phases) => phases,
                None => {
                    let held = self.phases.get(run.start..).unwrap_or_default();
                    some[..held.len()].copy_from_slice(held);
                    &some[..run.len()]
                }
            };
            let how = phases.iter().zip(kinds);
            for (((bounds, from), &to), (&phases, kind)) in bounds.iter_mut().zip(&*from).zip(points).zip(how)
            {
                *bounds = moved(*from, *bounds, phases, kind.grain(), to);
            }
        }
        from.copy_from_slice(points);
        self.at[run].copy_from_slice(at);
    }

    #[inline(always)]
    fn move_scattered(&mut self, rows: &[u32], at: &[Vec2], points: &[Point]) {
        let (count, first) = (self.kinds.len(), self.first);
        // All have the same length, so that one comparison with it tests an index for all of them.
        let (kinds, phases) = (&self.kinds[..count], self.phases);
        let (from, bounds) = (&mut self.points[..count], &mut self.bounds[..count]);
        let places = &mut self.at[..count];
        for &row in rows {
            let row = row as usize - first;
            let row = row..row + 1;
            prefetch(&bounds[row.clone()]);
            prefetch(&places[row.clone()]);
            prefetch(&from[row]);
        }
        for (&row, (&at, &to)) in rows.iter().zip(at.iter().zip(points)) {
            let row = row as usize - first;
            if row < count {
                let phases = phases.get(row).copied().unwrap_or_default();
                bounds[row] = moved(from[row], bounds[row], phases, kinds[row].grain(), to);
                (places[row], from[row]) = (at, to);
            }
        }
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

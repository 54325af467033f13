//! Swept bodies: which bodies are swept, and where the path of every body begins (SPEC 6, "Swept bodies").
//!
//! By SPEC 6 a path begins at the last step, also if the world's first swept body is added after other bodies have
//! moved. So all positions are saved before the first body moves in a step; a world in which nothing moves saves
//! nothing.

use crate::cpu::Solids;
use crate::cpu::forms::moved;
use crate::cpu::kind::Kind;
use crate::form::{Form, Moving};
use crate::lattice::{Bounds, Point, is_within_world};
use crate::simd::{Kernel, Lanes, Simd, prefetch};
use crate::world::table::column::LazyColumn;
use crate::world::table::hasher::Hasher;
use crate::world::table::rows::Rows;

/// The columns of the rows for swept bodies and paths.
#[derive(Debug, Default)]
pub(in crate::world) struct BodyPaths {
    /// Whether each body is swept.
    swept: LazyColumn<bool>,
    /// The number of swept bodies.
    count: usize,
    /// Where the path of each body begins. It is valid, with an entry for every row, if a body has moved since the
    /// last step.
    from: Vec<Point>,
    has_moved: bool,
}

impl Clone for BodyPaths {
    fn clone(&self) -> BodyPaths {
        // Between a step and the first move these positions are out of date.
        let from = if self.has_moved { self.from.clone() } else { Vec::new() };
        BodyPaths { swept: self.swept.clone(), count: self.count, from, has_moved: self.has_moved }
    }

    fn clone_from(&mut self, other: &BodyPaths) {
        self.swept.clone_from(&other.swept);
        self.count = other.count;
        self.from.clear();
        self.from.extend_from_slice(if other.has_moved { &other.from } else { &[] });
        self.has_moved = other.has_moved;
    }
}

impl BodyPaths {
    /// Returns where to write the beginnings of the paths of all rows.
    pub(in crate::world) fn places_to_keep(&mut self, rows: usize) -> &mut [Point] {
        self.from.resize(rows, Point::default());
        &mut self.from
    }

    /// Adds a row at the end, for a body at a position.
    #[inline(always)]
    pub(in crate::world) fn push(&mut self, at: Point) {
        if self.has_moved {
            self.from.push(at);
        }
    }

    /// Clears a row whose body is gone.
    #[inline(always)]
    pub(in crate::world) fn vacate(&mut self, row: usize) {
        self.count -= usize::from(self.swept.get(row));
        self.swept.set(row, false);
    }

    #[inline(always)]
    pub(in crate::world) fn truncate(&mut self, len: usize) {
        self.swept.truncate(len);
        self.from.truncate(len);
    }

    #[inline(always)]
    pub(in crate::world) fn move_row(&mut self, from: usize, to: usize) {
        self.swept.copy(from, to);
        if self.has_moved {
            self.from[to] = self.from[from];
        }
    }

    /// Prefetches the column that a move of a body also writes.
    pub(in crate::world) fn prefetch(&self) {
        prefetch(&self.from);
    }
}

impl Rows {
    /// Whether there is a swept body.
    #[inline(always)]
    pub(in crate::world) fn has_swept(&self) -> bool {
        self.paths.count > 0
    }

    #[inline(always)]
    pub(in crate::world) fn is_swept(&self, row: usize) -> bool {
        self.paths.swept.get(row)
    }

    pub(in crate::world) fn set_swept(&mut self, row: usize, is_swept: bool) {
        self.paths.count += usize::from(is_swept);
        self.paths.count -= usize::from(self.is_swept(row));
        self.paths.swept.set(row, is_swept);
    }

    /// Must be called before a body moves: before the first move in a step it saves the positions of all bodies.
    #[inline(always)]
    pub(in crate::world) fn begin_paths(&mut self) {
        if !self.paths.has_moved {
            self.keep_places();
        }
    }

    /// Whether the current positions must be kept, as the beginnings of the paths. If so, they count as kept from now on.
    pub(in crate::world) fn paths_to_keep(&mut self) -> bool {
        !std::mem::replace(&mut self.paths.has_moved, true)
    }

    #[inline(never)]
    fn keep_places(&mut self) {
        self.paths.from.clone_from(&self.points);
        self.paths.has_moved = true;
    }

    /// Ends a step: every path begins at the body's current position.
    #[inline(always)]
    pub(in crate::world) fn end_paths(&mut self) {
        self.paths.has_moved = false;
    }

    /// Lets the path of a body begin at its current position.
    pub(in crate::world) fn end_path(&mut self, row: usize) {
        if self.paths.has_moved {
            self.paths.from[row] = self.points[row];
        }
    }

    /// Lets the path of a body begin at `from`.
    pub(in crate::world) fn begin_path(&mut self, row: usize, from: Point) {
        self.begin_paths();
        self.paths.from[row] = from;
    }

    /// Returns where the path of a body begins, as saved, also if the body is a tile map now.
    #[inline(always)]
    pub(in crate::world) fn kept_from(&self, row: usize) -> Point {
        if self.paths.has_moved { self.paths.from[row] } else { self.points[row] }
    }

    /// Returns where the path of a body begins; a tile map does not move.
    #[inline(always)]
    pub(in crate::world) fn path_start(&self, row: usize) -> Point {
        if self.kinds[row].is_map() { self.points[row] } else { self.kept_from(row) }
    }

    /// Returns the motion of one form of a body; `form` is at the body's current position.
    pub(in crate::world) fn moving<'a>(&self, row: usize, form: &'a Form) -> Moving<'a> {
        Moving { form, from: self.path_start(row), to: self.points[row] }.of_its_kind()
    }

    /// Finds the positions where the paths begin, and the boxes along the paths.
    pub(in crate::world) fn find_starts(&self, starts: &mut Starts) {
        Simd::best().run(FindStarts { rows: self, starts });
    }

    /// Finds the boxes of the bodies where the paths begin, after [`Rows::find_starts`].
    pub(in crate::world) fn find_start_boxes(&self, starts: &mut Starts) {
        Simd::best().run(FindStartBoxes { rows: self, starts });
    }

    /// Hashes whether a body is swept and where its path begins; both are part of the state of a world with swept
    /// bodies.
    pub(in crate::world) fn hash_path(&self, hasher: &mut Hasher, row: usize) {
        if self.has_swept() {
            hasher.add(u64::from(self.is_swept(row)));
            hasher.point(self.kept_from(row));
        }
    }
}

/// The positions where the bodies' paths begin, by row.
#[derive(Debug, Clone, Default)]
pub(in crate::world) struct Starts {
    /// For tile maps, the current positions.
    pub(in crate::world) points: Vec<Point>,
    /// The boxes there. Those of plain chunks are found only when pairs are tested there.
    bounds: Vec<Bounds>,
    /// Whether all bodies certainly fit into the world there.
    pub(in crate::world) all_fit: bool,
    /// The boxes around the paths, grown by the margins. The corners of a box move with the body, so between the ends
    /// of its path no box reaches further.
    pub(in crate::world) path_bounds: Vec<Bounds>,
}

impl Starts {
    /// Returns the bodies as they were when the paths began. Nothing grazes there.
    pub(in crate::world) fn solids<'a>(&'a self, now: &Solids<'a>) -> Solids<'a> {
        Solids { points: &self.points, bounds: &self.bounds, margins: &[], grazing: 0, ..*now }
    }
}

struct FindStarts<'a> {
    rows: &'a Rows,
    starts: &'a mut Starts,
}

/// The box of a row before its box is found.
const NOWHERE: Bounds = Bounds { min: Point { x: 0, y: 0 }, max: Point { x: 0, y: 0 } };

/// The number of rows that are processed together. If all of them are plain, one test replaces a test for each row.
const CHUNK: usize = 64;

impl Kernel for FindStarts<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let (rows, Starts { points, bounds, all_fit, path_bounds: paths }) = (self.rows, self.starts);
        let from = if rows.paths.has_moved { &rows.paths.from } else { &rows.points };
        points.resize(rows.len(), Point::default());
        bounds.resize(rows.len(), NOWHERE);
        paths.resize(rows.len(), NOWHERE);
        let mut first = 0;
        while first < rows.len() {
            let run = first..(first + CHUNK).min(rows.len());
            first += CHUNK;
            let kinds = &rows.kinds[run.clone()];
            let (from, to, now) = (&from[run.clone()], &rows.points[run.clone()], &rows.bounds[run.clone()]);
            let (points, bounds) = (&mut points[run.clone()], &mut bounds[run.clone()]);
            let paths = &mut paths[run.clone()];
            if are_plain(kinds) {
                for k in 0..kinds.len() {
                    let (x, y) = (from[k].x - to[k].x, from[k].y - to[k].y);
                    let Bounds { min, max } = now[k];
                    points[k] = from[k];
                    paths[k].min = Point::new(min.x + x.min(0), min.y + y.min(0));
                    paths[k].max = Point::new(max.x + x.max(0), max.y + y.max(0));
                }
                continue;
            }
            for k in 0..kinds.len() {
                (points[k], bounds[k], paths[k]) = match kinds[k] {
                    // The position of a removed body does not matter, and a tile map does not move.
                    Kind::Gone | Kind::Map | Kind::MapWithRegions => (to[k], now[k], now[k]),
                    kind => {
                        let phases = rows.phases.get(run.start + k);
                        let start = moved(to[k], now[k], phases, kind.grain(), from[k]);
                        (from[k], start, now[k].union(start))
                    }
                };
            }
        }
        let furthest = rows.form_table.furthest();
        let (mut min, mut max) = (Point::default(), Point::default());
        for &Point { x, y } in &*points {
            min = Point::new(min.x.min(x), min.y.min(y));
            max = Point::new(max.x.max(x), max.y.max(y));
        }
        *all_fit = are_within(min, furthest) & are_within(max, furthest);
        if rows.grazing > 0 {
            for (path, &margin) in paths.iter_mut().zip(rows.margins()) {
                *path = path.grown(margin.max(0));
            }
        }
    }
}

struct FindStartBoxes<'a> {
    rows: &'a Rows,
    starts: &'a mut Starts,
}

impl Kernel for FindStartBoxes<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let (rows, Starts { points, bounds, .. }) = (self.rows, self.starts);
        let chunks = rows.kinds.chunks(CHUNK).zip(bounds.chunks_mut(CHUNK)).enumerate();
        for (chunk, (kinds, bounds)) in chunks.filter(|(_, (kinds, _))| are_plain(kinds)) {
            let run = chunk * CHUNK..chunk * CHUNK + kinds.len();
            let (from, to, now) = (&points[run.clone()], &rows.points[run.clone()], &rows.bounds[run]);
            for k in 0..kinds.len() {
                let (x, y) = (from[k].x - to[k].x, from[k].y - to[k].y);
                let Bounds { min, max } = now[k];
                bounds[k].min = Point::new(min.x + x, min.y + y);
                bounds[k].max = Point::new(max.x + x, max.y + y);
            }
        }
    }
}

/// Whether the corners of all bodies of a chunk move exactly as far as the bodies; those of sprites do not.
#[inline(always)]
fn are_plain(kinds: &[Kind]) -> bool {
    kinds.iter().fold(true, |so_far, &kind| so_far & is_plain(kind))
}

#[inline(always)]
fn are_within(at: Point, furthest: i32) -> bool {
    is_within_world(at.x.into(), furthest) & is_within_world(at.y.into(), furthest)
}

#[inline(always)]
fn is_plain(kind: Kind) -> bool {
    (kind.grain() == -1) & (kind != Kind::Gone) & !kind.is_map()
}

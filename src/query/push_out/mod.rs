//! The shortest move of B out of A (SPEC 5), for bodies of several parts.
//!
//! A move p of B overlaps if it lies in a difference D(i, j), the points a - b of part i of A and part j of B. The answer
//! is the point nearest to the origin that no difference covers. There may be a million differences, and the outline of
//! their union is long. But nearly all of it is further away than the answer, so the union is never built. The search
//! keeps *regions* in which nothing was found covered yet, in a heap by their least distance to the origin:
//!
//! ```text
//!    +-----------------+      +-----------------+      +-----------------+
//!    |                 |      |    region 1     |      |    region 1     |
//!    |                 |      |.....-------.....|      |.....-------.....|
//!    |        o        |      |  2 /   o   \ 3  |      |  2 /   o   \----+  <- D' is cut out of
//!    |                 |      |....\   D   /....|      |....\   D   / D'/      region 3
//!    |                 |      |     -------     |      |     -------x--     <- the next nearest point
//!    +-----------------+      +----region 4-----+      +-----------------+
//!      one region:              D holds its              D' holds the
//!      all moves                nearest point, o         nearest point of 2, 3 and 4
//! ```
//!
//! Take the region with the nearest point. If a difference holds that point, cut the difference out of this region: the
//! part beyond its first line is one region, the rest goes on to the next line, and what is behind all lines is covered. If
//! none holds it, it is the answer: every other free move is in a region that is not nearer. Only the nearest regions are
//! ever cut, each by a difference that holds its nearest point deep. A shallow overlap takes two cuts, two
//! polygons of a hundred vertices around the same middle some hundred.
//!
//! Four things make this fast and exact:
//! - **Reduced bodies** (`body`, `squares`): few large pieces that cover the same points. A polygon is its pieces, not its
//!   triangles, covered squares are covered by tall rectangles, holes without room for B are filled. Only pixels,
//!   cells and pieces near B are read, in windows that grow.
//! - **Bounds** (`box_tree`, `lines`): a difference that is deep at a point is found by descending both box trees, because the
//!   difference of two boxes bounds how deep a move can be. A difference is built only if no edge rules it out.
//! - **Round parts** (`region`): a rounded difference is a hull grown by a radius. Beyond its lines it leaves corners: convex
//!   polygons less the disc around a vertex. The nearest point of a polygon less discs has a closed form.
//! - **Exact numbers** (`numbers`): the search knows *where* the answer is. Depth and normal come from the differences of
//!   the original parts that pass there (`spots` finds them), so they do not depend on how the search went. Regions that are as near, except
//!   for rounding, are opened too, and SPEC 5's order decides between them.
//!
//! The sets are open: a slot exactly as wide as B is free. Floats cannot hold a slot of width 0, so a move counts as covered
//! if it is deeper than [`SLACK`], and what is cut out is a difference smaller by [`SHRINKAGE`]: the slot stays as a sliver. As
//! the shrinkage is less than the slack, no difference that was cut out can hold a point of what is left, so every line of
//! descent ends. Two parts without interior block a closed set: their difference is larger by [`GROWTH`], so nothing
//! passes through a joint of lines. Where a body has such parts, small pieces cover the seams of the other one (`seams`).

mod body;
mod box_tree;
mod lines;
mod numbers;
mod part_difference;
mod region;
mod seams;
mod search;
mod spots;
mod squares;

use std::cell::Cell;

use crate::form::Form;
use crate::lattice::PixelBox;
use crate::query::push_out::body::{Opposite, is_reduced_whole};
use crate::query::push_out::lines::BodyPair;
use crate::query::push_out::numbers::{IsBlocked, Numbers};
use crate::query::push_out::search::CutSearch;

/// The shortest move of B after which nothing overlaps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PushOut {
    pub(crate) normal: Vector,
    /// In lattice units.
    pub(crate) depth: f64,
}

/// A move, or a point of a body, in lattice units.
type Vector = [f64; 2];

/// A place where a shortest move is: the move, its length, and how far around it others may be as short.
#[derive(Debug, Clone, Copy)]
struct FreePlace {
    at: Vector,
    distance: f64,
    reach: f64,
}

impl FreePlace {
    /// Returns how far away curves may pass by.
    fn width(&self) -> f64 {
        1.5 * self.reach
    }

    /// Returns how far apart two parts may be after the move if their difference passes by.
    fn nearness(&self) -> f64 {
        self.width() + 1.0
    }

    /// Returns the same for boxes of parts, with room for rounding.
    fn margin(&self) -> i32 {
        self.width().ceil() as i32 + 3
    }
}

/// A move deeper than this in a difference overlaps: more than rounding, far too little to be seen.
const SLACK: f64 = 1e-4;
/// How much smaller a difference is when it is cut out.
const SHRINKAGE: f64 = 5e-5;
/// How much larger the difference of two parts without interior is.
const GROWTH: f64 = 2e-4;
/// How far away pixels, cells and pieces of large shapes are read at first: 8 px.
const FIRST_REACH: f64 = 2048.0;
/// No move is as long as the world is wide.
const FURTHEST: f64 = (1 << 29) as f64;
/// Memory for more vertices than this is not kept for the next search.
const MOST_KEPT: usize = 1 << 16;

thread_local! {
    /// The memory of this thread's last search.
    static KEPT: Cell<Option<Box<CutSearch>>> = const { Cell::new(None) };
}

/// Returns the shortest move of B out of A, for two bodies that overlap. Where they only touch, it has length 0 and a
/// direction along which the overlap does not get deeper. `None` where the work is used up.
pub(crate) fn push_out(a: &Form, b: &Form) -> Option<PushOut> {
    let mut search = KEPT.take().unwrap_or_default();
    let found = push_out_by(&mut search, [a, b]);
    if search.size() <= MOST_KEPT {
        KEPT.set(Some(search));
    }
    found
}

fn push_out_by(search: &mut CutSearch, forms: [&Form; 2]) -> Option<PushOut> {
    let [a, b] = forms;
    let near = [b.bounds()?, a.bounds()?];
    let opposites = [Opposite::of(b, a), Opposite::of(a, b)];
    let is_whole = [0, 1].map(|side| is_reduced_whole(forms[side], near[side].grown(FIRST_REACH as i32)));
    let mut reach = if is_whole == [true; 2] { FURTHEST } else { FIRST_REACH };
    let mut reduced = std::mem::take(&mut search.reduced);
    for round in 0.. {
        for side in [0, 1] {
            // A body that is whole is reduced once.
            if round == 0 || !is_whole[side] {
                let reach = if is_whole[side] { FURTHEST } else { reach };
                let window = PixelBox::around(near[side].grown(reach as i32 + 512));
                reduced[side].become_form(forms[side], window, opposites[side])?;
            }
        }
        let bodies = BodyPair::of(&reduced);
        if let Some(place) = search.search(&bodies, reach) {
            let found = told(search, &bodies, forms, place);
            search.reduced = reduced;
            return found;
        }
        if reach >= FURTHEST {
            break;
        }
        reach = (4.0 * reach).min(FURTHEST);
    }
    None
}

/// Returns the numbers of the moves that a search found.
fn told(search: &mut CutSearch, bodies: &BodyPair, [a, b]: [&Form; 2], first: FreePlace) -> Option<PushOut> {
    let touching = || {
        let here = [FreePlace { at: [0.0; 2], distance: 0.0, reach: 2.0 }];
        Some(PushOut { normal: Numbers::near(bodies, [a, b], &here)?.touching_normal(), depth: 0.0 })
    };
    if first.distance == 0.0 {
        return touching();
    }
    let places = std::mem::take(&mut search.places);
    let are_thin = [bodies.a.has_thin, bodies.b.has_thin];
    let mut is_inside = |at: Vector| are_thin != [true; 2] && search.is_blocked(bodies, at);
    let is_blocked: IsBlocked = if are_thin == [false; 2] { None } else { Some(&mut is_inside) };
    let found = Numbers::near(bodies, [a, b], &places)?.shortest(is_blocked);
    let roughly = PushOut { normal: first.at.map(|x| x / first.distance), depth: first.distance };
    search.places = places;
    match found.unwrap_or(roughly) {
        PushOut { depth: 0.0, .. } => touching(),
        found => Some(found),
    }
}

#[inline(always)]
fn dot(a: Vector, b: Vector) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

#[inline(always)]
fn cross(a: Vector, b: Vector) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

#[inline(always)]
fn minus(a: Vector, b: Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1]]
}

#[inline(always)]
fn square(a: Vector) -> f64 {
    dot(a, a)
}

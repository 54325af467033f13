//! The shortest separation of a body of several parts (SPEC 5). The moves of B that overlap are the union of the parts'
//! Minkowski differences, taken open. The separation is the move to the nearest point outside them.

mod difference;
mod line;
mod search;
mod thin;

use crate::effort::spend;
use crate::form::Form;
use crate::lattice::{Bounds, PixelBox, Point};
use crate::query::piece::{EVERYWHERE, Lookup, keeping, sets, window};
use crate::query::separation::difference::Differences;
use crate::query::separation::search::Search;
use crate::query::separation::thin::Thin;

/// The shortest move of B after which nothing overlaps.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Separation {
    pub(crate) normal: [f64; 2],
    /// In lattice units.
    pub(crate) depth: f64,
}

/// How deep two bodies may still overlap after the move, in lattice units: more than rounding, far too little to be
/// seen.
const SLACK: f64 = 1e-4;
/// How far away differences are searched at first: two pixels, as most separations are shorter.
const FIRST_GUESS: f64 = 512.0;
/// An upper bound: no separation is as long as the world is wide.
const FURTHEST: f64 = (1 << 29) as f64;
/// How much further than the separation differences are tested, in lattice units.
const MARGIN: f64 = 2.0;

/// Returns the separation of two bodies that overlap. Where they only touch, it has length 0 and a direction along which
/// the overlap does not get deeper.
///
/// Only differences nearer to the origin than the best separation so far are tested.
pub(crate) fn way_out(a: &Form, b: &Form) -> Option<Separation> {
    let thin = Thin::of(a, b);
    let mut differences = Differences::new();
    let mut distance = FIRST_GUESS;
    while distance < FURTHEST {
        find_near(a, b, distance, &mut differences)?;
        match Search::of(&differences, &thin)?.shortest(distance) {
            // Differences further away cannot change a separation this short.
            Some(way) if way.depth <= distance => return Some(way),
            Some(way) => distance = way.depth.max(2.0 * distance),
            None => distance *= 4.0,
        }
    }
    None
}

/// Finds the differences of parts that come within `distance` (plus a margin) of the origin, in order: A's parts first.
/// Returns `None` where the work is used up.
fn find_near(a: &Form, b: &Form, distance: f64, found: &mut Differences) -> Option<()> {
    let reach = distance.ceil() as i32 + MARGIN as i32 + 1;
    let (near_a, near_b) = (a.bounds()?.grown(reach), b.bounds()?.grown(reach));
    let theirs = Lookup::of(b, near_a);
    found.clear();
    for a in sets(a, near_b, rows(near_b)) {
        let near = a.bounds().grown(reach);
        let is_used_up = theirs.any(near, rows(near), |b| {
            // All differences are kept, so their memory is counted.
            let vertices = (a.blob().vertices.len() + b.blob().vertices.len()) as u64;
            if !spend(4 * vertices * keeping(found.len())) {
                return true;
            }
            found.push(a.blob(), b.blob(), distance + MARGIN);
            false
        });
        if is_used_up {
            return None;
        }
    }
    Some(())
}

/// Returns the rows of pixels that may meet a box, over their full width: the end of a run of covered squares decides
/// the separation.
fn rows(near: Bounds) -> PixelBox {
    let all = window(EVERYWHERE);
    PixelBox { x0: all.x0, x1: all.x1, ..window(near) }
}

/// Returns a box around some points, grown by a distance, with room for rounding.
fn around(points: &[[f64; 2]], distance: f64) -> Bounds {
    let reach = distance + 3.0;
    let (mut min, mut max) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    for p in points {
        for axis in [0, 1] {
            min[axis] = min[axis].min(p[axis]);
            max[axis] = max[axis].max(p[axis]);
        }
    }
    // Casts round towards 0, by less than 1. So at least 2 units of room are left.
    let [x0, y0] = min.map(|x| (x - reach) as i32);
    let [x1, y1] = max.map(|x| (x + reach) as i32);
    Bounds { min: Point::new(x0, y0), max: Point::new(x1, y1) }
}

/// A line's unit normal and height. ([`Line2`] is a stretch's start and vector.)
type Line = ([f64; 2], f64);
type Line2 = ([f64; 2], [f64; 2]);

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

fn minus(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn squared(a: [f64; 2]) -> f64 {
    dot(a, a)
}

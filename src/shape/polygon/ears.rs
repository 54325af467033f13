//! Ear clipping: always cuts the ear of lowest index in the given list. Collinear vertices are dropped first and after
//! each cut (SPEC 2). Each of n vertices is compared with the others a few times: 4096 vertices, the most, take a few
//! hundredths of a second.

use std::collections::BTreeSet;

use super::cross;
use crate::error::{At, Cause, Result};
use crate::lattice::Point;

/// Returns the triangles, in the order cut.
pub(super) fn clip(ring: &[Point], outward: i128) -> Result<Vec<[u16; 3]>> {
    let mut left = Left::of(ring, outward);
    let mut triangles = Vec::with_capacity(ring.len());
    left.drop_flat(0..ring.len());
    (0..ring.len()).for_each(|k| left.look_at(k));
    loop {
        // A simple polygon always has an ear, and only simple polygons get here.
        let Some(&ear) = left.ears.first() else { return Err(Cause::NoArea.error()).at("ear clipping") };
        triangles.push(left.corner(ear).map(|k| k as u16));
        if left.count == 3 {
            return Ok(triangles);
        }
        let changed = left.cut(ear);
        changed.into_iter().for_each(|k| left.look_at(k));
    }
}

/// The vertices that remain, and which of them are ears.
struct Left<'a> {
    ring: &'a [Point],
    outward: i128,
    count: usize,
    is_left: Vec<bool>,
    before: Vec<usize>,
    after: Vec<usize>,
    ears: BTreeSet<usize>,
    /// For a convex vertex that is not an ear: a vertex in its triangle. As long as that one remains, this one is no
    /// ear.
    blocker: Vec<Option<usize>>,
}

impl<'a> Left<'a> {
    fn of(ring: &'a [Point], outward: i128) -> Left<'a> {
        let n = ring.len();
        Left {
            ring,
            outward,
            count: n,
            is_left: vec![true; n],
            before: (0..n).map(|k| (k + n - 1) % n).collect(),
            after: (0..n).map(|k| (k + 1) % n).collect(),
            ears: BTreeSet::new(),
            blocker: vec![None; n],
        }
    }

    fn turn(&self, [a, b, c]: [usize; 3]) -> i128 {
        cross(self.ring[a], self.ring[b], self.ring[c]) * self.outward
    }

    /// Returns a vertex between its neighbours.
    fn corner(&self, k: usize) -> [usize; 3] {
        [self.before[k], k, self.after[k]]
    }

    fn remove(&mut self, k: usize) {
        let [a, _, c] = self.corner(k);
        (self.after[a], self.before[c]) = (c, a);
        (self.is_left[k], self.blocker[k]) = (false, None);
        self.ears.remove(&k);
        self.count -= 1;
    }

    /// Drops vertices that are collinear with their neighbours: first those of `some`, then those that become
    /// collinear. Returns the dropped ones.
    fn drop_flat(&mut self, some: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut open: BTreeSet<usize> = some.collect();
        let mut dropped = Vec::new();
        while let Some(k) = open.pop_first() {
            if self.is_left[k] && self.count > 3 && self.turn(self.corner(k)) == 0 {
                let [a, _, c] = self.corner(k);
                self.remove(k);
                dropped.push(k);
                open.extend([a, c]);
            }
        }
        dropped
    }

    /// Cuts an ear, and drops vertices that become collinear. Returns the vertices whose triangles changed, or may have
    /// become empty.
    fn cut(&mut self, ear: usize) -> Vec<usize> {
        let [a, _, c] = self.corner(ear);
        self.remove(ear);
        let mut gone = self.drop_flat([a, c].into_iter());
        gone.push(ear);
        let mut changed: BTreeSet<usize> = BTreeSet::new();
        for &k in &gone {
            changed.extend([self.nearest_left(k, &self.before), self.nearest_left(k, &self.after)]);
        }
        let freed = |&k: &usize| self.blocker[k].is_some_and(|other| !self.is_left[other]);
        changed.extend((0..self.ring.len()).filter(freed));
        changed.into_iter().filter(|&k| self.is_left[k]).collect()
    }

    /// Returns the nearest remaining vertex in a direction.
    fn nearest_left(&self, mut k: usize, next: &[usize]) -> usize {
        while !self.is_left[k] {
            k = next[k];
        }
        k
    }

    /// Decides whether a vertex is an ear.
    fn look_at(&mut self, k: usize) {
        self.ears.remove(&k);
        self.blocker[k] = None;
        if !self.is_left[k] {
            return;
        }
        let corner = self.corner(k);
        if self.turn(corner) <= 0 {
            return;
        }
        self.blocker[k] = self.vertex_in(corner);
        if self.blocker[k].is_none() {
            self.ears.insert(k);
        }
    }

    /// Returns a remaining vertex in the closed triangle of three others.
    fn vertex_in(&self, [a, b, c]: [usize; 3]) -> Option<usize> {
        let of = |k: usize| self.ring[k];
        let (least_x, most_x) = (of(a).x.min(of(b).x).min(of(c).x), of(a).x.max(of(b).x).max(of(c).x));
        let (least_y, most_y) = (of(a).y.min(of(b).y).min(of(c).y), of(a).y.max(of(b).y).max(of(c).y));
        let is_near = |p: Point| least_x <= p.x && p.x <= most_x && least_y <= p.y && p.y <= most_y;
        let mut p = self.after[c];
        while p != a {
            let is_in = |from: usize, to: usize| self.turn([from, to, p]) >= 0;
            if is_near(of(p)) && is_in(a, b) && is_in(b, c) && is_in(c, a) {
                return Some(p);
            }
            p = self.after[p];
        }
        None
    }
}

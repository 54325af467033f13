//! Many bodies to query: a tree over their boxes. The boxes are sorted along a curve that keeps near boxes near.

use std::cell::Cell;

use crate::answer::{RayHit, SweepHit};
use crate::effort::{spend, spend_by};
use crate::error::{Cause, Result};
use crate::form::{Form, Placed};
use crate::lattice::{Bounds, Point, Vec2, on_curve};
use crate::query;
use crate::query::leg::{passing, shifted};
use crate::query::motion::Motion;
use crate::query::piece::size;
use crate::query::tree::BoundsTree;

/// Bodies in their order, and a tree over them: for many rays, points and sweeps against the same bodies.
///
/// ```
/// use kasuri::lattice::Point;
/// use kasuri::{query::{self, Form, Placed}, Placement, Shape};
/// let ball = |x: f64| -> kasuri::Result<Placed> {
///     let form = Form::Shape(Shape::circle(4.0)?.place(&Placement::at([x, 0.0]))?);
///     Ok(Placed { form, at: [x, 0.0].into(), layer: 1, against: u32::MAX, group: 0 })
/// };
/// let bodies = [ball(20.0)?, ball(60.0)?];
/// let tree = query::BodyTree::of(&bodies);
/// let hits = tree.all_on_ray(Point::default(), Point::snapped([80.0, 0.0])?, u32::MAX);
/// assert_eq!(hits.iter().map(|hit| (hit.body, hit.t)).collect::<Vec<_>>(), [(0, 0.2), (1, 0.7)]);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug)]
pub struct BodyTree<'a> {
    bodies: &'a [Placed],
    /// The bodies that have a box, in the tree's order.
    order: Vec<usize>,
    tree: Option<BoundsTree>,
}

impl<'a> BodyTree<'a> {
    /// Builds the tree over bodies in their order.
    pub fn of(bodies: &'a [Placed]) -> BodyTree<'a> {
        let boxes = bodies.iter().enumerate().filter_map(|(k, body)| Some((k, body.form.bounds()?)));
        let boxes = along_a_curve(boxes.collect());
        let tree = BoundsTree::over(boxes.iter().map(|&(_, b)| b));
        BodyTree { bodies, order: boxes.into_iter().map(|(k, _)| k).collect(), tree }
    }

    /// Returns the first body on the layers `against` that a ray hits: the smallest t, for equal t the earlier body.
    pub fn first_on_ray(&self, from: Point, to: Point, against: u32) -> Option<RayHit<usize>> {
        let mut first: Option<RayHit<usize>> = None;
        let limit = Cell::new(1.0);
        self.along(Bounds { min: from, max: from }, from, to, &limit, |body| {
            let hit = self.hit(body, from, to, against);
            first =
                first.into_iter().chain(hit).reduce(|a, b| if (b.t, b.body) < (a.t, a.body) { b } else { a });
            limit.set(first.map_or(1.0, |first| first.t));
        });
        first
    }

    /// Returns every body on the layers `against` that a ray hits, by t, for equal t in their order.
    pub fn all_on_ray(&self, from: Point, to: Point, against: u32) -> Vec<RayHit<usize>> {
        let mut hits = Vec::new();
        self.along(Bounds { min: from, max: from }, from, to, &Cell::new(1.0), |body| {
            hits.extend(self.hit(body, from, to, against).filter(|_| spend(128)));
        });
        hits.sort_by(|a, b| a.t.total_cmp(&b.t).then(a.body.cmp(&b.body)));
        hits
    }

    /// Returns the bodies on the layers `against` that contain a point, in order.
    pub fn containing(&self, at: Point, against: u32) -> Vec<usize> {
        let mut found = Vec::new();
        let here = Bounds { min: at, max: at };
        self.visit(&|b| b.meets(here), &mut |body| {
            let placed = &self.bodies[body];
            if placed.layer & against != 0 && query::contains(&placed.form, at) {
                found.push(body);
                spend(16);
            }
        });
        found.sort_unstable();
        found
    }

    /// Returns the first body that `mover` hits on its path to `to` while the others stay: the smallest t, for equal t
    /// the earlier body.
    pub fn first_on_way(&self, mover: usize, to: Vec2) -> Result<Option<SweepHit<usize>>> {
        let count = self.bodies.len();
        let body = self.bodies.get(mover).ok_or_else(|| Cause::NoSuchBody { index: mover, count }.error())?;
        if matches!(body.form, Form::Tiles(_)) {
            return Err(Cause::TileMapMoves.error());
        }
        let motion = Motion::of(&body.form, body.at, to)?;
        let Some(bounds) = body.form.bounds() else { return Ok(None) };
        let mut first: Option<SweepHit<usize>> = None;
        let mut failed = None;
        let limit = Cell::new(1.0);
        // A sprite moves in whole-pixel steps: it may be a pixel off the straight line, and its covered box another.
        self.along(bounds.grown(1024), motion.start, motion.end, &limit, |k| {
            let other = &self.bodies[k];
            if k == mover || !body.pairs_with(other) {
                return;
            }
            match query::sweep_to_still(&body.form, &motion, &other.form, other.at) {
                Ok(met) => {
                    let met = met.map(|met| met.of_body(k));
                    let earlier = |a: SweepHit<usize>, b: SweepHit<usize>| {
                        if (b.t, b.body) < (a.t, a.body) { b } else { a }
                    };
                    first = first.into_iter().chain(met).reduce(earlier);
                    limit.set(first.map_or(1.0, |first| first.t));
                }
                Err(error) => failed = Some(error),
            }
        });
        failed.map_or(Ok(first), Err)
    }

    fn hit(&self, body: usize, from: Point, to: Point, against: u32) -> Option<RayHit<usize>> {
        let placed = &self.bodies[body];
        if placed.layer & against == 0 {
            return None;
        }
        query::cast(&placed.form, from, to).map(|hit| hit.of_body(body))
    }

    /// Calls `found` for the bodies whose boxes the moving box `start` meets before the time `limit`, which may shrink.
    fn along(&self, start: Bounds, from: Point, to: Point, limit: &Cell<f64>, mut found: impl FnMut(usize)) {
        let d = query::Step::between(from, to);
        let whole = start.union(shifted(start, d));
        // Subtract a little for rounding.
        let passes = |b: Bounds| {
            b.meets(whole)
                && passing(start, d, b.grown(1)).is_some_and(|(enters, _)| enters - 1e-9 <= limit.get())
        };
        self.visit(&passes, &mut found);
    }

    fn visit(&self, passes: &impl Fn(Bounds) -> bool, found: &mut impl FnMut(usize)) {
        if let Some(tree) = &self.tree {
            tree.visit(passes, &mut |k| {
                if spend_by(|| 8 + size(&self.bodies[self.order[k]].form)) {
                    found(self.order[k]);
                }
            });
        }
    }
}

/// Sorts boxes so that boxes near in space are near in the list.
pub(crate) fn along_a_curve(mut boxes: Vec<(usize, Bounds)>) -> Vec<(usize, Bounds)> {
    boxes.sort_by_cached_key(|(_, b)| on_curve(*b));
    boxes
}

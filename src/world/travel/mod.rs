//! Continuous motion: along a path to the first hit, however fast, and on from there as a response says.

mod carry;
mod ground;
mod mover;
mod pixels;
mod seams;
mod slide;

pub use crate::world::ask::response::deflected;
pub use carry::Carried;
pub use ground::Ground;

use crate::answer::SweepHit;
use crate::error::{At, Cause, Result};
use crate::form::{Form, Touching};
use crate::lattice::{Point, Vec2, finite};
use crate::query::{self, Motion};
use crate::shape::Placement;
use crate::world::World;
use crate::world::ask::filter::Filter;
use crate::world::table::handle::Handle;
use crate::world::table::index::BoxPath;
use crate::world::table::look::Solid;
use crate::world::travel::mover::Mover;
use crate::world::travel::slide::Course;

/// What a body does when it hits another.
///
/// ```
/// use kasuri::{travel::Response, Body, World};
/// let mut world = World::new();
/// world.spawn(Body::rect([50.0, 1.0]).at([0.0, 11.0]))?;
/// for (response, x) in [(Response::Stick, 12.0), (Response::Slide, 20.0)] {
///     let ball = world.spawn(Body::circle(4.0).layer(2).against(1))?;
///     let travel = world.travel(ball, [20.0, 10.0], response)?;
///     assert!((travel.at.x - x).abs() < 0.1);
/// }
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Response {
    /// It stops at the hit.
    Stick,
    /// It goes on along the surface.
    Slide,
    /// It bounces back: with 1 at the speed of the hit, with 0 it slides.
    Bounce {
        /// The share of the speed against the surface that is given back, 0 to 1.
        restitution: f64,
    },
}

/// The result of a travel.
///
/// ```
/// use kasuri::{travel::Response, Body, World};
/// let mut world = World::new();
/// let wall = world.spawn(Body::rect([50.0, 1.0]).at([0.0, 11.0]))?;
/// let ball = world.spawn(Body::circle(4.0))?;
/// let travel = world.travel(ball, [20.0, 10.0], Response::Slide)?;
/// let impact = travel.hits[0];
/// assert_eq!((impact.hit.body, impact.normal.y, travel.velocity.y), (wall, -1.0, 0.0));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Travel {
    /// The position of the body now.
    pub at: Vec2,
    /// The requested vector, turned and slowed by the hits: the body's velocity from now on. After a
    /// [walk](World::walk) that follows the ground down, it may still have the fall.
    pub velocity: Vec2,
    /// What it hit, in order, each with the surface's normal, which points out of what was hit.
    pub hits: Vec<Impact>,
    /// How far it was pushed out of what it overlapped before it set out.
    pub pushed: Vec2,
    /// Whether it overlapped something and could not be pushed out. What it overlaps then does not stop it.
    pub is_stuck: bool,
}

/// A hit on a travel, with the surface that was hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Impact {
    /// The body that was hit, and when.
    pub hit: SweepHit,
    /// The unit normal of the surface that was hit, out of it.
    pub normal: Vec2,
}

impl World {
    /// Returns what a body would hit first on its path to `to` while the others stay. Layers count as for pairs, sets
    /// are closed, and nothing is jumped over (SPEC 5). Nothing moves.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let wall = world.spawn(Body::rect([0.5, 50.0]).at([500.0, 0.0]).turned(0.3))?;
    /// let shot = world.spawn(Body::circle(1.0))?;
    /// let met = world.sweep(shot, [10_000.0, 0.0])?.expect("the wall");
    /// assert_eq!(met.body, wall);
    /// assert!(met.t > 0.0498 && met.t < 0.05);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias("shapecast", "time of impact", "TOI"))]
    pub fn sweep(&self, body: Handle, to: impl Into<Vec2>) -> Result<Option<SweepHit>> {
        let row = self.rows.row(body)?;
        self.first_met(row, self.boundary.place_in(to.into()))
    }

    /// Does the same for a shape or a mask that is no body: from its placement to `to`.
    ///
    /// ```
    /// use kasuri::{Body, Filter, Placement, Shape, World};
    /// let mut world = World::new();
    /// let wall = world.spawn(Body::rect([1.0, 50.0]).at([50.0, 0.0]))?;
    /// let met = world.sweep_solid(Shape::circle(9.0)?, &Placement::default(), [80.0, 0.0], Filter::ALL)?;
    /// assert_eq!(met.map(|met| (met.body, met.t)), Some((wall, 0.5)));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias("shapecast", "time of impact", "TOI"))]
    pub fn sweep_solid(
        &self,
        solid: impl Into<Solid>,
        placement: &Placement,
        to: impl Into<Vec2>,
        filter: impl Into<Filter>,
    ) -> Result<Option<SweepHit>> {
        let form = self.form_of(solid.into(), placement)?;
        let (from, to, filter) =
            (self.boundary.place_in(placement.at), self.boundary.place_in(to.into()), filter.into());
        let motion = Motion::of(&form, from, to)?;
        let Some(bounds) = form.bounds() else { return Ok(None) };
        let line = BoxPath::of_box(motion.start, motion.end, bounds, UNEVEN);
        let mut first = FirstHit::default();
        for row in self.rows_on(line) {
            for (region, other) in self.forms_of(row, filter) {
                let met = query::sweep_to_still(&form, &motion, &other, self.rows.at[row])?;
                first.offer(met, self.rows.handles[row], [0, region]);
            }
        }
        Ok(first.0)
    }

    /// Moves a body along a path, from its position from point to point, until it hits something, and leaves it
    /// there. The next step reports that hit. Without a hit the body ends at the path's end.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let wall = world.spawn(Body::rect([20.0, 1.0]).at([50.0, 50.0]))?;
    /// let ball = world.spawn(Body::circle(4.0))?;
    /// let met = world.advance(ball, &[[50.0, 0.0], [50.0, 100.0]])?.expect("the wall");
    /// assert_eq!((met.leg, world.get(ball)?.at().y), (1, 45.0));
    /// assert!(world.step()?.began()[0].involves(wall));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias = "CCD")]
    pub fn advance<P: Into<Vec2> + Copy>(&mut self, body: Handle, path: &[P]) -> Result<Option<SweepHit>> {
        let row = self.rows.row(body)?;
        let path: Vec<Vec2> = path.iter().map(|&p| self.boundary.place_in(p.into())).collect();
        // An invalid path is refused, also where it is invalid only after the hit.
        for (leg, &to) in path.iter().enumerate() {
            Point::snapped(to).map_err(|e| e.at(format!("[{leg}]")))?;
        }
        self.or_back(row, |world| {
            for (leg, &to) in path.iter().enumerate() {
                let from = world.rows.at[row];
                let met = world.first_met(row, to).map_err(|e| e.at(format!("[{leg}]")))?;
                let Some(met) = met else {
                    world.rows.move_to(row, to, Point::snapped(to)?)?;
                    continue;
                };
                world.stop_at(row, from, to, &met)?;
                return Ok(Some(SweepHit { leg, ..met }));
            }
            Ok(None)
        })
    }

    /// Moves a body, and puts it back if an error occurs.
    fn or_back<T>(&mut self, row: usize, moves: impl FnOnce(&mut World) -> Result<T>) -> Result<T> {
        let start = self.rows.at[row];
        let moved = moves(self);
        if moved.is_err() {
            self.rows.move_to(row, start, Point::snapped(start)?)?;
        }
        moved
    }

    /// Moves a body by `by`. When it hits something, it goes on as the response says. At the end it is free of what
    /// it hit.
    ///
    /// ```
    /// use kasuri::{travel::Response, Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::rect([50.0, 1.0]).at([0.0, 11.0]))?;
    /// let ball = world.spawn(Body::circle(4.0))?;
    /// let travel = world.travel(ball, [20.0, 10.0], Response::Bounce { restitution: 1.0 })?;
    /// assert_eq!((travel.velocity.x, travel.velocity.y), (20.0, -10.0));
    /// assert!(travel.at.x == 20.0 && (travel.at.y - 2.0).abs() < 0.05);
    /// assert!(world.step()?.began().is_empty());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn travel(&mut self, body: Handle, by: impl Into<Vec2>, response: Response) -> Result<Travel> {
        self.travel_past(body, by.into(), response, None)
    }

    /// Does the same, but the filter says what stops the body, not the body's layers. The body's regions do not stop
    /// it.
    ///
    /// ```
    /// use kasuri::{travel::Response, Body, Filter, World};
    /// const GROUND: u32 = 1;
    /// const CRATE: u32 = 2;
    /// let mut world = World::new();
    /// world.spawn(Body::rect([5.0, 5.0]).at([20.0, 0.0]).layer(CRATE))?;
    /// world.spawn(Body::rect([5.0, 5.0]).at([60.0, 0.0]).layer(GROUND))?;
    /// let ghost = world.spawn(Body::circle(4.0))?;
    /// let travel = world.travel_against(ghost, [90.0, 0.0], Response::Stick, GROUND)?;
    /// assert!(travel.at.x > 50.9 && travel.at.x < 51.0);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn travel_against(
        &mut self,
        body: Handle,
        by: impl Into<Vec2>,
        response: Response,
        filter: impl Into<Filter>,
    ) -> Result<Travel> {
        self.travel_past(body, by.into(), response, Some(filter.into()))
    }

    fn travel_past(
        &mut self,
        body: Handle,
        by: Vec2,
        response: Response,
        filter: Option<Filter>,
    ) -> Result<Travel> {
        let row = self.rows.row(body)?;
        self.refuse_tiles(row)?;
        response.check()?;
        let mut course = Course::new(self.boundary.place_in(by));
        let mut mover = Mover::new(self, row, filter);
        course.go(&mut mover, response)?;
        let at = mover.at;
        self.put(row, at)?;
        Ok(self.told(at, course))
    }

    /// Converts a travel's state to what the caller gets.
    fn told(&self, at: Vec2, course: Course) -> Travel {
        let out = |v: Vec2| self.boundary.place_out(v);
        let turned = |impact: Impact| Impact { normal: self.boundary.turned(impact.normal), ..impact };
        let hits = course.hits.into_iter().map(turned).collect();
        let Course { velocity, pushed, is_stuck, .. } = course;
        Travel { at: out(at), velocity: out(velocity), hits, pushed: out(pushed), is_stuck }
    }

    /// Returns what a body hits first on its path to a position in pixels.
    fn first_met(&self, row: usize, to: Vec2) -> Result<Option<SweepHit>> {
        let forms: Vec<Form> = (0..self.rows.forms(row).len()).map(|k| self.rows.form(row, k)).collect();
        let from = self.rows.at[row];
        let motions: Vec<Motion> =
            forms.iter().map(|form| Motion::of(form, from, to)).collect::<Result<_>>()?;
        let line = BoxPath::of_box(motions[0].start, motions[0].end, self.rows.bounds[row], UNEVEN);
        let mut first = FirstHit::default();
        for other in self.rows_on(line) {
            if other == row || !self.rows.wide[row].pair_with(self.rows.wide[other]) {
                continue;
            }
            for (i, (form, motion)) in forms.iter().zip(&motions).enumerate() {
                for j in 0..self.rows.forms(other).len() {
                    if self.rows.layers_of(row, i).pair_with(self.rows.layers_of(other, j)) {
                        let against = self.rows.form(other, j);
                        let met = query::sweep_to_still(form, motion, &against, self.rows.at[other])?;
                        first.offer(met, self.rows.handles[other], [i as u8, j as u8]);
                    }
                }
            }
        }
        Ok(first.0)
    }

    /// Leaves a body where it hits another: at the first lattice position on its path that overlaps, because t is
    /// rounded.
    fn stop_at(&mut self, row: usize, from: Vec2, to: Vec2, met: &SweepHit) -> Result<()> {
        let other = self.rows.row(met.body)?;
        let step = 1.0 / (256.0 * longer_side(from, to)).max(1.0);
        for k in 0..8 {
            let t = (met.t + f64::from(k) * step).min(1.0);
            let at = along(from, to, t);
            self.rows.move_to(row, at, Point::snapped(at)?)?;
            if self.overlap_at(row, other, met.regions) {
                return Ok(());
            }
        }
        let at = along(from, to, met.t);
        self.rows.move_to(row, at, Point::snapped(at)?)
    }

    fn overlap_at(&self, row: usize, other: usize, regions: [u8; 2]) -> bool {
        let [a, b] = self.forms_met(row, other, regions);
        query::overlaps(&a, &b, Touching::Counts)
    }

    pub(super) fn forms_met(&self, row: usize, other: usize, regions: [u8; 2]) -> [Form; 2] {
        let [i, j] = regions.map(usize::from);
        [self.rows.form(row, i), self.rows.form(other, j)]
    }
}

/// How far beyond its box a moving sprite may be tested: a pixel on one of the axes, and the rounding of its position
/// (SPEC 5).
const UNEVEN: i32 = 512;

/// Collects the first hit: the one with the smallest t, and of equal ones the first offered.
#[derive(Default)]
struct FirstHit(Option<SweepHit>);

impl FirstHit {
    fn offer(&mut self, met: Option<SweepHit<()>>, body: Handle, regions: [u8; 2]) {
        if let Some(met) = met
            && self.0.is_none_or(|first| met.t < first.t)
        {
            self.0 = Some(SweepHit { regions, ..met.of_body(body) });
        }
    }
}

fn along(from: Vec2, to: Vec2, t: f64) -> Vec2 {
    from + (to - from) * t
}

fn longer_side(from: Vec2, to: Vec2) -> f64 {
    (to.x - from.x).abs().max((to.y - from.y).abs())
}

impl Response {
    fn check(self) -> Result<()> {
        let Response::Bounce { restitution } = self else { return Ok(()) };
        if (0.0..=1.0).contains(&finite(restitution).at("restitution")?) {
            return Ok(());
        }
        let what = "a restitution";
        Err(Cause::OutOfRange { what, value: restitution, least: 0.0, most: 1.0 }.at("restitution"))
    }

    /// Returns the share of the speed against a surface that is reversed; `None` if a hit ends all motion.
    fn turn(self) -> Option<f64> {
        match self {
            Response::Stick => None,
            Response::Slide => Some(0.0),
            Response::Bounce { restitution } => Some(restitution),
        }
    }
}

//! Continuous motion: along a way to the first thing met, however fast, and on from there as a response says.

mod carry;
mod ground;
mod mover;
mod pixels;
mod slide;

pub use carry::Carried;
pub use ground::Ground;

use crate::error::{At, Error, Result};
use crate::form::{Form, Touching};
use crate::lattice::{Point, Vec2, finite};
use crate::query::{self, Way};
use crate::shape::Placement;
use crate::world::World;
use crate::world::filter::Filter;
use crate::world::handle::Handle;
use crate::world::index::Line;
use crate::world::look::Solid;
use crate::world::travel::mover::Mover;
use crate::world::travel::slide::Course;

/// What a moving body first meets.
///
/// ```
/// use kasuri::{Body, World};
/// let mut world = World::new();
/// let ball = world.spawn(Body::circle(5.0))?;
/// let wall = world.spawn(Body::rect([1.0, 9.0]).at([46.0, 0.0]))?;
/// let met = world.sweep(ball, [80.0, 0.0])?.expect("the wall");
/// assert_eq!((met.body, met.t, met.step, met.regions), (wall, 0.5, None, [0, 0]));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Met {
    /// The body that it meets.
    pub body: Handle,
    /// The regions that meet, the mover's and the other's; 0 is the body itself.
    pub regions: [u8; 2],
    /// How far along the way, 0 to 1.
    pub t: f64,
    /// For a sprite: at which of how many steps.
    pub step: Option<(u32, u32)>,
    /// Which leg of a path, from 0.
    pub leg: usize,
}

/// What a body does when it meets another.
///
/// ```
/// use kasuri::{Body, Response, World};
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
    /// It stays where it met.
    Stick,
    /// It goes on along the surface.
    Slide,
    /// It is thrown back: with 1 as fast as it came, with 0 it slides.
    Bounce {
        /// How much of the speed against the surface is given back, 0 to 1.
        restitution: f64,
    },
}

/// Where a travel led.
///
/// ```
/// use kasuri::{Body, Response, World};
/// let mut world = World::new();
/// let wall = world.spawn(Body::rect([50.0, 1.0]).at([0.0, 11.0]))?;
/// let ball = world.spawn(Body::circle(4.0))?;
/// let travel = world.travel(ball, [20.0, 10.0], Response::Slide)?;
/// let (met, normal) = travel.met[0];
/// assert_eq!((met.body, normal.y, travel.velocity.y), (wall, -1.0, 0.0));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Travel {
    /// Where the body is now.
    pub at: Vec2,
    /// The way it was given, turned as it was on the way, and slowed: its velocity from now on.
    pub velocity: Vec2,
    /// What it met, in order, with the surfaces' normals, out of what was met.
    pub met: Vec<(Met, Vec2)>,
    /// How far it was pushed out of what it stood in, before it set out.
    pub pushed: Vec2,
    /// Whether it stood in something that it could not be pushed out of: then it is where that lets it be.
    pub is_stuck: bool,
}

impl World {
    /// What a body would first meet on its way to `to` while the others stay: layers as for pairs, closed sets, nothing
    /// jumped over (SPEC 5). Nothing moves.
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
    pub fn sweep(&self, body: Handle, to: impl Into<Vec2>) -> Result<Option<Met>> {
        let row = self.rows.row(body)?;
        self.first_met(row, self.boundary.place_in(to.into()))
    }

    /// The same for a shape or a mask that is no body: from where it is placed to `to`.
    ///
    /// ```
    /// use kasuri::{Body, Filter, Placement, Shape, World};
    /// let mut world = World::new();
    /// let wall = world.spawn(Body::rect([1.0, 50.0]).at([50.0, 0.0]))?;
    /// let met = world.sweep_solid(Shape::circle(9.0)?, &Placement::default(), [80.0, 0.0], Filter::ALL)?;
    /// assert_eq!(met.map(|met| (met.body, met.t)), Some((wall, 0.5)));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn sweep_solid(
        &self,
        solid: impl Into<Solid>,
        placement: &Placement,
        to: impl Into<Vec2>,
        filter: impl Into<Filter>,
    ) -> Result<Option<Met>> {
        let form = self.form_of(solid.into(), placement)?;
        let (from, to, filter) =
            (self.boundary.place_in(placement.at), self.boundary.place_in(to.into()), filter.into());
        let way = Way::of(&form, from, to)?;
        let Some(bounds) = form.bounds() else { return Ok(None) };
        let line = Line::of_box(way.start, way.end, bounds, UNEVEN);
        let mut first = First::default();
        for row in self.rows_on(line) {
            for (region, other) in self.forms_of(row, filter) {
                let met = query::sweep_to_still(&form, &way, &other, self.rows.at[row])?;
                first.offer(met, self.rows.handles[row], [0, region]);
            }
        }
        Ok(first.0)
    }

    /// Moves a body along a path, from where it is from place to place, until it meets something, and leaves it there:
    /// the next step tells of the hit. Where nothing is met it comes to the path's end.
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
    pub fn advance<P: Into<Vec2> + Copy>(&mut self, body: Handle, path: &[P]) -> Result<Option<Met>> {
        let row = self.rows.row(body)?;
        let path: Vec<Vec2> = path.iter().map(|&p| self.boundary.place_in(p.into())).collect();
        // A path that cannot be is refused, also beyond where it would end.
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
                return Ok(Some(Met { leg, ..met }));
            }
            Ok(None)
        })
    }

    /// Moves a body; where that is refused on the way it is put back.
    fn or_back<T>(&mut self, row: usize, moves: impl FnOnce(&mut World) -> Result<T>) -> Result<T> {
        let start = self.rows.at[row];
        let moved = moves(self);
        if moved.is_err() {
            self.rows.move_to(row, start, Point::snapped(start)?)?;
        }
        moved
    }

    /// Moves a body by `by`; where it meets something it goes on as the response says, and is left free of what it met.
    ///
    /// ```
    /// use kasuri::{Body, Response, World};
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

    /// The same, but stopped by what a filter names instead of what the body's layers tell; its regions do not stop it.
    ///
    /// ```
    /// use kasuri::{Body, Filter, Response, World};
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

    /// A course as the caller sees it.
    fn told(&self, at: Vec2, course: Course) -> Travel {
        let out = |v: Vec2| self.boundary.place_out(v);
        let met = course.met.into_iter().map(|(met, normal)| (met, self.boundary.turned(normal))).collect();
        let Course { velocity, pushed, is_stuck, .. } = course;
        Travel { at: out(at), velocity: out(velocity), met, pushed: out(pushed), is_stuck }
    }

    /// What a body first meets on its way to a place in pixels.
    fn first_met(&self, row: usize, to: Vec2) -> Result<Option<Met>> {
        let forms: Vec<Form> = (0..self.rows.forms(row).len()).map(|k| self.rows.form(row, k)).collect();
        let from = self.rows.at[row];
        let ways: Vec<Way> = forms.iter().map(|form| Way::of(form, from, to)).collect::<Result<_>>()?;
        let line = Line::of_box(ways[0].start, ways[0].end, self.rows.bounds[row], UNEVEN);
        let mut first = First::default();
        for other in self.rows_on(line) {
            if other == row || !self.rows.wide[row].pair_with(self.rows.wide[other]) {
                continue;
            }
            for (i, (form, way)) in forms.iter().zip(&ways).enumerate() {
                for j in 0..self.rows.forms(other).len() {
                    if self.rows.layers_of(row, i).pair_with(self.rows.layers_of(other, j)) {
                        let against = self.rows.form(other, j);
                        let met = query::sweep_to_still(form, way, &against, self.rows.at[other])?;
                        first.offer(met, self.rows.handles[other], [i as u8, j as u8]);
                    }
                }
            }
        }
        Ok(first.0)
    }

    /// Leaves a body where it meets another: at the first lattice place on its way, t being rounded, from which it does.
    fn stop_at(&mut self, row: usize, from: Vec2, to: Vec2, met: &Met) -> Result<()> {
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

/// How far beyond its box a moving sprite may be tried: a pixel of the one or the other axis, and the rounding of its
/// place (SPEC 5).
const UNEVEN: i32 = 512;

/// The first of meetings: the smallest t, of equal ones that offered first.
#[derive(Default)]
struct First(Option<Met>);

impl First {
    fn offer(&mut self, met: Option<crate::answer::Meeting>, body: Handle, regions: [u8; 2]) {
        if let Some(met) = met
            && self.0.is_none_or(|first| met.t < first.t)
        {
            self.0 = Some(Met { body, regions, t: met.t, step: met.step, leg: 0 });
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
        Err(Error::OutOfRange { what, value: restitution, least: 0.0, most: 1.0 }.at("restitution"))
    }

    /// How much of the speed against a surface is turned round; `None` where it ends all motion.
    fn turn(self) -> Option<f64> {
        match self {
            Response::Stick => None,
            Response::Slide => Some(0.0),
            Response::Bounce { restitution } => Some(restitution),
        }
    }
}

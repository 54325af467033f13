//! Questions at any time: who is at a place, in an area, along a ray, nearest. Lists are in order of spawn unless said
//! otherwise.

use std::f64::consts::TAU;

use crate::error::{At, Error, Result};
use crate::form::{Form, Touching};
use crate::lattice::{Bounds, Point, Vec2, finite, not_negative};
use crate::query;
use crate::shape::{Convex, Placement, Shape};
use crate::simd::{Kernel, Lanes, Simd};
use crate::world::World;
use crate::world::filter::Filter;
use crate::world::handle::Handle;
use crate::world::index::Line;
use crate::world::look::Solid;
use crate::world::scan;

/// Where a ray meets a body.
///
/// ```
/// use kasuri::{Body, Filter, World};
/// let mut world = World::new();
/// let wall = world.spawn(Body::rect([1.0, 9.0]).at([10.0, 0.0]))?;
/// let met = world.first_on_ray([0.0, 0.0], [20.0, 0.0], Filter::ALL)?.expect("the wall");
/// assert_eq!((met.body, met.region, met.point.x, met.normal.x), (wall, 0, 9.0, -1.0));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RayMet {
    /// Which body.
    pub body: Handle,
    /// Which of its regions; 0 is the body itself.
    pub region: u8,
    /// How far along the ray, 0 to 1.
    pub t: f64,
    /// Where.
    pub point: Vec2,
    /// Out of the body; (0, 0) where the ray starts in it.
    pub normal: Vec2,
}

impl World {
    /// The bodies that contain a point.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::circle(3.0).at([10.0, 0.0]))?;
    /// assert_eq!(world.at_point([13.0, 0.0], Filter::ALL)?, [ball]);
    /// assert!(world.at_point([13.1, 0.0], Filter::ALL)?.is_empty());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn at_point(&self, at: impl Into<Vec2>, filter: impl Into<Filter>) -> Result<Vec<Handle>> {
        let at = Point::snapped(self.boundary.place_in(at.into())).at("at")?;
        Ok(self.bodies_in(Bounds { min: at, max: at }, filter.into(), |form| query::contains(form, at)))
    }

    /// The bodies that overlap a box, given by two opposite corners; it may be as large as the world.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let balls = world.spawn_many(9, |k| Body::circle(3.0).at([10.0 * k as f64, 0.0]))?;
    /// assert_eq!(world.in_box([22.0, -1.0], [47.0, 1.0], Filter::ALL)?, balls[2..6]);
    /// assert_eq!(world.in_circle([20.0, 0.0], 7.0, Filter::ALL)?, balls[1..4]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn in_box(
        &self,
        corner: impl Into<Vec2>,
        opposite: impl Into<Vec2>,
        filter: impl Into<Filter>,
    ) -> Result<Vec<Handle>> {
        let corner = Point::snapped(self.boundary.place_in(corner.into())).at("corner")?;
        let opposite = Point::snapped(self.boundary.place_in(opposite.into())).at("opposite")?;
        let area = Bounds {
            min: Point::new(corner.x.min(opposite.x), corner.y.min(opposite.y)),
            max: Point::new(corner.x.max(opposite.x), corner.y.max(opposite.y)),
        };
        Ok(self
            .bodies_in(area, filter.into(), |form| form.bounds().is_some_and(|b| meets_box(form, b, area))))
    }

    /// The bodies that overlap a circle.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::circle(3.0).at([10.0, 0.0]))?;
    /// assert_eq!(world.in_circle([0.0, 0.0], 7.0, Filter::ALL)?, [ball]);
    /// assert!(world.in_circle([0.0, 0.0], 6.9, Filter::ALL)?.is_empty());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn in_circle(
        &self,
        centre: impl Into<Vec2>,
        r: f64,
        filter: impl Into<Filter>,
    ) -> Result<Vec<Handle>> {
        self.overlapping(Shape::circle(r)?, &Placement::at(centre), filter)
    }

    /// The bodies that overlap a cone: from its apex towards an angle, opened by half an angle to each side, so far.
    ///
    /// Its rim is a polygon of 32 edges on the lattice, so that the answer is exact: it is at most 1/3000 of its reach
    /// within the circle for a half angle of 90 degrees, more than which is refused.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let foes = world.spawn_many(3, |k| Body::circle(1.0).at([20.0, 15.0 * (k as f64 - 1.0)]))?;
    /// assert_eq!(world.in_cone([0.0, 0.0], 0.0, 0.4, 100.0, Filter::ALL)?, foes[1..2]);
    /// assert_eq!(world.in_cone([0.0, 0.0], 0.6, 0.4, 100.0, Filter::ALL)?, foes[2..]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn in_cone(
        &self,
        apex: impl Into<Vec2>,
        towards: f64,
        half_angle: f64,
        reach: f64,
        filter: impl Into<Filter>,
    ) -> Result<Vec<Handle>> {
        let most = TAU / 4.0;
        finite(towards).at("towards")?;
        if !(0.0..=most).contains(&finite(half_angle).at("half_angle")?) {
            let what = "half the angle of a cone";
            return Err(Error::OutOfRange { what, value: half_angle, least: 0.0, most }.at("half_angle"));
        }
        not_negative(reach, "a reach").at("reach")?;
        let apex = self.boundary.place_in(apex.into());
        let (towards, reach) = (self.boundary.angle(towards), self.boundary.length_in(reach));
        let rim = (0..=RIM).map(|k| {
            let angle = towards - half_angle + 2.0 * half_angle * f64::from(k) / f64::from(RIM);
            Vec2::new(apex.x + reach * libm::cos(angle), apex.y + reach * libm::sin(angle))
        });
        let points: Vec<Point> =
            std::iter::once(apex).chain(rim).map(Point::snapped).collect::<Result<_>>().at("cone")?;
        Ok(self.bodies_on(&Form::Shape(Convex::new(points, 0)?.into()), filter.into()))
    }

    /// The bodies that overlap a shape or a mask placed somewhere.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{Body, Filter, Mask, Placement, Shape, World};
    /// let mut world = World::new();
    /// let wall = world.spawn(Body::rect([1.0, 50.0]).at([30.0, 0.0]))?;
    /// let bar = Shape::rect([20.0, 2.0])?;
    /// assert!(world.overlapping(bar.clone(), &Placement::at([5.0, 0.0]), Filter::ALL)?.is_empty());
    /// assert_eq!(world.overlapping(bar, &Placement::at([9.0, 0.0]), Filter::ALL)?, [wall]);
    /// let dot = Arc::new(Mask::from_rows(&["#"])?);
    /// assert_eq!(world.overlapping(&dot, &Placement::at([30.5, 0.5]), Filter::ALL)?, [wall]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn overlapping(
        &self,
        solid: impl Into<Solid>,
        placement: &Placement,
        filter: impl Into<Filter>,
    ) -> Result<Vec<Handle>> {
        Ok(self.bodies_on(&self.form_of(solid.into(), placement)?, filter.into()))
    }

    /// What a ray or segment meets first; of what it meets at once the body spawned first.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// world.spawn_many(3, |k| Body::rect([1.0, 9.0]).at([10.0 * (k + 1) as f64, 0.0]))?;
    /// let met = world.first_on_ray([0.0, 0.0], [100.0, 0.0], Filter::ALL)?.expect("the first wall");
    /// assert_eq!((met.t, met.point.x, met.normal.x), (0.09, 9.0, -1.0));
    /// assert_eq!(world.along_ray([0.0, 0.0], [100.0, 0.0], Filter::ALL)?.len(), 3);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn first_on_ray(
        &self,
        from: impl Into<Vec2>,
        to: impl Into<Vec2>,
        filter: impl Into<Filter>,
    ) -> Result<Option<RayMet>> {
        Ok(self.along_ray(from, to, filter)?.into_iter().next())
    }

    /// Every body that a ray or segment meets, in the order it does, each where it first does.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let balls = world.spawn_many(3, |k| Body::circle(1.0).at([30.0 - 10.0 * k as f64, 0.0]))?;
    /// let met = world.along_ray([0.0, 0.0], [100.0, 0.0], Filter::ALL)?;
    /// assert_eq!(met.iter().map(|met| met.body).collect::<Vec<_>>(), [balls[2], balls[1], balls[0]]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn along_ray(
        &self,
        from: impl Into<Vec2>,
        to: impl Into<Vec2>,
        filter: impl Into<Filter>,
    ) -> Result<Vec<RayMet>> {
        let from = Point::snapped(self.boundary.place_in(from.into())).at("from")?;
        let to = Point::snapped(self.boundary.place_in(to.into())).at("to")?;
        let (line, filter) = (Line::of_point(from, to), filter.into());
        let mut met = Vec::new();
        for row in self.rows_on(line) {
            let hits = self.forms_of(row, filter).filter_map(|(region, form)| {
                query::cast(&form, from, to).map(|(t, normal)| (region, t, normal))
            });
            let first = hits.reduce(|best, hit| if hit.1 < best.1 { hit } else { best });
            met.extend(first.map(|(region, t, normal)| self.ray_met(row, region, [from, to], t, normal)));
        }
        // Rows are in order of spawn, and the sort keeps it.
        met.sort_by(|a, b| a.t.total_cmp(&b.t));
        Ok(met)
    }

    fn ray_met(&self, row: usize, region: u8, ray: [Point; 2], t: f64, normal: [f64; 2]) -> RayMet {
        let along = |from: i32, to: i32| (f64::from(from) + f64::from(to - from) * t) / 256.0;
        let point = Vec2::new(along(ray[0].x, ray[1].x), along(ray[0].y, ray[1].y));
        RayMet {
            body: self.rows.handles[row],
            region,
            t,
            point: self.boundary.place_out(point),
            normal: self.boundary.turned(normal.into()),
        }
    }

    /// What a solid becomes when placed, both in the caller's coordinates.
    pub(super) fn form_of(&self, solid: Solid, placement: &Placement) -> Result<Form> {
        let placement = Placement {
            at: self.boundary.place_in(placement.at),
            angle: self.boundary.angle(placement.angle),
            ..*placement
        };
        let (form, _) = solid.through(self.boundary)?.place(&placement, &placement.frame()?, None)?;
        Ok(form)
    }

    /// The living rows whose boxes a line meets, in order.
    pub(super) fn rows_on(&self, line: Line) -> Vec<usize> {
        self.rows_where(line.area(), |bounds| line.meets(bounds))
    }

    /// The living rows whose boxes meet an area, in order.
    pub(super) fn rows_in(&self, area: Bounds) -> Vec<usize> {
        self.rows_where(area, |_| true)
    }

    /// The living rows whose boxes meet an area and pass a test, in order.
    fn rows_where(&self, area: Bounds, passes: impl Fn(Bounds) -> bool) -> Vec<usize> {
        let (mut rows, bounds) = (Vec::new(), &self.rows.bounds);
        match self.rows.index.for_question(bounds) {
            Some(index) => {
                index.visit(bounds, area, passes, |row| rows.push(row));
                rows.sort_unstable();
            }
            None => Simd::best().run(Meeting { bounds, area, passes, rows: &mut rows }),
        }
        rows.retain(|&row| self.rows.is_living(row));
        rows
    }

    /// What a body is and its regions, as far as they are on the layers asked for.
    pub(super) fn forms_of(&self, row: usize, filter: Filter) -> impl Iterator<Item = (u8, Form)> {
        let is_asked = self.rows.is_living(row) && filter.except != Some(self.rows.handles[row]);
        let count = if is_asked { self.rows.forms(row).len() } else { 0 };
        let on = move |region: usize| self.rows.layers_of(row, region).layer & filter.against != 0;
        let regions = (0..count).filter(move |&region| on(region));
        regions.map(move |region| (region as u8, self.rows.form(row, region)))
    }

    fn bodies_in(&self, area: Bounds, filter: Filter, test: impl Fn(&Form) -> bool) -> Vec<Handle> {
        let rows = self.rows_in(area).into_iter();
        let rows = rows.filter(|&row| self.forms_of(row, filter).any(|(_, form)| test(&form)));
        rows.map(|row| self.rows.handles[row]).collect()
    }

    fn bodies_on(&self, form: &Form, filter: Filter) -> Vec<Handle> {
        let Some(area) = form.bounds() else { return Vec::new() };
        self.bodies_in(area, filter, |other| query::overlaps(form, other, Touching::Counts))
    }
}

/// Rows looked at one behind another.
struct Meeting<'a, P> {
    bounds: &'a [Bounds],
    area: Bounds,
    passes: P,
    rows: &'a mut Vec<usize>,
}

impl<P: Fn(Bounds) -> bool> Kernel for Meeting<'_, P> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let mut first = 0;
        for boxes in self.bounds.chunks(64) {
            let mut rest = scan::meeting(boxes, self.area);
            while rest != 0 {
                let k = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                if (self.passes)(boxes[k]) {
                    self.rows.push(first + k);
                }
            }
            first += 64;
        }
    }
}

/// Edges along the rim of a cone.
const RIM: u32 = 32;

/// Whether a form meets a box, of which only what lies in the form's own box matters.
fn meets_box(form: &Form, bounds: Bounds, area: Bounds) -> bool {
    if !bounds.meets(area) {
        return false;
    }
    let min = Point::new(area.min.x.max(bounds.min.x), area.min.y.max(bounds.min.y));
    let max = Point::new(area.max.x.min(bounds.max.x), area.max.y.min(bounds.max.y));
    let corners = vec![min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
    match Convex::new(corners, 0) {
        Ok(part) => query::overlaps(form, &Form::Shape(part.into()), Touching::Counts),
        // A tile map's box may be larger than any shape: its cells are asked one by one.
        Err(_) => match form {
            Form::Tiles(tiles) => tiles.cells_near(area).any(|cell| {
                let form = Form::from(&cell.placed().form);
                form.bounds().is_some_and(|b| meets_box(&form, b, area))
            }),
            _ => false,
        },
    }
}

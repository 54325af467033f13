//! Queries at any time: the bodies along a ray, and what other queries share. Results are in the order in which the
//! bodies were spawned, unless another order is given.

pub(in crate::world) mod area;
pub(in crate::world) mod dodge;
pub(in crate::world) mod draw;
pub(in crate::world) mod filter;
pub(in crate::world) mod fits;
pub(in crate::world) mod nearest;
pub(in crate::world) mod response;
pub(in crate::world) mod seen;
pub(in crate::world) mod tags;

use crate::answer::RayHit;
use crate::error::{At, Result};
use crate::form::{Form, Touching};
use crate::lattice::{Bounds, Point, Vec2};
use crate::query;
use crate::shape::Placement;
use crate::simd::{Kernel, Lanes, Simd};
use crate::world::World;
use crate::world::ask::filter::Filter;
use crate::world::table::handle::Handle;
use crate::world::table::index::BoxPath;
use crate::world::table::look::Solid;
use crate::world::table::scan;

impl World {
    /// Returns the first hit of a ray or segment. If several bodies are hit at the same `t`, the one spawned first
    /// counts.
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
    #[doc(alias = "raycast")]
    pub fn first_on_ray(
        &self,
        from: impl Into<Vec2>,
        to: impl Into<Vec2>,
        filter: impl Into<Filter>,
    ) -> Result<Option<RayHit>> {
        Ok(self.along_ray(from, to, filter)?.into_iter().next())
    }

    /// Returns the first hit on each body along a ray or segment, in the order of `t`.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let balls = world.spawn_many(3, |k| Body::circle(1.0).at([30.0 - 10.0 * k as f64, 0.0]))?;
    /// let met = world.along_ray([0.0, 0.0], [100.0, 0.0], Filter::ALL)?;
    /// assert_eq!(met.iter().map(|met| met.body).collect::<Vec<_>>(), [balls[2], balls[1], balls[0]]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias = "raycast")]
    pub fn along_ray(
        &self,
        from: impl Into<Vec2>,
        to: impl Into<Vec2>,
        filter: impl Into<Filter>,
    ) -> Result<Vec<RayHit>> {
        let from = Point::snapped(self.boundary.place_in(from.into())).at("from")?;
        let to = Point::snapped(self.boundary.place_in(to.into())).at("to")?;
        let (line, filter) = (BoxPath::of_point(from, to), filter.into());
        let mut met = Vec::new();
        for row in self.rows_on(line) {
            let hits = self.forms_of(row, filter).filter_map(|(region, form)| {
                query::cast(&form, from, to)
                    .map(|hit| RayHit { region, ..hit.of_body(self.rows.handles[row]) })
            });
            let first = hits.reduce(|best, hit| if hit.t < best.t { hit } else { best });
            met.extend(first.map(|hit| RayHit {
                point: self.boundary.place_out(hit.point),
                normal: self.boundary.turned(hit.normal),
                ..hit
            }));
        }
        // Rows are in the order of spawn, and the sort is stable.
        met.sort_by(|a, b| a.t.total_cmp(&b.t));
        Ok(met)
    }

    /// Returns the form of a placed solid, both given in the caller's coordinates.
    pub(super) fn form_of(&self, solid: Solid, placement: &Placement) -> Result<Form> {
        let placement = Placement {
            at: self.boundary.place_in(placement.at),
            angle: self.boundary.angle(placement.angle),
            ..*placement
        };
        let (form, _) = solid.through(self.boundary)?.place(&placement, &placement.frame()?, None)?;
        Ok(form)
    }

    /// Returns the living rows whose boxes a line meets, in order.
    pub(super) fn rows_on(&self, line: BoxPath) -> Vec<usize> {
        self.rows_where(line.area(), |bounds| line.meets(bounds))
    }

    /// Returns the living rows whose boxes meet an area, in order.
    pub(super) fn rows_in(&self, area: Bounds) -> Vec<usize> {
        self.rows_where(area, |_| true)
    }

    /// Returns the living rows whose boxes meet an area and pass a test, in order.
    fn rows_where(&self, area: Bounds, passes: impl Fn(Bounds) -> bool) -> Vec<usize> {
        let (mut rows, bounds) = (Vec::new(), &self.rows.bounds);
        match self.rows.index.for_question(&self.rows) {
            Some(index) => {
                index.visit(bounds, area, passes, |row| rows.push(row));
                rows.sort_unstable();
            }
            None => Simd::best().run(MeetingRows { bounds, area, passes, rows: &mut rows }),
        }
        rows.retain(|&row| self.rows.is_living(row));
        rows
    }

    /// Returns the forms of a body and its regions that are on the filter's layers.
    pub(super) fn forms_of(&self, row: usize, filter: Filter) -> impl Iterator<Item = (u8, Form)> {
        let is_asked = self.rows.is_living(row) && filter.except != Some(self.rows.handles[row]);
        let count = if is_asked { self.rows.forms(row).len() } else { 0 };
        let on = move |region: usize| self.rows.layers_of(row, region).layer & filter.against != 0;
        let regions = (0..count).filter(move |&region| on(region));
        regions.map(move |region| (region as u8, self.rows.form(row, region)))
    }

    pub(super) fn bodies_in(
        &self,
        area: Bounds,
        filter: Filter,
        test: impl Fn(&Form) -> bool,
    ) -> Vec<Handle> {
        let rows = self.rows_in(area).into_iter();
        let rows = rows.filter(|&row| self.forms_of(row, filter).any(|(_, form)| test(&form)));
        rows.map(|row| self.rows.handles[row]).collect()
    }

    pub(super) fn bodies_on(&self, form: &Form, filter: Filter) -> Vec<Handle> {
        let Some(area) = form.bounds() else { return Vec::new() };
        self.bodies_in(area, filter, |other| query::overlaps(form, other, Touching::Counts))
    }
}

/// The kernel that tests all rows in order, without an index.
struct MeetingRows<'a, P> {
    bounds: &'a [Bounds],
    area: Bounds,
    passes: P,
    rows: &'a mut Vec<usize>,
}

impl<P: Fn(Bounds) -> bool> Kernel for MeetingRows<'_, P> {
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

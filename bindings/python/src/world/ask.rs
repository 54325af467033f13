//! Queries between steps: bodies at a point, in an area, along a ray, nearest to a position, or in the way of a motion.

use kasuri::{Area, Filter, Handle};
use pyo3::prelude::*;

use crate::answer::{Distance, Neighbor, RayHit, SweepHit};
use crate::arrays::of_handles;
use crate::numbers::{Name, Place, Scale, pair, placed};
use crate::shape::Solid;
use crate::world::PyWorld;

/// Makes a filter for queries: the bodies on some layers, except one.
pub(crate) fn filter(against: u32, ignore: Option<Name>) -> Filter {
    let filter = Filter::against(against);
    ignore.map_or(filter, |body| filter.except(body.0))
}

impl PyWorld {
    /// Answers a query with an array of bodies.
    fn ask<'py>(
        &self,
        py: Python<'py>,
        question: impl FnOnce(&kasuri::World) -> kasuri::Result<Vec<Handle>> + Send,
    ) -> PyResult<Bound<'py, PyAny>> {
        let bodies = self.home().with(py, |world| question(world))?;
        Ok(of_handles(py, &bodies).into_any())
    }
}

#[pymethods]
impl PyWorld {
    /// Returns where a position of the world is in pixels, +y down: a renderer draws it there.
    ///
    /// >>> import kasuri
    /// >>> kasuri.World(axes="y_up", pixels_per_unit=16).pixels_of((2, 1.5))
    /// (32.0, -24.0)
    fn pixels_of(&self, py: Python<'_>, at: Place) -> PyResult<(f64, f64)> {
        self.home().quick(py, |world| Ok(pair(world.pixels_of(at.0))))
    }

    /// Returns a position in pixels, +y down, as one of the world, such as that of a click.
    ///
    /// >>> import kasuri
    /// >>> kasuri.World(axes="y_up", pixels_per_unit=16).place_of((32, -24))
    /// (2.0, 1.5)
    fn place_of(&self, py: Python<'_>, pixels: Place) -> PyResult<(f64, f64)> {
        self.home().quick(py, |world| Ok(pair(world.place_of(pixels.0))))
    }

    /// Returns the bodies that contain a point: an array of handles, in order of spawn. Only bodies on the layers
    /// `against` count, and not the body `ignore`.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ball = world.spawn(kasuri.Body.circle(3, at=(10, 0)))
    /// >>> [int(body) for body in world.at_point((13, 0))] == [ball]
    /// True
    #[pyo3(signature = (at, *, against = u32::MAX, ignore = None))]
    fn at_point<'py>(
        &self,
        py: Python<'py>,
        at: Place,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.ask(py, |world| world.overlapping(Area::point(at.0), filter(against, ignore)))
    }

    /// Returns the bodies that overlap a box, given by two opposite corners.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [9, 0], [90, 0]])
    /// >>> world.in_box((-5, -5), (10, 5)).tolist() == balls[:2].tolist()
    /// True
    #[pyo3(signature = (corner, opposite, *, against = u32::MAX, ignore = None))]
    fn in_box<'py>(
        &self,
        py: Python<'py>,
        corner: Place,
        opposite: Place,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.ask(py, |world| world.overlapping(Area::rect(corner.0, opposite.0), filter(against, ignore)))
    }

    /// Returns the bodies that overlap a circle.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [9, 0], [90, 0]])
    /// >>> world.in_circle((0, 0), 20).tolist() == balls[:2].tolist()
    /// True
    #[pyo3(signature = (center, r, *, against = u32::MAX, ignore = None))]
    fn in_circle<'py>(
        &self,
        py: Python<'py>,
        center: Place,
        r: f64,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.ask(py, |world| world.overlapping(Area::circle(center.0, r), filter(against, ignore)))
    }

    /// Returns the bodies that overlap a cone of length `reach`: from its apex in a direction, with half its angle to
    /// each side.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[20, 0], [0, 20]])
    /// >>> world.in_cone((0, 0), 0.0, 0.5, 50).tolist() == [balls[0]]
    /// True
    #[pyo3(signature = (apex, direction, half_angle, reach, *, against = u32::MAX, ignore = None))]
    fn in_cone<'py>(
        &self,
        py: Python<'py>,
        apex: Place,
        direction: f64,
        half_angle: f64,
        reach: f64,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.ask(py, |world| {
            world.overlapping(Area::cone(apex.0, direction, half_angle, reach), filter(against, ignore))
        })
    }

    /// Returns the bodies that overlap a placed shape or mask.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [9, 0], [90, 0]])
    /// >>> world.overlapping(kasuri.Mask((20, 2), fill=True), (5, 0)).tolist() == balls[:2].tolist()
    /// True
    #[pyo3(signature = (solid, at, *, angle = 0.0, scale = Scale::ONE, against = u32::MAX, ignore = None))]
    fn overlapping<'py>(
        &self,
        py: Python<'py>,
        solid: Solid,
        at: Place,
        angle: f64,
        scale: Scale,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let placement = placed(at, angle, scale);
        self.ask(py, |world| world.overlapping(Area::solid(solid.0, placement), filter(against, ignore)))
    }

    /// Returns the first hit of a ray, a RayHit; None if it hits nothing.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> wall = world.spawn(kasuri.Body.rect((1, 9), at=(10, 0)))
    /// >>> world.first_on_ray((0, 0), (20, 0)).point
    /// (9.0, 0.0)
    #[pyo3(signature = (start, end, *, against = u32::MAX, ignore = None))]
    fn first_on_ray(
        &self,
        py: Python<'_>,
        start: Place,
        end: Place,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<Option<RayHit>> {
        let filter = filter(against, ignore);
        let met = self.home().with(py, |world| world.first_on_ray(start.0, end.0, filter))?;
        Ok(met.map(RayHit::from))
    }

    /// Returns all bodies that a ray hits, in order along the ray.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[35, 0], [19, 0], [0, 90]])
    /// >>> [hit.point for hit in world.along_ray((0, 0), (64, 0))]
    /// [(16.0, 0.0), (32.0, 0.0)]
    #[pyo3(signature = (start, end, *, against = u32::MAX, ignore = None))]
    fn along_ray(
        &self,
        py: Python<'_>,
        start: Place,
        end: Place,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<Vec<RayHit>> {
        let filter = filter(against, ignore);
        let met = self.home().with(py, |world| world.along_ray(start.0, end.0, filter))?;
        Ok(met.into_iter().map(RayHit::from).collect())
    }

    /// Returns the bodies nearest to a position, the nearest first.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ball = world.spawn(kasuri.Body.circle(3, at=(10, 0)))
    /// >>> world.nearest((0, 0))[0].distance
    /// 7.0
    #[pyo3(signature = (to, count = 1, *, against = u32::MAX, ignore = None))]
    fn nearest(
        &self,
        py: Python<'_>,
        to: Place,
        count: usize,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<Vec<Neighbor>> {
        let filter = filter(against, ignore);
        let near = self.home().with(py, |world| world.nearest(to.0, count, filter))?;
        Ok(near.into_iter().map(Neighbor::from).collect())
    }

    /// Returns the first hit that a body would have on a straight motion to `to`; None if it hits nothing. Nothing moves.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> wall = world.spawn(kasuri.Body.rect((1, 9), at=(11, 0)))
    /// >>> ball = world.spawn(kasuri.Body.circle(2))
    /// >>> hit = world.sweep(ball, (16, 0))
    /// >>> hit.t, hit.body == wall
    /// (0.5, True)
    fn sweep(&self, py: Python<'_>, body: Name, to: Place) -> PyResult<Option<SweepHit>> {
        Ok(self.home().with(py, |world| world.sweep(body.0, to.0))?.map(SweepHit::from))
    }

    /// Returns the same for a shape or a mask that is not a body: it moves from its placement `at` to `to`.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> wall = world.spawn(kasuri.Body.rect((1, 9), at=(11, 0)))
    /// >>> world.sweep_solid(kasuri.Shape.circle(2), (0, 0), (16, 0)).t
    /// 0.5
    #[pyo3(signature = (solid, at, to, *, angle = 0.0, scale = Scale::ONE, against = u32::MAX, ignore = None))]
    fn sweep_solid(
        &self,
        py: Python<'_>,
        solid: Solid,
        at: Place,
        to: Place,
        angle: f64,
        scale: Scale,
        against: u32,
        ignore: Option<Name>,
    ) -> PyResult<Option<SweepHit>> {
        let (placement, filter) = (placed(at, angle, scale), filter(against, ignore));
        let met = self.home().with(py, |world| world.sweep_solid(solid.0, &placement, to.0, filter))?;
        Ok(met.map(SweepHit::from))
    }

    /// Returns the distance of two bodies and their closest points; None if one covers nothing.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [10, 0]])
    /// >>> world.distance(*balls)
    /// Distance(distance=4.0, a=(3.0, 0.0), b=(7.0, 0.0))
    fn distance(&self, py: Python<'_>, a: Name, b: Name) -> PyResult<Option<Distance>> {
        Ok(self.home().with(py, |world| world.distance(a.0, b.0))?.map(Distance::from))
    }

    /// Returns the points where the outlines of two bodies cross.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> a, b = (world.spawn(kasuri.Body.rect(half)) for half in ((4, 2), (2, 4)))
    /// >>> world.crossings(a, b)
    /// [(-2.0, 2.0), (2.0, 2.0), (2.0, -2.0), (-2.0, -2.0)]
    fn crossings(&self, py: Python<'_>, a: Name, b: Name) -> PyResult<Vec<(f64, f64)>> {
        let crossings = self.home().with(py, |world| world.crossings(a.0, b.0))?;
        Ok(crossings.into_iter().map(pair).collect())
    }
}

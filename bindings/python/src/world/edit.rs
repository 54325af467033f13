//! Moves, turns and changes bodies, one or many at a time.

use std::sync::Arc;

use kasuri::{Layers, Placement, Vec2};
use pyo3::prelude::*;

use crate::arrays::{floats, handles, numpy_of, places, wholes};
use crate::body::{PyLook, PyRegion};
use crate::mask::PyMask;
use crate::numbers::{Name, Place, Scale, pair};
use crate::shape::{PyShape, points};
use crate::world::PyWorld;
use crate::world::bodies::same_length;

#[pymethods]
impl PyWorld {
    /// Moves a body.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ship = world.spawn(kasuri.Body.circle(3))
    /// >>> world.set_position(ship, (10, 20))
    /// >>> world.get(ship).at
    /// (10.0, 20.0)
    fn set_position(&self, py: Python<'_>, body: Name, at: Place) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).position(at.0).map(drop))
    }

    /// Moves bodies, each to its own position: an array of shape (n, 2), float64 or float32. If one cannot move, none
    /// moves.
    ///
    /// >>> import kasuri, numpy
    /// >>> world = kasuri.World()
    /// >>> pair = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [9, 9]])
    /// >>> world.set_positions(pair, numpy.array([[1.5, 2], [3, 4]]))
    /// >>> world.positions(pair).tolist()
    /// [[1.5, 2.0], [3.0, 4.0]]
    fn set_positions(
        &self,
        py: Python<'_>,
        bodies: &Bound<'_, PyAny>,
        at: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (bodies, at) = (handles(bodies, "bodies")?, places(at, "at")?);
        self.home().with(py, |world| world.set_positions(&bodies, &at))
    }

    /// Moves a body without a path: a swept body hits nothing between the old and the new position.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> wall = world.spawn(kasuri.Body.rect((1, 9), at=(10, 0)))
    /// >>> shot = world.spawn(kasuri.Body.point(swept=True))
    /// >>> world.teleport(shot, (20, 0))
    /// >>> len(world.step().began)
    /// 0
    fn teleport(&self, py: Python<'_>, body: Name, at: Place) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).teleport(at.0).map(drop))
    }

    /// Teleports many bodies, each to its own position.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> shots = world.spawn_many(kasuri.Body.point(swept=True), at=[[0, 0], [0, 5]])
    /// >>> world.teleport_many(shots, [[20, 0], [20, 5]])
    /// >>> world.positions(shots).tolist()
    /// [[20.0, 0.0], [20.0, 5.0]]
    fn teleport_many(
        &self,
        py: Python<'_>,
        bodies: &Bound<'_, PyAny>,
        at: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (bodies, at) = (handles(bodies, "bodies")?, places(at, "at")?);
        self.home().with(py, |world| world.teleport_many(&bodies, &at))
    }

    /// Sets whether a body is swept: then it misses nothing between two steps.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> wall = world.spawn(kasuri.Body.rect((1, 9), at=(10, 0)))
    /// >>> shot = world.spawn(kasuri.Body.point())
    /// >>> world.set_swept(shot, True)
    /// >>> world.set_position(shot, (20, 0))
    /// >>> world.step().began["t"].tolist()
    /// [0.45]
    fn set_swept(&self, py: Python<'_>, body: Name, is_swept: bool) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).swept(is_swept).map(drop))
    }

    /// Turns a body to an angle in radians.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> plank = world.spawn(kasuri.Body.rect((8, 1)))
    /// >>> world.set_angle(plank, 0.5)
    /// >>> world.get(plank).angle
    /// 0.5
    fn set_angle(&self, py: Python<'_>, body: Name, angle: f64) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).angle(angle).map(drop))
    }

    /// Turns bodies, each to its own angle: an array of shape (n,).
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> planks = world.spawn_many(kasuri.Body.rect((8, 1)), at=[[0, 0], [9, 5]])
    /// >>> world.set_angles(planks, [0.5, 1.5])
    /// >>> world.angles(planks).tolist()
    /// [0.5, 1.5]
    fn set_angles(
        &self,
        py: Python<'_>,
        bodies: &Bound<'_, PyAny>,
        angles: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (bodies, angles) = (handles(bodies, "bodies")?, floats(angles, "angles", &[None])?);
        self.home().with(py, |world| world.set_angles(&bodies, &angles))
    }

    /// Scales a body; a negative scale mirrors.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ship = world.spawn(kasuri.Body.rect((8, 4)))
    /// >>> world.set_scale(ship, (-1, 2))
    /// >>> world.get(ship).scale, world.get(ship).form().bounds()
    /// ((-1.0, 2.0), (-8.0, -8.0, 16.0, 16.0))
    fn set_scale(&self, py: Python<'_>, body: Name, scale: Scale) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).scale(scale.0).map(drop))
    }

    /// Scales bodies, each by its own scales: an array of shape (n, 2).
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> planks = world.spawn_many(kasuri.Body.rect((8, 1)), at=[[0, 0], [9, 5]])
    /// >>> world.set_scales(planks, [[1, 2], [-1, 1]])
    /// >>> world.scales(planks).tolist()
    /// [[1.0, 2.0], [-1.0, 1.0]]
    fn set_scales(
        &self,
        py: Python<'_>,
        bodies: &Bound<'_, PyAny>,
        scales: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (bodies, scales) = (handles(bodies, "bodies")?, places(scales, "scales")?);
        self.home().with(py, |world| world.set_scales(&bodies, &scales))
    }

    /// Shows another frame of a body.
    ///
    /// >>> import kasuri
    /// >>> looks = [kasuri.Look(kasuri.Shape.circle(r)) for r in (3, 9)]
    /// >>> world = kasuri.World()
    /// >>> blast = world.spawn(kasuri.Body.frames(looks))
    /// >>> world.set_frame(blast, 1)
    /// >>> world.get(blast).form().bounds()
    /// (-9.0, -9.0, 18.0, 18.0)
    fn set_frame(&self, py: Python<'_>, body: Name, frame: usize) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).frame(frame).map(drop))
    }

    /// Shows another frame of each body: an array of whole numbers of shape (n,).
    ///
    /// >>> import kasuri
    /// >>> looks = [kasuri.Look(kasuri.Shape.circle(r)) for r in (3, 9)]
    /// >>> world = kasuri.World()
    /// >>> blasts = world.spawn_many(kasuri.Body.frames(looks), at=[[0, 0], [50, 0]])
    /// >>> world.set_frames(blasts, [1, 0])
    /// >>> [world.get(blast).frame for blast in blasts]
    /// [1, 0]
    fn set_frames(
        &self,
        py: Python<'_>,
        bodies: &Bound<'_, PyAny>,
        frames: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let (bodies, frames) = (handles(bodies, "bodies")?, wholes(frames, "frames", &[None])?);
        let frames: Vec<usize> = frames.into_iter().map(|frame| frame as usize).collect();
        self.home().with(py, |world| world.set_frames(&bodies, &frames))
    }

    /// Moves, turns and scales bodies at once. Omitted arguments leave their values as they are.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> planks = world.spawn_many(kasuri.Body.rect((8, 1)), at=[[0, 0], [9, 5]])
    /// >>> world.set_placements(planks, at=[[1, 2], [3, 4]], angle=[0.5, 1.5])
    /// >>> world.positions(planks).tolist(), world.angles(planks).tolist()
    /// ([[1.0, 2.0], [3.0, 4.0]], [0.5, 1.5])
    #[pyo3(signature = (bodies, *, at = None, angle = None, scale = None))]
    fn set_placements(
        &self,
        py: Python<'_>,
        bodies: &Bound<'_, PyAny>,
        at: Option<&Bound<'_, PyAny>>,
        angle: Option<&Bound<'_, PyAny>>,
        scale: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let bodies = handles(bodies, "bodies")?;
        let at = at.map(|at| places(at, "at")).transpose()?;
        let angle = angle.map(|angle| floats(angle, "angle", &[None])).transpose()?;
        let scale = scale.map(|scale| places(scale, "scale")).transpose()?;
        for (name, length) in [
            ("at", at.as_ref().map(Vec::len)),
            ("angle", angle.as_ref().map(Vec::len)),
            ("scale", scale.as_ref().map(Vec::len)),
        ] {
            same_length(name, length.unwrap_or(bodies.len()), bodies.len())?;
        }
        self.home().with(py, |world| {
            let placement = |k: usize| {
                let seen = world.get(bodies[k]).map_err(|error| error.at(format!("[{k}]")))?;
                Ok(Placement {
                    at: at.as_ref().map_or_else(|| seen.at(), |at| Vec2::from(at[k])),
                    angle: angle.as_ref().map_or_else(|| seen.angle(), |angle| angle[k]),
                    scale: scale.as_ref().map_or_else(|| seen.scale(), |scale| Vec2::from(scale[k])),
                })
            };
            let placements = (0..bodies.len()).map(placement).collect::<kasuri::Result<Vec<_>>>()?;
            world.set_placements(&bodies, &placements)
        })
    }

    /// Moves the points of a chain.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> laser = world.spawn(kasuri.Body.chain([(0, 0), (10, 0), (20, 0)], 1))
    /// >>> world.set_chain(laser, [(0, 0), (10, 5), (20, 20)])
    /// >>> world.at_point((20, 20)).tolist() == [laser]
    /// True
    fn set_chain(&self, py: Python<'_>, body: Name, vertices: Vec<Place>) -> PyResult<()> {
        let vertices = points(&vertices);
        self.home().quick(py, |world| world.edit(body.0).chain(&vertices).map(drop))
    }

    /// Moves the points of many chains: an array of shape (chains, points, 2), or of shape (n, 2) with the points of one
    /// chain after those of the one before, for chains of different lengths. If one is refused, none changes.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> lasers = [world.spawn(kasuri.Body.chain([(0, 0), (10, 0), (20, 0)], 1)) for _ in range(2)]
    /// >>> world.set_chains(lasers, [[[0, 0], [10, 5], [20, 20]], [[0, 0], [10, -5], [20, -20]]])
    /// >>> world.at_point((20, -20)).tolist() == lasers[1:]
    /// True
    fn set_chains(
        &self,
        py: Python<'_>,
        bodies: &Bound<'_, PyAny>,
        points: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let bodies = handles(bodies, "bodies")?;
        let array = numpy_of(py)?.call_method1("asarray", (points,))?;
        let shape: Vec<usize> = array.getattr("shape")?.extract()?;
        let points = match shape[..] {
            [chains, _, 2] => {
                same_length("points", chains, bodies.len())?;
                places(&array.call_method1("reshape", ((-1, 2),))?, "points")?
            }
            _ => places(&array, "points")?,
        };
        self.home().with(py, |world| world.set_chains(&bodies, &points))
    }

    /// Gives a circle, a capsule or a chain another radius.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> blast = world.spawn(kasuri.Body.circle(3))
    /// >>> world.set_radius(blast, 9)
    /// >>> world.get(blast).form().bounds()
    /// (-9.0, -9.0, 18.0, 18.0)
    fn set_radius(&self, py: Python<'_>, body: Name, r: f64) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).radius(r).map(drop))
    }

    /// Gives many bodies new radii: an array of shape (n,).
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> blasts = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [50, 0]])
    /// >>> world.set_radii(blasts, [9, 4])
    /// >>> [world.get(blast).form().bounds() for blast in blasts]
    /// [(-9.0, -9.0, 18.0, 18.0), (46.0, -4.0, 8.0, 8.0)]
    fn set_radii(&self, py: Python<'_>, bodies: &Bound<'_, PyAny>, radii: &Bound<'_, PyAny>) -> PyResult<()> {
        let (bodies, radii) = (handles(bodies, "bodies")?, floats(radii, "radii", &[None])?);
        self.home().with(py, |world| world.set_radii(&bodies, &radii))
    }

    /// Gives a body another shape.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> door = world.spawn(kasuri.Body.rect((8, 16)))
    /// >>> world.set_shape(door, kasuri.Shape.rect((1, 16)))
    /// >>> world.get(door).form().bounds()
    /// (-1.0, -16.0, 2.0, 32.0)
    fn set_shape(&self, py: Python<'_>, body: Name, shape: &PyShape) -> PyResult<()> {
        let shape = shape.0.clone();
        self.home().quick(py, |world| world.edit(body.0).shape(shape).map(drop))
    }

    /// Gives a body another mask. The body keeps the mask's current bits: call `set_mask` again after a change of the mask.
    ///
    /// >>> import kasuri
    /// >>> world, ground = kasuri.World(), kasuri.Mask((20, 20), fill=True)
    /// >>> body = world.spawn(kasuri.Body.sprite(ground))
    /// >>> ground.set_at((0, 0), 0)
    /// >>> world.set_mask(body, ground)
    /// >>> world.get(body).form().cover().count()
    /// 399
    fn set_mask(&self, py: Python<'_>, body: Name, mask: &Bound<'_, PyMask>) -> PyResult<()> {
        let mask: Arc<kasuri::Mask> = mask.borrow().solid()?;
        self.home().quick(py, |world| world.edit(body.0).mask(&mask).map(drop))
    }

    /// Gives a body another look, with other regions.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ship = world.spawn(kasuri.Body.circle(9))
    /// >>> core = kasuri.Region("core", kasuri.Shape.circle(2))
    /// >>> world.set_look(ship, kasuri.Look(kasuri.Shape.rect((4, 4)), regions=[core]))
    /// >>> world.get(ship).regions
    /// ['core']
    fn set_look(&self, py: Python<'_>, body: Name, look: &PyLook) -> PyResult<()> {
        let look = look.0.clone();
        self.home().quick(py, |world| world.edit(body.0).look(look).map(drop))
    }

    /// Sets the layers that a body is on, and the layers that it is against. Its group stays.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [4, 0]])
    /// >>> world.set_layers(balls[0], 2, 4)
    /// >>> len(world.step().began)
    /// 0
    fn set_layers(&self, py: Python<'_>, body: Name, layer: u32, against: u32) -> PyResult<()> {
        self.home().quick(py, |world| {
            let group = world.get(body.0)?.layers().group;
            world.edit(body.0).layers(Layers { layer, against, group }).map(drop)
        })
    }

    /// Puts a body in a group; 0 takes it out. Two bodies of one group are no pair, whatever their layers say.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> bodies = world.spawn_many(kasuri.Body.circle(3, group=7), at=[[0, 0], [1, 0]])
    /// >>> len(world.step().began)
    /// 0
    /// >>> world.set_group(bodies[0], 0)
    /// >>> len(world.step().began)
    /// 1
    fn set_group(&self, py: Python<'_>, body: Name, group: u32) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).group(group).map(drop))
    }

    /// Makes a body a sensor, which stops no travel, or one that stops travels from all sides.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> gate = world.spawn(kasuri.Body.rect((1, 9), at=(10, 0)))
    /// >>> ball = world.spawn(kasuri.Body.circle(2))
    /// >>> world.set_sensor(gate, True)
    /// >>> world.travel(ball, (20, 0), "stick").at
    /// (20.0, 0.0)
    fn set_sensor(&self, py: Python<'_>, body: Name, is_sensor: bool) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).sensor(is_sensor).map(drop))
    }

    /// Makes a body one-way: it stops only bodies that hit a face of it that looks in this direction. None makes it stop
    /// bodies from all sides.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ledge = world.spawn(kasuri.Body.rect((20, 2), at=(0, -10)))
    /// >>> ball = world.spawn(kasuri.Body.circle(2))
    /// >>> world.set_one_way(ledge, (0, -1))
    /// >>> world.travel(ball, (0, -20), "stick").at, world.travel(ball, (0, 20), "stick").at
    /// ((0.0, -20.0), (0.0, -14.00390625))
    #[pyo3(signature = (body, direction))]
    fn set_one_way(&self, py: Python<'_>, body: Name, direction: Option<Place>) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).one_way(direction.map(|d| d.0)).map(drop))
    }

    /// Gives a body a region in all its frames; a region of the same name is replaced.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ship = world.spawn(kasuri.Body.circle(9))
    /// >>> world.set_region(ship, kasuri.Region("core", kasuri.Shape.circle(2)))
    /// >>> world.get(ship).regions
    /// ['core']
    fn set_region(&self, py: Python<'_>, body: Name, region: &PyRegion) -> PyResult<()> {
        let region = region.0.clone();
        self.home().quick(py, |world| world.edit(body.0).region(region).map(drop))
    }

    /// Removes a region from all frames of a body; an error where no frame has a region of that name.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> core = kasuri.Region("core", kasuri.Shape.circle(2))
    /// >>> ship = world.spawn(kasuri.Body.circle(9, regions=[core]))
    /// >>> world.remove_region(ship, "core")
    /// >>> world.get(ship).regions
    /// []
    fn remove_region(&self, py: Python<'_>, body: Name, name: &str) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).remove_region(name).map(drop))
    }

    /// Sets the margin, in pixels, within which near misses of a body are reported; None turns it off.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [8, 0]])
    /// >>> world.set_graze(balls[0], 4)
    /// >>> len(world.step().grazes)
    /// 1
    #[pyo3(signature = (body, margin))]
    fn set_graze(&self, py: Python<'_>, body: Name, margin: Option<f64>) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).graze(margin).map(drop))
    }

    /// Makes a body invulnerable: nothing hits it for `steps` steps.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [4, 0]])
    /// >>> world.set_invulnerable(balls[0], 2)
    /// >>> [len(world.step().hits) for _ in range(4)]
    /// [0, 0, 1, 1]
    fn set_invulnerable(&self, py: Python<'_>, body: Name, steps: u64) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).invulnerable(steps).map(drop))
    }

    /// Sets the cooldown: after a hit the same two bodies do not hit again for `steps` steps.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [4, 0]])
    /// >>> world.set_cooldown(balls[0], 2)
    /// >>> [len(world.step().hits) for _ in range(5)]
    /// [1, 0, 0, 1, 0]
    fn set_cooldown(&self, py: Python<'_>, body: Name, steps: u32) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).cooldown(steps).map(drop))
    }

    /// Sets how many more hits a body takes part in; None for any number.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> balls = world.spawn_many(kasuri.Body.circle(3), at=[[0, 0], [4, 0], [-4, 0]])
    /// >>> world.set_max_hits(balls[0], 1)
    /// >>> len(world.step().began), world.get(balls[0]).hits_left
    /// (1, 0)
    #[pyo3(signature = (body, hits))]
    fn set_max_hits(&self, py: Python<'_>, body: Name, hits: Option<u32>) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).max_hits(hits).map(drop))
    }

    /// Sets how far out of the world's bounds a body is removed; None for never.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World(bounds=((0, 0), (640, 480)))
    /// >>> shot = world.spawn(kasuri.Body.circle(3, at=(700, 50)))
    /// >>> world.set_despawn_beyond(shot, 20)
    /// >>> world.step().despawned.tolist() == [shot], len(world)
    /// (True, 0)
    #[pyo3(signature = (body, margin))]
    fn set_despawn_beyond(&self, py: Python<'_>, body: Name, margin: Option<f64>) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).despawn_beyond(margin).map(drop))
    }

    /// Stores a number of the game's with a body.
    ///
    /// >>> import kasuri
    /// >>> world = kasuri.World()
    /// >>> ship = world.spawn(kasuri.Body.circle(3))
    /// >>> world.set_data(ship, 7)
    /// >>> world.get(ship).data
    /// 7
    fn set_data(&self, py: Python<'_>, body: Name, data: u64) -> PyResult<()> {
        self.home().quick(py, |world| world.edit(body.0).data(data).map(drop))
    }
}

/// Returns a velocity after a bounce off a surface: restitution 1 keeps the speed, restitution 0 makes it slide.
///
/// >>> import kasuri
/// >>> kasuri.deflected((3, 4), (0, -1), 1)
/// (3.0, -4.0)
#[pyfunction]
pub(crate) fn deflected(velocity: Place, normal: Place, restitution: f64) -> (f64, f64) {
    pair(kasuri::travel::deflected(velocity.0, normal.0, restitution))
}

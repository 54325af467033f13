//! Answers with numbers, as small objects with the library's own fields.

use kasuri::answer;
use pyo3::prelude::*;

use crate::mask::rect;
use crate::numbers::pair;

/// How two bodies touch. Lengths are in pixels.
///
/// >>> from kasuri import Shape, query
/// >>> touch = query.contact(Shape.circle(3).place((0, 0)), Shape.circle(3).place((5, 0)))
/// >>> touch.normal, touch.depth
/// ((1.0, 0.0), 1.0)
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct Contact {
    /// The unit vector from the first to the second.
    pub(crate) normal: (f64, f64),
    /// The distance that the second must move along the normal until the two just touch.
    pub(crate) depth: f64,
    /// A point inside both.
    pub(crate) point: (f64, f64),
}

impl From<answer::Contact> for Contact {
    fn from(contact: answer::Contact) -> Contact {
        Contact { normal: pair(contact.normal), depth: contact.depth, point: pair(contact.point) }
    }
}

#[pymethods]
impl Contact {
    fn __repr__(&self) -> String {
        format!("Contact(normal={:?}, depth={:?}, point={:?})", self.normal, self.depth, self.point)
    }
}

/// The pixels that two sprites have in common.
///
/// >>> from kasuri import Mask, query
/// >>> disc = Mask((8, 8), fill=True)
/// >>> common = query.overlap(disc.place((4, 4)), disc.place((9, 4)))
/// >>> common.pixels, common.bounds, common.normal, common.depth
/// (24, (5, 0, 3, 8), (1.0, 0.0), 3)
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct Common {
    /// The number of pixels.
    pub(crate) pixels: u64,
    /// The box around them, as (x, y, width, height).
    pub(crate) bounds: (i32, i32, i32, i32),
    /// The pixel with the smallest (y, x), as (x, y).
    pub(crate) first: (i32, i32),
    /// The mean of the pixels' centres.
    pub(crate) centroid: (f64, f64),
    /// The unit vector from the first sprite to the second; (0, 0) if no direction is better than its opposite.
    pub(crate) normal: (f64, f64),
    /// The move of the second along the normal, in whole pixels, after which nothing is common.
    pub(crate) depth: u32,
}

#[pymethods]
impl Common {
    fn __repr__(&self) -> String {
        format!("Common(pixels={}, normal={:?}, depth={})", self.pixels, self.normal, self.depth)
    }
}

/// How two bodies overlap: a Common for two sprites, the number of covered squares that the shape touches for a sprite
/// and a shape, a Contact for two shapes, a list of (column, row) for a tile map.
#[derive(IntoPyObject)]
pub(crate) enum Overlap {
    Common(Common),
    Squares(u64),
    Contact(Contact),
    Cells(Vec<(u32, u32)>),
}

impl From<answer::Overlap> for Overlap {
    fn from(overlap: answer::Overlap) -> Overlap {
        match overlap {
            answer::Overlap::SpriteSprite(common) => Overlap::Common(Common {
                pixels: common.pixels,
                bounds: rect(common.bounds),
                first: (common.first[0], common.first[1]),
                centroid: (common.centroid.x, common.centroid.y),
                normal: (common.normal.x, common.normal.y),
                depth: common.depth,
            }),
            answer::Overlap::SpriteShape { pixels } => Overlap::Squares(pixels),
            answer::Overlap::ShapeShape(contact) => Overlap::Contact(contact.into()),
            answer::Overlap::Tiles { cells } => Overlap::Cells(cells.iter().map(|&[x, y]| (x, y)).collect()),
        }
    }
}

/// The distance of two bodies, and their closest points.
///
/// >>> from kasuri import Shape, query
/// >>> gap = query.distance(Shape.circle(3).place((0, 0)), Shape.point().place((10, 0)))
/// >>> gap.distance, gap.a, gap.b
/// (7.0, (3.0, 0.0), (10.0, 0.0))
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct Distance {
    /// The distance; 0 where they overlap.
    pub(crate) distance: f64,
    /// The point of the first that is closest to the second.
    pub(crate) a: (f64, f64),
    /// The point of the second that is closest to the first.
    pub(crate) b: (f64, f64),
}

impl From<answer::Distance> for Distance {
    fn from(gap: answer::Distance) -> Distance {
        Distance { distance: gap.distance, a: (gap.a.x, gap.a.y), b: (gap.b.x, gap.b.y) }
    }
}

#[pymethods]
impl Distance {
    fn __repr__(&self) -> String {
        format!("Distance(distance={:?}, a={:?}, b={:?})", self.distance, self.a, self.b)
    }
}

/// The time at which two moving bodies first overlap.
///
/// >>> from kasuri import Shape, query
/// >>> shot, wall = Shape.point().place((0, 0)), Shape.rect((1, 9)).place((11, 0))
/// >>> query.sweep(shot, (20, 0), wall, (11, 0)).t
/// 0.5
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct Meeting {
    /// The fraction of the motions, 0 to 1.
    pub(crate) t: f64,
    /// If a sprite moves: the number of the step, and how many steps there are.
    pub(crate) step: Option<(u32, u32)>,
}

#[pymethods]
impl Meeting {
    fn __repr__(&self) -> String {
        format!("Meeting(t={:?})", self.t)
    }
}

/// The hit of a ray on a body.
///
/// >>> import kasuri
/// >>> world = kasuri.World()
/// >>> wall = world.spawn(kasuri.Body.rect((1, 9), at=(11, 0)))
/// >>> hit = world.first_on_ray((0, 0), (20, 0))
/// >>> hit.body == wall, hit.t, hit.point, hit.normal
/// (True, 0.5, (10.0, 0.0), (-1.0, 0.0))
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct RayHit {
    /// The body's handle.
    pub(crate) body: u64,
    /// The region that is hit; 0 is the body itself.
    pub(crate) region: u8,
    /// The fraction of the ray, 0 to 1.
    pub(crate) t: f64,
    /// The point that is hit.
    pub(crate) point: (f64, f64),
    /// The normal, out of the body; (0, 0) if the ray starts inside.
    pub(crate) normal: (f64, f64),
}

impl From<answer::RayHit> for RayHit {
    fn from(met: answer::RayHit) -> RayHit {
        RayHit {
            body: met.body.to_bits(),
            region: met.region,
            t: met.t,
            point: pair(met.point),
            normal: pair(met.normal),
        }
    }
}

#[pymethods]
impl RayHit {
    fn __repr__(&self) -> String {
        format!(
            "RayHit(body={}, t={:?}, point={:?}, normal={:?})",
            self.body, self.t, self.point, self.normal
        )
    }
}

/// The first hit of a moving body.
///
/// >>> import kasuri
/// >>> world = kasuri.World()
/// >>> wall = world.spawn(kasuri.Body.rect((1, 9), at=(11, 0)))
/// >>> shot = world.spawn(kasuri.Body.point())
/// >>> hit = world.sweep(shot, (20, 0))
/// >>> hit.body == wall, hit.t
/// (True, 0.5)
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct SweepHit {
    /// The handle of the body that it hits.
    pub(crate) body: u64,
    /// The regions that hit, the mover's and the other's; 0 is the body itself.
    pub(crate) regions: (u8, u8),
    /// The fraction of the motion, 0 to 1.
    pub(crate) t: f64,
    /// For a sprite: the number of the step, and how many steps there are.
    pub(crate) step: Option<(u32, u32)>,
    /// The leg of a path, from 0.
    pub(crate) leg: usize,
}

/// Returns the number of a sprite's step, and how many steps there are.
pub(crate) fn numbers(step: answer::SpriteStep) -> (u32, u32) {
    (step.number, step.count)
}

impl From<answer::SweepHit> for SweepHit {
    fn from(met: answer::SweepHit) -> SweepHit {
        SweepHit {
            body: met.body.to_bits(),
            regions: (met.regions[0], met.regions[1]),
            t: met.t,
            step: met.step.map(numbers),
            leg: met.leg,
        }
    }
}

#[pymethods]
impl SweepHit {
    fn __repr__(&self) -> String {
        format!("SweepHit(body={}, t={:?})", self.body, self.t)
    }
}

/// The distance of a body from a position.
///
/// >>> import kasuri
/// >>> world = kasuri.World()
/// >>> ball = world.spawn(kasuri.Body.circle(3, at=(10, 0)))
/// >>> near = world.nearest((0, 0))[0]
/// >>> near.body == ball, near.distance, near.point
/// (True, 7.0, (7.0, 0.0))
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct Neighbor {
    /// The body's handle.
    pub(crate) body: u64,
    /// The distance of its nearest point; 0 if it contains the position.
    pub(crate) distance: f64,
    /// Its nearest point.
    pub(crate) point: (f64, f64),
}

impl From<kasuri::world::Neighbor> for Neighbor {
    fn from(near: kasuri::world::Neighbor) -> Neighbor {
        Neighbor { body: near.body.to_bits(), distance: near.distance, point: pair(near.point) }
    }
}

#[pymethods]
impl Neighbor {
    fn __repr__(&self) -> String {
        format!("Neighbor(body={}, distance={:?}, point={:?})", self.body, self.distance, self.point)
    }
}

/// The result of a travel.
///
/// >>> import kasuri
/// >>> world = kasuri.World()
/// >>> wall = world.spawn(kasuri.Body.rect((1, 99), at=(11, 0)))
/// >>> ball = world.spawn(kasuri.Body.circle(2))
/// >>> travel = world.travel(ball, (16, 8), "slide")
/// >>> travel.velocity, len(travel.met), travel.is_stuck
/// ((0.0, 8.0), 1, False)
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct Travel {
    /// The new position of the body.
    pub(crate) at: (f64, f64),
    /// The motion that was requested, turned and slowed as on the path: the body's velocity from now on.
    pub(crate) velocity: (f64, f64),
    /// The hits on the path, in order, each with the surface's normal, out of the body that was hit.
    pub(crate) met: Vec<(Py<SweepHit>, (f64, f64))>,
    /// The distance by which the body was pushed out of bodies that it overlapped, before it moved.
    pub(crate) pushed: (f64, f64),
    /// Whether the body overlapped something that it could not be pushed out of.
    pub(crate) is_stuck: bool,
}

impl Travel {
    pub(crate) fn of(py: Python<'_>, travel: kasuri::travel::Travel) -> PyResult<Travel> {
        let met = travel
            .hits
            .into_iter()
            .map(|impact| Ok((Py::new(py, SweepHit::from(impact.hit))?, pair(impact.normal))));
        Ok(Travel {
            at: pair(travel.at),
            velocity: pair(travel.velocity),
            met: met.collect::<PyResult<_>>()?,
            pushed: pair(travel.pushed),
            is_stuck: travel.is_stuck,
        })
    }
}

#[pymethods]
impl Travel {
    fn __repr__(&self) -> String {
        format!("Travel(at={:?}, velocity={:?}, {} met)", self.at, self.velocity, self.met.len())
    }
}

/// The ground that a body stands on.
///
/// >>> import kasuri
/// >>> world = kasuri.World()
/// >>> floor = world.spawn(kasuri.Body.rect((50, 5), at=(0, 20)))
/// >>> hero = world.spawn(kasuri.Body.rect((4, 8), at=(0, 5)))
/// >>> ground = world.ground(hero, 4)
/// >>> ground.met.body == floor, ground.gap, ground.normal
/// (True, 2.0, (0.0, -1.0))
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct Ground {
    /// The first hit straight down.
    pub(crate) met: Py<SweepHit>,
    /// The distance down to it.
    pub(crate) gap: f64,
    /// The normal of the ground there.
    pub(crate) normal: (f64, f64),
}

impl Ground {
    pub(crate) fn of(py: Python<'_>, ground: kasuri::travel::Ground) -> PyResult<Ground> {
        let met = Py::new(py, SweepHit::from(ground.hit))?;
        Ok(Ground { met, gap: ground.gap, normal: pair(ground.normal) })
    }
}

#[pymethods]
impl Ground {
    fn __repr__(&self) -> String {
        format!("Ground(body={}, gap={:?}, normal={:?})", self.met.get().body, self.gap, self.normal)
    }
}

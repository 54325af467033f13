//! Answers with numbers, as small objects: the library's own fields.

use kasuri::answer;
use pyo3::prelude::*;

use crate::mask::rect;
use crate::numbers::pair;

/// How two bodies touch. Lengths in pixels.
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct Contact {
    /// Unit vector from the first to the second.
    pub(crate) normal: (f64, f64),
    /// How far the second must move along the normal until the two just touch.
    pub(crate) depth: f64,
    /// A point inside both.
    pub(crate) point: (f64, f64),
}

impl From<answer::Contact> for Contact {
    fn from(contact: answer::Contact) -> Contact {
        let [normal, point] = [contact.normal, contact.point].map(|[x, y]| (x, y));
        Contact { normal, depth: contact.depth, point }
    }
}

#[pymethods]
impl Contact {
    fn __repr__(&self) -> String {
        format!("Contact(normal={:?}, depth={:?}, point={:?})", self.normal, self.depth, self.point)
    }
}

/// The pixels that two sprites have in common.
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct Common {
    /// How many.
    pub(crate) pixels: u64,
    /// The box around them, as (x, y, width, height).
    pub(crate) bounds: (i32, i32, i32, i32),
    /// The one with the smallest (y, x), as (x, y).
    pub(crate) first: (i32, i32),
    /// The mean of their centres.
    pub(crate) centroid: (f64, f64),
    /// From the first sprite to the second; (0, 0) where no direction is better than its opposite.
    pub(crate) normal: (f64, f64),
    /// Whole pixels along the normal after which nothing is common.
    pub(crate) depth: u32,
}

#[pymethods]
impl Common {
    fn __repr__(&self) -> String {
        format!("Common(pixels={}, normal={:?}, depth={})", self.pixels, self.normal, self.depth)
    }
}

/// How two bodies overlap: of two sprites a Common, of a sprite and a shape the number of covered squares that it meets, of two
/// shapes a Contact, of a tile map a list of (column, row).
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
                centroid: (common.centroid[0], common.centroid[1]),
                normal: (common.normal[0], common.normal[1]),
                depth: common.depth,
            }),
            answer::Overlap::SpriteShape { pixels } => Overlap::Squares(pixels),
            answer::Overlap::ShapeShape(contact) => Overlap::Contact(contact.into()),
            answer::Overlap::Tiles { cells } => Overlap::Cells(cells.iter().map(|&[x, y]| (x, y)).collect()),
        }
    }
}

/// How far apart two bodies are, and where they are closest.
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct Distance {
    /// 0 where they overlap.
    pub(crate) distance: f64,
    /// A point of the first closest to the second.
    pub(crate) a: (f64, f64),
    /// A point of the second closest to the first.
    pub(crate) b: (f64, f64),
}

impl From<answer::Distance> for Distance {
    fn from(gap: answer::Distance) -> Distance {
        Distance { distance: gap.distance, a: (gap.a[0], gap.a[1]), b: (gap.b[0], gap.b[1]) }
    }
}

#[pymethods]
impl Distance {
    fn __repr__(&self) -> String {
        format!("Distance(distance={:?}, a={:?}, b={:?})", self.distance, self.a, self.b)
    }
}

/// When two bodies first overlap on their ways.
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct Meeting {
    /// How far along the ways, 0 to 1.
    pub(crate) t: f64,
    /// Where a sprite moves: at which of how many steps.
    pub(crate) step: Option<(u32, u32)>,
}

#[pymethods]
impl Meeting {
    fn __repr__(&self) -> String {
        format!("Meeting(t={:?})", self.t)
    }
}

/// Where a ray meets a body.
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct RayHit {
    /// Which body.
    pub(crate) body: u64,
    /// Which of its regions; 0 is the body itself.
    pub(crate) region: u8,
    /// How far along the ray, 0 to 1.
    pub(crate) t: f64,
    /// Where.
    pub(crate) point: (f64, f64),
    /// Out of the body; (0, 0) where the ray starts in it.
    pub(crate) normal: (f64, f64),
}

impl From<kasuri::RayMet> for RayHit {
    fn from(met: kasuri::RayMet) -> RayHit {
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

/// What a moving body first meets.
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct SweepHit {
    /// The body that it meets.
    pub(crate) body: u64,
    /// The regions that meet, the mover's and the other's; 0 is the body itself.
    pub(crate) regions: (u8, u8),
    /// How far along the way, 0 to 1.
    pub(crate) t: f64,
    /// For a sprite: at which of how many steps.
    pub(crate) step: Option<(u32, u32)>,
    /// Which leg of a path, from 0.
    pub(crate) leg: usize,
}

impl From<kasuri::Met> for SweepHit {
    fn from(met: kasuri::Met) -> SweepHit {
        SweepHit {
            body: met.body.to_bits(),
            regions: (met.regions[0], met.regions[1]),
            t: met.t,
            step: met.step,
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

/// How near a body is to a place.
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct Neighbor {
    /// Which body.
    pub(crate) body: u64,
    /// How far its nearest point is; 0 where it contains the place.
    pub(crate) distance: f64,
    /// Its nearest point.
    pub(crate) point: (f64, f64),
}

impl From<kasuri::Near> for Neighbor {
    fn from(near: kasuri::Near) -> Neighbor {
        Neighbor { body: near.body.to_bits(), distance: near.distance, point: pair(near.point) }
    }
}

#[pymethods]
impl Neighbor {
    fn __repr__(&self) -> String {
        format!("Neighbor(body={}, distance={:?}, point={:?})", self.body, self.distance, self.point)
    }
}

/// Where a travel led.
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct Travel {
    /// Where the body is now.
    pub(crate) at: (f64, f64),
    /// The way it was given, turned as it was on the way, and slowed: its velocity from now on.
    pub(crate) velocity: (f64, f64),
    /// What it met, in order, with the surfaces' normals, out of what was met.
    pub(crate) met: Vec<(Py<SweepHit>, (f64, f64))>,
    /// How far it was pushed out of what it stood in, before it set out.
    pub(crate) pushed: (f64, f64),
    /// Whether it stood in something that it could not be pushed out of.
    pub(crate) is_stuck: bool,
}

impl Travel {
    pub(crate) fn of(py: Python<'_>, travel: kasuri::Travel) -> PyResult<Travel> {
        let met =
            travel.met.into_iter().map(|(met, normal)| Ok((Py::new(py, SweepHit::from(met))?, pair(normal))));
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

/// What a body stands on.
#[pyclass(module = "kasuri", frozen, get_all)]
pub(crate) struct Ground {
    /// What it meets on its way down.
    pub(crate) met: Py<SweepHit>,
    /// How far down that is.
    pub(crate) gap: f64,
    /// The normal of the ground there.
    pub(crate) normal: (f64, f64),
}

impl Ground {
    pub(crate) fn of(py: Python<'_>, ground: kasuri::Ground) -> PyResult<Ground> {
        let met = Py::new(py, SweepHit::from(ground.met))?;
        Ok(Ground { met, gap: ground.gap, normal: pair(ground.normal) })
    }
}

#[pymethods]
impl Ground {
    fn __repr__(&self) -> String {
        format!("Ground(body={}, gap={:?}, normal={:?})", self.met.get().body, self.gap, self.normal)
    }
}

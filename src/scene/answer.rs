//! The answer to a scene: the questions put to an executor, in SPEC 8's order.

use crate::answer::{Pair, RayHit, SweepHit};
use crate::error::Result;
use crate::form::{Placed, Touching};
use crate::lattice::{Point, Vec2};
use crate::scene::Scene;
use crate::{query, reference};

/// Pairs of bodies, by their places in the scene.
pub type Grazes = Vec<(usize, usize)>;

/// What a scene's questions are answered with. Its `Display` is SPEC 8's JSON on one line.
///
/// ```
/// use std::path::Path;
/// use kasuri::scene::Scene;
/// let scene = Scene::from_json(r#"{"kasuri": 1, "bodies": [], "rays": []}"#, Path::new("."))?;
/// let answer = scene.solve()?;
/// assert_eq!(answer.to_string(), r#"{"kasuri":1,"backend":"cpu","pairs":[],"rays":[]}"#);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Answer<'s> {
    /// The scene that asked.
    pub scene: &'s Scene,
    /// Who answered.
    pub backend: &'static str,
    /// Every overlapping pair.
    pub pairs: Vec<Pair>,
    /// For each ray the first body met; `None` where the scene has no rays.
    pub rays: Option<Vec<Option<RayHit>>>,
    /// For each point the bodies that contain it.
    pub points: Option<Vec<Vec<usize>>>,
    /// For each sweep the first body met.
    pub sweeps: Option<Vec<Option<SweepHit>>>,
    /// The pairs that graze.
    pub grazes: Option<Grazes>,
}

impl<'s> Answer<'s> {
    /// Asks `judge` everything that the scene asks.
    pub(super) fn by(judge: &Judge, scene: &'s Scene) -> Result<Answer<'s>> {
        let (bodies, requests) = (scene.bodies(), &scene.requests);
        let rays = requests
            .rays
            .as_ref()
            .map(|rays| rays.iter().map(|ray| (judge.ray)(bodies, ray.from, ray.to, ray.against)).collect());
        let points = requests
            .points
            .as_ref()
            .map(|points| points.iter().map(|&point| (judge.containing)(bodies, point)).collect());
        let sweeps = requests.sweeps.as_ref().map(|sweeps| {
            let swept = sweeps.iter().map(|sweep| (judge.sweep)(bodies, sweep.mover, sweep.to)).enumerate();
            swept.map(|(k, hit)| hit.map_err(|e| e.at(format!("sweeps[{k}]")))).collect()
        });
        Ok(Answer {
            scene,
            backend: "cpu",
            pairs: (judge.pairs)(bodies, scene.touching),
            rays,
            points,
            sweeps: sweeps.transpose()?,
            grazes: requests.margin.map(|margin| (judge.grazes)(bodies, margin, scene.touching)),
        })
    }
}

/// Whoever answers the questions of a scene.
pub(super) struct Judge {
    pairs: fn(&[Placed], Touching) -> Vec<Pair>,
    ray: fn(&[Placed], Point, Point, u32) -> Option<RayHit>,
    containing: fn(&[Placed], Point) -> Vec<usize>,
    sweep: fn(&[Placed], usize, Vec2) -> Result<Option<SweepHit>>,
    grazes: fn(&[Placed], i32, Touching) -> Grazes,
}

/// The exact answers of [`query`].
pub(super) const QUERY: Judge = Judge {
    pairs: query::pairs,
    ray: query::first_on_ray,
    containing: query::containing,
    sweep: query::first_on_way,
    grazes: query::grazing_pairs,
};

/// The same but for the pairs, which another executor finds.
#[cfg(feature = "gpu")]
pub(super) const QUERY_BUT_PAIRS: Judge = Judge { pairs: |_, _| Vec::new(), ..QUERY };

/// The plain reference.
pub(super) const REFERENCE: Judge = Judge {
    pairs: reference::pairs,
    ray: reference::ray,
    containing: reference::containing,
    sweep: reference::sweep,
    grazes: reference::grazes,
};

//! The answer to a scene: the questions put to an executor, in SPEC 8's order.

use crate::answer::{Pair, RayHit, SweepHit};
use crate::error::Result;
use crate::reference;
use crate::scene::Scene;

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
    pub grazes: Option<Vec<(usize, usize)>>,
}

impl<'s> Answer<'s> {
    /// Until the executors exist, the CPU's answers are the reference's.
    pub(super) fn by_reference(scene: &'s Scene) -> Result<Answer<'s>> {
        let (bodies, requests) = (scene.bodies(), &scene.requests);
        let rays = requests.rays.as_ref().map(|rays| {
            rays.iter().map(|ray| reference::ray(bodies, ray.from, ray.to, ray.against)).collect()
        });
        let points = requests
            .points
            .as_ref()
            .map(|points| points.iter().map(|&point| reference::containing(bodies, point)).collect());
        let sweeps = requests.sweeps.as_ref().map(|sweeps| {
            let swept =
                sweeps.iter().map(|sweep| reference::sweep(bodies, sweep.mover, sweep.to)).enumerate();
            swept.map(|(k, hit)| hit.map_err(|e| e.at(format!("sweeps[{k}]")))).collect()
        });
        Ok(Answer {
            scene,
            backend: "cpu",
            pairs: reference::pairs(bodies, scene.touching),
            rays,
            points,
            sweeps: sweeps.transpose()?,
            grazes: requests.margin.map(|margin| reference::grazes(bodies, margin, scene.touching)),
        })
    }
}

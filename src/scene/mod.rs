//! Scene files: bodies and queries about them as JSON, and the answers (SPEC 8).
//!
//! ```
//! use std::path::Path;
//! use kasuri::scene::Scene;
//!
//! let text = r#"{"kasuri": 1,
//!                "masks": {"ship": {"rows": [".oo.", "oooo"]}},
//!                "bodies": [{"id": "p1", "sprite": "ship", "at": [10.5, 20]},
//!                           {"id": "b1", "circle": {"r": 4}, "at": [12, 20]}],
//!                "points": [[12, 20]]}"#;
//! let scene = Scene::from_json(text, Path::new("."))?;
//! assert_eq!(&*scene.ids()[1], "b1");
//! println!("{}", scene.solve()?);
//!
//! let error = Scene::from_json(text.replace("4}", "-1}"), Path::new(".")).unwrap_err();
//! assert_eq!(error.to_string(), "bodies[1].circle.r: -1 is negative; a radius is 0 or more");
//! # Ok::<(), kasuri::Error>(())
//! ```

mod answer;
mod bodies;
pub(crate) mod fields;
mod images;
pub(crate) mod json;
mod masks;
mod requests;
mod shapes;
#[cfg(not(target_arch = "wasm32"))]
mod two_bodies;
mod write;

use std::path::Path;

pub use answer::{Answer, Grazes, How, PairMet, RayHits};
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use two_bodies::{SceneBody, two_bodies};
#[cfg(feature = "sheet")]
pub(crate) use write::Text;
pub use write::{refusal, sprite_pair};

use crate::ceilings::Ceilings;
use crate::error::{Cause, Result};
use crate::form::{Placed, Touching};
use crate::simd::Simd;
use bodies::SceneBodies;
use fields::{Fields, expected, layers, list, number};
use json::Json;
use masks::NamedMasks;
use requests::Requests;

/// A scene that was read, validated and placed, ready to be solved.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    touching: LayerTouching,
    bodies: SceneBodies,
    requests: Requests,
    ceilings: Ceilings,
}

/// Whether touching without depth is an overlap: in general, and between bodies of certain layers.
#[derive(Debug, Clone, PartialEq)]
struct LayerTouching {
    usual: Touching,
    between: Vec<(u32, u32, Touching)>,
}

impl LayerTouching {
    /// Returns the rule for two bodies: the last one that fits their layers.
    fn of(&self, a: &Placed, b: &Placed) -> Touching {
        let fits = |&&(p, q, _): &&(u32, u32, Touching)| {
            a.layer & p != 0 && b.layer & q != 0 || a.layer & q != 0 && b.layer & p != 0
        };
        self.between.iter().rev().find(fits).map_or(self.usual, |&(.., touching)| touching)
    }
}

impl Scene {
    /// Reads one JSON document. Images are looked up in `folder` and must be inside it.
    ///
    /// ```
    /// use std::path::Path;
    /// use kasuri::scene::Scene;
    /// let error = Scene::from_json(r#"{"kasuri": 2, "bodies": []}"#, Path::new(".")).unwrap_err();
    /// assert_eq!(error.to_string(), "kasuri: 2 is not a version known here; this is version 1");
    /// ```
    pub fn from_json(text: impl AsRef<[u8]>, folder: &Path) -> Result<Scene> {
        Scene::from_json_within(text, folder, Ceilings::default())
    }

    /// Does the same as [`from_json`](Scene::from_json) with other ceilings on reading and answering.
    pub fn from_json_within(text: impl AsRef<[u8]>, folder: &Path, ceilings: Ceilings) -> Result<Scene> {
        ceilings.hold(|| Scene::read(text.as_ref(), folder, ceilings))
    }

    fn read(text: &[u8], folder: &Path, ceilings: Ceilings) -> Result<Scene> {
        const KNOWN: &[&str] = &[
            "kasuri",
            "touching",
            "touching_between",
            "masks",
            "bodies",
            "rays",
            "points",
            "distances",
            "contacts",
            "crossings",
            "sweeps",
            "grazes",
            "fits",
        ];
        Simd::check_env()?;
        let json = Json::parse(text, &ceilings)?;
        let fields = Fields::of(json, "a scene", KNOWN)?;
        fields.must("kasuri", version)?;
        let touching = LayerTouching {
            usual: fields.may("touching", touching)?.unwrap_or_default(),
            between: fields.may("touching_between", |json| list(json, between))?.unwrap_or_default(),
        };
        let masks = fields.may("masks", |json| NamedMasks::read(json, folder))?.unwrap_or_default();
        let bodies = fields.must("bodies", |json| SceneBodies::read(json, &masks, &ceilings))?;
        let requests = Requests::read(&fields, &bodies, &masks)?;
        Ok(Scene { touching, bodies, requests, ceilings })
    }

    /// Whether touching without depth is an overlap, where no rule for the layers of a pair says otherwise.
    pub fn touching(&self) -> Touching {
        self.touching.usual
    }

    /// Returns the bodies on the lattice, in order.
    pub fn bodies(&self) -> &[Placed] {
        &self.bodies.placed
    }

    /// Returns the ids of the bodies, in the same order.
    pub fn ids(&self) -> &[Box<str>] {
        &self.bodies.ids
    }

    /// Returns the ceilings on reading and answering the scene.
    pub fn ceilings(&self) -> Ceilings {
        self.ceilings
    }

    /// Returns every overlapping pair, in order: the same as [`Answer::pairs`], without answering the scene's other
    /// queries.
    ///
    /// ```
    /// use std::path::Path;
    /// use kasuri::scene::Scene;
    /// let two = r#"{"id": "a", "circle": {"r": 2}, "at": [0, 0]}, {"id": "b", "circle": {"r": 2}, "at": [3, 0]}"#;
    /// let scene = Scene::from_json(format!(r#"{{"kasuri": 1, "bodies": [{two}]}}"#), Path::new("."))?;
    /// assert_eq!(scene.pairs()?, scene.solve()?.pairs);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn pairs(&self) -> Result<Vec<PairMet>> {
        self.ceilings.hold(|| Ok(answer::pairs(&answer::Fast::of(self.bodies()), self)))
    }

    /// Answers all queries of the scene on the CPU. It is an error where a sweep would leave the world, or where the
    /// work exceeds the scene's [`Ceilings`].
    pub fn solve(&self) -> Result<Answer<'_>> {
        self.ceilings.hold(|| Answer::by(&answer::Fast::of(self.bodies()), self))
    }

    /// Gives the same answers, with the pairs decided on a GPU. It refuses no scene that [`solve`](Scene::solve) answers.
    #[cfg(feature = "gpu")]
    pub fn solve_on(&self, gpu: &crate::gpu::Gpu) -> Result<Answer<'_>> {
        let solved = self.ceilings.hold(|| {
            let pairs = gpu.pairs(self.bodies(), self.touching())?;
            let judge = answer::Fast::on_gpu(gpu, self.bodies(), self.touching(), pairs);
            Answer::by(&judge, self)
        });
        let answer = match solved {
            // The host does some work twice: it finishes what the GPU found, and looks for overlaps on seams.
            Err(error) if error.kind() == crate::ErrorKind::Ceiling => self.solve()?,
            solved => solved?,
        };
        Ok(Answer { backend: "gpu", ..answer })
    }

    /// Gives the same answers from the plain reference implementation, which is slow and serves for comparison.
    pub fn solve_by_reference(&self) -> Result<Answer<'_>> {
        Answer::by(&answer::PlainReference(self.bodies()), self)
    }
}

fn version(json: Json<'_>) -> Result<()> {
    match number(json)? {
        1.0 => Ok(()),
        _ => Err(Cause::Scene(format!("{} is not a version known here; this is version 1", json.describe()))
            .error()),
    }
}

fn between(json: Json<'_>) -> Result<(u32, u32, Touching)> {
    let fields = Fields::of(json, "touching between layers", &["a", "b", "touching"])?;
    let (a, b) = (fields.must("a", layers)?, fields.must("b", layers)?);
    Ok((a, b, fields.must("touching", touching)?))
}

fn touching(json: Json<'_>) -> Result<Touching> {
    match &*fields::text(json)? {
        "counts" => Ok(Touching::Counts),
        "ignored" => Ok(Touching::Ignored),
        _ => Err(expected(json, "\"counts\" or \"ignored\"")),
    }
}

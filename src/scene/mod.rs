//! Scene files: what stands where and what is asked about it, as JSON, and the answers (SPEC 8).
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
mod fields;
mod images;
mod json;
mod masks;
mod requests;
mod shapes;
mod write;

use std::path::Path;

pub use crate::ceilings::Ceilings;
pub use answer::{Answer, Grazes, How, PairMet, RayMet};
pub use write::{refusal, sprite_pair};

use crate::error::{Error, Result};
use crate::form::{Placed, Touching};
use crate::simd::Simd;
use bodies::Bodies;
use fields::{Fields, expected, layers, list, number};
use json::Json;
use masks::Masks;
use requests::Requests;

/// A scene, read, judged and placed: ready to be solved.
#[derive(Debug, Clone, PartialEq)]
pub struct Scene {
    touching: Touches,
    bodies: Bodies,
    requests: Requests,
    ceilings: Ceilings,
}

/// Whether a touch without depth is an overlap: usually, and between the bodies of some layers.
#[derive(Debug, Clone, PartialEq)]
struct Touches {
    usual: Touching,
    between: Vec<(u32, u32, Touching)>,
}

impl Touches {
    /// For two bodies: what was said last of their layers.
    fn of(&self, a: &Placed, b: &Placed) -> Touching {
        let fits = |&&(p, q, _): &&(u32, u32, Touching)| {
            a.layer & p != 0 && b.layer & q != 0 || a.layer & q != 0 && b.layer & p != 0
        };
        self.between.iter().rev().find(fits).map_or(self.usual, |&(.., touching)| touching)
    }
}

impl Scene {
    /// Reads one JSON document. Images are looked up in `folder` and may not leave it.
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

    /// [`from_json`](Scene::from_json) with other ceilings on what reading and answering it may take.
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
        ];
        Simd::check_env()?;
        let json = Json::parse(text, &ceilings)?;
        let fields = Fields::of(json, "a scene", KNOWN)?;
        fields.must("kasuri", version)?;
        let touching = Touches {
            usual: fields.may("touching", touching)?.unwrap_or_default(),
            between: fields.may("touching_between", |json| list(json, between))?.unwrap_or_default(),
        };
        let masks = fields.may("masks", |json| Masks::read(json, folder))?.unwrap_or_default();
        let bodies = fields.must("bodies", |json| Bodies::read(json, &masks, &ceilings))?;
        let requests = Requests::read(&fields, &bodies)?;
        Ok(Scene { touching, bodies, requests, ceilings })
    }

    /// Whether a touch without depth is an overlap, where nothing else is said for the layers of a pair.
    pub fn touching(&self) -> Touching {
        self.touching.usual
    }

    /// The bodies on the lattice, in their order.
    pub fn bodies(&self) -> &[Placed] {
        &self.bodies.placed
    }

    /// What the bodies are called, in the same order.
    pub fn ids(&self) -> &[Box<str>] {
        &self.bodies.ids
    }

    /// What reading and answering it may take.
    pub fn ceilings(&self) -> Ceilings {
        self.ceilings
    }

    /// Every overlapping pair, in order: what [`Answer::pairs`] holds, without the scene's other questions.
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

    /// Everything the scene asks, answered on the CPU. An error where a sweep would leave the world, or where it takes more
    /// than the scene's [`Ceilings`] allow.
    pub fn solve(&self) -> Result<Answer<'_>> {
        self.ceilings.hold(|| Answer::by(&answer::Fast::of(self.bodies()), self))
    }

    /// The same answers, the pairs decided on a GPU.
    #[cfg(feature = "gpu")]
    pub fn solve_on(&self, gpu: &crate::gpu::Gpu) -> Result<Answer<'_>> {
        self.ceilings.hold(|| {
            let pairs = gpu.pairs(self.bodies(), self.touching())?;
            let judge = answer::Fast::with(self.bodies(), self.touching(), pairs);
            Ok(Answer { backend: "gpu", ..Answer::by(&judge, self)? })
        })
    }

    /// The same answers from the plain [`reference`](crate::reference): slow, to hold others to.
    pub fn solve_by_reference(&self) -> Result<Answer<'_>> {
        Answer::by(&answer::Plain(self.bodies()), self)
    }
}

fn version(json: Json<'_>) -> Result<()> {
    match number(json)? {
        1.0 => Ok(()),
        _ => Err(Error::Scene(format!("{} is not a version known here; this is version 1", json.describe()))),
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

//! What a scene may take: whoever lets strangers ask sets ceilings, counted the same on every machine.

use crate::effort::{Effort, TooMuch, within};
use crate::error::{Error, Result};

/// The most that reading and answering a scene may take; past it comes [`Error::Ceiling`], which says what was too much and
/// how to allow more. docs/never-down.md tells what each comes to in seconds and bytes.
///
/// ```
/// use std::path::Path;
/// use kasuri::scene::{Ceilings, Scene};
/// let body = |k: usize| format!(r#"{{"id": "{k}", "point": {{}}, "at": [0, 0]}}"#);
/// let bodies: Vec<String> = (0..10).map(body).collect();
/// let text = format!(r#"{{"kasuri": 1, "bodies": [{}]}}"#, bodies.join(","));
/// let scene = Scene::from_json_within(&text, Path::new("."), Ceilings::default().pairs(44))?;
/// let error = scene.solve().unwrap_err();
/// assert_eq!(error.to_string(), "more than 44 pairs of bodies whose boxes meet; --max-pairs, or Ceilings::pairs, allows more");
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ceilings {
    /// Values in the document: numbers, texts, lists, objects.
    pub values: u64,
    /// Pairs of bodies whose boxes meet and whose layers match.
    pub pairs: u64,
    /// Units of work: pairs of boxes and of parts, rows of pixels, steps of sweeps, pixels of pictures by the eight.
    pub work: u64,
}

impl Default for Ceilings {
    /// 4 million values, a million pairs, 500 million units of work.
    fn default() -> Ceilings {
        Ceilings { values: 1 << 22, pairs: 1 << 20, work: 500_000_000 }
    }
}

impl Ceilings {
    /// Whatever is asked is answered, as long as it takes and memory lasts.
    pub const NONE: Ceilings = Ceilings { values: u64::MAX, pairs: u64::MAX, work: u64::MAX };

    /// With so many values.
    #[must_use]
    pub fn values(self, values: u64) -> Ceilings {
        Ceilings { values, ..self }
    }

    /// With so many pairs.
    #[must_use]
    pub fn pairs(self, pairs: u64) -> Ceilings {
        Ceilings { pairs, ..self }
    }

    /// With so much work.
    #[must_use]
    pub fn work(self, work: u64) -> Ceilings {
        Ceilings { work, ..self }
    }

    /// Does what may take work and pairs.
    pub(super) fn hold<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        match within(Effort { work: self.work, pairs: self.pairs }, work) {
            Ok(done) => done,
            Err(TooMuch::Work) => Err(too_much("units of work", self.work, "--max-work", "work")),
            Err(TooMuch::Pairs) => {
                Err(too_much("pairs of bodies whose boxes meet", self.pairs, "--max-pairs", "pairs"))
            }
        }
    }

    pub(super) fn too_many_values(&self) -> Error {
        too_much("values in the document", self.values, "--max-values", "values")
    }
}

fn too_much(what: &'static str, most: u64, flag: &'static str, call: &'static str) -> Error {
    Error::Ceiling { what, most, flag, call }
}

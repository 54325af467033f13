//! Limits on memory and work for untrusted input, counted the same on every machine.

use crate::effort::{Effort, TooMuch, within};
use crate::error::{Cause, Error, Result};

/// The most that reading and answering input may take: a scene, each step of a [`Recording`](crate::Recording), an
/// Aseprite sheet. Input that exceeds a ceiling is refused with
/// [`ErrorKind::Ceiling`](crate::ErrorKind::Ceiling); the error says what was too much and how to allow more. In the
/// repository, `docs/never-down.md` lists what each ceiling means in seconds and bytes.
///
/// ```
/// use kasuri::{Body, Ceilings, Recorder, Recording, World};
/// let (mut world, mut recorder) = (World::new(), Recorder::new());
/// world.spawn_many(10, |_| Body::circle(3.0))?;
/// recorder.step(&mut world)?;
/// let recording = Recording::new(recorder.bytes())?.within(Ceilings::default().pairs(44));
/// let error = recording.replay().step().unwrap_err();
/// assert_eq!(error.to_string(), "more than 44 pairs of bodies whose boxes meet; --max-pairs, or Ceilings::pairs, allows more");
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ceilings {
    /// Values in a scene's document: numbers, texts, lists, objects.
    pub values: u64,
    /// Bodies of a scene or of a recorded world. In a world, looks and regions count too, and every 16 vertices count
    /// as one.
    pub bodies: u64,
    /// Pairs of bodies whose boxes meet and whose layers match.
    pub pairs: u64,
    /// Units of work: pairs of boxes and of parts, rows of pixels, steps of sweeps, pixels of pictures (8 pixels are
    /// one unit).
    pub work: u64,
    /// Texels of all masks that are cut out of a sheet, or made of a picture's frames; a row counts in whole words of
    /// 64.
    pub texels: u64,
}

impl Default for Ceilings {
    /// 4 million values, half a million bodies, a million pairs, 500 million units of work, 2,048 million texels.
    fn default() -> Ceilings {
        Ceilings { values: 1 << 22, bodies: 1 << 19, pairs: 1 << 20, work: 500_000_000, texels: 1 << 31 }
    }
}

impl Ceilings {
    /// No ceilings: everything is answered, however much time and memory it takes.
    pub const NONE: Ceilings =
        Ceilings { values: u64::MAX, bodies: u64::MAX, pairs: u64::MAX, work: u64::MAX, texels: u64::MAX };

    /// Sets the ceiling on values.
    #[must_use]
    pub fn values(self, values: u64) -> Ceilings {
        Ceilings { values, ..self }
    }

    /// Sets the ceiling on bodies.
    #[must_use]
    pub fn bodies(self, bodies: u64) -> Ceilings {
        Ceilings { bodies, ..self }
    }

    /// Sets the ceiling on pairs.
    #[must_use]
    pub fn pairs(self, pairs: u64) -> Ceilings {
        Ceilings { pairs, ..self }
    }

    /// Sets the ceiling on work.
    #[must_use]
    pub fn work(self, work: u64) -> Ceilings {
        Ceilings { work, ..self }
    }

    /// Sets the ceiling on texels.
    #[must_use]
    pub fn texels(self, texels: u64) -> Ceilings {
        Ceilings { texels, ..self }
    }

    /// Runs `work` under the ceilings on work and pairs.
    pub(crate) fn hold<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        match within(Effort { work: self.work, pairs: self.pairs }, work) {
            Ok(done) => done,
            Err(TooMuch::Work) => Err(too_much("units of work", self.work, "--max-work, or Ceilings::work,")),
            Err(TooMuch::Pairs) => Err(self.too_many_pairs()),
        }
    }

    pub(crate) fn too_many_pairs(&self) -> Error {
        too_much("pairs of bodies whose boxes meet", self.pairs, "--max-pairs, or Ceilings::pairs,")
    }

    #[cfg(feature = "scene")]
    pub(crate) fn too_many_values(&self) -> Error {
        too_much("values in the document", self.values, "--max-values, or Ceilings::values,")
    }

    pub(crate) fn too_many_bodies(&self) -> Error {
        too_much("bodies", self.bodies, "--max-bodies, or Ceilings::bodies,")
    }

    #[cfg(any(feature = "aseprite", feature = "images"))]
    pub(crate) fn too_many_texels(&self) -> Error {
        too_much("texels in all frames", self.texels, "Ceilings::texels")
    }
}

fn too_much(what: &'static str, most: u64, raise: &'static str) -> Error {
    Cause::Ceiling { what, most, raise }.error()
}

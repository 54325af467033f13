//! Which turned sprites have their covers in the arena, and where: rasterised once a step, and only where a pair asks.

use crate::error::{Error, Result};
use crate::gpu::forms::{Forms, Kind};
use crate::gpu::layout::Raster;

/// The cover arena's plan, in words.
#[derive(Debug, Default)]
pub(super) struct Covers {
    /// The first word of each body's cover.
    starts: Vec<Option<u32>>,
    used: u64,
}

/// What a queue needs before it can run.
#[derive(Debug, PartialEq)]
pub(super) enum Plan {
    /// These covers beside what there is.
    Add(Vec<Raster>),
    /// These covers alone, from the start; all others are forgotten.
    Renew(Vec<Raster>),
    /// More than fits at once: the queue must be split.
    Split,
}

impl Covers {
    /// Forgets all covers: the bodies moved.
    pub(super) fn forget(&mut self, bodies: usize) {
        self.starts.clear();
        self.starts.resize(bodies, None);
        self.used = 0;
    }

    /// What some pairs need of an arena whose covers begin at word `base`, with room for `room` words now and `most` at
    /// most.
    pub(super) fn plan(
        &mut self,
        forms: &Forms,
        pairs: &[[u32; 2]],
        [base, room, most]: [u64; 3],
    ) -> Result<Plan> {
        let missing = self.missing(forms, pairs);
        if self.used + words_of(&missing) <= room {
            return Ok(Plan::Add(self.assign(missing, base)));
        }
        self.starts.fill(None);
        self.used = 0;
        let all = self.missing(forms, pairs);
        let needed = words_of(&all);
        if needed > most {
            self.starts.fill(None);
            return match pairs {
                [_] => Err(Error::GpuTooSmall {
                    what: "a buffer for covers",
                    needed: 4 * needed,
                    most: 4 * most,
                }),
                _ => Ok(Plan::Split),
            };
        }
        Ok(Plan::Renew(self.assign(all, base)))
    }

    /// The sprites of some pairs that need a cover and have none: body, form and words, each once.
    fn missing(&mut self, forms: &Forms, pairs: &[[u32; 2]]) -> Vec<(u32, u32, u64)> {
        let mut missing = Vec::new();
        for &body in pairs.iter().flatten() {
            let Kind::Sprite(form) = forms.kind(body) else { continue };
            let words = forms.cover_words(form);
            let start = &mut self.starts[body as usize];
            if words > 0 && start.is_none() {
                // Taken, so that it is listed once; where is said when it is assigned.
                *start = Some(u32::MAX);
                missing.push((body, form, words));
            }
        }
        missing
    }

    fn assign(&mut self, missing: Vec<(u32, u32, u64)>, base: u64) -> Vec<Raster> {
        let before = self.used;
        let assigned = missing.into_iter().map(|(body, form, words)| {
            // Below 2^32: the arena is one binding.
            let (start, first) = ((self.used - before) as u32, (base + self.used) as u32);
            self.starts[body as usize] = Some(first);
            self.used += words;
            Raster { start, body, form, first }
        });
        assigned.collect()
    }

    /// The first word of a body's cover, if it has one.
    pub(super) fn first_word(&self, body: u32) -> Option<u32> {
        self.starts[body as usize]
    }

    /// Words in use.
    pub(super) fn used(&self) -> u64 {
        self.used
    }
}

fn words_of(missing: &[(u32, u32, u64)]) -> u64 {
    missing.iter().map(|(_, _, words)| words).sum()
}

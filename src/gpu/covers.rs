//! Which turned sprites have covers in the arena, and where. A cover is rasterised once per step, and only when a
//! pair needs it.

use crate::error::{Cause, Result};
use crate::gpu::forms::{FormKind, FormTables};
use crate::gpu::layout::Raster;

/// The layout of the cover arena, in words.
#[derive(Debug, Default)]
pub(super) struct CoverLayout {
    /// The first word of each body's cover.
    starts: Vec<Option<u32>>,
    used: u64,
}

/// What must happen before a queue can run.
#[derive(Debug, PartialEq)]
pub(super) enum Plan {
    /// Add these covers to the existing ones.
    Add(Vec<Raster>),
    /// Drop all covers and make these, from the start of the arena.
    Renew(Vec<Raster>),
    /// The covers do not fit at once: the queue must be split.
    Split,
}

impl CoverLayout {
    /// Drops all covers, because the bodies moved.
    pub(super) fn forget(&mut self, bodies: usize) {
        self.starts.clear();
        self.starts.resize(bodies, None);
        self.used = 0;
    }

    /// Plans the covers that `pairs` need. Covers begin at word `base` of the arena; there is room for `room` words
    /// now, and for `most` at most.
    pub(super) fn plan(
        &mut self,
        forms: &FormTables,
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
                [_] => Err(Cause::GpuTooSmall {
                    what: "a buffer for covers",
                    needed: 4 * needed,
                    most: 4 * most,
                }
                .error()),
                _ => Ok(Plan::Split),
            };
        }
        Ok(Plan::Renew(self.assign(all, base)))
    }

    /// Lists the sprites of `pairs` that need a cover and have none, each once: body, form and number of words.
    fn missing(&mut self, forms: &FormTables, pairs: &[[u32; 2]]) -> Vec<(u32, u32, u64)> {
        let mut missing = Vec::new();
        for &body in pairs.iter().flatten() {
            let FormKind::Sprite(form) = forms.kind(body) else { continue };
            let words = forms.cover_words(form);
            let start = &mut self.starts[body as usize];
            if words > 0 && start.is_none() {
                // Marked as taken, so that it is listed once; `assign` sets the real start.
                *start = Some(u32::MAX);
                missing.push((body, form, words));
            }
        }
        missing
    }

    fn assign(&mut self, missing: Vec<(u32, u32, u64)>, base: u64) -> Vec<Raster> {
        let before = self.used;
        let assigned = missing.into_iter().map(|(body, form, words)| {
            // Both are below 2^32, since the arena is one binding.
            let (start, first) = ((self.used - before) as u32, (base + self.used) as u32);
            self.starts[body as usize] = Some(first);
            self.used += words;
            Raster { start, body, form, first }
        });
        assigned.collect()
    }

    /// Returns the first word of a body's cover, if it has one.
    pub(super) fn first_word(&self, body: u32) -> Option<u32> {
        self.starts[body as usize]
    }

    /// Returns the number of words in use.
    pub(super) fn used(&self) -> u64 {
        self.used
    }
}

fn words_of(missing: &[(u32, u32, u64)]) -> u64 {
    missing.iter().map(|(_, _, words)| words).sum()
}

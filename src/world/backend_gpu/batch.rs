//! Decides on a GPU the candidates that the host found. This is used when passes are traced one by one, for many
//! worlds at once, and when a whole frame does not fit.
//!
//! Bodies are uploaded when one is added, removed or changes its form. When bodies only move, just their positions
//! are uploaded.

use crate::error::{Cause, Result};
use crate::form::{Form, Touching};
use crate::gpu::{Bodies, Gpu};
use crate::lattice::Point;
use crate::query::has_thin_parts;
use crate::world::backend::{Asked, Found};
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// A GPU and the bodies uploaded to it.
pub(super) struct Batches {
    gpu: Gpu,
    bodies: Option<Uploaded>,
    counted: Batch,
    ignored: Batch,
    moves: Vec<Point>,
}

struct Uploaded {
    bodies: Bodies,
    /// The version of the forms that are uploaded, and the positions of their bodies at that time.
    forms_version: u64,
    origins: Vec<Point>,
    /// Each row's first form.
    first: Vec<u32>,
}

/// Pairs of forms under the same touching rule, and the key of each pair's hit.
#[derive(Default)]
struct Batch {
    pairs: Vec<[u32; 2]>,
    keys: Vec<Key>,
}

impl Batches {
    pub(super) fn new(gpu: Gpu) -> Batches {
        Batches { gpu, bodies: None, counted: Batch::default(), ignored: Batch::default(), moves: Vec::new() }
    }

    /// Brings the device's bodies up to date and returns them.
    fn upload(&mut self, rows: &Rows) -> Result<&mut Uploaded> {
        let is_current = self.bodies.as_ref().is_some_and(|held| held.forms_version == rows.forms_version);
        if !is_current {
            let mut first = Vec::with_capacity(rows.len());
            let mut forms: Vec<Form> = Vec::with_capacity(rows.len());
            let (mut origins, mut numbers) = (Vec::with_capacity(rows.len()), Vec::with_capacity(rows.len()));
            for row in 0..rows.len() {
                first.push(forms.len() as u32);
                // A removed body has no form to upload: it is in no pair.
                let count = if rows.is_living(row) { rows.forms(row).len() } else { 0 };
                forms.extend((0..count).map(|k| rows.form(row, k)));
                // Each region has a number of its own. A form has at most 256 regions.
                let number = u64::from(rows.form_number(row as u32));
                numbers.extend((0..count as u64).map(|k| 256 * number + k));
                origins.extend((0..count).map(|_| rows.points[row]));
            }
            let bodies = match self.bodies.take() {
                Some(mut held) => held.bodies.replace_numbered(&forms, &numbers).map(|()| held.bodies)?,
                None => self.gpu.numbered_bodies(&forms, &numbers)?,
            };
            self.bodies = Some(Uploaded { bodies, forms_version: rows.forms_version, origins, first });
        }
        let held =
            self.bodies.as_mut().ok_or_else(|| Cause::GpuLost("its bodies are gone".into()).error())?;
        if is_current {
            self.moves.clear();
            for row in (0..rows.len()).filter(|&row| rows.is_living(row)) {
                for k in 0..rows.forms(row).len() {
                    let (from, to) = (held.origins[held.first[row] as usize + k], rows.points[row]);
                    self.moves.push(Point::new(to.x - from.x, to.y - from.y));
                }
            }
            held.bodies.set_moves(&self.moves)?;
        }
        Ok(held)
    }

    /// Sorts the pairs of regions by their touching rule. Circles under the `rooted` test are decided here.
    fn sort(&mut self, asked: &Asked<'_>, found: &mut Found) -> Result<()> {
        let Asked { rows, touching, .. } = *asked;
        let first =
            &self.bodies.as_ref().ok_or_else(|| Cause::GpuLost("its bodies are gone".into()).error())?.first;
        for batch in [&mut self.counted, &mut self.ignored] {
            batch.pairs.clear();
            batch.keys.clear();
        }
        for &[a, b] in asked.candidates {
            for (key, pair) in touching.region_pairs(rows, [a, b]) {
                match touching.rooted_overlap(pair) {
                    Some(true) => found.overlaps.push(key),
                    Some(false) => {}
                    None => {
                        let which = touching.of(pair[0].layers, pair[1].layers);
                        if which == Touching::Ignored && pair.iter().any(|side| has_thin_parts(side.form)) {
                            if touching.overlap(pair) {
                                found.overlaps.push(key);
                            }
                            continue;
                        }
                        let batch = match which {
                            Touching::Counts => &mut self.counted,
                            Touching::Ignored => &mut self.ignored,
                        };
                        let [i, j] = key.regions.map(u32::from);
                        batch.pairs.push([first[a as usize] + i, first[b as usize] + j]);
                        batch.keys.push(key);
                    }
                }
            }
        }
        Ok(())
    }

    pub(super) fn decide(&mut self, asked: Asked<'_>, found: &mut Found) -> Result<()> {
        found.overlaps.clear();
        found.grazes.clear();
        if asked.candidates.is_empty() {
            return Ok(());
        }
        self.upload(asked.rows)?;
        self.sort(&asked, found)?;
        let Some(held) = &mut self.bodies else { return Ok(()) };
        // Both batches are submitted before the first result is awaited.
        let batches = [(&self.counted, Touching::Counts), (&self.ignored, Touching::Ignored)];
        for (batch, touching) in batches.into_iter().filter(|(batch, _)| !batch.pairs.is_empty()) {
            let hits = held.bodies.hits(&batch.pairs, touching)?;
            found.overlaps.extend(hits.into_iter().map(|k| batch.keys[k as usize]));
        }
        found.overlaps.sort_unstable();
        graze(&asked, found);
        Ok(())
    }
}

/// Finds the grazes of pairs that do not overlap. The host does this, because few bodies have margins and fewer are
/// near each other.
fn graze(asked: &Asked<'_>, found: &mut Found) {
    let Asked { rows, touching, .. } = asked;
    if rows.grazing == 0 {
        return;
    }
    let overlaps = &found.overlaps;
    for &[a, b] in asked.candidates {
        let margin = rows.margin(a as usize).max(rows.margin(b as usize));
        let at = overlaps.partition_point(|key| key.pair() < [a, b]);
        if margin >= 0 && overlaps.get(at).is_none_or(|key| key.pair() != [a, b]) {
            found.grazes.extend(touching.first_graze(rows, [a, b], margin));
        }
    }
}

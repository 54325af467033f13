//! Decides on a GPU the candidates that the host found. This is used when passes are traced one by one, for many
//! worlds at once, and when a whole frame does not fit.
//!
//! Bodies are uploaded when one is added, removed or changes its form. When bodies only move, just their positions
//! are uploaded.

use crate::cpu::HitKey;
use crate::cpu::RawHits;
use crate::error::Result;
use crate::form::{Form, Touching};
use crate::gpu::{Bodies, Gpu};
use crate::lattice::Point;
use crate::query::has_thin_parts;
use crate::world::step::backend::Asked;
use crate::world::table::rows::Rows;

/// A GPU and the bodies uploaded to it.
pub(super) struct Batches {
    gpu: Gpu,
    bodies: Option<Uploaded>,
    /// The pairs of which touches count, and those of which they are ignored.
    counted: FormPairs,
    ignored: FormPairs,
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
struct FormPairs {
    pairs: Vec<[u32; 2]>,
    keys: Vec<HitKey>,
}

impl Batches {
    pub(super) fn new(gpu: Gpu) -> Batches {
        Batches {
            gpu,
            bodies: None,
            counted: FormPairs::default(),
            ignored: FormPairs::default(),
            moves: Vec::new(),
        }
    }

    /// Brings the device's bodies up to date.
    fn upload(&mut self, rows: &Rows) -> Result<()> {
        let current = self.bodies.as_mut().filter(|held| held.forms_version == rows.forms_version);
        let Some(held) = current else { return self.replace(rows) };
        self.moves.clear();
        for row in (0..rows.len()).filter(|&row| rows.is_living(row)) {
            for k in 0..rows.forms(row).len() {
                let (from, to) = (held.origins[held.first[row] as usize + k], rows.points[row]);
                self.moves.push(Point::new(to.x - from.x, to.y - from.y));
            }
        }
        held.bodies.set_moves(&self.moves)
    }

    /// Uploads all bodies, because some have other forms.
    fn replace(&mut self, rows: &Rows) -> Result<()> {
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
        let mut bodies = match self.bodies.take() {
            Some(held) => held.bodies,
            None => self.gpu.bodies(&[])?,
        };
        bodies.replace_numbered(&forms, &numbers)?;
        self.bodies = Some(Uploaded { bodies, forms_version: rows.forms_version, origins, first });
        Ok(())
    }

    /// Sorts the pairs of regions by their touching rule. Circles under the `rooted` test, and pairs on
    /// whose seams the kernels see nothing, are decided here.
    fn sort(&mut self, asked: &Asked<'_>, found: &mut RawHits) {
        let Asked { rows, touching, .. } = *asked;
        let Some(Uploaded { first, .. }) = &self.bodies else { return };
        for batch in [&mut self.counted, &mut self.ignored] {
            batch.pairs.clear();
            batch.keys.clear();
        }
        for &[a, b] in asked.candidates {
            for (key, pair) in touching.region_pairs(rows.solids(), [a, b]) {
                let which = touching.of(pair[0].layers, pair[1].layers);
                let is_whole =
                    which == Touching::Ignored && pair.iter().any(|side| has_thin_parts(side.form));
                let here = || is_whole.then(|| touching.overlap(pair));
                if let Some(does_hit) = touching.rooted_overlap(pair).or_else(here) {
                    found.overlaps.extend(does_hit.then_some(key));
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

    pub(super) fn decide(&mut self, asked: Asked<'_>, found: &mut RawHits) -> Result<()> {
        found.overlaps.clear();
        found.grazes.clear();
        if asked.candidates.is_empty() {
            return Ok(());
        }
        self.upload(asked.rows)?;
        self.sort(&asked, found);
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
fn graze(asked: &Asked<'_>, found: &mut RawHits) {
    let Asked { rows, touching, .. } = asked;
    if rows.grazing == 0 {
        return;
    }
    let overlaps = &found.overlaps;
    for &[a, b] in asked.candidates {
        let margin = rows.margin(a as usize).max(rows.margin(b as usize));
        let at = overlaps.partition_point(|key| key.pair() < [a, b]);
        if margin >= 0 && overlaps.get(at).is_none_or(|key| key.pair() != [a, b]) {
            found.grazes.extend(touching.first_graze(&rows.solids(), [a, b], margin));
        }
    }
}

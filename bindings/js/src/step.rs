//! The result of a step, as columns: one list of floats and one of integers. js/step.js makes arrays of them.

use kasuri::{Handle, Hit, Step};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::{OrThrow, Result};
use crate::numbers::{count, handle, number_of, numbers_of};
use crate::world::RawWorld;

/// The columns of a step.
#[derive(Default)]
pub(crate) struct Told {
    /// The number of the step; the counts of hits, ended, grazes, left, entered and despawned; the report's bodies,
    /// candidates, overlaps, hits and near. Then for each list of hits the columns a, b, t; then the lists of bodies.
    floats: Vec<f64>,
    /// For each list of hits three columns: the layer of a, the layer of b, and `packed`: the region of a in the
    /// lowest 8 bits, the region of b in the next 8 bits, and above these 16 bits whether the hit began.
    wholes: Vec<u32>,
    broad: &'static str,
}

/// The hits of a list in order, each with whether it began in this step.
type Hits<'a> = Vec<(&'a Hit, bool)>;

impl Told {
    fn add_hits(&mut self, hits: &Hits<'_>) -> Result<()> {
        for (hit, _) in hits {
            self.floats.push(number_of(hit.a)?);
        }
        for (hit, _) in hits {
            self.floats.push(number_of(hit.b)?);
        }
        self.floats.extend(hits.iter().map(|(hit, _)| hit.t().unwrap_or(f64::NAN)));
        self.wholes.extend(hits.iter().map(|(hit, _)| hit.layers()[0]));
        self.wholes.extend(hits.iter().map(|(hit, _)| hit.layers()[1]));
        self.wholes.extend(hits.iter().map(|(hit, began)| {
            u32::from(hit.regions[0]) | u32::from(hit.regions[1]) << 8 | u32::from(*began) << 16
        }));
        Ok(())
    }

    pub(crate) fn of(step: &Step) -> Result<Told> {
        let report = step.report();
        // Both lists are in the order of all hits. So a hit is in `began` exactly if it is the next one there.
        let mut began = step.began().iter().peekable();
        let hits: Hits<'_> =
            step.hits().map(|hit| (hit, began.next_if(|next| std::ptr::eq(*next, hit)).is_some())).collect();
        let ended: Hits<'_> = step.ended().iter().map(|hit| (hit, false)).collect();
        let grazes: Hits<'_> = step.grazes().iter().map(|hit| (hit, false)).collect();
        let bodies = [step.left(), step.entered(), step.despawned()];
        let mut told = Told { broad: report.broad, ..Told::default() };
        let rows = hits.len() + ended.len() + grazes.len();
        told.floats.reserve(12 + 3 * rows + bodies.iter().map(|list| list.len()).sum::<usize>());
        told.wholes.reserve(3 * rows);
        told.floats.push(step.number() as f64);
        told.floats.extend([hits.len(), ended.len(), grazes.len()].map(count));
        told.floats.extend(bodies.map(|list| count(list.len())));
        told.floats
            .extend([report.bodies, report.candidates, report.overlaps, report.hits, report.near].map(count));
        for list in [&hits, &ended, &grazes] {
            told.add_hits(list)?;
        }
        for list in bodies {
            told.floats.extend(numbers_of(list)?);
        }
        Ok(told)
    }

    pub(crate) fn take_floats(&mut self) -> Vec<f64> {
        std::mem::take(&mut self.floats)
    }

    pub(crate) fn take_wholes(&mut self) -> Vec<u32> {
        std::mem::take(&mut self.wholes)
    }

    pub(crate) fn broad(&self) -> &'static str {
        self.broad
    }
}

#[wasm_bindgen]
impl RawWorld {
    /// Makes a step and returns the floats. `told_wholes` and `told_broad` return the rest.
    pub fn step(&mut self) -> Result<Vec<f64>> {
        self.told = Told::of(&self.world.step().or_throw()?)?;
        Ok(self.told.take_floats())
    }

    pub fn told_wholes(&mut self) -> Vec<u32> {
        self.told.take_wholes()
    }

    pub fn told_broad(&self) -> String {
        self.told.broad().into()
    }
}

/// Makes a hit from the numbers of its columns.
pub fn hit(a: f64, b: f64, layers: [u32; 2], regions: u32, t: f64) -> Result<Hit> {
    let bodies: [Handle; 2] = [handle(a)?, handle(b)?];
    let [ra, rb, ..] = regions.to_le_bytes();
    Ok(Hit::from_parts(bodies, [ra, rb], layers, (!t.is_nan()).then_some(t)))
}

/// Finds the hits between two sets of layers in the layer columns. Returns the index of each, plus 0.5 if its two
/// bodies must be exchanged.
#[wasm_bindgen]
pub fn between(layer_a: &[u32], layer_b: &[u32], a: u32, b: u32) -> Vec<f64> {
    let Some(body) = Handle::from_bits(1 << 32) else { return Vec::new() };
    let mut found = Vec::new();
    for (k, layers) in layer_a.iter().zip(layer_b).enumerate() {
        let hit = Hit::from_parts([body; 2], [0, 1], [*layers.0, *layers.1], None);
        if let Some(turned) = hit.between(a, b) {
            found.push(count(k) + if turned.regions == hit.regions { 0.0 } else { 0.5 });
        }
    }
    found
}

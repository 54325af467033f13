//! The pairs of a list of bodies, finished on the host: what `query::pairs` answers.

use crate::answer::{Found, Overlap, Pair};
use crate::error::Result;
use crate::form::{Form, Placed, Touching};
use crate::gpu::Gpu;
use crate::query::{self, overlap_sprite_sprite};

impl Gpu {
    /// Every overlapping pair whose layers let it be one, in order: [`query::pairs`], decided on the device. Normals,
    /// depths and points are made on the host, for hits only (SPEC 4).
    pub fn pairs(&self, bodies: &[Placed], touching: Touching) -> Result<Vec<Pair>> {
        // Indices are 32 bits on the device; more bodies fit no GPU's buffers anyway, which says so.
        let candidates: Vec<[u32; 2]> =
            query::candidates(bodies, 0).map(|(a, b)| [a as u32, b as u32]).collect();
        let forms: Vec<Form> = bodies.iter().map(|body| body.form.clone()).collect();
        let hits = self.bodies(&forms)?.integers(&candidates, touching)?;
        let pairs = hits.into_iter().filter_map(|hit| {
            let [a, b] = candidates[hit.pair as usize].map(|body| body as usize);
            let overlap = finish(&forms[a], &forms[b], hit.found, touching)?;
            Some(Pair { a, b, overlap })
        });
        Ok(pairs.collect())
    }
}

/// The answer made of the whole numbers of a pair that overlaps.
fn finish(a: &Form, b: &Form, found: Found, touching: Touching) -> Option<Overlap> {
    match (found, a, b) {
        (Found::Sprites(shared), Form::Sprite(a), Form::Sprite(b)) => {
            let depth = |gx, gy| overlap_sprite_sprite::depth(a, b, gx, gy);
            Some(Overlap::SpriteSprite(shared.finish(depth)))
        }
        (Found::Squares { pixels }, ..) => Some(Overlap::SpriteShape { pixels }),
        (Found::Tiles { cells }, ..) => Some(Overlap::Tiles { cells }),
        _ => query::contact(a, b, touching).map(Overlap::ShapeShape),
    }
}

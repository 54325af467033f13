//! All overlapping pairs of a list of bodies: the device decides, the host completes the answer of `query::pairs`.

use crate::answer::{Found, Overlap, Pair};
use crate::error::Result;
use crate::form::{Form, Placed, Touching};
use crate::gpu::Gpu;
use crate::query::{self, overlap_sprite_sprite};

impl Gpu {
    /// Returns every overlapping pair whose layers match, in order, as [`query::pairs`] does; the device decides the
    /// overlaps. The host computes normals, depths and points, for hits only (SPEC 4).
    pub fn pairs(&self, bodies: &[Placed], touching: Touching) -> Result<Vec<Pair>> {
        // Indices are 32 bits on the device. More bodies fit into no GPU's buffers anyway, and uploading them returns
        // that error.
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

/// Makes the answer from the integer results of a pair that overlaps.
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

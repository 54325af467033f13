//! Decides candidates one by one: for few candidates this is faster than sorting them into queues.

use crate::cpu::both;
use crate::cpu::key::HitKey;
use crate::cpu::solids::Solids;
use crate::cpu::{Question, RawHits};
use crate::form::Form;
use crate::kernels::PairQuestion as Bare;
use crate::mask::overlay;
use crate::query;
use crate::simd::{Kernel, Lanes};

/// The kernel that decides all candidates.
pub(crate) struct Each<'a> {
    pub(crate) asked: Question<'a>,
    pub(crate) found: &'a mut RawHits,
}

impl Kernel for Each<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Each { asked, found } = self;
        let Question { solids, touching, pairs, .. } = asked;
        let is_plain = touching.is_plain();
        for &[a, b] in pairs {
            // For two bodies without regions and without a graze margin, the broad phase has checked the layers.
            if is_plain
                && (solids.grazing == 0 || solids.margin(a).max(solids.margin(b)) < 0)
                && let Some(is_hit) = decide_bare(lanes, asked, a, b)
            {
                // The key is always written, and kept only if it is a hit: no branch predictor could guess the
                // result.
                let before = found.overlaps.len();
                found.overlaps.push(HitKey { a, b, regions: [0, 0] });
                found.overlaps.truncate(before + usize::from(is_hit));
            } else {
                decide_pair(&asked, a, b, found);
            }
        }
    }
}

/// Whether two bodies overlap; `None` if one of them has regions.
#[inline(always)]
fn decide_bare<L: Lanes>(lanes: L, asked: Question<'_>, a: u32, b: u32) -> Option<bool> {
    let Question { solids, touching, .. } = asked;
    if solids.are_upright(a, b) {
        return Some(solids.upright(a).meets(solids.upright(b), Bare::overlap(touching.usual)));
    }
    if solids.are_as_drawn(a, b) {
        return Some(drawn_meet(lanes, solids, a, b));
    }
    let [(p, at), (q, to)] = both([a, b], |row| (solids.forms(row), solids.point(row)));
    match (p, q) {
        ([p], [q]) => Some(query::overlap_at(p, at, q, to, touching.usual)),
        _ => None,
    }
}

/// Whether two masks that are drawn as they are have a common pixel. Each begins at the minimum corner of its body's
/// box.
#[inline(always)]
fn drawn_meet<L: Lanes>(lanes: L, solids: &Solids<'_>, a: u32, b: u32) -> bool {
    let (Form::Sprite(p), Form::Sprite(q)) = (solids.form(a), solids.form(b)) else {
        return false;
    };
    let (at, to) = (solids.bounds(a).min, solids.bounds(b).min);
    overlay::meets_on(lanes, p.mask(), q.mask(), [(to.x - at.x) >> 8, (to.y - at.y) >> 8])
}

/// Finds which regions of two bodies overlap or, if none do, whether the bodies graze.
fn decide_pair(asked: &Question<'_>, a: u32, b: u32, found: &mut RawHits) {
    let Question { solids, touching, .. } = *asked;
    let before = found.overlaps.len();
    let overlapping = touching.region_pairs(*solids, [a, b]).filter(|&(_, pair)| touching.overlap(pair));
    found.overlaps.extend(overlapping.map(|(key, _)| key));
    let margin = if solids.grazing > 0 { solids.margin(a).max(solids.margin(b)) } else { -1 };
    let is_asked = || !asked.grazed.is_some_and(|grazed| grazed.contains([a, b]));
    if margin >= 0 && found.overlaps.len() == before && is_asked() {
        found.grazes.extend(touching.first_graze(solids, [a, b], margin));
    }
}

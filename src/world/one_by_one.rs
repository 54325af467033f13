//! Decides candidates one by one: for few candidates this is faster than sorting them into queues.

use crate::form::Form;
use crate::kernels::PairQuestion as Bare;
use crate::mask::overlay;
use crate::query;
use crate::simd::{Kernel, Lanes};
use crate::world::backend::{Asked, Found};
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// The kernel that decides all candidates.
pub(super) struct Each<'a> {
    pub(super) asked: Asked<'a>,
    pub(super) found: &'a mut Found,
}

impl Kernel for Each<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let Each { asked, found } = self;
        let Asked { rows, touching, candidates, .. } = asked;
        let is_plain = touching.is_plain();
        for &[a, b] in candidates {
            // For two bodies without regions and without a graze margin, the broad phase has checked the layers.
            if is_plain
                && (rows.grazing == 0 || rows.margin(a as usize).max(rows.margin(b as usize)) < 0)
                && let Some(is_hit) = decide_bare(lanes, asked, a, b)
            {
                // The key is always written, and kept only if it is a hit: no branch predictor could guess the
                // result.
                let before = found.overlaps.len();
                found.overlaps.push(Key { a, b, regions: [0, 0] });
                found.overlaps.truncate(before + usize::from(is_hit));
            } else {
                decide_pair(&asked, a, b, found);
            }
        }
    }
}

/// Whether two bodies overlap; `None` if one of them has regions.
#[inline(always)]
fn decide_bare<L: Lanes>(lanes: L, asked: Asked<'_>, a: u32, b: u32) -> Option<bool> {
    let Asked { rows, touching, .. } = asked;
    if rows.are_upright(a, b) {
        return Some(rows.upright(a).meets(rows.upright(b), Bare::overlap(touching.usual)));
    }
    if rows.are_as_drawn(a, b) {
        return Some(drawn_meet(lanes, rows, a, b));
    }
    let [(p, at), (q, to)] = [a, b].map(|row| (rows.forms(row as usize), rows.points[row as usize]));
    match (p, q) {
        ([p], [q]) => Some(query::overlap_at(p, at, q, to, touching.usual)),
        _ => None,
    }
}

/// Whether two masks that are drawn as they are have a common pixel. Each begins at the minimum corner of its body's
/// box.
#[inline(always)]
fn drawn_meet<L: Lanes>(lanes: L, rows: &Rows, a: u32, b: u32) -> bool {
    let (Form::Sprite(p), Form::Sprite(q)) = (&rows.forms(a as usize)[0], &rows.forms(b as usize)[0]) else {
        return false;
    };
    let (at, to) = (rows.bounds[a as usize].min, rows.bounds[b as usize].min);
    overlay::meets_on(lanes, p.mask(), q.mask(), [(to.x - at.x) >> 8, (to.y - at.y) >> 8])
}

/// Finds which regions of two bodies overlap or, if none do, whether the bodies graze.
fn decide_pair(asked: &Asked<'_>, a: u32, b: u32, found: &mut Found) {
    let Asked { rows, touching, .. } = asked;
    let before = found.overlaps.len();
    let overlapping = touching.region_pairs(rows, [a, b]).filter(|&(_, pair)| touching.overlap(pair));
    found.overlaps.extend(overlapping.map(|(key, _)| key));
    let margin = if rows.grazing > 0 { rows.margin(a as usize).max(rows.margin(b as usize)) } else { -1 };
    let is_asked = || !asked.grazed.is_some_and(|grazed| grazed.contains([a, b]));
    if margin >= 0 && found.overlaps.len() == before && is_asked() {
        found.grazes.extend(touching.first_graze(rows, [a, b], margin));
    }
}

//! Settles pairs by the vertices of the smaller solid beside the hull of the larger one. That is what discs leave open:
//! about one pair in ten.

use crate::cpu::Question;
use crate::cpu::classify::{margin_of, ordered, touching_of};
use crate::cpu::exact::offset;
use crate::cpu::hulls::Hulls;
use crate::cpu::settle::hulls::Larger;
use crate::cpu::solids::Solids;
use crate::form::{Form, Touching};
use crate::kernels::{
    Corners, Hull, MOST_CORNERS, Verdict, corners_disc, corners_hull, disc_hull, hull_hull, known,
};
use crate::query;
use crate::shape::Convex;
use crate::simd::{Lanes, prefetch};

/// Prefetches the forms of solids whose vertices are looked at soon.
#[inline(always)]
pub(in crate::cpu) fn prefetch_forms(solids: &Solids<'_>, of: impl Iterator<Item = u32> + Clone) {
    for solid in of.clone() {
        solids.form_table.prefetch_form(solids.form_number(solid));
    }
    of.for_each(|solid| prefetch_vertices(solids, solid));
}

/// Prefetches the vertices of a solid of one part, or the first of several pieces.
#[inline(always)]
pub(in crate::cpu) fn prefetch_vertices(solids: &Solids<'_>, solid: u32) {
    let Form::Shape(parts) = solids.form(solid) else { return };
    match parts.pieces() {
        [part] => prefetch(part.vertices()),
        pieces => prefetch(&pieces[..pieces.len().min(MOST_PREFETCHED)]),
    }
}

/// The hardware finds the others by itself.
const MOST_PREFETCHED: usize = 8;

/// Returns the part of a solid of one part.
#[inline(always)]
fn only_part<'a>(solids: &Solids<'a>, solid: u32) -> Option<&'a Convex> {
    let Form::Shape(parts) = solids.form(solid) else { return None };
    parts.single()
}

/// Returns what is known by the vertices of the smaller solid of a pair, as bits of [`known`]: nothing if it has many, or
/// if one of the two has several parts. The hull of the smaller solid is not kept: there may be many such solids, and then it
/// takes longer to find one in memory than to make it.
#[inline(always)]
pub(super) fn look_at_corners<L: Lanes>(
    lanes: L,
    question: Question<'_>,
    hulls: &Hulls,
    part: &Larger,
    solid: u32,
) -> u32 {
    let solids = question.solids;
    let Some(small) =
        only_part(solids, solid).filter(|part| (2..=MOST_CORNERS).contains(&part.vertices().len()))
    else {
        return 0;
    };
    if !part.has_one_part {
        return 0;
    }
    let (by, origin) = (offset(part.at, solids.point(solid)), Hull::origin(small));
    let mut corners = Corners::NONE;
    corners.write(small);
    let pair = PartPair {
        large: hulls.of(part.hulls),
        small,
        corners: &corners,
        offset: [(by.x + origin.x) as f32, (by.y + origin.y) as f32],
    };
    let reach = i64::from(part.radius) + i64::from(small.radius());
    let (overlap, margin) = (pair.comes_within(lanes, reach), margin_of(solids, [part.solid, solid]));
    let mut bits = match overlap {
        // (Two segments that cross overlap only if touches count.)
        Verdict::Yes if !is_thin(question, [part.solid, solid]) => known::HIT | known::NEAR,
        Verdict::No => known::APART,
        _ => 0,
    };
    if (margin >= 0) & (overlap != Verdict::Yes) {
        bits |= match pair.comes_within(lanes, reach + i64::from(margin)) {
            Verdict::Yes => known::NEAR,
            Verdict::No => known::APART | known::FAR,
            Verdict::Unsure => 0,
        };
    }
    bits
}

/// Whether touches do not count between two solids and one of them has no interior.
#[inline(always)]
fn is_thin(question: Question<'_>, [a, b]: [u32; 2]) -> bool {
    touching_of(question, ordered(a, b)) == Touching::Ignored
        && [a, b].iter().any(|&solid| query::has_thin_parts(question.solids.form(solid)))
}

/// A small part beside a larger one.
struct PartPair<'a> {
    /// The hulls of the larger one; none if it is a disc.
    large: &'a [Hull],
    small: &'a Convex,
    corners: &'a Corners,
    /// The vector from the larger part's origin to the smaller one's.
    offset: [f32; 2],
}

impl PartPair<'_> {
    /// Whether the two come within reach of each other.
    #[inline(always)]
    fn comes_within<L: Lanes>(&self, lanes: L, reach: i64) -> Verdict {
        let PartPair { large, small, corners, offset } = *self;
        let reach = reach as f32;
        let answer = match large {
            [] => corners_disc(lanes, corners, offset, reach),
            _ => corners_hull(lanes, large, corners, offset, reach),
        };
        if answer != Verdict::Unsure {
            return answer;
        }
        let mut own = [Hull::NONE];
        Hull::write(small, &mut own);
        match large {
            [] => disc_hull(lanes, &own, [-offset[0], -offset[1]], reach),
            _ => hull_hull(lanes, large, &own, offset, reach),
        }
    }
}

//! Settles candidates by the vertices of the smaller body beside the hull of the larger one. That is what discs leave open:
//! about one candidate in ten.

use crate::form::{Form, Touching};
use crate::kernels::{
    Corners, Hull, MOST_CORNERS, Verdict, corners_disc, corners_hull, disc_hull, hull_hull, known,
};
use crate::query;
use crate::shape::Convex;
use crate::simd::{Lanes, prefetch};
use crate::world::backend::Asked as Question;
use crate::world::hulls::Hulls;
use crate::world::queues::beside_shape::Larger;
use crate::world::queues::judge::{margin_of, ordered, touching_of};
use crate::world::queues::run::way;
use crate::world::rows::Rows;

/// Prefetches the forms of bodies whose vertices are looked at soon.
#[inline(always)]
pub(super) fn prefetch_forms(rows: &Rows, of: impl Iterator<Item = u32> + Clone) {
    for row in of.clone() {
        rows.form_table.bring_form_near(rows.form_number(row));
    }
    of.for_each(|row| prefetch_vertices(rows, row));
}

/// Prefetches the vertices of a body that is a single part.
#[inline(always)]
pub(super) fn prefetch_vertices(rows: &Rows, row: u32) {
    if let Some(part) = only_part(rows, row) {
        prefetch(part.vertices());
    }
}

/// Returns the part of a body without regions that is a single one.
#[inline(always)]
fn only_part(rows: &Rows, row: u32) -> Option<&Convex> {
    let [Form::Shape(parts)] = rows.forms(row as usize) else { return None };
    let [part] = &parts[..] else { return None };
    Some(part)
}

/// Returns what is known by the vertices of the smaller body of a candidate, as bits of [`known`]: nothing if it has many, or
/// if one of the two has several parts. The hull of the smaller body is not kept: there may be many such bodies, and then it
/// takes longer to find one in memory than to make it.
#[inline(always)]
pub(super) fn look_at_corners<L: Lanes>(
    lanes: L,
    question: Question<'_>,
    hulls: &Hulls,
    part: &Larger,
    row: u32,
) -> u32 {
    let rows = question.rows;
    let Some(small) = only_part(rows, row).filter(|part| (2..=MOST_CORNERS).contains(&part.vertices().len()))
    else {
        return 0;
    };
    if !part.has_one_part {
        return 0;
    }
    let (by, origin) = (way(part.at, rows.points[row as usize]), Hull::origin(small));
    let mut corners = Corners::NONE;
    corners.write(small);
    let pair = Pair {
        large: hulls.of(part.hulls),
        small,
        corners: &corners,
        way: [(by.x + origin.x) as f32, (by.y + origin.y) as f32],
    };
    let reach = i64::from(part.radius) + i64::from(small.radius());
    let (overlap, margin) = (pair.comes_within(lanes, reach), margin_of(rows, [part.row, row]));
    let mut bits = match overlap {
        // (Two segments that cross overlap only if touches count.)
        Verdict::Yes if !is_thin(question, [part.row, row]) => known::HIT | known::NEAR,
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

/// Whether touches do not count between two bodies and one of them has no interior.
#[inline(always)]
fn is_thin(question: Question<'_>, [a, b]: [u32; 2]) -> bool {
    touching_of(question, ordered(a, b)) == Touching::Ignored
        && [a, b].iter().any(|&row| query::has_thin_parts(&question.rows.forms(row as usize)[0]))
}

/// A small part beside a larger one.
struct Pair<'a> {
    /// The hulls of the larger one; none if it is a disc.
    large: &'a [Hull],
    small: &'a Convex,
    corners: &'a Corners,
    /// The vector from the larger part's origin to the smaller one's.
    way: [f32; 2],
}

impl Pair<'_> {
    /// Whether the two come within reach of each other.
    #[inline(always)]
    fn comes_within<L: Lanes>(&self, lanes: L, reach: i64) -> Verdict {
        let Pair { large, small, corners, way } = *self;
        let reach = reach as f32;
        let answer = match large {
            [] => corners_disc(lanes, corners, way, reach),
            _ => corners_hull(lanes, large, corners, way, reach),
        };
        if answer != Verdict::Unsure {
            return answer;
        }
        let mut own = [Hull::NONE];
        Hull::write(small, &mut own);
        match large {
            [] => disc_hull(lanes, &own, [-way[0], -way[1]], reach),
            _ => hull_hull(lanes, large, &own, way, reach),
        }
    }
}

//! Simple tests that show that bodies can have new angles and scales. Where they cannot show it, the caller places the bodies one
//! by one, and refuses only what SPEC refuses.
//!
//! No test looks at a vertex. A body whose vertices are at most `w` from its position on each axis has them within a circle of
//! `w` times the root of 2. A scale whose factors are at most `growth` times the old ones enlarges that circle by no more. So on
//! each axis, at any angle, the body is within `2 * growth * w` and a little for snapping. Of a sprite, the whole mask may not be
//! too large either (SPEC 4), also where no texel is set. Most often the largest body of the world, the largest mask and the
//! largest growth pass, and no form is read.

use crate::lattice::{EDGE, LONGEST, Point, UNITS, Vec2};
use crate::shape::{GREATEST_SCALE, is_valid_scale};
use crate::simd::{Kernel, Lanes, Simd};
use crate::world::handle::Handle;
use crate::world::rows::Rows;
use crate::world::turns::{CHUNK, NewTurn, NewTurns};

impl Rows {
    /// Whether simple tests show that all bodies can have their new angles and scales.
    pub(in crate::world) fn surely_turn(&self, bodies: &[Handle], turns: NewTurns<'_>) -> bool {
        Simd::best().run(SurelyTurn { rows: self, bodies, turns })
    }

    /// Returns by which factor a body grows at most; `None` if its angle or scale is not valid, or a radius would be squashed.
    #[inline(always)]
    fn growth(&self, row: usize, to: &NewTurn) -> Option<f64> {
        if !to.angle.is_finite() {
            return None;
        }
        let Some(then) = to.scale else { return Some(1.0) };
        let now = self.scale(row);
        if now == then {
            return Some(1.0);
        }
        let is_valid = is_valid_scale(then.x) & is_valid_scale(then.y) & self.kinds[row].is_bare();
        let is_squashed = then.x.abs() != then.y.abs();
        if !is_valid | (is_squashed && !self.is_squashable(row)) {
            return None;
        }
        Some((then.x / now.x).abs().max((then.y / now.y).abs()))
    }

    /// Whether a body without regions has no radius, so that its scale may have unequal factors.
    fn is_squashable(&self, row: usize) -> bool {
        self.kinds[row].is_sprite() || self.look(row).only_shape().is_some_and(|shape| !shape.has_radius())
    }
}

/// Returns how far a body reaches on each axis, at any angle and after it has grown, from its reach at one angle.
fn reach_after(widest: i32, growth: f64) -> f64 {
    2.0 * growth * f64::from(widest + 2) + f64::from(2 * UNITS)
}

/// Whether a body of this reach fits in the world at a distance from the origin per axis, and is not too large.
fn fits(reach: f64, distance: u32) -> bool {
    (2.0 * reach <= f64::from(LONGEST)) & (f64::from(distance) + reach <= f64::from(EDGE))
}

#[inline(always)]
fn distance_of(at: Point) -> u32 {
    at.x.unsigned_abs().max(at.y.unsigned_abs())
}

fn greatest(scale: Vec2) -> f64 {
    scale.x.abs().max(scale.y.abs())
}

/// Whether a mask is not too large at any angle, given the sum of its width and height.
pub(in crate::world) fn is_small_mask(width_and_height: u32, scale: f64) -> bool {
    f64::from(width_and_height) * scale <= f64::from(LONGEST / UNITS)
}

struct SurelyTurn<'a> {
    rows: &'a Rows,
    bodies: &'a [Handle],
    turns: NewTurns<'a>,
}

impl Kernel for SurelyTurn<'_> {
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> bool {
        let SurelyTurn { rows, bodies, turns } = self;
        let (mut growth, mut scale, mut distance, mut are_bare) = (1.0_f64, 0.0_f64, 0, true);
        // Where the largest mask may have any scale, none is looked up.
        let widest_mask = rows.look_table.widest_mask();
        let depends_on_scale = !is_small_mask(widest_mask, GREATEST_SCALE);
        let mut found = [0; CHUNK];
        for (start, bodies) in (0..).step_by(CHUNK).zip(bodies.chunks(CHUNK)) {
            let found = &mut found[..bodies.len()];
            if !rows.find_rows(bodies, found) {
                return false;
            }
            for (k, &row) in found.iter().enumerate() {
                let row = row as usize;
                let to = turns.turn(rows, start + k, row);
                let (Some(at), Some(grows)) = (to.at, rows.growth(row, &to)) else { return false };
                growth = growth.max(grows);
                if depends_on_scale {
                    scale = scale.max(greatest(to.scale.unwrap_or_else(|| rows.scale(row))));
                }
                distance = distance.max(distance_of(at));
                are_bare &= rows.kinds[row].is_bare();
            }
        }
        let are_small = !depends_on_scale || is_small_mask(widest_mask, scale);
        if are_bare && are_small && fits(reach_after(rows.form_table.widest(), growth), distance) {
            return true;
        }
        let each = |(k, &body): (usize, &Handle)| {
            let Ok(row) = rows.row(body) else { return false };
            let (to, extent) = (turns.turn(rows, k, row), rows.form_table.extent(rows.forms[row]));
            let (Some(at), Some(grows)) = (to.at, rows.growth(row, &to)) else { return false };
            !rows.kinds[row].is_map()
                && is_small_mask(
                    rows.look(row).widest_mask(),
                    greatest(to.scale.unwrap_or_else(|| rows.scale(row))),
                )
                && fits(reach_after(extent.widest(), grows), distance_of(at))
        };
        bodies.iter().enumerate().all(each)
    }
}

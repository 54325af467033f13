//! Simple tests that show that bodies can have new angles and scales. Where they cannot show it, the caller places the bodies one
//! by one, and refuses only what SPEC refuses.
//!
//! No test looks at a vertex. A body whose vertices are at most `w` from its position on each axis has them within a circle of
//! `w` times the root of 2. A scale whose factors are at most `growth` times the old ones enlarges that circle by no more. So on
//! each axis, at any angle, the body is within `2 * growth * w` and a little for snapping. Of a sprite, the whole mask may not be
//! too large either (SPEC 4), also where no texel is set. Most often the largest body of the world, the largest mask and the
//! largest growth pass, and no form is read.

use std::ops::Range;

use crate::cpu::kind::Kind;
use crate::lattice::{EDGE, LONGEST, Point, UNITS, Vec2};
use crate::shape::{GREATEST_SCALE, is_valid_scale};
use crate::simd::{Kernel, Lanes, Simd};
use crate::world::World;
use crate::world::edit::turns::{CHUNK, NewTurn, NewTurns, TurnStretch};
use crate::world::table::handle::Handle;
use crate::world::table::rows::Rows;

impl World {
    /// Whether simple tests show that all bodies can have their new angles and scales.
    pub(in crate::world) fn surely_turn(&mut self, bodies: &[Handle], turns: NewTurns<'_>) -> bool {
        let World { rows, threads, turn_list, .. } = self;
        if !turn_list.cut(rows, bodies, threads) {
            return false;
        }
        let list = &turn_list.rows;
        let test = |stretch: &mut TurnStretch| {
            Simd::best().run(TestTurns { rows, list: &list[stretch.part.clone()], turns, stretch })
        };
        let found = match &mut turn_list.stretches[..] {
            [all] => test(all),
            stretches => {
                let mut parts: Vec<_> = stretches.iter_mut().map(|part| (part, TestedTurns::NONE)).collect();
                threads.each(&mut parts, |_, (stretch, found)| *found = test(stretch));
                parts.iter().fold(TestedTurns::NONE, |so_far, (_, found)| so_far.and(found))
            }
        };
        (turn_list.are_ready, turn_list.are_round) = (found.are_ready, found.are_round);
        turn_list.is_scaled.clear();
        found.are_valid && (rows.fit_together(&found) || rows.fit_alone(list, turns))
    }
}

impl Rows {
    /// Whether the largest of all bodies and the largest growth fit at the largest distance.
    fn fit_together(&self, found: &TestedTurns) -> bool {
        let widest_mask = self.look_table.widest_mask();
        // Where the largest mask may have any scale, none was looked up.
        let are_small = is_small_mask(widest_mask, GREATEST_SCALE) || is_small_mask(widest_mask, found.scale);
        let reach = reach_after(self.form_table.widest(), found.growth);
        found.are_bare && are_small && fits(reach, found.distance)
    }

    /// Whether each body fits.
    fn fit_alone(&self, list: &[u32], turns: NewTurns<'_>) -> bool {
        list.iter().enumerate().all(|(k, &row)| {
            let row = row as usize;
            let (to, extent) = (turns.turn(self, k, row), self.form_table.extent(self.forms[row]));
            let (Some(at), Some(grows)) = (to.at, self.growth(row, &to)) else { return false };
            let scale = greatest(to.scale.unwrap_or_else(|| self.scale(row)));
            !self.kinds[row].is_map()
                && is_small_mask(self.look(row).widest_mask(), scale)
                && fits(reach_after(extent.widest(), grows), distance_of(at))
        })
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

    /// Whether a body can be turned without a preparation: it has a form of its own, or stays as it is, and so does its scale.
    #[inline(always)]
    fn is_ready(&self, row: usize, form: u32, to: &NewTurn) -> bool {
        let keeps_scale = to.scale.is_none_or(|scale| self.scale(row) == scale);
        let has_form = self.form_table.is_own(form) || self.angle(row).to_bits() == to.angle.to_bits();
        keeps_scale & (has_form || self.is_round(row))
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

/// What the tests of some bodies found.
#[derive(Debug, Clone, Copy)]
struct TestedTurns {
    /// Whether their angles and scales are valid.
    are_valid: bool,
    /// The largest factor by which one grows, the largest scale, and the largest distance from the origin.
    growth: f64,
    scale: f64,
    distance: u32,
    /// Whether none has regions.
    are_bare: bool,
    are_ready: bool,
    are_round: bool,
}

impl TestedTurns {
    const NONE: TestedTurns = TestedTurns {
        are_valid: true,
        growth: 1.0,
        scale: 0.0,
        distance: 0,
        are_bare: true,
        are_ready: true,
        are_round: true,
    };

    fn and(&self, other: &TestedTurns) -> TestedTurns {
        TestedTurns {
            are_valid: self.are_valid & other.are_valid,
            growth: self.growth.max(other.growth),
            scale: self.scale.max(other.scale),
            distance: self.distance.max(other.distance),
            are_bare: self.are_bare & other.are_bare,
            are_ready: self.are_ready & other.are_ready,
            are_round: self.are_round & other.are_round,
        }
    }
}

/// Tests bodies, and finds the range of their rows and the chunks of their forms.
struct TestTurns<'a> {
    rows: &'a Rows,
    list: &'a [u32],
    turns: NewTurns<'a>,
    stretch: &'a mut TurnStretch,
}

impl Kernel for TestTurns<'_> {
    type Out = TestedTurns;

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) -> TestedTurns {
        let TestTurns { rows, list, turns, stretch } = self;
        let mut found = TestedTurns::NONE;
        let depends_on_scale = !is_small_mask(rows.look_table.widest_mask(), GREATEST_SCALE);
        let first = stretch.part.start;
        for (k, some) in (first..).step_by(CHUNK).zip(list.chunks(CHUNK)) {
            if let NewTurns::Angles(_, angles) = turns
                && let Some(run) = run_of(some)
                && !depends_on_scale
            {
                found.see_run(rows, run, &angles[k..k + some.len()], stretch);
                continue;
            }
            for (k, &row) in (k..).zip(some) {
                let row = row as usize;
                let to = turns.turn(rows, k, row);
                let (Some(at), Some(grows)) = (to.at, rows.growth(row, &to)) else {
                    found.are_valid = false;
                    return found;
                };
                found.growth = found.growth.max(grows);
                if depends_on_scale {
                    found.scale = found.scale.max(greatest(to.scale.unwrap_or_else(|| rows.scale(row))));
                }
                found.distance = found.distance.max(distance_of(at));
                let (kind, form) = (rows.kinds[row], rows.forms[row]);
                found.are_bare &= kind.is_bare();
                found.are_round &= kind == Kind::Circle;
                found.are_ready &= rows.is_ready(row, form, &to);
                stretch.see(row, form);
            }
        }
        found
    }
}

/// Returns rows that follow each other as a range.
#[inline(always)]
fn run_of(rows: &[u32]) -> Option<Range<usize>> {
    let first = *rows.first()?;
    let are_in_order = (first..).zip(rows).fold(true, |so_far, (row, &other)| so_far & (row == other));
    are_in_order.then(|| first as usize..first as usize + rows.len())
}

impl TestedTurns {
    /// Adds bodies in consecutive rows that get new angles: column by column, several bodies at a time.
    #[inline(always)]
    fn see_run(&mut self, rows: &Rows, run: Range<usize>, angles: &[f64], stretch: &mut TurnStretch) {
        self.are_valid &= angles.iter().fold(true, |so_far, angle| so_far & angle.is_finite());
        let (kinds, forms) = (&rows.kinds[run.clone()], &rows.forms[run.clone()]);
        self.are_bare &= kinds.iter().fold(true, |so_far, kind| so_far & kind.is_bare());
        self.are_round &= kinds.iter().fold(true, |so_far, &kind| so_far & (kind == Kind::Circle));
        let points = &rows.points[run.clone()];
        self.distance = points.iter().fold(self.distance, |so_far, &at| so_far.max(distance_of(at)));
        let own = forms.iter().fold(true, |so_far, &form| so_far & rows.form_table.is_own(form));
        self.are_ready &= own
            || run.clone().zip(forms).zip(angles).all(|((row, &form), &angle)| {
                rows.is_ready(row, form, &NewTurn { at: None, angle, scale: None })
            });
        let (least, most) =
            forms.iter().fold((u32::MAX, 0), |(least, most), &form| (form.min(least), form.max(most)));
        stretch.see(run.start, least);
        stretch.see(run.end - 1, most);
    }
}

//! The world's bounds: which bodies leave, enter, or are despawned.
//!
//! A body is outside when its box shares no point with the bounds; both are closed. The box of a sprite is the box of
//! its covered squares. If it covers nothing, it is the box of its mask.

use crate::error::{At, Cause, Result};
use crate::form::Form;
use crate::lattice::{Bounds, PixelBox, Point, Vec2, finite};
use crate::mask::SLACK;
use crate::simd::{Kernel, Lanes, Simd, pack};
use crate::threads::stretch;
use crate::world::World;
use crate::world::step::events::Events;
use crate::world::table::handle::Handle;
use crate::world::table::rows::{NOWHERE, Rows};

impl World {
    /// Puts a body whose box reaches out of the world's bounds back inside, and turns its velocity inwards: with
    /// `restitution` 1 it bounces at the same speed, with 0 it slides along the wall. Returns the velocity from now
    /// on, or `None` if the body was inside. A body larger than the bounds is put at their minimum corner. In a world
    /// without bounds this is an error.
    ///
    /// ```
    /// use kasuri::{Body, Vec2, World};
    /// let mut world = World::builder().bounds([0.0, 0.0], [320.0, 240.0]).build()?;
    /// let ball = world.spawn(Body::circle(8.0).at([315.0, 100.0]))?;
    /// assert_eq!(world.keep_inside(ball, [30.0, 5.0], 1.0)?, Some(Vec2::new(-30.0, 5.0)));
    /// assert_eq!(world.get(ball)?.at().x, 312.0);
    /// assert_eq!(world.keep_inside(ball, [-30.0, 5.0], 1.0)?, None);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn keep_inside(
        &mut self,
        body: Handle,
        velocity: impl Into<Vec2>,
        restitution: f64,
    ) -> Result<Option<Vec2>> {
        let row = self.rows.row(body)?;
        if !(0.0..=1.0).contains(&finite(restitution).at("restitution")?) {
            let what = "a restitution";
            return Err(
                Cause::OutOfRange { what, value: restitution, least: 0.0, most: 1.0 }.at("restitution")
            );
        }
        let mut velocity = self.boundary.turned(velocity.into().finite().at("velocity")?);
        let walls = self.walls.ok_or_else(|| Cause::NoWorldBounds.error())?;
        let Some(bounds) = self.exact_box(row) else { return Ok(None) };
        let (mut at, mut is_out) = (self.rows.at[row], false);
        let axes = [
            (&mut at.x, &mut velocity.x, [bounds.min.x, bounds.max.x], [walls.min.x, walls.max.x]),
            (&mut at.y, &mut velocity.y, [bounds.min.y, bounds.max.y], [walls.min.y, walls.max.y]),
        ];
        for (at, velocity, [min, max], [least, most]) in axes {
            let (below, above) = (i64::from(least) - i64::from(min), i64::from(max) - i64::from(most));
            if below <= 0 && above <= 0 {
                continue;
            }
            is_out = true;
            let (by, inwards) = if below > 0 { (below, 1.0) } else { (-above, -1.0) };
            let by = by.max(i64::from(least) - i64::from(min));
            *at += by as f64 / 256.0;
            if *velocity * inwards < 0.0 {
                *velocity *= -restitution;
            }
        }
        if !is_out {
            return Ok(None);
        }
        self.rows.move_to(row, at, Point::snapped(at)?)?;
        Ok(Some(self.boundary.turned(Vec2::new(velocity.x + 0.0, velocity.y + 0.0))))
    }

    /// Returns the box of a body, for sprites that of their covered squares; `None` if it covers nothing.
    fn exact_box(&self, row: usize) -> Option<Bounds> {
        let boxes = (0..self.rows.forms(row).len()).filter_map(|k| match self.rows.form(row, k) {
            Form::Sprite(sprite) => sprite.covered_box().and_then(PixelBox::bounds),
            form => form.bounds(),
        });
        boxes.reduce(Bounds::union)
    }

    /// Finds the rows that may have crossed the bounds. A body that was inside and is wholly inside has not crossed.
    pub(in crate::world) fn find_crossing(&self, crossing: &mut Vec<u32>) {
        crossing.clear();
        let Some(walls) = self.walls else { return };
        let (Rows { bounds, outside, .. }, inner) = (&self.rows, inner(walls));
        let parts = self.threads.parts(bounds.len(), ENOUGH);
        if parts == 1 {
            return Simd::best().run(Crossing { first: 0, bounds, outside, inner, crossing });
        }
        let mut found = vec![Vec::new(); parts];
        self.threads.each(&mut found, |k, crossing| {
            let rows = stretch(bounds.len(), k, parts);
            let (first, bounds, outside) = (rows.start as u32, &bounds[rows.clone()], &outside[rows]);
            Simd::best().run(Crossing { first, bounds, outside, inner, crossing });
        });
        found.iter().for_each(|found| crossing.extend_from_slice(found));
    }

    /// Reports which of these rows crossed the bounds since the last step, and removes those that are too far out.
    pub(in crate::world) fn watch_crossing(&mut self, crossing: &[u32], events: &mut Events) {
        let Some(walls) = self.walls else { return };
        for (k, &row) in crossing.iter().enumerate() {
            if let Some(&next) = crossing.get(k + AHEAD) {
                self.rows.prefetch_form(next as usize);
            }
            self.watch(row as usize, walls, events);
        }
    }

    fn watch(&mut self, row: usize, walls: Bounds, events: &mut Events) {
        if !self.rows.is_living(row) {
            return;
        }
        let is_outside = !reaches(&self.rows, row, walls);
        let was_outside = std::mem::replace(&mut self.rows.outside[row], is_outside);
        if is_outside != was_outside {
            let list = if is_outside { &mut events.left } else { &mut events.entered };
            list.push(self.rows.handles[row]);
        }
        if is_outside && self.is_off_leash(row, walls) {
            events.despawned.push(self.rows.handles[row]);
            self.rows.remove(row);
        }
    }

    fn is_off_leash(&self, row: usize, walls: Bounds) -> bool {
        let leash = self.rows.rules(row).leash;
        leash.is_some_and(|leash| !reaches(&self.rows, row, walls.grown(leash)))
    }
}

/// The number of rows whose test is worth a thread.
const ENOUGH: usize = 1 << 15;
/// How many bodies ahead forms are prefetched.
const AHEAD: usize = 8;

/// Finds the rows that may have crossed the bounds.
struct Crossing<'a> {
    /// The number of the first row.
    first: u32,
    bounds: &'a [Bounds],
    outside: &'a [bool],
    inner: Bounds,
    crossing: &'a mut Vec<u32>,
}

/// The number of rows tested together.
const CHUNK: usize = 64;

impl Kernel for Crossing<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Crossing { mut first, bounds, outside, inner, crossing } = self;
        for (bounds, outside) in bounds.chunks(CHUNK).zip(outside.chunks(CHUNK)) {
            let mut may = [0_u8; CHUNK];
            for ((may, &bounds), &outside) in may.iter_mut().zip(bounds).zip(outside) {
                *may = u8::from((!holds(inner, bounds) | outside) & (bounds.min.x != NOWHERE.min.x));
            }
            let mut bits = pack(&may);
            while bits != 0 {
                crossing.push(first + bits.trailing_zeros());
                bits &= bits - 1;
            }
            first += CHUNK as u32;
        }
    }
}

/// Returns the part of the bounds in which a body's box must lie so that the body is surely inside, whatever it
/// covers. It is smaller than the bounds, because the reach of a turned sprite, which counts for a sprite that covers
/// nothing, is a little larger than its box.
pub(in crate::world) fn inner(walls: Bounds) -> Bounds {
    walls.grown(-SLACK)
}

/// Whether one box lies wholly in another.
#[inline(always)]
fn holds(outer: Bounds, inner: Bounds) -> bool {
    (outer.min.x <= inner.min.x)
        & (inner.max.x <= outer.max.x)
        & (outer.min.y <= inner.min.y)
        & (inner.max.y <= outer.max.y)
}

/// Whether a body's box meets an area, which may be larger than any body.
pub(in crate::world) fn reaches(rows: &Rows, row: usize, area: Bounds) -> bool {
    let bounds = rows.bounds[row];
    if rows.kinds[row].has_exact_box() {
        return bounds.meets(area);
    }
    // A sprite that has no disc within it may cover nothing. Its reach counts then, which may be much larger than its box.
    if (rows.discs.get(row).inner() >= 0.0) & !bounds.grown(SLACK).meets(area) {
        return false;
    }
    // A body wholly within the area meets it, whatever it covers.
    if holds(area, bounds) || covers_middle(rows, row, area) {
        return true;
    }
    (0..rows.forms(row).len()).any(|k| match rows.form(row, k) {
        Form::Sprite(sprite) => {
            let is_near = |pixels: PixelBox| pixels.bounds().is_some_and(|bounds| bounds.meets(area));
            let reach = sprite.reach();
            is_near(reach) && sprite.covered_box().is_none_or(is_near)
        }
        form => form.bounds().is_some_and(|bounds| bounds.meets(area)),
    })
}

/// Whether a sprite covers the pixel of an area that is nearest to the center of its box. Most sprites do, and then
/// nothing needs to be measured.
fn covers_middle(rows: &Rows, row: usize, area: Bounds) -> bool {
    let [Form::Sprite(sprite)] = rows.forms(row) else { return false };
    let Bounds { min, max } = rows.bounds[row];
    // (The sums cannot overflow: the world's edge is at 2^29.)
    let x = ((min.x + max.x) / 2).clamp(area.min.x, area.max.x);
    let y = ((min.y + max.y) / 2).clamp(area.min.y, area.max.y);
    sprite.covers_from(rows.points[row], x >> 8, y >> 8)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::kernels::random::Random;
    use crate::world::{Body, World};
    use crate::{Mask, Placement, mask::Sprite};

    /// Small sprites with one set texel cover nothing at most places. Then the reach counts, which is larger than the
    /// box of the texel.
    #[test]
    fn sprites_reach_an_area_with_what_they_cover_or_their_reach() {
        let mut random = Random::new(9);
        let area = Bounds { min: Point::new(0, 0), max: Point::new(25_600, 25_600) };
        let (mut counts, mut empty) = ([0; 2], [0; 2]);
        for round in 0..4000 {
            let set = [random.below(64), random.below(64)];
            let mask = Arc::new(Mask::from_fn(64, 64, |x, y| [x, y] == set).unwrap());
            let (angle, scale) = (random.angle(), random.pick(&[0.15, 0.4, 2.0]));
            let side = random.pick(&[-8.0, -3.0, 50.0, 103.0]) + random.between(-6.0, 6.0);
            let at = if round % 2 == 0 { [side, 30.0] } else { [30.0, side] };
            let mut world = World::default();
            let body = world.spawn(Body::sprite(&mask).turned(angle).scaled([scale, scale]).at(at)).unwrap();
            let row = world.rows.row(body).unwrap();
            let placement = Placement::at(at).turned(angle).scaled([scale, scale]);
            let sprite = Sprite::place(&mask, &placement, None).unwrap();
            let covered = sprite.covered_box();
            let of = covered.unwrap_or_else(|| sprite.reach());
            let right = PixelBox::bounds(of).is_some_and(|bounds| bounds.meets(area));
            assert_eq!(reaches(&world.rows, row, area), right, "{placement:?}");
            counts[usize::from(right)] += 1;
            empty[usize::from(right)] += usize::from(covered.is_none());
        }
        assert!(counts.iter().chain(&empty).all(|&count| count > 100), "{counts:?} {empty:?}");
    }
}

//! Turns many bodies at once. Sines and cosines, sprites, and convex shapes of few vertices are computed for several bodies
//! at a time. Other shapes are placed again in the same memory.
//!
//! Turns are made 64 at a time (`simd/sincos.rs`). Sprites, and convex shapes of up to 8 vertices with their hull order, box and
//! discs, are computed in columns, and then written (`turns/sprites.rs`, `turns/rings.rs`).

mod rings;
mod sprites;

use crate::cpu::forms::Extent;
use crate::cpu::kind::Kind;
use crate::error::Result;
use crate::kernels::Discs;
use crate::lattice::Point;
use crate::mask::Sprite;
use crate::shape::Transform;
use crate::simd::{Kernel, Lanes, Simd, sin_cos_chunk};
use crate::world::axes::Boundary;
use crate::world::column::LazyColumn;
use crate::world::handle::Handle;
use crate::world::rows::Rows;
use crate::world::turns::rings::TurnedRings;
use crate::world::turns::sprites::TurnedSprites;

/// The number of bodies turned together.
const CHUNK: usize = 64;

impl Rows {
    /// Turns bodies to angles if simple tests show that all can be turned. Returns whether they do; if not, nothing
    /// changes.
    pub(super) fn turn_all(&mut self, bodies: &[Handle], angles: &[f64], boundary: Boundary) -> bool {
        let turns = |&body: &Handle| {
            self.row(body).is_ok_and(|row| self.form_table.extent(self.forms[row]).turns_at(self.points[row]))
        };
        let are_finite = angles.iter().fold(true, |all, angle| all & angle.is_finite());
        let can = are_finite && (self.surely_turn(bodies) || bodies.iter().all(turns));
        if can {
            Simd::best().run(TurnAll { rows: self, bodies, angles, boundary });
        }
        can
    }

    /// Whether all bodies can be turned, without a look at their forms: none is nearer to the edge of the world than
    /// the largest body can reach.
    #[inline(always)]
    fn surely_turn(&self, bodies: &[Handle]) -> bool {
        let Some(most) = self.form_table.furthest_that_turns() else { return false };
        bodies.chunks(CHUNK).all(|bodies| match self.run_of(bodies) {
            Some(run) => {
                let (kinds, points) = (&self.kinds[run.clone()], &self.points[run]);
                let is_bare = kinds.iter().fold(true, |so_far, kind| so_far & kind.is_bare());
                let far = points
                    .iter()
                    .fold(0, |so_far, at| so_far.max(at.x.unsigned_abs()).max(at.y.unsigned_abs()));
                is_bare & (far <= most)
            }
            None => bodies.iter().all(|&body| {
                self.row(body).is_ok_and(|row| {
                    let Point { x, y } = self.points[row];
                    self.kinds[row].is_bare() & (x.unsigned_abs() <= most) & (y.unsigned_abs() <= most)
                })
            }),
        })
    }

    /// Turns a body that is not a single sprite.
    #[inline(never)]
    fn turn_shape(&mut self, row: usize, angle: f64, cos: f64, sin: f64) {
        if !self.look(row).is_round() {
            let form = self.own_form(row);
            let turned = self.turn_form(row, form, cos, sin);
            debug_assert!(turned.is_ok(), "{turned:?}");
            if let Ok(extent) = turned {
                self.set_extent(row, extent);
                self.find_discs(row);
            }
        }
        self.set_angle(row, angle);
    }

    /// Writes the k-th of some rings that were turned. Returns whether it does; if not, the body's vertices stay.
    #[inline(always)]
    fn set_ring(&mut self, row: usize, rings: &TurnedRings, k: usize) -> bool {
        let form = self.own_form(row);
        let (Some(order), Some(part)) = (rings.order(k), self.form_table.part_mut(form)) else {
            return false;
        };
        let Some(vertices) = part.vertices_mut(order.count) else { return false };
        rings.write(k, order, vertices);
        part.set_core(rings.core(k));
        let (extent, discs) = (Extent::of_part(part), rings.discs(k, order, part.radius()));
        self.form_table.set_extent(form, extent);
        self.set_extent(row, extent);
        self.discs.set(row, if extent.kind.stores_discs() { discs } else { Discs::UNKNOWN });
        true
    }

    /// Returns the form of a body, which no other body has from now on.
    #[inline(always)]
    pub(super) fn own_form(&mut self, row: usize) -> u32 {
        let mut form = self.forms[row];
        if !self.form_table.is_own(form) {
            form = self.form_table.own(form, &self.alike(row));
            self.forms[row] = form;
        }
        form
    }

    pub(super) fn turn_form(&mut self, row: usize, form: u32, cos: f64, sin: f64) -> Result<Extent> {
        // Relative to the body's position.
        let frame = Transform { at: Point::default(), cos, sin, scale: self.scale(row) };
        let (looks, frame_number) = (self.look_table.get(self.looks[row]), self.frame(row));
        let look = &looks[frame_number];
        self.form_table.rewrite_with(form, |forms| look.turn(&frame, forms))
    }

    /// Updates what a row stores of its form's extent.
    #[inline(always)]
    pub(super) fn set_extent(&mut self, row: usize, extent: Extent) {
        self.is_sorted_out &= self.kinds[row].has_exact_box() == extent.kind.has_exact_box();
        self.kinds[row] = extent.kind;
        self.phases.set(row, extent.phases());
        self.bounds[row] = extent.bounds_at(self.points[row]);
        self.forms_version += 1;
        self.changes.note(row);
        self.changed(row);
    }

    /// Does the same for sprites without regions, whose forms are already turned.
    #[inline(always)]
    fn set_extents_of_sprites(&mut self, rows: &[u32], extent: impl Fn(usize) -> Extent) {
        let all = self.kinds.len();
        let Rows { kinds, bounds, points, phases, discs, forms, form_table, .. } = self;
        let (kinds, bounds, points) = (&mut kinds[..all], &mut bounds[..all], &points[..all]);
        let phases = &mut phases.hold(all)[..all];
        for (k, row) in rows.iter().map(|&row| row as usize).enumerate().filter(|&(_, row)| row < all) {
            let (extent, old) = (extent(k), kinds[row]);
            if old != extent.kind {
                self.is_sorted_out = false;
                set_discs(discs, row, form_table.sprite(forms[row]), extent.kind);
            }
            kinds[row] = extent.kind;
            phases[row] = extent.phases();
            bounds[row] = extent.bounds_at(points[row]);
        }
        self.forms_version += rows.len() as u64;
        self.changes.note_all(rows);
        if self.index.get().is_some() {
            rows.iter().for_each(|&row| self.loosen(row as usize));
        }
    }
}

/// Stores the discs around a sprite that an angle makes upright or not.
#[cold]
fn set_discs(discs: &mut LazyColumn<Discs>, row: usize, sprite: Option<&Sprite>, kind: Kind) {
    if let Some(sprite) = sprite {
        discs.set(row, sprite.discs(kind.is_drawn()));
    }
}

/// Bodies that can be turned, and their angles.
struct TurnAll<'a> {
    rows: &'a mut Rows,
    bodies: &'a [Handle],
    angles: &'a [f64],
    boundary: Boundary,
}

impl Kernel for TurnAll<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let TurnAll { rows, bodies, angles, boundary } = self;
        let (mut together, mut chunk) =
            (Together { sprites: TurnedSprites::new(), rings: TurnedRings::new() }, [0.0; CHUNK]);
        let (mut sin, mut cos) = ([0.0; CHUNK], [0.0; CHUNK]);
        for (bodies, angles) in bodies.chunks(CHUNK).zip(angles.chunks(CHUNK)) {
            for (to, &angle) in chunk.iter_mut().zip(angles) {
                *to = boundary.angle(angle);
            }
            sin_cos_chunk(&chunk, &mut sin, &mut cos);
            let turned = |k: usize| [chunk[k], sin[k], cos[k]];
            together.clear();
            if let Some(run) = rows.run_of(bodies) {
                run.enumerate().for_each(|(k, row)| together.add(rows, row, turned(k)));
            } else {
                for (k, &body) in bodies.iter().enumerate() {
                    let Ok(row) = rows.row(body) else { continue };
                    together.add(rows, row, turned(k));
                }
            }
            together.turn(rows);
        }
    }
}

/// The bodies that are turned together.
struct Together {
    sprites: TurnedSprites,
    rings: TurnedRings,
}

impl Together {
    #[inline(always)]
    fn clear(&mut self) {
        self.sprites.count = 0;
        self.rings.clear();
    }

    /// Adds a body, or turns it at once if it must be turned alone.
    #[inline(always)]
    fn add(&mut self, rows: &mut Rows, row: usize, [angle, sin, cos]: [f64; 3]) {
        if rows.kinds[row].is_sprite() {
            self.sprites.add(rows, row, [sin, cos]);
            rows.set_angle(row, angle);
        } else if !self.rings.add(rows, row, [angle, sin, cos]) {
            rows.turn_shape(row, angle, cos, sin);
        }
    }

    /// Turns the bodies, and writes them.
    #[inline(always)]
    fn turn(&mut self, rows: &mut Rows) {
        let Together { sprites, rings } = self;
        if sprites.count > 0 {
            sprites.read(&rows.form_table);
            sprites.turn();
            sprites.write(rows);
        }
        rings.turn();
        for k in 0..rings.count() {
            let (row, angle, [sin, cos]) = (rings.rows[k] as usize, rings.angles[k], rings.sin_cos(k));
            if rows.set_ring(row, rings, k) {
                rows.set_angle(row, angle);
            } else {
                rows.turn_shape(row, angle, cos, sin);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::kernels::Discs;
    use crate::mask::Mask;
    use crate::shape::{Part, Shape};
    use crate::world::{Body, Handle, Look, Region, World};

    fn body(k: usize) -> Body {
        let mask = Arc::new(Mask::from_fn(9, 5, |x, y| (x + y) % 3 != 0).expect("a good size"));
        let comb = [[0.0, 0.0], [9.0, 0.0], [9.0, 5.0], [6.0, 1.0], [4.0, 6.0], [0.0, 2.0]];
        let ring = |n: usize| -> Vec<[f64; 2]> {
            let angles = (0..n).map(|k| k as f64 / n as f64 * std::f64::consts::TAU);
            angles.map(|angle| [angle.cos() * 7.0, angle.sin() * 7.0]).collect()
        };
        let part = |shape: Shape, x: f64| Part::new(shape).offset([x, 1.0]);
        let circle = || Shape::circle(2.0).expect("a circle");
        match k % 14 {
            0 | 1 => Body::sprite(&mask).pivot([k as f64 / 3.0, -1.25]),
            2 => Body::sprite(&mask).turned(k as f64).scaled([-1.5, 0.5]),
            3 => Body::sprite(&mask).region(Region::new("core", &mask).pivot([1.0, 2.5])),
            4 => Body::circle(3.0),
            5 => Body::circle(3.0).region(Region::new("hurt", Shape::rect([4.0, 1.0]).expect("a box"))),
            6 => Body::point(),
            7 => Body::polygon(&comb),
            8 => Body::capsule([0.0, 0.0], [5.0, 5.0], 2.0),
            9 => Body::rect([5.0, 2.0]),
            10 => Body::polygon(&ring(4 + k % 7)),
            11 => Body::chain(&comb, 0.5),
            12 => Body::new(Look::new(
                Shape::compound(vec![part(circle(), 3.0), part(Shape::point(), -4.0)]).expect("a compound"),
            )),
            _ => Body::segment([0.0, 0.0], [3.0, -8.0]),
        }
    }

    fn are_close(p: Discs, q: Discs) -> bool {
        let is_close = |x: f32, y: f32| (x - y).abs() <= 0.01 + 1e-5 * x.abs();
        is_close(p.inner(), q.inner()) & is_close(p.outer(), q.outer())
    }

    /// Rings of few and of many units, whose vertices snapping may bring in line or together, and scaled ones.
    #[test]
    fn rings_together_are_rings_alone() {
        let ring = |n: usize, r: [f64; 2], from: f64| -> Vec<[f64; 2]> {
            let angles = (0..n).map(|k| from + k as f64 / n as f64 * std::f64::consts::TAU);
            angles.map(|angle| [angle.cos() * r[0] + 1.0, angle.sin() * r[1]]).collect()
        };
        let sizes: [f64; 6] = [0.004, 0.01, 0.05, 1.0, 30.0, 700.0];
        let body = |k: usize| {
            let (size, flat) = (sizes[k % 6], sizes[k / 6 % 6].min(sizes[k % 6]));
            let scale = [[1.0, 1.0], [-1.0, 1.0], [0.7, -1.9]][k % 3];
            match k % 5 {
                0 => Body::rect([size, flat]).scaled(scale),
                1 => Body::segment([-size, 0.5], [flat, 0.5 - flat]).scaled(scale),
                2 => Body::capsule([-size, 0.5], [flat, 0.5 - flat], 1.25).scaled([1.5, -1.5]),
                3 => Body::polygon(&ring(3 + k % 7, [size + 0.1, flat + 0.1], k as f64)).scaled(scale),
                _ => Body::new(Look::new(
                    Shape::rounded_polygon(&ring(3 + k % 6, [size + 0.1, flat + 0.1], -(k as f64)), 2.0)
                        .expect("a ring"),
                )),
            }
        };
        let mut world = World::new();
        let bodies = world.spawn_many(700, body).expect("valid bodies");
        for round in 0..40 {
            let angle = |k: usize| match round % 4 {
                0 => round as f64 / 8.0 * std::f64::consts::PI,
                1 => k as f64 * 0.001,
                _ => (k * (round + 1)) as f64 * 0.77,
            };
            let angles: Vec<f64> = (0..700).map(angle).collect();
            world.set_angles(&bodies, &angles).expect("finite angles");
            let mut fresh = World::new();
            fresh.spawn_many(700, |k| body(k).turned(angle(k))).expect("valid bodies");
            let (rows, new) = (&world.rows, &fresh.rows);
            assert!(rows.bounds == new.bounds && rows.kinds == new.kinds);
            for row in 0..700 {
                assert_eq!(rows.form(row, 0), new.form(row, 0), "{row} in round {round}");
                let [old, new] =
                    [rows, new].map(|rows| (*rows.form_table.extent(rows.forms[row]), rows.discs.get(row)));
                assert_eq!(old.0, new.0, "{row}");
                assert!(are_close(old.1, new.1), "{row}: {old:?} {new:?}");
            }
        }
    }

    #[test]
    fn all_at_once_is_one_by_one_and_spawned_so() {
        let spawn = |world: &mut World| world.spawn_many(220, body).expect("valid bodies");
        let (mut together, mut alone) = (World::new(), World::new());
        let mut bodies: Vec<Handle> = spawn(&mut together);
        assert_eq!(spawn(&mut alone), bodies);
        // One body is in the list twice: its last angle counts.
        bodies.push(bodies[7]);
        let mut angles: Vec<f64> = bodies.iter().enumerate().map(|(k, _)| k as f64 / 7.0).collect();
        for round in 0..12 {
            angles.iter_mut().for_each(|angle| *angle += if round % 4 == 3 { -*angle } else { 0.37 });
            together.set_angles(&bodies, &angles).expect("finite angles");
            for (&body, &angle) in bodies.iter().zip(&angles) {
                alone.edit(body).angle(angle).expect("a finite angle");
            }
            let mut fresh = World::new();
            let mut last = angles.clone();
            last[7] = angles[220];
            let same = |k: usize| body(k).turned(last[k]);
            fresh.spawn_many(220, same).expect("valid bodies");
            assert_eq!(together.hash(), fresh.hash(), "round {round}");
            assert_eq!(together.hash(), alone.hash(), "round {round}");
            for world in [&together, &alone] {
                let (rows, new) = (&world.rows, &fresh.rows);
                assert!(rows.bounds == new.bounds && rows.kinds == new.kinds);
                for row in 0..new.len() {
                    assert_eq!(rows.phases.get(row), new.phases.get(row), "{row}");
                    let [old_discs, new_discs] = [rows, new].map(|rows| rows.discs.get(row));
                    // Those of a sprite are bounds for every angle, found at one angle.
                    let are_bounds = new.kinds[row].is_sprite();
                    assert!(
                        are_bounds || are_close(old_discs, new_discs),
                        "{row}: {old_discs:?} {new_discs:?}"
                    );
                    let [old, new] = [rows, new].map(|rows| *rows.form_table.extent(rows.forms[row]));
                    assert_eq!(old, new, "{row}");
                }
            }
        }
    }
}

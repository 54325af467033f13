//! Turns and scales many bodies at once. Sines and cosines, sprites, and convex shapes of few vertices are computed for several
//! bodies at a time. Other shapes are placed again in the same memory.
//!
//! Simple tests first show that all bodies can have their new angles and scales (`turns/sure.rs`); then nothing can be refused.
//! Turns are made 64 at a time (`simd/sincos.rs`). Sprites, and convex shapes of up to 8 vertices with their hull order, box and
//! discs, are computed in columns, and then written (`turns/sprites.rs`, `turns/rings.rs`).
//!
//! Most of a turn is what it writes. So threads share a list of bodies only if each can write alone: if the rows of its part, and
//! the chunks of the table of forms that their forms are in, are all before those of the next part (`turns/turned_rows.rs`). Bodies
//! in about the order of spawn are so. The parts are cut where the forms are in another chunk.

mod new_turns;
mod rings;
mod sprites;
mod sure;
mod turn_list;
mod turned_rows;

use std::ops::Range;

use crate::cpu::forms::Extent;
use crate::cpu::kind::Kind;
use crate::error::Result;
use crate::lattice::{Point, Vec2};
use crate::shape::Transform;
use crate::simd::{Kernel, Lanes, Simd, sin_cos_chunk};
use crate::world::World;
use crate::world::edit::turns::rings::TurnedRings;
use crate::world::edit::turns::sprites::TurnedSprites;
use crate::world::edit::turns::turned_rows::{TurnNotes, TurnedRows};
use crate::world::table::handle::Handle;
use crate::world::table::rows::Rows;

pub(in crate::world) use new_turns::NewTurns;
pub(in crate::world) use sure::is_small_mask;
pub(in crate::world) use turn_list::TurnList;
use turn_list::TurnStretch;

/// The number of bodies turned together.
pub(in crate::world) const CHUNK: usize = 64;

/// A new angle and scale of a body, and its position.
#[derive(Debug, Clone, Copy)]
struct NewTurn {
    /// `None` where it is not in the world.
    at: Option<Point>,
    angle: f64,
    /// `None` where the scale stays. (Then no scale is looked up.)
    scale: Option<Vec2>,
}

impl World {
    /// Gives bodies new angles and scales if simple tests show that all can have them. Returns whether it does; if not, nothing
    /// changes.
    pub(in crate::world) fn turn_all(&mut self, bodies: &[Handle], turns: NewTurns<'_>) -> bool {
        let can = self.surely_turn(bodies, turns);
        if can {
            self.turn_surely(turns);
        }
        can
    }

    /// Does the same for the bodies that passed the tests.
    pub(in crate::world) fn turn_surely(&mut self, turns: NewTurns<'_>) {
        let World { rows, threads, turn_list, .. } = self;
        if !turn_list.are_ready {
            rows.prepare_to_turn(turns, turn_list);
        }
        let TurnList { rows: list, is_scaled, stretches, are_round, .. } = turn_list;
        let turn = |rows: &mut TurnedRows<'_>, part: Range<usize>| {
            let is_scaled = is_scaled.get(part.clone()).unwrap_or_default();
            let (start, list) = (part.start, &list[part]);
            Simd::best().run(TurnAll { rows, list, turns, start, is_scaled });
        };
        let all = rows.turned_rows(*are_round);
        if stretches.len() > 1 && stretches.is_sorted_by(TurnStretch::is_apart) {
            let mut parts = all.cut(stretches);
            threads.each(&mut parts, |k, part| turn(part, stretches[k].part.clone()));
            let notes: Vec<TurnNotes> = parts.into_iter().map(|part| part.notes).collect();
            notes.into_iter().for_each(|notes| rows.take_over(notes));
        } else {
            let mut all = all;
            turn(&mut all, 0..list.len());
            let notes = all.notes;
            rows.take_over(notes);
        }
    }
}

impl Rows {
    /// Gives a form of its own to each body whose angle or scale changes, and stores the new scales.
    fn prepare_to_turn(&mut self, turns: NewTurns<'_>, list: &mut TurnList) {
        let prepare = |(k, &row): (usize, &u32)| {
            let row = row as usize;
            let to = turns.turn(self, k, row);
            let scale = to.scale.filter(|&scale| self.scale(row) != scale);
            let is_scaled = scale.is_some();
            if is_scaled | (self.angle(row).to_bits() != to.angle.to_bits()) {
                if is_scaled | !self.is_round(row) {
                    // The form is found by the old angle and scale.
                    self.own_form(row);
                }
                scale.into_iter().for_each(|scale| self.set_scale(row, scale));
            }
            is_scaled
        };
        list.is_scaled.clear();
        list.is_scaled.extend(list.rows.iter().enumerate().map(prepare));
        for stretch in &mut list.stretches {
            *stretch = TurnStretch::of(stretch.part.clone());
            for &row in &list.rows[stretch.part.clone()] {
                stretch.see(row as usize, self.forms[row as usize]);
            }
        }
    }

    /// Whether a body is a circle around its position, which looks the same at every angle.
    #[inline(always)]
    fn is_round(&self, row: usize) -> bool {
        self.kinds[row] == Kind::Circle && self.look(row).is_round()
    }

    /// Returns the form of a body, which no other body has from now on.
    #[inline(always)]
    pub(in crate::world) fn own_form(&mut self, row: usize) -> u32 {
        let mut form = self.forms[row];
        if !self.form_table.is_own(form) {
            form = self.form_table.own(form, &self.alike(row));
            self.forms[row] = form;
        }
        form
    }

    /// Places a body again whose look has changed, and which has a form of its own.
    pub(in crate::world) fn place_again(&mut self, row: usize) -> Result<Extent> {
        let angle = self.angle(row);
        let (sin, cos) = if angle == 0.0 { (0.0, 1.0) } else { (libm::sin(angle), libm::cos(angle)) };
        let frame = Transform { at: Point::default(), cos, sin, scale: self.scale(row) };
        let (looks, frame_number) = (self.look_table.get(self.looks[row]), self.frame(row));
        let (form, look) = (self.forms[row], &looks[frame_number]);
        self.form_table.rewrite_with(form, |forms| look.turn(&frame, forms))
    }

    /// Updates what a row stores of its form's extent.
    #[inline(always)]
    pub(in crate::world) fn set_extent(&mut self, row: usize, extent: Extent) {
        self.is_sorted_out &= self.kinds[row].has_exact_box() == extent.kind.has_exact_box();
        self.kinds[row] = extent.kind;
        self.phases.set(row, extent.phases());
        self.bounds[row] = extent.bounds_at(self.points[row]);
        self.forms_version += 1;
        self.changes.note(row);
        self.changed(row);
    }
}

/// Bodies that can be turned, and their new turns.
struct TurnAll<'a, 'b> {
    rows: &'a mut TurnedRows<'b>,
    /// The rows of the bodies.
    list: &'a [u32],
    turns: NewTurns<'a>,
    /// The index of the first of these bodies in the whole list.
    start: usize,
    /// Whether the scale of each has changed; empty if none has.
    is_scaled: &'a [bool],
}

impl Kernel for TurnAll<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let TurnAll { rows, list, turns, start, is_scaled } = self;
        let mut together = Together { sprites: TurnedSprites::new(), rings: TurnedRings::new() };
        let (mut angles, mut sin, mut cos) = ([0.0; CHUNK], [0.0; CHUNK], [0.0; CHUNK]);
        for (first, found) in (0..).step_by(CHUNK).zip(list.chunks(CHUNK)) {
            for (k, &row) in found.iter().enumerate() {
                angles[k] = turns.angle(start + first + k).unwrap_or_else(|| rows.angle(row as usize));
            }
            sin_cos_chunk(&angles, &mut sin, &mut cos);
            together.clear();
            for (k, &row) in found.iter().enumerate() {
                let is_scaled = is_scaled.get(first + k).copied().unwrap_or_default();
                together.add(rows, row as usize, (angles[k], is_scaled), [sin[k], cos[k]]);
            }
            together.turn(rows);
        }
    }
}

impl Rows {
    /// Finds the rows of at most `CHUNK` bodies. Returns whether all live.
    #[inline(always)]
    pub(in crate::world) fn find_rows(&self, bodies: &[Handle], found: &mut [u32]) -> bool {
        if let Some(run) = self.run_of(bodies) {
            found.iter_mut().zip(run).for_each(|(found, row)| *found = row as u32);
            return true;
        }
        let mut all_live = true;
        for (found, &body) in found.iter_mut().zip(bodies) {
            match self.row(body) {
                Ok(row) => *found = row as u32,
                Err(_) => all_live = false,
            }
        }
        all_live
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

    /// Stores a body's new angle. Adds the body, or turns it at once if it must be turned alone.
    #[inline(always)]
    fn add(
        &mut self,
        rows: &mut TurnedRows<'_>,
        row: usize,
        (angle, is_scaled): (f64, bool),
        [sin, cos]: [f64; 2],
    ) {
        if !is_scaled & (rows.angle(row).to_bits() == angle.to_bits()) {
            return;
        }
        rows.set_angle(row, angle);
        if rows.is_round(row) {
            if is_scaled {
                rows.scale_circle(row);
            }
        } else if rows.kind(row).is_sprite() {
            self.sprites.add(rows, row, is_scaled, [sin, cos]);
        } else if !self.rings.add(rows, row, is_scaled, [sin, cos]) {
            rows.turn_shape(row, cos, sin);
        }
    }

    /// Turns the bodies, and writes them.
    #[inline(always)]
    fn turn(&mut self, rows: &mut TurnedRows<'_>) {
        let Together { sprites, rings } = self;
        if sprites.count > 0 {
            sprites.read(rows);
            sprites.turn();
            sprites.write(rows);
        }
        rings.turn();
        for k in 0..rings.count() {
            let (row, [sin, cos]) = (rings.rows[k] as usize, rings.sin_cos(k));
            if !rows.set_ring(row, rings, k) {
                rows.turn_shape(row, cos, sin);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::kernels::Discs;
    use crate::lattice::Vec2;
    use crate::mask::Mask;
    use crate::shape::{Part, Placement, Shape};
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
    /// Angles and scales of many bodies are the same in worlds of any number of threads: bodies in order, shuffled, and in the list
    /// twice.
    #[test]
    fn turns_on_threads_are_turns_on_one() {
        let count = if cfg!(miri) { 40 } else { 9_000 };
        let world = |threads: usize| {
            let mut world = World::builder().threads(threads).build().expect("a world");
            let bodies = world.spawn_many(count, body).expect("valid bodies");
            (world, bodies)
        };
        let (mut alone, mut bodies) = world(1);
        let mut shared = [2, 3, 8].map(|threads| world(threads).0);
        for round in 0..8 {
            match round {
                3 => bodies.truncate(count - 100),
                4 => bodies.swap(count / 2, 5),
                5 => bodies[count / 3] = bodies[9],
                6 => bodies.reverse(),
                _ => {}
            }
            // Every seventh body keeps its angle.
            let angle = |k: usize| if k.is_multiple_of(7) { 1.0 } else { (k * (round + 1)) as f64 * 0.37 };
            let angles: Vec<f64> = (0..bodies.len()).map(angle).collect();
            let scales: Vec<[f64; 2]> = (0..bodies.len())
                .map(|k| if k % 14 == 3 || k % 14 == 5 { 1.0 } else { [1.0, 1.5, 0.75][(k + round) % 3] })
                .map(|scale| [scale, if round == 5 { -scale } else { scale }])
                .collect();
            for world in shared.iter_mut().chain([&mut alone]) {
                world.set_angles(&bodies, &angles).expect("finite angles");
                if round == 2 || round == 5 {
                    world.set_scales(&bodies, &scales).expect("valid scales");
                }
            }
            for world in &shared {
                assert_eq!(world.hash(), alone.hash(), "round {round}");
                let (rows, of_one) = (&world.rows, &alone.rows);
                assert!(rows.bounds == of_one.bounds && rows.kinds == of_one.kinds);
                for row in 0..rows.len() {
                    assert_eq!(rows.phases.get(row), of_one.phases.get(row), "{row}");
                    assert_eq!(rows.discs.get(row), of_one.discs.get(row), "{row}");
                    let [ours, theirs] = [rows, of_one].map(|rows| *rows.form_table.extent(rows.forms[row]));
                    assert_eq!(ours, theirs, "{row}");
                }
            }
        }
    }

    /// What set texels reach is small, but the mask is too large when it is turned.
    #[test]
    fn a_mask_that_is_too_large_when_turned_is_refused() {
        let mask = Arc::new(Mask::from_fn(4096, 4096, |x, y| (x, y) == (2048, 2048)).expect("a mask"));
        let mut world = World::new();
        let body = world.spawn(Body::sprite(&mask).scaled([3.0, 3.0])).expect("a body");
        let alone = world.edit(body).angle(0.78).map(drop).expect_err("too large");
        let together = world.set_angles(&[body], &[0.78]).expect_err("too large");
        assert_eq!(together.to_string(), format!("[0]: {alone}"));
        assert!(world.set_scales(&[body], &[[4.5, 4.5]]).is_err());
        world.set_scales(&[body], &[[4.0, -4.0]]).expect("16384 pixels");
    }

    /// Placements, scales and angles that are set together are the same as those that are set one by one: all kinds, mirrored,
    /// squashed where that is allowed, unchanged ones among them, and bodies that are in the list twice.
    #[test]
    fn placements_together_are_placements_one_by_one() {
        let mut random = crate::kernels::random::Random::new(31);
        let (mut refused, mut made) = (0, 0);
        for round in 0..60 {
            let mut together = World::builder().threads(1).build().expect("a world");
            let mut bodies = together.spawn_many(112, body).expect("valid bodies");
            bodies.extend([bodies[7], bodies[1], bodies[1], bodies[9]]);
            let mut alone = World::builder().threads(1).build().expect("a world");
            alone.restore(&together.snapshot());
            for step in 0..4 {
                let may_squash = |k: usize| matches!(k % 14, 0 | 1 | 2 | 6 | 7 | 9 | 10 | 13);
                let wild = random.below(12) == 0;
                let placements: Vec<Placement> = (0..bodies.len())
                    .map(|k| {
                        let row = together.rows.row(bodies[k]).expect("a living body");
                        let old = together.rows.placement(row);
                        let (x, y) = (random.between(0.02, 9.0), random.between(0.02, 3.0));
                        let x = if random.below(2) == 0 { -x } else { x };
                        let is_equal = random.below(2) == 0 || !may_squash(k % 112);
                        let scale = Vec2::new(x, if is_equal { x.abs() } else { y });
                        let has_regions = matches!(k % 112 % 14, 3 | 5);
                        let keeps = random.below(4) == 0 || (has_regions && random.below(2) == 0);
                        let far = if wild && random.below(9) == 0 { 2_097_140.0 } else { 0.0 };
                        Placement {
                            at: Vec2::new(random.between(-90.0, 90.0) + far, random.between(-9.0, 9.0)),
                            angle: if random.below(3) == 0 { old.angle } else { random.between(-7.0, 7.0) },
                            scale: if keeps { old.scale } else { scale },
                        }
                    })
                    .collect();
                let before = together.hash();
                let set = match (round + step) % 3 {
                    0 => together.set_placements(&bodies, &placements),
                    1 => {
                        let scales: Vec<Vec2> = placements.iter().map(|p| p.scale).collect();
                        together.set_scales(&bodies, &scales)
                    }
                    _ => {
                        let angles: Vec<f64> = placements.iter().map(|p| p.angle).collect();
                        together.set_angles(&bodies, &angles)
                    }
                };
                if set.is_err() {
                    assert_eq!(together.hash(), before);
                    refused += 1;
                    continue;
                }
                made += 1;
                for (&body, p) in bodies.iter().zip(&placements) {
                    let row = alone.rows.row(body).expect("a living body");
                    let old = alone.rows.placement(row);
                    let placement = match (round + step) % 3 {
                        0 => *p,
                        1 => Placement { scale: p.scale, ..old },
                        _ => Placement { angle: p.angle, ..old },
                    };
                    alone.rows.place(row, placement, 0).expect("what went together goes alone");
                }
                assert_eq!(together.hash(), alone.hash(), "round {round}");
                let (rows, new) = (&together.rows, &alone.rows);
                assert!(rows.bounds == new.bounds && rows.kinds == new.kinds);
                for row in 0..new.len() {
                    assert_eq!(rows.form(row, 0), new.form(row, 0), "{row} in round {round}");
                    assert_eq!(rows.phases.get(row), new.phases.get(row), "{row}");
                    let [old, new] = [rows, new]
                        .map(|rows| (*rows.form_table.extent(rows.forms[row]), rows.discs.get(row)));
                    assert_eq!(old.0, new.0, "{row}");
                    // Those of a sprite are bounds for every angle, found at one angle.
                    let is_sprite = rows.kinds[row].is_sprite();
                    assert!(is_sprite || are_close(old.1, new.1), "{row}: {old:?} {new:?}");
                }
            }
        }
        assert!((5..60).contains(&refused) && made > 100, "{refused} {made}");
    }
}

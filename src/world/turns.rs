//! Turns many bodies at once. Sines and cosines, the turns of sprites and their boxes are computed for several bodies
//! at a time. The parts of shapes are placed again in the same memory.

use crate::error::Result;
use crate::kernels::Discs;
use crate::lattice::{Bounds, Point};
use crate::mask::{Sprite, Turn};
use crate::shape::Transform;
use crate::simd::{Kernel, Lanes, Simd, sin_cos_chunk};
use crate::world::axes::Boundary;
use crate::world::column::Column;
use crate::world::forms::{Extent, FormTable};
use crate::world::handle::Handle;
use crate::world::kind::Kind;
use crate::world::rows::Rows;

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

    /// Turns a body that is not a single sprite and that can be turned.
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

    /// Returns the form of a body, which no other body has from now on.
    #[inline(always)]
    fn own_form(&mut self, row: usize) -> u32 {
        let mut form = self.forms[row];
        if !self.form_table.is_own(form) {
            form = self.form_table.own(form, &self.alike(row));
            self.forms[row] = form;
        }
        form
    }

    fn turn_form(&mut self, row: usize, form: u32, cos: f64, sin: f64) -> Result<Extent> {
        // Relative to the body's position.
        let frame = Transform { at: Point::default(), cos, sin, scale: self.scale(row) };
        let (looks, frame_number) = (self.look_table.get(self.looks[row]), self.frame(row));
        let look = &looks[frame_number];
        self.form_table.rewrite_with(form, |forms| look.turn(&frame, forms))
    }

    /// Updates what a row stores of its form's extent.
    #[inline(always)]
    fn set_extent(&mut self, row: usize, extent: Extent) {
        self.is_sorted_out &= self.kinds[row] == extent.kind;
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
fn set_discs(discs: &mut Column<Discs>, row: usize, sprite: Option<&Sprite>, kind: Kind) {
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
        let (mut sprites, mut chunk) = (Sprites::new(), [0.0; CHUNK]);
        for (bodies, angles) in bodies.chunks(CHUNK).zip(angles.chunks(CHUNK)) {
            for (to, &angle) in chunk.iter_mut().zip(angles) {
                *to = boundary.angle(angle);
            }
            sin_cos_chunk(&chunk, &mut sprites.sin, &mut sprites.cos);
            sprites.count = 0;
            if let Some(run) = rows.run_of(bodies) {
                run.enumerate().for_each(|(k, row)| sprites.turn_row(rows, row, k, chunk[k]));
            } else {
                for (k, &body) in bodies.iter().enumerate() {
                    let Ok(row) = rows.row(body) else { continue };
                    sprites.turn_row(rows, row, k, chunk[k]);
                }
            }
            sprites.read(&rows.form_table);
            sprites.turn();
            sprites.write(rows);
        }
    }
}

/// Sprites without regions that are turned together, in columns.
struct Sprites {
    count: usize,
    rows: [u32; CHUNK],
    forms: [u32; CHUNK],
    flips: [[bool; 2]; CHUNK],
    sin: [f64; CHUNK],
    cos: [f64; CHUNK],
    scale: [[f64; CHUNK]; 2],
    size: [[i32; CHUNK]; 2],
    /// u1 and v1.
    pivot: [[i32; CHUNK]; 2],
    /// The results: ux, uy, vx and vy, and the sides of the box of its reach: left, top, right and bottom. In columns,
    /// and then by sprite.
    steps: [[i32; CHUNK]; 4],
    sides: [[i32; CHUNK]; 4],
    turns: [[i32; 4]; CHUNK],
    boxes: [[i32; 4]; CHUNK],
}

impl Sprites {
    fn new() -> Sprites {
        Sprites {
            count: 0,
            rows: [0; CHUNK],
            forms: [0; CHUNK],
            flips: [[false; 2]; CHUNK],
            sin: [0.0; CHUNK],
            cos: [1.0; CHUNK],
            scale: [[1.0; CHUNK]; 2],
            size: [[1; CHUNK]; 2],
            pivot: [[0; CHUNK]; 2],
            steps: [[0; CHUNK]; 4],
            sides: [[0; CHUNK]; 4],
            turns: [[0; 4]; CHUNK],
            boxes: [[0; 4]; CHUNK],
        }
    }

    /// Adds the k-th body of the chunk if it is a sprite, and turns it if not.
    #[inline(always)]
    fn turn_row(&mut self, rows: &mut Rows, row: usize, k: usize, angle: f64) {
        if rows.kinds[row].is_sprite() {
            self.add(rows, row, k);
            rows.set_angle(row, angle);
        } else {
            rows.turn_shape(row, angle, self.cos[k], self.sin[k]);
        }
    }

    #[inline(always)]
    fn add(&mut self, rows: &mut Rows, row: usize, from: usize) {
        let (form, scale) = (rows.own_form(row), rows.scale(row));
        let k = self.count;
        (self.rows[k], self.forms[k]) = (row as u32, form);
        // (`from` is at least `k`.)
        (self.cos[k], self.sin[k]) = (self.cos[from], self.sin[from]);
        (self.scale[0][k], self.scale[1][k]) = (scale.x, scale.y);
        self.count += 1;
    }

    /// Reads the masks and pivots of all.
    #[inline(always)]
    fn read(&mut self, forms: &FormTable) {
        forms.for_each_sprite(&self.forms[..self.count.min(CHUNK)], |k, sprite| {
            let (turn, mask) = (sprite.turn_ref(), sprite.mask());
            self.flips[k] = sprite.flip();
            (self.size[0][k], self.size[1][k]) = (mask.width() as i32, mask.height() as i32);
            (self.pivot[0][k], self.pivot[1][k]) = (turn.u1, turn.v1);
        });
    }

    /// Turns all. It loops over whole columns, so that the compiler computes several sprites at a time.
    #[inline(always)]
    fn turn(&mut self) {
        for k in 0..CHUNK {
            let [ux, uy, vx, vy] =
                Turn::sound_steps(self.cos[k], self.sin[k], [self.scale[0][k], self.scale[1][k]]);
            (self.steps[0][k], self.steps[1][k], self.steps[2][k], self.steps[3][k]) = (ux, uy, vx, vy);
        }
        for k in 0..CHUNK {
            let [ux, uy, vx, vy] = [0, 1, 2, 3].map(|step| self.steps[step][k]);
            let turn = Turn { ux, uy, vx, vy, u1: self.pivot[0][k], v1: self.pivot[1][k] };
            let Bounds { min, max } = Sprite::extent_of(turn, [self.size[0][k], self.size[1][k]]);
            (self.sides[0][k], self.sides[1][k]) = (min.x, min.y);
            (self.sides[2][k], self.sides[3][k]) = (max.x, max.y);
        }
        for k in 0..CHUNK {
            self.turns[k] = [0, 1, 2, 3].map(|step| self.steps[step][k]);
        }
        for k in 0..CHUNK {
            self.boxes[k] = [0, 1, 2, 3].map(|side| self.sides[side][k]);
        }
    }

    #[inline(always)]
    fn turn_of(&self, k: usize) -> Turn {
        let [ux, uy, vx, vy] = self.turns[k];
        Turn { ux, uy, vx, vy, u1: self.pivot[0][k], v1: self.pivot[1][k] }
    }

    #[inline(always)]
    fn extent_of(&self, k: usize) -> Extent {
        let [left, top, right, bottom] = self.boxes[k];
        let bounds = Bounds { min: Point::new(left, top), max: Point::new(right, bottom) };
        Extent::of_turned(bounds, Kind::of_sprite(self.turn_of(k), self.flips[k]))
    }

    /// Returns the furthest that any of the sprites reaches, per axis.
    #[inline(always)]
    fn widest(&self) -> i32 {
        let [left, top, right, bottom] = &self.sides;
        (0..CHUNK).fold(0, |so_far, k| so_far.max(right[k].max(bottom[k])).max(-left[k].min(top[k])))
    }

    #[inline(always)]
    fn write(&self, rows: &mut Rows) {
        let count = self.count.min(CHUNK);
        let forms = &self.forms[..count];
        rows.form_table.turn_own(forms, self.widest(), |k| (self.turn_of(k), self.extent_of(k)));
        rows.set_extents_of_sprites(&self.rows[..count], |k| self.extent_of(k));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

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
                    let [old, new] = [rows, new].map(|rows| *rows.form_table.extent(rows.forms[row]));
                    assert_eq!(old, new, "{row}");
                }
            }
        }
    }
}

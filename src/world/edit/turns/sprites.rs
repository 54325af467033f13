//! Sprites that are turned together.

use crate::cpu::forms::Extent;
use crate::cpu::kind::Kind;
use crate::lattice::{Bounds, Point, Vec2};
use crate::mask::{Sprite, Turn, flip_of};
use crate::world::edit::turns::CHUNK;
use crate::world::edit::turns::turned_rows::TurnedRows;

/// Sprites without regions that are turned together, in columns.
pub(super) struct TurnedSprites {
    pub(super) count: usize,
    rows: [u32; CHUNK],
    forms: [u32; CHUNK],
    flips: [[bool; 2]; CHUNK],
    is_scaled: [bool; CHUNK],
    sin: [f64; CHUNK],
    cos: [f64; CHUNK],
    scale: [[f64; CHUNK]; 2],
    size: [[i32; CHUNK]; 2],
    /// How far set texels are from the middle, at most.
    reach: [f32; CHUNK],
    /// u1 and v1.
    pivot: [[i32; CHUNK]; 2],
    /// The results: ux, uy, vx and vy, and the sides of the box of its reach: left, top, right and bottom. In columns,
    /// and then by sprite.
    steps: [[i32; CHUNK]; 4],
    sides: [[i32; CHUNK]; 4],
    turns: [[i32; 4]; CHUNK],
    boxes: [[i32; 4]; CHUNK],
}

impl TurnedSprites {
    pub(super) fn new() -> TurnedSprites {
        TurnedSprites {
            count: 0,
            rows: [0; CHUNK],
            forms: [0; CHUNK],
            flips: [[false; 2]; CHUNK],
            is_scaled: [false; CHUNK],
            sin: [0.0; CHUNK],
            cos: [1.0; CHUNK],
            scale: [[1.0; CHUNK]; 2],
            size: [[1; CHUNK]; 2],
            reach: [1.0; CHUNK],
            pivot: [[0; CHUNK]; 2],
            steps: [[0; CHUNK]; 4],
            sides: [[0; CHUNK]; 4],
            turns: [[0; 4]; CHUNK],
            boxes: [[0; 4]; CHUNK],
        }
    }

    /// Adds a body whose new scale is stored.
    #[inline(always)]
    pub(super) fn add(&mut self, rows: &TurnedRows<'_>, row: usize, is_scaled: bool, [sin, cos]: [f64; 2]) {
        let (form, scale) = (rows.form(row), rows.scale(row));
        let k = self.count;
        (self.rows[k], self.forms[k], self.is_scaled[k]) = (row as u32, form, is_scaled);
        (self.cos[k], self.sin[k]) = (cos, sin);
        (self.scale[0][k], self.scale[1][k]) = (scale.x, scale.y);
        self.count += 1;
    }

    /// Reads the masks and pivots of all.
    #[inline(always)]
    pub(super) fn read(&mut self, rows: &TurnedRows<'_>) {
        rows.for_each_sprite(&self.forms[..self.count.min(CHUNK)], |k, sprite| {
            let (turn, mask) = (sprite.turn_ref(), sprite.mask());
            self.flips[k] = sprite.flip();
            (self.size[0][k], self.size[1][k]) = (mask.width() as i32, mask.height() as i32);
            self.reach[k] = mask.coarse().most_reach();
            (self.pivot[0][k], self.pivot[1][k]) = (turn.u1, turn.v1);
            let scale = Vec2::new(self.scale[0][k], self.scale[1][k]);
            // Not only of those that are scaled: a body may be in the list twice, and be scaled by its first entry.
            if self.flips[k] != flip_of(scale) {
                self.flips[k] = flip_of(scale);
                let pivot = Turn::pivot_of(mask, scale, rows.look(self.rows[k] as usize).pivot);
                (self.pivot[0][k], self.pivot[1][k]) = (pivot[0], pivot[1]);
            }
        });
    }

    /// Turns all. It loops over whole columns, so that the compiler computes several sprites at a time.
    #[inline(always)]
    pub(super) fn turn(&mut self) {
        for k in 0..CHUNK {
            let [ux, uy, vx, vy] =
                Turn::sound_steps(self.cos[k], self.sin[k], [self.scale[0][k], self.scale[1][k]]);
            (self.steps[0][k], self.steps[1][k], self.steps[2][k], self.steps[3][k]) = (ux, uy, vx, vy);
        }
        for k in 0..CHUNK {
            let [ux, uy, vx, vy] = [0, 1, 2, 3].map(|step| self.steps[step][k]);
            let turn = Turn { ux, uy, vx, vy, u1: self.pivot[0][k], v1: self.pivot[1][k] };
            let Bounds { min, max } =
                Sprite::extent_of(turn, [self.size[0][k], self.size[1][k]], self.reach[k]);
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
    pub(super) fn write(&self, rows: &mut TurnedRows<'_>) {
        let count = self.count.min(CHUNK);
        let scaled = |k: usize| self.is_scaled[k].then_some(self.flips[k]);
        let turned = |k: usize| (self.turn_of(k), scaled(k), self.extent_of(k));
        rows.set_sprites((&self.rows[..count], &self.forms[..count]), self.widest(), turned);
    }
}

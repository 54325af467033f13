//! Sparks: they are only drawn and have no effect on the game.

use std::f64::consts::TAU;

use kasuri::Vec2;
use kasuri::lattice::PixelBox;

use crate::draw::Drawing;
use crate::scenes::cast::Cast;
use crate::scenes::random::Random;

/// The largest number of sparks at a time.
const MOST: usize = 500;

#[derive(Debug, Clone)]
pub(super) struct Sparks {
    sparks: Vec<Spark>,
    random: Random,
}

#[derive(Debug, Clone, Copy)]
struct Spark {
    at: Vec2,
    velocity: Vec2,
    left: u32,
    ink: char,
}

impl Default for Sparks {
    fn default() -> Sparks {
        Sparks { sparks: Vec::new(), random: Random::new(1) }
    }
}

impl Sparks {
    /// Makes `count` sparks fly off from a position.
    pub(super) fn burst(&mut self, at: Vec2, count: usize, ink: char) {
        for _ in 0..count.min(MOST - self.sparks.len()) {
            let (angle, speed) = (self.random.between(0.0, TAU), self.random.between(0.2, 2.4));
            let velocity = Vec2::new(speed * libm::cos(angle), speed * libm::sin(angle));
            let left = 10 + self.random.below(24);
            self.sparks.push(Spark { at, velocity, left, ink });
        }
    }

    pub(super) fn go(&mut self) {
        self.sparks.retain_mut(|spark| {
            spark.at = Vec2::new(spark.at.x + spark.velocity.x, spark.at.y + spark.velocity.y);
            spark.velocity = Vec2::new(spark.velocity.x * 0.94, spark.velocity.y * 0.94);
            spark.left -= 1;
            spark.left > 0
        });
    }

    pub(super) fn draw(&self, cast: &Cast, drawing: &mut Drawing) {
        for spark in &self.sparks {
            let (x, y, side) = (spark.at.x as i32, spark.at.y as i32, if spark.left > 14 { 2 } else { 1 });
            drawing.fill(PixelBox { x0: x, y0: y, x1: x + side, y1: y + side }, cast.ink(spark.ink));
        }
    }
}

//! Moves pixel by pixel along what is made of pixels: over steps of one pixel and up slopes of pixels, where the
//! normal does not give the direction.

use crate::error::Result;
use crate::lattice::{Point, Vec2};
use crate::world::travel::longer_side;
use crate::world::travel::mover::{Mover, Obstacle};

/// The result of a creep (a motion pixel by pixel).
pub(super) struct Crept {
    /// The rest of the motion.
    pub(super) left: Vec2,
    /// The number of pixels done.
    pub(super) pixels: f64,
    /// Whether the body was blocked.
    pub(super) is_blocked: bool,
}

/// After this many pixels straight ahead the path counts as free again.
const FREE: u32 = 4;

/// The longest creep, in pixels: obstacles are collected for that distance.
const STRETCH: f64 = 256.0;

impl Mover<'_> {
    /// Moves along a vector in steps of at most one pixel. If a step is blocked, tries a pixel to the side first. The
    /// surface's normal says which side to try first.
    pub(super) fn creep(&mut self, offset: Vec2, normal: Vec2) -> Result<Crept> {
        let length = longer_side(offset, Vec2::default());
        let along = |far: f64| Vec2::new(offset.x / length * far, offset.y / length * far);
        let stretch = length.min(STRETCH);
        // At most one pixel to the side for each pixel ahead.
        let obstacles = self.obstacles(self.at + along(stretch), stretch.ceil() as i32 + 2)?;
        let (mut done, mut straight) = (0.0, 0);
        while done < stretch && straight < FREE {
            // Whole pixels, so that a turned sprite covers the same pixels after the step.
            let far = (stretch - done).min(1.0);
            let step = along(far);
            if self.go_by(&obstacles, step)? {
                straight += 1;
            } else if self.go_aside(&obstacles, step, normal)? {
                straight = 0;
            } else {
                return Ok(Crept { left: along(length - done), pixels: done, is_blocked: true });
            }
            done += far;
        }
        Ok(Crept { left: along(length - done), pixels: done, is_blocked: false })
    }

    /// Moves by a step, one axis after the other. Returns whether it succeeded.
    fn go_by(&mut self, obstacles: &[Obstacle], step: Vec2) -> Result<bool> {
        let to = self.at + step;
        let corners = [Vec2::new(self.at.x, to.y), Vec2::new(to.x, self.at.y)];
        for corner in corners {
            if self.goes(obstacles, self.at, corner)? && self.goes(obstacles, corner, to)? {
                self.at = to;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Moves by the longer side of a step alone, or a pixel to the side first. Returns whether it succeeded.
    fn go_aside(&mut self, obstacles: &[Obstacle], step: Vec2, normal: Vec2) -> Result<bool> {
        let is_level = step.x.abs() >= step.y.abs();
        let (across, forward) = if is_level { (normal.y, step.y) } else { (normal.x, step.x) };
        let rather = if across != 0.0 { across.signum() } else { -forward.signum() };
        let ahead = if is_level { Vec2::new(step.x, 0.0) } else { Vec2::new(0.0, step.y) };
        let start = self.at;
        for side in [0.0, rather, -rather] {
            let aside = if is_level { Vec2::new(0.0, side) } else { Vec2::new(side, 0.0) };
            let beside = start + aside;
            if self.goes(obstacles, start, beside)? {
                self.at = beside;
                if self.go_by(obstacles, ahead)? {
                    return Ok(true);
                }
                self.at = start;
            }
        }
        Ok(false)
    }

    /// Whether a step of at most a pixel along an axis is free. A sprite is tested only at the end of the step, as
    /// its sweeps are: between two whole pixels a turned sprite covers other pixels.
    fn goes(&self, obstacles: &[Obstacle], from: Vec2, to: Vec2) -> Result<bool> {
        if from == to {
            return Ok(true);
        }
        let (here, there) = (Point::snapped(from)?, Point::snapped(to)?);
        let (sprites, others): (Vec<_>, Vec<_>) =
            obstacles.iter().partition(|obstacle| self.is_sprite(obstacle));
        let stops = |obstacle: &&Obstacle| match obstacle.one_way() {
            Some(direction) => (to - from).dot(direction) < 0.0 && !self.overlaps(obstacle, here),
            None => true,
        };
        let is_blocked = sprites.into_iter().filter(stops).any(|obstacle| self.overlaps(obstacle, there));
        Ok(!is_blocked && self.first(others, from, to)?.is_none())
    }
}

//! The path of a travel: out of what the body overlaps at the start, up to what it hits, and from there along the
//! surfaces.
//!
//! First the body is pushed out of what it overlaps. Then each leg sweeps to the first obstacle, stops before it, and goes on along
//! the planes that were hit at that position. Normals of pixels say little: where a sprite hits something, or a shape hits a
//! sprite, the leg moves pixel by pixel (`pixels.rs`), and one pixel to the side if a pixel is blocked.

use crate::error::{At, Result};
use crate::lattice::{Point, Vec2};
use crate::world::ask::response;
use crate::world::travel::mover::{CLEAR, Mover};
use crate::world::travel::seams::kept_off;
use crate::world::travel::{Impact, Response, longer_side};

/// The most turns of a travel. In a narrow corner the travel ends there.
const TURNS: usize = 16;

/// The most pushes out of what the body overlaps at the start.
const PUSHES: usize = 8;

/// The state of a travel, in pixels, +y down.
pub(super) struct Course {
    /// The rest of the motion.
    rest: Vec2,
    pub(super) velocity: Vec2,
    pub(super) hits: Vec<Impact>,
    /// The normals of the surfaces hit at the current position.
    planes: Vec<Vec2>,
    pub(super) pushed: Vec2,
    pub(super) is_stuck: bool,
}

impl Course {
    pub(super) fn new(by: Vec2) -> Course {
        Course {
            rest: by,
            velocity: by,
            hits: Vec::new(),
            planes: Vec::new(),
            pushed: Vec2::default(),
            is_stuck: false,
        }
    }

    pub(super) fn go(&mut self, mover: &mut Mover, response: Response) -> Result<()> {
        let start = mover.at;
        self.is_stuck = !mover.come_free()?;
        self.pushed = mover.at - start;
        for _ in 0..TURNS {
            if self.rest == Vec2::default() || !self.leg(mover, response)? {
                break;
            }
        }
        Ok(())
    }

    /// Moves to the next hit. Returns whether the travel goes on from there.
    fn leg(&mut self, mover: &mut Mover, response: Response) -> Result<bool> {
        let planes: &[Vec2] = if mover.has_sprites() { &[] } else { &self.planes };
        let to = kept_off(mover.at, self.rest, planes).at("by")?;
        let obstacles = mover.obstacles(to, 0)?;
        let Some(block) = mover.first_surface(&obstacles, to)? else {
            mover.at = to;
            return Ok(false);
        };
        let free = mover.free_before(&obstacles, to, &block)?;
        if longer_side(free, mover.at) > 2.0 * CLEAR {
            // At another position, a surface that it touched before may stop it again; it keeps those that it still touches.
            let mut planes = std::mem::take(&mut self.planes);
            if !block.has_pixels {
                for plane in planes.drain(..) {
                    if mover.stands_at(&obstacles, free, plane)? {
                        self.planes.push(plane);
                    }
                }
            }
        }
        mover.at = free;
        self.rest = to - free;
        let normal = block.normal;
        if block.met.t == 0.0 && self.rest.dot(normal) >= 0.0 {
            // The body moves out of what it overlaps.
            mover.pass(&obstacles, &block);
            return Ok(true);
        }
        // A seam that stands out by a lattice unit stops nothing.
        if !block.has_pixels && Mover::goes_along(self.rest, normal) && mover.lift_over(self.rest, normal)? {
            return Ok(true);
        }
        self.hits.push(Impact { hit: block.met, normal });
        match response.turn() {
            None => {
                self.velocity = Vec2::default();
                Ok(false)
            }
            Some(0.0) => self.slide(mover, normal, block.has_pixels),
            Some(turn) => {
                self.rest = response::turned(self.rest, normal, turn);
                self.velocity = response::turned(self.velocity, normal, turn);
                Ok(true)
            }
        }
    }

    /// Moves on along the surface, or over a pixel of it. Returns whether the travel goes on.
    fn slide(&mut self, mover: &mut Mover, normal: Vec2, has_pixels: bool) -> Result<bool> {
        let is_again = self.planes.iter().any(|&plane| plane.dot(normal) > 0.9999);
        if !is_again {
            self.planes.push(normal);
        }
        let along = clipped(self.rest, &self.planes);
        if has_pixels {
            // Along the surface if that makes most of the motion; else over a step of it.
            let slowed = clipped(self.velocity, &self.planes);
            if 2.0 * longer_side(along, Vec2::default()) >= longer_side(self.rest, Vec2::default())
                && self.creep(mover, along, normal)?
            {
                self.velocity = slowed;
                return Ok(true);
            }
            if self.creep(mover, self.rest, normal)? {
                return Ok(true);
            }
            self.planes.push(wall_across(self.rest));
        } else if is_again {
            // Rounding has led it back to the surface.
            if !mover.lift_over(along, normal)? {
                self.rest = Vec2::default();
            }
        }
        self.velocity = clipped(self.velocity, &self.planes);
        self.rest = clipped(self.rest, &self.planes);
        Ok(true)
    }

    /// Moves pixel by pixel along a vector, and keeps the rest of it. Returns whether the body moved at all.
    fn creep(&mut self, mover: &mut Mover, offset: Vec2, normal: Vec2) -> Result<bool> {
        if offset == Vec2::default() {
            return Ok(false);
        }
        let crept = mover.creep(offset, normal)?;
        if crept.pixels == 0.0 {
            return Ok(false);
        }
        self.rest = crept.left;
        // The body is at another position, where other planes hold.
        self.planes.clear();
        if crept.is_blocked {
            // From here on the obstacle counts as a wall.
            self.planes.push(wall_across(offset));
            self.rest = clipped(self.rest, &self.planes);
        }
        Ok(true)
    }
}

impl Mover<'_> {
    /// Pushes the body out of what it overlaps, by the shortest separation from each. Returns whether it is then free. If it
    /// is not, the body stays where it was, and what it overlaps does not stop it.
    pub(super) fn come_free(&mut self) -> Result<bool> {
        let start = self.at;
        for _ in 0..PUSHES {
            let obstacles = self.obstacles(self.at, 0)?;
            let Some(out) = self.out_of_first(&obstacles)? else { return Ok(true) };
            self.at += out;
            if out == Vec2::default() || Point::snapped(self.at).is_err() {
                break;
            }
        }
        self.at = start;
        self.pass_all_here()?;
        Ok(false)
    }
}

/// Removes from a vector what goes into any of the planes: the result goes along one of them, or is zero in a corner.
fn clipped(v: Vec2, planes: &[Vec2]) -> Vec2 {
    let is_free = |v: Vec2| planes.iter().all(|&plane| v.dot(plane) >= -1e-9);
    if is_free(v) {
        return v;
    }
    let along =
        planes.iter().filter(|&&plane| v.dot(plane) < 0.0).map(|&plane| response::turned(v, plane, 0.0));
    let along = along.filter(|&v| is_free(v));
    // Of the candidates, the longest.
    along.reduce(|a, b| if b.dot(b) > a.dot(a) { b } else { a }).unwrap_or_default()
}

/// Returns the normal of a wall across the longer side of a motion.
fn wall_across(offset: Vec2) -> Vec2 {
    if offset.x.abs() >= offset.y.abs() {
        Vec2::new(-offset.x.signum(), 0.0)
    } else {
        Vec2::new(0.0, -offset.y.signum())
    }
}

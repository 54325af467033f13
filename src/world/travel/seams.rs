//! Where bodies stand end to end they are one surface to a mover: the normal of a hit is that of their union, and no face that
//! another one carries on holds the mover (SPEC 6, "Travels"; `query/flat.rs` says how a seam is found).

use crate::error::Result;
use crate::form::Form;
use crate::lattice::{Bounds, Point, Vec2};
use crate::query::Motion;
use crate::query::flat::{LIFT, StraightFaces, above, is_between, point_at};
use crate::query::piece::{sets, window};
use crate::shape::{Convex, Parts};
use crate::world::travel::mover::{Mover, MoverHit, Obstacle, exit_normal, normal_against};

/// How far ahead the mover must be free to be lifted over a seam, in pixels.
const AHEAD: f64 = 0.25;

/// How much of a vector may lead into a face along which it goes: more than rounding, far less than a lattice unit.
const INTO: f64 = 1e-9;

impl Mover<'_> {
    /// Returns the first hit on the path to a position, with the normal of all that stops the mover there.
    pub(super) fn first_surface(&self, obstacles: &[Obstacle], to: Vec2) -> Result<Option<MoverHit>> {
        let Some(mut block) = self.first(obstacles, self.at, to)? else { return Ok(None) };
        let stopping = self.stopping(obstacles, to, &block)?;
        let region = obstacles[block.obstacle].region;
        let others: Vec<&Obstacle> =
            stopping.into_iter().filter(|obstacle| obstacle.region == region).collect();
        let form = self.forms[region].standing_at(Point::snapped(self.at)?);
        let motion = Motion::of(&form, self.at, to)?;
        let normal = if block.has_pixels {
            self.normal_of_pixels(&others, (&form, &motion), &block, &obstacles[block.obstacle])
        } else {
            self.normal_of_floor(&others, (&form, &motion), &block)
        };
        block.normal = normal.unwrap_or(block.normal);
        Ok(Some(block))
    }

    /// Returns the normal of the floor where a shape hit a seam of it; `None` where the normal of the hit is right.
    fn normal_of_floor(
        &self,
        others: &[&Obstacle],
        (form, motion): (&Form, &Motion),
        block: &MoverHit,
    ) -> Option<Vec2> {
        let Form::Shape(parts) = form else { return None };
        let path = motion.vector().to_f64();
        let by = path.map(|x| x * block.met.t);
        let mut faces = StraightFaces::default();
        others.iter().for_each(|obstacle| faces.add(parts, by, &obstacle.form));
        let own = [block.normal.x, block.normal.y];
        for floor in faces.floors().iter().take(MOST_FLOORS) {
            if is_between(own, floor) {
                return None;
            }
            let there = point_at(motion.start, by);
            let places = above(floor, faces.reach()).map(|by| point_at(there, by));
            if self.is_free_along(others, form, motion.start, places) {
                let against = |normal: [f64; 2]| normal[0] * path[0] + normal[1] * path[1];
                let [behind, ahead] = floor.map(|face| face.normal);
                let normal = if against(ahead) < against(behind) { ahead } else { behind };
                return Some(Vec2::new(normal[0] + 0.0, normal[1] + 0.0));
            }
        }
        None
    }

    /// Whether a form, given at a position, is free of all obstacles from one place to the next. (Beyond the world's edge
    /// nothing is free.)
    fn is_free_along(&self, others: &[&Obstacle], form: &Form, at: Point, places: [Point; 3]) -> bool {
        let is_free = |from: Point, to: Point| {
            let moved = form.standing_at(Point::new(from.x - at.x, from.y - at.y));
            let Ok(motion) = Motion::of(&moved, pixels(from), pixels(to)) else { return false };
            others.iter().all(|obstacle| matches!(self.meeting(obstacle, &moved, &motion), Ok(None)))
        };
        is_free(places[0], places[1]) && is_free(places[1], places[2])
    }

    /// Returns the normal of all that a sprite overlaps where it hits a shape or tiles, or a shape where it hits pixels; `None`
    /// where that is one body, and for two sprites.
    fn normal_of_pixels(
        &self,
        others: &[&Obstacle],
        (form, motion): (&Form, &Motion),
        block: &MoverHit,
        own: &Obstacle,
    ) -> Option<Vec2> {
        let are_sprites =
            |obstacle: &Obstacle| matches!(form, Form::Sprite(_)) && matches!(obstacle.form, Form::Sprite(_));
        if are_sprites(own) {
            return None;
        }
        let by = motion.vector().to_f64().map(|x| x * block.met.t);
        let near = form.bounds()?.translated(point_at(Point::default(), by)).grown(2 * 256);
        let is_near = |bounds: Bounds| bounds.meets(near);
        let mut near_forms = others.iter().filter(|obstacle| !are_sprites(obstacle));
        near_forms.clone().filter(|obstacle| obstacle.form.bounds().is_some_and(is_near)).nth(1)?;
        let mut parts = Vec::new();
        for obstacle in near_forms.by_ref() {
            for set in sets(&obstacle.form, near, window(near)) {
                let blob = set.blob();
                parts.push(Convex::new(blob.vertices.to_vec(), blob.radius).ok()?);
            }
        }
        let union = Form::Shape(Parts::from(parts));
        Some(match form {
            Form::Sprite(_) => normal_against(form, motion, &block.met.of_body(()), &union),
            _ => exit_normal(form, motion, &block.met.of_body(()), &union),
        })
    }

    /// Lifts the mover over what stands out of a surface by no more than its vertices are off, so that it goes on along `rest`.
    /// Returns whether it did: it does not where something else is in front of it.
    pub(super) fn lift_over(&mut self, rest: Vec2, normal: Vec2) -> Result<bool> {
        let length = rest.dot(rest).sqrt();
        let ahead = if length > AHEAD { rest * (AHEAD / length) } else { rest };
        for units in 1..=LIFT as u32 {
            let at = self.at + normal * (f64::from(units) / 256.0);
            let Ok(end) = kept_off(at, ahead, &[normal]) else { return Ok(false) };
            let obstacles = self.obstacles(end, 1)?;
            if self.first(&obstacles, self.at, at)?.is_none() && self.first(&obstacles, at, end)?.is_none() {
                self.at = at;
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the mover still stands on a surface with this normal.
    pub(super) fn stands_at(&self, obstacles: &[Obstacle], at: Vec2, normal: Vec2) -> Result<bool> {
        let below = at - normal * (LIFT / 256.0);
        if Point::snapped(below).is_err() {
            return Ok(false);
        }
        Ok(self.first(obstacles, at, below)?.is_some_and(|block| block.normal.dot(normal) > SAME))
    }

    /// Whether a motion goes along a surface, or away from it.
    pub(super) fn goes_along(rest: Vec2, normal: Vec2) -> bool {
        rest.dot(normal) >= -INTO
    }

    /// Whether the body or one of its regions is a sprite.
    pub(super) fn has_sprites(&self) -> bool {
        self.forms.iter().any(|form| matches!(form, Form::Sprite(_)))
    }
}

/// The cosine of the angle up to which two normals are those of one surface.
const SAME: f64 = 0.9999;

/// The most pairs of faces that are tried as the floor at a hit.
const MOST_FLOORS: usize = 8;

/// Returns the end of a motion along planes. Positions are rounded to the lattice, so the end may lie lower than the start, and the
/// body would meet again what it slides along: then the end is higher by what rounding took.
pub(super) fn kept_off(at: Vec2, by: Vec2, planes: &[Vec2]) -> Result<Vec2> {
    let start = Point::snapped(at)?;
    let mut to = at + by;
    for _ in 0..6 {
        let end = Point::snapped(to)?;
        let moved = Vec2::new(f64::from(end.x - start.x), f64::from(end.y - start.y));
        let Some(&plane) = planes.iter().find(|&&plane| moved.dot(plane) < -1e-6) else { break };
        to += plane * (0.5 / 256.0);
    }
    Ok(to)
}

fn pixels(point: Point) -> Vec2 {
    Vec2::new(f64::from(point.x) / 256.0, f64::from(point.y) / 256.0)
}

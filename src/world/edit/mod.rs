//! Changes of bodies, one by one and many at once. A change that is refused changes nothing.

pub(in crate::world) mod chains;
pub(in crate::world) mod editor;
pub(in crate::world) mod frames;
pub(in crate::world) mod moves;
pub(in crate::world) mod place;
pub(in crate::world) mod radii;
pub(in crate::world) mod spawn;
mod teleport;
pub(in crate::world) mod turns;

use std::sync::Arc;

use crate::clock::Instant;
use crate::error::{At, Cause, Result};
use crate::form::Layers;
use crate::lattice::{Point, Vec2};
use crate::mask::Mask;
use crate::shape::{Placement, Shape};
use crate::world::World;
use crate::world::edit::moves::Positions;
use crate::world::edit::turns::NewTurns;
use crate::world::table::axes::Boundary;
use crate::world::table::body_rules::Rules;
use crate::world::table::handle::Handle;
use crate::world::table::look::{Look, Region, Solid};
use crate::world::table::passage::Passage;
use crate::world::table::rows::{Row, RowChange, Rows};

/// Changes of at least this many bodies are timed.
const TIMED: usize = 64;

impl World {
    pub(super) fn set_position(&mut self, body: Handle, at: impl Into<Vec2>) -> Result<()> {
        let row = self.rows.row(body)?;
        let at = self.boundary.place_in(at.into());
        self.rows.move_to(row, at, Point::snapped(at).at("at")?)
    }

    /// Moves each body to its own position: all of them, or none if one is refused.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let shots = world.spawn_many(3, |_| Body::circle(3.0))?;
    /// world.set_positions(&shots, &[[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]])?;
    /// let refused = world.set_positions(&shots, &[[4.0, 0.0], [5.0, 0.0], [3e6, 0.0]]).unwrap_err();
    /// assert!(refused.to_string().starts_with("[2].at[0]: 3000000 is out of range"));
    /// assert_eq!(world.get(shots[0])?.at().x, 1.0);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn set_positions<P: Into<Vec2> + Copy + Sync>(&mut self, bodies: &[Handle], at: &[P]) -> Result<()> {
        equally_many(bodies, at)?;
        self.set_positions_from(bodies, &|from, to| {
            to.iter_mut().zip(&at[from..]).for_each(|(to, &at)| *to = at.into());
        })
    }

    /// Does the same with positions of any type.
    fn set_positions_from(&mut self, bodies: &[Handle], at: Positions<'_>) -> Result<()> {
        self.timed(bodies.len(), |world| {
            if world.move_all(bodies, at) {
                return Ok(());
            }
            // At least one body cannot move there, or is near the world's edge: move them one by one.
            let mut scratch = world.scratch.take().unwrap_or_default();
            let moved = world.move_each(bodies, at, &mut scratch.at);
            world.scratch = Some(scratch);
            moved
        })
    }

    /// Makes a change of `bodies` bodies and adds the time it takes to `edits`. For a few bodies, reading the clock
    /// would take as long as the change itself.
    pub(super) fn timed<T>(&mut self, bodies: usize, change: impl FnOnce(&mut World) -> T) -> T {
        if bodies < TIMED {
            return change(self);
        }
        let start = Instant::now();
        let done = change(self);
        self.edits += Instant::now().duration_since(start);
        done
    }

    /// Moves bodies one by one. `before` receives their old positions, in case a later body cannot be moved.
    fn move_each(&mut self, bodies: &[Handle], at: Positions<'_>, before: &mut Vec<Vec2>) -> Result<()> {
        before.clear();
        before.reserve(bodies.len());
        for (k, &body) in bodies.iter().enumerate() {
            let mut place = [Vec2::default()];
            at(k, &mut place);
            if let Err(error) = self.set_one_of_many(body, place[0], before) {
                self.restore_positions(&bodies[..k], before);
                return Err(error.at(format!("[{k}]")));
            }
        }
        Ok(())
    }

    #[inline]
    fn set_one_of_many(&mut self, body: Handle, at: Vec2, before: &mut Vec<Vec2>) -> Result<()> {
        let row = self.rows.row(body)?;
        before.push(self.rows.at[row]);
        let at = self.boundary.place_in(at);
        self.rows.move_to(row, at, Point::snapped(at).at("at")?)
    }

    fn restore_positions(&mut self, bodies: &[Handle], before: &[Vec2]) {
        // Backwards, because a body may be in the list twice. A move back to an old position cannot fail.
        for (&body, &at) in bodies.iter().zip(before).rev() {
            if let (Ok(row), Ok(point)) = (self.rows.row(body), Point::snapped(at)) {
                let _ = self.rows.move_to(row, at, point);
            }
        }
    }

    pub(super) fn set_placement(&mut self, body: Handle, placement: Placement) -> Result<()> {
        let Placement { at, angle, scale } = placement;
        let placement =
            Placement { at: self.boundary.place_in(at), angle: self.boundary.angle(angle), scale };
        self.place(body, |_| placement)
    }

    pub(super) fn set_angle(&mut self, body: Handle, angle: f64) -> Result<()> {
        let angle = self.boundary.angle(angle);
        self.place(body, |p| Placement { angle, ..p })
    }

    /// Sets the angle of each body: all of them, or none if one is refused.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let bars = world.spawn_many(2, |_| Body::rect([9.0, 1.0]))?;
    /// world.set_angles(&bars, &[0.5, 1.0])?;
    /// assert!(world.set_angles(&bars, &[2.0, f64::NAN]).is_err());
    /// assert_eq!(world.get(bars[0])?.angle(), 0.5);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn set_angles(&mut self, bodies: &[Handle], angles: &[f64]) -> Result<()> {
        equally_many(bodies, angles)?;
        self.turn_each(bodies, NewTurns::Angles(self.boundary, angles))
    }

    fn turn_each(&mut self, bodies: &[Handle], turns: NewTurns<'_>) -> Result<()> {
        self.timed(bodies.len(), |world| {
            let is_done = match turns {
                NewTurns::Placements(_, placements) => world.place_all(bodies, placements),
                NewTurns::Angles(..) | NewTurns::Scales(_) => world.turn_all(bodies, turns),
            };
            if is_done {
                return Ok(());
            }
            let change = |rows: &Rows, k: usize| turns.change(rows, k, bodies[k]);
            world.rows.change_all((bodies.len(), None), &change)
        })
    }

    pub(super) fn set_scale(&mut self, body: Handle, scale: impl Into<Vec2>) -> Result<()> {
        let scale = scale.into();
        self.place(body, |p| Placement { scale, ..p })
    }

    /// Sets the scale of each body: all of them, or none if one is refused.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let bars = world.spawn_many(2, |_| Body::rect([9.0, 1.0]))?;
    /// world.set_scales(&bars, &[[2.0, 1.0], [-1.0, 1.0]])?;
    /// assert_eq!(world.get(bars[1])?.scale().x, -1.0);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn set_scales<P: Into<Vec2> + Copy>(&mut self, bodies: &[Handle], scales: &[P]) -> Result<()> {
        equally_many(bodies, scales)?;
        let mut scratch = self.scratch.take().unwrap_or_default();
        scratch.at.clear();
        scratch.at.extend(scales.iter().map(|&scale| -> Vec2 { scale.into() }));
        let done = self.turn_each(bodies, NewTurns::Scales(&scratch.at));
        self.scratch = Some(scratch);
        done
    }

    pub(super) fn set_frame(&mut self, body: Handle, frame: usize) -> Result<()> {
        let row = self.rows.row(body)?;
        self.rows.place(row, self.rows.placement(row), frame).at("frame")
    }

    /// Shows a frame of each body: all of them, or none if one is refused.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{Body, Look, Shape, World};
    /// let mut world = World::new();
    /// let looks: Arc<[Look]> = [Shape::circle(3.0)?.into(), Shape::point().into()].into();
    /// let eyes = world.spawn_many(2, |_| Body::frames(&looks))?;
    /// world.set_frames(&eyes, &[1, 0])?;
    /// assert_eq!(world.get(eyes[0])?.frame(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn set_frames(&mut self, bodies: &[Handle], frames: &[usize]) -> Result<()> {
        equally_many(bodies, frames)?;
        let change = |rows: &Rows, k: usize| Ok(RowChange { frame: frames[k], ..rows.as_it_is(bodies[k])? });
        self.timed(bodies.len(), |world| {
            if world.rows.show_all(bodies, frames) {
                return Ok(());
            }
            world.rows.change_all((bodies.len(), Some("frame")), &change)
        })
    }

    /// Sets the position, angle and scale of each body: all of them, or none if one is refused.
    ///
    /// ```
    /// use kasuri::{Body, Placement, World};
    /// let mut world = World::new();
    /// let bars = world.spawn_many(2, |_| Body::rect([9.0, 1.0]))?;
    /// world.set_placements(&bars, &[Placement::at([5.0, 0.0]).turned(0.5), Placement::default()])?;
    /// assert_eq!((world.get(bars[0])?.at().x, world.get(bars[0])?.angle()), (5.0, 0.5));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn set_placements(&mut self, bodies: &[Handle], placements: &[Placement]) -> Result<()> {
        equally_many(bodies, placements)?;
        self.turn_each(bodies, NewTurns::Placements(self.boundary, placements))
    }

    /// Moves, turns and scales bodies if simple tests show that all can be placed so. Returns whether it does; if not, nothing
    /// changes.
    fn place_all(&mut self, bodies: &[Handle], placements: &[Placement]) -> bool {
        let turns = NewTurns::Placements(self.boundary, placements);
        let places = |from: usize, to: &mut [Vec2]| {
            to.iter_mut().zip(&placements[from..]).for_each(|(to, placement)| *to = placement.at);
        };
        let can = self.surely_turn(bodies, turns) && self.move_all(bodies, &places);
        if can {
            self.turn_surely(turns);
        }
        can
    }

    pub(super) fn set_chain<P: Into<Vec2> + Copy>(&mut self, body: Handle, points: &[P]) -> Result<()> {
        let row = self.rows.row(body)?;
        let Solid::Shape(shape) = &self.rows.look(row).solid else {
            return Err(Cause::NotA("a chain").error());
        };
        let points: Vec<Vec2> = points.iter().map(|&p| self.boundary.place_in(p.into())).collect();
        let shape = shape.with_points(&points)?;
        self.set_solid(row, Solid::Shape(shape))
    }

    pub(super) fn set_radius(&mut self, body: Handle, r: f64) -> Result<()> {
        let row = self.rows.row(body)?;
        let Solid::Shape(shape) = &self.rows.look(row).solid else {
            return Err(Cause::NotA("a circle, a capsule or a chain").error());
        };
        let shape = shape.with_radius(self.boundary.length_in(r))?;
        self.set_solid(row, Solid::Shape(shape))
    }

    /// Sets the radii of circles, capsules and chains: all of them, or none if one is refused.
    ///
    /// ```
    /// use kasuri::{Area, Body, Filter, World};
    /// let mut world = World::new();
    /// let blasts = world.spawn_many(2, |_| Body::circle(1.0))?;
    /// world.set_radii(&blasts, &[30.0, 40.0])?;
    /// assert_eq!(world.overlapping(Area::point([40.0, 0.0]), Filter::ALL)?, blasts[1..]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn set_radii(&mut self, bodies: &[Handle], radii: &[f64]) -> Result<()> {
        let boundary = self.boundary;
        self.timed(bodies.len(), |world| {
            if bodies.len() != radii.len() || !world.rows.surely_resize(bodies, radii, boundary) {
                return world.set_each(bodies, radii, World::set_radius);
            }
            for (&body, &r) in bodies.iter().zip(radii) {
                if !world.rows.set_own_radius(world.rows.row(body)?, boundary.length_in(r)) {
                    world.set_radius(body, r)?;
                }
            }
            Ok(())
        })
    }

    pub(super) fn set_shape(&mut self, body: Handle, shape: Shape) -> Result<()> {
        self.set_look_of(body, |look| look.solid = Solid::Shape(shape))
    }

    pub(super) fn set_mask(&mut self, body: Handle, mask: &Arc<Mask>) -> Result<()> {
        self.set_look_of(body, |look| look.solid = Solid::Mask(mask.clone()))
    }

    pub(super) fn set_look(&mut self, body: Handle, look: impl Into<Look>) -> Result<()> {
        let row = self.rows.row(body)?;
        let look = look.into().through(self.boundary)?;
        self.set_looks(row, [look].into())
    }

    pub(super) fn set_layers(&mut self, body: Handle, layers: Layers) -> Result<()> {
        let row = self.rows.row(body)?;
        self.rows.set_layers(row, layers);
        Ok(())
    }

    pub(super) fn set_group(&mut self, body: Handle, group: u32) -> Result<()> {
        let row = self.rows.row(body)?;
        self.rows.set_layers(row, Layers { group, ..self.rows.layers(row) });
        Ok(())
    }

    pub(super) fn set_graze(&mut self, body: Handle, margin: Option<f64>) -> Result<()> {
        let row = self.rows.row(body)?;
        let margin = margin.map(|m| self.margin_in(m)).transpose().at("margin")?.unwrap_or(-1);
        self.rows.set_margin(row, margin);
        Ok(())
    }

    pub(super) fn set_invulnerable(&mut self, body: Handle, steps: u64) -> Result<()> {
        let row = self.rows.row(body)?;
        let invulnerable = self.steps.saturating_add(steps);
        self.rows.set_rules(row, Rules { invulnerable, ..self.rows.rules(row) });
        Ok(())
    }

    pub(super) fn set_cooldown(&mut self, body: Handle, steps: u32) -> Result<()> {
        let row = self.rows.row(body)?;
        self.rows.set_rules(row, Rules { cooldown: steps, ..self.rows.rules(row) });
        Ok(())
    }

    pub(super) fn set_max_hits(&mut self, body: Handle, hits: Option<u32>) -> Result<()> {
        let row = self.rows.row(body)?;
        self.rows.set_rules(row, Rules { hits_left: hits, ..self.rows.rules(row) });
        Ok(())
    }

    pub(super) fn set_despawn_beyond(&mut self, body: Handle, margin: Option<f64>) -> Result<()> {
        let row = self.rows.row(body)?;
        let leash = margin.map(|m| self.leash_in(m)).transpose().at("margin")?;
        self.rows.set_rules(row, Rules { leash, ..self.rows.rules(row) });
        Ok(())
    }

    pub(super) fn set_data(&mut self, body: Handle, data: u64) -> Result<()> {
        let row = self.rows.row(body)?;
        self.rows.set_data(row, data);
        Ok(())
    }

    fn place(&mut self, body: Handle, change: impl FnOnce(Placement) -> Placement) -> Result<()> {
        let row = self.rows.row(body)?;
        let placement = change(self.rows.placement(row));
        self.rows.place(row, placement, self.rows.frame(row))
    }

    /// Sets one property of each body. If a body is refused, the bodies before it get their old values back.
    fn set_each<V: Copy>(
        &mut self,
        bodies: &[Handle],
        values: &[V],
        set: impl Fn(&mut World, Handle, V) -> Result<()>,
    ) -> Result<()> {
        equally_many(bodies, values)?;
        let mut before = Vec::with_capacity(bodies.len());
        for (k, (&body, &value)) in bodies.iter().zip(values).enumerate() {
            let set_one = self.rows.row(body).and_then(|row| {
                before.push((row, self.rows.get(row)));
                set(self, body, value)
            });
            if let Err(error) = set_one {
                // Backwards, because a body may be in the list twice. A change back to the old value cannot fail.
                for (row, what) in before.into_iter().rev() {
                    let _ = self.rows.set(row, what);
                }
                return Err(error.at(format!("[{k}]")));
            }
        }
        Ok(())
    }

    fn set_look_of(&mut self, body: Handle, change: impl FnOnce(&mut Look)) -> Result<()> {
        let row = self.rows.row(body)?;
        let (mut look, old) = (self.rows.look(row).clone(), self.rows.look(row).solid.clone());
        change(&mut look);
        let solid = std::mem::replace(&mut look.solid, old).through(self.boundary)?;
        if look.pivot.is_some() && !matches!(solid, Solid::Mask(_)) {
            look.pivot = None;
        }
        look.solid = solid;
        self.set_looks(row, [look].into())
    }

    pub(super) fn set_passage(&mut self, body: Handle, passage: Passage) -> Result<()> {
        let row = self.rows.row(body)?;
        let passage = passage.checked(|direction| self.boundary.turned(direction))?;
        self.rows.set_passage(row, passage);
        Ok(())
    }

    pub(super) fn set_region(&mut self, body: Handle, mut region: Region) -> Result<()> {
        let row = self.rows.row(body)?;
        region.solid = region.solid.through(self.boundary).at("region")?;
        self.set_all_looks(row, |look| {
            match look.regions.iter_mut().find(|old| old.name() == region.name()) {
                Some(old) => *old = region.clone(),
                None => look.regions.push(region.clone()),
            }
        })
    }

    pub(super) fn remove_region(&mut self, body: Handle, name: &str) -> Result<()> {
        let row = self.rows.row(body)?;
        let has_it = |look: &Look| look.regions.iter().any(|region| region.name() == name);
        if !self.rows.get(row).looks.iter().any(has_it) {
            return Err(Cause::NoRegionNamed { name: name.into() }.error());
        }
        self.set_all_looks(row, |look| look.regions.retain(|region| region.name() != name))
    }

    /// Changes the look of each frame of a body. The looks are in pixels already.
    fn set_all_looks(&mut self, row: usize, change: impl Fn(&mut Look)) -> Result<()> {
        let Row { looks, placement, frame, .. } = self.rows.get(row);
        let changed = looks.iter().map(|look| {
            let mut look = look.clone();
            change(&mut look);
            // With the default boundary this converts nothing, but it validates.
            look.through(Boundary::default())
        });
        let looks: Arc<[Look]> = changed.collect::<Result<_>>()?;
        self.rows.place_as(row, &looks, placement, frame)
    }

    /// Replaces the solid of a look; the new solid is already in pixels.
    pub(super) fn set_solid(&mut self, row: usize, solid: Solid) -> Result<()> {
        let look = Look { solid, ..self.rows.look(row).clone() };
        self.set_looks(row, [look].into())
    }

    /// Replaces all frames of a body by one look.
    fn set_looks(&mut self, row: usize, looks: Arc<[Look]>) -> Result<()> {
        self.rows.place_as(row, &looks, self.rows.placement(row), 0)
    }
}

pub(super) fn equally_many<V>(bodies: &[Handle], values: &[V]) -> Result<()> {
    if bodies.len() != values.len() {
        return Err(Cause::Lengths { bodies: bodies.len(), values: values.len() }.error());
    }
    Ok(())
}

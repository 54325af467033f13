//! Changes of a single body.

use std::sync::Arc;

use crate::error::Result;
use crate::form::Layers;
use crate::lattice::Vec2;
use crate::mask::Mask;
use crate::shape::{Placement, Shape};
use crate::world::World;
use crate::world::table::handle::Handle;
use crate::world::table::look::{Look, Region};
use crate::world::table::passage::Passage;

impl World {
    /// Returns an editor that changes a body, one property a call.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let bar = world.spawn(Body::rect([9.0, 1.0]))?;
    /// world.edit(bar).position([10.0, 20.0])?.angle(0.5)?.scale([2.0, 1.0])?;
    /// assert_eq!(world.get(bar)?.at().y, 20.0);
    /// world.remove(bar)?;
    /// assert!(world.edit(bar).angle(1.0).is_err());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    ///
    /// Many bodies are moved faster by [`set_positions`](World::set_positions), [`set_angles`](World::set_angles),
    /// [`set_scales`](World::set_scales), [`set_placements`](World::set_placements) and
    /// [`set_frames`](World::set_frames).
    #[must_use = "an editor changes nothing until one of its methods is called"]
    pub fn edit(&mut self, body: Handle) -> BodyEditor<'_> {
        BodyEditor { world: self, body }
    }
}

/// Changes the properties of one body, see [`World::edit`].
///
/// Each method changes one property at once. A method that returns an error changes nothing; the changes before it
/// remain.
pub struct BodyEditor<'w> {
    world: &'w mut World,
    body: Handle,
}

impl std::fmt::Debug for BodyEditor<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BodyEditor").field("body", &self.body).finish_non_exhaustive()
    }
}

impl<'w> BodyEditor<'w> {
    /// Moves a body to a position.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::circle(3.0))?;
    /// world.edit(ball).position([10.0, 20.0])?;
    /// assert!(world.edit(ball).position([f64::NAN, 0.0]).is_err());
    /// assert_eq!(world.get(ball)?.at().y, 20.0);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn position(self, at: impl Into<Vec2>) -> Result<BodyEditor<'w>> {
        self.world.set_position(self.body, at)?;
        Ok(self)
    }

    /// Sets the angle of a body, in radians.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let bar = world.spawn(Body::rect([9.0, 1.0]))?;
    /// world.edit(bar).angle(0.5)?;
    /// assert_eq!(world.get(bar)?.angle(), 0.5);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn angle(self, angle: f64) -> Result<BodyEditor<'w>> {
        self.world.set_angle(self.body, angle)?;
        Ok(self)
    }

    /// Sets the scale of a body: `[1.5, 1.5]` for both axes alike. A negative factor mirrors it.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let bar = world.spawn(Body::rect([9.0, 1.0]))?;
    /// world.edit(bar).scale([2.0, 1.0])?;
    /// assert!(world.edit(bar).scale([0.0, 1.0]).is_err());
    /// assert_eq!(world.get(bar)?.scale().x, 2.0);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn scale(self, scale: impl Into<Vec2>) -> Result<BodyEditor<'w>> {
        self.world.set_scale(self.body, scale)?;
        Ok(self)
    }

    /// Sets the position, the angle and the scale of a body at once.
    ///
    /// ```
    /// use kasuri::{Body, Placement, World};
    /// let mut world = World::new();
    /// let bar = world.spawn(Body::rect([9.0, 1.0]))?;
    /// let moved = Placement::at([10.0, 20.0]).turned(0.5);
    /// world.edit(bar).placement(moved)?;
    /// assert!(world.edit(bar).placement(moved.scaled([0.0, 1.0])).is_err());
    /// assert_eq!((world.get(bar)?.at().y, world.get(bar)?.angle()), (20.0, 0.5));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn placement(self, placement: Placement) -> Result<BodyEditor<'w>> {
        self.world.set_placement(self.body, placement)?;
        Ok(self)
    }

    /// Shows another frame of a body.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{Body, Look, Shape, World};
    /// let mut world = World::new();
    /// let looks: Arc<[Look]> = [Shape::circle(3.0)?.into(), Shape::point().into()].into();
    /// let eye = world.spawn(Body::frames(&looks))?;
    /// world.edit(eye).frame(1)?;
    /// assert!(world.edit(eye).frame(2).is_err());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn frame(self, frame: usize) -> Result<BodyEditor<'w>> {
        self.world.set_frame(self.body, frame)?;
        Ok(self)
    }

    /// Moves the points of a chain, such as a curved laser; its radius stays.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let laser = world.spawn(Body::chain(&[[0.0, 0.0], [50.0, 0.0]], 4.0))?;
    /// let fly = world.spawn(Body::point().at([50.0, 30.0]))?;
    /// assert_eq!(world.step()?.began().len(), 0);
    /// world.edit(laser).chain(&[[0.0, 0.0], [30.0, 10.0], [50.0, 30.0]])?;
    /// assert_eq!(world.step()?.began()[0].b, fly);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn chain<P: Into<Vec2> + Copy>(self, points: &[P]) -> Result<BodyEditor<'w>> {
        self.world.set_chain(self.body, points)?;
        Ok(self)
    }

    /// Sets the radius of a circle, a capsule or a chain.
    ///
    /// ```
    /// use kasuri::{Area, Body, Filter, World};
    /// let mut world = World::new();
    /// let blast = world.spawn(Body::circle(1.0))?;
    /// world.edit(blast).radius(30.0)?;
    /// assert_eq!(world.overlapping(Area::point([30.0, 0.0]), Filter::ALL)?, [blast]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn radius(self, r: f64) -> Result<BodyEditor<'w>> {
        self.world.set_radius(self.body, r)?;
        Ok(self)
    }

    /// Replaces the shape of a body; its regions stay. A body with several frames has only this one afterwards.
    ///
    /// ```
    /// use kasuri::{Area, Body, Filter, Shape, World};
    /// let mut world = World::new();
    /// let door = world.spawn(Body::rect([2.0, 20.0]))?;
    /// world.edit(door).shape(Shape::rect([2.0, 4.0])?)?;
    /// assert!(world.overlapping(Area::point([0.0, 5.0]), Filter::ALL)?.is_empty());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn shape(self, shape: Shape) -> Result<BodyEditor<'w>> {
        self.world.set_shape(self.body, shape)?;
        Ok(self)
    }

    /// Replaces the mask of a body, for example after pixels were removed from its picture; pivot and regions stay.
    /// A body with several frames has only this one afterwards.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{Area, Body, Filter, Mask, World};
    /// let mut world = World::new();
    /// let mut art = Mask::from_fn(9, 9, |_, _| true)?;
    /// let rock = world.spawn(Body::sprite(&Arc::new(art.clone())).at([0.5, 0.5]))?;
    /// art.set(4, 4, false);
    /// world.edit(rock).mask(&Arc::new(art))?;
    /// assert!(world.overlapping(Area::point([0.5, 0.5]), Filter::ALL)?.is_empty());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn mask(self, mask: &Arc<Mask>) -> Result<BodyEditor<'w>> {
        self.world.set_mask(self.body, mask)?;
        Ok(self)
    }

    /// Replaces the whole look of a body, including its frames and regions.
    ///
    /// ```
    /// use kasuri::{Body, Look, Region, Shape, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::circle(3.0))?;
    /// world.edit(ship).look(Look::from(Shape::rect([9.0, 9.0])?).region(Region::new("core", Shape::circle(2.0)?)))?;
    /// assert_eq!(world.get(ship)?.region_index("core"), Some(1));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn look(self, look: impl Into<Look>) -> Result<BodyEditor<'w>> {
        self.world.set_look(self.body, look)?;
        Ok(self)
    }

    /// Sets the layers of a body, and its group.
    ///
    /// ```
    /// use kasuri::{Body, Layers, World};
    /// let mut world = World::new();
    /// let bodies = world.spawn_many(2, |_| Body::circle(3.0))?;
    /// assert_eq!(world.step()?.began().len(), 1);
    /// world.edit(bodies[0]).layers(Layers::new(2, 4))?;
    /// assert_eq!(world.step()?.ended().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn layers(self, layers: Layers) -> Result<BodyEditor<'w>> {
        self.world.set_layers(self.body, layers)?;
        Ok(self)
    }

    /// Puts the body in a group; 0 takes it out of its group. Two bodies of one group are no pair.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let bodies = world.spawn_many(2, |_| Body::circle(3.0).group(7))?;
    /// assert!(world.step()?.began().is_empty());
    /// world.edit(bodies[0]).group(0)?;
    /// assert_eq!(world.step()?.began().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn group(self, group: u32) -> Result<BodyEditor<'w>> {
        self.world.set_group(self.body, group)?;
        Ok(self)
    }

    /// Makes steps report near misses within `margin`; `None` switches that off.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::circle(2.0))?;
    /// world.spawn(Body::circle(3.0).at([17.0, 0.0]))?;
    /// world.edit(ship).graze(Some(12.0))?;
    /// assert_eq!(world.step()?.grazes().len(), 1);
    /// world.edit(ship).graze(None)?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn graze(self, margin: Option<f64>) -> Result<BodyEditor<'w>> {
        self.world.set_graze(self.body, margin)?;
        Ok(self)
    }

    /// Makes a body take no hits in the next `steps` steps. It can still graze.
    ///
    /// For a pause after a hit, call this after the step that reported the hit. That step reports all of its hits, also
    /// several at once.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let bodies = world.spawn_many(2, |_| Body::circle(3.0))?;
    /// world.edit(bodies[0]).invulnerable(1)?;
    /// assert_eq!((world.step()?.began().len(), world.step()?.began().len()), (0, 1));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn invulnerable(self, steps: u64) -> Result<BodyEditor<'w>> {
        self.world.set_invulnerable(self.body, steps)?;
        Ok(self)
    }

    /// Sets the cooldown, in steps, for pairs that the body hits from now on; pairs that are already in cooldown keep
    /// theirs. A cooldown is for one pair; for a pause after any hit use [`invulnerable`](BodyEditor::invulnerable).
    pub fn cooldown(self, steps: u32) -> Result<BodyEditor<'w>> {
        self.world.set_cooldown(self.body, steps)?;
        Ok(self)
    }

    /// Sets how many more hits the body may begin; `None` for any number. See
    /// [`Body::max_hits`](crate::Body::max_hits).
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn_many(3, |k| Body::circle(9.0).at([k as f64, 0.0]).layer(2).against(1))?;
    /// let spear = world.spawn(Body::segment([0.0, 0.0], [20.0, 0.0]).max_hits(2))?;
    /// assert_eq!((world.step()?.began().len(), world.get(spear)?.hits_left()), (2, Some(0)));
    /// world.edit(spear).max_hits(Some(7))?;
    /// assert_eq!((world.step()?.began().len(), world.get(spear)?.hits_left()), (1, Some(6)));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn max_hits(self, hits: Option<u32>) -> Result<BodyEditor<'w>> {
        self.world.set_max_hits(self.body, hits)?;
        Ok(self)
    }

    /// Sets how far outside the world's bounds a step removes the body; `None` for never. It is an error if the world
    /// has no bounds. See [`Body::despawn_beyond`](crate::Body::despawn_beyond).
    pub fn despawn_beyond(self, margin: Option<f64>) -> Result<BodyEditor<'w>> {
        self.world.set_despawn_beyond(self.body, margin)?;
        Ok(self)
    }

    /// Sets the number that the body carries.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::circle(3.0))?;
    /// world.edit(ball).data(7)?;
    /// assert_eq!(world.get(ball)?.data(), 7);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn data(self, data: u64) -> Result<BodyEditor<'w>> {
        self.world.set_data(self.body, data)?;
        Ok(self)
    }

    /// Makes a body swept or not: see [`Body::swept`](crate::Body::swept).
    ///
    /// Its path begins at its position after the last step, also if it has moved since.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::rect([1.0, 50.0]).at([100.0, 0.0]))?;
    /// let shot = world.spawn(Body::circle(2.0))?;
    /// world.edit(shot).swept(true)?;
    /// world.edit(shot).position([500.0, 0.0])?;
    /// assert_eq!(world.step()?.began().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn swept(self, is_swept: bool) -> Result<BodyEditor<'w>> {
        self.world.set_swept(self.body, is_swept)?;
        Ok(self)
    }

    /// Makes a body a sensor or not: a sensor does not stop bodies that travel. This ends its being one-way. See
    /// [`Body::sensor`](crate::Body::sensor).
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let door = world.spawn(Body::rect([2.0, 20.0]))?;
    /// world.edit(door).sensor(true)?;
    /// assert!(world.get(door)?.is_sensor());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn sensor(self, is_sensor: bool) -> Result<BodyEditor<'w>> {
        self.world.set_passage(self.body, if is_sensor { Passage::Open } else { Passage::Closed })?;
        Ok(self)
    }

    /// Makes a body one-way: it stops what hits its faces that look in `direction`. With `None` it stops bodies from all
    /// sides. This ends its being a sensor. See [`Body::one_way`](crate::Body::one_way).
    ///
    /// ```
    /// use kasuri::{Body, Vec2, World};
    /// let mut world = World::new();
    /// let ledge = world.spawn(Body::rect([20.0, 2.0]))?;
    /// world.edit(ledge).one_way(Some(Vec2::new(0.0, -1.0)))?;
    /// assert!(world.edit(ledge).one_way(Some(Vec2::new(0.0, 0.0))).is_err());
    /// world.edit(ledge).one_way(None)?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn one_way(self, direction: Option<Vec2>) -> Result<BodyEditor<'w>> {
        self.world.set_passage(self.body, direction.map_or(Passage::Closed, Passage::OneWay))?;
        Ok(self)
    }

    /// Gives a body a region in all its frames; a region of the same name is replaced. See
    /// [`Body::region`](crate::Body::region).
    ///
    /// ```
    /// use kasuri::{Body, Region, Shape, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::circle(9.0))?;
    /// world.edit(ship).region(Region::new("core", Shape::circle(2.0)?))?;
    /// assert_eq!(world.get(ship)?.regions().count(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn region(self, region: impl Into<Region>) -> Result<BodyEditor<'w>> {
        self.world.set_region(self.body, region.into())?;
        Ok(self)
    }

    /// Removes a region from all frames of a body; an error where no frame has a region of that name.
    ///
    /// ```
    /// use kasuri::{Body, Region, Shape, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::circle(9.0).region(Region::new("shield", Shape::circle(20.0)?)))?;
    /// world.edit(ship).remove_region("shield")?;
    /// assert_eq!(world.get(ship)?.regions().count(), 0);
    /// assert!(world.edit(ship).remove_region("shield").is_err());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn remove_region(self, name: &str) -> Result<BodyEditor<'w>> {
        self.world.remove_region(self.body, name)?;
        Ok(self)
    }

    /// Moves a body to a position without a path: the next step sweeps nothing between its old and its new position.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::rect([1.0, 50.0]).at([100.0, 0.0]))?;
    /// let ship = world.spawn(Body::circle(2.0).swept())?;
    /// world.edit(ship).teleport([500.0, 0.0])?;
    /// assert!(world.step()?.began().is_empty());
    /// world.edit(ship).position([0.0, 0.0])?;
    /// assert_eq!(world.step()?.began().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn teleport(self, at: impl Into<Vec2>) -> Result<BodyEditor<'w>> {
        self.world.teleport(self.body, at)?;
        Ok(self)
    }
}

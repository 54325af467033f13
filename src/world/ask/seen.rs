//! A read-only view of a body's current state.

use std::iter::{FilterMap, Repeat, Zip};
use std::ops::Range;

use crate::error::Result;
use crate::form::{Form, Layers};
use crate::lattice::{Point, Vec2};
use crate::world::World;
use crate::world::table::handle::Handle;
use crate::world::table::look::Region;
use crate::world::table::passage::Passage;

/// A read-only view of a body.
///
/// ```
/// use kasuri::{Body, Region, Shape, World};
/// let mut world = World::new();
/// let ship = Body::rect([8.0, 12.0]).at([320.0, 400.0]).region(Region::new("core", Shape::circle(2.0)?));
/// let ship = world.spawn(ship)?;
/// let seen = world.get(ship)?;
/// assert_eq!((seen.at().x, seen.region_index("core"), seen.region(1)), (320.0, Some(1), Some("core")));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct BodyRef<'a> {
    world: &'a World,
    row: usize,
}

impl World {
    /// Returns a view of a body; an error if the body is gone.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::circle(3.0).at([10.0, 20.0]).layer(4))?;
    /// let seen = world.get(ball)?;
    /// assert_eq!((seen.at().x, seen.layers().layer, seen.angle()), (10.0, 4, 0.0));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn get(&self, body: Handle) -> Result<BodyRef<'_>> {
        Ok(BodyRef { world: self, row: self.rows.row(body)? })
    }

    /// Returns a view of every body, in the order in which they were spawned.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn_many(3, |k| Body::circle(3.0).data(k as u64))?;
    /// assert_eq!(world.iter().map(|seen| seen.data()).sum::<u64>(), 3);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = BodyRef<'_>> {
        self.rows.living_rows().map(|row| BodyRef { world: self, row })
    }
}

/// Every body, in order of spawn: see [`World::iter`].
///
/// ```
/// use kasuri::{Body, World};
/// let mut world = World::new();
/// world.spawn_many(3, |k| Body::circle(3.0).at([9.0 * k as f64, 0.0]))?;
/// for body in &world {
///     assert_eq!(body.at().y, 0.0);
/// }
/// # Ok::<(), kasuri::Error>(())
/// ```
impl<'a> IntoIterator for &'a World {
    type Item = BodyRef<'a>;
    type IntoIter = FilterMap<Zip<Range<usize>, Repeat<&'a World>>, RowOfWorld<'a>>;

    fn into_iter(self) -> Self::IntoIter {
        let living: RowOfWorld<'a> =
            |(row, world)| world.rows.is_living(row).then_some(BodyRef { world, row });
        (0..self.rows.len()).zip(std::iter::repeat(self)).filter_map(living)
    }
}

/// Makes a view of a row, if its body lives.
type RowOfWorld<'a> = fn((usize, &'a World)) -> Option<BodyRef<'a>>;

impl<'a> BodyRef<'a> {
    /// Returns the body's handle.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::rect([8.0, 2.0]))?;
    /// let seen = world.get(ship)?;
    /// assert_eq!(seen.handle(), ship);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn handle(self) -> Handle {
        self.world.rows.handles[self.row]
    }

    /// Returns the body's position, as it was given: not snapped to the lattice.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::rect([8.0, 2.0]).at([10.0, 20.0]))?;
    /// let seen = world.get(ship)?;
    /// assert_eq!(seen.at().x, 10.0);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn at(self) -> Vec2 {
        self.world.boundary.place_out(self.world.rows.at[self.row])
    }

    /// Returns the body's angle, in radians.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::rect([8.0, 2.0]).turned(0.5))?;
    /// let seen = world.get(ship)?;
    /// assert_eq!(seen.angle(), 0.5);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn angle(self) -> f64 {
        self.world.boundary.angle(self.world.rows.angle(self.row))
    }

    /// Returns the body's scale on each axis.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::rect([8.0, 2.0]).scaled([2.0, 1.0]))?;
    /// let seen = world.get(ship)?;
    /// assert_eq!(seen.scale().x, 2.0);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn scale(self) -> Vec2 {
        self.world.rows.scale(self.row)
    }

    /// Returns the body's layers.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::rect([8.0, 2.0]).layer(4))?;
    /// let seen = world.get(ship)?;
    /// assert_eq!(seen.layers().layer, 4);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn layers(self) -> Layers {
        self.world.rows.layers(self.row)
    }

    /// Returns the index of the frame that the body shows.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::rect([8.0, 2.0]))?;
    /// let seen = world.get(ship)?;
    /// assert_eq!(seen.frame(), 0);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn frame(self) -> usize {
        self.world.rows.frame(self.row)
    }

    /// Returns the number that the body carries.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::rect([8.0, 2.0]).data(7))?;
    /// let seen = world.get(ship)?;
    /// assert_eq!(seen.data(), 7);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn data(self) -> u64 {
        self.world.rows.data(self.row)
    }

    /// Whether the body is swept.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let shot = world.spawn(Body::circle(2.0).swept())?;
    /// assert!(world.get(shot)?.is_swept());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn is_swept(self) -> bool {
        self.world.rows.is_swept(self.row)
    }

    /// Whether the body is a sensor, which stops nothing that travels.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let coin = world.spawn(Body::circle(2.0).sensor())?;
    /// assert!(world.get(coin)?.is_sensor());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias("sensor", "trigger"))]
    pub fn is_sensor(self) -> bool {
        self.world.rows.passage(self.row) == Passage::Open
    }

    /// Returns the direction of a one-way body, a vector of length 1: only faces that point in it stop a travel.
    /// `None` if the body is not one-way.
    ///
    /// ```
    /// use kasuri::{Body, Vec2, World};
    /// let mut world = World::new();
    /// let ledge = world.spawn(Body::rect([9.0, 1.0]).one_way([0.0, -3.0]))?;
    /// assert_eq!(world.get(ledge)?.one_way(), Some(Vec2::new(0.0, -1.0)));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn one_way(self) -> Option<Vec2> {
        match self.world.rows.passage(self.row) {
            Passage::OneWay(direction) => Some(self.world.boundary.turned(direction)),
            _ => None,
        }
    }

    /// Whether another body lets the same travels through.
    pub(in crate::world) fn lets_through_as(self, other: BodyRef<'_>) -> bool {
        self.world.rows.passage(self.row) == other.world.rows.passage(other.row)
    }

    /// Returns how many hits the body may still begin; `None` for any number.
    pub fn hits_left(self) -> Option<u32> {
        self.world.rows.rules(self.row).hits_left
    }

    /// Returns in how many of the next steps the body takes no hits.
    pub fn invulnerable_for(self) -> u64 {
        self.world.rows.rules(self.row).invulnerable.saturating_sub(self.world.steps)
    }

    /// Returns the body's form on the lattice: in pixels, +y down, whatever the world's axes are.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::rect([8.0, 2.0]))?;
    /// let seen = world.get(ship)?;
    /// assert!(matches!(seen.form(), kasuri::query::Form::Shape(_)));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn form(self) -> Form {
        self.world.rows.form(self.row, 0)
    }

    /// Returns the body's regions: the name, the form on the lattice and the layers of each.
    ///
    /// ```
    /// use kasuri::{Body, Region, Shape, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::point().region(Region::new("core", Shape::circle(2.0)?)))?;
    /// let seen = world.get(ship)?;
    /// assert_eq!(seen.regions().map(|(name, ..)| name).collect::<Vec<_>>(), ["core"]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn regions(self) -> impl Iterator<Item = (&'a str, Form, Layers)> {
        let (rows, row) = (&self.world.rows, self.row);
        let layers = rows.layers(row);
        let regions = rows.look(row).regions.iter().zip(1..);
        regions.map(move |(region, k)| (region.name(), rows.form(row, k), region.layers(layers)))
    }

    /// Returns the position where the body's path begins; `None` if the world has no swept bodies.
    pub(in crate::world) fn path_start(self) -> Option<Point> {
        self.world.rows.has_swept().then(|| self.world.rows.kept_from(self.row))
    }

    /// Whether another body has the same margin and rules, and is on the same side of the world's bounds.
    pub(in crate::world) fn has_rules_of(self, other: BodyRef<'_>) -> bool {
        let what = |seen: BodyRef<'_>| {
            let (rows, row) = (&seen.world.rows, seen.row);
            (rows.margin(row), rows.rules(row), rows.outside[row])
        };
        what(self) == what(other)
    }

    /// Returns the name of the region with this index in a hit; `None` for 0, which is the body itself.
    ///
    /// ```
    /// use kasuri::{Body, Region, Shape, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::point().region(Region::new("core", Shape::circle(2.0)?)))?;
    /// let seen = world.get(ship)?;
    /// assert_eq!((seen.region(0), seen.region(1)), (None, Some("core")));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn region(self, index: u8) -> Option<&'a str> {
        let k = usize::from(index).checked_sub(1)?;
        self.world.rows.look(self.row).regions.get(k).map(Region::name)
    }

    /// Returns the index that hits use for a region; `None` if there is no region of this name.
    ///
    /// ```
    /// use kasuri::{Body, Region, Shape, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::point().region(Region::new("core", Shape::circle(2.0)?)))?;
    /// let seen = world.get(ship)?;
    /// assert_eq!(seen.region_index("core"), Some(1));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn region_index(self, name: &str) -> Option<u8> {
        let regions = &self.world.rows.look(self.row).regions;
        regions.iter().position(|region| region.name() == name).map(|k| k as u8 + 1)
    }
}

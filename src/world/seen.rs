//! A body as it is now.

use crate::error::Result;
use crate::form::{Form, Layers};
use crate::lattice::{Point, Vec2};
use crate::world::World;
use crate::world::handle::Handle;
use crate::world::look::Region;
use crate::world::passage::Passage;

/// A look at a body.
///
/// ```
/// use kasuri::{Body, Shape, World};
/// let mut world = World::new();
/// let ship = Body::rect([8.0, 12.0]).at([320.0, 400.0]).region("core", Shape::circle(2.0)?);
/// let ship = world.spawn(ship)?;
/// let seen = world.get(ship)?;
/// assert_eq!((seen.at().x, seen.region_index("core"), seen.region(1)), (320.0, Some(1), Some("core")));
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Seen<'a> {
    world: &'a World,
    row: usize,
}

impl World {
    /// A look at a body; an error where it is gone.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::circle(3.0).at([10.0, 20.0]).layer(4))?;
    /// let seen = world.get(ball)?;
    /// assert_eq!((seen.at().x, seen.layers().layer, seen.angle()), (10.0, 4, 0.0));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn get(&self, body: Handle) -> Result<Seen<'_>> {
        Ok(Seen { world: self, row: self.rows.row(body)? })
    }

    /// A look at every body, in order of spawn.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn_many(3, |k| Body::circle(3.0).data(k as u64))?;
    /// assert_eq!(world.iter().map(|seen| seen.data()).sum::<u64>(), 3);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Seen<'_>> {
        self.rows.living_rows().map(|row| Seen { world: self, row })
    }
}

impl<'a> Seen<'a> {
    /// Its handle.
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

    /// Where it stands, as given.
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

    /// How far it is turned, in radians.
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

    /// Its scale on each axis.
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

    /// Its layers.
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

    /// Which of its frames it shows.
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

    /// The number that came with it.
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

    /// Whether it is swept.
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

    /// Whether it stops nothing that travels.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let coin = world.spawn(Body::circle(2.0).sensor())?;
    /// assert!(world.get(coin)?.is_sensor());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn is_sensor(self) -> bool {
        self.world.rows.passage(self.row) == Passage::Open
    }

    /// Which way the faces look that stop what travels, a vector of length 1; `None` where all do, or none.
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

    /// Whether another lets the same through.
    pub(super) fn lets_through_as(self, other: Seen<'_>) -> bool {
        self.world.rows.passage(self.row) == other.world.rows.passage(other.row)
    }

    /// How many others it may still hit; `None` for any number.
    pub fn hits_left(self) -> Option<u32> {
        self.world.rows.rules(self.row).hits_left
    }

    /// In how many of the next steps it takes no hits.
    pub fn invulnerable_for(self) -> u64 {
        self.world.rows.rules(self.row).invulnerable.saturating_sub(self.world.steps)
    }

    /// What it is on the lattice: in pixels, +y down, whatever the world's axes.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::rect([8.0, 2.0]))?;
    /// let seen = world.get(ship)?;
    /// assert!(matches!(seen.form(), kasuri::Form::Shape(_)));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn form(self) -> Form {
        self.world.rows.form(self.row, 0)
    }

    /// Its regions by name, each with what it is on the lattice and its layers.
    ///
    /// ```
    /// use kasuri::{Body, Shape, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::point().region("core", Shape::circle(2.0)?))?;
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

    /// Where its way begins, in a world with swept bodies.
    pub(super) fn way_from(self) -> Option<Point> {
        self.world.rows.has_swept().then(|| self.world.rows.kept_from(self.row))
    }

    /// Whether margins, rules and the side of the walls are another body's too.
    pub(super) fn has_rules_of(self, other: Seen<'_>) -> bool {
        let what = |seen: Seen<'_>| {
            let (rows, row) = (&seen.world.rows, seen.row);
            (rows.margin(row), rows.rules(row), rows.outside[row])
        };
        what(self) == what(other)
    }

    /// The name of a region that a hit tells of; `None` for 0, which is the body itself.
    ///
    /// ```
    /// use kasuri::{Body, Shape, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::point().region("core", Shape::circle(2.0)?))?;
    /// let seen = world.get(ship)?;
    /// assert_eq!((seen.region(0), seen.region(1)), (None, Some("core")));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn region(self, index: u8) -> Option<&'a str> {
        let k = usize::from(index).checked_sub(1)?;
        self.world.rows.look(self.row).regions.get(k).map(Region::name)
    }

    /// The index that hits tell a region by.
    ///
    /// ```
    /// use kasuri::{Body, Shape, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::point().region("core", Shape::circle(2.0)?))?;
    /// let seen = world.get(ship)?;
    /// assert_eq!(seen.region_index("core"), Some(1));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn region_index(self, name: &str) -> Option<u8> {
        let regions = &self.world.rows.look(self.row).regions;
        regions.iter().position(|region| region.name() == name).map(|k| k as u8 + 1)
    }
}

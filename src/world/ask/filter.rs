//! The filter of a query: which bodies it considers.

use crate::world::table::handle::Handle;

/// The bodies that a query considers: those on some layers, except at most one body.
///
/// A body and each of its regions are selected by their own layers. So a query can find a body by a region alone.
/// Only [`World::carry`](crate::World::carry) looks at the layers of the body itself alone.
///
/// ```
/// use kasuri::{Area, Body, Filter, World};
/// const ENEMY: u32 = 2;
/// let mut world = World::new();
/// let ship = world.spawn(Body::circle(4.0))?;
/// let enemy = world.spawn(Body::circle(4.0).layer(ENEMY))?;
/// assert_eq!(world.overlapping(Area::point([0.0, 0.0]), Filter::ALL)?, [ship, enemy]);
/// assert_eq!(world.overlapping(Area::point([0.0, 0.0]), ENEMY)?, [enemy]);
/// assert_eq!(world.overlapping(Area::point([0.0, 0.0]), Filter::ALL.except(ship))?, [enemy]);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Filter {
    pub(in crate::world) against: u32,
    pub(in crate::world) except: Option<Handle>,
}

impl Filter {
    /// Every body.
    pub const ALL: Filter = Filter { against: u32::MAX, except: None };

    /// Selects the bodies on at least one of these layers.
    ///
    /// ```
    /// use kasuri::{Area, Body, Filter, World};
    /// let mut world = World::new();
    /// let foe = world.spawn(Body::point().layer(2))?;
    /// assert_eq!(world.overlapping(Area::point([0.0, 0.0]), Filter::against(2))?, [foe]);
    /// assert!(world.overlapping(Area::point([0.0, 0.0]), Filter::against(1))?.is_empty());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub const fn against(layers: u32) -> Filter {
        Filter { against: layers, except: None }
    }

    /// Returns the same filter, but it skips this body.
    ///
    /// ```
    /// use kasuri::{Area, Body, Filter, World};
    /// let mut world = World::new();
    /// let me = world.spawn(Body::point())?;
    /// assert!(world.overlapping(Area::point([0.0, 0.0]), Filter::ALL.except(me))?.is_empty());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub const fn except(self, body: Handle) -> Filter {
        Filter { except: Some(body), ..self }
    }
}

impl From<u32> for Filter {
    fn from(layers: u32) -> Filter {
        Filter::against(layers)
    }
}

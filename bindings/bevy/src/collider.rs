//! What an entity hits with.

use std::sync::Arc;

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_transform::components::Transform;
use kasuri::{Handle, Look, Mask, Part, Region, Result, Shape, Solid, TileMap, Vec2};

use crate::queue::{self, What};
use crate::resource::Kasuri;

/// What an entity hits with: a shape, a mask, a tile map, or the picture of its [`Sprite`](bevy_sprite::Sprite).
/// Where it stands, how it is turned and scaled is its `Transform`, and those of its parents.
///
/// Sizes are in Bevy's units, y up; masks stand upright, their first row on top. A bad size is told when the body would be
/// spawned, as [`Refused`](crate::Refused). A collider is replaced, not changed in place: insert another one.
///
/// ```
/// use kasuri_bevy::prelude::*;
/// let core = kasuri::Shape::circle(2.0)?;
/// let ship = Collider::rect([8.0, 12.0]).region("core", core);
/// # let _ = ship;
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Component, Debug, Clone)]
#[component(immutable, on_add = arrive, on_insert = queue::on_insert::<Self>, on_remove = leave)]
#[require(Transform, BodyHandle)]
pub struct Collider {
    pub(crate) source: Source,
    pub(crate) regions: Vec<Region>,
}

impl queue::Noted for Collider {
    const WHAT: What = What::LOOK;
}

/// What a body looks like, or where that is to be read.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    Look(Result<Look>),
    Frames(Arc<[Look]>),
    #[cfg(feature = "sprites")]
    Sprite {
        alpha: u8,
    },
}

/// Names the entity's body in the library's [`World`](kasuri::World), once it has one.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BodyHandle(pub(crate) Option<Handle>);

impl BodyHandle {
    /// The handle; `None` before the first step, while its picture loads, and while the body is refused from the start.
    pub fn get(self) -> Option<Handle> {
        self.0
    }
}

fn arrive(mut world: DeferredWorld<'_>, context: HookContext) {
    if let Some(mut kasuri) = world.get_resource_mut::<Kasuri>() {
        kasuri.arrived.push(context.entity);
    }
}

fn leave(mut world: DeferredWorld<'_>, context: HookContext) {
    let entity = context.entity;
    if let Some(mut handle) = world.get_mut::<BodyHandle>(entity) {
        handle.0 = None;
    }
    if let Some(mut kasuri) = world.get_resource_mut::<Kasuri>()
        && let Some(body) = kasuri.body(entity)
    {
        kasuri.leaving.push(body);
    }
}

impl Collider {
    fn of(source: Source) -> Collider {
        Collider { source, regions: Vec::new() }
    }

    fn of_shape(shape: Result<Shape>) -> Collider {
        Collider::of(Source::Look(shape.map(Look::from)))
    }

    /// A look of the library's, which may have regions and a pivot.
    pub fn look(look: impl Into<Look>) -> Collider {
        Collider::of(Source::Look(Ok(look.into())))
    }

    /// Several looks, of which [`Frame`](crate::Frame) says the one that is shown.
    pub fn frames(frames: &Arc<[Look]>) -> Collider {
        Collider::of(Source::Frames(frames.clone()))
    }

    /// A shape of the library's.
    pub fn shape(shape: Shape) -> Collider {
        Collider::look(shape)
    }

    /// The texels of a mask, its middle on the entity's place.
    pub fn mask(mask: &Arc<Mask>) -> Collider {
        Collider::look(mask)
    }

    /// The cells of a tile map, its top left on the entity's place.
    pub fn tiles(map: &Arc<TileMap>) -> Collider {
        Collider::look(map)
    }

    /// The picture of the entity's `Sprite`, as it is drawn: its image or its part of an atlas, its anchor, flips, custom size
    /// and rectangle. What is at least half opaque hits. It waits for the image to load, and follows when the image or the
    /// sprite changes.
    ///
    /// A region is scaled and flipped as the sprite is.
    #[cfg(feature = "sprites")]
    pub fn sprite() -> Collider {
        Collider::sprite_with_alpha(128)
    }

    /// The same; what is at least as opaque as `alpha` hits.
    #[cfg(feature = "sprites")]
    pub fn sprite_with_alpha(alpha: u8) -> Collider {
        Collider::of(Source::Sprite { alpha })
    }

    /// A point.
    pub fn point() -> Collider {
        Collider::shape(Shape::point())
    }

    /// A segment between two points.
    pub fn segment(a: impl Into<Vec2>, b: impl Into<Vec2>) -> Collider {
        Collider::of_shape(Shape::segment(a, b))
    }

    /// A circle around the entity's place.
    pub fn circle(r: f64) -> Collider {
        Collider::of_shape(Shape::circle(r))
    }

    /// All within `r` of a segment.
    pub fn capsule(a: impl Into<Vec2>, b: impl Into<Vec2>, r: f64) -> Collider {
        Collider::of_shape(Shape::capsule(a, b, r))
    }

    /// A box by half its sides.
    pub fn rect(half: impl Into<Vec2>) -> Collider {
        Collider::of_shape(Shape::rect(half))
    }

    /// A polygon, which may be concave.
    pub fn polygon<P: Into<Vec2> + Copy>(points: &[P]) -> Collider {
        Collider::of_shape(Shape::polygon(points))
    }

    /// A curved laser: points joined by capsules.
    pub fn chain<P: Into<Vec2> + Copy>(points: &[P], r: f64) -> Collider {
        Collider::of_shape(Shape::chain(points, r))
    }

    /// Several shapes as one body.
    pub fn compound(parts: Vec<Part>) -> Collider {
        Collider::of_shape(Shape::compound(parts))
    }

    /// With one more named region that hits on its own account.
    #[must_use]
    pub fn region(self, name: &str, solid: impl Into<Solid>) -> Collider {
        self.with_region(Region::new(name, solid))
    }

    /// With one more region, which may have layers of its own.
    #[must_use]
    pub fn with_region(mut self, region: Region) -> Collider {
        self.regions.push(region);
        self
    }

    /// A look with the regions given here beside its own.
    pub(crate) fn with_regions(&self, look: Look) -> Look {
        self.regions.iter().cloned().fold(look, Look::with_region)
    }
}

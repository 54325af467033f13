//! The collider component, with which an entity hits.

use std::sync::Arc;

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_transform::components::Transform;
use kasuri::shape::Part;
use kasuri::world::Solid;
use kasuri::{Handle, Look, Mask, Region, Result, Shape, TileMap, Vec2};

use crate::queue::{self, What};
use crate::resource::Kasuri;

/// The collider of an entity: a shape, a mask, a tile map, or the picture of its [`Sprite`](bevy_sprite::Sprite).
/// Its position, angle and scale come from the entity's `Transform` and those of its parents.
///
/// Sizes are in Bevy's units, y up; masks are upright, their first row on top. A bad size is reported as
/// [`Refused`](crate::Refused) when the body would be spawned. A collider is replaced, not changed in place: insert another one.
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

/// The look of a body, or the source to read it from.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    Look(Result<Look>),
    Frames(Arc<[Look]>),
    #[cfg(feature = "sheets")]
    Sheet(bevy_asset::Handle<crate::KasuriSheet>),
    #[cfg(feature = "sprites")]
    Sprite {
        alpha: u8,
    },
}

/// The handle of the entity's body in the library's [`World`](kasuri::World), once it has one.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BodyHandle(pub(crate) Option<Handle>);

impl BodyHandle {
    /// Returns the handle: `None` before the first step, while the picture loads, and while the body is refused from
    /// the start.
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

    /// Makes a collider from a look of the library, which may have regions and a pivot.
    pub fn look(look: impl Into<Look>) -> Collider {
        Collider::of(Source::Look(Ok(look.into())))
    }

    /// Makes a collider from several looks. [`Frame`](crate::Frame) selects the one that is shown.
    pub fn frames(frames: &Arc<[Look]>) -> Collider {
        Collider::of(Source::Frames(frames.clone()))
    }

    /// Makes a collider from a shape of the library.
    pub fn shape(shape: Shape) -> Collider {
        Collider::look(shape)
    }

    /// Makes a collider from the texels of a mask. The middle of the mask is at the entity's position.
    pub fn mask(mask: &Arc<Mask>) -> Collider {
        Collider::look(mask)
    }

    /// Makes a collider from the cells of a tile map. The top left of the map is at the entity's position.
    pub fn tiles(map: &Arc<TileMap>) -> Collider {
        Collider::look(map)
    }

    /// Makes a collider from the picture of the entity's `Sprite`, as it is drawn: its image or its part of an atlas,
    /// its anchor, flips, custom size and rectangle. Texels that are at least half opaque hit. The body is spawned once
    /// the image has loaded, and it follows changes of the image and of the sprite.
    ///
    /// Regions are scaled and flipped as the sprite is.
    #[cfg(feature = "sprites")]
    pub fn sprite() -> Collider {
        Collider::sprite_with_alpha(128)
    }

    /// Does the same as [`Collider::sprite`]; texels with an alpha of at least `alpha` hit.
    #[cfg(feature = "sprites")]
    pub fn sprite_with_alpha(alpha: u8) -> Collider {
        Collider::of(Source::Sprite { alpha })
    }

    /// Makes a collider from a sheet of the hit box editor: the masks and regions of its frames. [`Frame`](crate::Frame) selects the
    /// one that is shown, and the frame's pivot is at the entity's position. The body is spawned once the sheet has loaded.
    #[cfg(feature = "sheets")]
    pub fn sheet(sheet: &bevy_asset::Handle<crate::KasuriSheet>) -> Collider {
        Collider::of(Source::Sheet(sheet.clone()))
    }

    /// Makes a point.
    pub fn point() -> Collider {
        Collider::shape(Shape::point())
    }

    /// Makes a segment between two points.
    pub fn segment(a: impl Into<Vec2>, b: impl Into<Vec2>) -> Collider {
        Collider::of_shape(Shape::segment(a, b))
    }

    /// Makes a circle around the entity's position.
    pub fn circle(r: f64) -> Collider {
        Collider::of_shape(Shape::circle(r))
    }

    /// Makes an ellipse from its radii along x and y. Unlike a circle it may have any scale.
    pub fn ellipse(rx: f64, ry: f64) -> Collider {
        Collider::of_shape(Shape::ellipse(rx, ry))
    }

    /// Makes a capsule: all points within `r` of a segment.
    pub fn capsule(a: impl Into<Vec2>, b: impl Into<Vec2>, r: f64) -> Collider {
        Collider::of_shape(Shape::capsule(a, b, r))
    }

    /// Makes a box from half its sides.
    pub fn rect(half: impl Into<Vec2>) -> Collider {
        Collider::of_shape(Shape::rect(half))
    }

    /// Makes a polygon, which may be concave.
    pub fn polygon<P: Into<Vec2> + Copy>(points: &[P]) -> Collider {
        Collider::of_shape(Shape::polygon(points))
    }

    /// Makes a chain: points joined by capsules, such as a curved laser.
    pub fn chain<P: Into<Vec2> + Copy>(points: &[P], r: f64) -> Collider {
        Collider::of_shape(Shape::chain(points, r))
    }

    /// Makes one body of several shapes.
    pub fn compound(parts: Vec<Part>) -> Collider {
        Collider::of_shape(Shape::compound(parts))
    }

    /// Adds a named region, which reports its own hits.
    #[must_use]
    pub fn region(self, name: &str, solid: impl Into<Solid>) -> Collider {
        self.with_region(Region::new(name, solid))
    }

    /// Adds a region, which may have its own layers.
    #[must_use]
    pub fn with_region(mut self, region: Region) -> Collider {
        self.regions.push(region);
        self
    }

    /// Returns looks with this collider's regions added to their own.
    pub(crate) fn with_regions_each(&self, looks: &Arc<[Look]>) -> Arc<[Look]> {
        match self.regions.is_empty() {
            true => looks.clone(),
            false => looks.iter().map(|look| self.with_regions(look.clone())).collect(),
        }
    }

    /// Returns a look with this collider's regions added to its own.
    pub(crate) fn with_regions(&self, look: Look) -> Look {
        self.regions.iter().cloned().fold(look, Look::region)
    }
}

//! What a body is to be, said before it is spawned.

use std::sync::Arc;

use crate::error::Result;
use crate::form::Layers;
use crate::lattice::Vec2;
use crate::mask::Mask;
use crate::shape::{Placement, Shape, TileMap};
use crate::world::look::{Look, Region, Solid};
use crate::world::rules::Rules;

/// A body to spawn: what it is, where it stands, what it may hit. Whatever is wrong with it is said by `spawn`.
///
/// ```
/// use kasuri::{Body, Shape, World};
/// const PLAYER: u32 = 1;
/// const BULLET: u32 = 2;
/// let mut world = World::new();
/// let ship = Body::rect([8.0, 12.0]).at([320.0, 400.0]).layer(PLAYER).region("core", Shape::circle(2.0)?);
/// let shot = Body::circle(3.0).at([320.0, 380.0]).layer(BULLET).against(PLAYER).graze(12.0);
/// let (ship, shot) = (world.spawn(ship)?, world.spawn(shot)?);
/// assert!(world.spawn(Body::circle(-1.0)).is_err());
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Body {
    pub(super) looks: Result<Looks>,
    pub(super) frame: usize,
    pub(super) placement: Placement,
    pub(super) layers: Layers,
    pub(super) margin: Option<f64>,
    pub(super) leash: Option<f64>,
    pub(super) rules: Rules,
    pub(super) data: u64,
}

/// The frames of a body: most have one of their own, many share several.
#[derive(Debug, Clone)]
pub(super) enum Looks {
    Own(Box<Look>),
    Shared(Arc<[Look]>),
}

impl Body {
    /// Anything that a look can be made from: a shape, a mask, a tile map, a [`Look`].
    pub fn new(look: impl Into<Look>) -> Body {
        Body::of(Ok(Looks::Own(Box::new(look.into()))))
    }

    fn of(looks: Result<Looks>) -> Body {
        Body {
            looks,
            frame: 0,
            placement: Placement::default(),
            layers: Layers::default(),
            margin: None,
            leash: None,
            rules: Rules::default(),
            data: 0,
        }
    }

    fn of_shape(shape: Result<Shape>) -> Body {
        Body::of(shape.map(|shape| Looks::Own(Box::new(shape.into()))))
    }

    /// A sprite: exactly the pixels that its mask covers.
    pub fn sprite(mask: &Arc<Mask>) -> Body {
        Body::new(mask)
    }

    /// A sprite with frames: [`set_frame`](crate::World::set_frame) shows another. Each frame may have its own mask,
    /// pivot and regions.
    pub fn frames(frames: &Arc<[Look]>) -> Body {
        Body::of(Ok(Looks::Shared(frames.clone())))
    }

    /// A point.
    pub fn point() -> Body {
        Body::new(Shape::point())
    }

    /// From a to b.
    pub fn segment(a: impl Into<Vec2>, b: impl Into<Vec2>) -> Body {
        Body::of_shape(Shape::segment(a, b))
    }

    /// A circle.
    pub fn circle(r: f64) -> Body {
        Body::of_shape(Shape::circle(r))
    }

    /// All within `r` of the segment from a to b.
    pub fn capsule(a: impl Into<Vec2>, b: impl Into<Vec2>, r: f64) -> Body {
        Body::of_shape(Shape::capsule(a, b, r))
    }

    /// A box of half the width and half the height.
    pub fn rect(half: impl Into<Vec2>) -> Body {
        Body::of_shape(Shape::rect(half))
    }

    /// A simple polygon, convex or concave.
    pub fn polygon<P: Into<Vec2> + Copy>(points: &[P]) -> Body {
        Body::of_shape(Shape::polygon(points))
    }

    /// A curved laser; [`set_chain`](crate::World::set_chain) moves its points.
    pub fn chain<P: Into<Vec2> + Copy>(points: &[P], r: f64) -> Body {
        Body::of_shape(Shape::chain(points, r))
    }

    /// A tile map, its top left corner where it is put. Its cells are pixels, its rows go down, whatever the axes.
    pub fn tiles(map: &Arc<TileMap>) -> Body {
        Body::new(map)
    }

    /// Where it stands; the world's origin by default.
    #[must_use]
    pub fn at(mut self, at: impl Into<Vec2>) -> Body {
        self.placement.at = at.into();
        self
    }

    /// Turned to an angle in radians, +x towards +y.
    #[must_use]
    pub fn turned(mut self, angle: f64) -> Body {
        self.placement.angle = angle;
        self
    }

    /// Scaled; negative to mirror.
    #[must_use]
    pub fn scaled(mut self, scale: impl Into<Vec2>) -> Body {
        self.placement.scale = scale.into();
        self
    }

    /// Which texel of a sprite's mask lands on its place; the middle by default.
    #[must_use]
    pub fn pivot(self, pivot: impl Into<Vec2>) -> Body {
        let pivot = pivot.into();
        self.edit(|look| look.pivot(pivot))
    }

    /// With a named region beside what it is: hits say which regions met. Of a body with shared frames, of each.
    #[must_use]
    pub fn region(self, name: &str, solid: impl Into<Solid>) -> Body {
        self.with_region(Region::new(name, solid))
    }

    /// With a region that has layers of its own.
    #[must_use]
    pub fn with_region(self, region: Region) -> Body {
        self.edit(|look| look.with_region(region.clone()))
    }

    fn edit(mut self, edit: impl Fn(Look) -> Look) -> Body {
        self.looks = self.looks.map(|looks| match looks {
            Looks::Own(look) => Looks::Own(Box::new(edit(*look))),
            Looks::Shared(looks) => Looks::Shared(looks.iter().cloned().map(edit).collect()),
        });
        self
    }

    /// The frame it starts with.
    #[must_use]
    pub fn frame(self, frame: usize) -> Body {
        Body { frame, ..self }
    }

    /// The layers it is on, a bit each; 1 by default.
    #[must_use]
    pub fn layer(mut self, layer: u32) -> Body {
        self.layers.layer = layer;
        self
    }

    /// The layers it may hit; all by default. Two bodies are a pair only when each is on a layer the other may hit.
    #[must_use]
    pub fn against(mut self, against: u32) -> Body {
        self.layers.against = against;
        self
    }

    /// Near misses within a margin are told, once for each other body. Of two bodies with margins the wider one counts.
    #[must_use]
    pub fn graze(self, margin: f64) -> Body {
        Body { margin: Some(margin), ..self }
    }

    /// Removed by the step that finds it this far beyond the world's bounds.
    #[must_use]
    pub fn despawn_beyond(self, margin: f64) -> Body {
        Body { leash: Some(margin), ..self }
    }

    /// After a step in which it hit another, the next `steps` do not count that pair. Of two bodies the longer one
    /// counts.
    #[must_use]
    pub fn cooldown(mut self, steps: u32) -> Body {
        self.rules.cooldown = steps;
        self
    }

    /// It hits at most so many others, the first in the order of pairs; what it is in contact with stays so.
    #[must_use]
    pub fn max_hits(mut self, hits: u32) -> Body {
        self.rules.hits_left = Some(hits);
        self
    }

    /// It takes no hits in its first `steps` steps.
    #[must_use]
    pub fn invulnerable(mut self, steps: u64) -> Body {
        self.rules.invulnerable = steps;
        self
    }

    /// A number of the caller's, carried along.
    #[must_use]
    pub fn data(self, data: u64) -> Body {
        Body { data, ..self }
    }
}

//! What a body is to be, said before it is spawned.

use std::sync::Arc;

use crate::error::Result;
use crate::form::Layers;
use crate::lattice::Vec2;
use crate::mask::Mask;
use crate::shape::{Placement, Shape, TileMap};
use crate::world::look::{Look, Region, Solid};
use crate::world::passage::Passage;
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
    pub(super) is_swept: bool,
    pub(super) passage: Passage,
}

/// The frames of a body: most have one of their own, many share several.
#[derive(Debug, Clone)]
pub(super) enum Looks {
    Own(Box<Look>),
    Shared(Arc<[Look]>),
}

impl Body {
    /// Anything that a look can be made from: a shape, a mask, a tile map, a [`Look`].
    ///
    /// ```
    /// use kasuri::{Body, Shape, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::new(Shape::circle(3.0)?))?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
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
            is_swept: false,
            passage: Passage::default(),
        }
    }

    fn of_shape(shape: Result<Shape>) -> Body {
        Body::of(shape.map(|shape| Looks::Own(Box::new(shape.into()))))
    }

    /// A sprite: exactly the pixels that its mask covers.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{Body, Mask, World};
    /// let mut world = World::new();
    /// let art = Arc::new(Mask::from_rows(&[".##.", "####"])?);
    /// let ship = world.spawn(Body::sprite(&art).at([320.0, 400.0]))?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn sprite(mask: &Arc<Mask>) -> Body {
        Body::new(mask)
    }

    /// A sprite with frames: [`set_frame`](crate::World::set_frame) shows another. Each frame may have its own mask,
    /// pivot and regions.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{Body, Look, Shape, World};
    /// let mut world = World::new();
    /// let blink: Arc<[Look]> = [Shape::circle(3.0)?.into(), Shape::point().into()].into();
    /// let eye = world.spawn(Body::frames(&blink))?;
    /// world.set_frame(eye, 1)?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn frames(frames: &Arc<[Look]>) -> Body {
        Body::of(Ok(Looks::Shared(frames.clone())))
    }

    /// A point.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let fly = world.spawn(Body::point().at([3.0, 4.0]))?;
    /// assert_eq!(world.at_point([3.0, 4.0], Filter::ALL)?, [fly]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn point() -> Body {
        Body::new(Shape::point())
    }

    /// From a to b.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let rope = world.spawn(Body::segment([0.0, 0.0], [0.0, 80.0]))?;
    /// assert_eq!(world.at_point([0.0, 80.0], Filter::ALL)?, [rope]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn segment(a: impl Into<Vec2>, b: impl Into<Vec2>) -> Body {
        Body::of_shape(Shape::segment(a, b))
    }

    /// A circle.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::circle(3.0))?;
    /// assert_eq!(world.at_point([3.0, 0.0], Filter::ALL)?, [ball]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn circle(r: f64) -> Body {
        Body::of_shape(Shape::circle(r))
    }

    /// All within `r` of the segment from a to b.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let beam = world.spawn(Body::capsule([0.0, 0.0], [90.0, 0.0], 4.0))?;
    /// assert_eq!(world.at_point([94.0, 0.0], Filter::ALL)?, [beam]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn capsule(a: impl Into<Vec2>, b: impl Into<Vec2>, r: f64) -> Body {
        Body::of_shape(Shape::capsule(a, b, r))
    }

    /// A box of half the width and half the height.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let wall = world.spawn(Body::rect([8.0, 2.0]))?;
    /// assert_eq!(world.at_point([-8.0, 2.0], Filter::ALL)?, [wall]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn rect(half: impl Into<Vec2>) -> Body {
        Body::of_shape(Shape::rect(half))
    }

    /// A simple polygon, convex or concave.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let arrow = Body::polygon(&[[0.0, -9.0], [7.0, 4.0], [0.0, 0.0], [-7.0, 4.0]]);
    /// let arrow = world.spawn(arrow)?;
    /// assert!(world.at_point([0.0, 3.0], Filter::ALL)?.is_empty());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn polygon<P: Into<Vec2> + Copy>(points: &[P]) -> Body {
        Body::of_shape(Shape::polygon(points))
    }

    /// A curved laser; [`set_chain`](crate::World::set_chain) moves its points.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let laser = world.spawn(Body::chain(&[[0.0, 0.0], [40.0, 9.0], [90.0, 0.0]], 2.0))?;
    /// assert_eq!(world.at_point([40.0, 11.0], Filter::ALL)?, [laser]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn chain<P: Into<Vec2> + Copy>(points: &[P], r: f64) -> Body {
        Body::of_shape(Shape::chain(points, r))
    }

    /// A tile map, its top left corner where it is put. Its cells are pixels, its rows go down, whatever the axes.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{Body, Filter, TileMap, World};
    /// let mut world = World::new();
    /// let map = Arc::new(TileMap::from_rows([16.0, 16.0], &["..", "##"], &[])?);
    /// let ground = world.spawn(Body::tiles(&map).at([0.0, 100.0]))?;
    /// assert_eq!(world.at_point([8.0, 120.0], Filter::ALL)?, [ground]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn tiles(map: &Arc<TileMap>) -> Body {
        Body::new(map)
    }

    /// Where it stands; the world's origin by default.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::circle(3.0).at([10.0, 20.0]))?;
    /// assert_eq!(world.get(ball)?.at().y, 20.0);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn at(mut self, at: impl Into<Vec2>) -> Body {
        self.placement.at = at.into();
        self
    }

    /// Turned to an angle in radians, +x towards +y.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let bar = world.spawn(Body::rect([9.0, 1.0]).turned(1.5))?;
    /// assert_eq!(world.get(bar)?.angle(), 1.5);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn turned(mut self, angle: f64) -> Body {
        self.placement.angle = angle;
        self
    }

    /// Scaled; negative to mirror.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::new();
    /// let flipped = world.spawn(Body::segment([0.0, 0.0], [9.0, 0.0]).scaled([-2.0, 1.0]))?;
    /// assert_eq!(world.at_point([-18.0, 0.0], Filter::ALL)?, [flipped]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn scaled(mut self, scale: impl Into<Vec2>) -> Body {
        self.placement.scale = scale.into();
        self
    }

    /// Which texel of a sprite's mask lands on its place; the middle by default.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{Body, Filter, Mask, World};
    /// let mut world = World::new();
    /// let art = Arc::new(Mask::from_rows(&["##", "##"])?);
    /// let ship = world.spawn(Body::sprite(&art).pivot([0.0, 0.0]).at([10.0, 10.0]))?;
    /// assert_eq!(world.at_point([12.0, 12.0], Filter::ALL)?, [ship]);
    /// assert!(world.spawn(Body::circle(3.0).pivot([0.0, 0.0])).is_err());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn pivot(self, pivot: impl Into<Vec2>) -> Body {
        let pivot = pivot.into();
        self.edit(|look| look.pivot(pivot))
    }

    /// With a named region beside what it is: hits say which regions met. Of a body with shared frames, of each.
    ///
    /// ```
    /// use kasuri::{Body, Shape, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::rect([8.0, 12.0]).region("core", Shape::circle(2.0)?))?;
    /// world.spawn(Body::point())?;
    /// let regions: Vec<u8> = world.step()?.began().iter().map(|hit| hit.regions[0]).collect();
    /// assert_eq!(regions, [0, 1]);
    /// assert_eq!(world.get(ship)?.region(1), Some("core"));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn region(self, name: &str, solid: impl Into<Solid>) -> Body {
        self.with_region(Region::new(name, solid))
    }

    /// With a region that has layers of its own.
    ///
    /// ```
    /// use kasuri::{Body, Region, Shape, World};
    /// let mut world = World::new();
    /// const SHIELD: u32 = 2;
    /// let shield = Region::new("shield", Shape::circle(20.0)?).layer(SHIELD);
    /// let ship = world.spawn(Body::point().with_region(shield))?;
    /// let shot = world.spawn(Body::circle(3.0).at([20.0, 0.0]).against(SHIELD))?;
    /// assert_eq!(world.step()?.began()[0].regions, [1, 0]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
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
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{Body, Look, Shape, World};
    /// let mut world = World::new();
    /// let looks: Arc<[Look]> = [Shape::circle(3.0)?.into(), Shape::point().into()].into();
    /// let eye = world.spawn(Body::frames(&looks).frame(1))?;
    /// assert_eq!(world.get(eye)?.frame(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn frame(self, frame: usize) -> Body {
        Body { frame, ..self }
    }

    /// The layers it is on, a bit each; 1 by default.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let shot = world.spawn(Body::circle(3.0).layer(4))?;
    /// assert_eq!(world.get(shot)?.layers().layer, 4);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn layer(mut self, layer: u32) -> Body {
        self.layers.layer = layer;
        self
    }

    /// The layers it may hit; all by default. Two bodies are a pair only when each is on a layer the other may hit.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// const PLAYER: u32 = 1;
    /// const BULLET: u32 = 2;
    /// world.spawn_many(50, |_| Body::circle(3.0).layer(BULLET).against(PLAYER))?;
    /// let ship = world.spawn(Body::point().layer(PLAYER))?;
    /// assert_eq!(world.step()?.began().len(), 50);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn against(mut self, against: u32) -> Body {
        self.layers.against = against;
        self
    }

    /// Near misses within a margin are told, once for each other body. Of two bodies with margins the wider one counts.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::circle(2.0).graze(12.0))?;
    /// world.spawn(Body::circle(3.0).at([17.0, 0.0]))?;
    /// assert_eq!(world.step()?.grazes().len(), 1);
    /// assert_eq!(world.step()?.grazes().len(), 0);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn graze(self, margin: f64) -> Body {
        Body { margin: Some(margin), ..self }
    }

    /// Removed by the step that finds it this far beyond the world's bounds, which there have to be.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::builder().bounds([0.0, 0.0], [320.0, 240.0]).build()?;
    /// let shot = world.spawn(Body::circle(3.0).at([400.0, 0.0]).despawn_beyond(32.0))?;
    /// assert_eq!(world.step()?.despawned(), [shot]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn despawn_beyond(self, margin: f64) -> Body {
        Body { leash: Some(margin), ..self }
    }

    /// After a step in which it hit another, the next `steps` do not count that pair. Of two bodies the longer one
    /// counts.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::circle(9.0).cooldown(2))?;
    /// world.spawn(Body::circle(9.0))?;
    /// let mut counts = || -> kasuri::Result<usize> { Ok(world.step()?.hits().count()) };
    /// assert_eq!([counts()?, counts()?, counts()?, counts()?], [1, 0, 0, 1]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn cooldown(mut self, steps: u32) -> Body {
        self.rules.cooldown = steps;
        self
    }

    /// It hits at most so many others, the first in the order of pairs; what it is in contact with stays so.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::circle(9.0).max_hits(2))?;
    /// world.spawn_many(5, |k| Body::point().layer(2).against(1))?;
    /// assert_eq!(world.step()?.began().len(), 2);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn max_hits(mut self, hits: u32) -> Body {
        self.rules.hits_left = Some(hits);
        self
    }

    /// It takes no hits in its first `steps` steps.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::circle(9.0).invulnerable(1))?;
    /// world.spawn(Body::circle(9.0))?;
    /// assert_eq!((world.step()?.began().len(), world.step()?.began().len()), (0, 1));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn invulnerable(mut self, steps: u64) -> Body {
        self.rules.invulnerable = steps;
        self
    }

    /// However fast it is, it misses nothing: each step decides its pairs along the ways of the two, from where they stood
    /// after the last step straight to where they stand now, and [`Hit::t`](crate::Hit::t) says when they met.
    ///
    /// The other body of such a pair goes its way too, whether it is swept or not; a tile map stands still. A body that
    /// [teleports](crate::World::teleport) has no way.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let wall = world.spawn(Body::segment([100.0, -50.0], [100.0, 50.0]))?;
    /// let shot = world.spawn(Body::circle(0.5).swept())?;
    /// world.set_position(shot, [1990.0, 0.0])?;
    /// let hit = world.step()?.began()[0];
    /// assert_eq!((hit.a, hit.b, hit.t()), (wall, shot, Some(0.05)));
    /// assert_eq!(world.contact(&hit)?.map(|contact| contact.normal), Some([-1.0, 0.0]));
    /// assert_eq!(world.step()?.ended().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn swept(self) -> Body {
        Body { is_swept: true, ..self }
    }

    /// It stops nothing that [travels](crate::World::travel) or walks: coins, triggers, areas. Steps tell what touches it as of
    /// any body; [`sweep`](crate::World::sweep) and [`advance`](crate::World::advance) meet it as any body.
    ///
    /// ```
    /// use kasuri::{Body, Response, World};
    /// let mut world = World::new();
    /// let coin = world.spawn(Body::circle(3.0).at([20.0, 0.0]).sensor())?;
    /// let walker = world.spawn(Body::rect([4.0, 8.0]))?;
    /// let travel = world.travel(walker, [20.0, 0.0], Response::Slide)?;
    /// assert_eq!((travel.at.x, travel.met.len()), (20.0, 0));
    /// assert!(world.step()?.began()[0].involves(coin));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn sensor(self) -> Body {
        Body { passage: Passage::Open, ..self }
    }

    /// It stops only what meets a face of it that looks in this direction, and lets everything else through: a platform to
    /// jump up through has the direction up. Of a tile map, each cell; [`Cell::one_way`](crate::Cell::one_way) makes some
    /// cells so.
    ///
    /// ```
    /// use kasuri::{Body, Response, World};
    /// let mut world = World::new();
    /// world.spawn(Body::rect([20.0, 2.0]).at([0.0, 40.0]).one_way([0.0, -1.0]))?;
    /// let walker = world.spawn(Body::rect([4.0, 8.0]).at([0.0, 60.0]))?;
    /// // Up through it, and down again to stand on it.
    /// assert_eq!(world.travel(walker, [0.0, -40.0], Response::Slide)?.at.y, 20.0);
    /// let travel = world.travel(walker, [0.0, 40.0], Response::Slide)?;
    /// assert!(travel.at.y < 30.0 && travel.at.y > 29.9);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn one_way(self, direction: impl Into<Vec2>) -> Body {
        Body { passage: Passage::OneWay(direction.into()), ..self }
    }

    /// A number of the caller's, carried along.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::circle(3.0).data(7))?;
    /// assert_eq!(world.get(ball)?.data(), 7);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn data(self, data: u64) -> Body {
        Body { data, ..self }
    }
}

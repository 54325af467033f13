//! The description of a body, given to a world when the body is spawned.

use std::sync::Arc;

use crate::error::Result;
use crate::form::Layers;
use crate::lattice::Vec2;
use crate::mask::Mask;
use crate::shape::{Placement, Shape, TileMap};
use crate::world::table::body_rules::Rules;
use crate::world::table::look::{Look, Region};
use crate::world::table::passage::Passage;

/// The description of a body to spawn: its look, its position, its layers and its rules.
///
/// The methods of this type never fail: [`World::spawn`](crate::World::spawn) returns the error if something is
/// wrong. A [`Shape`] checks its numbers at once.
///
/// ```
/// use kasuri::{Body, Region, Shape, World};
/// const PLAYER: u32 = 1;
/// const BULLET: u32 = 2;
/// let mut world = World::new();
/// let ship = Body::rect([8.0, 12.0]).at([320.0, 400.0]).layer(PLAYER).region(Region::new("core", Shape::circle(2.0)?));
/// let shot = Body::circle(3.0).at([320.0, 380.0]).layer(BULLET).against(PLAYER).graze(12.0);
/// let (ship, shot) = (world.spawn(ship)?, world.spawn(shot)?);
/// assert!(world.spawn(Body::circle(-1.0)).is_err());
/// # Ok::<(), kasuri::Error>(())
/// ```
#[doc(alias("collider", "hitbox"))]
#[derive(Debug, Clone)]
pub struct Body {
    pub(in crate::world) looks: Result<Looks>,
    pub(in crate::world) frame: usize,
    pub(in crate::world) placement: Placement,
    pub(in crate::world) layers: Layers,
    pub(in crate::world) margin: Option<f64>,
    pub(in crate::world) leash: Option<f64>,
    pub(in crate::world) rules: Rules,
    pub(in crate::world) data: u64,
    pub(in crate::world) is_swept: bool,
    pub(in crate::world) passage: Passage,
}

/// The frames of a body: most bodies have one frame of their own, and many bodies can share a list of several.
#[derive(Debug, Clone)]
pub(in crate::world) enum Looks {
    Own(Box<Look>),
    Shared(Arc<[Look]>),
}

impl Body {
    /// Creates a body from anything that converts into a look: a shape, a mask, a tile map or a [`Look`].
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

    /// Creates a sprite. It consists of exactly the pixels that its mask covers.
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

    /// Creates a sprite with several frames.
    ///
    /// [`BodyEditor::frame`](crate::world::BodyEditor::frame) shows another frame. Each frame may have its own mask,
    /// pivot and regions.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{Body, Look, Shape, World};
    /// let mut world = World::new();
    /// let blink: Arc<[Look]> = [Shape::circle(3.0)?.into(), Shape::point().into()].into();
    /// let eye = world.spawn(Body::frames(&blink))?;
    /// world.edit(eye).frame(1)?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn frames(frames: &Arc<[Look]>) -> Body {
        Body::of(Ok(Looks::Shared(frames.clone())))
    }

    /// Creates a point.
    ///
    /// ```
    /// use kasuri::{Area, Body, Filter, World};
    /// let mut world = World::new();
    /// let fly = world.spawn(Body::point().at([3.0, 4.0]))?;
    /// assert_eq!(world.overlapping(Area::point([3.0, 4.0]), Filter::ALL)?, [fly]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn point() -> Body {
        Body::new(Shape::point())
    }

    /// Creates the line segment from `a` to `b`.
    ///
    /// ```
    /// use kasuri::{Area, Body, Filter, World};
    /// let mut world = World::new();
    /// let rope = world.spawn(Body::segment([0.0, 0.0], [0.0, 80.0]))?;
    /// assert_eq!(world.overlapping(Area::point([0.0, 80.0]), Filter::ALL)?, [rope]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn segment(a: impl Into<Vec2>, b: impl Into<Vec2>) -> Body {
        Body::of_shape(Shape::segment(a, b))
    }

    /// Creates a circle of radius `r`.
    ///
    /// ```
    /// use kasuri::{Area, Body, Filter, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::circle(3.0))?;
    /// assert_eq!(world.overlapping(Area::point([3.0, 0.0]), Filter::ALL)?, [ball]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn circle(r: f64) -> Body {
        Body::of_shape(Shape::circle(r))
    }

    /// Creates an ellipse from its radii along x and y. Any scale is allowed.
    ///
    /// ```
    /// use kasuri::{Area, Body, Filter, World};
    /// let mut world = World::new();
    /// let egg = world.spawn(Body::ellipse(9.0, 4.0).scaled([2.0, 1.0]))?;
    /// assert_eq!(world.overlapping(Area::point([17.9, 0.0]), Filter::ALL)?, [egg]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn ellipse(rx: f64, ry: f64) -> Body {
        Body::of_shape(Shape::ellipse(rx, ry))
    }

    /// Creates a capsule: all points within `r` of the segment from `a` to `b`.
    ///
    /// ```
    /// use kasuri::{Area, Body, Filter, World};
    /// let mut world = World::new();
    /// let beam = world.spawn(Body::capsule([0.0, 0.0], [90.0, 0.0], 4.0))?;
    /// assert_eq!(world.overlapping(Area::point([94.0, 0.0]), Filter::ALL)?, [beam]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn capsule(a: impl Into<Vec2>, b: impl Into<Vec2>, r: f64) -> Body {
        Body::of_shape(Shape::capsule(a, b, r))
    }

    /// Creates a box from half its width and half its height.
    ///
    /// ```
    /// use kasuri::{Area, Body, Filter, World};
    /// let mut world = World::new();
    /// let wall = world.spawn(Body::rect([8.0, 2.0]))?;
    /// assert_eq!(world.overlapping(Area::point([-8.0, 2.0]), Filter::ALL)?, [wall]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias("AABB", "OBB"))]
    pub fn rect(half: impl Into<Vec2>) -> Body {
        Body::of_shape(Shape::rect(half))
    }

    /// Creates a simple polygon, convex or concave.
    ///
    /// ```
    /// use kasuri::{Area, Body, Filter, World};
    /// let mut world = World::new();
    /// let arrow = Body::polygon(&[[0.0, -9.0], [7.0, 4.0], [0.0, 0.0], [-7.0, 4.0]]);
    /// let arrow = world.spawn(arrow)?;
    /// assert!(world.overlapping(Area::point([0.0, 3.0]), Filter::ALL)?.is_empty());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn polygon<P: Into<Vec2> + Copy>(points: &[P]) -> Body {
        Body::of_shape(Shape::polygon(points))
    }

    /// Creates a chain of capsules of one radius, such as a curved laser.
    ///
    /// [`BodyEditor::chain`](crate::world::BodyEditor::chain) moves its points.
    ///
    /// ```
    /// use kasuri::{Area, Body, Filter, World};
    /// let mut world = World::new();
    /// let laser = world.spawn(Body::chain(&[[0.0, 0.0], [40.0, 9.0], [90.0, 0.0]], 2.0))?;
    /// assert_eq!(world.overlapping(Area::point([40.0, 11.0]), Filter::ALL)?, [laser]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn chain<P: Into<Vec2> + Copy>(points: &[P], r: f64) -> Body {
        Body::of_shape(Shape::chain(points, r))
    }

    /// Creates a tile map. Its position is its top left corner.
    ///
    /// Its cells are measured in pixels and its rows go down, whatever the world's axes and units are.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{Area, Body, Filter, TileMap, World};
    /// let mut world = World::new();
    /// let map = Arc::new(TileMap::from_rows([16.0, 16.0], &["..", "##"], &[])?);
    /// let ground = world.spawn(Body::tiles(&map).at([0.0, 100.0]))?;
    /// assert_eq!(world.overlapping(Area::point([8.0, 120.0]), Filter::ALL)?, [ground]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn tiles(map: &Arc<TileMap>) -> Body {
        Body::new(map)
    }

    /// Sets the position; the world's origin by default.
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

    /// Sets the angle in radians; a positive angle turns +x towards +y.
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

    /// Sets the scale on each axis: `[1.5, 1.5]` for both axes alike. A negative factor mirrors.
    ///
    /// ```
    /// use kasuri::{Area, Body, Filter, World};
    /// let mut world = World::new();
    /// let flipped = world.spawn(Body::segment([0.0, 0.0], [9.0, 0.0]).scaled([-2.0, 1.0]))?;
    /// assert_eq!(world.overlapping(Area::point([-18.0, 0.0]), Filter::ALL)?, [flipped]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn scaled(mut self, scale: impl Into<Vec2>) -> Body {
        self.placement.scale = scale.into();
        self
    }

    /// Sets the texel of a sprite's mask that is placed at the body's position; the middle of the mask by default. If
    /// the scale mirrors the body, the pivot is still the same texel of the picture.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{Area, Body, Filter, Mask, World};
    /// let mut world = World::new();
    /// let art = Arc::new(Mask::from_rows(&["##", "##"])?);
    /// let ship = world.spawn(Body::sprite(&art).pivot([0.0, 0.0]).at([10.0, 10.0]))?;
    /// assert_eq!(world.overlapping(Area::point([12.0, 12.0]), Filter::ALL)?, [ship]);
    /// assert!(world.spawn(Body::circle(3.0).pivot([0.0, 0.0])).is_err());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn pivot(self, pivot: impl Into<Vec2>) -> Body {
        let pivot = pivot.into();
        self.edit(|look| look.pivot(pivot))
    }

    /// Adds a region that may have its own layers. In a hit, the first region has number 1; 0 is the body itself.
    ///
    /// ```
    /// use kasuri::{Body, Region, Shape, World};
    /// let mut world = World::new();
    /// const SHIELD: u32 = 2;
    /// let shield = Region::new("shield", Shape::circle(20.0)?).layer(SHIELD);
    /// let ship = world.spawn(Body::point().region(shield))?;
    /// let shot = world.spawn(Body::circle(3.0).at([20.0, 0.0]).against(SHIELD))?;
    /// assert_eq!(world.step()?.began()[0].regions, [1, 0]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn region(self, region: impl Into<Region>) -> Body {
        let region = region.into();
        self.edit(|look| look.region(region.clone()))
    }

    fn edit(mut self, edit: impl Fn(Look) -> Look) -> Body {
        self.looks = self.looks.map(|looks| match looks {
            Looks::Own(look) => Looks::Own(Box::new(edit(*look))),
            Looks::Shared(looks) => Looks::Shared(looks.iter().cloned().map(edit).collect()),
        });
        self
    }

    /// Sets the frame that the body shows first.
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

    /// Sets the layers that the body is on, one bit for each layer; 1 by default. With `layer(0)` it is on no layer,
    /// and nothing hits it.
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

    /// Sets the layers that the body may hit; all by default.
    ///
    /// Two bodies are a pair only if each one is on a layer that the other may hit. `against(0)` means that the body
    /// hits nothing; its regions with an `against` of their own still do.
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

    /// Puts the body in a group; 0, the default, is no group. Two bodies of one group are no pair, whatever their
    /// layers say (SPEC 5): a boss and its own shots.
    ///
    /// Queries with a filter of their own, such as rays, do not look at groups.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let red = world.spawn(Body::circle(3.0).group(1))?;
    /// world.spawn(Body::point().at([2.0, 0.0]).group(1))?;
    /// let blue = world.spawn(Body::point().group(2))?;
    /// let hits: Vec<_> = world.step()?.began().iter().map(|hit| [hit.a, hit.b]).collect();
    /// assert_eq!(hits, [[red, blue]]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn group(mut self, group: u32) -> Body {
        self.layers.group = group;
        self
    }

    /// Makes steps report grazes: near misses within `margin`, once for each other body.
    ///
    /// If both bodies of a pair have a margin, the larger one counts.
    ///
    /// The margin goes around the body and around each of its regions, as far as their layers let them pair with the
    /// other body. The first of them that comes near reports the graze, once for the two bodies; `regions` of that
    /// [`Hit`](crate::Hit) says which it was. For a margin around a small heart only, give the body `against(0)`, and
    /// put only the heart's region against the bullets' layer. The [guide](crate::guide::bullet_hell) has an example.
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

    /// Makes a step remove the body when it is more than `margin` outside the world's bounds.
    ///
    /// [`World::spawn`](crate::World::spawn) returns an error if the world has no bounds.
    ///
    /// A body that a step removes has no hits in that step, not even on the path of a swept body. To keep such hits,
    /// use a margin that is larger than the longest path of one step, or remove the body yourself after the step.
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

    /// Sets a cooldown: after a step with a counted hit of a pair, the next `steps` steps do not count hits of that
    /// pair.
    ///
    /// If both bodies of a pair have a cooldown, the longer one counts. A cooldown is for one pair. For a pause after
    /// any hit, call [`invulnerable`](crate::world::BodyEditor::invulnerable) after the hit.
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

    /// Limits how many hits the body may begin.
    ///
    /// If more begin in one step, the first ones in the order of pairs count, which is the order of spawn. That need
    /// not be the order of time: for a swept shot do not use `max_hits`, and take the hit with the smallest
    /// [`t`](crate::Hit::t). A contact that already exists stays.
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

    /// Makes the body take no hits in its first `steps` steps. It can still graze.
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

    /// Makes the body swept: it misses nothing, however fast it is.
    ///
    /// Each step decides the pairs of a swept body along the straight paths of both bodies, from their positions
    /// after the last step to their positions now. [`Hit::t`](crate::Hit::t) says when the two first overlapped.
    ///
    /// The other body of such a pair also moves along its path, whether it is swept or not; only a tile map stands
    /// still. A body that [teleports](crate::world::BodyEditor::teleport) has no path. The first path of a body begins
    /// where it was spawned.
    ///
    /// A path may hit several bodies in one step. The hits are in the order of spawn: the one with the smallest `t`
    /// came first. A body that the step removes because of [`despawn_beyond`](Body::despawn_beyond) has no hits in that
    /// step.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let wall = world.spawn(Body::segment([100.0, -50.0], [100.0, 50.0]))?;
    /// let shot = world.spawn(Body::circle(0.5).swept())?;
    /// world.edit(shot).position([1990.0, 0.0])?;
    /// let hit = world.step()?.began()[0];
    /// assert_eq!((hit.a, hit.b, hit.t()), (wall, shot, Some(0.05)));
    /// assert_eq!(world.contact(&hit)?.map(|contact| contact.normal.x), Some(-1.0));
    /// assert_eq!(world.step()?.ended().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias("CCD", "bullet"))]
    #[must_use]
    pub fn swept(self) -> Body {
        Body { is_swept: true, ..self }
    }

    /// Makes the body a sensor: it does not stop bodies that [travel](crate::World::travel) or walk. Use it for
    /// coins, triggers and areas.
    ///
    /// Steps report overlaps with a sensor as with any other body. [`sweep`](crate::World::sweep) and
    /// [`advance`](crate::World::advance) also treat it like any other body.
    ///
    /// ```
    /// use kasuri::{travel::Response, Body, World};
    /// let mut world = World::new();
    /// let coin = world.spawn(Body::circle(3.0).at([20.0, 0.0]).sensor())?;
    /// let walker = world.spawn(Body::rect([4.0, 8.0]))?;
    /// let travel = world.travel(walker, [20.0, 0.0], Response::Slide)?;
    /// assert_eq!((travel.at.x, travel.hits.len()), (20.0, 0));
    /// assert!(world.step()?.began()[0].involves(coin));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias = "trigger")]
    #[must_use]
    pub fn sensor(self) -> Body {
        Body { passage: Passage::Open, ..self }
    }

    /// Makes the body one-way: it stops a travel only at a face that points in `direction`, and lets everything else
    /// through.
    ///
    /// A platform that a player can jump up through has the direction up. If the body is a tile map, each of its
    /// cells is one-way; [`Cell::one_way`](crate::shape::Cell::one_way) makes single cells one-way.
    ///
    /// ```
    /// use kasuri::{travel::Response, Body, World};
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

    /// Sets a number of the caller's own that the body carries.
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

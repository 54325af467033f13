//! The look of a body in one frame: its solid and its named regions.

use std::sync::Arc;

use crate::cpu::forms::{Extent, Forms};
use crate::error::{At, Cause, Result};
use crate::form::{Form, Layers};
use crate::lattice::{Bounds, Point, Vec2};
use crate::mask::{Mask, Sprite};
use crate::shape::{Placement, Shape, TileMap, Transform};
use crate::world::table::axes::Boundary;

/// A solid that can hit: a shape, a mask or a tile map, not yet placed.
///
/// ```
/// use kasuri::{world::Solid, Body, Look, Mask, Shape, World};
/// use std::sync::Arc;
/// let mask = Arc::new(Mask::from_rows(&["##", "##"])?);
/// let solids: [Solid; 2] = [Shape::circle(3.0)?.into(), (&mask).into()];
/// let mut world = World::new();
/// for solid in solids {
///     world.spawn(Body::new(Look::new(solid)))?;
/// }
/// assert_eq!(world.step()?.began().len(), 1);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone)]
pub enum Solid {
    /// A shape in the body's own coordinates.
    Shape(Shape),
    /// A mask: its set texels are solid.
    Mask(Arc<Mask>),
    /// A tile map: its cells are solid.
    Tiles(Arc<TileMap>),
}

macro_rules! solid_from {
    ($($from:ty: $v:ident => $solid:expr;)*) => {
        $(impl From<$from> for Solid {
            fn from($v: $from) -> Solid {
                $solid
            }
        }

        impl From<$from> for Look {
            fn from($v: $from) -> Look {
                Look::new($solid)
            }
        })*
    };
}

solid_from! {
    Shape: shape => Solid::Shape(shape);
    Arc<Mask>: mask => Solid::Mask(mask);
    &Arc<Mask>: mask => Solid::Mask(mask.clone());
    Arc<TileMap>: map => Solid::Tiles(map);
    &Arc<TileMap>: map => Solid::Tiles(map.clone());
}

impl Solid {
    /// Converts the solid to pixels, +y down.
    pub(in crate::world) fn through(self, boundary: Boundary) -> Result<Solid> {
        match self {
            Solid::Shape(shape) if !boundary.is_identity() => Ok(Solid::Shape(
                shape.mapped(&|v| boundary.place_in(v), &|length| boundary.length_in(length))?,
            )),
            solid => Ok(solid),
        }
    }

    /// Returns each tagged part of a compound with its form, relative to the body's position.
    pub(in crate::world) fn tagged_parts(&self, frame: &Transform) -> Result<Vec<(&str, Form)>> {
        let Solid::Shape(shape) = self else { return Ok(Vec::new()) };
        let tagged = shape.parts().iter().filter_map(|part| Some((part.name()?, part)));
        tagged
            .map(|(tag, part)| {
                let alone = Shape::compound(vec![part.clone()])?;
                Ok((tag, Form::Shape(alone.place_in(&Transform { at: Point::default(), ..*frame })?)))
            })
            .collect()
    }

    /// Returns the form at a placement, and the box around its position and its placed vertices.
    pub(in crate::world) fn place(
        &self,
        placement: &Placement,
        frame: &Transform,
        pivot: Option<Vec2>,
    ) -> Result<(Form, Bounds)> {
        let here = Bounds { min: frame.at, max: frame.at };
        match self {
            Solid::Shape(shape) => {
                shape.place_with_reach(frame).map(|(parts, reach)| (Form::Shape(parts), reach))
            }
            Solid::Mask(mask) => Ok((Form::Sprite(Sprite::place_in(mask, frame, pivot)?), here)),
            Solid::Tiles(map) => {
                if placement.angle != 0.0 || placement.scale != Vec2::new(1.0, 1.0) {
                    return Err(Cause::TileMapTurns.error());
                }
                let tiles = map.place(placement.at)?;
                let reach = tiles.reach().union(here);
                Ok((Form::Tiles(tiles), reach))
            }
        }
    }

    /// Turns a form of this solid that was placed with the same scale and is relative to its position. Returns the
    /// box around the position and the vertices. Tile maps do not turn.
    #[inline(always)]
    fn turn(&self, frame: &Transform, form: &mut Form) -> Result<Bounds> {
        match (self, form) {
            (Solid::Shape(shape), Form::Shape(parts)) => shape.place_over(frame, parts),
            (Solid::Mask(_), Form::Sprite(sprite)) => {
                let turn = sprite.turn().turned(frame.cos, frame.sin, frame.scale);
                sprite.turn_to_angle(turn);
                Ok(Bounds { min: frame.at, max: frame.at })
            }
            _ => Err(Cause::TileMapTurns.error()),
        }
    }

    /// Whether the two are the same mask object, the same map object, or equal shapes.
    fn is_same(&self, other: &Solid) -> bool {
        match (self, other) {
            (Solid::Shape(a), Solid::Shape(b)) => a == b,
            (Solid::Mask(a), Solid::Mask(b)) => Arc::ptr_eq(a, b),
            (Solid::Tiles(a), Solid::Tiles(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

/// A named part of a body that has hits of its own: a core, a hurt box, a hit box.
///
/// In a hit, 0 is the body itself. The first region has number 1, the next one 2.
///
/// ```
/// use kasuri::{Region, Shape};
/// let core = Region::new("core", Shape::circle(2.0)?).layer(4).against(8);
/// assert_eq!(core.name(), "core");
/// # Ok::<(), kasuri::Error>(())
/// ```
#[doc(alias("hitbox", "hurtbox"))]
#[derive(Debug, Clone)]
pub struct Region {
    name: Box<str>,
    pub(in crate::world) solid: Solid,
    pub(in crate::world) pivot: Option<Vec2>,
    pub(in crate::world) layer: Option<u32>,
    pub(in crate::world) against: Option<u32>,
    /// Whether a shape is measured in the texels of the look's mask, +y down, whatever the world's axes and units are.
    is_in_texels: bool,
}

impl<S: Into<Solid>> From<(&str, S)> for Region {
    fn from((name, solid): (&str, S)) -> Region {
        Region::new(name, solid)
    }
}

impl Region {
    /// Creates a region with the body's layers. The shape's origin is the body's position. To move it, make it a
    /// compound of one part, as the head here.
    ///
    /// ```
    /// use kasuri::{shape::Part, Area, Body, Filter, Region, Shape, World};
    /// let core = Region::new("core", Shape::circle(2.0)?);
    /// let head = Shape::compound(vec![Part::new(Shape::circle(4.0)?).offset([0.0, -20.0])])?;
    /// let mut world = World::new();
    /// let hero = world.spawn(Body::point().region(core).region(Region::new("head", head)))?;
    /// assert_eq!(world.overlapping(Area::point([0.0, -24.0]), Filter::ALL)?, [hero]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn new(name: &str, solid: impl Into<Solid>) -> Region {
        Region {
            name: name.into(),
            solid: solid.into(),
            pivot: None,
            layer: None,
            against: None,
            is_in_texels: false,
        }
    }

    /// Measures the shape in texels, +y down, as the masks of looks are: a mask looks the same in every world.
    #[cfg(feature = "sheet")]
    pub(crate) fn in_texels(self) -> Region {
        Region { is_in_texels: true, ..self }
    }

    /// Sets the texel of the region's mask that is placed at the body's position; the middle of the mask by default.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{Body, Mask, Region, World};
    /// let art = Arc::new(Mask::from_rows(&["##", "##"])?);
    /// let sword = Region::new("sword", &art).pivot([0.0, 2.0]);
    /// World::new().spawn(Body::point().region(sword))?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn pivot(self, pivot: impl Into<Vec2>) -> Region {
        Region { pivot: Some(pivot.into()), ..self }
    }

    /// Sets the layers that the region is on, instead of the body's.
    ///
    /// ```
    /// use kasuri::{Body, Region, Shape, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::point().region(Region::new("hurt", Shape::circle(2.0)?).layer(4)))?;
    /// assert_eq!(world.get(ship)?.regions().next().map(|(.., layers)| layers.layer), Some(4));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn layer(self, layer: u32) -> Region {
        Region { layer: Some(layer), ..self }
    }

    /// Sets the layers that the region may hit, instead of the body's.
    ///
    /// ```
    /// use kasuri::{Body, Region, Shape, World};
    /// let mut world = World::new();
    /// let ship = world.spawn(Body::point().region(Region::new("sword", Shape::circle(9.0)?).against(8)))?;
    /// assert_eq!(world.get(ship)?.regions().next().map(|(.., layers)| layers.against), Some(8));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn against(self, against: u32) -> Region {
        Region { against: Some(against), ..self }
    }

    /// Returns the region's name.
    ///
    /// ```
    /// use kasuri::{Region, Shape};
    /// assert_eq!(Region::new("core", Shape::circle(2.0)?).name(), "core");
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the region's layers; the body's layers where it has none of its own.
    pub(in crate::world) fn layers(&self, body: Layers) -> Layers {
        Layers {
            layer: self.layer.unwrap_or(body.layer),
            against: self.against.unwrap_or(body.against),
            group: body.group,
        }
    }
}

/// A body in one frame: its solid and its regions.
///
/// ```
/// use std::sync::Arc;
/// use kasuri::{Body, Look, Mask, Region, Shape, World};
/// let stand = Arc::new(Mask::from_rows(&["##", "##", "##"])?);
/// let duck = Arc::new(Mask::from_rows(&["##", "##"])?);
/// let frames: Arc<[Look]> = [
///     Look::from(&stand).pivot([1.0, 3.0]).region(Region::new("head", Shape::circle(1.0)?)),
///     Look::from(&duck).pivot([1.0, 2.0]),
/// ].into();
/// let mut world = World::new();
/// let hero = world.spawn(Body::frames(&frames).at([10.0, 20.0]))?;
/// world.edit(hero).frame(1)?;
/// assert!(world.edit(hero).frame(2).is_err());
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Look {
    pub(in crate::world) solid: Solid,
    pub(in crate::world) pivot: Option<Vec2>,
    pub(in crate::world) regions: Vec<Region>,
}

impl Look {
    /// Creates a look without regions.
    ///
    /// ```
    /// use kasuri::{Body, Look, Shape, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::new(Look::new(Shape::circle(3.0)?)))?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn new(solid: impl Into<Solid>) -> Look {
        Look { solid: solid.into(), pivot: None, regions: Vec::new() }
    }

    /// Sets the texel of the mask that is placed at the body's position; the middle of the mask by default. If the
    /// scale mirrors the body, the pivot is still the same texel of the picture.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use kasuri::{Body, Look, Mask, World};
    /// let art = Arc::new(Mask::from_rows(&["##", "##"])?);
    /// World::new().spawn(Body::new(Look::from(&art).pivot([1.0, 2.0])))?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn pivot(self, pivot: impl Into<Vec2>) -> Look {
        Look { pivot: Some(pivot.into()), ..self }
    }

    /// Adds a region, which may have its own layers.
    ///
    /// ```
    /// use kasuri::{Look, Region, Shape};
    /// let shield = Region::new("shield", Shape::circle(20.0)?).layer(4);
    /// let look = Look::from(Shape::rect([4.0, 8.0])?).region(shield);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn region(mut self, region: impl Into<Region>) -> Look {
        self.regions.push(region.into());
        self
    }

    /// Converts the look to pixels, +y down. It is an error if there are too many regions or two of them have the
    /// same name.
    pub(in crate::world) fn through(mut self, boundary: Boundary) -> Result<Look> {
        self.check_regions()?;
        if self.pivot.is_some() && !matches!(self.solid, Solid::Mask(_)) {
            return Err(Cause::NoPivot.at("pivot"));
        }
        self.solid = self.solid.through(boundary)?;
        for k in 0..self.regions.len() {
            let place = || format!("regions[{k}]");
            let region = &mut self.regions[k];
            if matches!(region.solid, Solid::Tiles(_)) {
                return Err(Cause::TilesInRegion.at(place()));
            }
            if region.pivot.is_some() && !matches!(region.solid, Solid::Mask(_)) {
                return Err(Cause::NoPivot.at("pivot").at(place()));
            }
            let boundary = if region.is_in_texels { Boundary::default() } else { boundary };
            region.solid = region.solid.clone().through(boundary).at(place())?;
        }
        Ok(self)
    }

    /// Refuses too many regions, and two with the same name.
    pub(crate) fn check_regions(&self) -> Result<()> {
        if self.regions.len() > MOST_REGIONS {
            let (count, most) = (self.regions.len(), MOST_REGIONS);
            return Err(Cause::Count { what: "regions", count, least: 0, most }.at("regions"));
        }
        for (k, Region { name, .. }) in self.regions.iter().enumerate() {
            if self.regions[..k].iter().any(|earlier| earlier.name == *name) {
                return Err(Cause::RepeatedRegion { name: name.clone() }.at(format!("regions[{k}]")));
            }
        }
        Ok(())
    }

    /// Returns the mask of a look that is a mask without regions.
    #[inline(always)]
    pub(in crate::world) fn only_mask(&self) -> Option<&Arc<Mask>> {
        match &self.solid {
            Solid::Mask(mask) if self.regions.is_empty() => Some(mask),
            _ => None,
        }
    }

    /// Sets the radius of a shape that no other look has. Returns whether it does.
    #[inline(always)]
    pub(in crate::world) fn set_own_radius(&mut self, r: f64) -> bool {
        if let Solid::Shape(shape) = &mut self.solid { shape.set_own_radius(r) } else { false }
    }

    /// Sets the points of a chain that no other look has, as many as it has. Returns whether it does.
    pub(in crate::world) fn set_own_points(&mut self, points: &[Vec2]) -> bool {
        if let Solid::Shape(shape) = &mut self.solid { shape.set_own_points(points) } else { false }
    }

    /// Returns the shape of a look that is a shape without regions.
    #[inline(always)]
    pub(in crate::world) fn only_shape(&self) -> Option<&Shape> {
        match &self.solid {
            Solid::Shape(shape) if self.regions.is_empty() => Some(shape),
            _ => None,
        }
    }

    /// Returns the forms of a body with this look, relative to its position, and the extent that moving the body
    /// needs.
    pub(in crate::world) fn form(&self, placement: &Placement) -> Result<(Forms, Extent)> {
        self.form_in(placement, &placement.frame()?)
    }

    /// Does the same as `form` for a placement that was checked before.
    pub(in crate::world) fn form_in(
        &self,
        placement: &Placement,
        frame: &Transform,
    ) -> Result<(Forms, Extent)> {
        let (body, mut reach) = self.solid.place(placement, frame, self.pivot)?;
        let mut forms = vec![body.seen_from(frame.at)];
        for (k, region) in self.regions.iter().enumerate() {
            let placed = region.solid.place(placement, frame, region.pivot);
            let (form, of_region) = placed.map_err(|e| e.at(format!("regions[{k}]")))?;
            forms.push(form.seen_from(frame.at));
            reach = reach.union(of_region);
        }
        let forms = match forms.pop() {
            Some(only) if forms.is_empty() => Forms::One(only),
            last => Forms::Many(forms.into_iter().chain(last).collect()),
        };
        // Coordinates of the world differ by at most 2^30, so `seen_from` cannot overflow (SPEC 1).
        let extent = Extent::of(&forms, reach.seen_from(frame.at));
        Ok((forms, extent))
    }

    /// Turns the forms of a body with this look, relative to its position, that were placed with the same scale.
    pub(in crate::world) fn turn(&self, frame: &Transform, forms: &mut Forms) -> Result<Extent> {
        let (body, regions) = match forms {
            Forms::One(form) => (form, &mut [][..]),
            Forms::Many(forms) => match &mut forms[..] {
                [body, regions @ ..] => (body, regions),
                [] => return Err(Cause::TileMapTurns.error()),
            },
        };
        let mut reach = self.solid.turn(frame, body)?;
        for (region, form) in self.regions.iter().zip(regions) {
            reach = reach.union(region.solid.turn(frame, form)?);
        }
        Ok(Extent::of(forms, reach))
    }

    /// Returns the largest sum of a mask's width and height; 0 without masks.
    pub(in crate::world) fn widest_mask(&self) -> u32 {
        let solids = self.regions.iter().map(|region| &region.solid).chain([&self.solid]);
        let masks = solids.filter_map(|solid| if let Solid::Mask(mask) = solid { Some(mask) } else { None });
        masks.map(|mask| mask.width() + mask.height()).max().unwrap_or(0)
    }

    /// Whether the look is the same at every angle.
    #[inline(always)]
    pub(in crate::world) fn is_round(&self) -> bool {
        match &self.solid {
            Solid::Shape(shape) => shape.is_round() && self.regions.is_empty(),
            _ => false,
        }
    }

    /// Returns the layers of the body itself (region 0) or of one of its regions (from 1).
    #[inline(always)]
    pub(in crate::world) fn layers_of(&self, region: usize, body: Layers) -> Layers {
        region.checked_sub(1).and_then(|k| self.regions.get(k)).map_or(body, |region| region.layers(body))
    }

    /// Returns all layers that the body or one of its regions is on or may hit. The broad phase uses them.
    pub(in crate::world) fn layers_of_all(&self, body: Layers) -> Layers {
        self.regions.iter().map(|region| region.layers(body)).fold(body, |all, one| Layers {
            layer: all.layer | one.layer,
            against: all.against | one.against,
            group: body.group,
        })
    }

    /// Whether the two looks are the same, so that bodies can share one.
    pub(in crate::world) fn is_same(&self, other: &Look) -> bool {
        self.pivot == other.pivot
            && self.regions.is_empty()
            && other.regions.is_empty()
            && self.solid.is_same(&other.solid)
    }
}

/// The most regions a body can have in a frame. Hits store a region's index in one byte, where 0 is the body itself.
const MOST_REGIONS: usize = 255;

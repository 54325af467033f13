//! Areas, and the bodies that overlap them.

use std::f64::consts::TAU;

use crate::error::{At, Cause, Result};
use crate::form::{Form, Touching};
use crate::lattice::{Bounds, Point, Vec2, finite, not_negative};
use crate::query;
use crate::shape::{Convex, Placement, Shape};
use crate::world::World;
use crate::world::ask::filter::Filter;
use crate::world::table::handle::Handle;
use crate::world::table::look::Solid;

/// An area of the world in which [`World::overlapping`] looks for bodies.
///
/// ```
/// use std::sync::Arc;
/// use kasuri::{Area, Body, Filter, Mask, Placement, Shape, World};
/// let mut world = World::new();
/// let balls = world.spawn_many(9, |k| Body::circle(3.0).at([10.0 * k as f64, 0.0]))?;
/// let bodies_in = |area: Area| world.overlapping(area, Filter::ALL);
/// assert_eq!(bodies_in(Area::point([33.0, 0.0]))?, balls[3..4]);
/// assert_eq!(bodies_in(Area::rect([22.0, -1.0], [47.0, 1.0]))?, balls[2..6]);
/// assert_eq!(bodies_in(Area::circle([20.0, 0.0], 7.0))?, balls[1..4]);
/// assert_eq!(bodies_in(Area::cone([35.0, 0.0], 0.0, 0.4, 20.0))?, balls[4..6]);
/// let bar = Shape::rect([20.0, 2.0])?;
/// assert_eq!(bodies_in(Area::solid(bar, Placement::at([0.0, 0.0]).turned(1.5)))?, balls[..1]);
/// let dot = Arc::new(Mask::from_rows(&["#"])?);
/// assert_eq!(bodies_in(Area::solid(&dot, Placement::at([30.5, 0.5])))?, balls[3..4]);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[doc(alias = "trigger")]
#[derive(Debug, Clone)]
pub struct Area(AreaKind);

#[derive(Debug, Clone)]
enum AreaKind {
    Point(Vec2),
    Rect([Vec2; 2]),
    Circle { center: Vec2, r: f64 },
    Cone(Cone),
    Solid(Box<Solid>, Placement),
}

#[derive(Debug, Clone, Copy)]
struct Cone {
    apex: Vec2,
    direction: f64,
    half_angle: f64,
    reach: f64,
}

impl Area {
    /// A single point.
    pub fn point(at: impl Into<Vec2>) -> Area {
        Area(AreaKind::Point(at.into()))
    }

    /// An upright box, given by two opposite corners. It may be as large as the world.
    pub fn rect(corner: impl Into<Vec2>, opposite: impl Into<Vec2>) -> Area {
        Area(AreaKind::Rect([corner.into(), opposite.into()]))
    }

    /// A circle.
    pub fn circle(center: impl Into<Vec2>, r: f64) -> Area {
        Area(AreaKind::Circle { center: center.into(), r })
    }

    /// A cone that starts at `apex`, opens by `half_angle` to each side of `direction`, and is `reach` long. Angles are
    /// in radians.
    ///
    /// The rim is a polygon of 32 edges on the lattice, so that answers are exact. For a half angle of 90 degrees the
    /// polygon is at most 1/830 of the reach inside the circle. A larger half angle is an error.
    pub fn cone(apex: impl Into<Vec2>, direction: f64, half_angle: f64, reach: f64) -> Area {
        Area(AreaKind::Cone(Cone { apex: apex.into(), direction, half_angle, reach }))
    }

    /// A shape, a mask or a tile map at a placement.
    pub fn solid(solid: impl Into<Solid>, placement: Placement) -> Area {
        Area(AreaKind::Solid(Box::new(solid.into()), placement))
    }
}

impl World {
    /// Returns the bodies that overlap an area, in the order in which they were spawned.
    ///
    /// ```
    /// use kasuri::{Area, Body, World};
    /// const ENEMY: u32 = 2;
    /// let mut world = World::new();
    /// world.spawn(Body::circle(3.0).at([10.0, 0.0]))?;
    /// let enemy = world.spawn(Body::circle(3.0).at([12.0, 0.0]).layer(ENEMY))?;
    /// assert_eq!(world.overlapping(Area::circle([0.0, 0.0], 20.0), ENEMY)?, [enemy]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias("overlap", "spritecollide"))]
    pub fn overlapping(&self, area: Area, filter: impl Into<Filter>) -> Result<Vec<Handle>> {
        let filter = filter.into();
        let form = match area.0 {
            AreaKind::Point(at) => return self.bodies_at(at, filter),
            AreaKind::Rect(corners) => return self.bodies_in_rect(corners, filter),
            AreaKind::Circle { center, r } => {
                self.form_of(Shape::circle(r)?.into(), &Placement::at(center))?
            }
            AreaKind::Cone(cone) => self.form_of_cone(cone)?,
            AreaKind::Solid(solid, placement) => self.form_of(*solid, &placement)?,
        };
        Ok(self.bodies_on(&form, filter))
    }

    fn bodies_at(&self, at: Vec2, filter: Filter) -> Result<Vec<Handle>> {
        let at = Point::snapped(self.boundary.place_in(at)).at("at")?;
        Ok(self.bodies_in(Bounds { min: at, max: at }, filter, |form| query::contains(form, at)))
    }

    fn bodies_in_rect(&self, [corner, opposite]: [Vec2; 2], filter: Filter) -> Result<Vec<Handle>> {
        let corner = Point::snapped(self.boundary.place_in(corner)).at("corner")?;
        let opposite = Point::snapped(self.boundary.place_in(opposite)).at("opposite")?;
        let area = Bounds {
            min: Point::new(corner.x.min(opposite.x), corner.y.min(opposite.y)),
            max: Point::new(corner.x.max(opposite.x), corner.y.max(opposite.y)),
        };
        Ok(self.bodies_in(area, filter, |form| form.bounds().is_some_and(|b| meets_box(form, b, area))))
    }

    fn form_of_cone(&self, cone: Cone) -> Result<Form> {
        let Cone { apex, direction, half_angle, reach } = cone;
        let most = TAU / 4.0;
        finite(direction).at("direction")?;
        if !(0.0..=most).contains(&finite(half_angle).at("half_angle")?) {
            let what = "half the angle of a cone";
            return Err(Cause::OutOfRange { what, value: half_angle, least: 0.0, most }.at("half_angle"));
        }
        not_negative(reach, "a reach").at("reach")?;
        let apex = self.boundary.place_in(apex);
        let (direction, reach) = (self.boundary.angle(direction), self.boundary.length_in(reach));
        let rim = (0..=RIM).map(|k| {
            let angle = direction - half_angle + 2.0 * half_angle * f64::from(k) / f64::from(RIM);
            Vec2::new(apex.x + reach * libm::cos(angle), apex.y + reach * libm::sin(angle))
        });
        let points: Vec<Point> =
            std::iter::once(apex).chain(rim).map(Point::snapped).collect::<Result<_>>().at("cone")?;
        Ok(Form::Shape(Convex::new(points, 0)?.into()))
    }
}

/// The number of edges along the rim of a cone.
const RIM: u32 = 32;

/// Whether a form meets a box. The box is cut to the form's own box first, because nothing outside it matters.
fn meets_box(form: &Form, bounds: Bounds, area: Bounds) -> bool {
    if !bounds.meets(area) {
        return false;
    }
    let min = Point::new(area.min.x.max(bounds.min.x), area.min.y.max(bounds.min.y));
    let max = Point::new(area.max.x.min(bounds.max.x), area.max.y.min(bounds.max.y));
    let corners = vec![min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
    match Convex::new(corners, 0) {
        Ok(part) => query::overlaps(form, &Form::Shape(part.into()), Touching::Counts),
        // A tile map's box may be larger than any shape: test its cells one by one.
        Err(_) => match form {
            Form::Tiles(tiles) => tiles.cells_near(area).any(|cell| {
                let form = Form::from(&cell.placed().form);
                form.bounds().is_some_and(|b| meets_box(&form, b, area))
            }),
            _ => false,
        },
    }
}

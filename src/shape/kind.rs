//! The kinds of shape, validated when made, and their convex parts once placed (SPEC 2).

use crate::error::{At, Error, Result};
use crate::lattice::{Bounds, Point, Vec2, not_negative};
use crate::shape::{Convex, Frame, Parts, Placement, Polygon};

/// A shape in its own coordinates. Made by one of its constructors, which refuse what SPEC 7 refuses.
///
/// ```
/// use kasuri::{Placement, Shape};
/// let bar = Shape::rect([8.0, 3.0])?;
/// let parts = bar.place(&Placement::at([100.0, 50.0]).turned(1.0))?;
/// assert_eq!(parts[0].vertices().len(), 4);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Shape(Kind);

/// What a shape is, in the numbers it was given.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Kind {
    Point,
    Segment { a: Vec2, b: Vec2 },
    Circle { r: f64 },
    Capsule { a: Vec2, b: Vec2, r: f64 },
    Rect { half: Vec2 },
    Polygon(Polygon),
    Rounded { polygon: Polygon, r: f64 },
    Chain { points: Box<[Vec2]>, r: f64 },
    Compound(Box<[Part]>),
}

/// A part of a compound: a convex shape or a chain, moved by an offset within the body.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    shape: Shape,
    offset: Vec2,
    tag: Option<Box<str>>,
}

impl Part {
    /// A part at the body's origin, without a tag.
    pub fn new(shape: Shape) -> Part {
        Part { shape, offset: Vec2::default(), tag: None }
    }

    /// Moved by an offset in the body's own coordinates.
    #[must_use]
    pub fn offset(self, offset: impl Into<Vec2>) -> Part {
        Part { offset: offset.into(), ..self }
    }

    /// Named, so that hits can say which part they met.
    #[must_use]
    pub fn tag(self, tag: impl Into<Box<str>>) -> Part {
        Part { tag: Some(tag.into()), ..self }
    }

    /// What it is called.
    pub fn name(&self) -> Option<&str> {
        self.tag.as_deref()
    }

    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }

    pub(crate) fn moved(&self) -> Vec2 {
        self.offset
    }
}

impl Shape {
    /// The body's position itself.
    pub fn point() -> Shape {
        Shape(Kind::Point)
    }

    /// From a to b.
    pub fn segment(a: impl Into<Vec2>, b: impl Into<Vec2>) -> Result<Shape> {
        Ok(Shape(Kind::Segment { a: a.into().finite().at("a")?, b: b.into().finite().at("b")? }))
    }

    /// All within `r` of the body's position.
    pub fn circle(r: f64) -> Result<Shape> {
        Ok(Shape(Kind::Circle { r: radius(r)? }))
    }

    /// All within `r` of the segment from a to b.
    pub fn capsule(a: impl Into<Vec2>, b: impl Into<Vec2>, r: f64) -> Result<Shape> {
        let (a, b) = (a.into().finite().at("a")?, b.into().finite().at("b")?);
        Ok(Shape(Kind::Capsule { a, b, r: radius(r)? }))
    }

    /// A box of half the width and half the height around the body's position.
    pub fn rect(half: impl Into<Vec2>) -> Result<Shape> {
        let half = half.into();
        not_negative(half.x, "half a side").at("half[0]")?;
        not_negative(half.y, "half a side").at("half[1]")?;
        Ok(Shape(Kind::Rect { half }))
    }

    /// A simple polygon of 3 to 4096 vertices, convex or concave.
    pub fn polygon<P: Into<Vec2> + Copy>(points: &[P]) -> Result<Shape> {
        Ok(Shape(Kind::Polygon(Polygon::new(&vec2s(points)).at("points")?)))
    }

    /// All within `r` of such a polygon.
    pub fn rounded_polygon<P: Into<Vec2> + Copy>(points: &[P], r: f64) -> Result<Shape> {
        let polygon = Polygon::new(&vec2s(points)).at("points")?;
        Ok(Shape(Kind::Rounded { polygon, r: radius(r)? }))
    }

    /// 2 to 4096 points joined by capsules of one radius: a curved laser.
    pub fn chain<P: Into<Vec2> + Copy>(points: &[P], r: f64) -> Result<Shape> {
        if !(2..=4096).contains(&points.len()) {
            let count = points.len();
            return Err(Error::Count { what: "points in the chain", count, least: 2, most: 4096 })
                .at("points");
        }
        let points = vec2s(points);
        for (k, p) in points.iter().enumerate() {
            p.finite().map_err(|e| e.at(format!("points[{k}]")))?;
        }
        Ok(Shape(Kind::Chain { points: points.into(), r: radius(r)? }))
    }

    /// 1 to 256 shapes that move as one.
    pub fn compound(parts: Vec<Part>) -> Result<Shape> {
        if !(1..=256).contains(&parts.len()) {
            let count = parts.len();
            return Err(Error::Count { what: "parts in the compound", count, least: 1, most: 256 })
                .at("parts");
        }
        for (k, part) in parts.iter().enumerate() {
            let place = |e: Error| e.at(format!("parts[{k}]"));
            part.offset.finite().at("offset").map_err(place)?;
            if let Kind::Compound(_) = part.shape.0 {
                return Err(place(Error::NotAPart("a compound")));
            }
        }
        Ok(Shape(Kind::Compound(parts.into())))
    }

    /// The same shape in other coordinates: `place` takes its places, which is linear, and `length` its lengths.
    pub(crate) fn mapped(&self, place: &dyn Fn(Vec2) -> Vec2, length: &dyn Fn(f64) -> f64) -> Result<Shape> {
        let all = |points: &[Vec2]| points.iter().map(|&p| place(p)).collect::<Vec<_>>();
        match &self.0 {
            Kind::Point => Ok(Shape::point()),
            Kind::Segment { a, b } => Shape::segment(place(*a), place(*b)),
            Kind::Circle { r } => Shape::circle(length(*r)),
            Kind::Capsule { a, b, r } => Shape::capsule(place(*a), place(*b), length(*r)),
            Kind::Rect { half } => Shape::rect([length(half.x), length(half.y)]),
            Kind::Polygon(polygon) => Shape::polygon(&all(polygon.points())),
            Kind::Rounded { polygon, r } => Shape::rounded_polygon(&all(polygon.points()), length(*r)),
            Kind::Chain { points, r } => Shape::chain(&all(points), length(*r)),
            Kind::Compound(parts) => {
                let mapped = parts.iter().enumerate().map(|(k, part)| {
                    let shape = part.shape.mapped(place, length).map_err(|e| e.at(format!("parts[{k}]")))?;
                    Ok(Part { shape, offset: place(part.offset), tag: part.tag.clone() })
                });
                Shape::compound(mapped.collect::<Result<_>>()?)
            }
        }
    }

    /// A chain through other points.
    pub(crate) fn with_points(&self, points: &[Vec2]) -> Result<Shape> {
        match self.0 {
            Kind::Chain { r, .. } => Shape::chain(points, r),
            _ => Err(Error::NotA("a chain")),
        }
    }

    /// A circle, a capsule or a chain of another radius.
    pub(crate) fn with_radius(&self, r: f64) -> Result<Shape> {
        let mut shape = self.clone();
        match &mut shape.0 {
            Kind::Circle { r: old }
            | Kind::Capsule { r: old, .. }
            | Kind::Rounded { r: old, .. }
            | Kind::Chain { r: old, .. } => {
                *old = radius(r)?;
                Ok(shape)
            }
            _ => Err(Error::NotA("a circle, a capsule or a chain")),
        }
    }

    pub(crate) fn what(&self) -> &Kind {
        &self.0
    }

    /// The parts of a compound; none for other shapes.
    pub fn parts(&self) -> &[Part] {
        match &self.0 {
            Kind::Compound(parts) => parts,
            _ => &[],
        }
    }

    /// The word that scene files have for this kind.
    pub fn kind(&self) -> &'static str {
        match self.0 {
            Kind::Point => "point",
            Kind::Segment { .. } => "segment",
            Kind::Circle { .. } => "circle",
            Kind::Capsule { .. } => "capsule",
            Kind::Rect { .. } => "box",
            Kind::Polygon(_) | Kind::Rounded { .. } => "polygon",
            Kind::Chain { .. } => "chain",
            Kind::Compound(_) => "compound",
        }
    }

    /// The shape on the lattice, as its convex parts in order.
    pub fn place(&self, placement: &Placement) -> Result<Parts> {
        self.place_in(&placement.frame()?)
    }

    /// The same, by a placement that was checked before.
    pub fn place_in(&self, frame: &Frame) -> Result<Parts> {
        self.place_with_reach(frame).map(|(parts, _)| parts)
    }

    /// The same, and the box around the position and every placed vertex, dropped ones too: what SPEC 1 holds within the
    /// world.
    pub(crate) fn place_with_reach(&self, frame: &Frame) -> Result<(Parts, Bounds)> {
        let mut all = PlacedParts { parts: Vec::new(), reach: Bounds { min: frame.at, max: frame.at } };
        if let Kind::Compound(list) = &self.0 {
            for (k, part) in list.iter().enumerate() {
                let placed = part.shape.place_at(frame, part.offset, &mut all);
                placed.map_err(|e| within(e, format!("compound.parts[{k}].{}", part.shape.kind())))?;
            }
        } else {
            let placed = self.place_at(frame, Vec2::default(), &mut all);
            placed.map_err(|e| within(e, self.kind().into()))?;
        }
        Ok((all.parts.into(), all.reach))
    }

    /// Places anything but a compound, its own coordinates moved by `offset` first.
    fn place_at(&self, frame: &Frame, offset: Vec2, all: &mut PlacedParts) -> Result<()> {
        let vertex = |v: Vec2| frame.vertex(Vec2::new(v.x + offset.x, v.y + offset.y));
        match &self.0 {
            Kind::Point => all.add(vec![vertex(Vec2::default())?], 0),
            Kind::Segment { a, b } => all.add(vec![vertex(*a).at("a")?, vertex(*b).at("b")?], 0),
            Kind::Circle { r } => all.add(vec![vertex(Vec2::default())?], frame.radius(*r)?),
            Kind::Capsule { a, b, r } => {
                all.add(vec![vertex(*a).at("a")?, vertex(*b).at("b")?], frame.radius(*r)?)
            }
            Kind::Rect { half } => {
                all.add(rect_corners(vertex(Vec2::default())?, frame.half_axes(*half).at("half")?)?, 0)
            }
            Kind::Polygon(polygon) | Kind::Rounded { polygon, .. } => {
                let r = if let Kind::Rounded { r, .. } = self.0 { frame.radius(r)? } else { 0 };
                let whole = polygon.points().iter().map(|&v| vertex(v)).collect::<Result<Vec<_>>>()?;
                // Vertices that are collinear unplaced are in no part, and may stick out of all of them once snapped.
                if let Some(whole) = Bounds::around(whole) {
                    all.reach = all.reach.union(whole.grown(r).checked()?);
                }
                polygon.parts().into_iter().try_for_each(|part| {
                    let placed: Vec<Point> = part.into_iter().map(vertex).collect::<Result<_>>()?;
                    all.add(placed, r)
                })
            }
            Kind::Chain { points, r } => {
                let r = frame.radius(*r)?;
                let placed = points.iter().map(|&v| vertex(v)).collect::<Result<Vec<_>>>().at("points")?;
                placed.windows(2).try_for_each(|link| all.add(link.to_vec(), r))
            }
            Kind::Compound(_) => Err(Error::NotAPart("a compound")),
        }
    }
}

/// The parts of a shape that is being placed, and the box around all of its vertices.
struct PlacedParts {
    parts: Vec<Convex>,
    reach: Bounds,
}

impl PlacedParts {
    fn add(&mut self, points: Vec<Point>, radius: i32) -> Result<()> {
        let part = Convex::new(points, radius)?;
        self.reach = self.reach.union(part.core());
        self.parts.push(part);
        Ok(())
    }
}

/// Says where in the shape an error arose, unless the placement's scale is at fault.
fn within(error: Error, place: String) -> Error {
    if matches!(error, Error::At { ref place, .. } if place == "scale") { error } else { error.at(place) }
}

/// c +- X +- Y.
fn rect_corners(c: Point, [x, y]: [Point; 2]) -> Result<Vec<Point>> {
    let corner = |sx: i32, sy: i32| {
        let by = |x: i32, y: i32| i64::from(sx) * i64::from(x) + i64::from(sy) * i64::from(y);
        let narrow = |units: i64| i32::try_from(units).map_err(|_| too_large(units));
        c.offset(Point::new(narrow(by(x.x, y.x))?, narrow(by(x.y, y.y))?))
    };
    Ok(vec![corner(-1, -1)?, corner(1, -1)?, corner(1, 1)?, corner(-1, 1)?])
}

fn too_large(units: i64) -> Error {
    let side = 2.0 * crate::lattice::pixels(units.abs());
    Error::TooLarge { width: side, height: side }
}

fn radius(r: f64) -> Result<f64> {
    not_negative(r, "a radius").at("r")
}

fn vec2s<P: Into<Vec2> + Copy>(points: &[P]) -> Vec<Vec2> {
    points.iter().map(|&p| p.into()).collect()
}

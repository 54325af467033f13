//! The kinds of shapes. They are validated when they are made, and become convex parts when they are placed (SPEC 2).

use std::sync::Arc;

use crate::error::{At, Cause, Error, Result};
use crate::lattice::{Vec2, not_negative};
use crate::shape::Polygon;
use crate::shape::field::LazyField;
#[cfg(feature = "serde")]
use crate::shape::serial::WrittenShape;

/// A shape in its own coordinates. Shapes check their numbers at once: a wrong number is an error here. Bodies are
/// checked when they are spawned.
///
/// ```
/// use kasuri::{Placement, Shape};
/// let bar = Shape::rect([8.0, 3.0])?;
/// let parts = bar.place(&Placement::at([100.0, 50.0]).turned(1.0))?;
/// assert_eq!(parts[0].vertices().len(), 4);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "WrittenShape", try_from = "WrittenShape"))]
pub struct Shape(Arc<ShapeData>);

#[derive(Debug)]
struct ShapeData {
    kind: ShapeKind,
    field: LazyField,
}

impl PartialEq for Shape {
    fn eq(&self, other: &Shape) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.kind == other.0.kind
    }
}

/// The kind of a shape, with the numbers that the caller gave.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum ShapeKind {
    Point,
    Segment { a: Vec2, b: Vec2 },
    Circle { r: f64 },
    Capsule { a: Vec2, b: Vec2, r: f64 },
    Rect { half: Vec2 },
    Ellipse { radii: Vec2 },
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
    /// Makes a part at the body's origin, without a tag.
    pub fn new(shape: Shape) -> Part {
        Part { shape, offset: Vec2::default(), tag: None }
    }

    /// Moves the part by an offset in the body's own coordinates.
    #[must_use]
    pub fn offset(self, offset: impl Into<Vec2>) -> Part {
        Part { offset: offset.into(), ..self }
    }

    /// Names the part, so that hits can say which part they hit.
    #[must_use]
    pub fn tag(self, tag: impl Into<Box<str>>) -> Part {
        Part { tag: Some(tag.into()), ..self }
    }

    /// Returns the part's tag.
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
    fn of(kind: ShapeKind) -> Shape {
        Shape(Arc::new(ShapeData { kind, field: LazyField::default() }))
    }

    /// Makes a point at the body's position.
    pub fn point() -> Shape {
        Shape::of(ShapeKind::Point)
    }

    /// Makes a segment from a to b.
    pub fn segment(a: impl Into<Vec2>, b: impl Into<Vec2>) -> Result<Shape> {
        Ok(Shape::of(ShapeKind::Segment { a: a.into().finite().at("a")?, b: b.into().finite().at("b")? }))
    }

    /// Makes a circle: all points within `r` of the body's position.
    pub fn circle(r: f64) -> Result<Shape> {
        Ok(Shape::of(ShapeKind::Circle { r: radius(r)? }))
    }

    /// Makes a capsule: all points within `r` of the segment from a to b.
    pub fn capsule(a: impl Into<Vec2>, b: impl Into<Vec2>, r: f64) -> Result<Shape> {
        let (a, b) = (a.into().finite().at("a")?, b.into().finite().at("b")?);
        Ok(Shape::of(ShapeKind::Capsule { a, b, r: radius(r)? }))
    }

    /// Makes a box around the body's position, from half its width and half its height.
    pub fn rect(half: impl Into<Vec2>) -> Result<Shape> {
        let half = half.into();
        not_negative(half.x, "half a side").at("half[0]")?;
        not_negative(half.y, "half a side").at("half[1]")?;
        Ok(Shape::of(ShapeKind::Rect { half }))
    }

    /// Makes an ellipse around the body's position, from its radii along x and y: a hull of 64 vertices, within 0.13 % of
    /// a radius of the true ellipse (SPEC 2). Any scale is allowed, so this is also a circle that can be squashed.
    ///
    /// ```
    /// use kasuri::{Placement, Shape};
    /// let egg = Shape::ellipse(9.0, 6.0)?;
    /// let parts = egg.place(&Placement::default().turned(0.5).scaled([2.0, 1.0]))?;
    /// assert_eq!(parts.len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn ellipse(rx: f64, ry: f64) -> Result<Shape> {
        let radii = Vec2::new(not_negative(rx, "a radius").at("rx")?, not_negative(ry, "a radius").at("ry")?);
        Ok(Shape::of(ShapeKind::Ellipse { radii }))
    }

    /// Makes a simple polygon of 3 to 4096 vertices, convex or concave.
    pub fn polygon<P: Into<Vec2> + Copy>(points: &[P]) -> Result<Shape> {
        Ok(Shape::of(ShapeKind::Polygon(Polygon::new(points).at("points")?)))
    }

    /// Makes a rounded polygon: all points within `r` of a polygon.
    pub fn rounded_polygon<P: Into<Vec2> + Copy>(points: &[P], r: f64) -> Result<Shape> {
        let polygon = Polygon::new(points).at("points")?;
        Ok(Shape::of(ShapeKind::Rounded { polygon, r: radius(r)? }))
    }

    /// Makes a chain: 2 to 4096 points joined by capsules of one radius, for example a curved laser.
    pub fn chain<P: Into<Vec2> + Copy>(points: &[P], r: f64) -> Result<Shape> {
        if !(2..=4096).contains(&points.len()) {
            let count = points.len();
            return Err(Cause::Count { what: "points in the chain", count, least: 2, most: 4096 }.error())
                .at("points");
        }
        let points = vec2s(points);
        for (k, p) in points.iter().enumerate() {
            p.finite().map_err(|e| e.at(format!("points[{k}]")))?;
        }
        Ok(Shape::of(ShapeKind::Chain { points: points.into(), r: radius(r)? }))
    }

    /// Makes a compound: 1 to 256 shapes that move as one.
    pub fn compound(parts: Vec<Part>) -> Result<Shape> {
        if !(1..=256).contains(&parts.len()) {
            let count = parts.len();
            return Err(Cause::Count { what: "parts in the compound", count, least: 1, most: 256 }.error())
                .at("parts");
        }
        for (k, part) in parts.iter().enumerate() {
            let place = |e: Error| e.at(format!("parts[{k}]"));
            part.offset.finite().at("offset").map_err(place)?;
            if let ShapeKind::Compound(_) = part.shape.0.kind {
                return Err(place(Cause::NotAPart("a compound").error()));
            }
        }
        Ok(Shape::of(ShapeKind::Compound(parts.into())))
    }

    /// Returns the shape in other coordinates: the linear function `place` maps its points, `length` maps its lengths.
    pub(crate) fn mapped(&self, place: &dyn Fn(Vec2) -> Vec2, length: &dyn Fn(f64) -> f64) -> Result<Shape> {
        let all = |points: &[Vec2]| points.iter().map(|&p| place(p)).collect::<Vec<_>>();
        match &self.0.kind {
            ShapeKind::Point => Ok(Shape::point()),
            ShapeKind::Segment { a, b } => Shape::segment(place(*a), place(*b)),
            ShapeKind::Circle { r } => Shape::circle(length(*r)),
            ShapeKind::Capsule { a, b, r } => Shape::capsule(place(*a), place(*b), length(*r)),
            ShapeKind::Rect { half } => Shape::rect([length(half.x), length(half.y)]),
            ShapeKind::Ellipse { radii } => Shape::ellipse(length(radii.x), length(radii.y)),
            ShapeKind::Polygon(polygon) => Shape::polygon(&all(polygon.points())),
            ShapeKind::Rounded { polygon, r } => Shape::rounded_polygon(&all(polygon.points()), length(*r)),
            ShapeKind::Chain { points, r } => Shape::chain(&all(points), length(*r)),
            ShapeKind::Compound(parts) => {
                let mapped = parts.iter().enumerate().map(|(k, part)| {
                    let shape = part.shape.mapped(place, length).map_err(|e| e.at(format!("parts[{k}]")))?;
                    Ok(Part { shape, offset: place(part.offset), tag: part.tag.clone() })
                });
                Shape::compound(mapped.collect::<Result<_>>()?)
            }
        }
    }

    /// Returns the chain with other points.
    pub(crate) fn with_points(&self, points: &[Vec2]) -> Result<Shape> {
        match self.0.kind {
            ShapeKind::Chain { r, .. } => Shape::chain(points, r),
            _ => Err(Cause::NotA("a chain").error()),
        }
    }

    /// Returns the shape with another radius: a circle, a capsule, a chain or a rounded polygon.
    pub(crate) fn with_radius(&self, r: f64) -> Result<Shape> {
        let mut kind = self.0.kind.clone();
        match &mut kind {
            ShapeKind::Circle { r: old }
            | ShapeKind::Capsule { r: old, .. }
            | ShapeKind::Rounded { r: old, .. }
            | ShapeKind::Chain { r: old, .. } => {
                *old = radius(r)?;
                Ok(Shape::of(kind))
            }
            _ => Err(Cause::NotA("a circle, a capsule or a chain").error()),
        }
    }

    /// Sets the radius of a shape that no other shape shares, to a valid one. Returns whether it does.
    #[inline(always)]
    pub(crate) fn set_own_radius(&mut self, radius: f64) -> bool {
        let Some(ShapeData { kind, field }) = Arc::get_mut(&mut self.0) else { return false };
        match kind {
            ShapeKind::Circle { r } | ShapeKind::Capsule { r, .. } => *r = radius,
            ShapeKind::Rounded { r, .. } | ShapeKind::Chain { r, .. } => {
                *r = radius;
                *field = LazyField::default();
            }
            _ => return false,
        }
        true
    }

    /// Sets the points of a chain that no other shape shares, to as many valid ones. Returns whether it does.
    pub(crate) fn set_own_points(&mut self, to: &[Vec2]) -> bool {
        match Arc::get_mut(&mut self.0) {
            Some(ShapeData { kind: ShapeKind::Chain { points, .. }, field }) if points.len() == to.len() => {
                points.copy_from_slice(to);
                *field = LazyField::default();
                true
            }
            _ => false,
        }
    }

    /// Whether its radius can be set.
    #[inline(always)]
    pub(crate) fn is_resizable(&self) -> bool {
        use ShapeKind::{Capsule, Chain, Circle, Rounded};
        matches!(self.0.kind, Circle { .. } | Capsule { .. } | Rounded { .. } | Chain { .. })
    }

    /// Whether the shape is the same at every angle.
    pub(crate) fn is_round(&self) -> bool {
        matches!(self.0.kind, ShapeKind::Point | ShapeKind::Circle { .. })
    }

    /// Whether it has a radius, which may be 0. A scale of unequal factors would squash it (SPEC 2).
    pub(crate) fn has_radius(&self) -> bool {
        match &self.0.kind {
            ShapeKind::Circle { .. }
            | ShapeKind::Capsule { .. }
            | ShapeKind::Rounded { .. }
            | ShapeKind::Chain { .. } => true,
            ShapeKind::Compound(parts) => parts.iter().any(|part| part.shape.has_radius()),
            ShapeKind::Point
            | ShapeKind::Segment { .. }
            | ShapeKind::Rect { .. }
            | ShapeKind::Ellipse { .. }
            | ShapeKind::Polygon(_) => false,
        }
    }

    /// Whether a polygon in it is cut into several triangles.
    pub(crate) fn is_cut(&self) -> bool {
        match &self.0.kind {
            ShapeKind::Polygon(polygon) | ShapeKind::Rounded { polygon, .. } => polygon.triangles().len() > 1,
            ShapeKind::Compound(parts) => parts.iter().any(|part| part.shape.is_cut()),
            _ => false,
        }
    }

    pub(crate) fn shape_kind(&self) -> &ShapeKind {
        &self.0.kind
    }

    pub(crate) fn field(&self) -> &LazyField {
        &self.0.field
    }

    /// Returns the parts of a compound; empty for other shapes.
    pub fn parts(&self) -> &[Part] {
        match &self.0.kind {
            ShapeKind::Compound(parts) => parts,
            _ => &[],
        }
    }

    /// Returns the name of this kind in scene files.
    pub fn kind(&self) -> &'static str {
        match self.0.kind {
            ShapeKind::Point => "point",
            ShapeKind::Segment { .. } => "segment",
            ShapeKind::Circle { .. } => "circle",
            ShapeKind::Capsule { .. } => "capsule",
            ShapeKind::Rect { .. } => "box",
            ShapeKind::Ellipse { .. } => "ellipse",
            ShapeKind::Polygon(_) | ShapeKind::Rounded { .. } => "polygon",
            ShapeKind::Chain { .. } => "chain",
            ShapeKind::Compound(_) => "compound",
        }
    }
}

fn radius(r: f64) -> Result<f64> {
    not_negative(r, "a radius").at("r")
}

fn vec2s<P: Into<Vec2> + Copy>(points: &[P]) -> Vec<Vec2> {
    points.iter().map(|&p| p.into()).collect()
}

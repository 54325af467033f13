//! Shapes as serde writes and reads them (feature `serde`): with the names of scene files (SPEC 8). What is read is checked as if it
//! were made by hand.

use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::lattice::Vec2;
use crate::shape::kind::{Part, Shape, ShapeKind};

/// A shape, as it is written.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum WrittenShape {
    Point {},
    Segment {
        a: Vec2,
        b: Vec2,
    },
    Circle {
        r: f64,
    },
    Ellipse {
        rx: f64,
        ry: f64,
    },
    Capsule {
        a: Vec2,
        b: Vec2,
        r: f64,
    },
    Box {
        half: Vec2,
    },
    Polygon {
        points: Vec<Vec2>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        r: Option<f64>,
    },
    Chain {
        points: Vec<Vec2>,
        r: f64,
    },
    Compound {
        parts: Vec<WrittenPart>,
    },
}

/// Returns a shape as JSON: an object of one field, as in a scene file (SPEC 8).
#[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
pub(crate) fn written(shape: &Shape) -> String {
    serde_json::to_string(&WrittenShape::from(shape.clone())).unwrap_or_default()
}

/// A part of a compound, as it is written.
#[derive(Serialize, Deserialize)]
pub(super) struct WrittenPart {
    #[serde(default)]
    offset: Vec2,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tag: Option<Box<str>>,
    #[serde(flatten)]
    shape: WrittenShape,
}

impl From<Shape> for WrittenShape {
    fn from(shape: Shape) -> WrittenShape {
        match shape.shape_kind() {
            ShapeKind::Point => WrittenShape::Point {},
            &ShapeKind::Segment { a, b } => WrittenShape::Segment { a, b },
            &ShapeKind::Circle { r } => WrittenShape::Circle { r },
            &ShapeKind::Capsule { a, b, r } => WrittenShape::Capsule { a, b, r },
            &ShapeKind::Rect { half } => WrittenShape::Box { half },
            ShapeKind::Ellipse { radii } => WrittenShape::Ellipse { rx: radii.x, ry: radii.y },
            ShapeKind::Polygon(polygon) => {
                WrittenShape::Polygon { points: polygon.points().to_vec(), r: None }
            }
            ShapeKind::Rounded { polygon, r } => {
                WrittenShape::Polygon { points: polygon.points().to_vec(), r: Some(*r) }
            }
            ShapeKind::Chain { points, r } => WrittenShape::Chain { points: points.to_vec(), r: *r },
            ShapeKind::Compound(parts) => {
                WrittenShape::Compound { parts: parts.iter().map(WrittenPart::from).collect() }
            }
        }
    }
}

impl From<&Part> for WrittenPart {
    fn from(part: &Part) -> WrittenPart {
        WrittenPart {
            offset: part.moved(),
            tag: part.name().map(Into::into),
            shape: part.shape().clone().into(),
        }
    }
}

impl TryFrom<WrittenShape> for Shape {
    type Error = crate::Error;

    fn try_from(written: WrittenShape) -> Result<Shape> {
        match written {
            WrittenShape::Point {} => Ok(Shape::point()),
            WrittenShape::Segment { a, b } => Shape::segment(a, b),
            WrittenShape::Circle { r } => Shape::circle(r),
            WrittenShape::Ellipse { rx, ry } => Shape::ellipse(rx, ry),
            WrittenShape::Capsule { a, b, r } => Shape::capsule(a, b, r),
            WrittenShape::Box { half } => Shape::rect(half),
            WrittenShape::Polygon { points, r: None } => Shape::polygon(&points),
            WrittenShape::Polygon { points, r: Some(r) } => Shape::rounded_polygon(&points, r),
            WrittenShape::Chain { points, r } => Shape::chain(&points, r),
            WrittenShape::Compound { parts } => {
                Shape::compound(parts.into_iter().map(Part::try_from).collect::<Result<_>>()?)
            }
        }
    }
}

impl TryFrom<WrittenPart> for Part {
    type Error = crate::Error;

    fn try_from(written: WrittenPart) -> Result<Part> {
        let part = Part::new(written.shape.try_into()?).offset(written.offset);
        Ok(match written.tag {
            Some(tag) => part.tag(tag),
            None => part,
        })
    }
}

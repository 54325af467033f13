//! Shapes as resources.

use godot::prelude::*;
use kasuri::Shape;
use kasuri::shape::Part;

use crate::errors::{vec2, vec2s};

/// A shape for a body, a region or a query, in pixels.
#[derive(GodotClass)]
#[class(tool, init, base = Resource)]
pub(crate) struct KasuriShape2D {
    /// What the shape is. The other properties count as far as the kind has them.
    #[export(enum = (Point, Segment, Circle, Capsule, Rectangle, Polygon, Chain, Ellipse))]
    #[init(val = KasuriShape2D::CIRCLE)]
    kind: i64,
    /// The radius of a circle, a capsule or a chain, and of a polygon's rounding.
    #[export(range = (0.0, 1024.0, 0.01, or_greater))]
    #[init(val = 8.0)]
    radius: f64,
    /// The width and height of a rectangle or an ellipse.
    #[export]
    #[init(val = Vector2::new(16.0, 16.0))]
    size: Vector2,
    /// The ends of a segment or a capsule, the corners of a polygon, the points of a chain.
    #[export]
    points: PackedVector2Array,
    /// Where the shape's origin is from the body's position.
    #[export]
    offset: Vector2,
    base: Base<Resource>,
}

#[godot_api]
impl KasuriShape2D {
    /// One point.
    #[constant]
    const POINT: i64 = 0;
    /// The line between the two [member points].
    #[constant]
    const SEGMENT: i64 = 1;
    /// A circle with [member radius].
    #[constant]
    const CIRCLE: i64 = 2;
    /// All points within [member radius] of the line between the two [member points].
    #[constant]
    const CAPSULE: i64 = 3;
    /// A box of [member size] around its middle.
    #[constant]
    const RECTANGLE: i64 = 4;
    /// A polygon with the corners [member points], also a concave one, rounded by [member radius].
    #[constant]
    const POLYGON: i64 = 5;
    /// Capsules with [member radius] from point to point, such as a curved laser.
    #[constant]
    const CHAIN: i64 = 6;
    /// An ellipse of [member size] around its middle.
    #[constant]
    const ELLIPSE: i64 = 7;

    /// Makes a point.
    #[func]
    fn point() -> Gd<KasuriShape2D> {
        KasuriShape2D::of(KasuriShape2D::POINT, 0.0, &[])
    }

    /// Makes the line from [param a] to [param b].
    #[func]
    fn segment(a: Vector2, b: Vector2) -> Gd<KasuriShape2D> {
        KasuriShape2D::of(KasuriShape2D::SEGMENT, 0.0, &[a, b])
    }

    /// Makes a circle.
    #[func]
    fn circle(radius: f64) -> Gd<KasuriShape2D> {
        KasuriShape2D::of(KasuriShape2D::CIRCLE, radius, &[])
    }

    /// Makes a capsule: all points within [param radius] of the line from [param a] to [param b].
    #[func]
    fn capsule(a: Vector2, b: Vector2, radius: f64) -> Gd<KasuriShape2D> {
        KasuriShape2D::of(KasuriShape2D::CAPSULE, radius, &[a, b])
    }

    /// Makes a box of this width and height around its middle.
    #[func]
    fn rectangle(size: Vector2) -> Gd<KasuriShape2D> {
        let mut shape = KasuriShape2D::of(KasuriShape2D::RECTANGLE, 0.0, &[]);
        shape.bind_mut().size = size;
        shape
    }

    /// Makes an ellipse of this width and height around its middle.
    #[func]
    fn ellipse(size: Vector2) -> Gd<KasuriShape2D> {
        let mut shape = KasuriShape2D::of(KasuriShape2D::ELLIPSE, 0.0, &[]);
        shape.bind_mut().size = size;
        shape
    }

    /// Makes a polygon, which may be concave. [param radius] rounds it.
    #[func]
    fn polygon(points: PackedVector2Array, #[opt(default = 0.0)] radius: f64) -> Gd<KasuriShape2D> {
        KasuriShape2D::of(KasuriShape2D::POLYGON, radius, points.as_slice())
    }

    /// Makes a chain of capsules from point to point.
    #[func]
    fn chain(points: PackedVector2Array, radius: f64) -> Gd<KasuriShape2D> {
        KasuriShape2D::of(KasuriShape2D::CHAIN, radius, points.as_slice())
    }

    /// Returns what is wrong with the shape, or an empty text.
    #[func]
    fn error(&self) -> GString {
        self.shape().err().as_deref().unwrap_or_default().into()
    }
}

impl KasuriShape2D {
    fn of(kind: i64, radius: f64, points: &[Vector2]) -> Gd<KasuriShape2D> {
        let mut shape = KasuriShape2D::new_gd();
        {
            let mut shape = shape.bind_mut();
            (shape.kind, shape.radius, shape.points) = (kind, radius, PackedVector2Array::from(points));
        }
        shape
    }

    /// Makes the library's shape.
    pub(crate) fn shape(&self) -> Result<Shape, String> {
        let points = vec2s(&self.points);
        let ends = || match points[..] {
            [a, b] => Ok((a, b)),
            _ => Err(format!("the shape needs two points and has {}", points.len())),
        };
        let shape = match self.kind {
            KasuriShape2D::POINT => Ok(Shape::point()),
            KasuriShape2D::SEGMENT => ends().map(|(a, b)| Shape::segment(a, b))?,
            KasuriShape2D::CIRCLE => Shape::circle(self.radius),
            KasuriShape2D::CAPSULE => ends().map(|(a, b)| Shape::capsule(a, b, self.radius))?,
            KasuriShape2D::RECTANGLE => Shape::rect(vec2(self.size) / 2.0),
            KasuriShape2D::ELLIPSE => {
                Shape::ellipse(f64::from(self.size.x) / 2.0, f64::from(self.size.y) / 2.0)
            }
            KasuriShape2D::POLYGON if self.radius == 0.0 => Shape::polygon(&points),
            KasuriShape2D::POLYGON => Shape::rounded_polygon(&points, self.radius),
            KasuriShape2D::CHAIN => Shape::chain(&points, self.radius),
            kind => return Err(format!("{kind} is no kind of shape")),
        };
        let shape = shape.map_err(|e| e.to_string())?;
        if self.offset == Vector2::ZERO {
            return Ok(shape);
        }
        Shape::compound(vec![Part::new(shape).offset(vec2(self.offset))]).map_err(|e| e.to_string())
    }

    /// Describes the shape, so that a change can be noticed.
    pub(crate) fn described(&self) -> ShapeDescription {
        let bits = |v: Vector2| [v.x.to_bits(), v.y.to_bits()];
        ShapeDescription {
            kind: self.kind,
            radius: self.radius.to_bits(),
            places: [bits(self.size), bits(self.offset)],
            points: self.points.as_slice().iter().copied().map(bits).collect(),
        }
    }
}

/// All properties of a shape, for comparisons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShapeDescription {
    kind: i64,
    radius: u64,
    places: [[u32; 2]; 2],
    points: Box<[[u32; 2]]>,
}

//! Placing a shape gives its convex parts on the lattice (SPEC 2).

use crate::error::{At, Cause, Error, Result};
use crate::lattice::{Bounds, Point, Vec2};
use crate::shape::kind::ShapeKind;
use crate::shape::{Convex, Parts, Placement, Polygon, Shape, Transform};

impl Shape {
    /// Places the shape on the lattice and returns its convex parts in order.
    pub fn place(&self, placement: &Placement) -> Result<Parts> {
        self.place_in(&placement.frame()?)
    }

    /// Does the same with a placement that was already checked.
    pub fn place_in(&self, frame: &Transform) -> Result<Parts> {
        self.place_with_reach(frame).map(|(parts, _)| parts)
    }

    /// Does the same, and also returns the box around the position and every placed vertex, dropped ones included.
    /// SPEC 1 requires all of these to be within the world.
    pub(crate) fn place_with_reach(&self, frame: &Transform) -> Result<(Parts, Bounds)> {
        let mut placed = PartCollector { parts: Vec::new(), reach: Bounds { min: frame.at, max: frame.at } };
        self.place_into(frame, &mut placed)?;
        Ok((placed.parts.into(), placed.reach))
    }

    /// Places the shape again, overwriting its parts, and returns the same box. After an error some parts may already
    /// be overwritten.
    pub(crate) fn place_over(&self, frame: &Transform, parts: &mut [Convex]) -> Result<Bounds> {
        let mut placed = Replaced { parts: parts.iter_mut(), reach: Bounds { min: frame.at, max: frame.at } };
        self.place_into(frame, &mut placed)?;
        Ok(placed.reach)
    }

    fn place_into(&self, frame: &Transform, to: &mut impl Receiver) -> Result<()> {
        let ShapeKind::Compound(list) = self.shape_kind() else {
            return self.place_at(frame, Vec2::default(), to).map_err(|e| within(e, self.kind().into()));
        };
        for (k, part) in list.iter().enumerate() {
            let placed = part.shape().place_at(frame, part.moved(), to);
            placed.map_err(|e| within(e, format!("compound.parts[{k}].{}", part.shape().kind())))?;
        }
        Ok(())
    }

    /// Places anything but a compound, after moving its own coordinates by `offset`.
    fn place_at(&self, frame: &Transform, offset: Vec2, to: &mut impl Receiver) -> Result<()> {
        let vertex = |v: Vec2| frame.vertex(Vec2::new(v.x + offset.x, v.y + offset.y));
        match self.shape_kind() {
            ShapeKind::Point => to.add(&mut [vertex(Vec2::default())?], 0),
            ShapeKind::Segment { a, b } => to.add(&mut [vertex(*a).at("a")?, vertex(*b).at("b")?], 0),
            ShapeKind::Circle { r } => to.add(&mut [vertex(Vec2::default())?], frame.radius(*r)?),
            ShapeKind::Capsule { a, b, r } => {
                to.add(&mut [vertex(*a).at("a")?, vertex(*b).at("b")?], frame.radius(*r)?)
            }
            ShapeKind::Rect { half } => {
                to.add(&mut rect_corners(vertex(Vec2::default())?, frame.half_axes(*half).at("half")?)?, 0)
            }
            ShapeKind::Polygon(polygon) => place_polygon(polygon, vertex, 0, to),
            ShapeKind::Rounded { polygon, r } => place_polygon(polygon, vertex, frame.radius(*r)?, to),
            ShapeKind::Chain { points, r } => place_chain(points, vertex, frame.radius(*r)?, to),
            ShapeKind::Compound(_) => Err(Cause::NotAPart("a compound").error()),
        }
    }
}

fn place_polygon(
    polygon: &Polygon,
    vertex: impl Fn(Vec2) -> Result<Point>,
    r: i32,
    to: &mut impl Receiver,
) -> Result<()> {
    let mut room = [Point::default(); Polygon::MOST_WHOLE];
    let points = polygon.points();
    let mut whole = Bounds { min: Point::new(i32::MAX, i32::MAX), max: Point::new(i32::MIN, i32::MIN) };
    for (k, &v) in points.iter().enumerate() {
        let placed = vertex(v)?;
        whole = whole.union(Bounds { min: placed, max: placed });
        if let Some(to) = room.get_mut(k) {
            *to = placed;
        }
    }
    // In a polygon that is cut, vertices that are collinear before placement are in no part. After snapping they may
    // stick out of all parts.
    // The size counts the radius; the distance from the world's edge is that of the vertices (SPEC 1).
    whole.grown(r).checked()?;
    to.reach(whole);
    if polygon.triangles().is_empty() {
        return to.add(&mut room[..points.len()], r);
    }
    polygon.triangles().iter().try_for_each(|corners| {
        let [a, b, c] = corners.map(|k| vertex(points[usize::from(k)]));
        to.add(&mut [a?, b?, c?], r)
    })
}

fn place_chain(
    points: &[Vec2],
    vertex: impl Fn(Vec2) -> Result<Point>,
    r: i32,
    to: &mut impl Receiver,
) -> Result<()> {
    let Some((&first, rest)) = points.split_first() else { return Ok(()) };
    let mut last = vertex(first).at("points")?;
    for (k, &v) in rest.iter().enumerate() {
        let next = vertex(v).at("points")?;
        if let Err(error) = to.add(&mut [last, next], r) {
            // If a later point cannot be placed, its error is returned instead.
            return rest[k..].iter().try_for_each(|&v| vertex(v).map(|_| ())).at("points").and(Err(error));
        }
        last = next;
    }
    Ok(())
}

/// Receives the parts of a shape while it is placed.
trait Receiver {
    fn add(&mut self, points: &mut [Point], radius: i32) -> Result<()>;
    /// Receives a box of vertices. The boxes and the parts together contain all vertices.
    fn reach(&mut self, bounds: Bounds);
}

/// Collects new parts, and the box around all of their vertices.
struct PartCollector {
    parts: Vec<Convex>,
    reach: Bounds,
}

impl Receiver for PartCollector {
    fn add(&mut self, points: &mut [Point], radius: i32) -> Result<()> {
        let part = Convex::of(points, radius)?;
        self.reach(part.core());
        self.parts.push(part);
        Ok(())
    }

    fn reach(&mut self, bounds: Bounds) {
        self.reach = self.reach.union(bounds);
    }
}

/// Overwrites existing parts.
struct Replaced<'a> {
    parts: std::slice::IterMut<'a, Convex>,
    reach: Bounds,
}

impl Receiver for Replaced<'_> {
    fn add(&mut self, points: &mut [Point], radius: i32) -> Result<()> {
        let Some(part) = self.parts.next() else { return Err(Cause::NotAPart("one part more").error()) };
        part.rewrite(points, radius)?;
        let core = part.core();
        self.reach(core);
        Ok(())
    }

    fn reach(&mut self, bounds: Bounds) {
        self.reach = self.reach.union(bounds);
    }
}

/// Adds the place in the shape to an error, unless the placement's scale is the cause.
fn within(error: Error, place: String) -> Error {
    if error.place() == "scale" { error } else { error.at(place) }
}

/// Returns the corners c +- X +- Y of a box.
fn rect_corners(c: Point, [x, y]: [Point; 2]) -> Result<[Point; 4]> {
    let corner = |sx: i32, sy: i32| {
        let by = |x: i32, y: i32| i64::from(sx) * i64::from(x) + i64::from(sy) * i64::from(y);
        let narrow = |units: i64| i32::try_from(units).map_err(|_| too_large(units));
        c.offset(Point::new(narrow(by(x.x, y.x))?, narrow(by(x.y, y.y))?))
    };
    Ok([corner(-1, -1)?, corner(1, -1)?, corner(1, 1)?, corner(-1, 1)?])
}

fn too_large(units: i64) -> Error {
    let side = 2.0 * crate::lattice::pixels(units.abs());
    Cause::TooLarge { width: side, height: side }.error()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Part;

    /// Parts that overwrite those of another angle are equal to newly placed ones.
    #[test]
    fn placed_over_is_placed_anew() {
        let ring = |n: usize, r: f64| -> Vec<[f64; 2]> {
            (0..n)
                .map(|k| k as f64 / n as f64 * std::f64::consts::TAU)
                .map(|a| [a.cos() * r, a.sin() * r])
                .collect()
        };
        let comb = [[0.0, 0.0], [9.0, 0.0], [9.0, 5.0], [6.0, 1.0], [4.0, 6.0], [0.0, 2.0]];
        let flat = [[0.0, 0.0], [4.0, 0.0], [8.0, 0.0], [8.0, 1.0]];
        let shapes = [
            Shape::point(),
            Shape::circle(3.5).unwrap(),
            Shape::segment([1.0, 2.0], [-3.0, 0.25]).unwrap(),
            Shape::segment([0.0, 0.0], [0.001, 0.0]).unwrap(),
            Shape::capsule([4.0, -2.0], [-1.0, 9.0], 1.25).unwrap(),
            Shape::rect([8.0, 3.0]).unwrap(),
            Shape::rect([0.001, 3.0]).unwrap(),
            Shape::polygon(&ring(3, 5.0)).unwrap(),
            Shape::polygon(&ring(6, 40.0)).unwrap(),
            Shape::polygon(&ring(64, 2.0)).unwrap(),
            Shape::polygon(&ring(90, 30.0)).unwrap(),
            Shape::polygon(&comb).unwrap(),
            Shape::polygon(&flat).unwrap(),
            Shape::rounded_polygon(&flat, 1.0).unwrap(),
            Shape::chain(&comb, 0.5).unwrap(),
            Shape::compound(vec![
                Part::new(Shape::rect([2.0, 1.0]).unwrap()).offset([5.0, 5.0]),
                Part::new(Shape::polygon(&comb).unwrap()).offset([-5.0, 1.0]),
            ])
            .unwrap(),
        ];
        for shape in &shapes {
            let frame = |k: usize| {
                let scale = Vec2::new(if k.is_multiple_of(3) { -1.5 } else { 1.5 }, 1.5);
                let frame = Placement { angle: k as f64 * 0.37, scale, ..Placement::default() }.frame();
                frame.unwrap()
            };
            let mut parts = shape.place_in(&frame(0)).unwrap();
            for k in 1..60 {
                let (expected, reach) = shape.place_with_reach(&frame(k)).unwrap();
                assert_eq!(shape.place_over(&frame(k), &mut parts), Ok(reach));
                assert_eq!(parts, expected, "{shape:?} at {k}");
            }
        }
    }
}

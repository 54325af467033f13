//! Placing a shape gives its convex parts on the lattice (SPEC 2).

use crate::error::{At, Cause, Error, Result};
use crate::lattice::{Bounds, Point, Vec2};
use crate::shape::ellipse::{VERTICES, ellipse_vertices};
use crate::shape::field::PlacedShape;
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
        let is_cut = self.is_cut();
        let mut placing = Placing::new(Vec::new(), is_cut, frame);
        self.place_into(frame, &mut placing)?;
        let numbers = placing.numbers();
        let Placing { sets, reach, .. } = placing;
        let placed = || PlacedShape::new(self, frame);
        let parts = match sets.len() {
            _ if is_cut => Parts::of_pieces(sets, numbers, placed()),
            ..2 => sets.into(),
            _ => Parts::many(sets, placed()),
        };
        Ok((parts, reach))
    }

    /// Places the shape and returns its parts, triangles included.
    pub(super) fn place_parts(&self, frame: &Transform) -> Result<Vec<Convex>> {
        let mut placing = Placing::new(Vec::new(), false, frame);
        self.place_into(frame, &mut placing).map(|()| placing.sets)
    }

    /// Places the shape again, overwriting its parts, and returns the same box. After an error some parts may already
    /// be overwritten.
    pub(crate) fn place_over(&self, frame: &Transform, parts: &mut Parts) -> Result<Bounds> {
        let (reach, are_joined) = (here(frame), self.is_cut());
        if let Some(part) = parts.single_mut() {
            let sets = std::slice::from_mut(part).iter_mut();
            let mut placing = Placing::new(sets, are_joined, frame);
            return self.place_into(frame, &mut placing).map(|()| placing.reach);
        }
        let Some(many) = parts.many_mut() else { return Ok(reach) };
        let sets = Rewritten { list: many.take_made(), count: 0 };
        let mut placing = Placing::new(sets, are_joined, frame);
        let placed = self.place_into(frame, &mut placing);
        let numbers = placing.numbers();
        many.place(placing.sets.all(), numbers, self, frame);
        placed.map(|()| placing.reach)
    }

    fn place_into<P: ConvexRoom>(&self, frame: &Transform, to: &mut Placing<P>) -> Result<()> {
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
    fn place_at<P: ConvexRoom>(&self, frame: &Transform, offset: Vec2, to: &mut Placing<P>) -> Result<()> {
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
            ShapeKind::Ellipse { radii } => {
                let mut points = [Point::default(); VERTICES];
                for (point, v) in points.iter_mut().zip(ellipse_vertices(*radii)) {
                    *point = vertex(v)?;
                }
                to.add(&mut points, 0)
            }
            ShapeKind::Polygon(polygon) => place_polygon(polygon, frame, offset, 0, to),
            ShapeKind::Rounded { polygon, r } => place_polygon(polygon, frame, offset, frame.radius(*r)?, to),
            ShapeKind::Chain { points, r } => place_chain(points, frame, offset, frame.radius(*r)?, to),
            ShapeKind::Compound(_) => Err(Cause::NotAPart("a compound").error()),
        }
    }
}

fn place_polygon<P: ConvexRoom>(
    polygon: &Polygon,
    frame: &Transform,
    offset: Vec2,
    r: i32,
    to: &mut Placing<P>,
) -> Result<()> {
    let points = polygon.points();
    let (mut few, mut many) = ([Point::default(); Polygon::MOST_WHOLE], Vec::new());
    let placed: &mut [Point] = match few.get_mut(..points.len()) {
        Some(few) => few,
        None => {
            many.resize(points.len(), Point::default());
            &mut many
        }
    };
    let whole = frame.vertices(points, offset, placed)?;
    // In a polygon that is cut, vertices that are collinear before placement are in no part. After snapping they may
    // stick out of all parts.
    // The size counts the radius; the distance from the world's edge is that of the vertices (SPEC 1).
    whole.grown(r).checked()?;
    to.reach = to.reach.union(whole);
    if polygon.triangles().is_empty() { to.add(placed, r) } else { to.add_cut(polygon, placed, r) }
}

fn place_chain<P: ConvexRoom>(
    points: &[Vec2],
    frame: &Transform,
    offset: Vec2,
    r: i32,
    to: &mut Placing<P>,
) -> Result<()> {
    let (mut few, mut many) = ([Point::default(); FEW_POINTS], Vec::new());
    let placed: &mut [Point] = match few.get_mut(..points.len()) {
        Some(few) => few,
        None => {
            many.resize(points.len(), Point::default());
            &mut many
        }
    };
    let whole = frame.vertices(points, offset, placed).at("points")?;
    to.reach = to.reach.union(whole);
    to.count += points.len() as u32 - 1;
    if whole.grown(r).checked().is_ok() {
        return to.sets.add_links(placed, r);
    }
    // The chain is too large for one link; each of its links may fit.
    placed.windows(2).try_for_each(|link| to.sets.add(&mut [link[0], link[1]], r).map(drop))
}

/// Chains of so many points are placed without an allocation.
const FEW_POINTS: usize = 64;

/// Room for the convex sets of a shape.
trait ConvexRoom {
    /// Adds the hull of some points, and returns it.
    fn add(&mut self, points: &mut [Point], radius: i32) -> Result<&Convex>;

    /// Adds the hull of points that are in order around it. Returns whether they are; if not, nothing is added.
    fn add_ring(&mut self, ring: &[Point], radius: i32) -> Result<bool>;

    /// Adds the links between consecutive points. None of them is too large.
    fn add_links(&mut self, points: &[Point], radius: i32) -> Result<()> {
        points.windows(2).try_for_each(|link| self.add(&mut [link[0], link[1]], radius).map(drop))
    }
}

impl ConvexRoom for Vec<Convex> {
    fn add(&mut self, points: &mut [Point], radius: i32) -> Result<&Convex> {
        let set = Convex::of(points, radius)?;
        Ok(self.push_mut(set))
    }

    fn add_ring(&mut self, ring: &[Point], radius: i32) -> Result<bool> {
        let set = Convex::of_ring(ring, radius)?;
        let is_added = set.is_some();
        self.extend(set);
        Ok(is_added)
    }
}

/// An existing part is overwritten.
impl ConvexRoom for std::slice::IterMut<'_, Convex> {
    fn add(&mut self, points: &mut [Point], radius: i32) -> Result<&Convex> {
        let Some(set) = self.next() else { return Err(Cause::NotAPart("one part more").error()) };
        set.rewrite(points, radius)?;
        Ok(set)
    }

    fn add_ring(&mut self, _: &[Point], _: i32) -> Result<bool> {
        Ok(false)
    }
}

/// A list whose first members are overwritten by new ones.
struct Rewritten {
    list: Vec<Convex>,
    count: usize,
}

impl Rewritten {
    /// Returns the new members.
    fn all(mut self) -> Vec<Convex> {
        self.list.truncate(self.count);
        self.list
    }
}

impl ConvexRoom for Rewritten {
    fn add(&mut self, points: &mut [Point], radius: i32) -> Result<&Convex> {
        let at = self.count;
        match self.list.get_mut(at) {
            Some(old) => old.rewrite(points, radius)?,
            None => self.list.push(Convex::of(points, radius)?),
        }
        self.count += 1;
        Ok(&self.list[at])
    }

    fn add_ring(&mut self, ring: &[Point], radius: i32) -> Result<bool> {
        let is_added = match self.list.get_mut(self.count) {
            Some(old) => old.rewrite_ring(ring, radius)?,
            None => self.list.add_ring(ring, radius)?,
        };
        self.count += usize::from(is_added);
        Ok(is_added)
    }

    fn add_links(&mut self, points: &[Point], radius: i32) -> Result<()> {
        let (links, known) = (points.windows(2), &mut self.list[self.count..]);
        let written = known.len().min(links.len());
        for (old, link) in known.iter_mut().zip(links.clone()) {
            old.rewrite_link([link[0], link[1]], radius);
        }
        self.count += links.len();
        for link in links.skip(written) {
            self.list.push(Convex::of(&mut [link[0], link[1]], radius)?);
        }
        Ok(())
    }
}

/// A shape that is being placed: its convex sets, and the box around all vertices.
struct Placing<P> {
    sets: P,
    /// Whether the sets are pieces, not parts.
    are_joined: bool,
    /// How many parts or pieces of the shape are placed, and the numbers of the pieces that are not convex where they are placed, with
    /// the number of triangles that stand for them instead.
    count: u32,
    split: Vec<[u32; 2]>,
    reach: Bounds,
}

impl<P: ConvexRoom> Placing<P> {
    fn new(sets: P, are_joined: bool, frame: &Transform) -> Placing<P> {
        Placing { sets, are_joined, count: 0, split: Vec::new(), reach: here(frame) }
    }

    /// Returns for each piece the index of its first set, and the number of all sets. Empty if each piece is one set.
    fn numbers(&self) -> Box<[u32]> {
        let (mut split, mut next) = (self.split.iter().peekable(), 0);
        let first = |piece: u32| {
            let first = next;
            let of_piece = split.next_if(|&&[number, _]| number == piece);
            next += of_piece.map_or(1, |&[_, triangles]| triangles);
            first
        };
        if self.split.is_empty() { Box::default() } else { (0..=self.count).map(first).collect() }
    }

    /// Adds a part that is a piece too.
    fn add(&mut self, points: &mut [Point], radius: i32) -> Result<()> {
        self.count += 1;
        let part = self.sets.add(points, radius)?;
        self.reach = self.reach.union(part.core());
        Ok(())
    }

    /// Adds the triangles or the pieces of a polygon, given its placed vertices.
    fn add_cut(&mut self, polygon: &Polygon, placed: &[Point], radius: i32) -> Result<()> {
        let triangles = polygon.triangles();
        if !self.are_joined {
            return triangles.iter().try_for_each(|triangle| self.add_triangle(triangle, placed, radius));
        }
        let mut room = [Point::default(); Polygon::MOST_WHOLE];
        for piece in polygon.pieces() {
            let ring = &mut room[..piece.ring.len()];
            ring.iter_mut().zip(&piece.ring).for_each(|(to, &k)| *to = placed[usize::from(k)]);
            let number = self.count;
            self.count += 1;
            if self.sets.add_ring(ring, radius)? {
                continue;
            }
            self.split.push([number, piece.triangles.len() as u32]);
            for &k in &piece.triangles {
                self.add_triangle(&triangles[usize::from(k)], placed, radius)?;
            }
        }
        Ok(())
    }

    fn add_triangle(&mut self, triangle: &[u16; 3], placed: &[Point], radius: i32) -> Result<()> {
        self.sets.add(&mut triangle.map(|k| placed[usize::from(k)]), radius).map(drop)
    }
}

/// Returns the box around the position.
fn here(frame: &Transform) -> Bounds {
    Bounds { min: frame.at, max: frame.at }
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
        let star: Vec<[f64; 2]> =
            (0..).zip(ring(40, 9.0)).map(|(k, at)| at.map(|x| x * f64::from(2 + k * 7 % 5) / 6.0)).collect();
        let flat = [[0.0, 0.0], [4.0, 0.0], [8.0, 0.0], [8.0, 1.0]];
        let shapes = [
            Shape::point(),
            Shape::circle(3.5).unwrap(),
            Shape::segment([1.0, 2.0], [-3.0, 0.25]).unwrap(),
            Shape::segment([0.0, 0.0], [0.001, 0.0]).unwrap(),
            Shape::capsule([4.0, -2.0], [-1.0, 9.0], 1.25).unwrap(),
            Shape::rect([8.0, 3.0]).unwrap(),
            Shape::rect([0.001, 3.0]).unwrap(),
            Shape::ellipse(9.0, 4.0).unwrap(),
            Shape::ellipse(0.01, 4.0).unwrap(),
            Shape::polygon(&ring(3, 5.0)).unwrap(),
            Shape::polygon(&ring(6, 40.0)).unwrap(),
            Shape::polygon(&ring(64, 2.0)).unwrap(),
            Shape::polygon(&ring(90, 30.0)).unwrap(),
            Shape::polygon(&comb).unwrap(),
            Shape::polygon(&star).unwrap(),
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
                // (Where a shape is small, rounding makes some of the joined triangles not convex.)
                let size = if k % 4 == 3 { 1.0 / 32.0 } else { 1.5 };
                let scale = Vec2::new(if k.is_multiple_of(3) { -size } else { size }, size);
                let frame = Placement { angle: k as f64 * 0.37, scale, ..Placement::default() }.frame();
                frame.unwrap()
            };
            let mut parts = shape.place_in(&frame(0)).unwrap();
            for k in 1..60 {
                let (expected, reach) = shape.place_with_reach(&frame(k)).unwrap();
                assert_eq!(shape.place_over(&frame(k), &mut parts), Ok(reach));
                assert_eq!(parts, expected, "{shape:?} at {k}");
                assert_eq!(parts.pieces(), expected.pieces(), "{shape:?} at {k}");
            }
        }
    }

    /// The pieces of a placed polygon cover what its triangles cover, also where they touch something or miss it by a lattice
    /// unit; whether touches count or not.
    #[test]
    fn pieces_are_the_same_set() {
        use crate::form::{Form, Touching};
        use crate::kernels::random::Random;
        use crate::query;
        let mut random = Random::new(3);
        let (mut fewer, mut hits, mut all) = (0, 0, 0);
        for round in 0..400 {
            let count = 4 + random.below(40);
            let whole = random.below(3) == 0;
            let corner = |k: i32, random: &mut Random| {
                let (sin, cos) = (f64::from(k) / f64::from(count) * std::f64::consts::TAU).sin_cos();
                let far = random.between(2.0, 9.0);
                let at = [cos * far, sin * far];
                if whole { at.map(f64::round) } else { at }
            };
            let ring: Vec<[f64; 2]> = (0..count).map(|k| corner(k, &mut random)).collect();
            let r = [0.0, 0.75][round % 2];
            let Ok(shape) = Shape::rounded_polygon(&ring, r) else { continue };
            let scale: f64 = random.pick(&[1.0, -1.0, 0.1, 1.0 / 64.0, 3.0]);
            let angle = if random.below(4) == 0 { 0.0 } else { random.between(0.0, 7.0) };
            let placement = Placement::at([5.0, 5.0]).turned(angle).scaled([scale, scale.abs()]);
            let parts = shape.place(&placement).unwrap();
            if parts.len() == 1 {
                continue;
            }
            fewer += usize::from(parts.pieces().len() < parts.len());
            let as_cut: Parts = parts.iter().cloned().collect();
            let (joined, as_cut) = (Form::Shape(parts.clone()), Form::Shape(as_cut));
            let corners: Vec<Point> = parts.iter().flat_map(|part| part.vertices().to_vec()).collect();
            for _ in 0..40 {
                let at = corners[random.below(corners.len() as i32) as usize];
                let to = corners[random.below(corners.len() as i32) as usize];
                let mut beside = |p: Point| Point::new(p.x + random.below(9) - 4, p.y + random.below(9) - 4);
                let mut probe = vec![beside(at)];
                if at != to && all % 3 == 0 {
                    let middle = Point::new(at.x.midpoint(to.x), at.y.midpoint(to.y));
                    probe.push(beside(middle));
                }
                let radius = random.below(2) * 3;
                let probe = Form::Shape(Convex::new(probe, radius).unwrap().into());
                for touching in [Touching::Counts, Touching::Ignored] {
                    let is_hit = query::overlaps(&as_cut, &probe, touching);
                    assert_eq!(query::overlaps(&joined, &probe, touching), is_hit, "{parts:?} {probe:?}");
                    let graze = crate::lattice::Margin::new(1.0 / 256.0).unwrap();
                    let grazes = query::grazes(&as_cut, &probe, graze, touching);
                    assert_eq!(
                        query::grazes(&joined, &probe, graze, touching),
                        grazes,
                        "{parts:?} {probe:?}"
                    );
                    (hits, all) = (hits + usize::from(is_hit), all + 1);
                }
            }
        }
        assert!(fewer > 200 && hits > all / 3 && hits < all - 1000, "{fewer} {hits} of {all}");
    }
}

//! Discs around bodies and parts. They settle most pairs: if the discs around two are apart, the two do not overlap; if
//! discs within them overlap, they do.

use super::shape_shape::Verdict;
use crate::lattice::{Bounds, Point};
use crate::shape::Convex;

/// More than the rounding of centres and vertices, in lattice units.
pub(super) const SLACK: f32 = 8.0;
/// More than the rounding errors of these few operations, as a share of what is compared.
pub(super) const SHARE: f32 = 1.0 / 65536.0;

/// The radii of two discs with the same centre, in lattice units.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Discs {
    /// The radii of the inner and the outer disc.
    pub(crate) radii: [f32; 2],
}

impl Discs {
    pub(crate) const fn new(inner: f32, outer: f32) -> Discs {
        Discs { radii: [inner, outer] }
    }

    /// All points of this disc are in the body, up to the rounding of the centre, which is less than a unit. (Of a
    /// sprite: all pixels that contain one are covered.) A point counts as a disc of radius 0; below 0 if no disc is
    /// known.
    #[inline(always)]
    pub(crate) fn inner(self) -> f32 {
        self.radii[0]
    }

    /// This disc contains the body.
    #[inline(always)]
    pub(crate) fn outer(self) -> f32 {
        self.radii[1]
    }

    /// The discs of a body about which nothing is known.
    pub(crate) const UNKNOWN: Discs = Discs::new(-1.0, 4e9);

    /// Returns the discs of a disc.
    #[inline(always)]
    pub(crate) fn of_disc(radius: i32) -> Discs {
        Discs::new(radius as f32, radius as f32)
    }

    /// Returns the discs of an upright box around its middle.
    #[inline(always)]
    pub(crate) fn of_box(width: i32, height: i32) -> Discs {
        let (w, h) = (width as f32, height as f32);
        Discs::new(w.min(h) / 2.0, (w * w + h * h).sqrt() / 2.0)
    }

    /// Returns the discs of the union of some parts around a centre, which must be the middle of the box around them.
    pub(crate) fn of_parts(parts: &[Convex], centre: Point) -> Discs {
        let (mut inner, mut outer) = (-1.0_f64, 0.0_f64);
        for part in parts {
            let r = f64::from(part.radius());
            let far = part.vertices().iter().map(|v| squared(*v, centre)).fold(0.0, f64::max).sqrt() + r;
            outer = outer.max(far);
            let depth = match part.vertices() {
                [at] => r - squared(*at, centre).sqrt(),
                // The middle of a segment's box is on the segment.
                [_, _] if parts.len() == 1 => r,
                [_, _] => -1.0,
                vertices => match least_depth(vertices, centre) {
                    depth if depth < 0.0 => -1.0,
                    depth => depth + r,
                },
            };
            inner = inner.max(depth);
        }
        Discs::new(inner as f32, outer as f32)
    }

    /// Compares two bodies' discs: `square` is the squared distance of their centres, and `margin` is not below 0. It has
    /// no branch.
    #[inline(always)]
    pub(crate) fn compare(self, other: Discs, square: f32, margin: f32) -> DiscVerdict {
        let least = ((self.inner() + other.inner() - SLACK) * (1.0 - SHARE)).max(0.0);
        let most = (self.outer() + other.outer() + SLACK) * (1.0 + SHARE);
        let reach = most + margin * (1.0 + SHARE);
        let close = ((self.inner() + other.inner() + margin - SLACK) * (1.0 - SHARE)).max(0.0);
        let are_known = self.inner().min(other.inner()) >= 0.0;
        DiscVerdict {
            hit: are_known & (square < least * least),
            apart: square > most * most,
            near: are_known & (square < close * close),
            far: square > reach * reach,
        }
    }

    /// Settles whether two bodies come within a margin of each other, if that is possible: `square` is the squared
    /// distance of their centres.
    #[inline(always)]
    pub(crate) fn settle(self, other: Discs, square: f32, margin: f32) -> Verdict {
        let DiscVerdict { near, far, .. } = self.compare(other, square, margin);
        match (near, far) {
            (true, _) => Verdict::Yes,
            (_, true) => Verdict::No,
            _ => Verdict::Unsure,
        }
    }
}

/// What the discs of two bodies say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DiscVerdict {
    /// They overlap, whether touches count or not.
    pub(crate) hit: bool,
    /// They do not overlap.
    pub(crate) apart: bool,
    /// They overlap or are within the margin.
    pub(crate) near: bool,
    /// They are further apart than the margin.
    pub(crate) far: bool,
}

/// A body as two discs with the same centre.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ball {
    pub(crate) centre: Point,
    pub(crate) discs: Discs,
}

impl Ball {
    /// Returns the squared distance of the centres. Positions differ by at most 2^30.
    #[inline(always)]
    pub(crate) fn square_to(self, other: Ball) -> f32 {
        let (p, q) = (self.centre, other.centre);
        let (dx, dy) = ((q.x - p.x) as f32, (q.y - p.y) as f32);
        dx * dx + dy * dy
    }
}

/// Returns the middle of a box, rounded down.
#[inline(always)]
pub(crate) fn middle(Bounds { min, max }: Bounds) -> Point {
    // (Coordinates are at most 2^30 in size, so the sums fit.)
    Point::new((min.x + max.x) >> 1, (min.y + max.y) >> 1)
}

fn squared(p: Point, q: Point) -> f64 {
    let (dx, dy) = (f64::from(p.x) - f64::from(q.x), f64::from(p.y) - f64::from(q.y));
    dx * dx + dy * dy
}

/// Returns how deep a point is behind the edges of a hull, at least; below 0 if it is outside.
fn least_depth(vertices: &[Point], at: Point) -> f64 {
    let mut last = vertices[vertices.len() - 1];
    // The depth behind an edge is the cross product, divided by the edge's length. Squares are compared as fractions, so
    // that there is only one division and one root.
    let (mut is_inside, mut cross_square, mut square) = (true, f64::MAX, 1.0);
    for &vertex in vertices {
        let (ex, ey) = (f64::from(vertex.x) - f64::from(last.x), f64::from(vertex.y) - f64::from(last.y));
        let (x, y) = (f64::from(at.x) - f64::from(last.x), f64::from(at.y) - f64::from(last.y));
        // (-ey, ex) points outwards.
        let (cross, length_square) = (x * ey - y * ex, ex * ex + ey * ey);
        is_inside &= cross >= 0.0;
        let is_less = cross * cross * square < cross_square * length_square;
        (cross_square, square) =
            if is_less { (cross * cross, length_square) } else { (cross_square, square) };
        last = vertex;
    }
    if is_inside { (cross_square / square).sqrt() } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::{Form, Touching};
    use crate::kernels::random::Random;
    use crate::query;
    use crate::shape::Parts;

    fn ball(parts: &[Convex]) -> Ball {
        let bounds = parts.iter().map(Convex::bounds).reduce(Bounds::union).expect("parts");
        let centre = middle(bounds);
        Ball { centre, discs: Discs::of_parts(parts, centre) }
    }

    #[test]
    fn what_discs_settle_is_right() {
        let (mut random, mut counts) = (Random::new(21), [0; 3]);
        for round in 0..40_000 {
            let parts = |random: &mut Random| -> Vec<Convex> {
                (0..1 + random.below(4) / 3).map(|_| random.convex()).collect()
            };
            let (a, b) = (parts(&mut random), parts(&mut random));
            let span = |bounds: Bounds| bounds.max.x - bounds.min.x + bounds.max.y - bounds.min.y;
            let reach = (span(a[0].bounds()) + span(b[0].bounds())).max(4);
            let (p, q) = (ball(&a).centre, ball(&b).centre);
            let mut step = || random.below(reach) - reach / 2;
            let by = Point::new(p.x - q.x + step(), p.y - q.y + step());
            let b: Vec<Convex> = b.iter().map(|part| part.translated(by)).collect();
            let margin = random.pick(&[0, 0, 100, 2048]);
            let (p, q) = (ball(&a), ball(&b));
            let answer = p.discs.settle(q.discs, p.square_to(q), margin as f32);
            counts[answer as usize] += 1;
            let forms = [a, b].map(|parts| Form::Shape(Parts::from(parts)));
            let near = query::come_near(&forms[0], &forms[1], margin);
            match answer {
                Verdict::Yes if margin == 0 => {
                    for touching in [Touching::Counts, Touching::Ignored] {
                        assert!(query::overlaps(&forms[0], &forms[1], touching), "{round} {forms:?}");
                    }
                }
                Verdict::Yes => {
                    let overlaps = query::overlaps(&forms[0], &forms[1], Touching::Counts);
                    assert!(overlaps | near, "{round} {forms:?}");
                }
                Verdict::No => {
                    assert!(!query::overlaps(&forms[0], &forms[1], Touching::Counts), "{round} {forms:?}");
                    assert!(!near, "{round} {margin} {forms:?}");
                }
                Verdict::Unsure => {}
            }
        }
        assert!(counts.iter().all(|&count| count > 3000), "{counts:?}");
    }
}

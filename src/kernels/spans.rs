//! The ends of a convex shape in each of eight rows of pixels, in floats, with a bound on their error.
//!
//! The right end of a convex set, as a function of y, rises to its peak and falls from there. So within a row the set
//! reaches furthest at one y: the one of the row that is nearest to the peak. At this y
//! - the lines along the edges are at or beyond the end, and one of them is the end where there is no arc,
//! - the discs around the vertices are at or within the end, and one of them is the end where there is an arc,
//! - the lines along the chords of the arcs and along the edges together bound a polygon within the set.
//!
//! So the end is the further of two values: the least of the lines and chords, and the disc around the vertex whose
//! chord is the least. Left ends are computed as right ends of the mirrored shape.
//!
//! All coordinates are in pixels, relative to the least corner of the box around the vertices. They are multiples of
//! 2^-8 below 2^16: they and their differences are exact.

use crate::lattice::{Point, UNITS};
use crate::shape::Convex;
use crate::simd::Lanes;

/// Beyond all coordinates, in pixels.
const FAR: f32 = 1e9;
/// Multiplied by the negative square nearest to 0, -2^-16, this gives more than any coordinate.
const OUTSIDE: f32 = (1_u64 << 36) as f32;
/// The error of lines without a reach, relative to the size of all coordinates. A slope, a product and a sum are
/// rounded: for a product of up to 5/2 of the size the error is 11 * 2^-24 of the size. With a larger product the
/// line is beyond the box, and the error does not change that.
const UNSURE: f32 = 1.0 / (1 << 20) as f32;
/// The error with a reach; it is to be multiplied by 1 plus the steepest slope. It allows for a dozen roundings of
/// values that this product bounds, and for the same again if the wrong chord seemed to be the least.
const UNSURE_ROUND: f32 = 1.0 / (1 << 18) as f32;

/// The number of vertices that are prepared: a few, or the most that there can be.
pub(super) const FEW: usize = 8;
pub(super) const MOST: usize = 64;

/// Returns lattice units as pixels; exact below 2^24.
#[inline(always)]
pub(super) fn pixels(units: i32) -> f32 {
    units as f32 * (1.0 / UNITS as f32)
}

/// The ends of a shape in rows of pixels.
pub(super) trait Ends {
    /// Returns the left and right ends of rows that are one pixel high and begin at y = `top`. For a row that the
    /// shape does not touch the values have no meaning.
    fn ends<L: Lanes>(&self, lanes: L, top: L::Floats) -> [L::Floats; 2];

    /// Returns a bound on the error of the ends, for coordinates no larger than `size`.
    fn unsure(&self, size: f32) -> f32;
}

/// A shape about which floats say nothing.
pub(super) struct Unknown;

impl Ends for Unknown {
    #[inline(always)]
    fn ends<L: Lanes>(&self, lanes: L, _: L::Floats) -> [L::Floats; 2] {
        [lanes.float(0.0); 2]
    }

    #[inline(always)]
    fn unsure(&self, _: f32) -> f32 {
        FAR
    }
}

/// All points within reach of an upright box, which may be a segment or a point.
pub(super) struct RoundedBox {
    /// The box's greatest corner.
    pub(super) greatest_corner: [f32; 2],
    pub(super) reach: f32,
}

impl Ends for RoundedBox {
    #[inline(always)]
    fn ends<L: Lanes>(&self, lanes: L, top: L::Floats) -> [L::Floats; 2] {
        let [x, y] = self.greatest_corner;
        let (below, above) =
            (lanes.sub_floats(top, lanes.float(y)), lanes.sub_floats(lanes.float(-1.0), top));
        let away = lanes.max_floats(lanes.max_floats(below, above), lanes.float(0.0));
        let half = lanes.sqrt_floats(lanes.max_floats(rest(lanes, self.reach, away), lanes.float(0.0)));
        [lanes.sub_floats(lanes.float(0.0), half), lanes.add_floats(lanes.float(x), half)]
    }

    #[inline(always)]
    fn unsure(&self, size: f32) -> f32 {
        size * UNSURE
    }
}

/// Returns the square of the reach minus the square of `away`. There is no cancellation, since both factors are exact
/// or nearly so.
#[inline(always)]
fn rest<L: Lanes>(lanes: L, reach: f32, away: L::Floats) -> L::Floats {
    let reach = lanes.float(reach);
    lanes.mul_floats(lanes.sub_floats(reach, away), lanes.add_floats(reach, away))
}

/// A line that bounds a side: x = `x` + `slope` * (y - `y`).
#[derive(Clone, Copy)]
struct EdgeLine {
    x: f32,
    y: f32,
    slope: f32,
}

const NO_LINE: EdgeLine = EdgeLine { x: 0.0, y: 0.0, slope: 0.0 };

/// The edges of a side. Each line gives the end in a row from the row's top y: if x grows with y, the line's y is
/// less by 1.
struct SideEdges<const N: usize> {
    lines: [EdgeLine; N],
    count: usize,
}

/// A hull without a reach.
pub(super) struct Edged<const N: usize> {
    /// The left side, mirrored, and the right side.
    sides: [SideEdges<N>; 2],
}

impl<const N: usize> Edged<N> {
    /// Makes the edges of a part with at least two and at most N vertices.
    #[inline(always)]
    pub(super) fn of(part: &Convex) -> Self {
        let (least, vertices) = (part.core().min, part.vertices());
        let mut sides = [const { SideEdges { lines: [NO_LINE; N], count: 0 } }; 2];
        let mut a = vertices[vertices.len() - 1];
        let mut k = 0;
        while k < vertices.len() {
            let b = vertices[k];
            let [ex, ey] = [b.x - a.x, b.y - a.y];
            // (-ey, ex) points outwards: edges that rise are on the right.
            let is_right = ey < 0;
            let side = usize::from(is_right);
            let sign = if is_right { 1.0 } else { -1.0 };
            let slope = sign * (ex as f32 / ey as f32);
            let shift = if slope > 0.0 { 1.0 } else { 0.0 };
            let line = EdgeLine { x: sign * pixels(a.x - least.x), y: pixels(a.y - least.y) - shift, slope };
            let SideEdges { lines, count } = &mut sides[side];
            if let Some(to) = lines.get_mut(*count) {
                *to = line;
            }
            *count += usize::from(ey != 0);
            (a, k) = (b, k + 1);
        }
        Edged { sides }
    }
}

impl Edged<2> {
    /// Makes the edges of a segment that is not horizontal.
    #[inline(always)]
    pub(super) fn segment([a, b]: [Point; 2], least: Point) -> Self {
        let [ex, ey] = [b.x - a.x, b.y - a.y];
        let slope = ex as f32 / ey as f32;
        let (x, y) = (pixels(a.x - least.x), pixels(a.y - least.y));
        let side = |sign: f32| {
            let slope = sign * slope;
            let shift = if slope > 0.0 { 1.0 } else { 0.0 };
            SideEdges { lines: [EdgeLine { x: sign * x, y: y - shift, slope }, NO_LINE], count: 1 }
        };
        Edged { sides: [side(-1.0), side(1.0)] }
    }
}

impl<const N: usize> SideEdges<N> {
    #[inline(always)]
    fn end<L: Lanes>(&self, lanes: L, top: L::Floats) -> L::Floats {
        let mut end = lanes.float(FAR);
        let mut k = 0;
        while k < self.count.min(N) {
            let line = self.lines[k];
            let dy = lanes.sub_floats(top, lanes.float(line.y));
            end = lanes.min_floats(end, lanes.fused(dy, lanes.float(line.slope), lanes.float(line.x)));
            k += 1;
        }
        end
    }
}

impl<const N: usize> Ends for Edged<N> {
    #[inline(always)]
    fn ends<L: Lanes>(&self, lanes: L, top: L::Floats) -> [L::Floats; 2] {
        let [left, right] = &self.sides;
        [lanes.sub_floats(lanes.float(0.0), left.end(lanes, top)), right.end(lanes, top)]
    }

    #[inline(always)]
    fn unsure(&self, size: f32) -> f32 {
        size * UNSURE
    }
}

/// How much x grows with y along a line, and with the reach by which the line is moved.
#[derive(Clone, Copy)]
struct Slope {
    slope: f32,
    out: f32,
}

impl Slope {
    /// Returns the chord of the arc that begins straight above a vertex and ends at the edge below it.
    #[inline(always)]
    fn below_arc(edge: Slope) -> Slope {
        Slope { slope: edge.out + edge.slope, out: edge.out + edge.slope }
    }

    /// Returns the chord of the arc that begins at the edge above a vertex and ends straight below it.
    #[inline(always)]
    fn above_arc(edge: Slope) -> Slope {
        Slope { slope: edge.slope - edge.out, out: edge.out - edge.slope }
    }

    /// Returns the moved line's x at a y that is `dy` further than the y at which the line has `x`.
    #[inline(always)]
    fn at<L: Lanes>(self, lanes: L, x: f32, dy: L::Floats, reach: f32) -> L::Floats {
        lanes.fused(dy, lanes.float(self.slope), lanes.float(x + self.out * reach))
    }
}

/// A vertex of a side, the chord of the arc around it, and an edge that ends there.
#[derive(Clone, Copy)]
struct SideCorner {
    x: f32,
    y: f32,
    chord: Slope,
    edge: Slope,
}

/// One side of the points within reach of a hull.
struct SpanSide<const N: usize> {
    /// The y of a vertex that is furthest out.
    peak: f32,
    corners: [SideCorner; N],
    count: usize,
}

/// All points within reach of a hull that is no upright box.
pub(super) struct Round<const N: usize> {
    /// The left side, mirrored, and the right side.
    sides: [SpanSide<N>; 2],
    steepest: f32,
    reach: f32,
}

impl<const N: usize> SpanSide<N> {
    const NONE: Self = {
        let none = Slope { slope: 0.0, out: 0.0 };
        SpanSide { peak: 0.0, corners: [SideCorner { x: 0.0, y: 0.0, chord: none, edge: none }; N], count: 0 }
    };

    /// Adds a vertex, with the edges of this side above and below it, if there are any.
    #[inline(always)]
    fn put(&mut self, [x, y]: [f32; 2], above: Option<Slope>, below: Option<Slope>) {
        let (chord, edge) = match (above, below) {
            (None, None) => return,
            (None, Some(b)) => (Slope::below_arc(b), b),
            (Some(a), None) => (Slope::above_arc(a), a),
            // The chord's normal is the sum of the unit normals of both edges, (1, -slope) / out.
            (Some(a), Some(b)) => {
                let per = 1.0 / (a.out + b.out);
                let slope = (a.slope * b.out + b.slope * a.out) * per;
                (Slope { slope, out: (a.out * b.out + 1.0 + a.slope * b.slope) * per }, b)
            }
        };
        if let Some(corner) = self.corners.get_mut(self.count) {
            *corner = SideCorner { x, y, chord, edge };
            self.count += 1;
        }
    }

    #[inline(always)]
    fn end<L: Lanes>(&self, lanes: L, top: L::Floats, reach: f32) -> L::Floats {
        let bottom = lanes.add_floats(top, lanes.float(1.0));
        let y = lanes.min_floats(lanes.max_floats(top, lanes.float(self.peak)), bottom);
        let far = lanes.float(FAR);
        let (mut chords, mut edges, mut x, mut away) = (far, far, far, far);
        let mut k = 0;
        while k < self.count.min(N) {
            let corner = &self.corners[k];
            let dy = lanes.sub_floats(y, lanes.float(corner.y));
            let chord = corner.chord.at(lanes, corner.x, dy, reach);
            let is_less = lanes.less(chord, chords);
            chords = lanes.min_floats(chord, chords);
            x = lanes.choose(is_less, lanes.float(corner.x), x);
            away = lanes.choose(is_less, dy, away);
            edges = lanes.min_floats(corner.edge.at(lanes, corner.x, dy, reach), edges);
            k += 1;
        }
        let (rest, zero) = (rest(lanes, reach, away), lanes.float(0.0));
        let half = lanes.sqrt_floats(lanes.max_floats(rest, zero));
        // If the disc does not reach this y, its end is far inside.
        let half = lanes.fused(lanes.min_floats(rest, zero), lanes.float(OUTSIDE), half);
        lanes.max_floats(lanes.min_floats(chords, edges), lanes.add_floats(x, half))
    }
}

impl<const N: usize> Round<N> {
    /// Makes the sides of a part with at least two and at most N vertices; the reach is in lattice units.
    #[inline(always)]
    pub(super) fn of(part: &Convex, reach: i32) -> Self {
        let (least, vertices) = (part.core().min, part.vertices());
        let mut round = Round { sides: [SpanSide::NONE; 2], steepest: 0.0, reach: pixels(reach) };
        let n = vertices.len();
        let mut edge_in = edge_of(vertices[n - 1], vertices[0]);
        let mut furthest = i32::MIN;
        let mut k = 0;
        while k < n {
            let v = vertices[k];
            let edge_out = edge_of(v, vertices[if k + 1 == n { 0 } else { k + 1 }]);
            let (x, y) = (pixels(v.x - least.x), pixels(v.y - least.y));
            // Edges that rise are on the right, edges that fall on the left.
            round.sides[0].put([-x, y], edge_in[0], edge_out[0]);
            round.sides[1].put([x, y], edge_out[1], edge_in[1]);
            if v.x > furthest {
                furthest = v.x;
                round.sides[1].peak = y;
            }
            if let [Some(Slope { slope, .. }), _] | [_, Some(Slope { slope, .. })] = edge_out {
                round.steepest = round.steepest.max(slope.abs());
            }
            (edge_in, k) = (edge_out, k + 1);
        }
        // The first vertex is one with the least x.
        round.sides[0].peak = pixels(vertices[0].y - least.y);
        round
    }
}

impl Round<2> {
    /// Makes the sides of a segment that is not horizontal, whose first end is the left one; the reach is in lattice units.
    #[inline(always)]
    pub(super) fn segment(ends: [Point; 2], least: Point, reach: i32) -> Self {
        let [left, right] = ends.map(|end| [pixels(end.x - least.x), pixels(end.y - least.y)]);
        let slope = (ends[1].x - ends[0].x) as f32 / (ends[1].y - ends[0].y) as f32;
        let out = (1.0 + slope * slope).sqrt();
        let is_falling = ends[0].y < ends[1].y;
        let [top, bottom] = if is_falling { [left, right] } else { [right, left] };
        let side = |sign: f32, peak| {
            let edge = Slope { slope: sign * slope, out };
            let corner = |[x, y]: [f32; 2], chord| SideCorner { x: sign * x, y, chord, edge };
            let corners = [corner(top, Slope::below_arc(edge)), corner(bottom, Slope::above_arc(edge))];
            SpanSide { peak, corners, count: 2 }
        };
        let sides = [side(-1.0, left[1]), side(1.0, right[1])];
        Round { sides, steepest: slope.abs(), reach: pixels(reach) }
    }
}

/// Returns the slope of an edge for the left side, where x is mirrored, or for the right side; none for a horizontal
/// edge.
#[inline(always)]
fn edge_of(a: Point, b: Point) -> [Option<Slope>; 2] {
    let [ex, ey] = [b.x - a.x, b.y - a.y];
    let slope = ex as f32 / ey as f32;
    let out = (1.0 + slope * slope).sqrt();
    if ey > 0 {
        [Some(Slope { slope: -slope, out }), None]
    } else if ey < 0 {
        [None, Some(Slope { slope, out })]
    } else {
        [None, None]
    }
}

impl<const N: usize> Ends for Round<N> {
    #[inline(always)]
    fn ends<L: Lanes>(&self, lanes: L, top: L::Floats) -> [L::Floats; 2] {
        let [left, right] = &self.sides;
        let left = left.end(lanes, top, self.reach);
        [lanes.sub_floats(lanes.float(0.0), left), right.end(lanes, top, self.reach)]
    }

    #[inline(always)]
    fn unsure(&self, size: f32) -> f32 {
        size * (1.0 + self.steepest) * UNSURE_ROUND
    }
}

//! From where to where a convex shape reaches in each of eight rows of pixels, in floats, with a bound on how far they are
//! off.
//!
//! The right end of a convex set, seen as a function of y, rises to its peak and falls from there. So the furthest that a
//! set reaches within a row is its end at one y: the one of the row that is nearest to the peak. There
//! - lines along its edges are never short of the end, and one of them is the end where there is no arc,
//! - discs around its vertices are never beyond it, and one of them is the end where there is an arc,
//! - lines along the chords of the arcs and along the edges together bound a polygon within the set.
//!
//! So the end is the least of the lines and chords, or the disc around the vertex whose chord is the least, whichever is
//! further. Left ends are right ends of what is mirrored.
//!
//! All is in pixels from the least corner of the box around the vertices. Coordinates are multiples of 2^-8 below 2^16:
//! these and their differences are exact.

use crate::lattice::{Point, UNITS};
use crate::shape::Convex;
use crate::simd::Lanes;

/// Beyond everything, in pixels.
const FAR: f32 = 1e9;
/// Makes of the least square below 0, 2^-16, more than any coordinate.
const OUTSIDE: f32 = (1_u64 << 36) as f32;
/// How far lines without reach may be off, as a share of all coordinates' size. A slope, a product and a sum are rounded:
/// with a product up to 5/2 of the size that is 11 * 2^-24 of it. With a larger product the line is beyond the box, and
/// stays there.
const UNSURE: f32 = 1.0 / (1 << 20) as f32;
/// The same with reach, to be multiplied by the steepest slope, and 1: a dozen roundings of what that product bounds, and
/// as much again where the wrong chord seemed to be the least.
const UNSURE_ROUND: f32 = 1.0 / (1 << 18) as f32;

/// The eights of vertices that most hulls have, and that hulls have at most.
pub(super) const FEW: usize = 1;
pub(super) const MOST: usize = 8;

/// A number of lattice units as pixels; exact below 2^24.
#[inline(always)]
pub(super) fn pixels(units: i32) -> f32 {
    units as f32 * (1.0 / UNITS as f32)
}

/// How far a shape reaches in rows of pixels.
pub(super) trait Ends {
    /// Whether there is never a doubt.
    const IS_EXACT: bool = false;

    /// The ends of the rows of which each begins at y = `top` and is one high: left and right. What a row that it does not
    /// meet gives means nothing.
    fn ends<L: Lanes>(&self, lanes: L, top: L::Floats) -> [L::Floats; 2];

    /// The ends are less far off than this, where coordinates are no larger than `size`.
    fn unsure(&self, size: f32) -> f32;
}

/// All of a row: what only the box around it bounds.
pub(super) struct Whole;

impl Ends for Whole {
    const IS_EXACT: bool = true;

    #[inline(always)]
    fn ends<L: Lanes>(&self, lanes: L, _: L::Floats) -> [L::Floats; 2] {
        [lanes.float(-FAR), lanes.float(FAR)]
    }

    #[inline(always)]
    fn unsure(&self, _: f32) -> f32 {
        0.0
    }
}

/// What floats tell nothing about.
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

/// All within reach of an upright box, which may be a segment or a point.
pub(super) struct Rounded {
    /// The box's greatest corner.
    pub(super) most: [f32; 2],
    pub(super) reach: f32,
}

impl Ends for Rounded {
    #[inline(always)]
    fn ends<L: Lanes>(&self, lanes: L, top: L::Floats) -> [L::Floats; 2] {
        let [x, y] = self.most;
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

/// What the square of a distance leaves of that of the reach: without cancellation, as both factors are exact or nearly.
#[inline(always)]
fn rest<L: Lanes>(lanes: L, reach: f32, away: L::Floats) -> L::Floats {
    let reach = lanes.float(reach);
    lanes.mul_floats(lanes.sub_floats(reach, away), lanes.add_floats(reach, away))
}

/// A number for each vertex, by eights.
type Numbers<const C: usize> = [[f32; 8]; C];

#[inline(always)]
fn number<const C: usize>(numbers: &Numbers<C>, k: usize) -> f32 {
    numbers[k >> 3][k & 7]
}

/// The vertices of a hull, up to 8 C, and of each those before and after it.
struct Ring<const C: usize> {
    before: [Numbers<C>; 2],
    own: [Numbers<C>; 2],
    after: [Numbers<C>; 2],
    count: usize,
    /// The y of a vertex of the least x, and of one of the greatest.
    peaks: [f32; 2],
}

impl<const C: usize> Ring<C> {
    #[inline(always)]
    fn of(part: &Convex) -> Self {
        let (least, vertices) = (part.core().min, part.vertices());
        let count = vertices.len().min(8 * C);
        let none = [[[0.0; 8]; C]; 2];
        // The first vertex is one of the least x.
        let first = pixels(vertices[0].y - least.y);
        let mut ring = Ring { before: none, own: none, after: none, count, peaks: [first, first] };
        let mut furthest = 0;
        let mut k = 0;
        while k < count {
            let v = Point::new(vertices[k].x - least.x, vertices[k].y - least.y);
            let (x, y) = (pixels(v.x), pixels(v.y));
            let (last, next) =
                (if k == 0 { count - 1 } else { k - 1 }, if k + 1 == count { 0 } else { k + 1 });
            (ring.own[0][k >> 3][k & 7], ring.own[1][k >> 3][k & 7]) = (x, y);
            (ring.after[0][last >> 3][last & 7], ring.after[1][last >> 3][last & 7]) = (x, y);
            (ring.before[0][next >> 3][next & 7], ring.before[1][next >> 3][next & 7]) = (x, y);
            (furthest, ring.peaks[1]) = if v.x > furthest { (v.x, y) } else { (furthest, ring.peaks[1]) };
            k += 1;
        }
        ring
    }

    /// The edges to each of eight vertices, and those from each.
    #[inline(always)]
    fn edges<L: Lanes>(&self, lanes: L, c: usize) -> [Edges<L>; 2] {
        let (before, own, after) = (&self.before, &self.own, &self.after);
        let own = [&own[0][c], &own[1][c]];
        [
            Edges::between(lanes, [&before[0][c], &before[1][c]], own),
            Edges::between(lanes, own, [&after[0][c], &after[1][c]]),
        ]
    }
}

/// Eight edges.
#[derive(Clone, Copy)]
struct Edges<L: Lanes> {
    /// Those that fall are on the left, those that rise on the right, as (-ey, ex) points outwards.
    is_left: L::Ints,
    is_right: L::Ints,
    /// How x grows with y; 0 for edges along the rows.
    slope: L::Floats,
}

impl<L: Lanes> Edges<L> {
    #[inline(always)]
    fn between(lanes: L, a: [&[f32; 8]; 2], b: [&[f32; 8]; 2]) -> Self {
        let ex = lanes.sub_floats(lanes.floats(b[0]), lanes.floats(a[0]));
        let ey = lanes.sub_floats(lanes.floats(b[1]), lanes.floats(a[1]));
        let zero = lanes.float(0.0);
        let (is_left, is_right) = (lanes.less(zero, ey), lanes.less(ey, zero));
        let is_either = lanes.or_ints(is_left, is_right);
        let (ex, ey) = (lanes.choose(is_either, ex, zero), lanes.choose(is_either, ey, lanes.float(1.0)));
        Edges { is_left, is_right, slope: lanes.div_floats(ex, ey) }
    }

    /// Seen from the right, or mirrored.
    #[inline(always)]
    fn seen(self, lanes: L, side: usize) -> Seen<L> {
        let slope = if side == 0 { lanes.sub_floats(lanes.float(0.0), self.slope) } else { self.slope };
        Seen { is_there: if side == 0 { self.is_left } else { self.is_right }, slope }
    }
}

/// Eight edges, as far as they belong to a side.
#[derive(Clone, Copy)]
struct Seen<L: Lanes> {
    is_there: L::Ints,
    slope: L::Floats,
}

/// A hull without reach: of each edge of a side the x where y is that of its start, less by 1 where x grows with y. So an
/// edge is seen at the end of each row that it bounds. What is no edge of the side is far out.
pub(super) struct Edged<const C: usize> {
    count: usize,
    /// Left, mirrored, and right.
    sides: [EdgedSide<C>; 2],
}

#[derive(Clone, Copy)]
struct EdgedSide<const C: usize> {
    x: Numbers<C>,
    y: Numbers<C>,
    slope: Numbers<C>,
}

impl<const C: usize> Edged<C> {
    /// Of two to 8 C vertices.
    #[inline(always)]
    pub(super) fn of<L: Lanes>(lanes: L, part: &Convex) -> Self {
        let ring = Ring::<C>::of(part);
        let none = [[0.0; 8]; C];
        let mut edged = Edged { count: ring.count, sides: [EdgedSide { x: none, y: none, slope: none }; 2] };
        let (zero, far) = (lanes.float(0.0), lanes.float(FAR));
        let mut c = 0;
        while 8 * c < ring.count {
            let (x, y) = (lanes.floats(&ring.own[0][c]), lanes.floats(&ring.own[1][c]));
            let [_, edges] = ring.edges(lanes, c);
            let mut side = 0;
            while side < 2 {
                let seen = edges.seen(lanes, side);
                let x = if side == 0 { lanes.sub_floats(zero, x) } else { x };
                let up = lanes.choose(lanes.less(zero, seen.slope), lanes.float(1.0), zero);
                let to = &mut edged.sides[side];
                lanes.put_floats(lanes.choose(seen.is_there, x, far), &mut to.x[c]);
                lanes.put_floats(lanes.sub_floats(y, up), &mut to.y[c]);
                lanes.put_floats(lanes.choose(seen.is_there, seen.slope, zero), &mut to.slope[c]);
                side += 1;
            }
            c += 1;
        }
        edged
    }
}

impl<const C: usize> EdgedSide<C> {
    #[inline(always)]
    fn end<L: Lanes>(&self, lanes: L, top: L::Floats, count: usize) -> L::Floats {
        let mut end = lanes.float(FAR);
        let mut k = 0;
        while k < count.min(8 * C) {
            let dy = lanes.sub_floats(top, lanes.float(number(&self.y, k)));
            let (slope, x) = (lanes.float(number(&self.slope, k)), lanes.float(number(&self.x, k)));
            end = lanes.min_floats(end, lanes.fused(dy, slope, x));
            k += 1;
        }
        end
    }
}

impl<const C: usize> Ends for Edged<C> {
    #[inline(always)]
    fn ends<L: Lanes>(&self, lanes: L, top: L::Floats) -> [L::Floats; 2] {
        let [left, right] = &self.sides;
        let left = left.end(lanes, top, self.count);
        [lanes.sub_floats(lanes.float(0.0), left), right.end(lanes, top, self.count)]
    }

    #[inline(always)]
    fn unsure(&self, size: f32) -> f32 {
        size * UNSURE
    }
}

/// All within reach of a hull that is no upright box.
pub(super) struct Round<const C: usize> {
    count: usize,
    y: Numbers<C>,
    /// Left, mirrored, and right.
    sides: [RoundSide<C>; 2],
    steepest: f32,
    reach: f32,
}

/// Of each vertex of a side the chord of the arc around it, and an edge that ends there, moved out by the reach: how x
/// grows with y, and x where y is the vertex's. For vertices that are not of the side both are far out.
#[derive(Clone, Copy)]
struct RoundSide<const C: usize> {
    /// The y of a vertex that is furthest out.
    peak: f32,
    x: Numbers<C>,
    chord: [Numbers<C>; 2],
    edge: [Numbers<C>; 2],
}

impl<const C: usize> Round<C> {
    /// Of two to 8 C vertices, and a reach in lattice units.
    #[inline(always)]
    pub(super) fn of<L: Lanes>(lanes: L, part: &Convex, reach: i32) -> Self {
        let ring = Ring::<C>::of(part);
        let none = [[0.0; 8]; C];
        let [left, right] = ring.peaks;
        let side = RoundSide { peak: left, x: none, chord: [none; 2], edge: [none; 2] };
        let sides = [side, RoundSide { peak: right, ..side }];
        let y = ring.own[1];
        let mut round = Round { count: ring.count, y, sides, steepest: 0.0, reach: pixels(reach) };
        let zero = lanes.float(0.0);
        let mut flattest = zero;
        let mut c = 0;
        while 8 * c < ring.count {
            let x = lanes.floats(&ring.own[0][c]);
            let [before, after] = ring.edges(lanes, c);
            let slope = lanes.min_floats(after.slope, lanes.sub_floats(zero, after.slope));
            flattest = lanes.min_floats(flattest, slope);
            // The left side runs down, the right one up.
            let left = [before.seen(lanes, 0), after.seen(lanes, 0)];
            let right = [after.seen(lanes, 1), before.seen(lanes, 1)];
            round.sides[0].put(lanes, c, lanes.sub_floats(zero, x), left, round.reach);
            round.sides[1].put(lanes, c, x, right, round.reach);
            c += 1;
        }
        round.steepest = -lanes.least(flattest);
        round
    }
}

impl<const C: usize> RoundSide<C> {
    /// Eight vertices, by their edges above and below.
    #[inline(always)]
    fn put<L: Lanes>(&mut self, lanes: L, c: usize, x: L::Floats, [a, b]: [Seen<L>; 2], reach: f32) {
        let (one, zero) = (lanes.float(1.0), lanes.float(0.0));
        // How far a reach of 1 moves the edges.
        let a_out = lanes.sqrt_floats(lanes.fused(a.slope, a.slope, one));
        let b_out = lanes.sqrt_floats(lanes.fused(b.slope, b.slope, one));
        // The chord's normal is the sum of those of both edges, (1, -slope) / out.
        let per = lanes.div_floats(one, lanes.add_floats(a_out, b_out));
        let sum = lanes.fused(a.slope, b_out, lanes.mul_floats(b.slope, a_out));
        let product = lanes.fused(a_out, b_out, lanes.fused(a.slope, b.slope, one));
        let (slope, out) = (lanes.mul_floats(sum, per), lanes.mul_floats(product, per));
        // With one edge alone it comes from the point straight above, or goes to that straight below.
        let (top, bottom) = (lanes.add_floats(b_out, b.slope), lanes.sub_floats(a_out, a.slope));
        let end_slope = lanes.choose(b.is_there, top, lanes.sub_floats(zero, bottom));
        let end_out = lanes.choose(b.is_there, top, bottom);
        let is_between = lanes.and_ints(a.is_there, b.is_there);
        let is_there = lanes.or_ints(a.is_there, b.is_there);
        let chord = [lanes.choose(is_between, slope, end_slope), lanes.choose(is_between, out, end_out)];
        let edge = [lanes.choose(b.is_there, b.slope, a.slope), lanes.choose(b.is_there, b_out, a_out)];
        lanes.put_floats(x, &mut self.x[c]);
        let [slopes, at] = &mut self.chord;
        put_line(lanes, is_there, x, chord, reach, [&mut slopes[c], &mut at[c]]);
        let [slopes, at] = &mut self.edge;
        put_line(lanes, is_there, x, edge, reach, [&mut slopes[c], &mut at[c]]);
    }

    #[inline(always)]
    fn end<L: Lanes>(&self, lanes: L, top: L::Floats, round: &Round<C>) -> L::Floats {
        let bottom = lanes.add_floats(top, lanes.float(1.0));
        let y = lanes.min_floats(lanes.max_floats(top, lanes.float(self.peak)), bottom);
        let far = lanes.float(FAR);
        let (mut chords, mut edges, mut x, mut away) = (far, far, far, far);
        let mut k = 0;
        while k < round.count.min(8 * C) {
            let dy = lanes.sub_floats(y, lanes.float(number(&round.y, k)));
            let [slope, at] = [number(&self.chord[0], k), number(&self.chord[1], k)];
            let chord = lanes.fused(dy, lanes.float(slope), lanes.float(at));
            let is_less = lanes.less(chord, chords);
            chords = lanes.min_floats(chord, chords);
            x = lanes.choose(is_less, lanes.float(number(&self.x, k)), x);
            away = lanes.choose(is_less, dy, away);
            let [slope, at] = [number(&self.edge[0], k), number(&self.edge[1], k)];
            edges = lanes.min_floats(lanes.fused(dy, lanes.float(slope), lanes.float(at)), edges);
            k += 1;
        }
        let (rest, zero) = (rest(lanes, round.reach, away), lanes.float(0.0));
        let half = lanes.sqrt_floats(lanes.max_floats(rest, zero));
        // Where the disc does not come to this y, it is nowhere.
        let half = lanes.fused(lanes.min_floats(rest, zero), lanes.float(OUTSIDE), half);
        lanes.max_floats(lanes.min_floats(chords, edges), lanes.add_floats(x, half))
    }
}

/// Eight lines through points, of a slope and moved by so much for each unit of reach; those that are not there far out.
#[inline(always)]
fn put_line<L: Lanes>(
    lanes: L,
    is_there: L::Ints,
    x: L::Floats,
    [slope, out]: [L::Floats; 2],
    reach: f32,
    [to_slope, to_x]: [&mut [f32; 8]; 2],
) {
    let x = lanes.fused(out, lanes.float(reach), x);
    lanes.put_floats(lanes.choose(is_there, slope, lanes.float(0.0)), to_slope);
    lanes.put_floats(lanes.choose(is_there, x, lanes.float(FAR)), to_x);
}

impl<const C: usize> Ends for Round<C> {
    #[inline(always)]
    fn ends<L: Lanes>(&self, lanes: L, top: L::Floats) -> [L::Floats; 2] {
        let [left, right] = &self.sides;
        let left = left.end(lanes, top, self);
        [lanes.sub_floats(lanes.float(0.0), left), right.end(lanes, top, self)]
    }

    #[inline(always)]
    fn unsure(&self, size: f32) -> f32 {
        size * (1.0 + self.steepest) * UNSURE_ROUND
    }
}

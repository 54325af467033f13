//! Whether a shape meets a covered square of a sprite (SPEC 3 and 4), or comes within a margin of one.
//!
//! What a convex shape meets of a row of squares is one span. Its ends are found in f64, eight rows at a time: exactly where
//! they are at a vertex, at an arc around one or at a vertical edge, else with a bound on the error. So there are two
//! spans, one of squares that are met for sure and one of squares that may be; where the bits are only in the latter, the
//! exact test decides square by square.

use crate::form::Touching;
use crate::lattice::{Bounds, Point, UNITS};
use crate::query::blob::{Blob, pixel, squares};
use crate::query::overlap_convex_convex::{overlap, within};
use crate::shape::Convex;
use crate::simd::Lanes;

use super::{Asked, Strips};

/// Rows at a time.
const ROWS: usize = 8;
/// Far more than an edge may be off, in lattice units: a normal times a radius of 2^22 to 2^-30, along an edge that runs
/// 2^22 to the side as it falls by 1.
const UNSURE: f64 = 1.0 / 16.0;
/// Less than an end of a span that is no whole number can be away from one: roots of whole numbers below 2^46.
const LITTLE: f64 = 1.0 / (1_u64 << 26) as f64;
/// So far past its ends an edge counts, as a share of its length. At most 2^-6 lattice units.
const BEYOND: f64 = 1.0 / (1_u64 << 28) as f64;
/// Reaches up to this one keep all numbers below 2^24.
const LONGEST_REACH: i32 = 1 << 22;

/// Whether any part, relative to its position, meets a covered square.
#[inline(always)]
pub(crate) fn sprite_shape<L: Lanes>(
    lanes: L,
    sprite: &Strips<'_>,
    parts: &[Convex],
    at: Point,
    asked: Asked,
) -> bool {
    let mut k = 0;
    while k < parts.len() {
        if sprite_part(lanes, sprite, &parts[k], at, asked) {
            return true;
        }
        k += 1;
    }
    false
}

#[inline(always)]
fn sprite_part<L: Lanes>(lanes: L, sprite: &Strips<'_>, part: &Convex, at: Point, asked: Asked) -> bool {
    let [x, y] = [at.x - sprite.origin[0] * UNITS, at.y - sprite.origin[1] * UNITS];
    let bounds = part.bounds().grown(asked.margin);
    let near = Near::of(sprite, bounds, [x, y], asked.touching);
    if near.is_empty() {
        return false;
    }
    let moved = Moved { part, by: Point::new(x, y) };
    let reach = part.radius().saturating_add(asked.margin);
    if reach > LONGEST_REACH {
        return exactly(sprite, near, moved, asked);
    }
    let mut is_doubtful = false;
    let mut row = near.rows[0];
    while row < near.rows[1] {
        let spans = Spans::of(lanes, moved, reach, row, asked.touching == Touching::Ignored);
        let (sure, doubtful) = spans.meet(lanes, sprite, near, row);
        if sure {
            return true;
        }
        is_doubtful |= doubtful;
        row += ROWS as i32;
    }
    is_doubtful && exactly(sprite, near, moved, asked)
}

/// A part where it stands, seen from the sprite's first bit.
#[derive(Clone, Copy)]
struct Moved<'a> {
    part: &'a Convex,
    by: Point,
}

/// The half-open ranges of rows and columns of a sprite whose squares a box meets.
#[derive(Clone, Copy)]
struct Near {
    rows: [i32; 2],
    columns: [i32; 2],
}

impl Near {
    #[inline(always)]
    fn of(rows: &Strips<'_>, bounds: Bounds, [x, y]: [i32; 2], touching: Touching) -> Near {
        // Squares are closed: those that end where the box begins touch it. Where that is not enough, they are open.
        let is_closed = i64::from(touching == Touching::Counts);
        let range = |least: i32, most: i32, by: i32, side: i32| {
            let first = (i64::from(least) + i64::from(by) - is_closed) >> 8;
            let end = ((i64::from(most) + i64::from(by) - 1 + is_closed) >> 8) + 1;
            [first.clamp(0, side.into()) as i32, end.clamp(0, side.into()) as i32]
        };
        Near {
            rows: range(bounds.min.y, bounds.max.y, y, rows.height),
            columns: range(bounds.min.x, bounds.max.x, x, rows.width),
        }
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        (self.rows[0] >= self.rows[1]) | (self.columns[0] >= self.columns[1])
    }
}

/// Square by square.
#[cold]
#[inline(never)]
fn exactly(rows: &Strips<'_>, near: Near, moved: Moved<'_>, asked: Asked) -> bool {
    let Moved { part, by } = moved;
    part.with_moved(by, |vertices| meets_exactly(rows, near, Blob { vertices, radius: part.radius() }, asked))
}

fn meets_exactly(rows: &Strips<'_>, near: Near, part: Blob<'_>, asked: Asked) -> bool {
    let is_met = |i: i32, j: i32| {
        let square = squares(pixel(i, j));
        let square = Blob { vertices: &square, radius: 0 };
        if asked.margin > 0 {
            within(square, part, asked.margin)
        } else {
            overlap(square, part, asked.touching)
        }
    };
    let covered = |i: i32, j: i32| rows.is_set(i, j);
    (near.rows[0]..near.rows[1])
        .any(|j| (near.columns[0]..near.columns[1]).any(|i| covered(i, j) && is_met(i, j)))
}

/// From where to where a shape reaches in each of some rows, in lattice units: at least, and at most.
struct Spans<L: Lanes> {
    /// The least x that it reaches for sure, and the least that it may.
    sure_first: L::Reals,
    first: L::Reals,
    /// The greatest.
    sure_last: L::Reals,
    last: L::Reals,
}

impl<L: Lanes> Spans<L> {
    /// Of rows from one on that the shape meets; of others, anything.
    #[inline(always)]
    fn of(lanes: L, moved: Moved<'_>, reach: i32, row: i32, is_open: bool) -> Self {
        const FAR: f64 = 1e12;
        let (far, near) = (lanes.real(FAR), lanes.real(-FAR));
        let mut spans = Spans { sure_first: far, first: far, sure_last: near, last: near };
        let below = lanes.reals(&[0.0, 256.0, 512.0, 768.0, 1024.0, 1280.0, 1536.0, 1792.0]);
        let top = lanes.add_reals(lanes.real(f64::from(row * UNITS)), below);
        let little = if is_open { LITTLE } else { 0.0 };
        let (x, y, reach) = (f64::from(moved.by.x), f64::from(moved.by.y), f64::from(reach));
        let vertices = moved.part.vertices();
        let end = vertices[vertices.len() - 1];
        let mut last = [f64::from(end.x) + x, f64::from(end.y) + y];
        for v in vertices {
            let v = [f64::from(v.x) + x, f64::from(v.y) + y];
            spans.disc(lanes, top, v, reach, little);
            if last[1] != v[1] {
                spans.edge(lanes, top, last, v, reach, little);
            }
            last = v;
        }
        // What a vertex reaches is sure.
        spans.first = lanes.lesser(spans.first, spans.sure_first);
        spans.last = lanes.greater(spans.last, spans.sure_last);
        spans
    }

    /// All within reach of a vertex.
    #[inline(always)]
    fn disc(&mut self, lanes: L, top: L::Reals, [x, y]: [f64; 2], reach: f64, little: f64) {
        let none = lanes.real(0.0);
        let from_top = lanes.sub(top, lanes.real(y));
        let from_bottom = lanes.sub(lanes.real(-256.0), from_top);
        let away = lanes.greater(lanes.greater(from_top, from_bottom), none);
        let rest = lanes.sub(lanes.real(reach * reach), lanes.mul(away, away));
        let is_met = lanes.is_at_most(none, rest);
        let (x, little) = (lanes.real(x), lanes.real(little));
        let half = if reach > 0.0 { lanes.sqrt(lanes.greater(rest, none)) } else { none };
        let half = lanes.sub(half, little);
        let first = lanes.lesser(lanes.sub(x, half), self.sure_first);
        let last = lanes.greater(lanes.add_reals(x, half), self.sure_last);
        self.sure_first = lanes.pick(is_met, first, self.sure_first);
        self.sure_last = lanes.pick(is_met, last, self.sure_last);
    }

    /// The edge from `a` to `b`, which is not along the rows, moved outwards by the reach, where it crosses the lines
    /// between rows. Edges that rise are on the right of a hull, others on the left.
    #[inline(always)]
    fn edge(&mut self, lanes: L, top: L::Reals, a: [f64; 2], b: [f64; 2], reach: f64, little: f64) {
        let [ex, ey] = [b[0] - a[0], b[1] - a[1]];
        let (mut x, mut y) = (a[0], a[1]);
        if reach > 0.0 {
            let scale = reach / (ex * ex + ey * ey).sqrt();
            (x, y) = (x - ey * scale, y + ex * scale);
        }
        // A vertical edge stays one, at a whole number.
        let (inwards, outwards) = if ex == 0.0 { (little, -little) } else { (UNSURE, UNSURE) };
        // Where it is moved, its ends may be off by 2^-29 of its length; so far beyond them arcs go on as it does.
        let beyond = if reach > 0.0 { BEYOND } else { 0.0 };
        let (least, most) = (lanes.real(-beyond), lanes.real(1.0 + beyond));
        let per_row = lanes.real(1.0 / ey);
        let at_top = lanes.mul(lanes.sub(top, lanes.real(y)), per_row);
        let at_bottom = lanes.mul(lanes.sub(lanes.add_reals(top, lanes.real(256.0)), lanes.real(y)), per_row);
        for t in [at_top, at_bottom] {
            let is_met = lanes.both(lanes.is_at_most(least, t), lanes.is_at_most(t, most));
            let at = lanes.add_reals(lanes.real(x), lanes.mul(t, lanes.real(ex)));
            if ey < 0.0 {
                let sure = lanes.greater(lanes.sub(at, lanes.real(inwards)), self.sure_last);
                let maybe = lanes.greater(lanes.add_reals(at, lanes.real(outwards)), self.last);
                self.sure_last = lanes.pick(is_met, sure, self.sure_last);
                self.last = lanes.pick(is_met, maybe, self.last);
            } else {
                let sure = lanes.lesser(lanes.add_reals(at, lanes.real(inwards)), self.sure_first);
                let maybe = lanes.lesser(lanes.sub(at, lanes.real(outwards)), self.first);
                self.sure_first = lanes.pick(is_met, sure, self.sure_first);
                self.first = lanes.pick(is_met, maybe, self.first);
            }
        }
    }

    /// Whether a covered square lies in a span for sure, and whether one may.
    #[inline(always)]
    fn meet(&self, lanes: L, rows: &Strips<'_>, near: Near, row: i32) -> (bool, bool) {
        let count = (near.rows[1] - row).min(ROWS as i32);
        let (mut sure, mut maybe) = (lanes.none(), lanes.none());
        let mut column = near.columns[0];
        while column < near.columns[1] {
            let width = near.columns[1] - column;
            let sure_bits = masks(lanes, self.sure_first, self.sure_last, column, width);
            let bits = masks(lanes, self.first, self.last, column, width);
            let words = words(lanes, rows, column, row, count);
            let mut k = 0;
            while k < ROWS {
                let own = lanes.get(&words, k);
                sure = lanes.or(sure, lanes.and(own, lanes.get(&sure_bits, k)));
                maybe = lanes.or(maybe, lanes.and(own, lanes.get(&bits, k)));
                k += L::WORDS;
            }
            column += 64;
        }
        (lanes.any(sure), lanes.any(maybe))
    }
}

/// The bits from a column on, of some rows.
#[inline(always)]
fn words<L: Lanes>(lanes: L, rows: &Strips<'_>, column: i32, row: i32, count: i32) -> [u64; ROWS] {
    let (mut low, mut high) = ([0; ROWS], [0; ROWS]);
    lanes.put_ints(rows.window(lanes, column, row), &mut low, 0);
    lanes.put_ints(rows.window(lanes, column + 32, row), &mut high, 0);
    let mut words = [0; ROWS];
    for k in 0..ROWS {
        if (k as i32) < count {
            words[k] = u64::from(low[k]) | u64::from(high[k]) << 32;
        }
    }
    words
}

/// The squares of each row between two ends, as bits from a column on; none from `width` on.
#[inline(always)]
fn masks<L: Lanes>(lanes: L, first: L::Reals, last: L::Reals, column: i32, width: i32) -> [u64; ROWS] {
    let per_square = lanes.real(1.0 / 256.0);
    // Squares end where the next begins: one that ends at the first x still touches it. So the first is that of x/256,
    // rounded up, less one: 0 less that of -x/256, rounded down, less one.
    let column = lanes.real(f64::from(column));
    let last_ended = lanes.floor(lanes.sub(lanes.real(0.0), lanes.mul(first, per_square)));
    let from = lanes.sub(lanes.sub(lanes.real(-1.0), last_ended), column);
    let to = lanes.sub(lanes.floor(lanes.mul(last, per_square)), column);
    let from = lanes.greater(from, lanes.real(0.0));
    let to = lanes.lesser(to, lanes.real(f64::from(width.min(64) - 1)));
    lanes.stretches(from, to)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;
    use crate::mask::Mask;
    use crate::simd::{Kernel, Simd};

    struct Run<'a>(Strips<'a>, &'a [Convex], Point, Asked);

    impl Kernel for Run<'_> {
        type Out = bool;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> bool {
            sprite_shape(lanes, &self.0, self.1, self.2, self.3)
        }
    }

    /// Every square by the exact test of two convex shapes.
    fn expected(mask: &Mask, origin: [i32; 2], part: &Convex, at: Point, asked: Asked) -> bool {
        let vertices: Vec<Point> =
            part.vertices().iter().map(|v| Point::new(v.x + at.x, v.y + at.y)).collect();
        let part = Blob { vertices: &vertices, radius: part.radius() };
        let is_met = |x: i32, y: i32| {
            let square = squares(pixel(origin[0] + x, origin[1] + y));
            let square = Blob { vertices: &square, radius: 0 };
            match asked.margin {
                0 => overlap(square, part, asked.touching),
                margin => within(square, part, margin),
            }
        };
        let (w, h) = (mask.width() as i32, mask.height() as i32);
        (0..h).any(|y| (0..w).any(|x| mask.get(x.into(), y.into()) && is_met(x, y)))
    }

    #[test]
    fn shapes_meet_the_squares_of_the_exact_test() {
        let mut random = Random::new(9);
        let mut hits = [0; 3];
        for round in 0..2500 {
            let every = random.pick(&[1, 4, 60]);
            let (w, h) = (random.pick(&[1, 8, 20, 64, 65, 70, 130]), random.pick(&[1, 5, 8, 9, 20]));
            let mask = Mask::from_fn(w, h, |_, _| random.below(every) == 0).unwrap();
            let part = random.convex();
            let place = random.at();
            let origin = [place.x >> 8, place.y >> 8];
            let size = part.bounds();
            let mut near = |first: i32, side: usize, least: i32, most: i32| {
                let at = first * UNITS - most - 600 + random.below(side as i32 * UNITS + most - least + 1200);
                // Often where squares begin.
                if random.below(2) == 0 { at & !255 } else { at }
            };
            let at = Point::new(
                near(origin[0], w, size.min.x, size.max.x),
                near(origin[1], h, size.min.y, size.max.y),
            );
            let margin = random.pick(&[0, 1, 256, 300, 2048]);
            let all =
                [Asked::overlap(Touching::Counts), Asked::overlap(Touching::Ignored), Asked::within(margin)];
            let words = crate::kernels::strips_of(&mask, [false; 2]);
            let rows = Strips::new(&words, [w as i32, h as i32], origin);
            for (k, asked) in all.into_iter().enumerate() {
                let right = expected(&mask, origin, &part, at, asked);
                hits[k] += u32::from(right);
                for simd in Simd::available() {
                    let found = simd.run(Run(rows, std::slice::from_ref(&part), at, asked));
                    assert_eq!(found, right, "{round} {} {part:?} {at:?} {asked:?} {mask:?}", simd.name());
                }
            }
        }
        assert!(hits.iter().all(|hits| (400..2200).contains(hits)), "{hits:?}");
    }
}

//! Whether a shape touches a covered square of a sprite (SPEC 3 and 4), or comes within a margin of one.
//!
//! In each row a convex shape touches one span of squares. Integers say exactly which rows and columns the shape's
//! box reaches. Floats give eight spans at a time, with a bound on the error: some squares are touched for sure, and
//! some may be. If only squares of the second kind are covered, the exact test decides them.

use crate::counts;
use crate::form::Touching;
use crate::lattice::{Bounds, PixelBox, Point, UNITS};
use crate::query::blob::{Blob, pixel, squares};
use crate::query::overlap_convex_convex::{overlap, within};
use crate::shape::{Convex, Parts};
use crate::simd::{Kernel, Lanes};

use super::PairQuestion;
use super::spans::{Edged, Ends, FEW, MOST, Round, RoundedBox, Unknown, pixels};
use super::strips::{Strips, WIDE, rows_between};

/// The number of rows that are tested at a time.
const ROWS: i32 = 8;
/// Reaches up to this one, in lattice units, keep coordinates in pixels below 2^16.
const LONGEST_REACH: i32 = 1 << 22;

/// Whether any part, relative to its position, touches a covered square.
#[inline(always)]
pub(crate) fn sprite_shape<L: Lanes>(
    lanes: L,
    sprite: &Strips<'_>,
    parts: &[Convex],
    at: Point,
    asked: PairQuestion,
) -> bool {
    lanes.call(SpriteShape { sprite, parts, at, asked })
}

/// Whether a sprite and a shape overlap, or come within a margin. Only pieces near the sprite are tested.
#[inline(always)]
pub(crate) fn sprite_pieces<L: Lanes>(
    lanes: L,
    sprite: &Strips<'_>,
    parts: &Parts,
    at: Point,
    asked: PairQuestion,
) -> bool {
    let side = |k: usize, length: i32, at: i32| {
        let from = sprite.origin[k] * UNITS - at;
        (from, from + length * UNITS)
    };
    let ((x0, x1), (y0, y1)) = (side(0, sprite.width, at.x), side(1, sprite.height, at.y));
    let pixels = Bounds { min: Point::new(x0, y0), max: Point::new(x1, y1) };
    // A shape touches a square that it only shares an edge with.
    let area = pixels.grown(asked.margin.max(0) + 1);
    parts.pieces_near(area).any(|pieces| sprite_shape(lanes, sprite, pieces, at, asked))
}

/// A sprite and a shape, as a kernel of its own: it is large when compiled, and several places call it.
struct SpriteShape<'a> {
    sprite: &'a Strips<'a>,
    parts: &'a [Convex],
    at: Point,
    asked: PairQuestion,
}

impl Kernel for SpriteShape<'_> {
    type Out = bool;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> bool {
        let SpriteShape { sprite, parts, at, asked } = self;
        any_part(lanes, sprite, parts, at, asked)
    }
}

#[inline(always)]
fn any_part<L: Lanes>(
    lanes: L,
    sprite: &Strips<'_>,
    parts: &[Convex],
    at: Point,
    asked: PairQuestion,
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
fn sprite_part<L: Lanes>(
    lanes: L,
    sprite: &Strips<'_>,
    part: &Convex,
    at: Point,
    asked: PairQuestion,
) -> bool {
    let by = Point::new(at.x - sprite.origin[0] * UNITS, at.y - sprite.origin[1] * UNITS);
    let near = TouchedSquares::of(sprite, part.bounds().grown(asked.margin), by, asked.touching);
    if near.is_empty() {
        return false;
    }
    counts::test();
    let reach = part.radius().saturating_add(asked.margin);
    let fills_box = is_upright(part.vertices());
    if fills_box & (reach == 0) {
        return sprite.has_any(lanes, near.pixels(sprite));
    }
    let scan = Scan::of(sprite, near, MovedPart { part, by }, asked, reach);
    let core = part.core();
    let most = [pixels(core.max.x - core.min.x), pixels(core.max.y - core.min.y)];
    if reach > LONGEST_REACH {
        scan.meets(lanes, &Unknown)
    } else if fills_box {
        scan.meets(lanes, &RoundedBox { greatest_corner: most, reach: pixels(reach) })
    } else {
        match (part.vertices().len(), reach) {
            (2, 0) => scan.meets(lanes, &Edged::segment(ends_of(part), core.min)),
            (2, _) => scan.meets(lanes, &Round::segment(ends_of(part), core.min, reach)),
            (..=FEW, 0) => scan.meets(lanes, &Edged::<FEW>::of(part)),
            (..=FEW, _) => scan.meets(lanes, &Round::<FEW>::of(part, reach)),
            (..=MOST, 0) => scan.meets(lanes, &Edged::<MOST>::of(part)),
            (..=MOST, _) => scan.meets(lanes, &Round::<MOST>::of(part, reach)),
            _ => scan.meets(lanes, &Unknown),
        }
    }
}

/// Returns the ends of a segment.
#[inline(always)]
fn ends_of(part: &Convex) -> [Point; 2] {
    [part.vertices()[0], part.vertices()[1]]
}

/// Whether a hull fills the box around it: a point, an upright segment or an upright box.
#[inline(always)]
fn is_upright(hull: &[Point]) -> bool {
    match *hull {
        [_] => true,
        [a, b] => (a.x == b.x) | (a.y == b.y),
        [a, b, c, d] => (a.x == b.x) & (b.y == c.y) & (c.x == d.x) & (d.y == a.y),
        _ => false,
    }
}

/// A part at its position, relative to the sprite's first bit.
#[derive(Clone, Copy)]
struct MovedPart<'a> {
    part: &'a Convex,
    by: Point,
}

/// The half-open ranges of a sprite's rows and columns whose squares a box touches.
#[derive(Clone, Copy)]
struct TouchedSquares {
    rows: [i32; 2],
    columns: [i32; 2],
}

impl TouchedSquares {
    #[inline(always)]
    fn of(sprite: &Strips<'_>, bounds: Bounds, by: Point, touching: Touching) -> TouchedSquares {
        // Squares are closed: a square that ends where the box begins touches it. If a touch is not enough, squares
        // count as open.
        let is_closed = i64::from(touching == Touching::Counts);
        TouchedSquares {
            rows: range([bounds.min.y, bounds.max.y], by.y, sprite.height, is_closed),
            columns: range([bounds.min.x, bounds.max.x], by.x, sprite.width, is_closed),
        }
    }

    /// Returns the squares in the world, if the sprite is there.
    #[inline(always)]
    fn pixels(&self, sprite: &Strips<'_>) -> PixelBox {
        let ([x0, x1], [y0, y1], [x, y]) = (self.columns, self.rows, sprite.origin);
        PixelBox { x0: x + x0, y0: y + y0, x1: x + x1, y1: y + y1 }
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        (self.rows[0] >= self.rows[1]) | (self.columns[0] >= self.columns[1])
    }
}

#[inline(always)]
fn range([least, most]: [i32; 2], by: i32, side: i32, is_closed: i64) -> [i32; 2] {
    let first = (i64::from(least) + i64::from(by) - is_closed) >> 8;
    let end = ((i64::from(most) + i64::from(by) - 1 + is_closed) >> 8) + 1;
    [first.clamp(0, side.into()) as i32, end.clamp(0, side.into()) as i32]
}

/// The squares that a part may touch, window by window.
struct Scan<'a> {
    sprite: &'a Strips<'a>,
    touched: TouchedSquares,
    /// The pixel of the first window's corner.
    corner: [i32; 2],
    /// The vector from that corner to the least corner of the box around the part's vertices.
    offset: [f32; 2],
    /// A bound on all coordinates relative to either corner.
    size: f32,
    moved: MovedPart<'a>,
    asked: PairQuestion,
}

impl<'a> Scan<'a> {
    #[inline(always)]
    fn of(
        sprite: &'a Strips<'a>,
        near: TouchedSquares,
        moved: MovedPart<'a>,
        asked: PairQuestion,
        reach: i32,
    ) -> Scan<'a> {
        let corner = if sprite.is_bare() { [0, near.rows[0] & 8] } else { [near.columns[0], near.rows[0]] };
        let core = moved.part.core();
        let offset = [
            pixels(core.min.x.wrapping_add(moved.by.x).wrapping_sub(corner[0] * UNITS)),
            pixels(core.min.y.wrapping_add(moved.by.y).wrapping_sub(corner[1] * UNITS)),
        ];
        let [wide, tall] = [core.max.x - core.min.x, core.max.y - core.min.y];
        let size = pixels(wide) + pixels(tall) + 2.0 * pixels(reach) + 40.0;
        Scan { sprite, touched: near, corner, offset, size, moved, asked }
    }

    /// Whether a touched square is covered. Begins with the rows in the middle, where a hit is most likely.
    #[inline(always)]
    fn meets<L: Lanes, E: Ends>(&self, lanes: L, ends: &E) -> bool {
        let unsure = ends.unsure(self.size);
        let count = (self.touched.rows[1] - self.corner[1] + ROWS - 1) / ROWS;
        let (mut k, mut done) = ((count - 1) / 2, 0);
        while done < count {
            if self.rows_meet(lanes, ends, unsure, self.corner[1] + ROWS * k) {
                return true;
            }
            (k, done) = (if k + 1 == count { 0 } else { k + 1 }, done + 1);
        }
        false
    }

    #[inline(always)]
    fn rows_meet<L: Lanes, E: Ends>(&self, lanes: L, ends: &E, unsure: f32, row: i32) -> bool {
        let own = rows_between(lanes, self.touched.rows[0] - row, self.touched.rows[1] - row);
        let below = lanes.floats(&[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
        let top = lanes.add_floats(lanes.float((row - self.corner[1]) as f32 - self.offset[1]), below);
        let [mut first, mut last] = ends.ends(lanes, top);
        let by = lanes.float(self.offset[0]);
        (first, last) = (lanes.add_floats(first, by), lanes.add_floats(last, by));
        let mut column = self.corner[0];
        while column < self.touched.columns[1] {
            counts::words(ROWS as usize);
            let pixels = lanes.and_ints(self.sprite.rows_from(lanes, column, row), own);
            if lanes.any_ints(pixels) {
                let limits = [
                    (self.touched.columns[0] - column).max(0),
                    (self.touched.columns[1] - column).min(WIDE) - 1,
                ];
                let limits = [lanes.float(limits[0] as f32), lanes.float(limits[1] as f32)];
                let sure = span(lanes, first, last, -unsure, limits);
                if lanes.any_ints(lanes.and_ints(pixels, sure)) {
                    return true;
                }
                let maybe = lanes.and_ints(pixels, span(lanes, first, last, unsure, limits));
                if lanes.any_ints(maybe) {
                    let mut bits = [0; ROWS as usize];
                    lanes.put_ints(maybe, &mut bits, 0);
                    if settle(bits, [column, row], self.moved, self.asked) {
                        return true;
                    }
                }
            }
            column += WIDE;
            let wide = lanes.float(WIDE as f32);
            (first, last) = (lanes.sub_floats(first, wide), lanes.sub_floats(last, wide));
        }
        false
    }
}

/// Returns the columns from one end to the other, both moved outwards, as bits of a window.
#[inline(always)]
fn span<L: Lanes>(
    lanes: L,
    first: L::Floats,
    last: L::Floats,
    outwards: f32,
    limits: [L::Floats; 2],
) -> L::Ints {
    // A square ends where the next one begins. The first square that may be touched is the one at the first x, or the
    // one before it if they touch; the bound on the error includes that.
    let by = lanes.float(outwards);
    let first = lanes.max_floats(lanes.sub_floats(first, by), limits[0]);
    let last = lanes.min_floats(lanes.add_floats(last, by), limits[1]);
    let first = lanes.min_floats(first, lanes.float(32.0));
    let last = lanes.max_floats(last, lanes.float(-1.0));
    lanes.runs(lanes.floor_ints(first), lanes.floor_ints(last))
}

/// Whether one of the squares that may be touched is touched, by the exact test.
#[cold]
#[inline(never)]
fn settle(bits: [u32; ROWS as usize], [x, y]: [i32; 2], moved: MovedPart<'_>, asked: PairQuestion) -> bool {
    #[cfg(test)]
    tests::SETTLED.with(|count| count.set(count.get() + 1));
    for (mut row, j) in bits.into_iter().zip(y..) {
        while row != 0 {
            if moved.meets_square(x + row.trailing_zeros() as i32, j, asked) {
                return true;
            }
            row &= row - 1;
        }
    }
    false
}

impl MovedPart<'_> {
    /// Whether the part touches the square of a pixel, given that the part's box does.
    fn meets_square(&self, i: i32, j: i32, asked: PairQuestion) -> bool {
        if self.part.radius() == 0 && asked.margin == 0 {
            return self.edges_meet_square(i, j, asked.touching);
        }
        let square = squares(pixel(i, j));
        let square = Blob { vertices: &square, radius: 0 };
        self.part.with_moved(self.by, |vertices| {
            let part = Blob { vertices, radius: self.part.radius() };
            if asked.margin > 0 {
                within(square, part, asked.margin)
            } else {
                overlap(square, part, asked.touching)
            }
        })
    }

    /// Like `meets_square`, without a reach: whether no edge has the square in front of it.
    fn edges_meet_square(&self, i: i32, j: i32, touching: Touching) -> bool {
        let part: Blob<'_> = self.part.into();
        let ([x, y], unit) = ([i, j].map(|k| i64::from(k) * i64::from(UNITS)), i64::from(UNITS));
        let (x, y) = (x - i64::from(self.by.x), y - i64::from(self.by.y));
        part.edges().all(|(start, edge)| {
            let [ex, ey] = [edge.x, edge.y];
            // The corner of the square that is furthest behind the edge; (-ey, ex) points outwards.
            let dx = (if ey < 0 { x } else { x + unit }) - i64::from(start.x);
            let dy = (if ex > 0 { y } else { y + unit }) - i64::from(start.y);
            let before = ex * dy - ey * dx;
            before < 0 || (before == 0 && touching == Touching::Counts)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::kernels::random::Random;
    use crate::kernels::strips::strips_of;
    use crate::mask::Mask;
    use crate::simd::Simd;

    thread_local! {
        /// How often the exact test was used.
        pub(super) static SETTLED: Cell<u32> = const { Cell::new(0) };
    }

    struct Run<'a>(&'a Strips<'a>, &'a [Convex], Point, PairQuestion);

    impl Kernel for Run<'_> {
        type Out = bool;

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> bool {
            sprite_shape(lanes, self.0, self.1, self.2, self.3)
        }
    }

    /// Tests every square with the exact test of two convex shapes.
    fn expected(mask: &Mask, origin: [i32; 2], part: &Convex, at: Point, asked: PairQuestion) -> bool {
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

    fn size(mask: &Mask) -> [i32; 2] {
        [mask.width() as i32, mask.height() as i32]
    }

    /// Returns the words of a mask with padding, however small the mask is.
    fn padded(mask: &Mask) -> (Vec<u32>, [i32; 2]) {
        let [w, h] = size(mask);
        let larger = Mask::from_fn(w.max(33) as usize, h as usize, |x, y| mask.get(x.into(), y.into()));
        let larger = larger.unwrap();
        (strips_of(&larger, [false; 2]).into(), size(&larger))
    }

    /// Returns a position at which a part is near a sprite, often where squares begin.
    fn near(random: &mut Random, mask: &Mask, origin: [i32; 2], part: &Convex) -> Point {
        let bounds = part.bounds();
        let mut at = |first: i32, side: i32, least: i32, most: i32| {
            let at = first * UNITS - most - 600 + random.below(side * UNITS + most - least + 1200);
            if random.below(2) == 0 { at & !255 } else { at }
        };
        let [w, h] = size(mask);
        Point::new(at(origin[0], w, bounds.min.x, bounds.max.x), at(origin[1], h, bounds.min.y, bounds.max.y))
    }

    #[test]
    fn shapes_meet_the_squares_of_the_exact_test() {
        let mut random = Random::new(9);
        let mut hits = [0; 3];
        for round in 0..4000 {
            let every = random.pick(&[1, 4, 60]);
            let (w, h) = (random.pick(&[1, 8, 20, 64, 65, 70, 130]), random.pick(&[1, 5, 8, 9, 16, 20, 200]));
            let mask = Mask::from_fn(w, h, |_, _| random.below(every) == 0).unwrap();
            let part = random.convex();
            let place = random.at();
            let origin = [place.x >> 8, place.y >> 8];
            let at = near(&mut random, &mask, origin, &part);
            let margin = random.pick(&[0, 1, 256, 300, 2048, 1 << 23]);
            let all = [
                PairQuestion::overlap(Touching::Counts),
                PairQuestion::overlap(Touching::Ignored),
                PairQuestion::within(margin),
            ];
            let (bare, wide) = (strips_of(&mask, [false; 2]), padded(&mask));
            let strips = [Strips::new(&bare, size(&mask), origin), Strips::new(&wide.0, wide.1, origin)];
            for (k, asked) in all.into_iter().enumerate() {
                let right = expected(&mask, origin, &part, at, asked);
                hits[k] += u32::from(right);
                for (simd, sprite) in Simd::available().flat_map(|simd| strips.map(|strips| (simd, strips))) {
                    let found = simd.run(Run(&sprite, std::slice::from_ref(&part), at, asked));
                    assert_eq!(found, right, "{round} {} {part:?} {at:?} {asked:?} {mask:?}", simd.name());
                }
            }
        }
        assert!(hits.iter().all(|hits| (600..3800).contains(hits)), "{hits:?}");
    }

    /// Pairs of a sprite and a shape whose boxes touch.
    struct Pairs {
        strips: Vec<(Box<[u32]>, [i32; 2])>,
        forms: Vec<Vec<Convex>>,
        pairs: Vec<([i32; 2], usize, usize, Point)>,
    }

    /// Makes many such pairs, at positions that are multiples of `grid`.
    fn pairs(masks: &[Mask], forms: &[Vec<Convex>], margin: i32, grid: i32, random: &mut Random) -> Pairs {
        let strips: Vec<_> = masks.iter().map(|m| (strips_of(m, [false; 2]), size(m))).collect();
        let mut pairs = Vec::new();
        while pairs.len() < 20_000 {
            let (m, f) =
                (random.below(masks.len() as i32) as usize, random.below(forms.len() as i32) as usize);
            let bounds = forms[f].iter().map(Convex::bounds).reduce(Bounds::union).unwrap().grown(margin);
            let origin = [random.below(900), random.below(600)];
            let [w, h] = size(&masks[m]);
            let at = |o: i32, side: i32, least: i32, most: i32, r: &mut Random| {
                (o * 256 - most + r.below(side * 256 + most - least)) & -grid
            };
            let at = Point::new(
                at(origin[0], w, bounds.min.x, bounds.max.x, random),
                at(origin[1], h, bounds.min.y, bounds.max.y, random),
            );
            pairs.push((origin, m, f, at));
        }
        Pairs { strips, forms: forms.to_vec(), pairs }
    }

    struct All<'a>(&'a Pairs, PairQuestion);

    impl Kernel for All<'_> {
        type Out = usize;
        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> usize {
            let (mut hits, mut k) = (0, 0);
            while k < self.0.pairs.len() {
                let (origin, m, f, at) = self.0.pairs[k];
                let (words, size) = &self.0.strips[m];
                let strips = Strips::new(words, *size, origin);
                hits += usize::from(sprite_shape(lanes, &strips, &self.0.forms[f], at, self.1));
                k += 1;
            }
            hits
        }
    }

    /// Makes a regular polygon around the origin, from sizes in pixels.
    fn ring(count: usize, half: [f64; 2], turn: f64, radius: f64) -> Vec<Convex> {
        let (s, c) = turn.sin_cos();
        let at = |x: f64, y: f64| {
            Point::new(((x * c - y * s) * 256.0).round() as i32, ((x * s + y * c) * 256.0).round() as i32)
        };
        let points = match count {
            1 => vec![Point::new(0, 0)],
            2 => vec![at(-half[0], 0.0), at(half[0], 0.0)],
            4 => vec![
                at(-half[0], -half[1]),
                at(half[0], -half[1]),
                at(half[0], half[1]),
                at(-half[0], half[1]),
            ],
            n => (0..n)
                .map(|k| (k as f64 * std::f64::consts::TAU / n as f64).sin_cos())
                .map(|(y, x)| at(x * half[0], y * half[1]))
                .collect(),
        };
        vec![Convex::new(points, (radius * 256.0) as i32).unwrap()]
    }

    fn chain(size: f64, turn: f64, radius: f64) -> Vec<Convex> {
        let (s, c) = turn.sin_cos();
        let at = |k: i32| {
            let (x, y) = (size * (f64::from(k) - 4.0), size * 0.5 * f64::from(k % 3 - 1));
            Point::new(((x * c - y * s) * 256.0).round() as i32, ((x * s + y * c) * 256.0).round() as i32)
        };
        (0..8).map(|k| Convex::new(vec![at(k), at(k + 1)], (radius * 256.0) as i32).unwrap()).collect()
    }

    fn disc(side: i32) -> Mask {
        let r = f64::from(side) / 2.0;
        let is_inside = |x, y| (f64::from(x) + 0.5 - r).hypot(f64::from(y) + 0.5 - r) <= r;
        Mask::from_fn(side as usize, side as usize, is_inside).unwrap()
    }

    fn turned_square(side: f64, angle: f64) -> Mask {
        let (s, c) = angle.sin_cos();
        let wide = (side * (s.abs() + c.abs())).ceil() as usize;
        let r = wide as f64 / 2.0;
        let is_inside = |x, y| {
            let (x, y) = (f64::from(x) + 0.5 - r, f64::from(y) + 0.5 - r);
            (x * c + y * s).abs() * 2.0 <= side && (y * c - x * s).abs() * 2.0 <= side
        };
        Mask::from_fn(wide, wide, is_inside).unwrap()
    }

    /// Returns the share of pairs that floats could not decide.
    fn share_settled(pairs: &Pairs, asked: PairQuestion) -> f64 {
        SETTLED.set(0);
        Simd::best().run(All(pairs, asked));
        f64::from(SETTLED.get()) / pairs.pairs.len() as f64
    }

    #[test]
    fn floats_tell_nearly_all() {
        let mut random = Random::new(31);
        let masks = [disc(64), turned_square(64.0, 0.4), disc(8)];
        let whole = |points: &[(i32, i32)], radius: i32| {
            let points = points.iter().map(|&(x, y)| Point::new(x * UNITS, y * UNITS)).collect();
            vec![Convex::new(points, radius * UNITS).unwrap()]
        };
        for (grid, most) in [(1, 0.002), (UNITS, 0.08)] {
            let forms = if grid == 1 {
                let each =
                    |make: &dyn Fn(f64) -> Vec<Convex>| (1..9).map(|k| make(0.11 * f64::from(k))).collect();
                let mut forms: Vec<Vec<Convex>> = each(&|t| ring(4, [4.3, 6.0], t, 0.0));
                forms.extend::<Vec<_>>(each(&|t| ring(6, [5.0; 2], t, 0.0)));
                forms.extend::<Vec<_>>(each(&|t| ring(2, [5.0; 2], t, 2.3)));
                forms.extend::<Vec<_>>(each(&|t| ring(4, [30.0; 2], t, 1.1)));
                forms.push(ring(1, [0.0; 2], 0.0, 4.7));
                forms
            } else {
                vec![
                    whole(&[(0, 0)], 4),
                    whole(&[(0, 0)], 0),
                    whole(&[(-4, -4), (4, -4), (4, 4), (-4, 4)], 0),
                    whole(&[(-4, 0), (0, -4), (4, 0), (0, 4)], 0),
                    whole(&[(-4, 0), (4, 0)], 2),
                    whole(&[(-4, -4), (4, 4)], 2),
                    whole(&[(-3, -2), (3, 2)], 0),
                    whole(&[(0, 0), (8, 0), (0, 8)], 0),
                    whole(&[(-4, 0), (-2, -4), (2, -4), (4, 0), (2, 4), (-2, 4)], 0),
                ]
            };
            for margin in [0, 2048] {
                for form in &forms {
                    let pairs = pairs(&masks, std::slice::from_ref(form), margin, grid, &mut random);
                    let asked = if margin == 0 {
                        PairQuestion::overlap(Touching::Counts)
                    } else {
                        PairQuestion::within(margin)
                    };
                    let share = share_settled(&pairs, asked);
                    eprintln!("{grid} {margin} {share} {form:?}");
                    assert!(share < most, "{share} {margin} {form:?}");
                }
            }
        }
    }

    #[test]
    #[ignore = "prints times; run it by hand on a quiet machine"]
    fn how_long_a_pair_takes() {
        let mut random = Random::new(5);
        let angles: Vec<f64> = (0..32).map(|k| 0.11 + 0.19 * f64::from(k)).collect();
        let each = |make: &dyn Fn(f64) -> Vec<Convex>| angles.iter().map(|&t| make(t)).collect::<Vec<_>>();
        let upright = vec![disc(64)];
        let turned64: Vec<Mask> = angles.iter().map(|&t| turned_square(64.0, t)).collect();
        let small = vec![disc(8)];
        let bullets: Vec<(&str, Vec<Vec<Convex>>)> = vec![
            ("point", vec![ring(1, [0.0; 2], 0.0, 0.0)]),
            ("circle", vec![ring(1, [0.0; 2], 0.0, 4.0)]),
            ("box", vec![ring(4, [4.0; 2], 0.0, 0.0)]),
            ("turned box", each(&|t| ring(4, [4.0; 2], t, 0.0))),
            ("capsule", each(&|t| ring(2, [3.0, 0.0], t, 2.0))),
            ("hexagon", each(&|t| ring(6, [4.0; 2], t, 0.0))),
            ("segment", each(&|t| ring(2, [4.0, 0.0], t, 0.0))),
            ("chain of 8", each(&|t| chain(4.0, t, 2.0))),
        ];
        let targets: Vec<(&str, Vec<Vec<Convex>>)> = vec![
            ("64 circle", vec![ring(1, [0.0; 2], 0.0, 32.0)]),
            ("64 turned box", each(&|t| ring(4, [32.0; 2], t, 0.0))),
            ("64 hexagon", each(&|t| ring(6, [32.0; 2], t, 0.0))),
            ("64 chain", each(&|t| chain(8.0, t, 4.0))),
        ];
        let mut cells = Vec::new();
        for (name, forms) in &bullets {
            cells.push((format!("{name} / 64 upright"), &upright, forms));
            cells.push((format!("{name} / 64 turned"), &turned64, forms));
        }
        for (name, forms) in &targets {
            cells.push((format!("8 sprite / {name}"), &small, forms));
        }
        let simd = Simd::best();
        eprintln!("{}: ns a pair; share of hits; share settled exactly", simd.name());
        for margin in [0, 2048] {
            for (name, masks, forms) in &cells {
                let cell = pairs(masks, forms, margin, 1, &mut random);
                let asked = if margin == 0 {
                    PairQuestion::overlap(Touching::Counts)
                } else {
                    PairQuestion::within(margin)
                };
                let (mut best, mut hits) = (f64::MAX, 0);
                SETTLED.with(|count| count.set(0));
                for _ in 0..7 {
                    let start = std::time::Instant::now();
                    hits = simd.run(All(&cell, asked));
                    best = best.min(start.elapsed().as_secs_f64());
                }
                let per = 1e9 / cell.pairs.len() as f64;
                eprintln!(
                    "{name:28} margin {margin:4}: {:6.1}   {:4.2} {:.5}",
                    best * per,
                    hits as f64 / cell.pairs.len() as f64,
                    f64::from(SETTLED.get()) / 7.0 / cell.pairs.len() as f64
                );
            }
        }
    }
}

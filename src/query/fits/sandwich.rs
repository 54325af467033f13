//! A body at every position within a pixel: which pixels it takes at all of them, and which at any.
//!
//! The pixels that a turned sprite covers, and those whose squares a shape meets, depend on where in a pixel the body stands.
//! Where a question has many such places, most poses are decided by pixels that are taken from all of them, or from none; the
//! others are tested one by one.

use std::ops::Range;

use crate::form::{Form, Touching};
use crate::lattice::{Bounds, PixelBox, Point};
use crate::mask::Sprite;
use crate::query::blob::{Blob, squares};
use crate::query::fits::grid::Axis;
use crate::query::fits::runs::{PixelRun, RunRows};
use crate::query::overlap_convex_convex::overlap;
use crate::query::piece::window;
use crate::query::span::span;
use crate::shape::{Convex, hull};

/// The most places along y that are told apart. The fewer there are in a sandwich, the fewer poses are undecided.
const MOST_BINS: usize = 8;

/// A body with what it takes, seen from the pixel that it stands in, for several stretches of places along y.
#[derive(Debug)]
pub(super) struct Sandwiches {
    body: SandwichBody,
    bins: Vec<Sandwich>,
    /// The bin of each place of a pixel along y.
    numbers: [u8; 256],
}

/// What a body takes from all places, and from any.
#[derive(Debug)]
pub(super) struct Sandwich {
    /// Pixels that are taken wherever the body stands.
    pub(super) inner: RunRows,
    /// All pixels that are taken from anywhere.
    pub(super) outer: RunRows,
}

/// The body at its origin.
#[derive(Debug)]
enum SandwichBody {
    Sprite(Sprite),
    Shape(Vec<Convex>, Touching),
}

impl Sandwiches {
    /// Makes the sandwiches of a form that is seen from its position; a tile map has none.
    pub(super) fn of(form: &Form, rows: &Axis, touching: Touching) -> Option<Sandwiches> {
        let body = match form {
            Form::Sprite(sprite) => SandwichBody::Sprite(sprite.moved_to(Point::default())),
            Form::Shape(parts) => SandwichBody::Shape(parts.pieces().to_vec(), touching),
            Form::Tiles(_) => return None,
        };
        let (ends, numbers) = bins(rows, form);
        let bins = ends.into_iter().map(|ys| body.sandwich(ys)).collect();
        Some(Sandwiches { body, bins, numbers })
    }

    /// Returns what the body takes in a row of positions.
    #[inline]
    pub(super) fn in_row(&self, y: i32) -> &Sandwich {
        &self.bins[usize::from(self.numbers[(y & 255) as usize])]
    }

    /// Returns the rows of pixels that the body may take.
    pub(super) fn rows(&self) -> Range<i32> {
        let rows = self.bins.iter().map(|bin| bin.outer.rows());
        rows.reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)).unwrap_or(0..0)
    }

    /// Whether the body takes one of some pixels from a position.
    pub(super) fn meets(&self, at: Point, other: &RunRows) -> bool {
        match &self.body {
            SandwichBody::Sprite(sprite) => {
                let sprite = sprite.moved_to(at);
                self.any_common(at, other, |row, [from, to]| sprite.covers_any(row, from, to))
            }
            SandwichBody::Shape(parts, touching) => {
                parts.iter().any(|part| part_meets(part, at, other, *touching))
            }
        }
    }

    /// Whether a run of pixels that the body may take passes a test, among those of the other: the row, and the run.
    #[inline]
    fn any_common(&self, at: Point, other: &RunRows, test: impl Fn(i32, PixelRun) -> bool) -> bool {
        let (i, j, outer) = (at.x >> 8, at.y >> 8, &self.in_row(at.y).outer);
        let (ours, theirs) = (outer.rows(), other.rows());
        (ours.start.max(theirs.start - j)..ours.end.min(theirs.end - j)).any(|r| {
            outer.row(r).iter().any(|&[a, b]| {
                let common = other.row(j + r).iter().map(|&[c, d]| [(a + i).max(c), (b + i).min(d)]);
                common.filter(|[from, to]| from < to).any(|run| test(j + r, run))
            })
        })
    }
}

/// Whether a part meets the squares of some pixels as it stands at a point.
fn part_meets(part: &Convex, at: Point, other: &RunRows, touching: Touching) -> bool {
    let Bounds { min, max } = part.bounds();
    // The first and the last pixel whose closed squares the part's box meets.
    let ends = |at: i32, min: i32, max: i32| [(at + min - 1) >> 8, (at + max) >> 8];
    let ([left, right], [top, bottom]) = (ends(at.x, min.x, max.x), ends(at.y, min.y, max.y));
    let rows = other.rows();
    (rows.start.max(top)..rows.end.min(bottom + 1)).any(|j| {
        other.row(j).iter().filter(|&&[from, to]| from <= right && to > left).any(|&[x0, x1]| {
            // The squares of a run are one box: a part with an interior meets it where it meets one of them.
            let corners = squares(PixelBox { x0, y0: j, x1, y1: j + 1 });
            part.with_moved(at, |vertices| {
                let part = Blob { vertices, radius: part.radius() };
                overlap(Blob { vertices: &corners, radius: 0 }, part, touching)
            })
        })
    })
}

/// Returns the first and the last place along y of each bin, and the bin of each place.
fn bins(rows: &Axis, form: &Form) -> (Vec<[i32; 2]>, [u8; 256]) {
    /// From this size on, more bins take longer to make than they save.
    const LARGE: i32 = 1 << 17;
    let bounds = form.bounds().unwrap_or(Bounds { min: Point::default(), max: Point::default() });
    let is_large = (bounds.max.x - bounds.min.x).max(bounds.max.y - bounds.min.y) > LARGE;
    let mut numbers = [u8::MAX; 256];
    let mut ends: Vec<[i32; 2]> = Vec::new();
    for y in (0..rows.count).map(|k| rows.at(k) & 255) {
        if numbers[y as usize] == u8::MAX {
            if is_large || ends.len() == MOST_BINS {
                return equal_bins(if is_large { 1 } else { MOST_BINS });
            }
            numbers[y as usize] = ends.len() as u8;
            ends.push([y, y]);
        }
    }
    (ends, numbers)
}

fn equal_bins(count: usize) -> (Vec<[i32; 2]>, [u8; 256]) {
    let places = 256 / count;
    let ends = (0..count).map(|bin| [(bin * places) as i32, ((bin + 1) * places - 1) as i32]);
    (ends.collect(), std::array::from_fn(|y| (y / places) as u8))
}

impl SandwichBody {
    /// Returns what the body takes from all and from any places of a pixel, from one y to another.
    fn sandwich(&self, ys: [i32; 2]) -> Sandwich {
        let corners = [[0, ys[0]], [255, ys[0]], [0, ys[1]], [255, ys[1]]].map(|[x, y]| Point::new(x, y));
        match self {
            SandwichBody::Sprite(sprite) => {
                let texels = TexelBoxes::of(sprite, ys);
                let reach = corners.map(|at| sprite.moved_to(at).reach());
                let reach = reach.into_iter().reduce(around).unwrap_or_default();
                Sandwich {
                    inner: RunRows::of_pixels(reach, |i, j| texels.under(i, j).all(sprite)),
                    outer: RunRows::of_pixels(reach, |i, j| texels.under(i, j).any(sprite)),
                }
            }
            SandwichBody::Shape(parts, touching) => {
                let moved = parts.iter().map(|part| corners.map(|at| part.translated(at)));
                let moved: Vec<[Convex; 4]> = moved.collect();
                let all = moved.iter().flatten().map(|part| window(part.bounds()));
                let all = all.reduce(around).unwrap_or_default();
                let whole: Vec<Vec<Point>> = moved.iter().map(|four| hull_of(four)).collect();
                let whole: Vec<Blob<'_>> = whole
                    .iter()
                    .zip(parts)
                    .map(|(hull, part)| Blob { vertices: hull, radius: part.radius() })
                    .collect();
                // The places from which a part meets a square are a convex set. With the corners it has all of them.
                let inner = RunRows::of_spans(all, |j, row| {
                    row.extend(moved.iter().filter_map(|four| {
                        let spans = four.each_ref().map(|part| span(part.into(), all, j, *touching));
                        let common = |a: (i32, i32), b: (i32, i32)| (a.0.max(b.0), a.1.min(b.1));
                        let spans = spans.into_iter().reduce(|a, b| Some(common(a?, b?)))??;
                        (spans.0 < spans.1).then_some([spans.0, spans.1])
                    }));
                });
                Sandwich { inner, outer: RunRows::of_convex(&whole, all, Touching::Counts) }
            }
        }
    }
}

fn around(a: PixelBox, b: PixelBox) -> PixelBox {
    PixelBox { x0: a.x0.min(b.x0), y0: a.y0.min(b.y0), x1: a.x1.max(b.x1), y1: a.y1.max(b.y1) }
}

/// Returns the hull of the vertices of several parts.
fn hull_of(parts: &[Convex]) -> Vec<Point> {
    hull(parts.iter().flat_map(|part| part.vertices().iter().copied()).collect())
}

/// The texels that may be under a pixel's centre as the sprite stands at several places of its pixel.
struct TexelBoxes {
    /// u and v at the centre of the pixel in which the sprite stands: the least and the greatest.
    u: [i64; 2],
    v: [i64; 2],
    /// How u and v change from pixel to pixel, to the right and down.
    steps: [[i64; 2]; 2],
}

/// Texels from `min` to `max`, both included.
struct TexelBox {
    min: [i64; 2],
    max: [i64; 2],
}

impl TexelBoxes {
    fn of(sprite: &Sprite, [top, bottom]: [i32; 2]) -> TexelBoxes {
        let turn = sprite.turn();
        // u0 = u1 + ((ux * gx + uy * gy + 128) >> 8), where gx = 128 - x and gy = 128 - y (SPEC 4).
        let ends = |one: i32, x: i32, y: i32| {
            let x = [-127, 128].map(|g| g * i64::from(x));
            let y = [128 - bottom, 128 - top].map(|g| i64::from(g) * i64::from(y));
            let sum = |least: i64| i64::from(one) + ((least + 128) >> 8);
            [sum(x[0].min(x[1]) + y[0].min(y[1])), sum(x[0].max(x[1]) + y[0].max(y[1]))]
        };
        let steps = [[turn.ux, turn.uy], [turn.vx, turn.vy]].map(|two| two.map(i64::from));
        TexelBoxes { u: ends(turn.u1, turn.ux, turn.uy), v: ends(turn.v1, turn.vx, turn.vy), steps }
    }

    fn under(&self, i: i32, j: i32) -> TexelBox {
        let [by_u, by_v] = self.steps.map(|[x, y]| i64::from(i) * x + i64::from(j) * y);
        let texel = |k: usize| [(self.u[k] + by_u) >> 16, (self.v[k] + by_v) >> 16];
        TexelBox { min: texel(0), max: texel(1) }
    }
}

impl TexelBox {
    /// Returns the texels as words, each with the bits that belong to the box.
    fn words<'a>(&self, sprite: &'a Sprite) -> impl Iterator<Item = (u64, u64)> + use<'a> {
        let ([x0, y0], [x1, y1]) = (self.min, self.max);
        (y0..=y1).flat_map(move |y| {
            (x0..=x1).step_by(64).map(move |x| {
                let mask = u64::MAX >> (64 - (x1 - x + 1).min(64));
                (sprite.texels(x, y) & mask, mask)
            })
        })
    }

    fn any(&self, sprite: &Sprite) -> bool {
        self.words(sprite).any(|(bits, _)| bits != 0)
    }

    fn all(&self, sprite: &Sprite) -> bool {
        self.words(sprite).all(|(bits, mask)| bits == mask)
    }
}

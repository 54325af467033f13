//! What blocks a body's poses, and which of them: the obstacles near the grid, each in the form that is tested fastest.

use std::borrow::Cow;
use std::ops::Range;

use crate::effort::spend;
use crate::form::{Form, Touching};
use crate::lattice::{Bounds, Point, UNITS};
use crate::mask::row;
use crate::query::fits::grid::Axis;
use crate::query::fits::no_fit::NoFitHull;
use crate::query::fits::runs::{RunRows, meeting_anchors};
use crate::query::fits::sandwich::Sandwiches;
use crate::query::piece::{Piece, Set, pieces, window};
use crate::query::{has_thin_parts, overlaps};
use crate::shape::Convex;

/// When a body and an obstacle are said to overlap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OverlapRule {
    Usual(Touching),
    /// Two circles, whose distance is to be less than the root of the sum of their squared radii.
    Rooted,
}

/// What a pose may be in a pair with.
#[derive(Debug)]
pub(crate) struct FitObstacle<'a> {
    pub(crate) form: Cow<'a, Form>,
    pub(crate) rule: OverlapRule,
}

impl FitObstacle<'_> {
    /// Returns the touching by which pairs of pieces decide; `None` where they do not.
    pub(crate) fn by_pieces(&self, form: &Form) -> Option<Touching> {
        match self.rule {
            // Only tests of whole bodies know seams (SPEC 3).
            OverlapRule::Usual(Touching::Ignored) if has_thin_parts(form) || has_thin_parts(&self.form) => {
                None
            }
            OverlapRule::Usual(touching) => Some(touching),
            OverlapRule::Rooted => None,
        }
    }

    /// Whether a form that is seen from its position overlaps this as it stands at a point.
    pub(crate) fn is_met(&self, form: &Form, at: Point) -> bool {
        let form = form.standing_at(at);
        match self.rule {
            OverlapRule::Usual(touching) => overlaps(&form, &self.form, touching),
            OverlapRule::Rooted => are_rooted(&form, &self.form),
        }
    }
}

/// A body's form at one angle, seen from its position, and its obstacles.
#[derive(Debug)]
pub(crate) struct Pose<'a> {
    pub(crate) form: Form,
    pub(crate) obstacles: Vec<FitObstacle<'a>>,
}

impl Pose<'_> {
    /// Returns a box around the body, seen from any position.
    pub(crate) fn reach(&self) -> Option<Bounds> {
        reach(&self.form)
    }

    /// Returns a box around the body at all positions of a grid.
    pub(crate) fn area(&self, axes: &[Axis; 2]) -> Option<Bounds> {
        // No coordinate of the world is further than 2^29 from the origin, and no body larger than 2^22.
        let ([left, right], [top, bottom], reach) = (axes[0].ends(), axes[1].ends(), self.reach()?);
        let min = Point::new(left + reach.min.x, top + reach.min.y);
        Some(Bounds { min, max: Point::new(right + reach.max.x, bottom + reach.max.y) })
    }
}

/// Returns a box around a form that is seen from its position.
pub(super) fn reach(form: &Form) -> Option<Bounds> {
    // What a sprite covers shifts by up to a pixel with the place in a pixel where it stands.
    let slack = if matches!(form, Form::Sprite(_)) { UNITS } else { 0 };
    form.bounds().map(|bounds| bounds.grown(slack))
}

/// What a body covers, seen from the pixel in which it stands.
#[derive(Debug)]
enum BodyPixels {
    /// Wherever it stands, it covers this; its pixel is found after adding `shift` to its position.
    Fixed {
        rows: RunRows,
        shift: Point,
    },
    Varying(Box<Sandwiches>),
}

impl BodyPixels {
    /// Returns the rows of pixels that the body may take, and what to add to its position.
    fn rows(&self) -> (Range<i32>, Point) {
        match self {
            BodyPixels::Fixed { rows, shift } => (rows.rows(), *shift),
            BodyPixels::Varying(body) => (body.rows(), Point::default()),
        }
    }

    /// Returns the pixels that the body surely takes in a row of positions.
    fn sure(&self, y: i32) -> &RunRows {
        match self {
            BodyPixels::Fixed { rows, .. } => rows,
            BodyPixels::Varying(body) => &body.in_row(y).inner,
        }
    }
}

/// An obstacle as it is tested.
#[derive(Debug)]
enum Blocker<'a> {
    /// A convex part, and a convex set.
    Convex(NoFitHull<'a>),
    /// Pixels, for a body whose pixels are known: the number of the body's pixels.
    Pixels(RunRows, usize),
    /// Anything, pose by pose.
    Any(&'a FitObstacle<'a>),
}

/// Everything that blocks a body at one angle.
#[derive(Debug)]
pub(super) struct Blockers<'a> {
    pose: &'a Pose<'a>,
    axes: [Axis; 2],
    /// Where in its pixel the body always stands, if that is one place; `None` before it is asked for.
    place: Option<Option<Point>>,
    /// What the body covers: a sprite's pixels, or the squares that a shape meets under each rule.
    pixels: Vec<(Touching, BodyPixels)>,
    list: Vec<Blocker<'a>>,
}

impl<'a> Blockers<'a> {
    pub(super) fn of(pose: &'a Pose<'a>, axes: [Axis; 2]) -> Blockers<'a> {
        Blockers::among(pose, axes, |_| true)
    }

    /// Makes only those that other executors leave to whole bodies.
    pub(super) fn of_whole_bodies(pose: &'a Pose<'a>, axes: [Axis; 2]) -> Blockers<'a> {
        let is_whole = |obstacle: &FitObstacle<'_>| obstacle.rule != OverlapRule::Rooted;
        Blockers::among(pose, axes, |obstacle| is_whole(obstacle) && obstacle.by_pieces(&pose.form).is_none())
    }

    fn among(
        pose: &'a Pose<'a>,
        axes: [Axis; 2],
        is_wanted: impl Fn(&FitObstacle<'_>) -> bool,
    ) -> Blockers<'a> {
        let mut blockers = Blockers { pose, axes, place: None, pixels: Vec::new(), list: Vec::new() };
        let Some(area) = pose.area(&axes) else { return blockers };
        for obstacle in pose.obstacles.iter().take_while(|_| spend(4)) {
            if obstacle.form.bounds().is_some_and(|bounds| bounds.meets(area)) && is_wanted(obstacle) {
                blockers.add(obstacle, area);
            }
        }
        blockers
    }

    fn add(&mut self, obstacle: &'a FitObstacle<'a>, area: Bounds) {
        let Some(touching) = obstacle.by_pieces(&self.pose.form) else {
            return self.list.push(Blocker::Any(obstacle));
        };
        for piece in pieces(&obstacle.form, area).take_while(|_| spend(16)) {
            match (&self.pose.form, piece) {
                (Form::Shape(parts), Piece::Convex(set)) => {
                    self.add_differences(parts.pieces(), &set, touching);
                }
                (Form::Shape(_) | Form::Sprite(_), Piece::Sprite(sprite)) => {
                    let number = self.pixels_of(touching);
                    self.add_pixels(RunRows::of_sprite(&sprite), number);
                }
                (Form::Sprite(_), Piece::Convex(set)) => {
                    let rows = RunRows::of_convex(&[set.blob()], window(set.bounds()), touching);
                    let number = self.pixels_of(touching);
                    self.add_pixels(rows, number);
                }
                // Two tile maps are no pair.
                (Form::Tiles(_), _) => {}
            }
        }
    }

    /// Returns the number of the body's pixels, under a rule; they are made when they are first asked for.
    fn pixels_of(&mut self, touching: Touching) -> usize {
        // The pixels of a sprite are the same under both rules.
        let touching = if matches!(self.pose.form, Form::Sprite(_)) { Touching::Counts } else { touching };
        if let Some(number) = self.pixels.iter().position(|(of, _)| *of == touching) {
            return number;
        }
        let place = *self.place.get_or_insert_with(|| place_in_pixels(&self.axes));
        self.pixels
            .extend(body_pixels(&self.pose.form, place, &self.axes[1], touching).map(|p| (touching, p)));
        self.pixels.len() - 1
    }

    fn add_differences(&mut self, parts: &'a [Convex], set: &Set<'a>, touching: Touching) {
        for part in parts.iter().take_while(|_| spend(16)) {
            self.list.push(Blocker::Convex(NoFitHull::of(part, set.clone(), touching)));
        }
    }

    fn add_pixels(&mut self, rows: RunRows, number: usize) {
        if !rows.is_empty() {
            self.list.push(Blocker::Pixels(rows, number));
        }
    }

    /// Sets the bits of the poses that are blocked in some rows; `words` has the words of these rows.
    pub(super) fn block(&self, rows: Range<u32>, words: &mut [u64]) {
        let mut blocked = BlockedRows::new(rows, words);
        for blocker in self.list.iter().take_while(|_| spend(1)) {
            match blocker {
                Blocker::Convex(difference) => self.block_stretches(difference, &mut blocked),
                Blocker::Pixels(other, number) => {
                    self.block_anchors(&self.pixels[*number].1, other, &mut blocked);
                }
                Blocker::Any(_) => {}
            }
        }
        // What is slow to test comes last: many poses are blocked already.
        for blocker in self.list.iter().take_while(|_| spend(1)) {
            match blocker {
                Blocker::Pixels(other, number) => {
                    let pixels = &self.pixels[*number].1;
                    if let BodyPixels::Varying(body) = pixels {
                        self.block_undecided(pixels, body, other, &mut blocked);
                    }
                }
                Blocker::Any(obstacle) => self.block_any(obstacle, &mut blocked),
                Blocker::Convex(_) => {}
            }
        }
    }

    fn block_stretches(&self, difference: &NoFitHull<'_>, blocked: &mut BlockedRows<'_>) {
        let [x, y] = &self.axes;
        let [least, most] = difference.rows();
        for j in blocked.among(y.range(least, most)) {
            let Some(stretch) = difference.stretch(y.at(j)).filter(|_| spend(1)) else { continue };
            let all = x.range(stretch.ends[0], stretch.ends[1]);
            let row = blocked.row(j);
            let (mut from, mut to) = (all.start, all.end);
            let test = |k: u32| {
                let place = i64::from(x.at(k));
                (stretch.sure[0]..=stretch.sure[1]).contains(&place)
                    || difference.overlaps_at(Point::new(x.at(k), y.at(j)))
            };
            while from < to && !test(from) {
                from += 1;
            }
            while from < to && !test(to - 1) {
                to -= 1;
            }
            row::fill(row, from as usize..to as usize);
        }
    }

    fn block_anchors(&self, body: &BodyPixels, other: &RunRows, blocked: &mut BlockedRows<'_>) {
        let [x, y] = &self.axes;
        let (_, shift) = body.rows();
        for j in blocked.among(self.near_rows(body, other)) {
            let place = y.at(j);
            let row = blocked.row(j);
            meeting_anchors(body.sure(place), other, (place + shift.y) >> 8, |run| {
                let columns = places_in(run, shift.x, x);
                row::fill(row, columns.start as usize..columns.end as usize);
            });
            if !spend(1 + other.rows().len() as u64 / 4) {
                return;
            }
        }
    }

    /// Returns the rows of the grid in which the rows of two may meet.
    fn near_rows(&self, body: &BodyPixels, other: &RunRows) -> Range<u32> {
        let ((ours, shift), theirs) = (body.rows(), other.rows());
        places_in([theirs.start - ours.end + 1, theirs.end - ours.start], shift.y, &self.axes[1])
    }

    fn block_undecided(
        &self,
        pixels: &BodyPixels,
        body: &Sandwiches,
        other: &RunRows,
        blocked: &mut BlockedRows<'_>,
    ) {
        let [x, y] = &self.axes;
        for j in blocked.among(self.near_rows(pixels, other)) {
            let place = y.at(j);
            let row = blocked.row(j);
            meeting_anchors(&body.in_row(place).outer, other, place >> 8, |run| {
                block_each(row, places_in(run, 0, x), |k| body.meets(Point::new(x.at(k), place), other));
            });
        }
    }

    fn block_any(&self, obstacle: &FitObstacle<'_>, blocked: &mut BlockedRows<'_>) {
        let (Some(ours), Some(theirs)) = (self.pose.reach(), obstacle.form.bounds()) else { return };
        let [x, y] = &self.axes;
        let between = |axis: &Axis, ours: [i32; 2], theirs: [i32; 2]| {
            axis.range(i64::from(theirs[0]) - i64::from(ours[1]), i64::from(theirs[1]) - i64::from(ours[0]))
        };
        let columns = between(x, [ours.min.x, ours.max.x], [theirs.min.x, theirs.max.x]);
        for j in blocked.among(between(y, [ours.min.y, ours.max.y], [theirs.min.y, theirs.max.y])) {
            block_each(blocked.row(j), columns.clone(), |k| {
                obstacle.is_met(&self.pose.form, Point::new(x.at(k), y.at(j)))
            });
        }
    }
}

/// Sets the bits of the columns that pass a test, among those whose bits are clear.
#[inline]
fn block_each(row: &mut [u64], columns: Range<u32>, mut is_blocked: impl FnMut(u32) -> bool) {
    for k in columns {
        let (word, bit) = (&mut row[k as usize / 64], 1 << (k % 64));
        if *word & bit == 0 {
            if !spend(8) {
                return;
            }
            if is_blocked(k) {
                *word |= bit;
            }
        }
    }
}

/// Returns the columns whose positions, after adding a shift, are in a run of pixels.
#[inline]
fn places_in([from, to]: [i32; 2], shift: i32, axis: &Axis) -> Range<u32> {
    let edge = |pixel: i32| i64::from(pixel) * i64::from(UNITS) - i64::from(shift);
    axis.range(edge(from), edge(to) - 1)
}

/// Whether two circles are nearer than the root of the sum of their squared radii.
fn are_rooted(a: &Form, b: &Form) -> bool {
    let (Form::Shape(p), Form::Shape(q)) = (a, b) else { return false };
    let square = |x: i64| i128::from(x).pow(2);
    let by = |x: i32, y: i32| square(i64::from(x) - i64::from(y));
    match (p.single(), q.single()) {
        (Some(p), Some(q)) => {
            let (from, to) = (p.vertices()[0], q.vertices()[0]);
            by(from.x, to.x) + by(from.y, to.y) < square(p.radius().into()) + square(q.radius().into())
        }
        _ => false,
    }
}

/// Returns where in their pixels all positions of a grid are, if that is one place.
fn place_in_pixels(axes: &[Axis; 2]) -> Option<Point> {
    let one = |axis: &Axis| {
        let first = axis.at(0) & 255;
        (1..axis.count).all(|k| axis.at(k) & 255 == first).then_some(first)
    };
    Some(Point::new(one(&axes[0])?, one(&axes[1])?))
}

/// Returns the pixels that a body takes, seen from its own pixel. `place` is where in its pixel it always stands.
fn body_pixels(form: &Form, place: Option<Point>, rows: &Axis, touching: Touching) -> Option<BodyPixels> {
    // From a place in the pixel (0, 0), the body's pixels are those seen from its own.
    let fixed = |rows: RunRows, shift: Point| Some(BodyPixels::Fixed { rows, shift });
    match (form, place) {
        (Form::Sprite(sprite), _) if sprite.turn().is_upright() => {
            let shift = sprite.upright_offset();
            let at = Point::new(-shift.x, -shift.y);
            fixed(RunRows::of_sprite(&sprite.moved_to(at)), shift)
        }
        (Form::Sprite(sprite), Some(at)) => fixed(RunRows::of_sprite(&sprite.moved_to(at)), Point::default()),
        (Form::Shape(parts), Some(at)) => {
            fixed(RunRows::of_shape(parts.pieces(), at, touching), Point::default())
        }
        (form, _) => Sandwiches::of(form, rows, touching).map(|all| BodyPixels::Varying(Box::new(all))),
    }
}

/// The rows that are being blocked.
struct BlockedRows<'w> {
    rows: Range<u32>,
    words: &'w mut [u64],
    stride: usize,
}

impl<'w> BlockedRows<'w> {
    fn new(rows: Range<u32>, words: &'w mut [u64]) -> BlockedRows<'w> {
        let stride = words.len() / rows.len().max(1);
        BlockedRows { rows, words, stride }
    }

    /// Returns those of some rows that are here.
    fn among(&self, rows: Range<u32>) -> Range<u32> {
        rows.start.max(self.rows.start)..rows.end.min(self.rows.end)
    }

    #[inline]
    fn row(&mut self, j: u32) -> &mut [u64] {
        let start = (j - self.rows.start) as usize * self.stride;
        &mut self.words[start..start + self.stride]
    }
}

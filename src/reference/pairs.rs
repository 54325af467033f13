//! Which bodies overlap, and which only graze (SPEC 3 to 6).

use crate::answer::{Overlap, Pair};
use crate::form::{Form, Placed, Touching};
use crate::lattice::{Bounds, PixelBox};
use crate::mask::Sprite;
use crate::reference::escape::contact;
use crate::reference::hull::{RoundHull, meets, within};
use crate::reference::parts::{all_hulls, box_around, everywhere, hulls};
use crate::reference::pixels::{self, covered, runs};
use crate::reference::seams::{SeamStretch, is_inside, seams_on};
use crate::reference::wide::V;
use crate::shape::{PlacedCell, Tiles};

/// Returns every overlapping pair whose layers match, in order.
pub fn pairs(bodies: &[Placed], touching: Touching) -> Vec<Pair> {
    let found = matching(bodies, 0).filter_map(|(a, b)| {
        let overlap = overlap(&bodies[a].form, &bodies[b].form, touching)?;
        Some(Pair { a, b, overlap })
    });
    found.collect()
}

/// Returns every pair that does not overlap and is at most `margin` lattice units apart, in order.
pub fn grazes(bodies: &[Placed], margin: i32, touching: Touching) -> Vec<(usize, usize)> {
    let all = matching(bodies, margin);
    all.filter(|&(a, b)| graze(&bodies[a].form, &bodies[b].form, margin, touching)).collect()
}

/// Returns the pairs whose layers match and whose boxes are within a margin of each other.
fn matching(bodies: &[Placed], margin: i32) -> impl Iterator<Item = (usize, usize)> {
    let boxes: Vec<Option<Bounds>> =
        bodies.iter().map(|body| box_around(&body.form).map(|b| b.grown(margin))).collect();
    let all = (0..bodies.len()).flat_map(|a| (a + 1..bodies.len()).map(move |b| (a, b)));
    all.filter(move |&(a, b)| {
        let is_near = matches!((boxes[a], boxes[b]), (Some(p), Some(q)) if p.meets(q));
        let is_one_group = bodies[a].group != 0 && bodies[a].group == bodies[b].group;
        is_near
            && !is_one_group
            && bodies[a].layer & bodies[b].against != 0
            && bodies[b].layer & bodies[a].against != 0
    })
}

/// Returns how two forms overlap, or `None` where they do not.
pub fn overlap(a: &Form, b: &Form, touching: Touching) -> Option<Overlap> {
    match (a, b) {
        (Form::Tiles(_), Form::Tiles(_)) => None,
        (Form::Tiles(tiles), other) | (other, Form::Tiles(tiles)) => {
            let cells = cells(tiles, other, touching);
            (!cells.is_empty()).then_some(Overlap::Tiles { cells })
        }
        (Form::Sprite(a), Form::Sprite(b)) => pixels::common(a, b).map(Overlap::SpriteSprite),
        (Form::Sprite(sprite), shape) | (shape, Form::Sprite(sprite)) => {
            let pixels = squares(sprite, shape, touching);
            (pixels > 0).then_some(Overlap::SpriteShape { pixels })
        }
        (Form::Shape(_), Form::Shape(_)) => contact(a, b, touching).map(Overlap::ShapeShape),
    }
}

/// Whether two forms overlap. Two tile maps never do.
pub fn overlaps(a: &Form, b: &Form, touching: Touching) -> bool {
    match (a, b) {
        (Form::Tiles(_), Form::Tiles(_)) => false,
        (Form::Tiles(tiles), other) | (other, Form::Tiles(tiles)) => {
            !cells(tiles, other, touching).is_empty()
        }
        (Form::Sprite(a), Form::Sprite(b)) => pixels::share(a, b),
        _ => {
            let (all_a, all_b) = near_each_other(a, b, 0);
            any_pair(&all_a, &all_b, |p, q| meets(p, q, touching))
                || touching == Touching::Ignored && on_seams(&all_a, &all_b)
        }
    }
}

/// Whether the distance of two circles is less than the root of the sum of their squared radii; `None` for other forms.
pub fn rooted_overlap(a: &Form, b: &Form) -> Option<bool> {
    let circle = |form: &Form| match &all_hulls(form)[..] {
        [hull] if matches!(form, Form::Shape(_)) && hull.vertices.len() == 1 => {
            Some((hull.vertices[0], hull.radius))
        }
        _ => None,
    };
    let ((p, r), (q, s)) = (circle(a)?, circle(b)?);
    let between = p - q;
    Some(between.dot(between) < V::new(r, s).dot(V::new(r, s)))
}

/// Whether two forms are at most `margin` lattice units apart without an overlap. Two tile maps are never paired.
pub fn graze(a: &Form, b: &Form, margin: i32, touching: Touching) -> bool {
    if margin < 0 || matches!((a, b), (Form::Tiles(_), Form::Tiles(_))) {
        return false;
    }
    let (all_a, all_b) = near_each_other(a, b, margin);
    any_pair(&all_a, &all_b, |p, q| within(p, q, margin.into())) && !overlaps(a, b, touching)
}

/// Returns the convex sets of both bodies that are near the other body's box.
fn near_each_other(a: &Form, b: &Form, margin: i32) -> (Vec<RoundHull>, Vec<RoundHull>) {
    let (Some(box_a), Some(box_b)) = (box_around(a), box_around(b)) else { return (vec![], vec![]) };
    (hulls(a, box_b.grown(margin)), hulls(b, box_a.grown(margin)))
}

fn any_pair(a: &[RoundHull], b: &[RoundHull], test: impl Fn(&RoundHull, &RoundHull) -> bool) -> bool {
    a.iter().any(|p| b.iter().any(|q| test(p, q)))
}

/// Whether a part without interior of one union meets the interior of the other union.
fn on_seams(a: &[RoundHull], b: &[RoundHull]) -> bool {
    [(a, b), (b, a)].iter().any(|(thin, union)| {
        thin.iter().filter(|part| part.is_thin()).any(|part| !MetInside::of(part, union).is_nothing())
    })
}

/// What a part without interior meets of the interior of a union.
enum MetInside {
    Point(V),
    /// Stretches of the line through a point along a vector.
    Stretches(V, V, Vec<SeamStretch>),
}

impl MetInside {
    fn of(thin: &RoundHull, union: &[RoundHull]) -> MetInside {
        if let [p, q] = thin.vertices[..] {
            let d = q - p;
            let clipped =
                seams_on(p, d, union).into_iter().map(|[low, high]| [low.max(0), high.min(d.dot(d))]);
            return MetInside::Stretches(p, d, clipped.filter(|[low, high]| low < high).collect());
        }
        let p = thin.vertices[0];
        if is_inside(p, union) { MetInside::Point(p) } else { MetInside::Stretches(p, p, vec![]) }
    }

    fn is_nothing(&self) -> bool {
        matches!(self, MetInside::Stretches(.., stretches) if stretches.is_empty())
    }

    /// Whether a closed convex set without a radius holds some of it.
    fn meets(&self, set: &RoundHull, union: &[RoundHull]) -> bool {
        match self {
            MetInside::Point(p) => set.holds(*p, 0),
            MetInside::Stretches(p, d, stretches) => {
                let scaled = |s: i128| (s, d.dot(*d));
                stretches.iter().any(|&[low, high]| shares_length(set, *p, *d, scaled(low), scaled(high)))
                    || set.vertices.iter().any(|&v| {
                        let along = (v - *p).dot(*d);
                        let is_on = d.cross(v - *p) == 0 && (0..=d.dot(*d)).contains(&along);
                        is_on && is_inside(v, union)
                    })
                    || [*p, *p + *d].iter().any(|&v| set.holds(v, 0) && is_inside(v, union))
            }
        }
    }
}

/// Whether a set without a radius holds a piece, with a length, of the stretch from `low` to `high` of the line through
/// `p` along `d`; both are fractions of `d`.
fn shares_length(set: &RoundHull, p: V, d: V, low: (i128, i128), high: (i128, i128)) -> bool {
    let (mut low, mut high) = (low, high);
    let is_less = |a: (i128, i128), b: (i128, i128)| a.0 * b.1 < b.0 * a.1;
    for (v, e) in set.edges() {
        // e x (p + s d - v) <= 0 holds inside.
        let (slope, start) = (e.cross(d), e.cross(p - v));
        if slope == 0 {
            if start > 0 {
                return false;
            }
            continue;
        }
        let s = if slope > 0 { (-start, slope) } else { (start, -slope) };
        if slope > 0 && is_less(s, high) {
            high = s;
        }
        if slope < 0 && is_less(low, s) {
            low = s;
        }
    }
    is_less(low, high)
}

/// Counts the covered squares that a shape overlaps.
fn squares(sprite: &Sprite, shape: &Form, touching: Touching) -> u64 {
    let form = Form::Sprite(sprite.clone());
    let (_, parts) = near_each_other(&form, shape, 0);
    let Some(window) = box_around(shape).map(|b| PixelBox::around(b.grown(1))) else { return 0 };
    let runs = runs(sprite, window);
    let met: u64 = runs.iter().map(|run| squares_of_run(*run, &parts, touching)).sum();
    if met > 0 || touching == Touching::Counts {
        return met;
    }
    let squares = runs.iter().flat_map(|run| (run.x0..run.x1).map(|i| square_of(*run, i)));
    let covered: Vec<RoundHull> = squares.collect();
    let thin = parts.iter().filter(|part| part.is_thin());
    let inside: Vec<MetInside> =
        thin.map(|part| MetInside::of(part, &covered)).filter(|met| !met.is_nothing()).collect();
    covered.iter().filter(|square| inside.iter().any(|met| met.meets(square, &covered))).count() as u64
}

fn square_of(run: PixelBox, i: i32) -> RoundHull {
    RoundHull::squares(PixelBox { x0: i, x1: i + 1, ..run })
}

/// Counts the squares of a run that parts overlap. Those of one part follow each other, because it is convex.
fn squares_of_run(run: PixelBox, parts: &[RoundHull], touching: Touching) -> u64 {
    let mut met = vec![false; (run.x1 - run.x0) as usize];
    let whole = RoundHull::squares(run);
    for part in parts.iter().filter(|part| meets(&whole, part, touching)) {
        let is_met = |i: &i32| meets(&square_of(run, *i), part, touching);
        let xs = || part.vertices.iter().map(|v| v.x);
        let column = |x: Option<i64>, by: i64| ((x.unwrap_or(0) + by) >> 8) as i32;
        let first = column(xs().min(), -part.radius - 256).max(run.x0);
        let last = column(xs().max(), part.radius + 256).min(run.x1 - 1);
        let span = ((first..=last).find(is_met), (first..=last).rev().find(is_met));
        if let (Some(first), Some(last)) = span {
            met[(first - run.x0) as usize..=(last - run.x0) as usize].fill(true);
        }
    }
    met.into_iter().filter(|&is_met| is_met).count() as u64
}

/// Returns the cells that a body overlaps, in order: each by its own kind, and where there is none those that it meets
/// inside the union of all cells.
fn cells(tiles: &Tiles, other: &Form, touching: Touching) -> Vec<[u32; 2]> {
    let Some(around) = box_around(other) else { return vec![] };
    let place = |cell: &PlacedCell| [cell.column, cell.row];
    let near = |cell: &PlacedCell| box_around(&Form::from(&cell.form)).is_some_and(|b| b.meets(around));
    let near: Vec<PlacedCell> = tiles.cells().filter(near).collect();
    let met = near.iter().filter(|cell| overlaps(&Form::from(&cell.form), other, touching));
    let met: Vec<[u32; 2]> = met.map(place).collect();
    if !met.is_empty() || touching == Touching::Counts {
        return met;
    }
    let all = hulls(&Form::Tiles(tiles.clone()), around);
    let thin: Vec<RoundHull> = all_hulls(other).into_iter().filter(RoundHull::is_thin).collect();
    let inside: Vec<MetInside> =
        thin.iter().map(|part| MetInside::of(part, &all)).filter(|met| !met.is_nothing()).collect();
    let meets_inside = |cell: &&PlacedCell| {
        let sets = hulls(&Form::from(&cell.form), everywhere());
        sets.iter().any(|set| inside.iter().any(|met| met.meets(set, &all)))
    };
    near.iter().filter(meets_inside).map(place).collect()
}

/// Whether a body contains a point: closed sets; a sprite counts as its covered squares.
pub fn contains(form: &Form, at: crate::lattice::Point) -> bool {
    match form {
        // On an edge or a corner a point touches up to four squares.
        Form::Sprite(sprite) => {
            let beside = |x: i32| ((i64::from(x) - 1) >> 8)..=(i64::from(x) >> 8);
            beside(at.y).any(|j| beside(at.x).any(|i| covered(sprite, i, j)))
        }
        Form::Tiles(tiles) => tiles.cells().any(|cell| contains(&Form::from(&cell.form), at)),
        Form::Shape(parts) => parts.iter().any(|part| RoundHull::from(part).holds(at.into(), 0)),
    }
}

/// Returns the bodies that contain a point, in order.
pub fn containing(bodies: &[Placed], at: crate::lattice::Point) -> Vec<usize> {
    (0..bodies.len()).filter(|&k| contains(&bodies[k].form, at)).collect()
}

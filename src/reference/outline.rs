//! The outline of a union, and where two outlines cross (SPEC 5).
//!
//! An outline is what the parts' borders leave when everything inside the union is taken away. Where pieces of it lie
//! on one line and follow each other, they are one piece, so that the sides of neighbouring squares and tiles are one
//! side. Outlines cross in the points that a piece of one and a piece of the other have in common; where they run
//! along each other, in the ends of the common stretch.

use std::f64::consts::TAU;

use crate::form::Form;
use crate::lattice::Vec2;
use crate::reference::border::{Border, FloatHull, without};
use crate::reference::parts::{box_around, hulls};
use crate::reference::plane::{FINE, Spot};
use crate::reference::wide::V;

/// Crossings nearer to each other than this are one: two curves that touch seem to cross twice, by rounding.
const SAME: f64 = 1.0 / 16.0;
/// How far beside a border it is tested whether another part goes on there.
const BESIDE: f64 = 16.0 * FINE;

/// Returns the points where the outlines of two forms cross, in order along the outline of the first.
pub fn crossings(a: &Form, b: &Form) -> Vec<Vec2> {
    let (Some(box_a), Some(box_b)) = (box_around(a), box_around(b)) else { return vec![] };
    if !box_a.meets(box_b) {
        return vec![];
    }
    let origin = V::from(box_a.min);
    // What is far from the other body hides nothing near it.
    let sets = |form: &Form, other: crate::lattice::Bounds| -> Vec<FloatHull> {
        hulls(form, other.grown(256)).iter().map(|set| FloatHull::of(set, origin, 0.0)).collect()
    };
    let (outline_a, outline_b) = (outline(&sets(a, box_b)), outline(&sets(b, box_a)));
    let mut points: Vec<Spot> = Vec::new();
    for piece in &outline_a {
        let mut on_piece: Vec<(f64, Spot)> = Vec::new();
        for other in &outline_b {
            on_piece.extend(piece.meets(other).into_iter().map(|p| (piece.place(p), p)));
        }
        on_piece.sort_by(|p, q| p.0.total_cmp(&q.0));
        for (_, p) in on_piece {
            if points.iter().all(|&q| (p - q).length() > SAME) {
                points.push(p);
            }
        }
    }
    let pixels = |p: Spot| Spot { x: p.x / 256.0, y: p.y / 256.0 }.told().into();
    points.into_iter().map(|p| pixels(p + Spot::from(origin))).collect()
}

/// A piece of an outline.
#[derive(Debug, Clone, Copy)]
enum OutlinePiece {
    /// A point that is a part of its own.
    Dot(Spot),
    /// A stretch of a border.
    Run(Border, [f64; 2]),
}

impl OutlinePiece {
    /// Returns the position of a point on the piece.
    fn place(&self, p: Spot) -> f64 {
        match self {
            OutlinePiece::Dot(_) => 0.0,
            OutlinePiece::Run(border, _) => border.position(p, BESIDE).unwrap_or(0.0),
        }
    }

    fn holds(&self, p: Spot) -> bool {
        match self {
            OutlinePiece::Dot(dot) => (p - *dot).length() < 4.0 * FINE,
            OutlinePiece::Run(border, [low, high]) => {
                let slack = 4.0 * FINE;
                let is_all_round = border.length() - (high - low) < slack && self.is_circle();
                border
                    .position(p, slack)
                    .is_some_and(|s| is_all_round || (low - slack..=high + slack).contains(&s))
            }
        }
    }

    fn is_circle(&self) -> bool {
        matches!(self, OutlinePiece::Run(Border::Bow { turn, .. }, _) if *turn == TAU)
    }

    fn ends(&self) -> Vec<Spot> {
        match self {
            OutlinePiece::Dot(dot) => vec![*dot],
            OutlinePiece::Run(border, stretch) => {
                // Where a whole circle begins and ends is no end of the outline.
                let is_end = |s: &f64| !self.is_circle() || (FINE..border.length() - FINE).contains(s);
                stretch.iter().filter(|&s| is_end(s)).map(|&s| border.at(s)).collect()
            }
        }
    }

    /// Returns the points that two pieces have in common.
    fn meets(&self, other: &OutlinePiece) -> Vec<Spot> {
        let mut all = [self.ends(), other.ends()].concat();
        if let (OutlinePiece::Run(border, _), OutlinePiece::Run(second, _)) = (self, other) {
            let is_end = |p: &Spot| {
                // Ends of whole borders say nothing: a circle has none, and a piece may be shorter.
                [border, second]
                    .iter()
                    .any(|b| [0.0, b.length()].iter().any(|&s| (b.at(s) - *p).length() < FINE))
            };
            let crossing = border.meets(second);
            all.extend(crossing.into_iter().filter(|p| !is_end(p) || !runs_along(border, second)));
        }
        all.retain(|&p| self.holds(p) && other.holds(p));
        all
    }
}

/// Whether two borders lie on the same line or circle.
fn runs_along(a: &Border, b: &Border) -> bool {
    match (a, b) {
        (Border::Line { along, from, .. }, Border::Line { along: other, from: start, .. }) => {
            along.cross(*other).abs() < 1e-9 && along.cross(*start - *from).abs() < 4.0 * FINE
        }
        (Border::Bow { centre, radius, .. }, Border::Bow { centre: c, radius: r, .. }) => {
            (*centre - *c).length() < FINE && (radius - r).abs() < FINE
        }
        _ => false,
    }
}

/// Returns the outline of a union, in order of the parts and of their borders.
fn outline(sets: &[FloatHull]) -> Vec<OutlinePiece> {
    let mut pieces: Vec<OutlinePiece> = Vec::new();
    for (k, set) in sets.iter().enumerate() {
        if let Some(dot) = set.point() {
            // Of equal points the first one counts.
            let covers = |n: usize, other: &FloatHull| n < k || n > k && other.point().is_none();
            let is_covered =
                sets.iter().enumerate().any(|(n, other)| covers(n, other) && other.height(dot) <= FINE);
            if !is_covered {
                pieces.push(OutlinePiece::Dot(dot));
            }
            continue;
        }
        // A segment has its border twice.
        let count = if set.is_thin() { 1 } else { set.borders.len() };
        for border in &set.around()[..count] {
            let mut left = vec![[0.0, border.length()]];
            for (n, other) in sets.iter().enumerate() {
                if n != k && other.point().is_none() && other.is_near(border) {
                    let hides = |s: f64| is_hidden(border, s, (n, other), (k, set));
                    left = without(border, &left, other, &hides);
                }
            }
            left.retain(|[low, high]| high - low > 2.0 * FINE);
            pieces.extend(left.into_iter().map(|stretch| OutlinePiece::Run(*border, stretch)));
        }
    }
    joined(pieces)
}

/// Whether a point of a border of part `k` is no point of the outline because of another part: inside that part, or on
/// a seam, or on a border that both have, where the earlier one counts.
fn is_hidden(
    border: &Border,
    s: f64,
    (n, other): (usize, &FloatHull),
    (k, set): (usize, &FloatHull),
) -> bool {
    let at = border.at(s);
    let height = other.height(at);
    if height.abs() > FINE {
        return height < 0.0;
    }
    if set.is_thin() {
        return !other.is_thin() || n < k;
    }
    let goes_on = other.height(at + border.out(s) * BESIDE) < -FINE;
    let goes_along = !other.is_thin() && other.height(at - border.out(s) * BESIDE) < -FINE;
    goes_on || goes_along && n < k
}

/// Joins pieces of the same line that follow each other.
fn joined(pieces: Vec<OutlinePiece>) -> Vec<OutlinePiece> {
    let mut joined: Vec<OutlinePiece> = Vec::new();
    for mut piece in pieces {
        while let Some(k) = joined.iter().position(|other| join(other, &piece).is_some()) {
            let other = joined.remove(k);
            piece = join(&other, &piece).unwrap_or(piece);
        }
        joined.push(piece);
    }
    joined
}

/// Returns two straight pieces of one line, with the same side inside, as one piece, where they touch.
fn join(a: &OutlinePiece, b: &OutlinePiece) -> Option<OutlinePiece> {
    let (OutlinePiece::Run(line, [low, high]), OutlinePiece::Run(other, stretch)) = (a, b) else {
        return None;
    };
    let (Border::Line { from, along, .. }, Border::Line { along: direction, .. }) = (line, other) else {
        return None;
    };
    if !runs_along(line, other) || along.dot(*direction) < 0.0 {
        return None;
    }
    let [start, end] = stretch.map(|s| along.dot(other.at(s) - *from));
    if start > high + 2.0 * FINE || end < low - 2.0 * FINE {
        return None;
    }
    let (least, most) = (low.min(start), high.max(end));
    let joined = Border::Line { from: *from + *along * least, along: *along, length: most - least };
    Some(OutlinePiece::Run(joined, [0.0, most - least]))
}

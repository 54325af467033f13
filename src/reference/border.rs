//! The border of a convex set, piece by piece: the straight sides first, in vertex order, then the round corners.

use std::f64::consts::TAU;

use crate::reference::hull::RoundHull;
use crate::reference::plane::{FINE, Spot};
use crate::reference::wide::V;

/// A piece of a border. Positions on it are lengths from its start; (-y, x) of its direction points out of the set.
#[derive(Debug, Clone, Copy)]
pub(super) enum Border {
    Line {
        from: Spot,
        along: Spot,
        length: f64,
    },
    /// An arc that begins where `first` points from the centre, and turns from +y towards +x by `turn` radians.
    Bow {
        centre: Spot,
        radius: f64,
        first: Spot,
        turn: f64,
    },
}

impl Border {
    fn line(from: Spot, to: Spot) -> Border {
        Border::Line { from, along: (to - from).unit(), length: (to - from).length() }
    }

    pub(super) fn length(&self) -> f64 {
        match *self {
            Border::Line { length, .. } => length,
            Border::Bow { radius, turn, .. } => radius * turn,
        }
    }

    pub(super) fn at(&self, s: f64) -> Spot {
        match *self {
            Border::Line { from, along, .. } => from + along * s,
            Border::Bow { centre, radius, .. } => centre + self.out(s) * radius,
        }
    }

    /// Returns the outward normal at a position.
    pub(super) fn out(&self, s: f64) -> Spot {
        match *self {
            Border::Line { along, .. } => along.turned(),
            Border::Bow { radius, first, .. } => {
                let angle = s / radius;
                first * libm::cos(angle) - first.turned() * libm::sin(angle)
            }
        }
    }

    /// Returns the direction in which the border runs at a position.
    pub(super) fn direction(&self, s: f64) -> Spot {
        -self.out(s).turned()
    }

    /// Returns the position of a point, if the point lies on the border.
    pub(super) fn position(&self, p: Spot, slack: f64) -> Option<f64> {
        let s = match *self {
            Border::Line { from, along, .. } => {
                if along.cross(p - from).abs() > slack {
                    return None;
                }
                along.dot(p - from)
            }
            Border::Bow { centre, radius, first, turn } => {
                let w = p - centre;
                if (w.length() - radius).abs() > slack {
                    return None;
                }
                let angle = libm::atan2(-w.dot(first.turned()), w.dot(first));
                let angle = if angle < 0.0 { angle + TAU } else { angle };
                // A little before the start rather than nearly a whole turn behind it.
                if angle > turn && TAU - angle < angle - turn {
                    (angle - TAU) * radius
                } else {
                    angle * radius
                }
            }
        };
        (-slack..=self.length() + slack).contains(&s).then_some(s.clamp(0.0, self.length()))
    }

    /// Returns the position between `low` and `high` that is nearest to a point.
    pub(super) fn nearest(&self, p: Spot, low: f64, high: f64) -> f64 {
        match *self {
            Border::Line { from, along, .. } => along.dot(p - from).clamp(low, high),
            Border::Bow { centre, radius, .. } => {
                let away = p - centre;
                if away.length() < FINE {
                    return low;
                }
                let facing = self.position(centre + away.unit() * radius, FINE);
                let far = |s: f64| (self.at(s) - p).length();
                match facing {
                    Some(s) if (low..=high).contains(&s) => s,
                    _ if far(high) < far(low) => high,
                    _ => low,
                }
            }
        }
    }

    /// Returns points in which two borders meet: where they cross or touch, and the ends of one that lie on the other.
    pub(super) fn meets(&self, other: &Border) -> Vec<Spot> {
        let mut all = match (*self, *other) {
            (Border::Line { from, along, .. }, Border::Line { from: start, along: direction, .. }) => {
                let turn = along.cross(direction);
                let is_parallel = turn.abs() < 1e-13;
                if is_parallel {
                    vec![]
                } else {
                    vec![from + along * ((start - from).cross(direction) / turn)]
                }
            }
            (Border::Line { from, along, .. }, Border::Bow { centre, radius, .. })
            | (Border::Bow { centre, radius, .. }, Border::Line { from, along, .. }) => {
                let middle = from + along * along.dot(centre - from);
                apart(middle, along, radius, (centre - middle).length())
            }
            (Border::Bow { centre, radius, .. }, Border::Bow { centre: c, radius: r, .. }) => {
                let (w, far) = (c - centre, (c - centre).length());
                if far < FINE {
                    vec![]
                } else {
                    // Where the line through both common points passes between the centres.
                    let along = (far + (radius - r) * (radius + r) / far) / 2.0;
                    apart(centre + w.unit() * along, w.unit().turned(), radius, along.abs())
                }
            }
        };
        for border in [self, other] {
            all.extend([border.at(0.0), border.at(border.length())]);
        }
        all.retain(|&p| [self, other].iter().all(|border| border.position(p, 4.0 * FINE).is_some()));
        all
    }
}

/// Returns the points of a circle on a line that passes its centre at a distance, nearest at `middle`: none, one or two.
fn apart(middle: Spot, along: Spot, radius: f64, distance: f64) -> Vec<Spot> {
    let height = (radius - distance) * (radius + distance);
    if distance > radius + FINE {
        vec![]
    } else if height <= 0.0 {
        vec![middle]
    } else {
        [-1.0, 1.0].map(|sign| middle + along * (sign * height.sqrt())).to_vec()
    }
}

/// A convex set: all points within a radius of a hull.
#[derive(Debug, Clone)]
pub(super) struct FloatHull {
    vertices: Vec<Spot>,
    radius: f64,
    pub(super) borders: Vec<Border>,
    low: Spot,
    high: Spot,
}

impl FloatHull {
    /// Makes the set of a hull, seen from an origin and grown by `more`.
    pub(super) fn of(hull: &RoundHull, origin: V, more: f64) -> FloatHull {
        let vertices = hull.vertices.iter().map(|&v| Spot::from(v - origin)).collect();
        FloatHull::new(vertices, hull.radius as f64 + more)
    }

    /// Makes a set from the vertices of a hull, in order.
    pub(super) fn new(vertices: Vec<Spot>, radius: f64) -> FloatHull {
        let n = vertices.len();
        let sides = if n < 2 { 0 } else { n };
        let out = |k: usize| (vertices[(k + 1) % n] - vertices[k]).unit().turned() * radius;
        let line = |k: usize| Border::line(vertices[k] + out(k), vertices[(k + 1) % n] + out(k));
        let mut borders: Vec<Border> = (0..sides).map(line).collect();
        if radius > 0.0 {
            borders.extend((0..n).map(|k| {
                let centre = vertices[k];
                if sides == 0 {
                    return Border::Bow { centre, radius, first: Spot::RIGHT, turn: TAU };
                }
                let (first, last) = (out((k + n - 1) % n).unit(), out(k).unit());
                let turn = libm::atan2(-first.cross(last), first.dot(last));
                Border::Bow { centre, radius, first, turn: if n == 2 { TAU / 2.0 } else { turn.max(0.0) } }
            }));
        }
        let pick = |of: fn(f64, f64) -> f64, axis: fn(&Spot) -> f64| {
            vertices.iter().map(axis).reduce(of).unwrap_or(0.0)
        };
        let low = Spot { x: pick(f64::min, |v| v.x) - radius, y: pick(f64::min, |v| v.y) - radius };
        let high = Spot { x: pick(f64::max, |v| v.x) + radius, y: pick(f64::max, |v| v.y) + radius };
        FloatHull { vertices, radius, borders, low, high }
    }

    /// Returns the pieces of the border in the order in which they follow each other, from the first side on.
    pub(super) fn around(&self) -> Vec<Border> {
        let n = self.vertices.len();
        if self.borders.len() < 2 * n || n < 2 {
            return self.borders.clone();
        }
        (0..n).flat_map(|k| [self.borders[k], self.borders[n + (k + 1) % n]]).collect()
    }

    pub(super) fn is_thin(&self) -> bool {
        self.radius == 0.0 && self.vertices.len() < 3
    }

    /// Returns the only point of a set that has no border.
    pub(super) fn point(&self) -> Option<Spot> {
        self.borders.is_empty().then(|| self.vertices[0])
    }

    /// Returns how far a point lies beyond the surface; below 0 inside.
    pub(super) fn height(&self, p: Spot) -> f64 {
        let n = self.vertices.len();
        let (mut is_inside, mut nearest) = (n > 2, (p - self.vertices[0]).length());
        for k in 0..if n < 2 { 0 } else { n } {
            let (w, e) = (p - self.vertices[k], self.vertices[(k + 1) % n] - self.vertices[k]);
            is_inside &= e.cross(w) <= 0.0;
            let share = (w.dot(e) / e.dot(e)).clamp(0.0, 1.0);
            nearest = nearest.min((w - e * share).length());
        }
        (if is_inside { -nearest } else { nearest }) - self.radius
    }

    /// Whether a piece of border may come near the set.
    pub(super) fn is_near(&self, border: &Border) -> bool {
        let (low, high) = match *border {
            Border::Line { .. } => {
                let (p, q) = (border.at(0.0), border.at(border.length()));
                (Spot { x: p.x.min(q.x), y: p.y.min(q.y) }, Spot { x: p.x.max(q.x), y: p.y.max(q.y) })
            }
            Border::Bow { centre, radius, .. } => {
                let all = Spot { x: radius, y: radius };
                (centre - all, centre + all)
            }
        };
        let slack = 8.0 * FINE;
        low.x <= self.high.x + slack
            && self.low.x <= high.x + slack
            && low.y <= self.high.y + slack
            && self.low.y <= high.y + slack
    }

    /// Whether a point lies in the box around the set.
    pub(super) fn is_around(&self, p: Spot) -> bool {
        self.low.x < p.x && p.x < self.high.x && self.low.y < p.y && p.y < self.high.y
    }
}

/// Returns what is left of a piece of border, as closed stretches, after everything that a set hides is taken away.
/// `hides` says whether the set hides a point of the border, given its position. What is hidden is open: where two
/// stretches that different sets hide end at the same point, the point is left.
pub(super) fn without(
    border: &Border,
    left: &[[f64; 2]],
    set: &FloatHull,
    hides: &dyn Fn(f64) -> bool,
) -> Vec<[f64; 2]> {
    let length = border.length();
    if length < 2.0 * FINE {
        return if hides(length / 2.0) { vec![] } else { left.to_vec() };
    }
    let mut stops = vec![0.0, length];
    let points = set.borders.iter().flat_map(|other| border.meets(other));
    stops.extend(points.filter_map(|p| border.position(p, 4.0 * FINE)));
    stops.sort_by(f64::total_cmp);
    let mut hidden: Vec<[f64; 2]> = Vec::new();
    for two in stops.windows(2).filter(|two| two[1] - two[0] > FINE) {
        let [low, high] = [two[0], two[1]];
        if !hides((low + high) / 2.0) {
            continue;
        }
        match hidden.last_mut() {
            Some(last) if low - last[1] <= FINE && hides(low) => last[1] = high,
            _ => hidden.push([if low < FINE && hides(0.0) { -1.0 } else { low }, high]),
        }
        if high > length - FINE && hides(length) {
            hidden.iter_mut().last().into_iter().for_each(|last| last[1] = length + 1.0);
        }
    }
    let mut left = left.to_vec();
    for [low, high] in hidden {
        left = left.into_iter().flat_map(|[from, to]| cut([from, to], [low, high])).collect();
    }
    left
}

/// Returns what is left of a closed stretch without an open one.
pub(super) fn cut([from, to]: [f64; 2], [low, high]: [f64; 2]) -> Vec<[f64; 2]> {
    if high <= from + FINE || low >= to - FINE {
        let is_inside = low < from - FINE && high > to + FINE;
        return if is_inside { vec![] } else { vec![[from, to]] };
    }
    let mut left = Vec::new();
    if low >= from - FINE {
        left.push([from, low.max(from)]);
    }
    if high <= to + FINE {
        left.push([high.min(to), to]);
    }
    left
}

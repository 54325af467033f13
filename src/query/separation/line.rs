//! The free point of a line of an outline that is nearest to the origin.

use crate::effort::spend;
use crate::query::separation::difference::Difference;
use crate::query::separation::search::{End, Search};
use crate::query::separation::{Line, Line2, SLACK, around, dot, minus};

/// Up to this number of steps along a line, a walk is cheaper than a test of all differences that may cover the line.
const MOST_STEPS: usize = 32;

/// The result of a walk from the foot of a line.
enum Walk {
    /// A free time, or none.
    Ends(Option<f64>),
    /// The walk takes too many steps.
    IsLong,
}

/// A line of an outline; times on it go from 0 to 1.
struct OnLine {
    owner: usize,
    a: [f64; 2],
    e: [f64; 2],
    /// The time nearest to the origin, and the distance of the infinite line from the origin.
    foot: f64,
    height: f64,
    /// Points at this distance from the origin, or further away, are of no use.
    limit: f64,
}

impl OnLine {
    fn place(&self, t: f64) -> [f64; 2] {
        [self.a[0] + self.e[0] * t, self.a[1] + self.e[1] * t]
    }

    /// Whether a time is the foot and not an end of the line.
    fn is_inner_foot(&self, t: f64) -> bool {
        t == self.foot && t > 0.0 && t < 1.0
    }

    /// Returns the distance of the point at a time from the origin.
    fn depth(&self, t: f64) -> f64 {
        if self.is_inner_foot(t) { self.height } else { End::at(self.place(t)).depth }
    }

    /// Returns the times from which until which another difference covers the line.
    fn covered_by(&self, k: usize, other: Difference) -> Option<(f64, f64)> {
        if k == self.owner || !spend(8 * other.size()) {
            return None;
        }
        other.covers(self.a, self.e)
    }
}

/// Open stretches of a line, joined where they overlap, in order.
struct Stretches(Vec<(f64, f64)>);

impl Stretches {
    fn of(mut all: Vec<(f64, f64)>) -> Stretches {
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut joined: Vec<(f64, f64)> = Vec::new();
        for (from, to) in all {
            match joined.last_mut() {
                Some(last) if from < last.1 => last.1 = last.1.max(to),
                _ => joined.push((from, to)),
            }
        }
        Stretches(joined)
    }

    /// Whether a time lies strictly inside one of the stretches.
    fn hold(&self, t: f64) -> bool {
        let before = self.0.partition_point(|&(from, _)| from < t);
        self.0[..before].last().is_some_and(|&(_, to)| t < to)
    }
}

impl Search<'_> {
    /// Returns the free point of a line that is nearest to the origin; `None` where there is none or it is beyond the
    /// limit.
    pub(super) fn end_on_line(&self, owner: usize, (n, h): Line, (a, e): Line2, limit: f64) -> Option<End> {
        let length = dot(e, e);
        let foot = (-dot(a, e) / length).clamp(0.0, 1.0);
        let line = OnLine { owner, a, e, foot, height: h.abs(), limit };
        let t = if self.thin.is_empty() {
            match self.walk(&line) {
                Walk::Ends(t) => t?,
                Walk::IsLong => self.first_free(&line, &[])?,
            }
        } else {
            self.first_free(&line, &self.corners_on((n, h), (a, e)))?
        };
        Some(if line.is_inner_foot(t) {
            let side = if h < 0.0 { -1.0 } else { 1.0 };
            End { at: n.map(|x| x * h), normal: n.map(|x| x * side + 0.0), depth: h.abs() }
        } else {
            End::at(line.place(t))
        })
    }

    /// Returns the time nearest to the foot that no difference covers. It tests all differences that may cover a part
    /// of the line.
    fn first_free(&self, line: &OnLine, corners: &[f64]) -> Option<f64> {
        let foot = line.foot;
        let mut covered: Vec<(f64, f64)> = Vec::new();
        let is_covered = self.any(around(&[line.place(0.0), line.place(1.0)], 0.0), |k, other| {
            let range = line.covered_by(k, other);
            covered.extend(range);
            matches!(range, Some((from, to)) if from <= 0.0 && to >= 1.0) || !spend(0)
        });
        if is_covered {
            return None;
        }
        let mut times = vec![foot];
        times.extend(covered.iter().flat_map(|&(from, to)| [from, to]).filter(|t| (0.0..=1.0).contains(t)));
        times.extend(corners);
        // The ends of the line are corners: they are never the nearest, but they bound the search.
        times.extend([0.0, 1.0]);
        times.sort_by(|s, t| (s - foot).abs().total_cmp(&(t - foot).abs()));
        let covered = Stretches::of(covered);
        let mut near = times.into_iter().take_while(|&t| line.depth(t) < line.limit);
        near.find(|&t| !spend(4) || !covered.hold(t) && !self.is_between(line.place(t)))
    }

    /// Searches the same time as [`Search::first_free`], but without parts that have no interior. It walks from the
    /// foot in both directions, each step as far as one difference covers. It passes long covered stretches in a few
    /// steps.
    fn walk(&self, line: &OnLine) -> Walk {
        let foot = line.foot;
        let mut ends = [foot; 2];
        for _ in 0..MOST_STEPS {
            let before = ends;
            for side in [0, 1] {
                let t = ends[side];
                let is_on = (0.0..=1.0).contains(&t) && line.depth(t) < line.limit;
                if let Some((from, to)) = if is_on { self.covering(line, t) } else { None } {
                    ends = [ends[0].min(from), ends[1].max(to)];
                }
            }
            if ends == before {
                return Walk::Ends(self.nearer_of(line, ends));
            }
        }
        Walk::IsLong
    }

    /// Returns the stretch of a line that one difference covers around a time.
    fn covering(&self, line: &OnLine, t: f64) -> Option<(f64, f64)> {
        let holds = |range: Option<(f64, f64)>| range.filter(|&(from, to)| from < t && t < to);
        // A difference that covered one line often covers the next.
        let hint = self.hint.get();
        let known =
            (hint < self.differences.len()).then(|| self.differences.at(hint)).filter(|d| !d.is_thin());
        let mut found = known.and_then(|d| holds(line.covered_by(hint, d)));
        if found.is_none() {
            self.any(around(&[line.place(t)], 0.0), |k, d| {
                found = holds(line.covered_by(k, d));
                if found.is_some() {
                    self.hint.set(k);
                }
                found.is_some() || !spend(0)
            });
        }
        found
    }

    /// Returns the end of the covered stretch that is nearer to the foot, if it lies on the line and is nearer than the
    /// limit.
    fn nearer_of(&self, line: &OnLine, ends: [f64; 2]) -> Option<f64> {
        let away = ends.map(|t| (t - line.foot).abs());
        let is_on = ends.map(|t| (0.0..=1.0).contains(&t));
        let t = match is_on {
            [false, false] => return None,
            [true, false] => ends[0],
            [false, true] => ends[1],
            _ if away[0] == away[1] && ends[0] != ends[1] => self.earlier_of(line, ends),
            _ => ends[usize::from(away[1] < away[0])],
        };
        // An end of the line is no answer where a single other difference covers the whole line.
        let is_whole = |range: Option<(f64, f64)>| range.is_some_and(|(from, to)| from <= 0.0 && to >= 1.0);
        let is_covered = (t == 0.0 || t == 1.0)
            && self.any(around(&[line.place(t)], 0.0), |k, d| is_whole(line.covered_by(k, d)));
        (!is_covered && line.depth(t) < line.limit).then_some(t)
    }

    /// Returns, of two times equally far from the foot, the one at which the earlier difference begins or ends to cover.
    fn earlier_of(&self, line: &OnLine, ends: [f64; 2]) -> f64 {
        let first = |t: f64| {
            let mut first = (usize::MAX, 1);
            self.any(around(&[line.place(t)], 0.0), |k, d| {
                let is_end = |(from, to): (f64, f64)| (from == t).then_some(0).or((to == t).then_some(1));
                let end = line.covered_by(k, d).and_then(is_end);
                first = end.map_or(first, |end| (k, end));
                end.is_some()
            });
            first
        };
        if first(ends[1]) < first(ends[0]) { ends[1] } else { ends[0] }
    }

    /// Returns the times at which a line passes corners of differences that lie on it, between its ends.
    fn corners_on(&self, (n, h): Line, (a, e): Line2) -> Vec<f64> {
        let length = dot(e, e);
        let all = self.differences.iter().take_while(|d| spend(d.size()));
        let corners = all.flat_map(|d| d.hull).filter(|&&v| (dot(n, v) - h).abs() <= SLACK);
        corners.map(|&v| dot(minus(v, a), e) / length).filter(|t| (0.0..=1.0).contains(t)).collect()
    }
}

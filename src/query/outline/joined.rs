//! Joins straight faces of an outline that lie on one line and follow each other, such as the sides of neighbouring tiles:
//! the outline is that of the union, so where two parts meet is no corner of it (SPEC 5).

use std::collections::HashMap;

use crate::effort::spend;
use crate::query::outline::curve::Curve;

/// Ends nearer to each other than this, in lattice units, are one point. It is far above the errors of computed ends.
const SAME: f64 = 1e-4;
/// The largest sine of the angle between two faces of one line.
const STRAIGHT: f64 = 1e-9;

/// Returns the curves, each run of straight ones on one line as one curve, in the place of its first.
pub(crate) fn joined(curves: Vec<Curve>) -> Vec<Curve> {
    let mut starts: HashMap<[i64; 2], Vec<usize>> = HashMap::new();
    for (k, curve) in curves.iter().enumerate() {
        if !spend(32) {
            return curves;
        }
        if let Some((start, _)) = ends(curve) {
            starts.entry(cell(start)).or_default().push(k);
        }
    }
    let mut next: Vec<Option<usize>> = vec![None; curves.len()];
    let mut before: Vec<Option<usize>> = vec![None; curves.len()];
    for (k, curve) in curves.iter().enumerate() {
        let Some((_, end)) = ends(curve) else { continue };
        let near = around(cell(end)).filter_map(|at| starts.get(&at)).flatten();
        let goes_on = |&&n: &&usize| before[n].is_none() && follows(curve, &curves[n]);
        if let Some(&n) = near.clone().find(goes_on) {
            (next[k], before[n]) = (Some(n), Some(k));
        }
    }
    let mut is_told = vec![false; curves.len()];
    let mut joined = Vec::new();
    for k in 0..curves.len() {
        if is_told[k] {
            continue;
        }
        let mut first = k;
        while let Some(earlier) = before[first].filter(|&earlier| earlier != k) {
            first = earlier;
        }
        let (mut all, mut at) = (curves[first], first);
        is_told[first] = true;
        while let Some(n) = next[at].filter(|&n| n != first) {
            all = both(all, curves[n]);
            is_told[n] = true;
            at = n;
        }
        joined.push(all);
    }
    joined
}

/// Returns both ends of a straight curve that has a length.
fn ends(curve: &Curve) -> Option<([f64; 2], [f64; 2])> {
    match *curve {
        Curve::Edge { a, e, .. } if e != [0.0, 0.0] => Some((a, [a[0] + e[0], a[1] + e[1]])),
        _ => None,
    }
}

/// Whether the second curve begins where the first one ends, in the same direction.
fn follows(first: &Curve, second: &Curve) -> bool {
    let (Curve::Edge { e, .. }, Curve::Edge { e: f, .. }) = (*first, *second) else { return false };
    let (Some((_, end)), Some((start, _))) = (ends(first), ends(second)) else { return false };
    let (cross, dot) = (e[0] * f[1] - e[1] * f[0], e[0] * f[0] + e[1] * f[1]);
    let is_near = (0..2).all(|k| (end[k] - start[k]).abs() <= SAME);
    is_near && dot > 0.0 && cross.abs() <= STRAIGHT * dot
}

/// Returns two curves that follow each other as one.
fn both(first: Curve, second: Curve) -> Curve {
    match (first, second, ends(&second)) {
        (Curve::Edge { a, slack, .. }, Curve::Edge { slack: other, .. }, Some((_, end))) => {
            Curve::Edge { a, e: [end[0] - a[0], end[1] - a[1]], slack: slack.max(other) }
        }
        _ => first,
    }
}

/// Returns the cell of a point, of the size of a lattice unit.
fn cell(p: [f64; 2]) -> [i64; 2] {
    p.map(|x| x.round() as i64)
}

fn around([x, y]: [i64; 2]) -> impl Iterator<Item = [i64; 2]> + Clone {
    (-1..=1).flat_map(move |dy| (-1..=1).map(move |dx| [x + dx, y + dy]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(a: [f64; 2], e: [f64; 2]) -> Curve {
        Curve::Edge { a, e, slack: 0.0 }
    }

    #[test]
    fn a_run_is_one_curve_wherever_it_was_in_the_list() {
        let corner = edge([30.0, 0.0], [0.0, 9.0]);
        let back = edge([10.0, 0.0], [-10.0, 0.0]);
        let curves = vec![
            edge([10.0, 0.0], [10.0, 0.0]),
            corner,
            back,
            edge([20.0, 0.0], [10.0, 0.0]),
            edge([0.0, 0.0], [10.0, 0.0]),
        ];
        assert_eq!(joined(curves), [edge([0.0, 0.0], [30.0, 0.0]), corner, back]);
    }

    #[test]
    fn points_and_arcs_stay() {
        let point = edge([0.0, 0.0], [0.0, 0.0]);
        let arc = Curve::Arc { c: [0.0, 0.0], r: 4.0, n0: [1.0, 0.0], n1: [0.0, -1.0] };
        assert_eq!(joined(vec![point, arc, point]), [point, arc, point]);
    }
}

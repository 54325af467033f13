//! Joints: where a straight face of an outline goes on as another face of the same line, such as the sides of neighbouring
//! tiles. The outline is that of the union, so a joint is no corner of it (SPEC 5): where two outlines run along each other, a
//! joint is no end of the common stretch.

use std::collections::HashMap;

use crate::effort::spend;
use crate::query::outline::curve::Curve;

/// Ends nearer to each other than this, in lattice units, are one point. It is far above the errors of computed ends.
const SAME: f64 = 1e-4;
/// The largest sine of the angle between two faces of one line, where their ends are computed.
const STRAIGHT: f64 = 1e-9;

/// The curves of an outline, each with whether its start and its end are joints.
pub(crate) struct Jointed(pub(crate) Vec<(Curve, [bool; 2])>);

impl Jointed {
    pub(crate) fn of(curves: impl Iterator<Item = Curve>) -> Jointed {
        let mut all: Vec<(Curve, [bool; 2])> = curves.map(|curve| (curve, [false; 2])).collect();
        let mut starts: HashMap<[i64; 2], Vec<usize>> = HashMap::new();
        for (k, (curve, _)) in all.iter().enumerate() {
            if !spend(32) {
                return Jointed(all);
            }
            if let Some([start, _]) = ends(curve) {
                starts.entry(cell(start)).or_default().push(k);
            }
        }
        for k in 0..all.len() {
            let Some([_, end]) = ends(&all[k].0) else { continue };
            let near = around(cell(end)).filter_map(|at| starts.get(&at)).flatten();
            let next = near.copied().find(|&n| follows(&all[k].0, &all[n].0));
            if let Some(n) = next {
                all[k].1[1] = true;
                all[n].1[0] = true;
            }
        }
        Jointed(all)
    }
}

/// Whether a point that two curves have in common is only a joint of curves that run along each other.
pub(crate) fn is_only_joint(p: [f64; 2], a: &(Curve, [bool; 2]), b: &(Curve, [bool; 2])) -> bool {
    let has_joint = a.1[0] | a.1[1] | b.1[0] | b.1[1];
    has_joint && direction(&a.0, &b.0).is_some() && !is_true_end(p, a) && !is_true_end(p, b)
}

/// Whether a curve ends at a point, and does not go on there.
fn is_true_end(p: [f64; 2], (curve, joints): &(Curve, [bool; 2])) -> bool {
    ends(curve).is_some_and(|ends| ends.iter().zip(joints).any(|(&end, &joint)| !joint && are_same(p, end)))
}

/// Returns both ends of a straight curve that has a length.
fn ends(curve: &Curve) -> Option<[[f64; 2]; 2]> {
    match *curve {
        Curve::Edge { a, e, .. } if e != [0.0, 0.0] => Some([a, [a[0] + e[0], a[1] + e[1]]]),
        _ => None,
    }
}

/// Whether the second curve begins where the first one ends, in the same direction.
fn follows(first: &Curve, second: &Curve) -> bool {
    let (Some([_, end]), Some([start, _])) = (ends(first), ends(second)) else { return false };
    are_same(end, start) && direction(first, second).is_some_and(|dot| dot > 0.0)
}

/// Returns the dot product of two straight curves that are parallel.
fn direction(first: &Curve, second: &Curve) -> Option<f64> {
    let (Curve::Edge { e, slack: s, .. }, Curve::Edge { e: f, slack: t, .. }) = (*first, *second) else {
        return None;
    };
    let (cross, dot) = (e[0] * f[1] - e[1] * f[0], e[0] * f[0] + e[1] * f[1]);
    // Lattice points are exact, and so are these products.
    let most = if s.max(t) == 0.0 { 0.0 } else { STRAIGHT * dot.abs() };
    (dot != 0.0 && cross.abs() <= most).then_some(dot)
}

fn are_same(p: [f64; 2], q: [f64; 2]) -> bool {
    (p[0] - q[0]).abs() <= SAME && (p[1] - q[1]).abs() <= SAME
}

/// Returns the cell of a point, of the size of a lattice unit.
fn cell(p: [f64; 2]) -> [i64; 2] {
    p.map(|x| x.round() as i64)
}

fn around([x, y]: [i64; 2]) -> impl Iterator<Item = [i64; 2]> {
    (-1..=1).flat_map(move |dy| (-1..=1).map(move |dx| [x + dx, y + dy]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(a: [f64; 2], e: [f64; 2]) -> Curve {
        Curve::Edge { a, e, slack: 0.0 }
    }

    #[test]
    fn a_run_has_joints_inside_and_ends_outside() {
        let corner = edge([30.0, 0.0], [0.0, 9.0]);
        let back = edge([10.0, 0.0], [-10.0, 0.0]);
        let run = [0.0, 10.0, 20.0].map(|x| edge([x, 0.0], [10.0, 0.0]));
        let Jointed(all) = Jointed::of([run[1], corner, back, run[2], run[0]].into_iter());
        let joints: Vec<[bool; 2]> = all.iter().map(|(_, joints)| *joints).collect();
        assert_eq!(joints, [[true, true], [false, false], [false, false], [true, false], [false, true]]);
    }

    #[test]
    fn points_and_arcs_have_no_joints() {
        let point = edge([0.0, 0.0], [0.0, 0.0]);
        let arc = Curve::Arc { c: [0.0, 0.0], r: 4.0, n0: [1.0, 0.0], n1: [0.0, -1.0] };
        let Jointed(all) = Jointed::of([point, arc, point].into_iter());
        assert!(all.iter().all(|(_, joints)| *joints == [false, false]));
    }

    /// A joint of one outline is told where the other outline has a corner, and where the two only cross.
    #[test]
    fn only_ends_of_the_common_stretch_are_told() {
        let joint = [10.0, 0.0];
        let first = (edge([0.0, 0.0], [10.0, 0.0]), [false, true]);
        let along = (edge([40.0, 0.0], [-60.0, 0.0]), [false, false]);
        let ends_here = (edge([40.0, 0.0], [-30.0, 0.0]), [false, false]);
        let across = (edge([10.0, -5.0], [0.0, 9.0]), [false, false]);
        let nearly_along = (edge([-8_000_000.0, 1.0], [16_000_019.0, -2.0]), [false, false]);
        assert!(is_only_joint(joint, &first, &along));
        assert!(!is_only_joint([0.0, 0.0], &first, &along));
        assert!(!is_only_joint(joint, &first, &ends_here));
        assert!(!is_only_joint(joint, &first, &across));
        assert!(!is_only_joint(joint, &first, &nearly_along));
    }
}

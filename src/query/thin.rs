//! Parts without interior, points and segments, after a move: what no difference tells (SPEC 3, 5).

use crate::form::Form;
use crate::query::difference::{Difference, SLACK};
use crate::query::exact::Step;
use crate::query::inside::thin_parts;
use crate::query::outline::reaches_inside;
use crate::query::plane::plus;
use crate::shape::Convex;

/// Where to look around a move, and how far from it, in lattice units.
const AROUND: [[f64; 2]; 16] = [
    [2.0, 0.0],
    [2.0, 1.0],
    [2.0, 2.0],
    [1.0, 2.0],
    [0.0, 2.0],
    [-1.0, 2.0],
    [-2.0, 2.0],
    [-2.0, 1.0],
    [-2.0, 0.0],
    [-2.0, -1.0],
    [-2.0, -2.0],
    [-1.0, -2.0],
    [0.0, -2.0],
    [1.0, -2.0],
    [2.0, -2.0],
    [2.0, -1.0],
];
/// In lattice units.
const BESIDE: f64 = 1.0 / 64.0;

/// Parts without interior of either body, each with the other body: on a seam of that no difference tells that they are
/// inside.
pub(crate) struct Thin<'a>(Vec<(&'a Convex, &'a Form, f64)>);

impl<'a> Thin<'a> {
    pub(crate) fn of(a: &'a Form, b: &'a Form) -> Thin<'a> {
        let of_b = thin_parts(b).map(|part| (part, a, 1.0));
        Thin(thin_parts(a).map(|part| (part, b, -1.0)).chain(of_b).collect())
    }

    pub(crate) fn is_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether, after a move that lies deep in no difference, parts without interior overlap all the same: within the other
    /// body, or across a joint of two that cross them.
    pub(crate) fn is_between(&self, differences: &[Difference], p: [f64; 2]) -> bool {
        if self.is_none() {
            return false;
        }
        let lines: Vec<&Difference> =
            differences.iter().filter(|d| d.is_of_lines() && d.depth(p) >= -SLACK).collect();
        let is_covered = |way: [f64; 2]| lines.iter().any(|d| d.depth(plus(p, way, BESIDE)) >= -SLACK);
        lines.len() > 1 && AROUND.into_iter().all(is_covered) || self.is_inside(p)
    }

    /// Whether after a move of B one of them reaches into the other body.
    fn is_inside(&self, p: [f64; 2]) -> bool {
        self.0.iter().any(|&(part, form, sign)| {
            let origin = part.vertices()[0];
            let ends = [0, part.vertices().len() - 1].map(|k| {
                let [x, y] = Step::between(origin, part.vertices()[k]).to_f64();
                [x + sign * p[0], y + sign * p[1]]
            });
            reaches_inside(form, origin, ends, SLACK)
        })
    }
}

//! The parts without interior of two bodies that are to be separated.

use crate::effort::spend;
use crate::form::Form;
use crate::lattice::Bounds;
use crate::query::exact::Step;
use crate::query::inside::thin_parts;
use crate::query::leg::shifted;
use crate::query::outline::reaches_inside;
use crate::query::separation::SLACK;
use crate::shape::Convex;

/// The parts without interior of either body, each with the other body. On a seam of the other body, no difference shows
/// that such a part is inside.
pub(super) struct Thin<'a>(Vec<ThinPart<'a>>);

struct ThinPart<'a> {
    part: &'a Convex,
    other: &'a Form,
    /// The box around the other body.
    near: Bounds,
    /// 1 or -1: the direction in which the part moves relative to the other body when B moves.
    sign: f64,
}

impl<'a> Thin<'a> {
    pub(super) fn of(a: &'a Form, b: &'a Form) -> Thin<'a> {
        let parts = |form: &'a Form, other: &'a Form, sign: f64| {
            let near = other.bounds();
            thin_parts(form).filter_map(move |part| Some(ThinPart { part, other, near: near?, sign }))
        };
        Thin(parts(a, b, -1.0).chain(parts(b, a, 1.0)).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of the parts reaches into the other body after B moves by `p`.
    pub(super) fn is_inside(&self, p: [f64; 2]) -> bool {
        self.0.iter().any(|&ThinPart { part, other, near, sign }| {
            let by = Step::new((sign * p[0]).floor() as i64, (sign * p[1]).floor() as i64);
            if !spend(1) || !shifted(part.bounds(), by).grown(2).meets(near) || !spend(64) {
                return false;
            }
            let origin = part.vertices()[0];
            let ends = [0, part.vertices().len() - 1].map(|k| {
                let [x, y] = Step::between(origin, part.vertices()[k]).to_f64();
                [x + sign * p[0], y + sign * p[1]]
            });
            reaches_inside(other, origin, ends, SLACK)
        })
    }
}

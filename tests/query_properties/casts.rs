//! Tests that a ray's hit lies on the boundary, and that nothing is hit before it (SPEC 5).

use kasuri::query::{self, Form};
use kasuri::{answer::RayHit, lattice::Point};

use crate::common::{KINDS, Kind};
use crate::judge::{ALLOWED, FINE, Set, V, origin, sets, within};
use crate::on_pairs;

/// The ray is a segment that nearly touches the body.
#[test]
fn a_ray_meets_nothing_before_the_boundary() {
    on_pairs([&[Kind::Segment], &KINDS], (10_000, 500_000), |rng, near| {
        let [ray, body] = &near.placed;
        let Form::Shape(parts) = &ray.form else { unreachable!() };
        let ends = parts[0].vertices();
        let (from, to) =
            if rng.below(2) == 0 { (ends[0], ends[ends.len() - 1]) } else { (ends[ends.len() - 1], ends[0]) };
        check(&body.form, from, to);
        near.overlap()
    });
}

fn check(form: &Form, from: Point, to: Point) {
    let base = origin(form);
    let sets = sets(form, base);
    let start = V::of(from, base);
    // The ray's first `part` / 2^20, exactly.
    let ray = |part: i128| Set { vertices: vec![start, start.plus(V::part_of(from, to, part))], radius: 0 };
    let meets = |ray: &Set| sets.iter().any(|set| within(set, ray, 0));
    let Some(RayHit { t, normal, .. }) = query::cast(form, from, to) else {
        assert!(!meets(&ray(FINE)), "{from:?} {to:?} {form:?}");
        return;
    };
    assert!(meets(&ray(FINE)), "{t} {from:?} {to:?} {form:?}");
    let contains = query::contains(form, from);
    assert_eq!((contains, contains), (t == 0.0 && normal == [0.0, 0.0], meets(&Set::point(start))));
    let part = (t * FINE as f64) as i128;
    let point = Set::point(start.plus(V::part_of(from, to, part)));
    assert!(sets.iter().any(|set| within(set, &point, ALLOWED)), "{t} {from:?} {to:?} {form:?}");
    // 1e-3 px of path before it, and a unit for the rounding of `part`.
    let d = V::part_of(from, to, 1);
    let before =
        part - 1 - (ALLOWED as f64 / d.pixels()[0].hypot(d.pixels()[1]) / 256.0 / FINE as f64) as i128;
    if before >= 0 && !contains {
        assert!(!meets(&ray(before)), "{t} {from:?} {to:?} {form:?}");
    }
    // The normal points out of the body, so against the ray; at a vertex without radius the normal is free.
    if !contains && sets.iter().all(|set| set.radius > 0) {
        let way = V::part_of(from, to, FINE).pixels();
        assert!(way[0] * normal.x + way[1] * normal.y <= 1e-6, "{normal:?} {from:?} {to:?} {form:?}");
    }
}

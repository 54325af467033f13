//! Tests distances: 0 is an overlap; otherwise the two points lie on the bodies, and nothing is closer (SPEC 5).

use kasuri::query::{self, Form};

use crate::common::KINDS;
use crate::judge::{ALLOWED, PIXEL, Set, V, any_meet, origin, sets, within};
use crate::on_pairs;

#[test]
fn bodies_overlap_where_their_distance_is_0() {
    on_pairs([&KINDS, &KINDS], (6000, 300_000), |_, near| {
        let [a, b] = &near.placed;
        let from = origin(&a.form);
        let (sets_a, sets_b) = (sets(&a.form, from), sets(&b.form, from));
        let Some(found) = query::distance(&a.form, &b.form) else {
            assert!(sets_a.is_empty() || sets_b.is_empty(), "{a:?} {b:?}");
            return false;
        };
        let is_touching = found.distance == 0.0;
        assert_eq!(is_touching, any_meet(&sets_a, &sets_b), "{found:?} {a:?} {b:?}");
        // Sprites that share only an edge do not overlap (SPEC 4); tile maps may contain sprites.
        let flat = |form: &Form| matches!(form, Form::Shape(_));
        if flat(&a.form) || flat(&b.form) {
            assert_eq!(is_touching, near.overlap(), "{found:?} {a:?} {b:?}");
        } else {
            assert!(is_touching || !near.overlap(), "{found:?} {a:?} {b:?}");
        }
        near.overlap()
    });
}

#[test]
fn the_closest_points_lie_on_both_and_nothing_is_closer() {
    on_pairs([&KINDS, &KINDS], (3000, 100_000), |_, near| {
        let [a, b] = &near.placed;
        let Some(found) = query::distance(&a.form, &b.form) else { return false };
        let from = origin(&a.form);
        let (sets_a, sets_b) = (sets(&a.form, from), sets(&b.form, from));
        for (sets, at) in [(&sets_a, found.a), (&sets_b, found.b)] {
            let point = Set::point(V::near(at.into(), from));
            assert!(sets.iter().any(|set| within(set, &point, ALLOWED)), "{found:?} {a:?} {b:?}");
        }
        let apart = (found.a.x - found.b.x).hypot(found.a.y - found.b.y);
        assert!((apart - found.distance).abs() < 1e-3, "{found:?} {a:?} {b:?}");
        let closer = (found.distance * PIXEL) as i128 - ALLOWED;
        let is_closer = |a: &Set| sets_b.iter().any(|b| within(a, b, closer));
        assert!(closer < 0 || !sets_a.iter().any(is_closer), "{found:?} {a:?} {b:?}");
        near.overlap()
    });
}

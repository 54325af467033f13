//! Tests that a contact's depth is the shortest separation, and that its point lies in both bodies (SPEC 5).

use kasuri::{Touching, Vec2, query};

use crate::common::KINDS;
use crate::judge::{ALLOWED, Set, V, origin, sets, within};
use crate::{SINGLE, on_pairs};

/// The step length in pixels.
const STEP: f64 = 1.0 / 128.0;

#[test]
fn the_depth_along_the_normal_is_the_way_out_and_no_other_way_is_shorter() {
    on_pairs([&SINGLE, &SINGLE], (20_000, 1_000_000), |rng, near| {
        let [a, b] = &near.placed;
        let Some(contact) = query::contact(&a.form, &b.form, Touching::Counts) else { return false };
        let from = origin(&a.form);
        let (set_a, set_b) = (&sets(&a.form, from)[0], &sets(&b.form, from)[0]);
        let meets = |by: V| within(set_a, &set_b.moved(by), 0);
        assert!(!meets(V::along(contact.normal.into(), contact.depth + STEP)), "{contact:?} {a:?} {b:?}");
        let Vec2 { x, y } = contact.normal;
        assert!((x.hypot(y) - 1.0).abs() < 1e-9);
        if contact.depth > STEP {
            assert!(meets(V::along(contact.normal.into(), contact.depth - STEP)), "{contact:?} {a:?} {b:?}");
            let turn = rng.between(0.0, std::f64::consts::TAU);
            let elsewhere = [turn.cos(), turn.sin()];
            assert!(
                meets(V::along(elsewhere, contact.depth - STEP)),
                "{elsewhere:?} {contact:?} {a:?} {b:?}"
            );
        }
        true
    });
}

#[test]
fn the_point_lies_in_both() {
    on_pairs([&KINDS, &KINDS], (6000, 300_000), |_, near| {
        let [a, b] = &near.placed;
        let Some(contact) = query::contact(&a.form, &b.form, Touching::Counts) else { return false };
        let from = origin(&a.form);
        let point = Set::point(V::near(contact.point.into(), from));
        for body in [a, b] {
            let holds = sets(&body.form, from).iter().any(|set| within(set, &point, ALLOWED));
            assert!(holds, "{contact:?} {a:?} {b:?}");
        }
        true
    });
}

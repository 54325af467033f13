//! Tests that a sweep misses nothing that finer steps find (SPEC 5).

use std::sync::Arc;

use kasuri::lattice::Point;
use kasuri::{
    Mask, Placement, Touching, Vec2,
    query::{self, Placed},
};

use crate::common::{KINDS, Kind, Random, Thing, cases};
use crate::judge::{ALLOWED, FINE, Set, V, any_meet, origin, sets, within};
use crate::on_pairs;

/// The shapes of one part and of several parts.
const SHAPES: [Kind; 9] = [
    Kind::Point,
    Kind::Segment,
    Kind::Circle,
    Kind::Capsule,
    Kind::Rect,
    Kind::Convex,
    Kind::Concave,
    Kind::Chain,
    Kind::Compound,
];

/// Returns a path that ends where the two bodies nearly touch, or goes on from there; on the lattice.
fn way(rng: &mut Random, body: &Placed) -> (Point, Point) {
    let place = |p: Vec2, by: [f64; 2]| Point::snapped([p.x + by[0], p.y + by[1]]).unwrap();
    let before = rng.point(40.0);
    let beyond = if rng.below(2) == 0 { [0.0, 0.0] } else { rng.point(20.0) };
    (place(body.at, before), place(body.at, beyond))
}

fn pixels(p: Point) -> Vec2 {
    Vec2::new(f64::from(p.x) / 256.0, f64::from(p.y) / 256.0)
}

#[test]
fn shapes_miss_nothing() {
    on_pairs([&SHAPES, &KINDS], (700, 50_000), |rng, near| {
        let (from, to) = way(rng, &near.placed[0]);
        let a = near.things[0].place(&Placement { at: pixels(from), ..near.at[0] });
        let b = &near.placed[1];
        let met = query::sweep(&a, pixels(to), b, b.at).unwrap();
        let base = origin(&b.form);
        let (ours, theirs) = (sets(&a.form, base), sets(&b.form, base));
        // At `part` / 2^20 of the path, exactly.
        let at = |part: i128| -> Vec<Set> {
            ours.iter().map(|set| set.moved(V::part_of(from, to, part))).collect()
        };
        let length = V::part_of(from, to, FINE).pixels();
        let steps = 64 * length[0].abs().max(length[1].abs()).ceil().max(1.0) as i128;
        let Some(met) = met else {
            for k in 0..=steps {
                assert!(!any_meet(&at(k * FINE / steps), &theirs), "{k} of {steps}: {a:?} {to:?} {b:?}");
            }
            return false;
        };
        let part = (met.t * FINE as f64) as i128;
        let touches = |a: &Set| theirs.iter().any(|b| within(a, b, ALLOWED));
        assert!(at(part).iter().any(touches), "{met:?} {a:?} {to:?} {b:?}");
        let allowed = (1e-3 / length[0].hypot(length[1]).max(1e-9) * FINE as f64) as i128 + 1;
        for k in (0..=steps).map(|k| k * FINE / steps).take_while(|&k| k < part - allowed) {
            assert!(!any_meet(&at(k), &theirs), "{k}: {met:?} {a:?} {to:?} {b:?}");
        }
        true
    });
}

/// Whether a sprite meets a body at any of the snapped positions of a path, 64 for each whole pixel.
fn finer(thing: &Thing, from: Placement, to: Vec2, body: &Placed) -> bool {
    let (dx, dy) = (to.x - from.at.x, to.y - from.at.y);
    let n = 64 * dx.abs().max(dy.abs()).ceil().max(1.0) as u32;
    (0..=n).any(|k| {
        let t = f64::from(k) / f64::from(n);
        let at = Vec2::new(from.at.x + dx * t, from.at.y + dy * t);
        let here = thing.place(&Placement { at, ..from });
        query::overlaps(&here.form, &body.form, Touching::Counts)
    })
}

/// An upright sprite's cover moves by whole pixels: its steps skip nothing.
#[test]
fn upright_sprites_miss_nothing() {
    on_pairs([&[Kind::Sprite], &KINDS], (700, 50_000), |rng, near| {
        let (from, to) = way(rng, &near.placed[0]);
        let upright = Placement { at: pixels(from), ..Placement::default() };
        let body = &near.placed[1];
        let met = query::sweep(&near.things[0].place(&upright), pixels(to), body, body.at).unwrap();
        let is_missed = met.is_none() && finer(&near.things[0], upright, pixels(to), body);
        assert!(!is_missed, "{:?} {upright:?} {to:?} {body:?}", near.things[0]);
        met.is_some()
    });
}

/// Bullets of one pixel fly at bars one pixel thick, rotated by any angle, also past their ends.
#[test]
fn one_pixel_bullets_miss_no_thin_bar() {
    let bullet = Thing::Sprite(Arc::new(Mask::from_fn(1, 1, |_, _| true).unwrap()), None);
    let bar = Thing::Sprite(Arc::new(Mask::from_fn(24, 1, |_, _| true).unwrap()), None);
    let mut rng = Random::new(5);
    let (total, mut hits) = (cases(1000, 100_000), 0);
    for _ in 0..total {
        let base = rng.pick(&[0.0, 1000.0, -2_000_000.0]);
        let standing =
            Placement::at([base + rng.coordinate(2.0), rng.coordinate(2.0)]).turned(rng.between(-4.0, 4.0));
        let standing = bar.place(&standing);
        let [x, y] = rng.point(30.0);
        let from = Placement::at([base + x, y]);
        let to = Vec2::new(base - x + rng.coordinate(40.0), -y + rng.coordinate(40.0));
        let met = query::sweep(&bullet.place(&from), to, &standing, standing.at).unwrap();
        assert!(met.is_some() || !finer(&bullet, from, to, &standing), "{from:?} {to:?} {standing:?}");
        hits += usize::from(met.is_some());
    }
    println!("{hits} of {total} bullets hit");
    assert!((20..=80).contains(&(hits * 100 / total)), "{hits} of {total} hit");
}

//! Tests that order, whole-pixel moves and mirrors change nothing.

use std::sync::Arc;

use kasuri::lattice::Point;
use kasuri::{
    Mask, Placement, Touching, Vec2,
    mask::Sprite,
    query::{self, Form, Placed},
};
use kasuri::{answer::Overlap, lattice::Margin};

use crate::common::{KINDS, Kind, Random, Thing};
use crate::{MOVABLE, on_pairs};

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-6
}

#[test]
fn the_order_of_two_bodies_does_not_matter() {
    on_pairs([&KINDS, &KINDS], (6000, 300_000), |rng, near| {
        let [a, b] = &near.placed;
        let margin = Margin::from_units(rng.pick(&[0, 1, 300])).unwrap();
        for touching in [Touching::Counts, Touching::Ignored] {
            let forth = query::overlaps(&a.form, &b.form, touching);
            assert_eq!(forth, query::overlaps(&b.form, &a.form, touching), "{a:?} {b:?}");
            let grazes = query::grazes(&a.form, &b.form, margin, touching);
            assert_eq!(grazes, query::grazes(&b.form, &a.form, margin, touching), "{a:?} {b:?}");
            let depth = |a: &Placed, b: &Placed| query::contact(&a.form, &b.form, touching).map(|c| c.depth);
            // With a sprite, the order of the bodies may change the depth: SPEC 4's depth has a direction.
            if !has_sprite(&a.form) {
                assert!(same(depth(a, b), depth(b, a)), "{a:?} {b:?}");
            }
        }
        let distance = |a: &Placed, b: &Placed| query::distance(&a.form, &b.form).map(|d| d.distance);
        assert!(same(distance(a, b), distance(b, a)), "{a:?} {b:?}");
        near.overlap()
    });
}

fn has_sprite(form: &Form) -> bool {
    matches!(form, Form::Sprite(_) | Form::Tiles(_))
}

fn same(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => close(a, b),
        (a, b) => a == b,
    }
}

/// Returns the snapped position in pixels, moved by whole pixels.
fn moved(placement: Placement, by: [i32; 2]) -> Placement {
    let at = Point::snapped(placement.at).unwrap();
    let pixels = |x: i32, by: i32| f64::from(x) / 256.0 + f64::from(by);
    Placement { at: Vec2::new(pixels(at.x, by[0]), pixels(at.y, by[1])), ..placement }
}

#[test]
fn a_whole_pixel_move_of_both_changes_nothing() {
    on_pairs([&KINDS, &KINDS], (6000, 300_000), |rng, near| {
        let by = [0, 1].map(|_| rng.below(2000) as i32 - 1000);
        let [a, b] = [0, 1].map(|k| near.things[k].place(&moved(near.at[k], [0, 0])));
        let [c, d] = [0, 1].map(|k| near.things[k].place(&moved(near.at[k], by)));
        assert_eq!(a.form, near.placed[0].form, "a body stands where its snapped position is");
        for touching in [Touching::Counts, Touching::Ignored] {
            let before = query::overlap(&a.form, &b.form, touching);
            let after = query::overlap(&c.form, &d.form, touching);
            check_moved(before, after, by);
        }
        let distance = |a: &Placed, b: &Placed| query::distance(&a.form, &b.form).map(|d| d.distance);
        assert_eq!(distance(&a, &b), distance(&c, &d), "{a:?} {b:?}");
        let ends = [a.at, b.at].map(|at| Point::snapped(at).unwrap());
        let ends_moved = ends.map(|p| Point::new(p.x + 256 * by[0], p.y + 256 * by[1]));
        let cast = |form: &Form, [p, q]: [Point; 2]| query::cast(form, p, q).map(|hit| (hit.t, hit.normal));
        assert_eq!(cast(&a.form, ends), cast(&c.form, ends_moved), "{a:?} {b:?}");
        assert_eq!(query::contains(&a.form, ends[1]), query::contains(&c.form, ends_moved[1]));
        let crossings = [query::crossings(&a.form, &b.form), query::crossings(&c.form, &d.form)];
        assert_eq!(crossings[0].len(), crossings[1].len(), "{a:?} {b:?}");
        near.overlap()
    });
}

/// Checks that positions in the answer are moved, and that everything else is the same.
fn check_moved(before: Option<Overlap>, after: Option<Overlap>, by: [i32; 2]) {
    let is_moved = |p: [f64; 2], q: [f64; 2]| (0..2).all(|k| close(p[k] + f64::from(by[k]), q[k]));
    match (before, after) {
        (Some(Overlap::ShapeShape(p)), Some(Overlap::ShapeShape(q))) => {
            assert_eq!((p.normal, p.depth), (q.normal, q.depth));
            assert!(is_moved(p.point.into(), q.point.into()), "{p:?} {q:?}");
        }
        (Some(Overlap::SpriteSprite(p)), Some(Overlap::SpriteSprite(q))) => {
            assert_eq!((p.pixels, p.normal, p.depth), (q.pixels, q.normal, q.depth));
            assert_eq!([p.first[0] + by[0], p.first[1] + by[1]], q.first);
            assert!(is_moved(p.centroid.into(), q.centroid.into()), "{p:?} {q:?}");
        }
        (before, after) => assert_eq!(before, after),
    }
}

/// Mirrors left to right about the pixel boundary x = `about`, or top to bottom about y = `about`.
fn mirrored(placement: Placement, axis: usize, about: f64) -> Placement {
    let Placement { mut at, angle, mut scale } = moved(placement, [0, 0]);
    if axis == 0 {
        (at.x, scale.x) = (2.0 * about - at.x, -scale.x);
    } else {
        (at.y, scale.y) = (2.0 * about - at.y, -scale.y);
    }
    Placement { at, angle: -angle, scale }
}

#[test]
fn mirroring_both_changes_nothing() {
    on_pairs([&MOVABLE, &MOVABLE], (6000, 300_000), |rng, near| {
        let axis = rng.below(2) as usize;
        let middle = if axis == 0 { near.at[0].at.x } else { near.at[0].at.y };
        let about = middle.round() + rng.below(50) as f64;
        let [a, b] = &near.placed;
        // Texel ranges are half-open (SPEC 4): a mirror reverses them, which shows where a pixel's center lies on a
        // texel's edge.
        if [a, b].into_iter().any(|body| has_centre_on_edge(&body.form)) {
            return near.overlap();
        }
        let [c, d] = [0, 1].map(|k| near.things[k].place(&mirrored(near.at[k], axis, about)));
        for touching in [Touching::Counts, Touching::Ignored] {
            let before = query::overlap(&a.form, &b.form, touching);
            let after = query::overlap(&c.form, &d.form, touching);
            check_mirrored(before, after, axis, about);
        }
        let distance = |a: &Placed, b: &Placed| query::distance(&a.form, &b.form).map(|d| d.distance);
        assert!(same(distance(a, b), distance(&c, &d)), "{a:?} {b:?}");
        let crossings = [query::crossings(&a.form, &b.form), query::crossings(&c.form, &d.form)];
        assert_eq!(crossings[0].len(), crossings[1].len(), "{a:?} {b:?}");
        near.overlap()
    });
}

/// Where two directions are equally good, the mirrored answer may choose the other: normals and points of shapes are
/// left out.
fn check_mirrored(before: Option<Overlap>, after: Option<Overlap>, axis: usize, about: f64) {
    match (before, after) {
        (Some(Overlap::ShapeShape(p)), Some(Overlap::ShapeShape(q))) => {
            assert!(close(p.depth, q.depth), "{p:?} {q:?}");
        }
        (Some(Overlap::SpriteSprite(p)), Some(Overlap::SpriteSprite(mut q))) => {
            assert_eq!((p.pixels, p.depth), (q.pixels, q.depth));
            if axis == 0 {
                q.normal.x = 0.0 - q.normal.x;
                q.centroid.x = 2.0 * about - q.centroid.x;
            } else {
                q.normal.y = 0.0 - q.normal.y;
                q.centroid.y = 2.0 * about - q.centroid.y;
            }
            assert_eq!(p.normal, q.normal);
            let (c, d) = (p.centroid, q.centroid);
            assert!(close(c.x, d.x) && close(c.y, d.y), "{p:?} {q:?}");
        }
        (before, after) => assert_eq!(before, after),
    }
}

/// Whether u or v of any pixel's center is within 2^-16 of a whole number of texels.
fn has_centre_on_edge(form: &Form) -> bool {
    let Form::Sprite(sprite) = form else { return false };
    let (turn, at, reach) = (sprite.turn(), sprite.at(), sprite.reach());
    let (u0, v0) = turn.start(at);
    let on_edge = |w: i64| (w + 1) & 0xFFFF <= 2;
    (reach.y0..reach.y1).any(|j| {
        (reach.x0..reach.x1).any(|i| {
            let (di, dj) = (i64::from(i - (at.x >> 8)), i64::from(j - (at.y >> 8)));
            on_edge(u0 + di * i64::from(turn.ux) + dj * i64::from(turn.uy))
                || on_edge(v0 + di * i64::from(turn.vx) + dj * i64::from(turn.vy))
        })
    })
}

#[test]
fn a_flipped_sprite_is_the_sprite_of_the_flipped_picture() {
    on_pairs([&[Kind::Sprite], &KINDS], (3000, 100_000), |_, near| {
        let (Thing::Sprite(mask, pivot), at) = (&near.things[0], near.at[0]) else { unreachable!() };
        let (w, h) = (i64::from(mask.width()), i64::from(mask.height()));
        let [flip_x, flip_y] = [at.scale.x < 0.0, at.scale.y < 0.0];
        let bit = |x: i32, y: i32| {
            let (x, y) = (i64::from(x), i64::from(y));
            mask.get(if flip_x { w - 1 - x } else { x }, if flip_y { h - 1 - y } else { y })
        };
        let picture = Arc::new(Mask::from_fn(w as usize, h as usize, bit).unwrap());
        let pivot = pivot.map(|p| {
            let x = if flip_x { w as f64 - p.x } else { p.x };
            let y = if flip_y { h as f64 - p.y } else { p.y };
            Vec2::new(x, y)
        });
        let at = Placement { scale: Vec2::new(at.scale.x.abs(), at.scale.y.abs()), ..at };
        let flipped = Form::Sprite(Sprite::place(&picture, &at, pivot).unwrap());
        let [a, b] = &near.placed;
        for touching in [Touching::Counts, Touching::Ignored] {
            let ours = query::overlap(&a.form, &b.form, touching);
            assert_eq!(ours, query::overlap(&flipped, &b.form, touching), "{a:?} {b:?}");
        }
        assert_eq!(query::distance(&a.form, &b.form), query::distance(&flipped, &b.form));
        near.overlap()
    });
}

#[test]
fn most_sprites_mirror_exactly() {
    let mut rng = Random::new(7);
    let exact = (0..500).filter(|_| {
        let (sprite, placement) = Thing::random(&mut rng, Kind::Sprite);
        !has_centre_on_edge(&sprite.place(&placement).form)
    });
    assert!(exact.count() > 150, "else the mirrors above say little of sprites");
}

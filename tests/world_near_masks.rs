//! Grazes of small sprites with large turned ones, where only some pixels of the large ones are made: the pixels that
//! are just as far away as the margin must be among them.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::sync::Arc;

use kasuri::lattice::Margin;
use kasuri::mask::Sprite;
use kasuri::query::{self, Form};
use kasuri::shape::Part;
use kasuri::{Body, Mask, Placement, Shape, Touching, World};

const MARGIN: f64 = 8.0;
/// The small sprites around each large one.
const BULLETS: usize = 20;

#[test]
fn grazes_at_the_margin_are_told() {
    let wavy = |x: i32, y: i32| (x - 32).pow(2) + (y - 32).pow(2) < 31 * 31 - 20 * ((x * y) % 20);
    let large = Arc::new(Mask::from_fn(64, 64, wavy).expect("a mask"));
    let small = Arc::new(Mask::from_fn(8, 8, |_, _| true).expect("a mask"));
    let margin = Margin::new(MARGIN).expect("a margin");
    let (mut state, mut counts) = (7_u64, [0; 2]);
    let mut below = |n: u64| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((state >> 33) % n) as f64
    };
    for _ in 0..40 {
        let mut world = World::new();
        let (mut forms, mut handles) = (Vec::new(), Vec::new());
        let mut add = |world: &mut World, mask: &Arc<Mask>, place: Placement, body: Body| {
            let form = Form::Sprite(Sprite::place(mask, &place, None).expect("a sprite"));
            forms.push(form);
            handles.push(world.spawn(body).expect("a body"));
        };
        for k in 0..100 {
            let at = [200.0 * f64::from(k % 10), 200.0 * f64::from(k / 10)];
            let angle = below(628) / 100.0;
            let place = Placement::at(at).turned(angle);
            add(&mut world, &large, place, Body::sprite(&large).at(at).turned(angle).layer(2).against(1));
            for _ in 0..BULLETS {
                let at = [at[0] + below(9600) / 100.0 - 48.0, at[1] + below(9600) / 100.0 - 48.0];
                let body = Body::sprite(&small).at(at).layer(1).against(2).graze(MARGIN);
                add(&mut world, &small, Placement::at(at), body);
            }
        }
        let step = world.step().expect("a step");
        let number = |handle| handles.iter().position(|&other| other == handle).expect("a body");
        let told: BTreeSet<_> =
            step.grazes().iter().map(|graze| (number(graze.a), number(graze.b))).collect();
        for target in (0..forms.len()).step_by(1 + BULLETS) {
            for bullet in target + 1..=target + BULLETS {
                let [a, b] = [&forms[target], &forms[bullet]];
                let is_near = query::grazes(a, b, margin, Touching::Counts);
                assert_eq!(told.contains(&(target, bullet)), is_near, "{a:?} {b:?}");
                counts[usize::from(is_near)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

/// Bodies exactly as far from a solid square as the margin graze it; one unit further away they do not. The square is a
/// scaled mask, so its pixels are made: few of them for small bodies, and those that many pairs share for large ones.
#[test]
fn bodies_just_as_far_away_as_the_margin_graze() {
    let unit = 1.0 / 256.0;
    let solid = Arc::new(Mask::from_fn(8, 8, |_, _| true).expect("a mask"));
    let sides = [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]];
    let sizes = [(2.0, 3.0), (2.0, 8.0), (8.0, 4.0), (64.0, 4.0), (64.0, 100.0)];
    for ((scale, half), margin) in sizes.into_iter().flat_map(|size| [(size, MARGIN), (size, 200.0)]) {
        // Half a side of the square.
        let square = 4.0 * scale;
        let square_at = |target: Body| target.scaled([scale; 2]).layer(2).against(1);
        let kinds: [(&str, Body, f64); 4] = [
            ("circle", Body::circle(half), half),
            ("box", Body::rect([half, half]), half),
            (
                "turned box",
                Body::rect([half, half]).turned(std::f64::consts::FRAC_PI_4),
                half * 2.0_f64.sqrt(),
            ),
            // Turned half around, so that it is made of pixels, too. Its sides are whole pixels.
            ("sprite", Body::sprite(&solid).scaled([half / 4.0; 2]).turned(std::f64::consts::PI), half),
        ];
        for (name, body, reach) in kinds {
            // Vertices are rounded to the lattice.
            let reach = (reach * 256.0).round() / 256.0;
            // Sprites are away by whole pixels.
            let steps = if name == "sprite" { [-1.0, 0.0, 1.0] } else { [-unit, 0.0, unit] };
            let mut world = World::new();
            let mut asked = Vec::new();
            // Many, because a step with few candidates decides them one by one. Each has a square of its own, whose pixels no
            // other pair requests.
            for (k, [dx, dy]) in (0..8 * sides.len()).map(|k| (k, sides[k % sides.len()])) {
                for (j, step) in (0..).zip(steps) {
                    let middle = [2000.0 * k as f64, 2000.0 * f64::from(j)];
                    let target = world.spawn(square_at(Body::sprite(&solid).at(middle))).expect("a square");
                    let away = square + reach + margin + step;
                    // Not all at the middle of the side.
                    let along = f64::from(j - 1) * square / 4.0;
                    let at = [middle[0] + dx * away + dy * along, middle[1] + dy * away + dx * along];
                    let bullet = body.clone().at(at).layer(1).against(2).graze(margin);
                    let bullet = world.spawn(bullet).expect("a body");
                    asked.push((target, bullet, step <= 0.0));
                }
            }
            let told: BTreeSet<_> =
                world.step().expect("a step").grazes().iter().map(|graze| (graze.a, graze.b)).collect();
            for (target, bullet, grazes) in asked {
                assert_eq!(
                    told.contains(&(target, bullet)),
                    grazes,
                    "{name} {half} {scale} {margin} {:?}",
                    world.get(bullet).unwrap().at()
                );
            }
        }
    }
}

/// Returns shapes of this size whose middles are not in them: chains with and without a radius, a hook, and two circles.
fn hollow(size: f64) -> [Shape; 4] {
    let (s, t) = (size, 0.3 * size);
    let wave = [[-s, -t], [-t, s], [t, -s], [s, t], [s, s]];
    let hook = [[-s, -s], [s, -s], [s, s], [t, s], [t, -t], [-s, -t]];
    let circle = |x: f64| Part::new(Shape::circle(t).unwrap()).offset([x, 0.0]);
    [
        Shape::chain(&wave, t / 4.0).unwrap(),
        Shape::chain(&wave, 0.0).unwrap(),
        Shape::polygon(&hook).unwrap(),
        Shape::compound(vec![circle(-s), circle(s)]).unwrap(),
    ]
}

/// A point of such a shape in a pixel of a sprite proves that they overlap, unless a touch does not count.
#[test]
fn hollow_shapes_meet_sprites_as_they_do_alone() {
    let holes = |x: i32, y: i32| (x / 6 + y / 5) % 3 != 0;
    // Beside single texels a shape often only touches.
    let dots = |x: i32, y: i32| x % 12 == 0 && y % 12 == 0;
    let masks =
        [Mask::from_fn(48, 48, holes), Mask::from_fn(48, 48, dots)].map(|mask| Arc::new(mask.unwrap()));
    let mut state = 11_u64;
    let mut below = |n: u64| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        ((state >> 33) % n) as f64
    };
    let mut counts = [[0; 2]; 2];
    for round in 0..60 {
        let touching = [Touching::Counts, Touching::Ignored][round % 2];
        let mask = &masks[round / 2 % 2];
        let mut world = World::builder().touching(touching).threads(1).build().unwrap();
        let angle = if round % 3 == 0 { 0.0 } else { below(628) / 100.0 };
        let sprite_at = Placement::at([below(512) / 256.0, 0.5]).turned(angle);
        let sprite = Form::Sprite(Sprite::place(mask, &sprite_at, None).unwrap());
        let body = Body::sprite(mask).at(sprite_at.at).turned(angle).layer(2).against(1);
        let large = world.spawn(body).unwrap();
        let mut beside = Vec::new();
        for k in 0..120 {
            // Of every third one the vertices are on the corners of pixels.
            let size = if k % 3 == 0 { 10.0 } else { 2.0 + below(64) / 16.0 };
            let shape = hollow(size)[k % 4].clone();
            let grid = if k % 3 == 0 { 256.0 } else { 7.0 };
            let at = [below(16_384), below(16_384)].map(|x| ((x - 8192.0) / grid).round() * grid / 256.0);
            let placement = Placement::at(at).turned(if k % 3 == 0 { 0.0 } else { below(628) / 100.0 });
            let body = Body::new(shape.clone()).at(at).turned(placement.angle).layer(1).against(2);
            let body = if k % 2 == 0 { body.graze(2.0) } else { body };
            beside.push((
                world.spawn(body).unwrap(),
                Form::Shape(shape.place(&placement).unwrap()),
                k % 2 == 0,
            ));
        }
        let step = world.step().unwrap();
        let other = |a, b| if a == large { b } else { a };
        let hits: BTreeSet<_> = step.hits().map(|hit| other(hit.a, hit.b)).collect();
        let grazing: BTreeSet<_> = step.grazes().iter().map(|hit| other(hit.a, hit.b)).collect();
        let margin = Margin::new(2.0).unwrap();
        for (handle, form, grazes) in &beside {
            let is_hit = query::overlaps(&sprite, form, touching);
            assert_eq!(hits.contains(handle), is_hit, "{sprite_at:?} {form:?} {touching:?}");
            let is_near = *grazes && query::grazes(&sprite, form, margin, touching);
            assert_eq!(grazing.contains(handle), is_near, "{sprite_at:?} {form:?} {touching:?}");
            counts[0][usize::from(is_hit)] += 1;
            counts[1][usize::from(is_near)] += 1;
        }
    }
    assert!(counts.as_flattened().iter().all(|&count| count > 200), "{counts:?}");
}

/// A chain whose corner only touches a covered pixel does not hit where touches do not count. (The corner is the vertex that is looked up,
/// and the pixel is the one that contains it.)
#[test]
fn a_corner_that_only_touches_hits_only_where_touches_count() {
    let dots = |x: i32, y: i32| x % 12 == 0 && y % 12 == 0;
    let mask = Arc::new(Mask::from_fn(48, 48, dots).unwrap());
    let corner = Shape::chain(&[[-10.0, -2.0], [0.0, 0.0], [10.0, -2.0]], 0.0).unwrap();
    for (touching, expected) in [(Touching::Counts, 40), (Touching::Ignored, 0)] {
        let mut world = World::builder().touching(touching).threads(1).build().unwrap();
        // The first texel is at (0, 0), so the corner of the chains is that of a dot.
        world.spawn(Body::sprite(&mask).at([24.0, 24.0]).layer(2).against(1)).unwrap();
        let chain = |_| Body::new(corner.clone()).at([12.0, 12.0]).layer(1).against(2);
        world.spawn_many(40, chain).unwrap();
        assert_eq!(world.step().unwrap().hits().count(), expected, "{touching:?}");
    }
}

//! Tests that every function of `query` agrees with the reference, for every pair of kinds: exactly where the SPEC is
//! exact, and within its tolerance elsewhere.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::{KINDS, Kind, Random, agree, cases, near_pair};
use kasuri::answer::Pair;
use kasuri::lattice::{Margin, Point};
use kasuri::{
    Mask, Placement, Shape, Touching, Vec2,
    mask::Sprite,
    query::{self, Form, Moving, Placed},
    reference,
};

/// Returns every unordered pair of kinds, without the pair of two tile maps.
fn kind_pairs() -> Vec<[Kind; 2]> {
    let all = KINDS.iter().flat_map(|&a| KINDS.iter().map(move |&b| [a, b]));
    all.filter(|&[a, b]| a <= b && [a, b] != [Kind::Tiles, Kind::Tiles]).collect()
}

/// Returns how many pairs of two kinds to try. The reference is slow for tile maps, so there are fewer of these.
fn share_of(each: usize, kinds: [Kind; 2]) -> usize {
    if kinds.contains(&Kind::Tiles) { each.div_ceil(5) } else { each }
}

/// Runs a check on near pairs of every kind pair, `short` or `long` of each. The check returns whether the bodies
/// overlapped.
fn on_all_pairs(short: usize, long: usize, check: impl Fn(&mut Random, [&Placed; 2]) -> bool + Sync) {
    let pairs = kind_pairs();
    let total = [AtomicUsize::new(0), AtomicUsize::new(0)];
    std::thread::scope(|scope| {
        for (worker, chunk) in pairs.chunks(pairs.len().div_ceil(2)).enumerate() {
            let (check, total) = (&check, &total);
            scope.spawn(move || {
                for (k, &kinds) in chunk.iter().enumerate() {
                    let mut rng = Random::new((worker * 1000 + k) as u64);
                    let mut hits = 0;
                    let each = share_of(cases(short, long), kinds);
                    for _ in 0..each {
                        let overlaps = |a: &_, b: &_| query::overlaps(a, b, Touching::Counts);
                        let [(a, at_a), (b, at_b)] = near_pair(&mut rng, kinds, overlaps);
                        hits += usize::from(check(&mut rng, [&a.place(&at_a), &b.place(&at_b)]));
                    }
                    let share = hits * 100 / each;
                    println!("{kinds:?}: {each} pairs, {share} % overlap");
                    // Fewer than 200 pairs are too few for a statistic.
                    assert!(each < 200 || (20..=80).contains(&share), "{kinds:?}: {share} % overlap");
                    total[0].fetch_add(hits, Ordering::Relaxed);
                    total[1].fetch_add(each, Ordering::Relaxed);
                }
            });
        }
    });
    let [hits, all] = total.map(AtomicUsize::into_inner);
    println!("{all} pairs, {hits} overlap");
    assert!((20..=80).contains(&(hits * 100 / all)), "{hits} of {all} overlap");
}

/// Checks that an answer agrees with the reference's. `KASURI_COUNT=1` prints the differences instead, and goes on.
fn assert_agree<T: std::fmt::Debug>(agrees: bool, ours: &T, theirs: &T, bodies: &impl std::fmt::Debug) {
    if !agrees && std::env::var_os("KASURI_COUNT").is_some() {
        println!("DIFFERENCE {ours:?}\n INSTEAD OF {theirs:?}\n {bodies:?}");
    } else {
        assert!(agrees, "{ours:?} instead of {theirs:?}: {bodies:?}");
    }
}

/// Returns the length of a path in pixels.
fn path(from: Point, to: Point) -> f64 {
    let along = |a: i32, b: i32| (f64::from(a) - f64::from(b)) / 256.0;
    along(from.x, to.x).hypot(along(from.y, to.y))
}

/// Compares the ways of two bodies, with touching counted or ignored; returns whether they meet.
fn compare_on_way(a: Moving, b: Moving, touching: Touching) -> bool {
    let (ours, theirs) = (query::overlap_on_way(a, b, touching), reference::overlap_on_way(a, b, touching));
    let length = path(a.from, a.to) + path(b.from, b.to);
    assert_agree(agree::on_way(&ours, &theirs, length), &ours, &theirs, &(touching, a, b));
    ours.is_some()
}

/// Compares contacts.
fn compare_contact(a: &Form, b: &Form, touching: Touching) {
    let (ours, theirs) = (query::contact(a, b, touching), reference::contact(a, b, touching));
    assert_agree(agree::contact(&ours, &theirs, [a, b]), &ours, &theirs, &(touching, a, b));
}

/// Compares overlaps.
fn compare_overlap(a: &Form, b: &Form, touching: Touching) {
    let (ours, theirs) = (query::overlap(a, b, touching), reference::overlap(a, b, touching));
    assert_agree(agree::overlap(&ours, &theirs, [a, b]), &ours, &theirs, &(touching, a, b));
}

/// Compares crossings; returns their number.
fn compare_crossings(a: &Form, b: &Form) -> usize {
    let (ours, theirs) = (query::crossings(a, b), reference::crossings(a, b));
    assert_agree(agree::crossings(&ours, &theirs, [a, b]), &ours, &theirs, &(a, b));
    ours.len()
}

#[test]
fn overlaps_and_contacts() {
    on_all_pairs(150, 4000, |_, [a, b]| {
        for touching in [Touching::Counts, Touching::Ignored] {
            compare_overlap(&a.form, &b.form, touching);
            let is_met = query::overlap(&a.form, &b.form, touching).is_some();
            assert_eq!(query::overlaps(&a.form, &b.form, touching), is_met, "{a:?} {b:?}");
            assert_eq!(reference::overlaps(&a.form, &b.form, touching), is_met, "{a:?} {b:?}");
            assert_eq!(query::overlaps(&b.form, &a.form, touching), is_met, "{a:?} {b:?}");
            // For two shapes that is what was compared already.
            if !matches!((&a.form, &b.form), (Form::Shape(_), Form::Shape(_))) {
                compare_contact(&a.form, &b.form, touching);
            }
        }
        query::overlaps(&a.form, &b.form, Touching::Counts)
    });
}

#[test]
fn outlines_cross() {
    on_all_pairs(60, 60_000, |_, [a, b]| {
        compare_crossings(&a.form, &b.form);
        query::overlaps(&a.form, &b.form, Touching::Counts)
    });
}

#[test]
fn distances_and_grazes() {
    on_all_pairs(60, 40_000, |rng, [a, b]| {
        let ours = query::distance(&a.form, &b.form);
        let theirs = reference::distance(&a.form, &b.form);
        assert_agree(agree::distance(&ours, &theirs, [&a.form, &b.form]), &ours, &theirs, &(a, b));
        let margin = rng.pick(&[0, 1, 256, 700]);
        for touching in [Touching::Counts, Touching::Ignored] {
            let grazes = query::grazes(&a.form, &b.form, Margin::from_units(margin).unwrap(), touching);
            assert_eq!(grazes, reference::graze(&a.form, &b.form, margin, touching), "{margin} {a:?} {b:?}");
        }
        query::overlaps(&a.form, &b.form, Touching::Counts)
    });
}

/// Returns a ray right through a vertex of a shape, often along one of its edges.
fn aimed(rng: &mut Random, body: &Placed) -> Option<(Point, Point)> {
    let Form::Shape(parts) = &body.form else { return None };
    let vertices = parts[rng.below(parts.len() as u64) as usize].vertices();
    let (v, w) = (rng.pick(vertices), rng.pick(vertices));
    let mut d = Point::new(w.x - v.x, w.y - v.y);
    if rng.below(2) == 0 {
        d = Point::new(rng.below(4000) as i32 - 2000, rng.below(4000) as i32 - 2000);
    }
    let (before, after) = (rng.below(3) as i32, rng.below(3) as i32);
    Some((
        Point::new(v.x - d.x * before, v.y - d.y * before),
        Point::new(v.x + d.x * after, v.y + d.y * after),
    ))
}

#[test]
fn points_and_rays() {
    on_all_pairs(60, 60_000, |rng, [a, b]| {
        for body in [a, b] {
            let near = |rng: &mut Random| {
                let [x, y] = rng.point(40.0);
                Point::snapped([body.at.x + x, body.at.y + y]).unwrap()
            };
            let (p, q) = (near(rng), near(rng));
            assert_eq!(query::contains(&body.form, p), reference::contains(&body.form, p), "{p:?} {body:?}");
            for (p, q) in [(p, q), aimed(rng, body).unwrap_or((q, p))] {
                let ours = query::cast(&body.form, p, q);
                let theirs = reference::ray(std::slice::from_ref(body), p, q, u32::MAX);
                let [ours, theirs] =
                    [ours.map(|hit| (hit.t, hit.normal)), theirs.map(|hit| (hit.t, hit.normal))];
                let agrees = agree::ray(&ours, &theirs, path(p, q));
                assert_agree(agrees, &ours, &theirs, &(p, q, body));
            }
        }
        query::overlaps(&a.form, &b.form, Touching::Counts)
    });
}

#[test]
fn sweeps() {
    on_all_pairs(60, 40_000, |rng, [a, b]| {
        let away = |rng: &mut Random, body: &Placed| {
            let stays = matches!(body.form, Form::Tiles(_)) || rng.below(4) == 0;
            let [x, y] = if stays { [0.0, 0.0] } else { rng.point(50.0) };
            Vec2::new(body.at.x + x, body.at.y + y)
        };
        let (to_a, to_b) = (away(rng, a), away(rng, b));
        let ours = query::sweep(a, to_a, b, to_b).unwrap();
        let theirs = reference::meeting(a, to_a, b, to_b).unwrap();
        // No path here is longer than 200 px.
        assert_agree(agree::sweep(&ours, &theirs, 200.0), &ours, &theirs, &(a, to_a, b, to_b));
        query::overlaps(&a.form, &b.form, Touching::Counts)
    });
}

/// Both bodies move at once, with touching counted and ignored.
#[test]
fn ways_at_once() {
    on_all_pairs(60, 12_000, |rng, [a, b]| {
        let from = |rng: &mut Random, body: &Placed| {
            let to = Point::snapped(body.at).unwrap();
            let stays = matches!(body.form, Form::Tiles(_)) || rng.below(4) == 0;
            let [x, y] = if stays { [0.0, 0.0] } else { rng.point(50.0) };
            // Often along an axis, because seams are.
            let [x, y] = rng.pick(&[[x, y], [x, 0.0], [0.0, y]]);
            let from = Point::snapped([body.at.x + x, body.at.y + y]).unwrap_or(to);
            (from, to)
        };
        let ((from_a, to_a), (from_b, to_b)) = (from(rng, a), from(rng, b));
        let way_a = Moving { form: &a.form, from: from_a, to: to_a };
        let way_b = Moving { form: &b.form, from: from_b, to: to_b };
        for touching in [Touching::Counts, Touching::Ignored] {
            compare_on_way(way_a, way_b, touching);
        }
        query::overlaps(&a.form, &b.form, Touching::Counts)
    });
}

/// Tests paths of many legs: far past large sprites and tile maps, and from far away.
#[test]
fn long_ways() {
    for kind in [Kind::Sprite, Kind::Tiles, Kind::Chain] {
        let mut rng = Random::new(kind as u64);
        let mut hits = 0;
        let total = cases(400, 100_000);
        for _ in 0..total {
            let [(a, at_a), (_, at_b)] = near_pair(&mut rng, [kind, Kind::Circle], |_, _| true);
            let body = a.place(&at_a);
            let far = rng.pick(&[100.0, 600.0, 5000.0]);
            let turn = rng.between(0.0, std::f64::consts::TAU);
            let end = |by: f64| [at_b.at.x + turn.cos() * by, at_b.at.y + turn.sin() * by];
            let inside = |x: f64| x.clamp(-2_097_000.0, 2_097_000.0);
            let [from, to] = [end(rng.between(-far, 0.0)), end(rng.between(0.0, far))].map(|p| p.map(inside));
            let [p, q] = [from, to].map(|p| Point::snapped(p).unwrap());
            let ours = query::cast(&body.form, p, q);
            let theirs = reference::ray(std::slice::from_ref(&body), p, q, u32::MAX);
            let [ours, theirs] = [ours.map(|hit| (hit.t, hit.normal)), theirs.map(|hit| (hit.t, hit.normal))];
            assert_agree(agree::ray(&ours, &theirs, path(p, q)), &ours, &theirs, &(p, q, &body));
            hits += usize::from(ours.is_some());
            let ball = common::shape(&mut rng, Kind::Capsule).place(&Placement::at(from)).unwrap();
            let ball = Placed { form: Form::Shape(ball), at: from.into(), ..body.clone() };
            let ours = query::sweep(&ball, to, &body, body.at).unwrap();
            let theirs = reference::meeting(&ball, to.into(), &body, body.at).unwrap();
            assert_agree(agree::sweep(&ours, &theirs, path(p, q)), &ours, &theirs, &(to, &ball, &body));
        }
        println!("{kind:?}: {hits} of {total} hit");
        assert!((20..=80).contains(&(hits * 100 / total)), "{kind:?}: {hits} of {total} hit");
    }
}

/// A sprite's long runs count whole: a run cut at a leg of the path would change the rounding of a round shape's t.
#[test]
fn long_runs() {
    let mut rng = Random::new(3);
    let mask = Mask::from_fn(400, 60, |x, y| (x * 5 + y * 3) % 997 != 0).unwrap();
    let mut hits = 0;
    let total = cases(300, 20_000);
    for _ in 0..total {
        let at = Placement::at(rng.point(3.0)).turned(rng.pick(&[0.0, 0.0, 0.1]));
        let sprite = Form::Sprite(Sprite::place(&Arc::new(mask.clone()), &at, None).unwrap());
        let body = Placed { form: sprite, at: at.at, layer: 1, against: u32::MAX, group: 0 };
        // From far away, so that squared heights exceed the exact range of f64.
        let (aim, turn) = (rng.between(-400.0, 400.0), rng.between(0.02, 3.12));
        let back = |by: f64| [aim + turn.cos() * by, -30.0 - turn.sin() * by];
        let from = back(rng.between(1000.0, 30_000.0));
        let ball = common::shape(&mut rng, Kind::Capsule).place(&Placement::at(from)).unwrap();
        let ball = Placed { form: Form::Shape(ball), at: from.into(), ..body.clone() };
        let to = Vec2::from(back(-50.0));
        let ours = query::sweep(&ball, to, &body, body.at).unwrap();
        let theirs = reference::meeting(&ball, to, &body, body.at).unwrap();
        let length = path(Point::snapped(from).unwrap(), Point::snapped(to).unwrap());
        assert_agree(agree::sweep(&ours, &theirs, length), &ours, &theirs, &(to, &ball, at));
        hits += usize::from(ours.is_some());
    }
    println!("{hits} of {total} hit");
    assert!((20..=80).contains(&(hits * 100 / total)), "{hits} of {total} hit");
}

/// Found by fuzzing: two tile maps at the same position grazed, and in a sweep of length 0 one hit the other.
#[test]
fn two_tile_maps_are_never_a_pair() {
    let map = Arc::new(kasuri::TileMap::from_rows([8.0, 8.0], &["##"], &[]).unwrap());
    let form = Form::Tiles(map.place([0.0, 0.0]).unwrap());
    let placed = |form: Form| Placed { form, at: Vec2::default(), layer: 1, against: u32::MAX, group: 0 };
    for touching in [Touching::Counts, Touching::Ignored] {
        assert!(
            !query::grazes(&form, &form, Margin::new(1.0).unwrap(), touching)
                && !reference::graze(&form, &form, 256, touching)
        );
        assert!(!query::overlaps(&form, &form, touching));
        assert_eq!(query::contact(&form, &form, touching), None);
        let map = placed(form.clone());
        assert_eq!(query::sweep(&map, map.at, &map, map.at), Ok(None));
        assert_eq!(reference::meeting(&map, map.at, &map, map.at), Ok(None));
        assert_eq!(query::overlap(&form, &form, touching), reference::overlap(&form, &form, touching));
    }
}

#[test]
fn a_body_that_is_not_there_is_an_error() {
    let to = Vec2::new(1.0, 1.0);
    let ours = query::first_on_way(&[], 3, to);
    assert_eq!(ours, reference::sweep(&[], 3, to));
    assert_eq!(ours.unwrap_err().to_string(), "there is no body 3 among 0; the first is 0");
}

/// Returns three circles of radius 2 at x = 0, 10 and again 10.
fn row_of_three() -> Vec<Placed> {
    let ball = |x: f64| {
        let form = Form::Shape(Shape::circle(2.0).unwrap().place(&Placement::at([x, 0.0])).unwrap());
        Placed { form, at: [x, 0.0].into(), layer: 1, against: u32::MAX, group: 0 }
    };
    vec![ball(0.0), ball(10.0), ball(10.0)]
}

#[test]
fn for_equal_t_the_earlier_body_is_met() {
    let bodies = row_of_three();
    let (from, to) = (Point::new(5 * 256, 0), Point::new(20 * 256, 0));
    for hit in [reference::ray(&bodies, from, to, 1), query::first_on_ray(&bodies, from, to, 1)] {
        assert_eq!(hit.map(|hit| (hit.body, hit.t)), Some((1, 0.2)));
    }
    let to = Vec2::new(12.0, 0.0);
    for hit in [reference::sweep(&bodies, 0, to), query::first_on_way(&bodies, 0, to)] {
        assert_eq!(hit.unwrap().map(|hit| (hit.body, hit.t)), Some((1, 0.5)));
    }
}

#[test]
fn a_way_that_ends_beyond_the_world_is_refused() {
    let bodies = row_of_three();
    let bar = Shape::rect([10.0, 1.0]).unwrap().place(&Placement::default()).unwrap();
    let bar = Placed { form: Form::Shape(bar), ..bodies[0].clone() };
    let edge = f64::from(1 << 21);
    for (to, fits) in [(edge - 10.0, true), (edge - 9.0, false), (edge + 1.0, false)] {
        let to = Vec2::new(to, 0.0);
        let alone = std::slice::from_ref(&bar);
        for answer in [reference::sweep(alone, 0, to), query::first_on_way(alone, 0, to)] {
            assert_eq!(answer.is_ok(), fits, "{to:?}");
            assert!(fits || answer.unwrap_err().to_string().starts_with("to"));
        }
    }
}

/// Returns a shape whose corners are at whole pixels, so that many edges lie on each other.
fn on_a_grid(rng: &mut Random) -> Shape {
    let mut whole = |most: i64| rng.int(-most..=most) as f64;
    let (a, b, c) = ([whole(3), whole(3)], [whole(3), whole(3)], [whole(3), whole(3)]);
    let (w, h) = (whole(2).abs() + 1.0, whole(2).abs() + 1.0);
    let along = if w > h { [a[0] + w, a[1]] } else { [a[0], a[1] + h] };
    let corners = [[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]];
    let shape = match rng.below(8) {
        0 | 1 => Shape::polygon(&corners),
        2 => Shape::polygon(&[a, b, c]),
        3 => Shape::capsule(a, along, w),
        4 => Shape::rounded_polygon(&corners, 1.0),
        5 => Shape::circle(w),
        6 => Shape::segment(a, along),
        _ => Ok(Shape::point()),
    };
    shape.unwrap_or_else(|_| Shape::rect([1.0, 1.0]).unwrap())
}

/// Unions of shapes whose edges and seams lie on each other, also while one moves along them.
#[test]
fn seams_of_every_kind() {
    use kasuri::{Shape, shape::Part};
    let rng = &mut Random::new(77);
    let at = |rng: &mut Random, most: i64| [rng.int(-most..=most) as f64, rng.int(-most..=most) as f64];
    let (mut hits, total) = (0, cases(12_000, 400_000));
    for _ in 0..total {
        let parts = (0..rng.size(1..=5)).map(|_| Part::new(on_a_grid(rng)).offset(at(rng, 3)));
        let union = Shape::compound(parts.collect()).unwrap();
        let (other, place) = (on_a_grid(rng), at(rng, 6));
        let a = Form::Shape(union.place(&Placement::default()).unwrap());
        let b = Form::Shape(other.place(&Placement::at(place)).unwrap());
        let to = Point::snapped(place).unwrap();
        let by = rng.pick(&[[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-2, 1], [0, 0]]);
        let length = 256 * rng.int(1..=12) as i32;
        let from = Point::new(to.x - by[0] * length, to.y - by[1] * length);
        let (still, moves) = (Moving::still(&a, Point::default()), Moving { form: &b, from, to });
        for touching in [Touching::Counts, Touching::Ignored] {
            compare_overlap(&a, &b, touching);
            for (one, two) in [(still, moves), (moves, still)] {
                hits += usize::from(compare_on_way(one, two, touching));
            }
        }
    }
    assert!((total..4 * total).contains(&hits), "{hits} of {}", 4 * total);
}

/// Outlines of rounded polygons, and of round shapes around the same points.
#[test]
fn round_outlines_around_the_same_points_cross() {
    let rng = &mut Random::new(3);
    let mut found = 0;
    for _ in 0..cases(1500, 100_000) {
        let round = |rng: &mut Random| {
            let radius = rng.pick(&[1.0, 2.0, 5.0]);
            match rng.below(5) {
                0 => Shape::circle(radius).unwrap(),
                1 => Shape::capsule([0.0, 0.0], rng.pick(&[[8.0, 0.0], [0.0, 8.0], [-8.0, 6.0]]), radius)
                    .unwrap(),
                2 => Shape::rounded_polygon(&[[0.0, 0.0], [9.0, 0.0], [0.0, 7.0]], radius).unwrap(),
                3 => {
                    let points = common::ring(rng, false);
                    Shape::rounded_polygon(&points, radius).unwrap_or_else(|_| Shape::circle(3.0).unwrap())
                }
                _ => Shape::point(),
            }
        };
        let steps = [0.0, 0.0, 1.0, -2.0, 5.0, 3.0, 4.0];
        let place = [rng.pick(&steps), rng.pick(&steps)];
        let a = Form::Shape(round(rng).place(&Placement::default()).unwrap());
        let b = Form::Shape(round(rng).place(&Placement::at(place)).unwrap());
        found += compare_crossings(&a, &b);
    }
    assert!(found > 500, "{found}");
    // A point on a circle: five pixels from its centre.
    let [circle, point] = [Shape::circle(5.0).unwrap(), Shape::point()];
    let circle = Form::Shape(circle.place(&Placement::default()).unwrap());
    for (at, is_on) in [([3.0, 4.0], true), ([-5.0, 0.0], true), ([3.0, 3.0], false)] {
        let point = Form::Shape(point.place(&Placement::at(at)).unwrap());
        for crossings in [query::crossings(&circle, &point), reference::crossings(&circle, &point)] {
            assert_eq!(crossings.len(), usize::from(is_on), "{at:?}");
        }
    }
}

/// Crowds with a few layers, and with more combinations of layers than are grouped.
#[test]
fn crowds_on_many_layers() {
    let rng = &mut Random::new(12);
    let (mut pairs, mut met) = (0, 0);
    for round in 0..cases(40, 4000) {
        let kinds = [3, 40][round % 2];
        let layers: Vec<[u32; 2]> =
            (0..kinds).map(|_| [1 << rng.below(6), rng.below(64) as u32 | 1 << rng.below(6)]).collect();
        let mut body = |k: usize| {
            let (thing, mut at) = common::Thing::random(rng, KINDS[k % KINDS.len()]);
            at.at = rng.point(40.0).into();
            // Every body on its own layers where there are many.
            let [layer, against] = layers[if kinds > 3 { k % kinds } else { rng.below(3) as usize }];
            let against = if kinds > 3 { against | 1 << (6 + k / kinds) } else { against };
            Placed { layer, against, ..thing.place(&at) }
        };
        let bodies: Vec<Placed> = (0..90).map(&mut body).collect();
        for touching in [Touching::Counts, Touching::Ignored] {
            let (ours, theirs) = (query::pairs(&bodies, touching), reference::pairs(&bodies, touching));
            let names = |pairs: &[Pair]| pairs.iter().map(|pair| (pair.a, pair.b)).collect::<Vec<_>>();
            assert_eq!(names(&ours), names(&theirs), "round {round}");
            for (ours, theirs) in ours.iter().zip(&theirs) {
                let forms = [ours.a, ours.b].map(|k| &bodies[k].form);
                let [ours, theirs] = [ours, theirs].map(|pair| Some(pair.overlap.clone()));
                assert_agree(agree::overlap(&ours, &theirs, forms), &ours, &theirs, &(touching, forms));
            }
            let grazes = query::grazing_pairs(&bodies, Margin::from_units(700).unwrap(), touching);
            let grazes: Vec<_> = grazes.into_iter().map(|[a, b]| (a, b)).collect();
            let theirs = reference::grazes(&bodies, 700, touching);
            assert_eq!(grazes, theirs, "round {round}");
            pairs += ours.len();
        }
        for _ in 0..10 {
            let [from, to] = [(); 2].map(|()| Point::snapped(rng.point(80.0)).unwrap());
            let against = rng.below(64) as u32;
            let ours = query::first_on_ray(&bodies, from, to, against);
            let theirs = reference::ray(&bodies, from, to, against);
            assert_agree(agree::ray_hit(&ours, &theirs, path(from, to)), &ours, &theirs, &(from, to));
            let (mover, to) = (rng.below(90) as usize, rng.point(60.0).into());
            if let Ok(hit) = query::first_on_way(&bodies, mover, to) {
                let theirs = reference::sweep(&bodies, mover, to).unwrap();
                assert_agree(agree::sweep(&hit, &theirs, 200.0), &hit, &theirs, &(mover, to));
                met += usize::from(hit.is_some());
            }
        }
    }
    assert!(pairs > 1000 && met > 50, "{pairs} {met}");
}

/// Where one of the two begins or ends its way beyond the world, they do not meet.
#[test]
fn ways_beyond_the_world_meet_nothing() {
    let edge = 1 << 29;
    let form = |at: [f64; 2]| Form::Shape(Shape::circle(9.0).unwrap().place(&Placement::at(at)).unwrap());
    let near = f64::from(1 << 21) - 40.0;
    let (a, b) = (form([near, 0.0]), form([near - 10.0, 0.0]));
    let at = |x: f64| Point::snapped([x, 0.0]).unwrap();
    let still = Moving::still(&a, at(near));
    for (from, is_within) in [(edge, true), (edge + 1, false), (-edge, true), (-edge - 1, false)] {
        for from in [Point::new(from, 0), Point::new(at(near).x, from)] {
            let moves = Moving { form: &b, from, to: at(near - 10.0) };
            for (one, two) in [(still, moves), (moves, still)] {
                assert_eq!(compare_on_way(one, two, Touching::Counts), is_within, "{from:?}");
            }
        }
    }
}

/// Of two ways out of the same length, the one along the earlier part counts, however far away other parts are: the point
/// is on the seam of two rows, and a third run of squares is further away than any way out.
#[test]
fn equal_ways_out_do_not_depend_on_parts_far_away() {
    let rows = ["######", "######", "#.###.", "#####.", "######", "######"];
    for flip in [[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]] {
        let mask = Arc::new(Mask::from_rows(&rows).unwrap());
        let place = Placement { at: Vec2::new(0.0, 0.0), angle: 0.0, scale: Vec2::new(flip[0], flip[1]) };
        let sprite = Form::Sprite(Sprite::place(&mask, &place, Some(Vec2::new(0.0, 0.0))).unwrap());
        let at = Placement::at([3.5 * flip[0], 3.0 * flip[1]]);
        let point = Form::Shape(Shape::point().place(&at).unwrap());
        for [a, b] in [[&point, &sprite], [&sprite, &point]] {
            for touching in [Touching::Counts, Touching::Ignored] {
                let ours = query::contact(a, b, touching);
                assert_eq!(ours.map(|contact| contact.depth), Some(1.5), "{flip:?}");
                compare_contact(a, b, touching);
            }
        }
    }
}

/// A circle inside the round end of a chain crosses nothing, though other links begin in it. (A link's arc was taken for
/// nearly all of its circle where another one cuts it exactly at its beginning.)
#[test]
fn a_circle_within_a_chain_crosses_nothing() {
    let points =
        [(-10494, 11942), (-7503, 9753), (-3129, 6580), (-8046, 11936), (-12712, 10955), (-10378, 14631)];
    for [m, n] in [[1, 1], [-1, 1], [1, -1], [-1, -1]] {
        let points = points.map(|(x, y)| [f64::from(m * x) / 256.0, f64::from(n * y) / 256.0]);
        let chain = Shape::chain(&points, 1417.0 / 256.0).unwrap();
        let chain = Form::Shape(chain.place(&Placement::at([0.0, 0.0])).unwrap());
        let circle = Form::Shape(Shape::circle(4.5).unwrap().place(&Placement::at(points[0])).unwrap());
        assert!(query::crossings(&chain, &circle).is_empty(), "{m} {n}");
        assert!(reference::crossings(&chain, &circle).is_empty(), "{m} {n}");
    }
}

fn compound(parts: Vec<(Shape, [f64; 2])>) -> Form {
    let parts = parts.into_iter().map(|(shape, offset)| kasuri::shape::Part::new(shape).offset(offset));
    let shape = Shape::compound(parts.collect()).unwrap();
    Form::Shape(shape.place(&Placement::default()).unwrap())
}

fn single(shape: kasuri::Result<Shape>, at: [f64; 2]) -> Form {
    Form::Shape(shape.unwrap().place(&Placement::at(at)).unwrap())
}

/// The normals of rays that once were wrong: where several faces meet.
#[test]
fn faces_that_meet_a_ray_together() {
    let cast = |form: &Form, [p, q]: [[f64; 2]; 2]| {
        let body = Placed::new(form.clone(), [0.0, 0.0]);
        let [p, q] = [p, q].map(|p| Point::snapped(p).unwrap());
        let theirs = reference::ray(std::slice::from_ref(&body), p, q, 1).unwrap().normal;
        (query::cast(form, p, q).unwrap().normal, theirs)
    };
    // SPEC 5: never the normal of a face that another part covers. The segment covers the point.
    let bar = || Shape::segment([-8.0, 0.0], [8.0, 0.0]).unwrap();
    let slant = [[10.0, -10.0], [-10.0, 10.0]];
    let up = Vec2::new(0.0, -1.0);
    for dot in [Shape::point(), Shape::circle(0.0).unwrap()] {
        let point_first = compound(vec![(dot.clone(), [0.0; 2]), (bar(), [0.0; 2])]);
        assert_eq!(cast(&point_first, slant), (up, up));
        let segment_first = compound(vec![(bar(), [0.0; 2]), (dot, [0.0; 2])]);
        assert_eq!(cast(&segment_first, slant), (up, up));
    }
    // SPEC 5: of two faces that are equally against the ray, the earlier. The ray runs along the segment.
    let [a, b] = [[-767.0, 5348.0], [1540.0, -1993.0]].map(|p| p.map(|x| x / 256.0));
    let beside =
        Shape::capsule([-2873.0 / 256.0, -5661.0 / 256.0], [2119.0 / 256.0, 612.0 / 256.0], 2.5).unwrap();
    let both = compound(vec![(beside, [0.0; 2]), (Shape::segment(a, b).unwrap(), [0.0; 2])]);
    let along = [[3847.0, -9334.0], [-3074.0, 12689.0]].map(|p| p.map(|x| x / 256.0));
    let (ours, theirs) = cast(&both, along);
    assert!(ours.x > 0.95 && ours.y > 0.29, "{ours:?}");
    assert!((ours.x - theirs.x).abs() < 1e-9 && (ours.y - theirs.y).abs() < 1e-9, "{ours:?} {theirs:?}");
}

/// The push-outs that once were wrong, in `query` and in the reference alike.
#[test]
fn pockets_and_crossed_segments() {
    // SPEC 5: a pocket exactly as large as B is free. The triangle fits into the empty cell, between its corners.
    let rows = ["#####", "#####", "##.##", "#####", "#####"];
    let map = Arc::new(kasuri::TileMap::from_rows([8.0, 8.0], &rows, &[]).unwrap());
    let map = Form::Tiles(map.place([0.0, 0.0]).unwrap());
    let triangle = || Shape::polygon(&[[-4.0, 4.0], [4.0, -4.0], [-3.0, -3.0]]);
    for touching in [Touching::Counts, Touching::Ignored] {
        let inside = single(triangle(), [18.0, 20.0]);
        let theirs = reference::contact(&map, &inside, touching).unwrap();
        assert_eq!((theirs.normal, theirs.depth), (Vec2::new(1.0, 0.0), 2.0));
        compare_contact(&map, &inside, touching);
        assert!(!reference::overlaps(&map, &single(triangle(), [20.0, 20.0]), Touching::Ignored));
    }
    // SPEC 5: two parts without interior block a closed set, so the place to the left, between the capsule and the
    // crossed segment, is not free, and the equally near one below is.
    let wall = compound(vec![
        (Shape::capsule([0.0, 0.0], [0.0, 2.0], 2.0).unwrap(), [-3.0, 2.0]),
        (Shape::segment([0.0, 0.0], [0.0, 3.0]).unwrap(), [2.0, 1.0]),
    ]);
    let bar = single(Shape::segment([0.0, 0.0], [3.0, 0.0]), [0.0, 3.0]);
    let theirs = reference::contact(&wall, &bar, Touching::Counts).unwrap();
    assert!((theirs.depth - 1.0).abs() < 1e-3 && (theirs.normal.y - 1.0).abs() < 1e-6, "{theirs:?}");
    compare_contact(&wall, &bar, Touching::Counts);
    assert!(!reference::separates(&wall, &bar, [-1.0, 0.0]));
}

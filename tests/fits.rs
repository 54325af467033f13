//! Tests where a body fits: every pose of a map is what `overlaps` says for the body at that pose, and what the reference
//! says (SPEC 8, `fits`).
#![cfg(feature = "internals")]
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use std::sync::Arc;

use common::{KINDS, Kind, Random, Thing, angle, cases};
use kasuri::query::{self, FreePose, PlaceGrid, Placed};
use kasuri::world::Axes;
use kasuri::{
    Body, ErrorKind, Filter, Mask, Placement, Region, Shape, TileMap, Touching, Vec2, World, mask::Sprite,
    reference,
};

const TOUCHINGS: [Touching; 2] = [Touching::Counts, Touching::Ignored];

/// A body at several angles, a grid, and bodies around it.
struct Question {
    thing: Thing,
    placement: Placement,
    angles: Vec<f64>,
    places: PlaceGrid,
    bodies: Vec<Placed>,
}

impl Question {
    fn random(rng: &mut Random, kind: Kind) -> Question {
        let base = rng.pick(&[0.0, 0.0, 100.0, -2_000_000.0, 1_999_990.0]);
        let (thing, placement) = Thing::random(rng, kind);
        let bodies = (0..1 + rng.below(6)).map(|_| {
            let kind = rng.pick(&KINDS);
            let (thing, mut placement) = Thing::random(rng, kind);
            placement.at = Vec2::new(base + rng.coordinate(40.0), -base + rng.coordinate(40.0));
            let layer = 1 << rng.below(3);
            Placed { layer, against: rng.pick(&[u32::MAX, u32::MAX, 1]), ..thing.place(&placement) }
        });
        let bodies = bodies.collect();
        let steps = [1.0, 1.0, 2.0, -1.0, 0.5, 0.1, 0.37, -2.75, 5.0, 1.0 / 256.0, 0.001];
        let step = [rng.pick(&steps), rng.pick(&steps)];
        let count = [1 + rng.below(90) as u32, 1 + rng.below(12) as u32];
        let start = |rng: &mut Random, base: f64, step: f64, count: u32| {
            base + rng.coordinate(20.0) - step * f64::from(count) / 2.0
        };
        let from = [start(rng, base, step[0], count[0]), start(rng, -base, step[1], count[1])];
        let angles = (0..1 + rng.below(2)).map(|_| angle(rng)).collect();
        Question { thing, placement, angles, places: PlaceGrid::new(from, step, count), bodies }
    }

    /// Returns the body at an angle and a position.
    fn placed(&self, angle: f64, at: Vec2, layer: u32) -> Placed {
        Placed { layer, against: 3, ..self.thing.place(&Placement { at, angle, ..self.placement }) }
    }

    fn poses(&self) -> Vec<Placed> {
        self.angles.iter().map(|&angle| self.placed(angle, self.places.from, 1)).collect()
    }

    /// Returns whether a pose is free, by a test of the placed body with each other.
    fn is_free(&self, angle: usize, x: u32, y: u32, touching: Touching) -> bool {
        let body = self.placed(self.angles[angle], self.places.place(x, y), 1);
        !self
            .bodies
            .iter()
            .any(|other| body.pairs_with(other) && query::overlaps(&body.form, &other.form, touching))
    }

    /// Compares a map with both; returns how many poses are free and how many are not.
    fn check(&self, touching: Touching, by_reference: bool) -> [u64; 2] {
        let asked = query::fits(&self.poses(), &self.places, &self.bodies, touching).unwrap();
        let map = asked.map();
        let PlaceGrid { from, step, count: [w, h] } = self.places;
        let told = format!(
            "{:?} at {:?} {:?}\n{:?} {touching:?}",
            self.thing, self.placement, self.angles, self.places
        );
        let mut first = None;
        for (angle, y, x) in (0..self.angles.len())
            .flat_map(|angle| (0..h).flat_map(move |y| (0..w).map(move |x| (angle, y, x))))
        {
            let is_free = self.is_free(angle, x, y, touching);
            assert_eq!(map.is_free(angle, x, y), is_free, "{angle} {x} {y}\n{told}\n{:?}", self.bodies);
            first = first.or(is_free.then(|| FreePose { angle, x, y, at: self.places.place(x, y) }));
        }
        if by_reference {
            let poses = self.poses();
            let theirs =
                reference::fits(&poses, [from, step], [w, h], &self.bodies, |_, _| touching).unwrap();
            for (angle, rows) in theirs.iter().enumerate() {
                for (y, row) in (0..).zip(rows) {
                    for (x, &is_free) in (0..).zip(row) {
                        assert_eq!(map.is_free(angle, x, y), is_free, "{angle} {x} {y}, reference\n{told}");
                    }
                }
            }
        }
        let all = u64::from(w) * u64::from(h) * self.angles.len() as u64;
        assert_eq!((asked.count(), asked.first()), (map.count(), first), "{told}");
        [map.count(), all - map.count()]
    }
}

#[test]
fn every_pose_is_what_overlaps_says() {
    let mut rng = Random::new(58);
    let mut sums = [0, 0];
    for k in 0..cases(1200, 40_000) {
        let kind = KINDS[k % (KINDS.len() - 1)];
        let question = Question::random(&mut rng, kind);
        for touching in TOUCHINGS {
            let [free, blocked] = question.check(touching, k % 8 == 0);
            sums = [sums[0] + free, sums[1] + blocked];
        }
    }
    assert!(sums.iter().all(|&sum| sum > 100_000), "{sums:?}");
}

/// Returns the square of the distance of two snapped positions, in lattice units.
fn square(a: Vec2, b: Vec2) -> i64 {
    let snapped = |x: f64| (x * 256.0).round_ties_even() as i64;
    (snapped(a.x) - snapped(b.x)).pow(2) + (snapped(a.y) - snapped(b.y)).pow(2)
}

#[test]
fn the_nearest_free_place_is_the_nearest() {
    let mut rng = Random::new(59);
    for k in 0..cases(300, 10_000) {
        let question = Question::random(&mut rng, KINDS[k % (KINDS.len() - 1)]);
        let asked =
            query::fits(&question.poses(), &question.places, &question.bodies, Touching::Counts).unwrap();
        let map = asked.map();
        let [w, h] = map.size();
        let near = question.places.place(rng.below(w.into()) as u32, rng.below(h.into()) as u32);
        let to = Vec2::new(near.x + rng.coordinate(9.0), near.y + rng.coordinate(9.0));
        let mut best: Option<(i64, FreePose)> = None;
        for angle in 0..map.angles() {
            for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
                let at = question.places.place(x, y);
                let away = square(at, to);
                if map.is_free(angle, x, y) && best.is_none_or(|(best, _)| away < best) {
                    best = Some((away, FreePose { angle, x, y, at }));
                }
            }
        }
        assert_eq!(asked.nearest(to).unwrap(), best.map(|(_, place)| place), "{:?} {to:?}", question.places);
    }
}

fn shape(shape: Shape, at: [f64; 2]) -> Placed {
    Placed::new(shape.place(&Placement::at(at)).unwrap(), at)
}

/// A slot exactly as wide as the body is free where touching is ignored; 1/256 px narrower it is not.
#[test]
fn slots_are_exact() {
    let unit = 1.0 / 256.0;
    let full = |w: usize, h: usize| Arc::new(Mask::from_fn(w, h, |_, _| true).unwrap());
    let walls = |width: f64| {
        let wall = |x: f64| shape(Shape::rect([4.0, 30.0]).unwrap(), [x, 0.0]);
        [wall(-4.0 - width / 2.0), wall(4.0 + width / 2.0)]
    };
    let half = Shape::rect([3.0, 5.0]).unwrap();
    let disc = Shape::circle(3.0).unwrap();
    let diamond = Shape::polygon(&[[-3.0, 0.0], [0.0, -2.0], [3.0, 0.0], [0.0, 2.0]]).unwrap();
    let sprite = Placed::new(Sprite::place(&full(6, 4), &Placement::default(), None).unwrap(), [0.0, 0.0]);
    for body in [shape(half, [0.0, 0.0]), shape(disc, [0.0, 0.0]), shape(diamond, [0.0, 0.0]), sprite] {
        // A sprite moves by whole pixels, so finer steps ask one place several times.
        let is_sprite = matches!(body.form, query::Form::Sprite(_));
        for (step, count) in [(1.0, 9), (0.25, 33), (0.1, 81)].into_iter().take(if is_sprite { 1 } else { 3 })
        {
            let places = PlaceGrid::new([-4.0, 0.0], [step, 1.0], [count, 1]);
            let free = |width: f64, touching| {
                query::fits(std::slice::from_ref(&body), &places, &walls(width), touching).unwrap().count()
            };
            assert_eq!(free(6.0, Touching::Ignored), 1, "{:?} {step}", body.form);
            assert_eq!(free(6.0, Touching::Counts), 0);
            assert_eq!(free(6.0 - 2.0 * unit, Touching::Ignored), 0);
            assert_eq!(free(6.0 + 2.0 * unit, Touching::Counts), 1);
        }
    }
    // Between two tiles, and between two sprites.
    let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["#.#"], &[]).unwrap());
    let tiles = [Placed::new(map.place([0.0, 0.0]).unwrap(), [0.0, 0.0])];
    for (half, count) in [(4.0, 1), (4.0 + unit, 0), (3.5, 2)] {
        let body = shape(Shape::rect([half, 4.0]).unwrap(), [0.0, 0.0]);
        let places = PlaceGrid::new([8.0, 4.0], [0.5, 1.0], [17, 1]);
        let asked = query::fits(&[body], &places, &tiles, Touching::Ignored).unwrap();
        assert_eq!(asked.count(), if half == 3.5 { 3 } else { count }, "{half}");
    }
}

/// A world answers as its steps do: layers, regions, filters, touching between layers, axes and units.
#[test]
fn a_world_answers_as_its_steps_do() {
    let mut rng = Random::new(60);
    for k in 0..cases(60, 2000) {
        let axes = if k % 2 == 0 { Axes::YDown } else { Axes::YUp };
        let units = rng.pick(&[1.0, 1.0, 16.0]);
        let build = || {
            World::builder()
                .axes(axes)
                .pixels_per_unit(units)
                .touching_between(1, 2, Touching::Ignored)
                .rooted_circles_between(4, 4)
                .build()
                .unwrap()
        };
        let mut world = build();
        let body = |rng: &mut Random| {
            let kind = KINDS[rng.below(KINDS.len() as u64 - 2) as usize];
            let sized = |r: f64| r / units;
            let body = match kind {
                Kind::Circle => Body::circle(sized(rng.coordinate(8.0).abs())),
                _ => Body::rect([sized(rng.coordinate(8.0).abs()), sized(rng.coordinate(8.0).abs())]),
            };
            let body = body.layer(rng.pick(&[1, 2, 4])).against(rng.pick(&[7, 7, 3]));
            let eye = Region::new("eye", Shape::circle(sized(rng.coordinate(12.0).abs())).unwrap());
            if rng.chance(3) { body.region(eye.layer(rng.pick(&[1, 2, 4]))) } else { body }
        };
        let mut handles = Vec::new();
        for _ in 0..5 {
            let body = body(&mut rng).at([rng.coordinate(20.0) / units, rng.coordinate(20.0) / units]);
            handles.push(world.spawn(body).unwrap());
        }
        let mover = body(&mut rng);
        let turn = rng.pick(&[0.0, 0.5]);
        let places = PlaceGrid::new([-9.0 / units, -9.0 / units], [3.0 / units, 2.3 / units], [7, 8]);
        let map = world.fits(&mover, &[turn], &places, Filter::ALL).unwrap().map();
        let part = world.fits(&mover, &[turn], &places, Filter::ALL.except(handles[0])).unwrap().map();
        let probe = world.spawn(mover.at([0.0, 0.0]).turned(turn)).unwrap();
        for (x, y) in (0..7).flat_map(|x| (0..8).map(move |y| (x, y))) {
            world.edit(probe).position(places.place(x, y)).unwrap();
            let step = world.step().unwrap();
            let met: Vec<_> = step
                .hits()
                .filter(|hit| hit.a == probe || hit.b == probe)
                .map(|hit| [hit.a, hit.b])
                .collect();
            assert_eq!(map.is_free(0, x, y), met.is_empty(), "{k}: {x} {y}");
            let others = met.iter().any(|two| !two.contains(&handles[0]));
            assert_eq!(part.is_free(0, x, y), !others, "{k}: {x} {y}");
        }
    }
}

#[test]
fn questions_that_have_no_answer_are_refused() {
    let ball = || [shape(Shape::circle(1.0).unwrap(), [0.0, 0.0])];
    let refused = |places: PlaceGrid| {
        let error = query::fits(&ball(), &places, &[], Touching::Counts).map(|_| ()).unwrap_err();
        (error.kind(), error.to_string())
    };
    let grid = |from: [f64; 2], step: [f64; 2], count: [u32; 2]| refused(PlaceGrid::new(from, step, count));
    let o = [0.0, 0.0];
    for (found, place) in [
        (grid([f64::NAN, 0.0], [1.0, 1.0], [2, 2]), "from[0]"),
        (grid(o, [1.0, f64::INFINITY], [2, 2]), "step[1]"),
        (grid(o, [0.0, 1.0], [2, 2]), "step[0]"),
        (grid(o, [1.0, 1.0], [0, 2]), "count"),
        (grid(o, [1e-6, 1e-6], [1 << 16, (1 << 16) + 1]), "count"),
        (grid(o, [1e6, 1.0], [4, 2]), "count[0]"),
        (grid([2_097_152.0, 0.0], [1.0, -1.0], [2, 2]), "count[0]"),
        (grid([-2_097_153.0, 0.0], [1.0, 1.0], [2, 2]), "from[0]"),
        (grid(o, [1e300, 1.0], [2, 2]), "count[0]"),
    ] {
        assert_eq!(found.0, ErrorKind::Number, "{}", found.1);
        assert!(found.1.starts_with(&format!("{place}: ")), "{} instead of {place}", found.1);
    }
    // A vertex beyond the edge is refused, a radius is not (SPEC 1).
    let edge = PlaceGrid::new([2_097_151.0, 0.0], [0.5, 1.0], [3, 1]);
    assert!(query::fits(&ball(), &edge, &[], Touching::Counts).is_ok());
    let wide = [shape(Shape::rect([1.0, 1.0]).unwrap(), o)];
    assert!(query::fits(&wide, &edge, &[], Touching::Counts).is_err());

    let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["#"], &[]).unwrap());
    let tiles = [Placed::new(map.place(o).unwrap(), o)];
    let one = PlaceGrid::new(o, o, [1, 1]);
    let error = query::fits(&tiles, &one, &[], Touching::Counts).map(|_| ()).unwrap_err();
    assert_eq!((error.kind(), error.place()), (ErrorKind::WrongBody, "poses[0]"));
    assert!(query::fits(&[], &one, &[], Touching::Counts).is_err());

    let world = World::new();
    let of =
        |body: Body, angles: &[f64]| world.fits(&body, angles, &one, Filter::ALL).map(|_| ()).unwrap_err();
    assert_eq!(of(Body::new(map), &[0.0]).kind(), ErrorKind::WrongBody);
    assert_eq!(of(Body::circle(-1.0), &[0.0]).kind(), ErrorKind::Number);
    assert_eq!(of(Body::circle(1.0), &[0.0, f64::NAN]).place(), "angles[1].angle");
    assert_eq!(of(Body::circle(1.0), &[]).place(), "count");
}

#[test]
fn any_number_of_threads_gives_the_same() {
    let mut rng = Random::new(61);
    for k in 0..cases(40, 1000) {
        let mut question = Question::random(&mut rng, KINDS[k % (KINDS.len() - 1)]);
        // Enough rows for several parts.
        question.places.count[1] += 100;
        question.places.step.y /= 8.0;
        let to = question.places.place(rng.below(9) as u32, rng.below(100) as u32);
        let answers = [1, 2, 3, 8].map(|threads| {
            let fits = query::fits(&question.poses(), &question.places, &question.bodies, Touching::Counts);
            let fits = fits.unwrap().threads(threads);
            (fits.map(), fits.count(), fits.first(), fits.nearest(to).unwrap())
        });
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{:?}", question.places);
        assert_eq!(answers[0].0.count(), answers[0].1);
    }
}

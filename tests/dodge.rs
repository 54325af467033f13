//! Tests whether patterns can be dodged: the reachable positions are those of plain loops over positions and moves, and a
//! world in which the path is played has no hit.
#![cfg(feature = "internals")]
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use common::{KINDS, Kind, Random, Thing, cases};
use kasuri::lattice::Point;
use kasuri::query::{self, Dodge, Moving, PlaceGrid, Placed, PlayerMoves, Reach, Threats};
use kasuri::{Body, ErrorKind, Filter, Placement, Shape, Touching, World};

const TOUCHINGS: [Touching; 2] = [Touching::Counts, Touching::Ignored];

/// A body of a step, and where its path begins if it is swept.
struct Threat {
    body: Placed,
    from: Option<[f64; 2]>,
}

/// A player on a small grid, and what comes in each step.
struct Pattern {
    player: Thing,
    placement: Placement,
    places: PlaceGrid,
    moves: PlayerMoves,
    steps: Vec<Vec<Threat>>,
}

impl Pattern {
    fn random(rng: &mut Random, swept: bool) -> Pattern {
        let kinds: Vec<Kind> = KINDS.into_iter().filter(|&kind| kind != Kind::Tiles).collect();
        let kind = rng.pick(&kinds);
        let (player, placement) = Thing::random(rng, kind);
        let step = rng.pick(&[1.0, 1.0, 2.0, 0.5, 3.0 + 37.0 / 256.0]);
        let count = [1 + rng.below(70) as u32, 1 + rng.below(9) as u32];
        let base = rng.pick(&[0.0, 0.0, 300.25]);
        // A grid begins on the lattice: otherwise it is moved there as a whole.
        let from = count.map(|count| ((base - step * f64::from(count) / 2.0) * 256.0).floor() / 256.0);
        let mut listed = PlayerMoves::of_speeds(&[2.0 * step], step).unwrap().list().to_vec();
        listed.truncate(1 + rng.below(9) as usize);
        let threat = |rng: &mut Random| {
            let kind = rng.pick(&KINDS);
            let (thing, mut placement) = Thing::random(rng, kind);
            let side = 12.0 + step * f64::from(count[0]) / 2.0;
            placement.at = [base + rng.coordinate(side), base + rng.coordinate(20.0)].into();
            let layer = 1 << rng.below(3);
            let body = Placed { layer, ..thing.place(&placement) };
            let is_swept = swept && rng.below(2) == 0;
            let from = [placement.at.x + rng.coordinate(15.0), placement.at.y + rng.coordinate(15.0)];
            Threat { body, from: is_swept.then_some(from) }
        };
        let steps = (0..1 + rng.below(5)).map(|_| (0..rng.below(4)).map(|_| threat(rng)).collect()).collect();
        let places = PlaceGrid::new(from, [step, step], count);
        Pattern { player, placement, places, moves: PlayerMoves::new(&listed).unwrap(), steps }
    }

    fn player_at(&self, [x, y]: [u32; 2]) -> Placed {
        let at = self.places.place(x, y);
        Placed { against: 3, ..self.player.place(&Placement { at, ..self.placement }) }
    }

    fn threats<'a>(&self, step: &'a [Threat], touching: Touching) -> Threats<'a> {
        let mut threats = Threats::new(&[self.player_at([0, 0])], touching).unwrap();
        for Threat { body, from } in step {
            match from {
                Some(from) => threats.add_swept(body, *from).unwrap(),
                None => threats.add(body),
            }
        }
        threats
    }

    /// Whether a move to a position is without a hit, by a test of the placed player with each body.
    fn is_free(&self, step: &[Threat], from: [u32; 2], to: [u32; 2], touching: Touching) -> bool {
        let player = self.player_at(to);
        let [start, end] = [from, to].map(|[x, y]| Point::snapped(self.places.place(x, y)).unwrap());
        step.iter().filter(|threat| player.pairs_with(&threat.body)).all(|Threat { body, from }| {
            let Some(from) = from else { return !query::overlaps(&player.form, &body.form, touching) };
            let at = Point::snapped(body.at).unwrap();
            let from =
                if matches!(body.form, query::Form::Tiles(_)) { at } else { Point::snapped(*from).unwrap() };
            let ours = Moving { form: &player.form, from: start, to: end };
            query::overlap_on_way(ours, Moving { form: &body.form, from, to: at }, touching).is_none()
        })
    }

    /// Returns the positions that are reachable after each step from all positions, by plain loops.
    fn reached(&self, touching: Touching) -> Vec<Vec<bool>> {
        let [w, h] = self.places.count;
        let mut before = vec![true; (w * h) as usize];
        let mut all = Vec::new();
        for step in &self.steps {
            let mut after = vec![false; before.len()];
            for k in (0..w * h).filter(|&k| before[k as usize]) {
                let from = [k % w, k / w];
                for &[dx, dy] in self.moves.list() {
                    let to = [from[0].checked_add_signed(dx), from[1].checked_add_signed(dy)];
                    let [Some(x), Some(y)] = to else { continue };
                    let index = (y * w + x) as usize;
                    if x < w && y < h && !after[index] && self.is_free(step, from, [x, y], touching) {
                        after[index] = true;
                    }
                }
            }
            all.push(after.clone());
            before = after;
        }
        all
    }
}

/// What is reachable is what plain loops find, for all kinds of bodies, swept and not.
#[test]
fn what_is_reachable_is_what_plain_loops_find() {
    let (mut walls, mut open, mut swept_hits) = (0, 0, 0);
    for case in 0..cases(240, 4000) {
        let rng = &mut Random::new(9000 + case as u64);
        let pattern = Pattern::random(rng, case % 2 == 0);
        let touching = TOUCHINGS[case / 2 % 2];
        let [w, h] = pattern.places.count;
        let expected = pattern.reached(touching);
        let mut reach = Reach::new(&pattern.places, pattern.moves.clone()).unwrap();
        let mut dodge = Dodge::new(reach.clone());
        let mut maps = Vec::new();
        for (k, step) in pattern.steps.iter().enumerate() {
            let threats = pattern.threats(step, touching);
            reach.step(&threats).unwrap();
            dodge.step(&threats).unwrap();
            for at in 0..w * h {
                let (x, y) = (at % w, at / w);
                assert_eq!(
                    reach.map().has(x, y),
                    expected[k][at as usize],
                    "case {case}, step {k}: {x}, {y}"
                );
            }
            maps.push(reach.map().clone());
            swept_hits += usize::from(step.iter().any(|threat| threat.from.is_some()) && threats.count() > 0);
        }
        let wall = maps.iter().position(query::PlaceMap::is_empty);
        assert_eq!(dodge.walls().first().copied(), wall, "case {case}");
        dodge.each_step(|k, _, reached| assert_eq!(*reached, maps[k], "case {case}, step {k}"));
        let path = dodge.path().unwrap();
        assert_eq!(path.steps.len(), wall.unwrap_or(maps.len()), "case {case}");
        let mut from = [path.start.x, path.start.y];
        for (place, step) in path.steps.iter().zip(&pattern.steps) {
            let to = [place.x, place.y];
            let by = [0, 1].map(|axis| to[axis] as i32 - from[axis] as i32);
            assert!(pattern.moves.list().contains(&by), "case {case}");
            assert!(pattern.is_free(step, from, to, touching), "case {case}: {from:?} {to:?}");
            assert!(place.room >= path.least_room, "case {case}: {place:?}");
            let asked = pattern.places.place(place.x, place.y);
            assert_eq!(Point::snapped(place.at), Point::snapped(asked), "case {case}");
            from = to;
        }
        match wall {
            Some(_) => walls += 1,
            None => open += 1,
        }
    }
    println!("{walls} walls, {open} ways through, {swept_hits} steps with swept bodies");
    assert!(walls > 5 && open > 50 && swept_hits > 50, "{walls} {open} {swept_hits}");
}

/// No path has more room than the one that is returned: plain loops over rooms and positions.
#[test]
fn no_path_has_more_room() {
    let mut rooms = Vec::new();
    for case in 0..cases(60, 600) {
        let rng = &mut Random::new(77 + case as u64);
        let pattern = Pattern::random(rng, false);
        let mut dodge = Dodge::new(Reach::new(&pattern.places, pattern.moves.clone()).unwrap());
        for step in &pattern.steps {
            dodge.step(&pattern.threats(step, Touching::Counts)).unwrap();
        }
        let path = dodge.path().unwrap();
        let [w, h] = pattern.places.count.map(|side| side as i32);
        let lives_with = |room: i32| {
            let mut before = vec![true; (w * h) as usize];
            for step in pattern.steps.iter().take(path.steps.len()) {
                let free: Vec<bool> = (0..w * h)
                    .map(|k| {
                        let at = [(k % w) as u32, (k / w) as u32];
                        pattern.is_free(step, at, at, Touching::Counts)
                    })
                    .collect();
                let has_room = |x: i32, y: i32| {
                    let by = room - 1;
                    let inside = |i: i32, j: i32| (0..w).contains(&i) && (0..h).contains(&j);
                    (x - by..=x + by)
                        .all(|i| (y - by..=y + by).all(|j| !inside(i, j) || free[(j * w + i) as usize]))
                };
                let comes_from = |x: i32, y: i32| {
                    pattern.moves.list().iter().any(|&[dx, dy]| {
                        let (i, j) = (x - dx, y - dy);
                        (0..w).contains(&i) && (0..h).contains(&j) && before[(j * w + i) as usize]
                    })
                };
                before = (0..w * h).map(|k| comes_from(k % w, k / w) && has_room(k % w, k / w)).collect();
            }
            before.contains(&true)
        };
        let room = path.least_room as i32;
        let most = query::DodgePath::MOST_ROOM as i32;
        assert!(room == 0 || lives_with(room), "case {case}");
        assert!(room == most || !lives_with(room + 1), "case {case}: more than {room}");
        rooms.push(room);
    }
    rooms.sort_unstable();
    rooms.dedup();
    assert!(rooms.len() > 5, "{rooms:?}");
}

fn circle(r: f64, at: [f64; 2]) -> Placed {
    Placed::new(Shape::circle(r).unwrap().place(&Placement::at(at)).unwrap(), at)
}

fn rect(half: [f64; 2], at: [f64; 2]) -> Placed {
    Placed::new(Shape::rect(half).unwrap().place(&Placement::at(at)).unwrap(), at)
}

fn field() -> Reach {
    let moves = PlayerMoves::of_speeds(&[3.0, 1.5], 1.0).unwrap();
    let mut reach = Reach::new(&PlaceGrid::new([0.0, 0.0], [1.0, 1.0], [101, 101]), moves).unwrap();
    reach.start_at([50.0, 90.0]).unwrap();
    reach
}

/// A bar that comes down over the whole field is a wall in the step in which it has passed the last position.
#[test]
fn a_wall_is_found_at_its_step() {
    for (half, expected) in [(50.0, Some(vec![28])), (46.0, None)] {
        let mut dodge = Dodge::new(field());
        let core = [circle(2.0, [0.0, 0.0])];
        for k in 0..60 {
            // 4 px a step: faster than the player. It never jumps over a position, as it is 12 px high.
            let bar = rect([half, 6.0], [50.0, -20.0 + 4.0 * f64::from(k)]);
            let mut threats = Threats::new(&core, Touching::Ignored).unwrap();
            threats.add(&bar);
            dodge.step(&threats).unwrap();
        }
        // The lowest positions, y = 100, are hit from -20 + 4 k > 92 on: from k = 29 on they are the only ones left.
        let plain = plain_wall(half);
        assert_eq!(dodge.walls().first().copied(), plain, "{half}");
        assert_eq!(dodge.walls().is_empty(), expected.is_none(), "{half}");
        let path = dodge.path().unwrap();
        assert_eq!(path.steps.len(), plain.unwrap_or(60));
        // After the wall the search goes on above the bar, and there is no other wall.
        assert!(dodge.walls().len() <= 1 && dodge.counts().len() == 60);
    }
}

/// Returns the step of the wall by plain loops: the core is a circle of 2 px, the bar a box.
fn plain_wall(half: f64) -> Option<usize> {
    let moves =
        [[0, 0], [3, 0], [2, 2], [0, 3], [-2, 2], [-3, 0], [-2, -2], [0, -3], [2, -2], [1, 0], [1, 1]];
    let moves: Vec<[i32; 2]> =
        moves.into_iter().chain([[0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]]).collect();
    let mut at = std::collections::HashSet::from([[50, 90]]);
    (0..60)
        .find(|&k| {
            let middle = -20.0 + 4.0 * f64::from(k);
            let is_hit = |[x, y]: [i32; 2]| {
                let [x, y] = [f64::from(x) - 50.0, f64::from(y) - middle];
                let beyond = [(x.abs() - half).max(0.0), (y.abs() - 6.0).max(0.0)];
                beyond[0].hypot(beyond[1]) < 2.0
            };
            let all = at.iter().flat_map(|&[x, y]| moves.iter().map(move |&[dx, dy]| [x + dx, y + dy]));
            let inside = all.filter(|&[x, y]| (0..=100).contains(&x) && (0..=100).contains(&y));
            let next = inside.filter(|&to| !is_hit(to)).collect();
            at = next;
            at.is_empty()
        })
        .map(|k| k as usize)
}

/// A gap exactly as wide as the core is passed where touching is ignored, and one that is 1/256 px narrower is not.
#[test]
fn a_gap_as_wide_as_the_core_is_passed() {
    for (narrower, swept, is_passed) in
        [(0.0, false, true), (0.0, true, true), (1.0 / 256.0, false, false), (1.0 / 256.0, true, false)]
    {
        let mut dodge = Dodge::new(field());
        // A box of 4 px between bars that leave 4 px around x = 37.
        let core = [rect([2.0, 2.0], [0.0, 0.0])];
        for k in 0..60 {
            let y = -20.0 + 2.0 * f64::from(k);
            let bars = [rect([18.0, 4.0], [17.0, y]), rect([40.0, 4.0], [79.0 - narrower, y])];
            let mut threats = Threats::new(&core, Touching::Ignored).unwrap();
            for bar in &bars {
                if swept {
                    threats.add_swept(bar, [bar.at.x, y - 2.0]).unwrap();
                } else {
                    threats.add(bar);
                }
            }
            dodge.step(&threats).unwrap();
        }
        assert_eq!(dodge.walls().is_empty(), is_passed, "{narrower} {swept}");
        if is_passed {
            let path = dodge.path().unwrap();
            assert!(path.steps.iter().any(|place| place.at.x == 37.0) && path.least_room == 1);
        }
    }
}

/// A swept bullet blocks all that its path touches, which one that is not swept jumps over. Who runs with it is not hit.
#[test]
fn swept_bullets_count_along_their_path() {
    let core = [circle(1.0, [0.0, 0.0])];
    let after = |from: Option<[f64; 2]>| {
        let mut reach = field();
        let shot = circle(2.0, [50.0, 100.0]);
        let mut threats = Threats::new(&core, Touching::Counts).unwrap();
        match from {
            Some(from) => threats.add_swept(&shot, from).unwrap(),
            None => threats.add(&shot),
        }
        reach.step(&threats).unwrap();
        reach.map().clone()
    };
    let (stands, sweeps) = (after(None), after(Some([50.0, 70.0])));
    // The swept shot passes through the start. The player is hit there whichever way it moves: one step is too short to escape.
    assert!(stands.has(50, 90) && !sweeps.has(50, 90));
    assert!(stands.count() == 17 && sweeps.count() < 9, "{} {}", stands.count(), sweeps.count());
    // A shot that flies on ahead: whoever stood on its path would be hit, and who comes there behind it is not.
    let ahead = after(Some([50.0, 93.5]));
    assert!(ahead.has(50, 87) && ahead.has(50, 93));
}

/// Random patterns of bullets in a world: the path that is found is played there and has no hit.
#[test]
fn a_path_played_in_a_world_has_no_hit() {
    let (mut lived, mut hits_elsewhere) = (0, 0);
    for case in 0..cases(60, 400) {
        let rng = &mut Random::new(500 + case as u64);
        let swept = case % 2 == 0;
        let shoot = |rng: &mut Random| {
            let at = [rng.between(-10.0, 110.0), rng.between(-60.0, 20.0)];
            let by = [rng.between(-1.5, 1.5), rng.between(1.0, if swept { 9.0 } else { 3.0 })];
            (at, by, rng.between(1.0, 5.0), rng.below(3))
        };
        let shots: Vec<_> = (0..40).map(|_| shoot(rng)).collect();
        let mask = common::mask(rng);
        let world = || {
            let mut world = World::new();
            let mut body = Body::circle(1.5).at([50.0, 90.0]).layer(1).against(2);
            if case % 5 == 0 {
                body = body.swept();
            }
            let ship = world.spawn(body).unwrap();
            let bodies: Vec<_> = shots
                .iter()
                .map(|&(at, _, r, kind)| {
                    let body = match kind {
                        0 => Body::circle(r),
                        1 => Body::rect([r, 2.0]).turned(r),
                        _ => Body::sprite(&mask),
                    };
                    let body = if swept { body.swept() } else { body };
                    world.spawn(body.at(at).layer(2).against(1)).unwrap()
                })
                .collect();
            (world, ship, bodies)
        };
        let move_all = |world: &mut World, bodies: &[kasuri::Handle], k: i32| {
            for (&body, &(at, by, ..)) in bodies.iter().zip(&shots) {
                let to = [0, 1].map(|axis| at[axis] + by[axis] * f64::from(k));
                world.edit(body).position(to).unwrap();
            }
        };
        let (mut first, ship, bodies) = world();
        let mut dodge = Dodge::new(field());
        for k in 1..=70 {
            move_all(&mut first, &bodies, k);
            dodge.step(&first.threats(ship, None, Filter::ALL).unwrap()).unwrap();
            hits_elsewhere += first.step().unwrap().began().len();
        }
        let path = dodge.path().unwrap();
        lived += usize::from(path.steps.len() == 70);
        let (mut second, ship, bodies) = world();
        for (k, place) in path.steps.iter().enumerate() {
            move_all(&mut second, &bodies, k as i32 + 1);
            second.edit(ship).position(place.at).unwrap();
            let step = second.step().unwrap();
            assert!(step.began().is_empty(), "case {case}, step {k}: {:?}", step.began());
        }
    }
    assert!(lived > 30 && hits_elsewhere > 20, "{lived} {hits_elsewhere}");
}

/// What is refused, and as what.
#[test]
fn bad_input_is_refused() {
    let kind = |error: kasuri::Error| error.kind();
    let moves = || PlayerMoves::of_speeds(&[2.0], 1.0).unwrap();
    for speed in [f64::NAN, f64::INFINITY, 0.0, -1.0, 0.99, 1e9] {
        assert_eq!(
            PlayerMoves::of_speeds(&[1.0, speed], 1.0).map_err(kind),
            Err(ErrorKind::Number),
            "{speed}"
        );
    }
    for step in [f64::NAN, 0.0, -1.0] {
        assert_eq!(PlayerMoves::of_speeds(&[1.0], step).map_err(kind), Err(ErrorKind::Number), "{step}");
    }
    let many: Vec<[i32; 2]> = (1..300).map(|x| [x, 0]).collect();
    assert_eq!(PlayerMoves::new(&many).map_err(kind), Err(ErrorKind::Count));
    assert_eq!(PlayerMoves::new(&[[0, 5000]]).map_err(kind), Err(ErrorKind::Number));
    let grid = |from: f64, step: f64, count: [u32; 2]| {
        let places = PlaceGrid::new([from, 0.0], [step, 1.0], count);
        Reach::new(&places, moves()).map(drop).map_err(kind)
    };
    assert_eq!(grid(0.0, 1.0, [10, 10]), Ok(()));
    for (from, step, count) in [
        (f64::NAN, 1.0, [10, 10]),
        (0.0, 0.0, [10, 10]),
        (0.0, -1.0, [10, 10]),
        (0.0, 0.3, [10, 10]),
        (0.0, 1.0, [0, 10]),
        (0.0, 1.0 / 256.0, [1 << 14, 1 << 13]),
    ] {
        assert_eq!(grid(from, step, count), Err(ErrorKind::Number), "{from} {step} {count:?}");
    }
    let mut reach = field();
    for at in [[f64::NAN, 0.0], [-2.0, 5.0], [5.0, 102.0]] {
        assert_eq!(reach.start_at(at).map_err(kind), Err(ErrorKind::Number), "{at:?}");
    }
    let mut world = World::new();
    let ship = world.spawn(Body::circle(1.0)).unwrap();
    let threats = |region| world.threats(ship, region, Filter::ALL).map(drop).map_err(kind);
    assert_eq!((threats(None), threats(Some("core"))), (Ok(()), Err(ErrorKind::NotFound)));
    let mut other = World::new();
    let gone = other.spawn(Body::circle(1.0)).unwrap();
    other.remove(gone).unwrap();
    assert_eq!(other.threats(gone, None, Filter::ALL).map(drop).map_err(kind), Err(ErrorKind::Stale));
    let mut dodge = Dodge::new(field()).within(100_000);
    let refused = (0..100).find_map(|_| dodge.step(&Threats::new(&[], Touching::Counts).unwrap()).err());
    assert_eq!(refused.map(kind), Some(ErrorKind::Ceiling));
}

//! Tests the cost of a frame: one submission, one wait, and a number of bytes that depends on moved bodies and hits
//! only.

use kasuri::Layers;
use kasuri::broad::{BoxList, Broad, Brute};
use kasuri::{Cause, ErrorKind, Placement, Shape, Touching, Vec2};

use crate::common::{Kind, Random, Thing, mask};
use crate::gpu;
use crate::twin::{Body, Twin, moved, place};

fn circle(at: [f64; 2], owner: u32) -> Body {
    let thing = Thing::Shape(Shape::circle(4.0).unwrap());
    Body { thing, placement: Placement::at(at), layers: Layers::default(), margin: -1, owner, world: 0 }
}

/// The bytes of counts that every frame reads back.
const HEAD: u64 = 112;

/// Returns the room reserved where the frame before had `count` items.
fn expected(count: usize) -> u64 {
    (count + count / 4 + 64) as u64
}

#[test]
fn a_frame_is_one_submission_and_one_wait_and_as_many_bytes_as_moves_and_hits_say() {
    for gpu in gpu::all() {
        let mut random = Random::new(31);
        let mut twin = Twin::new(gpu);
        let bodies = 300;
        for k in 0..bodies {
            let body = circle(place(&mut random, 100.0), k);
            twin.put(None, body);
        }
        let mut before = twin.check("the first frame");
        assert_eq!(before.report.bytes_moved, 8 * u64::from(bodies));
        assert_eq!(before.report.bytes_changed, 36 * u64::from(bodies));
        for (moves, changes) in [(0, 0), (7, 0), (250, 0), (300, 3), (0, 20), (199, 1)] {
            for k in 0..moves {
                let body = moved(twin.bodies[k].clone().unwrap(), place(&mut random, 100.0));
                twin.crowd.move_to(k as u32, body.at()).unwrap();
                twin.bodies[k] = Some(body);
            }
            for k in 0..changes {
                // This body has a different margin, but the same form.
                let body = twin.bodies[k].clone().unwrap();
                let margin = body.margin + 1;
                twin.put(Some(k), Body { margin, ..body });
            }
            let frame = twin.check(&format!("{moves} moves, {changes} changes"));
            let report = frame.report;
            assert_eq!((report.submissions, report.waits), (1, 1), "{report:?}");
            assert_eq!((report.moved, report.changed), (moves as u64, changes as u64));
            assert_eq!(report.bytes_moved, (12 * moves as u64).min(8 * u64::from(bodies)));
            assert_eq!(report.bytes_changed, 36 * changes as u64);
            assert_eq!(report.bytes_tables, 0);
            assert_eq!(report.bytes_asked, before.report.bytes_asked);
            let lists = expected(before.grazes.len()) + expected(before.hits.len());
            assert_eq!(report.bytes_back, HEAD + 8 * lists);
            before = frame;
        }
    }
}

/// The table of docs/gpu-internals.md: 600 bodies of six kinds, of which 50 move.
#[test]
fn a_frame_has_few_passes() {
    for gpu in gpu::all() {
        for (has_margins, dispatches) in [(false, 41), (true, 46)] {
            let mut random = Random::new(33);
            let mut twin = Twin::new(gpu);
            let (small, large) = (
                mask(&mut random),
                std::sync::Arc::new(kasuri::Mask::from_fn(200, 200, |_, _| true).unwrap()),
            );
            for k in 0..600 {
                let (thing, turn) = match k % 6 {
                    0 => (Thing::Shape(Shape::circle(4.0).unwrap()), 0.0),
                    1 => (Thing::Shape(Shape::rect([40.0, 4.0]).unwrap()), 0.5),
                    2 => (Thing::Sprite(small.clone(), None), 0.0),
                    3 => (Thing::Sprite(small.clone(), None), 0.5),
                    4 => (Thing::Sprite(large.clone(), None), 0.0),
                    _ => (Thing::Sprite(large.clone(), None), 0.5),
                };
                let margin = if has_margins { 256 } else { -1 };
                let body = Body { thing, margin, ..circle(place(&mut random, 2000.0), k) };
                let placement = body.placement.turned(turn);
                twin.put(None, Body { placement, ..body });
            }
            twin.crowd.frame().unwrap();
            for k in 0..50 {
                let body = moved(twin.bodies[k].clone().unwrap(), place(&mut random, 2000.0));
                twin.crowd.move_to(k as u32, body.at()).unwrap();
                twin.bodies[k] = Some(body);
            }
            let report = twin.crowd.frame().unwrap().report;
            assert!(report.passes <= 4 && report.dispatches <= dispatches, "{report:?}");
        }
    }
}

#[test]
fn what_outgrows_its_room_is_asked_again_and_not_cut() {
    for gpu in gpu::all() {
        let mut random = Random::new(32);
        let mut twin = Twin::new(gpu);
        twin.crowd.cramp();
        let art = mask(&mut random);
        for k in 0..90 {
            let thing = match k % 3 {
                0 => Thing::Sprite(art.clone(), None),
                1 => Thing::random(&mut random, Kind::Rect).0,
                _ => Thing::Shape(Shape::circle(30.0).unwrap()),
            };
            // A margin that reaches nearly all bodies.
            let margin = if k < 30 { 256 * 40 } else { -1 };
            let body = Body { thing, margin, ..circle(place(&mut random, 40.0), k) };
            let placement = body.placement.turned(f64::from(k));
            twin.put(None, Body { placement, ..body });
        }
        let frame = twin.check("cramped");
        assert!(frame.report.submissions > 2, "{:?}", frame.report);
        assert_eq!(frame.report.waits, frame.report.submissions);
        assert!(
            frame.hits.len() > 1000 && frame.grazes.len() > 100,
            "{} {}",
            frame.hits.len(),
            frame.grazes.len()
        );
        assert!(frame.report.cover_words > 100);
        let again = twin.check("with room");
        assert_eq!((again.report.submissions, again.report.waits), (1, 1));
        assert_eq!((again.hits, again.grazes), (frame.hits, frame.grazes));
        // So many that a queue outgrows its buffer too.
        for k in 90..190 {
            let body = circle(place(&mut random, 3.0), k);
            twin.put(None, body);
        }
        let more = twin.check("crowded");
        assert!(more.report.submissions > 1 && more.hits.len() > 4950);
    }
}

/// Boxes of shapes and of upright sprites are the same on both sides, so the candidates are the same as well.
#[test]
fn candidates_are_those_of_every_broad_phase() {
    for gpu in gpu::all() {
        let mut random = Random::new(37);
        let mut twin = Twin::new(gpu);
        for k in 0..500 {
            let kind = random.pick(&[Kind::Sprite, Kind::Circle, Kind::Rect, Kind::Chain]);
            let (thing, _) = Thing::random(&mut random, kind);
            // Mostly small shapes, some up to thousands of pixels.
            let scale = if random.chance(10) { random.between(1.0, 60.0) } else { 1.0 };
            let scale = if kind == Kind::Sprite { 1.0 } else { scale };
            let placement = Placement::default().scaled([scale, scale]);
            let (layer, against) = (1 << random.below(3), random.below(8) as u32);
            let layers = Layers { layer, against, group: random.below(3) as u32 };
            let body = Body { thing, placement, layers, ..circle([0.0, 0.0], k) };
            let at = place(&mut random, 400.0);
            twin.put(None, moved(body, at));
        }
        let (bounds, layers): (Vec<_>, Vec<_>) =
            twin.bodies.iter().flatten().map(|body| (body.form().bounds().unwrap(), body.layers)).unzip();
        let mut pairs = Vec::new();
        Brute.pairs(BoxList::new(&bounds, &layers), &mut pairs);
        assert!(pairs.len() > 500, "{}", pairs.len());
        assert_eq!(twin.check("mixed sizes").report.pairs, pairs.len() as u64);
    }
}

/// Tests many small worlds in one frame: at the same positions, and no body of one meets a body of another.
#[test]
fn worlds_beside_each_other_never_meet() {
    for gpu in gpu::all() {
        let mut random = Random::new(38);
        let mut twin = Twin::new(gpu);
        let worlds = 60;
        for k in 0..600 {
            let body = Body { world: k % worlds, ..circle(place(&mut random, 30.0), k) };
            twin.put(None, body);
        }
        let frame = twin.check("sixty worlds");
        assert!(frame.hits.len() > 50 && frame.report.submissions <= 2, "{:?}", frame.report);
        assert!(frame.hits.iter().all(|[a, b]| a % worlds == b % worlds));
        // There are no candidates between worlds either.
        assert!(frame.report.pairs < 2 * frame.hits.len() as u64, "{:?}", frame.report);
        assert_eq!(twin.check("once more").report.submissions, 1);
    }
}

#[test]
fn more_layers_than_there_are_flocks() {
    for gpu in gpu::all() {
        let mut random = Random::new(34);
        let mut twin = Twin::new(gpu);
        for k in 0..200 {
            // Hundreds of combinations of layers, most of which match few others.
            let (layer, against) = (1 << random.below(8), 1 << random.below(8) | 1 << random.below(8));
            let layers = Layers { layer, against, group: random.below(5) as u32 };
            let body = Body { layers, ..circle(place(&mut random, 40.0), k) };
            twin.put(None, body);
        }
        assert!(twin.check("many layers").hits.len() > 20);
    }
}

/// Tests squares, discs and sprites 8 px wide at every 8th pixel: nearly all that meet just touch.
#[test]
fn touches_count_as_the_rules_say() {
    for gpu in gpu::all() {
        let mut random = Random::new(39);
        let mut twin = Twin::new(gpu);
        let art = std::sync::Arc::new(kasuri::Mask::from_fn(8, 8, |_, _| true).unwrap());
        for k in 0..120 {
            let thing = match random.below(3) {
                0 => Thing::Shape(Shape::circle(4.0).unwrap()),
                1 => Thing::Shape(Shape::rect([4.0, 4.0]).unwrap()),
                _ => Thing::Sprite(art.clone(), None),
            };
            let [x, y] = [(); 2].map(|()| 8.0 * random.below(20) as f64);
            let layers = Layers::new(1 << random.below(3), u32::MAX);
            let margin = if random.chance(3) { 0 } else { -1 };
            twin.put(None, Body { thing, layers, margin, ..circle([x, y], k) });
        }
        let rules = [(1, 1), (2, 2), (1, 2), (2, 4)].map(|(a, b)| (a, b, random.pick(&TOUCHES)));
        let mut hits = Vec::new();
        for usual in TOUCHES {
            for between in [&[][..], &rules, &[(1, 7, Touching::Ignored), (1, 1, Touching::Counts)]] {
                twin.set_terms(usual, between, &[]);
                let frame = twin.check(&format!("{usual:?}, {between:?}"));
                assert!(!frame.grazes.is_empty());
                hits.push(frame.hits.len());
            }
        }
        // Touching counts for all pairs or for none; the other rules lie between.
        assert!(hits[0] > 2 * hits[3] && hits[0] > hits[2] && hits[5] > hits[3], "{hits:?}");
    }
}

const TOUCHES: [Touching; 2] = [Touching::Counts, Touching::Ignored];

/// Tests margins as large as the world: one cell contains such boxes.
#[test]
fn margins_may_reach_across_the_world() {
    for gpu in gpu::all() {
        let mut twin = Twin::new(gpu);
        for k in 0..12 {
            let far = 2_000_000.0 - 300_000.0 * f64::from(k);
            let margin = if k % 4 == 0 { 1 << 29 } else { -1 };
            let body = circle([far, far / 2.0], k);
            twin.put(None, Body { margin, ..body });
        }
        let frame = twin.check("far and wide");
        assert!(frame.hits.is_empty() && frame.grazes.len() > 20, "{:?}", frame.grazes);
    }
}

#[test]
fn forms_that_nobody_has_any_more_are_forgotten() {
    // Only the host forgets forms, so one GPU shows as much as all.
    for gpu in gpu::all().iter().take(1) {
        let mut random = Random::new(35);
        let mut twin = Twin::new(gpu);
        let art = mask(&mut random);
        for k in 0..40 {
            let thing = if k % 2 == 0 {
                Thing::Sprite(art.clone(), None)
            } else {
                Thing::random(&mut random, Kind::Rect).0
            };
            let body = Body { thing, ..circle(place(&mut random, 40.0), k) };
            twin.put(None, body);
        }
        let (mut most, mut least) = (0, u64::MAX);
        for turn in 0..140 {
            for k in 0..40 {
                let body = twin.bodies[k].clone().unwrap();
                let placement = body.placement.turned(f64::from(turn) + k as f64 / 50.0);
                twin.put(Some(k), Body { placement, ..body });
            }
            // The forms of frames that are not checked count as well.
            let report = if turn % 35 == 0 {
                twin.check(&format!("turn {turn}")).report
            } else {
                twin.crowd.frame().unwrap().report
            };
            assert_eq!(report.bytes_changed, 36 * 40, "all of them, once");
            (most, least) = (most.max(report.bytes_tables), least.min(report.bytes_tables));
        }
        twin.check("at last");
        // All forms ever used would be 150,000 bytes of sprites alone. All are sent again where a table outgrows its
        // buffer.
        assert!(least > 0 && most < 95_000, "{least} to {most}");
    }
}

#[test]
fn mistakes_are_told() {
    for gpu in gpu::all() {
        let mut twin = Twin::new(gpu);
        assert!(twin.crowd.frame().unwrap().hits.is_empty());
        twin.put(None, circle([0.0, 0.0], 0));
        let origin = kasuri::lattice::Point::default();
        assert_eq!(twin.crowd.move_to(1, origin), Err(Cause::NoSuchBody { index: 1, count: 1 }.error()));
        assert!(twin.crowd.remove(7).is_err_and(|error| error.kind() == ErrorKind::NotFound));
        assert!(twin.crowd.move_to(0, kasuri::lattice::Point::new(1 << 30, 0)).is_err());
        let two = [origin, origin];
        let error = twin.crowd.set_velocities(&two).unwrap_err();
        assert!(matches!(error.cause(), Cause::Count { count: 2, .. }));
        assert_eq!(Vec2::from([0.0, 0.0]), twin.bodies[0].as_ref().unwrap().placement.at);
        twin.check("nothing of that was done");
    }
}

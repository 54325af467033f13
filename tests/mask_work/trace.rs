//! Tests that traced polygons cover the mask when they are drawn again, are simple, and are disjoint.

use kasuri::{Mask, Shape, Vec2, mask::Contour};

use crate::pace::own_seconds;
use crate::support::{Random, for_masks, holds, like, texels};

fn rings(contours: &[Contour]) -> impl Iterator<Item = &Vec<Vec2>> {
    contours.iter().flat_map(|contour| [&contour.outer].into_iter().chain(&contour.holes))
}

/// Returns the texels whose centers lie in the contours.
fn drawn(mask: &Mask, contours: &[Contour]) -> Mask {
    like(mask, |x, y| {
        let (x, y) = (x as f64 + 0.5, y as f64 + 0.5);
        contours.iter().any(|c| holds(&c.outer, x, y) && !c.holes.iter().any(|hole| holds(hole, x, y)))
    })
}

fn edges(ring: &[Vec2]) -> impl Iterator<Item = [Vec2; 2]> {
    ring.iter().zip(ring.iter().cycle().skip(1)).map(|(&a, &b)| [a, b])
}

fn distance([a, b]: [Vec2; 2], p: Vec2) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
    let t = t.clamp(0.0, 1.0);
    (a.x + t * dx - p.x).hypot(a.y + t * dy - p.y)
}

fn cross(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

fn area(ring: &[Vec2]) -> f64 {
    edges(ring).map(|[a, b]| a.x * b.y - b.x * a.y).sum()
}

/// Whether the interiors of two segments meet. All numbers are small integers, so floats are exact.
fn cut([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> bool {
    let apart = |p, q, r, s| cross(p, q, r) * cross(p, q, s) < 0.0;
    if cross(a, b, c) == 0.0 && cross(a, b, d) == 0.0 {
        let along = |p: Vec2| (p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y);
        let (low, high) = (along(c).min(along(d)), along(c).max(along(d)));
        return low < along(b) && high > 0.0;
    }
    // An end on the other's interior counts, too: corners are shared, edges are not.
    let touches = |[a, b]: [Vec2; 2], p: Vec2| p != a && p != b && distance([a, b], p) == 0.0;
    (apart(a, b, c, d) && apart(c, d, a, b))
        || [c, d].into_iter().any(|p| touches([a, b], p))
        || [a, b].into_iter().any(|p| touches([c, d], p))
}

fn check_rings(contours: &[Contour]) {
    let all: Vec<_> = rings(contours).collect();
    for ring in &all {
        assert!(ring.len() >= 3);
        let mut corners: Vec<_> = ring.iter().map(|v| (v.x as i32, v.y as i32)).collect();
        corners.sort_unstable();
        corners.dedup();
        assert_eq!(corners.len(), ring.len(), "a corner twice: {ring:?}");
        if ring.len() <= 64 {
            Shape::polygon(ring).unwrap();
        }
    }
    for contour in contours {
        assert!(area(&contour.outer) > 0.0 && contour.holes.iter().all(|hole| area(hole) < 0.0));
    }
    let segments: Vec<_> = all.iter().flat_map(|ring| edges(ring)).collect();
    for (k, &a) in segments.iter().enumerate() {
        assert!(!segments[..k].iter().any(|&b| cut(a, b)), "rings cross at {a:?}");
    }
}

#[test]
fn exact_outlines_draw_the_mask_again() {
    for_masks(41, 12, |mask, _| {
        let contours = mask.traced(0.0).unwrap();
        assert_eq!(&drawn(mask, &contours), mask);
        for ring in rings(&contours) {
            assert!(edges(ring).all(|[a, b]| (a.x == b.x) != (a.y == b.y)), "along texel edges");
        }
        let areas: f64 = rings(&contours).map(|ring| area(ring) / 2.0).sum();
        assert_eq!(areas, mask.count() as f64);
        if mask.width() <= 65 && mask.height() <= 24 {
            check_rings(&contours);
        }
    });
}

#[test]
fn simplified_outlines_stay_within_the_tolerance() {
    for_masks(42, 8, |mask, _| {
        if mask.height() > 24 {
            return;
        }
        let exact = mask.traced(0.0).unwrap();
        let walls: Vec<_> = rings(&exact).flat_map(|ring| edges(ring)).collect();
        for tolerance in [0.3, 0.5, 0.75, 1.0, 1.5, 3.0, 10.0, 1e9] {
            let contours = mask.traced(tolerance).unwrap();
            check_rings(&contours);
            assert_eq!(contours.len(), exact.len(), "nothing vanishes");
            let again = drawn(mask, &contours);
            for (x, y) in texels(mask).filter(|&(x, y)| again.get(x, y) != mask.get(x, y)) {
                let centre = Vec2::new(x as f64 + 0.5, y as f64 + 0.5);
                let nearest = walls.iter().map(|&wall| distance(wall, centre)).fold(f64::MAX, f64::min);
                assert!(nearest <= tolerance + 1e-9, "{nearest} at {tolerance}");
            }
            for (simple, exact) in rings(&contours).zip(rings(&exact)) {
                check_chains(simple, exact, tolerance);
            }
        }
    });
}

/// Checks that every vertex of the exact ring lies within the tolerance of the edge that replaces it.
fn check_chains(simple: &[Vec2], exact: &[Vec2], tolerance: f64) {
    let mut dropped = exact.iter().cycle().skip_while(|&&v| v != simple[0]).copied();
    dropped.next();
    for edge in edges(simple) {
        for v in dropped.by_ref().take(exact.len()).take_while(|&v| v != edge[1]) {
            assert!(distance(edge, v) <= tolerance + 1e-9, "{v:?} from {edge:?}");
        }
    }
}

#[test]
fn round_things_become_few_vertices() {
    let disc = Mask::from_fn(101, 101, |x, y| (x - 50).pow(2) + (y - 50).pow(2) <= 2500).unwrap();
    let [exact, coarse] = [0.0, 1.0].map(|t| disc.traced(t).unwrap()[0].outer.len());
    assert!(exact > 200 && coarse <= 24, "{exact} {coarse}");
}

#[test]
fn thin_and_nested_things_keep_their_order() {
    // Rings within rings, one texel thick: any larger tolerance would make them cross.
    let nested = Mask::from_fn(41, 41, |x, y| (x - 20).abs().max((y - 20).abs()) % 2 == 0).unwrap();
    let spiral =
        Mask::from_rows(&["#######", "......#", "#####.#", "#...#.#", "#.###.#", "#.....#", "#######"])
            .unwrap();
    for mask in [nested, spiral] {
        for tolerance in [0.5, 2.0, 7.0, 100.0] {
            let contours = mask.traced(tolerance).unwrap();
            check_rings(&contours);
            for contour in &contours {
                let inside = |hole: &Vec<Vec2>| holds(&contour.outer, hole[0].x + 1e-3, hole[0].y + 1e-3);
                assert!(contour.holes.iter().all(inside));
            }
        }
    }
}

/// Returns masks with edges of all kinds: blobs, noise from sparse to dense, rings, stars and letters.
fn edges_of_all_kinds(random: &mut Random) -> Vec<Mask> {
    let mut masks = Vec::new();
    for share in [5, 20, 40, 50, 60, 75, 95] {
        let (width, height) = (random.within(2, 50) as usize, random.within(2, 50) as usize);
        masks.push(Mask::from_fn(width, height, |_, _| random.within(0, 100) < share).unwrap());
    }
    for _ in 0..6 {
        masks.push(random.mask(90, 60));
        let waves: Vec<_> = (0..5).map(|_| [(); 3].map(|()| random.between(-0.4, 0.4))).collect();
        let height = |x: i32, y: i32| {
            let of_wave = |[a, b, c]: &[f64; 3]| (a * f64::from(x) + b * f64::from(y) + 20.0 * c).sin();
            waves.iter().map(of_wave).sum::<f64>()
        };
        masks.push(Mask::from_fn(60, 60, |x, y| height(x, y) > 0.3).unwrap());
        let (wide, thick, points) =
            (random.between(3.0, 9.0), random.between(0.1, 1.0), random.within(3, 20));
        let star = |x: i32, y: i32| {
            let (x, y) = (f64::from(x) - 30.0, f64::from(y) - 30.0);
            let spoke = (y.atan2(x) * f64::from(points)).sin();
            (x.hypot(y) + wide * spoke).rem_euclid(wide) < wide * thick
        };
        masks.push(Mask::from_fn(60, 60, star).unwrap());
    }
    let letters = [
        "..##....####...####..####...#####.#...#.",
        ".#..#...#...#.#......#...#..#.....##..#.",
        "#....#..####..#......#....#.###...#.#.#.",
        "######..#...#.#......#...#..#.....#..##.",
        "#....#..####...####..####...#####.#...#.",
    ];
    masks.push(Mask::from_rows(&letters).unwrap());
    let large = |x: i32, y: i32| letters[y as usize / 5].as_bytes()[x as usize / 5] == b'#';
    masks.push(Mask::from_fn(200, 25, large).unwrap());
    masks
}

fn count(contours: &[Contour]) -> usize {
    rings(contours).map(Vec::len).sum()
}

/// A larger tolerance keeps some of the vertices that a smaller one keeps.
#[test]
fn a_larger_tolerance_never_gives_more_vertices() {
    let random = &mut Random::new(43);
    for mask in (0..20).flat_map(|_| edges_of_all_kinds(random)).collect::<Vec<_>>() {
        let mut tolerances = vec![0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 1e9];
        tolerances.extend((0..5).map(|_| random.between(0.0, 9.0)));
        tolerances.sort_by(f64::total_cmp);
        let mut smaller = mask.traced(0.0).unwrap();
        for tolerance in tolerances {
            let larger = mask.traced(tolerance).unwrap();
            assert_eq!(rings(&larger).count(), rings(&smaller).count());
            for (few, many) in rings(&larger).zip(rings(&smaller)) {
                let mut rest = many.iter();
                assert!(few.iter().all(|v| rest.any(|other| other == v)), "at {tolerance}: {few:?} {many:?}");
                assert!(few.len() >= 3);
            }
            smaller = larger;
        }
        check_rings(&smaller);
    }
}

#[test]
fn a_disc_loses_vertices_as_the_tolerance_grows() {
    let disc = Mask::from_fn(21, 21, |x, y| (x - 10).pow(2) + (y - 10).pow(2) <= 100).unwrap();
    let counts = [0.0, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0].map(|t| count(&disc.traced(t).unwrap()));
    assert!(counts.is_sorted_by(|a, b| a >= b), "{counts:?}");
    assert!(counts[0] == 52 && counts[3] <= 12 && counts[7] == 4, "{counts:?}");
}

/// To drop vertices takes some 5 to 8 times as long as to find them. Time that grew with the square of their number would
/// take hundreds of times as long.
#[test]
fn large_masks_are_traced_in_time() {
    let mut random = Random::new(7);
    let noise = Mask::from_fn(2048, 2048, |_, _| random.chance(2)).unwrap();
    let comb = Mask::from_fn(2048, 2048, |x, y| y == 2047 || x % 2 == 0).unwrap();
    let nested = Mask::from_fn(2047, 2047, |x, y| (x - 1023).abs().max((y - 1023).abs()) % 2 == 0).unwrap();
    for mask in [noise, comb, nested] {
        let traced = |tolerance: f64| {
            let before = own_seconds();
            let vertices = count(&mask.traced(tolerance).unwrap());
            let taken = own_seconds() - before;
            println!("{vertices} vertices at {tolerance} in {taken:.3} s");
            (vertices, taken)
        };
        let (all, exact) = traced(0.0);
        for (vertices, taken) in [1.0, 50.0].map(traced) {
            assert!((3..=all).contains(&vertices), "{vertices} of {all}");
            assert!(
                taken < 30.0 * exact.max(0.3),
                "{taken} s of the processor, and {exact} for all vertices"
            );
        }
    }
}

#[test]
fn a_tolerance_is_a_number_of_0_or_more() {
    let mask = Mask::empty(3, 3).unwrap();
    for tolerance in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(mask.traced(tolerance).is_err() && mask.convex_parts(tolerance).is_err());
    }
    assert!(mask.traced(0.0).unwrap().is_empty() && mask.convex_parts(1.0).unwrap().is_empty());
    let stairs = Mask::from_rows(&["#..#", "##..", "###."]).unwrap();
    for tolerance in [f64::MIN_POSITIVE, f64::MAX] {
        check_rings(&stairs.traced(tolerance).unwrap());
        assert!(!stairs.convex_parts(tolerance).unwrap().is_empty());
    }
}

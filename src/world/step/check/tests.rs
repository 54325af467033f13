use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::error::Result;
use crate::mask::Mask;
use crate::scene::Scene;
use crate::shape::{Cell, Shape, TileMap};
use crate::world::{Body, Region, World};

/// A world with two bodies, and what a step would have to find.
fn checked(world: &World, answer: PairAnswer) -> Option<Disagreement> {
    let checked = Checked {
        rows: &world.rows,
        touches: &world.touches,
        memory: &world.memory,
        candidates: &[[0, 1]],
        found: &RawHits::default(),
        on_way: &[],
        step: 7,
    };
    checked.disagreement([0, 1], answer)
}

fn hit(regions: [u8; 2], t: Option<f64>) -> PairAnswer {
    PairAnswer { hits: vec![(regions, t)], graze: None }
}

#[test]
fn right_answers_are_agreed_with_and_wrong_ones_are_not() -> Result<()> {
    let mut world = World::new();
    world.spawn(Body::circle(3.0).graze(2.0))?;
    let other = world.spawn(Body::circle(3.0).at([6.0, 0.0]))?;
    assert_eq!(checked(&world, hit([0, 0], None)), None);
    let lost = checked(&world, PairAnswer::default()).unwrap();
    assert_eq!(
        lost.to_string(),
        "step 7, bodies 0v1 and 1v1: the step found nothing, the reference a hit of regions 0 and 0"
    );
    world.edit(other).position([7.0, 0.0])?;
    let graze = PairAnswer { hits: vec![], graze: Some([0, 0]) };
    assert_eq!(checked(&world, graze.clone()), None);
    assert!(checked(&world, hit([0, 0], None)).is_some());
    assert!(checked(&world, PairAnswer::default()).is_some());
    // What was told before is not told again.
    world.step()?;
    assert_eq!(checked(&world, PairAnswer::default()), None);
    world.edit(other).position([70.0, 0.0])?;
    assert_eq!(checked(&world, PairAnswer::default()), None);
    assert!(checked(&world, hit([0, 0], None)).is_some());
    Ok(())
}

#[test]
fn swept_pairs_are_checked_with_their_times() -> Result<()> {
    let mut world = World::new();
    let shot = world.spawn(Body::circle(1.0).at([-10.0, 0.0]).swept())?;
    world.spawn(Body::rect([1.0, 9.0]))?;
    world.edit(shot).position([10.0, 0.0])?;
    assert_eq!(checked(&world, hit([0, 0], Some(0.4))), None);
    assert_eq!(checked(&world, hit([0, 0], Some(0.40001))), None);
    assert!(checked(&world, hit([0, 0], Some(0.41))).is_some());
    assert!(checked(&world, hit([0, 0], None)).is_some());
    let lost = checked(&world, PairAnswer::default()).unwrap();
    let scene = Scene::from_json(lost.scene(), Path::new("."))?;
    assert_eq!(scene.solve()?.pairs.len(), 1, "{}", lost.scene());
    Ok(())
}

/// The scene of a pair has the hit that the step has.
#[test]
fn scenes_tell_of_the_same_bodies() -> Result<()> {
    let mask = Arc::new(Mask::from_rows(&[".##.", "####", "#..#"])?);
    let slope = crate::shape::Polygon::new(&[[0.0, 8.0], [8.0, 0.0], [8.0, 8.0]])?;
    let legend = [('/', Cell::Polygon(slope)), ('m', Cell::Mask(mask.clone()))];
    let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["/#", ".m"], &legend)?);
    let bodies = [
        Body::circle(4.5).layer(2),
        Body::rect([5.0, 2.5]).turned(0.4).scaled([1.0, 2.0]).group(3),
        Body::chain(&[[-5.0, 0.0], [0.0, 4.0], [5.0, 0.0]], 1.0),
        Body::polygon(&[[-5.0, -5.0], [5.0, -5.0], [0.0, 0.0], [-5.0, 5.0]]),
        Body::sprite(&mask).turned(0.7).scaled([-2.0, 1.5]).pivot([1.0, 1.0]),
        Body::tiles(&map).at([-8.0, -8.0]),
        Body::point().region(Region::new("core", Shape::circle(2.0)?).layer(4)),
        Body::segment([-3.0, 0.0], [4.0, 1.0]).graze(1.5),
        Body::ellipse(3.0, 2.0),
    ];
    let mut seen = 0;
    for (k, a) in bodies.iter().enumerate() {
        for b in &bodies[k + 1..] {
            let mut world = World::builder().touching(Touching::Ignored).build()?;
            world.spawn(a.clone())?;
            world.spawn(b.clone())?;
            let right = {
                let found = world.step()?;
                assert!(world.check_now().is_empty());
                found.hits().map(|hit| hit.regions).next()
            };
            let Some(regions) = right else { continue };
            let told = Checked { ..parts(&world) }.scene([0, 1], regions);
            let scene = Scene::from_json(&told, Path::new("."))?;
            assert_eq!(scene.pairs()?.len(), 1, "{told}");
            let forms = [0, 1].map(|k| world.rows.form(k, regions[k].into()));
            assert_eq!([&scene.bodies()[0].form, &scene.bodies()[1].form], [&forms[0], &forms[1]], "{told}");
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen} pairs");
    Ok(())
}

fn parts(world: &World) -> Checked<'_> {
    Checked {
        rows: &world.rows,
        touches: &world.touches,
        memory: &world.memory,
        candidates: &[],
        found: const { &RawHits { overlaps: Vec::new(), grazes: Vec::new() } },
        on_way: &[],
        step: 1,
    }
}

impl World {
    /// Checks all pairs of bodies against the last step.
    fn check_now(&self) -> Vec<Disagreement> {
        let last = RawHits { overlaps: self.last.keys.clone(), grazes: Vec::new() };
        let pairs: Vec<[u32; 2]> =
            (0..self.rows.len() as u32).flat_map(|a| (0..a).map(move |b| [b, a])).collect();
        let all = SelfCheck::one_in(1).unwrap();
        Checked { found: &last, candidates: &pairs, on_way: &self.last.on_way, ..parts(self) }
            .disagreements(all)
    }
}

/// About one pair in n is chosen, others in other steps, and all of them for n = 1.
#[test]
fn one_in_n_is_chosen() -> Result<()> {
    let mut world = World::new();
    let bodies = world.spawn_many(300, |_| Body::point())?;
    let pairs: Vec<[Handle; 2]> =
        (0..300).flat_map(|a| (0..a).map(move |b| (b, a))).map(|(b, a)| [bodies[b], bodies[a]]).collect();
    for n in [1, 2, 10, 1000] {
        let check = SelfCheck::one_in(n).unwrap();
        let of = |step: u64| pairs.iter().filter(move |&&pair| check.chooses(mixed(step), pair));
        let count = (0..40).map(|step| of(step).count()).sum::<usize>() as f64;
        let expected = 40.0 * pairs.len() as f64 / f64::from(n);
        assert!((count - expected).abs() <= 5.0 * expected.sqrt(), "{n}: {count} of {expected}");
        assert!(n == 1 || !of(1).eq(of(2)));
    }
    assert!(SelfCheck::one_in(0).is_none());
    Ok(())
}

/// A check changes no answer, whatever it finds.
#[test]
fn a_check_changes_nothing() -> Result<()> {
    let mut worlds = [0, 1, 3].map(|n| World::builder().check_one_in(n).build().unwrap());
    for world in &mut worlds {
        world.spawn_many(60, |k| Body::circle(3.0).at([2.5 * (k % 9) as f64, k as f64]).graze(1.0))?;
    }
    for _ in 0..3 {
        let told = worlds.each_mut().map(|world| world.step().map(|step| step.disagreements().len()));
        assert_eq!(told, [Ok(0), Ok(0), Ok(0)]);
        let hashes = worlds.each_ref().map(World::hash);
        assert!(hashes.iter().all(|&hash| hash == hashes[0]));
    }
    // A snapshot keeps nothing of the check, and the world keeps its own.
    let snapshot = worlds[0].snapshot();
    worlds[1].restore(&snapshot);
    assert!(worlds[1].check.is_some() && worlds[1].hash() == snapshot.hash());
    Ok(())
}

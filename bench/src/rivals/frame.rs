//! The frame of w6 by rapier2d, only as boxes, because rapier has no masks. Two ways: the quickest, in which only the
//! targets are in its world and every bullet is a query; and the manual's, in which all bodies are in its world, on
//! layers.

use parry2d::math::Pose;
use parry2d::shape::Cuboid;
use rapier2d::prelude::*;

use crate::workloads::frame::{KINDS, Scene};
use crate::{Job, Work, Workload};

pub(super) const LIST: &[Workload] = &[
    Workload {
        name: "w6-boxes-10k",
        by: "rapier, targets only, asked by each bullet",
        about: "",
        prepare: of_targets,
    },
    Workload { name: "w6-boxes-10k", by: "rapier, all in its world", about: "", prepare: of_all },
];

/// Shrinks half-sides, so that boxes that only share an edge do not hit. Positions are whole pixels, so nothing else
/// changes.
const SHRINK: f32 = 0.01;

/// All bodies of w6 as rapier represents them.
struct Crowd {
    scene: Scene,
    sides: Vec<i32>,
}

impl Crowd {
    fn new() -> Crowd {
        let sides = KINDS.iter().flat_map(|&(count, side, _)| vec![side; count]).collect();
        Crowd { scene: Scene::new(), sides }
    }

    fn centre(&self, k: usize, frame: usize) -> Vector {
        let ([x, y], half) = (self.scene.frames[frame][k], self.sides[k] as f32 / 2.0);
        Vector::new(x as f32 + half, y as f32 + half)
    }

    fn collider(&self, k: usize) -> ColliderBuilder {
        let half = self.sides[k] as f32 / 2.0 - SHRINK;
        let builder = ColliderBuilder::cuboid(half, half).sensor(true).user_data(k as u128);
        builder.translation(self.centre(k, 0))
    }
}

/// Rapier's world of colliders without bodies.
#[derive(Default)]
struct Pipeline {
    colliders: ColliderSet,
    bodies: RigidBodySet,
    pipeline: CollisionPipeline,
    islands: IslandManager,
    broad: BroadPhaseBvh,
    narrow: NarrowPhase,
}

impl Pipeline {
    fn step(&mut self) {
        let Pipeline { colliders, bodies, pipeline, islands, broad, narrow } = self;
        pipeline.step(0.0, islands, broad, narrow, bodies, colliders, &(), &());
    }
}

fn of_targets() -> Job {
    let (crowd, mut world, bullets) = (Crowd::new(), Pipeline::default(), KINDS[0].0);
    let targets = bullets..crowd.sides.len();
    let handles: Vec<ColliderHandle> =
        targets.map(|k| world.colliders.insert(crowd.collider(k).build())).collect();
    let bullet = Cuboid::new(Vector::new(4.0 - SHRINK, 4.0 - SHRINK));
    let mut hits: Vec<[u64; 2]> = Vec::new();
    Box::new(move |clock| {
        let mut work = Work::of(crowd.scene.frames.len());
        for frame in 0..crowd.scene.frames.len() {
            hits.clear();
            clock.time(|| {
                for (k, &handle) in (bullets..).zip(&handles) {
                    world.colliders[handle].set_translation(crowd.centre(k, frame));
                }
                world.step();
                let Pipeline { colliders, bodies, broad, narrow, .. } = &world;
                let filter = QueryFilter::default();
                let asked = broad.as_query_pipeline(narrow.query_dispatcher(), bodies, colliders, filter);
                for k in 0..bullets {
                    let met = asked.intersect_shape(Pose::from_translation(crowd.centre(k, frame)), &bullet);
                    hits.extend(met.map(|(_, collider)| [k as u64, collider.user_data as u64]));
                }
            });
            hits.iter().for_each(|&[bullet, target]| work.add_unordered(bullet << 32 | target));
        }
        work
    })
}

fn of_all() -> Job {
    let (crowd, mut world, bullets) = (Crowd::new(), Pipeline::default(), KINDS[0].0);
    let groups = |own, other| InteractionGroups::new(own, other, InteractionTestMode::And);
    let (bullet, target) = (Group::GROUP_1, Group::GROUP_2);
    let layers = [groups(bullet, target), groups(target, bullet)];
    let collider = |k: usize| {
        let builder = crowd.collider(k).active_collision_types(ActiveCollisionTypes::all());
        builder.collision_groups(layers[usize::from(k >= bullets)]).build()
    };
    let handles: Vec<ColliderHandle> =
        (0..crowd.sides.len()).map(|k| world.colliders.insert(collider(k))).collect();
    let mut hits: Vec<[u64; 2]> = Vec::new();
    Box::new(move |clock| {
        let mut work = Work::of(crowd.scene.frames.len());
        for frame in 0..crowd.scene.frames.len() {
            hits.clear();
            clock.time(|| {
                for (k, &handle) in handles.iter().enumerate() {
                    world.colliders[handle].set_translation(crowd.centre(k, frame));
                }
                world.step();
                let number = |handle: ColliderHandle| world.colliders[handle].user_data as u64;
                let met = world.narrow.intersection_pairs().filter(|&(.., do_meet)| do_meet);
                hits.extend(met.map(|(a, b, _)| [number(a), number(b)]));
            });
            hits.iter().for_each(|&[a, b]| work.add_unordered(a.min(b) << 32 | a.max(b)));
        }
        work
    })
}

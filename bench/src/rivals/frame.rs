//! The frame of w6 by rapier2d, as boxes only: it knows no masks. Its quickest way: the targets alone live in its world,
//! and every bullet asks it.

use parry2d::math::Pose;
use parry2d::shape::Cuboid;
use rapier2d::prelude::*;

use crate::workloads::frame::{KINDS, Scene};
use crate::{Job, Work, Workload};

pub(super) const LIST: &[Workload] = &[Workload {
    name: "w6-boxes-10k",
    by: "rapier, targets only, asked by each bullet",
    about: "",
    prepare: frame,
}];

/// Boxes that only share an edge do not hit: half as much again smaller than what tells whole pixels apart.
const SHRINK: f32 = 0.01;

fn frame() -> Job {
    let scene = Scene::new();
    let bullets = KINDS[0].0;
    let sides: Vec<i32> = KINDS.iter().flat_map(|&(count, side, _)| vec![side; count]).collect();
    let centre =
        |[x, y]: [i32; 2], side: i32| Vector::new(x as f32 + side as f32 / 2.0, y as f32 + side as f32 / 2.0);
    let (mut colliders, mut bodies) = (ColliderSet::new(), RigidBodySet::new());
    let target = |k: usize| {
        let half = sides[k] as f32 / 2.0 - SHRINK;
        let builder = ColliderBuilder::cuboid(half, half).sensor(true).user_data(k as u128);
        builder.translation(centre(scene.frames[0][k], sides[k])).build()
    };
    let handles: Vec<ColliderHandle> = (bullets..sides.len()).map(|k| colliders.insert(target(k))).collect();
    let (mut pipeline, mut islands) = (CollisionPipeline::new(), IslandManager::new());
    let (mut broad, mut narrow) = (BroadPhaseBvh::new(), NarrowPhase::new());
    let bullet = Cuboid::new(Vector::new(4.0 - SHRINK, 4.0 - SHRINK));
    let mut hits: Vec<[u64; 2]> = Vec::new();
    Box::new(move |clock| {
        let mut work = Work::of(scene.frames.len());
        for frame in &scene.frames {
            hits.clear();
            clock.time(|| {
                for (k, &handle) in (bullets..).zip(&handles) {
                    colliders[handle].set_translation(centre(frame[k], sides[k]));
                }
                let none = (&(), &());
                pipeline.step(
                    0.0,
                    &mut islands,
                    &mut broad,
                    &mut narrow,
                    &mut bodies,
                    &mut colliders,
                    none.0,
                    none.1,
                );
                let filter = QueryFilter::default();
                let world = broad.as_query_pipeline(narrow.query_dispatcher(), &bodies, &colliders, filter);
                for (k, &at) in (0..).zip(&frame[..bullets]) {
                    let met = world.intersect_shape(Pose::from_translation(centre(at, KINDS[0].1)), &bullet);
                    hits.extend(met.map(|(_, collider)| [k, collider.user_data as u64]));
                }
            });
            hits.iter().for_each(|&[bullet, target]| work.add_unordered(bullet << 32 | target));
        }
        work
    })
}

//! The same frame in avian2d: boxes as sensors instead of masks.

use avian2d::prelude::{
    Collider, CollisionEventsEnabled, CollisionLayers, CollisionStart, Gravity, LayerMask, PhysicsPlugins,
    RigidBody, Sensor,
};
use bevy::app::{PanicHandlerPlugin, TaskPoolPlugin};
use bevy::diagnostic::FrameCountPlugin;
use bevy::prelude::*;
use bevy::time::{TimePlugin, TimeUpdateStrategy};

use crate::scene::{BULLETS, Course, ENEMIES, Kind};

#[derive(Resource)]
struct Bullets {
    course: Course,
    entities: Vec<Entity>,
}

/// The number of reported collisions. Zero would mean that nothing was tested.
#[derive(Resource, Default)]
struct Told(usize);

pub fn app(kind: Kind) -> App {
    let mut app = App::new();
    app.add_plugins((
        PanicHandlerPlugin,
        TaskPoolPlugin::default(),
        FrameCountPlugin,
        TimePlugin,
        TransformPlugin,
    ));
    app.add_plugins(PhysicsPlugins::new(PostUpdate));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(std::time::Duration::from_micros(16_667)));
    app.insert_resource(Gravity::ZERO).init_resource::<Told>();
    let course = Course::new(kind);
    let enemies = (0..ENEMIES).map(|k| {
        let at = Transform::from_translation(course.enemy(k).extend(0.0));
        let layers = CollisionLayers::from_bits(2, 1);
        (RigidBody::Kinematic, Collider::rectangle(64.0, 64.0), layers, Sensor, CollisionEventsEnabled, at)
    });
    app.world_mut().spawn_batch(enemies.collect::<Vec<_>>());
    let bullets = (0..BULLETS).map(|k| {
        let layers = CollisionLayers::new(LayerMask(1), LayerMask(2));
        (RigidBody::Kinematic, Collider::rectangle(8.0, 4.0), layers, Sensor, course.bullet(k, 0))
    });
    let entities = app.world_mut().spawn_batch(bullets.collect::<Vec<_>>()).collect();
    app.insert_resource(Bullets { course, entities });
    app.add_systems(Update, move_bullets);
    app.add_systems(Last, |mut told: ResMut<Told>, mut began: MessageReader<CollisionStart>| {
        told.0 += began.read().count()
    });
    app.finish();
    app.cleanup();
    app
}

fn move_bullets(mut frame: Local<usize>, bullets: Res<Bullets>, mut all: Query<&mut Transform>) {
    *frame += 1;
    for (k, &entity) in bullets.entities.iter().enumerate() {
        *all.get_mut(entity).unwrap() = bullets.course.bullet(k, *frame);
    }
}

pub fn check(app: &mut App) {
    let told = app.world().resource::<Told>().0;
    assert!(told > 1000, "avian2d told of {told} collisions");
}

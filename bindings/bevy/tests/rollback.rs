//! Ten minutes of play. Each frame goes eight frames back and plays them again, also after frames that were played with
//! wrong predicted inputs, and with entities that were despawned and spawned in between. The default is a short game;
//! `KASURI_LONG=1` plays all of it.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use std::collections::{HashMap, VecDeque};

use bevy_app::prelude::*;
use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2};
use bevy_transform::components::Transform;
use common::{app_with, at, kasuri};
use kasuri_bevy::prelude::*;
use kasuri_bevy::{KasuriSnapshot, restore};

const BACK: usize = 8;

/// The identity of a game object. Its entity may change.
#[derive(Component, Clone, Copy, PartialEq, Eq, Hash)]
struct Name(u64);

#[derive(Component, Clone, Copy)]
struct Velocity(Vec2);

#[derive(Component)]
struct Ship;

/// The buttons that are pressed, and the state of the game.
#[derive(Resource, Clone, Copy, Default)]
struct Game {
    frame: u64,
    buttons: u64,
    names: u64,
    score: u64,
}

kasuri_bevy::layers! {
    enum Layer {
        Ship,
        Shot,
    }
}

fn shot(name: u64, transform: Transform, velocity: Velocity) -> impl Bundle {
    let mask = kasuri::Mask::from_rows(&[".##.", "####", "####", ".##."]).unwrap();
    thread_local! { static MASK: std::cell::OnceCell<std::sync::Arc<kasuri::Mask>> = const { std::cell::OnceCell::new() } }
    let mask = MASK.with(|cell| cell.get_or_init(|| mask.into()).clone());
    let layers = CollisionLayers::new(Layer::Shot, [Layer::Ship]);
    (Name(name), Collider::mask(&mask), layers, Graze(6.0), DespawnBeyond(8.0), velocity, transform)
}

fn ship() -> impl Bundle {
    let core = kasuri::Shape::circle(1.5).unwrap();
    let layers = CollisionLayers::new(Layer::Ship, [Layer::Shot]);
    (Name(0), Ship, Collider::rect([5.0, 7.0]).region("core", core), layers, Cooldown(5), at(0.0, -60.0))
}

fn play(
    mut game: ResMut<Game>,
    mut commands: Commands,
    mut moving: Query<(&mut Transform, Option<&Velocity>, Has<Ship>)>,
) {
    let by = Vec2::new((game.buttons % 3) as f32 - 1.0, (game.buttons / 3 % 3) as f32 - 1.0) * 2.0;
    for (mut transform, velocity, is_ship) in &mut moving {
        let by = if is_ship { by } else { velocity.map_or(Vec2::ZERO, |v| v.0) };
        transform.translation += by.extend(0.0);
        if is_ship {
            transform.translation =
                transform.translation.clamp(at(-90.0, -90.0).translation, at(90.0, 90.0).translation);
        }
    }
    game.frame += 1;
    for k in 0..game.frame % 3 {
        let angle = ((game.frame * 37 + k * 101 + game.buttons) % 628) as f32 * 0.01;
        let velocity = Vec2::from_angle(angle) * 2.5;
        let turned = at(0.0, 40.0).with_rotation(Quat::from_rotation_z(angle));
        game.names += 1;
        commands.spawn(shot(game.names, turned, Velocity(velocity)));
    }
}

/// Despawns shots that hit the core, and computes a score that depends on all hits and grazes and on their order.
fn judge(mut game: ResMut<Game>, kasuri: Res<Kasuri>, names: Query<&Name>, mut commands: Commands) {
    let Some(step) = kasuri.step() else { return };
    for graze in step.grazes() {
        let name = kasuri.entity(graze.b).and_then(|shot| names.get(shot).ok()).map_or(0, |name| name.0);
        game.score = game.score.wrapping_mul(31).wrapping_add(name);
    }
    for hit in step.began() {
        let [_, shot] = kasuri.entities(hit).unwrap();
        game.score = game.score.wrapping_mul(37).wrapping_add(u64::from(hit.regions[0]));
        if hit.regions[0] == 1 {
            commands.entity(shot).try_despawn();
        }
    }
}

/// A saved frame, as a game keeps it: the values of components, by entity.
struct Saved {
    kasuri: KasuriSnapshot,
    game: Game,
    entities: Vec<(Entity, Name, Transform, Option<Velocity>)>,
}

fn save(app: &mut App) -> Saved {
    let mut all = app.world_mut().query::<(Entity, &Name, &Transform, Option<&Velocity>)>();
    let entities = all.iter(app.world()).map(|(e, name, place, v)| (e, *name, *place, v.copied())).collect();
    Saved { kasuri: kasuri(app).snapshot(), game: *app.world().resource(), entities }
}

fn load(app: &mut App, saved: &Saved) {
    let world = app.world_mut();
    *world.resource_mut::<Game>() = saved.game;
    let mut all = world.query::<(Entity, &Name)>();
    let mut now: HashMap<Name, Entity> = all.iter(world).map(|(entity, name)| (*name, entity)).collect();
    let mut entities = EntityHashMap::<Entity>::default();
    for &(entity, name, transform, velocity) in &saved.entities {
        let same = match (now.remove(&name), velocity) {
            (Some(living), _) => living,
            (None, Some(velocity)) => world.spawn(shot(name.0, transform, velocity)).id(),
            (None, None) => world.spawn(ship()).id(),
        };
        world.entity_mut(same).insert(transform);
        entities.insert(entity, same);
    }
    now.into_values().for_each(|entity| world.entity_mut(entity).despawn());
    restore(world, &saved.kasuri, |entity| entities.get(&entity).copied());
}

fn frame(app: &mut App, buttons: u64) -> (u64, u64, usize) {
    app.world_mut().resource_mut::<Game>().buttons = buttons;
    app.update();
    (kasuri(app).world().hash(), app.world().resource::<Game>().score, kasuri(app).world().len())
}

fn pressed(frame: usize) -> u64 {
    (frame as u64 / 13).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40
}

#[test]
fn eight_frames_back_and_again_in_every_frame() {
    let frames = if std::env::var_os("KASURI_LONG").is_some() { 10 * 60 * 60 } else { 600 };
    let bounds = kasuri::World::builder().bounds([-100.0, -100.0], [100.0, 100.0]).threads(1);
    let mut app = app_with(KasuriPlugin::with(bounds).unwrap());
    app.init_resource::<Game>().add_systems(Update, play);
    app.add_systems(PostUpdate, judge.after(KasuriSet::Tell));
    app.world_mut().spawn(ship());
    let mut kept: VecDeque<(Saved, (u64, u64, usize))> = VecDeque::new();
    let (mut most, mut score) = (0, 0);
    for now in 0..frames {
        let before = save(&mut app);
        let after = frame(&mut app, pressed(now));
        kept.push_back((before, after));
        (most, score) = (most.max(after.2), after.1);
        if kept.len() < BACK {
            continue;
        }
        if now % 3 == 0 {
            // These frames have wrongly predicted inputs.
            load(&mut app, &kept[BACK / 2].0);
            (0..5).for_each(|k| _ = frame(&mut app, pressed(now) + 1 + k));
        }
        load(&mut app, &kept[0].0);
        assert_eq!(kasuri(&app).world().hash(), kept[0].0.kasuri.world().hash(), "restored in frame {now}");
        for (k, expected) in kept.iter().map(|kept| kept.1).enumerate() {
            assert_eq!(frame(&mut app, pressed(now + 1 + k - BACK)), expected, "frame {now}, {k} of {BACK}");
        }
        kept.pop_front();
    }
    assert!(most > 40 && score != 0, "{most} bodies, a score of {score}");
}

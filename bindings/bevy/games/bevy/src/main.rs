//! A bullet hell in Bevy. The arrow keys move, Shift slows down, Space shoots, G draws the colliders.
//! With `KASURI_SHOT` the ship flies by itself; after 600 steps a screenshot is written there, and the game ends.

mod scene;

use bevy::prelude::*;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::time::TimeUpdateStrategy;
use bevy::window::WindowResolution;
use kasuri_bevy::prelude::*;
use kasuri_bevy::{KasuriGizmos, KasuriGizmosPlugin};
use scene::{Art, HALF, Layer, Moth, Score, Ship, Velocity};

fn main() -> kasuri::Result<()> {
    let bounds = kasuri::World::builder().bounds((-HALF).to_array(), HALF.to_array());
    let mut app = App::new();
    let window =
        Window { title: "Kasuri in Bevy".into(), resolution: WindowResolution::new(480, 640), ..default() };
    let window = WindowPlugin { primary_window: Some(window), ..default() };
    app.add_plugins(DefaultPlugins.set(ImagePlugin::default_nearest()).set(window));
    app.add_plugins((KasuriPlugin::with(bounds)?, KasuriGizmosPlugin));
    app.insert_resource(Time::<Fixed>::from_hz(60.0)).insert_resource(ClearColor(Color::srgb_u8(11, 13, 26)));
    app.insert_resource(KasuriGizmos { is_on: std::env::var_os("KASURI_GIZMOS").is_some(), ..default() })
        .init_resource::<Score>();
    app.add_systems(Startup, scene::begin);
    app.add_systems(FixedUpdate, (steer, fire, fly).chain());
    app.add_systems(FixedPostUpdate, judge.after(KasuriSet::Tell));
    app.add_systems(Update, (scene::show_score, scene::fade));
    app.add_systems(Update, |keys: Res<ButtonInput<KeyCode>>, mut gizmos: ResMut<KasuriGizmos>| {
        gizmos.is_on ^= keys.just_pressed(KeyCode::KeyG);
    });
    if let Ok(path) = std::env::var("KASURI_SHOT") {
        // Make one step a frame, however slowly the machine draws.
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(1));
        app.insert_resource(Demo(path)).add_systems(Update, end_demo);
    }
    app.run();
    Ok(())
}

/// The path for the screenshot. While this resource exists, the ship flies by itself.
#[derive(Resource)]
struct Demo(String);

fn steer(
    mut ship: Single<&mut Transform, With<Ship>>,
    keys: Res<ButtonInput<KeyCode>>,
    demo: Option<Res<Demo>>,
    score: Res<Score>,
) {
    let axis = |less, more| f32::from(keys.pressed(more)) - f32::from(keys.pressed(less));
    let mut by =
        Vec2::new(axis(KeyCode::ArrowLeft, KeyCode::ArrowRight), axis(KeyCode::ArrowDown, KeyCode::ArrowUp));
    if demo.is_some() {
        by = Vec2::from_angle(score.steps as f32 / 40.0) * 0.8;
    }
    let speed = if keys.pressed(KeyCode::ShiftLeft) { 1.5 } else { 3.5 };
    let at = ship.translation.truncate() + by.clamp_length_max(1.0) * speed;
    ship.translation = at.clamp(16.0 - HALF, HALF - 16.0).extend(ship.translation.z);
}

/// Fires the ship's shots and the moth's bullets: a wheel of rice, a rose of orbs, and needles that aim at the ship and
/// cross the screen in half a second.
fn fire(
    mut commands: Commands,
    mut moth: Single<&mut Transform, (With<Moth>, Without<Ship>)>,
    ship: Single<&Transform, With<Ship>>,
    art: Res<Art>,
    keys: Res<ButtonInput<KeyCode>>,
    demo: Option<Res<Demo>>,
    mut score: ResMut<Score>,
) {
    score.steps += 1;
    let (step, time) = (score.steps, score.steps as f32);
    let Art([rice, orb, needle, shot]) = &*art;
    moth.translation.x = (time / 70.0).sin() * 120.0;
    moth.rotation = Quat::from_rotation_z((time / 30.0).sin() * 0.25);
    let [from, at] = [moth.translation.truncate(), ship.translation.truncate()];
    if step.is_multiple_of(5) && (demo.is_some() || keys.pressed(KeyCode::Space)) {
        let layers = CollisionLayers::new(Layer::Shot, [Layer::Moth]);
        for side in [-7.0, 7.0] {
            commands.spawn((scene::flying(shot, at + Vec2::new(side, 14.0), Vec2::Y * 11.0), layers));
        }
    }
    let bullet = (CollisionLayers::new(Layer::Bullet, [Layer::Ship]), Graze(10.0));
    for arm in (0..9).filter(|_| step.is_multiple_of(4)) {
        let velocity = Vec2::from_angle(time * 0.021 + arm as f32 * 0.698) * 2.2;
        commands.spawn((scene::flying(rice, from, velocity), bullet));
    }
    for arm in (0..24).filter(|_| step.is_multiple_of(30)) {
        let velocity = Vec2::from_angle(arm as f32 * 0.2618 - time * 0.01) * 1.4;
        commands.spawn((scene::flying(orb, from, velocity), bullet));
    }
    if step % 80 < 9 && step.is_multiple_of(3) {
        let towards = (at - from).normalize_or(Vec2::NEG_Y);
        commands.spawn((scene::flying(needle, from, towards * 18.0), bullet, Swept));
    }
}

fn fly(mut all: Query<(&mut Transform, &Velocity)>) {
    for (mut transform, velocity) in &mut all {
        transform.translation += velocity.0.extend(0.0);
    }
}

/// Counts hits. A bullet that hits the ship's core costs a life; one that only hits its wings does not. Shots hit the moth.
fn judge(
    mut commands: Commands,
    mut began: MessageReader<HitBegan>,
    mut grazed: MessageReader<Grazed>,
    kasuri: Res<Kasuri>,
    mut sprites: Query<&mut Sprite>,
    mut score: ResMut<Score>,
) {
    for hit in began.read() {
        if let Some(hit) = hit.between(Layer::Ship, Layer::Bullet) {
            if kasuri.region(hit.entity, hit.regions[0]) == Some("core") {
                score.lost += 1;
                commands.entity(hit.entity).insert(Invulnerable(90));
                commands.entity(hit.other).try_despawn();
                tint(&mut sprites, hit.entity, Color::srgb(1.0, 0.2, 0.2));
            }
        } else if let Some(hit) = hit.between(Layer::Moth, Layer::Shot) {
            score.hits += 1;
            commands.entity(hit.other).try_despawn();
            tint(&mut sprites, hit.entity, Color::srgb(1.0, 0.6, 0.6));
        }
    }
    for graze in grazed.read().filter_map(|graze| graze.between(Layer::Ship, Layer::Bullet)) {
        score.grazes += 1;
        tint(&mut sprites, graze.other, Color::srgb(1.0, 1.0, 0.3));
    }
}

fn tint(sprites: &mut Query<&mut Sprite>, entity: Entity, color: Color) {
    if let Ok(mut sprite) = sprites.get_mut(entity) {
        sprite.color = color;
    }
}

fn end_demo(mut commands: Commands, demo: Res<Demo>, score: Res<Score>, mut exit: MessageWriter<AppExit>) {
    match score.steps {
        600 => {
            println!("{} hits, {} grazes, {} lives", score.hits, score.grazes, score.lost);
            commands.spawn(Screenshot::primary_window()).observe(save_to_disk(demo.0.clone()));
        }
        // The screenshot is written a few frames later.
        late if late > 630 => _ = exit.write(AppExit::Success),
        _ => {}
    }
}

//! Sheets as assets: what is told by name, when bodies arrive, what is refused, and that the entities have the world that the library
//! has: 600 steps of the sheet of the editor's test.
#![cfg(feature = "sheets")]
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use std::path::Path;
use std::time::{Duration, Instant};

use bevy_app::{App, PostUpdate, TaskPoolPlugin};
use bevy_asset::{AssetPlugin, AssetServer, Assets, Handle, LoadState};
use bevy_ecs::prelude::*;
use bevy_math::Quat;
use bevy_transform::components::Transform;
use common::{app, at, kasuri, messages};
use kasuri_bevy::kasuri::sheet::Sheet;
use kasuri_bevy::kasuri::{Body, World, world::Axes};
use kasuri_bevy::prelude::*;
use kasuri_bevy::{KasuriSheet, angle_of};

fn root() -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap().display().to_string()
}

fn app_of(folder: &str) -> App {
    let mut app = App::new();
    let assets = AssetPlugin { file_path: format!("{}/{folder}", root()), ..Default::default() };
    // The plugin may come before the assets.
    app.add_plugins(KasuriPlugin::default().in_schedule(PostUpdate));
    app.add_plugins((TaskPoolPlugin::default(), assets));
    app.finish();
    app
}

fn load(app: &mut App, file: &str) -> Handle<KasuriSheet> {
    app.world().resource::<AssetServer>().load(file.to_owned())
}

/// Updates the app until the asset has loaded or failed.
fn wait(app: &mut App, sheet: &Handle<KasuriSheet>) -> LoadState {
    let start = Instant::now();
    loop {
        app.update();
        match app.world().resource::<AssetServer>().load_state(sheet) {
            LoadState::NotLoaded | LoadState::Loading => {}
            state => return state,
        }
        assert!(start.elapsed() < Duration::from_secs(60), "the sheet does not load");
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn told(app: &App, sheet: &Handle<KasuriSheet>) -> KasuriSheet {
    app.world().resource::<Assets<KasuriSheet>>().get(sheet).unwrap().clone()
}

/// The same steps as in tests/sheet.rs of the library, as entities; beside them a plain world with +y up, as Bevy's.
#[test]
fn the_edited_sheet_gives_the_world_of_rust() {
    let mut app = app_of("tests/sheets");
    let handle = load(&mut app, "edited.sheet.json");
    assert!(matches!(wait(&mut app, &handle), LoadState::Loaded));
    let sheet = told(&app, &handle);
    assert_eq!(sheet.frames().len(), 64);
    let tags: Vec<_> = sheet.tags().iter().map(|tag| sheet.animation(&tag.name).unwrap()).collect();
    let place = |k: usize| at(100.0 + 20.0 * k as f32, -100.0);
    let actors: Vec<Entity> = (0..tags.len())
        .map(|k| app.world_mut().spawn((Collider::sheet(&handle), place(k), Frame(0))).id())
        .collect();
    let ball = app.world_mut().spawn((Collider::circle(3.0), Graze(4.0), at(0.0, -100.0))).id();
    let mut plain = World::builder().axes(Axes::YUp).build().unwrap();
    let bodies: Vec<_> = (0..tags.len())
        .map(|k| plain.spawn(sheet.body().at([100.0 + 20.0 * k as f64, -100.0])).unwrap())
        .collect();
    let plain_ball = plain.spawn(Body::circle(3.0).graze(4.0)).unwrap();
    let mut hits = 0;
    for step in 0..600_u16 {
        for (k, (tag, &actor)) in tags.iter().zip(&actors).enumerate() {
            let frame = tag.frame_at(u64::from(step) * 16);
            let turn = Quat::from_rotation_z(-f32::from(step) / 64.0);
            app.world_mut().entity_mut(actor).insert((Frame(frame), place(k).with_rotation(turn)));
            let angle = if turn.z == 0.0 { 0.0 } else { 2.0 * angle_of(turn.w.into(), turn.z.into()) };
            plain.edit(bodies[k]).frame(frame).unwrap().angle(angle).unwrap();
        }
        let [x, y] = [f32::from(90 + step % 60), -f32::from(100 + step % 7)];
        app.world_mut().entity_mut(ball).insert(at(x, y));
        plain.edit(plain_ball).position([f64::from(x), f64::from(y)]).unwrap();
        app.update();
        let expected = plain.step().unwrap().hits().count();
        assert_eq!(kasuri(&app).hits().count(), expected, "step {step}");
        hits += expected;
    }
    // The angles of quaternions are rounded to f32, so a pixel at a rim may differ from the kept run; the number of hits stays near.
    let kept = std::fs::read_to_string(format!("{}/tests/sheets/hash.txt", root())).unwrap();
    let kept: usize = kept.split_whitespace().nth(1).unwrap().parse().unwrap();
    assert!(hits.abs_diff(kept) * 50 < kept, "{hits} hits, {kept} kept");
    assert_eq!(
        played(&sheet),
        std::fs::read_to_string(format!("{}/tests/sheets/hash.txt", root())).unwrap().trim()
    );
}

/// Plays the steps of tests/sheet.rs with the sheet that Bevy has loaded; returns the hash and the number of hits.
fn played(sheet: &Sheet) -> String {
    let mut world = World::new();
    let tags: Vec<_> = sheet.tags().iter().map(|tag| sheet.animation(&tag.name).unwrap()).collect();
    let bodies: Vec<_> = (0..tags.len())
        .map(|k| world.spawn(sheet.body().at([100.0 + 20.0 * k as f64, 100.0])).unwrap())
        .collect();
    let ball = world.spawn(Body::circle(3.0).graze(4.0)).unwrap();
    let mut hits = 0;
    for step in 0..600_u32 {
        for (tag, &body) in tags.iter().zip(&bodies) {
            world.edit(body).frame(tag.frame_at(u64::from(step) * 16)).unwrap();
            world.edit(body).angle(f64::from(step) / 64.0).unwrap();
        }
        world.edit(ball).position([f64::from(90 + step % 60), f64::from(100 + step % 7)]).unwrap();
        hits += world.step().unwrap().hits().count();
    }
    format!("{:016x} {hits}", world.hash())
}

/// A body arrives with its sheet, another sheet in the same place changes it, and a frame that is none is refused.
#[test]
fn bodies_follow_their_sheet() {
    let mut app = app();
    let handle = app.world().resource::<Assets<KasuriSheet>>().reserve_handle();
    let (a, b) = (Collider::sheet(&handle), Collider::point());
    let a = app.world_mut().spawn((a, at(0.0, 0.0))).id();
    app.world_mut().spawn((b, at(1.5, 0.5)));
    app.update();
    assert_eq!(app.world().get::<BodyHandle>(a).unwrap().get(), None);
    let of = |runs: &str| {
        let json = format!(
            r#"{{"kasuri_sheet": 1, "frames": [{{"size": [4, 2], "mask": {{"runs": {runs}}}}}, {{"size": [4, 2]}}]}}"#
        );
        KasuriSheet::from(Sheet::from_json(json).unwrap())
    };
    let put = |app: &mut App, sheet: KasuriSheet| {
        app.world_mut().resource_mut::<Assets<KasuriSheet>>().insert(&handle, sheet).unwrap();
    };
    // The point is in the texel at the top right.
    put(&mut app, of("[3, 1]"));
    for _ in 0..2 {
        app.update();
    }
    assert!(app.world().get::<BodyHandle>(a).unwrap().get().is_some());
    assert_eq!(kasuri(&app).hits().count(), 1);
    put(&mut app, of("[0, 1]"));
    for _ in 0..2 {
        app.update();
    }
    assert_eq!(kasuri(&app).hits().count(), 0);
    messages::<Refused>(&mut app);
    app.world_mut().entity_mut(a).insert(Frame(2));
    app.update();
    let refused = messages::<Refused>(&mut app);
    assert!(
        refused.len() == 1 && format!("{:?}", refused[0]).contains("there is no frame 2 among 2"),
        "{refused:?}"
    );
}

#[test]
fn what_is_no_sheet_fails() {
    let folder = std::env::temp_dir().join(format!("kasuri-bevy-sheets-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let good = std::fs::read_to_string(format!("{}/fuzz/seeds/sheet/two-frames.json", root())).unwrap();
    let mut app = App::new();
    let assets = AssetPlugin { file_path: folder.display().to_string(), ..Default::default() };
    app.add_plugins((TaskPoolPlugin::default(), assets, KasuriPlugin::default().in_schedule(PostUpdate)));
    for (name, text, why) in [
        ("cut", &good[..good.len() / 2], "EOF"),
        (
            "version",
            &good.replace("\"kasuri_sheet\": 1", "\"kasuri_sheet\": 2"),
            "2 is not a version known here",
        ),
        ("none", "", "EOF"),
    ] {
        let file = format!("{name}.sheet.json");
        std::fs::write(folder.join(&file), text).unwrap();
        let handle = load(&mut app, &file);
        let actor = app.world_mut().spawn((Collider::sheet(&handle), Transform::default())).id();
        let LoadState::Failed(error) = wait(&mut app, &handle) else { panic!("{name} was taken") };
        assert!(error.to_string().contains(why), "{error}");
        assert_eq!(app.world().get::<BodyHandle>(actor).unwrap().get(), None);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

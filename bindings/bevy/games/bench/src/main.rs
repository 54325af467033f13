//! A frame of 10,000 turned bullets against 200 enemies: the plugin, the bare library, and avian2d with boxes instead of
//! masks. The plugin and the library alternate frame by frame, so that other load on the machine slows both alike.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used, clippy::type_complexity)]

mod rival;
mod scene;

use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::app::{PanicHandlerPlugin, TaskPoolPlugin};
use bevy::prelude::*;
use kasuri::world::Axes;
use kasuri::{Body, Handle, Mask, World as Bare};
use kasuri_bevy::prelude::*;
use scene::{BULLETS, Course, ENEMIES, Kind, masks};

const WARM_UP: usize = 20;

/// The start and the duration of the plugin's part of the frame.
#[derive(Resource)]
struct Clock(Instant, Duration);

#[derive(Resource)]
struct Bullets {
    course: Course,
    entities: Vec<Entity>,
}

fn builder() -> kasuri::world::WorldBuilder {
    Bare::builder().bounds([0.0, 0.0], [1920.0, 1080.0]).threads(1)
}

fn app(kind: Kind, [bullet, enemy]: &[Arc<Mask>; 2]) -> App {
    let mut app = App::new();
    app.add_plugins((PanicHandlerPlugin, TaskPoolPlugin::default(), TransformPlugin));
    app.add_plugins(KasuriPlugin::with(builder()).unwrap().in_schedule(PostUpdate));
    let course = Course::new(kind);
    let enemies = (0..ENEMIES).map(|k| {
        let at = Transform::from_translation(course.enemy(k).extend(0.0));
        (Collider::mask(enemy), CollisionLayers::new(2, 1), at)
    });
    app.world_mut().spawn_batch(enemies.collect::<Vec<_>>());
    let bullets =
        (0..BULLETS).map(|k| (Collider::mask(bullet), CollisionLayers::new(1, 2), course.bullet(k, 0)));
    let entities = app.world_mut().spawn_batch(bullets.collect::<Vec<_>>()).collect();
    app.insert_resource(Bullets { course, entities });
    app.insert_resource(Clock(Instant::now(), Duration::ZERO));
    app.add_systems(Update, move_bullets);
    // Bevy's own propagation of transforms is in the app's whole frame, but is no part of the plugin's.
    app.configure_sets(PostUpdate, KasuriSet::Sync.after(TransformSystems::Propagate));
    let start = start.after(TransformSystems::Propagate).before(KasuriSet::Sync);
    app.add_systems(PostUpdate, (start, stop.after(KasuriSet::Tell)));
    app
}

fn move_bullets(mut frame: Local<usize>, bullets: Res<Bullets>, mut all: Query<&mut Transform>) {
    *frame += 1;
    for (k, &entity) in bullets.entities.iter().enumerate() {
        *all.get_mut(entity).unwrap() = bullets.course.bullet(k, *frame);
    }
}

fn start(mut clock: ResMut<Clock>) {
    clock.0 = Instant::now();
}

fn stop(mut clock: ResMut<Clock>) {
    clock.1 = clock.0.elapsed();
}

/// The bare library: bulk calls, a step, and a look at every hit.
struct Direct {
    world: Bare,
    bullets: Vec<Handle>,
    places: Vec<[f64; 2]>,
    angles: Vec<f64>,
    course: Course,
}

impl Direct {
    fn new(kind: Kind, [bullet, enemy]: &[Arc<Mask>; 2]) -> Direct {
        let course = Course::new(kind);
        let mut world = builder().axes(Axes::YUp).build().unwrap();
        let at = |k| course.enemy(k).to_array().map(f64::from);
        world.spawn_many(ENEMIES, |k| Body::sprite(enemy).at(at(k)).layer(2).against(1)).unwrap();
        let bullets = world.spawn_many(BULLETS, |k| {
            let (place, angle) = course.place(k, 0);
            Body::sprite(bullet).at(place).turned(angle).layer(1).against(2)
        });
        Direct { world, bullets: bullets.unwrap(), places: Vec::new(), angles: Vec::new(), course }
    }

    fn frame(&mut self, frame: usize) -> (Duration, usize) {
        self.places.clear();
        self.angles.clear();
        for k in 0..BULLETS {
            let (place, angle) = self.course.place(k, frame);
            self.places.push(place);
            self.angles.push(angle);
        }
        let start = Instant::now();
        if self.course.turns() {
            self.world.set_angles(&self.bullets, &self.angles).unwrap();
        }
        self.world.set_positions(&self.bullets, &self.places).unwrap();
        let step = self.world.step().unwrap();
        let hits = step.began().iter().chain(step.ended()).map(|hit| u64::from(hit.a < hit.b)).sum::<u64>();
        std::hint::black_box(hits);
        (start.elapsed(), step.hits().count())
    }
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort();
    times[times.len() / 2].as_secs_f64() * 1e3
}

fn main() {
    let frames: usize = std::env::args().nth(1).map_or(100, |frames| frames.parse().unwrap());
    let masks = masks();
    let mut turned: f64 = 0.0;
    println!(
        "| frame | the library | the plugin's part | ratio | the app's whole frame | avian2d's whole frame |"
    );
    println!("|---|---|---|---|---|---|");
    for kind in [Kind::Upright, Kind::Turned, Kind::Turning] {
        let (mut app, mut direct) = (app(kind, &masks), Direct::new(kind, &masks));
        let [mut bare, mut part, mut whole, mut rivals] = [const { Vec::new() }; 4];
        for frame in 0..frames + WARM_UP {
            let start = Instant::now();
            app.update();
            let app_took = start.elapsed();
            let (bare_took, hits) = direct.frame(frame + 1);
            // Both must find the same hits, with a tolerance because Bevy's angles are f32s.
            let found = app.world().resource::<Kasuri>().hits().count();
            assert!(found.abs_diff(hits) * 50 <= hits, "{found} hits, {hits} expected");
            if frame >= WARM_UP {
                bare.push(bare_took);
                part.push(app.world().resource::<Clock>().1);
                whole.push(app_took);
            }
        }
        // The rival runs alone, as it would in a game: between the other frames it would empty the caches.
        let mut rival = rival::app(kind);
        for frame in 0..frames + WARM_UP {
            let start = Instant::now();
            rival.update();
            if frame >= WARM_UP {
                rivals.push(start.elapsed());
            }
        }
        rival::check(&mut rival);
        // Frames that follow each other share the machine's speed, so the ratio is the median of the frames'.
        let mut ratios: Vec<f64> =
            part.iter().zip(&bare).map(|(part, bare)| part.as_secs_f64() / bare.as_secs_f64()).collect();
        ratios.sort_by(f64::total_cmp);
        let ratio = ratios[ratios.len() / 2];
        let [bare, part, whole, rivals] = [bare, part, whole, rivals].map(median);
        if kind != Kind::Upright {
            turned = turned.max(ratio);
        }
        println!("| {kind} | {bare:.2} ms | {part:.2} ms | {ratio:.2} | {whole:.2} ms | {rivals:.2} ms |");
    }
    assert!(turned <= 1.5, "the plugin takes {turned:.2} times as long as the library with turned bullets");
}

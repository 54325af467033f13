//! Random schedules of all changes to entities, compared with a plain model that calls the library directly: after each
//! frame the two worlds have the same hash, and their steps the same results. `KASURI_LONG=1` plays ten thousand.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;
mod model;

use bevy_asset::{Assets, Handle};
use bevy_camera::visibility::Visibility;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_image::Image;
use bevy_math::{Quat, Vec2, Vec3};
use bevy_sprite::Sprite;
use bevy_transform::components::Transform;
use common::{app_with, kasuri, messages, picture};
use kasuri_bevy::prelude::*;
use model::{Actor, Kind, Model, PICTURES};

/// Pseudorandom numbers, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, most: usize) -> usize {
        (self.next() % most as u64) as usize
    }

    fn one_in(&mut self, most: usize) -> bool {
        self.below(most) == 0
    }

    fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.below(values.len())]
    }
}

/// The entities that lost their collider, in order.
#[derive(Resource, Default)]
struct Gone(Vec<Entity>);

struct Game {
    app: bevy_app::App,
    model: Model,
    images: Vec<Handle<Image>>,
    random: Random,
}

fn coordinate(random: &mut Random) -> f32 {
    match random.below(60) {
        0 => f32::NAN,
        1 => 3e6,
        2 => 2_097_150.0,
        _ => random.below(220) as f32 * 0.125 - 14.0,
    }
}

fn scale(random: &mut Random) -> Vec3 {
    let plain = [1.0, 1.0, 1.0, 1.0, -1.0, 2.0, 0.5, 0.7, -1.5];
    let x = random.of(&plain);
    let y = if random.one_in(4) { random.of(&plain) } else { x };
    match random.below(40) {
        0 => Vec3::ZERO,
        1 => Vec3::new(f32::NAN, 1.0, 1.0),
        2 => Vec3::new(1.0, 100.0, 1.0),
        _ => Vec3::new(x, y, 1.0),
    }
}

fn rotation(random: &mut Random) -> Quat {
    match random.below(30) {
        0 => Quat::from_xyzw(0.0, 0.0, f32::NAN, 1.0),
        1 => Quat::from_rotation_y(std::f32::consts::PI),
        2..12 => Quat::IDENTITY,
        _ => Quat::from_rotation_z(random.below(64) as f32 * 0.1),
    }
}

impl Game {
    fn new(seed: u64) -> Game {
        let bounds = || kasuri::World::builder().bounds([-20.0, -20.0], [20.0, 20.0]).threads(1);
        let mut app = app_with(KasuriPlugin::with(bounds()).unwrap());
        app.init_resource::<Gone>();
        app.add_observer(|gone: On<Remove, Collider>, mut list: ResMut<Gone>| list.0.push(gone.entity));
        let mut images = app.world_mut().resource_mut::<Assets<Image>>();
        // The last one never loads.
        let mut handles: Vec<_> = PICTURES.iter().map(|rows| images.add(picture(rows))).collect();
        handles.push(images.reserve_handle());
        let model = Model::new(bounds().axes(kasuri::world::Axes::YUp).build().unwrap());
        Game { app, model, images: handles, random: Random(seed) }
    }

    fn actor(&mut self) -> Option<usize> {
        let living: Vec<usize> =
            (0..self.model.actors.len()).filter(|&k| self.model.actors[k].is_alive).collect();
        (!living.is_empty()).then(|| living[self.random.below(living.len())])
    }

    fn spawn(&mut self) {
        let random = &mut self.random;
        let kind = match random.below(5) {
            0 => Kind::Circle(random.below(40) as f64 * 0.25 - 0.5),
            1 => Kind::Rect,
            2 => Kind::Regions,
            _ => Kind::Sprite,
        };
        let transform = Transform {
            translation: Vec3::new(coordinate(random), coordinate(random), 0.0),
            rotation: rotation(random),
            scale: scale(random),
        };
        let mut actor = Actor::new(kind, transform, random.below(PICTURES.len() + 1));
        actor.visibility = random.of(&[Visibility::Inherited, Visibility::Inherited, Visibility::Visible]);
        actor.is_swept = random.one_in(6);
        actor.graze = random.one_in(4).then_some(3.0);
        let sprite = Sprite::from_image(self.images[actor.picture].clone());
        let world = self.app.world_mut();
        let mut entity = world.spawn((actor.collider(), transform, actor.visibility, sprite));
        if actor.is_swept {
            entity.insert(Swept);
        }
        if let Some(margin) = actor.graze {
            entity.insert(Graze(margin));
        }
        actor.entity = Some(entity.id());
        self.model.arrive(actor);
    }

    fn despawn(&mut self, k: usize) {
        // This despawns all children too. The model takes over Bevy's order.
        self.app.world_mut().despawn(self.model.entity(k));
    }

    /// Makes one random change.
    fn act(&mut self) {
        let what = self.random.below(20);
        let Some(k) = self.actor() else { return self.spawn() };
        let (entity, random) = (self.model.entity(k), &mut self.random);
        let mut actor = self.app.world_mut().entity_mut(entity);
        let model = &mut self.model.actors[k];
        match what {
            0..3 => self.spawn(),
            3 => self.despawn(k),
            4 => self.reparent(k),
            5 => {
                let all = [Visibility::Inherited, Visibility::Hidden, Visibility::Visible];
                model.visibility = random.of(&all);
                *actor.get_mut().unwrap() = model.visibility;
            }
            6 => {
                model.is_disabled[0] ^= true;
                if model.is_disabled[0] {
                    actor.insert(ColliderDisabled)
                } else {
                    actor.remove::<ColliderDisabled>()
                };
            }
            7 => {
                model.is_disabled[1] ^= true;
                if model.is_disabled[1] {
                    actor.insert(Disabled)
                } else {
                    actor.remove::<Disabled>()
                };
            }
            8..11 => {
                model.transform.translation = Vec3::new(coordinate(random), coordinate(random), 0.0);
                *actor.get_mut().unwrap() = model.transform;
            }
            11 => {
                model.transform.rotation = rotation(random);
                *actor.get_mut().unwrap() = model.transform;
            }
            12 => {
                model.transform.scale = scale(random);
                *actor.get_mut().unwrap() = model.transform;
            }
            13 => {
                model.picture = random.below(PICTURES.len() + 1);
                actor.get_mut::<Sprite>().unwrap().image = self.images[model.picture].clone();
            }
            14 => {
                model.flips[0] ^= true;
                model.size = random.one_in(3).then_some(8.0);
                let mut sprite = actor.get_mut::<Sprite>().unwrap();
                sprite.flip_x = model.flips[0];
                sprite.custom_size = model.size.map(Vec2::splat);
            }
            15 => {
                model.graze = random.of(&[None, Some(1.0), Some(5.0), Some(f64::NAN)]);
                match model.graze {
                    Some(margin) => actor.insert(Graze(margin)),
                    None => actor.remove::<Graze>(),
                };
            }
            16 => {
                model.layers =
                    random.of(&[None, Some([1, 3, 0]), Some([2, 1, 5]), Some([4, 7, 5]), Some([1, 7, 5])]);
                match model.layers {
                    Some([layer, against, group]) => {
                        actor.insert(CollisionLayers::new(layer, against).in_group(group))
                    }
                    None => actor.remove::<CollisionLayers>(),
                };
            }
            17 => {
                model.is_swept ^= true;
                if model.is_swept {
                    actor.insert(Swept)
                } else {
                    actor.remove::<Swept>()
                };
            }
            18 => {
                model.max_hits = random.of(&[None, Some(1), Some(2)]);
                match model.max_hits {
                    Some(hits) => actor.insert(MaxHits(hits)),
                    None => actor.remove::<MaxHits>(),
                };
                self.model.rules.push(k);
            }
            _ => {
                model.transform.translation.x += 9.0;
                actor.insert((model.transform, Teleport));
                self.model.teleports.push(k);
            }
        }
    }

    fn reparent(&mut self, k: usize) {
        let parent = self.actor().filter(|&p| !self.random.one_in(3) && !self.model.is_above(k, p));
        self.model.actors[k].parent = parent;
        let entity = self.model.entity(k);
        let parent = parent.map(|p| self.model.entity(p));
        let mut actor = self.app.world_mut().entity_mut(entity);
        match parent {
            Some(parent) => actor.insert(ChildOf(parent)),
            None => actor.remove::<ChildOf>(),
        };
    }

    fn frame(&mut self) {
        for _ in 0..self.random.below(6) {
            self.act();
            let gone = std::mem::take(&mut self.app.world_mut().resource_mut::<Gone>().0);
            gone.iter().for_each(|&entity| self.model.leave(entity));
        }
        self.app.update();
        let step = self.model.step();
        let name = |handle| kasuri(&self.app).entity(handle);
        let told = |hits: &[kasuri::Hit]| -> Vec<_> {
            let all =
                hits.iter().map(|hit| (self.model.entities(hit), hit.regions, hit.t())).collect::<Vec<_>>();
            let same =
                hits.iter().map(|hit| ([name(hit.a), name(hit.b)], hit.regions, hit.t())).collect::<Vec<_>>();
            assert_eq!(all, same);
            all
        };
        let expected = [step.began(), step.ended(), step.grazes()].map(told);
        let app = &mut self.app;
        let of = |entity, other, regions, t| ([Some(entity), Some(other)], regions, t);
        let began = messages::<HitBegan>(app).iter().map(|m| of(m.entity, m.other, m.regions, m.t)).collect();
        let ended = messages::<HitEnded>(app).iter().map(|m| of(m.entity, m.other, m.regions, m.t)).collect();
        let grazed = messages::<Grazed>(app).iter().map(|m| of(m.entity, m.other, m.regions, m.t)).collect();
        let found: [Vec<_>; 3] = [began, ended, grazed];
        self.model.compare(kasuri(&self.app));
        assert_eq!(found, expected);
        assert_eq!(kasuri(&self.app).world().hash(), self.model.world.hash());
    }
}

#[test]
fn ten_thousand_random_schedules_equal_a_bare_world() {
    let schedules = if std::env::var_os("KASURI_LONG").is_some() { 10_000 } else { 300 };
    let mut hits = 0;

    for seed in 0..schedules {
        let played = std::panic::catch_unwind(|| {
            let mut game = Game::new(seed);
            (0..8).for_each(|_| game.spawn());
            (0..30).for_each(|_| game.frame());
            game.model.hits
        });
        hits += played.unwrap_or_else(|_| panic!("schedule {seed}"));
    }
    // Schedules without hits would prove nothing.
    assert!(hits > schedules as usize * 20, "{hits}");
}

//! Entities come, go, move, hide and change in all possible ways. Their hits are right, or the error is reported.
#![allow(missing_docs, clippy::unwrap_used)]

mod common;

use bevy_app::prelude::*;
use bevy_asset::Assets;
use bevy_camera::visibility::Visibility;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_image::{Image, TextureAtlas, TextureAtlasLayout};
use bevy_math::{Quat, URect, UVec2, Vec2, Vec3};
use bevy_sprite::{Anchor, Sprite};
use bevy_time::{TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use common::{add_picture, app, app_with, at, is_hit, kasuri, messages};
use kasuri_bevy::Reason;
use kasuri_bevy::prelude::*;

#[test]
fn bodies_come_hit_and_go() {
    let mut app = app();
    let ship = app.world_mut().spawn((Collider::rect([8.0, 8.0]), at(0.0, 0.0))).id();
    let shot = app.world_mut().spawn((Collider::circle(2.0), at(9.0, 0.0))).id();
    app.update();
    let began = messages::<HitBegan>(&mut app);
    assert_eq!((began.len(), began[0].entity, began[0].other), (1, ship, shot));
    app.world_mut().despawn(shot);
    app.update();
    let ended = messages::<HitEnded>(&mut app);
    assert_eq!((ended.len(), ended[0].entity, ended[0].other), (1, ship, shot));
    assert_eq!(kasuri(&app).world().len(), 1);
}

#[test]
fn a_collider_comes_and_goes_on_a_living_entity() {
    let mut app = app();
    let wall = app.world_mut().spawn(Collider::rect([8.0, 8.0])).id();
    let ghost = app.world_mut().spawn(Transform::default()).id();
    for _ in 0..3 {
        app.world_mut().entity_mut(ghost).insert(Collider::point());
        app.update();
        assert!(is_hit(&app, wall, ghost));
        app.world_mut().entity_mut(ghost).remove::<Collider>();
        app.update();
        assert!(!is_hit(&app, wall, ghost));
        assert!(kasuri(&app).body(ghost).is_none());
    }
    // All of this happens within one frame.
    let mut entity = app.world_mut().entity_mut(ghost);
    entity.insert(Collider::point()).remove::<Collider>().insert(Collider::circle(3.0));
    app.update();
    assert!(is_hit(&app, wall, ghost));
    assert_eq!(kasuri(&app).world().len(), 2);
}

#[test]
fn y_goes_up_and_angles_counterclockwise() {
    let mut app = app();
    let bar = Transform::from_rotation(Quat::from_rotation_z(0.5));
    let bar = app.world_mut().spawn((Collider::segment([0.0, 0.0], [100.0, 0.0]), bar)).id();
    let fly =
        app.world_mut().spawn((Collider::circle(1.0), at(80.0 * 0.5_f32.cos(), 80.0 * 0.5_f32.sin()))).id();
    let other =
        app.world_mut().spawn((Collider::circle(1.0), at(80.0 * 0.5_f32.cos(), -80.0 * 0.5_f32.sin()))).id();
    app.update();
    assert!(is_hit(&app, bar, fly) && !is_hit(&app, bar, other));
}

#[test]
fn bodies_of_one_group_never_hit() {
    let mut app = app();
    let boss = app.world_mut().spawn((Collider::ellipse(8.0, 4.0), CollisionLayers::on(1).in_group(3))).id();
    let shot = app.world_mut().spawn((Collider::circle(2.0), CollisionLayers::on(2).in_group(3))).id();
    let ship = app.world_mut().spawn((Collider::circle(2.0), at(-9.0, 0.0))).id();
    let all = [boss, shot, ship];
    let pairs = |app: &App| all.map(|a| all.map(|b| a < b && is_hit(app, a, b)));
    let hits = |app: &App| pairs(app).as_flattened().iter().filter(|&&hit| hit).count();
    app.update();
    assert!(!is_hit(&app, boss, shot) && is_hit(&app, boss, ship));
    assert_eq!(hits(&app), 1);
    // Another group, none, and the same again.
    for (group, is_pair) in [(4, true), (0, true), (3, false)] {
        app.world_mut().entity_mut(shot).insert(CollisionLayers::on(2).in_group(group));
        app.update();
        assert_eq!(is_hit(&app, boss, shot), is_pair, "{group}");
        let handle = kasuri(&app).body(shot).unwrap();
        assert_eq!(kasuri(&app).world().get(handle).unwrap().layers().group, group);
    }
    // A body that was hidden is in its group again.
    app.world_mut().entity_mut(shot).insert(ColliderDisabled);
    app.update();
    app.world_mut().entity_mut(shot).remove::<ColliderDisabled>();
    app.update();
    assert!(!is_hit(&app, boss, shot));
    app.world_mut().entity_mut(boss).insert(Collider::ellipse(-1.0, 4.0));
    app.update();
    let refused = messages::<Refused>(&mut app);
    let text = refused[0].reason.to_string();
    assert_eq!((refused.len(), text.as_str()), (1, "rx: -1 is negative; a radius is 0 or more"));
}

#[test]
fn children_follow_their_parents() {
    let mut app = app();
    let probe = app.world_mut().spawn((Collider::point(), at(100.0, 20.0))).id();
    let parent = app.world_mut().spawn(at(100.0, 0.0)).id();
    let child = app.world_mut().spawn((Collider::circle(3.0), at(20.0, 0.0), ChildOf(parent))).id();
    app.update();
    assert!(!is_hit(&app, probe, child));
    app.world_mut().get_mut::<Transform>(parent).unwrap().rotate_z(std::f32::consts::FRAC_PI_2);
    app.update();
    assert!(is_hit(&app, probe, child));
    // Without its parent, its own transform is its position.
    app.world_mut().entity_mut(child).remove::<ChildOf>();
    app.update();
    assert!(!is_hit(&app, probe, child));
    *app.world_mut().get_mut::<Transform>(probe).unwrap() = at(20.0, 0.0);
    app.update();
    assert!(is_hit(&app, probe, child));
    // It gets another parent, which is mirrored and twice as large.
    let other = at(60.0, 0.0).with_scale(Vec3::new(-2.0, 2.0, 1.0));
    let other = app.world_mut().spawn(other).id();
    app.world_mut().entity_mut(child).insert(ChildOf(other));
    app.update();
    assert!(is_hit(&app, probe, child));
    *app.world_mut().get_mut::<Transform>(probe).unwrap() = at(20.0, 6.0);
    app.update();
    assert!(is_hit(&app, probe, child));
    app.world_mut().despawn(other);
    app.update();
    assert!(kasuri(&app).body(child).is_none());
}

#[test]
fn what_shears_is_told_and_hits_nothing() {
    let mut app = app();
    let wall = app.world_mut().spawn(Collider::rect([50.0, 50.0])).id();
    let parent = app.world_mut().spawn(Transform::from_scale(Vec3::new(2.0, 1.0, 1.0))).id();
    let turned = Transform::from_rotation(Quat::from_rotation_z(0.5));
    let child = app.world_mut().spawn((Collider::rect([3.0, 3.0]), turned, ChildOf(parent))).id();
    app.update();
    let refused = messages::<Refused>(&mut app);
    assert_eq!(refused, [Refused { entity: child, reason: Reason::Sheared }]);
    app.world_mut().get_mut::<Transform>(parent).unwrap().scale = Vec3::splat(2.0);
    app.update();
    assert!(is_hit(&app, wall, child));
}

#[test]
fn bad_transforms_are_told_once_and_hit_again_when_right() {
    for bad in [
        at(f32::NAN, 0.0),
        at(0.0, f32::INFINITY),
        at(3e6, 0.0),
        Transform::from_scale(Vec3::ZERO),
        Transform::from_scale(Vec3::new(1.0, f32::NAN, 1.0)),
        Transform::from_rotation(Quat::from_xyzw(0.0, 0.0, f32::NAN, 1.0)),
    ] {
        let mut app = app();
        let wall = app.world_mut().spawn(Collider::rect([50.0, 50.0])).id();
        let shot = app.world_mut().spawn(Collider::rect([3.0, 3.0])).id();
        let late = app.world_mut().spawn((Collider::rect([3.0, 3.0]), bad)).id();
        app.update();
        assert!(is_hit(&app, wall, shot));
        assert_eq!(messages::<Refused>(&mut app).len(), 1);
        *app.world_mut().get_mut::<Transform>(shot).unwrap() = bad;
        app.update();
        assert!(!is_hit(&app, wall, shot), "{bad:?}");
        let refused = messages::<Refused>(&mut app);
        assert_eq!(refused.len(), 1);
        let mut bare = kasuri::World::builder().axes(kasuri::world::Axes::YUp).build().unwrap();
        let body = kasuri::Body::rect([3.0, 3.0]);
        let [x, y, angle] = [bad.translation.x, bad.translation.y, bad.rotation.z].map(f64::from);
        let scale = [f64::from(bad.scale.x), f64::from(bad.scale.y)];
        let error = bare.spawn(body.at([x, y]).turned(angle).scaled(scale)).unwrap_err();
        assert_eq!(refused[0].reason.to_string(), error.to_string());
        app.update();
        assert!(messages::<Refused>(&mut app).is_empty());
        for entity in [shot, late] {
            *app.world_mut().get_mut::<Transform>(entity).unwrap() = at(1.0, 1.0);
        }
        app.update();
        assert!(is_hit(&app, wall, shot) && is_hit(&app, wall, late));
    }
}

#[test]
fn bad_sizes_are_told_and_can_be_mended() {
    let mut app = app();
    let wall = app.world_mut().spawn(Collider::rect([50.0, 50.0])).id();
    let ball = app.world_mut().spawn(Collider::circle(-1.0)).id();
    let close = app.world_mut().spawn((Collider::circle(1.0), Graze(f64::NAN))).id();
    app.update();
    let refused: Vec<_> =
        messages::<Refused>(&mut app).iter().map(|r| (r.entity, r.reason.to_string())).collect();
    assert_eq!(refused[0], (ball, "r: -1 is negative; a radius is 0 or more".to_owned()));
    assert_eq!((refused[1].0, refused.len()), (close, 2));
    app.world_mut().entity_mut(ball).insert(Collider::circle(1.0));
    app.world_mut().entity_mut(close).insert(Graze(2.0));
    app.update();
    assert!(is_hit(&app, wall, ball) && is_hit(&app, wall, close));
    // A living body whose margin is refused hits nothing meanwhile.
    app.world_mut().entity_mut(close).insert(Graze(-3.0));
    app.update();
    assert!(!is_hit(&app, wall, close));
    app.world_mut().entity_mut(close).remove::<Graze>();
    app.update();
    assert!(is_hit(&app, wall, close));
}

#[test]
fn what_is_hidden_or_disabled_hits_nothing() {
    let mut app = app();
    let wall = app.world_mut().spawn(Collider::rect([50.0, 50.0])).id();
    let parent = app.world_mut().spawn((Transform::default(), Visibility::Inherited)).id();
    let child = (Collider::circle(1.0), Visibility::Inherited, ChildOf(parent));
    let child = app.world_mut().spawn(child).id();
    let root = app.world_mut().spawn((Collider::circle(1.0), Visibility::Hidden)).id();
    app.update();
    assert!(is_hit(&app, wall, child) && !is_hit(&app, wall, root));
    *app.world_mut().get_mut::<Visibility>(parent).unwrap() = Visibility::Hidden;
    *app.world_mut().get_mut::<Visibility>(root).unwrap() = Visibility::Visible;
    app.update();
    assert!(!is_hit(&app, wall, child) && is_hit(&app, wall, root));
    assert_eq!(messages::<HitEnded>(&mut app).len(), 1);
    *app.world_mut().get_mut::<Visibility>(child).unwrap() = Visibility::Visible;
    app.update();
    assert!(is_hit(&app, wall, child));
    app.world_mut().entity_mut(root).insert(ColliderDisabled);
    app.world_mut().entity_mut(child).insert(Disabled);
    app.update();
    assert!(!is_hit(&app, wall, child) && !is_hit(&app, wall, root));
    app.world_mut().entity_mut(root).remove::<ColliderDisabled>();
    app.world_mut().entity_mut(child).remove::<Disabled>();
    app.update();
    assert!(is_hit(&app, wall, child) && is_hit(&app, wall, root));
}

#[test]
fn hidden_bodies_hit_where_the_plugin_is_told_so() {
    let mut app = app_with(KasuriPlugin::default().hidden_bodies_hit());
    let wall = app.world_mut().spawn(Collider::rect([50.0, 50.0])).id();
    let hidden = app.world_mut().spawn((Collider::circle(1.0), Visibility::Hidden)).id();
    app.update();
    assert!(is_hit(&app, wall, hidden));
}

#[test]
fn sprites_hit_as_they_are_drawn() {
    let mut app = app();
    let image = add_picture(&mut app, &["##..", "....", "....", "...."]);
    let probe = app.world_mut().spawn((Collider::point(), at(-1.5, 1.5))).id();
    let sprite = Sprite { flip_x: false, ..Sprite::from_image(image.clone()) };
    let sprite = app.world_mut().spawn((Collider::sprite(), sprite)).id();
    let hits = |app: &mut App, place: [f32; 2], change: &dyn Fn(&mut Sprite)| {
        change(&mut app.world_mut().get_mut::<Sprite>(sprite).unwrap());
        *app.world_mut().get_mut::<Transform>(probe).unwrap() = at(place[0], place[1]);
        app.update();
        is_hit(app, probe, sprite)
    };
    assert!(hits(&mut app, [-1.5, 1.5], &|_| ()));
    assert!(!hits(&mut app, [1.5, 1.5], &|_| ()));
    assert!(hits(&mut app, [1.5, 1.5], &|s| s.flip_x = true));
    assert!(!hits(&mut app, [-1.5, 1.5], &|_| ()));
    assert!(hits(&mut app, [1.5, -1.5], &|s| s.flip_y = true));
    assert!(hits(&mut app, [6.0, -6.0], &|s| s.custom_size = Some(Vec2::splat(16.0))));
    // The anchor is at the bottom left of what is drawn. Flips do not move it.
    app.world_mut().entity_mut(sprite).insert(Anchor::BOTTOM_LEFT);
    assert!(hits(&mut app, [14.0, 2.0], &|_| ()));
    assert!(hits(&mut app, [3.5, 0.5], &|s| s.custom_size = None));
    assert!(hits(&mut app, [0.5, 0.5], &|s| s.flip_x = false));
    assert!(hits(&mut app, [0.5, 3.5], &|s| s.flip_y = false));
    // Mirrored by its transform, it is on the other side of its position.
    app.world_mut().get_mut::<Transform>(sprite).unwrap().scale.x = -1.0;
    assert!(hits(&mut app, [-0.5, 3.5], &|_| ()));
}

#[test]
fn images_load_late_change_and_go() {
    let mut app = app();
    let wall = app.world_mut().spawn(Collider::rect([50.0, 50.0])).id();
    let image = app.world().resource::<Assets<Image>>().reserve_handle();
    let sprite = app.world_mut().spawn((Collider::sprite(), Sprite::from_image(image.clone()))).id();
    app.update();
    assert!(kasuri(&app).body(sprite).is_none() && messages::<Refused>(&mut app).is_empty());
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    images.insert(image.id(), common::picture(&["##"])).unwrap();
    app.update();
    assert!(is_hit(&app, wall, sprite));
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    *images.get_mut(&image).unwrap() = common::picture(&["..", ".."]);
    app.update();
    assert!(!is_hit(&app, wall, sprite));
    let mut images = app.world_mut().resource_mut::<Assets<Image>>();
    *images.get_mut(&image).unwrap() = common::picture(&["#.", ".."]);
    app.update();
    assert!(is_hit(&app, wall, sprite));
    app.world_mut().resource_mut::<Assets<Image>>().remove(&image);
    app.update();
    assert!(!is_hit(&app, wall, sprite));
    let other = add_picture(&mut app, &["#"]);
    app.world_mut().get_mut::<Sprite>(sprite).unwrap().image = other;
    app.update();
    assert!(is_hit(&app, wall, sprite));
    // The pixels of this image are only on the GPU.
    let mut gone = common::picture(&["#"]);
    gone.data = None;
    let gone = app.world_mut().resource_mut::<Assets<Image>>().add(gone);
    app.world_mut().get_mut::<Sprite>(sprite).unwrap().image = gone;
    app.update();
    assert!(!is_hit(&app, wall, sprite));
    assert_eq!(messages::<Refused>(&mut app), [Refused { entity: sprite, reason: Reason::NoPixels }]);
}

#[test]
fn atlases_show_one_frame_each() {
    let mut app = app();
    let probe = app.world_mut().spawn((Collider::point(), at(0.5, 0.5))).id();
    let image = add_picture(&mut app, &["##..", "##.."]);
    let mut layout = TextureAtlasLayout::new_empty(UVec2::new(4, 2));
    layout.add_texture(URect::new(0, 0, 2, 2));
    layout.add_texture(URect::new(2, 0, 4, 2));
    let layout = app.world_mut().resource_mut::<Assets<TextureAtlasLayout>>().add(layout);
    let sprite = Sprite::from_atlas_image(image, TextureAtlas { layout, index: 0 });
    let sprite = app.world_mut().spawn((Collider::sprite(), sprite)).id();
    for (index, hits) in [(0, true), (1, false), (0, true), (2, false), (0, true)] {
        let mut shown = app.world_mut().get_mut::<Sprite>(sprite).unwrap();
        shown.texture_atlas.as_mut().unwrap().index = index;
        app.update();
        assert_eq!(is_hit(&app, probe, sprite), hits, "{index}");
        let refused = messages::<Refused>(&mut app);
        assert_eq!(refused.len(), usize::from(index == 2), "{index}");
    }
}

#[test]
fn rules_are_brought_and_taken_back() {
    let mut app = app();
    let ship = app.world_mut().spawn((Collider::circle(3.0), CollisionLayers::new(1, [2]))).id();
    let shot = (Collider::circle(3.0), CollisionLayers::new(2, [1]), Graze(4.0), at(9.0, 0.0));
    let shot = app.world_mut().spawn(shot).id();
    app.update();
    assert_eq!(messages::<Grazed>(&mut app).len(), 1);
    app.world_mut().get_mut::<Transform>(shot).unwrap().translation.x = 5.0;
    app.world_mut().entity_mut(ship).insert(Invulnerable(2));
    for hits in [false, false, true] {
        app.update();
        assert_eq!(is_hit(&app, ship, shot), hits);
    }
    app.world_mut().entity_mut(shot).insert(CollisionLayers::new(4, [1]));
    app.update();
    assert!(!is_hit(&app, ship, shot));
    app.world_mut().entity_mut(shot).remove::<CollisionLayers>();
    app.world_mut().entity_mut(ship).remove::<CollisionLayers>();
    app.update();
    assert!(is_hit(&app, ship, shot));
    app.world_mut().entity_mut(ship).insert((MaxHits(1), BodyData(7)));
    let body = kasuri(&app).body(ship).unwrap();
    app.update();
    assert_eq!(kasuri(&app).world().get(body).unwrap().data(), 7);
    assert_eq!(kasuri(&app).world().get(body).unwrap().hits_left(), Some(1));
}

#[test]
fn swept_bodies_miss_nothing_and_teleport_without_a_way() {
    let mut app = app();
    let wall = app.world_mut().spawn((Collider::rect([1.0, 50.0]), at(41.0, 0.0))).id();
    let shot = app.world_mut().spawn((Collider::point(), Swept)).id();
    app.update();
    app.world_mut().get_mut::<Transform>(shot).unwrap().translation.x = 80.0;
    app.update();
    let began = messages::<HitBegan>(&mut app);
    assert_eq!((began.len(), began[0].t), (1, Some(0.5)));
    app.world_mut().entity_mut(shot).insert((at(0.0, 0.0), Teleport));
    app.update();
    assert!(messages::<HitBegan>(&mut app).is_empty());
    app.update();
    assert!(app.world().get::<Teleport>(shot).is_none());
    // Without Swept it jumps over the wall.
    app.world_mut().entity_mut(shot).remove::<Swept>();
    app.update();
    app.world_mut().get_mut::<Transform>(shot).unwrap().translation.x = 80.0;
    app.update();
    assert!(!is_hit(&app, wall, shot) && kasuri(&app).body(shot).is_some());
}

#[test]
fn observers_hear_what_they_watch() {
    #[derive(Resource, Default)]
    struct Heard(Vec<(Entity, Entity)>);
    let mut app = app();
    app.init_resource::<Heard>();
    let ship = app.world_mut().spawn((Collider::circle(3.0), HitEvents)).id();
    let heard = |hit: On<HitBegan>, mut heard: ResMut<Heard>| heard.0.push((hit.entity, hit.other));
    app.world_mut().entity_mut(ship).observe(heard);
    let shot = app.world_mut().spawn((Collider::circle(3.0), at(1.0, 0.0))).id();
    app.world_mut().entity_mut(shot).observe(heard);
    app.update();
    assert_eq!(app.world().resource::<Heard>().0, [(ship, shot)]);
    app.world_mut().entity_mut(shot).insert((HitEvents, at(100.0, 0.0)));
    app.update();
    app.world_mut().get_mut::<Transform>(shot).unwrap().translation.x = 0.0;
    app.world_mut().entity_mut(ship).remove::<HitEvents>();
    app.update();
    assert_eq!(app.world().resource::<Heard>().0, [(ship, shot), (shot, ship)]);
}

#[test]
fn bounds_are_told_and_despawn() {
    let bounds = kasuri::World::builder().bounds([-100.0, -100.0], [100.0, 100.0]);
    let mut app = app_with(KasuriPlugin::with(bounds).unwrap());
    let shot = app.world_mut().spawn((Collider::circle(3.0), DespawnBeyond(10.0))).id();
    app.update();
    app.world_mut().get_mut::<Transform>(shot).unwrap().translation.y = 105.0;
    app.update();
    assert_eq!(messages::<LeftBounds>(&mut app), [LeftBounds { entity: shot }]);
    app.world_mut().get_mut::<Transform>(shot).unwrap().translation.y = 130.0;
    app.update();
    assert!(app.world().get_entity(shot).is_err());
    assert!(kasuri(&app).world().is_empty() && kasuri(&app).body(shot).is_none());
}

#[test]
fn fixed_steps_are_made_as_often_as_time_asks() {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), TimePlugin, KasuriPlugin::default()));
    app.add_systems(FixedUpdate, |mut all: Query<&mut Transform>| {
        all.iter_mut().for_each(|mut transform| transform.translation.x += 1.0);
    });
    let shot = app.world_mut().spawn(Collider::circle(1.0)).id();
    // No time passes before the first frame.
    app.update();
    for (steps, sum) in [(3, 3), (0, 3), (1, 4), (2, 6)] {
        app.insert_resource(TimeUpdateStrategy::FixedTimesteps(steps));
        app.update();
        assert_eq!(kasuri(&app).world().steps(), sum);
    }
    let body = kasuri(&app).body(shot).unwrap();
    assert_eq!(kasuri(&app).world().get(body).unwrap().at().x, 6.0);
}

#[test]
fn frames_of_a_collider_are_shown_one_at_a_time() {
    let mut app = app();
    let looks: std::sync::Arc<[kasuri::Look]> =
        [kasuri::Shape::circle(3.0).unwrap().into(), kasuri::Shape::point().into()].into();
    let eye = app.world_mut().spawn(Collider::frames(&looks)).id();
    let probe = app.world_mut().spawn((Collider::point(), at(2.0, 0.0))).id();
    app.update();
    assert!(is_hit(&app, eye, probe));
    app.world_mut().entity_mut(eye).insert(Frame(1));
    app.update();
    assert!(!is_hit(&app, eye, probe));
    app.world_mut().entity_mut(eye).insert(Frame(2));
    app.update();
    let refused = messages::<Refused>(&mut app);
    assert_eq!((refused.len(), refused[0].entity), (1, eye));
    app.world_mut().entity_mut(eye).remove::<Frame>();
    app.update();
    assert!(is_hit(&app, eye, probe));
}

#[test]
fn units_have_pixels() {
    let units = kasuri::World::builder().pixels_per_unit(16.0);
    let mut app = app_with(KasuriPlugin::with(units).unwrap());
    // A texel of a sprite is one unit, or follows from its custom size.
    let image = add_picture(&mut app, &["##", "##"]);
    let sprite = app.world_mut().spawn((Collider::sprite(), Sprite::from_image(image))).id();
    let probe = app.world_mut().spawn((Collider::circle(0.25), at(1.2, 0.0))).id();
    app.update();
    assert!(is_hit(&app, sprite, probe));
    app.world_mut().get_mut::<Sprite>(sprite).unwrap().custom_size = Some(Vec2::splat(1.0));
    app.update();
    assert!(!is_hit(&app, sprite, probe));
}

//! The pictures, the ship, the moth and the score line.

use bevy::asset::RenderAssetUsages;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use danmaku::art::{self, Picture};
use kasuri_bevy::prelude::*;

pub const HALF: Vec2 = Vec2::new(240.0, 320.0);

kasuri_bevy::layers! {
    pub enum Layer {
        Ship,
        Bullet,
        Moth,
        Shot,
    }
}

#[derive(Component)]
pub struct Ship;

#[derive(Component)]
pub struct Moth;

#[derive(Component)]
pub struct Velocity(pub Vec2);

#[derive(Resource, Default)]
pub struct Score {
    pub steps: u64,
    pub hits: u32,
    pub grazes: u32,
    pub lost: u32,
}

/// The pictures of rice, an orb, a needle and a shot.
#[derive(Resource)]
pub struct Art(pub [Handle<Image>; 4]);

fn image(picture: Picture) -> Image {
    let size = Extent3d { width: picture.width, height: picture.height, depth_or_array_layers: 1 };
    // The image stays in the main world too, because its mask is made from it.
    let (flat, usage) = (TextureDimension::D2, RenderAssetUsages::default());
    Image::new(size, flat, picture.rgba, TextureFormat::Rgba8UnormSrgb, usage)
}

pub fn begin(mut commands: Commands, mut images: ResMut<Assets<Image>>) -> Result {
    commands.spawn(Camera2d);
    commands.spawn((
        Ship,
        Sprite::from_image(images.add(image(art::ship0()))),
        Collider::sprite().region("core", kasuri::Shape::circle(2.5)?),
        CollisionLayers::new(Layer::Ship, [Layer::Bullet]),
        Transform::from_xyz(0.0, -230.0, 1.0),
    ));
    commands.spawn((
        Moth,
        Sprite::from_image(images.add(image(art::boss()))),
        Collider::sprite(),
        CollisionLayers::new(Layer::Moth, [Layer::Shot]),
        Transform::from_xyz(0.0, 210.0, 1.0).with_scale(Vec3::splat(2.0)),
    ));
    commands.spawn((Sprite::default(), Transform::from_xyz(0.0, 308.0, 5.0)));
    let pictures = [art::rice(), art::orb(), art::needle(), art::shot()];
    commands.insert_resource(Art(pictures.map(|picture| images.add(image(picture)))));
    Ok(())
}

/// Makes a bullet or a shot, turned to its direction of flight.
pub fn flying(image: &Handle<Image>, from: Vec2, velocity: Vec2) -> impl Bundle {
    let turned = Quat::from_rotation_z(velocity.to_angle() - std::f32::consts::FRAC_PI_2);
    let transform = Transform::from_translation(from.extend(2.0)).with_rotation(turned);
    let look = (Sprite::from_image(image.clone()), Collider::sprite(), transform);
    (look, Velocity(velocity), DespawnBeyond(12.0))
}

pub fn show_score(
    score: Res<Score>,
    mut line: Single<&mut Sprite, Without<Collider>>,
    mut images: ResMut<Assets<Image>>,
) {
    let text =
        art::write(&format!("{} hits  {} grazes  {} lives lost", score.hits, score.grazes, score.lost));
    line.custom_size = Some(Vec2::new(text.width as f32, text.height as f32) * 2.0);
    line.image = images.add(image(text));
}

/// Fades the tint of sprites that were hit or grazed.
pub fn fade(mut sprites: Query<&mut Sprite, With<Collider>>) {
    for mut sprite in &mut sprites {
        if sprite.color != Color::WHITE {
            let color = sprite.color.to_srgba();
            let up = |c: f32| (c + 0.03).min(1.0);
            sprite.color = Color::srgb(up(color.red), up(color.green), up(color.blue));
        }
    }
}

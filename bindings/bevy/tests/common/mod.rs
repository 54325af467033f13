//! An app without a window, and pictures for it.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used)]

use bevy_app::{App, PostUpdate, TaskPoolPlugin};
use bevy_asset::{AssetApp, AssetPlugin, Assets, Handle, RenderAssetUsages};
use bevy_ecs::prelude::*;
use bevy_image::{Image, TextureAtlasLayout};
use bevy_transform::components::Transform;
use kasuri_bevy::prelude::*;
use wgpu_types::{Extent3d, TextureDimension, TextureFormat};

pub fn app() -> App {
    app_with(KasuriPlugin::default())
}

pub fn app_with(plugin: KasuriPlugin) -> App {
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), AssetPlugin::default()));
    app.init_asset::<Image>().init_asset::<TextureAtlasLayout>();
    app.add_plugins(plugin.in_schedule(PostUpdate));
    app
}

pub fn at(x: f32, y: f32) -> Transform {
    Transform::from_xyz(x, y, 0.0)
}

pub fn kasuri(app: &App) -> &Kasuri {
    app.world().resource::<Kasuri>()
}

pub fn is_hit(app: &App, a: Entity, b: Entity) -> bool {
    kasuri(app).hits().any(|(pair, _)| pair == [a, b] || pair == [b, a])
}

/// Makes a picture. Every character but `.` is a solid texel.
pub fn picture(rows: &[&str]) -> Image {
    let data = rows
        .iter()
        .flat_map(|row| row.bytes().flat_map(|c| [255, 255, 255, if c == b'.' { 0 } else { 255 }]));
    let size = Extent3d { width: rows[0].len() as u32, height: rows.len() as u32, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    Image::new(size, TextureDimension::D2, data.collect(), format, RenderAssetUsages::default())
}

pub fn add_picture(app: &mut App, rows: &[&str]) -> Handle<Image> {
    app.world_mut().resource_mut::<Assets<Image>>().add(picture(rows))
}

/// Returns all messages of a type that were written since the last frame.
pub fn messages<M: Message + Clone>(app: &mut App) -> Vec<M> {
    app.world_mut().resource_mut::<Messages<M>>().drain().collect()
}

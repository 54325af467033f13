//! Sheets of the hit box editor as assets.

use std::collections::HashSet;
use std::ops::Deref;

use bevy_app::App;
use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetApp, AssetEvent, AssetId, AssetLoader, AssetServer, Assets, LoadContext};
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_reflect::TypePath;
use kasuri::sheet::Sheet;

use crate::collider::{Collider, Source};
use crate::queue::What;
use crate::resource::Kasuri;

/// A sheet of the hit box editor: frames with masks, pivots, regions, tags and values. The asset server loads it from a file whose name
/// ends in `.sheet.json`, and [`Collider::sheet`] gives it to an entity.
///
/// A texel is as large as a unit, as in a sprite, and the rows of masks and regions go down. A sheet whose masks are in a picture beside it is refused: `kasuri sheet
/// --json` writes them into the file.
///
/// ```
/// use kasuri_bevy::{KasuriSheet, kasuri::sheet::Sheet};
/// let json = r#"{"kasuri_sheet": 1, "frames": [{"size": [2, 1], "mask": {"runs": [0, 2]}}]}"#;
/// let sheet = KasuriSheet::from(Sheet::from_json(json)?);
/// assert_eq!(sheet.frames().len(), 1);
/// # Ok::<(), kasuri_bevy::kasuri::Error>(())
/// ```
#[derive(Asset, TypePath, Debug, Clone)]
pub struct KasuriSheet(Sheet);

impl From<Sheet> for KasuriSheet {
    fn from(sheet: Sheet) -> KasuriSheet {
        KasuriSheet(sheet)
    }
}

impl Deref for KasuriSheet {
    type Target = Sheet;

    fn deref(&self) -> &Sheet {
        &self.0
    }
}

/// Reads sheets from files.
#[derive(TypePath, Default)]
struct SheetLoader;

impl AssetLoader for SheetLoader {
    type Asset = KasuriSheet;
    type Settings = ();
    type Error = Box<dyn std::error::Error + Send + Sync>;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        _settings: &(),
        _context: &mut LoadContext<'_>,
    ) -> Result<KasuriSheet, Self::Error> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        Ok(KasuriSheet(Sheet::from_json(&bytes)?))
    }

    fn extensions(&self) -> &[&str] {
        &["sheet.json"]
    }
}

/// Adds the asset and its loader, once there is an asset server.
pub(crate) fn register(app: &mut App) {
    let has_server = app.world().contains_resource::<AssetServer>();
    if has_server && !app.world().contains_resource::<Assets<KasuriSheet>>() {
        app.init_asset::<KasuriSheet>().register_asset_loader(SheetLoader);
    }
}

/// Notes the bodies whose sheet changed.
pub(crate) fn watch_sheets(
    mut kasuri: ResMut<Kasuri>,
    all: Query<(Entity, &Collider), Allow<Disabled>>,
    mut events: Option<MessageReader<AssetEvent<KasuriSheet>>>,
) {
    let changed = |event: &AssetEvent<KasuriSheet>| match event {
        AssetEvent::Added { id } | AssetEvent::Modified { id } | AssetEvent::Removed { id } => Some(*id),
        AssetEvent::Unused { .. } | AssetEvent::LoadedWithDependencies { .. } => None,
    };
    let changed: HashSet<AssetId<KasuriSheet>> =
        events.iter_mut().flat_map(MessageReader::read).filter_map(changed).collect();
    if changed.is_empty() {
        return;
    }
    for (entity, collider) in &all {
        if let Source::Sheet(sheet) = &collider.source
            && changed.contains(&sheet.id())
        {
            kasuri.noted.push((entity, What::LOOK));
        }
    }
}

//! The JSON that Tiled writes.

use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct Map {
    pub(super) tilewidth: u32,
    pub(super) tileheight: u32,
    #[serde(default)]
    pub(super) orientation: Option<String>,
    #[serde(default)]
    pub(super) layers: Vec<Layer>,
    #[serde(default)]
    pub(super) tilesets: Vec<Tileset>,
}

/// A layer of any type, with the fields of all of them.
#[derive(Deserialize)]
pub(super) struct Layer {
    #[serde(rename = "type")]
    pub(super) kind: String,
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) width: usize,
    #[serde(default)]
    pub(super) height: usize,
    pub(super) data: Option<TileNumbers>,
    pub(super) compression: Option<String>,
    pub(super) chunks: Option<Vec<TileChunk>>,
    #[serde(default)]
    pub(super) startx: i64,
    #[serde(default)]
    pub(super) starty: i64,
    #[serde(default)]
    pub(super) objects: Vec<ExportedObject>,
    #[serde(default)]
    pub(super) layers: Vec<Layer>,
}

/// The numbers of tiles, as a list or as base64.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum TileNumbers {
    Numbers(Vec<u32>),
    Text(String),
}

#[derive(Deserialize)]
pub(super) struct TileChunk {
    pub(super) x: i64,
    pub(super) y: i64,
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) data: TileNumbers,
}

#[derive(Deserialize)]
pub(super) struct Tileset {
    #[serde(default)]
    pub(super) firstgid: u32,
    pub(super) source: Option<String>,
    #[serde(default)]
    pub(super) tiles: Vec<ExportedTile>,
}

#[derive(Deserialize)]
pub(super) struct ExportedTile {
    pub(super) id: u32,
    pub(super) objectgroup: Option<ObjectGroup>,
    #[serde(default)]
    pub(super) properties: Vec<Property>,
}

#[derive(Deserialize)]
pub(super) struct ObjectGroup {
    #[serde(default)]
    pub(super) objects: Vec<ExportedObject>,
}

#[derive(Deserialize)]
pub(super) struct Property {
    pub(super) name: String,
    pub(super) value: Value,
}

/// The value of a property, as far as it is needed.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Value {
    Bool(bool),
    Text(String),
    Other(serde::de::IgnoredAny),
}

#[derive(Clone, Deserialize)]
pub(super) struct ExportedObject {
    #[serde(default)]
    pub(super) name: String,
    #[serde(default, rename = "type", alias = "class")]
    pub(super) class: String,
    #[serde(default)]
    pub(super) x: f64,
    #[serde(default)]
    pub(super) y: f64,
    #[serde(default)]
    pub(super) width: f64,
    #[serde(default)]
    pub(super) height: f64,
    /// In degrees, clockwise.
    #[serde(default)]
    pub(super) rotation: f64,
    #[serde(default)]
    pub(super) ellipse: bool,
    #[serde(default)]
    pub(super) point: bool,
    pub(super) polygon: Option<Vec<ExportedPoint>>,
}

#[derive(Clone, Copy, Deserialize)]
pub(super) struct ExportedPoint {
    pub(super) x: f64,
    pub(super) y: f64,
}

//! Maps of the editor Tiled: a tile map for each layer, and the objects of the object layers.

mod cells;
mod export;
mod gids;

use std::collections::HashMap;

use crate::ceilings::Ceilings;
use crate::error::{Cause, Error, Result};
use crate::lattice::Vec2;
use crate::shape::{Cell, TileMap};
use export::{Layer, Map};
use gids::Gids;

/// A map that Tiled exported as JSON.
///
/// The collision editor of Tiled defines what a tile is made of. A convex polygon or a rectangle is used as it is;
/// anything else becomes the pixels whose centres lie in it. A tile without collision shapes is solid. Flips and turns
/// of tiles are applied. Two properties of tiles count: `solid`, where false makes a tile empty, and `one_way`, with
/// "up", "down", "left" or "right".
///
/// ```
/// use kasuri::shape::tiled::Tiled;
/// let json = r#"{ "orientation": "orthogonal", "tilewidth": 16, "tileheight": 16,
///   "layers": [
///     { "type": "tilelayer", "name": "ground", "width": 3, "height": 2, "data": [0, 0, 3, 2147483650, 1, 1] },
///     { "type": "objectgroup", "name": "things", "objects": [{ "name": "start", "x": 8, "y": 12, "point": true }] }],
///   "tilesets": [{ "firstgid": 1, "tiles": [
///     { "id": 1, "objectgroup": { "objects": [{ "x": 0, "y": 16, "polygon": [
///       { "x": 0, "y": 0 }, { "x": 16, "y": -16 }, { "x": 16, "y": 0 }] }] } },
///     { "id": 2, "properties": [{ "name": "one_way", "value": "up" }] }] }] }"#;
/// let level = Tiled::from_json(json)?;
/// let ground = level.map("ground")?;
/// assert_eq!(ground.size(), (3, 2));
/// assert!(ground.cell(0, 0).is_none() && ground.cell(0, 1).is_some());
/// assert_eq!(level.objects()[0].at.y, 12.0);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Tiled {
    cell: [u32; 2],
    layers: Vec<(String, Gids)>,
    objects: Vec<Object>,
    /// The tiles by their numbers in the map.
    tiles: HashMap<u32, TileDefinition>,
    ceilings: Ceilings,
}

/// An object that was placed in the editor, such as a start, a door or the path of a lift.
#[derive(Debug, Clone, PartialEq)]
pub struct Object {
    /// The layer of the object.
    pub layer: String,
    /// The object's name; empty where it has none.
    pub name: String,
    /// The object's class; empty where it has none.
    pub class: String,
    /// The object's position in pixels; for a box its top left corner.
    pub at: Vec2,
    /// The object's width and height.
    pub size: Vec2,
    /// The corners of a polygon, in pixels of the map; empty for other objects.
    pub polygon: Vec<Vec2>,
}

/// The definition of a tile.
#[derive(Debug, Clone, Default)]
struct TileDefinition {
    /// The pieces of the tile: corners relative to the tile, or an ellipse's box.
    pieces: Vec<cells::TilePiece>,
    is_empty: bool,
    one_way: Option<Vec2>,
}

impl Tiled {
    /// Reads a map whose tilesets are embedded in it.
    pub fn from_json(json: &str) -> Result<Tiled> {
        Tiled::from_json_with(json, |_| None)
    }

    /// Reads a map. For a tileset that is a separate file, `tileset` returns its JSON, given the name that the map has
    /// for it.
    ///
    /// ```
    /// use kasuri::shape::tiled::Tiled;
    /// let json = r#"{ "tilewidth": 8, "tileheight": 8, "layers": [],
    ///   "tilesets": [{ "firstgid": 1, "source": "rocks.tsj" }] }"#;
    /// assert!(Tiled::from_json(json).is_err());
    /// let level = Tiled::from_json_with(json, |name| (name == "rocks.tsj").then(|| r#"{ "tiles": [] }"#.into()))?;
    /// assert_eq!(level.layers().count(), 0);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn from_json_with(json: &str, mut tileset: impl FnMut(&str) -> Option<String>) -> Result<Tiled> {
        let map: Map = read(json)?;
        if let Some(orientation) = map.orientation.filter(|orientation| orientation != "orthogonal") {
            return Err(
                Cause::Tiled(format!("the map is {orientation}; an orthogonal one is expected")).error()
            );
        }
        let mut tiled = Tiled {
            cell: [map.tilewidth, map.tileheight],
            layers: Vec::new(),
            objects: Vec::new(),
            tiles: HashMap::new(),
            ceilings: Ceilings::default(),
        };
        for (k, mut set) in map.tilesets.into_iter().enumerate() {
            if let Some(source) = set.source.take() {
                let text = tileset(&source).ok_or_else(|| {
                    let text =
                        format!("the tileset {source:?} is a file of its own; embed it, or give its JSON");
                    Cause::Tiled(text).at(format!("tilesets[{k}]"))
                })?;
                let read: export::Tileset = read(&text).map_err(|e| e.at(format!("tilesets[{k}]")))?;
                set.tiles = read.tiles;
            }
            tiled.add_tiles(set).map_err(|e| e.at(format!("tilesets[{k}]")))?;
        }
        tiled.add_layers(map.layers)?;
        Ok(tiled)
    }

    /// Sets other ceilings. Only `work` matters here: it limits [`map`](Tiled::map), which computes the pixels of
    /// tiles.
    #[must_use]
    pub fn within(self, ceilings: Ceilings) -> Tiled {
        Tiled { ceilings, ..self }
    }

    /// Returns the names of the tile layers, in order; those in groups are included.
    pub fn layers(&self) -> impl ExactSizeIterator<Item = &str> {
        self.layers.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the objects of all layers, in order.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// Returns the first tile layer of that name as a tile map.
    pub fn map(&self, layer: &str) -> Result<TileMap> {
        let named = self.layers.iter().find(|(name, _)| name == layer);
        let (_, gids) = named.ok_or_else(|| {
            Cause::UnknownName { what: "layer of tiles", name: format!("{layer:?}"), list: "Tiled::layers" }
                .error()
        })?;
        let mut numbers: HashMap<u32, Option<usize>> = HashMap::new();
        let mut kinds: Vec<Cell> = Vec::new();
        self.ceilings.hold(|| {
            for &gid in &gids.all {
                if gid & !gids::FLAGS != 0 && !numbers.contains_key(&gid) {
                    let cell = self.cell(gid).map_err(|e| e.at(format!("tile {}", gid & !gids::FLAGS)))?;
                    numbers.insert(gid, cell.as_ref().map(|_| kinds.len()));
                    kinds.extend(cell);
                }
            }
            Ok(())
        })?;
        TileMap::from_fn(self.cell.map(f64::from), [gids.columns, gids.rows], &kinds, |column, row| {
            numbers.get(&gids.all[row * gids.columns + column]).copied().flatten()
        })
    }

    /// Returns the cell of a tile, flipped as its number says; `None` where it is empty.
    fn cell(&self, gid: u32) -> Result<Option<Cell>> {
        let plain = TileDefinition::default();
        let tile = self.tiles.get(&(gid & !gids::FLAGS)).unwrap_or(&plain);
        if tile.is_empty {
            return Ok(None);
        }
        let cell = cells::cell(&tile.pieces, self.cell, gid)?;
        Ok(match tile.one_way {
            Some(direction) => cell.map(|cell| cell.one_way(direction)),
            None => cell,
        })
    }

    fn add_tiles(&mut self, set: export::Tileset) -> Result<()> {
        for tile in set.tiles {
            let at = |e: Error| e.at(format!("tile {}", tile.id));
            let mut known = TileDefinition::default();
            let objects = tile.objectgroup.map(|group| group.objects).unwrap_or_default();
            known.pieces = objects.iter().filter(|object| !object.point).map(cells::piece).collect();
            for property in tile.properties {
                match (property.name.as_str(), property.value) {
                    ("solid", export::Value::Bool(is_solid)) => known.is_empty = !is_solid,
                    ("one_way", export::Value::Text(side)) => {
                        known.one_way = Some(direction(&side).map_err(at)?);
                    }
                    _ => {}
                }
            }
            let gid = set.firstgid.checked_add(tile.id).filter(|gid| gid & gids::FLAGS == 0);
            let gid =
                gid.ok_or_else(|| at(Cause::Tiled("the number of the tile is too large".into()).error()))?;
            self.tiles.insert(gid, known);
        }
        Ok(())
    }

    fn add_layers(&mut self, layers: Vec<Layer>) -> Result<()> {
        for layer in layers {
            let name = layer.name.clone();
            self.add_layer(layer).map_err(|e| e.at(format!("layer {name:?}")))?;
        }
        Ok(())
    }

    fn add_layer(&mut self, layer: Layer) -> Result<()> {
        match layer.kind.as_str() {
            "tilelayer" => {
                let name = layer.name.clone();
                self.layers.push((name, Gids::of(layer)?));
            }
            "group" => self.add_layers(layer.layers)?,
            "objectgroup" => {
                let layer_name = &layer.name;
                self.objects.extend(layer.objects.into_iter().map(|object| Object {
                    layer: layer_name.clone(),
                    at: Vec2::new(object.x, object.y),
                    size: Vec2::new(object.width, object.height),
                    polygon: cells::corners(&object),
                    name: object.name,
                    class: object.class,
                }));
            }
            _ => {}
        }
        Ok(())
    }
}

fn direction(side: &str) -> Result<Vec2> {
    Ok(match side {
        "up" => Vec2::new(0.0, -1.0),
        "down" => Vec2::new(0.0, 1.0),
        "left" => Vec2::new(-1.0, 0.0),
        "right" => Vec2::new(1.0, 0.0),
        _ => {
            let text = format!("one_way is {side:?}; \"up\", \"down\", \"left\" or \"right\" is expected");
            return Err(Cause::Tiled(text).error());
        }
    })
}

fn read<T: serde::de::DeserializeOwned>(json: &str) -> Result<T> {
    serde_json::from_str(json).map_err(|e| Cause::Tiled(e.to_string()).error())
}

//! A tile map as one body: its physics polygons or its pixels.

use std::collections::HashMap;
use std::sync::Arc;

use godot::classes::notify::CanvasItemNotification;
use godot::classes::tile_set::TileShape;
use godot::classes::{Node2D, TileData, TileMapLayer, TileSet, TileSetAtlasSource};
use godot::prelude::*;
use kasuri::shape::{Cell, Polygon};
use kasuri::{Body, Handle, Layers, Mask, TileMap, Vec2};

use crate::errors::{number_of, report, vec2};
use crate::home::Home;
use crate::mask::mask_of_texture;
use crate::overlay::{Overlay, is_in_editor};
use crate::pose::{Pose, pose_in};
use crate::rules::Rules;
use crate::world::Core;

/// Makes its child [TileMapLayer] a body in a [KasuriWorld2D]: with the physics polygons of its tiles, or with their pixels.
///
/// A tile with several physics polygons or with a concave one hits with the pixels whose middles are inside. The layer may move, but not
/// turn or be scaled. After its cells have changed, call [method rebuild].
#[derive(GodotClass)]
#[class(tool, init, base = Node2D)]
pub(crate) struct KasuriTileMap {
    /// Whether the pixels of the tiles hit. If not, their physics polygons do.
    #[export]
    use_pixels: bool,
    /// The physics layer of the tile set whose polygons hit.
    #[export]
    physics_layer: i32,
    /// Pixels hit if their alpha is at least this.
    #[export(range = (1.0, 255.0))]
    #[init(val = 128)]
    alpha_threshold: i64,
    /// The layers that the map is on.
    #[export(flags_2d_physics)]
    #[init(val = 1)]
    layer: u32,
    /// The layers that the map hits.
    #[export(flags_2d_physics)]
    #[init(val = u32::MAX)]
    against: u32,
    /// The group of the map; 0 for none. Two bodies of one group do not hit each other.
    #[export]
    group: u32,
    /// A number of the game; hits tell it.
    #[export]
    data: i64,
    handle: Option<Handle>,
    at: Option<Vec2>,
    is_refused: bool,
    pub(crate) home: Home,
    /// What the editor draws, of these properties and at this place.
    overlay: Option<Overlay<(bool, i32, i64, Pose)>>,
    base: Base<Node2D>,
}

#[godot_api]
impl INode2D for KasuriTileMap {
    // Not by virtual methods such as `enter_tree`: a script that has its own would hide them.
    fn on_notification(&mut self, what: CanvasItemNotification) {
        match what {
            CanvasItemNotification::ENTER_TREE => {
                let this = self.to_gd().upcast();
                self.home.enter(&this);
                if is_in_editor() {
                    self.base_mut().set_process(true);
                }
            }
            CanvasItemNotification::EXIT_TREE => {
                let id = self.base().instance_id();
                self.home.leave(id, self.handle);
                (self.handle, self.at, self.is_refused) = (None, None, false);
            }
            CanvasItemNotification::PROCESS if is_in_editor() && self.draw_in_editor().is_err() => {
                self.overlay = None;
            }
            _ => {}
        }
    }

    fn get_configuration_warnings(&self) -> PackedStringArray {
        self.home.warnings("The tile map needs", self.map().map(|_| ()))
    }
}

#[godot_api]
impl KasuriTileMap {
    /// Reads the cells of the layer anew. The next step, or [method KasuriWorld2D.sync_nodes], has them.
    #[func]
    fn rebuild(&mut self) {
        if let Some(mut world) = self.home.world()
            && let Some(body) = self.handle
        {
            world.bind_mut().core.forget(body);
        }
        (self.handle, self.at, self.is_refused) = (None, None, false);
        self.overlay = None;
        if is_in_editor() {
            self.base_mut().update_configuration_warnings();
        }
    }

    /// Returns the number of the body in its world; 0 before the first step and while it has none.
    #[func]
    fn get_body(&self) -> i64 {
        self.handle.map_or(0, number_of)
    }
}

impl KasuriTileMap {
    fn child(&self) -> Result<Gd<TileMapLayer>, String> {
        let children = self.base().get_children();
        let layer = children.iter_shared().find_map(|child| child.try_cast::<TileMapLayer>().ok());
        layer.ok_or_else(|| "The tile map needs a TileMapLayer among its children.".into())
    }

    /// Makes the body in the world what the layer is now.
    pub(crate) fn sync(&mut self, world: InstanceId, core: &mut Core) {
        if self.is_refused || is_in_editor() {
            return;
        }
        if let Err(error) = self.try_sync(world, core) {
            report(
                &format!("KasuriTileMap {}", self.base().get_name()),
                format_args!("{error} It hits nothing."),
            );
            self.is_refused = true;
            if let Some(body) = self.handle.take() {
                core.forget(body);
            }
        }
    }

    fn try_sync(&mut self, world: InstanceId, core: &mut Core) -> Result<(), String> {
        let layer = self.child()?;
        let pose = pose_of(&layer, world)?;
        self.check_body(core);
        let told = |e: kasuri::Error| e.to_string();
        if let Some(body) = self.handle {
            if self.at != Some(pose.at) {
                let corner = vec2(corner(&layer)?);
                core.world.edit(body).position(pose.at + corner).map_err(told)?;
            }
        } else {
            let (map, corner) = self.map()?;
            let Some(map) = map else {
                self.at = None;
                return Ok(());
            };
            let body = self.rules().on(Body::tiles(&map).at(pose.at + vec2(corner)));
            let body = core.world.spawn(body).map_err(told)?;
            core.note_node(body, self.base().instance_id());
            self.handle = Some(body);
        }
        self.at = Some(pose.at);
        Ok(())
    }

    fn rules(&self) -> Rules {
        let layers = Layers { layer: self.layer, against: self.against, group: self.group };
        Rules { layers, data: self.data, ..Rules::default() }
    }

    /// Draws what the map covers. The layer tells when its cells or its tile set change.
    fn draw_in_editor(&mut self) -> Result<(), String> {
        if self.home.world().is_none() {
            // After a hot reload.
            let this = self.to_gd().upcast();
            self.home.enter(&this);
        }
        let world = self.home.world().ok_or("there is no world")?;
        let mut layer = self.child()?;
        let changed = Callable::from_object_method(&self.to_gd(), "rebuild");
        if !layer.is_connected("changed", &changed) {
            layer.connect("changed", &changed);
        }
        let pose = pose_of(&layer, world.instance_id())?;
        let made_of = (self.use_pixels, self.physics_layer, self.alpha_threshold, pose);
        let mut overlay = self.overlay.take();
        Overlay::show(&mut overlay, &self.to_gd().upcast(), &world, made_of, true, || {
            let (map, corner) = self.map()?;
            let map = map.ok_or("the layer has no cells that hit")?;
            Ok(self.rules().on(Body::tiles(&map).at(pose.at + vec2(corner))))
        });
        self.overlay = overlay;
        Ok(())
    }

    /// Notes if the world has lost the body, for example after it went back to a snapshot.
    pub(crate) fn check_body(&mut self, core: &mut Core) {
        if let Some(body) = self.handle {
            if core.world.contains(body) {
                core.note_node(body, self.base().instance_id());
            } else {
                self.handle = None;
            }
            self.at = None;
        }
    }

    /// Returns the layer's cells as a map, and where its corner is in the layer; no map if it has no cells that hit.
    fn map(&self) -> Result<(Option<Arc<TileMap>>, Vector2), String> {
        let layer = self.child()?;
        let tiles = layer.get_tile_set().ok_or_else(|| format!("{} has no tile set.", layer.get_name()))?;
        if tiles.get_tile_shape() != TileShape::SQUARE {
            return Err("Only tile sets with square tiles can be a body.".into());
        }
        if !self.use_pixels && !(0..tiles.get_physics_layers_count()).contains(&self.physics_layer) {
            return Err(format!("The tile set has no physics layer {}.", self.physics_layer));
        }
        let size = tiles.get_tile_size();
        let used = layer.get_used_rect();
        let mut kinds =
            Kinds { tiles: &tiles, size, cells: Vec::new(), known: HashMap::new(), masks: HashMap::new() };
        let side = |side: i32| usize::try_from(side).unwrap_or(0);
        let (columns, rows) = (side(used.size.x), side(used.size.y));
        let mut cells = Vec::with_capacity(columns.saturating_mul(rows).min(1 << 22));
        for y in 0..used.size.y {
            for x in 0..used.size.x {
                cells.push(kinds.of(self, &layer, used.position + Vector2i::new(x, y))?);
            }
        }
        if kinds.cells.is_empty() {
            return Ok((None, Vector2::ZERO));
        }
        let size = Vec2::new(f64::from(size.x), f64::from(size.y));
        let map = TileMap::from_fn(size, [columns, rows], &kinds.cells, |column, row| {
            cells[row * columns + column]
        });
        Ok((Some(Arc::new(map.map_err(|e| e.to_string())?)), corner(&layer)?))
    }
}

/// Returns where a layer is in its world.
fn pose_of(layer: &Gd<TileMapLayer>, world: InstanceId) -> Result<Pose, String> {
    let pose = pose_in(&layer.clone().upcast(), world)?;
    if pose.angle != 0.0 || pose.scale != Vec2::new(1.0, 1.0) {
        return Err("A tile map cannot be turned or scaled.".into());
    }
    Ok(pose)
}

/// Returns where the corner of the used cells is in a layer.
fn corner(layer: &Gd<TileMapLayer>) -> Result<Vector2, String> {
    let tiles = layer.get_tile_set().ok_or_else(|| format!("{} has no tile set.", layer.get_name()))?;
    let (size, first) = (tiles.get_tile_size(), layer.get_used_rect().position);
    Ok(Vector2::new((first.x * size.x) as f32, (first.y * size.y) as f32))
}

/// The source, the atlas coordinates and the alternative of a tile.
type TileKey = (i32, Vector2i, i32);

/// The kinds of cells found so far.
struct Kinds<'a> {
    tiles: &'a Gd<TileSet>,
    size: Vector2i,
    cells: Vec<Cell>,
    known: HashMap<TileKey, Option<usize>>,
    masks: HashMap<InstanceId, Arc<Mask>>,
}

/// How a tile is laid into its cell: first transposed, then flipped.
#[derive(Clone, Copy)]
struct Laid {
    transposed: bool,
    flips: [bool; 2],
}

impl Laid {
    /// Reads the bits that Godot keeps in the number of the alternative.
    fn of(alternative: i32) -> Laid {
        Laid {
            transposed: alternative & 0x4000 != 0,
            flips: [alternative & 0x1000 != 0, alternative & 0x2000 != 0],
        }
    }
}

impl Kinds<'_> {
    fn of(
        &mut self,
        map: &KasuriTileMap,
        layer: &Gd<TileMapLayer>,
        cell: Vector2i,
    ) -> Result<Option<usize>, String> {
        let source = layer.get_cell_source_id(cell);
        let key = (source, layer.get_cell_atlas_coords(cell), layer.get_cell_alternative_tile(cell));
        if source < 0 {
            return Ok(None);
        }
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let data = layer.get_cell_tile_data(cell);
        let made = match data {
            None => None,
            Some(data) if map.use_pixels => self.pixels(map, &data, key)?,
            Some(data) => self.polygons(map.physics_layer, &data, Laid::of(key.2))?,
        };
        let kind = made.map(|cell| {
            self.cells.push(cell);
            self.cells.len() - 1
        });
        self.known.insert(key, kind);
        Ok(kind)
    }

    fn polygons(&self, layer: i32, data: &Gd<TileData>, laid: Laid) -> Result<Option<Cell>, String> {
        let count = data.get_collision_polygons_count(layer);
        let half = Vec2::new(f64::from(self.size.x), f64::from(self.size.y)) / 2.0;
        let mut polygons: Vec<Vec<Vec2>> = Vec::new();
        let mut is_one_way = false;
        for k in 0..count {
            let points = data.get_collision_polygon_points(layer, k);
            let points = points.as_slice().iter().map(|&point| {
                let v = vec2(point);
                let v = if laid.transposed { Vec2::new(v.y, v.x) } else { v };
                let [x, y] = laid.flips.map(|flip| if flip { -1.0 } else { 1.0 });
                half + Vec2::new(v.x * x, v.y * y)
            });
            polygons.push(points.collect());
            is_one_way |= data.is_collision_polygon_one_way(layer, k);
        }
        polygons.retain(|points| points.len() >= 3);
        let cell = match &polygons[..] {
            [] => return Ok(None),
            [points] => match Polygon::new(points) {
                Ok(polygon) if polygon.is_convex() && points.len() <= 64 => Cell::Polygon(polygon),
                Ok(_) => self.mask_of(&polygons)?,
                Err(error) => return Err(format!("A polygon of a tile: {error}.")),
            },
            _ => self.mask_of(&polygons)?,
        };
        Ok(Some(if is_one_way { cell.one_way([0.0, -1.0]) } else { cell }))
    }

    /// Makes a mask of several polygons or of a concave one: the pixels whose middles are inside.
    fn mask_of(&self, polygons: &[Vec<Vec2>]) -> Result<Cell, String> {
        let [width, height] = [self.size.x, self.size.y].map(|side| usize::try_from(side).unwrap_or(0));
        let mask = Mask::from_fn(width, height, |x, y| {
            let middle = Vec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            polygons.iter().any(|points| is_inside(points, middle))
        });
        Ok(Cell::Mask(Arc::new(mask.map_err(|e| e.to_string())?)))
    }

    fn pixels(
        &mut self,
        map: &KasuriTileMap,
        data: &Gd<TileData>,
        key: TileKey,
    ) -> Result<Option<Cell>, String> {
        let (source, atlas, alternative) = key;
        let Some(source) = self.tiles.get_source(source) else { return Ok(None) };
        let source = source.try_cast::<TileSetAtlasSource>();
        let source = source.map_err(|_| "Tiles that are scenes have no pixels.".to_owned())?;
        let texture = source.get_texture().ok_or_else(|| "An atlas has no texture.".to_owned())?;
        let whole = match self.masks.get(&texture.instance_id()) {
            Some(whole) => whole.clone(),
            None => {
                let whole = Arc::new(mask_of_texture(&texture, map.alpha_threshold)?);
                self.masks.insert(texture.instance_id(), whole.clone());
                whole
            }
        };
        let region = source.get_tile_texture_region(atlas);
        if region.size != self.size || data.get_texture_origin() != Vector2i::ZERO {
            return Err("Only tiles that fill their cells can hit with pixels.".into());
        }
        let Laid { transposed, flips: [h, v] } = Laid::of(alternative);
        let transposed = transposed != data.get_transpose();
        let flips = [h != data.get_flip_h(), v != data.get_flip_v()];
        if transposed && region.size.x != region.size.y {
            return Err("Only tiles with equal sides can be transposed.".into());
        }
        let (left, top) = (i64::from(region.position.x), i64::from(region.position.y));
        let [width, height] = [region.size.x, region.size.y].map(|side| usize::try_from(side).unwrap_or(0));
        let mask = Mask::from_fn(width, height, |x, y| {
            let (x, y) = if transposed { (y, x) } else { (x, y) };
            whole.get(left + i64::from(x), top + i64::from(y))
        });
        let mask = mask.map_err(|e| e.to_string())?.flipped(flips);
        Ok((!mask.is_empty()).then(|| Cell::Mask(Arc::new(mask))))
    }
}

/// Whether a point is inside a polygon, by the number of its sides on one side of the point.
fn is_inside(points: &[Vec2], p: Vec2) -> bool {
    let next = points.iter().cycle().skip(1);
    let crosses = points
        .iter()
        .zip(next)
        .filter(|(a, b)| (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x));
    crosses.count() % 2 == 1
}

//! The operations of a life as plain data. A script is a list of them, written as one JSON document a line.

use std::sync::Arc;

use kasuri::shape::Cell;
use kasuri::{Layers, Mask, Placement, Result, Shape, TileMap, Vec2};
use serde::{Deserialize, Serialize};

use crate::mirror::twin::{Stuff, Twin, View, Zone};

/// A list of operations; the first one is [`Operation::World`].
pub type Script = Vec<Operation>;

/// One operation. Bodies are named by numbers that the script gives them, so that the rest of a script keeps its meaning where an
/// operation is left out. A call for a body that is not there is left out, too.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// Begins with a new world of these settings.
    World(Setup),
    Spawn(Vec<NewBody>),
    Remove(Vec<u32>),
    Clear,
    SetPositions(Vec<(u32, Vec2)>),
    TeleportMany(Vec<(u32, Vec2)>),
    SetPlacements(Vec<(u32, Placement)>),
    SetAngles(Vec<(u32, f64)>),
    SetScales(Vec<(u32, Vec2)>),
    SetFrames(Vec<(u32, usize)>),
    SetRadii(Vec<(u32, f64)>),
    SetChains(Vec<(u32, Vec<[f64; 2]>)>),
    Edit(u32, Edit),
    /// Moves a body to where it just touches another, or just does not.
    Meet(Meet),
    /// Removes what overlaps an area.
    RemoveOverlapping(Place),
    /// Asks what overlaps an area.
    Overlapping(Place),
    Step,
    /// Saves a snapshot under a number.
    Save(u8),
    /// Restores the snapshot of a number, or the same written as bytes and read again.
    Restore {
        number: u8,
        as_bytes: bool,
    },
    /// Goes back some steps and makes the operations since then again.
    Rollback(u8),
    /// Records from here on.
    Record,
    /// Reads the recording back and replays it.
    Replay,
    /// Changes how the first of the two worlds computes.
    Ours(How),
    /// Changes how its twin computes.
    Twin(How),
    /// Reads a file of an older version, and goes on from there.
    Old(OldFile),
    /// Takes the GPU away, or lets it give no more than so many bytes for a buffer.
    Gpu(Trouble),
}

/// What a world is made with; part of its answers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Setup {
    pub bounds: Option<[Vec2; 2]>,
    /// Whether touches are ignored, and between which layers they are or are not.
    pub ignores_touching: bool,
    pub between: Vec<(u32, u32, bool)>,
    pub rooted: Vec<(u32, u32)>,
}

/// How a world computes. No answer depends on it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum How {
    Threads(usize),
    /// The instruction set with this place among those of the machine, counted around.
    Simd(usize),
    Broad(BroadName),
    /// Steps in a batch of worlds, or alone.
    Batch(bool),
    /// One pair in so many is decided by the reference as well.
    CheckOneIn(u32),
    Cpu,
    Gpu,
    Auto,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BroadName {
    Brute,
    Grid,
    Tree,
    Auto,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OldFile {
    Snapshot(u8),
    Recording(u8),
}

/// What happens to a GPU.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// The device is lost. The next operation that asks for a GPU finds another one.
    Lose,
    /// No buffer has more bytes; 0 takes the limit away.
    MostBytes(u64),
    /// A call of the driver fails, in the format of tests/faults, where that layer is there.
    Fault(String),
}

/// A change of one body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Edit {
    Position(Vec2),
    Teleport(Vec2),
    Placement(Placement),
    Angle(f64),
    Scale(Vec2),
    Frame(usize),
    Chain(Vec<[f64; 2]>),
    Radius(f64),
    Look(Frame),
    Shape(Shape),
    Mask(Vec<String>),
    Layers(Layers),
    Group(u32),
    Graze(Option<f64>),
    DespawnBeyond(Option<f64>),
    Cooldown(u32),
    MaxHits(Option<u32>),
    Invulnerable(u64),
    Data(u64),
    Swept(bool),
}

/// A body that comes to the border of another: the mirror finds the place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Meet {
    pub body: u32,
    pub other: u32,
    /// The path on which the place is looked for, from the position of the other body.
    pub path: Vec2,
    /// Whether it is the border of grazing, by the wider margin of both.
    pub grazes: bool,
    /// Whether the body is behind the border, as seen along the path.
    pub past: bool,
    /// Whether it is carried there without a path.
    pub teleports: bool,
}

/// An area that is asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Place {
    pub figure: Figure,
    pub at: Vec2,
    #[serde(default, skip_serializing_if = "is_default")]
    pub angle: f64,
    pub against: u32,
}

/// What a body or a region is, with its numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Figure {
    Circle(f64),
    Capsule([f64; 2], [f64; 2], f64),
    Chain(Vec<[f64; 2]>, f64),
    Shape(Shape),
    Mask(Vec<String>),
    Tiles { cell: [f64; 2], rows: Vec<String>, mask: Vec<String> },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NamedRegion {
    pub name: String,
    pub figure: Figure,
    #[serde(default, skip_serializing_if = "is_default")]
    pub pivot: Option<Vec2>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub layer: Option<u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub against: Option<u32>,
}

/// One frame of a body.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    pub figure: Figure,
    #[serde(default, skip_serializing_if = "is_default")]
    pub pivot: Option<Vec2>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub regions: Vec<NamedRegion>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewBody {
    pub id: u32,
    pub frames: Vec<Frame>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub frame: usize,
    pub at: Vec2,
    #[serde(default, skip_serializing_if = "is_default")]
    pub angle: f64,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub scale: Vec2,
    #[serde(default, skip_serializing_if = "is_default")]
    pub layers: Layers,
    #[serde(default, skip_serializing_if = "is_default")]
    pub graze: Option<f64>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub despawn_beyond: Option<f64>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub cooldown: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub max_hits: Option<u32>,
    #[serde(default, skip_serializing_if = "is_default")]
    pub invulnerable: u64,
    #[serde(default, skip_serializing_if = "is_default")]
    pub data: u64,
    #[serde(default, skip_serializing_if = "is_default")]
    pub swept: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn one() -> Vec2 {
    Vec2::new(1.0, 1.0)
}

fn is_one(scale: &Vec2) -> bool {
    *scale == one()
}

/// Reads a mask.
pub fn mask(rows: &[String]) -> Result<Arc<Mask>> {
    Ok(Arc::new(Mask::from_rows(rows)?))
}

impl Figure {
    pub(crate) fn stuff(&self) -> Result<Stuff> {
        Ok(match self {
            Figure::Circle(r) => Stuff::Circle(*r),
            Figure::Capsule(a, b, r) => Stuff::Capsule(*a, *b, *r),
            Figure::Chain(points, r) => Stuff::Chain(points.clone(), *r),
            Figure::Shape(shape) => Stuff::Other(shape.clone()),
            Figure::Mask(rows) => Stuff::Mask(mask(rows)?),
            Figure::Tiles { cell, rows, mask: bits } => {
                let slope = kasuri::shape::Polygon::new(&[[0.0, cell[1]], [cell[0], 0.0], *cell])?;
                let legend = [('/', Cell::Polygon(slope)), ('m', Cell::Mask(mask(bits)?))];
                Stuff::Tiles(Arc::new(TileMap::from_rows(*cell, rows, &legend)?))
            }
        })
    }
}

impl Frame {
    pub(crate) fn view(&self) -> Result<View> {
        let zone = |region: &NamedRegion| {
            Ok(Zone {
                name: region.name.clone(),
                stuff: region.figure.stuff()?,
                pivot: region.pivot,
                layer: region.layer,
                against: region.against,
            })
        };
        Ok(View {
            stuff: self.figure.stuff()?,
            pivot: self.pivot,
            zones: self.regions.iter().map(zone).collect::<Result<_>>()?,
        })
    }
}

impl NewBody {
    /// Returns the body as the mirror keeps it; not placed yet.
    pub(crate) fn twin(&self) -> Result<Twin> {
        let views = self.frames.iter().map(Frame::view).collect::<Result<_>>()?;
        let mut twin = Twin::new(views);
        twin.frame = self.frame;
        twin.placement = Placement::at(self.at).turned(self.angle).scaled(self.scale);
        twin.layers = self.layers;
        (twin.margin, twin.leash) = (self.graze, self.despawn_beyond);
        (twin.cooldown, twin.hits_left) = (self.cooldown, self.max_hits);
        (twin.invulnerable, twin.data, twin.is_swept) = (self.invulnerable, self.data, self.swept);
        Ok(twin)
    }
}

/// Writes a script: one operation a line.
pub fn written(script: &[Operation]) -> String {
    let line = |operation| serde_json::to_string(operation).unwrap_or_else(|error| format!("# {error}"));
    script.iter().map(|operation| line(operation) + "\n").collect()
}

/// Reads a script. Blank lines and lines that begin with `#` are left out.
///
/// # Errors
/// Names the first line that is no operation.
pub fn read(text: &str) -> std::result::Result<Script, String> {
    let lines =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let read = lines.map(|(k, line)| serde_json::from_str(line).map_err(|e| format!("line {}: {e}", k + 1)));
    let script: Script = read.collect::<std::result::Result<_, _>>()?;
    match script.first() {
        Some(Operation::World(_)) => Ok(script),
        _ => Err("the first operation is no \"world\"".into()),
    }
}

//! What was refused, with the numbers that the text shows.

use super::{Content, Error, ErrorKind};
use crate::shortest::Readable;

/// What was refused. Tests compare it; users see its [`ErrorKind`] and its text.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Cause {
    /// NaN or infinity.
    #[error("{} is not a finite number", Readable(*value))]
    NotFinite {
        /// What was given.
        value: f64,
    },
    /// A number outside its allowed range.
    #[error("{} is out of range; {what} is {} to {}", Readable(*value), Readable(*least), Readable(*most))]
    OutOfRange {
        /// What the number means, with an article, such as "a radius".
        what: &'static str,
        /// What was given.
        value: f64,
        /// The least that is accepted.
        least: f64,
        /// The most that is accepted.
        most: f64,
    },
    /// A size below 0.
    #[error("{} is negative; {what} is 0 or more", Readable(*value))]
    Negative {
        /// What the number means, with an article, such as "a radius".
        what: &'static str,
        /// What was given.
        value: f64,
    },
    /// A scale that is 0, too small or too large.
    #[error("{} is not a valid scale; use 1/64 to 64, or -64 to -1/64 to mirror", Readable(*value))]
    Scale {
        /// What was given.
        value: f64,
    },
    /// A radius with a scale that would turn a circle into an ellipse.
    #[error("the scale [{}, {}] would turn a circle into an ellipse; a shape with a radius needs |sx| = |sy|; `Shape::ellipse` takes any scale", Readable(*x), Readable(*y))]
    SquashedRadius {
        /// Scale along x.
        x: f64,
        /// Scale along y.
        y: f64,
    },
    /// A body whose bounding box is larger than the lattice arithmetic allows.
    #[error("the bounding box is {} x {} px; at most 16384 px a side are allowed", Readable(*width), Readable(*height))]
    TooLarge {
        /// Width of the bounding box in pixels, radius included.
        width: f64,
        /// Height of the bounding box in pixels, radius included.
        height: f64,
    },
    /// Too few or too many of something.
    #[error("there are {count} {what}; {least} to {most} are allowed")]
    Count {
        /// What was counted, in the plural.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// The fewest accepted.
        least: usize,
        /// The most accepted.
        most: usize,
    },
    /// Two vertices of a polygon that are on the same lattice point.
    #[error(
        "vertices {first} and {second} are the same point on the 1/256 px lattice; each must be distinct"
    )]
    RepeatedVertex {
        /// Index of the first of the two.
        first: usize,
        /// Index of the second of the two.
        second: usize,
    },
    /// A polygon whose last vertex repeats its first one.
    #[error("vertex {last} is vertex 0 again; leave the closing vertex away, as an outline closes by itself")]
    ClosedPolygon {
        /// Index of the last vertex.
        last: usize,
    },
    /// Two edges of a polygon that cross or touch where they must not.
    #[error(
        "the edges from vertex {first} and from vertex {second} cross or touch; an outline must not cross or touch itself"
    )]
    CrossingEdges {
        /// Index of the vertex where the first edge starts.
        first: usize,
        /// Index of the vertex where the second edge starts.
        second: usize,
    },
    /// A polygon that has no area, such as one whose vertices all lie on one line.
    #[error("the polygon has no area; its vertices must not all lie on one line")]
    NoArea,
    /// A concave polygon where only a convex one is allowed.
    #[error("the polygon is concave; {0}")]
    Concave(&'static str),
    /// A shape that must not be a part of a compound.
    #[error(
        "{0} cannot be a part of a compound; parts are points, segments, circles, ellipses, capsules, boxes, polygons and chains"
    )]
    NotAPart(&'static str),
    /// A mask of size 0, or one that is too large.
    #[error("a mask of {width} x {height} texels; 1 to 4096 a side are allowed")]
    MaskSize {
        /// Width in texels.
        width: usize,
        /// Height in texels.
        height: usize,
    },
    /// A sheet whose size is not a whole multiple of the frame size.
    #[error(
        "a sheet of {width} x {height} texels does not divide into frames of {} x {}; both sides must be whole multiples",
        frame[0], frame[1]
    )]
    SheetSize {
        /// Width of the sheet in texels.
        width: usize,
        /// Height of the sheet in texels.
        height: usize,
        /// Width and height of a frame.
        frame: [usize; 2],
    },
    /// Rows of different lengths.
    #[error("row {row} has {found} characters where row 0 has {expected}; rows must be equally long")]
    UnequalRows {
        /// Index of the row that differs.
        row: usize,
        /// The length of that row.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// A slice of pixels whose length does not fit its size.
    #[error("the pixel data has {found} bytes; {width} x {height} RGBA pixels need {expected}")]
    PixelBytes {
        /// Width in pixels.
        width: usize,
        /// Height in pixels.
        height: usize,
        /// Bytes given.
        found: usize,
        /// Bytes needed.
        expected: usize,
    },
    /// A picture that cannot be decoded.
    #[error("not a readable {format} picture: {why}")]
    Image {
        /// Its format.
        format: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// A picture of a format that this build does not read, or bytes that are no picture.
    #[error("{0}")]
    ImageFormat(String),
    /// A sprite sheet's description that is not as Aseprite writes it.
    #[error("not a readable Aseprite export: {0}")]
    Aseprite(String),
    /// A map that is not a Tiled export, or that contains something that Kasuri does not read.
    #[error("not a readable Tiled map: {0}")]
    Tiled(String),
    /// A tile character without a meaning.
    #[error("{0:?} is not in the legend; cells are '.', ' ', '#', or a character that the legend names")]
    UnknownTile(char),
    /// Text that is not JSON, with the line and column of the first error.
    #[error("not readable as JSON: {0}")]
    Json(String),
    /// A value of another kind than expected in a scene.
    #[error("expected {expected}, but found {found}")]
    Expected {
        /// What was found, with an article.
        found: String,
        /// What would be accepted, with an article.
        expected: &'static str,
    },
    /// A field that appears twice in one object of a scene.
    #[error("this field appears twice; each field may appear once")]
    RepeatedField,
    /// A field that this object of a scene does not have.
    #[error("unknown field; {what} has {known}")]
    UnknownField {
        /// The kind of object, with an article, such as "a circle".
        what: &'static str,
        /// Its fields, such as "the fields a and b", or "no fields".
        known: String,
    },
    /// A required field that is missing.
    #[error("{field} is missing; {what} has {known}")]
    MissingField {
        /// The field's name.
        field: &'static str,
        /// The kind of object, with an article, such as "a circle".
        what: &'static str,
        /// Its fields, such as "the fields a and b", or "no fields".
        known: String,
    },
    /// A name that does not exist in the scene.
    #[error("there is no {what} {name}; the name must be defined in {list}")]
    UnknownName {
        /// What was looked for.
        what: &'static str,
        /// Its name, in quotes.
        name: String,
        /// Where in the scene such names are defined.
        list: &'static str,
    },
    /// The index of a body that does not exist.
    #[error("there is no body {index} among {count}; the first is 0")]
    NoSuchBody {
        /// The index given.
        index: usize,
        /// How many bodies there are.
        count: usize,
    },
    /// A handle whose body was removed, or that belongs to another world.
    #[error("the body {slot}v{generation} was removed, or the handle belongs to another world")]
    Stale {
        /// The handle's slot.
        slot: u32,
        /// The handle's generation: which of the bodies that used the slot.
        generation: u32,
    },
    /// A list of values that has another length than the list of bodies.
    #[error("there are {values} values for {bodies} bodies; each body needs one")]
    Lengths {
        /// The number of bodies.
        bodies: usize,
        /// The number of values.
        values: usize,
    },
    /// Bodies for many worlds that do not divide into equally many for each world.
    #[error("{bodies} bodies do not divide equally among {worlds} worlds")]
    NotForEach {
        /// The number of bodies.
        bodies: usize,
        /// The number of worlds.
        worlds: usize,
    },
    /// A frame that a body does not have.
    #[error("there is no frame {frame} among {count}; the first is 0")]
    NoSuchFrame {
        /// The requested frame.
        frame: usize,
        /// How many frames there are.
        count: usize,
    },
    /// An index past the end of a list.
    #[error("there is no {what} {index} among {count}; the first is 0")]
    NoSuchEntry {
        /// What the list contains.
        what: &'static str,
        /// The index given.
        index: usize,
        /// How many entries there are.
        count: usize,
    },
    /// A region that a body does not have.
    #[error("there is no region {region} among {count}; 0 is the body itself")]
    NoSuchRegion {
        /// The requested region.
        region: usize,
        /// How many regions there are, the body itself included.
        count: usize,
    },
    /// A change that only another kind of body allows.
    #[error("the body is not {0}")]
    NotA(&'static str),
    /// A tile map with an angle or a scale.
    #[error("a tile map cannot be turned or scaled; its angle is 0 and its scale [1, 1]")]
    TileMapTurns,
    /// A name that no region of a body has.
    #[error("the body has no region {name:?}")]
    NoRegionNamed {
        /// What was given.
        name: Box<str>,
    },
    /// A tile map given as a region.
    #[error("a tile map cannot be a region; regions are shapes and masks")]
    TilesInRegion,
    /// A pivot for a body that has no mask.
    #[error("only a sprite has a pivot")]
    NoPivot,
    /// Two regions with the same name.
    #[error("two regions have the name {name:?}; names of regions must be unique")]
    RepeatedRegion {
        /// The name.
        name: Box<str>,
    },
    /// The same colour twice in a list of colours that tell regions apart.
    #[error("the colour [{r}, {g}, {b}] is there twice; each colour makes one mask")]
    RepeatedColour {
        /// Red.
        r: u8,
        /// Green.
        g: u8,
        /// Blue.
        b: u8,
    },
    /// A request that needs the world's bounds, in a world that has none.
    #[error("the world has no bounds; set them with WorldBuilder::bounds")]
    NoWorldBounds,
    /// A direction of length 0.
    #[error("[0, 0] is not a direction; a vector of length more than 0 is expected")]
    NoDirection,
    /// Bounds without an interior.
    #[error("the bounds have no interior; two opposite corners of a box are expected")]
    NoBounds,
    /// Bytes that are not a recording, or a damaged recording.
    #[error("not a readable recording: {what} at byte {byte}")]
    Recording {
        /// The byte offset at which reading failed.
        byte: usize,
        /// What is wrong there.
        what: &'static str,
    },
    /// A recording of a version that this library does not read.
    #[error("the recording has version {found}; this library reads versions {oldest} to {newest}")]
    RecordingVersion {
        /// The version of the recording.
        found: u32,
        /// The oldest version that is read.
        oldest: u32,
        /// The newest version that is read; recordings are written in it.
        newest: u32,
    },
    /// Bytes that are not a snapshot, or a damaged snapshot.
    #[error("not a readable snapshot: {what} at byte {byte}")]
    Snapshot {
        /// The byte offset at which reading failed.
        byte: usize,
        /// What is wrong there.
        what: &'static str,
    },
    /// A snapshot of a version that this library does not read.
    #[error("the snapshot has version {found}; this library reads versions up to {newest}")]
    SnapshotVersion {
        /// The version of the snapshot.
        found: u32,
        /// The newest version that is read; snapshots are written in it.
        newest: u32,
    },
    /// A sweep of a tile map.
    #[error("a tile map does not move; sweep the other body instead")]
    TileMapMoves,
    /// A tile map whose free places are asked for.
    #[error("a tile map has no free places to ask for; the body is a shape or a sprite")]
    TileMapFits,
    /// A grid of positions whose columns or rows are all in one place.
    #[error("a step of 0 would ask one position again and again; with a count of 1 any step is accepted")]
    StepOfZero,
    /// A step of a player's positions that is between two lattice points.
    #[error("{} px is no whole multiple of 1/256 px; the step of a grid of positions is", Readable(*_0))]
    StepOffLattice(f64),
    /// No usable GPU.
    #[error("no GPU can be used: {0}; the CPU gives the same answers")]
    GpuAbsent(String),
    /// A GPU that was lost while it was in use.
    #[error("the GPU was lost: {0}; create a new one, or continue on the CPU, which gives the same answers")]
    GpuLost(String),
    /// A GPU that gives wrong answers to test questions; it is not used any more.
    #[error(
        "the GPU {0} gives wrong answers, or its driver aborts long work; the CPU gives the right answers"
    )]
    GpuWrong(String),
    /// A GPU whose limits are too low, even after the work was split where that is possible.
    #[error(
        "the GPU is too small: {what} needs {needed}, but its limit is {most}; the CPU gives the same answers"
    )]
    GpuTooSmall {
        /// What is too large for the GPU, with an article.
        what: &'static str,
        /// How much is needed.
        needed: u64,
        /// The most that the GPU allows.
        most: u64,
    },
    /// A GPU that does not have enough memory.
    #[error("the GPU has no memory left: {0}; the CPU gives the same answers")]
    GpuMemory(String),
    /// Input that exceeds a ceiling: see [`Ceilings`](crate::Ceilings).
    #[error("more than {most} {what}; {raise} allows more")]
    Ceiling {
        /// What there is too much of.
        what: &'static str,
        /// How much is allowed.
        most: u64,
        /// The command-line flag and the library function that raise the ceiling.
        raise: &'static str,
    },
    /// An environment variable with an unknown value.
    #[error("{name}={value:?} is not a known value; use {accepted}")]
    Variable {
        /// The variable's name.
        name: &'static str,
        /// The variable's value.
        value: String,
        /// What would be accepted.
        accepted: String,
    },
    /// Anything else that does not follow SPEC 8.
    #[error("{0}")]
    Scene(String),
    /// An error that a caller made.
    #[error("{text}")]
    Made {
        /// The kind that the caller chose.
        kind: ErrorKind,
        /// The text that the caller wrote.
        text: String,
    },
}

impl Cause {
    pub(super) fn kind(&self) -> ErrorKind {
        use ErrorKind as Kind;
        match self {
            Cause::NotFinite { .. }
            | Cause::OutOfRange { .. }
            | Cause::Negative { .. }
            | Cause::Scale { .. }
            | Cause::NoDirection
            | Cause::StepOfZero
            | Cause::StepOffLattice(_)
            | Cause::NoBounds => Kind::Number,
            Cause::Count { .. } | Cause::Lengths { .. } | Cause::NotForEach { .. } => Kind::Count,
            Cause::SquashedRadius { .. }
            | Cause::TooLarge { .. }
            | Cause::RepeatedVertex { .. }
            | Cause::ClosedPolygon { .. }
            | Cause::CrossingEdges { .. }
            | Cause::NoArea
            | Cause::Concave(_)
            | Cause::NotAPart(_)
            | Cause::TilesInRegion
            | Cause::RepeatedRegion { .. }
            | Cause::RepeatedColour { .. } => Kind::Shape,
            Cause::MaskSize { .. }
            | Cause::SheetSize { .. }
            | Cause::UnequalRows { .. }
            | Cause::UnknownTile(_)
            | Cause::PixelBytes { .. } => Kind::Texels,
            Cause::Image { .. } => Kind::Image,
            Cause::ImageFormat(_) => Kind::ImageFormat,
            Cause::Aseprite(_) | Cause::Tiled(_) => Kind::Export,
            Cause::Json(_)
            | Cause::Expected { .. }
            | Cause::RepeatedField
            | Cause::UnknownField { .. }
            | Cause::MissingField { .. }
            | Cause::UnknownName { .. }
            | Cause::Scene(_) => Kind::Scene,
            Cause::NoSuchBody { .. }
            | Cause::NoSuchFrame { .. }
            | Cause::NoSuchEntry { .. }
            | Cause::NoSuchRegion { .. }
            | Cause::NoRegionNamed { .. } => Kind::NotFound,
            Cause::Stale { .. } => Kind::Stale,
            Cause::NotA(_)
            | Cause::TileMapTurns
            | Cause::TileMapMoves
            | Cause::TileMapFits
            | Cause::NoPivot => Kind::WrongBody,
            Cause::NoWorldBounds => Kind::NoWorldBounds,
            Cause::Recording { .. } | Cause::Snapshot { .. } => Kind::Damaged,
            Cause::RecordingVersion { .. } | Cause::SnapshotVersion { .. } => Kind::Version,
            Cause::GpuAbsent(_) => Kind::GpuAbsent,
            Cause::GpuLost(_) => Kind::GpuLost,
            Cause::GpuWrong(_) => Kind::GpuWrong,
            Cause::GpuTooSmall { .. } => Kind::GpuTooSmall,
            Cause::GpuMemory(_) => Kind::GpuMemory,
            Cause::Ceiling { .. } => Kind::Ceiling,
            Cause::Variable { .. } => Kind::Variable,
            Cause::Made { kind, .. } => *kind,
        }
    }

    /// Returns an error of this cause, without a place. It is no `From`: one more conversion into [`Error`] would take the
    /// type of `?` in users' closures away from the compiler.
    pub fn error(self) -> Error {
        Error(Box::new(Content { place: String::new(), cause: self }))
    }

    /// Returns an error of this cause at `place`.
    pub(crate) fn at(self, place: impl Into<String>) -> Error {
        self.error().at(place)
    }
}

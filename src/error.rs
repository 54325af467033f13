//! The one error type: what was refused, where it stood, and what would be accepted (SPEC 7).

use crate::shortest::Readable;

/// What can go wrong. Every variant carries the offending numbers and says what would be accepted.
///
/// ```
/// use kasuri::Shape;
/// let error = Shape::circle(-1.0).unwrap_err();
/// assert_eq!(error.to_string(), "r: -1 is negative; a radius is 0 or more");
/// ```
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An error and the place it was found at, such as `bodies[3].circle.r`.
    #[error("{place}: {error}")]
    At {
        /// Path of the offender, outermost part first.
        place: String,
        /// What is wrong there.
        error: Box<Error>,
    },
    /// NaN or an infinity.
    #[error("{} is not a finite number", Readable(*value))]
    NotFinite {
        /// What was given.
        value: f64,
    },
    /// A number outside the range that its meaning allows.
    #[error("{} is out of range; {what} is {} to {}", Readable(*value), Readable(*least), Readable(*most))]
    OutOfRange {
        /// What the number stands for, with its article.
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
        /// What the number stands for, with its article.
        what: &'static str,
        /// What was given.
        value: f64,
    },
    /// A scale of 0, or one too small or too large.
    #[error("{} is no scale; a scale is 1/64 to 64, or -64 to -1/64 to mirror", Readable(*value))]
    Scale {
        /// What was given.
        value: f64,
    },
    /// Something round under a scale that would make it an ellipse.
    #[error("the scale [{}, {}] would squash a radius; a shape with a radius needs |sx| = |sy|", Readable(*x), Readable(*y))]
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
    /// Two vertices of a polygon on the same lattice point.
    #[error(
        "vertices {first} and {second} are the same point on the 1/256 px lattice; each must be distinct"
    )]
    RepeatedVertex {
        /// Index of the one.
        first: usize,
        /// Index of the other.
        second: usize,
    },
    /// A polygon whose last vertex is its first one again.
    #[error("vertex {last} is vertex 0 again; leave the closing vertex away, as an outline closes by itself")]
    ClosedPolygon {
        /// Index of the last vertex.
        last: usize,
    },
    /// Two edges of a polygon that meet where they should not.
    #[error(
        "the edges from vertex {first} and from vertex {second} cross or touch; an outline must not meet itself"
    )]
    CrossingEdges {
        /// Index of the vertex where the one edge starts.
        first: usize,
        /// Index of the vertex where the other edge starts.
        second: usize,
    },
    /// A polygon whose vertices lie on one line.
    #[error("the polygon has no area; its vertices must not all lie on one line")]
    NoArea,
    /// A concave polygon where only convex ones may stand.
    #[error("the polygon is concave; {0}")]
    Concave(&'static str),
    /// Something that may not be a part of a compound.
    #[error(
        "{0} cannot be a part of a compound; parts are points, segments, circles, capsules, boxes, polygons and chains"
    )]
    NotAPart(&'static str),
    /// A mask of no size, or one too large.
    #[error("a mask of {width} x {height} texels; 1 to 4096 a side are allowed")]
    MaskSize {
        /// Width in texels.
        width: usize,
        /// Height in texels.
        height: usize,
    },
    /// A sheet that frames of the given size do not fill.
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
    /// Rows that are not all of one length.
    #[error("row {row} has {found} characters where row 0 has {expected}; rows must be equally long")]
    UnequalRows {
        /// Index of the row that differs.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// A slice of pixels that does not hold what its size says.
    #[error("{found} bytes of pixels where {width} x {height} RGBA needs {expected}")]
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
    #[error("not a readable PNG picture: {0}")]
    Image(String),
    /// A sprite sheet's description that is not as Aseprite writes it.
    #[error("not a readable Aseprite export: {0}")]
    Aseprite(String),
    /// A map that is not as Tiled writes it, or has something in it that is not read.
    #[error("not a readable map of Tiled: {0}")]
    Tiled(String),
    /// A tile character that stands for nothing.
    #[error("{0:?} is not in the legend; cells are '.', ' ', '#', or a character that the legend names")]
    UnknownTile(char),
    /// Text that is not JSON, with the line and column where it stops being so.
    #[error("not readable as JSON: {0}")]
    Json(String),
    /// Something else than what should stand in a scene.
    #[error("{found} stands where {expected} is expected")]
    Expected {
        /// What was found, with its article.
        found: String,
        /// What would be accepted, with its article.
        expected: &'static str,
    },
    /// A field that stands twice in one object of a scene.
    #[error("this field stands twice; each may stand once")]
    RepeatedField,
    /// A field that a scene does not have there.
    #[error("there is no such field; {what} has {known}")]
    UnknownField {
        /// What has fields, with its article.
        what: &'static str,
        /// The fields it has.
        known: String,
    },
    /// A field that has to be there and is not.
    #[error("{field} is missing; {what} has {known}")]
    MissingField {
        /// The field's name.
        field: &'static str,
        /// What has fields, with its article.
        what: &'static str,
        /// The fields it has.
        known: String,
    },
    /// A name that nothing has.
    #[error("there is no {what} {name}; one that stands in {list} is expected")]
    UnknownName {
        /// What was looked for.
        what: &'static str,
        /// Its name, in quotes.
        name: String,
        /// Where in the scene such names stand.
        list: &'static str,
    },
    /// An index past the last of the bodies.
    #[error("there is no body {index} among {count}; the first is 0")]
    NoSuchBody {
        /// The index given.
        index: usize,
        /// How many bodies there are.
        count: usize,
    },
    /// A handle whose body was removed, or that is another world's.
    #[error("the body {slot}v{generation} is gone; a handle names its body until that is removed")]
    Stale {
        /// The handle's place in the table.
        slot: u32,
        /// Which body of those that had the place.
        generation: u32,
    },
    /// Values for bodies that are more or fewer than the bodies.
    #[error("there are {values} values for {bodies} bodies; each body needs one")]
    Lengths {
        /// How many bodies.
        bodies: usize,
        /// How many values.
        values: usize,
    },
    /// Bodies of many worlds that are not as many for each world.
    #[error("there are {bodies} bodies for {worlds} worlds; as many are expected for each")]
    NotForEach {
        /// How many bodies.
        bodies: usize,
        /// How many worlds.
        worlds: usize,
    },
    /// A frame that a body does not have.
    #[error("there is no frame {frame} among {count}; the first is 0")]
    NoSuchFrame {
        /// The frame asked for.
        frame: usize,
        /// How many there are.
        count: usize,
    },
    /// An index past the last entry of a list.
    #[error("there is no {what} {index} among {count}; the first is 0")]
    NoSuchEntry {
        /// What the list holds.
        what: &'static str,
        /// The index given.
        index: usize,
        /// How many there are.
        count: usize,
    },
    /// A region that a body does not have.
    #[error("there is no region {region} among {count}; 0 is the body itself")]
    NoSuchRegion {
        /// The region asked for.
        region: usize,
        /// How many there are, the body itself among them.
        count: usize,
    },
    /// A change that fits another kind of body.
    #[error("the body is not {0}")]
    NotA(&'static str),
    /// A tile map with an angle or a scale.
    #[error("a tile map stands unturned, at scale [1, 1]")]
    TileMapTurns,
    /// A tile map as a region.
    #[error("a tile map cannot be a region; regions are shapes and masks")]
    TilesInRegion,
    /// A pivot where there is no mask.
    #[error("only a sprite has a pivot")]
    NoPivot,
    /// Two regions of one name.
    #[error("there are two regions {name:?}; each has a name of its own")]
    RepeatedRegion {
        /// The name.
        name: Box<str>,
    },
    /// What needs the world's bounds, in a world that has none.
    #[error("the world has no bounds; Builder::bounds gives it some")]
    NoWorldBounds,
    /// A direction of no length.
    #[error("[0, 0] is no direction; a vector with a length is expected")]
    NoDirection,
    /// Bounds without an inner.
    #[error("the bounds have no inner; two opposite corners of a box are expected")]
    NoBounds,
    /// Bytes that are no recording, or a damaged one.
    #[error("not a readable recording: {what} at byte {byte}")]
    Recording {
        /// Where it stops making sense.
        byte: usize,
        /// What is wrong there.
        what: &'static str,
    },
    /// A recording of a version that is not read here.
    #[error("a recording of version {found}; versions {oldest} to {newest} are read here")]
    RecordingVersion {
        /// Its version.
        found: u32,
        /// The oldest that is read.
        oldest: u32,
        /// The newest, which is written.
        newest: u32,
    },
    /// Bytes that are no snapshot, or a damaged one.
    #[error("not a readable snapshot: {what} at byte {byte}")]
    Snapshot {
        /// Where it stops making sense.
        byte: usize,
        /// What is wrong there.
        what: &'static str,
    },
    /// A snapshot of a version that is not read here.
    #[error("a snapshot of version {found}; versions up to {newest} are read here")]
    SnapshotVersion {
        /// Its version.
        found: u32,
        /// The newest, which is written.
        newest: u32,
    },
    /// A sweep of a tile map.
    #[error("a tile map does not move; sweep the other body instead")]
    TileMapMoves,
    /// No GPU that can be used.
    #[error("no GPU can be used: {0}; the CPU gives the same answers")]
    GpuAbsent(String),
    /// A GPU that went away while it was in use.
    #[error("the GPU was lost: {0}; make a new one, or go on on the CPU, which gives the same answers")]
    GpuLost(String),
    /// A GPU that answers wrongly what is known; nothing more is asked of it.
    #[error(
        "the GPU {0} answers wrongly, or its driver ends long work early; the CPU gives the right answers"
    )]
    GpuWrong(String),
    /// A GPU whose limits are below what is needed; work that can be split has been.
    #[error(
        "the GPU is too small: {what} of {needed} where {most} is its most; the CPU gives the same answers"
    )]
    GpuTooSmall {
        /// What is too large for it, with its article.
        what: &'static str,
        /// How much is needed.
        needed: u64,
        /// The most it can do.
        most: u64,
    },
    /// A GPU without the memory that is needed.
    #[error("the GPU has no memory left: {0}; the CPU gives the same answers")]
    GpuMemory(String),
    /// More than input may take: see [`Ceilings`](crate::Ceilings).
    #[error("more than {most} {what}; {raise} allows more")]
    Ceiling {
        /// What there is too much of.
        what: &'static str,
        /// How much is allowed.
        most: u64,
        /// The program's flag and the library's call that allow more.
        raise: &'static str,
    },
    /// A variable of the environment with a value that is not known.
    #[error("{name}={value:?} is not known; {accepted} are accepted here")]
    Variable {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: String,
        /// What would be accepted.
        accepted: String,
    },
    /// Anything else that is not as SPEC 8 has it.
    #[error("{0}")]
    Scene(String),
}

/// `Result` with the crate's [`Error`].
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// The same error, said to be at `place`; places nest, outermost last.
    ///
    /// ```
    /// use kasuri::Error;
    /// let error = Error::NoArea.at("points").at("bodies[2]");
    /// assert!(error.to_string().starts_with("bodies[2].points: the polygon has no area"));
    /// ```
    #[must_use]
    pub fn at(self, place: impl Into<String>) -> Error {
        let mut path = place.into();
        match self {
            Error::At { place, error } => {
                if !place.starts_with('[') {
                    path.push('.');
                }
                path.push_str(&place);
                Error::At { place: path, error }
            }
            error => Error::At { place: path, error: Box::new(error) },
        }
    }
}

/// `.at(place)` on results.
pub(crate) trait At<T> {
    fn at(self, place: impl Into<String>) -> Result<T>;
}

impl<T> At<T> for Result<T> {
    fn at(self, place: impl Into<String>) -> Result<T> {
        self.map_err(|error| error.at(place))
    }
}

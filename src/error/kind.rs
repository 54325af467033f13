//! The kinds of errors: what a caller can decide by.

/// The kind of an [`Error`](crate::Error): see [`Error::kind`](crate::Error::kind). The error's text says the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A number that is not finite, or outside its range.
    Number,
    /// Too few or too many of something, or lists whose lengths do not fit together.
    Count,
    /// A shape or a body that is not allowed: an outline that crosses itself, no area, too large.
    Shape,
    /// Rows of a mask, cells of a map, or pixels whose size or content is not allowed.
    Texels,
    /// A picture that cannot be decoded.
    Image,
    /// A picture of a format that this build does not read, or bytes that are no picture.
    ImageFormat,
    /// A file that is not as Aseprite or Tiled exports it.
    Export,
    /// A scene, a sheet, or JSON, that does not follow SPEC 8 or docs/sheets.md.
    Scene,
    /// An index of a body, a frame or a region that does not exist.
    NotFound,
    /// A handle whose body was removed, or that belongs to another world.
    Stale,
    /// A change that only another kind of body allows, such as a new mask for a circle.
    WrongBody,
    /// A request that needs the world's bounds, in a world without bounds.
    NoWorldBounds,
    /// Bytes that are not a recording or a snapshot, or are damaged.
    Damaged,
    /// A recording or a snapshot of a version that this library does not read.
    Version,
    /// No usable GPU.
    GpuAbsent,
    /// A GPU that was lost while it was in use.
    GpuLost,
    /// A GPU that gives wrong answers to test questions.
    GpuWrong,
    /// A GPU whose limits are too low.
    GpuTooSmall,
    /// A GPU that does not have enough memory.
    GpuMemory,
    /// Input that exceeds a ceiling: see [`Ceilings`](crate::Ceilings).
    Ceiling,
    /// An environment variable with an unknown value.
    Variable,
    /// An error of a program that uses Kasuri, made by [`Error::new`](crate::Error::new).
    Other,
}

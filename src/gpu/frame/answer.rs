//! The answer of a frame.

/// The answer of a frame: pairs of body numbers [a, b] with a < b, each list sorted by (a, b) (SPEC 6).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Frame {
    /// The pairs that overlap.
    pub hits: Vec<[u32; 2]>,
    /// The pairs that do not overlap, but come within the larger of their margins (SPEC 5).
    pub grazes: Vec<[u32; 2]>,
    /// The work that the frame took.
    pub report: FrameReport,
    /// The time that each kernel's passes took together by the device's clock, in the order of the passes; empty
    /// unless [`set_timed`](super::Crowd::set_timed) turned it on.
    #[doc(hidden)]
    pub passes: Vec<(&'static str, std::time::Duration)>,
}

/// The work that a frame took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct FrameReport {
    /// Pairs whose boxes touch, margins included, and whose layers match. The device decides all of them.
    pub pairs: u64,
    /// How many of those pairs needed integers, because f32 could not decide a comparison.
    #[doc(hidden)]
    pub past_filter: u64,
    /// Words of covers that were rasterised.
    #[doc(hidden)]
    pub cover_words: u64,
    /// Submissions: one, plus one each time that a buffer was too small, in this frame or in an earlier frame still
    /// in flight.
    pub submissions: u32,
    /// How often the host waited for the device: once, plus once each time that a buffer was too small in this frame.
    pub waits: u32,
    /// Bodies that the host moved.
    #[doc(hidden)]
    pub moved: u64,
    /// Bodies whose form, layers or margin were sent to the device.
    #[doc(hidden)]
    pub changed: u64,
    /// Bytes sent for moved bodies: 12 for each, or 8 for every body if that is less; always 12 for each while other
    /// frames are in flight.
    #[doc(hidden)]
    pub bytes_moved: u64,
    /// Bytes sent for changed bodies: 32 each.
    #[doc(hidden)]
    pub bytes_changed: u64,
    /// Bytes sent for forms and masks that the device did not have, and for rules that changed.
    #[doc(hidden)]
    pub bytes_tables: u64,
    /// Bytes sent for the parameters of passes: the same number for each submission.
    #[doc(hidden)]
    pub bytes_asked: u64,
    /// The passes of a submission, and the dispatches in them.
    #[doc(hidden)]
    pub passes: u32,
    #[doc(hidden)]
    pub dispatches: u32,
    /// Bytes read back: the counters, and 8 for each hit and each graze, with room for a quarter more than the last
    /// frame had.
    pub bytes_back: u64,
}

impl FrameReport {
    /// Returns the number of all bytes sent.
    pub fn bytes_sent(&self) -> u64 {
        self.bytes_moved + self.bytes_changed + self.bytes_tables + self.bytes_asked
    }
}

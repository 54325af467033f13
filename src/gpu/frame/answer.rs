//! What a frame answers.

/// A frame's answer: pairs of bodies by their numbers, [a, b] with a < b, each list by (a, b) (SPEC 6).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Frame {
    /// The pairs that overlap.
    pub hits: Vec<[u32; 2]>,
    /// The pairs that do not, but come within the larger of their margins (SPEC 5).
    pub grazes: Vec<[u32; 2]>,
    /// What it took.
    pub report: FrameReport,
    /// What the passes of each kernel took together by the device's own clock, in their order; nothing unless
    /// [`set_timed`](super::Crowd::set_timed) asks for it.
    pub passes: Vec<(&'static str, std::time::Duration)>,
}

/// What a frame took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct FrameReport {
    /// Pairs whose boxes met, margins included, and whose layers matched. The device decides all of them.
    pub pairs: u64,
    /// How many of those had a comparison that f32 could not tell, so that whole numbers did.
    pub past_filter: u64,
    /// Words of covers that were rasterised.
    pub cover_words: u64,
    /// Submissions: one, and another each time that something had outgrown its room, in this frame or in one under way
    /// before it.
    pub submissions: u32,
    /// How often the host waited for the device: once for each of its own.
    pub waits: u32,
    /// Bodies that moved, as the host knows it.
    pub moved: u64,
    /// Bodies whose form, layers or margin the device was told.
    pub changed: u64,
    /// Bytes sent for those that moved: the lesser of 12 each, or 8 for every body; behind frames under way 12 each.
    pub bytes_moved: u64,
    /// Bytes sent for those that changed: 32 each.
    pub bytes_changed: u64,
    /// Bytes sent of forms and masks that the device had not, and of terms that are others.
    pub bytes_tables: u64,
    /// Bytes sent to ask the passes: always as many a submission.
    pub bytes_asked: u64,
    /// Bytes read back: what was counted, and 8 for each hit and each graze, with room for a quarter more than the frame
    /// before had.
    pub bytes_back: u64,
}

impl FrameReport {
    /// All bytes sent.
    pub fn bytes_sent(&self) -> u64 {
        self.bytes_moved + self.bytes_changed + self.bytes_tables + self.bytes_asked
    }
}

//! The result of a job.

/// The result of one call of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    /// The number of items, which the time is divided by.
    pub items: u64,
    /// The number of results: pairs found, hits.
    pub count: u64,
    /// A number made of all results, so that a missing or different result shows.
    pub checksum: u64,
}

impl Work {
    /// Makes the work of `items` items, before any result is counted.
    pub(crate) fn of(items: usize) -> Work {
        Work { items: items as u64, count: 0, checksum: 0 }
    }

    /// Adds a result; the order of results matters.
    pub(crate) fn add(&mut self, result: u64) {
        self.count += 1;
        self.checksum = (self.checksum ^ result).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
    }

    /// Adds a result; the order does not matter, because rivals find results in other orders.
    pub(crate) fn add_unordered(&mut self, result: u64) {
        let z = result.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.count += 1;
        self.checksum = self.checksum.wrapping_add(z ^ (z >> 31));
    }
}

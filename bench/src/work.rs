//! What a job did, and how long it took.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// What one call of a job did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    /// How many items: what the time is divided by.
    pub items: u64,
    /// How many results: pairs found, hits.
    pub count: u64,
    /// A number made of all results, so that none is left out and none differs.
    pub checksum: u64,
}

impl Work {
    /// Of so many items, none of which gave a result yet.
    pub(crate) fn of(items: usize) -> Work {
        Work { items: items as u64, count: 0, checksum: 0 }
    }

    /// With one more result: their order counts.
    pub(crate) fn add(&mut self, result: u64) {
        self.count += 1;
        self.checksum = (self.checksum ^ result).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
    }

    /// With one more result; rivals find them in an order of their own, so it does not count.
    pub(crate) fn add_unordered(&mut self, result: u64) {
        let z = result.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.count += 1;
        self.checksum = self.checksum.wrapping_add(z ^ (z >> 31));
    }
}

/// A stopwatch: jobs let it run for as much of a call as counts, not while they look at the results.
#[derive(Debug, Default)]
pub struct Clock {
    spent: Duration,
    /// What the device alone took; asked for apart, since asking takes its time.
    device: Option<Duration>,
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "only a GPU has a clock of its own"))]
    asks_device: bool,
}

impl Clock {
    /// One that asks for what a device alone takes.
    pub(crate) fn of_device() -> Clock {
        Clock { asks_device: true, ..Clock::default() }
    }

    /// Whether that is asked.
    #[cfg(feature = "gpu")]
    pub(crate) fn asks_device(&self) -> bool {
        self.asks_device
    }

    /// The device took so long.
    #[cfg(feature = "gpu")]
    pub(crate) fn add_device(&mut self, took: Option<Duration>) {
        if let Some(took) = took {
            *self.device.get_or_insert_default() += took;
        }
    }

    /// What the device alone took, where it was asked and could tell.
    pub fn on_device(&self) -> Option<Duration> {
        self.device
    }

    /// Runs a part that counts.
    pub fn time<T>(&mut self, part: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let out = black_box(part());
        self.spent += start.elapsed();
        out
    }

    /// How long the parts took together.
    pub fn elapsed(&self) -> Duration {
        self.spent
    }
}

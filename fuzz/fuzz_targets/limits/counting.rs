//! How much memory is held, how much was held at most, and how long this thread was at work.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

// SAFETY: the system's allocator does all of it; what is counted beside it changes nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let live = LIVE.fetch_add(layout.size(), Relaxed) + layout.size();
        PEAK.fetch_max(live, Relaxed);
        // SAFETY: as it was asked.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as it was asked.
        unsafe { System.dealloc(at, layout) }
    }
}

/// Bytes that are held.
pub fn live() -> usize {
    LIVE.load(Relaxed)
}

/// The most since [`forget_peak`].
pub fn peak() -> usize {
    PEAK.load(Relaxed)
}

pub fn forget_peak() {
    PEAK.store(live(), Relaxed);
}

/// What this thread has had of a processor; where that is not known, nothing.
pub fn cpu_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(told.split(' ').next().and_then(|ns| ns.parse().ok()).unwrap_or(0))
}

//! A stopwatch.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

static IS_CPU: AtomicBool = AtomicBool::new(false);

/// From now on counts only the time that the calling thread was given, where the system tells: on a machine that others
/// use, too, and for work that is done on one thread.
pub fn count_cpu_time() {
    IS_CPU.store(true, Relaxed);
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
        let cpu = if IS_CPU.load(Relaxed) { cpu_time() } else { None };
        let start = Instant::now();
        let out = black_box(part());
        self.spent += match cpu {
            Some(before) => cpu_time().unwrap_or_default().saturating_sub(before),
            None => start.elapsed(),
        };
        out
    }

    /// How long the parts took together.
    pub fn elapsed(&self) -> Duration {
        self.spent
    }
}

/// How long this thread has run.
#[cfg(unix)]
#[allow(unsafe_code)] // The system fills in a struct.
fn cpu_time() -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` may be written for as long as the call takes.
    let done = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    (done == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

#[cfg(not(unix))]
fn cpu_time() -> Option<Duration> {
    None
}

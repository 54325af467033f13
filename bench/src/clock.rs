//! A stopwatch.

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

static IS_CPU: AtomicBool = AtomicBool::new(false);

/// From now on counts only the time that the system gave to the calling thread, if the system reports it. This is for
/// machines that other programs use too, and for work on a single thread.
pub fn count_cpu_time() {
    IS_CPU.store(true, Relaxed);
}

/// A stopwatch. A job lets it run for the part of a call that counts, and not while the job checks the results.
#[derive(Debug, Default)]
pub struct Clock {
    spent: Duration,
    /// The time that the device alone took. Measured in separate runs, because the query itself takes time.
    device: Option<Duration>,
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "only a GPU has a clock of its own"))]
    asks_device: bool,
}

impl Clock {
    /// Makes a clock that asks for the time of the device alone.
    pub(crate) fn of_device() -> Clock {
        Clock { asks_device: true, ..Clock::default() }
    }

    /// Whether the time of the device alone is requested.
    #[cfg(feature = "gpu")]
    pub(crate) fn asks_device(&self) -> bool {
        self.asks_device
    }

    /// Adds time that the device took.
    #[cfg(feature = "gpu")]
    pub(crate) fn add_device(&mut self, took: Option<Duration>) {
        if let Some(took) = took {
            *self.device.get_or_insert_default() += took;
        }
    }

    /// Returns the time of the device alone, if it was requested and the device has a clock.
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

    /// Returns the total time of the parts.
    pub fn elapsed(&self) -> Duration {
        self.spent
    }
}

/// Returns how long this thread has run, or, where the system does not report it, the time since the first call.
pub(crate) fn thread_time() -> Duration {
    cpu_time().unwrap_or_else(wall_time)
}

/// Returns how long all threads of this program have run together, or, where the system does not report it, the time since the
/// first call.
pub(crate) fn process_time() -> Duration {
    #[cfg(unix)]
    return cpu_time_of(libc::CLOCK_PROCESS_CPUTIME_ID).unwrap_or_else(wall_time);
    #[cfg(not(unix))]
    wall_time()
}

/// Returns the time since the first call.
pub(crate) fn wall_time() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Returns how long this thread has run.
fn cpu_time() -> Option<Duration> {
    #[cfg(unix)]
    return cpu_time_of(libc::CLOCK_THREAD_CPUTIME_ID);
    #[cfg(not(unix))]
    None
}

#[cfg(unix)]
#[allow(unsafe_code)] // The system fills in a struct.
fn cpu_time_of(clock: libc::clockid_t) -> Option<Duration> {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` may be written to during the whole call.
    let done = unsafe { libc::clock_gettime(clock, &raw mut time) };
    (done == 0).then(|| Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

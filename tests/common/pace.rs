//! Compares how long two works take, on machines that are busy with other things, too.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::print_stdout)]

use std::path::Path;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Far more than any comparison needs. Only a comparison that does not hold takes so long.
const PATIENCE: Duration = Duration::from_secs(300);

/// Returns the seconds of the processor that this thread has had; where they cannot be read, those on the wall.
pub fn own_seconds() -> f64 {
    seconds_of(Path::new("/proc/thread-self")).unwrap_or_else(on_the_wall)
}

/// Returns the same of all threads that live, such as those of a software GPU.
pub fn all_seconds() -> f64 {
    let tasks = std::fs::read_dir("/proc/self/task");
    tasks
        .map_or_else(|_| on_the_wall(), |tasks| tasks.filter_map(|task| seconds_of(&task.ok()?.path())).sum())
}

fn seconds_of(task: &Path) -> Option<f64> {
    // Linux writes the time of a thread down when the thread makes room for others.
    std::thread::yield_now();
    let text = std::fs::read_to_string(task.join("schedstat")).ok()?;
    text.split(' ').next()?.parse::<f64>().ok().map(|nanoseconds| nanoseconds * 1e-9)
}

fn on_the_wall() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// Checks that `work` takes at most `times` as long as `other`. Both work on this thread alone.
///
/// The two run by turns, and the fastest run of each counts: other load only ever makes a run slower, so that a few turns
/// more end its influence.
pub fn takes_at_most(times: f64, mut work: impl FnMut(), mut other: impl FnMut()) {
    let (start, mut fastest) = (Instant::now(), [f64::INFINITY; 2]);
    for turn in 1.. {
        let works: [&mut dyn FnMut(); 2] = [&mut work, &mut other];
        for (work, fastest) in works.into_iter().zip(&mut fastest) {
            let before = own_seconds();
            work();
            *fastest = fastest.min(own_seconds() - before);
        }
        let ratio = fastest[0] / fastest[1];
        if turn >= 3 && ratio <= times {
            println!("{ratio:.2} times as long ({fastest:.6?} s), at most {times}");
            return;
        }
        assert!(start.elapsed() < PATIENCE, "{ratio:.2} times as long after {turn} turns, at most {times}");
    }
}

//! Compares how long two works take, on machines that are busy with other things, too.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::print_stdout)]

use std::time::{Duration, Instant};

/// Far more than any comparison needs. Only a comparison that does not hold takes so long.
const PATIENCE: Duration = Duration::from_secs(120);

/// Checks that `work` takes at most `times` as long as `other`.
///
/// The two run by turns, and the fastest run of each counts: other load only ever makes a run slower, so a few turns more
/// end its influence. The runs should take milliseconds, which a busy machine grants without a break now and then.
pub fn takes_at_most(times: f64, mut work: impl FnMut(), mut other: impl FnMut()) {
    let (start, mut fastest) = (Instant::now(), [Duration::MAX; 2]);
    for turn in 1.. {
        let works: [&mut dyn FnMut(); 2] = [&mut work, &mut other];
        for (work, fastest) in works.into_iter().zip(&mut fastest) {
            let clock = Instant::now();
            work();
            *fastest = (*fastest).min(clock.elapsed());
        }
        let ratio = fastest[0].as_secs_f64() / fastest[1].as_secs_f64();
        if turn >= 3 && ratio <= times {
            println!("{ratio:.2} times as long ({:?} and {:?}), at most {times}", fastest[0], fastest[1]);
            return;
        }
        assert!(start.elapsed() < PATIENCE, "{ratio:.2} times as long after {turn} turns, at most {times}");
    }
}

//! The gain of several threads: the same work on one thread and on more, in turn.

use std::fmt::Write;
use std::time::Duration;

use crate::{Backend, Clock, Setting, families};

/// How often each number of threads is timed.
const ROUNDS: usize = 200;
/// The number of boxes: according to the goal, large enough for threads to pay off.
const ITEMS: usize = 100_000;

/// Times broad phases of 100,000 boxes on 1, 2, 4 .. threads, up to the machine's number, by wall-clock time.
pub fn threads() -> Result<String, String> {
    let most = std::thread::available_parallelism().map_or(1, usize::from);
    let counts: Vec<usize> = (0..).map(|k| 1 << k).take_while(|&count| count <= most).collect();
    let mut table = String::from("workload\tn\tthreads\tmedian\tmin\tunit\ttimes_as_fast\n");
    for family in families().iter().filter(|family| family.is_threaded && family.unit == "frames") {
        let setting = |threads| Setting {
            n: ITEMS,
            threads,
            backend: Backend::Cpu,
            #[cfg(feature = "gpu")]
            device: None,
        };
        let loads: Result<Vec<_>, String> =
            counts.iter().map(|&threads| family.prepare(&setting(threads))).collect();
        let mut jobs: Vec<_> = loads?.into_iter().map(|load| (load.job, Vec::new())).collect();
        let mut works = Vec::new();
        for _ in 0..ROUNDS {
            for (job, times) in &mut jobs {
                let mut clock = Clock::default();
                let work = job(&mut clock);
                times.push(clock.elapsed() / work.items as u32);
                works.push((work.count, work.checksum));
            }
        }
        works.dedup();
        if works.len() != 1 {
            return Err(format!("{} is another on other numbers of threads", family.name));
        }
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        let mut one = None;
        for (count, (_, mut times)) in counts.iter().zip(jobs) {
            times.sort_unstable();
            let (median, min) = (ms(times[times.len() / 2]), ms(times[0]));
            let ratio = *one.get_or_insert(median) / median;
            let name = family.name;
            let _ = writeln!(table, "{name}\t{ITEMS}\t{count}\t{median:.4}\t{min:.4}\tms\t{ratio:.3}");
        }
    }
    Ok(table)
}

//! Times a workload: warms it up, runs it several times, and checks that every run has the same result.
//!
//! Workloads of fixed size and families of any size are made by the same generators and timed by the same `measure`. A device's time is
//! between two timestamps that are submitted around its work, in runs of their own, because requesting them costs time.

use std::fmt;
use std::time::{Duration, Instant};

use crate::{Clock, Job, Work, Workload};

/// How long to warm up and to measure.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The job runs untimed at least once, and until this has passed.
    pub warm_up: Duration,
    /// It is timed at least three times, and until this has passed.
    pub measure: Duration,
    /// The largest number of timed runs.
    pub most_runs: usize,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { warm_up: Duration::from_millis(300), measure: Duration::from_secs(1), most_runs: 1000 }
    }
}

impl Plan {
    /// The shortest plan, to test that a workload runs.
    pub fn once() -> Plan {
        Plan { warm_up: Duration::ZERO, measure: Duration::ZERO, most_runs: 1 }
    }
}

/// The measurements of a workload.
#[derive(Debug, Clone)]
pub struct Row {
    /// The workload's name.
    pub name: &'static str,
    /// What ran it.
    pub by: &'static str,
    /// What one item is.
    pub about: &'static str,
    /// Items per run.
    pub items: u64,
    /// Results per run.
    pub count: u64,
    /// The number of timed runs.
    pub runs: usize,
    /// The median of the times.
    pub median: Duration,
    /// The shortest time.
    pub min: Duration,
    /// The longest time.
    pub max: Duration,
    /// The checksum of the results; the same for every run and on every machine.
    pub checksum: u64,
}

impl Row {
    /// Returns nanoseconds per item, by the median.
    pub fn nanoseconds_an_item(&self) -> f64 {
        self.median.as_secs_f64() * 1e9 / self.items as f64
    }
}

/// The error for a workload that gave different results in two runs. There is a bug, and the times are meaningless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsteady {
    /// The workload's name.
    pub name: &'static str,
    /// The result of the first run.
    pub first: Work,
    /// The different result of a later run.
    pub later: Work,
}

impl fmt::Display for Unsteady {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} gave {:?} and then {:?}", self.name, self.first, self.later)
    }
}

impl std::error::Error for Unsteady {}

/// Sets a workload up, warms it up and times it.
pub fn run(workload: &Workload, plan: &Plan) -> Result<Row, Unsteady> {
    let mut job = (workload.prepare)();
    let Times { work, runs, median, min, max, .. } = measure(workload.name, &mut job, plan, |_| {})?;
    let Workload { name, by, about, .. } = *workload;
    let Work { items, count, checksum } = work;
    Ok(Row { name, by, about, items, count, runs, median, min, max, checksum })
}

/// The times of the runs of a job.
#[derive(Debug, Clone, Copy)]
pub struct Times {
    /// The result of each run.
    pub work: Work,
    /// The number of runs.
    pub runs: usize,
    /// The median of the times.
    pub median: Duration,
    /// The lower quartile: a quarter of the runs were quicker.
    pub low: Duration,
    /// The upper quartile: a quarter of the runs were slower.
    pub high: Duration,
    /// The shortest time.
    pub min: Duration,
    /// The longest time.
    pub max: Duration,
    /// The median of the times of the device alone, if it can measure them.
    pub device: Option<Duration>,
}

/// The number of runs in which the device measures its own time.
const DEVICE_RUNS: usize = 5;

/// Warms a job up and times it. Calls `done` from time to time with the finished part, from 0 to 1.
pub fn measure(
    name: &'static str,
    job: &mut Job,
    plan: &Plan,
    mut done: impl FnMut(f64),
) -> Result<Times, Unsteady> {
    let first = job(&mut Clock::default());
    let mut once = |mut clock: Clock| {
        let later = job(&mut clock);
        if later == first { Ok(clock) } else { Err(Unsteady { name, first, later }) }
    };
    let (start, whole) = (Instant::now(), plan.warm_up + plan.measure);
    let mut tell = || done((start.elapsed().as_secs_f64() / whole.as_secs_f64().max(1e-9)).min(1.0));
    while start.elapsed() < plan.warm_up {
        once(Clock::default())?;
        tell();
    }
    let mut times = Vec::new();
    let start = Instant::now();
    while times.is_empty()
        || times.len() < plan.most_runs && (times.len() < 3 || start.elapsed() < plan.measure)
    {
        times.push(once(Clock::default())?.elapsed());
        tell();
    }
    times.sort_unstable();
    let mut device = Vec::new();
    for _ in 0..DEVICE_RUNS {
        match once(Clock::of_device())?.on_device() {
            Some(took) => device.push(took),
            None => break,
        }
    }
    device.sort_unstable();
    let at = |part: usize| times[(times.len() * part / 4).min(times.len() - 1)];
    Ok(Times {
        work: first,
        runs: times.len(),
        median: times[times.len() / 2],
        low: at(1),
        high: at(3),
        min: times[0],
        max: times[times.len() - 1],
        device: device.get(device.len() / 2).copied(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changing() -> Job {
        let mut calls = 0;
        Box::new(move |_| {
            calls += 1;
            Work { items: 1, count: 1, checksum: calls / 4 }
        })
    }

    #[test]
    fn a_result_that_changes_is_an_error() {
        let workload = Workload { name: "changing", by: "", about: "", prepare: changing };
        let row = run(&workload, &Plan::once()).expect("the first three runs agree");
        assert_eq!((row.runs, row.items, row.checksum), (1, 1, 0));
        let plan = Plan { most_runs: 9, ..Plan::once() };
        let unsteady = run(&workload, &plan).expect_err("the fourth does not");
        assert_eq!((unsteady.first.checksum, unsteady.later.checksum), (0, 1));
    }
}

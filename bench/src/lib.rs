//! Kasuri's one registry of workloads, and the runner that times them.
//!
//! ```
//! use kasuri_bench::{Plan, run, workloads};
//! for workload in workloads().iter().filter(|w| w.name.starts_with("cover-16")) {
//!     let row = run(workload, &Plan::once())?;
//!     assert!(row.items > 0 && row.min <= row.median && row.median <= row.max);
//! }
//! # Ok::<(), kasuri_bench::Unsteady>(())
//! ```

mod random;
mod runner;
mod workloads;

pub use runner::{Plan, Row, Unsteady, run};

/// Something worth timing.
#[derive(Debug, Clone, Copy)]
pub struct Workload {
    /// What it is called: the family first, then the size.
    pub name: &'static str,
    /// What one item of it is, in a few words.
    pub about: &'static str,
    /// Builds the input, untimed, and returns the part that is timed.
    pub prepare: fn() -> Job,
}

/// The timed part of a workload. Every call does the same work.
pub type Job = Box<dyn FnMut() -> Work>;

/// What one call of a job did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    /// How many items.
    pub items: u64,
    /// A number made of all results, so that none is left out and none differs.
    pub checksum: u64,
}

impl Work {
    /// Of so many items, none of which gave a result yet.
    pub(crate) fn of(items: usize) -> Work {
        Work { items: items as u64, checksum: 0 }
    }

    /// With one more result: their order counts.
    pub(crate) fn add(&mut self, result: u64) {
        self.checksum = (self.checksum ^ result).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(31);
    }
}

/// All workloads, in the order they are shown.
pub fn workloads() -> Vec<Workload> {
    [workloads::cover::LIST, workloads::place::LIST, workloads::mask_png::LIST]
        .into_iter()
        .flatten()
        .copied()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_workload_runs_and_does_the_same_from_a_fresh_start() {
        for workload in workloads() {
            let [first, second] = [(); 2].map(|()| (workload.prepare)()());
            assert!(first.items > 0 && first.checksum != 0, "{}", workload.name);
            assert_eq!(first, second, "{}", workload.name);
        }
    }

    #[test]
    fn every_workload_has_a_name_of_its_own() {
        let mut names: Vec<_> = workloads().iter().map(|w| w.name).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}

//! Kasuri's registry of workloads, and the runner that times them.
//!
//! ```
//! use kasuri_bench::{Plan, run, workloads};
//! for workload in workloads().iter().filter(|w| w.name.starts_with("cover-16")) {
//!     let row = run(workload, &Plan::once())?;
//!     assert!(row.items > 0 && row.min <= row.median && row.median <= row.max);
//! }
//! # Ok::<(), kasuri_bench::Unsteady>(())
//! ```

mod ceiling;
mod clock;
#[cfg(feature = "gpu")]
mod device;
mod family;
mod growth;
mod how_fast;
#[cfg(feature = "gpu")]
mod passes;
mod random;
#[cfg(feature = "rivals")]
mod rivals;
mod runner;
mod tables;
mod threads;
mod work;
mod workloads;

#[cfg(feature = "gpu")]
pub use ceiling::device_copies;
pub use ceiling::host_copies;
pub use clock::{Clock, count_cpu_time};
#[cfg(feature = "gpu")]
pub use device::Device;
pub use family::{Backend, Family, Load, Setting, families};
pub use growth::growth;
pub use how_fast::{MARKS as HOW_FAST_MARKS, how_fast, how_fast_in_short};
#[cfg(feature = "gpu")]
pub use passes::{Passes, frame_passes};
pub use runner::{Plan, Row, Times, Unsteady, measure, run};
pub use tables::{Cell, Effort, Goals, Row as TableRow, Table, tables};
pub use threads::threads;
pub use work::Work;

/// A workload, and what runs it.
#[derive(Debug, Clone, Copy)]
pub struct Workload {
    /// Its name: the family first, then the size.
    pub name: &'static str,
    /// What runs it: Kasuri, one of its parts, or a rival.
    pub by: &'static str,
    /// A short description of one item.
    pub about: &'static str,
    /// Builds the input; this is not timed.
    pub prepare: fn() -> Job,
}

/// A timed function. Every call does the same work, and lets the clock run during the part that counts.
pub type Job = Box<dyn FnMut(&mut Clock) -> Work>;

/// The name in `by` of workloads that Kasuri runs.
pub const KASURI: &str = "kasuri";

/// Returns all workloads of Kasuri, in the order of display.
pub fn workloads() -> Vec<Workload> {
    use workloads::{boxes, cover, frame, mask_png, masks, odd, pairs, place};
    [boxes::LIST, pairs::LIST, masks::LIST, frame::LIST, odd::LIST, cover::LIST, place::LIST, mask_png::LIST]
        .into_iter()
        .flatten()
        .copied()
        .collect()
}

/// Returns the same workloads by others: simple methods for comparison and, with the feature `rivals`, other engines.
pub fn contenders() -> Vec<Workload> {
    #[cfg(not(feature = "rivals"))]
    let rivals: Vec<Workload> = Vec::new();
    #[cfg(feature = "rivals")]
    let rivals: Vec<Workload> = rivals::list();
    [workloads::controls::LIST, workloads::odd::ALONE, workloads::pairs::ALONE, &rivals].concat()
}

/// Writes data for rivals that are not written in Rust: the masks of w5, one byte per texel, and their positions, 4
/// numbers per pair; the masks of w6, and the positions of all bodies in each of its frames, 2 numbers each.
pub fn dump(folder: &std::path::Path) -> std::io::Result<()> {
    for size in [16, 64, 256] {
        let heap = workloads::masks::Heap::new(size);
        let texels: Vec<u8> = heap.texels.concat().into_iter().map(u8::from).collect();
        std::fs::write(folder.join(format!("masks-{size}")), texels)?;
        let pair =
            |&(a, b, [x, y]): &(usize, usize, [i32; 2])| [a as i32, b as i32, x, y].map(i32::to_le_bytes);
        let laid: Vec<u8> = heap.laid.iter().flat_map(pair).flatten().collect();
        std::fs::write(folder.join(format!("laid-{size}")), laid)?;
    }
    let scene = workloads::frame::Scene::new();
    for ((count, side, _), texels) in workloads::frame::KINDS.into_iter().zip(&scene.texels) {
        let texels: Vec<u8> = texels.iter().copied().map(u8::from).collect();
        std::fs::write(folder.join(format!("bodies-{count}-{side}")), texels)?;
    }
    let frames = scene.frames.concat();
    let places: Vec<u8> = frames.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    std::fs::write(folder.join("frames"), places)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_workload_runs_and_does_the_same_from_a_fresh_start() {
        for workload in workloads().into_iter().filter(|w| !w.name.ends_with("00k")) {
            let [first, second] = [(); 2].map(|()| (workload.prepare)()(&mut Clock::default()));
            assert!(first.items > 0 && (first.count, first.checksum) != (0, 0), "{}", workload.name);
            assert_eq!(first, second, "{}", workload.name);
        }
    }

    #[test]
    fn every_workload_has_a_name_of_its_own() {
        let mut names: Vec<_> = workloads().into_iter().chain(contenders()).map(|w| (w.name, w.by)).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn contenders_come_to_the_same_result() {
        for contender in contenders()
            .into_iter()
            .filter(|w| w.name.ends_with("-1k") || w.name.starts_with("w5") || w.name.starts_with("w6"))
        {
            let ours = workloads().into_iter().find(|w| w.name == contender.name);
            let ours = ours.expect("every contender does one of our workloads");
            let [ours, theirs] = [ours, contender].map(|w| (w.prepare)()(&mut Clock::default()));
            assert_eq!(ours, theirs, "{} by {}", contender.name, contender.by);
        }
    }
}

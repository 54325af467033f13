//! Runs the workloads whose names hold the first argument, all without one, and prints a row for each.

use std::error::Error;
use std::io::{Write, stdout};

use kasuri_bench::{Plan, run, workloads};

fn main() -> Result<(), Box<dyn Error>> {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let mut out = stdout().lock();
    writeln!(
        out,
        "{:<16} {:>9} {:>9} {:>9} {:>12}  {:<16}",
        "workload", "median ms", "min", "max", "ns an item", "checksum"
    )?;
    for workload in workloads().iter().filter(|w| w.name.contains(&wanted)) {
        let row = run(workload, &Plan::default())?;
        let [median, min, max] = [row.median, row.min, row.max].map(|time| time.as_secs_f64() * 1e3);
        let each = row.nanoseconds_an_item();
        let (name, checksum, about) = (row.name, row.checksum, row.about);
        writeln!(
            out,
            "{name:<16} {median:>9.3} {min:>9.3} {max:>9.3} {each:>12.1}  {checksum:016x}  {about}"
        )?;
    }
    Ok(())
}

//! Runs workloads, by Kasuri and by others, and prints a row for each.
//!
//! `kasuri-bench --list`: lists the workloads and tables.
//! `kasuri-bench --dump FOLDER`: writes the masks of w5 and the frames of w6 for other programs.
//! `kasuri-bench --growth FILE.svg`: times w1 from 1,000 to 1,000,000 boxes, draws it and prints the numbers.
//! `kasuri-bench --threads`: times the broad phases of 100,000 boxes on one thread and on more.
//! `kasuri-bench [--cpu] [--tsv] [--ours] [WORKLOAD..]`: runs the workloads whose names begin with one of the
//! arguments; without arguments, all.
//! `kasuri-bench [--cpu] [--tsv] frames matrix moves beside swept churn worst poses nearest contacts`: tables.
//! `kasuri-bench [--tsv] [--quick] [--only=NAME] cores`: large frames on one thread, two and all, with their stages; by wall-clock time,
//! CPU time, and the share that one thread does alone; and beside a program that keeps a core busy. `--quick` plays a few small frames.
//! `kasuri-bench [--tsv] [--only=NAME] busy`: the scenes of `frames` and some of `cliffs` beside such a program.
//! `kasuri-bench --cpu --tsv [--few] [--only=NAME] asks`: what each question about two bodies costs; `push-outs`: contacts
//! alone, with their goals. `--few` with 10 placements in place of 100; `--only` with a part of rows' names.
//! `kasuri-bench --cpu --tsv [--only=NAME] cliffs`: every kind of body against every kind; `questions`: what is asked of a world, and
//! spawning, removing and keeping bodies; `setters`: changing them.
//! `kasuri-bench --cpu [--only=NAME] fits`: maps of free places, beside a loop that tests place by place.
//! `kasuri-bench --tsv [--only=NAME] host`: the host's share of a step on a GPU by stages (feature `gpu`).
//! `--cpu` counts the CPU time of the thread, `--ours` leaves out the others.

use std::error::Error;
use std::io::{Write, stdout};

use kasuri_bench::{Effort, Goals, Plan, Row, Table, Workload, contenders, run, tables, workloads};

fn main() -> Result<(), Box<dyn Error>> {
    let (flags, wanted): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|a| a.starts_with("--"));
    let [is_table, is_ours, is_few] =
        ["--tsv", "--ours", "--few"].map(|name| flags.iter().any(|flag| flag == name));
    let is_named = |of: &str| wanted.is_empty() || wanted.iter().any(|name| of.starts_with(name));
    let is_wanted = |w: &Workload| is_named(w.name);
    let mut out = stdout().lock();
    if flags.iter().any(|flag| flag == "--cpu") {
        kasuri_bench::count_cpu_time();
    }
    if flags.iter().any(|flag| flag == "--list") {
        for name in workloads().iter().map(|w| w.name).chain(tables().iter().map(|t| t.name)) {
            writeln!(out, "{name}")?;
        }
        return Ok(());
    }
    if flags.iter().any(|flag| flag == "--dump") {
        return Ok(wanted.iter().try_for_each(|folder| kasuri_bench::dump(folder.as_ref()))?);
    }
    if flags.iter().any(|flag| flag == "--growth") {
        let (drawing, table) = kasuri_bench::growth()?;
        write!(out, "{table}")?;
        return Ok(wanted.iter().try_for_each(|file| std::fs::write(file, &drawing))?);
    }
    if flags.iter().any(|flag| flag == "--threads") {
        write!(out, "{}", kasuri_bench::threads()?)?;
        return Ok(());
    }
    let tables: Vec<Table> = tables().into_iter().filter(|t| is_named(t.name)).collect();
    let only = flags.iter().find_map(|flag| flag.strip_prefix("--only="));
    let only = only.map(|name| &*name.to_owned().leak());
    let is_quick = flags.iter().any(|flag| flag == "--quick");
    let full = Effort { placements: if is_few { 10 } else { 100 }, ..Effort::default() };
    let effort = Effort { only, ..if is_quick { Effort::once() } else { full } };
    write_tables(&mut out, &tables, &effort, is_table)?;
    let workloads: Vec<Workload> = workloads().into_iter().filter(is_wanted).collect();
    if workloads.is_empty() {
        return Ok(());
    }
    if is_table {
        writeln!(out, "workload\tn\tcontender\tmedian\tmin\tmax\tunit\tcount\tchecksum\ttimes_kasuri")?;
    } else {
        let head = ["workload", "by", "median", "min", "max", "unit", "count", "x kasuri"];
        let [workload, by, median, min, max, unit, count, ratio] = head;
        writeln!(
            out,
            "{workload:<16} {by:<34} {median:>9} {min:>9} {max:>9} {unit:<3} {count:>9} {ratio:>8}"
        )?;
    }
    let mut even = None;
    for workload in &workloads {
        let ours = run(workload, &Plan::default())?;
        write_row(&mut out, &ours, &ours, is_table)?;
        if workload.name.starts_with("odd-") {
            check_odd(&ours, even.get_or_insert_with(|| ours.clone()))?;
        }
        for contender in contenders().iter().filter(|w| !is_ours && w.name == workload.name) {
            let theirs = run(contender, &Plan::default())?;
            write_row(&mut out, &theirs, &ours, is_table)?;
        }
    }
    Ok(())
}

/// Writes tables of frames; each row is written as soon as it is measured.
fn write_tables(
    out: &mut impl Write,
    tables: &[Table],
    effort: &Effort,
    is_tsv: bool,
) -> Result<(), Box<dyn Error>> {
    for table in tables {
        let (mut is_first, mut goals) = (true, Goals::default());
        let mut written = Ok(());
        table.measure(effort, |row| {
            goals.count(&row);
            let (head, line) =
                if is_tsv { (row.tsv_head(), row.tsv_line()) } else { (row.head(), row.line()) };
            let head = if std::mem::take(&mut is_first) { format!("{head}\n") } else { String::new() };
            let write = writeln!(out, "{head}{line}").and_then(|()| out.flush());
            written = std::mem::replace(&mut written, Ok(())).and(write);
        })?;
        written?;
        if !is_tsv {
            writeln!(out, "{goals}")?;
        }
    }
    Ok(())
}

fn write_row(out: &mut impl Write, row: &Row, ours: &Row, is_table: bool) -> Result<(), Box<dyn Error>> {
    let ratio = row.nanoseconds_an_item() / ours.nanoseconds_an_item();
    let (scale, unit) = if ours.nanoseconds_an_item() > 1e4 { (1e6, "ms") } else { (1.0, "ns") };
    let [median, min, max] =
        [row.median, row.min, row.max].map(|t| t.as_secs_f64() * 1e9 / row.items as f64 / scale);
    let (name, by, count, sum) = (row.name, row.by, row.count, row.checksum);
    if is_table {
        let n = size(name);
        writeln!(
            out,
            "{name}\t{n}\t{by}\t{median:.4}\t{min:.4}\t{max:.4}\t{unit}\t{count}\t{sum:016x}\t{ratio:.3}"
        )?;
    } else {
        writeln!(
            out,
            "{name:<16} {by:<34} {median:>9.4} {min:>9.4} {max:>9.4} {unit:<3} {count:>9} {ratio:>8.2}"
        )?;
    }
    // Rivals store shapes in f32, so a pair may touch for one and not for the other. These results have no checksum.
    let most = if ours.checksum == 0 { ours.count / 1000 } else { 0 };
    let is_same = !HAS_OTHER_RULES.contains(&by);
    if is_same && (count.abs_diff(ours.count) > most || sum != ours.checksum) {
        return Err(
            format!("{name} by {by} has {count} {sum:x}, kasuri {} {:x}", ours.count, ours.checksum).into()
        );
    }
    Ok(())
}

/// Contenders whose answers differ by design: squares that only touch overlap for `Voxels`, and turned squares are not pixels.
const HAS_OTHER_RULES: [&str; 1] = ["parry Voxels"];

/// Checks a difficult scene for broad phases: per body and pair it may cost ten times as much as the even scene.
fn check_odd(odd: &Row, even: &Row) -> Result<(), String> {
    let times = odd.min.as_secs_f64() / odd.items as f64 / (even.min.as_secs_f64() / even.items as f64);
    if times <= 10.0 {
        Ok(())
    } else {
        Err(format!("{} costs {times:.1} times what {} does", odd.name, even.name))
    }
}

/// Returns the number or size at the end of a workload's name.
fn size(name: &str) -> u64 {
    let last = name.rsplit('-').next().unwrap_or_default();
    let (digits, factor) = last.strip_suffix('k').map_or((last, 1), |digits| (digits, 1000));
    digits.parse::<u64>().unwrap_or(1) * factor
}

//! `kasuri bench`: times the workloads of the crate `kasuri_bench` on this machine.

mod chart;
mod row;
mod scenes;
mod table;

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use kasuri_bench::{Backend, Device, Family, Plan, Setting, families, frame_passes, measure, tables};
use serde_json::json;

use crate::input::Input;
use crate::numbers;
use crate::output::{self, Output};
use crate::spare;
use crate::spelling::meant;
use crate::stop::{Stop, complain};
use row::{Ceilings, Row};
use table::Table;

const AFTER: &str = "\
Examples:
  kasuri bench                                  everything, on the CPU and on a GPU
  kasuri bench --list                           all workloads and tables
  kasuri bench boxes masks --seconds 2          workloads whose names begin with these, two seconds each
  kasuri bench broad --n 1k,10k,100k --threads 1,2 --backend cpu
  kasuri bench frames matrix                    frames of a game, stage by stage
  kasuri bench boxes frame --chart growth.svg   how time grows, and the size from which on the GPU is quicker
  kasuri bench poses nearest --chart now.svg     tables as bars; with --goals a mark at each goal
  kasuri bench --passes --n 10k,1m               what each pass of a frame takes on the GPU
  kasuri bench --json now.json --compare before.json

A line shows the median of several runs after a warm-up, and half the distance between the quartiles. \"device\" is the
time of the GPU alone, by its own clock. \"of ceiling\" compares the bytes that have to be read and written with a memory
copy on this machine, measured first; if data stays in caches, it may be above 100 %. All backends and numbers of threads
have to find the same results.

Tables of frames run on one thread of the CPU, except \"cores\" and \"cores-stages\". Their n is a number of bullets. With --goals a
number has its goal next to it, with a star if it misses the goal.

Exit status: 0 done; 1 results differed, or the output could not be written; 2 the request was refused.";

/// Times Kasuri on this machine: candidate pairs, shapes, masks, whole frames, round trips to a GPU
#[derive(Args)]
#[command(after_help = AFTER)]
pub(crate) struct Bench {
    /// Only workloads whose names begin with these; without any, all workloads
    #[arg(value_name = "WORKLOAD")]
    workloads: Vec<String>,
    /// What is timed: one backend, the quicker one for each workload, or both
    #[arg(long, value_enum, default_value_t = Who::Both)]
    backend: Who,
    /// Sizes, such as 500,10k,1m; without this, each workload's own sizes
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = numbers::count)]
    n: Vec<usize>,
    /// Numbers of threads for the CPU
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_value = "1", value_parser = numbers::count)]
    threads: Vec<usize>,
    /// How long each workload is timed, in seconds
    #[arg(long, value_name = "S", default_value_t = 0.5, value_parser = seconds)]
    seconds: f64,
    /// Write all numbers to this file; without a file, to standard output, and then without the table
    #[arg(long, value_name = "FILE.json", num_args = 0..=1, default_missing_value = "-")]
    json: Option<PathBuf>,
    /// Draw how time grows, and the tables as bars: an SVG or PNG file
    #[arg(long, value_name = "FILE.svg|FILE.png")]
    chart: Option<PathBuf>,
    /// Compare with a file that --json wrote earlier
    #[arg(long, value_name = "OLD.json")]
    compare: Option<PathBuf>,
    /// Show what each pass of a whole frame takes on the GPU, by the GPU's own clock
    #[arg(long)]
    passes: bool,
    /// Show the goal of each number that has one: what the project works towards on its own machine
    #[arg(long)]
    goals: bool,
    /// Only list the workloads and tables
    #[arg(long)]
    list: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, ValueEnum)]
enum Who {
    Cpu,
    Gpu,
    /// Whichever is quicker
    Auto,
    Both,
}

/// One line of the table that is still to be measured.
#[derive(Clone)]
struct Task {
    family: Family,
    setting: Setting,
}

impl Bench {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        let (chosen, tables) = self.chosen()?;
        if let Some(path) = self.json.as_ref().filter(|path| path.as_os_str() != "-") {
            output::may_end(path, &["json"])?;
        }
        if self.list {
            return list(&chosen, &tables, self.json.as_deref());
        }
        if self.passes {
            return self.tell_passes();
        }
        let before = self.compare.as_ref().map(|path| row::read(Input::open(path)?)).transpose()?;
        let form = self.chart.as_ref().map(|path| chart::Form::of(path)).transpose()?;
        let most_threads = self.threads.iter().max().copied().unwrap_or(1);
        spare::threads(most_threads, "the bench").map_err(Stop::Refused)?;
        let device = self.device()?;
        let tasks = self.tasks(&chosen, device.as_ref());
        let tables = if self.backend == Who::Gpu { Vec::new() } else { tables };
        if tasks.is_empty() && tables.is_empty() {
            return Err(Stop::Refused("there is nothing of that to time on that backend".into()));
        }
        let is_quiet = self.json.as_ref().is_some_and(|path| path.as_os_str() == "-");
        let mut table = Table::new(is_quiet, before);
        let ceilings = Ceilings::measure(&self.threads, device.as_ref());
        let mut rows = Vec::new();
        if !tasks.is_empty() {
            table.begin(&ceilings, device.as_ref()).map_err(Stop::output)?;
            rows = self.time(&tasks, &ceilings, &mut table)?;
        }
        let bullets = if self.n.is_empty() { &[10_000][..] } else { &self.n };
        let scenes = scenes::measure(&tables, bullets, self.seconds, self.goals, is_quiet, table.before())?;
        if let Some(path) = &self.json {
            let path = (!is_quiet).then_some(path.as_path());
            let mut output = Output::open(path).map_err(Stop::output)?;
            let text = row::json(&rows, &scenes, &ceilings, device.as_ref());
            writeln!(output, "{text:#}").and_then(|()| output.finish()).map_err(Stop::output)?;
        }
        if let (Some(path), Some(form)) = (&self.chart, form) {
            form.draw(&chart::panels(&rows), &chart::bars(&scenes), path)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the workloads and tables that were requested.
    fn chosen(&self) -> Result<(Vec<Family>, Vec<kasuri_bench::Table>), Stop> {
        let (families, tables) = (families(), tables());
        let names = || families.iter().map(|family| family.name).chain(tables.iter().map(|table| table.name));
        for name in &self.workloads {
            if !names().any(|other| other.starts_with(name.as_str())) {
                let hint = match meant(name, names()) {
                    Some(meant) => format!("did you mean {meant}?"),
                    None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
                };
                return Err(Stop::refused(name, format!("there is no such workload; {hint}")));
            }
        }
        // A whole name means only that workload or table: `frame` does not include `frames`.
        let is_asked = |asked: &str, name: &str| {
            if names().any(|other| other == asked) { name == asked } else { name.starts_with(asked) }
        };
        let is_chosen = |name: &str| {
            self.workloads.is_empty() || self.workloads.iter().any(|asked| is_asked(asked, name))
        };
        let chosen = families.iter().filter(|family| is_chosen(family.name)).copied().collect();
        Ok((chosen, tables.iter().filter(|table| is_chosen(table.name)).copied().collect()))
    }

    /// Prints a table for each size: the passes of a frame, their times, and their shares of the whole.
    fn tell_passes(&self) -> Result<ExitCode, Stop> {
        let device = opened().map_err(Stop::Refused)?;
        let file = self.json.as_deref().filter(|path| path.as_os_str() != "-");
        let mut output = Output::open(file).map_err(Stop::output)?;
        let sizes = if self.n.is_empty() { &[10_000, 100_000][..] } else { &self.n };
        let mut frames = Vec::new();
        for &n in sizes {
            let passes = frame_passes(&device, n).map_err(Stop::Refused)?;
            if self.json.is_some() {
                let each =
                    passes.each.iter().map(|(name, took)| json!({ "name": name, "s": took.as_secs_f64() }));
                let each: Vec<_> = each.collect();
                frames
                    .push(json!({ "n": n, "candidates": passes.pairs, "hits": passes.hits, "passes": each }));
                continue;
            }
            let all: f64 = passes.each.iter().map(|pass| pass.1.as_secs_f64()).sum();
            let head = format!(
                "A frame of {n} moving sprites on {}: {} candidates, {} hits\n",
                device.name(),
                passes.pairs,
                passes.hits
            );
            let line = |name: &str, took: f64| {
                format!("{name:<16}{:>10.3} ms{:>7.1} %\n", 1e3 * took, 100.0 * took / all)
            };
            let lines: String =
                passes.each.iter().map(|&(name, took)| line(name, took.as_secs_f64())).collect();
            writeln!(output, "{head}{lines}{}", line("all", all)).map_err(Stop::output)?;
        }
        if self.json.is_some() {
            let text = json!({ "device": device.name(), "frames": frames });
            writeln!(output, "{text:#}").map_err(Stop::output)?;
        }
        output.finish().map_err(Stop::output)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Opens the GPU where one is requested. A missing GPU is an error only where the GPU alone is requested.
    fn device(&self) -> Result<Option<Device>, Stop> {
        if self.backend == Who::Cpu {
            return Ok(None);
        }
        match opened() {
            Ok(device) => Ok(Some(device)),
            Err(why) if self.backend == Who::Gpu => Err(Stop::Refused(why)),
            Err(why) => {
                complain(&format!("{why}; the CPU alone is timed"));
                Ok(None)
            }
        }
    }

    fn tasks(&self, families: &[Family], device: Option<&Device>) -> Vec<Task> {
        let mut tasks = Vec::new();
        for &family in families {
            let sizes = if self.n.is_empty() { family.sizes } else { &self.n };
            for &n in sizes {
                for &backend in family.backends {
                    let is_wanted = match self.backend {
                        Who::Cpu => backend == Backend::Cpu,
                        Who::Gpu => backend == Backend::Gpu,
                        Who::Both => backend != Backend::Auto,
                        // A workload that can choose for itself does so; for others both backends are tried.
                        Who::Auto => !family.backends.contains(&Backend::Auto) || backend == Backend::Auto,
                    };
                    if !is_wanted || backend != Backend::Cpu && device.is_none() {
                        continue;
                    }
                    let threads =
                        if family.is_threaded && backend == Backend::Cpu { &self.threads[..] } else { &[1] };
                    for &threads in threads {
                        let device = if backend == Backend::Cpu { None } else { device.cloned() };
                        tasks.push(Task { family, setting: Setting { n, threads, backend, device } });
                    }
                }
            }
        }
        tasks
    }

    fn time(&self, tasks: &[Task], ceilings: &Ceilings, table: &mut Table) -> Result<Vec<Row>, Stop> {
        const WHOLE: u64 = 1000;
        let bar = ProgressBar::new(WHOLE * tasks.len() as u64);
        let style = ProgressStyle::with_template("{bar:32} {percent:>3} %, {eta} left: {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let mut rows: Vec<Row> = Vec::new();
        // The result that each workload has to find on every backend.
        let mut works = HashMap::new();
        for (k, task) in tasks.iter().enumerate() {
            if self.backend == Who::Auto && slower_than_another(tasks, k) {
                continue;
            }
            let Task { family, setting } = task;
            bar.set_message(format!("{} {} {}", family.name, setting.n, setting.backend.name()));
            let place = WHOLE * k as u64;
            bar.set_position(place);
            let row = match self
                .one(task, ceilings, |done| bar.set_position(place + (done * WHOLE as f64) as u64))
            {
                Ok(row) => row,
                Err(why) => {
                    bar.suspend(|| complain(&format!("{} {}: {why}", family.name, setting.n)));
                    continue;
                }
            };
            let first = *works.entry((family.name, setting.n)).or_insert(row.times.work);
            if first != row.times.work {
                let (name, n, by, now) = (family.name, setting.n, row.by(), row.times.work);
                return Err(Stop::Unwritten(format!(
                    "{name} {n} by {by} found {now:?}, and before it {first:?}"
                )));
            }
            bar.suspend(|| table.row(&row)).map_err(Stop::output)?;
            rows.push(row);
        }
        bar.finish_and_clear();
        if rows.is_empty() {
            return Err(Stop::Refused("nothing of that could be timed".into()));
        }
        Ok(rows)
    }

    fn one(&self, task: &Task, ceilings: &Ceilings, done: impl FnMut(f64)) -> Result<Row, String> {
        let Task { family, setting } = task;
        let measure_for = Duration::from_secs_f64(self.seconds);
        let plan = Plan { warm_up: measure_for / 4, measure: measure_for, most_runs: 10_000 };
        let mut load = family.prepare(setting)?;
        let times = measure(family.name, &mut load.job, &plan, done).map_err(|error| error.to_string())?;
        Ok(Row::new(task, &load, times, ceilings))
    }
}

/// Opens the GPU. Refuses where no thread can be started: the GPU's driver may then never return.
fn opened() -> Result<Device, String> {
    spare::threads_for_gpus()?;
    Device::open()
}

/// Whether another task does the same work, and a run of it is quicker.
fn slower_than_another(tasks: &[Task], k: usize) -> bool {
    let quick = |task: &Task| {
        let mut load = task.family.prepare(&task.setting).ok()?;
        let times =
            measure(task.family.name, &mut load.job, &Plan { most_runs: 3, ..Plan::once() }, |_| {}).ok()?;
        Some(times.median)
    };
    let of = |task: &Task| (task.family.name, task.setting.n);
    let others: Vec<&Task> = tasks
        .iter()
        .enumerate()
        .filter(|&(j, other)| j != k && of(other) == of(&tasks[k]))
        .map(|(_, other)| other)
        .collect();
    if others.is_empty() {
        return false;
    }
    let own = quick(&tasks[k]);
    others.into_iter().filter_map(quick).min().is_some_and(|best| own.is_none_or(|own| best < own))
}

fn list(families: &[Family], tables: &[kasuri_bench::Table], json: Option<&Path>) -> Result<ExitCode, Stop> {
    if let Some(path) = json {
        let workload = |family: &Family| {
            let backends: Vec<_> = family.backends.iter().map(|backend| backend.name()).collect();
            json!({ "name": family.name, "about": family.about, "n": family.n, "sizes": family.sizes, "by": backends })
        };
        let table = |table: &kasuri_bench::Table| json!({ "name": table.name, "about": table.about });
        let [workloads, tables] =
            [families.iter().map(workload).collect::<Vec<_>>(), tables.iter().map(table).collect()];
        let text = json!({ "workloads": workloads, "tables": tables });
        let mut output =
            Output::open(Some(path).filter(|path| path.as_os_str() != "-")).map_err(Stop::output)?;
        writeln!(output, "{text:#}").and_then(|()| output.finish()).map_err(Stop::output)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for family in families {
        let backends: Vec<_> = family.backends.iter().map(|backend| backend.name()).collect();
        let sizes: Vec<_> = family.sizes.iter().map(ToString::to_string).collect();
        text += &format!(
            "{:<10} {}\n{:<10} n: {} ({}); by {}\n",
            family.name,
            family.about,
            "",
            family.n,
            sizes.join(", "),
            backends.join(", ")
        );
    }
    for table in tables {
        text += &format!("{:<10} {}\n{:<10} n: bullets (10000); by cpu\n", table.name, table.about, "");
    }
    io::stdout().write_all(text.as_bytes()).map_err(Stop::output)?;
    Ok(ExitCode::SUCCESS)
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| (0.0..=3600.0).contains(seconds));
    seconds.ok_or_else(|| "0 to 3600 seconds are expected".into())
}

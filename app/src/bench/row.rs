//! The measurements: a line of the table, an entry of the JSON.

use std::collections::HashMap;
use std::thread;

use kasuri_bench::{Backend, Device, Family, Load, Times, device_copies, host_copies};
use serde_json::{Value, json};

use super::Task;
use super::scenes::{self, Scene};
use crate::input::Input;
use crate::stop::Stop;

/// How fast memory copies on this machine, in bytes read and written per second.
pub(super) struct Ceilings {
    /// The number of threads, and the speed with that many.
    pub(super) host: Vec<(usize, f64)>,
    pub(super) device: Option<f64>,
}

impl Ceilings {
    pub(super) fn measure(threads: &[usize], device: Option<&Device>) -> Ceilings {
        let host = threads.iter().map(|&threads| (threads, host_copies(threads))).collect();
        Ceilings { host, device: device.map(device_copies) }
    }

    fn of(&self, backend: Backend, threads: usize) -> f64 {
        match backend {
            Backend::Gpu => self.device.unwrap_or(f64::INFINITY),
            _ => self.host.iter().find(|(by, _)| *by == threads).map_or(self.host[0].1, |&(_, speed)| speed),
        }
    }
}

/// One workload at one size, by one backend.
pub(super) struct Row {
    pub(super) family: Family,
    pub(super) n: usize,
    pub(super) backend: Backend,
    pub(super) threads: usize,
    pub(super) times: Times,
    pixels: u64,
    bytes: u64,
    ceiling: f64,
}

impl Row {
    pub(super) fn new(task: &Task, load: &Load, times: Times, ceilings: &Ceilings) -> Row {
        let (family, setting) = (task.family, &task.setting);
        let ceiling = ceilings.of(setting.backend, setting.threads);
        let (n, backend, threads) = (setting.n, setting.backend, setting.threads);
        Row { family, n, backend, threads, times, pixels: load.pixels, bytes: load.bytes, ceiling }
    }

    /// Names the backend in a word.
    pub(super) fn by(&self) -> String {
        match (self.backend, self.threads) {
            (Backend::Cpu, threads) if threads > 1 => format!("cpu x{threads}"),
            (backend, _) => backend.name().into(),
        }
    }

    /// Items per second, end to end.
    pub(super) fn a_second(&self) -> f64 {
        self.times.work.items as f64 / self.seconds()
    }

    /// Pixels per second, if the workload reads any.
    pub(super) fn pixels_a_second(&self) -> Option<f64> {
        (self.pixels > 0).then(|| self.pixels as f64 / self.seconds())
    }

    /// The bytes moved as a share of what a memory copy moves in the same time. Uses the device's own time if it is
    /// known.
    pub(super) fn share(&self) -> f64 {
        let seconds = self.times.device.map_or(self.seconds(), |took| took.as_secs_f64());
        self.bytes as f64 / seconds.max(1e-12) / self.ceiling
    }

    pub(super) fn seconds(&self) -> f64 {
        self.times.median.as_secs_f64().max(1e-12)
    }

    pub(super) fn key(&self) -> Key {
        (self.family.name.into(), self.n, self.by())
    }

    fn json(&self) -> Value {
        let Times { work, runs, median, low, high, min, max, device } = self.times;
        let [median, low, high, min, max] = [median, low, high, min, max].map(|time| time.as_secs_f64());
        json!({
            "workload": self.family.name,
            "n": self.n,
            "by": self.by(),
            "backend": self.backend.name(),
            "threads": self.threads,
            "unit": self.family.unit,
            "items": work.items,
            "found": work.count,
            "checksum": format!("{:016x}", work.checksum),
            "runs": runs,
            "median_s": median,
            "low_s": low,
            "high_s": high,
            "min_s": min,
            "max_s": max,
            "device_s": device.map(|took| took.as_secs_f64()),
            "items_per_s": self.a_second(),
            "pixels_per_s": self.pixels_a_second(),
            "bytes": self.bytes,
            "share_of_ceiling": self.share(),
        })
    }
}

pub(super) fn json(rows: &[Row], scenes: &[Scene], ceilings: &Ceilings, device: Option<&Device>) -> Value {
    let host: Vec<Value> = (ceilings.host.iter())
        .map(|(threads, speed)| json!({ "threads": threads, "bytes_per_s": speed }))
        .collect();
    json!({
        "kasuri": env!("CARGO_PKG_VERSION"),
        "is_release": !cfg!(debug_assertions),
        "machine": {
            "system": std::env::consts::OS,
            "processor": std::env::consts::ARCH,
            "threads": thread::available_parallelism().map_or(1, usize::from),
            "gpu": device.map(Device::name),
        },
        "ceilings": { "memory": host, "gpu_memory_bytes_per_s": ceilings.device },
        "rows": rows.iter().map(Row::json).collect::<Vec<_>>(),
        "frames": scenes.iter().map(Scene::json).collect::<Vec<_>>(),
    })
}

/// A workload, its size and its backend; or a table, its number of bullets and one of its scenes.
pub(super) type Key = (String, usize, String);

/// The medians of an earlier run, in seconds; for a scene, its first number.
pub(super) type Before = HashMap<Key, f64>;

pub(super) fn read(mut input: Input) -> Result<Before, Stop> {
    let bytes = input.read_whole(256)?;
    let value: Value = serde_json::from_slice(&bytes).map_err(|error| Stop::refused(&input.name, error))?;
    let row = |row: &Value| {
        let key = (row["workload"].as_str()?.into(), row["n"].as_u64()? as usize, row["by"].as_str()?.into());
        Some((key, row["median_s"].as_f64()?))
    };
    let rows = value["rows"].as_array().and_then(|rows| rows.iter().map(row).collect::<Option<Before>>());
    let scenes = value["frames"].as_array().into_iter().flatten().map(scenes::read);
    let all = rows.and_then(|rows| rows.into_iter().map(Some).chain(scenes).collect::<Option<Before>>());
    all.ok_or_else(|| Stop::refused(&input.name, "this is not what kasuri bench --json writes"))
}

//! The host's share of a step on a GPU, stage by stage, beside the CPU's whole step of the same frames (w6): the CPU time of the
//! calling thread, which does all of the host's work here.
//!
//! On `noop`, a device of wgpu whose buffers and maps work but whose kernels do nothing, each step gets the hits that the CPU found.
//! That device makes its copies on the calling thread, in `submit`. Real answers come from the GPU that `KASURI_ADAPTERS` names
//! first, if there is one.

use std::cell::RefCell;
use std::time::Duration;

use kasuri::gpu::{Gpu, wgpu};
use kasuri::parallel;
use kasuri::{Backend, Handle, Step, World};

use crate::Device;
use crate::clock::thread_time;
use crate::tables::{Cell, Effort, Row, Rows, host_pairs};
use crate::workloads::frame::{Frames, Kind, kinds};

const SIZES: [usize; 4] = [1_000, 10_000, 100_000, 1_000_000];
/// The most frames of one scene, and about how many bodies are moved in all of them.
const FRAMES: usize = 100;
const MOVED: usize = 12_000_000;
/// The first frames find out how much memory is needed.
const WARM_UP: usize = 3;
/// The goals of the host for a million bodies: in nanoseconds a body, and in steps of the CPU.
const GOALS: [f64; 2] = [8.0, 0.3];
/// The goal of the host for a thousand bodies, in microseconds.
const FIXED: f64 = 150.0;
/// One body out of this many is replaced in every frame, and no frame may take longer than so many medians.
const LIVES: usize = 100;
const WORST: f64 = 3.0;
/// So many frames contain one in which the rows of removed bodies are closed up.
const CHURNED: usize = 40;

/// The stages, in order: the positions are set, the changes sent, the passes recorded and submitted, the answer awaited and read,
/// keys made of it, and events of the keys.
const STAGES: [&str; 7] = ["move", "rows", "record", "submit", "read", "keys", "events"];

#[derive(Default)]
struct Laps {
    last: Duration,
    took: [Duration; STAGES.len()],
}

thread_local! {
    static LAPS: RefCell<Laps> = RefCell::default();
}

/// Adds the time since the last lap to a stage.
fn lap(stage: &'static str) {
    let Some(k) = STAGES.iter().position(|&name| name == stage) else { return };
    LAPS.with_borrow_mut(|laps| {
        let now = thread_time();
        laps.took[k] += now.saturating_sub(std::mem::replace(&mut laps.last, now));
    });
}

pub(super) fn rows(effort: &Effort, add: Rows) -> Result<(), String> {
    let mut devices = vec![("noop", noop()?)];
    devices.extend(Device::open().ok().map(|device| ("gpu", device.gpu().clone())));
    for (device, gpu) in devices {
        if device == "noop" {
            // The device counts as tried from here on.
            gpu.replay(&[]);
        }
        host_pairs::rows(effort, &mut *add, device, &gpu)?;
        for (size, churns) in SIZES.into_iter().flat_map(|size| [(size, false), (size, true)]) {
            let count = effort.scaled(size);
            let name = format!("{device}, {count} bullets{}", if churns { ", churn" } else { "" });
            if effort.wants(&name) {
                let played = play(effort, &gpu, count, device == "noop", churns)?;
                add(row(name, size, churns, played));
            }
        }
    }
    Ok(())
}

/// Opens the device that runs no kernels.
fn noop() -> Result<Gpu, String> {
    let backend_options =
        wgpu::BackendOptions { noop: wgpu::NoopBackendOptions::enabled(), ..Default::default() };
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
        backends: wgpu::Backends::NOOP,
        backend_options,
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    });
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::NOOP));
    let adapter = adapters.first().ok_or("wgpu was built without its device `noop`")?;
    let opened = pollster::block_on(adapter.request_device(&Default::default()));
    let (device, queue) = opened.map_err(|error| error.to_string())?;
    Gpu::from_device(device, queue).map_err(|error| error.to_string())
}

/// The times of each frame.
#[derive(Default)]
struct HostTimes {
    stages: [Vec<Duration>; STAGES.len()],
    whole: Vec<Duration>,
    cpu: Vec<Duration>,
    bodies: usize,
    hits: usize,
}

fn play(effort: &Effort, gpu: &Gpu, count: usize, replays: bool, churns: bool) -> Result<HostTimes, String> {
    let world = |backend: Backend| {
        let builder = World::builder().threads(1).touching(kasuri::Touching::Ignored).backend(backend);
        builder.gpu(gpu.clone()).build().map_err(|error| error.to_string())
    };
    let [mut here, mut there] = [
        Frames::new(kinds(count), world(Backend::Cpu)?, Kind::Masks),
        Frames::new(kinds(count), world(Backend::Gpu)?, Kind::Masks),
    ];
    let mut times = HostTimes { bodies: here.handles.len(), ..HostTimes::default() };
    let frames = if churns { CHURNED } else { (MOVED / count.max(1)).min(FRAMES) };
    for frame in 0..WARM_UP + frames.min(effort.frames).max(2) {
        let k = frame % here.frames.len();
        let at: Vec<[f32; 2]> = here.frames[k].iter().map(|at| at.map(|x| x as f32)).collect();
        if churns {
            here.replace(frame, LIVES);
            there.replace(frame, LIVES);
        }
        let start = thread_time();
        let expected = step(&mut here, &at);
        let cpu = thread_time().saturating_sub(start);
        if replays {
            // A body is on the device by the number of its spawn, as long as none was removed.
            let hit = |hit: &kasuri::Hit| [hit.a, hit.b].map(|body: Handle| body.to_bits() as u32);
            let hits: Vec<[u32; 2]> = if churns { Vec::new() } else { expected.hits().map(hit).collect() };
            gpu.replay(&hits);
        }
        LAPS.set(Laps { last: thread_time(), ..Laps::default() });
        parallel::on_lap(Some(lap));
        let start = thread_time();
        let found = step(&mut there, &at);
        let whole = thread_time().saturating_sub(start);
        parallel::on_lap(None);
        let are_known = !replays || !churns;
        if are_known && !found.hits().eq(expected.hits()) {
            return Err(format!("the GPU has other hits than the CPU in frame {frame} of {count} bullets"));
        }
        if frame >= WARM_UP {
            let took = LAPS.take().took;
            times.stages.iter_mut().zip(took).for_each(|(stage, took)| stage.push(took));
            times.whole.push(whole);
            times.cpu.push(cpu);
            times.hits = found.hits().count();
        }
    }
    Ok(times)
}

fn step(frames: &mut Frames, at: &[[f32; 2]]) -> Step {
    frames.world.set_positions(&frames.handles, at).expect("places in the world");
    lap("move");
    let step = frames.world.step().expect("a backend that is there");
    lap("events");
    step
}

fn row(name: String, size: usize, churns: bool, times: HostTimes) -> Row {
    let bodies = times.bodies as f64;
    let worst = times.whole.iter().max().map_or(0.0, Duration::as_secs_f64);
    let (whole, cpu) = (median(times.whole), median(times.cpu));
    let stages = times.stages.map(|stage| median(stage) * 1e9 / bodies);
    let mut cells: Vec<Cell> = STAGES.iter().zip(stages).map(|(&name, ns)| Cell::new(name, ns)).collect();
    let each = Cell::new("ns each", whole * 1e9 / bodies);
    let share = Cell::new("x cpu", whole / cpu);
    let fixed = Cell::new("us", whole * 1e6);
    let last = Cell::new("worst x", worst / whole);
    let is_largest = size == SIZES[SIZES.len() - 1];
    cells.extend([
        Cell::new("sum", stages.iter().sum()),
        if is_largest && !churns { each.goal(GOALS[0]) } else { each },
        Cell::new("cpu", cpu * 1e9 / bodies),
        if is_largest && !churns { share.goal(GOALS[1]) } else { share },
        if size == SIZES[0] && !churns { fixed.goal(FIXED) } else { fixed },
        if is_largest && churns { last.goal(WORST) } else { last },
        Cell::new("hits", times.hits as f64),
    ]);
    Row { name, cells }
}

/// Returns the median, in seconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, Duration::as_secs_f64)
}

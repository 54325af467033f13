//! `kasuri adapters`: lists the GPUs of this machine, what they can do, and which one Kasuri uses.

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use kasuri_bench::{Backend, Device, Plan, Setting, Times, families, measure};
use serde_json::{Value, json};

use crate::numbers::time;
use crate::output::Output;
use crate::stop::Stop;

const AFTER: &str = "\
Examples:
  kasuri adapters                 all GPUs, also software ones, and which one Kasuri uses
  kasuri adapters --json          the same for programs
  WGPU_BACKEND=vulkan kasuri adapters
  WGPU_ADAPTER_NAME=intel kasuri solve scene.json --backend gpu

WGPU_BACKEND names the graphics APIs in which to search for GPUs, WGPU_ADAPTER_NAME a part of the GPU's name; every
command obeys both.

The round trip is the time of 4 bytes to a GPU and back, measured now. Kasuri needs only wgpu's default limits and no
optional feature. An adapter below those limits is not used; the CPU gives the same answers.

Exit status: 0, also without a GPU; 1 the output could not be written; 2 no threads can be started for a GPU's driver.";

/// Lists the GPUs, what they can do, which one Kasuri uses and why
#[derive(Args)]
#[command(after_help = AFTER)]
pub(crate) struct Adapters {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A GPU as its driver describes it.
struct Found {
    info: wgpu::AdapterInfo,
    limits: wgpu::Limits,
    features: Vec<&'static str>,
    is_taken: bool,
    /// The times of a round trip, or the reason why there is none.
    trip: Result<Times, String>,
}

impl Adapters {
    pub(crate) fn run(self) -> Result<ExitCode, Stop> {
        crate::spare::threads_for_gpus().map_err(Stop::Refused)?;
        let found = find();
        let mut output = Output::open(None).map_err(Stop::output)?;
        let text = if self.json { format!("{:#}\n", json(&found)) } else { told(&found) };
        output.write_all(text.as_bytes()).and_then(|()| output.finish()).map_err(Stop::output)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn find() -> Vec<Found> {
    let instance = crate::draw::instance(None);
    let all = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
    let taken = pollster::block_on(kasuri::gpu::adapter(&instance, None)).ok().map(|taken| taken.get_info());
    let look = |adapter: &wgpu::Adapter| {
        let info = adapter.get_info();
        let is_taken = taken.as_ref().is_some_and(|taken| *taken == info);
        let features = features(adapter.features());
        Found { limits: adapter.limits(), features, is_taken, trip: trip(adapter), info }
    };
    all.iter().map(look).collect()
}

/// The names of the features that tell what a GPU is good for.
fn features(all: wgpu::Features) -> Vec<&'static str> {
    use wgpu::Features as F;
    let known = [
        (F::TIMESTAMP_QUERY, "timestamps"),
        (F::SUBGROUP, "subgroups"),
        (F::SHADER_INT64, "64-bit integers"),
        (F::SHADER_F16, "16-bit floats"),
        (F::SHADER_F64, "64-bit floats"),
        (F::MAPPABLE_PRIMARY_BUFFERS, "memory shared with the CPU"),
    ];
    known.into_iter().filter(|(feature, _)| all.contains(*feature)).map(|(_, name)| name).collect()
}

fn trip(adapter: &wgpu::Adapter) -> Result<Times, String> {
    let device = Some(Device::of(adapter)?);
    let setting = Setting { n: 4, threads: 1, backend: Backend::Gpu, device };
    let family = families().into_iter().find(|family| family.name == "readback");
    let mut load = family.ok_or("nothing measures it")?.prepare(&setting)?;
    let plan =
        Plan { warm_up: Duration::from_millis(50), measure: Duration::from_millis(150), most_runs: 500 };
    measure("readback", &mut load.job, &plan, |_| {}).map_err(|error| error.to_string())
}

fn kind(info: &wgpu::AdapterInfo) -> &'static str {
    match info.device_type {
        wgpu::DeviceType::DiscreteGpu => "discrete",
        wgpu::DeviceType::IntegratedGpu => "integrated",
        wgpu::DeviceType::VirtualGpu => "virtual",
        wgpu::DeviceType::Cpu => "software",
        wgpu::DeviceType::Other => "of unknown kind",
    }
}

fn told(found: &[Found]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for Found { info, limits, features, is_taken, trip } in found {
        let taken = if *is_taken { ", taken by Kasuri" } else { "" };
        lines.push(format!("{}: {}, {}{taken}", info.name, kind(info), info.backend));
        lines.push(format!("  driver      {} {}", info.driver, info.driver_info).trim_end().to_owned());
        lines.push(format!(
            "  limits      {} MiB a storage binding, {} MiB a buffer, {} storage buffers a stage",
            limits.max_storage_buffer_binding_size >> 20,
            limits.max_buffer_size >> 20,
            limits.max_storage_buffers_per_shader_stage
        ));
        lines.push(format!(
            "              {} threads a workgroup, {} bytes they share, textures of {} px",
            limits.max_compute_invocations_per_workgroup,
            limits.max_compute_workgroup_storage_size,
            limits.max_texture_dimension_2d
        ));
        let features = if features.is_empty() { "none of note".into() } else { features.join(", ") };
        lines.push(format!("  features    {features}"));
        lines.push(match trip {
            Ok(Times { median, low, high, device, .. }) => {
                let own = device.map_or(String::new(), |own| format!(", {} by its own clock", time(own)));
                format!("  round trip  {} ({} to {}){own}", time(*median), time(*low), time(*high))
            }
            Err(why) => format!("  cannot be used: {why}"),
        });
        lines.push(String::new());
    }
    lines.push(why(found));
    lines.join("\n") + "\n"
}

/// Says which GPU is taken, and why.
fn why(found: &[Found]) -> String {
    let Some(taken) = found.iter().find(|found| found.is_taken) else {
        return "There is no GPU that can be used here: the CPU answers, and draws pictures.".into();
    };
    let best = "the fastest kind is taken: discrete before integrated, and software last";
    let auto = "The backend auto measures it against the CPU and takes for each step whichever is quicker.";
    let name = &taken.info.name;
    match (&taken.trip, taken.info.device_type) {
        (Err(why), _) => format!("Kasuri would take {name}, but it cannot be used ({why}): the CPU answers."),
        (_, wgpu::DeviceType::Cpu) => {
            format!(
                "Kasuri takes {name}, for there is no other kind here; software is seldom quicker than the CPU itself. {auto}"
            )
        }
        _ if found.len() == 1 => format!("Kasuri takes {name}, the only one. {auto}"),
        _ => format!("Kasuri takes {name}: {best}. {auto}"),
    }
}

fn json(found: &[Found]) -> Value {
    let adapter = |found: &Found| {
        let Found { info, limits, features, is_taken, trip } = found;
        let trip = match trip {
            Ok(times) => json!({
                "median_s": times.median.as_secs_f64(),
                "low_s": times.low.as_secs_f64(),
                "high_s": times.high.as_secs_f64(),
                "device_s": times.device.map(|took| took.as_secs_f64()),
                "runs": times.runs,
            }),
            Err(why) => json!({ "error": why }),
        };
        json!({
            "name": info.name,
            "kind": kind(info),
            "api": info.backend.to_string(),
            "driver": info.driver,
            "driver_info": info.driver_info,
            "taken": is_taken,
            "features": features,
            "limits": {
                "max_storage_buffer_binding_size": limits.max_storage_buffer_binding_size,
                "max_buffer_size": limits.max_buffer_size,
                "max_storage_buffers_per_shader_stage": limits.max_storage_buffers_per_shader_stage,
                "max_compute_invocations_per_workgroup": limits.max_compute_invocations_per_workgroup,
                "max_compute_workgroup_storage_size": limits.max_compute_workgroup_storage_size,
                "max_compute_workgroups_per_dimension": limits.max_compute_workgroups_per_dimension,
                "max_texture_dimension_2d": limits.max_texture_dimension_2d,
            },
            "round_trip": trip,
        })
    };
    let adapters: Vec<Value> = found.iter().map(adapter).collect();
    json!({ "adapters": adapters, "why": why(found) })
}

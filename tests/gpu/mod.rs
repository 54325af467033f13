//! The GPUs that tests run on.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use std::sync::OnceLock;
use std::time::Duration;

use kasuri::gpu::Gpu;
use kasuri::wgpu;

/// Every GPU of this machine, made once. KASURI_ADAPTERS, names with commas between, says which there have to be; without
/// it a machine that has none passes these tests untested.
pub fn all() -> &'static [Gpu] {
    static ALL: OnceLock<Vec<Gpu>> = OnceLock::new();
    ALL.get_or_init(|| names().iter().map(|name| new(name)).collect())
}

/// One of its own, to be broken.
pub fn new(name: &str) -> Gpu {
    let gpu = pollster::block_on(Gpu::request(name)).unwrap();
    // A software GPU beside other work is slow, not gone.
    gpu.set_patience(Duration::from_secs(600));
    match std::env::var("KASURI_BREAK") {
        Ok(how) => broken(&gpu, &how),
        Err(_) => gpu,
    }
}

/// The same with one thing in its shaders replaced: KASURI_BREAK is what stands there and what is put there, on a line
/// each (scripts/shader-mutants).
fn broken(gpu: &Gpu, how: &str) -> Gpu {
    let (from, to) = how.split_once('\n').unwrap();
    let text = |_: &str, text: &'static str| text.replacen(from, to, 1).into();
    Gpu::with_shaders(gpu.device().clone(), gpu.queue().clone(), text).unwrap()
}

/// The names of all.
pub fn names() -> Vec<String> {
    let names = match std::env::var("KASURI_ADAPTERS") {
        Ok(names) => names.split(',').map(str::to_owned).collect(),
        Err(_) => pollster::block_on(Gpu::adapters()).into_iter().map(|info| info.name).collect::<Vec<_>>(),
    };
    if names.is_empty() {
        eprintln!("NOTE: there is no GPU here, not even a software one, so this test ran on none");
    }
    names
}

/// Those of the GPUs that are broken again and again: making a device takes some drivers long, so all only in the long mode.
pub fn breakable() -> Vec<String> {
    let most = if std::env::var_os("KASURI_LONG").is_some() { usize::MAX } else { 1 };
    names().into_iter().take(most).collect()
}

/// The adapter again, from an instance of these settings.
pub fn adapter(name: &str, memory: wgpu::MemoryBudgetThresholds) -> wgpu::Adapter {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.memory_budget_thresholds = memory;
    let instance = wgpu::Instance::new(descriptor);
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
    adapters.into_iter().find(|adapter| adapter.get_info().name.contains(name)).unwrap()
}

//! The GPUs that tests run on.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use std::sync::OnceLock;
use std::time::Duration;

use kasuri::gpu::Gpu;
use kasuri::gpu::wgpu;

/// Returns every GPU of this machine, created once. KASURI_ADAPTERS, a list of names separated by commas, says which
/// ones must exist; without it, a machine without a GPU passes these tests without testing anything.
pub fn all() -> &'static [Gpu] {
    static ALL: OnceLock<Vec<Gpu>> = OnceLock::new();
    ALL.get_or_init(|| names().iter().map(|name| new(name)).collect())
}

/// Returns a separate GPU that a test may break.
pub fn new(name: &str) -> Gpu {
    let gpu = pollster::block_on(Gpu::request(name)).unwrap();
    // A software GPU on a busy machine is slow, not gone.
    gpu.set_patience(Duration::from_secs(600));
    match std::env::var("KASURI_BREAK") {
        Ok(how) => broken(&gpu, &how),
        Err(_) => gpu,
    }
}

/// Returns the GPU with one thing in its shaders replaced. KASURI_BREAK contains the text to replace and the new text,
/// on one line each (scripts/shader-mutants).
fn broken(gpu: &Gpu, how: &str) -> Gpu {
    let (from, to) = how.split_once('\n').unwrap();
    let text = |_: &str, text: &'static str| text.replacen(from, to, 1).into();
    Gpu::with_shaders(gpu.device().clone(), gpu.queue().clone(), text).unwrap()
}

/// Returns the names of all GPUs.
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

/// Returns the GPUs for tests that break them repeatedly. Some drivers create devices slowly, so it is all GPUs only in
/// the long mode.
pub fn breakable() -> Vec<String> {
    let most = if std::env::var_os("KASURI_LONG").is_some() { usize::MAX } else { 1 };
    names().into_iter().take(most).collect()
}

/// Returns the adapter again, from an instance with these settings.
pub fn adapter(name: &str, memory: wgpu::MemoryBudgetThresholds) -> wgpu::Adapter {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
    descriptor.memory_budget_thresholds = memory;
    let instance = wgpu::Instance::new(descriptor);
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
    adapters.into_iter().find(|adapter| adapter.get_info().name.contains(name)).unwrap()
}

/// Reads the first bytes of a buffer, which needs the usage `COPY_SRC`.
pub fn read<T: bytemuck::Pod>(gpu: &Gpu, buffer: &wgpu::Buffer, count: usize) -> Vec<T> {
    let size = (count * size_of::<T>()) as u64;
    if size == 0 {
        return Vec::new();
    }
    let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
    let descriptor = wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
    let staging = gpu.device().create_buffer(&descriptor);
    let mut encoder = gpu.device().create_command_encoder(&Default::default());
    encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, Some(size));
    encoder.map_buffer_on_submit(&staging, wgpu::MapMode::Read, .., |mapped| mapped.unwrap());
    gpu.queue().submit([encoder.finish()]);
    gpu.device().poll(wgpu::PollType::wait_indefinitely()).unwrap();
    bytemuck::pod_collect_to_vec(&staging.get_mapped_range(..).unwrap())
}

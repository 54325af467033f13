//! A GPU to measure, with its own clock if it has one.

use std::sync::Arc;
use std::time::Duration;

use kasuri::gpu::Gpu;
use kasuri::gpu::wgpu;

/// A GPU, and its clock. Clones share it.
#[derive(Debug, Clone)]
pub struct Device {
    gpu: Gpu,
    stamps: Option<Arc<Stamps>>,
}

/// Two timestamps that the GPU writes.
#[derive(Debug)]
struct Stamps {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    read: wgpu::Buffer,
    /// Nanoseconds per tick.
    period: f64,
}

impl Device {
    /// Opens the GPU that `KASURI_ADAPTERS` names first, or the one that Kasuri takes by default. The error is a
    /// clause that says why there is none.
    pub fn open() -> Result<Device, String> {
        let names = std::env::var("KASURI_ADAPTERS").unwrap_or_default();
        Device::named(names.split(',').next().unwrap_or_default())
    }

    /// Opens the first GPU whose name contains `name`; if `name` is empty, the one that Kasuri takes.
    pub fn named(name: &str) -> Result<Device, String> {
        let instance = kasuri::gpu::instance();
        let none = || format!("no GPU is called {name}");
        let adapter = if name.is_empty() {
            let found = pollster::block_on(kasuri::gpu::adapter(&instance, None));
            found.map_err(|_| "no GPU was found".to_owned())?
        } else {
            let all = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
            let is_it = |adapter: &wgpu::Adapter| {
                adapter.get_info().name.to_lowercase().contains(&name.to_lowercase())
            };
            all.into_iter().find(is_it).ok_or_else(none)?
        };
        Device::of(&adapter)
    }

    /// Opens a GPU that was found.
    pub fn of(adapter: &wgpu::Adapter) -> Result<Device, String> {
        let clock = adapter.features() & wgpu::Features::TIMESTAMP_QUERY;
        let descriptor = wgpu::DeviceDescriptor { required_features: clock, ..Default::default() };
        let opened = pollster::block_on(adapter.request_device(&descriptor));
        let (device, queue) = opened.map_err(|error| error.to_string())?;
        let stamps = (!clock.is_empty()).then(|| Arc::new(Stamps::new(&device, &queue)));
        let gpu = Gpu::from_device(device, queue).map_err(|error| error.to_string())?;
        Ok(Device { gpu, stamps })
    }

    /// Returns the GPU for requests through Kasuri.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Returns the GPU's name.
    pub fn name(&self) -> String {
        self.gpu.adapter().name
    }

    /// Whether it has a clock.
    pub fn tells_time(&self) -> bool {
        self.stamps.is_some()
    }

    /// Submits work between two timestamps. Returns the work's result, and a function that waits for the device and
    /// returns how long it took.
    pub(crate) fn timed<T>(&self, work: impl FnOnce() -> T) -> (T, impl FnOnce() -> Option<Duration>) {
        self.stamp(Some(0), None);
        let out = work();
        self.stamp(None, Some(1));
        (out, || self.between())
    }

    /// Waits until all submitted work is done.
    pub(crate) fn wait(&self) {
        let _ = self.gpu.device().poll(wgpu::PollType::wait_indefinitely());
    }

    fn stamp(&self, beginning: Option<u32>, end: Option<u32>) {
        let Some(stamps) = &self.stamps else { return };
        let mut encoder =
            self.gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let timestamp_writes = wgpu::ComputePassTimestampWrites {
            query_set: &stamps.queries,
            beginning_of_pass_write_index: beginning,
            end_of_pass_write_index: end,
        };
        drop(encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: None,
            timestamp_writes: Some(timestamp_writes),
        }));
        if end.is_some() {
            encoder.resolve_query_set(&stamps.queries, 0..2, &stamps.resolved, 0);
            encoder.copy_buffer_to_buffer(&stamps.resolved, 0, &stamps.read, 0, 16);
        }
        self.gpu.queue().submit([encoder.finish()]);
    }

    fn between(&self) -> Option<Duration> {
        let stamps = self.stamps.as_ref()?;
        stamps.read.slice(..).map_async(wgpu::MapMode::Read, |_| {});
        self.wait();
        let mapped = stamps.read.slice(..).get_mapped_range().ok()?;
        let at =
            |k: usize| mapped[8 * k..8 * k + 8].iter().rev().fold(0, |at, &byte| at << 8 | u64::from(byte));
        let ticks = at(1).checked_sub(at(0));
        drop(mapped);
        stamps.read.unmap();
        Some(Duration::from_nanos((ticks? as f64 * stamps.period) as u64))
    }
}

impl Stamps {
    fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Stamps {
        let buffer = |usage| {
            device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("stamps"),
                size: 16,
                usage,
                mapped_at_creation: false,
            })
        };
        Stamps {
            queries: device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("stamps"),
                ty: wgpu::QueryType::Timestamp,
                count: 2,
            }),
            resolved: buffer(wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC),
            read: buffer(wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST),
            period: queue.get_timestamp_period().into(),
        }
    }
}

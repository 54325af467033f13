//! Measures the time of each pass by the device's own clock.

use std::time::{Duration, Instant};

use kasuri::gpu::Gpu;
use kasuri::gpu::wgpu;
use kasuri::{Placement, Shape};

use crate::common::{Random, Thing};
use crate::gpu;
use crate::twin::{Body, Twin, place};

/// Returns the same adapter with its clock; `None` where it has none.
fn with_clock(gpu: &Gpu) -> Option<Gpu> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
    let adapter = adapters.into_iter().find(|a| a.get_info().name == gpu.adapter().name)?;
    let required_features = adapter.features() & wgpu::Features::TIMESTAMP_QUERY;
    let descriptor = wgpu::DeviceDescriptor { required_features, ..Default::default() };
    let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).unwrap();
    (!required_features.is_empty()).then(|| Gpu::from_device(device, queue).unwrap())
}

#[test]
fn passes_are_timed_where_the_device_has_a_clock() {
    for gpu in gpu::all() {
        assert!(!gpu.crowd().set_timed(true), "the library's own device is made without optional features");
        let Some(gpu) = with_clock(gpu) else { continue };
        let mut random = Random::new(61);
        let mut twin = Twin::new(&gpu);
        for k in 0..200 {
            let thing = Thing::Shape(Shape::circle(5.0).unwrap());
            let placement = Placement::at(place(&mut random, 60.0));
            let layers = kasuri::Layers::default();
            twin.put(None, Body { thing, placement, layers, margin: 100, owner: k, world: 0 });
        }
        assert!(twin.check("without").passes.is_empty());
        assert!(twin.crowd.set_timed(true));
        let start = Instant::now();
        let frame = twin.check("timed");
        let whole = start.elapsed();
        let names: Vec<&str> = frame.passes.iter().map(|pass| pass.0).collect();
        let expected =
            ["place", "grid", "scan", "pairs", "plan", "queue", "shape_shape", "near", "gather", "sort"];
        assert_eq!(names, expected);
        let sum: Duration = frame.passes.iter().map(|pass| pass.1).sum();
        assert!(sum > Duration::ZERO && sum <= whole, "{:?} of {whole:?}", frame.passes);
        assert!(twin.crowd.set_timed(false));
        assert!(twin.check("without again").passes.is_empty());
    }
}

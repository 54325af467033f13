//! Tests a driver whose calls fail, one after another: no memory, refused work, unmapped pages, a lost device. A Vulkan
//! layer between library and driver causes the failures (tests/faults), in the same way on every driver. Each step is
//! reported whole and once, or is an error that changes nothing. Where the world chooses the backend, the CPU reports
//! the step (SPEC 7).
#![cfg(all(feature = "gpu", target_os = "linux", target_pointer_width = "64"))]
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;
#[path = "gpu/crowd.rs"]
mod crowd;
#[path = "gpu/mod.rs"]
mod gpu;
#[path = "faults/layer.rs"]
mod layer;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use common::cases;
use crowd::{Told, crowd, drift, expected_of, is_lost, play_until_lost};
use kasuri::answer::PairHit as Hit;
use kasuri::gpu::Gpu;
use kasuri::{Backend, Body, ErrorKind, Mask, Touching, World, gpu::wgpu, query::Form, worlds::Worlds};
use layer::Layer;

// VkResult values: a timeout, no memory on the host, no memory on the device, the device is lost, memory is not
// mapped.
const HANGS: i32 = 2;
const NONE_HERE: i32 = -1;
const NONE_THERE: i32 = -2;
const LOST: i32 = -4;
const NOT_MAPPED: i32 = -5;

/// The calls made by steps, and how each may fail. vkAllocateDescriptorSets is left out: after it fails, wgpu-hal 30
/// panics when the device is dropped.
const CALLS: [(&str, &[i32]); 19] = [
    ("vkAllocateMemory", &[NONE_THERE, NONE_HERE]),
    ("vkCreateBuffer", &[NONE_THERE]),
    ("vkBindBufferMemory", &[NONE_THERE]),
    ("vkMapMemory", &[NOT_MAPPED, NONE_HERE]),
    ("vkFlushMappedMemoryRanges", &[NONE_THERE]),
    ("vkInvalidateMappedMemoryRanges", &[NONE_THERE]),
    ("vkCreateDescriptorPool", &[NONE_THERE]),
    ("vkCreateCommandPool", &[NONE_THERE]),
    ("vkResetCommandPool", &[NONE_THERE]),
    ("vkAllocateCommandBuffers", &[NONE_THERE]),
    ("vkBeginCommandBuffer", &[NONE_THERE]),
    ("vkEndCommandBuffer", &[NONE_THERE, NONE_HERE]),
    ("vkCreateFence", &[NONE_THERE]),
    ("vkQueueSubmit", &[LOST, NONE_THERE]),
    ("vkWaitForFences", &[LOST, HANGS]),
    ("vkGetFenceStatus", &[LOST]),
    ("vkWaitSemaphores", &[LOST, HANGS]),
    ("vkWaitSemaphoresKHR", &[LOST, HANGS]),
    ("vkGetSemaphoreCounterValue", &[LOST]),
];

/// The additional calls made when a device is created.
const FIRST_CALLS: [(&str, &[i32]); 6] = [
    ("vkCreateShaderModule", &[NONE_THERE]),
    ("vkCreateDescriptorSetLayout", &[NONE_THERE]),
    ("vkCreatePipelineLayout", &[NONE_THERE]),
    ("vkCreateComputePipelines", &[NONE_THERE, LOST]),
    ("vkCreateSemaphore", &[NONE_THERE]),
    ("vkGetSemaphoreCounterValueKHR", &[LOST]),
];

#[test]
fn every_call_of_a_step_fails() {
    with_faults("every_call_of_a_step_fails", Faulty::step);
}

#[test]
fn every_call_of_a_batch_fails() {
    with_faults("every_call_of_a_batch_fails", Faulty::batch);
}

#[test]
fn every_call_of_many_worlds_fails() {
    with_faults("every_call_of_many_worlds_fails", Faulty::many);
}

#[test]
fn every_call_that_makes_a_device_fails() {
    with_faults("every_call_that_makes_a_device_fails", Faulty::make);
}

/// Runs this test for each GPU in a separate process whose Vulkan has the layer.
fn with_faults(test: &str, run: fn(Faulty)) {
    if let Ok(name) = std::env::var("KASURI_FAULTY") {
        return run(Faulty::new(&name));
    }
    for name in gpu::breakable() {
        let layer = Layer::new(Path::new(env!("CARGO_MANIFEST_DIR")), &format!("{test} {name}"));
        let mut program = Command::new(std::env::current_exe().unwrap());
        layer.stand_before(&mut program);
        program.args(["--exact", test, "--nocapture"]).env("KASURI_FAULTY", &name);
        let out = program.output().unwrap();
        let said = String::from_utf8_lossy(&out.stdout);
        assert!(
            out.status.success(),
            "{name}: {} {said}\n{}",
            out.status,
            String::from_utf8_lossy(&out.stderr)
        );
        println!("{said}");
    }
}

/// Returns a GPU that requests memory from its driver in the smallest pieces.
fn thrifty(name: &str) -> Gpu {
    let adapter = gpu::adapter(name, wgpu::MemoryBudgetThresholds::default());
    let memory_hints = wgpu::MemoryHints::Manual { suballocated_device_memory_block_size: 0..1 };
    let descriptor = wgpu::DeviceDescriptor { memory_hints, ..Default::default() };
    let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).unwrap();
    Gpu::from_device(device, queue).unwrap()
}

/// Returns the crowd with pictures that need more memory than a driver has available.
fn laden(backend: Backend, gpu: Option<&Gpu>) -> World {
    let mut world = crowd(backend, gpu);
    for k in 0..10 {
        let picture = Arc::new(Mask::from_fn(4096, 2048, |x, y| (x ^ y) % 8 == k).unwrap());
        world.spawn(Body::sprite(&picture).at([5000.0 * f64::from(k), 4000.0])).unwrap();
    }
    world
}

/// A GPU whose calls fail on demand.
struct Faulty {
    name: String,
    gpu: Option<Gpu>,
    layer: Layer,
    expected: Vec<Told>,
}

impl Faulty {
    fn new(name: &str) -> Faulty {
        let expected = expected_of(laden(Backend::Cpu, None), 4);
        Faulty { name: name.to_owned(), gpu: None, layer: Layer::of_this_program(), expected }
    }

    /// Makes each of these calls fail in turn, the first, the second and so on; prints how many failed.
    fn all(&mut self, calls: &[(&str, &[i32])], one: impl Fn(&mut Faulty, &str) -> bool) {
        let mut count = 0;
        for (call, results) in calls {
            let mut fired = 0;
            for result in *results {
                for how in &["once", "ever"][..cases(1, 2)] {
                    let all = 1..=cases(2, 3);
                    fired += all.take_while(|nth| one(self, &format!("{call} {nth} {how} {result}"))).count();
                }
            }
            println!("{}: {call}: {fired} failed", self.name);
            count += fired;
        }
        assert!(count > 15, "{count} calls failed, no more");
    }

    fn step(mut self) {
        self.all(&CALLS, Faulty::session);
    }

    fn make(mut self) {
        let both: Vec<_> = CALLS.into_iter().chain(FIRST_CALLS).collect();
        self.all(&both, Faulty::request);
    }

    fn batch(mut self) {
        let world = laden(Backend::Cpu, None);
        let forms: Vec<Form> = world.iter().map(kasuri::world::BodyRef::form).collect();
        let pairs: Vec<[u32; 2]> =
            (1..forms.len() as u32).flat_map(|b| (0..b).map(move |a| [a, b])).collect();
        let right = kasuri::gpu::twins::integers(&forms, &pairs, Touching::Counts).unwrap();
        self.all(&CALLS, |faulty, what| faulty.pairs(what, &forms, &pairs, &right));
    }

    /// Uploads bodies and requests pairs repeatedly, with this one fault; returns whether the fault occurred.
    fn pairs(&mut self, what: &str, forms: &[Form], pairs: &[[u32; 2]], right: &[Hit]) -> bool {
        let name = format!("{}, {what}", self.name);
        let gpu = self.gpu.take().unwrap_or_else(|| thrifty(&self.name));
        self.layer.arm(what);
        let mut bodies = gpu.bodies(forms);
        for _ in 0..3 {
            match bodies.as_mut().map(|bodies| bodies.integers(pairs, Touching::Counts)) {
                Ok(Ok(hits)) => assert!(hits == right, "{name}"),
                Ok(Err(error)) => assert!(is_lost(&error), "{name}: {error}"),
                Err(error) => assert!(is_lost(error), "{name}: {error}"),
            }
        }
        let fired = self.layer.has_fired();
        self.layer.arm("");
        if self.is_well(&gpu) {
            if let Ok(bodies) = &mut bodies {
                assert!(bodies.integers(pairs, Touching::Counts).unwrap() == right, "{name}, afterwards");
            }
            self.gpu = Some(gpu);
        }
        fired
    }

    fn many(mut self) {
        self.all(&CALLS, Faulty::worlds);
    }

    /// Steps many worlds in one submission with this one fault; returns whether it occurred. A step that failed is
    /// repeated.
    fn worlds(&mut self, what: &str) -> bool {
        let name = format!("{}, {what}", self.name);
        let gpu = self.gpu.take().unwrap_or_else(|| thrifty(&self.name));
        let many = || Worlds::new(3, |_| Ok(crowd(Backend::Cpu, None))).unwrap();
        let (mut ours, mut twin) = (many().on_gpu(&gpu), many());
        let hashes = |worlds: &Worlds| worlds.iter().map(World::hash).collect::<Vec<u64>>();
        self.layer.arm(what);
        let mut fired = false;
        for step in 0..4 {
            ours.iter_mut().chain(twin.iter_mut()).for_each(|world| drift(world, step));
            let before = hashes(&ours);
            if let Err(error) = ours.step().map(drop) {
                assert!(is_lost(&error), "{name}: {error}");
                assert_eq!(hashes(&ours), before, "{name}: a step that failed has changed something");
                fired |= self.layer.has_fired();
                self.layer.arm("");
                if !self.is_well(&gpu) {
                    return true;
                }
                ours.step().unwrap();
            }
            twin.step().unwrap();
            assert_eq!(hashes(&ours), hashes(&twin), "{name}: step {step}");
        }
        fired |= self.layer.has_fired();
        self.layer.arm("");
        self.gpu = self.is_well(&gpu).then_some(gpu);
        fired
    }

    /// Requests a GPU with this one fault on the way; returns whether the fault occurred.
    fn request(&mut self, what: &str) -> bool {
        self.layer.arm(what);
        let gpu = pollster::block_on(Gpu::request(&self.name));
        let fired = self.layer.has_fired();
        self.layer.arm("");
        match gpu {
            Ok(gpu) => drop(self.is_well(&gpu)),
            Err(error) => {
                let is_told =
                    matches!(error.kind(), ErrorKind::GpuAbsent | ErrorKind::GpuMemory | ErrorKind::GpuLost);
                assert!(is_told && fired, "{}, {what}: {error}", self.name);
            }
        }
        fired
    }

    /// Runs two sessions with this one fault in each; returns whether the fault occurred.
    fn session(&mut self, what: &str) -> bool {
        let name = format!("{}, {what}", self.name);
        let mut fired = false;
        for backend in [Backend::Gpu, Backend::Auto] {
            let gpu = self.gpu.take().unwrap_or_else(|| thrifty(&self.name));
            let mut world = laden(backend, Some(&gpu));
            self.layer.arm(what);
            let failed = play_until_lost(&mut world, &self.expected, &name);
            fired |= self.layer.has_fired();
            self.layer.arm("");
            assert!(failed.is_none() || backend == Backend::Gpu && fired, "{name}: {failed:?}");
            self.gpu = self.is_well(&gpu).then_some(gpu);
        }
        fired
    }

    /// Whether the GPU still works after the faults are over.
    fn is_well(&self, gpu: &Gpu) -> bool {
        let mut world = crowd(Backend::Gpu, Some(gpu));
        match world.step() {
            Ok(_) => true,
            Err(error) if error.kind() == ErrorKind::GpuLost => false,
            Err(error) => panic!("{}: {error}", self.name),
        }
    }
}

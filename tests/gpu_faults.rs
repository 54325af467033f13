//! Tests a GPU that is absent, goes away, refuses memory, is small or hangs. A step is reported whole and once, or is an
//! error that changes nothing. Where the world chooses the backend, the CPU reports the step, and only the time differs
//! (SPEC 7).
#![cfg(feature = "gpu")]
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;
#[path = "gpu/crowd.rs"]
mod crowd;
#[path = "gpu/mod.rs"]
mod gpu;

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use common::cases;
use crowd::{crowd, drift, expected, is_lost, play_until_lost, told};
use kasuri::gpu::{Gpu, Split, Tuning, Want};
use kasuri::lattice::Point;
use kasuri::record::{Recorder, Recording};
use kasuri::{
    Backend, Body, Cause, Error, ErrorKind, Mask, Placement, Shape, Touching, World, gpu::wgpu, query::Form,
};

/// Returns the number of tries for which there is time, each with its own device: some drivers are slow to create one.
fn tries(name: &str, most: usize) -> u32 {
    let clock = Instant::now();
    gpu::new(name);
    let time = cases(10, 300) as f64;
    ((time / clock.elapsed().as_secs_f64()) as usize).clamp(1, most) as u32
}

#[test]
fn lost_at_any_moment_of_a_step() {
    let expected = expected(8);
    for name in gpu::breakable() {
        // Measures how long steps take here, to spread the losses over them. The second time counts, because a driver
        // that keeps compiled shaders takes longer the first time.
        let mut whole = [(); 2].map(|()| {
            let mut world = crowd(Backend::Gpu, Some(&gpu::new(&name)));
            let clock = Instant::now();
            assert_eq!(play_until_lost(&mut world, &expected, &name), None);
            clock.elapsed()
        })[1];
        let tries = tries(&name, cases(16, 200));
        let mut lost = 0;
        // From the middle of the first step on.
        for k in 0..tries {
            let gpu = gpu::new(&name);
            let mut world = crowd(Backend::Gpu, Some(&gpu));
            let device = gpu.device().clone();
            let breaks = thread::spawn(move || {
                thread::sleep(whole * (2 * k + 1) / (2 * tries + 1));
                device.destroy();
            });
            let clock = Instant::now();
            match play_until_lost(&mut world, &expected, &name) {
                Some(_) => lost += 1,
                // Other programs use the device, too: it may be quicker now.
                None => whole = whole.min(clock.elapsed()),
            }
            breaks.join().unwrap();
        }
        assert!(lost * 4 >= tries, "{name}: {lost} of {tries} were lost on the way");
    }
}

/// Passes run one by one, each waited for, so that the loss falls between any two of them.
#[test]
fn lost_between_any_two_passes() {
    let mut world = crowd(Backend::Cpu, None);
    drift(&mut world, 0);
    let forms: Vec<Form> = world.iter().map(kasuri::world::BodyRef::form).collect();
    let pairs: Vec<[u32; 2]> =
        (0..forms.len() as u32).flat_map(|a| (a + 1..forms.len() as u32).map(move |b| [a, b])).collect();
    let right = kasuri::gpu::twins::integers(&forms, &pairs, Touching::Counts).unwrap();
    assert!(right.len() > 100);
    for name in gpu::breakable() {
        let splits = [Split::GpuFirst(1), Split::GpuFirst(3), Split::CpuFirst(2), Split::CpuFirst(3)];
        for split in splits.into_iter().take(tries(&name, 4) as usize) {
            let gpu = gpu::new(&name);
            let mut bodies = gpu.bodies(&forms).unwrap();
            bodies.tune(Tuning { split, ..Tuning::default() });
            let clock = Instant::now();
            assert_eq!(bodies.integers(&pairs, Touching::Counts).unwrap(), right);
            let whole = clock.elapsed();
            for k in 0..tries(&name, 3) {
                let gpu = gpu::new(&name);
                let mut bodies = gpu.bodies(&forms).unwrap();
                bodies.tune(Tuning { split, ..Tuning::default() });
                let device = gpu.device().clone();
                let breaks = thread::spawn(move || {
                    thread::sleep(whole * k / 4);
                    device.destroy();
                });
                match bodies.integers(&pairs, Touching::Counts) {
                    Ok(hits) => assert_eq!(hits, right),
                    Err(error) => assert!(is_lost(&error), "{name}: {error}"),
                }
                breaks.join().unwrap();
                assert!(is_lost(&bodies.integers(&pairs, Touching::Counts).unwrap_err()));
            }
        }
    }
}

/// Answers that were mapped when the device was lost are not read; submitted work comes to an end.
#[test]
fn lost_with_answers_under_way() {
    for name in gpu::breakable() {
        for after in (0..4).take(tries(&name, 4) as usize) {
            let gpu = gpu::new(&name);
            let world = crowd(Backend::Cpu, None);
            let forms: Vec<Form> = world.iter().map(kasuri::world::BodyRef::form).collect();
            let pairs: Vec<[u32; 2]> = (1..forms.len() as u32).map(|k| [k - 1, k]).collect();
            let right = kasuri::gpu::twins::hits(&forms, &pairs, Touching::Counts).unwrap();
            let mut bodies = gpu.bodies(&forms).unwrap();
            let mut tickets: Vec<_> =
                (0..4).map(|_| bodies.submit(&pairs, Want::List, Touching::Counts).unwrap()).collect();
            for ticket in tickets.drain(..after) {
                let answer = bodies.receive(ticket).unwrap();
                assert_eq!(answer.hits, kasuri::gpu::Hits::List(right.clone()));
            }
            gpu.device().destroy();
            for ticket in tickets {
                match bodies.receive(ticket) {
                    Ok(answer) => assert_eq!(answer.hits, kasuri::gpu::Hits::List(right.clone())),
                    Err(error) => assert!(is_lost(&error), "{name}: {error}"),
                }
            }
        }
    }
}

/// Rotated sprites are so slow on the CPU that the world chooses the GPU; then the GPU is lost.
#[test]
fn under_auto_a_loss_is_nothing_at_all() {
    let large = Arc::new(Mask::from_fn(500, 500, |x, y| (x + y) % 250 == 0).unwrap());
    let build = |backend: Backend, gpu: Option<&Gpu>| {
        let mut builder = World::builder().backend(backend).threads(1);
        if let Some(gpu) = gpu {
            builder = builder.gpu(gpu.clone());
        }
        let mut world = builder.build().unwrap();
        // Combs within each other: every row is tested.
        let body = |k: usize| Body::sprite(&large).turned(0.2).at([(k % 20) as f64, (k / 20) as f64 * 3.0]);
        let bodies = world.spawn_many(25, body).unwrap();
        (world, bodies)
    };
    for name in gpu::breakable() {
        let gpu = gpu::new(&name);
        let (mut ours, moves) = build(Backend::Auto, Some(&gpu));
        let (mut twin, _) = build(Backend::Cpu, None);
        let mut used = Vec::new();
        let mut lost_at = None;
        for step in 0..16_u32 {
            let place = [f64::from(step % 7), 2.0];
            for world in [&mut ours, &mut twin] {
                world.edit(moves[3]).position(place).unwrap();
                if step % 5 == 4 {
                    world.edit(moves[5]).angle(f64::from(step)).unwrap();
                }
            }
            if lost_at.is_none() && used.last() == Some(&"gpu") && step > 6 {
                gpu.device().destroy();
                lost_at = Some(step);
            }
            let (a, b) = (ours.step().unwrap(), twin.step().unwrap());
            used.push(a.report().backend);
            assert!(told(&ours, &a) == told(&twin, &b), "{name}: step {step}, {used:?}");
        }
        // On an idle machine, a software GPU may never be worth it.
        println!("{name}: lost at {lost_at:?} of {used:?}");
        if let Some(step) = lost_at {
            assert!(used[step as usize..].iter().all(|&by| by == "cpu"), "{name}: {used:?}");
        }
    }
}

#[test]
fn answers_that_are_held_outlive_a_worlds_gpu() {
    for name in gpu::breakable() {
        for backend in [Backend::Gpu, Backend::Auto] {
            let gpu = gpu::new(&name);
            let (mut ours, mut twin) = (crowd(backend, Some(&gpu)), crowd(Backend::Cpu, None));
            let (mut got, mut right) = (Vec::new(), Vec::new());
            for step in 0..9 {
                drift(&mut ours, step);
                drift(&mut twin, step);
                if step == 5 {
                    gpu.device().destroy();
                }
                let answer = ours.step().or_else(|error| {
                    assert!(is_lost(&error) && backend == Backend::Gpu, "{error}");
                    ours.set_backend(Backend::Cpu).unwrap();
                    ours.step()
                });
                got.push(answer.unwrap());
                right.push(twin.step().unwrap());
            }
            for (a, b) in got.iter().zip(&right) {
                assert_eq!((a.number(), a.began(), a.ended()), (b.number(), b.began(), b.ended()), "{name}");
            }
            assert_eq!(ours.hash(), twin.hash());
        }
    }
}

fn device(adapter: &wgpu::Adapter, limits: wgpu::Limits) -> (wgpu::Device, wgpu::Queue) {
    try_device(adapter, limits).unwrap()
}

fn try_device(
    adapter: &wgpu::Adapter,
    limits: wgpu::Limits,
) -> Result<(wgpu::Device, wgpu::Queue), wgpu::RequestDeviceError> {
    let descriptor = wgpu::DeviceDescriptor { required_limits: limits, ..Default::default() };
    pollster::block_on(adapter.request_device(&descriptor))
}

/// Tests a driver that gives no memory at all.
#[test]
fn memory_that_is_refused() {
    let expected = expected(3);
    for name in gpu::names() {
        let none = wgpu::MemoryBudgetThresholds { for_resource_creation: Some(0), for_device_loss: None };
        let (device, queue) = match try_device(&gpu::adapter(&name, none), wgpu::Limits::default()) {
            Ok(device) => device,
            Err(error) => {
                println!("NOTE: {name} makes no device without memory: {error}");
                continue;
            }
        };
        let probe = device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let usage = wgpu::BufferUsages::STORAGE;
        drop(device.create_buffer(&wgpu::BufferDescriptor {
            label: None,
            size: 1 << 20,
            usage,
            mapped_at_creation: false,
        }));
        if pollster::block_on(probe.pop()).is_none() {
            println!("NOTE: {name} does not tell how much memory it has, so none can be refused");
            continue;
        }
        let gpu = Gpu::from_device(device, queue).unwrap();
        let ball = Form::Shape(Shape::circle(4.0).unwrap().place(&Placement::default()).unwrap());
        match gpu.bodies(&[ball.clone(), ball]).and_then(|mut two| two.hits(&[[0, 1]], Touching::Counts)) {
            Err(error) if error.kind() == ErrorKind::GpuMemory => {}
            other => panic!("{name}: {other:?}"),
        }
        let mut world = crowd(Backend::Gpu, Some(&gpu));
        assert_eq!(play_until_lost(&mut world, &expected, &name), Some(0));
        let mut auto = crowd(Backend::Auto, Some(&gpu));
        assert_eq!(play_until_lost(&mut auto, &expected, &name), None);
    }
}

/// A device with only the minimum limits of WebGPU does everything; with less of any limit in use it is refused.
#[test]
fn limits_at_their_least() {
    let expected = expected(4);
    let least = wgpu::Limits::default;
    for name in gpu::names() {
        let adapter = gpu::adapter(&name, wgpu::MemoryBudgetThresholds::default());
        let (of_mine, queue) = device(&adapter, least());
        assert_eq!(of_mine.limits().max_storage_buffers_per_shader_stage, 8);
        let gpu = Gpu::from_device(of_mine, queue).unwrap();
        let mut world = crowd(Backend::Gpu, Some(&gpu));
        assert_eq!(play_until_lost(&mut world, &expected, &name), None);

        type Lower = fn(&mut wgpu::Limits);
        let lower: [(&str, Lower); 5] = [
            ("a binding", |l| l.max_storage_buffer_binding_size /= 2),
            ("a buffer", |l| l.max_buffer_size /= 2),
            ("a set of storage buffers", |l| l.max_storage_buffers_per_shader_stage -= 1),
            ("a workgroup", |l| l.max_compute_invocations_per_workgroup /= 2),
            ("a dispatch", |l| l.max_compute_workgroups_per_dimension /= 2),
        ];
        for (expected, lower) in lower {
            let mut limits = least();
            lower(&mut limits);
            let (small, queue) = device(&adapter, limits);
            match Gpu::from_device(small, queue).as_ref().map_err(Error::cause) {
                Err(Cause::GpuTooSmall { what, needed, most }) => assert!(*what == expected && needed > most),
                other => panic!("{name}: {other:?} with less of {expected}"),
            }
        }
    }
}

/// Every body hits every other: lists outgrow their buffers many times over, and no pair is dropped.
#[test]
fn a_step_in_which_everything_hits() {
    let build = |backend: Backend, gpu: Option<&Gpu>| {
        let mut builder = World::builder().backend(backend).threads(1);
        if let Some(gpu) = gpu {
            builder = builder.gpu(gpu.clone());
        }
        let mut world = builder.build().unwrap();
        world.spawn_many(900, |k| Body::circle(40.0).at([(k % 30) as f64, (k / 30) as f64])).unwrap();
        world
    };
    let mut right = build(Backend::Cpu, None);
    let right = right.step().unwrap();
    assert_eq!(right.began().len(), 900 * 899 / 2);
    for gpu in gpu::all() {
        let step = build(Backend::Gpu, Some(gpu)).step().unwrap();
        assert!(step.began() == right.began(), "{}", gpu.adapter().name);
    }
}

/// Work of the caller that keeps the device busy, for a given number of workgroups.
struct Busy {
    pipeline: wgpu::ComputePipeline,
    buffer: wgpu::Buffer,
}

impl Busy {
    fn new(gpu: &Gpu) -> Busy {
        // lavapipe ends a loop after 65,535 iterations.
        let code = "@group(0) @binding(0) var<storage, read_write> words: array<u32>;
            @compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3<u32>) {
                var x = id.x + 1u;
                for (var k = 0u; k < 60000u; k++) { x = (x ^ (x >> 7u)) * 1664525u + 1013904223u; }
                words[id.x & 4095u] = x;
            }";
        let device = gpu.device();
        let source = wgpu::ShaderSource::Wgsl(code.into());
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: None,
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        });
        let (size, usage, mapped_at_creation) = (4 * 4096, wgpu::BufferUsages::STORAGE, false);
        let buffer =
            device.create_buffer(&wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation });
        Busy { pipeline, buffer }
    }

    fn submit(&self, gpu: &Gpu, workgroups: u32) {
        let group = gpu.device().create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &self.pipeline.get_bind_group_layout(0),
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: self.buffer.as_entire_binding() }],
        });
        let mut encoder = gpu.device().create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &group, &[]);
        let most = 65_535;
        pass.dispatch_workgroups(workgroups.min(most), workgroups.div_ceil(most), 1);
        drop(pass);
        gpu.queue().submit([encoder.finish()]);
    }

    /// Returns the number of workgroups that keep the device busy for this time.
    fn workgroups_of(&self, gpu: &Gpu, time: Duration) -> u32 {
        let mut workgroups = 1;
        loop {
            let clock = Instant::now();
            self.submit(gpu, workgroups);
            gpu.device().poll(wgpu::PollType::wait_indefinitely()).unwrap();
            let took = clock.elapsed();
            if workgroups > 1 && took > Duration::from_millis(100) {
                return (f64::from(workgroups) * time.as_secs_f64() / took.as_secs_f64()) as u32;
            }
            workgroups *= 4;
        }
    }
}

/// A device that does not answer in time counts as lost, and blocks nobody.
#[test]
fn a_device_that_hangs() {
    for name in gpu::names() {
        // How long the device takes is measured beforehand, perhaps while others use it, too.
        let times = [5, 20, 80].map(Duration::from_secs);
        assert!(
            times.into_iter().any(|time| hangs(&name, time)),
            "{name} was never busy, or blocked its step"
        );
    }
}

/// Keeps a device busy for about this time, and tests a step meanwhile. Returns whether the device was busy long enough
/// to tell.
fn hangs(name: &str, time: Duration) -> bool {
    let expected = expected(3);
    let gpu = gpu::new(name);
    let mut world = crowd(Backend::Gpu, Some(&gpu));
    drift(&mut world, 0);
    let answer = world.step().unwrap();
    assert!(told(&world, &answer) == expected[0]);
    let busy = Busy::new(&gpu);
    let workgroups = busy.workgroups_of(&gpu, time);
    gpu.set_patience(Duration::from_millis(300));
    drift(&mut world, 1);
    busy.submit(&gpu, workgroups);
    let (before, clock) = (world.hash(), Instant::now());
    let error = match world.step() {
        Err(error) => error,
        Ok(answer) => {
            assert!(told(&world, &answer) == expected[1]);
            // lavapipe ignores the timeout: it returned when all work was done.
            let was_busy = clock.elapsed() > Duration::from_secs(2);
            if was_busy {
                println!("NOTE: {name} does not stop waiting when it is told to");
            }
            return was_busy;
        }
    };
    assert!(error.to_string().contains("it has not answered for 300ms"), "{name}: {error}");
    // The step ended long before the device did. On a busy machine that takes more work to tell.
    if clock.elapsed() > time / 4 {
        return false;
    }
    assert_eq!(world.hash(), before);
    // It stays lost, even if the device recovers.
    assert!(is_lost(&world.step().map(drop).unwrap_err()));
    assert!(is_lost(&gpu.bodies(&[]).map(|bodies| bodies.len()).unwrap_err()));
    world.set_backend(Backend::Cpu).unwrap();
    let answer = world.step().unwrap();
    assert!(told(&world, &answer) == expected[1], "{name}");
    gpu.device().poll(wgpu::PollType::wait_indefinitely()).unwrap();
    true
}

/// Runs a test of this file again, in a process that finds no GPU.
#[test]
fn a_machine_without_a_gpu() {
    let mut again = std::process::Command::new(std::env::current_exe().unwrap());
    again.args(["--exact", "without_a_gpu", "--ignored", "--nocapture"]);
    for name in ["VK_ICD_FILENAMES", "VK_DRIVER_FILES"] {
        again.env(name, "/no/such/driver.json");
    }
    let done = again.output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(
        done.status.success() && said.contains("1 passed"),
        "{said}{}",
        String::from_utf8_lossy(&done.stderr)
    );
}

#[test]
#[ignore = "the test a_machine_without_a_gpu runs it in a process without GPUs"]
fn without_a_gpu() {
    if !pollster::block_on(Gpu::adapters()).is_empty() {
        println!("NOTE: this system finds a GPU without a Vulkan driver");
        return;
    }
    assert!(Gpu::new().is_err_and(|error| error.kind() == ErrorKind::GpuAbsent));
    assert!(
        pollster::block_on(Gpu::request("llvmpipe")).is_err_and(|error| error.kind() == ErrorKind::GpuAbsent)
    );
    assert!(
        World::builder()
            .backend(Backend::Gpu)
            .build()
            .is_err_and(|error| error.kind() == ErrorKind::GpuAbsent)
    );
    let mut world = World::new();
    assert!(world.set_backend(Backend::Gpu).is_err_and(|error| error.kind() == ErrorKind::GpuAbsent));
    assert!(world.step().is_ok());
    let expected = expected(4);
    let mut auto = crowd(Backend::Auto, None);
    assert_eq!(play_until_lost(&mut auto, &expected, "none"), None);
}

/// Tests the cases of docs/bad-input.md under "On a GPU".
#[test]
fn bad_arguments() {
    let mask = Arc::new(Mask::from_rows(&["##", "##"]).unwrap());
    let sprite = |x: f64| {
        let placement = Placement::at([x, 0.0]).turned(0.1);
        Form::Sprite(kasuri::mask::Sprite::place(&mask, &placement, None).unwrap())
    };
    let forms = [sprite(0.0), sprite(1.0), sprite(9.0)];
    for gpu in gpu::all() {
        let mut bodies = gpu.bodies(&forms).unwrap();
        let right = bodies.hits(&[[0, 1], [0, 2]], Touching::Counts).unwrap();
        assert_eq!(right, [0]);
        for pair in [[0, 3], [3, 0], [u32::MAX, 0]] {
            let pairs = [[0, 1], pair];
            let counts = Touching::Counts;
            let none = |result: Result<(), Error>| {
                let result = result.as_ref().map_err(Error::cause);
                assert!(matches!(result, Err(Cause::NoSuchBody { count: 3, .. })), "{result:?}");
            };
            none(bodies.hits(&pairs, counts).map(drop));
            none(bodies.overlaps(&pairs, counts).map(drop));
            none(bodies.integers(&pairs, counts).map(drop));
            none(bodies.ask(&pairs, Want::Bits, counts).map(drop));
            none(bodies.submit(&pairs, Want::List, counts).map(drop));
            none(bodies.first_divergent_pass(&pairs, Want::List, counts).map(drop));
        }
        let bits = bodies.overlaps(&[[0, 1]], Touching::Counts).unwrap();
        assert!(bits.get(0) && !bits.get(1) && !bits.get(usize::MAX));
        assert!(bodies.set_moves(&[]).is_err() && bodies.set_moves(&[Point::default(); 9]).is_err());
        let far = [Point::new(i32::MIN, i32::MAX); 3];
        assert!(bodies.set_moves(&far).is_err_and(|error| error.kind() == ErrorKind::Number));
        // Sizes that make no sense act as the least size that does.
        for tuning in [
            Tuning { queue: 0, cover_words: u64::MAX, split: Split::None },
            Tuning { queue: usize::MAX, cover_words: u64::MAX, split: Split::GpuFirst(usize::MAX) },
            Tuning { queue: 1, cover_words: u64::MAX, split: Split::CpuFirst(usize::MAX) },
        ] {
            bodies.tune(tuning);
            assert_eq!(bodies.hits(&[[0, 1], [0, 2]], Touching::Counts).unwrap(), right, "{tuning:?}");
        }
        bodies.tune(Tuning { cover_words: 0, ..Tuning::default() });
        assert!(
            bodies
                .hits(&[[0, 1]], Touching::Counts)
                .is_err_and(|error| error.kind() == ErrorKind::GpuTooSmall)
        );
        bodies.tune(Tuning::default());
        // Masks of another size, masks that no body uses, words that do not exist.
        let other = Arc::new(Mask::empty(3, 2).unwrap());
        let clear = Arc::new(Mask::empty(2, 2).unwrap());
        let words = |words: Vec<u32>| kasuri::mask::Changed { texels: 1, words };
        assert!(
            bodies
                .change_mask(&mask, &other, &words(vec![]))
                .is_err_and(|error| error.kind() == ErrorKind::Texels)
        );
        bodies.change_mask(&clear, &clear, &words(vec![0])).unwrap();
        for word in [2, u32::MAX] {
            let refused = bodies.change_mask(&mask, &mask, &words(vec![0, word])).unwrap_err().to_string();
            assert!(refused.ends_with("a word of the mask is 0 to 1"), "{refused}");
        }
        assert_eq!(bodies.hits(&[[0, 1], [0, 2]], Touching::Counts).unwrap(), right);
        // No bodies, and an empty list of pairs.
        bodies.replace(&[]).unwrap();
        assert!(bodies.hits(&[], Touching::Counts).unwrap().is_empty());
        assert!(gpu.pairs(&[], Touching::Counts).unwrap().is_empty());
    }
    assert!(pollster::block_on(Gpu::request("\0")).is_err_and(|error| error.kind() == ErrorKind::GpuAbsent));
}

/// Tests one GPU with several threads, each with its own bodies.
#[test]
fn threads_that_share_a_gpu() {
    let world = crowd(Backend::Cpu, None);
    let forms: Vec<Form> = world.iter().map(kasuri::world::BodyRef::form).collect();
    let pairs: Vec<[u32; 2]> = (3..forms.len() as u32).flat_map(|k| [[k - 1, k], [k - 3, k]]).collect();
    let right = kasuri::gpu::twins::integers(&forms, &pairs, Touching::Counts).unwrap();
    for gpu in gpu::all() {
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut bodies = gpu.bodies(&forms).unwrap();
                    for _ in 0..3 {
                        assert_eq!(bodies.integers(&pairs, Touching::Counts).unwrap(), right);
                    }
                    // An error in one thread does not affect another.
                    assert!(bodies.hits(&[[u32::MAX, 0]], Touching::Counts).is_err());
                });
            }
        });
    }
}

/// A step that fails is not recorded, nor is what bodies look like: it is recorded with the next step.
#[test]
fn recordings_outlive_a_worlds_gpu() {
    for name in gpu::breakable() {
        let gpu = gpu::new(&name);
        let mut world = World::builder().backend(Backend::Gpu).gpu(gpu.clone()).build().unwrap();
        let mut recorder = Recorder::new();
        let mask = Arc::new(Mask::from_rows(&["##", "#."]).unwrap());
        world.spawn(Body::sprite(&mask)).unwrap();
        recorder.step(&mut world).unwrap();
        world.spawn(Body::rect([10.0, 8.0]).at([3.0, 0.0])).unwrap();
        world.spawn(Body::sprite(&mask).turned(0.5)).unwrap();
        gpu.device().destroy();
        assert!(is_lost(&recorder.step(&mut world).unwrap_err()));
        world.set_backend(Backend::Cpu).unwrap();
        for _ in 0..2 {
            recorder.step(&mut world).unwrap();
        }
        let recording = Recording::new(recorder.into_bytes()).unwrap();
        let mut replay = recording.replay();
        while replay.step().unwrap().is_some() {}
        assert!(replay.difference().is_none());
        assert_eq!(replay.world().hash(), world.hash());
    }
}

//! Tests bodies that the device moves: by their velocities, or by a kernel of the caller. Their positions are never read
//! back.

use std::borrow::Cow;

use kasuri::Layers;
use kasuri::gpu::Gpu;
use kasuri::gpu::wgpu;
use kasuri::lattice::Point;
use kasuri::{Cause, Error, Placement, Shape, Vec2};

use crate::common::{Kind, Random, Thing};
use crate::gpu;
use crate::twin::{Body, Twin, moved, place};

fn any(random: &mut Random, owner: u32) -> Body {
    let kind = random.pick(&[Kind::Circle, Kind::Rect, Kind::Sprite]);
    let (thing, placement) = Thing::random(random, kind);
    let body = Body { thing, placement, layers: Layers::default(), margin: -1, owner, world: 0 };
    moved(body, place(random, 60.0))
}

/// Makes the device's moves in the host's copy.
fn shift(twin: &mut Twin, by: impl Fn(usize) -> Point) {
    for (k, body) in twin.bodies.iter_mut().enumerate() {
        let Some(body) = body else { continue };
        let (at, by) = (body.at(), by(k));
        let pixels = |units: i32| f64::from(units) / 256.0;
        body.placement.at = Vec2::new(pixels(at.x + by.x), pixels(at.y + by.y));
    }
}

#[test]
fn bodies_move_by_their_velocities() {
    for gpu in gpu::all() {
        let mut random = Random::new(41);
        let mut twin = Twin::new(gpu);
        for k in 0..100 {
            let body = any(&mut random, k);
            twin.put(None, body);
        }
        twin.check("at rest");
        let velocities: Vec<Point> = (0..100)
            .map(|_| Point::new(random.below(2000) as i32 - 1000, random.below(2000) as i32 - 1000))
            .collect();
        twin.crowd.set_velocities(&velocities).unwrap();
        let mut seen = Vec::new();
        for step in 0..6 {
            shift(&mut twin, |k| velocities[k]);
            if step == 3 {
                // A body is at the position that the host sets, even if it was there before.
                let body = twin.bodies[5].clone().unwrap();
                let body = moved(body, [1.0, 2.0]);
                twin.crowd.move_to(5, body.at()).unwrap();
                twin.bodies[5] = Some(body);
            }
            let frame = twin.check(&format!("step {step}"));
            assert_eq!(frame.report.bytes_moved, if step == 3 { 12 } else { 0 });
            seen.push(frame.hits);
        }
        seen.dedup();
        assert!(seen.len() > 4);
        // Existing bodies stay where the device has moved them when new bodies make all buffers grow.
        for k in 100..400 {
            let body = any(&mut random, k);
            twin.put(None, body);
        }
        twin.crowd.set_velocities(&[]).unwrap();
        assert!(twin.check("more of them").report.bytes_moved >= 12 * 300);
    }
}

/// Moves all positions down by a constant step.
fn fall(gpu: &Gpu, positions: &wgpu::Buffer) {
    const TEXT: &str = "
        @group(0) @binding(0) var<storage, read_write> positions: array<vec2<i32>>;
        @compute @workgroup_size(64)
        fn fall(@builtin(global_invocation_id) id: vec3<u32>) {
            if (id.x < arrayLength(&positions)) {
                positions[id.x] += vec2<i32>(-77, 300 + i32(id.x));
            }
        }";
    let device = gpu.device();
    let source = wgpu::ShaderSource::Wgsl(Cow::Borrowed(TEXT));
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: Some("fall"),
        compilation_options: Default::default(),
        cache: None,
    });
    let bound = device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: None,
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[wgpu::BindGroupEntry { binding: 0, resource: positions.as_entire_binding() }],
    });
    let mut encoder = device.create_command_encoder(&Default::default());
    let mut pass = encoder.begin_compute_pass(&Default::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &bound, &[]);
    pass.dispatch_workgroups(positions.size().div_ceil(8 * 64) as u32, 1, 1);
    drop(pass);
    gpu.queue().submit([encoder.finish()]);
}

#[test]
fn a_kernel_of_the_callers_moves_them() {
    for gpu in gpu::all() {
        let mut random = Random::new(42);
        let mut twin = Twin::new(gpu);
        for k in 0..80 {
            let body = any(&mut random, k);
            twin.put(None, body);
        }
        // Before any frame: positions are sent, then moved.
        let positions = twin.crowd.positions().unwrap();
        for step in 0..5 {
            fall(gpu, &positions);
            shift(&mut twin, |k| Point::new(-77, 300 + k as i32));
            let frame = twin.check(&format!("step {step}"));
            assert_eq!(frame.report.bytes_moved, 0);
            assert!(step == 0 || frame.report.submissions == 1);
        }
    }
}

#[test]
fn who_leaves_the_world_is_told_of() {
    for gpu in gpu::all() {
        let mut twin = Twin::new(gpu);
        let circle = Thing::Shape(Shape::circle(4.0).unwrap());
        for k in 0..3 {
            let placement = Placement::at([2_097_100.0 - 50.0 * f64::from(k), 0.0]);
            let body = Body {
                thing: circle.clone(),
                placement,
                layers: Layers::default(),
                margin: -1,
                owner: k,
                world: 0,
            };
            twin.put(None, body);
        }
        twin.check("inside");
        twin.crowd.set_velocities(&[Point::new(256 * 60, 0); 3]).unwrap();
        let told = twin.crowd.frame();
        let told = told.as_ref().map_err(Error::cause);
        assert!(matches!(told, Err(Cause::Count { count: 1, most: 0, .. })), "{told:?}");
        // The device's positions are dropped: the host's positions are used.
        twin.crowd.set_velocities(&[]).unwrap();
        twin.check("inside again");
    }
}

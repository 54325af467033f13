//! A program with its own wgpu device. Its shader moves 100,000 bullets, Kasuri reads their positions on the device, and the
//! program's next shader reads the hits. The host sends 2 KiB a frame, 128 bytes come back, and it waits for nothing.
//!
//! A frame without enough room is void. Then `fly` leaves the bullets where they are, and the next frame decides them.

use kasuri::gpu::{
    Gpu, Member, OUTCOME_WGSL, PositionBuffer, ResidentCrowd, ResidentFrame, adapter, instance, wgpu,
};
use kasuri::{Layers, Placement, Shape, lattice::Point, query::Form};
use wgpu::util::DeviceExt;

const FLY: &str = "
@group(0) @binding(0) var<storage, read> outcome: Outcome;
@group(0) @binding(1) var<storage, read_write> positions: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> speeds: array<vec2<f32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&positions) && outcome.is_void == 0u) {
        let next = positions[id.x] + speeds[id.x];
        let is_out = (next < vec2<f32>(0.0)) | (next > vec2<f32>(4096.0));
        speeds[id.x] = select(speeds[id.x], -speeds[id.x], is_out);
        positions[id.x] = select(next, positions[id.x], is_out);
    }
}";

const HURT: &str = "
@group(0) @binding(0) var<storage, read> outcome: Outcome;
@group(0) @binding(1) var<storage, read> hits: array<vec2<u32>>;
@group(0) @binding(2) var<storage, read_write> damage: array<atomic<u32>>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>) {
    let index = id.y * groups.x * 64u + id.x;
    if (index < outcome.hits) {
        atomicAdd(&damage[hits[index].x], 1u);
    }
}";

/// The first of all bodies are ships, the others are bullets, which hit no bullets.
pub(crate) struct Game {
    pub(crate) crowd: ResidentCrowd,
    pub(crate) positions: wgpu::Buffer,
    pub(crate) speeds: wgpu::Buffer,
    pub(crate) damage: wgpu::Buffer,
    fly: wgpu::ComputePipeline,
    hurt: wgpu::ComputePipeline,
}

impl Game {
    pub(crate) fn new(
        device: wgpu::Device,
        queue: wgpu::Queue,
        ships: u32,
        bodies: u32,
    ) -> kasuri::Result<Game> {
        let mut crowd = Gpu::from_device(device.clone(), queue)?.resident_crowd();
        let form = |shape: Shape| shape.place(&Placement::default()).map(Form::Shape);
        let (ship, bullet) = (form(Shape::circle(12.0)?)?, form(Shape::rect([6.0, 2.0])?)?);
        for owner in 0..bodies {
            let is_ship = owner < ships;
            let layers = if is_ship { Layers::new(1, 2) } else { Layers::new(2, 1) };
            let (form, at) = (if is_ship { &ship } else { &bullet }, Point::default());
            crowd.push(Member { form, at, layers, margin: -1, owner, world: 0 })?;
        }
        let list = |of: &dyn Fn(u32) -> f32| (0..2 * bodies).map(of).collect::<Vec<f32>>();
        Ok(Game {
            crowd,
            positions: buffer(&device, &list(&|k| noise(k) * 4096.0)),
            speeds: buffer(&device, &list(&|k| noise(k + 7) * 6.0 - 3.0)),
            damage: buffer(&device, &list(&|_| 0.0)),
            fly: pipeline(&device, FLY),
            hurt: pipeline(&device, HURT),
        })
    }

    pub(crate) fn step(&mut self) -> kasuri::Result<ResidentFrame> {
        let (gpu, before) = (self.crowd.gpu().clone(), self.crowd.outcome()?);
        let mut encoder = gpu.device().create_command_encoder(&Default::default());
        let groups = (self.crowd.len() as u32).div_ceil(64);
        run(&gpu, &mut encoder, &self.fly, [&before, &self.positions, &self.speeds], |pass| {
            pass.dispatch_workgroups(groups, 1, 1);
        });
        let frame = self.crowd.record(&mut encoder, PositionBuffer::Pixels(&self.positions))?;
        run(&gpu, &mut encoder, &self.hurt, [&frame.outcome, &frame.hits, &self.damage], |pass| {
            pass.dispatch_workgroups_indirect(&frame.outcome, 0);
        });
        gpu.queue().submit([encoder.finish()]);
        Ok(frame)
    }
}

#[allow(clippy::print_stdout)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let adapter = pollster::block_on(adapter(&instance(), None))?;
    let (device, queue) = pollster::block_on(adapter.request_device(&Default::default()))?;
    let mut game = Game::new(device, queue, 1000, 100_000)?;
    for _ in 0..300 {
        game.step()?;
    }
    game.crowd.gpu().device().poll(wgpu::PollType::wait_indefinitely())?;
    println!("{:?}", game.crowd.report());
    Ok(())
}

/// Returns a number from 0 to 1.
fn noise(k: u32) -> f32 {
    let mixed = k.wrapping_mul(0x9e37_79b9);
    ((mixed ^ (mixed >> 15)).wrapping_mul(0x85eb_ca6b) >> 8) as f32 / (1 << 24) as f32
}

// From here on, what every program with wgpu has: buffers, pipelines and passes.

fn buffer(device: &wgpu::Device, list: &[f32]) -> wgpu::Buffer {
    let usage = wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC;
    let contents = bytemuck::cast_slice(list);
    device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents, usage })
}

fn pipeline(device: &wgpu::Device, text: &str) -> wgpu::ComputePipeline {
    let source = wgpu::ShaderSource::Wgsl(format!("{OUTCOME_WGSL}{text}").into());
    let module = device.create_shader_module(wgpu::ShaderModuleDescriptor { label: None, source });
    device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: None,
        layout: None,
        module: &module,
        entry_point: None,
        compilation_options: Default::default(),
        cache: None,
    })
}

fn run(
    gpu: &Gpu,
    encoder: &mut wgpu::CommandEncoder,
    shader: &wgpu::ComputePipeline,
    buffers: [&wgpu::Buffer; 3],
    dispatch: impl FnOnce(&mut wgpu::ComputePass<'_>),
) {
    let entry =
        |k: usize| wgpu::BindGroupEntry { binding: k as u32, resource: buffers[k].as_entire_binding() };
    let (layout, entries) = (&shader.get_bind_group_layout(0), &[0, 1, 2].map(entry));
    let group = gpu.device().create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout, entries });
    let mut pass = encoder.begin_compute_pass(&Default::default());
    pass.set_pipeline(shader);
    pass.set_bind_group(0, &group, &[]);
    dispatch(&mut pass);
}

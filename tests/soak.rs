//! A long bullet hell of 20,000 bodies in which many things go wrong: refused calls, steps that are tried and undone by
//! a snapshot, other broad phases, GPUs that come and go. Its hash equals that of a twin world in which nothing went
//! wrong, and neither memory nor handles nor the GPU's buffers grow.
//!
//! It takes a few seconds by default and half an hour with KASURI_LONG; KASURI_SOAK sets the seconds.
#![allow(missing_docs, clippy::print_stdout, clippy::unwrap_used)]

#[path = "common/mod.rs"]
mod common;

use std::sync::Arc;
use std::time::{Duration, Instant};

use common::{Random, cases};
use kasuri::{
    Area,
    broad::{Auto, Grid, Tree},
};
use kasuri::{Backend, Body, Filter, Handle, Mask, Placement, Shape, Snapshot, World};

const BODIES: usize = 20_000;
const FIELD: f64 = 2000.0;
const SHIP: u32 = 1;
const SHOT: u32 = 2;

fn world() -> World {
    let edge = [FIELD, FIELD];
    World::builder().bounds([-FIELD, -FIELD], edge).touching(kasuri::Touching::Counts).build().unwrap()
}

/// The moving bodies and their paths: the same in both worlds.
struct Game {
    world: World,
    random: Random,
    ship: Arc<Mask>,
    ships: Vec<Handle>,
    shots: Vec<(Handle, [f64; 2], [f64; 2])>,
    hits: usize,
}

impl Game {
    fn new() -> Game {
        let ship = Arc::new(Mask::from_fn(24, 24, |x, y| (x - 12).pow(2) + (y - 12).pow(2) < 120).unwrap());
        let (world, random) = (world(), Random::new(77));
        Game { world, random, ship, ships: Vec::new(), shots: Vec::new(), hits: 0 }
    }

    fn fill(&mut self) {
        while self.ships.len() < 60 {
            let body = Body::sprite(&self.ship).turned(self.random.between(0.0, 6.0));
            let body = body.at(self.random.point(FIELD - 50.0)).layer(SHIP).against(SHOT).graze(8.0);
            self.ships.push(self.world.spawn(body).unwrap());
        }
        while self.shots.len() + self.ships.len() < BODIES {
            let (at, by) = (self.random.point(FIELD - 50.0), self.random.point(3.0));
            let shape = match self.random.below(3) {
                0 => Body::circle(3.0),
                1 => Body::capsule([-4.0, 0.0], [4.0, 0.0], 2.0),
                _ => Body::rect([3.0, 2.0]).turned(0.4),
            };
            let body = shape.at(at).layer(SHOT).against(SHIP).despawn_beyond(20.0).max_hits(2);
            self.shots.push((self.world.spawn(body).unwrap(), at, by));
        }
    }

    /// Runs one regular step.
    fn step(&mut self) {
        self.fill();
        for (_, at, by) in &mut self.shots {
            *at = [at[0] + by[0], at[1] + by[1]];
        }
        let bodies: Vec<Handle> = self.shots.iter().map(|shot| shot.0).collect();
        let places: Vec<[f64; 2]> = self.shots.iter().map(|shot| shot.1).collect();
        self.world.set_positions(&bodies, &places).unwrap();
        for _ in 0..4 {
            let ship = self.random.pick(&self.ships);
            self.world.edit(ship).angle(self.random.between(0.0, 6.0)).unwrap();
        }
        let step = self.world.step().or_else(|_| {
            // The GPU is gone: nothing has changed yet, and the CPU continues.
            self.world.set_backend(Backend::Cpu)?;
            self.world.step()
        });
        let step = step.unwrap();
        self.hits += step.began().len();
        // A bomb now and then.
        if self.random.chance(50) {
            let (at, bomb) = (self.random.point(FIELD - 300.0), Shape::circle(150.0).unwrap());
            self.world
                .remove_overlapping(Area::solid(bomb, Placement::at(at)), Filter::against(SHOT))
                .unwrap();
        }
        self.shots.retain(|shot| self.world.contains(shot.0));
    }
}

/// Checks that refused calls change nothing.
fn refused(world: &mut World, random: &mut Random, dead: Handle) {
    let before = world.hash();
    let some: Vec<Handle> = world.bodies().take(50).collect();
    let body = random.pick(&some);
    type IsRefused<'a> = &'a mut dyn FnMut(&mut World) -> bool;
    let calls: [(&str, IsRefused<'_>); 8] = [
        ("set_position", &mut |w| w.edit(body).position([f64::NAN, 0.0]).is_err()),
        ("set_positions", &mut |w| w.set_positions(&[body, dead], &[[0.0, 0.0]; 2]).is_err()),
        ("set_angle", &mut |w| w.edit(body).angle(f64::INFINITY).is_err()),
        ("set_scale", &mut |w| w.edit(body).scale([0.0, 1.0]).is_err()),
        ("remove_many", &mut |w| w.remove_many(&[body, dead]).is_err()),
        ("spawn", &mut |w| w.spawn(Body::circle(-1.0)).is_err()),
        ("spawn_many", &mut |w| w.spawn_many(20, |k| Body::circle(9.0 - k as f64)).is_err()),
        ("in_circle", &mut |w| w.overlapping(Area::circle([0.0, f64::NAN], 1.0), Filter::ALL).is_err()),
    ];
    for (call, refused) in calls {
        assert!(refused(world), "{call} was let through");
        assert_eq!(world.hash(), before, "{call} was refused and has changed something");
    }
}

/// Runs a few steps and then restores the snapshot.
fn tried(world: &mut World, random: &mut Random, snapshot: &Snapshot) {
    for _ in 0..random.size(1..=3) {
        let bodies: Vec<Handle> = world.bodies().collect();
        for _ in 0..40 {
            let body = random.pick(&bodies);
            let _ = world.edit(body).position(random.point(FIELD));
            let _ = world.remove(random.pick(&bodies));
        }
        world.spawn_many(30, |_| Body::circle(20.0)).unwrap();
        let _ = world.step();
    }
    world.restore(snapshot);
}

/// Returns the resident memory in MiB, where the system reports it.
fn memory() -> Option<f64> {
    let told = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(told.split(' ').nth(1)?.parse::<f64>().ok()? * 4096.0 / f64::from(1 << 20))
}

#[cfg(feature = "gpu")]
mod on_gpu {
    use kasuri::gpu::Gpu;
    use kasuri::gpu::wgpu;

    /// Devices of one instance, whose buffers can be counted.
    pub(crate) struct Gpus {
        instance: wgpu::Instance,
        adapter: Option<wgpu::Adapter>,
        current: Option<Gpu>,
    }

    impl Gpus {
        pub(crate) fn new() -> Gpus {
            let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
            let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
            Gpus { adapter: adapters.into_iter().next(), instance, current: None }
        }

        pub(crate) fn get(&mut self) -> Option<Gpu> {
            if self.current.is_none() {
                let device = self.adapter.as_ref()?.request_device(&wgpu::DeviceDescriptor::default());
                let (device, queue) = pollster::block_on(device).unwrap();
                self.current = Some(Gpu::from_device(device, queue).unwrap());
            }
            self.current.clone()
        }

        /// Loses the device, if there is one.
        pub(crate) fn lose(&mut self) -> bool {
            self.current.take().map(|gpu| gpu.device().destroy()).is_some()
        }

        /// Returns the number of buffers and devices that the library keeps.
        pub(crate) fn held(&self) -> [usize; 2] {
            let report = self.instance.generate_report();
            report.map_or([0; 2], |r| [r.hub.buffers.num_allocated, r.hub.devices.num_allocated])
        }
    }
}

#[test]
fn a_long_session_in_which_everything_goes_wrong() {
    let seconds = std::env::var("KASURI_SOAK").ok().and_then(|text| text.parse().ok());
    let time = Duration::from_secs(seconds.unwrap_or(cases(4, 1800) as u64));
    let (mut game, mut twin) = (Game::new(), Game::new());
    game.fill();
    twin.fill();
    let mut random = Random::new(1234);
    let dead = {
        let mut other = World::new();
        *other.spawn_many(2 * BODIES, |_| Body::point()).unwrap().last().unwrap()
    };
    #[cfg(feature = "gpu")]
    let (mut gpus, mut held, mut lost, mut on_gpu) = (on_gpu::Gpus::new(), [0; 2], 0, 0);
    let (mut most_slot, mut sampled) = (0, Vec::new());
    let (clock, mut steps, mut restored) = (Instant::now(), 0_u64, 0);
    while clock.elapsed() < time || steps < 20 {
        match random.below(6) {
            0 => refused(&mut game.world, &mut random, dead),
            1 => {
                let snapshot = game.world.snapshot();
                tried(&mut game.world, &mut random, &snapshot);
                restored += 1;
            }
            2 => match random.below(3) {
                0 => game.world.set_broad(Tree::default()),
                1 => game.world.set_broad(Grid::default()),
                _ => game.world.set_broad(Auto::default()),
            },
            _ => {}
        }
        #[cfg(feature = "gpu")]
        if random.chance(40)
            && let Some(gpu) = gpus.get()
        {
            game.world = on(&gpu, &game.world, random.chance(2));
            on_gpu += 1;
        }
        #[cfg(feature = "gpu")]
        if random.chance(60) {
            lost += u32::from(gpus.lose());
        }
        game.step();
        twin.step();
        steps += 1;
        if steps.is_multiple_of(10) {
            assert_eq!(game.world.hash(), twin.world.hash(), "step {steps}");
            assert_eq!((game.hits, game.shots.len()), (twin.hits, twin.shots.len()));
        }
        let slot = game.world.bodies().map(|body| body.to_bits() as u32).max().unwrap_or(0);
        most_slot = most_slot.max(slot);
        #[cfg(feature = "gpu")]
        {
            let now = gpus.held();
            held = [held[0].max(now[0]), held[1].max(now[1])];
        }
        sampled.extend(memory());
    }
    assert_eq!(game.world.hash(), twin.world.hash());
    println!(
        "{steps} steps of {BODIES} bodies in {:.0?}: {} hits, {restored} restored",
        clock.elapsed(),
        game.hits
    );
    println!("slots up to {most_slot}, memory {:.0?} to {:.0?} MiB", sampled.first(), sampled.last());
    assert!(game.hits > steps as usize, "{} hits", game.hits);
    // Slots are used again: there are as many as bodies ever lived at once, including those of the undone steps.
    assert!((most_slot as usize) < BODIES + 1000, "{most_slot}");
    #[cfg(feature = "gpu")]
    {
        println!(
            "{on_gpu} times to a GPU, {lost} of them lost; {} buffers and {} devices at most",
            held[0], held[1]
        );
        assert!(held[0] < 300 && held[1] <= 4, "{held:?}");
    }
    // Compares the second fifth with the last, where there are enough samples.
    if time >= Duration::from_secs(120) && sampled.len() >= 100 {
        let fifth = sampled.len() / 5;
        let most = |list: &[f64]| list.iter().copied().fold(0.0, f64::max);
        let (early, late) = (most(&sampled[fifth..2 * fifth]), most(&sampled[4 * fifth..]));
        println!("at most {early:.0} MiB in the second fifth, {late:.0} in the last");
        assert!(late < early * 1.1 + 16.0, "{early:.0} MiB have become {late:.0}");
    }
}

/// Returns the same world on a GPU, or on whichever of GPU and CPU is faster.
#[cfg(feature = "gpu")]
fn on(gpu: &kasuri::gpu::Gpu, before: &World, auto: bool) -> World {
    let backend = if auto { Backend::Auto } else { Backend::Gpu };
    let edge = [FIELD, FIELD];
    let builder = World::builder().bounds([-FIELD, -FIELD], edge).backend(backend).gpu(gpu.clone());
    let mut world = builder.build().unwrap();
    world.restore(&before.snapshot());
    world
}

//! A whole frame of a bullet hell (w6) through the public world: everything moves by whole pixels, and hits are exact
//! to the pixel.

use std::collections::HashMap;
use std::sync::Arc;

#[cfg(feature = "gpu")]
use kasuri::Layers;
use kasuri::{Body, Handle, Mask, Touching, World};

use crate::random::Random;
use crate::workloads::masks::blob;
#[cfg(feature = "gpu")]
use crate::workloads::on_device::OnDevice;
use crate::{Backend, Family, Job, KASURI, Load, Work, Workload};

pub(crate) const FAMILY: Family = Family {
    name: "frame",
    about: "whole frames of a bullet hell through the world: positions in, hits to the pixel out (w6)",
    n: "bullets",
    unit: "frames",
    sizes: &[1_000, 10_000, 100_000],
    backends: &[Backend::Cpu, Backend::Gpu, Backend::Auto],
    is_threaded: true,
    prepare: |setting| {
        let kinds = kinds(setting.n);
        let bodies: usize = kinds.iter().map(|(count, ..)| count).sum();
        let builder = setting.world(World::builder()).threads(setting.threads);
        let world = builder.build().map_err(|error| error.to_string())?;
        let frames = Frames::new(kinds, world, Kind::Masks);
        #[cfg(feature = "gpu")]
        let frames = match (setting.backend, &setting.device) {
            (Backend::Gpu, Some(device)) => Frames { gpu: Some(device.gpu().clone()), ..frames },
            _ => frames,
        };
        // A position is read as two f32, and written as a box.
        Ok(Load { job: frames.job(), pixels: 0, bytes: (FRAMES * bodies * 24) as u64 })
    },
};

pub(crate) const LIST: &[Workload] = &[
    Workload {
        name: "w6-10k",
        by: KASURI,
        about: "frames of 10,000 bullets, 200 enemies and a player, to the pixel",
        prepare: || world(Kind::Masks),
    },
    Workload {
        name: "w6-boxes-10k",
        by: KASURI,
        about: "the same frames, as boxes only",
        prepare: || world(Kind::Boxes),
    },
];

/// The form of the bodies.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Kind {
    Masks,
    Boxes,
}

/// For each kind: the number of bodies, their side in pixels, and their largest speed.
pub(crate) type Kinds = [(usize, i32, i32); 3];
pub(crate) const KINDS: Kinds = [(10_000, 8, 6), (200, 64, 2), (1, 32, 4)];
const SCREEN: [i32; 2] = [1920, 1080];
const FRAMES: usize = 8;
const AGE: usize = 20;

/// Returns the kinds for another number of bullets.
pub(crate) fn kinds(bullets: usize) -> Kinds {
    let [(_, side, fastest), (_, large, slow), player] = KINDS;
    [(bullets, side, fastest), (bullets.div_ceil(50), large, slow), player]
}

/// Returns the screen for a number of bullets: as crowded as with 10,000, and not too small for an enemy.
fn screen(bullets: usize) -> [i32; 2] {
    let by = (bullets as f64 / KINDS[0].0 as f64).sqrt();
    SCREEN.map(|side| ((f64::from(side) * by) as i32).max(128))
}

/// The upper left corners of all bodies, frame by frame, and the texels of each kind.
pub(crate) struct Scene {
    pub(crate) frames: Vec<Vec<[i32; 2]>>,
    pub(crate) texels: [Vec<bool>; 3],
}

impl Scene {
    pub(crate) fn new() -> Scene {
        Scene::of(KINDS)
    }

    fn of(kinds: Kinds) -> Scene {
        let screen = screen(kinds[0].0);
        let random = &mut Random::new(6);
        let mut whole =
            |from: i32, to: i32| random.between(f64::from(from), f64::from(to) + 1.0).floor() as i32;
        let mut movers = Vec::new();
        for (count, side, fastest) in kinds {
            for _ in 0..count {
                let at = screen.map(|most| whole(0, most - side));
                movers.push((at, [(); 2].map(|()| whole(-fastest, fastest)), side));
            }
        }
        let mut step = || {
            for (at, by, side) in &mut movers {
                for k in 0..2 {
                    at[k] += by[k];
                    if at[k] < 0 || at[k] > screen[k] - *side {
                        by[k] = -by[k];
                        at[k] += 2 * by[k];
                    }
                }
            }
            movers.iter().map(|mover| mover.0).collect()
        };
        let frames: Vec<_> = (0..AGE + FRAMES).map(|_| step()).skip(AGE).collect();
        let random = &mut Random::new(66);
        Scene { frames, texels: kinds.map(|(_, side, _)| blob(random, side as usize)) }
    }
}

fn world(kind: Kind) -> Job {
    // Boxes that only share an edge do not hit, as with masks.
    let world = World::builder().touching(Touching::Ignored).build().expect("a valid world");
    Frames::new(KINDS, world, kind).job()
}

/// A world, and the positions of its bodies in every frame.
pub(crate) struct Frames {
    pub(crate) world: World,
    pub(crate) handles: Vec<Handle>,
    pub(crate) frames: Vec<Vec<[i32; 2]>>,
    /// The mask and layers of each body.
    #[cfg(feature = "gpu")]
    bodies: Vec<(Arc<Mask>, Layers)>,
    /// A GPU that can measure its own time.
    #[cfg(feature = "gpu")]
    gpu: Option<kasuri::gpu::Gpu>,
}

impl Frames {
    pub(crate) fn new(kinds: Kinds, mut world: World, kind: Kind) -> Frames {
        const BULLET: u32 = 1;
        const TARGET: u32 = 2;
        let scene = Scene::of(kinds);
        let mut handles = Vec::new();
        #[cfg(feature = "gpu")]
        let mut bodies = Vec::new();
        for ((count, side, _), texels) in kinds.into_iter().zip(&scene.texels) {
            let solid = |x: i32, y: i32| texels[(y * side + x) as usize];
            let mask =
                Mask::from_fn(side as usize, side as usize, solid).expect("a size that masks may have");
            let mask = Arc::new(mask);
            let (layer, against) = if side == KINDS[0].1 { (BULLET, TARGET) } else { (TARGET, BULLET) };
            let [x, y, far] = [0.0, 0.0, f64::from(side)];
            let body = |_| match kind {
                Kind::Masks => Body::sprite(&mask).pivot([x, y]).layer(layer).against(against),
                Kind::Boxes => {
                    Body::polygon(&[[x, y], [far, y], [far, far], [x, far]]).layer(layer).against(against)
                }
            };
            handles.extend(world.spawn_many(count, body).expect("valid bodies"));
            #[cfg(feature = "gpu")]
            bodies.extend(std::iter::repeat_n((mask, Layers::new(layer, against)), count));
        }
        Frames {
            world,
            handles,
            frames: scene.frames,
            #[cfg(feature = "gpu")]
            bodies,
            #[cfg(feature = "gpu")]
            gpu: None,
        }
    }

    /// Removes one bullet out of `lives`, others in each frame, and spawns as many.
    #[cfg(feature = "gpu")]
    pub(crate) fn replace(&mut self, frame: usize, lives: usize) {
        let bullets = self.handles.len() - self.handles.len() / 50 - 1;
        let gone: Vec<usize> = (frame % lives..bullets).step_by(lives).collect();
        let old: Vec<Handle> = gone.iter().map(|&k| self.handles[k]).collect();
        self.world.remove_many(&old).expect("bodies that live");
        let (mask, layers) = &self.bodies[0];
        let bullet = Body::sprite(mask).pivot([0.0, 0.0]).layer(layers.layer).against(layers.against);
        let new = self.world.spawn_many(gone.len(), |_| bullet.clone()).expect("valid bodies");
        gone.iter().zip(new).for_each(|(&k, handle)| self.handles[k] = handle);
    }

    fn job(self) -> Job {
        let Frames { mut world, handles, frames: places, .. } = self;
        let numbers: HashMap<Handle, u64> = handles.iter().copied().zip(0..).collect();
        let float = |frame: &Vec<[i32; 2]>| frame.iter().map(|at| at.map(|x| x as f32)).collect();
        let frames: Vec<Vec<[f32; 2]>> = places.iter().map(float).collect();
        #[cfg(feature = "gpu")]
        let (gpu, bodies, mut on_device) = (self.gpu, self.bodies, None);
        Box::new(move |clock| {
            let mut work = Work::of(FRAMES);
            for frame in &frames {
                let step = clock.time(|| {
                    world.set_positions(&handles, frame).expect("places in the world");
                    world.step().expect("a backend that is there")
                });
                for hit in step.hits() {
                    work.add_unordered(numbers[&hit.a] << 32 | numbers[&hit.b]);
                }
            }
            #[cfg(feature = "gpu")]
            if let Some(gpu) = gpu.as_ref().filter(|_| clock.asks_device()) {
                on_device = on_device.take().or_else(|| OnDevice::new(gpu, &bodies));
                if let Some(device) = &mut on_device {
                    clock.add_device(device.all(&places, work.count as usize));
                }
            }
            work
        })
    }
}

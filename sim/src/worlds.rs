//! A world and how it computes: threads, instruction set, broad phase, batch, backend. No answer depends on any of these.

use kasuri::broad::{Auto, Brute, Grid, Tree};
use kasuri::lattice::{Bounds, Point};
use kasuri::parallel::Simd;
use kasuri::worlds::Worlds;
use kasuri::{Backend, Body, Error, Recorder, Result, Touching, World, world::WorldBuilder};

use crate::held::Told;
use crate::mirror::judge::Judge;
use crate::operations::{BroadName, How, Setup};

#[cfg(feature = "gpu")]
use kasuri::gpu::Gpu;

/// One of the two worlds of a life.
pub(crate) struct Side {
    pub(crate) world: World,
    setup: Setup,
    threads: usize,
    simd: usize,
    broad: BroadName,
    check: u32,
    backend: Backend,
    batch: Option<Worlds>,
    #[cfg(feature = "gpu")]
    gpu: Option<Gpu>,
}

impl Setup {
    fn touching(ignored: bool) -> Touching {
        if ignored { Touching::Ignored } else { Touching::Counts }
    }

    fn builder(&self) -> WorldBuilder {
        let mut builder = World::builder().touching(Setup::touching(self.ignores_touching));
        if let Some([corner, opposite]) = self.bounds {
            builder = builder.bounds(corner, opposite);
        }
        for &(a, b, ignored) in &self.between {
            builder = builder.touching_between(a, b, Setup::touching(ignored));
        }
        for &(a, b) in &self.rooted {
            builder = builder.rooted_circles_between(a, b);
        }
        builder
    }

    /// Returns the judge of such a world.
    pub(crate) fn judge(&self) -> Result<Judge> {
        // A judge has no usual setting, but one between all layers comes to the same.
        let usual = (u32::MAX, u32::MAX, Setup::touching(self.ignores_touching));
        let between = self.between.iter().map(|&(a, b, ignored)| (a, b, Setup::touching(ignored)));
        let walls = match self.bounds {
            Some([a, b]) => Bounds::around([Point::snapped(a)?, Point::snapped(b)?]),
            None => None,
        };
        Ok(Judge::new(std::iter::once(usual).chain(between).collect(), self.rooted.clone(), walls))
    }
}

impl Side {
    pub(crate) fn new(setup: &Setup, simd: usize, broad: BroadName) -> Result<Side> {
        let mut side = Side {
            world: World::new(),
            setup: setup.clone(),
            threads: 1,
            simd,
            broad,
            check: 0,
            backend: Backend::Cpu,
            batch: None,
            #[cfg(feature = "gpu")]
            gpu: None,
        };
        side.world = side.build()?;
        Ok(side)
    }

    /// Lets the kernels of the next call run on the instruction set of this side.
    pub(crate) fn choose_simd(&self) {
        let count = Simd::available().count();
        Simd::choose(Simd::available().nth(self.simd % count));
    }

    fn build(&self) -> Result<World> {
        let builder = self.setup.builder().threads(self.threads).check_one_in(self.check);
        #[cfg(feature = "gpu")]
        let builder = match &self.gpu {
            Some(gpu) => builder.backend(self.backend).gpu(gpu.clone()),
            None => builder,
        };
        let mut world = builder.build()?;
        self.set_broad(&mut world);
        Ok(world)
    }

    fn set_broad(&self, world: &mut World) {
        match self.broad {
            BroadName::Brute => world.set_broad(Brute),
            BroadName::Grid => world.set_broad(Grid::default()),
            BroadName::Tree => world.set_broad(Tree::default()),
            BroadName::Auto => world.set_broad(Auto::default()),
        }
    }

    /// Changes how the world computes. Where that needs another world, it goes on from a snapshot of this one.
    pub(crate) fn change(&mut self, how: &How) -> Result<()> {
        match *how {
            How::Simd(simd) => {
                self.simd = simd;
                return Ok(());
            }
            How::Broad(broad) => {
                self.broad = broad;
                let mut world = std::mem::take(&mut self.world);
                self.set_broad(&mut world);
                self.world = world;
                return Ok(());
            }
            How::Batch(is_on) => {
                self.batch = is_on.then(decoys).transpose()?;
                return Ok(());
            }
            How::Threads(threads) => self.threads = threads,
            How::CheckOneIn(check) => self.check = check,
            How::Cpu => self.backend = Backend::Cpu,
            #[cfg(feature = "gpu")]
            How::Gpu => self.backend = Backend::Gpu,
            #[cfg(feature = "gpu")]
            How::Auto => self.backend = Backend::Auto,
            #[cfg(not(feature = "gpu"))]
            How::Gpu | How::Auto => {}
        }
        self.choose_simd();
        let mut world = self.build()?;
        world.restore(&self.world.snapshot());
        self.world = world;
        Ok(())
    }

    /// Gives the world another GPU, or none.
    #[cfg(feature = "gpu")]
    pub(crate) fn give(&mut self, gpu: Option<Gpu>) {
        self.gpu = gpu;
    }

    /// Whether the world needs a GPU.
    #[cfg(feature = "gpu")]
    pub(crate) fn needs_gpu(&self) -> bool {
        self.backend != Backend::Cpu
    }

    /// Makes a step; recorded where a recorder is given.
    pub(crate) fn step(&mut self, recorder: Option<&mut Recorder>) -> Result<Told> {
        self.choose_simd();
        if let Some(recorder) = recorder {
            return Ok(Told::of(&recorder.step(&mut self.world)?));
        }
        let Some(worlds) = &mut self.batch else { return Ok(Told::of(&self.world.step()?)) };
        let k = worlds.len() / 2;
        let was = std::mem::replace(&mut worlds[k], std::mem::take(&mut self.world));
        let steps = worlds.step();
        self.world = std::mem::replace(&mut worlds[k], was);
        Ok(Told::of_view(steps?.of(k)))
    }

    /// Goes on with the CPU after an error of a GPU.
    pub(crate) fn fall_back(&mut self) -> Result<()> {
        self.backend = Backend::Cpu;
        self.world.set_backend(Backend::Cpu)
    }
}

/// Returns a batch of other worlds, which move a little.
fn decoys() -> Result<Worlds, Error> {
    Worlds::new(5, |k| {
        let mut world = World::new();
        world.spawn_many(2 * k, |n| Body::circle(3.0).at([4.0 * n as f64, 0.0]))?;
        Ok(world)
    })
}

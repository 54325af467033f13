//! How a world is to be, said before it is made.

use crate::broad::{self, Broad};
use crate::error::{At, Error, Result};
use crate::form::Touching;
#[cfg(feature = "gpu")]
use crate::gpu::Gpu;
use crate::lattice::{Bounds, Point, Vec2};
use crate::simd::Simd;
use crate::threads::Threads;
use crate::world::World;
use crate::world::axes::{Axes, Boundary};
use crate::world::backend::{Cpu, Decide, Touches};
#[cfg(feature = "gpu")]
use crate::world::backend_gpu::{Auto, OnGpu};

/// Makes a [`World`].
///
/// ```
/// use kasuri::{Axes, Body, Touching, World};
/// const CRATE: u32 = 2;
/// let mut world = World::builder()
///     .axes(Axes::YUp)
///     .pixels_per_unit(16.0)
///     .bounds([-20.0, 0.0], [20.0, 22.5])
///     .touching_between(CRATE, CRATE, Touching::Ignored)
///     .build()?;
/// for height in [0.5, 1.5] {
///     world.spawn(Body::rect([0.5, 0.5]).at([0.0, height]).layer(CRATE))?;
/// }
/// assert!(world.step()?.began().is_empty());
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Default)]
#[must_use]
pub struct Builder {
    axes: Axes,
    pixels_per_unit: Option<f64>,
    touches: Touches,
    walls: Option<[Vec2; 2]>,
    broad: Option<Box<dyn Broad>>,
    backend: Backend,
    threads: Threads,
    #[cfg(feature = "gpu")]
    gpu: Option<Gpu>,
}

/// What decides a world's candidates. Every backend gives the same answers.
///
/// ```
/// use kasuri::{Backend, World};
/// let mut world = World::builder().backend(Backend::Cpu).build()?;
/// assert_eq!(world.step()?.report().backend, "cpu");
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Backend {
    /// This machine's processor.
    #[default]
    Cpu,
    /// A GPU, for every step; what it cannot do is an error.
    #[cfg(feature = "gpu")]
    Gpu,
    /// Whichever is faster for a step, by costs measured on this machine; where there is no GPU, or it fails, the CPU.
    #[cfg(feature = "gpu")]
    Auto,
}

impl Backend {
    pub(super) fn executor(
        self,
        threads: &Threads,
        #[cfg(feature = "gpu")] gpu: Option<Gpu>,
    ) -> Result<Box<dyn Decide>> {
        let cpu = Cpu::new(threads.clone());
        Ok(match self {
            Backend::Cpu => Box::new(cpu),
            #[cfg(feature = "gpu")]
            Backend::Gpu => Box::new(OnGpu::new(gpu.map_or_else(Gpu::new, Ok)?)),
            #[cfg(feature = "gpu")]
            Backend::Auto => Box::new(Auto::new(gpu.map_or_else(gpu_if_any, |gpu| Ok(Some(gpu)))?, cpu)),
        })
    }
}

/// A GPU, where there is one; an error where it was chosen by a variable that says nothing known.
#[cfg(feature = "gpu")]
fn gpu_if_any() -> Result<Option<Gpu>> {
    match Gpu::new() {
        Err(error @ Error::Variable { .. }) => Err(error),
        found => Ok(found.ok()),
    }
}

impl Builder {
    /// Which way +y goes; down by default.
    ///
    /// ```
    /// use kasuri::{Axes, Body, World};
    /// let mut world = World::builder().axes(Axes::YUp).build()?;
    /// let ball = world.spawn(Body::circle(3.0).at([0.0, 5.0]))?;
    /// assert_eq!(world.get(ball)?.at().y, 5.0);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn axes(self, axes: Axes) -> Builder {
        Builder { axes, ..self }
    }

    /// How many pixels a unit of the caller's has; 1 by default. Places, sizes and margins are given in such units;
    /// masks and tile maps stay in pixels.
    ///
    /// ```
    /// use kasuri::{Body, Filter, World};
    /// let mut world = World::builder().pixels_per_unit(16.0).build()?;
    /// let ball = world.spawn(Body::circle(0.5))?;
    /// assert_eq!(world.at_point([0.5, 0.0], Filter::ALL)?, [ball]);
    /// assert!(World::builder().pixels_per_unit(0.0).build().is_err());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn pixels_per_unit(self, pixels: f64) -> Builder {
        Builder { pixels_per_unit: Some(pixels), ..self }
    }

    /// Whether a touch without depth is a hit; it is by default.
    ///
    /// ```
    /// use kasuri::{Body, Touching, World};
    /// let mut world = World::builder().touching(Touching::Ignored).build()?;
    /// world.spawn_many(2, |k| Body::circle(3.0).at([6.0 * k as f64, 0.0]))?;
    /// assert!(world.step()?.began().is_empty());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn touching(mut self, touching: Touching) -> Builder {
        self.touches.usual = touching;
        self
    }

    /// The same for what is on the layers `a` and what is on the layers `b`. The last that fits a pair holds.
    ///
    /// ```
    /// use kasuri::{Body, Touching, World};
    /// let mut world = World::builder().touching_between(1, 2, Touching::Ignored).build()?;
    /// world.spawn_many(3, |k| Body::circle(3.0).at([6.0 * k as f64, 0.0]).layer(1 + k as u32 / 2))?;
    /// assert_eq!(world.step()?.began().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn touching_between(mut self, a: u32, b: u32, touching: Touching) -> Builder {
        self.touches.between.push((a, b, touching));
        self
    }

    /// Between what is on the layers `a` and what is on the layers `b`, two circles overlap when they are nearer than the
    /// root of the sum of their squared radii, as in the Touhou games, and not when they touch: a metric that is kind to
    /// players, as exact as the other. What are no circles overlap as ever.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// const PLAYER: u32 = 1;
    /// const BULLET: u32 = 2;
    /// let mut world = World::builder().rooted_circles_between(PLAYER, BULLET).build()?;
    /// let ship = world.spawn(Body::circle(3.0).layer(PLAYER).against(BULLET))?;
    /// let shot = world.spawn(Body::circle(4.0).layer(BULLET).against(PLAYER).at([5.0, 0.0]))?;
    /// assert!(world.step()?.began().is_empty());
    /// world.set_position(shot, [5.0 - 1.0 / 256.0, 0.0])?;
    /// assert_eq!(world.step()?.began().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn rooted_circles_between(mut self, a: u32, b: u32) -> Builder {
        self.touches.rooted.push((a, b));
        self
    }

    /// The world's bounds, by two opposite corners: steps tell who leaves and enters them.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::builder().bounds([0.0, 0.0], [320.0, 240.0]).build()?;
    /// let ball = world.spawn(Body::circle(3.0))?;
    /// world.set_position(ball, [-4.0, 0.0])?;
    /// assert_eq!(world.step()?.left(), [ball]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn bounds(self, corner: impl Into<Vec2>, opposite: impl Into<Vec2>) -> Builder {
        Builder { walls: Some([corner.into(), opposite.into()]), ..self }
    }

    /// What finds candidates. Any broad phase finds the same; this one may be the caller's own.
    ///
    /// ```
    /// use kasuri::{World, broad::Brute};
    /// let mut world = World::builder().broad(Brute).build()?;
    /// assert_eq!(world.step()?.report().broad, "brute");
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn broad(self, broad: impl Broad + 'static) -> Builder {
        Builder { broad: Some(Box::new(broad)), ..self }
    }

    /// What decides candidates.
    ///
    /// ```
    /// use kasuri::{Backend, World};
    /// let mut world = World::builder().backend(Backend::Cpu).build()?;
    /// assert_eq!(world.step()?.report().backend, "cpu");
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn backend(self, backend: Backend) -> Builder {
        Builder { backend, ..self }
    }

    /// On how many threads a large step is made, [`Threads::MOST`](crate::Threads::MOST) at most; by default on as many as
    /// the machine has. A small one stays on the caller's. The answers are the same at any number.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::builder().threads(2).build()?;
    /// world.spawn_many(2, |_| Body::circle(3.0))?;
    /// assert_eq!(world.step()?.began().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn threads(self, count: usize) -> Builder {
        Builder { threads: Threads::new(count), ..self }
    }

    /// Which GPU the backend takes, now or when [`World::set_backend`] asks for one; by default the fastest of this machine.
    ///
    /// ```no_run
    /// use kasuri::{Backend, World, gpu::Gpu};
    /// let gpu = Gpu::new()?;
    /// let world = World::builder().backend(Backend::Gpu).gpu(gpu).build()?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[cfg(feature = "gpu")]
    pub fn gpu(self, gpu: Gpu) -> Builder {
        Builder { gpu: Some(gpu), ..self }
    }

    /// The world, with no bodies yet.
    ///
    /// ```
    /// use kasuri::World;
    /// assert!(World::builder().build()?.is_empty());
    /// assert!(World::builder().bounds([0.0, 0.0], [0.0, 9.0]).build().is_err());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn build(self) -> Result<World> {
        Simd::check_env()?;
        let boundary = Boundary::new(self.axes, self.pixels_per_unit.unwrap_or(1.0))?;
        let mut broad = self.broad.unwrap_or_else(|| Box::<broad::Auto>::default());
        broad.use_threads(&self.threads);
        Ok(World {
            boundary,
            walls: self.walls.map(|walls| walls_of(walls, boundary).at("bounds")).transpose()?,
            touches: self.touches,
            broad,
            #[cfg(feature = "gpu")]
            backend: self.backend.executor(&self.threads, self.gpu.clone())?,
            #[cfg(feature = "gpu")]
            gpu: self.gpu,
            #[cfg(not(feature = "gpu"))]
            backend: self.backend.executor(&self.threads)?,
            threads: self.threads,
            ..World::default()
        })
    }
}

fn walls_of(corners: [Vec2; 2], boundary: Boundary) -> Result<Bounds> {
    let [a, b] = corners.map(|corner| Point::snapped(boundary.place_in(corner)));
    let around = Bounds::around([a?, b?]).ok_or(Error::NoArea)?;
    if around.min.x == around.max.x || around.min.y == around.max.y {
        return Err(Error::NoBounds);
    }
    Ok(around)
}

//! The builder of a world: its settings before it is made.

use crate::broad::{self, Broad};
use crate::cpu::Touches;
use crate::error::{At, Cause, Result};
use crate::form::Touching;
#[cfg(feature = "gpu")]
use crate::gpu::Gpu;
use crate::lattice::{Bounds, Point, Vec2};
use crate::simd::Simd;
use crate::threads::Threads;
use crate::world::World;
#[cfg(feature = "gpu")]
use crate::world::backend_gpu::{AutoBackend, OnGpu};
use crate::world::step::backend::{Cpu, Decide};
use crate::world::table::axes::{Axes, Boundary};

/// Builds a [`World`].
///
/// ```
/// use kasuri::{world::Axes, Body, Touching, World};
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
pub struct WorldBuilder {
    axes: Axes,
    pixels_per_unit: Option<f64>,
    touches: Touches,
    walls: Option<[Vec2; 2]>,
    broad: Option<Box<dyn Broad>>,
    backend: Backend,
    threads: Threads,
    #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
    check: u32,
    #[cfg(feature = "gpu")]
    gpu: Option<Gpu>,
}

/// What decides a world's candidate pairs. Every backend gives the same answers.
///
/// ```
/// use kasuri::{Backend, World};
/// let mut world = World::builder().backend(Backend::Cpu).build()?;
/// assert_eq!(world.step()?.report().backend, "cpu");
/// # Ok::<(), kasuri::Error>(())
/// ```
#[doc(alias = "narrow phase")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Backend {
    /// The CPU of this machine.
    #[default]
    Cpu,
    /// A GPU, for every step. If the GPU cannot do a step, the step returns an error.
    #[cfg(feature = "gpu")]
    Gpu,
    /// The faster of CPU and GPU for each step, judged by costs measured on this machine; the CPU if there is no GPU
    /// or it fails.
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
            Backend::Gpu => Box::new(OnGpu::new(gpu.map_or_else(Gpu::new, Ok)?, threads)),
            #[cfg(feature = "gpu")]
            Backend::Auto => {
                Box::new(AutoBackend::new(gpu.map_or_else(gpu_if_any, |gpu| Ok(Some(gpu)))?, cpu))
            }
        })
    }
}

/// Returns a GPU if there is one. An environment variable with an unknown value is an error.
#[cfg(feature = "gpu")]
fn gpu_if_any() -> Result<Option<Gpu>> {
    match Gpu::new() {
        Err(error) if error.kind() == crate::ErrorKind::Variable => Err(error),
        found => Ok(found.ok()),
    }
}

impl WorldBuilder {
    /// Sets the direction of +y; down by default.
    ///
    /// ```
    /// use kasuri::{world::Axes, Body, World};
    /// let mut world = World::builder().axes(Axes::YUp).build()?;
    /// let ball = world.spawn(Body::circle(3.0).at([0.0, 5.0]))?;
    /// assert_eq!(world.get(ball)?.at().y, 5.0);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn axes(self, axes: Axes) -> WorldBuilder {
        WorldBuilder { axes, ..self }
    }

    /// Sets how many pixels one unit of the caller has; 1 by default.
    ///
    /// Positions, sizes and margins are given in these units; masks and tile maps stay in pixels.
    ///
    /// ```
    /// use kasuri::{Area, Body, Filter, World};
    /// let mut world = World::builder().pixels_per_unit(16.0).build()?;
    /// let ball = world.spawn(Body::circle(0.5))?;
    /// assert_eq!(world.overlapping(Area::point([0.5, 0.0]), Filter::ALL)?, [ball]);
    /// assert!(World::builder().pixels_per_unit(0.0).build().is_err());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn pixels_per_unit(self, pixels: f64) -> WorldBuilder {
        WorldBuilder { pixels_per_unit: Some(pixels), ..self }
    }

    /// Sets whether bodies that touch without depth are a hit; by default they are.
    ///
    /// ```
    /// use kasuri::{Body, Touching, World};
    /// let mut world = World::builder().touching(Touching::Ignored).build()?;
    /// world.spawn_many(2, |k| Body::circle(3.0).at([6.0 * k as f64, 0.0]))?;
    /// assert!(world.step()?.began().is_empty());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn touching(mut self, touching: Touching) -> WorldBuilder {
        self.touches.usual = touching;
        self
    }

    /// Sets the same as [`touching`](WorldBuilder::touching), but only for pairs between the layers `a` and the layers
    /// `b`.
    ///
    /// If several settings fit a pair, the last one counts.
    ///
    /// ```
    /// use kasuri::{Body, Touching, World};
    /// let mut world = World::builder().touching_between(1, 2, Touching::Ignored).build()?;
    /// world.spawn_many(3, |k| Body::circle(3.0).at([6.0 * k as f64, 0.0]).layer(1 + k as u32 / 2))?;
    /// assert_eq!(world.step()?.began().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn touching_between(mut self, a: u32, b: u32, touching: Touching) -> WorldBuilder {
        self.touches.between.push((a, b, touching));
        self
    }

    /// Gives pairs of circles between the layers `a` and the layers `b` a smaller hit distance, as in the Touhou
    /// games.
    ///
    /// Two such circles overlap when their distance is less than the root of the sum of their squared radii; at
    /// exactly this distance they do not. This helps the players and is as exact as the normal test. Pairs that are
    /// not two circles are not changed.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// const PLAYER: u32 = 1;
    /// const BULLET: u32 = 2;
    /// let mut world = World::builder().rooted_circles_between(PLAYER, BULLET).build()?;
    /// let ship = world.spawn(Body::circle(3.0).layer(PLAYER).against(BULLET))?;
    /// let shot = world.spawn(Body::circle(4.0).layer(BULLET).against(PLAYER).at([5.0, 0.0]))?;
    /// assert!(world.step()?.began().is_empty());
    /// world.edit(shot).position([5.0 - 1.0 / 256.0, 0.0])?;
    /// assert_eq!(world.step()?.began().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn rooted_circles_between(mut self, a: u32, b: u32) -> WorldBuilder {
        self.touches.rooted.push((a, b));
        self
    }

    /// Sets the world's bounds by two opposite corners. Steps report which bodies leave and enter them.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::builder().bounds([0.0, 0.0], [320.0, 240.0]).build()?;
    /// let ball = world.spawn(Body::circle(3.0))?;
    /// world.edit(ball).position([-4.0, 0.0])?;
    /// assert_eq!(world.step()?.left(), [ball]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn bounds(self, corner: impl Into<Vec2>, opposite: impl Into<Vec2>) -> WorldBuilder {
        WorldBuilder { walls: Some([corner.into(), opposite.into()]), ..self }
    }

    /// Sets the broad phase, which finds the candidate pairs. Every broad phase finds the same; it may be the
    /// caller's own.
    ///
    /// ```
    /// use kasuri::{broad::Brute, World};
    /// let mut world = World::builder().broad(Brute).build()?;
    /// assert_eq!(world.step()?.report().broad, "brute");
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn broad(self, broad: impl Broad + 'static) -> WorldBuilder {
        WorldBuilder { broad: Some(Box::new(broad)), ..self }
    }

    /// Sets the backend, which decides the candidate pairs.
    ///
    /// ```
    /// use kasuri::{Backend, World};
    /// let mut world = World::builder().backend(Backend::Cpu).build()?;
    /// assert_eq!(world.step()?.report().backend, "cpu");
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn backend(self, backend: Backend) -> WorldBuilder {
        WorldBuilder { backend, ..self }
    }

    /// Sets how many threads a large step uses, [`Threads::MOST`](crate::parallel::Threads::MOST) at most; by default as many
    /// as the machine has.
    ///
    /// A small step stays on the caller's thread. A large one uses as many threads as gained something in the last steps: fewer, and
    /// in the end one, where other programs keep the cores busy. The answers are the same for any number of threads.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::builder().threads(2).build()?;
    /// world.spawn_many(2, |_| Body::circle(3.0))?;
    /// assert_eq!(world.step()?.began().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn threads(self, count: usize) -> WorldBuilder {
        WorldBuilder { threads: Threads::new(count), ..self }
    }

    /// Lets the plain reference decide one pair in `n` as well; none for 0, which is the default.
    ///
    /// The pairs are those whose boxes meet. Which of them are checked depends on their handles and on the step alone, so every
    /// machine checks the same. Hits, grazes and the times of swept pairs are compared, before the rules. A step tells what differs
    /// in [`Step::disagreements`](crate::Step::disagreements), and goes on: no answer, hash, snapshot or recording depends on the check.
    /// Swept pairs of circles under [`rooted_circles_between`](WorldBuilder::rooted_circles_between) are not compared. With a GPU the
    /// host looks for the pairs, too. `docs/never-down.md` says what this costs.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::builder().check_one_in(100).build()?;
    /// world.spawn_many(200, |k| Body::circle(3.0).at([(k % 20) as f64, (k / 20) as f64]))?;
    /// assert!(world.step()?.disagreements().is_empty());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
    pub fn check_one_in(self, n: u32) -> WorldBuilder {
        WorldBuilder { check: n, ..self }
    }

    /// Sets the GPU that a GPU backend uses, now or after [`World::set_backend`]; by default the fastest one of this
    /// machine.
    ///
    /// ```no_run
    /// use kasuri::{gpu::Gpu, Backend, World};
    /// let gpu = Gpu::new()?;
    /// let world = World::builder().backend(Backend::Gpu).gpu(gpu).build()?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[cfg(feature = "gpu")]
    pub fn gpu(self, gpu: Gpu) -> WorldBuilder {
        WorldBuilder { gpu: Some(gpu), ..self }
    }

    /// Makes the world, which has no bodies yet.
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
        let threads = self.threads.paced();
        broad.use_threads(&threads);
        Ok(World {
            boundary,
            walls: self.walls.map(|walls| walls_of(walls, boundary).at("bounds")).transpose()?,
            touches: self.touches,
            broad,
            #[cfg(feature = "gpu")]
            backend: self.backend.executor(&threads, self.gpu.clone())?,
            #[cfg(feature = "gpu")]
            gpu: self.gpu,
            #[cfg(not(feature = "gpu"))]
            backend: self.backend.executor(&threads)?,
            threads,
            #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
            check: crate::world::step::check::SelfCheck::one_in(self.check),
            ..World::default()
        })
    }
}

fn walls_of(corners: [Vec2; 2], boundary: Boundary) -> Result<Bounds> {
    let [a, b] = corners.map(|corner| Point::snapped(boundary.place_in(corner)));
    let around = Bounds::around([a?, b?]).ok_or_else(|| Cause::NoArea.error())?;
    if around.min.x == around.max.x || around.min.y == around.max.y {
        return Err(Cause::NoBounds.error());
    }
    Ok(around)
}

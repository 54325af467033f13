//! Many small worlds stepped as one batch, as training and search do. Each is an ordinary world and gets the same
//! answers as it would alone. The worlds share working memory, so it stays in the cache.

mod flat;
#[cfg(feature = "gpu")]
mod on_gpu;
mod steps;
mod tools;

use std::ops::{Index, IndexMut};
use std::sync::Arc;

pub use flat::Flat;
pub use steps::{StepView, Steps};

use crate::error::{Cause, Result};
use crate::simd::Simd;
use crate::threads::Threads;
use crate::world::World;
#[cfg(feature = "gpu")]
use crate::world::backend_gpu::DeviceRows;
use crate::world::worlds::steps::{BatchLists, WorldsPart};
use crate::world::worlds::tools::Tools;

/// Many worlds, stepped together.
///
/// ```
/// use kasuri::{worlds::Worlds, Body, World};
/// let mut worlds = Worlds::new(1000, |k| {
///     let mut world = World::new();
///     world.spawn(Body::circle(3.0))?;
///     world.spawn(Body::circle(3.0).at([k as f64, 0.0]))?;
///     Ok(world)
/// })?;
/// let steps = worlds.step()?;
/// assert_eq!(steps.iter().filter(|told| !told.began().is_empty()).count(), 7);
/// let hit = steps.of(6).began()[0];
/// worlds[6].remove(hit.b)?;
/// assert_eq!(worlds.step()?.of(6).ended(), [hit]);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug)]
pub struct Worlds {
    worlds: Vec<World>,
    threads: Threads,
    /// The working memory of each part of the worlds.
    tools: Vec<Tools>,
    /// The answers of the last step. The next step reuses their memory if the caller has dropped them.
    batch: Option<Arc<BatchLists>>,
    #[cfg(feature = "gpu")]
    many: Option<DeviceRows>,
}

impl Worlds {
    /// Makes `count` worlds. An error names the world by its index.
    pub fn new(count: usize, mut world: impl FnMut(usize) -> Result<World>) -> Result<Worlds> {
        let worlds = (0..count).map(|k| world(k).map_err(|e| e.at(format!("worlds[{k}]"))));
        Ok(worlds.collect::<Result<Vec<World>>>()?.into())
    }

    /// Sets how many threads step the worlds, at most [`Threads::MOST`](crate::parallel::Threads::MOST); the default is as many as
    /// the machine has. Fewer are used where they gained nothing in the last steps. The answers are the same for every number.
    #[must_use]
    pub fn threads(self, count: usize) -> Worlds {
        Worlds { threads: Threads::new(count).paced(), ..self }
    }

    /// Returns the number of worlds.
    pub fn len(&self) -> usize {
        self.worlds.len()
    }

    /// Whether there are no worlds.
    pub fn is_empty(&self) -> bool {
        self.worlds.is_empty()
    }

    /// Returns a world; `None` if `k` is not less than the number of worlds.
    pub fn get(&self, k: usize) -> Option<&World> {
        self.worlds.get(k)
    }

    /// Returns a world to change or replace.
    pub fn get_mut(&mut self, k: usize) -> Option<&mut World> {
        self.worlds.get_mut(k)
    }

    /// Iterates over all worlds, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, World> {
        self.worlds.iter()
    }

    /// Iterates over all worlds, to change them.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, World> {
        self.worlds.iter_mut()
    }

    /// Makes one step of every world. Each gets the answer of its own [`step`](World::step).
    pub fn step(&mut self) -> Result<Steps> {
        let mut nothing = vec![(); self.len()];
        self.step_all(&mut nothing, |_, ()| Ok(()), false)
    }

    /// Changes each world and then steps it. `change` gets each world with its state, on the thread that then steps
    /// the world, while its memory is still in cache. After an error some worlds are stepped and some are not.
    ///
    /// ```
    /// use kasuri::{worlds::Worlds, Body, Handle, World};
    /// let mut balls: Vec<(Option<Handle>, f64)> = (0..100).map(|k| (None, f64::from(k))).collect();
    /// let mut worlds = Worlds::new(100, |_| {
    ///     let mut world = World::new();
    ///     world.spawn(Body::circle(3.0).at([20.0, 0.0]))?;
    ///     Ok(world)
    /// })?;
    /// let steps = worlds.step_after(&mut balls, |world, (ball, x)| {
    ///     *ball = Some(world.spawn(Body::circle(3.0).at([*x, 0.0]))?);
    ///     Ok(())
    /// })?;
    /// assert_eq!(steps.iter().filter(|told| !told.began().is_empty()).count(), 13);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn step_after<S: Send>(
        &mut self,
        states: &mut [S],
        change: impl Fn(&mut World, &mut S) -> Result<()> + Sync,
    ) -> Result<Steps> {
        self.step_all(states, change, true)
    }

    fn step_all<S: Send>(
        &mut self,
        states: &mut [S],
        change: impl Fn(&mut World, &mut S) -> Result<()> + Sync,
        is_changed: bool,
    ) -> Result<Steps> {
        Simd::check_env()?;
        let (count, worlds) = (states.len(), self.len());
        if count != worlds {
            return Err(Cause::Count { what: "states", count, least: worlds, most: worlds }.error());
        }
        let mut batch = self.spare_batch();
        if let Some(batch) = Arc::get_mut(&mut batch) {
            self.fill(batch, states, &change, is_changed)?;
        }
        self.threads.end_step();
        self.batch = Some(batch.clone());
        Ok(Steps(batch))
    }

    fn fill<S: Send>(
        &mut self,
        batch: &mut BatchLists,
        states: &mut [S],
        change: &(impl Fn(&mut World, &mut S) -> Result<()> + Sync),
        is_changed: bool,
    ) -> Result<()> {
        #[cfg(feature = "gpu")]
        if self.many.as_mut().is_some_and(|many| !many.rests()) {
            return self.fill_on_gpu(batch, states, change);
        }
        self.fill_here(batch, states, change, is_changed)
    }

    fn fill_here<S: Send>(
        &mut self,
        batch: &mut BatchLists,
        states: &mut [S],
        change: &(impl Fn(&mut World, &mut S) -> Result<()> + Sync),
        is_changed: bool,
    ) -> Result<()> {
        let count = self.threads.parts(self.worlds.len(), ENOUGH);
        self.tools.resize_with(count, Tools::default);
        batch.parts.resize_with(count, WorldsPart::default);
        batch.each = self.worlds.len().div_ceil(count).max(1);
        let each = batch.each;
        let worlds = self.worlds.chunks_mut(each).zip(states.chunks_mut(each));
        let parts = worlds.zip(&mut batch.parts).zip(&mut self.tools);
        let mut work: Vec<_> = parts.map(|((worlds, part), tools)| (worlds, part, tools, Ok(()))).collect();
        self.threads.each(&mut work, |k, ((worlds, states), part, tools, done)| {
            let change = |world: &mut World, n: usize| change(world, &mut states[n]);
            let stepped = tools.step(worlds, part, is_changed, change);
            *done = stepped.map_err(|(n, e)| e.at(format!("worlds[{}]", k * each + n)));
        });
        work.into_iter().try_for_each(|(.., done)| done)
    }

    fn spare_batch(&mut self) -> Arc<BatchLists> {
        let mut batch = self.batch.take().unwrap_or_default();
        match Arc::get_mut(&mut batch) {
            Some(lists) => lists.parts.iter_mut().for_each(WorldsPart::clear),
            None => batch = Arc::default(),
        }
        batch
    }
}

/// The least number of worlds that is worth a thread.
const ENOUGH: usize = 64;

impl From<Vec<World>> for Worlds {
    fn from(worlds: Vec<World>) -> Worlds {
        Worlds {
            worlds,
            threads: Threads::default().paced(),
            tools: Vec::new(),
            batch: None,
            #[cfg(feature = "gpu")]
            many: None,
        }
    }
}

impl Index<usize> for Worlds {
    type Output = World;

    fn index(&self, k: usize) -> &World {
        &self.worlds[k]
    }
}

impl IndexMut<usize> for Worlds {
    fn index_mut(&mut self, k: usize) -> &mut World {
        &mut self.worlds[k]
    }
}

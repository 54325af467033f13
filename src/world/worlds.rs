//! Many small worlds stepped as one batch, as training and search do. Each is a world as any other, and is told the same
//! as it would be alone; what a step works in they share, so that it stays warm.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use crate::broad::{Few, MOST_FEW};
use crate::error::{Error, Result};
use crate::threads::Threads;
use crate::world::World;
#[cfg(feature = "gpu")]
use crate::world::backend_gpu::Many;
use crate::world::events::{Events, Hit};
use crate::world::handle::Handle;
use crate::world::step::Scratch;

/// Many worlds, stepped together.
///
/// ```
/// use kasuri::{Body, World, Worlds};
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
    /// What each part of them is stepped with.
    tools: Vec<Tools>,
    /// The last step's, to be written anew where nobody holds it.
    batch: Option<Arc<Batch>>,
    #[cfg(feature = "gpu")]
    many: Option<Many>,
}

/// What many worlds are stepped with, one after another.
#[derive(Default)]
struct Tools {
    few: Few,
    /// Of as many worlds at a time.
    candidates: [Vec<[u32; 2]>; BLOCK],
    crossing: [Vec<u32>; BLOCK],
    scratch: Scratch,
    events: Events,
}

impl std::fmt::Debug for Tools {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tools").finish_non_exhaustive()
    }
}

impl Worlds {
    /// As many worlds; the first that is refused is told by its number.
    pub fn new(count: usize, mut world: impl FnMut(usize) -> Result<World>) -> Result<Worlds> {
        let worlds = (0..count).map(|k| world(k).map_err(|e| e.at(format!("worlds[{k}]"))));
        Ok(worlds.collect::<Result<Vec<World>>>()?.into())
    }

    /// On how many threads they are stepped, [`Threads::MOST`](crate::Threads::MOST) at most; by default on as many as the
    /// machine has. What they are told is the same.
    #[must_use]
    pub fn threads(self, count: usize) -> Worlds {
        Worlds { threads: Threads::new(count), ..self }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.worlds.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.worlds.is_empty()
    }

    /// A world, if there are so many.
    pub fn get(&self, k: usize) -> Option<&World> {
        self.worlds.get(k)
    }

    /// A world to change, or to put another in its place.
    pub fn get_mut(&mut self, k: usize) -> Option<&mut World> {
        self.worlds.get_mut(k)
    }

    /// All worlds, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, World> {
        self.worlds.iter()
    }

    /// All worlds, to change.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, World> {
        self.worlds.iter_mut()
    }

    /// One step of every world: each is told what its own [`step`](World::step) would tell. Where a world owes answers of
    /// pipelined steps, none is stepped.
    pub fn step(&mut self) -> Result<Steps> {
        let mut nothing = vec![(); self.len()];
        self.step_after(&mut nothing, |_, ()| Ok(()))
    }

    /// The same, after each world was changed: each along with a state of its own, on the thread that then steps it, while
    /// its memory is still near. After an error some worlds are stepped and some are not.
    ///
    /// ```
    /// use kasuri::{Body, Handle, World, Worlds};
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
        let (count, worlds) = (states.len(), self.len());
        if count != worlds {
            return Err(Error::Count { what: "states", count, least: worlds, most: worlds });
        }
        for (k, world) in self.worlds.iter().enumerate() {
            if !world.pipeline.is_empty() {
                let error = Error::Pipelined { steps: world.pipeline.len() };
                return Err(error.at(format!("worlds[{k}]")));
            }
        }
        let mut batch = self.spare_batch();
        if let Some(batch) = Arc::get_mut(&mut batch) {
            self.fill(batch, states, &change)?;
        }
        self.batch = Some(batch.clone());
        Ok(Steps(batch))
    }

    fn fill<S: Send>(
        &mut self,
        batch: &mut Batch,
        states: &mut [S],
        change: &(impl Fn(&mut World, &mut S) -> Result<()> + Sync),
    ) -> Result<()> {
        #[cfg(feature = "gpu")]
        if self.many.is_some() {
            return self.fill_on_gpu(batch, states, change);
        }
        self.fill_here(batch, states, change)
    }

    fn fill_here<S: Send>(
        &mut self,
        batch: &mut Batch,
        states: &mut [S],
        change: &(impl Fn(&mut World, &mut S) -> Result<()> + Sync),
    ) -> Result<()> {
        let count = self.threads.parts(self.worlds.len(), ENOUGH);
        self.tools.resize_with(count, Tools::default);
        batch.parts.resize_with(count, Part::default);
        batch.each = self.worlds.len().div_ceil(count).max(1);
        let each = batch.each;
        let worlds = self.worlds.chunks_mut(each).zip(states.chunks_mut(each));
        let parts = worlds.zip(&mut batch.parts).zip(&mut self.tools);
        let mut work: Vec<_> = parts.map(|((worlds, part), tools)| (worlds, part, tools, Ok(()))).collect();
        self.threads.each(&mut work, |k, ((worlds, states), part, tools, done)| {
            let blocks = worlds.chunks_mut(BLOCK).zip(states.chunks_mut(BLOCK)).enumerate();
            *done = blocks.into_iter().try_for_each(|(n, (worlds, states))| {
                let first = k * each + n * BLOCK;
                for (k, (world, state)) in worlds.iter_mut().zip(states).enumerate() {
                    change(world, state).map_err(|e| e.at(format!("worlds[{}]", first + k)))?;
                }
                tools.step_block(worlds, part, first)
            });
        });
        work.into_iter().try_for_each(|(.., done)| done)
    }

    fn spare_batch(&mut self) -> Arc<Batch> {
        let mut batch = self.batch.take().unwrap_or_default();
        match Arc::get_mut(&mut batch) {
            Some(lists) => lists.parts.iter_mut().for_each(Part::clear),
            None => batch = Arc::default(),
        }
        batch
    }
}

#[cfg(feature = "gpu")]
impl Worlds {
    /// Steps them on a GPU from now on: all of them in one submission, whatever their own backends. What they are told is
    /// the same. A world whose touches are others than the first one's goes on by itself, and so do all in a step for
    /// which the GPU is too small.
    ///
    /// ```no_run
    /// use kasuri::{World, Worlds, gpu::Gpu};
    /// let mut worlds = Worlds::new(1000, |_| Ok(World::new()))?.on_gpu(&Gpu::new()?);
    /// let steps = worlds.step()?;
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[must_use]
    pub fn on_gpu(self, gpu: &crate::gpu::Gpu) -> Worlds {
        Worlds { many: Some(Many::new(gpu)), ..self }
    }

    /// What the last step took on the GPU; `None` where it was made without one.
    pub fn gpu_report(&self) -> Option<crate::gpu::FrameReport> {
        self.many.as_ref().map(Many::report)
    }

    fn fill_on_gpu<S: Send>(
        &mut self,
        batch: &mut Batch,
        states: &mut [S],
        change: &(impl Fn(&mut World, &mut S) -> Result<()> + Sync),
    ) -> Result<()> {
        let told = |k: usize, e: Error| e.at(format!("worlds[{k}]"));
        for (k, (world, state)) in self.worlds.iter_mut().zip(&mut *states).enumerate() {
            change(world, state).map_err(|e| told(k, e))?;
        }
        let Some(many) = &mut self.many else { return Ok(()) };
        match many.decide(&mut self.worlds) {
            Ok(()) => {}
            Err(error) => {
                *many = Many::new(&many.gpu().clone());
                return match error {
                    Error::GpuTooSmall { .. } => self.fill_here(batch, states, &|_, _| Ok(())),
                    error => Err(error),
                };
            }
        }
        batch.each = self.worlds.len().max(1);
        batch.parts.resize_with(1, Part::default);
        self.tools.resize_with(self.tools.len().max(1), Tools::default);
        let Tools { scratch, events, .. } = &mut self.tools[0];
        for (k, world) in self.worlds.iter_mut().enumerate() {
            events.clear();
            world.trade_scratch(scratch);
            let done = if many.is_apart(world) {
                world.fill(events)
            } else {
                world.go_on_with(many.found(k), events);
                Ok(())
            };
            world.trade_scratch(scratch);
            done.map_err(|e| told(k, e))?;
            batch.parts[0].add(events);
        }
        Ok(())
    }
}

impl Tools {
    fn step_block(&mut self, block: &mut [World], part: &mut Part, first: usize) -> Result<()> {
        self.find(block);
        for (k, world) in block.iter_mut().enumerate() {
            self.step(k, world).map_err(|e| e.at(format!("worlds[{}]", first + k)))?;
            part.add(&self.events);
        }
        Ok(())
    }

    /// What comes first for a few worlds side by side, so that their memory is waited for together: their candidates.
    fn find(&mut self, block: &[World]) {
        let mut touched = block.iter().fold(0, |sum, world| sum ^ world.rows.touch());
        let lists = self.candidates.iter_mut().zip(&mut self.crossing);
        for (world, (candidates, crossing)) in block.iter().zip(lists) {
            if world.rows.len() <= MOST_FEW {
                self.few.fill(&world.rows.bounds, world.rows.wide_margins());
                self.few.pairs(&world.rows.wide, candidates);
                world.find_crossing(crossing);
            }
        }
        let lists = self.candidates.iter().zip(&self.crossing);
        for (world, (candidates, crossing)) in block.iter().zip(lists) {
            if world.rows.len() <= MOST_FEW {
                let rows = candidates.as_flattened().iter().chain(crossing);
                touched ^= rows.fold(0, |sum, &row| sum ^ world.rows.touch_row(row));
            }
        }
        std::hint::black_box(touched);
    }

    /// The rest, world by world.
    fn step(&mut self, k: usize, world: &mut World) -> Result<()> {
        let Tools { candidates, crossing, scratch, events, .. } = self;
        events.clear();
        let is_small = world.rows.len() <= MOST_FEW;
        if is_small && candidates[k].is_empty() && crossing[k].is_empty() && world.is_quiet() {
            world.pass_quietly(events);
            return Ok(());
        }
        std::mem::swap(&mut scratch.candidates, &mut candidates[k]);
        std::mem::swap(&mut scratch.crossing, &mut crossing[k]);
        world.trade_scratch(scratch);
        let done = if is_small { world.go_on(events) } else { world.fill(events) };
        world.trade_scratch(scratch);
        std::mem::swap(&mut scratch.candidates, &mut candidates[k]);
        std::mem::swap(&mut scratch.crossing, &mut crossing[k]);
        done
    }
}

/// So many worlds' memory is waited for at a time.
const BLOCK: usize = 16;
/// Worlds that are worth a thread.
const ENOUGH: usize = 64;

impl From<Vec<World>> for Worlds {
    fn from(worlds: Vec<World>) -> Worlds {
        Worlds {
            worlds,
            threads: Threads::default(),
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

/// The answers of one step of many worlds. They are kept as long as they are held: the worlds may change meanwhile.
///
/// See [`Worlds`] for an example.
#[derive(Debug, Clone)]
pub struct Steps(Arc<Batch>);

/// The lists of all worlds, in parts of `each`; the last may be smaller.
#[derive(Debug, Default)]
struct Batch {
    each: usize,
    parts: Vec<Part>,
}

/// The lists of some worlds one after another.
#[derive(Debug, Default)]
struct Part {
    /// Of each world what began, what stayed, what ended, what grazed.
    hits: Vec<Hit>,
    is_new: Vec<bool>,
    /// Of each world who left, who entered, who was despawned.
    bodies: Vec<Handle>,
    worlds: Vec<Lists>,
}

/// Where one world's lists begin, and how long they are.
#[derive(Debug, Clone, Copy)]
struct Lists {
    number: u64,
    hits: usize,
    is_new: usize,
    bodies: usize,
    of_hits: [u32; 4],
    of_bodies: [u32; 3],
}

impl Part {
    fn clear(&mut self) {
        let Part { hits, is_new, bodies, worlds } = self;
        hits.clear();
        is_new.clear();
        bodies.clear();
        worlds.clear();
    }

    fn add(&mut self, events: &Events) {
        let Events { now, new, ended, grazes, left, entered, despawned, is_new, report, .. } = events;
        let counts = [*new, now.len() - new, ended.len(), grazes.len()];
        self.worlds.push(Lists {
            number: report.step,
            hits: self.hits.len(),
            is_new: self.is_new.len(),
            bodies: self.bodies.len(),
            of_hits: counts.map(|n| n as u32),
            of_bodies: [left, entered, despawned].map(|list| list.len() as u32),
        });
        for list in [now, ended, grazes] {
            self.hits.extend_from_slice(list);
        }
        self.is_new.extend_from_slice(is_new);
        for list in [left, entered, despawned] {
            self.bodies.extend_from_slice(list);
        }
    }
}

impl Steps {
    /// How many worlds there were.
    pub fn len(&self) -> usize {
        self.0.parts.iter().map(|part| part.worlds.len()).sum()
    }

    /// Whether there was none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What one world is told.
    ///
    /// # Panics
    ///
    /// Where there were not so many worlds.
    pub fn of(&self, k: usize) -> Told<'_> {
        let part = &self.0.parts[k / self.0.each];
        Told { part, lists: part.worlds[k % self.0.each] }
    }

    /// What each world is told, in order.
    pub fn iter(&self) -> impl Iterator<Item = Told<'_>> {
        self.0.parts.iter().flat_map(|part| part.worlds.iter().map(move |&lists| Told { part, lists }))
    }
}

/// What one world of many is told: the lists of a [`Step`](crate::Step).
#[derive(Debug, Clone, Copy)]
pub struct Told<'a> {
    part: &'a Part,
    lists: Lists,
}

impl<'a> Told<'a> {
    /// Which step of the world this is; the first is 1.
    pub fn number(self) -> u64 {
        self.lists.number
    }

    /// What overlaps now and did not after the last step.
    pub fn began(self) -> &'a [Hit] {
        self.hits_of(0)
    }

    /// What overlaps now and did before.
    pub fn stayed(self) -> &'a [Hit] {
        self.hits_of(1)
    }

    /// What overlapped after the last step and does no more.
    pub fn ended(self) -> &'a [Hit] {
        self.hits_of(2)
    }

    /// Near misses: a pair's first within the margin.
    pub fn grazes(self) -> &'a [Hit] {
        self.hits_of(3)
    }

    /// All that overlaps now, whether new or not.
    pub fn hits(self) -> impl Iterator<Item = &'a Hit> {
        let (mut began, mut stayed) = (self.began().iter(), self.stayed().iter());
        let count = self.began().len() + self.stayed().len();
        let is_new = &self.part.is_new[self.lists.is_new..][..count];
        is_new.iter().filter_map(move |&is_new| if is_new { began.next() } else { stayed.next() })
    }

    /// The hits between two sets of layers, the one on the first set first in each.
    pub fn between(self, a: u32, b: u32) -> impl Iterator<Item = Hit> + 'a {
        self.hits().filter_map(move |hit| hit.between(a, b))
    }

    /// Bodies that went out of the world's bounds with this step.
    pub fn left(self) -> &'a [Handle] {
        self.bodies_of(0)
    }

    /// Bodies that came into the world's bounds with this step.
    pub fn entered(self) -> &'a [Handle] {
        self.bodies_of(1)
    }

    /// Bodies that this step removed, too far out of the bounds.
    pub fn despawned(self) -> &'a [Handle] {
        self.bodies_of(2)
    }

    fn hits_of(self, list: usize) -> &'a [Hit] {
        list_of(&self.part.hits, self.lists.hits, &self.lists.of_hits, list)
    }

    fn bodies_of(self, list: usize) -> &'a [Handle] {
        list_of(&self.part.bodies, self.lists.bodies, &self.lists.of_bodies, list)
    }
}

/// One of several lists that stand one after another from a place on.
fn list_of<'a, T>(all: &'a [T], from: usize, counts: &[u32], list: usize) -> &'a [T] {
    let before: u32 = counts[..list].iter().sum();
    &all[from + before as usize..][..counts[list] as usize]
}

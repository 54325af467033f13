//! Keeps the rows of worlds on one device from step to step: those of one world, or of a batch of worlds. It sends
//! only changes, and decides whole steps there; one step of all worlds is one submission.
//!
//! A new row gets new bodies behind all others, and a removed row's bodies stay, removed. So the bodies of a world are in the order
//! of its rows, and almost always they are the rows themselves: then positions are compared run by run, and hits need no look-up.
//! When a world closes up its rows, or too many bodies are removed ones, the bodies are renumbered likewise.

use crate::cpu::HitKey;
use crate::cpu::{RawHits, Touches};
use crate::error::{Error, ErrorKind, Result};
use crate::gpu::{Crowd, FrameReport, Gpu, Member, TouchRules};
use crate::laps::lap;
use crate::threads::Threads;
use crate::world::World;
use crate::world::backend_gpu::asks_for_seams;
use crate::world::backend_gpu::device_forms::DeviceForms;
use crate::world::table::rows::{GONE, Rows};

/// The device's bodies, and the world of each.
pub(in crate::world) struct DeviceRows {
    crowd: Crowd,
    touch: TouchRules,
    worlds: Vec<DeviceWorld>,
    /// For each body on the device: its world, row and region.
    bodies: Vec<DeviceRegion>,
    /// How many of the bodies are removed ones.
    gone: usize,
    threads: Threads,
    /// For each world of a batch: its overlaps and grazes.
    found: Vec<RawHits>,
    /// The report of the last step that was made here for a batch.
    report: Option<FrameReport>,
    /// The number of steps for which the device is still skipped.
    rest: u32,
}

/// The number of steps for which the device is skipped after a step did not fit.
const REST: u32 = 64;
/// The number of removed bodies that the device may always have.
const MANY: usize = 32;

impl std::fmt::Debug for DeviceRows {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DeviceRows").field("crowd", &self.crowd).finish_non_exhaustive()
    }
}

/// The rows of one world that the device has.
#[derive(Debug, Clone, Default)]
struct DeviceWorld {
    /// The world's timeline; `None` before the first step.
    timeline: Option<u64>,
    /// For each row: the first of its bodies on the device, and their number. They are consecutive, one for each
    /// region.
    places: Vec<[u32; 2]>,
    /// The runs of rows, and the rows of several regions; as of `places`, unless they are outdated.
    runs: Vec<RowRun>,
    compounds: Vec<u32>,
    are_runs_outdated: bool,
    forms: DeviceForms,
    /// The state of the rows that the device has: the last change that was sent, and the rows' numbering at that
    /// time.
    changes: u64,
    numbered: u64,
}

/// Consecutive rows of one region each, and their bodies, which are consecutive too.
#[derive(Debug, Clone, Copy)]
struct RowRun {
    row: u32,
    body: u32,
    count: u32,
}

/// A region of a row of a world; the row of a removed body is `GONE`.
#[derive(Debug, Clone, Copy, Default)]
struct DeviceRegion {
    world: u32,
    row: u32,
    region: u8,
}

impl DeviceRows {
    pub(in crate::world) fn new(gpu: &Gpu, threads: &Threads) -> DeviceRows {
        let mut crowd = gpu.crowd();
        crowd.set_threads(threads.clone());
        DeviceRows {
            crowd,
            touch: TouchRules::default(),
            worlds: Vec::new(),
            bodies: Vec::new(),
            gone: 0,
            threads: threads.clone(),
            found: Vec::new(),
            report: None,
            rest: 0,
        }
    }

    pub(in crate::world) fn report(&self) -> Option<FrameReport> {
        self.report
    }

    /// Forgets everything after an error. If the device was too small, returns true and skips the device for a while.
    pub(in crate::world) fn forget_after(&mut self, error: &Error) -> bool {
        let is_small = error.kind() == ErrorKind::GpuTooSmall;
        let rest = if is_small { REST } else { 0 };
        *self = DeviceRows { rest, ..DeviceRows::new(self.crowd.gpu(), &self.threads) };
        is_small
    }

    /// Whether the device is skipped in this step. Counts the step.
    pub(in crate::world) fn rests(&mut self) -> bool {
        let rests = self.rest > 0;
        self.rest = self.rest.saturating_sub(1);
        rests
    }

    /// Decides a step of one world, including its candidates. Returns the number of candidates.
    pub(super) fn decide(
        &mut self,
        rows: &mut Rows,
        touches: &Touches,
        found: &mut RawHits,
    ) -> Result<usize> {
        self.set_touch(touches);
        self.tidy();
        self.worlds.resize(1, DeviceWorld::default());
        self.update(0, Some(rows), 0)?;
        Ok(self.find(std::slice::from_mut(found))?.pairs as usize)
    }

    /// Finds all overlaps and grazes of every world. The worlds share the first world's touching rules. For worlds
    /// that [`is_apart`](DeviceRows::is_apart) excludes it finds nothing.
    pub(in crate::world) fn decide_all(&mut self, worlds: &mut [World]) -> Result<()> {
        let Some(first) = worlds.first() else { return Ok(()) };
        self.set_touch(&first.touches);
        self.tidy();
        for gone in self.worlds.split_off(worlds.len().min(self.worlds.len())) {
            self.forget(gone)?;
        }
        self.worlds.resize(worlds.len(), DeviceWorld::default());
        for (k, world) in worlds.iter_mut().enumerate() {
            let is_apart = self.is_apart(world);
            self.update(k, Some(&mut world.rows).filter(|_| !is_apart), world.timeline)?;
        }
        let mut found = std::mem::take(&mut self.found);
        found.resize_with(worlds.len(), RawHits::default);
        self.report = Some(self.find(&mut found)?);
        self.found = found;
        Ok(())
    }

    /// Whether a world steps by itself: its touching rules differ, it is traced, it has swept bodies, or touches may
    /// be ignored of thin parts.
    pub(in crate::world) fn is_apart(&self, world: &World) -> bool {
        world.trace.is_some()
            || asks_for_seams(&world.rows, &world.touches)
            || world.rows.has_swept()
            || !self.has_touch(&world.touches)
    }

    /// Returns what was found in a world of a batch.
    pub(in crate::world) fn found(&mut self, world: usize) -> &mut RawHits {
        &mut self.found[world]
    }

    fn has_touch(&self, touches: &Touches) -> bool {
        let TouchRules { usual, between, rooted } = &self.touch;
        (usual, between, rooted) == (&touches.usual, &touches.between, &touches.rooted)
    }

    fn set_touch(&mut self, touches: &Touches) {
        if !self.has_touch(touches) {
            let Touches { usual, between, rooted } = touches.clone();
            self.touch = TouchRules { usual, between, rooted };
            self.crowd.set_touch(self.touch.clone());
        }
    }

    /// Runs a frame, and sorts what it finds by worlds.
    fn find(&mut self, found: &mut [RawHits]) -> Result<FrameReport> {
        let frame = self.crowd.frame()?;
        for found in &mut *found {
            found.grazes.clear();
        }
        if let (Some(to_row), [found]) = (self.to_row(), &mut *found) {
            write_keys(&self.threads, &frame.hits, to_row, &mut found.overlaps);
        } else {
            found.iter_mut().for_each(|found| found.overlaps.clear());
            for &pair in &frame.hits {
                let (world, key) = self.key(pair);
                found[world].overlaps.push(key);
            }
        }
        for &pair in &frame.grazes {
            let (world, key) = self.key(pair);
            found[world].grazes.push(key);
        }
        for found in found {
            if !found.overlaps.is_sorted() {
                found.overlaps.sort_unstable();
            }
            first_grazes(found);
        }
        let report = frame.report;
        self.crowd.recycle(frame);
        lap("keys");
        Ok(report)
    }

    /// Returns what to add to a body's number to get its row, if that is the same for all bodies.
    fn to_row(&self) -> Option<u32> {
        let [DeviceWorld { runs, compounds, .. }] = &self.worlds[..] else { return None };
        let [run] = runs[..] else { return None };
        (compounds.is_empty() && run.count as usize == self.bodies.len())
            .then(|| run.row.wrapping_sub(run.body))
    }

    fn key(&self, pair: [u32; 2]) -> (usize, HitKey) {
        let [a, b] = pair.map(|body| self.bodies[body as usize]);
        let [a, b] = if a.row < b.row { [a, b] } else { [b, a] };
        (a.world as usize, HitKey { a: a.row, b: b.row, regions: [a.region, b.region] })
    }

    /// Brings a world's bodies on the device up to date; without rows it has none there.
    fn update(&mut self, k: usize, rows: Option<&mut Rows>, timeline: u64) -> Result<()> {
        let mut held = std::mem::take(&mut self.worlds[k]);
        let Some(rows) = rows else { return self.forget(held) };
        rows.changes.watch(rows.len());
        if held.timeline == Some(timeline)
            && let Some(moved) = rows.changes.moved_since(held.numbered)
        {
            self.close_up(&mut held, moved)?;
            held.numbered = rows.changes.numbered();
        }
        if held.timeline != Some(timeline) || held.numbered != rows.changes.numbered() {
            self.forget(std::mem::take(&mut held))?;
        }
        // Remove the bodies of rows that no longer exist.
        for place in held.places.split_off(rows.len().min(held.places.len())) {
            held.are_runs_outdated = true;
            self.give_back(place)?;
        }
        held.places.resize(rows.len(), [0, 0]);
        if held.timeline.is_none() || rows.changes.count() > held.changes {
            let is_new = held.timeline.is_none();
            for row in 0..rows.len() {
                if is_new || rows.changes.of(row) > held.changes {
                    self.put(k, &mut held, rows, row)?;
                }
            }
        }
        held.find_runs();
        for &RowRun { row, body, count } in &held.runs {
            self.crowd.move_run(body, &rows.points[row as usize..][..count as usize]);
        }
        for &row in &held.compounds {
            let ([first, count], at) = (held.places[row as usize], rows.points[row as usize]);
            (first..first + count).try_for_each(|body| self.crowd.move_to(body, at))?;
        }
        held.timeline = Some(timeline);
        (held.changes, held.numbered) = (rows.changes.count(), rows.changes.numbered());
        self.worlds[k] = held;
        Ok(())
    }

    /// Renumbers the bodies of a world whose rows were closed up: row `moved` of each old row is its new one.
    fn close_up(&mut self, held: &mut DeviceWorld, moved: &[u32]) -> Result<()> {
        let old = std::mem::take(&mut held.places);
        let living = moved.iter().filter(|&&row| row != GONE).count();
        held.places.resize(living, [0, 0]);
        held.are_runs_outdated = true;
        for ([first, count], row) in old.into_iter().zip(moved.iter().copied().chain(std::iter::repeat(GONE)))
        {
            if row == GONE {
                self.give_back([first, count])?;
                continue;
            }
            held.places[row as usize] = [first, count];
            for body in &mut self.bodies[first as usize..(first + count) as usize] {
                body.row = row;
            }
        }
        Ok(())
    }

    /// Renumbers all bodies, in the order of worlds and rows, if more than a quarter of them, and many, are removed ones.
    fn tidy(&mut self) {
        if self.gone <= MANY || 4 * self.gone <= self.bodies.len() {
            return;
        }
        let mut order = Vec::with_capacity(self.bodies.len() - self.gone);
        for held in &mut self.worlds {
            held.are_runs_outdated = true;
            for place in &mut held.places {
                let [first, count] = *place;
                let is_there = count > 0 && self.bodies[first as usize].row != GONE;
                *place = if is_there { [order.len() as u32, count] } else { [0, 0] };
                order.extend(first..if is_there { first + count } else { first });
            }
        }
        self.bodies = order.iter().map(|&body| self.bodies[body as usize]).collect();
        self.crowd.renumber(&order);
        self.gone = 0;
    }

    /// Removes a world's bodies on the device.
    fn forget(&mut self, held: DeviceWorld) -> Result<()> {
        held.places.into_iter().try_for_each(|place| self.give_back(place))
    }

    /// Removes consecutive bodies on the device, unless they are removed already.
    fn give_back(&mut self, [first, count]: [u32; 2]) -> Result<()> {
        for body in first..first + count {
            let region = &mut self.bodies[body as usize];
            if std::mem::replace(&mut region.row, GONE) != GONE {
                self.gone += 1;
                self.crowd.remove(body)?;
            }
        }
        Ok(())
    }

    /// Sends a row whose form, layers or margin changed, or removes a row that is gone.
    fn put(&mut self, k: usize, held: &mut DeviceWorld, rows: &Rows, row: usize) -> Result<()> {
        let forms = if rows.is_living(row) { rows.forms(row) } else { &[] };
        let (place, count) = (&mut held.places[row], forms.len() as u32);
        if count == 0 {
            // The bodies keep their places, so that runs of rows stay whole.
            return self.give_back(*place);
        }
        if place[1] != count || self.bodies[place[0] as usize].row == GONE {
            self.give_back(*place)?;
            *place = [self.bodies.len() as u32, count];
            self.bodies.resize(self.bodies.len() + count as usize, DeviceRegion::default());
            held.are_runs_outdated = true;
        }
        let numbers = held.forms.of(&mut self.crowd, rows, row);
        for (region, (body, (form, &number))) in (place[0]..).zip(forms.iter().zip(numbers)).enumerate() {
            let (at, layers, margin) = (rows.points[row], rows.layers_of(row, region), rows.margin(row));
            // The slot stays when rows are closed up.
            let owner = rows.handles[row].to_bits() as u32;
            let member = Member { form, at, layers, margin, owner, world: k as u32 };
            self.crowd.put_as(body, number, member)?;
            self.bodies[body as usize] =
                DeviceRegion { world: k as u32, row: row as u32, region: region as u8 };
        }
        Ok(())
    }
}

impl DeviceWorld {
    /// Finds the runs of rows anew if places changed.
    fn find_runs(&mut self) {
        let DeviceWorld { places, runs, compounds, are_runs_outdated, .. } = self;
        if !std::mem::take(are_runs_outdated) {
            return;
        }
        runs.clear();
        compounds.clear();
        for (row, &[body, count]) in (0..).zip(&*places) {
            match runs.last_mut() {
                Some(run) if count == 1 && (run.row + run.count, run.body + run.count) == (row, body) => {
                    run.count += 1;
                }
                _ if count == 1 => runs.push(RowRun { row, body, count }),
                _ => compounds.extend((count > 1).then_some(row)),
            }
        }
    }
}

/// The number of hits whose keys are worth a thread.
const ENOUGH: usize = 1 << 15;

/// Writes the keys of hits between rows of one region each; `to_row` is added to a body's number.
fn write_keys(threads: &Threads, hits: &[[u32; 2]], to_row: u32, keys: &mut Vec<HitKey>) {
    keys.resize(hits.len(), HitKey { a: 0, b: 0, regions: [0, 0] });
    let write = |keys: &mut [HitKey], hits: &[[u32; 2]]| {
        for (key, pair) in keys.iter_mut().zip(hits) {
            let [a, b] = pair.map(|body| body.wrapping_add(to_row));
            *key = HitKey { a, b, regions: [0, 0] };
        }
    };
    let parts = threads.parts(hits.len(), ENOUGH);
    if parts == 1 {
        return write(keys, hits);
    }
    let each = hits.len().div_ceil(parts);
    let mut work: Vec<_> = keys.chunks_mut(each).zip(hits.chunks(each)).collect();
    threads.each(&mut work, |_, (keys, hits)| write(keys, hits));
}

/// Keeps for each pair of bodies only its first graze, and only if no regions of the two bodies overlap.
fn first_grazes(found: &mut RawHits) {
    let RawHits { overlaps, grazes } = found;
    grazes.sort_unstable();
    grazes.dedup_by_key(|key| key.pair());
    grazes.retain(|graze| {
        let at = overlaps.partition_point(|key| key.pair() < graze.pair());
        overlaps.get(at).is_none_or(|key| key.pair() != graze.pair())
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;
    use crate::world::table::body::Body;
    use crate::world::table::look::Region;

    /// Bodies that are replaced by bodies with more and more regions never find room among free bodies.
    #[test]
    fn free_bodies_do_not_pile_up() {
        let gpus = pollster::block_on(Gpu::adapters());
        for info in gpus.iter().take(1) {
            let gpu = pollster::block_on(Gpu::request(&info.name)).unwrap();
            let (mut device, mut world, mut found) =
                (DeviceRows::new(&gpu, &Threads::ONE), World::new(), RawHits::default());
            let mut used = [0, 0];
            for regions in 0..60 {
                let bodies: Vec<_> = world.bodies().collect();
                bodies.into_iter().for_each(|body| world.remove(body).unwrap());
                for k in 0..3 {
                    let region = |r: u32| Region::new(&format!("core {r}"), Shape::circle(2.0).unwrap());
                    let body = Body::point().at([f64::from(k), 0.0]);
                    world.spawn((0..regions).fold(body, |body, r| body.region(region(r)))).unwrap();
                }
                used = [used[1], 3 * (1 + regions as usize)];
                device.decide(&mut world.rows, &world.touches, &mut found).unwrap();
                let most = 2 * MANY + 2 * used[0] + used[1];
                assert!(device.bodies.len() <= most, "{} of {most}", device.bodies.len());
                // Of each two bodies, all cores overlap each other and both points.
                let cores = regions as usize;
                assert_eq!(found.overlaps.len(), 3 * (cores * cores + 2 * cores));
            }
        }
    }
}

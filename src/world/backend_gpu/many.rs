//! Keeps the bodies of many worlds on one device from step to step. One step of all worlds is one submission.

use crate::error::{Error, ErrorKind, Result};
use crate::gpu::{Crowd, FrameReport, Gpu, Member, Touch};
use crate::world::World;
use crate::world::backend::{Found, Touches};
use crate::world::backend_gpu::asks_for_seams;
use crate::world::backend_gpu::device_forms::DeviceForms;
use crate::world::backend_gpu::held::first_grazes;
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// The device's bodies, and the world of each.
pub(in crate::world) struct Many {
    crowd: Crowd,
    touch: Touch,
    worlds: Vec<Held>,
    /// For each body on the device: its world, row and region.
    bodies: Vec<Region>,
    /// Bodies on the device that are not in use.
    free: Vec<u32>,
    /// For each world: its overlaps and grazes.
    found: Vec<Found>,
    /// The report of the last step that was made here for all worlds.
    report: Option<FrameReport>,
    /// The number of steps for which the device is still skipped.
    rest: u32,
}

/// The number of steps for which the device is skipped after a step did not fit.
const REST: u32 = 64;

impl std::fmt::Debug for Many {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Many").field("crowd", &self.crowd).finish_non_exhaustive()
    }
}

/// The rows of one world that the device has.
#[derive(Debug, Clone, Default)]
struct Held {
    /// The world's timeline; `None` before the first step.
    timeline: Option<u64>,
    /// For each row: its bodies on the device, one for each region.
    places: Vec<Vec<u32>>,
    forms: DeviceForms,
    /// The state of the rows that the device has: the last change that was sent, and the rows' numbering at that
    /// time.
    changes: u64,
    numbered: u64,
}

/// A region of a row of a world.
#[derive(Debug, Clone, Copy, Default)]
struct Region {
    world: u32,
    row: u32,
    region: u8,
}

impl Many {
    pub(in crate::world) fn new(gpu: &Gpu) -> Many {
        Many {
            crowd: gpu.crowd(),
            touch: Touch::default(),
            worlds: Vec::new(),
            bodies: Vec::new(),
            free: Vec::new(),
            found: Vec::new(),
            report: None,
            rest: 0,
        }
    }

    pub(in crate::world) fn report(&self) -> Option<FrameReport> {
        self.report
    }

    /// Forgets everything after an error. If the device was too small, returns true and skips the device for a while.
    pub(in crate::world) fn gives_way(&mut self, error: &Error) -> bool {
        let is_small = error.kind() == ErrorKind::GpuTooSmall;
        let rest = if is_small { REST } else { 0 };
        *self = Many { rest, ..Many::new(self.crowd.gpu()) };
        is_small
    }

    /// Whether the device is skipped in this step. Counts the step.
    pub(in crate::world) fn rests(&mut self) -> bool {
        let rests = self.rest > 0;
        self.rest = self.rest.saturating_sub(1);
        rests
    }

    /// Finds all overlaps and grazes of every world. The worlds share the first world's touching rules. For worlds
    /// that [`is_apart`](Many::is_apart) excludes it finds nothing.
    pub(in crate::world) fn decide(&mut self, worlds: &mut [World]) -> Result<()> {
        let Some(first) = worlds.first() else { return Ok(()) };
        self.set_touch(&first.touches);
        for gone in self.worlds.split_off(worlds.len().min(self.worlds.len())) {
            self.forget(gone)?;
        }
        self.worlds.resize(worlds.len(), Held::default());
        self.found.resize_with(worlds.len(), Found::default);
        for (k, world) in worlds.iter_mut().enumerate() {
            self.update(k, world)?;
        }
        let frame = self.crowd.frame()?;
        self.report = Some(frame.report);
        for found in &mut self.found {
            found.overlaps.clear();
            found.grazes.clear();
        }
        for &pair in &frame.hits {
            let (world, key) = self.key(pair);
            self.found[world].overlaps.push(key);
        }
        for &pair in &frame.grazes {
            let (world, key) = self.key(pair);
            self.found[world].grazes.push(key);
        }
        for found in &mut self.found {
            if !found.overlaps.is_sorted() {
                found.overlaps.sort_unstable();
            }
            first_grazes(found);
        }
        Ok(())
    }

    /// Whether a world steps by itself: its touching rules differ, it is traced, it has swept bodies, or touches may
    /// be ignored of thin parts.
    pub(in crate::world) fn is_apart(&self, world: &World) -> bool {
        let Touch { usual, between, rooted } = &self.touch;
        let Touches { usual: its_usual, between: its_between, rooted: its_rooted } = &world.touches;
        world.trace.is_some()
            || asks_for_seams(&world.rows, &world.touches)
            || world.rows.has_swept()
            || (usual, between, rooted) != (its_usual, its_between, its_rooted)
    }

    /// Returns what was found in a world.
    pub(in crate::world) fn found(&mut self, world: usize) -> &mut Found {
        &mut self.found[world]
    }

    fn set_touch(&mut self, touches: &Touches) {
        let Touches { usual, between, rooted } = touches.clone();
        self.touch = Touch { usual, between, rooted };
        self.crowd.set_touch(self.touch.clone());
    }

    fn key(&self, pair: [u32; 2]) -> (usize, Key) {
        let [a, b] = pair.map(|body| self.bodies[body as usize]);
        let [a, b] = if a.row < b.row { [a, b] } else { [b, a] };
        (a.world as usize, Key { a: a.row, b: b.row, regions: [a.region, b.region] })
    }

    /// Brings a world's bodies on the device up to date. A world that steps by itself has none.
    fn update(&mut self, k: usize, world: &mut World) -> Result<()> {
        let is_apart = self.is_apart(world);
        world.rows.changes.watch(world.rows.len());
        let rows = &world.rows;
        let mut held = std::mem::take(&mut self.worlds[k]);
        let is_known = held.timeline == Some(world.timeline) && held.numbered == rows.changes.numbered();
        if !is_known || is_apart {
            self.forget(std::mem::take(&mut held))?;
        }
        if !is_apart {
            let result = self.put_rows(k, &mut held, rows);
            held.timeline = result.is_ok().then_some(world.timeline);
            (held.changes, held.numbered) = (rows.changes.count(), rows.changes.numbered());
            self.worlds[k] = held;
            return result;
        }
        Ok(())
    }

    /// Frees a world's bodies on the device.
    fn forget(&mut self, held: Held) -> Result<()> {
        held.places.into_iter().try_for_each(|place| self.give_back(place))
    }

    fn give_back(&mut self, bodies: Vec<u32>) -> Result<()> {
        for body in bodies {
            self.crowd.remove(body)?;
            self.free.push(body);
        }
        Ok(())
    }

    fn put_rows(&mut self, k: usize, held: &mut Held, rows: &Rows) -> Result<()> {
        // Free the bodies of rows that no longer exist.
        for place in held.places.split_off(rows.len().min(held.places.len())) {
            self.give_back(place)?;
        }
        held.places.resize(rows.len(), Vec::new());
        for row in 0..rows.len() {
            if held.timeline.is_none() || rows.changes.of(row) > held.changes {
                self.put(k, held, rows, row)?;
            } else if rows.is_living(row) {
                let at = rows.points[row];
                held.places[row].iter().try_for_each(|&body| self.crowd.move_to(body, at))?;
            }
        }
        Ok(())
    }

    /// Sends a row whose form, layers or margin changed, or removes a row that is gone.
    fn put(&mut self, k: usize, held: &mut Held, rows: &Rows, row: usize) -> Result<()> {
        let forms = if rows.is_living(row) { rows.forms(row) } else { &[] };
        let Held { places, forms: known, .. } = held;
        let place = &mut places[row];
        let numbers = if forms.is_empty() { &[] } else { known.of(&mut self.crowd, rows, row) };
        self.give_back(place.split_off(forms.len().min(place.len())))?;
        for (region, (form, &number)) in forms.iter().zip(numbers).enumerate() {
            let (at, layers, margin) = (rows.points[row], rows.layers_of(row, region), rows.margin(row));
            let member = Member { form, at, layers, margin, owner: row as u32, world: k as u32 };
            let body = match (place.get(region), self.free.pop()) {
                (Some(&body), unused) => {
                    self.free.extend(unused);
                    self.crowd.change_as(body, number, member)?;
                    continue;
                }
                (None, Some(body)) => {
                    self.crowd.change_as(body, number, member)?;
                    body
                }
                (None, None) => self.crowd.push_as(number, member)?,
            };
            place.push(body);
            self.bodies.resize(self.crowd.len(), Region::default());
            self.bodies[body as usize] = Region { world: k as u32, row: row as u32, region: region as u8 };
        }
        Ok(())
    }
}

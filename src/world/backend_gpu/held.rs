//! Keeps a world's bodies on the device from step to step. It sends only changes, and decides whole steps there.

use crate::error::Result;
use crate::gpu::{Crowd, Gpu, Member, Touch};
use crate::world::backend::{Found, Touches};
use crate::world::backend_gpu::device_forms::DeviceForms;
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// The device's bodies. The regions of a row are consecutive.
pub(super) struct Held {
    crowd: Crowd,
    forms: DeviceForms,
    touch: Touch,
    /// For each row: its first body on the device, and the number of bodies reserved.
    places: Vec<[u32; 2]>,
    /// For each body on the device: its row and region.
    regions: Vec<(u32, u8)>,
    /// The state of the rows that the device has: the last change that was sent, and the rows' numbering at that
    /// time.
    changes: u64,
    numbered: u64,
}

impl Held {
    pub(super) fn new(gpu: &Gpu) -> Held {
        Held {
            crowd: gpu.crowd(),
            forms: DeviceForms::default(),
            touch: Touch::default(),
            places: Vec::new(),
            regions: Vec::new(),
            changes: 0,
            numbered: u64::MAX,
        }
    }

    /// Decides a step, including its candidates. Returns the number of candidates.
    pub(super) fn decide(&mut self, rows: &mut Rows, touching: &Touches, found: &mut Found) -> Result<usize> {
        rows.changes.watch(rows.len());
        let rows = &*rows;
        self.update(rows)?;
        self.set_touch(touching);
        let frame = self.crowd.frame()?;
        let pairs = frame.report.pairs as usize;
        found.overlaps.clear();
        found.overlaps.extend(frame.hits.iter().map(|&pair| self.key(pair)));
        if !found.overlaps.is_sorted() {
            found.overlaps.sort_unstable();
        }
        found.grazes.clear();
        found.grazes.extend(frame.grazes.iter().map(|&pair| self.key(pair)));
        first_grazes(found);
        Ok(pairs)
    }

    fn key(&self, pair: [u32; 2]) -> Key {
        key_of(&self.regions, pair)
    }

    fn set_touch(&mut self, touching: &Touches) {
        let Touches { usual, between, rooted } = touching;
        let touch = &mut self.touch;
        if touch.usual != *usual || touch.between != *between || touch.rooted != *rooted {
            *touch = Touch { usual: *usual, between: between.clone(), rooted: rooted.clone() };
            self.crowd.set_touch(touch.clone());
        }
    }

    /// Brings the device's bodies up to date.
    fn update(&mut self, rows: &Rows) -> Result<()> {
        // A row that gets more regions moves, and leaves its old bodies unused.
        let is_sparse = self.regions.len() > 64 + 2 * self.in_use().max(rows.len());
        let is_new = self.numbered != rows.changes.numbered() || is_sparse;
        if is_new {
            self.renumber();
        }
        self.places.resize(self.places.len().max(rows.len()), [0, 0]);
        for row in 0..rows.len() {
            if rows.changes.of(row) > self.changes {
                self.put(rows, row)?;
            } else if rows.is_living(row) {
                self.place(rows, row)?;
            }
        }
        // Remove the device's bodies of rows that no longer exist.
        while self.places.len() > rows.len() {
            if let Some([first, count]) = self.places.pop() {
                (first..first + count).try_for_each(|body| self.crowd.remove(body))?;
            }
        }
        if is_new {
            let rest = self.regions.len() as u32..self.crowd.len() as u32;
            rest.into_iter().try_for_each(|body| self.crowd.remove(body))?;
        }
        (self.changes, self.numbered) = (rows.changes.count(), rows.changes.numbered());
        Ok(())
    }

    /// Returns the number of bodies that belong to rows.
    fn in_use(&self) -> usize {
        self.places.iter().map(|&[_, count]| count as usize).sum()
    }

    /// Forgets all numbers, so that all rows are sent again in order.
    fn renumber(&mut self) {
        self.places.clear();
        self.regions.clear();
        self.forms.clear();
        self.changes = 0;
    }

    /// Sends a row whose form, layers or margin changed, or removes a row that is gone.
    fn put(&mut self, rows: &Rows, row: usize) -> Result<()> {
        let forms = if rows.is_living(row) { rows.forms(row) } else { &[] };
        let [mut first, mut room] = self.places[row];
        if forms.len() > room as usize {
            (first..first + room).try_for_each(|body| self.crowd.remove(body))?;
            (first, room) = (self.regions.len() as u32, forms.len() as u32);
            self.places[row] = [first, room];
            self.regions.extend((0..room).map(|region| (row as u32, region as u8)));
        }
        let numbers = if forms.is_empty() { &[] } else { self.forms.of(&mut self.crowd, rows, row) };
        for (k, body) in (first..first + room).enumerate() {
            match forms.get(k).zip(numbers.get(k)) {
                Some((form, &number)) => {
                    let (at, layers) = (rows.points[row], rows.layers_of(row, k));
                    let member =
                        Member { form, at, layers, margin: rows.margin(row), owner: row as u32, world: 0 };
                    if (body as usize) < self.crowd.len() {
                        self.crowd.change_as(body, number, member)?;
                    } else {
                        self.crowd.push_as(number, member)?;
                    }
                }
                None => self.crowd.remove(body)?,
            }
        }
        Ok(())
    }

    /// Sends the position of a row that may have moved.
    fn place(&mut self, rows: &Rows, row: usize) -> Result<()> {
        let ([first, _], at) = (self.places[row], rows.points[row]);
        (first..first + rows.forms(row).len() as u32).try_for_each(|body| self.crowd.move_to(body, at))
    }
}

/// Keeps for each pair of bodies only its first graze, and only if no regions of the two bodies overlap.
pub(super) fn first_grazes(found: &mut Found) {
    let Found { overlaps, grazes } = found;
    grazes.sort_unstable();
    grazes.dedup_by_key(|key| key.pair());
    grazes.retain(|graze| {
        let at = overlaps.partition_point(|key| key.pair() < graze.pair());
        overlaps.get(at).is_none_or(|key| key.pair() != graze.pair())
    });
}

/// Returns the rows and regions of a pair of the device's bodies.
fn key_of(regions: &[(u32, u8)], pair: [u32; 2]) -> Key {
    let [(a, i), (b, j)] = pair.map(|body| regions[body as usize]);
    if a < b { Key { a, b, regions: [i, j] } } else { Key { a: b, b: a, regions: [j, i] } }
}

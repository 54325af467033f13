//! A step: candidates, overlaps, the rules in the order of SPEC 6, events.

pub(in crate::world) mod backend;
#[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
pub(in crate::world) mod check;
pub(in crate::world) mod difference;
pub(in crate::world) mod events;
pub(in crate::world) mod on_way;
pub(in crate::world) mod report;
pub(in crate::world) mod rules;
pub(in crate::world) mod tries;
pub(in crate::world) mod walls;

use crate::clock::Instant;
use crate::clone_by_field::clone_by_field;
use std::sync::Arc;
use std::time::Duration;

use crate::broad::BoxList;
use crate::cpu::HitKey;
use crate::cpu::RawHits;
use crate::error::Result;
use crate::laps::lap;
use crate::lattice::{Bounds, Point, Vec2};
use crate::simd::{Kernel, Lanes, Simd};
use crate::threads::Threads;
use crate::world::World;
use crate::world::step::backend::Asked;
#[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
use crate::world::step::check::Checked;
use crate::world::step::events::{Events, Hit, Step};
use crate::world::step::on_way::{SweptOverlap, SweptPairs};

/// Opens a tracing span that lasts until the end of the enclosing block.
macro_rules! stage {
    ($name:literal) => {
        #[cfg(feature = "tracing")]
        let _span = tracing::trace_span!(target: "kasuri", $name).entered();
    };
}

/// The working memory of a step, kept between steps so that later steps allocate nothing.
#[derive(Debug, Clone, Default)]
pub(super) struct Scratch {
    /// The positions of bodies before a bulk change.
    pub(super) at: Vec<Vec2>,
    /// The points of chains in a bulk change.
    pub(super) points: Vec<Vec2>,
    /// Bounding boxes grown by the graze margins.
    grown: Vec<Bounds>,
    pub(super) candidates: Vec<[u32; 2]>,
    /// Whether the candidates of this step are there: a device does not tell them.
    #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
    has_candidates: bool,
    found: RawHits,
    on_way: SweptPairs,
    /// Rows that may have crossed the world's bounds.
    pub(super) crossing: Vec<u32>,
    /// The new row of each old row.
    moved: Vec<u32>,
}

/// What is already known when a step begins.
pub(super) enum KnownAtStart<'a> {
    Nothing,
    /// The candidates and the rows that may have crossed the bounds are in the scratch. Grazes that were reported
    /// before are not searched again, and no report is made.
    Candidates,
    /// The overlaps and grazes.
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "only a device finds it beforehand"))]
    Found(&'a mut RawHits),
}

/// Measures the stages of a step if it makes a report.
struct Clock(Option<Instant>);

impl Clock {
    fn new(is_timed: bool) -> Clock {
        Clock(is_timed.then(Instant::now))
    }

    /// Returns the time since the last lap.
    fn lap(&mut self) -> Duration {
        let Some(last) = &mut self.0 else { return Duration::ZERO };
        let now = Instant::now();
        now.duration_since(std::mem::replace(last, now))
    }
}

/// The contacts after a step, in order, and the layers of each.
#[derive(Debug, Default)]
pub(super) struct Contacts {
    pub(super) keys: Vec<HitKey>,
    pub(super) layers: Vec<[u32; 2]>,
    /// All overlaps of swept pairs, also those that the rules dropped.
    pub(super) on_way: Vec<SweptOverlap>,
}

clone_by_field! {
    Contacts { keys, layers, on_way }
}

impl World {
    /// Finds which bodies hit each other now, and reports which hits are new, stayed or ended since the last step.
    ///
    /// See [`Step`] for an example.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn_many(2, |_| Body::point())?;
    /// let step = world.step()?;
    /// assert_eq!((step.number(), step.began().len()), (1, 1));
    /// assert_eq!(world.step()?.stayed(), step.began());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias("groupcollide", "spritecollide"))]
    pub fn step(&mut self) -> Result<Step> {
        stage!("step");
        Simd::check_env()?;
        let mut events = self.spare_events();
        if let Some(lists) = Arc::get_mut(&mut events) {
            self.fill(lists)?;
        }
        self.events = Some(events.clone());
        Ok(Step(events))
    }

    /// Returns the last step's lists if nobody keeps them, otherwise new ones.
    fn spare_events(&mut self) -> Arc<Events> {
        let mut events = self.events.take().unwrap_or_default();
        match Arc::get_mut(&mut events) {
            Some(lists) => lists.clear(),
            None => events = Arc::default(),
        }
        events
    }

    pub(super) fn fill(&mut self, events: &mut Events) -> Result<()> {
        let mut scratch = self.scratch.take().unwrap_or_default();
        let done = self.finish_step(KnownAtStart::Nothing, &mut scratch, events);
        self.scratch = Some(scratch);
        self.threads.end_step();
        done
    }

    /// The procedure of every step. Only the decision of the candidates can fail, and nothing changes before it has
    /// succeeded.
    pub(super) fn finish_step(
        &mut self,
        mut known: KnownAtStart<'_>,
        scratch: &mut Scratch,
        events: &mut Events,
    ) -> Result<()> {
        if self.has_nothing_to_do(&known, scratch) {
            self.count_step(events);
            self.close_up(scratch);
            return Ok(());
        }
        let mut clock = Clock::new(matches!(known, KnownAtStart::Nothing));
        match &mut known {
            KnownAtStart::Nothing => self.decide_by_itself(scratch, events, &mut clock)?,
            KnownAtStart::Candidates => self.decide_candidates(scratch)?,
            KnownAtStart::Found(found) => std::mem::swap(&mut scratch.found, *found),
        }
        #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
        self.check_pairs(&known, scratch, events);
        self.count_step(events);
        if !matches!(known, KnownAtStart::Candidates) {
            self.find_crossing(&mut scratch.crossing);
        }
        self.watch_crossing(&scratch.crossing, events);
        events.report.times.bounds = clock.lap();
        lap("bounds");
        self.conclude(scratch, events);
        events.report.times.events = clock.lap();
        lap("events");
        events.report.times.edits = std::mem::take(&mut self.edits);
        if let KnownAtStart::Found(found) = known {
            std::mem::swap(&mut scratch.found, found);
        }
        Ok(())
    }

    /// Whether the step has nothing to do: no candidates, no body that crossed the bounds, and nothing left from the
    /// last step.
    fn has_nothing_to_do(&self, known: &KnownAtStart<'_>, scratch: &Scratch) -> bool {
        matches!(known, KnownAtStart::Candidates)
            && scratch.candidates.is_empty()
            && scratch.crossing.is_empty()
            && self.is_quiet()
    }

    /// Lets the reference decide some of the pairs as well, if the world asks for it.
    #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
    fn check_pairs(&mut self, known: &KnownAtStart<'_>, scratch: &mut Scratch, events: &mut Events) {
        let Some(check) = self.check else { return };
        // A device that found everything has found the candidates, too, but has not told them.
        let is_by_device = match known {
            KnownAtStart::Nothing => !scratch.has_candidates,
            KnownAtStart::Candidates => false,
            KnownAtStart::Found(_) => true,
        };
        if is_by_device {
            self.find_candidates(scratch);
        }
        let checked = Checked {
            rows: &self.rows,
            touches: &self.touches,
            memory: &self.memory,
            candidates: &scratch.candidates,
            found: &scratch.found,
            on_way: &scratch.on_way.met,
            step: self.steps + 1,
        };
        events.disagreements = checked.disagreements(check);
    }

    fn decide_by_itself(
        &mut self,
        scratch: &mut Scratch,
        events: &mut Events,
        clock: &mut Clock,
    ) -> Result<()> {
        let by_device = self.decide_all(&mut scratch.found)?;
        #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
        {
            scratch.has_candidates = by_device.is_none();
        }
        if let Some(candidates) = by_device {
            self.report(events, scratch, candidates, self.backend.name());
        } else {
            self.find_candidates(scratch);
            events.report.times.broad = clock.lap();
            lap("broad");
            self.decide_candidates(scratch)?;
            self.report(events, scratch, scratch.candidates.len(), self.broad.name());
        }
        events.report.times.decide = clock.lap();
        lap("decide");
        Ok(())
    }

    /// Whether the last step left nothing that can end or run out.
    fn is_quiet(&self) -> bool {
        let Contacts { keys, on_way, .. } = &self.last;
        keys.is_empty() && on_way.is_empty() && self.memory.is_quiet() && self.trace.is_none()
    }

    /// Decides the candidates. Pairs that have grazed before are not tested for a graze, since it would not be told
    /// again; a trace shows them all the same.
    fn decide_candidates(&mut self, scratch: &mut Scratch) -> Result<()> {
        stage!("decide");
        let Scratch { candidates, found, on_way, .. } = scratch;
        let has_swept = self.rows.has_swept();
        let undecided = if has_swept { on_way.part(&self.rows, candidates) } else { &candidates[..] };
        let grazed = self.trace.is_none().then_some(&self.memory.grazed);
        let asked = Asked { rows: &self.rows, candidates: undecided, touching: &self.touches, grazed };
        self.backend.decide(asked, found)?;
        if has_swept {
            on_way.decide(&self.rows, &self.touches, &self.threads, found);
        }
        if let Some(trace) = &mut self.trace {
            trace.note(&self.rows, candidates, found, &on_way.met);
        }
        Ok(())
    }

    /// Lets the backend find the candidates too, if it supports that. Returns how many there were, or `None`.
    fn decide_all(&mut self, found: &mut RawHits) -> Result<Option<usize>> {
        // A trace shows the candidates, and GPUs cannot decide swept bodies: both need the candidates here.
        if self.trace.is_some() || self.rows.has_swept() {
            return Ok(None);
        }
        stage!("decide");
        self.backend.decide_all(&mut self.rows, &self.touches, found).transpose()
    }

    fn count_step(&mut self, events: &mut Events) {
        self.rows.end_paths();
        self.steps += 1;
        events.report.step = self.steps;
    }

    fn report(&self, events: &mut Events, scratch: &Scratch, candidates: usize, broad: &'static str) {
        let report = &mut events.report;
        report.bodies = self.rows.living();
        report.candidates = candidates;
        report.overlaps = scratch.found.overlaps.len();
        (report.broad, report.backend) = (broad, self.backend.name());
    }

    fn conclude(&mut self, scratch: &mut Scratch, events: &mut Events) {
        stage!("events");
        self.apply_rules(&mut scratch.found, !events.despawned.is_empty());
        events.report.near = scratch.found.grazes.len();
        self.tell(&mut scratch.found, events);
        self.tell_times(&mut scratch.on_way, events);
        self.close_up(scratch);
    }

    fn find_candidates(&mut self, scratch: &mut Scratch) {
        stage!("broad");
        let rows = &self.rows;
        let bounds: &[Bounds] = if rows.has_swept() {
            scratch.on_way.boxes(rows)
        } else if rows.grazing == 0 {
            &rows.bounds
        } else {
            let Scratch { grown, .. } = scratch;
            grow(&self.threads, &rows.bounds, rows.margins(), grown);
            grown
        };
        self.broad.pairs(BoxList::new(bounds, &rows.wide), &mut scratch.candidates);
    }

    /// Applies the rules in the order of SPEC 6: removed bodies, invulnerability, cooldown, maximum hits; graze once.
    fn apply_rules(&mut self, found: &mut RawHits, is_anyone_gone: bool) {
        let rows = &mut self.rows;
        let RawHits { overlaps, grazes } = found;
        // Since the candidates were found, only the check of the bounds can have removed a body.
        if is_anyone_gone {
            for raw in [&mut *overlaps, &mut *grazes] {
                raw.retain(|key| key.pair().iter().all(|&row| rows.is_living(row as usize)));
            }
        }
        self.memory.hits(self.steps, rows, &self.last.keys, overlaps);
        self.memory.grazes(grazes);
    }

    fn tell(&mut self, found: &mut RawHits, events: &mut Events) {
        let (rows, last) = (&self.rows, &mut self.last);
        events.compare(&self.threads, rows, &last.keys, &mut last.layers, &found.overlaps);
        let info = rows.info();
        events.grazes.extend(found.grazes.iter().map(|&key| Hit::of(key, &info)));
        events.report.hits = found.overlaps.len();
        std::mem::swap(&mut found.overlaps, &mut last.keys);
    }

    /// Writes the times of swept pairs into the hits.
    fn tell_times(&mut self, on_way: &mut SweptPairs, events: &mut Events) {
        let last = &mut self.last;
        last.on_way.clear();
        std::mem::swap(&mut last.on_way, &mut on_way.met);
        if !last.on_way.is_empty() {
            events.note_times(&last.keys, &last.on_way);
        }
    }

    /// Closes the gaps that removed bodies left, if there are many.
    fn close_up(&mut self, scratch: &mut Scratch) {
        if !self.rows.wants_compacting() {
            return;
        }
        let moved = &mut scratch.moved;
        let rows = &self.rows;
        self.last.on_way.retain(|met| met.key.pair().iter().all(|&row| rows.is_living(row as usize)));
        self.rows.compact(moved);
        self.memory.renumber(moved);
        for key in &mut self.last.keys {
            [key.a, key.b] = key.pair().map(|row| moved[row as usize]);
        }
        for SweptOverlap { key, .. } in &mut self.last.on_way {
            [key.a, key.b] = key.pair().map(|row| moved[row as usize]);
        }
    }
}

/// The number of boxes whose growing is worth a thread.
const ENOUGH: usize = 1 << 14;

/// Grows boxes by their margins. Boxes beyond the last margin stay as they are.
fn grow(threads: &Threads, bounds: &[Bounds], margins: &[i32], grown: &mut Vec<Bounds>) {
    grown.resize(bounds.len(), Bounds { min: Point::new(0, 0), max: Point::new(0, 0) });
    let parts = threads.parts(bounds.len(), ENOUGH);
    if parts == 1 {
        return Simd::best().run(Grow { bounds, margins, grown });
    }
    let each = bounds.len().div_ceil(parts);
    let margins = |part: usize| margins.get(part * each..).unwrap_or_default();
    let mut work: Vec<_> = grown.chunks_mut(each).zip(bounds.chunks(each)).collect();
    threads.each(&mut work, |part, (grown, bounds)| {
        Simd::best().run(Grow { bounds, margins: margins(part), grown });
    });
}

/// Grows some of the boxes, given the margins from theirs on.
struct Grow<'a> {
    bounds: &'a [Bounds],
    margins: &'a [i32],
    grown: &'a mut [Bounds],
}

impl Kernel for Grow<'_> {
    type Out = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _: L) {
        let Grow { bounds, margins, grown } = self;
        let count = margins.len().min(bounds.len());
        let (with, without) = bounds.split_at(count);
        let (first, rest) = grown.split_at_mut(count);
        for ((to, &from), &margin) in first.iter_mut().zip(with).zip(margins) {
            *to = grown_by(from, margin.max(0));
        }
        rest.copy_from_slice(without);
    }
}

/// Does what [`Bounds::grown`] does, for a margin of at least 0. All four coordinates take the same operations, so
/// that they can be computed at once.
#[inline(always)]
fn grown_by(b: Bounds, margin: i32) -> Bounds {
    // Inverting the bits reverses the order of numbers, so the lower coordinates grow like the upper ones.
    let outwards = [!b.min.x, !b.min.y, b.max.x, b.max.y];
    let [left, top, right, bottom] = outwards.map(|x| x.min(i32::MAX - margin) + margin);
    Bounds { min: Point::new(!left, !top), max: Point::new(right, bottom) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_grow_by_their_margins() {
        let edges = [i32::MIN, i32::MIN + 1, -300, 0, 255, i32::MAX - 1, i32::MAX];
        let boxes: Vec<Bounds> = edges
            .iter()
            .flat_map(|&x| {
                edges.iter().map(move |&y| Bounds { min: Point::new(x, y), max: Point::new(y, x) })
            })
            .collect();
        for margin in [-1, 0, 1, 256, 1 << 20, i32::MAX] {
            let margins = vec![margin; boxes.len() - 3];
            for simd in Simd::available() {
                let mut grown = boxes.clone();
                simd.run(Grow { bounds: &boxes, margins: &margins, grown: &mut grown });
                let expected = boxes.iter().enumerate().map(|(k, b)| match margins.get(k) {
                    Some(&margin) => b.grown(margin.max(0)),
                    None => *b,
                });
                assert!(expected.eq(grown.iter().copied()), "{margin} by {}", simd.name());
            }
        }
    }

    #[test]
    fn boxes_grow_the_same_on_several_threads() {
        let boxes: Vec<Bounds> = (0..5 * ENOUGH as i32)
            .map(|k| Bounds { min: Point::new(k, -k), max: Point::new(k + 9, 7 - k) })
            .collect();
        let margins: Vec<i32> = (0..3 * ENOUGH as i32 + 77).collect();
        let on = |threads: &Threads| {
            let mut grown = vec![boxes[1]; 10];
            grow(threads, &boxes, &margins, &mut grown);
            grown
        };
        let grown = on(&Threads::ONE);
        assert_eq!(grown[ENOUGH], boxes[ENOUGH].grown(ENOUGH as i32));
        for count in [2, 3, 8] {
            assert!(on(&Threads::new(count)) == grown, "{count} threads");
        }
    }
}

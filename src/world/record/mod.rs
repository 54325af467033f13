//! Recordings: a session as one file, which can be replayed step by step. Two machines can compare recordings to find
//! the first thing they did differently.
//!
//! A recording contains not the calls but what they change: before each step, the bodies that were added, removed or
//! changed since the step before. So every change of a world is recorded, and other code need not know about
//! recordings.
//!
//! The file, little-endian: `kasurirc`, the version (u32), then the steps. Each step has a head and a body. The head:
//! the body's length (u32), the body's checksum (u32), and the checksum of the step's number, these two and the
//! version (each u32). Version 2 left the version out of the last checksum; version 1 had the length alone. The body:
//! a byte that says whether the whole world follows (1) or only the changes (0), the length of that state, the state,
//! the world's hash before the step, what each pass of the step found, and the hash after the step. Whole numbers
//! take as few bytes as they need, seven bits each, the lowest first.
//!
//! Version 3 adds swept bodies. A world that never had one is written as in version 2. Otherwise the starts of the
//! bodies' paths follow the state. If there were hits on the path, their times follow the hash after the step: for
//! each list of hits, the rising indices of the hits that have a time, and the times.

mod afford;
mod bytes;
mod compare;
mod looks;
mod replay;
mod rollback;
mod snapshot;
mod state;
mod sum;

use std::ops::Range;
use std::sync::Arc;

pub use compare::{Difference, Pass};
pub use replay::Replay;
pub use rollback::{SnapshotRing, SyncTest};

use crate::ceilings::Ceilings;
use crate::cpu::HitKey;
use crate::cpu::RawHits;
use crate::crc::crc;
use crate::error::{Cause, Result};
use crate::world::World;
use crate::world::record::bytes::{Reader, Writer};
use crate::world::record::looks::LooksWritten;
use crate::world::record::state::{KnownRows, read_rising, write_rising};
use crate::world::step::events::{Hit, Step, Time};
use crate::world::step::on_way::SweptOverlap;
use crate::world::table::handle::Handle;
use crate::world::table::rows::Rows;

/// The version that is written. Every released version can be read (docs/never-down.md).
const VERSION: u32 = 3;
const OLDEST: u32 = 1;

/// Records a world as it is stepped.
///
/// Edits between the steps are recorded by themselves. The game's own state, such as the score and the velocities, is
/// not recorded.
///
/// A recorded step takes about 0.3 us longer for each changed body, and the file grows by 4 to 5 bytes for each: with
/// 1,300 moving circles a step takes about 0.4 ms instead of 0.01 to 0.02 ms. For long sessions, record the players'
/// inputs instead, and play them again.
///
/// ```
/// use kasuri::{Body, Recorder, Recording, World};
/// let mut world = World::new();
/// let ball = world.spawn(Body::circle(3.0))?;
/// world.spawn(Body::rect([8.0, 8.0]).at([20.0, 0.0]))?;
/// let mut recorder = Recorder::new();
/// for x in 0..20 {
///     world.edit(ball).position([f64::from(x), 0.0])?;
///     recorder.step(&mut world)?;
/// }
/// let recording = Recording::new(recorder.bytes())?;
/// let mut replay = recording.replay();
/// while replay.step()?.is_some() {}
/// assert_eq!(replay.world().hash(), world.hash());
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug)]
pub struct Recorder {
    out: Writer,
    looks: LooksWritten,
    known: KnownRows,
    /// The timeline of the recorded world, and its step count after the last recorded step.
    last: Option<(u64, u64)>,
    /// The number of steps recorded.
    steps: u32,
}

/// Returns the head of a step. From version 3 on its checksum includes the version, so a step cannot pass as one of
/// another version.
fn head(version: u32, step: u32, length: u32, sum: u32) -> [u32; 3] {
    let of = [step, length, sum, version].map(u32::to_le_bytes);
    let of = if version < 3 { &of[..3] } else { &of[..] };
    [length, sum, crc(of.as_flattened())]
}

impl Default for Recorder {
    fn default() -> Recorder {
        Recorder::new()
    }
}

impl Recorder {
    /// Makes a recorder. The world is given with each step.
    pub fn new() -> Recorder {
        let mut out = Writer::default();
        out.0.extend(Recording::MAGIC);
        out.0.extend(VERSION.to_le_bytes());
        Recorder { out, looks: LooksWritten::default(), known: KnownRows::default(), last: None, steps: 0 }
    }

    /// Makes a [step](World::step) and records it, together with the changes since the last recorded step.
    ///
    /// The recorder records the whole world again after steps that it did not record, after a
    /// [restore](World::restore), and for a different world.
    pub fn step(&mut self, world: &mut World) -> Result<Step> {
        let (mut state, written) = (Writer::default(), self.looks.next());
        let is_next = self.last == Some((world.timeline, world.steps));
        if is_next {
            self.known.write(&mut state, &mut self.looks, &world.rows);
        } else {
            self.known.forget();
            state::write_world(&mut state, &mut self.looks, world);
        }
        let (step, recorded) = observe(world).inspect_err(|_| self.looks.forget_since(written))?;
        let mut out = Writer::default();
        out.byte(u8::from(!is_next));
        out.count(state.0.len());
        out.0.append(&mut state.0);
        recorded.write(&mut out);
        // The cast cannot overflow: a step of 4 GiB would need more bodies than fit in memory.
        let head = head(VERSION, self.steps, out.0.len() as u32, crc(&out.0));
        self.steps += 1;
        self.out.0.extend(head.into_iter().flat_map(u32::to_le_bytes));
        self.out.0.append(&mut out.0);
        self.known.renew(&world.rows);
        self.last = Some((world.timeline, world.steps));
        Ok(step)
    }

    /// Returns the file so far. It is complete after every step.
    pub fn bytes(&self) -> &[u8] {
        &self.out.0
    }

    /// Returns the file.
    pub fn into_bytes(self) -> Vec<u8> {
        self.out.0
    }
}

/// What the passes of a step found. It names bodies by handle, because rows come and go.
#[derive(Debug, Clone, Default)]
pub(super) struct Trace {
    candidates: Vec<[Handle; 2]>,
    overlaps: Vec<Hit>,
    near: Vec<Hit>,
}

impl Trace {
    pub(super) fn note(
        &mut self,
        rows: &Rows,
        candidates: &[[u32; 2]],
        found: &RawHits,
        on_way: &[SweptOverlap],
    ) {
        let info = rows.info();
        let hits = |keys: &[HitKey]| keys.iter().map(|&key| Hit::of(key, &info)).collect();
        self.candidates = candidates.iter().map(|pair| pair.map(|row| rows.handles[row as usize])).collect();
        (self.overlaps, self.near) = (hits(&found.overlaps), hits(&found.grazes));
        for SweptOverlap { key, t, .. } in on_way {
            if let Ok(k) = found.overlaps.binary_search(key) {
                self.overlaps[k].time = Time::at(*t);
            }
        }
    }
}

/// What was recorded of one step.
#[derive(Debug, Clone, Default, PartialEq)]
struct Recorded {
    number: u64,
    before: u64,
    candidates: Vec<[Handle; 2]>,
    /// The overlaps and grazes before the rules; then the hits that began, stayed, ended and grazed.
    hits: [Vec<Hit>; 6],
    /// The bodies that left, entered and were despawned.
    bodies: [Vec<Handle>; 3],
    after: u64,
}

/// Makes a step and records what its passes find.
fn observe(world: &mut World) -> Result<(Step, Recorded)> {
    let before = world.hash();
    world.trace = Some(Box::default());
    let step = world.step();
    let trace = world.trace.take().map(|trace| *trace).unwrap_or_default();
    let step = step?;
    let Trace { candidates, overlaps, near } = trace;
    let told = [step.began(), step.stayed(), step.ended(), step.grazes()];
    let [began, stayed, ended, grazes] = told.map(<[Hit]>::to_vec);
    let recorded = Recorded {
        number: step.number(),
        before,
        candidates,
        hits: [overlaps, near, began, stayed, ended, grazes],
        bodies: [step.left(), step.entered(), step.despawned()].map(<[Handle]>::to_vec),
        after: world.hash(),
    };
    Ok((step, recorded))
}

impl Recorded {
    fn write(&self, out: &mut Writer) {
        out.number(self.number);
        out.hash(self.before);
        out.list(&self.candidates, |out, pair| pair.iter().for_each(|&body| out.handle(body)));
        for list in &self.hits {
            out.list(list, |out, hit| {
                out.handle(hit.a);
                out.handle(hit.b);
                hit.regions.iter().for_each(|&region| out.byte(region));
                hit.layers.iter().for_each(|&layers| out.number(layers.into()));
            });
        }
        self.bodies.iter().for_each(|list| out.list(list, Writer::handle));
        out.hash(self.after);
        if self.hits.iter().flatten().any(|hit| hit.t().is_some()) {
            self.hits.iter().for_each(|list| write_times(out, list));
        }
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Recorded> {
        let (number, before) = (bytes.number()?, bytes.hash()?);
        let candidates = bytes.pairs(|bytes| Ok([bytes.handle()?, bytes.handle()?]))?;
        let hits = |bytes: &mut Reader<'_>| {
            bytes.pairs(|bytes| {
                let (a, b) = (bytes.handle()?, bytes.handle()?);
                let regions = [bytes.byte()?, bytes.byte()?];
                let layers = [bytes.small()?, bytes.small()?];
                Ok(Hit::from_parts([a, b], regions, layers, None))
            })
        };
        let mut hits = [hits(bytes)?, hits(bytes)?, hits(bytes)?, hits(bytes)?, hits(bytes)?, hits(bytes)?];
        let bodies =
            [bytes.things(Reader::handle)?, bytes.things(Reader::handle)?, bytes.things(Reader::handle)?];
        let after = bytes.hash()?;
        if !bytes.is_done() {
            hits.iter_mut().try_for_each(|list| read_times(bytes, list))?;
        }
        if !bytes.is_done() {
            return Err(bytes.wrong("extra bytes after the step"));
        }
        Ok(Recorded { number, before, candidates, hits, bodies, after })
    }
}

fn write_times(out: &mut Writer, hits: &[Hit]) {
    let timed: Vec<(usize, f64)> =
        hits.iter().enumerate().filter_map(|(k, hit)| Some((k, hit.t()?))).collect();
    write_rising(out, &timed.iter().map(|&(k, _)| k).collect::<Vec<_>>());
    timed.iter().for_each(|&(_, t)| out.float(t));
}

fn read_times(bytes: &mut Reader<'_>, hits: &mut [Hit]) -> Result<()> {
    for k in read_rising(bytes, hits.len())? {
        let t = bytes.float()?;
        if !(0.0..=1.0).contains(&t) {
            return Err(bytes.wrong("a time outside the step"));
        }
        hits[k].time = Time::at(t);
    }
    Ok(())
}

/// A recording that was read: see [`Recorder`]. Clones share its memory.
#[derive(Debug, Clone)]
pub struct Recording {
    bytes: Arc<Vec<u8>>,
    steps: Arc<[Range<usize>]>,
    cut: usize,
    ceilings: Ceilings,
}

/// The bytes of the shortest step: the kind, an empty state with its length, the step's number, two hashes, and ten
/// lists.
const LEAST_STEP: u32 = 1 + 1 + 1 + 2 * 8 + 10;

/// Returns the range of the next step's bytes; `None` at the end, or if the rest is shorter than a step.
fn next_step(reader: &mut Reader<'_>, version: u32, step: u32) -> Result<Option<Range<usize>>> {
    let words = if version == 1 { 1 } else { 3 };
    if reader.left() < 4 * words {
        return Ok(None);
    }
    let damaged = reader.wrong("a damaged step");
    let mut read = [0; 3];
    for word in &mut read[..words] {
        *word = reader.length()?;
    }
    let [length, sum, _] = read;
    if version > 1 && read != head(version, step, length, sum) {
        return Err(damaged);
    }
    if length < LEAST_STEP {
        return Err(damaged);
    }
    let from = reader.position();
    let length = length as usize;
    if reader.left() < length {
        return Ok(None);
    }
    let bytes = reader.take(length)?;
    if version > 1 && crc(bytes) != sum {
        return Err(damaged);
    }
    Ok(Some(from..from + length))
}

impl Recording {
    /// The first bytes of every recording.
    pub const MAGIC: &[u8] = b"kasurirc";

    /// Reads the bytes of a file. Their structure is checked now, the content of the steps when they are replayed.
    ///
    /// ```
    /// use kasuri::Recording;
    /// let refused = Recording::new(*b"kasurirc\x07\0\0\0").unwrap_err();
    /// assert_eq!(refused.to_string(), "the recording has version 7; this library reads versions 1 to 3");
    /// ```
    pub fn new(bytes: impl Into<Vec<u8>>) -> Result<Recording> {
        let bytes = bytes.into();
        let mut reader = Reader::new(&bytes, 0);
        if reader.take(Recording::MAGIC.len()).ok() != Some(Recording::MAGIC) {
            return Err(Cause::Recording { byte: 0, what: "no recording header" }.error());
        }
        let version = reader.length()?;
        if !(OLDEST..=VERSION).contains(&version) {
            return Err(Cause::RecordingVersion { found: version, oldest: OLDEST, newest: VERSION }.error());
        }
        let mut steps = Vec::new();
        let mut whole = reader.position();
        while let Some(step) = next_step(&mut reader, version, steps.len() as u32)? {
            whole = step.end;
            steps.push(step);
        }
        let cut = bytes.len() - whole;
        Ok(Recording { bytes: bytes.into(), steps: steps.into(), cut, ceilings: Ceilings::default() })
    }

    /// Sets the ceilings on what each step may cost in a replay: bodies, pairs and work. A step beyond them is an
    /// [`ErrorKind::Ceiling`](crate::ErrorKind::Ceiling). See [`Ceilings`] for an example.
    #[must_use]
    pub fn within(self, ceilings: Ceilings) -> Recording {
        Recording { ceilings, ..self }
    }

    /// Returns the ceilings on each step.
    pub fn ceilings(&self) -> Ceilings {
        self.ceilings
    }

    /// Returns the number of steps.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are no steps.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns how many bytes at the end are less than a step and are ignored. It is 0 unless the writer was
    /// interrupted.
    pub fn cut(&self) -> usize {
        self.cut
    }

    /// Returns a replay from the beginning.
    pub fn replay(&self) -> Replay {
        Replay::of(self.clone())
    }

    /// Reads one step: whether it has the whole world, the bytes of its state, and what was recorded.
    fn step(&self, k: usize) -> Result<(bool, Reader<'_>, Recorded)> {
        let range = self.steps[k].clone();
        let mut reader = Reader::new(&self.bytes[range.clone()], range.start).within(self.ceilings, 0);
        let is_whole = reader.choice(2)? == 1;
        let length = reader.count()?;
        let from = reader.position();
        let state = Reader::new(reader.take(length)?, from);
        Ok((is_whole, state, Recorded::read(&mut reader)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::random::Random;
    use crate::{Body, Region, Shape};

    /// Returns how many random inputs a test tries: a million in the long mode.
    pub(super) fn rounds(few: u32) -> u32 {
        if std::env::var_os("KASURI_LONG").is_some() { 1_000_000 } else { few }
    }

    /// Returns a world with bodies and rules of all kinds, and its bodies.
    pub(super) fn busy() -> (World, Vec<Handle>) {
        let mut world = World::builder().bounds([-40.0, -40.0], [40.0, 40.0]).threads(1).build().unwrap();
        let mask = Arc::new(crate::Mask::from_rows(&["##.", "###", ".##"]).unwrap());
        let body = |k: usize| match k % 6 {
            0 => Body::circle(2.0).graze(4.0).cooldown(3),
            1 => Body::sprite(&mask).turned(k as f64).max_hits(3),
            2 => Body::rect([3.0, 1.0]).region(Region::new("core", Shape::point())),
            3 => Body::polygon(&[[0.0, 0.0], [4.0, 1.0], [1.0, 1.0], [1.0, 4.0]]).data(k as u64),
            4 => Body::circle(1.0).swept().one_way([1.0, 2.0]),
            _ => Body::sprite(&mask).despawn_beyond(9.0).sensor(),
        };
        let place = |k: usize| [(k % 5) as f64 * 2.0, (k / 5) as f64];
        let bodies = world.spawn_many(24, |k| body(k).at(place(k))).unwrap();
        (world, bodies)
    }

    /// Returns a recording of steps between which bodies move, turn, come and go.
    fn real_bytes() -> Vec<u8> {
        let (mut world, bodies) = busy();
        let mut recorder = Recorder::new();
        for step in 0..4 {
            for (k, &body) in bodies.iter().enumerate().filter(|(k, _)| (k + step) % 3 == 0) {
                if !world.contains(body) {
                    continue;
                }
                let at = [(k % 7) as f64 * 1.5 - step as f64, (k * step % 9) as f64];
                world.edit(body).position(at).unwrap().angle(step as f64).unwrap();
            }
            let _ = world.remove(bodies[5 * step]);
            world.spawn(Body::circle(1.0 + step as f64).data(9)).unwrap();
            recorder.step(&mut world).unwrap();
        }
        recorder.into_bytes()
    }

    /// Makes the checksums of all steps match their bytes.
    fn seal(bytes: &mut [u8]) {
        let (mut at, mut step) = (12, 0);
        while at < bytes.len() {
            let word =
                |bytes: &[u8]| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
            let length = word(bytes);
            let end = at + 12 + length as usize;
            let words = head(VERSION, step, length, crc(&bytes[at + 12..end])).map(u32::to_le_bytes);
            bytes[at..at + 12].copy_from_slice(words.as_flattened());
            (at, step) = (end, step + 1);
        }
    }

    /// Returns where the bytes of the steps are, without their heads.
    fn inner(bytes: &[u8]) -> Vec<usize> {
        Recording::new(bytes).unwrap().steps.iter().cloned().flatten().collect()
    }

    /// Returns whether all steps could be replayed.
    fn is_replayed(bytes: Vec<u8>) -> bool {
        let Ok(recording) = Recording::new(bytes) else { return false };
        let mut replay = recording.replay();
        loop {
            match replay.step() {
                Ok(Some(_)) => {}
                Ok(None) => return true,
                Err(_) => return false,
            }
        }
    }

    /// Changed bytes with matching checksums are either refused, or replayed.
    #[test]
    fn changed_bytes_are_refused_or_replayed() {
        let (bytes, mut random, mut replayed, rounds) = (real_bytes(), Random::new(6), 0, rounds(5_000));
        let inner = inner(&bytes);
        let mut sealed = bytes.clone();
        seal(&mut sealed);
        assert!(sealed == bytes && is_replayed(sealed));
        for _ in 0..rounds {
            let mut changed = bytes.clone();
            for _ in 0..1 + random.below(3) {
                changed[inner[random.below(inner.len() as i32) as usize]] ^= 1 << random.below(8);
            }
            seal(&mut changed);
            replayed += u32::from(is_replayed(changed));
        }
        println!("{replayed} of {rounds} were replayed");
        assert!(replayed > rounds / 100 && replayed < rounds, "{replayed} of {rounds} were replayed");
    }

    /// Replays a recording within ceilings; returns the world's hash after the last step.
    fn replayed(bytes: &[u8], ceilings: Ceilings) -> Result<u64> {
        let mut replay = Recording::new(bytes)?.within(ceilings).replay();
        while replay.step()?.is_some() {}
        assert_eq!(replay.difference(), None);
        Ok(replay.world().hash())
    }

    /// A ceiling that is reached anywhere in a replay is an error, and one that is not reached changes nothing.
    #[test]
    fn a_replay_may_end_at_any_ceiling() {
        let bytes = real_bytes();
        let hash = replayed(&bytes, Ceilings::NONE).unwrap();
        let kinds: [fn(u64) -> Ceilings; 3] = [
            |most| Ceilings::NONE.work(most),
            |most| Ceilings::NONE.pairs(most),
            |most| Ceilings::NONE.bodies(most),
        ];
        for within in kinds {
            let enough = (0..).find(|&most| replayed(&bytes, within(most)).is_ok()).unwrap();
            assert!(enough > 20, "{enough}");
            for most in 0..enough {
                let refused = replayed(&bytes, within(most)).unwrap_err();
                assert_eq!(refused.kind(), crate::ErrorKind::Ceiling, "{most} of {enough}: {refused}");
            }
            assert_eq!(replayed(&bytes, within(enough)), Ok(hash));
        }
    }

    /// The first difference names a body that has another handle in the second recording, and a body that left, entered
    /// or was despawned in one of the two.
    #[test]
    fn a_difference_names_the_bodies() {
        let record = |is_new: bool| {
            let (mut world, mut recorder) = (World::new(), Recorder::new());
            let first = world.spawn(Body::circle(1.0)).unwrap();
            if is_new {
                world.remove(first).unwrap();
                world.spawn(Body::circle(1.0)).unwrap();
            }
            recorder.step(&mut world).unwrap();
            Recording::new(recorder.into_bytes()).unwrap()
        };
        let (old, new) = (record(false), record(true));
        let [a, b] = [&old, &new].map(|recording| {
            let mut replay = recording.replay();
            replay.step().unwrap();
            replay.world().bodies().next().unwrap()
        });
        assert_ne!(a, b);
        let difference = old.first_difference(&new).unwrap().unwrap();
        let told = format!("body {a} of the first is {b} in the second");
        assert!(difference.to_string().contains(&told), "{difference}");

        for (k, name) in ["left", "entered", "despawned"].iter().enumerate() {
            let mut one = Recorded::default();
            one.bodies[k].push(a);
            for (first, second, side) in
                [(&one, &Recorded::default(), "first"), (&Recorded::default(), &one, "second")]
            {
                let difference = first.differs(second).unwrap();
                assert_eq!(difference.pass, Pass::Events);
                let told = format!("{name}, {a} is in the {side} only");
                assert!(difference.to_string().contains(&told), "{difference}");
            }
        }
    }

    /// A recording cannot begin with changes to a world that it does not contain.
    #[test]
    fn changes_need_a_world_before_them() {
        let mut bytes = real_bytes();
        let first = inner(&bytes)[0];
        assert_eq!(bytes[first], 1, "the first step contains the whole world");
        bytes[first] = 0;
        seal(&mut bytes);
        let refused = Recording::new(bytes).unwrap().replay().step().unwrap_err();
        let Cause::Recording { what, .. } = *refused.cause() else { panic!("{refused}") };
        assert_eq!(what, "changes without a world before them");
    }
}

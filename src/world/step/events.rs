//! The answer of a step: which hits began, stayed and ended, and which bodies grazed, in order (SPEC 6).

use std::hash::{Hash, Hasher};
use std::hint::select_unpredictable;
use std::sync::Arc;

use crate::cpu::HitKey;
use crate::threads::{Threads, take};
#[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
use crate::world::step::check::Disagreement;
use crate::world::step::difference::{KeyRange, difference};
use crate::world::step::on_way::SweptOverlap;
use crate::world::step::report::Report;
use crate::world::table::handle::Handle;
use crate::world::table::rows::{Info, Rows};

/// Two bodies that overlap or graze; `a` was spawned before `b`. Two hits are equal if they are of the same pair, at the
/// same time; [`data`](Hit::data) is not compared.
///
/// ```
/// use kasuri::{Body, World};
/// let mut world = World::new();
/// let [a, b] = [0.0, 4.0].map(|x| world.spawn(Body::circle(3.0).at([x, 0.0])));
/// let (a, b) = (a?, b?);
/// let hit = world.step()?.began()[0];
/// assert_eq!((hit.a, hit.b, hit.other(a)), (a, b, Some(b)));
/// assert!(hit.involves(b) && hit.regions == [0, 0]);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Hit {
    /// The body that was spawned first.
    pub a: Handle,
    /// The body that was spawned later.
    pub b: Handle,
    /// The region of each body: 0 is the body itself, and its regions count from 1 in the order they were given.
    pub regions: [u8; 2],
    /// The layers that the regions were on.
    pub(in crate::world) layers: [u32; 2],
    /// When the two first overlapped, if the pair was decided along the paths of its bodies.
    pub(in crate::world) time: Time,
    /// The data of the two bodies, each as its low and its high half: a hit then needs no padding.
    data: [[u32; 2]; 2],
}

impl PartialEq for Hit {
    fn eq(&self, other: &Hit) -> bool {
        self.identity() == other.identity()
    }
}

impl Eq for Hit {}

impl Hash for Hit {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.identity().hash(state);
    }
}

/// A time in a step from 0 to 1, or none. It is stored as bits, so that hits can be compared and hashed bit by bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(in crate::world) struct Time([u32; 2]);

impl Time {
    pub(in crate::world) const NONE: Time = Time([u32::MAX; 2]);

    pub(in crate::world) fn at(t: f64) -> Time {
        Time([t.to_bits() as u32, (t.to_bits() >> 32) as u32])
    }

    pub(in crate::world) fn get(self) -> Option<f64> {
        let t = f64::from_bits(u64::from(self.0[0]) | u64::from(self.0[1]) << 32);
        (!t.is_nan()).then_some(t)
    }
}

impl std::fmt::Debug for Time {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.get().fmt(f)
    }
}

impl Hit {
    fn identity(&self) -> ([Handle; 2], [u8; 2], [u32; 2], Time) {
        ([self.a, self.b], self.regions, self.layers, self.time)
    }

    /// Returns the [data](crate::Body::data) of `a` and `b`, also of a body that was removed: what the game stored with
    /// a bullet is still known when its hit ends.
    ///
    /// A [recording](crate::record) does not contain the data of removed bodies: in a replay it may be 0 or older.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::circle(3.0).data(7))?;
    /// let shot = world.spawn(Body::circle(1.0).data(250))?;
    /// assert_eq!(world.step()?.began()[0].data(), [7, 250]);
    /// world.remove(shot)?;
    /// assert_eq!(world.step()?.ended()[0].data(), [7, 250]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn data(&self) -> [u64; 2] {
        self.data.map(|[low, high]| u64::from(low) | u64::from(high) << 32)
    }

    /// Whether the body is one of the two.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let bodies = world.spawn_many(2, |_| Body::circle(3.0))?;
    /// let step = world.step()?;
    /// assert!(step.began()[0].involves(bodies[1]));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn involves(&self, body: Handle) -> bool {
        self.a == body || self.b == body
    }

    /// Returns the other body of the two; `None` if `body` is not one of them.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let bodies = world.spawn_many(2, |_| Body::circle(3.0))?;
    /// let step = world.step()?;
    /// assert_eq!(step.began()[0].other(bodies[0]), Some(bodies[1]));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn other(&self, body: Handle) -> Option<Handle> {
        match body {
            body if body == self.a => Some(self.b),
            body if body == self.b => Some(self.a),
            _ => None,
        }
    }

    /// Returns when the two first overlapped: 0 is their positions after the last step, 1 their positions now.
    ///
    /// It is `None` if neither body is [swept](crate::Body::swept), and for a hit that has ended.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::rect([1.0, 50.0]).at([41.0, 0.0]))?;
    /// let shot = world.spawn(Body::point().swept())?;
    /// world.edit(shot).position([80.0, 0.0])?;
    /// assert_eq!(world.step()?.began()[0].t(), Some(0.5));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[doc(alias("time of impact", "TOI"))]
    pub fn t(&self) -> Option<f64> {
        self.time.get()
    }

    /// Returns the layers that the regions of `a` and `b` were on.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn_many(2, |k| Body::circle(3.0).layer(1 << k))?;
    /// assert_eq!(world.step()?.began()[0].layers(), [1, 2]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn layers(&self) -> [u32; 2] {
        self.layers
    }

    /// Creates a hit from the values of its getters, for callers that store hits as plain data and query a world
    /// about them later.
    ///
    /// Its [`data`](Hit::data) is 0. Nothing is checked here: if the hit names something that does not exist, such as a
    /// removed body, the query returns an error.
    ///
    /// ```
    /// use kasuri::{Body, Hit, World};
    /// let mut world = World::new();
    /// world.spawn_many(2, |k| Body::circle(5.0).at([8.0 * k as f64, 0.0]))?;
    /// let hit = world.step()?.began()[0];
    /// let kept = ([hit.a, hit.b], hit.regions, hit.layers(), hit.t());
    /// let again = Hit::from_parts(kept.0, kept.1, kept.2, kept.3);
    /// assert_eq!(again, hit);
    /// assert_eq!(world.contact(&again)?.map(|contact| contact.depth), Some(2.0));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn from_parts(bodies: [Handle; 2], regions: [u8; 2], layers: [u32; 2], t: Option<f64>) -> Hit {
        let [a, b] = bodies;
        Hit { a, b, regions, layers, time: t.map_or(Time::NONE, Time::at), data: [[0; 2]; 2] }
    }

    /// Returns the same hit with the body on the layers `a` first; `None` if the hit is not between the two sets of
    /// layers.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let shot = world.spawn(Body::point().layer(2))?;
    /// let ship = world.spawn(Body::point().layer(1))?;
    /// let hit = world.step()?.began()[0];
    /// assert_eq!(hit.between(1, 2).map(|hit| (hit.a, hit.b)), Some((ship, shot)));
    /// assert_eq!(hit.between(1, 4), None);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn between(&self, a: u32, b: u32) -> Option<Hit> {
        let [on_a, on_b] = self.layers;
        if on_a & a != 0 && on_b & b != 0 {
            Some(*self)
        } else if on_b & a != 0 && on_a & b != 0 {
            let ([ra, rb], [la, lb], [da, db]) = (self.regions, self.layers, self.data);
            let (a, b) = (self.b, self.a);
            Some(Hit { a, b, regions: [rb, ra], layers: [lb, la], time: self.time, data: [db, da] })
        } else {
            None
        }
    }

    #[inline(always)]
    pub(in crate::world) fn of(key: HitKey, info: &Info<'_>) -> Hit {
        Hit::on(info.layers(key), key, info)
    }

    /// Makes a hit of bodies that were on these layers.
    #[inline(always)]
    pub(in crate::world) fn on(layers: [u32; 2], key: HitKey, info: &Info<'_>) -> Hit {
        let [a, b] = info.handles(key);
        let data = info.data(key).map(|data| [data as u32, (data >> 32) as u32]);
        Hit { a, b, regions: key.regions, layers, time: Time::NONE, data }
    }
}

/// The answer of a step. It stays valid as long as it is kept, even if the world changes.
///
/// ```
/// use kasuri::{Body, World};
/// let mut world = World::new();
/// let wall = world.spawn(Body::rect([8.0, 8.0]))?;
/// let ball = world.spawn(Body::circle(3.0).at([10.0, 0.0]))?;
/// let step = world.step()?;
/// assert_eq!((step.began().len(), step.began()[0].a, step.began()[0].b), (1, wall, ball));
/// for hit in step.began() {
///     world.remove(hit.b)?;
/// }
/// assert_eq!(world.step()?.ended().len(), 1);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Step(pub(in crate::world) Arc<Events>);

/// The lists of a step.
#[derive(Debug, Clone, Default)]
pub(in crate::world) struct Events {
    /// The hits that began, then the hits that stayed, in one list: together they are all hits.
    pub(in crate::world) now: Vec<Hit>,
    /// The number of hits that began.
    pub(in crate::world) new: usize,
    pub(in crate::world) ended: Vec<Hit>,
    pub(in crate::world) grazes: Vec<Hit>,
    pub(in crate::world) left: Vec<Handle>,
    pub(in crate::world) entered: Vec<Handle>,
    pub(in crate::world) despawned: Vec<Handle>,
    /// For each hit, in the order of all hits, whether it began in this step.
    pub(in crate::world) is_new: Vec<bool>,
    #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
    pub(in crate::world) disagreements: Vec<Disagreement>,
    /// Scratch: the indices of the last step's hits that ended, and an old list of hits to write the next ones over.
    gone: Vec<u32>,
    old: Vec<Hit>,
    /// Scratch: the layers of the last step's hits.
    old_layers: Vec<[u32; 2]>,
    pub(in crate::world) report: Report,
}

impl Step {
    /// Returns the number of this step; the first step is 1.
    ///
    /// ```
    /// use kasuri::World;
    /// let mut world = World::new();
    /// assert_eq!((world.step()?.number(), world.step()?.number()), (1, 2));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn number(&self) -> u64 {
        self.0.report.step
    }

    /// Returns the hits that overlap now and did not after the last step.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let bodies = world.spawn_many(2, |_| Body::circle(3.0))?;
    /// let step = world.step()?;
    /// assert_eq!((step.began()[0].a, step.began()[0].b), (bodies[0], bodies[1]));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn began(&self) -> &[Hit] {
        &self.0.now[..self.0.new]
    }

    /// Returns the hits that overlap now and also did after the last step.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn_many(2, |_| Body::circle(3.0))?;
    /// world.step()?;
    /// assert_eq!(world.step()?.stayed().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn stayed(&self) -> &[Hit] {
        &self.0.now[self.0.new..]
    }

    /// Returns the hits that overlapped after the last step and do not now, also because a body was removed.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let bodies = world.spawn_many(2, |_| Body::circle(3.0))?;
    /// let step = world.step()?;
    /// world.remove(bodies[1])?;
    /// assert_eq!(world.step()?.ended()[0].b, bodies[1]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn ended(&self) -> &[Hit] {
        &self.0.ended
    }

    /// Returns the grazes: for each pair of bodies, the first near miss within the margin.
    ///
    /// The rules do not count here: invulnerable bodies graze too. So does a bullet that hit before and then moved out
    /// again.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn_many(2, |k| Body::circle(3.0).at([8.0 * k as f64, 0.0]).graze(2.0))?;
    /// assert_eq!(world.step()?.grazes().len(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn grazes(&self) -> &[Hit] {
        &self.0.grazes
    }

    /// Returns all hits that overlap now, whether they are new or not.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn_many(3, |_| Body::circle(3.0))?;
    /// assert_eq!(world.step()?.hits().count(), 3);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn hits(&self) -> impl Iterator<Item = &Hit> {
        self.0.hits()
    }

    /// Returns the hits between two sets of layers, new and old ones; in each hit, the body on the layers `a` comes
    /// first. Grazes are not among them.
    ///
    /// For new hits only, call [`Hit::between`] on [`began`](Step::began):
    /// `step.began().iter().filter_map(|hit| hit.between(PLAYER, BULLET))`.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// const PLAYER: u32 = 1;
    /// const BULLET: u32 = 2;
    /// let mut world = World::new();
    /// let shot = world.spawn(Body::circle(3.0).layer(BULLET).against(PLAYER))?;
    /// let ship = world.spawn(Body::rect([4.0, 4.0]).layer(PLAYER))?;
    /// let step = world.step()?;
    /// assert!(step.between(PLAYER, BULLET).all(|hit| (hit.a, hit.b) == (ship, shot)));
    /// # assert_eq!(step.between(PLAYER, BULLET).count(), 1);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn between(&self, a: u32, b: u32) -> impl Iterator<Item = Hit> {
        self.hits().filter_map(move |hit| hit.between(a, b))
    }

    /// Returns the bodies that left the world's bounds in this step: no part of them is inside any more.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::builder().bounds([0.0, 0.0], [320.0, 240.0]).build()?;
    /// let ball = world.spawn(Body::circle(3.0))?;
    /// world.edit(ball).position([-4.0, 0.0])?;
    /// assert_eq!(world.step()?.left(), [ball]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn left(&self) -> &[Handle] {
        &self.0.left
    }

    /// Returns the bodies that entered the world's bounds in this step.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::builder().bounds([0.0, 0.0], [320.0, 240.0]).build()?;
    /// let ball = world.spawn(Body::circle(3.0).at([-4.0, 0.0]))?;
    /// world.edit(ball).position([-3.0, 0.0])?;
    /// assert_eq!(world.step()?.entered(), [ball]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn entered(&self) -> &[Handle] {
        &self.0.entered
    }

    /// Returns the bodies that this step removed because they were too far outside the bounds.
    ///
    /// They have no hits in this step, not even on the path of a swept body. To keep such hits, use a larger margin, or
    /// remove the bodies yourself after the step.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::builder().bounds([0.0, 0.0], [320.0, 240.0]).build()?;
    /// let shot = world.spawn(Body::circle(3.0).at([-9.0, 0.0]).despawn_beyond(0.0))?;
    /// assert_eq!(world.step()?.despawned(), [shot]);
    /// assert!(!world.contains(shot));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn despawned(&self) -> &[Handle] {
        &self.0.despawned
    }

    /// Returns the pairs of this step on which the plain reference does not agree, if the world
    /// [checks](crate::world::WorldBuilder::check_one_in) some. There should never be one.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::builder().check_one_in(1).build()?;
    /// world.spawn_many(2, |_| Body::circle(3.0))?;
    /// assert!(world.step()?.disagreements().is_empty());
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
    pub fn disagreements(&self) -> &[Disagreement] {
        &self.0.disagreements
    }

    /// Returns how long the step took and how much it processed.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// let bodies = world.spawn_many(2, |_| Body::circle(3.0))?;
    /// let step = world.step()?;
    /// assert_eq!(step.report().bodies, 2);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn report(&self) -> &Report {
        &self.0.report
    }
}

/// The number of keys that is worth a thread.
const ENOUGH: usize = 1 << 12;

impl Events {
    pub(in crate::world) fn clear(&mut self) {
        let Events {
            now,
            new,
            ended,
            grazes,
            left,
            entered,
            despawned,
            is_new,
            #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
            disagreements,
            gone: _,
            old,
            old_layers: _,
            report,
        } = self;
        if now.len() >= old.len() {
            std::mem::swap(now, old);
        }
        for list in [now, ended, grazes] {
            list.clear();
        }
        for list in [left, entered, despawned] {
            list.clear();
        }
        is_new.clear();
        #[cfg(all(feature = "scene", not(target_arch = "wasm32")))]
        disagreements.clear();
        *new = 0;
        *report = Report::default();
    }

    /// Returns all hits in order; new and old hits are mixed.
    fn hits(&self) -> impl Iterator<Item = &Hit> {
        let (began, stayed) = self.now.split_at(self.new);
        let (mut began, mut stayed) = (began.iter(), stayed.iter());
        self.is_new.iter().filter_map(move |&is_new| if is_new { began.next() } else { stayed.next() })
    }

    /// Compares the hits of two steps, both in order. `layers` contains the layers of the last hits, and those of
    /// this step's hits afterwards.
    pub(in crate::world) fn compare(
        &mut self,
        threads: &Threads,
        rows: &Rows,
        last: &[HitKey],
        layers: &mut Vec<[u32; 2]>,
        now: &[HitKey],
    ) {
        self.is_new.resize(now.len(), true);
        self.gone.resize(last.len(), 0);
        let parts = threads.parts(now.len().max(last.len()), ENOUGH);
        if parts > 1 {
            return self.compare_in_parts(threads, parts, rows, (last, now), layers);
        }
        let gone = difference(last, now, &mut self.is_new, &mut self.gone);
        let gone = self.gone[..gone].iter().map(|&k| k as usize);
        let info = rows.info();
        self.ended.extend(gone.map(|k| Hit::on(layers[k], last[k], &info)));
        self.part(&info, layers, now);
    }

    /// Does the same by ranges of keys, which threads share.
    fn compare_in_parts(
        &mut self,
        threads: &Threads,
        parts: usize,
        rows: &Rows,
        (last, now): (&[HitKey], &[HitKey]),
        layers: &mut Vec<[u32; 2]>,
    ) {
        let Events { now: hits, new, ended, is_new, gone, old, old_layers, .. } = self;
        std::mem::swap(layers, old_layers);
        layers.resize(now.len(), [0; 2]);
        let mut ranges = KeyRange::cut(parts, (last, now), old_layers, (is_new, gone));
        threads.each(&mut ranges, |_, range| range.compare());
        let [all_new, all_gone] =
            ranges.iter().fold([0; 2], |sum, range| [sum[0] + range.new, sum[1] + range.ends]);
        *new = all_new;
        std::mem::swap(hits, old);
        // Every entry is written below.
        let nothing = now.first().or(last.first()).map(|&key| Hit::of(key, &rows.info()));
        let Some(nothing) = nothing else { return };
        hits.resize(now.len(), nothing);
        ended.resize(all_gone, nothing);
        let (mut began, mut stayed) = hits.split_at_mut(all_new);
        let (mut ended, mut layers) = (&mut ended[..], &mut layers[..]);
        let mut told: Vec<_> = ranges
            .iter()
            .map(|range| {
                let began = take(&mut began, range.new);
                let stayed = take(&mut stayed, range.now.len() - range.new);
                (range, began, stayed, take(&mut ended, range.ends), take(&mut layers, range.now.len()))
            })
            .collect();
        threads.each(&mut told, |_, (range, began, stayed, ended, layers)| {
            let info = rows.info();
            range.tell_ended(&info, ended);
            range.tell(&info, [began, stayed], layers);
        });
    }

    /// Writes the times of swept pairs (`on_way`) into their hits; both lists are in order.
    pub(in crate::world) fn note_times(&mut self, now: &[HitKey], on_way: &[SweptOverlap]) {
        let (mut next, mut met) = ([self.new, 0], on_way.iter().peekable());
        for (key, &is_new) in now.iter().zip(&self.is_new) {
            let next = &mut next[usize::from(is_new)];
            while met.next_if(|met| met.key < *key).is_some() {}
            if let Some(met) = met.next_if(|met| met.key == *key) {
                self.now[*next].time = Time::at(met.t);
            }
            *next += 1;
        }
    }

    /// Puts the hits that began before those that stayed. It does not branch on this, because no branch predictor
    /// could guess it.
    #[inline(never)]
    fn part(&mut self, info: &Info<'_>, layers: &mut Vec<[u32; 2]>, now: &[HitKey]) {
        layers.clear();
        let Some(&first) = now.first() else { return };
        self.new = self.is_new.iter().map(|&is_new| usize::from(is_new)).sum();
        // Most entries of the old list are there already, and every entry is written below.
        let mut hits = std::mem::take(&mut self.old);
        hits.reserve(now.len().next_power_of_two().saturating_sub(hits.len()));
        hits.resize(now.len(), Hit::of(first, info));
        layers.resize(now.len(), [0; 2]);
        let (mut next_new, mut next_old) = (0, self.new);
        for ((&key, &is_new), layers) in now.iter().zip(&self.is_new).zip(layers) {
            *layers = info.layers(key);
            hits[select_unpredictable(is_new, next_new, next_old)] = Hit::on(*layers, key, info);
            next_new += usize::from(is_new);
            next_old += usize::from(!is_new);
        }
        self.old = std::mem::replace(&mut self.now, hits);
    }
}

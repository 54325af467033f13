//! What a step tells: which hits began, stayed and ended, and which bodies grazed, in order (SPEC 6).

use std::sync::Arc;

use crate::world::difference::difference;
use crate::world::handle::Handle;
use crate::world::on_way::Met;
use crate::world::report::Report;
use crate::world::rows::Rows;
use crate::world::rules::Key;

/// Two bodies that overlap, or graze: `a` was spawned before `b`.
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hit {
    /// The earlier body.
    pub a: Handle,
    /// The later body.
    pub b: Handle,
    /// Which region of each: 0 is the body itself, its regions count from 1 in the order they were given.
    pub regions: [u8; 2],
    /// The layers that the regions were on.
    pub(super) layers: [u32; 2],
    /// When they met, where it was on the way.
    pub(super) time: Time,
}

/// A time in a step, 0 to 1, or none: its bits, so that hits are compared and hashed as they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Time([u32; 2]);

impl Time {
    pub(super) const NONE: Time = Time([u32::MAX; 2]);

    pub(super) fn at(t: f64) -> Time {
        Time([t.to_bits() as u32, (t.to_bits() >> 32) as u32])
    }

    pub(super) fn get(self) -> Option<f64> {
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
    /// Whether a body is one of the two.
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

    /// The other of the two.
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

    /// When the two met: 0 is where they stood after the step before, 1 where they stand now. `None` where none of the two is
    /// [swept](crate::Body::swept), and where the hit ended.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::new();
    /// world.spawn(Body::rect([1.0, 50.0]).at([41.0, 0.0]))?;
    /// let shot = world.spawn(Body::point().swept())?;
    /// world.set_position(shot, [80.0, 0.0])?;
    /// assert_eq!(world.step()?.began()[0].t(), Some(0.5));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn t(&self) -> Option<f64> {
        self.time.get()
    }

    /// The layers that the regions of `a` and `b` were on.
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

    /// A hit of what its getters tell, for those who keep hits as plain data and ask a world about them later. What a hit
    /// names that there is not, such as a body that is gone, is refused when the world is asked.
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
        Hit { a, b, regions, layers, time: t.map_or(Time::NONE, Time::at) }
    }

    /// The same hit, with the one on the layers `a` first; `None` where it is not between the two.
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
            let ([ra, rb], [la, lb]) = (self.regions, self.layers);
            Some(Hit { a: self.b, b: self.a, regions: [rb, ra], layers: [lb, la], time: self.time })
        } else {
            None
        }
    }

    pub(super) fn of(key: Key, rows: &Rows, layers: [u32; 2]) -> Hit {
        let [a, b] = key.pair().map(|row| rows.handles[row as usize]);
        Hit { a, b, regions: key.regions, layers, time: Time::NONE }
    }
}

/// A step's answer. It is kept as long as it is held: the world may change meanwhile.
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
pub struct Step(pub(super) Arc<Events>);

/// The lists of a step.
#[derive(Debug, Clone, Default)]
pub(super) struct Events {
    /// What began and then what stayed, in one list: together they are no more than all hits.
    pub(super) now: Vec<Hit>,
    /// How many began.
    pub(super) new: usize,
    pub(super) ended: Vec<Hit>,
    pub(super) grazes: Vec<Hit>,
    pub(super) left: Vec<Handle>,
    pub(super) entered: Vec<Handle>,
    pub(super) despawned: Vec<Handle>,
    /// Where each of `began` and `stayed` stands among all hits.
    pub(super) is_new: Vec<bool>,
    /// Scratch: which of the last step's hits ended.
    gone: Vec<u32>,
    pub(super) report: Report,
}

impl Step {
    /// Which step this is; the first is 1.
    ///
    /// ```
    /// use kasuri::{World};
    /// let mut world = World::new();
    /// assert_eq!((world.step()?.number(), world.step()?.number()), (1, 2));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn number(&self) -> u64 {
        self.0.report.step
    }

    /// What overlaps now and did not after the last step.
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

    /// What overlaps now and did before.
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

    /// What overlapped after the last step and does no more, also because a body was removed.
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

    /// Near misses: a pair's first within the margin.
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

    /// All that overlaps now, whether new or not.
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

    /// The hits between two sets of layers, the one on the first set first in each.
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

    /// Bodies that went out of the world's bounds with this step: nothing of them is inside any more.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::builder().bounds([0.0, 0.0], [320.0, 240.0]).build()?;
    /// let ball = world.spawn(Body::circle(3.0))?;
    /// world.set_position(ball, [-4.0, 0.0])?;
    /// assert_eq!(world.step()?.left(), [ball]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn left(&self) -> &[Handle] {
        &self.0.left
    }

    /// Bodies that came into the world's bounds with this step.
    ///
    /// ```
    /// use kasuri::{Body, World};
    /// let mut world = World::builder().bounds([0.0, 0.0], [320.0, 240.0]).build()?;
    /// let ball = world.spawn(Body::circle(3.0).at([-4.0, 0.0]))?;
    /// world.set_position(ball, [-3.0, 0.0])?;
    /// assert_eq!(world.step()?.entered(), [ball]);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn entered(&self) -> &[Handle] {
        &self.0.entered
    }

    /// Bodies that this step removed, too far out of the bounds.
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

    /// How long it took and how much there was.
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

impl Events {
    pub(super) fn clear(&mut self) {
        let Events { now, new, ended, grazes, left, entered, despawned, is_new, gone: _, report } = self;
        for list in [now, ended, grazes] {
            list.clear();
        }
        for list in [left, entered, despawned] {
            list.clear();
        }
        is_new.clear();
        *new = 0;
        *report = Report::default();
    }

    /// All hits in order, those that began among those that stayed.
    fn hits(&self) -> impl Iterator<Item = &Hit> {
        let (began, stayed) = self.now.split_at(self.new);
        let (mut began, mut stayed) = (began.iter(), stayed.iter());
        self.is_new.iter().filter_map(move |&is_new| if is_new { began.next() } else { stayed.next() })
    }

    /// The difference of two steps' hits, both in order; `layers` are those of the last, and then of these.
    pub(super) fn compare(&mut self, rows: &Rows, last: &[Key], layers: &mut Vec<[u32; 2]>, now: &[Key]) {
        self.is_new.resize(now.len(), true);
        self.gone.resize(last.len(), 0);
        let gone = difference(last, now, &mut self.is_new, &mut self.gone);
        let gone = self.gone[..gone].iter().map(|&k| k as usize);
        self.ended.extend(gone.map(|k| Hit::of(last[k], rows, layers[k])));
        self.part(rows, layers, now);
    }

    /// Notes when the hits that were met on the way were met; all hits are in order, and so are those.
    pub(super) fn note_times(&mut self, now: &[Key], on_way: &[Met]) {
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

    /// Puts what began before what stayed, without a branch on which of them a hit is: none could foresee it.
    fn part(&mut self, rows: &Rows, layers: &mut Vec<[u32; 2]>, now: &[Key]) {
        layers.clear();
        let Some(&first) = now.first() else { return };
        self.new = self.is_new.iter().map(|&is_new| usize::from(is_new)).sum();
        self.now.resize(now.len(), Hit::of(first, rows, [0, 0]));
        layers.reserve(now.len());
        let mut next = [self.new, 0];
        for (&key, &is_new) in now.iter().zip(&self.is_new) {
            let (hit, next) = (Hit::of(key, rows, key.layers(rows)), &mut next[usize::from(is_new)]);
            self.now[*next] = hit;
            layers.push(hit.layers);
            *next += 1;
        }
    }
}

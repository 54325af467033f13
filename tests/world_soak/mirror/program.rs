//! A random program of calls, made to a world and to its twins: each call that the world accepts is made to both.

use std::collections::{BTreeMap, VecDeque};

use kasuri::lattice::{Bounds, Point};
use kasuri::{Area, broad::Broad};
use kasuri::{
    Filter, Handle, Hit, Layers, Placement, Recorder, Result, Snapshot, Step, Touching, Vec2, World,
    mask::Sprite,
    query::Form,
    reference,
    world::{Solid, WorldBuilder},
};

use super::judge::{Judge, Met, Verdict};
use super::random::{self, REACH};
use super::twin::{Stuff, Twin, View};
use crate::common::{self, Random};

pub struct Program {
    pub world: World,
    pub twins: Vec<Twin>,
    pub random: Random,
    /// How far positions lie from the center.
    pub reach: f64,
    judge: Judge,
    /// The handles of all bodies ever spawned, by their order of spawn, and the reverse map.
    handles: Vec<Handle>,
    serials: BTreeMap<Handle, u64>,
    /// Answers that are read some steps later: they outlive the steps.
    owed: VecDeque<(Step, Verdict)>,
    delay: usize,
    /// An answer that is kept while the world continues.
    held: Option<(Step, Verdict)>,
    /// Whether bodies are swept and teleported.
    pub sweeps: bool,
    /// Records the steps.
    pub recorder: Option<Recorder>,
    /// The whole state at some time, to go back to.
    kept: Option<Box<Kept>>,
    pub tally: Tally,
}

struct Kept {
    snapshot: Snapshot,
    twins: Vec<Twin>,
    judge: Judge,
    handles: Vec<Handle>,
    serials: BTreeMap<Handle, u64>,
}

/// Counts of everything that happened.
#[derive(Debug, Default)]
pub struct Tally {
    pub bodies: usize,
    pub hits: usize,
    pub began: usize,
    pub ended: usize,
    pub grazes: usize,
    /// The overlaps that a rule skipped.
    pub passed_over: usize,
    pub crossed: usize,
    pub despawned: usize,
    pub refused: usize,
    pub accepted: usize,
    /// The bodies removed by bombs.
    pub cancelled: usize,
    /// How often a kept state was restored.
    pub restored: usize,
    /// The hits on a path.
    pub on_way: usize,
}

impl Program {
    pub fn new(random: Random) -> Program {
        Program::over(random, World::builder())
    }

    /// Returns a program with swept bodies.
    pub fn sweeping(random: Random) -> Program {
        let mut program = Program::new(random);
        program.sweeps = true;
        program
    }

    /// Returns a program with another broad phase.
    pub fn with_broad(random: Random, broad: impl Broad + 'static) -> Program {
        Program::over(random, World::builder().broad(broad))
    }

    fn over(random: Random, mut builder: WorldBuilder) -> Program {
        let between = vec![(2, 4, Touching::Ignored), (1, 1, Touching::Ignored), (1, 9, Touching::Counts)];
        let rooted = vec![(4, 4), (1, 8)];
        builder = builder.bounds([-250.0, -256.0], [250.5, 256.0]);
        for &(a, b, touching) in &between {
            builder = builder.touching_between(a, b, touching);
        }
        for &(a, b) in &rooted {
            builder = builder.rooted_circles_between(a, b);
        }
        let corner = |x, y| Point::snapped([x, y]).unwrap();
        let walls = Some(Bounds { min: corner(-250.0, -256.0), max: corner(250.5, 256.0) });
        Program {
            world: builder.build().unwrap(),
            twins: Vec::new(),
            random,
            reach: REACH,
            judge: Judge::new(between, rooted, walls),
            handles: Vec::new(),
            serials: BTreeMap::new(),
            owed: VecDeque::new(),
            delay: 0,
            held: None,
            sweeps: false,
            recorder: None,
            kept: None,
            tally: Tally::default(),
        }
    }

    /// Keeps the whole state.
    pub fn keep(&mut self) {
        let snapshot = self.world.snapshot();
        assert_eq!((snapshot.hash(), snapshot.steps()), (self.world.hash(), self.judge.steps));
        let (twins, judge) = (self.twins.clone(), self.judge.clone());
        let (handles, serials) = (self.handles.clone(), self.serials.clone());
        self.kept = Some(Box::new(Kept { snapshot, twins, judge, handles, serials }));
    }

    /// Restores the kept state, if there is one; answers that were not read yet are dropped.
    pub fn go_back(&mut self) {
        let Some(kept) = &self.kept else { return };
        let Kept { snapshot, twins, judge, handles, serials } = &**kept;
        self.world.restore(snapshot);
        assert_eq!((self.world.hash(), self.world.steps()), (snapshot.hash(), snapshot.steps()));
        (self.twins, self.judge) = (twins.clone(), judge.clone());
        (self.handles, self.serials) = (handles.clone(), serials.clone());
        (self.delay, self.held) = (0, None);
        self.owed.clear();
        self.tally.restored += 1;
        self.check_bodies();
    }

    /// Clears an area given by a circle, a box or a mask: it must remove the bodies that overlap it by the reference,
    /// in order of spawn.
    fn bomb(&mut self) {
        let random = &mut self.random;
        let kind = random.pick(&[common::Kind::Circle, common::Kind::Rect, common::Kind::Sprite]);
        let mut placement = Placement::at(random::place(random, self.reach));
        placement.angle = common::angle(random);
        let solid = random::stuff(random, kind).solid().unwrap();
        let form = match &solid {
            Solid::Shape(shape) => Form::Shape(shape.place(&placement).unwrap()),
            Solid::Mask(mask) => Form::Sprite(Sprite::place(mask, &placement, None).unwrap()),
            Solid::Tiles(_) => return,
        };
        let against = random.pick(&[u32::MAX, 2, 5]);
        let gone: Vec<u64> = self
            .twins
            .iter()
            .filter(|twin| {
                let on = |k: usize| twin.layers_of(k).layer & against != 0;
                let meets = |other: &Form| reference::overlaps(&form, other, Touching::Counts);
                let boxes_meet =
                    |other: &Option<Bounds>| other.zip(form.bounds()).is_some_and(|(a, b)| a.meets(b));
                twin.forms
                    .iter()
                    .enumerate()
                    .any(|(k, (other, around))| on(k) && boxes_meet(around) && meets(other))
            })
            .map(|twin| twin.serial)
            .collect();
        let ours =
            self.world.remove_overlapping(Area::solid(solid, placement), Filter::against(against)).unwrap();
        assert!(ours.iter().map(|handle| self.serials[handle]).eq(gone.iter().copied()));
        self.twins.retain(|twin| !gone.contains(&twin.serial));
        self.tally.cancelled += gone.len();
    }

    /// Runs one step and compares it with the judge.
    pub fn step(&mut self) {
        let verdict = self.judge.step(&mut self.twins);
        self.count(&verdict);
        let step = match &mut self.recorder {
            Some(recorder) => recorder.step(&mut self.world).unwrap(),
            None => self.world.step().unwrap(),
        };
        self.owed.push_back((step, verdict));
        while self.owed.len() > self.delay {
            self.check_next();
        }
    }

    fn count(&mut self, verdict: &Verdict) {
        let tally = &mut self.tally;
        tally.bodies += self.twins.len();
        tally.hits += verdict.began.len() + verdict.stayed.len();
        tally.on_way += verdict.times.len();
        tally.began += verdict.began.len();
        tally.ended += verdict.ended.len();
        tally.grazes += verdict.grazes.len();
        tally.passed_over += verdict.overlaps - verdict.began.len() - verdict.stayed.len();
        tally.crossed += verdict.left.len() + verdict.entered.len();
        tally.despawned += verdict.despawned.len();
    }

    /// Compares an answer with the verdict of its step.
    fn check_next(&mut self) {
        let (step, verdict) = self.owed.pop_front().unwrap();
        self.compare(&step, &verdict);
        if self.random.chance(16) {
            if let Some((step, verdict)) = self.held.take() {
                self.compare(&step, &verdict);
            }
            self.held = Some((step, verdict));
        }
    }

    fn compare(&self, step: &Step, verdict: &Verdict) {
        let at = verdict.step;
        assert_eq!(step.number(), at);
        let lists = [
            ("began", step.began(), &verdict.began),
            ("stayed", step.stayed(), &verdict.stayed),
            ("ended", step.ended(), &verdict.ended),
            ("grazes", step.grazes(), &verdict.grazes),
        ];
        for (name, ours, theirs) in lists {
            let keys =
                |hit: &Hit| (self.serials[&hit.a], self.serials[&hit.b], hit.regions[0], hit.regions[1]);
            let ours: Vec<_> = ours.iter().map(keys).collect();
            let theirs: Vec<_> = theirs.iter().map(|met| met.0).collect();
            assert_eq!(ours, theirs, "{name} of step {at}");
        }
        for hit in step.hits() {
            let key = (self.serials[&hit.a], self.serials[&hit.b], hit.regions[0], hit.regions[1]);
            let (ours, theirs) = (hit.t(), verdict.times.get(&key).copied());
            // For rooted circles the judge finds the time by halving, so it may differ a little.
            let is_near = ours.zip(theirs).is_some_and(|(p, q)| (p - q).abs() < 1e-6);
            assert!(ours == theirs || is_near, "{key:?} of step {at}: {ours:?} {theirs:?}");
        }
        let lists = [
            ("left", step.left(), &verdict.left),
            ("entered", step.entered(), &verdict.entered),
            ("despawned", step.despawned(), &verdict.despawned),
        ];
        for (name, ours, theirs) in lists {
            let ours: Vec<_> = ours.iter().map(|handle| self.serials[handle]).collect();
            assert_eq!(ours, *theirs, "{name} of step {at}");
        }
        let mut hits: Vec<&Met> = verdict.began.iter().chain(&verdict.stayed).collect();
        hits.sort_unstable();
        assert!(
            step.hits()
                .map(|hit| (self.serials[&hit.a], self.serials[&hit.b]))
                .eq(hits.iter().map(|m| (m.0.0, m.0.1)))
        );
        for (one, other) in [(1, 2), (6, 1), (4, 4)] {
            let expected = hits.iter().filter_map(|((a, b, i, j), [on_a, on_b])| {
                if on_a & one != 0 && on_b & other != 0 {
                    Some((*a, *b, [*i, *j]))
                } else {
                    (on_b & one != 0 && on_a & other != 0).then_some((*b, *a, [*j, *i]))
                }
            });
            let ours =
                step.between(one, other).map(|hit| (self.serials[&hit.a], self.serials[&hit.b], hit.regions));
            assert!(ours.eq(expected), "between {one} and {other} in step {at}");
        }
        let report = step.report();
        assert_eq!((report.step, report.overlaps, report.near), (at, verdict.overlaps, verdict.near));
        assert_eq!(report.hits, hits.len());
    }

    /// Checks everything the world reports of its bodies.
    pub fn check_bodies(&self) {
        assert_eq!(self.world.len(), self.twins.len());
        assert!(self.world.bodies().eq(self.twins.iter().filter_map(|twin| twin.handle)));
        for (seen, twin) in self.world.iter().zip(&self.twins) {
            let Placement { at, angle, scale } = twin.placement;
            assert_eq!((seen.at(), seen.angle(), seen.scale()), (at, angle, scale));
            assert_eq!((seen.layers(), seen.frame(), seen.data()), (twin.layers, twin.frame, twin.data));
            assert_eq!(seen.form(), twin.forms[0].0);
            assert_eq!(seen.is_swept(), twin.is_swept);
            assert_eq!(seen.hits_left(), twin.hits_left);
            assert_eq!(seen.invulnerable_for(), twin.invulnerable.saturating_sub(self.judge.steps));
            for (k, (name, form, layers)) in seen.regions().enumerate() {
                assert_eq!((name, &form), (twin.view().zones[k].name.as_str(), &twin.forms[k + 1].0));
                assert_eq!(layers, twin.layers_of(k + 1));
                assert_eq!(
                    (seen.region(k as u8 + 1), seen.region_index(name)),
                    (Some(name), Some(k as u8 + 1))
                );
            }
            assert_eq!(seen.regions().count(), twin.view().zones.len());
        }
    }

    pub fn spawn_many(&mut self, count: usize) {
        let mut new: Vec<Twin> = (0..count).map(|_| random::twin(&mut self.random, self.reach)).collect();
        if count > 0 && self.random.chance(16) {
            let bad = self.random.size(0..=count - 1);
            new[bad].placement.scale.x = 0.0;
        }
        if self.sweeps {
            for twin in &mut new {
                let is_map = |view: &View| matches!(view.stuff, Stuff::Tiles(_));
                twin.is_swept = self.random.chance(3) && !twin.views.iter().any(is_map);
            }
        }
        let is_good = new.iter_mut().all(|twin| twin.place().is_ok());
        let bodies: Vec<_> = new.iter().map(|twin| twin.body().unwrap()).collect();
        let handles = if count == 1 {
            self.world.spawn(bodies[0].clone()).map(|handle| vec![handle])
        } else {
            self.world.spawn_many(count, |k| bodies[k].clone())
        };
        self.agree(handles.as_ref().map(|_| ()), is_good);
        for (mut twin, handle) in new.into_iter().zip(handles.unwrap_or_default()) {
            (twin.serial, twin.handle) = (self.handles.len() as u64, Some(handle));
            if twin.invulnerable > 0 {
                twin.invulnerable += self.judge.steps;
            }
            twin.end_way();
            twin.was_outside = self.judge.walls.is_some_and(|walls| !twin.is_in(walls));
            assert_eq!(self.serials.insert(handle, twin.serial), None, "a handle is never given twice");
            self.handles.push(handle);
            self.twins.push(twin);
        }
    }

    fn agree<E: std::fmt::Debug>(&mut self, ours: std::result::Result<(), E>, is_good: bool) {
        assert_eq!(ours.is_ok(), is_good, "{ours:?}");
        let count = if is_good { &mut self.tally.accepted } else { &mut self.tally.refused };
        *count += 1;
    }

    fn some_twin(&mut self) -> Option<usize> {
        if self.twins.is_empty() { None } else { Some(self.random.size(0..=self.twins.len() - 1)) }
    }

    /// Removes one body or many, more often than not bodies in contact. A handle may be in the list twice.
    pub fn remove(&mut self, count: usize) {
        let mut gone: Vec<u64> = Vec::new();
        for _ in 0..count {
            if let Some(k) = self.some_twin() {
                gone.push(self.twins[k].serial);
            }
        }
        let handles: Vec<Handle> = gone.iter().map(|&serial| self.handles[serial as usize]).collect();
        if let [one] = handles[..] {
            self.world.remove(one).unwrap();
        } else {
            self.world.remove_many(&handles).unwrap();
        }
        self.twins.retain(|twin| !gone.contains(&twin.serial));
        if let Some(&first) = handles.first() {
            assert!(!self.world.contains(first) && self.world.remove(first).is_err());
            assert!(self.world.edit(first).position([0.0, 0.0]).is_err() && self.world.get(first).is_err());
            let mut again: Vec<Handle> = self.twins.iter().take(3).filter_map(|twin| twin.handle).collect();
            again.push(first);
            assert!(self.world.remove_many(&again).is_err(), "all or none");
        }
    }

    pub fn clear(&mut self) {
        self.world.clear();
        self.twins.clear();
    }

    /// Moves about half of the bodies a little, some far.
    pub fn drift(&mut self) {
        let (mut handles, mut places, mut picks) = (Vec::new(), Vec::new(), Vec::new());
        for k in 0..self.twins.len() {
            if self.random.chance(2) {
                let at = self.twins[k].placement.at;
                let fast = if self.sweeps { self.random.pick(&[1.0, 1.0, 4.0, 40.0]) } else { 1.0 };
                let [dx, dy] = self.random.point(6.0).map(|x| x * fast);
                let reach = self.reach;
                let wrapped = |x: f64| if x.abs() > reach { -x.signum() * reach } else { x };
                picks.push(k);
                handles.extend(self.twins[k].handle);
                places.push(Vec2::new(wrapped(at.x + dx), wrapped(at.y + dy)));
            }
        }
        if let Some(place) = places.last_mut().filter(|_| self.random.chance(20)) {
            place.y = self.random.pick(&[f64::NAN, 3e6, f64::NEG_INFINITY, 2_097_152.0]);
        }
        let moved = self.world.set_positions(&handles, &places);
        self.mirror_each(moved, &picks, |twin, k| {
            twin.placement.at = places[k];
            Ok(())
        });
    }

    /// Makes a bulk change to the twins: to all of them, one after another, or to none.
    fn mirror_each(
        &mut self,
        ours: Result<()>,
        picks: &[usize],
        change: impl Fn(&mut Twin, usize) -> Result<()>,
    ) {
        let before: Vec<(usize, Twin)> = picks.iter().map(|&k| (k, self.twins[k].clone())).collect();
        let all = picks.iter().enumerate().try_for_each(|(n, &k)| self.twins[k].edit(|twin| change(twin, n)));
        if all.is_err() {
            for (k, twin) in before {
                self.twins[k] = twin;
            }
        }
        self.agree(ours, all.is_ok());
    }

    /// Makes one random call, or a bulk one.
    pub fn act(&mut self) {
        if self.sweeps && self.random.chance(6) {
            return self.change_way();
        }
        match self.random.below(24) {
            0..6 => self.change_many(),
            6 => self.bomb(),
            7 if self.random.chance(16) => self.keep(),
            7 if self.random.chance(8) => self.go_back(),
            _ => self.change_one(),
        }
    }

    /// Teleports bodies, and makes bodies swept or not swept from now on.
    fn change_way(&mut self) {
        let picks: Vec<usize> = (0..self.random.size(1..=4)).filter_map(|_| self.some_twin()).collect();
        let handles: Vec<Handle> = picks.iter().filter_map(|&k| self.twins[k].handle).collect();
        let (Some(&k), Some(&handle)) = (picks.first(), handles.first()) else { return };
        match self.random.below(3) {
            0 => {
                let is_swept = self.random.chance(2);
                let ours = self.world.edit(handle).swept(is_swept).map(drop);
                let is_good = !is_swept || !self.twins[k].stands();
                if is_good {
                    self.twins[k].is_swept = is_swept;
                }
                self.agree(ours, is_good);
            }
            1 => {
                let at = random::place(&mut self.random, self.reach);
                let ours = self.world.edit(handle).teleport(at).map(drop);
                self.mirror_each(ours, &[k], |twin, _| {
                    twin.placement.at = at;
                    twin.end_way();
                    Ok(())
                });
            }
            _ => {
                let mut places: Vec<Vec2> =
                    picks.iter().map(|_| random::place(&mut self.random, self.reach)).collect();
                if self.random.chance(6) {
                    places[0].x = f64::NAN;
                }
                let ours = self.world.teleport_many(&handles, &places);
                self.mirror_each(ours, &picks, |twin, k| {
                    twin.placement.at = places[k];
                    if places[k].x.is_finite() {
                        twin.end_way();
                    }
                    Ok(())
                });
            }
        }
    }

    fn change_many(&mut self) {
        let picks: Vec<usize> = (0..self.random.size(0..=6)).filter_map(|_| self.some_twin()).collect();
        let handles: Vec<Handle> = picks.iter().filter_map(|&k| self.twins[k].handle).collect();
        let random = &mut self.random;
        match random.below(4) {
            0 => {
                let angles: Vec<f64> = picks.iter().map(|_| common::angle(random)).collect();
                let ours = self.world.set_angles(&handles, &angles);
                self.mirror_each(ours, &picks, |twin, k| {
                    twin.placement.angle = angles[k];
                    Ok(())
                });
            }
            1 => {
                let scales: Vec<Vec2> = picks.iter().map(|_| random::scale(random)).collect();
                let ours = self.world.set_scales(&handles, &scales);
                self.mirror_each(ours, &picks, |twin, k| {
                    twin.placement.scale = scales[k];
                    Ok(())
                });
            }
            2 => {
                let counts: Vec<usize> = picks.iter().map(|&k| self.twins[k].views.len()).collect();
                let frames: Vec<usize> = counts.iter().map(|&n| random.size(0..=n - 1)).collect();
                let ours = self.world.set_frames(&handles, &frames);
                self.mirror_each(ours, &picks, |twin, k| {
                    twin.frame = frames[k];
                    Ok(())
                });
            }
            _ => {
                let is_round =
                    |stuff: &Stuff| matches!(stuff, Stuff::Circle(_) | Stuff::Capsule(..) | Stuff::Chain(..));
                let round = |k: &usize| is_round(&self.twins[*k].view().stuff);
                let sure = random.chance(2);
                let picks: Vec<usize> = picks.into_iter().filter(|k| sure || round(k)).collect();
                let handles: Vec<Handle> = picks.iter().filter_map(|&k| self.twins[k].handle).collect();
                let radii: Vec<f64> = picks.iter().map(|_| random::radius(random)).collect();
                let ours = self.world.set_radii(&handles, &radii);
                self.mirror_each(ours, &picks, |twin, k| set_radius(twin, radii[k]));
            }
        }
    }

    fn change_one(&mut self) {
        let Some(k) = self.some_twin() else { return };
        let Some(handle) = self.twins[k].handle else { return };
        let (random, world, twin) = (&mut self.random, &mut self.world, &mut self.twins[k]);
        let steps = self.judge.steps;
        let bad = random.chance(16).then(|| random.pick(&[f64::NAN, f64::INFINITY, 3e9, -3e9]));
        let (ours, theirs) = match random.below(18) {
            0 | 1 => {
                let [x, y] = random.point(self.reach);
                let at = [bad.unwrap_or(x), y];
                (
                    world.edit(handle).position(at).map(drop),
                    twin.edit(|twin| {
                        twin.placement.at = at.into();
                        Ok(())
                    }),
                )
            }
            2 => {
                let angle = bad.unwrap_or_else(|| common::angle(random));
                (
                    world.edit(handle).angle(angle).map(drop),
                    twin.edit(|twin| {
                        twin.placement.angle = angle;
                        Ok(())
                    }),
                )
            }
            3 => {
                let mut scale = random::scale(random);
                scale.y = bad.unwrap_or(scale.y);
                (
                    world.edit(handle).scale(scale).map(drop),
                    twin.edit(|twin| {
                        twin.placement.scale = scale;
                        Ok(())
                    }),
                )
            }
            4 => {
                let frame = random.size(0..=3);
                (
                    world.edit(handle).frame(frame).map(drop),
                    twin.edit(|twin| {
                        twin.frame = frame;
                        Ok(())
                    }),
                )
            }
            5 => {
                let mut points = random::points(random);
                points[0][1] = bad.unwrap_or(points[0][1]);
                (
                    world.edit(handle).chain(&points).map(drop),
                    twin.edit_view(|view| match &mut view.stuff {
                        Stuff::Chain(old, _) => {
                            *old = points.clone();
                            Ok(())
                        }
                        _ => Err(kasuri::Cause::NotA("a chain").error()),
                    }),
                )
            }
            6 => {
                let r = bad.unwrap_or_else(|| random::radius(random));
                (world.edit(handle).radius(r).map(drop), twin.edit(|twin| set_radius(twin, r)))
            }
            7 => {
                let kind = random::kind(random);
                let stuff = match kind {
                    common::Kind::Sprite | common::Kind::Tiles => Stuff::Circle(2.5),
                    kind => random::stuff(random, kind),
                };
                let Solid::Shape(shape) = stuff.solid().unwrap() else { return };
                (
                    world.edit(handle).shape(shape).map(drop),
                    twin.edit_view(|view| {
                        (view.stuff, view.pivot) = (stuff.clone(), None);
                        Ok(())
                    }),
                )
            }
            8 => {
                let mask = random::mask(random);
                (
                    world.edit(handle).mask(&mask).map(drop),
                    twin.edit_view(|view| {
                        view.stuff = Stuff::Mask(mask.clone());
                        Ok(())
                    }),
                )
            }
            9 => {
                let kind = random::kind(random);
                let view = random::view(random, kind);
                (
                    world.edit(handle).look(view.look().unwrap()).map(drop),
                    twin.edit_view(|old| {
                        *old = view.clone();
                        Ok(())
                    }),
                )
            }
            10 => {
                let layers = random::layers(random);
                let only_group = random.chance(4);
                let layers = if only_group { Layers { group: layers.group, ..twin.layers } } else { layers };
                (
                    match only_group {
                        true => world.edit(handle).group(layers.group).map(drop),
                        false => world.edit(handle).layers(layers).map(drop),
                    },
                    twin.edit(|twin| {
                        twin.layers = layers;
                        Ok(())
                    }),
                )
            }
            11 => {
                let margin = (!random.chance(3)).then(|| bad.unwrap_or_else(|| random::margin(random)));
                (
                    world.edit(handle).graze(margin).map(drop),
                    twin.edit(|twin| {
                        twin.margin = margin;
                        Ok(())
                    }),
                )
            }
            12 => {
                let more = random.below(5);
                (
                    world.edit(handle).invulnerable(more).map(drop),
                    twin.edit(|twin| {
                        twin.invulnerable = steps + more;
                        Ok(())
                    }),
                )
            }
            13 => {
                let data = random.bits();
                (
                    world.edit(handle).data(data).map(drop),
                    twin.edit(|twin| {
                        twin.data = data;
                        Ok(())
                    }),
                )
            }
            14 => {
                let cooldown = random.below(5) as u32;
                (
                    world.edit(handle).cooldown(cooldown).map(drop),
                    twin.edit(|twin| {
                        twin.cooldown = cooldown;
                        Ok(())
                    }),
                )
            }
            15 => {
                let hits = (!random.chance(3)).then(|| random.below(4) as u32);
                (
                    world.edit(handle).max_hits(hits).map(drop),
                    twin.edit(|twin| {
                        twin.hits_left = hits;
                        Ok(())
                    }),
                )
            }
            16 => {
                let leash = (!random.chance(3)).then(|| bad.unwrap_or_else(|| random::margin(random)));
                (
                    world.edit(handle).despawn_beyond(leash).map(drop),
                    twin.edit(|twin| {
                        twin.leash = leash;
                        Ok(())
                    }),
                )
            }
            _ => {
                self.delay = random.size(0..=3);
                return;
            }
        };
        if let (Err(ours), Err(theirs)) = (&ours, &theirs) {
            let (ours, theirs) = (ours.cause(), theirs.cause());
            assert_eq!(std::mem::discriminant(ours), std::mem::discriminant(theirs), "{ours:?} {theirs:?}");
        }
        self.agree(ours, theirs.is_ok());
    }
}

fn set_radius(twin: &mut Twin, r: f64) -> Result<()> {
    let mut view = twin.view().clone();
    match &mut view.stuff {
        Stuff::Circle(old) | Stuff::Capsule(_, _, old) | Stuff::Chain(_, old) => *old = r,
        _ => return Err(kasuri::Cause::NotA("a circle, a capsule or a chain").error()),
    }
    (twin.views, twin.frame) = (vec![view], 0);
    Ok(())
}

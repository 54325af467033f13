//! Runs a script: each operation on the world, on its twin and on the mirror.

use std::collections::{BTreeMap, VecDeque};

use kasuri::lattice::Bounds;
use kasuri::record::SnapshotRing;
use kasuri::{
    Area, Ceilings, ErrorKind, Filter, Handle, Placement, Recorder, Recording, Snapshot, Touching, World,
    mask::Sprite, query::Form, reference, world::Solid,
};

use crate::edits::{call_edit, mirror_edit, set_chain, set_radius, teleport};
use crate::held::{self, ensure};
use crate::meets;
use crate::mirror::judge::Judge;
use crate::mirror::twin::{Stuff, Twin};
use crate::operations::{self, BroadName, Edit, Meet, NewBody, Operation, Place, Setup};
use crate::saved::{as_read, old};
use crate::worlds::Side;

pub(crate) type Done = Result<(), String>;

/// So many steps can be taken back.
const BACK: usize = 8;

/// Counts of what a life contained.
#[derive(Debug, Clone, Copy, Default)]
pub struct Tally {
    pub steps: u64,
    pub hits: u64,
    pub met: u64,
    pub refused: u64,
    pub restored: u64,
    pub rolled_back: u64,
    pub replayed: u64,
    pub lost: u64,
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        let Tally { steps, hits, met, refused, restored, rolled_back, replayed, lost } = other;
        self.steps += steps;
        self.hits += hits;
        self.met += met;
        self.refused += refused;
        self.restored += restored;
        self.rolled_back += rolled_back;
        self.replayed += replayed;
        self.lost += lost;
    }
}

/// Runs a script; `at` is the operation that is under way.
pub(crate) fn run(script: &[Operation], at: &mut usize) -> Result<Tally, String> {
    let Some(Operation::World(setup)) = script.first() else {
        return Err("a script begins with a world".into());
    };
    let mut life = Life::new(setup)?;
    life.can_go_back = script.iter().any(|operation| matches!(operation, Operation::Rollback(_)));
    for (k, operation) in script.iter().enumerate().skip(1) {
        *at = k;
        life.make(operation)?;
    }
    life.check_bodies()?;
    Ok(life.tally)
}

/// What the script itself knows of the world.
#[derive(Clone)]
struct Mirror {
    judge: Judge,
    twins: Vec<Twin>,
    /// The handles of all bodies ever spawned by the numbers of the script, and the order of spawn of each handle.
    handles: BTreeMap<u32, Handle>,
    serials: BTreeMap<Handle, u64>,
    next: u64,
}

/// A state to go back to.
struct Saved {
    ours: Snapshot,
    twin: Snapshot,
    mirror: Mirror,
}

/// A step that can be taken back: the state before the operations that led to it, and these.
struct Past {
    saved: Saved,
    operations: Vec<Operation>,
}

struct Life {
    ours: Side,
    twin: Side,
    mirror: Mirror,
    saved: BTreeMap<u8, Saved>,
    can_go_back: bool,
    past: VecDeque<Past>,
    ring: SnapshotRing,
    recorder: Option<Recorder>,
    /// The hash after the last recorded step.
    recorded: Option<u64>,
    tally: Tally,
    #[cfg(feature = "gpu")]
    gpus: crate::gpus::Gpus,
}

pub(crate) fn text(error: kasuri::Error) -> String {
    error.to_string()
}

impl Life {
    fn new(setup: &Setup) -> Result<Life, String> {
        let mirror = Mirror {
            judge: setup.judge().map_err(text)?,
            twins: Vec::new(),
            handles: BTreeMap::new(),
            serials: BTreeMap::new(),
            next: 0,
        };
        Ok(Life {
            ours: Side::new(setup, usize::MAX, BroadName::Auto).map_err(text)?,
            twin: Side::new(setup, 0, BroadName::Brute).map_err(text)?,
            mirror,
            saved: BTreeMap::new(),
            can_go_back: false,
            past: VecDeque::new(),
            ring: SnapshotRing::new(BACK),
            recorder: None,
            recorded: None,
            tally: Tally::default(),
            #[cfg(feature = "gpu")]
            gpus: crate::gpus::Gpus::default(),
        })
    }

    fn make(&mut self, operation: &Operation) -> Done {
        if self.can_go_back && !matches!(operation, Operation::Rollback(_)) {
            self.note(operation);
        }
        match operation {
            Operation::World(_) => Err("a script has one world".into()),
            Operation::Spawn(bodies) => self.spawn(bodies),
            Operation::Remove(ids) => self.remove(ids),
            Operation::Clear => {
                self.ours.world.clear();
                self.twin.world.clear();
                self.mirror.twins.clear();
                Ok(())
            }
            Operation::Step => self.step(),
            Operation::Save(number) => {
                let saved = self.state();
                self.saved.insert(*number, saved);
                Ok(())
            }
            Operation::Restore { number, as_bytes } => self.restore(*number, *as_bytes),
            Operation::Rollback(steps) => self.roll_back((*steps).into()),
            Operation::Record => {
                (self.recorder, self.recorded) = (Some(Recorder::new()), None);
                Ok(())
            }
            Operation::Replay => self.replay(),
            Operation::Ours(how) => self.change_how(how, true),
            Operation::Twin(how) => self.change_how(how, false),
            Operation::Old(file) => old(*file),
            Operation::Gpu(trouble) => self.trouble(trouble),
            Operation::RemoveOverlapping(place) => self.ask(place, true),
            Operation::Overlapping(place) => self.ask(place, false),
            Operation::Edit(id, edit) => self.edit(*id, edit),
            Operation::Meet(meet) => self.meet(meet),
            _ => self.change_many(operation),
        }
    }

    /// Makes a call to both worlds, which must answer alike.
    fn both<T: PartialEq + std::fmt::Debug>(
        &mut self,
        call: impl Fn(&mut World) -> kasuri::Result<T>,
    ) -> Result<kasuri::Result<T>, String> {
        self.ours.choose_simd();
        let ours = call(&mut self.ours.world);
        self.twin.choose_simd();
        let twin = call(&mut self.twin.world);
        ensure!(ours == twin, "the world answers {ours:?}, its twin {twin:?}");
        Ok(ours)
    }

    /// Compares whether a call was accepted; what is refused must not change anything.
    fn agree(&mut self, told: &kasuri::Result<()>, right: &kasuri::Result<()>) -> Done {
        ensure!(told.is_ok() == right.is_ok(), "the world answers {told:?}, right is {right:?}");
        if let (Err(told), Err(right)) = (told, right) {
            let kinds = [told.cause(), right.cause()].map(std::mem::discriminant);
            ensure!(kinds[0] == kinds[1], "the world refuses {told}, right is {right}");
            self.tally.refused += 1;
            return self.check_bodies();
        }
        Ok(())
    }

    fn check_bodies(&self) -> Done {
        let Mirror { twins, judge, .. } = &self.mirror;
        held::bodies(&self.ours.world, twins, judge.steps)?;
        let hashes = [&self.ours, &self.twin].map(|side| side.world.hash());
        ensure!(hashes[0] == hashes[1], "the hashes of the world and its twin: {hashes:x?}");
        Ok(())
    }

    /// Returns the place of a body in the mirror, while it lives.
    fn place_of(&self, id: u32) -> Option<usize> {
        let serial = self.mirror.serials.get(self.mirror.handles.get(&id)?)?;
        self.mirror.twins.binary_search_by_key(serial, |twin| twin.serial).ok()
    }

    fn spawn(&mut self, bodies: &[NewBody]) -> Done {
        let mut new =
            bodies.iter().map(NewBody::twin).collect::<kasuri::Result<Vec<Twin>>>().map_err(text)?;
        let right = new.iter_mut().try_for_each(Twin::place);
        let made = new.iter().map(Twin::body).collect::<kasuri::Result<Vec<_>>>().map_err(text)?;
        let handles = self.both(|world| match &made[..] {
            [body] => world.spawn(body.clone()).map(|handle| vec![handle]),
            _ => world.spawn_many(made.len(), |k| made[k].clone()),
        })?;
        self.agree(&handles.as_ref().map(drop).map_err(Clone::clone), &right)?;
        let Ok(handles) = handles else { return Ok(()) };
        let mirror = &mut self.mirror;
        for ((mut twin, handle), body) in new.into_iter().zip(handles).zip(bodies) {
            (twin.serial, twin.handle) = (mirror.next, Some(handle));
            if twin.invulnerable > 0 {
                twin.invulnerable += mirror.judge.steps;
            }
            twin.end_way();
            twin.was_outside = mirror.judge.walls.is_some_and(|walls| !twin.is_in(walls));
            ensure!(mirror.serials.insert(handle, twin.serial).is_none(), "the handle {handle} comes again");
            mirror.handles.insert(body.id, handle);
            mirror.next += 1;
            mirror.twins.push(twin);
        }
        Ok(())
    }

    fn remove(&mut self, ids: &[u32]) -> Done {
        let living = ids.iter().filter(|&&id| self.place_of(id).is_some());
        let handles: Vec<Handle> = living.filter_map(|id| self.mirror.handles.get(id)).copied().collect();
        let told = self.both(|world| match handles[..] {
            [one] => world.remove(one),
            _ => world.remove_many(&handles),
        })?;
        told.map_err(text)?;
        self.mirror.twins.retain(|twin| twin.handle.is_none_or(|handle| !handles.contains(&handle)));
        let Some(&gone) = handles.first() else { return Ok(()) };
        ensure!(!self.ours.world.contains(gone), "the body {gone} is still there");
        let again = self.both(|world| world.remove(gone))?;
        ensure!(again.is_err(), "the body {gone} was removed twice");
        Ok(())
    }

    /// Picks the living bodies of a list: their places in the mirror, their handles, and their values.
    fn picked<T: Clone>(&self, list: &[(u32, T)]) -> (Vec<usize>, Vec<Handle>, Vec<T>) {
        let (mut places, mut handles, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for (id, value) in list {
            if let Some(k) = self.place_of(*id) {
                places.push(k);
                handles.extend(self.mirror.twins[k].handle);
                values.push(value.clone());
            }
        }
        (places, handles, values)
    }

    /// Makes a change of many bodies: of all, one after another, or of none.
    fn bulk<T: Clone>(
        &mut self,
        list: &[(u32, T)],
        call: impl Fn(&mut World, &[Handle], &[T]) -> kasuri::Result<()>,
        change: impl Fn(&mut Twin, &T) -> kasuri::Result<()>,
    ) -> Done {
        let (places, handles, values) = self.picked(list);
        let told = self.both(|world| call(world, &handles, &values))?;
        let twins = &mut self.mirror.twins;
        let before: Vec<(usize, Twin)> = places.iter().map(|&k| (k, twins[k].clone())).collect();
        let right =
            places.iter().zip(&values).try_for_each(|(&k, value)| twins[k].edit(|twin| change(twin, value)));
        if right.is_err() {
            before.into_iter().for_each(|(k, twin)| twins[k] = twin);
        }
        self.agree(&told, &right)
    }

    fn change_many(&mut self, operation: &Operation) -> Done {
        match operation {
            Operation::SetPositions(list) => self.bulk(list, World::set_positions, |twin, &at| {
                twin.placement.at = at;
                Ok(())
            }),
            Operation::TeleportMany(list) => {
                self.bulk(list, World::teleport_many, |twin, &at| teleport(twin, at))
            }
            Operation::SetPlacements(list) => self.bulk(list, World::set_placements, |twin, &placement| {
                twin.placement = placement;
                Ok(())
            }),
            Operation::SetAngles(list) => self.bulk(list, World::set_angles, |twin, &angle| {
                twin.placement.angle = angle;
                Ok(())
            }),
            Operation::SetScales(list) => self.bulk(list, World::set_scales, |twin, &scale| {
                twin.placement.scale = scale;
                Ok(())
            }),
            Operation::SetFrames(list) => self.bulk(list, World::set_frames, |twin, &frame| {
                twin.frame = frame;
                Ok(())
            }),
            Operation::SetRadii(list) => self.bulk(list, World::set_radii, |twin, &r| set_radius(twin, r)),
            Operation::SetChains(list) => {
                // Each chain keeps its number of points: others are left out.
                let fits = |(id, points): &&(u32, Vec<[f64; 2]>)| {
                    self.place_of(*id).is_some_and(|k| match &self.mirror.twins[k].view().stuff {
                        Stuff::Chain(old, _) => old.len() == points.len(),
                        _ => false,
                    })
                };
                let list: Vec<_> = list.iter().filter(fits).cloned().collect();
                self.bulk(
                    &list,
                    |world, bodies, chains| world.set_chains(bodies, &chains.concat()),
                    |twin, points| set_chain(twin, points),
                )
            }
            _ => Err("an operation that nobody makes".into()),
        }
    }

    fn edit(&mut self, id: u32, edit: &Edit) -> Done {
        let Some(&handle) = self.mirror.handles.get(&id) else { return Ok(()) };
        let told = self.both(|world| call_edit(world, handle, edit))?;
        let Some(k) = self.place_of(id) else {
            ensure!(told.is_err(), "an edit of a removed body is accepted");
            return Ok(());
        };
        let (twin, steps) = (&mut self.mirror.twins[k], self.mirror.judge.steps);
        let right = mirror_edit(twin, edit, steps);
        self.agree(&told, &right)
    }

    fn meet(&mut self, meet: &Meet) -> Done {
        let (Some(mover), Some(other)) = (self.place_of(meet.body), self.place_of(meet.other)) else {
            return Ok(());
        };
        let twins = &self.mirror.twins;
        let Some(at) = meets::border(&twins[mover], &twins[other], meet) else { return Ok(()) };
        self.tally.met += 1;
        self.edit(meet.body, &if meet.teleports { Edit::Teleport(at) } else { Edit::Position(at) })
    }

    /// Asks what overlaps an area; the reference says what does, in order of spawn.
    fn ask(&mut self, place: &Place, removes: bool) -> Done {
        let placement = Placement::at(place.at).turned(place.angle);
        let solid = place.figure.stuff().and_then(|stuff| stuff.solid()).map_err(text)?;
        let form = match &solid {
            Solid::Shape(shape) => shape.place(&placement).map(Form::Shape),
            Solid::Mask(mask) => Sprite::place(mask, &placement, None).map(Form::Sprite),
            Solid::Tiles(map) => map.place(placement.at).map(Form::Tiles),
        };
        let told = self.both(|world| {
            let (area, filter) = (Area::solid(solid.clone(), placement), Filter::against(place.against));
            if removes { world.remove_overlapping(area, filter) } else { world.overlapping(area, filter) }
        })?;
        let Ok(form) = form else {
            ensure!(told.is_err(), "an area beyond the world is accepted");
            return Ok(());
        };
        let told = told.map_err(text)?;
        let right: Vec<Handle> = self
            .mirror
            .twins
            .iter()
            .filter(|twin| overlaps(twin, &form, place.against))
            .filter_map(|twin| twin.handle)
            .collect();
        ensure!(told == right, "an area overlaps {told:?}, right is {right:?}");
        if removes {
            self.mirror.twins.retain(|twin| twin.handle.is_none_or(|handle| !told.contains(&handle)));
        }
        Ok(())
    }

    fn step(&mut self) -> Done {
        let mirror = &mut self.mirror;
        let verdict = mirror.judge.step(&mut mirror.twins);
        let told = self.step_side(true)?;
        let twin = self.step_side(false)?;
        told.is_right(&verdict, &self.mirror.serials)?;
        told.is_that_of(&twin)?;
        let hashes = [&self.ours, &self.twin].map(|side| side.world.hash());
        ensure!(hashes[0] == hashes[1], "the hashes after step {}: {hashes:x?}", verdict.step);
        if self.recorder.is_some() {
            self.recorded = Some(hashes[0]);
        }
        self.tally.steps += 1;
        self.tally.hits += told.hits() as u64;
        if verdict.step.is_multiple_of(4) { self.check_bodies() } else { Ok(()) }
    }

    /// Steps one of the worlds. An error of a GPU changes nothing, and the CPU goes on.
    fn step_side(&mut self, is_ours: bool) -> Result<held::Told, String> {
        let (side, recorder) = match is_ours {
            true => (&mut self.ours, self.recorder.as_mut()),
            false => (&mut self.twin, None),
        };
        let before = side.world.hash();
        let error = match side.step(recorder) {
            Ok(told) => return Ok(told),
            Err(error) => error,
        };
        let is_gpus =
            matches!(error.kind(), ErrorKind::GpuLost | ErrorKind::GpuMemory | ErrorKind::GpuTooSmall);
        ensure!(is_gpus, "the step is refused: {error}");
        ensure!(side.world.hash() == before, "a refused step has changed the world: {error}");
        self.tally.lost += 1;
        #[cfg(feature = "gpu")]
        self.gpus.forget();
        side.fall_back().map_err(text)?;
        let recorder = if is_ours { self.recorder.as_mut() } else { None };
        side.step(recorder).map_err(text)
    }

    fn state(&self) -> Saved {
        Saved {
            ours: self.ours.world.snapshot(),
            twin: self.twin.world.snapshot(),
            mirror: self.mirror.clone(),
        }
    }

    fn restore(&mut self, number: u8, as_bytes: bool) -> Done {
        let Some(saved) = self.saved.remove(&number) else { return Ok(()) };
        let mut ours = saved.ours.clone();
        if as_bytes {
            ours = as_read(&saved.ours)?;
        }
        self.ours.world.restore(&ours);
        self.twin.world.restore(&saved.twin);
        self.mirror = saved.mirror.clone();
        self.saved.insert(number, saved);
        self.past.clear();
        self.tally.restored += 1;
        self.check_bodies()
    }

    /// Notes an operation for going back; the first after a step begins with the state.
    fn note(&mut self, operation: &Operation) {
        let begins = match self.past.back() {
            None => true,
            Some(past) => past.operations.last() == Some(&Operation::Step),
        };
        if begins {
            self.ring.save(&self.ours.world);
            let saved = self.state();
            self.past.push_back(Past { saved, operations: Vec::new() });
            if self.past.len() > BACK {
                self.past.pop_front();
            }
        }
        if let Some(past) = self.past.back_mut() {
            past.operations.push(operation.clone());
        }
    }

    fn roll_back(&mut self, steps: usize) -> Done {
        let first = self.past.len().saturating_sub(steps.max(1));
        let hash = self.ours.world.hash();
        let again: Vec<Past> = self.past.drain(first..).collect();
        let Some(Past { saved, .. }) = again.first() else { return Ok(()) };
        match self.ring.get(saved.ours.steps()) {
            Some(found) => {
                ensure!(found.hash() == saved.ours.hash(), "a ring of snapshots has another state");
                self.ours.world.restore(found);
            }
            None => return Err(format!("a ring of snapshots lacks step {}", saved.ours.steps())),
        }
        self.twin.world.restore(&saved.twin);
        self.mirror = saved.mirror.clone();
        // The past is noted again while it is made again.
        for operation in again.iter().flat_map(|past| &past.operations) {
            if !matches!(operation, Operation::Old(_) | Operation::Record | Operation::Replay) {
                self.make(operation)?;
            }
        }
        ensure!(self.ours.world.hash() == hash, "what was rolled back and made again has another hash");
        self.tally.rolled_back += 1;
        Ok(())
    }

    fn replay(&mut self) -> Done {
        let (Some(recorder), recorded) = (self.recorder.take(), self.recorded.take()) else { return Ok(()) };
        // The life did all of this work itself; a few of its steps cost more than a file of unknown origin may.
        let recording = Recording::new(recorder.into_bytes()).map_err(text)?.within(Ceilings::NONE);
        self.twin.choose_simd();
        let mut replay = recording.replay();
        while replay.step().map_err(text)?.is_some() {}
        if let Some(difference) = replay.difference() {
            return Err(format!("the replay differs: {difference}"));
        }
        if let Some(hash) = recorded {
            ensure!(replay.world().hash() == hash, "the replay ends with another hash");
        }
        self.tally.replayed += 1;
        Ok(())
    }

    #[cfg(not(feature = "gpu"))]
    fn change_how(&mut self, how: &operations::How, is_ours: bool) -> Done {
        let side = if is_ours { &mut self.ours } else { &mut self.twin };
        side.change(how).map_err(text)
    }

    /// What needs a GPU is left out without the feature `gpu`.
    #[cfg(not(feature = "gpu"))]
    fn trouble(&mut self, _: &operations::Trouble) -> Done {
        Ok(())
    }

    #[cfg(feature = "gpu")]
    fn change_how(&mut self, how: &operations::How, is_ours: bool) -> Done {
        let side = if is_ours { &mut self.ours } else { &mut self.twin };
        if matches!(how, operations::How::Gpu | operations::How::Auto) {
            side.give(self.gpus.get());
        }
        match side.change(how) {
            Err(error) if side.needs_gpu() => {
                // A driver that fails while a world moves to it: the CPU goes on.
                ensure!(crate::gpus::is_gpus(&error), "no GPU: {error}");
                self.tally.lost += 1;
                side.give(None);
                side.change(&operations::How::Cpu).map_err(text)
            }
            changed => changed.map_err(text),
        }
    }

    #[cfg(feature = "gpu")]
    fn trouble(&mut self, trouble: &operations::Trouble) -> Done {
        self.gpus.make(trouble)
    }
}

/// Whether a body overlaps a form by the reference, with a region on one of some layers.
fn overlaps(twin: &Twin, form: &Form, against: u32) -> bool {
    let near = |around: &Option<Bounds>| around.zip(form.bounds()).is_some_and(|(a, b)| a.meets(b));
    twin.forms.iter().enumerate().any(|(k, (other, around))| {
        twin.layers_of(k).layer & against != 0
            && near(around)
            && reference::overlaps(form, other, Touching::Counts)
    })
}

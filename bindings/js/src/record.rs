//! Snapshots, and sessions that are recorded as bytes.

use kasuri::record::Replay;
use kasuri::{Recorder, Recording, Snapshot, World};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::errors::{OrThrow, Result};
use crate::numbers::{count, number_of};
use crate::step::Told;
use crate::world::RawWorld;

/// The saved state of a world.
#[wasm_bindgen]
pub struct RawSnapshot(pub(crate) Snapshot);

#[wasm_bindgen]
impl RawSnapshot {
    /// Creates a snapshot from bytes. It refuses bodies whose handles JavaScript's numbers cannot represent, so that
    /// no later call returns one.
    pub fn from_bytes(bytes: &[u8]) -> Result<RawSnapshot> {
        let snapshot = Snapshot::from_bytes(bytes).or_throw()?;
        let mut world = World::new();
        world.restore(&snapshot);
        world.bodies().try_for_each(|body| number_of(body).map(drop))?;
        Ok(RawSnapshot(snapshot))
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }

    pub fn hash(&self) -> u64 {
        self.0.hash()
    }

    pub fn steps(&self) -> f64 {
        self.0.steps() as f64
    }
}

#[wasm_bindgen]
#[derive(Default)]
pub struct RawRecorder(Recorder);

#[wasm_bindgen]
impl RawRecorder {
    #[wasm_bindgen(constructor)]
    pub fn new() -> RawRecorder {
        RawRecorder::default()
    }

    /// Does the same as `RawWorld::step`, and records. The world has the rest of the result.
    pub fn step(&mut self, world: &mut RawWorld) -> Result<Vec<f64>> {
        world.told = Told::of(&self.0.step(&mut world.world).or_throw()?)?;
        Ok(world.told.take_floats())
    }

    pub fn bytes(&self) -> Vec<u8> {
        self.0.bytes().to_vec()
    }
}

#[wasm_bindgen]
pub struct RawRecording(Recording);

#[wasm_bindgen]
impl RawRecording {
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: Vec<u8>) -> Result<RawRecording> {
        Recording::new(bytes).or_throw().map(RawRecording)
    }

    pub fn len(&self) -> f64 {
        count(self.0.len())
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn cut(&self) -> f64 {
        count(self.0.cut())
    }

    pub fn replay(&self) -> RawReplay {
        RawReplay { replay: self.0.replay(), told: Told::default() }
    }

    pub fn first_difference(&self, other: &RawRecording) -> Result<Option<String>> {
        Ok(self.0.first_difference(&other.0).or_throw()?.map(|difference| difference.to_string()))
    }
}

#[wasm_bindgen]
pub struct RawReplay {
    replay: Replay,
    told: Told,
}

#[wasm_bindgen]
impl RawReplay {
    /// Does the same as `RawWorld::step`; returns none after the last step.
    pub fn step(&mut self) -> Result<Option<Vec<f64>>> {
        let Some(step) = self.replay.step().or_throw()? else { return Ok(None) };
        self.told = Told::of(&step)?;
        Ok(Some(self.told.take_floats()))
    }

    pub fn told_wholes(&mut self) -> Vec<u32> {
        self.told.take_wholes()
    }

    pub fn told_broad(&self) -> String {
        self.told.broad().into()
    }

    pub fn steps(&self) -> f64 {
        count(self.replay.steps())
    }

    pub fn difference(&self) -> Option<String> {
        self.replay.difference().map(ToString::to_string)
    }

    pub fn world(&self) -> RawWorld {
        RawWorld::of(self.replay.clone().into_world())
    }
}

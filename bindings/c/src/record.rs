//! Recordings: a session as bytes, from which it goes again step by step.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use kasuri::{Recorder, Recording};

use crate::border::border;
use crate::object::{Object, ReplayEntry, WorldEntry};
use crate::pointers::{buffer, list, needed, put, put_text};
use crate::status::kasuri_status;
use crate::step::{kasuri_step, summary};
use crate::table;
use crate::types::{kasuri_recorder, kasuri_recording, kasuri_replay, kasuri_world};

/// A recorder. It records the world that it steps first.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_recorder_new(recorder: Option<&mut MaybeUninit<kasuri_recorder>>) -> kasuri_status {
    border(|| {
        let out = needed(recorder, "recorder")?;
        out.put(table::insert(Recorder::new())?);
        Ok(())
    })
}

/// Makes a step of a world and records it, and before it what has changed since the last one.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_recorder_step(
    recorder: kasuri_recorder,
    world: kasuri_world,
    step: Option<&mut MaybeUninit<kasuri_step>>,
) -> kasuri_status {
    border(|| {
        let out = needed(step, "step")?;
        table::write(recorder, "recorder", |recorder: &mut Recorder| {
            table::write(world, "world", |entry: &mut WorldEntry| {
                entry.step = None;
                let step = recorder.step(&mut entry.world)?;
                out.put(summary(&step));
                entry.step = Some(step);
                Ok(())
            })
        })
    })
}

/// The recording's bytes as far as it goes: after every step a whole file.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_recorder_bytes(
    recorder: kasuri_recorder,
    bytes: *mut u8,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(bytes, capacity, count)?;
        table::read(recorder, "recorder", |recorder: &Recorder| buffer.fill_from(recorder.bytes()))
    })
}

/// A recording of the bytes of a file. What they hold is judged as it is replayed.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_recording_new(
    bytes: *const u8,
    count: usize,
    recording: Option<&mut MaybeUninit<kasuri_recording>>,
) -> kasuri_status {
    border(|| {
        let (out, bytes) = (needed(recording, "recording")?, list(bytes, count, "bytes")?);
        out.put(table::insert(Recording::new(bytes)?)?);
        Ok(())
    })
}

/// How many steps a recording has.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_recording_len(
    recording: kasuri_recording,
    steps: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| put(steps, "steps", table::read(recording, "recording", |it: &Recording| Ok(it.len()))?))
}

/// How many bytes at a recording's end are less than a step, and passed over.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_recording_cut(
    recording: kasuri_recording,
    bytes: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| put(bytes, "bytes", table::read(recording, "recording", |it: &Recording| Ok(it.cut()))?))
}

/// The first step, pass and pair that two recordings did not do alike, in one line; `length` is 0 where they are alike.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_recording_first_difference(
    recording: kasuri_recording,
    other: kasuri_recording,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let clone = |id: u64, name: &str| table::read(id, name, |it: &Recording| Ok(it.clone()));
        let difference = clone(recording, "recording")?.first_difference(&clone(other, "other")?)?;
        put_text(buffer, capacity, length, &difference.map_or_else(String::new, |d| d.to_string()))
    })
}

/// The recorded world as it goes again, from its first step on.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_replay_new(
    recording: kasuri_recording,
    replay: Option<&mut MaybeUninit<kasuri_replay>>,
) -> kasuri_status {
    border(|| {
        let out = needed(replay, "replay")?;
        let made = table::read(recording, "recording", |it: &Recording| Ok(it.replay()))?;
        out.put(table::insert(ReplayEntry { replay: made, step: None })?);
        Ok(())
    })
}

/// Does the next recorded step again. `found` is false at the recording's end.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_replay_step(
    replay: kasuri_replay,
    step: Option<&mut MaybeUninit<kasuri_step>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let (out, found) = (needed(step, "step")?, needed(found, "found")?);
        table::write(replay, "replay", |entry: &mut ReplayEntry| {
            entry.step = None;
            entry.step = entry.replay.step()?;
            found.put(entry.step.is_some());
            out.put(entry.step.as_ref().map(summary).unwrap_or_default());
            Ok(())
        })
    })
}

/// Where the replay did something else than was recorded, in one line; `length` is 0 where it did not.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_replay_difference(
    replay: kasuri_replay,
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        table::read(replay, "replay", |entry: &ReplayEntry| {
            let difference = entry.replay.difference().map_or_else(String::new, ToString::to_string);
            put_text(buffer, capacity, length, &difference)
        })
    })
}

/// The replay's world, to play on from here. The replay is freed.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_replay_into_world(
    replay: kasuri_replay,
    world: Option<&mut MaybeUninit<kasuri_world>>,
) -> kasuri_status {
    border(|| {
        let out = needed(world, "world")?;
        // Refused where it is no replay, before anything is freed.
        table::read(replay, "replay", |_: &ReplayEntry| Ok(()))?;
        if let Object::Replay(entry) = table::free(replay)? {
            out.put(table::insert(WorldEntry::new(entry.replay.into_world()))?);
        }
        Ok(())
    })
}

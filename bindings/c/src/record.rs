//! Recordings: a session as bytes, which can be replayed step by step.

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

/// Creates a recorder. It records the first world that it steps.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_recorder_new(recorder: Option<&mut MaybeUninit<kasuri_recorder>>) -> kasuri_status {
    border(|| {
        let out = needed(recorder, "recorder")?;
        out.put(table::insert(Recorder::new())?);
        Ok(())
    })
}

/// Makes a step of a world and records it, together with all changes since the last step.
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

/// Writes the bytes of the recording up to now: they are a complete file after every step.
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

/// Creates a recording of the bytes of a file. The content is checked during the replay.
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

/// Writes the number of steps in a recording.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_recording_len(
    recording: kasuri_recording,
    steps: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| put(steps, "steps", table::read(recording, "recording", |it: &Recording| Ok(it.len()))?))
}

/// Writes the number of bytes at a recording's end that are less than a step and therefore ignored.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_recording_cut(
    recording: kasuri_recording,
    bytes: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| put(bytes, "bytes", table::read(recording, "recording", |it: &Recording| Ok(it.cut()))?))
}

/// Writes the first step, pass and pair in which two recordings differ, in one line; `length` is 0 if they do not
/// differ.
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

/// Creates a replay of the recorded world, from its first step on.
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

/// Replays the next recorded step. `found` is false at the recording's end.
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

/// Writes where the replay differed from the recording, in one line; `length` is 0 if it did not differ.
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

/// Turns the replay into a world that can be played on from here. The replay is freed.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_replay_into_world(
    replay: kasuri_replay,
    world: Option<&mut MaybeUninit<kasuri_world>>,
) -> kasuri_status {
    border(|| {
        let out = needed(world, "world")?;
        // A handle that is not a replay is refused before anything is freed.
        table::read(replay, "replay", |_: &ReplayEntry| Ok(()))?;
        if let Object::Replay(entry) = table::free(replay)? {
            out.put(table::insert(WorldEntry::new(entry.replay.into_world()))?);
        }
        Ok(())
    })
}

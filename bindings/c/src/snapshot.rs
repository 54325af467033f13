//! Snapshots: the saved state of a world.

use kasuri::Snapshot;
use std::mem::MaybeUninit;

use crate::border::border;
use crate::object::WorldEntry;
use crate::pointers::{buffer, list, needed, put};
use crate::status::kasuri_status;
use crate::table;
use crate::types::{kasuri_snapshot, kasuri_world};
use crate::world::ask;

/// Saves the world's present state. Masks are shared with the world, not copied.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_snapshot(
    world: kasuri_world,
    snapshot: Option<&mut MaybeUninit<kasuri_snapshot>>,
) -> kasuri_status {
    border(|| {
        let out = needed(snapshot, "snapshot")?;
        out.put(table::insert(ask(world, |world, _| Ok(world.snapshot()))?)?);
        Ok(())
    })
}

/// Restores the state from a snapshot of this world or of another: from here the world continues identically,
/// including the handles of its bodies. The results of the last step are forgotten.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_world_restore(world: kasuri_world, snapshot: kasuri_snapshot) -> kasuri_status {
    border(|| {
        table::read(snapshot, "snapshot", |snapshot: &Snapshot| {
            table::write(world, "world", |entry: &mut WorldEntry| {
                entry.world.restore(snapshot);
                entry.step = None;
                Ok(())
            })
        })
    })
}

/// Writes the hash of the world of the snapshot.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_snapshot_hash(
    snapshot: kasuri_snapshot,
    hash: Option<&mut MaybeUninit<u64>>,
) -> kasuri_status {
    border(|| {
        let told = table::read(snapshot, "snapshot", |snapshot: &Snapshot| Ok(snapshot.hash()))?;
        put(hash, "hash", told)
    })
}

/// Writes the number of steps that the world had made.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_snapshot_steps(
    snapshot: kasuri_snapshot,
    steps: Option<&mut MaybeUninit<u64>>,
) -> kasuri_status {
    border(|| {
        let told = table::read(snapshot, "snapshot", |snapshot: &Snapshot| Ok(snapshot.steps()))?;
        put(steps, "steps", told)
    })
}

/// Writes the snapshot as bytes that any machine can read: to save a game, or to send its state.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_snapshot_to_bytes(
    snapshot: kasuri_snapshot,
    bytes: *mut u8,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(bytes, capacity, count)?;
        let made = table::read(snapshot, "snapshot", |snapshot: &Snapshot| Ok(snapshot.to_bytes()))?;
        buffer.fill_from(&made)
    })
}

/// Creates a snapshot of such bytes. Damaged bytes are refused, and so are bytes that exceed the limits for files
/// from untrusted sources.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_snapshot_from_bytes(
    bytes: *const u8,
    count: usize,
    snapshot: Option<&mut MaybeUninit<kasuri_snapshot>>,
) -> kasuri_status {
    border(|| {
        let (out, bytes) = (needed(snapshot, "snapshot")?, list(bytes, count, "bytes")?);
        out.put(table::insert(Snapshot::from_bytes(bytes)?)?);
        Ok(())
    })
}

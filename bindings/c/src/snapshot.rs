//! Snapshots: a world's state, kept.

use kasuri::Snapshot;
use std::mem::MaybeUninit;

use crate::border::border;
use crate::object::WorldEntry;
use crate::pointers::{buffer, list, needed, put};
use crate::status::kasuri_status;
use crate::table;
use crate::types::{kasuri_snapshot, kasuri_world};
use crate::world::ask;

/// Keeps the world's state as it is now. Masks are shared with it, not copied.
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

/// Makes the world's state what it was, of this world or of another: from here it goes on identically, bodies too. What the last
/// step told is forgotten.
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

/// The hash of the world that the snapshot was taken of.
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

/// How many steps the world had made.
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

/// The snapshot as bytes, which any machine reads: to save a game, or to send its state.
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

/// A snapshot of such bytes. Damaged bytes are refused, and so is what would take more than a stranger's file may.
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

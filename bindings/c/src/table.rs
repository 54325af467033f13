//! The table of objects that the handles of C refer to. No pointer to an object is given to C, so no handle can be a
//! dangling pointer.
//!
//! A handle is `kind << 48 | generation << 20 | slot`: below 2^53, so that languages whose numbers are doubles
//! represent it exactly.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError, RwLock, TryLockError};

use crate::border::{Done, Refusal};
use crate::object::{Kind, Object};
use crate::status::kasuri_status;

const SLOT_BITS: u32 = 20;
const GENERATION_BITS: u32 = 28;
const CHUNK: usize = 1 << 10;
const CHUNKS: usize = (1 << SLOT_BITS) / CHUNK;
const LAST_GENERATION: u32 = (1 << GENERATION_BITS) - 1;

/// A slot of the table: the place of one object.
struct Slot {
    /// The generation of the slot's present object. It changes only under the lock. It is read without the lock to
    /// distinguish stale from busy.
    generation: AtomicU32,
    object: RwLock<Option<Object>>,
}

/// The chunks of slots. Slots never move, so finding one takes no lock.
static SLOTS: [OnceLock<Box<[Slot]>>; CHUNKS] = [const { OnceLock::new() }; CHUNKS];

/// The free slots: a list of slots that were freed, and the first slot that was never used.
static FREE: Mutex<(Vec<u32>, u32)> = Mutex::new((Vec::new(), 0));

fn new_chunk() -> Box<[Slot]> {
    let slot = |_| Slot { generation: AtomicU32::new(1), object: RwLock::new(None) };
    (0..CHUNK).map(slot).collect()
}

/// The parts of a handle.
struct Parts {
    kind: u64,
    generation: u32,
    slot: u32,
}

impl Parts {
    fn of(id: u64) -> Parts {
        Parts {
            kind: id >> (SLOT_BITS + GENERATION_BITS),
            generation: (id >> SLOT_BITS) as u32 & LAST_GENERATION,
            slot: id as u32 & ((1 << SLOT_BITS) - 1),
        }
    }

    fn id(&self) -> u64 {
        self.kind << (SLOT_BITS + GENERATION_BITS)
            | u64::from(self.generation) << SLOT_BITS
            | u64::from(self.slot)
    }

    fn slot(&self, name: &str) -> Done<&'static Slot> {
        let slot = SLOTS.get(self.slot as usize / CHUNK).and_then(OnceLock::get);
        match slot.and_then(|chunk| chunk.get(self.slot as usize % CHUNK)) {
            Some(slot) if slot.generation.load(Relaxed) == self.generation => Ok(slot),
            _ => Err(stale(name)),
        }
    }
}

/// Puts an object into the table and returns its handle.
pub(crate) fn insert<T: Kind>(object: T) -> Done<u64> {
    let mut free = FREE.lock().unwrap_or_else(PoisonError::into_inner);
    let slot = match free.0.pop() {
        Some(slot) => slot,
        None if free.1 >> SLOT_BITS == 0 => {
            free.1 += 1;
            free.1 - 1
        }
        None => {
            let text = "there are a million objects; free some";
            return Err(Refusal::new(kasuri_status::TooManyObjects, text));
        }
    };
    drop(free);
    let chunk = SLOTS[slot as usize / CHUNK].get_or_init(new_chunk);
    let place = &chunk[slot as usize % CHUNK];
    // No other call can keep the lock for long: handles of the slot's previous object are stale.
    *place.object.write().unwrap_or_else(PoisonError::into_inner) = Some(object.into_object());
    Ok(Parts { kind: T::KIND, generation: place.generation.load(Relaxed), slot }.id())
}

/// Whether a handle's kind is `T`; the handle may be stale.
pub(crate) fn is_a<T: Kind>(id: u64) -> bool {
    Parts::of(id).kind == T::KIND
}

fn parts_of<T: Kind>(id: u64, name: &str) -> Done<Parts> {
    let parts = Parts::of(id);
    if id == 0 || !(1..=crate::object::KINDS).contains(&parts.kind) {
        return Err(no_handle(id, name, T::NAME));
    }
    if parts.kind != T::KIND { Err(wrong_kind(id, name, T::NAME)) } else { Ok(parts) }
}

/// Calls `f` with an object; other calls may read it at the same time.
#[inline]
pub(crate) fn read<T: Kind, R>(id: u64, name: &str, f: impl FnOnce(&T) -> Done<R>) -> Done<R> {
    let parts = parts_of::<T>(id, name)?;
    let object = parts.slot(name)?.object.try_read().map_err(|e| held(&e, name))?;
    match object.as_ref() {
        // The object may have been freed after the check of the generation and before the lock.
        Some(object) if parts.slot(name).is_ok() => {
            f(T::of(object).ok_or_else(|| wrong_kind(id, name, T::NAME))?)
        }
        _ => Err(stale(name)),
    }
}

/// Calls `f` to change an object. It is an error if another call uses the object at the same time.
#[inline]
pub(crate) fn write<T: Kind, R>(id: u64, name: &str, f: impl FnOnce(&mut T) -> Done<R>) -> Done<R> {
    let parts = parts_of::<T>(id, name)?;
    let mut object = parts.slot(name)?.object.try_write().map_err(|e| held(&e, name))?;
    match object.as_mut() {
        Some(object) if parts.slot(name).is_ok() => {
            f(T::of_mut(object).ok_or_else(|| wrong_kind(id, name, T::NAME))?)
        }
        _ => Err(stale(name)),
    }
}

/// Takes an object of any kind out of the table: its handle is stale from now on.
pub(crate) fn free(id: u64) -> Done<Object> {
    let (parts, name) = (Parts::of(id), "object");
    if id == 0 || !(1..=crate::object::KINDS).contains(&parts.kind) {
        return Err(no_handle(id, name, "an object"));
    }
    let slot = parts.slot(name)?;
    let mut place = match slot.object.try_write() {
        Ok(place) => place,
        Err(TryLockError::Poisoned(poisoned)) => {
            slot.object.clear_poison();
            poisoned.into_inner()
        }
        Err(error @ TryLockError::WouldBlock) => return Err(held(&error, name)),
    };
    // It may have been freed meanwhile, or the kind in the handle may be wrong.
    if parts.slot(name).is_err() || place.as_ref().is_none_or(|object| object.kind() != parts.kind) {
        return Err(stale(name));
    }
    let object = place.take().ok_or_else(|| stale(name))?;
    let next = parts.generation + 1;
    slot.generation.store(next, Relaxed);
    drop(place);
    // A slot whose generations are used up is not used again.
    if next < LAST_GENERATION {
        FREE.lock().unwrap_or_else(PoisonError::into_inner).0.push(parts.slot);
    }
    Ok(object)
}

/// Refuses a handle of the wrong kind, or a number that is no handle: the text says what is expected, and what to do.
#[cold]
pub(crate) fn unexpected(id: u64, name: &str, expected: &str) -> Refusal {
    match (1..=crate::object::KINDS).contains(&Parts::of(id).kind) {
        true => wrong_kind(id, name, expected),
        false => no_handle(id, name, expected),
    }
}

#[cold]
fn no_handle(id: u64, name: &str, expected: &str) -> Refusal {
    let text = if id == 0 {
        format!(
            "{name}: 0 is no handle; {expected} is expected: create it first, and free it after its last use"
        )
    } else {
        format!(
            "{name}: {id} is no handle; {expected} is expected: pass the number that its creation returned"
        )
    };
    Refusal::new(kasuri_status::NullHandle, text)
}

#[cold]
fn stale(name: &str) -> Refusal {
    let text = format!("{name}: the handle's object was freed; free an object after its last use");
    Refusal::new(kasuri_status::StaleHandle, text)
}

#[cold]
fn wrong_kind(id: u64, name: &str, expected: &str) -> Refusal {
    let found = crate::object::NAMES.get((Parts::of(id).kind as usize).wrapping_sub(1));
    let text =
        format!("{name}: the handle is of {}; {expected} is expected", found.unwrap_or(&"another kind"));
    Refusal::new(kasuri_status::WrongKind, text)
}

#[cold]
fn held<T>(error: &TryLockError<T>, name: &str) -> Refusal {
    match error {
        TryLockError::WouldBlock => Refusal::new(
            kasuri_status::Busy,
            format!("{name}: the object is in use; one call at a time changes it"),
        ),
        TryLockError::Poisoned(_) => Refusal::new(
            kasuri_status::Poisoned,
            format!("{name}: a call panicked while it changed the object; only kasuri_free takes it"),
        ),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::sync::Arc;

    use kasuri::{Mask, World};

    use super::*;
    use crate::object::WorldEntry;

    fn mask() -> Arc<Mask> {
        Arc::new(Mask::empty(3, 3).unwrap())
    }

    #[test]
    fn a_handle_is_below_two_to_the_53rd() {
        let id =
            Parts { kind: crate::object::KINDS, generation: LAST_GENERATION, slot: (1 << SLOT_BITS) - 1 };
        assert!(id.id() < 1 << 53);
    }

    #[test]
    fn misused_handles_are_told() {
        let id = insert(mask()).unwrap();
        let status = |id| read::<Arc<Mask>, _>(id, "mask", |_| Ok(())).map_err(|e| e.status);
        assert_eq!(status(id), Ok(()));
        assert_eq!(status(0), Err(kasuri_status::NullHandle));
        assert_eq!(status(u64::MAX), Err(kasuri_status::NullHandle));
        let world = insert(WorldEntry::new(World::new())).unwrap();
        assert_eq!(status(world), Err(kasuri_status::WrongKind));
        free(id).unwrap();
        assert_eq!(status(id), Err(kasuri_status::StaleHandle));
        assert_eq!(free(id).map(drop).unwrap_err().status, kasuri_status::StaleHandle);
        // The slot is used again, and the old handle does not refer to the new object.
        let again = insert(mask()).unwrap();
        assert_eq!((status(id), status(again)), (Err(kasuri_status::StaleHandle), Ok(())));
        free(again).unwrap();
        free(world).unwrap();
    }

    #[test]
    fn who_changes_is_alone() {
        let id = insert(mask()).unwrap();
        let inner = |id| write::<Arc<Mask>, _>(id, "mask", |_| Ok(())).map_err(|e| e.status);
        let outer = write::<Arc<Mask>, _>(id, "mask", |_| Ok(inner(id)));
        assert_eq!(outer.unwrap(), Err(kasuri_status::Busy));
        let freed = read::<Arc<Mask>, _>(id, "mask", |_| Ok(free(id).map(drop).map_err(|e| e.status)));
        assert_eq!(freed.unwrap(), Err(kasuri_status::Busy));
        free(id).unwrap();
    }

    #[test]
    fn what_panicked_can_only_be_freed() {
        let id = insert(mask()).unwrap();
        let panicked = std::panic::catch_unwind(|| {
            let _ = write::<Arc<Mask>, ()>(id, "mask", |_| panic!("on purpose"));
        });
        assert!(panicked.is_err());
        let status = read::<Arc<Mask>, _>(id, "mask", |_| Ok(())).unwrap_err().status;
        assert_eq!(status, kasuri_status::Poisoned);
        free(id).unwrap();
        free(insert(mask()).unwrap()).unwrap();
    }
}

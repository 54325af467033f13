//! Handles: 8 bytes that identify a body. A handle never refers to another body, not even after its own body was
//! removed.

use std::fmt;
use std::num::NonZeroU32;

use crate::clone_by_field::clone_by_field;
use crate::error::{Cause, Error, Result};
use crate::world::table::hasher::Hasher;

/// Identifies a body of a world. After the body is removed, using its handle is an error; it never refers to another
/// body.
///
/// As text it is the slot and the generation: in `286v1` the slot is 286. When a body is removed, the next body in its
/// slot has the next generation.
///
/// ```
/// use kasuri::{Body, World};
/// let mut world = World::new();
/// let first = world.spawn(Body::point())?;
/// world.remove(first)?;
/// let second = world.spawn(Body::point())?;
/// assert_ne!(first, second);
/// assert_eq!([first.to_string(), second.to_string()], ["0v1", "0v2"]);
/// assert!(world.get(first).is_err());
/// assert_eq!(size_of::<Option<kasuri::Handle>>(), 8);
/// # Ok::<(), kasuri::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C)]
pub struct Handle {
    slot: u32,
    generation: NonZeroU32,
}

impl Handle {
    /// Returns the handle as one number, so that it can be stored anywhere.
    ///
    /// ```
    /// use kasuri::{Body, Handle, World};
    /// let mut world = World::new();
    /// let ball = world.spawn(Body::circle(3.0))?;
    /// assert_eq!(Handle::from_bits(ball.to_bits()), Some(ball));
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation.get()) << 32 | u64::from(self.slot)
    }

    /// Returns the handle from the number that [`to_bits`](Handle::to_bits) made; `None` if no handle has this
    /// number.
    ///
    /// ```
    /// use kasuri::Handle;
    /// assert_eq!(Handle::from_bits(0), None);
    /// ```
    pub fn from_bits(bits: u64) -> Option<Handle> {
        let generation = NonZeroU32::new((bits >> 32) as u32)?;
        Some(Handle { slot: bits as u32, generation })
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.slot, self.generation)
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// The row of each handle's body.
#[derive(Debug, Default)]
pub(in crate::world) struct Slots {
    slots: Vec<Slot>,
    free: Vec<u32>,
}

clone_by_field! {
    Slots { slots, free }
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    generation: NonZeroU32,
    /// [`GONE`] while no body uses the slot.
    row: u32,
}

const GONE: u32 = u32::MAX;

impl Slots {
    /// Makes a new handle for the body in a row.
    pub(in crate::world) fn claim(&mut self, row: u32) -> Handle {
        if let Some(slot) = self.free.pop() {
            self.slots[slot as usize].row = row;
            return Handle { slot, generation: self.slots[slot as usize].generation };
        }
        let (slot, generation) = (self.slots.len() as u32, NonZeroU32::MIN);
        self.slots.push(Slot { generation, row });
        Handle { slot, generation }
    }

    /// Reserves room for `more` handles.
    pub(in crate::world) fn reserve(&mut self, more: usize) {
        self.slots.reserve(more.saturating_sub(self.free.len()));
    }

    /// Frees the slot of a living body. A slot that has used every generation is not used again.
    pub(in crate::world) fn release(&mut self, handle: Handle) {
        let slot = &mut self.slots[handle.slot as usize];
        slot.row = GONE;
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            self.free.push(handle.slot);
        }
    }

    /// Takes back the last handle that was claimed, as if it had never existed. No caller may have got it yet.
    pub(in crate::world) fn unclaim(&mut self, handle: Handle) {
        if handle.generation == NonZeroU32::MIN {
            self.slots.pop();
        } else {
            self.slots[handle.slot as usize].row = GONE;
            self.free.push(handle.slot);
        }
    }

    /// Returns the body's row; an error if the body is gone.
    #[inline(always)]
    pub(in crate::world) fn row(&self, handle: Handle) -> Result<usize> {
        match self.slots.get(handle.slot as usize) {
            Some(slot) if slot.generation == handle.generation && slot.row != GONE => Ok(slot.row as usize),
            _ => Err(stale(handle)),
        }
    }

    /// Prefetches the table that maps handles to rows.
    pub(in crate::world) fn prefetch(&self) {
        crate::simd::prefetch(&self.slots);
    }

    /// Returns the free slots, the next one to use last, each with the generation it will have.
    pub(in crate::world) fn free(&self) -> impl ExactSizeIterator<Item = Handle> + '_ {
        self.free.iter().map(|&slot| Handle { slot, generation: self.slots[slot as usize].generation })
    }

    /// How many slots there are.
    pub(in crate::world) fn len(&self) -> usize {
        self.slots.len()
    }

    /// Restores the slots of a saved state: `count` slots, of which some are free, in order, and some belong to
    /// living rows. All other slots have used every generation. Returns `None` if a slot is listed twice or does not
    /// exist.
    pub(in crate::world) fn reset(
        &mut self,
        count: usize,
        free: &[Handle],
        living: impl Iterator<Item = (u32, Handle)>,
    ) -> Option<()> {
        self.slots.clear();
        self.slots.resize(count, Slot { generation: NonZeroU32::MAX, row: GONE });
        let mut taken = vec![false; count];
        let mut take = |handle: Handle| {
            let taken = taken.get_mut(handle.slot as usize)?;
            (!std::mem::replace(taken, true)).then_some(handle.slot as usize)
        };
        self.free.clear();
        for &handle in free {
            self.slots[take(handle)?].generation = handle.generation;
            self.free.push(handle.slot);
        }
        for (row, handle) in living {
            self.slots[take(handle)?] = Slot { generation: handle.generation, row };
        }
        Some(())
    }

    /// Adds the slots to a hash, because the handles to come are part of a world's state.
    pub(in crate::world) fn hash(&self, hasher: &mut Hasher) {
        hasher.add(self.slots.len() as u64);
        for slot in &self.slots {
            hasher.add(u64::from(slot.generation.get()) << 1 | u64::from(slot.row == GONE));
        }
        self.free.iter().for_each(|&slot| hasher.add(slot.into()));
    }

    /// Records that a living body has moved to another row.
    pub(in crate::world) fn moved(&mut self, handle: Handle, row: u32) {
        self.slots[handle.slot as usize].row = row;
    }
}

#[cold]
fn stale(handle: Handle) -> Error {
    Cause::Stale { slot: handle.slot, generation: handle.generation.get() }.error()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_that_has_had_every_generation_is_retired() {
        let mut slots = Slots::default();
        let first = slots.claim(0);
        slots.slots[0].generation = NonZeroU32::MAX;
        let last = Handle { generation: NonZeroU32::MAX, ..first };
        assert_eq!(slots.row(last), Ok(0));
        slots.release(last);
        assert!(slots.row(last).is_err() && slots.row(first).is_err());
        assert_ne!(slots.claim(0).slot, last.slot);
    }
}

//! Handles: 8 bytes that name a body for as long as it lives, and never another after it.

use std::fmt;
use std::num::NonZeroU32;

use crate::error::{Error, Result};
use crate::world::hash::Hasher;

/// Names a body of a world. It outlives the body without ever naming another: using it then is an error, not a mix-up.
///
/// ```
/// use kasuri::{Body, World};
/// let mut world = World::new();
/// let first = world.spawn(Body::point())?;
/// world.remove(first)?;
/// let second = world.spawn(Body::point())?;
/// assert_ne!(first, second);
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
    /// As one number, to keep wherever numbers are kept.
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

    /// From such a number; `None` where no handle is one.
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

/// Which row each handle's body stands in.
#[derive(Debug, Clone, Default)]
pub(super) struct Slots {
    slots: Vec<Slot>,
    free: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    generation: NonZeroU32,
    /// [`GONE`] while no body has the slot.
    row: u32,
}

const GONE: u32 = u32::MAX;

impl Slots {
    /// A new handle for the body in a row.
    pub(super) fn claim(&mut self, row: u32) -> Handle {
        if let Some(slot) = self.free.pop() {
            self.slots[slot as usize].row = row;
            return Handle { slot, generation: self.slots[slot as usize].generation };
        }
        let (slot, generation) = (self.slots.len() as u32, NonZeroU32::MIN);
        self.slots.push(Slot { generation, row });
        Handle { slot, generation }
    }

    /// Lets go of a living body's slot; one that has had every generation is not used again.
    pub(super) fn release(&mut self, handle: Handle) {
        let slot = &mut self.slots[handle.slot as usize];
        slot.row = GONE;
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            self.free.push(handle.slot);
        }
    }

    /// As if the last handle that was claimed had never been: nobody has seen it.
    pub(super) fn unclaim(&mut self, handle: Handle) {
        if handle.generation == NonZeroU32::MIN {
            self.slots.pop();
        } else {
            self.slots[handle.slot as usize].row = GONE;
            self.free.push(handle.slot);
        }
    }

    /// The body's row; an error where the body is gone.
    #[inline]
    pub(super) fn row(&self, handle: Handle) -> Result<usize> {
        match self.slots.get(handle.slot as usize) {
            Some(slot) if slot.generation == handle.generation && slot.row != GONE => Ok(slot.row as usize),
            _ => Err(stale(handle)),
        }
    }

    /// What rows are found by.
    pub(super) fn bring_near(&self) {
        crate::simd::bring_near(&self.slots);
    }

    /// The free slots, the next one last, each with the generation it will have.
    pub(super) fn free(&self) -> impl ExactSizeIterator<Item = Handle> + '_ {
        self.free.iter().map(|&slot| Handle { slot, generation: self.slots[slot as usize].generation })
    }

    /// How many slots there are.
    pub(super) fn len(&self) -> usize {
        self.slots.len()
    }

    /// As they were at another time: so many slots, of which some are free, in order, and some are the living rows'. The
    /// others had every generation. `None` where a slot would be two things at once, or is none.
    pub(super) fn reset(
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

    /// Which handles come next is part of a world's state.
    pub(super) fn hash(&self, hasher: &mut Hasher) {
        hasher.add(self.slots.len() as u64);
        for slot in &self.slots {
            hasher.add(u64::from(slot.generation.get()) << 1 | u64::from(slot.row == GONE));
        }
        self.free.iter().for_each(|&slot| hasher.add(slot.into()));
    }

    /// A living body's row changes.
    pub(super) fn moved(&mut self, handle: Handle, row: u32) {
        self.slots[handle.slot as usize].row = row;
    }
}

#[cold]
fn stale(handle: Handle) -> Error {
    Error::Stale { slot: handle.slot, generation: handle.generation.get() }
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

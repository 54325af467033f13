//! Tables in chunks. Clones share the chunks; a shared chunk is copied when it is written.
//!
//! Each write asks whether its chunk is shared. `std::sync::Arc` asks with a locked instruction, because it also counts weak
//! references; this takes longer than most writes. The `Arc` of `triomphe` has no weak references, and asks with a load.

use triomphe::Arc;

use crate::clone_by_field::clone_by_field;

/// The number of entries of a chunk; the last chunk may have fewer.
pub(crate) const CHUNK: usize = 256;

/// A list that is cheap to clone.
#[derive(Debug)]
pub(crate) struct Table<T> {
    chunks: Vec<Arc<Vec<T>>>,
}

clone_by_field! {
    Table<T> { chunks }
}

impl<T> Default for Table<T> {
    fn default() -> Table<T> {
        Table { chunks: Vec::new() }
    }
}

impl<T: Clone> Table<T> {
    #[inline(always)]
    pub(crate) fn get(&self, id: u32) -> &T {
        &self.chunks[id as usize / CHUNK][id as usize % CHUNK]
    }

    /// Returns the entry to write to.
    #[inline(always)]
    pub(crate) fn get_mut(&mut self, id: u32) -> &mut T {
        &mut Arc::make_mut(&mut self.chunks[id as usize / CHUNK])[id as usize % CHUNK]
    }

    /// Returns all chunks, to write to.
    #[inline(always)]
    pub(crate) fn part(&mut self) -> TablePart<'_, T> {
        TablePart { first: 0, chunks: &mut self.chunks }
    }

    /// Returns the chunk of an entry and its index there.
    #[inline(always)]
    pub(crate) fn place(id: u32) -> (usize, usize) {
        (id as usize / CHUNK, id as usize % CHUNK)
    }

    /// Adds an entry at the end.
    pub(crate) fn push(&mut self, entry: T) {
        match self.chunks.last_mut() {
            Some(last) if last.len() < CHUNK => Arc::make_mut(last).push(entry),
            _ => self.chunks.push(Arc::new(vec![entry])),
        }
    }

    /// Returns the chunks: the memory that finding an entry reads first.
    pub(crate) fn chunks(&self) -> &[Arc<Vec<T>>] {
        &self.chunks
    }
}

/// Consecutive chunks of a table, to write to. The entries have the numbers that they have in the table.
pub(crate) struct TablePart<'a, T> {
    /// The number of the first chunk.
    first: usize,
    chunks: &'a mut [Arc<Vec<T>>],
}

impl<T: Clone> TablePart<'_, T> {
    #[inline(always)]
    pub(crate) fn get(&self, id: u32) -> &T {
        let (chunk, at) = Table::<T>::place(id);
        &self.chunks[chunk - self.first][at]
    }

    /// Returns the entry to write to.
    #[inline(always)]
    pub(crate) fn get_mut(&mut self, id: u32) -> &mut T {
        &mut self.chunk_mut(id)[id as usize % CHUNK]
    }

    /// Returns the entries of the chunk that contains an entry.
    #[inline(always)]
    pub(crate) fn chunk(&self, id: u32) -> &[T] {
        self.chunks[id as usize / CHUNK - self.first].as_slice()
    }

    /// Returns the entries of the chunk that contains an entry, to write to.
    #[inline(always)]
    pub(crate) fn chunk_mut(&mut self, id: u32) -> &mut [T] {
        Arc::make_mut(&mut self.chunks[id as usize / CHUNK - self.first]).as_mut_slice()
    }
}

impl<'a, T> TablePart<'a, T> {
    /// Cuts before a chunk.
    pub(crate) fn split_at(self, chunk: usize) -> (TablePart<'a, T>, TablePart<'a, T>) {
        let TablePart { first, chunks } = self;
        let (chunks, others) = chunks.split_at_mut((chunk - first).min(chunks.len()));
        (TablePart { first, chunks }, TablePart { first: chunk, chunks: others })
    }
}

/// The use counts of entries by number, and the free numbers.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    counts: Vec<u32>,
    free: Vec<u32>,
}

clone_by_field! {
    Uses { counts, free }
}

impl Uses {
    /// Returns a number with one use, and whether the number is a new last one.
    pub(crate) fn claim(&mut self) -> (u32, bool) {
        if let Some(id) = self.free.pop() {
            self.counts[id as usize] = 1;
            return (id, false);
        }
        self.counts.push(1);
        (self.counts.len() as u32 - 1, true)
    }

    /// Counts one more use.
    #[inline]
    pub(crate) fn add(&mut self, id: u32) {
        self.counts[id as usize] += 1;
    }

    /// Counts one use less. Returns whether it was the last.
    #[inline]
    pub(crate) fn release(&mut self, id: u32) -> bool {
        let count = &mut self.counts[id as usize];
        *count -= 1;
        if *count == 0 {
            self.free.push(id);
        }
        *count == 0
    }

    /// Whether there is only one use.
    #[inline(always)]
    pub(crate) fn is_single(&self, id: u32) -> bool {
        self.counts[id as usize] == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clones_share_until_one_is_written() {
        let mut table = Table::default();
        (0..1000_u32).for_each(|k| table.push(k));
        let kept = table.clone();
        *table.get_mut(700) = 7;
        table.push(1000);
        assert_eq!((*table.get(700), *kept.get(700), *table.get(1000)), (7, 700, 1000));
        let shared = table.chunks().iter().zip(kept.chunks()).filter(|(a, b)| Arc::ptr_eq(a, b)).count();
        assert_eq!(shared, 2);
    }

    #[test]
    fn numbers_are_used_again() {
        let mut uses = Uses::default();
        assert_eq!((uses.claim(), uses.claim()), ((0, true), (1, true)));
        uses.add(0);
        assert!(!uses.is_single(0) && !uses.release(0) && uses.release(0));
        assert_eq!((uses.claim(), uses.claim()), ((0, false), (2, true)));
    }
}

//! Columns of a table that take memory only once a row has an unusual entry.

use crate::clone_by_field::clone_by_field;

/// An entry for every row. Only the entries up to the last one ever written are stored; the other rows have the usual
/// entry.
#[derive(Debug, Default)]
pub(in crate::world) struct LazyColumn<T> {
    usual: T,
    values: Vec<T>,
    /// The number of rows to reserve room for, once one is stored.
    room: usize,
}

clone_by_field! {
    LazyColumn<T> { usual, values, room }
}

impl<T: Copy + PartialEq> LazyColumn<T> {
    pub(in crate::world) fn new(usual: T) -> LazyColumn<T> {
        LazyColumn { usual, values: Vec::new(), room: 0 }
    }

    #[inline(always)]
    pub(in crate::world) fn get(&self, row: usize) -> T {
        self.values.get(row).copied().unwrap_or(self.usual)
    }

    #[inline(always)]
    pub(in crate::world) fn set(&mut self, row: usize, value: T) {
        match self.values.get_mut(row) {
            Some(entry) => *entry = value,
            None if value == self.usual => {}
            None => self.extend_to(row, value),
        }
    }

    #[cold]
    #[inline(never)]
    fn extend_to(&mut self, row: usize, value: T) {
        self.make_room(row + 1);
        self.values.resize(row, self.usual);
        self.values.push(value);
    }

    /// Makes room to store the entries of the first rows, at least twice as many as now.
    fn make_room(&mut self, rows: usize) {
        if self.values.capacity() < rows {
            let room = self.room.max(2 * self.values.len()).max(rows);
            self.values.reserve_exact(room - self.values.len());
        }
    }

    /// Returns the stored entries, which are those of the first rows.
    #[inline(always)]
    pub(in crate::world) fn held(&self) -> &[T] {
        &self.values
    }

    /// Stores the entries of at least `rows` rows, and returns them to write to.
    #[inline(always)]
    pub(in crate::world) fn hold(&mut self, rows: usize) -> &mut [T] {
        if self.values.len() < rows {
            self.make_room(rows);
            self.values.resize(rows, self.usual);
        }
        &mut self.values
    }

    /// Copies the entry of one row to another.
    #[inline(always)]
    pub(in crate::world) fn copy(&mut self, from: usize, to: usize) {
        self.set(to, self.get(from));
    }

    /// Prepares for this many rows.
    pub(in crate::world) fn reserve(&mut self, rows: usize) {
        self.room = self.room.max(rows);
        if !self.values.is_empty() {
            self.values.reserve(rows.saturating_sub(self.values.len()));
        }
    }

    /// Drops all but the first rows.
    pub(in crate::world) fn truncate(&mut self, rows: usize) {
        self.values.truncate(rows);
    }

    /// Prefetches the entry of a row.
    #[inline(always)]
    pub(in crate::world) fn prefetch(&self, row: usize) {
        if let Some(entry) = self.values.get(row) {
            crate::simd::prefetch(std::slice::from_ref(entry));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_unusual_takes_memory() {
        let mut column = LazyColumn::new(-1);
        column.reserve(1000);
        (0..500).for_each(|row| column.set(row, -1));
        assert_eq!((column.get(499), column.held().len(), column.values.capacity()), (-1, 0, 0));
        column.set(7, 3);
        assert_eq!(
            (column.get(6), column.get(7), column.get(8), column.values.capacity()),
            (-1, 3, -1, 1000)
        );
        column.copy(7, 2);
        column.copy(6, 7);
        assert_eq!((column.held(), column.get(400)), (&[-1, -1, 3, -1, -1, -1, -1, -1][..], -1));
        column.truncate(2);
        assert_eq!((column.get(2), column.held().len()), (-1, 2));
    }
}

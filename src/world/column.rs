//! Columns of a table that take memory only once a row holds something unusual.

/// An entry for every row. Only the rows up to the last one that was ever written are held; the rest have the usual entry.
#[derive(Debug, Clone, Default)]
pub(super) struct Column<T> {
    usual: T,
    values: Vec<T>,
    /// How many rows there is room for, once one is held.
    room: usize,
}

impl<T: Copy + PartialEq> Column<T> {
    pub(super) fn new(usual: T) -> Column<T> {
        Column { usual, values: Vec::new(), room: 0 }
    }

    #[inline(always)]
    pub(super) fn get(&self, row: usize) -> T {
        self.values.get(row).copied().unwrap_or(self.usual)
    }

    #[inline(always)]
    pub(super) fn set(&mut self, row: usize, value: T) {
        match self.values.get_mut(row) {
            Some(entry) => *entry = value,
            None if value == self.usual => {}
            None => self.extend_to(row, value),
        }
    }

    #[cold]
    #[inline(never)]
    fn extend_to(&mut self, row: usize, value: T) {
        if self.values.capacity() <= row {
            let room = self.room.max(2 * self.values.len()).max(row + 1);
            self.values.reserve_exact(room - self.values.len());
        }
        self.values.resize(row, self.usual);
        self.values.push(value);
    }

    /// The entries that are held, of the first rows.
    #[inline(always)]
    pub(super) fn held(&self) -> &[T] {
        &self.values
    }

    /// Holds the entries of so many rows at least, to be written in place.
    #[inline(always)]
    pub(super) fn hold(&mut self, rows: usize) -> &mut [T] {
        if self.values.len() < rows {
            self.values.resize(rows, self.usual);
        }
        &mut self.values
    }

    /// The entry of one row becomes that of another, too.
    #[inline(always)]
    pub(super) fn copy(&mut self, from: usize, to: usize) {
        self.set(to, self.get(from));
    }

    /// There will be so many rows.
    pub(super) fn reserve(&mut self, rows: usize) {
        self.room = self.room.max(rows);
        if !self.values.is_empty() {
            self.values.reserve(rows.saturating_sub(self.values.len()));
        }
    }

    /// Only so many rows are left.
    pub(super) fn truncate(&mut self, rows: usize) {
        self.values.truncate(rows);
    }

    /// Prefetches the entry of a row.
    #[inline(always)]
    pub(super) fn bring_near(&self, row: usize) {
        if let Some(entry) = self.values.get(row) {
            crate::simd::bring_near(std::slice::from_ref(entry));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_unusual_takes_memory() {
        let mut column = Column::new(-1);
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

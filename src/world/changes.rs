//! Which rows are others than they were: so that a backend that holds them is told only what is new.

/// When rows last changed but for their places, counted in changes.
#[derive(Debug, Clone, Default)]
pub(super) struct Changes {
    /// Of each row, once somebody wants to know.
    rows: Option<Vec<u64>>,
    count: u64,
    /// Since when they have their numbers.
    numbered: u64,
}

impl Changes {
    /// Another row, at the end.
    pub(super) fn push(&mut self) {
        self.count += 1;
        if let Some(rows) = &mut self.rows {
            rows.push(self.count);
        }
    }

    /// A row's form, layers or margin is another.
    pub(super) fn note(&mut self, row: usize) {
        self.count += 1;
        if let Some(rows) = &mut self.rows {
            rows[row] = self.count;
        }
    }

    pub(super) fn reserve(&mut self, more: usize) {
        if let Some(rows) = &mut self.rows {
            rows.reserve(more);
        }
    }

    /// The last rows are gone.
    pub(super) fn truncate(&mut self, len: usize) {
        if let Some(rows) = &mut self.rows {
            rows.truncate(len);
        }
    }

    /// Rows have other numbers from now on.
    pub(super) fn renumber(&mut self) {
        self.count += 1;
        self.numbered = self.count;
    }

    /// These take the place of others: nothing that is known of those holds.
    pub(super) fn follow(&mut self, others: &Changes) {
        self.count = self.count.max(others.count);
        self.renumber();
    }
}

#[cfg(feature = "gpu")]
impl Changes {
    /// How many changes there were.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Watches so many rows from now on; those that there are count as changed.
    pub(super) fn watch(&mut self, rows: usize) {
        if self.rows.is_none() {
            self.count += 1;
            self.rows = Some(vec![self.count; rows]);
        }
    }

    /// When a row last changed.
    pub(super) fn of(&self, row: usize) -> u64 {
        self.rows.as_ref().map_or(self.count, |rows| rows[row])
    }

    /// Since when the rows have their numbers.
    pub(super) fn numbered(&self) -> u64 {
        self.numbered
    }
}

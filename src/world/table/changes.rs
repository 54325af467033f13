//! Records which rows changed, so that a backend that keeps rows needs only the changes.

/// When each row last changed in anything but its position. The time is the number of changes.
#[derive(Debug, Clone, Default)]
pub(in crate::world) struct Changes {
    /// For each row: its last change. `None` until a backend watches.
    rows: Option<Vec<u64>>,
    count: u64,
    /// When the rows last got new numbers.
    numbered: u64,
    /// The new number of each row, if they were last closed up, and when they had got numbers before that.
    moved: Vec<u32>,
    numbered_before: u64,
}

impl Changes {
    /// Whether a backend watches.
    pub(in crate::world) fn are_kept(&self) -> bool {
        self.rows.is_some()
    }

    /// Adds a row at the end.
    pub(in crate::world) fn push(&mut self) {
        self.count += 1;
        if let Some(rows) = &mut self.rows {
            rows.push(self.count);
        }
    }

    /// Notes that a row's form, layers or margin changed.
    pub(in crate::world) fn note(&mut self, row: usize) {
        self.count += 1;
        if let Some(rows) = &mut self.rows {
            rows[row] = self.count;
        }
    }

    /// Does the same for many rows.
    pub(in crate::world) fn note_all(&mut self, noted: &[u32]) {
        self.count += 1;
        if let Some(rows) = &mut self.rows {
            noted.iter().for_each(|&row| rows[row as usize] = self.count);
        }
    }

    pub(in crate::world) fn reserve(&mut self, more: usize) {
        if let Some(rows) = &mut self.rows {
            rows.reserve(more);
        }
    }

    /// Drops the last rows.
    pub(in crate::world) fn truncate(&mut self, len: usize) {
        if let Some(rows) = &mut self.rows {
            rows.truncate(len);
        }
    }

    /// Notes that rows have other numbers from now on.
    pub(in crate::world) fn renumber(&mut self) {
        self.count += 1;
        self.numbered = self.count;
        self.moved.clear();
    }

    /// Notes that a row gets another number. [`closed_up`](Changes::closed_up) follows.
    pub(in crate::world) fn move_row(&mut self, from: usize, to: usize) {
        if let Some(rows) = &mut self.rows {
            rows[to] = rows[from];
        }
    }

    /// Notes that rows were closed up: each old row is now row `moved`.
    pub(in crate::world) fn closed_up(&mut self, moved: &[u32]) {
        let before = self.numbered;
        self.renumber();
        if self.rows.is_some() {
            self.moved.extend_from_slice(moved);
            self.numbered_before = before;
        }
    }

    /// Replaces the changes of other rows. Nothing that a backend knows of those rows is valid any more.
    pub(in crate::world) fn follow(&mut self, others: &Changes) {
        self.count = self.count.max(others.count);
        self.renumber();
    }
}

#[cfg(feature = "gpu")]
impl Changes {
    /// Returns the number of changes.
    pub(in crate::world) fn count(&self) -> u64 {
        self.count
    }

    /// Watches `rows` rows from now on. Existing rows count as changed.
    pub(in crate::world) fn watch(&mut self, rows: usize) {
        if self.rows.is_none() {
            self.count += 1;
            self.rows = Some(vec![self.count; rows]);
        }
    }

    /// Returns when a row last changed.
    pub(in crate::world) fn of(&self, row: usize) -> u64 {
        self.rows.as_ref().map_or(self.count, |rows| rows[row])
    }

    /// Returns the new number of each row that there was at the time `numbered`, if rows were closed up once since then.
    pub(in crate::world) fn moved_since(&self, numbered: u64) -> Option<&[u32]> {
        (!self.moved.is_empty() && self.numbered_before == numbered).then_some(&self.moved)
    }

    /// Returns when the rows last got new numbers.
    pub(in crate::world) fn numbered(&self) -> u64 {
        self.numbered
    }
}

//! Which of a crowd's forms are those of a world's table: known by number and by when they were written, never by contents.

use crate::gpu::Crowd;
use crate::world::rows::Rows;

/// The forms of a world that a crowd has.
#[derive(Debug, Clone, Default)]
pub(super) struct DeviceForms {
    /// Of each form of the table when it was written, and its numbers on the device, one for each region.
    known: Vec<(u64, Vec<u32>)>,
    epoch: u64,
}

impl DeviceForms {
    /// The numbers on the device of what a row and its regions are.
    pub(super) fn of(&mut self, crowd: &mut Crowd, rows: &Rows, row: usize) -> &[u32] {
        if self.epoch != crowd.epoch() {
            (self.epoch, self.known) = (crowd.epoch(), Vec::new());
        }
        let number = rows.form_number(row as u32);
        let (at, stamp) = (number as usize, rows.form_table.stamp_of(number));
        if self.known.len() <= at {
            self.known.resize(at + 1, (0, Vec::new()));
        }
        let (written, forms) = &mut self.known[at];
        // The first write is 1.
        if *written != stamp {
            *written = stamp;
            forms.clear();
            forms.extend(rows.forms(row).iter().map(|form| crowd.add_form(form)));
        }
        forms
    }

    /// Forgets all: the table is another.
    pub(super) fn clear(&mut self) {
        self.known.clear();
    }
}

//! Maps the forms in a world's table to a crowd's forms. It compares their numbers and write stamps, never their
//! contents.

use crate::gpu::Crowd;
use crate::world::table::rows::Rows;

/// The forms of a world that are in a crowd.
#[derive(Debug, Clone, Default)]
pub(super) struct DeviceForms {
    /// For each form of the table: its write stamp, and its numbers on the device, one for each region.
    known: Vec<(u64, Vec<u32>)>,
    epoch: u64,
}

impl DeviceForms {
    /// Returns the device's numbers for the form of a row, one for each region. Adds the form if it is new or was
    /// rewritten.
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
        // Stamps start at 1, so 0 means that nothing was written.
        if *written != stamp {
            *written = stamp;
            forms.clear();
            forms.extend(rows.forms(row).iter().map(|form| crowd.add_form(form)));
        }
        forms
    }
}

//! Prefetches what a step will read of the rows. With many worlds, waiting for memory is the main cost.

use crate::form::Form;
use crate::simd::prefetch;
use crate::world::table::rows::Rows;

/// The number of stages of [`Rows::prefetch_row`]. Each stage follows pointers that the stage before fetched.
pub(crate) const PREFETCH_DEPTH: usize = 5;

impl Rows {
    /// Prefetches what finding candidates reads of all bodies.
    pub(crate) fn prefetch(&self) {
        prefetch(&self.bounds);
        prefetch(&self.kinds);
        prefetch(&self.outside);
        if self.is_sorted_out {
            self.runs.prefetch();
        } else {
            prefetch(&self.wide);
            prefetch(self.margins());
        }
        self.form_table.prefetch();
        self.look_table.prefetch();
    }

    /// Prefetches what moving bodies reads in addition.
    pub(crate) fn prefetch_positions(&self) {
        self.slots.prefetch();
        prefetch(&self.handles);
        prefetch(&self.at);
        prefetch(&self.points);
        self.paths.prefetch();
        prefetch(&self.forms);
    }

    /// Prefetches a body's form.
    pub(crate) fn prefetch_form(&self, row: usize) {
        self.form_table.prefetch_form(self.forms[row]);
    }

    /// Prefetches what reporting a body reads.
    pub(crate) fn prefetch_name(&self, row: u32) {
        let row = row as usize;
        prefetch(&self.handles[row..=row]);
        if self.grazing > 0 {
            self.margins.prefetch(row);
        }
        if self.layered > 0 {
            self.rare.prefetch_place(row);
        }
    }

    /// Prefetches what deciding about a body reads, in one stage. The earlier stages must have run.
    pub(crate) fn prefetch_row(&self, row: u32, stage: usize) {
        let row = row as usize;
        match stage {
            0 => {
                prefetch(&self.forms[row..=row]);
                prefetch(&self.points[row..=row]);
                prefetch(&self.handles[row..=row]);
                self.rare.prefetch_place(row);
                prefetch(&self.looks[row..=row]);
                self.frames.prefetch(row);
            }
            1 => {
                self.form_table.prefetch_form(self.forms[row]);
                self.rare.prefetch(row);
            }
            _ => match self.forms(row) {
                [form] => prefetch_inner(form, stage - 2),
                forms if stage == 2 => {
                    prefetch(forms);
                    if self.is_living(row) {
                        prefetch(std::slice::from_ref(self.look(row)));
                    }
                }
                forms => {
                    forms.iter().for_each(|form| prefetch_inner(form, stage - 3));
                    if stage == 3 && self.is_living(row) {
                        prefetch(&self.look(row).regions);
                    }
                }
            },
        }
    }
}

fn prefetch_inner(form: &Form, stage: usize) {
    match (form, stage) {
        (Form::Sprite(sprite), 0) => prefetch(std::slice::from_ref(&**sprite.mask())),
        (Form::Sprite(sprite), 1) => sprite.mask().words().chunks(64).take(1).for_each(prefetch),
        (Form::Shape(parts), 0) => parts.pieces().iter().take(4).for_each(|part| prefetch(part.vertices())),
        _ => {}
    }
}

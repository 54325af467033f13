//! What a step will read of the rows, prefetched before that: of many worlds, waiting for memory is what costs.

use crate::form::Form;
use crate::simd::bring_near;
use crate::world::rows::Rows;

/// How many times [`Rows::bring_row_near`] has to follow where the last time led.
pub(crate) const WAYS: usize = 5;

impl Rows {
    /// What finding candidates reads of all bodies.
    pub(crate) fn bring_near(&self) {
        bring_near(&self.bounds);
        bring_near(&self.kinds);
        bring_near(&self.outside);
        if self.is_sorted_out {
            self.runs.bring_near();
        } else {
            bring_near(&self.wide);
            bring_near(self.margins());
        }
        self.form_table.bring_near();
        self.look_table.bring_near();
    }

    /// What moving bodies reads besides.
    pub(crate) fn bring_places_near(&self) {
        self.slots.bring_near();
        bring_near(&self.handles);
        bring_near(&self.at);
        bring_near(&self.points);
        self.ways.bring_near();
        bring_near(&self.forms);
    }

    /// What telling of a body reads.
    pub(crate) fn bring_name_near(&self, row: u32) {
        let row = row as usize;
        bring_near(&self.handles[row..=row]);
        if self.grazing > 0 {
            self.margins.bring_near(row);
        }
        if self.layered > 0 {
            self.rare.bring_place_near(row);
        }
    }

    /// What deciding about a body reads, `way` steps from its row: it was prefetched up to there.
    pub(crate) fn bring_row_near(&self, row: u32, way: usize) {
        let row = row as usize;
        match way {
            0 => {
                bring_near(&self.forms[row..=row]);
                bring_near(&self.points[row..=row]);
                bring_near(&self.handles[row..=row]);
                self.rare.bring_place_near(row);
                bring_near(&self.looks[row..=row]);
                self.frames.bring_near(row);
            }
            1 => {
                self.form_table.bring_form_near(self.forms[row]);
                self.rare.bring_near(row);
            }
            _ => match self.forms(row) {
                [form] => bring_inner_near(form, way - 2),
                forms if way == 2 => {
                    bring_near(forms);
                    if self.is_living(row) {
                        bring_near(std::slice::from_ref(self.look(row)));
                    }
                }
                forms => {
                    forms.iter().for_each(|form| bring_inner_near(form, way - 3));
                    if way == 3 && self.is_living(row) {
                        bring_near(&self.look(row).regions);
                    }
                }
            },
        }
    }
}

fn bring_inner_near(form: &Form, way: usize) {
    match (form, way) {
        (Form::Sprite(sprite), 0) => bring_near(std::slice::from_ref(&**sprite.mask())),
        (Form::Sprite(sprite), 1) => sprite.mask().words().chunks(64).take(1).for_each(bring_near),
        (Form::Shape(parts), 0) => parts.iter().take(4).for_each(|part| bring_near(part.vertices())),
        _ => {}
    }
}

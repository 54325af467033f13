//! The world's bounds: who leaves, who enters, who is gone for good.
//!
//! A body is outside when its box shares no point with the bounds; both are closed. The box of a sprite is that of its
//! covered squares, of one that covers nothing that of its mask.

use crate::form::Form;
use crate::lattice::{Bounds, PixelBox};
use crate::world::World;
use crate::world::events::Events;
use crate::world::rows::Rows;

impl World {
    /// Tells who crossed the bounds since the last step, and removes who is too far out.
    pub(super) fn watch_walls(&mut self, events: &mut Events) {
        let Some(walls) = self.walls else { return };
        for row in 0..self.rows.len() {
            if !self.rows.is_living(row) {
                continue;
            }
            let is_outside = !reaches(&self.rows, row, walls);
            let was_outside = std::mem::replace(&mut self.rows.outside[row], is_outside);
            if is_outside != was_outside {
                let list = if is_outside { &mut events.left } else { &mut events.entered };
                list.push(self.rows.handles[row]);
            }
            if is_outside && self.is_off_leash(row, walls) {
                events.despawned.push(self.rows.handles[row]);
                self.rows.remove(row);
            }
        }
    }

    fn is_off_leash(&self, row: usize, walls: Bounds) -> bool {
        let leash = self.rows.rules[row].as_deref().and_then(|rules| rules.leash);
        leash.is_some_and(|leash| !reaches(&self.rows, row, walls.grown(leash)))
    }
}

/// Whether a body's box meets another, which may be larger than any body.
pub(super) fn reaches(rows: &Rows, row: usize, area: Bounds) -> bool {
    if !rows.bounds[row].meets(area) {
        return false;
    }
    // What lies wholly within meets it, whatever it covers.
    let Bounds { min, max } = rows.bounds[row];
    if area.min.x <= min.x && max.x <= area.max.x && area.min.y <= min.y && max.y <= area.max.y {
        return true;
    }
    rows.forms[row].all().iter().any(|form| match form {
        Form::Sprite(sprite) => {
            let box_of = sprite.covered_box().unwrap_or_else(|| sprite.reach());
            PixelBox::bounds(box_of).is_some_and(|bounds| bounds.meets(area))
        }
        form => form.bounds().is_some_and(|bounds| bounds.meets(area)),
    })
}

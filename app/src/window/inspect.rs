//! Shows what is under the pointer.

use egui::{RichText, Ui};
use kasuri::{Step, World};

/// Shows all about the topmost body.
pub(super) fn show(ui: &mut Ui, world: &World, last: Option<&Step>, under: [f64; 2]) {
    for line in kasuri_stage::inspect::lines(world, last, under) {
        ui.label(RichText::new(line).small());
    }
}

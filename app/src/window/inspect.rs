//! What lies under the pointer.

use egui::{RichText, Ui};
use kasuri::{Step, World};

/// Tells all about the body on top.
pub(super) fn show(ui: &mut Ui, world: &World, last: Option<&Step>, under: [f64; 2]) {
    for line in kasuri_stage::inspect::lines(world, last, under) {
        ui.label(RichText::new(line).small());
    }
}

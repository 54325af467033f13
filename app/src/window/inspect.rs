//! What lies under the pointer.

use egui::{RichText, Ui};
use kasuri::{Filter, Form, Step, World};

/// Tells all about the body on top.
pub(super) fn show(ui: &mut Ui, world: &World, last: Option<&Step>, under: [f64; 2]) {
    let mut line = |text: String| ui.label(RichText::new(text).small());
    let under = world.place_of(under);
    let found = world.at_point(under, Filter::ALL).ok().and_then(|mut found| found.pop());
    let Some(body) = found.and_then(|body| world.get(body).ok()) else {
        line(format!("nothing at ({:.2}, {:.2})", under.x, under.y));
        return;
    };
    let (at, scale, layers) = (body.at(), body.scale(), body.layers());
    line(format!("body {}: {}", body.handle(), kind(&body.form())));
    line(format!(
        "at ({:.3}, {:.3}), turned {:.3}, scaled {:.2} x {:.2}",
        at.x,
        at.y,
        body.angle(),
        scale.x,
        scale.y
    ));
    line(format!("layer {:#x} against {:#x}, data {}", layers.layer, layers.against, body.data()));
    for (name, form, layers) in body.regions() {
        line(format!("region {name}: {}, {:#x} against {:#x}", kind(&form), layers.layer, layers.against));
    }
    let hits = last.iter().flat_map(|step| step.hits()).filter_map(|hit| hit.other(body.handle()));
    let hits: Vec<String> = hits.map(|other| other.to_string()).take(8).collect();
    line(if hits.is_empty() { "hits nothing".into() } else { format!("hits {}", hits.join(", ")) });
}

fn kind(form: &Form) -> String {
    match form {
        Form::Shape(parts) => match (parts.len(), parts.first()) {
            (1, Some(part)) => {
                let radius = f64::from(part.radius()) / 256.0;
                format!("{} corners, radius {radius:.2}", part.vertices().len())
            }
            (count, _) => format!("{count} parts"),
        },
        Form::Sprite(sprite) => {
            let mask = sprite.mask();
            format!("{} x {} texels, {} set", mask.width(), mask.height(), mask.count())
        }
        Form::Tiles(tiles) => format!("{} cells", tiles.count()),
    }
}

//! Describes what is at a position, in words.

use kasuri::{Area, Filter, Step, World, query::Form};

/// Returns lines that describe the topmost body at a position in world pixels.
pub fn lines(world: &World, last: Option<&Step>, under: [f64; 2]) -> Vec<String> {
    let under = world.place_of(under);
    let found = world.overlapping(Area::point(under), Filter::ALL).ok().and_then(|mut found| found.pop());
    let Some(body) = found.and_then(|body| world.get(body).ok()) else {
        return vec![format!("nothing at ({:.2}, {:.2})", under.x, under.y)];
    };
    let (at, scale, layers) = (body.at(), body.scale(), body.layers());
    let mut lines = vec![format!("body {}: {}", body.handle(), kind(&body.form()))];
    lines.push(format!(
        "at ({:.3}, {:.3}), turned {:.3}, scaled {:.2} x {:.2}",
        at.x,
        at.y,
        body.angle(),
        scale.x,
        scale.y
    ));
    lines.push(format!("layer {:#x} against {:#x}, data {}", layers.layer, layers.against, body.data()));
    for (name, form, layers) in body.regions() {
        lines.push(format!(
            "region {name}: {}, {:#x} against {:#x}",
            kind(&form),
            layers.layer,
            layers.against
        ));
    }
    let hits = last.iter().flat_map(|step| step.hits()).filter_map(|hit| hit.other(body.handle()));
    let hits: Vec<String> = hits.map(|other| other.to_string()).take(8).collect();
    lines.push(if hits.is_empty() { "hits nothing".into() } else { format!("hits {}", hits.join(", ")) });
    lines
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

//! A sheet in words: a line for each frame, region and tag.

use std::fmt::Write;

use kasuri::sheet::{Sheet, SheetFrame, SheetRegion, SheetShape, SheetValue, SheetValues};

use super::{counted, counts};

/// Returns the whole list.
pub(super) fn of(sheet: &Sheet) -> String {
    let mut text = counts(sheet);
    if let Some(image) = sheet.image() {
        let _ = write!(text, "; the picture is {image:?}");
    }
    text.push('\n');
    values(&mut text, sheet.values());
    for (k, shown) in sheet.frames().iter().enumerate() {
        frame(&mut text, k, shown);
    }
    for tag in sheet.tags() {
        let length = sheet.animation(&tag.name).map_or(0, |animation| animation.length());
        let _ = writeln!(text, "tag {:?}: frames {} to {}, {length} ms", tag.name, tag.from, tag.to);
    }
    text
}

fn frame(text: &mut String, k: usize, frame: &SheetFrame) {
    let SheetFrame { mask, duration, pivot, .. } = frame;
    let (width, height) = (mask.width(), mask.height());
    let solid = counted(mask.count() as usize, "solid texel");
    let _ = write!(
        text,
        "frame {k} {:?}: {width} x {height}, {solid}, {duration} ms, pivot [{}, {}]",
        frame.name, pivot.x, pivot.y
    );
    values(text, &frame.values);
    for (k, region) in frame.regions.iter().enumerate() {
        let _ = write!(text, "  region {} {:?}: {}", k + 1, region.name, shape(&region.shape));
        layers(text, region);
        values(text, &region.values);
    }
}

fn layers(text: &mut String, region: &SheetRegion) {
    for (name, bits) in [("layer", region.layer), ("against", region.against)] {
        if let Some(bits) = bits {
            let _ = write!(text, ", {name} {bits}");
        }
    }
}

fn shape(shape: &SheetShape) -> String {
    match shape {
        SheetShape::Circle { at, r } => format!("circle of {r} at [{}, {}]", at.x, at.y),
        SheetShape::Ellipse { at, radii } => {
            format!("ellipse of {} x {} at [{}, {}]", radii.x, radii.y, at.x, at.y)
        }
        SheetShape::Box { at, half, angle } => {
            let turned = if *angle == 0.0 { String::new() } else { format!(", turned {angle}") };
            format!("box of {} x {} at [{}, {}]{turned}", 2.0 * half.x, 2.0 * half.y, at.x, at.y)
        }
        SheetShape::Capsule { a, b, r } => {
            format!("capsule of {r} from [{}, {}] to [{}, {}]", a.x, a.y, b.x, b.y)
        }
        SheetShape::Polygon { points } => format!("polygon of {} vertices", points.len()),
        SheetShape::Mask { at: [x, y], mask } => {
            format!(
                "mask of {} x {} at [{x}, {y}], {}",
                mask.width(),
                mask.height(),
                counted(mask.count() as usize, "solid texel")
            )
        }
    }
}

/// Ends the line, with the values if there are any.
fn values(text: &mut String, values: &SheetValues) {
    let told = values.iter().map(|(name, value)| match value {
        SheetValue::Number(number) => format!("{name} = {number}"),
        SheetValue::Text(words) => format!("{name} = {words:?}"),
        SheetValue::Truth(truth) => format!("{name} = {truth}"),
    });
    let told: Vec<String> = told.collect();
    if !told.is_empty() {
        text.push_str(if text.ends_with('\n') { "values " } else { "; " });
        text.push_str(&told.join(", "));
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
}

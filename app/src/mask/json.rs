//! A sheet as JSON. The result is a part of a scene file (SPEC 8), except for outlines and traced polygons.

use std::fmt::Display;

use kasuri::{Vec2, mask::Contour};
use serde_json::Value;

use super::{Form, Frame, Sheet, text};

/// The most parts of a compound (SPEC 2).
const MOST_PARTS: usize = 256;

/// Returns an object with one entry per frame.
pub(super) fn of(sheet: &Sheet) -> String {
    let all = |entry: fn(&Frame) -> Vec<String>| sheet.frames.iter().flat_map(entry).collect::<Vec<_>>();
    // All frames have the same kind of form.
    match sheet.frames.first().map(|frame| &frame.form) {
        Some(Form::Outline(_)) => object("outlines", &all(named)),
        Some(Form::Polygons(_)) => object("polygons", &all(named)),
        Some(Form::Convex(_)) => format!("{{\"bodies\": [{}]}}\n", listed(&all(compounds), 1)),
        Some(Form::Mask) | None => object("masks", &all(named)),
    }
}

fn object(name: &str, entries: &[String]) -> String {
    format!("{{\"{name}\": {{{}}}}}\n", listed(entries, 1))
}

/// Returns `"name": value` for a frame.
fn named(frame: &Frame) -> Vec<String> {
    let value = match &frame.form {
        Form::Mask => {
            let rows: Vec<_> = text::rows(&frame.mask).iter().map(|row| format!("\"{row}\"")).collect();
            format!("{{\"rows\": [{}]}}", listed(&rows, 2))
        }
        Form::Outline(walk) => points(walk.iter().map(|&[x, y]| (x, y))),
        Form::Polygons(contours) => {
            format!("[{}]", listed(&contours.iter().map(traced).collect::<Vec<_>>(), 2))
        }
        // Convex parts become bodies: see `compounds`.
        Form::Convex(_) => return Vec::new(),
    };
    vec![format!("{}: {value}", quoted(&frame.name))]
}

/// Returns bodies for a frame's convex parts, as many parts in each as a compound can have. A mask without parts
/// gives no body.
fn compounds(frame: &Frame) -> Vec<String> {
    let Form::Convex(parts) = &frame.form else { return Vec::new() };
    let chunks = parts.chunks(MOST_PARTS).enumerate();
    let body = |(k, parts): (usize, &[Vec<Vec2>])| {
        let id = if k == 0 { frame.name.clone() } else { format!("{}+{k}", frame.name) };
        let parts: Vec<_> = parts.iter().map(|part| polygon(part)).collect();
        let parts = listed(&parts, 2);
        format!("{{\"id\": {}, \"at\": [0, 0], \"compound\": {{\"parts\": [{parts}]}}}}", quoted(&id))
    };
    chunks.map(body).collect()
}

fn traced(contour: &Contour) -> String {
    if contour.holes.is_empty() {
        return polygon(&contour.outer);
    }
    let holes: Vec<_> = contour.holes.iter().map(|hole| vertices(hole)).collect();
    let (outer, holes) = (vertices(&contour.outer), holes.join(", "));
    format!("{{\"polygon\": {{\"points\": {outer}}}, \"holes\": [{holes}]}}")
}

fn polygon(ring: &[Vec2]) -> String {
    format!("{{\"polygon\": {{\"points\": {}}}}}", vertices(ring))
}

fn vertices(ring: &[Vec2]) -> String {
    points(ring.iter().map(|v| (v.x, v.y)))
}

fn points<T: Display>(points: impl Iterator<Item = (T, T)>) -> String {
    format!("[{}]", points.map(|(x, y)| format!("[{x},{y}]")).collect::<Vec<_>>().join(","))
}

/// Writes one item per line, indented.
fn listed(items: &[String], depth: usize) -> String {
    let indent = "  ".repeat(depth);
    let lines: Vec<_> = items.iter().map(|item| format!("\n{indent}{item}")).collect();
    lines.join(",")
}

fn quoted(name: &str) -> Value {
    Value::from(name)
}

//! A sheet as JSON. The result is a part of a scene file (SPEC 8), except for outlines and traced polygons.

use std::fmt::Display;
use std::io::{self, Write};

use kasuri::{Vec2, mask::Contour};
use serde_json::Value;

use super::{Form, Frame, Sheet, text};

/// The most parts of a compound (SPEC 2).
const MOST_PARTS: usize = 256;

/// Writes an object with one entry per frame.
pub(super) fn write(sheet: &Sheet, out: &mut dyn Write) -> io::Result<()> {
    // All frames have the same kind of form.
    type WriteFrame = fn(&Frame, &mut Lines, &mut dyn Write) -> io::Result<()>;
    let named = named as WriteFrame;
    let (name, write, open, close) = match sheet.frames.first().map(|frame| &frame.form) {
        Some(Form::Outline(_)) => ("outlines", named, '{', '}'),
        Some(Form::Polygons(_)) => ("polygons", named, '{', '}'),
        Some(Form::Convex(_)) => ("bodies", compounds as WriteFrame, '[', ']'),
        Some(Form::Mask) | None => ("masks", named, '{', '}'),
    };
    write!(out, "{{\"{name}\": {open}")?;
    let mut lines = Lines::new(1);
    sheet.frames.iter().try_for_each(|frame| write(frame, &mut lines, out))?;
    writeln!(out, "{close}}}")
}

/// Writes `"name": value` for a frame.
fn named(frame: &Frame, lines: &mut Lines, out: &mut dyn Write) -> io::Result<()> {
    lines.begin(out)?;
    write!(out, "{}: ", quoted(&frame.name))?;
    let mut inner = Lines::new(2);
    match &frame.form {
        Form::Mask => {
            write!(out, "{{\"rows\": [")?;
            for row in text::rows(&frame.mask) {
                inner.begin(out)?;
                write!(out, "\"{row}\"")?;
            }
            write!(out, "]}}")
        }
        Form::Outline(walk) => points(walk.iter().map(|&[x, y]| (x, y)), out),
        Form::Polygons(contours) => {
            write!(out, "[")?;
            for contour in contours {
                inner.begin(out)?;
                traced(contour, out)?;
            }
            write!(out, "]")
        }
        // Convex parts become bodies: see `compounds`.
        Form::Convex(_) => Ok(()),
    }
}

/// Writes bodies for a frame's convex parts, as many parts in each as a compound can have. A mask without parts
/// gives no body.
fn compounds(frame: &Frame, lines: &mut Lines, out: &mut dyn Write) -> io::Result<()> {
    let Form::Convex(parts) = &frame.form else { return Ok(()) };
    for (k, parts) in parts.chunks(MOST_PARTS).enumerate() {
        let id = if k == 0 { frame.name.clone() } else { format!("{}+{k}", frame.name) };
        lines.begin(out)?;
        write!(out, "{{\"id\": {}, \"at\": [0, 0], \"compound\": {{\"parts\": [", quoted(&id))?;
        let mut inner = Lines::new(2);
        for part in parts {
            inner.begin(out)?;
            polygon(part, out)?;
        }
        write!(out, "]}}}}")?;
    }
    Ok(())
}

fn traced(contour: &Contour, out: &mut dyn Write) -> io::Result<()> {
    if contour.holes.is_empty() {
        return polygon(&contour.outer, out);
    }
    write!(out, "{{\"polygon\": {{\"points\": ")?;
    vertices(&contour.outer, out)?;
    write!(out, "}}, \"holes\": [")?;
    for (k, hole) in contour.holes.iter().enumerate() {
        write!(out, "{}", if k == 0 { "" } else { ", " })?;
        vertices(hole, out)?;
    }
    write!(out, "]}}")
}

fn polygon(ring: &[Vec2], out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{{\"polygon\": {{\"points\": ")?;
    vertices(ring, out)?;
    write!(out, "}}}}")
}

fn vertices(ring: &[Vec2], out: &mut dyn Write) -> io::Result<()> {
    points(ring.iter().map(|v| (v.x, v.y)), out)
}

fn points<T: Display>(points: impl Iterator<Item = (T, T)>, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "[")?;
    for (k, (x, y)) in points.enumerate() {
        write!(out, "{}[{x},{y}]", if k == 0 { "" } else { "," })?;
    }
    write!(out, "]")
}

/// Begins items, one per line, indented.
struct Lines {
    indent: usize,
    comma: &'static str,
}

impl Lines {
    fn new(depth: usize) -> Lines {
        Lines { indent: 2 * depth, comma: "" }
    }

    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{}\n{:2$}", self.comma, "", self.indent)?;
        self.comma = ",";
        Ok(())
    }
}

fn quoted(name: &str) -> Value {
    Value::from(name)
}

//! A sheet as text for people.

use std::fmt::Display;
use std::io::{self, Write};

use kasuri::{Mask, Vec2};

use super::{Form, Frame, Sheet, rings};

/// Writes the frames one after the other. If there are several, each has its name above it.
pub(super) fn write(sheet: &Sheet, out: &mut dyn Write) -> io::Result<()> {
    if let [one] = sheet.frames.as_slice() {
        return frame(one, out);
    }
    for (k, one) in sheet.frames.iter().enumerate() {
        writeln!(out, "{}{}:", if k == 0 { "" } else { "\n" }, one.name)?;
        frame(one, out)?;
    }
    Ok(())
}

/// Returns a mask's rows: '#' for solid texels, '.' for clear ones.
pub(super) fn rows(mask: &Mask) -> impl Iterator<Item = String> {
    let character = |x, y| if mask.get(x, y) { '#' } else { '.' };
    (0..mask.height().into()).map(move |y| (0..mask.width().into()).map(|x| character(x, y)).collect())
}

fn frame(frame: &Frame, out: &mut dyn Write) -> io::Result<()> {
    match &frame.form {
        Form::Mask => rows(&frame.mask).try_for_each(|row| writeln!(out, "{row}")),
        Form::Outline(walk) => points(walk.iter().map(|&[x, y]| (x, y)), out),
        Form::Polygons(contours) => {
            for contour in contours {
                let words = ["polygon"].into_iter().chain(std::iter::repeat("  hole"));
                words.zip(rings(contour)).try_for_each(|(word, ring)| ring_line(word, ring, out))?;
            }
            Ok(())
        }
        Form::Convex(parts) => parts.iter().try_for_each(|part| ring_line("polygon", part, out)),
    }
}

fn ring_line(word: &str, ring: &[Vec2], out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{word} ")?;
    points(ring.iter().map(|v| (v.x, v.y)), out)
}

/// Writes a line of points.
fn points<T: Display>(points: impl Iterator<Item = (T, T)>, out: &mut dyn Write) -> io::Result<()> {
    for (k, (x, y)) in points.enumerate() {
        write!(out, "{}{x},{y}", if k == 0 { "" } else { " " })?;
    }
    writeln!(out)
}

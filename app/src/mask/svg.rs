//! A sheet as SVG, one unit per texel.

use std::fmt::Display;
use std::io::{self, Write};

use kasuri::Vec2;

use super::{Form, Frame, Sheet};
use crate::picture::{INKS, Rgb, well_seen};

/// Writes the whole sheet; the background stays transparent.
pub(super) fn write(sheet: &Sheet, out: &mut dyn Write) -> io::Result<()> {
    let Sheet { width, height, .. } = *sheet;
    let zoom = well_seen(width.max(height) as usize) as u32;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\">",
        width * zoom,
        height * zoom
    )?;
    sheet.frames.iter().try_for_each(|one| frame(one, 2.0 / f64::from(zoom), out))?;
    writeln!(out, "</svg>")
}

/// Draws a frame; `width` is the width of the lines in texels.
fn frame(frame: &Frame, width: f64, out: &mut dyn Write) -> io::Result<()> {
    let [x, y] = frame.at;
    writeln!(out, "<g transform=\"translate({x} {y})\">")?;
    match &frame.form {
        Form::Mask => solid(frame, 1.0, out)?,
        Form::Outline(walk) => {
            solid(frame, 0.4, out)?;
            let pen = "fill=\"none\" stroke=\"#d6a21e\" stroke-width=\"0.3\" stroke-linecap=\"round\"";
            write!(out, "<path {pen} d=\"")?;
            path(walk.iter().map(|&[x, y]| (f64::from(x) + 0.5, f64::from(y) + 0.5)), out)?;
            writeln!(out, "\"/>")?;
        }
        form => {
            for (rings, ink) in form.rings().iter().zip(INKS.iter().cycle()) {
                polygon(rings, *ink, width, out)?;
            }
        }
    }
    writeln!(out, "</g>")
}

/// Draws exactly the solid texels.
fn solid(frame: &Frame, opacity: f64, out: &mut dyn Write) -> io::Result<()> {
    // A tolerance of 0 is never refused.
    let contours = frame.mask.traced(0.0).unwrap_or_default();
    let [r, g, b] = INKS[0];
    let look =
        format!("fill=\"#{r:02x}{g:02x}{b:02x}\" fill-opacity=\"{opacity}\" shape-rendering=\"crispEdges\"");
    area(&look, contours.iter().flat_map(super::rings), out)
}

fn polygon(rings: &[&[Vec2]], [r, g, b]: Rgb, width: f64, out: &mut dyn Write) -> io::Result<()> {
    let ink = format!("#{r:02x}{g:02x}{b:02x}");
    let pen = format!("fill=\"{ink}\" fill-opacity=\"0.6\" stroke=\"{ink}\" stroke-width=\"{width}\"");
    area(&pen, rings.iter().copied(), out)
}

/// Draws the area within rings, by the even-odd rule.
fn area<'a>(look: &str, rings: impl Iterator<Item = &'a [Vec2]>, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "<path {look} fill-rule=\"evenodd\" d=\"")?;
    for ring in rings {
        path(ring.iter().map(|v| (v.x, v.y)), out)?;
    }
    writeln!(out, "\"/>")
}

/// Writes a closed path; nothing if there are no points.
fn path<T: Display>(points: impl Iterator<Item = (T, T)>, out: &mut dyn Write) -> io::Result<()> {
    let mut has_points = false;
    for (x, y) in points {
        write!(out, "{}{x} {y}", if has_points { 'L' } else { 'M' })?;
        has_points = true;
    }
    if has_points { write!(out, "Z") } else { Ok(()) }
}

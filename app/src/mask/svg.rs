//! A sheet as SVG, one unit per texel.

use std::fmt::Display;

use super::{Form, Frame, Sheet};
use crate::picture::{INKS, Rgb, well_seen};

/// Returns the whole sheet; the background stays transparent.
pub(super) fn of(sheet: &Sheet) -> String {
    let Sheet { width, height, .. } = *sheet;
    let zoom = well_seen(width.max(height) as usize) as u32;
    let frames: String = sheet.frames.iter().map(|one| frame(one, 2.0 / f64::from(zoom))).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {width} {height}\">\n\
         {frames}</svg>\n",
        width * zoom,
        height * zoom
    )
}

/// Draws a frame; `width` is the width of the lines in texels.
fn frame(frame: &Frame, width: f64) -> String {
    let drawn = match &frame.form {
        Form::Mask => solid(frame, 1.0),
        Form::Outline(walk) => {
            let way = path(walk.iter().map(|&[x, y]| (f64::from(x) + 0.5, f64::from(y) + 0.5)));
            let pen = "fill=\"none\" stroke=\"#d6a21e\" stroke-width=\"0.3\" stroke-linecap=\"round\"";
            solid(frame, 0.4) + &format!("<path {pen} d=\"{way}\"/>\n")
        }
        form => form
            .rings()
            .iter()
            .zip(INKS.iter().cycle())
            .map(|(rings, ink)| polygon(rings, *ink, width))
            .collect(),
    };
    let [x, y] = frame.at;
    format!("<g transform=\"translate({x} {y})\">\n{drawn}</g>\n")
}

/// Draws exactly the solid texels.
fn solid(frame: &Frame, opacity: f64) -> String {
    // A tolerance of 0 is never refused.
    let contours = frame.mask.traced(0.0).unwrap_or_default();
    let rings = contours.iter().flat_map(super::rings);
    let edges: String = rings.map(|ring| path(ring.iter().map(|v| (v.x, v.y)))).collect();
    let [r, g, b] = INKS[0];
    let look =
        format!("fill=\"#{r:02x}{g:02x}{b:02x}\" fill-opacity=\"{opacity}\" shape-rendering=\"crispEdges\"");
    format!("<path {look} fill-rule=\"evenodd\" d=\"{edges}\"/>\n")
}

fn polygon(rings: &[&[kasuri::Vec2]], [r, g, b]: Rgb, width: f64) -> String {
    let edges: String = rings.iter().map(|ring| path(ring.iter().map(|v| (v.x, v.y)))).collect();
    let ink = format!("#{r:02x}{g:02x}{b:02x}");
    let pen = format!("fill=\"{ink}\" fill-opacity=\"0.6\" stroke=\"{ink}\" stroke-width=\"{width}\"");
    format!("<path {pen} fill-rule=\"evenodd\" d=\"{edges}\"/>\n")
}

/// Returns a closed path.
fn path<T: Display>(points: impl Iterator<Item = (T, T)>) -> String {
    let points = points.map(|(x, y)| format!("{x} {y}")).collect::<Vec<_>>();
    if points.is_empty() { String::new() } else { format!("M{}Z", points.join("L")) }
}

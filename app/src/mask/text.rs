//! A sheet as text for people.

use std::fmt::Display;

use kasuri::Mask;

use super::{Form, Frame, Sheet, rings};

/// Writes the frames one after the other. If there are several, each has its name above it.
pub(super) fn of(sheet: &Sheet) -> String {
    match sheet.frames.as_slice() {
        [one] => frame(one),
        several => {
            let named = several.iter().map(|one| format!("{}:\n{}", one.name, frame(one)));
            named.collect::<Vec<_>>().join("\n")
        }
    }
}

/// Returns a mask's rows: '#' for solid texels, '.' for clear ones.
pub(super) fn rows(mask: &Mask) -> Vec<String> {
    let character = |x, y| if mask.get(x, y) { '#' } else { '.' };
    let row = |y| (0..mask.width().into()).map(|x| character(x, y)).collect();
    (0..mask.height().into()).map(row).collect()
}

fn frame(frame: &Frame) -> String {
    match &frame.form {
        Form::Mask => lines(rows(&frame.mask)),
        Form::Outline(walk) => lines([points(walk.iter().map(|&[x, y]| (x, y)))]),
        Form::Polygons(contours) => lines(contours.iter().flat_map(|contour| {
            let words = ["polygon"].into_iter().chain(std::iter::repeat("  hole"));
            words.zip(rings(contour)).map(|(word, ring)| ring_line(word, ring)).collect::<Vec<_>>()
        })),
        Form::Convex(parts) => lines(parts.iter().map(|part| ring_line("polygon", part))),
    }
}

fn ring_line(word: &str, ring: &[kasuri::Vec2]) -> String {
    format!("{word} {}", points(ring.iter().map(|v| (v.x, v.y))))
}

fn points<T: Display>(points: impl Iterator<Item = (T, T)>) -> String {
    points.map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

fn lines(lines: impl IntoIterator<Item = String>) -> String {
    lines.into_iter().map(|line| line + "\n").collect()
}

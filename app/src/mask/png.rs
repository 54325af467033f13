//! A sheet as PNG. Masks keep one pixel per texel, so that the picture gives the same masks again. Other forms are
//! enlarged and coloured.

use std::io;

use image::ExtendedColorType;
use kasuri::Vec2;
use kasuri::lattice::PixelBox;

use super::{Form, Frame, Sheet};
use crate::output::Output;
use crate::picture::{Canvas, HIT, INKS, Picture, Rgb, encode, well_seen};

/// The colour of solid texels outside outlines and polygons.
const DIM: Rgb = [52, 58, 92];

pub(super) fn write(sheet: &Sheet, output: &mut Output) -> io::Result<()> {
    if sheet.frames.iter().all(|frame| matches!(frame.form, Form::Mask)) {
        return write_mask(sheet, output);
    }
    let zoom = well_seen(sheet.width.max(sheet.height) as usize);
    let (x1, y1) = (sheet.width as i32, sheet.height as i32);
    let mut canvas = Canvas::new(PixelBox { x0: 0, y0: 0, x1, y1 });
    sheet.frames.iter().for_each(|frame| draw_texels(&mut canvas, frame));
    let mut picture = canvas.enlarged(zoom);
    sheet.frames.iter().for_each(|frame| draw_polygons(&mut picture, frame, zoom));
    encode(output, [picture.width, picture.height], ExtendedColorType::Rgb8, &picture.rgb)
}

/// Writes solid texels white and all others transparent.
fn write_mask(sheet: &Sheet, output: &mut Output) -> io::Result<()> {
    let [width, height] = [sheet.width as usize, sheet.height as usize];
    let mut pixels = vec![0; width * height * 2];
    for frame in &sheet.frames {
        for (x, y) in solid(frame) {
            let k = (y as usize + frame.at[1] as usize) * width + x as usize + frame.at[0] as usize;
            pixels[2 * k..2 * k + 2].fill(255);
        }
    }
    encode(output, [width, height], ExtendedColorType::La8, &pixels)
}

fn draw_texels(canvas: &mut Canvas, frame: &Frame) {
    let [left, top] = frame.at.map(|texels| texels as i32);
    for (x, y) in solid(frame) {
        canvas.set(left + x, top + y, DIM);
    }
    if let Form::Outline(walk) = &frame.form {
        walk.iter().for_each(|&[x, y]| canvas.set(left + x as i32, top + y as i32, HIT));
    }
}

fn draw_polygons(picture: &mut Picture, frame: &Frame, zoom: usize) {
    let [left, top] = frame.at.map(|texels| texels as usize * zoom);
    for (rings, ink) in frame.form.rings().iter().zip(INKS.iter().cycle()) {
        fill(rings, zoom as f64, |i, j| {
            let k = (top + j) * picture.width + left + i;
            picture.rgb[3 * k..3 * k + 3].copy_from_slice(ink);
        });
    }
}

fn solid(frame: &Frame) -> impl Iterator<Item = (i32, i32)> {
    let (x1, y1) = (frame.mask.width() as i32, frame.mask.height() as i32);
    let texels = PixelBox { x0: 0, y0: 0, x1, y1 }.iter();
    texels.filter(|&(x, y)| frame.mask.get(x.into(), y.into()))
}

/// Sets the pixels whose centres are inside the rings, by the even-odd rule.
fn fill(rings: &[&[Vec2]], zoom: f64, mut set: impl FnMut(usize, usize)) {
    let lowest = rings.iter().flat_map(|ring| ring.iter()).map(|v| v.y).fold(0.0, f64::max);
    let mut rows = vec![Vec::new(); (lowest * zoom) as usize];
    for ring in rings {
        for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            cross(*a, *b, zoom, &mut rows);
        }
    }
    for (row, j) in rows.iter_mut().zip(0..) {
        row.sort_by(f64::total_cmp);
        for span in row.as_chunks::<2>().0 {
            let [from, to] = span.map(|x| (x - 0.5).ceil() as usize);
            (from..to).for_each(|i| set(i, j));
        }
    }
}

/// Adds the points where an edge crosses the middle of each row of pixels.
fn cross(a: Vec2, b: Vec2, zoom: f64, rows: &mut [Vec<f64>]) {
    let (a, b) = if a.y < b.y { (a, b) } else { (b, a) };
    let [from, to] = [a.y, b.y].map(|y| (y * zoom - 0.5).ceil() as usize);
    for (row, j) in rows.iter_mut().zip(0_u32..).take(to).skip(from) {
        let y = (f64::from(j) + 0.5) / zoom;
        row.push((a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)) * zoom);
    }
}

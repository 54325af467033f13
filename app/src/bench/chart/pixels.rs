//! A chart as pixels: capsules and letters, drawn with the same code as scenes.

use kasuri::lattice::PixelBox;
use kasuri::{Placement, Shape, query::Form};

use super::{Chart, Hold, Mark};
use crate::draw::{Camera, Drawing, FONT, Font, HEIGHT, Zoom, draw_on_cpu};
use crate::picture::{Picture, Rgb};

/// Pixels per unit of the chart: the letters have to be legible at half the size.
const FINE: f64 = 2.0;
const LETTERS: i32 = 4;
const BOLD: i32 = 5;
const WHITE: Rgb = [255; 3];

/// Draws a chart. The error says what cannot be drawn.
pub(super) fn drawn(chart: &Chart) -> Result<Picture, String> {
    let font = Font::read(FONT)?;
    let size = chart.size.map(|side| (side * FINE) as i32);
    let home = PixelBox { x0: 0, y0: 0, x1: size[0], y1: size[1] };
    let mut drawing = Drawing::default();
    drawing.fill(home, WHITE);
    for mark in &chart.marks {
        match mark {
            Mark::Line { from, to, width, ink } => capsule(&mut drawing, *from, *to, width / 2.0, *ink)?,
            Mark::Dot { at, ink } => capsule(&mut drawing, *at, *at, 4.0, *ink)?,
            Mark::Text { at, text, ink, hold, is_bold } => {
                let scale = if *is_bold { BOLD } else { LETTERS };
                let wide = font.width(text, scale);
                let [x, y] = at.map(|k| (k * FINE) as i32);
                let x = match hold {
                    Hold::Start => x,
                    Hold::Middle => x - wide / 2,
                    Hold::End => x - wide,
                };
                // A text's position is on its baseline.
                drawing.text(&font, text, [x, y - HEIGHT * scale], scale, *ink);
            }
        }
    }
    let camera = Camera::over(home, size.map(i32::unsigned_abs), Zoom::enlarged(1));
    Ok(draw_on_cpu(&drawing, camera))
}

fn capsule(drawing: &mut Drawing, from: [f64; 2], to: [f64; 2], r: f64, ink: Rgb) -> Result<(), String> {
    let [a, b] = [from, to].map(|at| at.map(|k| k * FINE));
    let placed = Shape::capsule(a, b, r * FINE).and_then(|shape| shape.place(&Placement::at([0.0, 0.0])));
    drawing.body(&Form::Shape(placed.map_err(|error| error.to_string())?), ink);
    Ok(())
}

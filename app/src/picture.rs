//! A scene as a picture, drawn on the CPU: sprites as exactly the pixels they cover, what hits lit up.

use std::io;
use std::path::Path;
use std::sync::Arc;

use kasuri::answer::{Overlap, Pair};
use kasuri::lattice::{Bounds, PixelBox, Point};
use kasuri::scene::Scene;
use kasuri::{Cover, Form, Placement, Shape, Touching, query};

use crate::output::Output;

/// RGB, row by row.
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) rgb: Vec<u8>,
}

impl Picture {
    /// Writes it as a PNG file, whole or not at all.
    pub(crate) fn save(&self, path: &Path) -> io::Result<()> {
        let mut output = Output::open(Some(path))?;
        encode(&mut output, [self.width, self.height], png::ColorType::Rgb, &self.rgb)?;
        output.finish()
    }
}

/// Writes pixels of 8 bits a channel as PNG.
pub(crate) fn encode(
    output: &mut Output,
    [width, height]: [usize; 2],
    channels: png::ColorType,
    pixels: &[u8],
) -> io::Result<()> {
    let mut encoder = png::Encoder::new(output, width as u32, height as u32);
    encoder.set_color(channels);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    Ok(encoder.write_header()?.write_image_data(pixels)?)
}

/// A zoom at which a picture of that many pixels on its longer side is well seen.
pub(crate) fn well_seen(longest: usize) -> usize {
    (768 / longest.max(1)).clamp(1, 16)
}

pub(crate) type Rgb = [u8; 3];

const NIGHT: Rgb = [16, 18, 32];
const GRID: Rgb = [24, 27, 46];
pub(crate) const HIT: Rgb = [255, 244, 120];
/// One for each look in turn, apart from the night and from the hits.
pub(crate) const INKS: [Rgb; 6] =
    [[86, 156, 214], [214, 93, 128], [94, 178, 120], [166, 122, 220], [222, 140, 72], [96, 190, 196]];
/// World pixels around the bodies.
pub(crate) const MARGIN: i32 = 4;
/// The most picture pixels a side.
pub(crate) const MOST: i64 = 8192;

/// Draws every body of a scene, each world pixel as `zoom` x `zoom`. The error says what would fit.
pub(crate) fn draw(scene: &Scene, pairs: &[Pair], zoom: usize) -> Result<Picture, String> {
    let frame = frame(scene);
    let (width, height) =
        (i64::from(frame.x1) - i64::from(frame.x0), i64::from(frame.y1) - i64::from(frame.y0));
    if width.max(height) * zoom as i64 > MOST {
        let most = MOST / width.max(height);
        return Err(format!(
            "the scene spans {width} x {height} px, too much for a picture at zoom {zoom}; at most {most} would fit"
        ));
    }
    let mut canvas = Canvas::new(frame);
    let mut looks = Vec::new();
    for body in scene.bodies() {
        let look = look(&body.form);
        let k = looks.iter().position(|&seen| seen == look).unwrap_or(looks.len());
        if k == looks.len() {
            looks.push(look);
        }
        fill(&mut canvas, &body.form, INKS[k % INKS.len()]);
    }
    for pair in pairs {
        light(&mut canvas, scene, pair);
    }
    Ok(canvas.enlarged(zoom))
}

/// What makes bodies look alike: the same mask, or the same kind of form.
fn look(form: &Form) -> usize {
    match form {
        Form::Shape(parts) => usize::from(parts.len() > 1),
        Form::Tiles(_) => 2,
        Form::Sprite(sprite) => Arc::as_ptr(sprite.mask()).addr(),
    }
}

/// The pixels of all bodies and a margin.
fn frame(scene: &Scene) -> PixelBox {
    let boxes = scene.bodies().iter().filter_map(|body| body.form.bounds());
    let nothing = Bounds { min: Point::default(), max: Point::default() };
    let Bounds { min, max } = boxes.reduce(Bounds::union).unwrap_or(nothing);
    let all = PixelBox::around(Bounds { min, max });
    PixelBox { x0: all.x0 - MARGIN, y0: all.y0 - MARGIN, x1: all.x1 + MARGIN, y1: all.y1 + MARGIN }
}

/// A sprite's covered pixels; of other forms the pixels whose centres they contain.
fn fill(canvas: &mut Canvas, form: &Form, ink: Rgb) {
    match form {
        Form::Sprite(sprite) => Cover::of(sprite).iter().for_each(|(i, j)| canvas.set(i, j, ink)),
        _ => {
            for (i, j) in form.bounds().map(PixelBox::around).unwrap_or_default().iter() {
                if query::contains(form, Point::new(i * 256 + 128, j * 256 + 128)) {
                    canvas.set(i, j, ink);
                }
            }
        }
    }
}

/// The pixels in which two bodies overlap: common ones, covered squares met, or pixels whose squares meet both.
fn light(canvas: &mut Canvas, scene: &Scene, pair: &Pair) {
    let [a, b] = [pair.a, pair.b].map(|k| &scene.bodies()[k].form);
    let (Some(near_a), Some(near_b)) = (a.bounds(), b.bounds()) else { return };
    let both = PixelBox::around(near_a).intersection(PixelBox::around(near_b));
    for (i, j) in both.iter() {
        let is_hit = match (&pair.overlap, a, b) {
            (Overlap::SpriteSprite(_), Form::Sprite(a), Form::Sprite(b)) => a.covers(i, j) && b.covers(i, j),
            _ => holds(a, i, j) && holds(b, i, j),
        };
        if is_hit {
            canvas.set(i, j, HIT);
        }
    }
}

/// Whether a sprite covers a pixel, or another form meets its square.
fn holds(form: &Form, i: i32, j: i32) -> bool {
    if let Form::Sprite(sprite) = form {
        return sprite.covers(i, j);
    }
    let centre = Placement::at([f64::from(i) + 0.5, f64::from(j) + 0.5]);
    let square = Shape::rect([0.5, 0.5]).and_then(|square| square.place(&centre));
    square.is_ok_and(|square| query::overlaps(&Form::Shape(square), form, Touching::Counts))
}

/// A picture of world pixels.
pub(crate) struct Canvas {
    frame: PixelBox,
    pixels: Vec<Rgb>,
}

impl Canvas {
    pub(crate) fn new(frame: PixelBox) -> Canvas {
        let (width, height) = (frame.x1 - frame.x0, frame.y1 - frame.y0);
        let square = |k: i32| ((k % width + frame.x0) >> 3) + ((k / width + frame.y0) >> 3);
        let checker = |k: i32| if square(k) & 1 == 0 { NIGHT } else { GRID };
        Canvas { frame, pixels: (0..width * height).map(checker).collect() }
    }

    pub(crate) fn set(&mut self, i: i32, j: i32, ink: Rgb) {
        let f = self.frame;
        if (f.x0..f.x1).contains(&i) && (f.y0..f.y1).contains(&j) {
            self.pixels[((j - f.y0) * (f.x1 - f.x0) + i - f.x0) as usize] = ink;
        }
    }

    pub(crate) fn enlarged(&self, zoom: usize) -> Picture {
        let width = (self.frame.x1 - self.frame.x0) as usize;
        let mut rgb = Vec::with_capacity(self.pixels.len() * zoom * zoom * 3);
        for row in self.pixels.chunks(width) {
            let line: Vec<u8> =
                row.iter().flat_map(|&ink| std::iter::repeat_n(ink, zoom)).flatten().collect();
            (0..zoom).for_each(|_| rgb.extend_from_slice(&line));
        }
        Picture { width: width * zoom, height: self.pixels.len() / width * zoom, rgb }
    }
}

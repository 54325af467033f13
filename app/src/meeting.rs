//! Two sprites as a picture: both dimmed, their borders brighter, their common pixels lit.

use kasuri::lattice::PixelBox;
use kasuri::mask::{Cover, Sprite};

use crate::picture::{Canvas, HIT, INKS, MARGIN, MOST, Picture, Rgb, well_seen};

/// Draws two sprites at a suitable zoom. The error says what would fit.
pub(crate) fn draw(a: &Sprite, b: &Sprite) -> Result<Picture, String> {
    let frame = frame([a, b]);
    let width = i64::from(frame.x1) - i64::from(frame.x0);
    let height = i64::from(frame.y1) - i64::from(frame.y0);
    if width.max(height) > MOST {
        return Err(format!("the two span {width} x {height} px; a picture has at most {MOST} a side"));
    }
    let mut canvas = Canvas::new(frame);
    for (sprite, ink) in [a, b].into_iter().zip(INKS) {
        for (i, j) in Cover::of(sprite).iter() {
            canvas.set(i, j, if is_border(sprite, i, j) { dimmed(ink, 6) } else { dimmed(ink, 4) });
        }
    }
    if let Some(common) = a.common(b) {
        common.iter().for_each(|(i, j)| canvas.set(i, j, HIT));
    }
    Ok(canvas.enlarged(well_seen(width.max(height) as usize)))
}

/// Returns a box around the pixels of both sprites, with a margin.
fn frame(sprites: [&Sprite; 2]) -> PixelBox {
    let covers = sprites.into_iter().filter_map(|sprite| Cover::of(sprite).trimmed());
    let union = |a: PixelBox, b: PixelBox| PixelBox {
        x0: a.x0.min(b.x0),
        y0: a.y0.min(b.y0),
        x1: a.x1.max(b.x1),
        y1: a.y1.max(b.y1),
    };
    let all = covers.map(|cover| cover.pixels()).reduce(union).unwrap_or_default();
    PixelBox { x0: all.x0 - MARGIN, y0: all.y0 - MARGIN, x1: all.x1 + MARGIN, y1: all.y1 + MARGIN }
}

/// Whether a covered pixel has a neighbour that is not covered.
fn is_border(sprite: &Sprite, i: i32, j: i32) -> bool {
    let around = [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)];
    around.into_iter().any(|(i, j)| !sprite.covers(i, j))
}

/// Returns an ink with `eighths` / 8 of its light.
fn dimmed(ink: Rgb, eighths: u16) -> Rgb {
    ink.map(|light| (u16::from(light) * eighths / 8) as u8)
}

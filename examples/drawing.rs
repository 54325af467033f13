//! Measures how much a sprite that is drawn without the placement shader text differs from the pixels that hit: the
//! table of docs/drawing.md. `cargo run --release --example drawing`
#![allow(clippy::print_stdout)]

use std::sync::Arc;

use kasuri::{Mask, Placement, Result, mask::Sprite};

/// A method of drawing: the sprite's offset from its position, and the screen pixels for each world pixel.
struct Way {
    name: &'static str,
    turned: bool,
    zoom: i32,
    /// The offset of the drawing from the position that hits, in pixels.
    off: [f64; 2],
}

fn main() -> Result<()> {
    let round =
        |size: i32| move |x: i32, y: i32| (2 * x + 1 - size).pow(2) + (2 * y + 1 - size).pow(2) < size * size;
    let kinds = [
        ("bullet 8 x 8", Mask::from_fn(8, 8, round(8))?),
        ("ship 24 x 24", Mask::from_fn(24, 24, |x, y| (2 * x - 23).abs() <= y && (y < 18 || x % 6 > 1))?),
        ("boss 64 x 64", Mask::from_fn(64, 64, |x, y| round(64)(x, y) && (x / 4 + y / 4) % 5 > 0)?),
    ];
    let way = |name, turned, zoom, off| Way { name, turned, zoom, off };
    let ways = [
        way("turned, a quad at zoom 1", true, 1, [0.0; 2]),
        way("turned, a quad at zoom 4", true, 4, [0.0; 2]),
        way("upright, not snapped, zoom 4", false, 4, [0.0; 2]),
        way("drawn half a step of 1 px behind", true, 1, [0.5, 0.0]),
        way("drawn half a step of 4 px behind", true, 1, [2.0, 0.0]),
    ];
    println!("| drawn | {} |", kinds.each_ref().map(|(name, _)| *name).join(" | "));
    println!("|---|---|---|---|");
    for way in ways {
        let shares = kinds.each_ref().map(|(_, mask)| share(&Arc::new(mask.clone()), &way));
        let cells: Vec<String> =
            shares.into_iter().collect::<Result<Vec<_>>>()?.iter().map(|s| format!("{s:.2} %")).collect();
        println!("| {} | {} |", way.name, cells.join(" | "));
    }
    Ok(())
}

/// Returns the pixels that differ, in percent of those that hit, over many positions and angles.
fn share(mask: &Arc<Mask>, way: &Way) -> Result<f64> {
    let (mut differ, mut hit) = (0_u64, 0_u64);
    for k in 0..200 {
        let k = f64::from(k);
        // Irrational steps, which share no factor with a pixel or a turn.
        let at = [(k * 0.618_034).fract(), (k * 0.414_214).fract()];
        let angle = if way.turned { k * 2.399_963 } else { 0.0 };
        let sprite = Sprite::place(mask, &Placement::at(at).turned(angle), None)?;
        let side = mask.width().max(mask.height()) as i32 + 4;
        for y in -side * way.zoom..side * way.zoom {
            for x in -side * way.zoom..side * way.zoom {
                let covered = sprite.covers(x.div_euclid(way.zoom), y.div_euclid(way.zoom));
                let centre = [x, y].map(|x| (f64::from(x) + 0.5) / f64::from(way.zoom));
                let place = [at[0] + way.off[0], at[1] + way.off[1]];
                hit += u64::from(covered);
                differ += u64::from(covered != sampled(mask, centre, place, angle));
            }
        }
    }
    Ok(100.0 * differ as f64 / hit as f64)
}

/// Returns what a textured quad shows at a point: the nearest texel, in floating point.
fn sampled(mask: &Mask, [x, y]: [f64; 2], at: [f64; 2], angle: f64) -> bool {
    let (sin, cos) = angle.sin_cos();
    let (dx, dy) = (x - at[0], y - at[1]);
    let u = cos * dx + sin * dy + f64::from(mask.width()) / 2.0;
    let v = cos * dy - sin * dx + f64::from(mask.height()) / 2.0;
    mask.get(u.floor() as i64, v.floor() as i64)
}

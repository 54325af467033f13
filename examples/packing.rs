//! Packs 60 sprites into a sheet by their pixels, not by their boxes: each goes to the first free place, upright or turned by
//! a quarter. Writes the sheet as a picture, `packing.png` or the file that is named.
//!
//!     cargo run --release --example packing -- sheet.png

use std::error::Error;
use std::f64::consts::{FRAC_PI_2, TAU};
use std::io::Write;
use std::sync::Arc;

use image::{Rgb, RgbImage};
use kasuri::mask::{Cover, Sprite};
use kasuri::query::PlaceGrid;
use kasuri::{Body, Filter, Mask, Placement, World};

const WIDTH: u32 = 256;
const HEIGHT: u32 = 192;
/// Each pixel of the sheet is so many pixels wide in the picture.
const ZOOM: u32 = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or_else(|| "packing.png".into());
    let mut masks = (0..60).map(mask).collect::<kasuri::Result<Vec<Arc<Mask>>>>()?;
    // Large ones first: small ones go into the gaps, and into the rings.
    masks.sort_by_key(|mask| std::cmp::Reverse(mask.count()));
    let mut world = World::new();
    let mut sheet = RgbImage::from_pixel(WIDTH * ZOOM, HEIGHT * ZOOM, Rgb([24, 26, 34]));
    let mut bottom = 0;
    for (k, mask) in masks.iter().enumerate() {
        let place = first_place(&world, mask)?.ok_or("the sheet is full")?;
        world.spawn(Body::new(mask).at(place.at).turned(place.angle))?;
        let cover = Cover::of(&Sprite::place(mask, &place, None)?);
        bottom = bottom.max(cover.pixels().y1);
        for (x, y) in cover.iter() {
            paint(&mut sheet, [x as u32, y as u32], color(k));
        }
    }
    // Nothing overlaps: the world's own step says so.
    let hits = world.step()?.began().len();
    let covered: u64 = masks.iter().map(|mask| mask.count()).sum();
    let boxes: u64 = masks.iter().map(|mask| u64::from(mask.width()) * u64::from(mask.height())).sum();
    let part = |pixels: u64| 100.0 * pixels as f64 / (u64::from(WIDTH) * bottom as u64) as f64;
    sheet.save(&file)?;
    writeln!(
        std::io::stdout(),
        "{file}: {} sprites in {WIDTH} x {bottom}, {hits} overlaps; they cover {:.0} % of it, their boxes are {:.0} %",
        masks.len(),
        part(covered),
        part(boxes),
    )?;
    Ok(())
}

/// Returns the first place for a mask, from the top: upright, or turned if that is higher.
fn first_place(world: &World, mask: &Arc<Mask>) -> kasuri::Result<Option<Placement>> {
    let mut best: Option<Placement> = None;
    for angle in [0.0, FRAC_PI_2] {
        let [w, h] = [mask.width(), mask.height()];
        let [w, h] = if angle == 0.0 { [w, h] } else { [h, w] };
        // The pivot is the middle: at these positions all of the mask is on the sheet.
        let from = [f64::from(w) / 2.0, f64::from(h) / 2.0];
        let places = PlaceGrid::new(from, [1.0, 1.0], [WIDTH - w + 1, HEIGHT - h + 1]);
        let free = world.fits(&Body::new(mask), &[angle], &places, Filter::ALL)?.first();
        let top = |placement: &Placement, h: u32| placement.at.y - f64::from(h) / 2.0;
        let heights = |placement: &Placement| {
            top(placement, if placement.angle == 0.0 { mask.height() } else { mask.width() })
        };
        if let Some(free) = free {
            let placement = Placement::at(free.at).turned(angle);
            if best.as_ref().is_none_or(|best| heights(&placement) < heights(best)) {
                best = Some(placement);
            }
        }
    }
    Ok(best)
}

/// Makes a mask: a ring, a star, a crescent or a bent bar, in one of several sizes.
fn mask(k: usize) -> kasuri::Result<Arc<Mask>> {
    let side = [60, 44, 34, 28, 22, 18, 14, 12, 10, 8][k / 4 % 10] + k % 3;
    let r = side as f64 / 2.0;
    let is_set = |x: i32, y: i32| {
        let (dx, dy) = (f64::from(x) + 0.5 - r, f64::from(y) + 0.5 - r);
        let (away, around) = (dx.hypot(dy) / r, dy.atan2(dx) + k as f64);
        match k % 4 {
            0 => (0.62..0.98).contains(&away),
            1 => away < 0.62 + 0.36 * (5.0 * around).cos(),
            2 => away < 0.98 && (dx / r - 0.45).hypot(dy / r) > 0.75,
            _ => (0.6..0.98).contains(&away) && around.rem_euclid(TAU) < 4.0 || away < 0.2,
        }
    };
    Ok(Arc::new(Mask::from_fn(side, side, is_set)?))
}

fn color(k: usize) -> Rgb<u8> {
    let wave = |turn: f64| (150.0 + 90.0 * (k as f64 * 2.4 + turn * TAU).sin()) as u8;
    Rgb([wave(0.0), wave(1.0 / 3.0), wave(2.0 / 3.0)])
}

fn paint(sheet: &mut RgbImage, [x, y]: [u32; 2], color: Rgb<u8>) {
    for (dx, dy) in (0..ZOOM).flat_map(|dx| (0..ZOOM).map(move |dy| (dx, dy))) {
        sheet.put_pixel(x * ZOOM + dx, y * ZOOM + dy, color);
    }
}

//! A picture of all frames: solid texels, regions over them, the pivot as a cross.

use std::sync::Arc;

use kasuri::lattice::PixelBox;
use kasuri::mask::{Cover, Sprite};
use kasuri::sheet::{Sheet, SheetFrame, SheetShape};
use kasuri::{Error, ErrorKind, Mask, Placement, Result, Vec2};

use crate::picture::{Canvas, GROUND, HIT, INKS, MOST, Picture, Rgb};

/// Pixels between frames.
const GAP: i64 = 8;

/// Draws all frames in rows.
pub(super) fn of(sheet: &Sheet) -> Result<Picture> {
    let size =
        |side: fn(&Mask) -> u32| sheet.frames().iter().map(|frame| side(&frame.mask)).max().unwrap_or(1);
    let (width, height) = (i64::from(size(Mask::width)), i64::from(size(Mask::height)));
    let count = sheet.frames().len() as i64;
    let columns = (1..=count).find(|columns| columns * columns * width >= count * height).unwrap_or(count);
    let rows = count.div_euclid(columns) + i64::from(count % columns > 0);
    // The zoom at which the picture is well seen.
    let zoom = (1024 / (columns * width).max(rows * height).max(1)).clamp(1, 16);
    let cell = [width * zoom + GAP, height * zoom + GAP];
    let whole = [columns * cell[0] + GAP, rows * cell[1] + GAP];
    if whole.iter().any(|&side| side > MOST) {
        let [across, down] = whole;
        let why = format!("the picture would be {across} x {down} pixels; at most {MOST} a side are drawn");
        return Err(Error::new(ErrorKind::Other, why));
    }
    let mut canvas = Canvas::new(PixelBox { x0: 0, y0: 0, x1: whole[0] as i32, y1: whole[1] as i32 });
    for (k, shown) in sheet.frames().iter().enumerate() {
        let corner = [k as i64 % columns, k as i64 / columns];
        let corner = [0, 1].map(|axis| (GAP + corner[axis] * cell[axis]) as i32);
        frame(&mut canvas, shown, corner, zoom as i32).map_err(|error| error.at(format!("frames[{k}]")))?;
    }
    Ok(canvas.enlarged(1))
}

fn frame(canvas: &mut Canvas, frame: &SheetFrame, [left, top]: [i32; 2], zoom: i32) -> Result<()> {
    let (width, height) = (frame.mask.width() as i32 * zoom, frame.mask.height() as i32 * zoom);
    for (y, x) in (0..height).flat_map(|y| (0..width).map(move |x| (y, x))) {
        if frame.mask.get((x / zoom).into(), (y / zoom).into()) {
            canvas.set(left + x, top + y, INKS[0]);
        }
    }
    let corner = Vec2::new(left.into(), top.into());
    for (region, ink) in frame.regions.iter().zip(INKS[1..].iter().cycle()) {
        let cover = cover(&region.shape, corner, f64::from(zoom)).map_err(|error| error.at(&*region.name))?;
        for (i, j) in cover.iter() {
            // The border as it is, and every other pixel inside.
            let inside = [[1, 0], [-1, 0], [0, 1], [0, -1]].iter().all(|[x, y]| holds(&cover, i + x, j + y));
            if !inside || (i + j) % 2 == 0 {
                canvas.set(i, j, if inside { faint(*ink) } else { *ink });
            }
        }
    }
    let at = corner + frame.pivot * f64::from(zoom);
    for k in -4..=4 {
        canvas.set(at.x as i32 + k, at.y as i32, HIT);
        canvas.set(at.x as i32, at.y as i32 + k, HIT);
    }
    Ok(())
}

/// Returns the pixels of a region, enlarged.
fn cover(shape: &SheetShape, corner: Vec2, zoom: f64) -> Result<Cover> {
    let placement = Placement::at(corner).scaled([zoom, zoom]);
    if let SheetShape::Mask { at: [x, y], mask } = shape {
        let pivot = Vec2::new(-f64::from(*x), -f64::from(*y));
        return Ok(Cover::of(&Sprite::place(mask, &placement, Some(pivot))?));
    }
    match shape.shape(Vec2::default())? {
        Some(shape) => Ok(Cover::of_shape(&shape.place(&placement)?)),
        None => Ok(Cover::of_mask(&Arc::new(Mask::empty(1, 1)?), [0, 0])),
    }
}

fn holds(cover: &Cover, i: i32, j: i32) -> bool {
    let b = cover.pixels();
    if !(b.x0..b.x1).contains(&i) || !(b.y0..b.y1).contains(&j) {
        return false;
    }
    let (x, y) = ((i - b.x0) as usize, (j - b.y0) as usize);
    cover.words()[y * cover.stride() + x / 64] >> (x % 64) & 1 == 1
}

/// Returns an ink between a region's and the ground's.
fn faint(ink: Rgb) -> Rgb {
    [0, 1, 2].map(|k| ink[k] / 2 + GROUND[0][k] / 2)
}

//! Reading and changing the texels of a mask, and making other masks of it.

use std::mem::MaybeUninit;
use std::sync::Arc;

use kasuri::lattice::PixelBox;
use kasuri::{Mask, Result};

use crate::border::{Done, border};
use crate::choices::yes_or_no;
use crate::mask_make::{keep, shared};
use crate::pointers::{Out, needed, put};
use crate::status::kasuri_status;
use crate::table;
use crate::types::{kasuri_mask, kasuri_pixel_box, kasuri_vec2};

fn read<T>(mask: kasuri_mask, ask: impl FnOnce(&Mask) -> T) -> Done<T> {
    table::read(mask, "mask", |mask: &Arc<Mask>| Ok(ask(mask)))
}

/// Calls `verb` to change a mask. Other masks that share its texels keep them unchanged.
pub(crate) fn change<T>(mask: kasuri_mask, verb: impl FnOnce(&mut Mask) -> T) -> Done<T> {
    table::write(mask, "mask", |mask: &mut Arc<Mask>| Ok(verb(Arc::make_mut(mask))))
}

fn make(mask: kasuri_mask, out: Out<'_, kasuri_mask>, verb: impl FnOnce(&Mask) -> Result<Mask>) -> Done {
    let out = needed(out, "made")?;
    keep(out, verb(&*shared(mask, "mask")?)?)
}

/// Writes whether texel (x, y) is solid; outside the mask no texel is.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_get(
    mask: kasuri_mask,
    x: i64,
    y: i64,
    solid: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| put(solid, "solid", read(mask, |mask| mask.get(x, y))?))
}

/// Makes texel (x, y) solid (1) or clear (0); outside the mask nothing happens.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_set(mask: kasuri_mask, x: i64, y: i64, solid: u32) -> kasuri_status {
    border(|| {
        let solid = yes_or_no("solid", solid)?;
        change(mask, |mask| mask.set(x, y, solid))
    })
}

/// Writes the number of solid texels.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_count(
    mask: kasuri_mask,
    count: Option<&mut MaybeUninit<u64>>,
) -> kasuri_status {
    border(|| put(count, "count", read(mask, Mask::count)?))
}

/// Writes the box around the solid texels. If there are none, `found` is false and the box is empty.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_bounds(
    mask: kasuri_mask,
    bounds: Option<&mut MaybeUninit<kasuri_pixel_box>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let found_box = read(mask, Mask::bounds)?;
        put(bounds, "bounds", found_box.unwrap_or_default().into())?;
        put(found, "found", found_box.is_some())
    })
}

/// Writes the mean of the solid texels' centres. If there are none, `found` is false and the mean is (0, 0).
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_centroid(
    mask: kasuri_mask,
    centroid: Option<&mut MaybeUninit<kasuri_vec2>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let mean = read(mask, Mask::centroid)?;
        put(centroid, "centroid", mean.unwrap_or_default().into())?;
        put(found, "found", mean.is_some())
    })
}

/// Writes the angle in radians of the line along which the solid texels extend furthest. If there are none, `found`
/// is false and the angle is 0.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_angle(
    mask: kasuri_mask,
    angle: Option<&mut MaybeUninit<f64>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let told = read(mask, Mask::angle)?;
        put(angle, "angle", told.unwrap_or(0.0))?;
        put(found, "found", told.is_some())
    })
}

/// Makes every texel solid.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_fill(mask: kasuri_mask) -> kasuri_status {
    border(|| change(mask, Mask::fill))
}

/// Makes every texel clear.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_clear(mask: kasuri_mask) -> kasuri_status {
    border(|| change(mask, Mask::clear))
}

/// Makes solid texels clear, and clear ones solid.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_invert(mask: kasuri_mask) -> kasuri_status {
    border(|| change(mask, Mask::invert))
}

/// Creates a mask of another size. Each of its texels is that at the nearest position in this mask.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_scaled(
    mask: kasuri_mask,
    width: usize,
    height: usize,
    made: Option<&mut MaybeUninit<kasuri_mask>>,
) -> kasuri_status {
    border(|| make(mask, made, |mask| mask.scaled(width, height)))
}

/// Creates a mirrored mask: sideways, upside down, both or neither; 1 for yes, 0 for no.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_flipped(
    mask: kasuri_mask,
    sideways: u32,
    upside_down: u32,
    made: Option<&mut MaybeUninit<kasuri_mask>>,
) -> kasuri_status {
    border(|| {
        let flip = [yes_or_no("sideways", sideways)?, yes_or_no("upside_down", upside_down)?];
        make(mask, made, |mask| Ok(mask.flipped(flip)))
    })
}

/// Creates a mask turned by quarter turns, clockwise if +y goes down.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_turned(
    mask: kasuri_mask,
    quarters: i32,
    made: Option<&mut MaybeUninit<kasuri_mask>>,
) -> kasuri_status {
    border(|| make(mask, made, |mask| Ok(mask.turned(quarters))))
}

/// Creates a mask of the texels in a box.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_cropped(
    mask: kasuri_mask,
    x0: i32,
    y0: i32,
    x1: i32,
    y1: i32,
    made: Option<&mut MaybeUninit<kasuri_mask>>,
) -> kasuri_status {
    border(|| make(mask, made, |mask| mask.cropped(PixelBox { x0, y0, x1, y1 })))
}

/// Creates a mask of the same size, solid within `radius` texels of each solid texel.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_dilated(
    mask: kasuri_mask,
    radius: u32,
    made: Option<&mut MaybeUninit<kasuri_mask>>,
) -> kasuri_status {
    border(|| make(mask, made, |mask| Ok(mask.dilated(radius))))
}

/// Creates a mask of the same size, clear within `radius` texels of each clear texel.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_eroded(
    mask: kasuri_mask,
    radius: u32,
    made: Option<&mut MaybeUninit<kasuri_mask>>,
) -> kasuri_status {
    border(|| make(mask, made, |mask| Ok(mask.eroded(radius))))
}

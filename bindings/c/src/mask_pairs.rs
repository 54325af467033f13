//! Operations on two masks: the top left corner of `other` is at (x, y) of `mask`.

use std::mem::MaybeUninit;
use std::sync::Arc;

use kasuri::{Mask, mask::Cover};

use crate::border::{Done, Refusal, border};
use crate::filter::solid;
use crate::looks::kasuri_placed;
use crate::mask_make::{keep, shared};
use crate::mask_verbs::change;
use crate::pointers::{given, needed, put};
use crate::status::kasuri_status;
use crate::types::{kasuri_mask, kasuri_pixel};

fn both(mask: kasuri_mask, other: kasuri_mask) -> Done<[Arc<Mask>; 2]> {
    Ok([shared(mask, "mask")?, shared(other, "other")?])
}

/// Writes whether any texel is solid in both.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_meets(
    mask: kasuri_mask,
    other: kasuri_mask,
    x: i32,
    y: i32,
    meets: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let [a, b] = both(mask, other)?;
        put(meets, "meets", a.meets(&b, [x, y]))
    })
}

/// Writes the number of texels that are solid in both.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_common_count(
    mask: kasuri_mask,
    other: kasuri_mask,
    x: i32,
    y: i32,
    count: Option<&mut MaybeUninit<u64>>,
) -> kasuri_status {
    border(|| {
        let [a, b] = both(mask, other)?;
        put(count, "count", a.common_count(&b, [x, y]))
    })
}

/// Finds the first texel of `mask` that is solid in both, row by row. `found` is false if there is none.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_common_first(
    mask: kasuri_mask,
    other: kasuri_mask,
    x: i32,
    y: i32,
    first: Option<&mut MaybeUninit<kasuri_pixel>>,
    found: Option<&mut MaybeUninit<bool>>,
) -> kasuri_status {
    border(|| {
        let [a, b] = both(mask, other)?;
        let texel = a.common_first(&b, [x, y]);
        put(first, "first", texel.unwrap_or_default().into())?;
        put(found, "found", texel.is_some())
    })
}

/// Clears the texels of `mask` that are not solid in both.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_and(mask: kasuri_mask, other: kasuri_mask, x: i32, y: i32) -> kasuri_status {
    border(|| over(mask, other, |mask, other| mask.and(other, [x, y])))
}

/// Makes the texels of `mask` solid that are solid in `other`.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_draw(mask: kasuri_mask, other: kasuri_mask, x: i32, y: i32) -> kasuri_status {
    border(|| over(mask, other, |mask, other| mask.draw(other, [x, y])))
}

/// Inverts the texels of `mask` that are solid in `other`.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_xor(mask: kasuri_mask, other: kasuri_mask, x: i32, y: i32) -> kasuri_status {
    border(|| over(mask, other, |mask, other| mask.xor(other, [x, y])))
}

/// Makes the texels of `mask` clear that are solid in `other`.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_erase(mask: kasuri_mask, other: kasuri_mask, x: i32, y: i32) -> kasuri_status {
    border(|| over(mask, other, |mask, other| mask.erase(other, [x, y])))
}

fn over(mask: kasuri_mask, other: kasuri_mask, verb: impl FnOnce(&mut Mask, &Mask)) -> Done {
    let other = shared(other, "other")?;
    change(mask, |mask| verb(mask, &other))
}

/// Creates a mask of all offsets at which `other` overlaps `mask`. At its texel (0, 0) the bottom right texel of
/// `other` is over the top left texel of `mask`.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_convolved(
    mask: kasuri_mask,
    other: kasuri_mask,
    made: Option<&mut MaybeUninit<kasuri_mask>>,
) -> kasuri_status {
    border(|| {
        let (out, [a, b]) = (needed(made, "made")?, both(mask, other)?);
        keep(out, a.convolved(&b)?)
    })
}

/// Clears the texels that a placed solid covers. (x, y) is the world's pixel of the mask's top left texel. `texels`
/// is the number of texels that changed.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_carve(
    mask: kasuri_mask,
    placed: Option<&kasuri_placed>,
    x: i32,
    y: i32,
    texels: Option<&mut MaybeUninit<u64>>,
) -> kasuri_status {
    border(|| {
        let (out, cover) = (needed(texels, "texels")?, cover(given(placed, "placed")?)?);
        out.put(change(mask, |mask| mask.carve(&cover, [x, y]))?.texels);
        Ok(())
    })
}

/// Makes the texels solid that a placed solid covers. (x, y) is the world's pixel of the mask's top left texel.
/// `texels` is the number of texels that changed.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_stamp(
    mask: kasuri_mask,
    placed: Option<&kasuri_placed>,
    x: i32,
    y: i32,
    texels: Option<&mut MaybeUninit<u64>>,
) -> kasuri_status {
    border(|| {
        let (out, cover) = (needed(texels, "texels")?, cover(given(placed, "placed")?)?);
        out.put(change(mask, |mask| mask.stamp(&cover, [x, y]))?.texels);
        Ok(())
    })
}

fn cover(placed: &kasuri_placed) -> Done<Cover> {
    let form = placed.form(solid(placed.solid, "placed.solid")?)?;
    match form {
        kasuri::query::Form::Shape(parts) => Ok(Cover::of_shape(&parts)),
        kasuri::query::Form::Sprite(sprite) => Ok(Cover::of(&sprite)),
        kasuri::query::Form::Tiles(_) => {
            let text = "placed.solid: a tile map covers no pixels; a shape or a mask is expected";
            Err(Refusal::new(kasuri_status::WrongKind, text))
        }
    }
}

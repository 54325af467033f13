//! Creating masks of bits, texels or pictures, and reading them back as words.

use std::mem::MaybeUninit;
use std::sync::Arc;

use kasuri::{
    Mask,
    mask::{Alpha, Key},
};

use crate::border::{Done, Refusal, border};
use crate::choices::choice;
use crate::pointers::{Place, buffer, given, list, needed, put};
use crate::status::kasuri_status;
use crate::table;
use crate::types::kasuri_mask;

/// The rule for which pixels of a picture are solid.
#[repr(u32)]
#[derive(Debug, Clone, Copy)]
pub enum kasuri_opaque_kind {
    /// Pixels whose alpha is at least `alpha`.
    Alpha = 0,
    /// Pixels whose colour is not `key`.
    Key = 1,
}

/// The settings for making a mask of a picture.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct kasuri_opaque {
    /// One of `kasuri_opaque_kind`.
    pub kind: u32,
    /// The least alpha of a solid pixel.
    pub alpha: u8,
    /// The colour of clear pixels: red, green, blue.
    pub key: [u8; 3],
}

/// The rule for which pixels are solid, as the library's types.
enum Rule {
    Alpha(Alpha),
    Key(Key),
}

impl kasuri_opaque {
    fn rule(&self) -> Done<Rule> {
        choice!("opaque.kind", self.kind, kasuri_opaque_kind {
            Alpha => Rule::Alpha(Alpha(self.alpha)),
            Key => Rule::Key(Key(self.key)),
        })
    }
}

/// Puts a mask into the table and writes its handle.
pub(crate) fn keep(out: Place<'_, kasuri_mask>, mask: Mask) -> Done {
    out.put(table::insert(Arc::new(mask))?);
    Ok(())
}

/// Returns the mask of a handle, shared, not copied.
pub(crate) fn shared(mask: kasuri_mask, name: &str) -> Done<Arc<Mask>> {
    table::read(mask, name, |mask: &Arc<Mask>| Ok(mask.clone()))
}

/// Creates a mask of clear texels, 1 to 4096 on each side.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_empty(
    width: usize,
    height: usize,
    mask: Option<&mut MaybeUninit<kasuri_mask>>,
) -> kasuri_status {
    border(|| keep(needed(mask, "mask")?, Mask::empty(width, height)?))
}

/// Creates a mask of texels, a byte each, row by row: a byte that is not 0 is a solid texel. `count` is width times
/// height.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_from_texels(
    width: usize,
    height: usize,
    texels: *const u8,
    count: usize,
    mask: Option<&mut MaybeUninit<kasuri_mask>>,
) -> kasuri_status {
    border(|| {
        let (out, texels) = (needed(mask, "mask")?, list(texels, count, "texels")?);
        let mut made = Mask::empty(width, height)?;
        if count != width * height {
            let needed = width * height;
            let text = format!("texels: there are {count} bytes; {width} x {height} texels need {needed}");
            return Err(Refusal::new(kasuri_status::Refused, text));
        }
        for (row, y) in texels.chunks_exact(width).zip(0..) {
            for (&texel, x) in row.iter().zip(0..) {
                made.set(x, y, texel != 0);
            }
        }
        keep(out, made)
    })
}

/// Creates a mask of bits: rows of whole words of 64 texels, the leftmost texel in the lowest bit. `count` is the
/// height times the number of words in a row. Bits beyond the width are ignored.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_from_words(
    width: usize,
    height: usize,
    words: *const u64,
    count: usize,
    mask: Option<&mut MaybeUninit<kasuri_mask>>,
) -> kasuri_status {
    border(|| {
        let (out, words) = (needed(mask, "mask")?, list(words, count, "words")?);
        keep(out, Mask::from_words(width, height, words)?)
    })
}

/// Creates a mask of a picture's pixels, four bytes each: red, green, blue, alpha. `count` is the number of bytes.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_from_rgba(
    width: usize,
    height: usize,
    pixels: *const u8,
    count: usize,
    opaque: Option<&kasuri_opaque>,
    mask: Option<&mut MaybeUninit<kasuri_mask>>,
) -> kasuri_status {
    border(|| {
        let (out, pixels) = (needed(mask, "mask")?, list(pixels, count, "pixels")?);
        let opaque = given(opaque, "opaque")?.rule()?;
        keep(
            out,
            match opaque {
                Rule::Alpha(alpha) => Mask::from_rgba(width, height, pixels, alpha)?,
                Rule::Key(key) => Mask::from_rgba(width, height, pixels, key)?,
            },
        )
    })
}

/// Makes a mask from the bytes of a PNG file. Features of kasuri add formats: gif, webp, bmp, qoi and tga.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_from_png(
    bytes: *const u8,
    count: usize,
    opaque: Option<&kasuri_opaque>,
    mask: Option<&mut MaybeUninit<kasuri_mask>>,
) -> kasuri_status {
    border(|| {
        let (out, bytes) = (needed(mask, "mask")?, list(bytes, count, "bytes")?);
        let opaque = given(opaque, "opaque")?.rule()?;
        keep(
            out,
            match opaque {
                Rule::Alpha(alpha) => Mask::from_image(bytes, alpha)?,
                Rule::Key(key) => Mask::from_image(bytes, key)?,
            },
        )
    })
}

/// Copies a mask.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_copy(
    mask: kasuri_mask,
    copy: Option<&mut MaybeUninit<kasuri_mask>>,
) -> kasuri_status {
    border(|| {
        let out = needed(copy, "copy")?;
        // The texels are copied only when one of the two masks changes.
        out.put(table::insert(shared(mask, "mask")?)?);
        Ok(())
    })
}

/// Writes the mask's words, in the format of `kasuri_mask_from_words`.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_words(
    mask: kasuri_mask,
    words: *mut u64,
    capacity: usize,
    count: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| {
        let buffer = buffer(words, capacity, count)?;
        table::read(mask, "mask", |mask: &Arc<Mask>| buffer.fill_from(mask.words()))
    })
}

/// Writes the mask's width and height in texels.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_mask_size(
    mask: kasuri_mask,
    width: Option<&mut MaybeUninit<u32>>,
    height: Option<&mut MaybeUninit<u32>>,
) -> kasuri_status {
    border(|| {
        let size = table::read(mask, "mask", |mask: &Arc<Mask>| Ok((mask.width(), mask.height())))?;
        put(width, "width", size.0)?;
        put(height, "height", size.1)
    })
}

//! Versions, and the text of the last refusal.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use crate::border::{Refusal, border, last_error};
use crate::pointers::{put, put_text};
use crate::status::kasuri_status;
use crate::types::{kasuri_body_def, kasuri_hit, kasuri_world_def};

/// The version of everything in the header that a compiled program depends on. A change of it breaks programs that were
/// compiled before.
pub const KASURI_ABI_VERSION: u32 = 1;

/// Whether the program and the library agree: `KASURI_STATUS_WRONG_ABI` where the header that the program was compiled with
/// is of another version than the library, or where its structs have other sizes. Call it first:
/// `kasuri_check_abi(KASURI_ABI_VERSION, sizeof(kasuri_world_def), sizeof(kasuri_body_def), sizeof(kasuri_hit))`.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_check_abi(
    version: u32,
    world_def_size: usize,
    body_def_size: usize,
    hit_size: usize,
) -> kasuri_status {
    border(|| {
        let sizes = [world_def_size, body_def_size, hit_size];
        let own = [size_of::<kasuri_world_def>(), size_of::<kasuri_body_def>(), size_of::<kasuri_hit>()];
        if version == KASURI_ABI_VERSION && sizes == own {
            return Ok(());
        }
        let text = format!(
            "the program was compiled for ABI {version} with structs of {sizes:?} bytes; the library has ABI \
             {KASURI_ABI_VERSION} and {own:?}"
        );
        Err(Refusal::new(kasuri_status::WrongAbi, text))
    })
}

/// The library's ABI version, which is `KASURI_ABI_VERSION` of the header that came with it.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_abi_version(version: Option<&mut MaybeUninit<u32>>) -> kasuri_status {
    border(|| put(version, "version", KASURI_ABI_VERSION))
}

/// The library's version as a text, such as "0.1.0". `length` is that of the whole text, without the 0 at its end.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_version(
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| put_text(buffer, capacity, length, env!("CARGO_PKG_VERSION")))
}

/// Why the last call of this thread that was refused was refused, in one line. `length` is that of the whole text, without
/// the 0 at its end. Calls that succeed leave it as it is.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_last_error(
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    // A short buffer is told by the status alone: its text would take the place of what was asked for.
    let text = last_error();
    match put_text(buffer, capacity, length, &text) {
        Ok(()) => kasuri_status::Ok,
        Err(refusal) => refusal.status,
    }
}

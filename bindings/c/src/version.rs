//! Versions, and the text of the last refusal.

use std::ffi::c_char;
use std::mem::MaybeUninit;

use crate::border::{Refusal, border, last_error};
use crate::pointers::{put, put_text};
use crate::status::kasuri_status;
use crate::types::{kasuri_body_def, kasuri_hit, kasuri_world_def};

/// The version of everything in the header that a compiled program depends on. A new version breaks programs that
/// were compiled before.
pub const KASURI_ABI_VERSION: u32 = 1;

/// Checks that the program and the library match. Returns `KASURI_STATUS_WRONG_ABI` if the program was compiled with
/// a header of another version, or if its structs have other sizes. Call it first:
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

/// Writes the library's ABI version, which is `KASURI_ABI_VERSION` of the header that came with it.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_abi_version(version: Option<&mut MaybeUninit<u32>>) -> kasuri_status {
    border(|| put(version, "version", KASURI_ABI_VERSION))
}

/// Writes the library's version as a text, such as "0.1.0". `length` is the length of the whole text, without the 0
/// at its end.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_version(
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    border(|| put_text(buffer, capacity, length, env!("CARGO_PKG_VERSION")))
}

/// Writes the reason for this thread's last refused call, in one line. `length` is the length of the whole text,
/// without the 0 at its end. Successful calls do not change the text.
#[unsafe(no_mangle)]
pub extern "C" fn kasuri_last_error(
    buffer: *mut c_char,
    capacity: usize,
    length: Option<&mut MaybeUninit<usize>>,
) -> kasuri_status {
    // Only the status reports a short buffer: its text would replace the text that was requested.
    let text = last_error();
    match put_text(buffer, capacity, length, &text) {
        Ok(()) => kasuri_status::Ok,
        Err(refusal) => refusal.status,
    }
}

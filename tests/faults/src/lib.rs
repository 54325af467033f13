//! A Vulkan layer, between the loader and a driver, that makes a call fail. The file named by KASURI_FAULTS contains the
//! name of a call, which call of this name fails, whether only that one (`once`) or all from there on (`ever`), and the
//! VkResult, as in `vkAllocateMemory 3 once -2`. After a failure, the layer writes the text into a second file with the
//! suffix `.fired`.

#![allow(non_snake_case, reason = "calls have the names that Vulkan gives them")]

mod chain;
mod faults;

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_void};
use std::mem::transmute;
use std::sync::{LazyLock, Mutex};

use chain::{Create, DeviceLink, Get, InstanceLink, Negotiate, Pointer, Void, taken};

/// The next layer's functions for an instance or a device, by the first word of all its handles.
#[derive(Clone, Copy)]
struct Next {
    handle: usize,
    get: Get,
}

static NEXT: LazyLock<Mutex<HashMap<usize, Next>>> = LazyLock::new(Mutex::default);

/// SAFETY: a dispatchable handle points at its table of functions; this is the loader's rule.
unsafe fn key(handle: Pointer) -> usize {
    unsafe { *handle.cast::<usize>() }
}

unsafe fn next(handle: Pointer) -> Next {
    NEXT.lock().unwrap()[&unsafe { key(handle) }]
}

/// Returns the next layer's function of this name.
unsafe fn following(handle: Pointer, name: &CStr) -> Void {
    let next = unsafe { next(handle) };
    unsafe { (next.get)(next.handle as Pointer, name.as_ptr()) }
}

/// The entry point for the loader.
///
/// # Safety
/// Only the loader calls it, with a struct that this layer must fill.
#[unsafe(no_mangle)]
pub unsafe extern "system" fn vkNegotiateLoaderLayerInterfaceVersion(asked: *mut Negotiate) -> i32 {
    let asked = unsafe { &mut *asked };
    (asked.version, asked.instance, asked.device, asked.physical) = (2, of_instance, of_device, None);
    0
}

unsafe extern "system" fn of_instance(instance: Pointer, name: *const c_char) -> Void {
    let name = unsafe { CStr::from_ptr(name) };
    match name.to_bytes() {
        b"vkGetInstanceProcAddr" => unsafe { transmute::<Get, Void>(of_instance) },
        b"vkGetDeviceProcAddr" => unsafe { transmute::<Get, Void>(of_device) },
        b"vkCreateInstance" => unsafe { transmute::<CreateInstance, Void>(create_instance) },
        b"vkCreateDevice" => unsafe { transmute::<Create, Void>(create_device) },
        _ if instance.is_null() => None,
        _ => unsafe { following(instance, name) },
    }
}

unsafe extern "system" fn of_device(device: Pointer, name: *const c_char) -> Void {
    let name = unsafe { CStr::from_ptr(name) };
    if name == c"vkGetDeviceProcAddr" {
        return unsafe { transmute::<Get, Void>(of_device) };
    }
    let theirs = unsafe { following(device, name) };
    theirs.and(faults::ours(name)).or(theirs)
}

type CreateInstance = unsafe extern "system" fn(Pointer, Pointer, *mut Pointer) -> i32;

unsafe extern "system" fn create_instance(info: Pointer, with: Pointer, out: *mut Pointer) -> i32 {
    const LOADER_INSTANCE_CREATE_INFO: u32 = 47;
    let link = unsafe { taken::<InstanceLink>(info, LOADER_INSTANCE_CREATE_INFO) };
    let get = unsafe { (*link).get };
    let create = unsafe { get(std::ptr::null_mut(), c"vkCreateInstance".as_ptr()) };
    let result = unsafe { transmute::<Void, CreateInstance>(create)(info, with, out) };
    if result == 0 {
        let handle = unsafe { *out };
        NEXT.lock().unwrap().insert(unsafe { key(handle) }, Next { handle: handle as usize, get });
    }
    result
}

unsafe extern "system" fn create_device(of: Pointer, info: Pointer, with: Pointer, out: *mut Pointer) -> i32 {
    const LOADER_DEVICE_CREATE_INFO: u32 = 48;
    let create = unsafe { following(of, c"vkCreateDevice") };
    let link = unsafe { taken::<DeviceLink>(info, LOADER_DEVICE_CREATE_INFO) };
    let get = unsafe { (*link).get };
    let result = unsafe { transmute::<Void, Create>(create)(of, info, with, out) };
    if result == 0 {
        let handle = unsafe { *out };
        NEXT.lock().unwrap().insert(unsafe { key(handle) }, Next { handle: handle as usize, get });
    }
    result
}

const _: () = assert!(size_of::<*mut c_void>() == 8);

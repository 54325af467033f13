//! The structs that the loader passes to a layer (vk_layer.h of the Vulkan loader, interface version 2).

use std::ffi::{c_char, c_void};

pub type Pointer = *mut c_void;
pub type Void = Option<unsafe extern "system" fn()>;
pub type Get = unsafe extern "system" fn(Pointer, *const c_char) -> Void;
pub type Create = unsafe extern "system" fn(Pointer, Pointer, Pointer, *mut Pointer) -> i32;

#[repr(C)]
pub struct Negotiate {
    kind: u32,
    next: Pointer,
    pub version: u32,
    pub instance: Get,
    pub device: Get,
    pub physical: Option<Get>,
}

#[repr(C)]
pub struct InstanceLink {
    next: *mut InstanceLink,
    pub get: Get,
    physical: Option<Get>,
}

#[repr(C)]
pub struct DeviceLink {
    next: *mut DeviceLink,
    of_instance: Get,
    pub get: Get,
}

pub trait Link {
    fn next(&self) -> *mut Self;
}

impl Link for InstanceLink {
    fn next(&self) -> *mut InstanceLink {
        self.next
    }
}

impl Link for DeviceLink {
    fn next(&self) -> *mut DeviceLink {
        self.next
    }
}

/// One of the structs in the chain of a create info, as the loader's structs begin.
#[repr(C)]
struct Info<L> {
    kind: u32,
    next: *mut Info<L>,
    function: u32,
    link: *mut L,
}

/// Returns this layer's link of the chain and removes it, so that the next layer finds its own.
///
/// SAFETY: `info` is a create info of Vulkan that came from the loader, and `kind` is the loader's number for a link to
/// `L`.
pub unsafe fn taken<L: Link>(info: Pointer, kind: u32) -> *mut L {
    const LINK_INFO: u32 = 0;
    let mut at = unsafe { (*info.cast::<Info<L>>()).next };
    loop {
        let info = unsafe { &mut *at };
        // Fields after the first two exist only in the loader's own structs.
        if info.kind == kind && info.function == LINK_INFO {
            let link = info.link;
            info.link = unsafe { (*link).next() };
            return link;
        }
        at = info.next;
    }
}

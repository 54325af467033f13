//! The calls that can be made to fail.

use std::ffi::CStr;
use std::fs;
use std::mem::transmute;
use std::sync::Mutex;

use crate::chain::{Pointer, Void};
use crate::following;

/// The last text of the file, and how many such calls there were since.
struct Armed {
    said: String,
    calls: u32,
}

static ARMED: Mutex<Armed> = Mutex::new(Armed { said: String::new(), calls: 0 });

/// Returns the result with which this call must fail, if it must.
fn failure(name: &str) -> Option<i32> {
    let path = std::env::var("KASURI_FAULTS").ok()?;
    let said = fs::read_to_string(&path).ok()?;
    let mut armed = ARMED.lock().unwrap();
    if armed.said != said {
        *armed = Armed { said, calls: 0 };
    }
    let words: Vec<&str> = armed.said.split_whitespace().collect();
    let [call, which, how, result] = words[..] else { return None };
    let (which, result) = (which.parse::<u32>().ok()?, result.parse().ok()?);
    let is_ever = how == "ever";
    if call != name {
        return None;
    }
    armed.calls += 1;
    // The loader may have unloaded the layer and loaded it again; then its counters are lost.
    let fired = format!("{path}.fired");
    let is_new = !fs::exists(&fired).unwrap_or(true);
    if armed.calls == which && is_new || is_ever && armed.calls >= which {
        fs::write(&fired, &armed.said).expect("a folder to write to");
        return Some(result);
    }
    None
}

macro_rules! calls {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        $(
            unsafe extern "system" fn $name(of: Pointer, $($argument: $type),*) -> i32 {
                type Call = unsafe extern "system" fn(Pointer, $($type),*) -> i32;
                if let Some(result) = failure(stringify!($name)) {
                    return result;
                }
                let name = CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()).unwrap();
                // SAFETY: the next layer's function has the type that Vulkan defines for its name.
                unsafe { transmute::<Void, Call>(following(of, name))(of, $($argument),*) }
            }
        )*

        /// Returns the layer's function of this name, if it has one.
        pub fn ours(name: &CStr) -> Void {
            match name.to_bytes() {
                $(x if x == stringify!($name).as_bytes() => {
                    type Call = unsafe extern "system" fn(Pointer, $($type),*) -> i32;
                    unsafe { transmute::<Call, Void>($name as Call) }
                })*
                _ => None,
            }
        }
    };
}

calls! {
    vkAllocateMemory(info: Pointer, with: Pointer, out: Pointer);
    vkCreateBuffer(info: Pointer, with: Pointer, out: Pointer);
    vkBindBufferMemory(buffer: u64, memory: u64, at: u64);
    vkMapMemory(memory: u64, at: u64, size: u64, flags: u32, out: Pointer);
    vkFlushMappedMemoryRanges(count: u32, ranges: Pointer);
    vkInvalidateMappedMemoryRanges(count: u32, ranges: Pointer);
    vkCreateDescriptorSetLayout(info: Pointer, with: Pointer, out: Pointer);
    vkCreateDescriptorPool(info: Pointer, with: Pointer, out: Pointer);
    vkAllocateDescriptorSets(info: Pointer, out: Pointer);
    vkCreatePipelineLayout(info: Pointer, with: Pointer, out: Pointer);
    vkCreateShaderModule(info: Pointer, with: Pointer, out: Pointer);
    vkCreateComputePipelines(cache: u64, count: u32, infos: Pointer, with: Pointer, out: Pointer);
    vkCreateCommandPool(info: Pointer, with: Pointer, out: Pointer);
    vkResetCommandPool(pool: u64, flags: u32);
    vkAllocateCommandBuffers(info: Pointer, out: Pointer);
    vkBeginCommandBuffer(info: Pointer);
    vkEndCommandBuffer();
    vkCreateFence(info: Pointer, with: Pointer, out: Pointer);
    vkCreateSemaphore(info: Pointer, with: Pointer, out: Pointer);
    vkQueueSubmit(count: u32, submits: Pointer, fence: u64);
    vkWaitForFences(count: u32, fences: Pointer, all: u32, patience: u64);
    vkGetFenceStatus(fence: u64);
    vkWaitSemaphores(info: Pointer, patience: u64);
    vkWaitSemaphoresKHR(info: Pointer, patience: u64);
    vkGetSemaphoreCounterValue(semaphore: u64, out: Pointer);
    vkGetSemaphoreCounterValueKHR(semaphore: u64, out: Pointer);
    vkAcquireNextImageKHR(chain: u64, patience: u64, semaphore: u64, fence: u64, out: Pointer);
    vkQueuePresentKHR(info: Pointer);
}

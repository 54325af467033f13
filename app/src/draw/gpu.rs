//! Finds and opens the GPU, and keeps its first fault.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

/// An opened GPU. It requires only the default limits, which every GPU has.
pub(crate) struct Gpu {
    pub(crate) adapter: wgpu::Adapter,
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    /// Its name.
    pub(crate) name: String,
    fault: Arc<Mutex<Option<String>>>,
}

/// Returns the entry to the GPUs. The variables WGPU_* choose among them.
pub(crate) fn instance(display: Option<winit::event_loop::OwnedDisplayHandle>) -> wgpu::Instance {
    wgpu::Instance::new(match display {
        Some(display) => wgpu::InstanceDescriptor::new_with_display_handle_from_env(Box::new(display)),
        None => wgpu::InstanceDescriptor::new_without_display_handle_from_env(),
    })
}

impl Gpu {
    /// Opens a GPU that can draw on a surface, if there is one. The error is a clause that says why not.
    pub(crate) fn open(
        instance: &wgpu::Instance,
        surface: Option<&wgpu::Surface<'_>>,
    ) -> Result<Gpu, String> {
        let adapter = pollster::block_on(kasuri::gpu::adapter(instance, surface));
        let adapter = adapter.map_err(|_| "no GPU that can draw was found here".to_owned())?;
        let name = adapter.get_info().name;
        let opened = adapter.request_device(&wgpu::DeviceDescriptor::default());
        let (device, queue) = pollster::block_on(opened).map_err(|error| refused(&name, error))?;
        let fault = Arc::new(Mutex::new(None));
        let noted = fault.clone();
        device.on_uncaptured_error(Arc::new(move |error| note(&noted, error)));
        let noted = fault.clone();
        device.set_device_lost_callback(move |_, why| note(&noted, format!("it was lost {why}").trim_end()));
        Ok(Gpu { adapter, device, queue, name, fault })
    }

    /// Polls the device, then checks like [`check`](Gpu::check). So it also notices a lost GPU that was not reported
    /// yet.
    pub(crate) fn notice(&self) -> Result<(), String> {
        self.check()?;
        let polled = survived(|| self.device.poll(wgpu::PollType::Poll))?;
        self.check().and_then(|()| polled.map(drop).map_err(|error| refused(&self.name, error)))
    }

    /// Does work. A panic in it is kept as a fault of the GPU.
    pub(crate) fn attempt(&self, work: impl FnOnce()) {
        if let Err(why) = survived(work) {
            note(&self.fault, why);
        }
    }

    /// Checks that nothing failed since the GPU was opened. The error is a clause that says what failed.
    pub(crate) fn check(&self) -> Result<(), String> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.as_ref().map_or(Ok(()), |fault| Err(refused(&self.name, fault)))
    }
}

/// Returns the result of the work. If wgpu panics, which is how it reports some driver failures, returns a clause
/// that says so. The caller must then drop everything that the work used.
pub(crate) fn survived<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("nobody knows why");
        format!("drawing failed: {said}")
    })
}

fn refused(name: &str, why: impl Display) -> String {
    format!("the GPU {name} cannot be used: {why}")
}

/// Keeps the first fault.
fn note(fault: &Mutex<Option<String>>, what: impl Display) {
    let mut fault = fault.lock().unwrap_or_else(PoisonError::into_inner);
    fault.get_or_insert_with(|| what.to_string());
}

//! The GPU: found, opened, and what it complained of.

use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};

/// An opened GPU. It is asked for no more than any GPU has.
pub(crate) struct Gpu {
    pub(crate) adapter: wgpu::Adapter,
    pub(crate) device: wgpu::Device,
    pub(crate) queue: wgpu::Queue,
    /// What it is called.
    pub(crate) name: String,
    fault: Arc<Mutex<Option<String>>>,
}

/// What leads to GPUs; the variables WGPU_* say which ones.
pub(crate) fn instance(display: Option<winit::event_loop::OwnedDisplayHandle>) -> wgpu::Instance {
    wgpu::Instance::new(match display {
        Some(display) => wgpu::InstanceDescriptor::new_with_display_handle_from_env(Box::new(display)),
        None => wgpu::InstanceDescriptor::new_without_display_handle_from_env(),
    })
}

impl Gpu {
    /// Opens a GPU that can show on a surface, if there is one. The error is a clause that says why not.
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

    /// The same, where a GPU that is lost may not have been heard of yet.
    pub(crate) fn notice(&self) -> Result<(), String> {
        self.check()?;
        let polled = survived(|| self.device.poll(wgpu::PollType::Poll))?;
        self.check().and_then(|()| polled.map(drop).map_err(|error| refused(&self.name, error)))
    }

    /// Does what it could fail at in a way that it does not come back from.
    pub(crate) fn attempt(&self, work: impl FnOnce()) {
        if let Err(why) = survived(work) {
            note(&self.fault, why);
        }
    }

    /// Whether all went well since it was opened; the error is a clause that says what did not.
    pub(crate) fn check(&self) -> Result<(), String> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.as_ref().map_or(Ok(()), |fault| Err(refused(&self.name, fault)))
    }
}

/// What work comes to; or, where wgpu panics on the way, which is how it tells of some failures of a driver's, a clause that
/// says so. What the work was done with is to be dropped then.
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

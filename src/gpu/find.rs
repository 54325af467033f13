//! Chooses the GPU: the environment variables of wgpu decide, else the fastest GPU is taken.

use crate::error::{Cause, Result};
use crate::gpu::scope::unpanicked;

/// Creates a wgpu instance with the backends that the variable `WGPU_BACKEND` names, or with all.
pub fn instance() -> wgpu::Instance {
    wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env())
}

/// Returns the GPU that Kasuri takes by default: the first one whose name contains the value of the variable
/// `WGPU_ADAPTER_NAME`, ignoring case, or the fastest one. If a surface is given, the fastest one that can draw on
/// it.
///
/// ```no_run
/// use kasuri::gpu::{adapter, instance};
/// let taken = pollster::block_on(adapter(&instance(), None))?;
/// println!("{}", taken.get_info().name);
/// # Ok::<(), kasuri::Error>(())
/// ```
pub async fn adapter(instance: &wgpu::Instance, on: Option<&wgpu::Surface<'_>>) -> Result<wgpu::Adapter> {
    check_backends()?;
    match std::env::var_os("WGPU_ADAPTER_NAME") {
        Some(name) if !name.is_empty() => named(instance, &name.to_string_lossy()).await,
        _ => fastest(instance, on).await,
    }
}

/// Returns an error if `WGPU_BACKEND` names a backend that wgpu would silently ignore.
fn check_backends() -> Result<()> {
    let name = "WGPU_BACKEND";
    let Some(value) = std::env::var_os(name).filter(|value| !value.is_empty()) else { return Ok(()) };
    let value = value.to_string_lossy().into_owned();
    let is_known = |name: &str| wgpu::Backends::from_comma_list(name) != wgpu::Backends::empty();
    if value.split(',').all(is_known) {
        return Ok(());
    }
    let accepted = "one or more of vulkan, dx12, metal, gl, webgpu and noop, separated by commas".into();
    Err(Cause::Variable { name, value, accepted }.error())
}

async fn fastest(instance: &wgpu::Instance, on: Option<&wgpu::Surface<'_>>) -> Result<wgpu::Adapter> {
    let options = wgpu::RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::HighPerformance,
        compatible_surface: on,
        ..Default::default()
    };
    let found = unpanicked(async { instance.request_adapter(&options).await }).await;
    let found = found.and_then(|adapter| adapter.map_err(|error| error.to_string()));
    found.map_err(|why| Cause::GpuAbsent(why).error())
}

pub(super) async fn named(instance: &wgpu::Instance, name: &str) -> Result<wgpu::Adapter> {
    let adapters = instance.enumerate_adapters(wgpu::Backends::all()).await;
    let wanted = name.to_lowercase();
    let names: Vec<String> = adapters.iter().map(|a| a.get_info().name).collect();
    let found = adapters.into_iter().find(|a| a.get_info().name.to_lowercase().contains(&wanted));
    found.ok_or_else(|| Cause::GpuAbsent(format!("none of {names:?} is called {name}")).error())
}

//! A device to work on: one that the library makes, or the caller's.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use crate::error::{Cause, Error, Result};
use crate::gpu::find;
use crate::gpu::kernels::{self, Group, Kernel, Pipeline};
use crate::gpu::lazy::Lazy;
use crate::gpu::replay::ReplayedHits;
use crate::gpu::scope::{Guarded, caught, survived, unpanicked};

/// A GPU and its kernels. Clones share them.
///
/// It needs no more than `wgpu::Limits::default()` and no optional feature.
#[derive(Clone)]
pub struct Gpu {
    inner: Arc<Inner>,
}

struct Inner {
    device: Guarded<wgpu::Device>,
    queue: Guarded<wgpu::Queue>,
    /// The shaders' source texts; the kernels are built from them at their first use.
    texts: Vec<Cow<'static, str>>,
    /// Whether the device passed the trial; empty until it was tried.
    trial: OnceLock<bool>,
    /// The kernels of each group.
    kernels: [Lazy<Kernels>; Group::ALL.len()],
    lost: Arc<Fate>,
    /// The answer that frames have on a device that runs no kernels.
    replay: Mutex<Option<Arc<ReplayedHits>>>,
}

type Kernels = HashMap<Kernel, Pipeline>;

/// Whether the device was lost, and the limits that were set for it.
#[derive(Default)]
struct Fate {
    /// Why the device was lost, if it was. Only a device that the library made reports this early.
    why: Mutex<Option<String>>,
    /// The longest wait in milliseconds; 0 stands for [`PATIENCE`].
    patience: AtomicU64,
    /// The size of the largest buffer to bind, if it was set; 0 if only the device limits it.
    most_bytes: AtomicU64,
}

/// Drivers reset a device that hangs after some seconds; a device that is silent for this long will not recover.
const PATIENCE: Duration = Duration::from_secs(60);

/// A larger buffer would have more blocks of words than one workgroup can add up (shaders/shared/sums.wgsl).
const MOST_BYTES: u64 = 1 << 31;

impl Fate {
    fn why(&self) -> std::sync::MutexGuard<'_, Option<String>> {
        self.why.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Gpu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Gpu").field("adapter", &self.adapter().name).finish_non_exhaustive()
    }
}

impl Gpu {
    /// Takes the GPU that [`adapter`](crate::gpu::adapter) finds on this machine, or returns an error of the kind
    /// [`GpuAbsent`](crate::ErrorKind::GpuAbsent).
    /// Blocks until the driver answers; in a browser use [`request`](Gpu::request).
    ///
    /// ```no_run
    /// let gpu = kasuri::gpu::Gpu::new()?;
    /// println!("{} answers", gpu.adapter().name);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn new() -> Result<Gpu> {
        pollster::block_on(Gpu::request(""))
    }

    /// Takes the first GPU whose name contains `name`, ignoring case; if `name` is empty, the one that
    /// [`adapter`](crate::gpu::adapter) finds. Returns an error of the kind
    /// [`GpuWrong`](crate::ErrorKind::GpuWrong) if the GPU fails a trial computation.
    pub async fn request(name: &str) -> Result<Gpu> {
        let instance = find::instance();
        let adapter = match name {
            "" => find::adapter(&instance, None).await?,
            name => find::named(&instance, name).await?,
        };
        let descriptor = wgpu::DeviceDescriptor { label: Some("kasuri"), ..Default::default() };
        let opened = unpanicked(async { adapter.request_device(&descriptor).await }).await;
        let opened = opened.and_then(|opened| opened.map_err(|error| error.to_string()));
        let (device, queue) = opened.map_err(|why| {
            // The driver may still have the device, and its threads run the driver's code. As long as the instance is
            // alive, that code stays loaded.
            std::mem::forget(instance.clone());
            Cause::GpuAbsent(why).error()
        })?;
        let gpu = Gpu::from_device(device, queue)?;
        let lost = gpu.inner.lost.clone();
        gpu.device().set_device_lost_callback(move |_, why| {
            let why = if why.is_empty() { "its driver does not say why".to_owned() } else { why };
            lost.why().get_or_insert(why);
        });
        // A device that the library made builds its kernels here, before the first batch, so that an error shows
        // here.
        if let Err(error) = gpu.try_first().await {
            // wgpu 30 destroys a semaphore twice if the driver refuses one at the first submission, which can end the
            // program. So this device is never destroyed.
            std::mem::forget(gpu);
            return Err(error);
        }
        Ok(gpu)
    }

    /// Builds the kernels of batches and tries the device.
    async fn try_first(&self) -> Result<()> {
        caught(self, || Ok(self.kernels(Group::Pairs))).await?;
        self.trust().await
    }

    /// Uses a device that the caller made and goes on using. Refuses a device made with less than
    /// `wgpu::Limits::default()`.
    ///
    /// The device is tried with its first bodies or its first frame: they return an error of the kind
    /// [`GpuWrong`](crate::ErrorKind::GpuWrong) if it fails the trial.
    ///
    /// Kasuri does not set the device's callbacks: it catches errors of its own work in error scopes.
    pub fn from_device(device: wgpu::Device, queue: wgpu::Queue) -> Result<Gpu> {
        Gpu::with_shaders(device, queue, |_, text| text.into())
    }

    /// Uses other source texts in place of [`shaders`](crate::gpu::shaders): for tests that break a shader on
    /// purpose.
    #[doc(hidden)]
    pub fn with_shaders(
        device: wgpu::Device,
        queue: wgpu::Queue,
        text: impl Fn(&str, &'static str) -> Cow<'static, str>,
    ) -> Result<Gpu> {
        check_limits(&device.limits())?;
        let inner = Inner {
            device: Guarded::new(device),
            queue: Guarded::new(queue),
            texts: kernels::shaders().into_iter().map(|(name, of)| text(name, of)).collect(),
            trial: OnceLock::new(),
            kernels: Default::default(),
            lost: Arc::default(),
            replay: Mutex::default(),
        };
        Ok(Gpu { inner: Arc::new(inner) })
    }

    /// Lists all GPUs of this machine, including software ones.
    pub async fn adapters() -> Vec<wgpu::AdapterInfo> {
        let adapters = find::instance().enumerate_adapters(wgpu::Backends::all()).await;
        adapters.iter().map(wgpu::Adapter::get_info).collect()
    }

    /// Returns the adapter's name, driver and kind.
    pub fn adapter(&self) -> wgpu::AdapterInfo {
        self.inner.device.adapter_info()
    }

    /// Returns the device.
    pub fn device(&self) -> &wgpu::Device {
        &self.inner.device
    }

    /// Returns the device's queue.
    pub fn queue(&self) -> &wgpu::Queue {
        &self.inner.queue
    }

    /// Sets the longest wait for an answer, 60 seconds by default: a device that has not answered by then counts as
    /// lost. Calls that never block do not use it: there the caller has to watch the time.
    pub fn set_patience(&self, most: Duration) {
        let most = u64::try_from(most.as_millis()).unwrap_or(u64::MAX).max(1);
        self.inner.lost.patience.store(most, Relaxed);
    }

    /// Treats the device as a smaller one: no buffer is larger than `most` bytes. For tests.
    #[doc(hidden)]
    pub fn set_most_bytes(&self, most: u64) {
        self.inner.lost.most_bytes.store(most, Relaxed);
    }

    /// Returns the size in bytes of the largest buffer that can be bound whole.
    pub(super) fn most_bytes(&self) -> u64 {
        let limits = self.device().limits();
        let most = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size).min(MOST_BYTES);
        match self.inner.lost.most_bytes.load(Relaxed) {
            0 => most,
            less => most.min(less),
        }
    }

    /// Waits for the work up to a submission, but not longer than the limit.
    pub(super) fn wait_for(&self, submission: wgpu::SubmissionIndex) {
        let patience = match self.inner.lost.patience.load(Relaxed) {
            0 => PATIENCE,
            most => Duration::from_millis(most),
        };
        let until = wgpu::PollType::Wait { submission_index: Some(submission), timeout: Some(patience) };
        if let Err(wgpu::PollError::Timeout) = self.poll(until) {
            self.lose(format!("it has not answered for {patience:?}"));
        }
    }

    /// Runs the callbacks of finished work. If the device is lost during the call, the queue counts as empty.
    pub(super) fn poll(&self, how: wgpu::PollType) -> std::result::Result<wgpu::PollStatus, wgpu::PollError> {
        survived(self, || self.device().poll(how)).unwrap_or(Ok(wgpu::PollStatus::QueueEmpty))
    }

    /// Marks the device as lost and returns the error. If it was lost before, the first reason stays.
    pub(super) fn lose(&self, why: String) -> Error {
        self.inner.lost.why().get_or_insert(why);
        self.loss()
    }

    /// Returns the kernels of a group; builds them if this is their first use.
    pub(super) fn kernels(&self, group: Group) -> Arc<Kernels> {
        let Inner { device, texts, .. } = &*self.inner;
        self.inner.kernels[group as usize].get(|| kernels::build(device, group, texts))
    }

    /// Whether the device passed the trial; empty until it was tried.
    pub(super) fn trial(&self) -> &OnceLock<bool> {
        &self.inner.trial
    }

    pub(super) fn set_replay(&self, replay: ReplayedHits) {
        *self.inner.replay.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(replay));
    }

    /// Returns the answer that frames have, if it is replayed.
    pub(super) fn replayed(&self) -> Option<Arc<ReplayedHits>> {
        self.inner.replay.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Drops all kernels, so that they are built again at their next use: one of them may be broken.
    pub(super) fn forget_kernels(&self) {
        self.inner.kernels.iter().for_each(Lazy::forget);
    }

    /// Returns the error for work whose results were lost.
    pub(super) fn loss(&self) -> Error {
        let why = self.inner.lost.why().clone();
        Cause::GpuLost(why.unwrap_or_else(|| "its results could not be read".to_owned())).error()
    }

    /// Returns an error if the device is known to be lost.
    pub(crate) fn check(&self) -> Result<()> {
        let lost = self.inner.lost.why().is_some();
        if lost { Err(self.loss()) } else { Ok(()) }
    }
}

/// A limit of a device: its name, and how to read it.
type Need = (&'static str, fn(&wgpu::Limits) -> u64);

/// Refuses a device with lower limits than the kernels need.
fn check_limits(limits: &wgpu::Limits) -> Result<()> {
    let needs: [Need; 5] = [
        ("a binding", |of| of.max_storage_buffer_binding_size),
        ("a buffer", |of| of.max_buffer_size),
        ("a set of storage buffers", |of| of.max_storage_buffers_per_shader_stage.into()),
        ("a workgroup", |of| of.max_compute_invocations_per_workgroup.into()),
        ("a dispatch", |of| of.max_compute_workgroups_per_dimension.into()),
    ];
    let least = wgpu::Limits::default();
    let mut needs = needs.into_iter().map(|(what, of)| (what, of(&least), of(limits)));
    match needs.find(|(_, needed, most)| needed > most) {
        Some((what, needed, most)) => Err(Cause::GpuTooSmall { what, needed, most }.error()),
        None => Ok(()),
    }
}

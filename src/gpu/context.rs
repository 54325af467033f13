//! A device to work on: the library's own, or the caller's.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use crate::error::{Error, Result};
use crate::gpu::find;
use crate::gpu::frame::{FrameKernels, NearKernels, of_tiles};
use crate::gpu::kernels::{FRAME, Kernel, Kernels, PAIRS, TRIAL};
use crate::gpu::lazy::Lazy;
use crate::gpu::scope::{caught, survived, unpanicked};

/// A GPU and its kernels. Clones share it.
///
/// It needs no more than `wgpu::Limits::default()` and no optional feature.
#[derive(Clone)]
pub struct Gpu {
    inner: Arc<Inner>,
}

struct Inner {
    device: wgpu::Device,
    queue: wgpu::Queue,
    /// The kernels' texts, and once somebody asks for them, their pipelines.
    texts: Vec<Cow<'static, str>>,
    frame_texts: Vec<Cow<'static, str>>,
    trial_text: Cow<'static, str>,
    /// Whether it answered a trial rightly, once it was tried.
    trial: OnceLock<bool>,
    kernels: Lazy<Kernels>,
    frame: Lazy<FrameKernels>,
    near: Lazy<NearKernels>,
    tiles: Lazy<Kernel>,
    lost: Arc<Fate>,
}

/// What became of the device, and how long it is waited for.
#[derive(Default)]
struct Fate {
    /// Why it was lost, once it was; known early only of a device of the library's own.
    why: Mutex<Option<String>>,
    /// In milliseconds; 0 stands for [`PATIENCE`].
    patience: AtomicU64,
    /// The largest buffer that is bound, where that is set; 0 where the device alone says.
    most_bytes: AtomicU64,
}

/// Drivers reset a device that hangs after some seconds; one that has said nothing for so long will not.
const PATIENCE: Duration = Duration::from_secs(60);

/// Larger buffers would have more blocks of words than one workgroup adds up (shaders/shared/sums.wgsl).
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
    /// The GPU that [`adapter`](crate::gpu::adapter) finds on this machine, or [`Error::GpuAbsent`]. Waits for the driver: a browser takes
    /// [`request`](Gpu::request).
    ///
    /// ```no_run
    /// let gpu = kasuri::gpu::Gpu::new()?;
    /// println!("{} answers", gpu.adapter().name);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn new() -> Result<Gpu> {
        pollster::block_on(Gpu::request(""))
    }

    /// The first GPU whose name holds `name`, upper or lower case; where `name` is empty the one that
    /// [`adapter`](crate::gpu::adapter) finds. One that answers a trial wrongly is [`Error::GpuWrong`].
    pub async fn request(name: &str) -> Result<Gpu> {
        let instance = find::instance();
        let adapter = match name {
            "" => find::adapter(&instance, None).await?,
            name => find::named(&instance, name).await?,
        };
        let descriptor = wgpu::DeviceDescriptor { label: Some("kasuri"), ..Default::default() };
        let device = unpanicked(async { adapter.request_device(&descriptor).await })
            .await
            .map_err(Error::GpuAbsent)?;
        let (device, queue) = device.map_err(|e| Error::GpuAbsent(e.to_string()))?;
        let gpu = Gpu::from_device(device, queue)?;
        let lost = gpu.inner.lost.clone();
        gpu.device().set_device_lost_callback(move |_, why| {
            let why = if why.is_empty() { "its driver does not say why".to_owned() } else { why };
            lost.why().get_or_insert(why);
        });
        // A device of ours has its kernels before the first batch, and can do without.
        caught(&gpu, || Ok(gpu.kernels())).await?;
        gpu.trust().await?;
        Ok(gpu)
    }

    /// On a device that the caller made and goes on using; refused where it was made with less than
    /// `wgpu::Limits::default()`.
    ///
    /// It is tried with its first bodies, or its first frame: [`Error::GpuWrong`] where it answers wrongly.
    ///
    /// The device's callbacks are left to the caller: errors of Kasuri's own work are caught in error scopes.
    pub fn from_device(device: wgpu::Device, queue: wgpu::Queue) -> Result<Gpu> {
        Gpu::with_shaders(device, queue, |_, text| text.into())
    }

    /// With other texts in place of [`shaders`](crate::gpu::shaders)': for tests, which break them.
    #[doc(hidden)]
    pub fn with_shaders(
        device: wgpu::Device,
        queue: wgpu::Queue,
        text: impl Fn(&str, &'static str) -> Cow<'static, str>,
    ) -> Result<Gpu> {
        check_limits(&device.limits())?;
        let inner = Inner {
            device,
            queue,
            texts: PAIRS.iter().map(|&(name, of)| text(name, of)).collect(),
            frame_texts: FRAME.iter().map(|&(name, of)| text(name, of)).collect(),
            trial_text: text(TRIAL.0, TRIAL.1),
            trial: OnceLock::new(),
            kernels: Lazy::default(),
            frame: Lazy::default(),
            near: Lazy::default(),
            tiles: Lazy::default(),
            lost: Arc::default(),
        };
        Ok(Gpu { inner: Arc::new(inner) })
    }

    /// All GPUs of this machine, software ones too.
    pub async fn adapters() -> Vec<wgpu::AdapterInfo> {
        let adapters = find::instance().enumerate_adapters(wgpu::Backends::all()).await;
        adapters.iter().map(wgpu::Adapter::get_info).collect()
    }

    /// What is known of the adapter: its name, driver and kind.
    pub fn adapter(&self) -> wgpu::AdapterInfo {
        self.inner.device.adapter_info()
    }

    /// The device.
    pub fn device(&self) -> &wgpu::Device {
        &self.inner.device
    }

    /// Its queue.
    pub fn queue(&self) -> &wgpu::Queue {
        &self.inner.queue
    }

    /// How long its answers are waited for, 60 seconds at first: a device that has not answered by then counts as lost.
    /// What never blocks never gives up either: there the caller looks at the clock.
    pub fn set_patience(&self, most: Duration) {
        let most = u64::try_from(most.as_millis()).unwrap_or(u64::MAX).max(1);
        self.inner.lost.patience.store(most, Relaxed);
    }

    /// Takes the device for a smaller one: no buffer is larger than so many bytes. For tests.
    #[doc(hidden)]
    pub fn set_most_bytes(&self, most: u64) {
        self.inner.lost.most_bytes.store(most, Relaxed);
    }

    /// The largest buffer that can be bound whole.
    pub(super) fn most_bytes(&self) -> u64 {
        let limits = self.device().limits();
        let most = limits.max_storage_buffer_binding_size.min(limits.max_buffer_size).min(MOST_BYTES);
        match self.inner.lost.most_bytes.load(Relaxed) {
            0 => most,
            less => most.min(less),
        }
    }

    /// Waits for what was submitted, but not for ever.
    pub(super) fn wait(&self) {
        self.wait_for(None);
    }

    /// The same for what was submitted up to some submission.
    pub(super) fn wait_for(&self, submission: Option<wgpu::SubmissionIndex>) {
        let patience = match self.inner.lost.patience.load(Relaxed) {
            0 => PATIENCE,
            most => Duration::from_millis(most),
        };
        let until = wgpu::PollType::Wait { submission_index: submission, timeout: Some(patience) };
        if let Err(wgpu::PollError::Timeout) = self.poll(until) {
            self.lose(format!("it has not answered for {patience:?}"));
        }
    }

    /// Runs the callbacks of what is done. A device that is lost on the way has nothing left to do.
    pub(super) fn poll(&self, how: wgpu::PollType) -> std::result::Result<wgpu::PollStatus, wgpu::PollError> {
        survived(self, || self.device().poll(how)).unwrap_or(Ok(wgpu::PollStatus::QueueEmpty))
    }

    /// The device counts as lost from now on, for the reason that came first; the error that says so.
    pub(super) fn lose(&self, why: String) -> Error {
        self.inner.lost.why().get_or_insert(why);
        self.loss()
    }

    pub(super) fn kernels(&self) -> Arc<Kernels> {
        let Inner { device, texts, .. } = &*self.inner;
        self.inner.kernels.get(|| Kernels::new(device, texts))
    }

    pub(super) fn frame_kernels(&self) -> Arc<FrameKernels> {
        let Inner { device, frame_texts, .. } = &*self.inner;
        self.inner.frame.get(|| FrameKernels::new(device, frame_texts))
    }

    pub(super) fn near_kernels(&self) -> Arc<NearKernels> {
        let Inner { device, frame_texts, .. } = &*self.inner;
        self.inner.near.get(|| NearKernels::new(device, frame_texts))
    }

    pub(super) fn tiles_kernel(&self) -> Arc<Kernel> {
        let Inner { device, frame_texts, .. } = &*self.inner;
        self.inner.tiles.get(|| of_tiles(device, frame_texts))
    }

    /// Whether it answered the trial rightly; `None` where it was not tried.
    pub(super) fn trial(&self) -> Option<bool> {
        self.inner.trial.get().copied()
    }

    pub(super) fn set_trial(&self, is_right: bool) {
        let _ = self.inner.trial.set(is_right);
    }

    pub(super) fn trial_text(&self) -> Cow<'static, str> {
        self.inner.trial_text.clone()
    }

    /// Makes all kernels anew when they are asked for: one may have come out broken.
    pub(super) fn forget_kernels(&self) {
        self.inner.kernels.forget();
        self.inner.frame.forget();
        self.inner.near.forget();
        self.inner.tiles.forget();
    }

    /// The error for work that came to nothing.
    pub(super) fn loss(&self) -> Error {
        let why = self.inner.lost.why().clone();
        Error::GpuLost(why.unwrap_or_else(|| "its results could not be read".to_owned()))
    }

    /// Refuses work once the device is known to be lost.
    pub(crate) fn check(&self) -> Result<()> {
        let lost = self.inner.lost.why().is_some();
        if lost { Err(self.loss()) } else { Ok(()) }
    }
}

/// Refuses a device made with less than the kernels are written for.
fn check_limits(limits: &wgpu::Limits) -> Result<()> {
    let least = wgpu::Limits::default();
    let u = u64::from;
    let needs = [
        ("a binding", least.max_storage_buffer_binding_size, limits.max_storage_buffer_binding_size),
        ("a buffer", least.max_buffer_size, limits.max_buffer_size),
        (
            "a number of storage buffers",
            u(least.max_storage_buffers_per_shader_stage),
            u(limits.max_storage_buffers_per_shader_stage),
        ),
        (
            "a workgroup",
            u(least.max_compute_invocations_per_workgroup),
            u(limits.max_compute_invocations_per_workgroup),
        ),
        (
            "a dispatch",
            u(least.max_compute_workgroups_per_dimension),
            u(limits.max_compute_workgroups_per_dimension),
        ),
    ];
    match needs.into_iter().find(|(_, needed, most)| needed > most) {
        Some((what, needed, most)) => Err(Error::GpuTooSmall { what, needed, most }),
        None => Ok(()),
    }
}

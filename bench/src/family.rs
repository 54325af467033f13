//! Workloads of any size, on any number of threads and on any backend. The rows of the registry are some of these.

use kasuri::world::WorldBuilder;

use crate::Job;
#[cfg(feature = "gpu")]
use crate::device::Device;
use crate::workloads::{batches, boxes, frame};

/// A workload of variable size.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// A short description of what it does.
    pub about: &'static str,
    /// The unit of its size.
    pub n: &'static str,
    /// The unit of its rate, per second.
    pub unit: &'static str,
    /// The sizes that are measured by default.
    pub sizes: &'static [usize],
    /// The backends that can run it.
    pub backends: &'static [Backend],
    /// Whether the CPU runs it on several threads.
    pub is_threaded: bool,
    pub(crate) prepare: fn(&Setting) -> Result<Load, String>,
}

impl Family {
    /// Builds the input; this is not timed. The error says why the workload cannot run with this setting.
    pub fn prepare(&self, setting: &Setting) -> Result<Load, String> {
        (self.prepare)(setting)
    }
}

/// What runs a workload.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Backend {
    /// The CPU.
    Cpu,
    /// A GPU.
    Gpu,
    /// Whichever is faster, by the world's own choice.
    Auto,
}

impl Backend {
    /// Returns its name in a word.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Cpu => "cpu",
            Backend::Gpu => "gpu",
            Backend::Auto => "auto",
        }
    }
}

/// How a family is run.
#[derive(Debug, Clone)]
pub struct Setting {
    /// Its size.
    pub n: usize,
    /// The number of CPU threads.
    pub threads: usize,
    /// The backend.
    pub backend: Backend,
    /// The GPU, if one is used.
    #[cfg(feature = "gpu")]
    pub device: Option<Device>,
}

impl Setting {
    /// Makes a world with the backend of the setting.
    pub(crate) fn world(&self, builder: WorldBuilder) -> WorldBuilder {
        #[cfg(feature = "gpu")]
        if let (Backend::Gpu | Backend::Auto, Some(device)) = (self.backend, &self.device) {
            let backend = match self.backend {
                Backend::Gpu => kasuri::Backend::Gpu,
                _ => kasuri::Backend::Auto,
            };
            return builder.backend(backend).gpu(device.gpu().clone());
        }
        builder
    }
}

/// A job, and the least that it has to move and to read.
pub struct Load {
    /// The timed job.
    pub job: Job,
    /// The number of pixels that a run reads; 0 if it reads none.
    pub pixels: u64,
    /// The number of bytes that a run has to read and write.
    pub bytes: u64,
}

/// Returns all families, in the order of display.
pub fn families() -> Vec<Family> {
    #[cfg(not(feature = "gpu"))]
    let readback: [Family; 0] = [];
    #[cfg(feature = "gpu")]
    let readback = [crate::workloads::readback::FAMILY];
    [boxes::FAMILIES, batches::FAMILIES, &[frame::FAMILY], &readback].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Plan, measure};

    #[test]
    fn every_family_does_the_same_on_any_number_of_threads() {
        for family in families().iter().filter(|family| family.backends.contains(&Backend::Cpu)) {
            let works = [1, 3].map(|threads| {
                let setting = Setting {
                    n: family.sizes[0],
                    threads,
                    backend: Backend::Cpu,
                    #[cfg(feature = "gpu")]
                    device: None,
                };
                let mut load = family.prepare(&setting).expect("a CPU is there");
                assert!(load.bytes > 0, "{}", family.name);
                measure(family.name, &mut load.job, &Plan::once(), |_| {}).expect("steady").work
            });
            assert!(works[0].items > 0 && works[0].count > 0, "{}", family.name);
            assert_eq!(works[0], works[1], "{}", family.name);
        }
    }

    #[test]
    #[cfg(feature = "gpu")]
    fn a_gpu_finds_what_the_cpu_finds() {
        let device = Device::open().expect("a GPU, be it a software one");
        for family in families() {
            let mut works = Vec::new();
            for &backend in family.backends {
                let device = Some(device.clone());
                let setting = Setting { n: family.sizes[0], threads: 1, backend, device };
                let mut load = family.prepare(&setting).expect("it is there");
                let times = measure(family.name, &mut load.job, &Plan::once(), |_| {}).expect("steady");
                let tells = backend == Backend::Gpu && device_tells(&setting);
                assert_eq!(times.device.is_some(), tells, "{} {backend:?}", family.name);
                assert!(times.device.is_none_or(|took| took > std::time::Duration::ZERO), "{}", family.name);
                works.push(times.work);
            }
            assert!(works.windows(2).all(|two| two[0] == two[1]), "{}: {works:?}", family.name);
        }
    }

    #[cfg(feature = "gpu")]
    fn device_tells(setting: &Setting) -> bool {
        setting.device.as_ref().is_some_and(Device::tells_time)
    }
}

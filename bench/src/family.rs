//! Workloads at any size, on any number of threads and backend: the registry's rows are some of these.

use kasuri::Builder;

use crate::Job;
#[cfg(feature = "gpu")]
use crate::device::Device;
use crate::workloads::{batches, boxes, frame};

/// A workload that grows.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// What it is called.
    pub name: &'static str,
    /// What it does, in a few words.
    pub about: &'static str,
    /// What its size is a number of.
    pub n: &'static str,
    /// What is done so many times a second.
    pub unit: &'static str,
    /// The sizes it is shown at.
    pub sizes: &'static [usize],
    /// Who can do it.
    pub backends: &'static [Backend],
    /// Whether threads share it on the CPU.
    pub is_threaded: bool,
    pub(crate) prepare: fn(&Setting) -> Result<Load, String>,
}

impl Family {
    /// Builds the input, untimed. The error says why it cannot be done so.
    pub fn prepare(&self, setting: &Setting) -> Result<Load, String> {
        (self.prepare)(setting)
    }
}

/// Who does the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Backend {
    /// The processor.
    Cpu,
    /// A GPU.
    Gpu,
    /// Whichever is faster, by the world's own choice.
    Auto,
}

impl Backend {
    /// In a word.
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
    /// On the CPU, how many threads work on it.
    pub threads: usize,
    /// Who does it.
    pub backend: Backend,
    /// The GPU, where one is to be used.
    #[cfg(feature = "gpu")]
    pub device: Option<Device>,
}

impl Setting {
    /// A world with the backend of the setting.
    pub(crate) fn world(&self, builder: Builder) -> Builder {
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

/// A job, and what it has to move and to look at at the least.
pub struct Load {
    /// What is timed.
    pub job: Job,
    /// How many pixels a run looks at; 0 where it looks at none.
    pub pixels: u64,
    /// How many bytes a run has to read and write.
    pub bytes: u64,
}

/// All of them, in the order they are shown.
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

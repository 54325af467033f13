//! GPUs that are given, lost and found again.

use kasuri::gpu::Gpu;
use kasuri::{Error, ErrorKind};

use crate::operations::Trouble;

/// The GPU of a life, while there is one.
#[derive(Default)]
pub(crate) struct Gpus {
    current: Option<Gpu>,
}

/// Whether an error is one that a GPU may cause at any time.
pub(crate) fn is_gpus(error: &Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::GpuAbsent | ErrorKind::GpuLost | ErrorKind::GpuMemory | ErrorKind::GpuTooSmall
    )
}

impl Gpus {
    /// Returns the GPU, or finds one; `None` where this machine has none, or a fault prevents it.
    pub(crate) fn get(&mut self) -> Option<Gpu> {
        if self.current.is_none() {
            let name = std::env::var("KASURI_ADAPTERS").unwrap_or_default();
            let name = name.split(',').next().unwrap_or_default();
            self.current = pollster::block_on(Gpu::request(name)).ok();
        }
        self.current.clone()
    }

    /// Forgets the GPU: a step has failed on it.
    pub(crate) fn forget(&mut self) {
        self.current = None;
    }

    pub(crate) fn make(&mut self, trouble: &Trouble) -> Result<(), String> {
        match trouble {
            Trouble::Lose => {
                if let Some(gpu) = self.current.take() {
                    gpu.device().destroy();
                }
                Ok(())
            }
            Trouble::MostBytes(most) => {
                if let Some(gpu) = &self.current {
                    gpu.set_most_bytes(*most);
                }
                Ok(())
            }
            // The layer of tests/faults reads this file.
            Trouble::Fault(what) => match std::env::var_os("KASURI_FAULTS") {
                Some(file) => std::fs::write(file, what).map_err(|error| error.to_string()),
                None => Ok(()),
            },
        }
    }
}

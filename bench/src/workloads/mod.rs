//! The workloads, one file per family.
//!
//! Their input is valid by construction, so the unwraps in the setup cannot fail.
#![allow(clippy::expect_used)]

pub(crate) mod batches;
pub(crate) mod boxes;
pub(crate) mod controls;
pub(crate) mod cover;
pub(crate) mod frame;
pub(crate) mod mask_png;
pub(crate) mod masks;
pub(crate) mod odd;
#[cfg(feature = "gpu")]
pub(crate) mod on_device;
pub(crate) mod pairs;
pub(crate) mod place;
#[cfg(feature = "gpu")]
pub(crate) mod readback;

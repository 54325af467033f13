//! Other engines that run the same workloads.
#![allow(clippy::expect_used)]

mod box2d;
mod boxes;
mod frame;
mod pairs;
mod voxels;

pub(crate) use boxes::GROWING;

use crate::Workload;

pub(crate) fn list() -> Vec<Workload> {
    [boxes::LIST, box2d::LIST, pairs::LIST, frame::LIST, voxels::LIST].concat()
}

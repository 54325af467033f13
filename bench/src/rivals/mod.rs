//! Other engines, doing the same workloads.
#![allow(clippy::expect_used)]

mod boxes;

use crate::Workload;

pub(crate) fn list() -> Vec<Workload> {
    boxes::LIST.to_vec()
}

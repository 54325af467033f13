//! Other engines, doing the same workloads.
#![allow(clippy::expect_used)]

mod boxes;
mod pairs;

use crate::Workload;

pub(crate) fn list() -> Vec<Workload> {
    [boxes::LIST, pairs::LIST].concat()
}

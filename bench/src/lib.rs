//! The registry of workloads.

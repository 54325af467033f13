//! The GPUs that tests run on.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

use kasuri::gpu::Gpu;

/// Every GPU of this machine. KASURI_ADAPTERS, names with commas between, says which there have to be; without it a
/// machine that has none passes these tests untested.
pub fn all() -> Vec<Gpu> {
    let names = match std::env::var("KASURI_ADAPTERS") {
        Ok(names) => names.split(',').map(str::to_owned).collect(),
        Err(_) => pollster::block_on(Gpu::adapters()).into_iter().map(|info| info.name).collect::<Vec<_>>(),
    };
    if names.is_empty() {
        eprintln!("NOTE: there is no GPU here, not even a software one, so this test ran on none");
    }
    names.iter().map(|name| pollster::block_on(Gpu::request(name)).unwrap()).collect()
}

//! What `kasuri.gpu` needs of the library.

pub(crate) use kasuri::gpu::{Bodies, Crowd, Gpu, Member};

pub(crate) fn named(name: &str) -> kasuri::Result<Gpu> {
    pollster::block_on(Gpu::request(name))
}

pub(crate) fn adapters() -> Vec<String> {
    pollster::block_on(Gpu::adapters()).into_iter().map(|adapter| adapter.name).collect()
}

pub(crate) fn name_of(gpu: &Gpu) -> String {
    gpu.adapter().name
}

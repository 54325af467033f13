//! The time of a round trip to a GPU: bytes are copied there and read back.

use kasuri::gpu::wgpu;

use crate::{Backend, Device, Family, Job, Load, Work};

pub(crate) const FAMILY: Family = Family {
    name: "readback",
    about: "bytes that a GPU copies, read back: what no batch there can be quicker than",
    n: "bytes",
    unit: "trips",
    sizes: &[4, 65_536, 1_048_576, 16_777_216],
    backends: &[Backend::Gpu],
    is_threaded: false,
    prepare: |setting| {
        let device = setting.device.clone().ok_or("it needs a GPU")?;
        let size = (setting.n as u64).next_multiple_of(4).max(4);
        let most = device.gpu().device().limits().max_buffer_size;
        if size > most {
            return Err(format!("a buffer of the GPU has at most {most} bytes"));
        }
        Ok(Load { job: trips(device, size), pixels: 0, bytes: 2 * size })
    },
};

fn trips(device: Device, size: u64) -> Job {
    let buffer = |usage, mapped_at_creation| {
        let label = Some("readback");
        device.gpu().device().create_buffer(&wgpu::BufferDescriptor {
            label,
            size,
            usage,
            mapped_at_creation,
        })
    };
    let from = buffer(wgpu::BufferUsages::COPY_SRC, true);
    from.slice(..)
        .get_mapped_range_mut()
        .expect("mapped since it was made")
        .slice(..4)
        .copy_from_slice(b"back");
    from.unmap();
    let to = buffer(wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ, false);
    Box::new(move |clock| {
        let send = || {
            let (gpu, descriptor) = (device.gpu(), wgpu::CommandEncoderDescriptor::default());
            let mut encoder = gpu.device().create_command_encoder(&descriptor);
            encoder.copy_buffer_to_buffer(&from, 0, &to, 0, size);
            gpu.queue().submit([encoder.finish()]);
        };
        if clock.asks_device() {
            let ((), took) = device.timed(send);
            clock.add_device(took());
        }
        let sum = clock.time(|| {
            send();
            to.slice(..).map_async(wgpu::MapMode::Read, |_| {});
            device.wait();
            let mapped = to.slice(..).get_mapped_range().expect("a GPU that stays");
            mapped.iter().fold(0_u64, |sum, &byte| sum.wrapping_add(byte.into()))
        });
        to.unmap();
        Work { items: 1, count: 1, checksum: sum }
    })
}

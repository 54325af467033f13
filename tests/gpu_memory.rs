//! Tests that a warm step on a GPU allocates nothing of its own: what wgpu allocates does not depend on the number of bodies.
#![cfg(feature = "gpu")]
#![allow(missing_docs, unsafe_code, clippy::print_stdout, clippy::unwrap_used)]

mod gpu;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use kasuri::gpu::Gpu;
use kasuri::{Backend, Body, Handle, World};

/// An allocator that counts the bytes that each thread asks for.
struct Counting;

thread_local! {
    static BYTES: Cell<u64> = const { Cell::new(0) };
}

fn note(bytes: usize) {
    // A thread that ends may allocate after its counter is gone.
    let _ = BYTES.try_with(|cell| cell.set(cell.get() + bytes as u64));
}

// SAFETY: the system's allocator does the work; the counter next to it touches none of its memory.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size());
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Returns the fewest bytes that a warm step of `count` bodies allocates, of which `moving` move, and its hits.
fn warm_step(gpu: &Gpu, count: usize, moving: usize) -> (u64, usize) {
    let builder = World::builder().backend(Backend::Gpu).gpu(gpu.clone()).threads(1);
    let mut world = builder.build().unwrap();
    let at = |k: usize, frame: usize| [7.0 * (k % 64) as f64 + frame as f64 / 4.0, 7.0 * (k / 64) as f64];
    let bodies: Vec<Handle> = world.spawn_many(count, |k| Body::circle(4.0).at(at(k, 0))).unwrap();
    let (mut least, mut hits) = (u64::MAX, 0);
    for frame in 0..12 {
        let places: Vec<[f64; 2]> = (0..moving).map(|k| at(k, frame)).collect();
        let before = BYTES.get();
        world.set_positions(&bodies[..moving], &places).unwrap();
        let step = world.step().unwrap();
        let bytes = BYTES.get() - before;
        hits = step.hits().count();
        assert_eq!(step.report().backend, "gpu");
        if frame >= 4 {
            least = least.min(bytes);
        }
    }
    (least, hits)
}

#[test]
fn a_warm_step_allocates_nothing_for_its_bodies_and_hits() {
    for gpu in gpu::all() {
        for moving in [100, 1] {
            let [few, many] = [300, 6000].map(|count| warm_step(gpu, count, count * moving / 100));
            println!("{}: {few:?} and {many:?} bytes and hits", gpu.adapter().name);
            assert!(few.1 > 300 && many.1 > 10_000, "{few:?} {many:?}");
            // Every list of a body or hit would be 22,800 bytes or more. More passes, such as those of longer scans, are some.
            assert!(many.0 < few.0 + 8192, "{few:?} {many:?}");
        }
    }
}

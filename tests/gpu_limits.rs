//! Causes overflow, exceeded limits and loss on purpose: answers stay complete and equal to the CPU's, or are a typed
//! error (SPEC 7).
#![cfg(feature = "gpu")]
#![allow(clippy::unwrap_used)]

mod common;
mod gpu;

use std::sync::Arc;

use common::{KINDS, Random, near_pair};
use kasuri::gpu::{BatchAnswer as Answer, Gpu, Hits, Tuning, Want};
use kasuri::lattice::Point;
use kasuri::{
    Cause, Error, ErrorKind, Mask, Placement, Touching,
    gpu::twins,
    mask::Sprite,
    query::{self, Form},
};

/// Returns bodies of every kind, in pairs near each other.
fn crowd(seed: u64, count: usize) -> Vec<Form> {
    let mut random = Random::new(seed);
    let overlaps = |a: &Form, b: &Form| query::overlaps(a, b, Touching::Counts);
    let mut pair = || {
        let kinds = [random.pick(&KINDS[..11]), random.pick(&KINDS[..11])];
        near_pair(&mut random, kinds, overlaps).map(|(thing, placement)| thing.place(&placement).form)
    };
    (0..count).flat_map(|_| pair()).collect()
}

fn couples(bodies: usize) -> Vec<[u32; 2]> {
    (0..bodies as u32 / 2).map(|k| [2 * k, 2 * k + 1]).collect()
}

fn integers(answer: Answer) -> Vec<kasuri::answer::PairHit> {
    match answer.hits {
        Hits::Integers(hits) => hits,
        other => panic!("{other:?} is not what was asked"),
    }
}

#[test]
fn long_batches_and_covers_that_do_not_fit_are_split() {
    let forms = crowd(82, 2000);
    let pairs = couples(forms.len());
    let expected = twins::integers(&forms, &pairs, Touching::Ignored).unwrap();
    for gpu in gpu::all() {
        let mut bodies = gpu.bodies(&forms).unwrap();
        bodies.tune(Tuning { queue: 20, ..Tuning::default() });
        let answer = bodies.ask(&pairs, Want::Integers, Touching::Ignored).unwrap();
        assert!(answer.report.parts >= 60, "{:?}", answer.report);
        assert_eq!(integers(answer), expected);

        let parts = |bodies: &mut kasuri::gpu::Bodies, cover_words| {
            bodies.tune(Tuning { cover_words, ..Tuning::default() });
            let answer = bodies.ask(&pairs, Want::Integers, Touching::Ignored).unwrap();
            let parts = answer.report.parts;
            assert_eq!(integers(answer), expected);
            parts
        };
        assert!(parts(&mut bodies, 5_000) > parts(&mut bodies, u64::MAX));
    }
}

#[test]
fn a_pair_whose_covers_never_fit_is_an_error_and_the_next_batch_is_answered() {
    let mask = Arc::new(Mask::from_fn(300, 300, |_, _| true).unwrap());
    let sprite =
        |angle| Form::Sprite(Sprite::place(&mask, &Placement::default().turned(angle), None).unwrap());
    for gpu in gpu::all() {
        let mut bodies = gpu.bodies(&[sprite(0.3), sprite(0.4)]).unwrap();
        bodies.tune(Tuning { cover_words: 5000, ..Tuning::default() });
        match bodies.hits(&[[0, 1]], Touching::Counts).as_ref().map_err(Error::cause) {
            Err(Cause::GpuTooSmall { needed, most: 20_000, .. }) => assert!(*needed > 40_000),
            other => panic!("{other:?}"),
        }
        bodies.tune(Tuning::default());
        assert_eq!(bodies.hits(&[[0, 1]], Touching::Counts).unwrap(), [0]);
    }
}

#[test]
fn batches_under_way_keep_the_places_they_were_asked_with() {
    let forms = crowd(83, 300);
    let pairs = couples(forms.len());
    let mut random = Random::new(84);
    for gpu in gpu::all() {
        let mut bodies = gpu.bodies(&forms).unwrap();
        // The hits are sent once more, for their integer results, after the bodies have moved on.
        let mut under_way = Vec::new();
        for _ in 0..4 {
            let step = |random: &mut Random| random.int(-300..=300) as i32;
            let moves: Vec<Point> =
                forms.iter().map(|_| Point::new(step(&mut random), step(&mut random))).collect();
            // Some bodies are at the world's edge: those stay.
            let moves: Vec<Point> = forms
                .iter()
                .zip(moves)
                .map(|(f, by)| if moved(f, by).is_some() { by } else { Point::default() })
                .collect();
            bodies.set_moves(&moves).unwrap();
            let now: Vec<Form> = forms.iter().zip(&moves).map(|(f, &by)| moved(f, by).unwrap()).collect();
            let ticket = bodies.submit(&pairs, Want::Integers, Touching::Counts).unwrap();
            under_way.push((ticket, twins::integers(&now, &pairs, Touching::Counts).unwrap()));
        }
        // The last answers are requested again when the bodies have been replaced.
        let late = under_way.split_off(2);
        for (ticket, expected) in under_way {
            assert_eq!(integers(bodies.receive(ticket).unwrap()), expected);
        }
        bodies.replace(&crowd(85, 10)).unwrap();
        for (ticket, expected) in late {
            assert_eq!(integers(bodies.receive(ticket).unwrap()), expected);
        }
    }
}

/// Returns a body moved, unless that leaves the world.
fn moved(form: &Form, by: Point) -> Option<Form> {
    let at = |p: Point| Point::new(p.x + by.x, p.y + by.y);
    let inside = |p: Point| p.x.abs() <= 1 << 29 && p.y.abs() <= 1 << 29;
    match form {
        Form::Sprite(sprite) => {
            inside(at(sprite.at())).then(|| Form::Sprite(sprite.moved_to(at(sprite.at()))))
        }
        Form::Shape(parts) => {
            parts.iter().map(|part| part.moved_by(by).ok()).collect::<Option<_>>().map(Form::Shape)
        }
        Form::Tiles(_) => Some(form.clone()),
    }
}

#[test]
fn moves_out_of_the_world_are_refused() {
    let forms = crowd(86, 4);
    for gpu in gpu::all() {
        let mut bodies = gpu.bodies(&forms).unwrap();
        let mut moves = vec![Point::default(); forms.len()];
        moves[3].x = i32::MAX;
        assert!(bodies.set_moves(&moves).is_err_and(|error| error.kind() == ErrorKind::Number));
        let error = bodies.set_moves(&moves[..2]).unwrap_err();
        assert!(matches!(error.cause(), Cause::Count { count: 2, least: 8, .. }));
        let error = bodies.hits(&[[0, 8]], Touching::Counts).unwrap_err();
        assert_eq!(error, Cause::NoSuchBody { index: 8, count: 8 }.error());
    }
}

#[test]
fn a_lost_gpu_is_an_error_and_the_cpu_answers_the_same() {
    let forms = crowd(87, 200);
    let pairs = couples(forms.len());
    for gpu in gpu::names().iter().map(|name| gpu::new(name)) {
        let mut bodies = gpu.bodies(&forms).unwrap();
        let before = bodies.hits(&pairs, Touching::Counts).unwrap();
        let ticket = bodies.submit(&pairs, Want::List, Touching::Counts).unwrap();
        gpu.device().destroy();
        // Every submitted answer is either received whole or an error; no wait is endless.
        match bodies.receive(ticket) {
            Ok(answer) => assert_eq!(answer.hits, Hits::List(before.clone())),
            Err(error) => assert!(error.kind() == ErrorKind::GpuLost, "{error}"),
        }
        for _ in 0..2 {
            let error = bodies.hits(&pairs, Touching::Counts).unwrap_err();
            assert!(error.kind() == ErrorKind::GpuLost, "{error}");
        }
        assert!(gpu.bodies(&forms).is_err_and(|error| error.kind() == ErrorKind::GpuLost));
        assert_eq!(twins::hits(&forms, &pairs, Touching::Counts).unwrap(), before);
    }
}

#[test]
fn a_gpu_that_is_not_there_is_an_error() {
    let error = pollster::block_on(Gpu::request("no such adapter")).unwrap_err();
    assert!(error.kind() == ErrorKind::GpuAbsent, "{error}");
}

/// Returns a device of the caller with these limits.
fn device(gpu: &Gpu, limits: wgpu::Limits) -> (wgpu::Device, wgpu::Queue) {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
    let adapter = adapters.into_iter().find(|a| a.get_info().name == gpu.adapter().name).unwrap();
    let descriptor = wgpu::DeviceDescriptor { required_limits: limits, ..Default::default() };
    pollster::block_on(adapter.request_device(&descriptor)).unwrap()
}

use kasuri::gpu::wgpu;

#[test]
fn a_device_of_the_callers_works_and_one_made_too_small_is_refused() {
    let forms = crowd(88, 100);
    let pairs = couples(forms.len());
    for gpu in gpu::all() {
        let (device_of_mine, queue) = device(gpu, wgpu::Limits::default());
        let theirs = Gpu::from_device(device_of_mine, queue).unwrap();
        let hits = theirs.bodies(&forms).unwrap().hits(&pairs, Touching::Counts).unwrap();
        assert_eq!(hits, twins::hits(&forms, &pairs, Touching::Counts).unwrap());

        let (small, queue) = device(gpu, wgpu::Limits::downlevel_defaults());
        match Gpu::from_device(small, queue).as_ref().map_err(Error::cause) {
            Err(Cause::GpuTooSmall { needed: 8, most: 4, .. }) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn more_masks_than_a_binding_holds_are_an_error() {
    let full = |k: usize| {
        let mask = Arc::new(Mask::empty(4096, 4096 - k % 2).unwrap());
        Form::Sprite(Sprite::place(&mask, &Placement::default(), None).unwrap())
    };
    let forms: Vec<Form> = (0..66).map(full).collect();
    for gpu in gpu::all() {
        match gpu.bodies(&forms).as_ref().map_err(Error::cause) {
            Err(Cause::GpuTooSmall { needed, most, .. }) => assert!(needed > most && *most == 128 << 20),
            other => panic!("{:?}", other.map(kasuri::gpu::Bodies::len)),
        }
        assert!(gpu.bodies(&forms[..2]).unwrap().hits(&[[0, 1]], Touching::Counts).unwrap().is_empty());
    }
}

#[test]
fn more_workgroups_than_one_dimension_holds() {
    let circle =
        |x: f64| Form::Shape(kasuri::Shape::circle(2.0).unwrap().place(&Placement::at([x, 0.0])).unwrap());
    let forms = [circle(0.0), circle(4.0), circle(9.0)];
    // 65,536 workgroups of 64 threads, and some more; every seventh pair has no hit.
    let pairs: Vec<[u32; 2]> = (0..4_200_000).map(|k| [0, if k % 7 == 6 { 2 } else { 1 }]).collect();
    for gpu in gpu::all() {
        let mut bodies = gpu.bodies(&forms).unwrap();
        bodies.tune(Tuning { queue: usize::MAX, ..Tuning::default() });
        let answer = bodies.ask(&pairs, Want::List, Touching::Counts).unwrap();
        assert_eq!(answer.report.parts, 1);
        let Hits::List(list) = answer.hits else { panic!("not what was asked") };
        assert!(list.iter().copied().eq((0..4_200_000).filter(|k| k % 7 != 6)));
    }
}

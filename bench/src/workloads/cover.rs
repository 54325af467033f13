//! Makes the covers of turned sprites.

use std::sync::Arc;

use kasuri::{
    Mask, Placement,
    mask::{Cover, Sprite},
};

use crate::random::Random;
use crate::{Job, KASURI, Work, Workload};

pub(crate) const LIST: &[Workload] = &[
    Workload {
        name: "cover-16",
        by: KASURI,
        about: "turned 16 px discs rasterised",
        prepare: || discs(16, 4096),
    },
    Workload {
        name: "cover-64",
        by: KASURI,
        about: "turned 64 px discs rasterised",
        prepare: || discs(64, 512),
    },
    Workload {
        name: "cover-256",
        by: KASURI,
        about: "turned 256 px discs rasterised",
        prepare: || discs(256, 32),
    },
];

fn discs(size: usize, count: usize) -> Job {
    let middle = size as i32 / 2;
    let disc = |x: i32, y: i32| (x - middle).pow(2) + (y - middle).pow(2) <= middle.pow(2);
    let mask = Arc::new(Mask::from_fn(size, size, disc).expect("a size that masks may have"));
    let mut random = Random::new(1);
    let mut sprite = || {
        let at = [random.between(0.0, 1000.0), random.between(0.0, 1000.0)];
        let placement = Placement::at(at).turned(random.between(0.0, 7.0));
        Sprite::place(&mask, &placement, None).expect("a valid placement")
    };
    let sprites: Vec<Sprite> = (0..count).map(|_| sprite()).collect();
    Box::new(move |clock| {
        clock.time(|| {
            let mut work = Work::of(count);
            for sprite in &sprites {
                Cover::of(sprite).words().iter().for_each(|&word| work.add(word));
            }
            work
        })
    })
}
